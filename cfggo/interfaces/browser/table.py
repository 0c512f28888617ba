"""The game that is open, at which users and engine sit."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cfggo.interfaces.browser.clocks import NO_CLOCK, GameClocks
from cfggo.interfaces.browser.evaluations import evaluations_of
from cfggo.search.limits import playouts_on

if TYPE_CHECKING:
    from cfggo.interfaces.browser.played import Played
    from cfggo.interfaces.browser.search_agenda import SearchAgenda
    from cfggo.interfaces.browser.variations import Variations
    from cfggo.study.api.game import Game


@dataclass
class Table:
    """The game that is open, and what is known of it.

    Whoever uses anything of it holds its lock, and calls `changed` after a change. Requests, the
    engine's tasks and timers take the lock; all that they call finds it held.

    Public attributes:
      lock    -- that of the engine's worker; a thread may take it again
      lines   -- Variations, other ones for each game
      agenda  -- SearchAgenda
      changed -- tells everybody the new state, and returns its version
      clocks  -- GameClocks
      number  -- of games since the start
    """

    lock: AbstractContextManager[Any]
    lines: Variations
    agenda: SearchAgenda
    changed: Callable[[], dict[str, Any]]
    clocks: GameClocks = field(default_factory=lambda: GameClocks(NO_CLOCK))
    number: int = 0

    @property
    def game(self) -> Played:
        """The game itself."""
        return self.lines.game

    @property
    def here(self) -> Played:
        """The line that is shown."""
        return self.lines.here

    @property
    def tree_name(self) -> str:
        """What tells the tree as it is now from all others that there were."""
        return f"{self.number}.{self.lines.version}"

    def game_at(self, position: str) -> Game:
        """Returns the line's game as it stood in a position. Raises CfggoError if it has gone."""
        return self.here.game.at(self.here.number_of(position))

    def evaluate(self) -> list[dict[str, Any] | None]:
        """Returns `evaluations`; what is in doubt comes on the agenda, the largest losses first."""
        line, ids = self.evaluations(), self.here.ids
        moves = [(-one["lost"], at) for at, one in enumerate(line) if one and one.get("doubt")]
        self.agenda.doubtful = [ids[at] for _, move in sorted(moves) for at in (move - 1, move)]
        return line

    def evaluations(self) -> list[dict[str, Any] | None]:
        """Returns what the chart shows of the line, by number of moves: what a review of ours has
        found, until all positions were searched here; elsewhere what the record says, where nothing
        was searched.
        """
        found = [*map(self.agenda.found, self.here.ids)]
        searched = evaluations_of(found, self.here.moves, self.here.game.size)
        is_whole = all(searched)
        shown: list[dict[str, Any] | None] = []
        for one, given in zip(searched, self.lines.given(), strict=True):
            if is_whole or not (given and given["playouts"]):
                shown.append(one or given)
            else:
                as_on_19x19 = given["playouts"] * 1000 // playouts_on(self.here.game.size, 1000)
                playouts = max(as_on_19x19, one["playouts"] if one else 0)
                shown.append(given | {"playouts": playouts})
        return shown

    def evaluation_of(self) -> Callable[[str], dict[str, Any] | None]:
        """Returns what tells the evaluation of a position: as the line has it, or by its own search
        where it is not on the line.
        """
        line = zip(self.here.ids, self.evaluations(), strict=True)
        shown: dict[str, dict[str, Any] | None] = {}
        shown |= {position: one for position, one in line if one and one["playouts"]}

        def of(position: str) -> dict[str, Any] | None:
            if position not in shown:
                (shown[position],) = evaluations_of([self.agenda.found(position)], [])
            return shown[position]

        return of
