"""The lines of a game that the page can show: the game itself, and a variation of it."""

from __future__ import annotations

from collections.abc import Callable

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.interfaces.browser.played import Played

_WORTH_KEEPING = 5
"""Moves of a variation that is kept when it is left for another line, or for the game; and moves
that are kept when they are taken back.
"""


class Variations:
    """The line that is shown, and the game that it has left if it is a variation: places in one
    tree, to which all moves are added.

    Public attributes:
      here -- Played, what is shown
      game -- Played, the game that a variation has left, None if that is shown itself
    """

    def __init__(self, played: Played, keep: Callable[[Played], None]) -> None:
        """Opens a game, which somebody has as it is.

        keep -- keeps the record of a line that would go lost, and may raise CfggoError
        """
        self.here = played
        self.game: Played | None = None
        self._keep = keep
        self._whole: Played | None = None  # the line before moves of it were taken back
        self._saved = {_ending_of(played)}

    @property
    def branch(self) -> int | None:
        """The number of the variation's first move, None in the game itself."""
        return None if self.game is None else self.here.n_common(self.game) + 1

    def play(self, vertex: str, at: int) -> None:
        """Plays a move after the first `at` moves; if there are more, it begins a variation.

        Raises CfggoError if it is illegal, or not the user's turn.
        """
        if at < len(self.here.moves):
            variation = self.here.branch(at)
            variation.play(vertex)
            self._leave_for(variation)
            return
        if self.here.is_over:
            raise CfggoError(said("the game is over"))
        if self.here.is_the_engines_turn:
            raise CfggoError(said("it is cfggo's turn"))
        self.here.play(vertex)

    def go_on_from(self, at: int) -> None:
        """Begins a variation after the first `at` moves, if there are more."""
        if at < len(self.here.moves):
            self._leave_for(self.here.branch(at))

    def undo(self) -> None:
        """Takes back the user's resignation, or else their last move and the engine's answer.

        A line of which more than a few moves in a row are taken back is kept.

        Raises CfggoError if there is nothing to take back.
        """
        n = self.here.n_to_undo(self.here.engine)
        if n is None:
            raise CfggoError(said("there is no move to take back"))
        if self._whole is None or not self._whole.tree.goes_on_from(self.here.tree.node):
            self._whole = self.here
        rest = len(self.here.moves) - n
        if len(self._whole.moves) - rest >= _WORTH_KEEPING:
            self._save(self._whole)
        self.here = self.here.reopened(rest)

    def back(self) -> None:
        """Leaves a variation for the game. Raises CfggoError in the game itself."""
        if self.game is None:
            raise CfggoError(said("this is the game itself"))
        self._keep_variation(0)
        self.here, self.game = self.game, None

    def judge(self, dead: list[str]) -> None:
        """Takes the engine's word on the dead stones. A game that was saved stays so: it can be
        counted again.
        """
        was_saved = _ending_of(self.here) in self._saved
        self.here.dead = dead
        if was_saved:
            self.was_saved()

    def was_saved(self) -> None:
        """Takes the news that somebody has the line as it is."""
        self._saved.add(_ending_of(self.here))

    def save(self) -> None:
        """Keeps the game and the variation, each if its moves or its result were not saved."""
        for played in filter(None, (self.game, self.here)):
            self._save(played)

    def _leave_for(self, variation: Played) -> None:
        """Shows a variation in place of the line that it leaves."""
        self._keep_variation(self.here.n_common(variation))
        if self.game is None:
            self.game = self.here
        self.here = variation

    def _keep_variation(self, n_left: int) -> None:
        """Keeps a variation that is left after its first moves, unless only a few go lost."""
        if self.branch is not None:
            n_lost = len(self.here.moves) - max(n_left, self.branch - 1)
            if n_lost >= _WORTH_KEEPING:
                self._save(self.here)

    def _save(self, played: Played) -> None:
        """Keeps a line, if it has moves, and they or how it ended were not saved."""
        ending = _ending_of(played)
        if played.moves and ending not in self._saved:
            self._keep(played)
            self._saved.add(ending)


def _ending_of(played: Played) -> tuple[str, str]:
    """Returns what tells whether a record of it is up to date: its last position and its result."""
    return played.ids[-1], played.result
