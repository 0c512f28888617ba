"""What becomes of each move of a local fight: proved, with the lines that prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from cfggo.go.board import play
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.solving.fight import Fight
from cfggo.solving.proof import (
    LOST,
    MAX_DEPTH,
    UNKNOWN,
    WON,
    list_children,
    new_line,
    new_table,
    numbers_of,
    search,
)

MOST_ROOM = 18
"""Points where moves can be made, from which on no proof is tried: it would hardly ever end."""

_SLICE = 4000  # nodes between two looks at whether to stop, about a tenth of a second
_FIRST_BUDGET = 500  # nodes for each move at first; the undecided ones get four times as many
_MOST_LINE = 12  # moves of a line that is shown
_AGAIN = 1000  # nodes for a position of a line that has left the table


class Result(Enum):
    """What a side gets by a move."""

    WORKS = "works"
    """It gets its way whatever happens, even if its opponent finds every ko threat."""

    KO = "ko"
    """It gets its way if it wins a ko."""

    FAILS = "fails"
    """It does not get its way even if it finds every ko threat."""

    OPEN = "open"
    """Not proved."""


@dataclass(frozen=True)
class ProvedMove:
    """A move and what becomes of it.

    Public attributes:
        point  -- the move, or PASS
        result -- Result
        line   -- the moves that follow, best by both sides, the other side's first
    """

    point: int
    result: Result
    line: tuple[int, ...]


class Prover:
    """Proves what becomes of moves in a fight.

    Public attributes:
        n_nodes -- int, nodes searched so far
    """

    def __init__(self, fight: Fight, max_depth: int = MAX_DEPTH) -> None:
        """Prepares proofs by lines of at most so many moves, MAX_DEPTH or fewer."""
        self._fight = fight
        self._points = np.flatnonzero(fight.playable)
        self._line = new_line(max_depth)
        self._tables = {BLACK: new_table(), WHITE: new_table()}  # by ko master
        self.n_nodes = 0

    def moves(self, max_nodes: int, stop: Callable[[], bool]) -> list[ProvedMove]:
        """Returns what becomes of every move, passing included.

        max_nodes -- for all moves together
        stop      -- is asked about ten times a second; ends the search when it returns True
        """
        boards = self._fight.boards
        player = int(boards[0]["to_play"])
        # A search from the root goes where a solution is soonest proved; the table keeps it.
        self._prove(boards, 3 - player, max_nodes // 2, stop)
        after = dict(self._children(boards))
        for board in after.values():
            board[0]["ko"] = 0  # a ko master has a threat, also against the first move
        asked = {
            point: {3 - player: UNKNOWN, player: UNKNOWN} for point in after
        }  # by ko master, what is proved for the other side
        budget = _FIRST_BUDGET
        is_over = False
        while not is_over:
            is_over = True
            for point, verdicts in asked.items():
                for master in (3 - player, player):
                    if verdicts[master] != UNKNOWN or verdicts[3 - player] == LOST:
                        continue
                    if verdicts[player] == WON:
                        break
                    if self.n_nodes >= max_nodes or stop():
                        continue
                    left = max_nodes - self.n_nodes
                    verdicts[master] = self._prove(after[point], master, min(budget, left), stop)
                    is_over = False
            budget *= 4
        return [
            ProvedMove(point, result, self._line_after(after[point], result, player))
            for point, verdicts in asked.items()
            for result in [_result_of(verdicts, player)]
        ]

    def result_for(self, colour: int, max_nodes: int, stop: Callable[[], bool]) -> Result:
        """Returns what a colour gets if it moves first."""
        boards = self._fight.boards.copy()
        boards[0]["to_play"] = colour
        boards[0]["ko"] = 0
        without = self._prove(boards, 3 - colour, max_nodes, stop)
        if without == WON:
            return Result.WORKS
        with_threats = self._prove(boards, colour, max_nodes, stop)
        if with_threats == LOST:
            return Result.FAILS
        return Result.KO if without == LOST and with_threats == WON else Result.OPEN

    def _prove(
        self, boards: np.ndarray, master: int, max_nodes: int, stop: Callable[[], bool]
    ) -> int:
        """Returns what is proved for the side to move."""
        used = 0
        while True:
            self._line.boards[0] = boards[0]
            verdict, n = search(
                self._line,
                self._tables[master],
                self._points,
                self._fight.playable,
                self._fight.targets,
                self._fight.attacker,
                master,
                min(_SLICE, max_nodes - used),
            )
            used += n
            self.n_nodes += n
            if verdict != UNKNOWN or used >= max_nodes or stop():
                return int(verdict)

    def _children(
        self, boards: np.ndarray, master: int | None = None
    ) -> Iterator[tuple[int, np.ndarray]]:
        """Yields the moves of a position, and the position after each."""
        self._line.boards[0] = boards[0]
        list_children(
            self._line, self._points, int(boards[0]["to_play"]) if master is None else master
        )
        for point in self._line.moves[0, : self._line.n_moves[0]].tolist():
            after = boards.copy()
            play(after[0], point)
            yield point, after

    def _line_after(self, boards: np.ndarray, result: Result, player: int) -> tuple[int, ...]:
        """Returns how a fight goes on by a proof; player: who made the last move."""
        if result is Result.OPEN:
            return ()
        master = player if result is Result.FAILS else 3 - player
        if result is Result.KO:
            master = player
        winner = 3 - player if result is Result.FAILS else player
        line: list[int] = []
        while len(line) < _MOST_LINE:
            mover = int(boards[0]["to_play"])
            verdict = self._prove(boards, master, _AGAIN, lambda: False)
            if verdict != (WON if mover == winner else LOST):
                break
            chosen = self._chosen(boards, master, wins=mover == winner)
            if chosen is None:
                break
            point, boards = chosen
            line.append(point)
            if point == PASS:
                break
        if line and line[-1] == PASS:
            line.pop()
        return tuple(line)

    def _chosen(
        self, boards: np.ndarray, master: int, *, wins: bool
    ) -> tuple[int, np.ndarray] | None:
        """Returns the move of the side to move that a line shows, and the position after it.

        It is one that is proved to win, the one of the shortest proof; of a side that loses, the
        one whose refutation took most.  None if the fight is decided.
        """
        best: tuple[int, np.ndarray] | None = None
        best_effort = 0.0
        for point, after in self._children(boards, master):
            _, delta, effort = numbers_of(self._tables[master], after[0])
            if wins and delta != 0:
                continue
            if not wins and point == PASS:
                effort = 0
            effort = -effort if wins else effort
            if best is None or effort > best_effort:
                best, best_effort = (point, after), effort
        return best


def _result_of(verdicts: dict[int, int], player: int) -> Result:
    """Returns what a move is worth, by what is proved for the other side after it."""
    if verdicts[3 - player] == LOST:
        return Result.WORKS
    if verdicts[player] == WON:
        return Result.FAILS
    if verdicts[3 - player] == WON and verdicts[player] == LOST:
        return Result.KO
    return Result.OPEN
