"""A session's knowledge of the positions of its game."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cfggo.interfaces.gtp.protocol import GtpError

if TYPE_CHECKING:
    import numpy as np

    from cfggo.go.game import Game, Move
    from cfggo.search.report import SearchReport

_T = TypeVar("_T")

_MOST_POSITIONS = 100
"""Positions of which searches are kept."""


@dataclass(frozen=True)
class Search:
    """A whole search of a position, without moves that were left out.

    Public attributes:
      report   -- SearchReport
      by_rules -- bool, whether it counted by the rules, without making up for a handicap
      owners   -- as `ownership`, None if the search made no playouts
    """

    report: "SearchReport"
    by_rules: bool
    owners: "np.ndarray | None"

    @property
    def ownership(self) -> "np.ndarray":
        """Who owns the points, float32[N_POINTS], +1 for Black, -1 for White.

        Raises GtpError if the search made no playouts.
        """
        if self.owners is None:
            raise GtpError("no playouts: the tree has counted as far as it can; try clear_cache")
        return self.owners


class Memo:
    """The newest search of each position, who owns what at its end, and the engine's moves.

    Positions are told apart by all that a search depends on, so that nothing has to be discarded
    when a move is taken back or the komi changes. A game has a memo of its own.
    """

    def __init__(self) -> None:
        self._searches: dict[Hashable, Search] = {}
        self._ends: dict[Hashable, np.ndarray] = {}
        self._choices: dict[Sequence[Move], SearchReport] = {}  # by the moves with the one chosen

    def add(self, game: "Game", search: Search) -> None:
        """Keeps a search of a game's position, in place of an earlier one for the same colour."""
        _keep(self._searches, _key(game, search.report.colour), search)

    def search(self, game: "Game", colour: int) -> Search | None:
        """Returns the newest search of a game's position for a colour, or None."""
        return self._searches.get(_key(game, colour))

    def end(self, game: "Game", judge: Callable[["Game"], "np.ndarray"]) -> "np.ndarray":
        """Returns who owns the points if a game ends in its position; judge: is asked once."""
        key = _key(game, game.to_play)
        if key not in self._ends:
            _keep(self._ends, key, judge(game))
        return self._ends[key]

    def add_choice(self, game: "Game", report: "SearchReport") -> None:
        """Keeps the search by which the engine chose the last move of a game."""
        self._choices[tuple(game.moves)] = report

    def choices(self, game: "Game") -> "dict[int, SearchReport]":
        """Returns the searches by which the engine chose moves of a game, by the move's index."""
        moves = tuple(game.moves)
        return {
            len(line) - 1: report
            for line, report in self._choices.items()
            if moves[: len(line)] == line
        }

    def forget_searches(self) -> None:
        """Discards all but the searches of the engine's moves."""
        self._searches.clear()
        self._ends.clear()


def _keep(kept: dict[Hashable, _T], key: Hashable, value: _T) -> None:
    """Puts a value in, as the newest; the oldest makes room for it."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > _MOST_POSITIONS:
        del kept[next(iter(kept))]


def _key(game: "Game", colour: int) -> Hashable:
    """Returns what a search of a game's position for a colour depends on."""
    setup = tuple(game.setup_black), tuple(game.setup_white), game.handicap
    return (colour, game.size, *setup, tuple(game.moves), game.komi, game.rules)
