"""The search of one fight: tables of what it found, by ko master, and the lines that prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE
from cfggo.study.solving.fight import Fight
from cfggo.study.solving.proof_number_search import (
    UNKNOWN,
    WON,
    list_moves,
    new_line,
    new_table,
    numbers_of,
    search,
    verdict_on,
)

_SLICE = 4000  # nodes between two looks at whether to stop, about a tenth of a second
_MOST_LINE = 12  # moves of a line that is shown
_AGAIN = 1000  # nodes for a position of a line that has left the table


class FightSearch:
    """The search of a fight, with what it found.

    Public attributes:
        fight   -- Fight
        n_nodes -- int, nodes searched so far
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.n_nodes = 0
        self._points = np.flatnonzero(fight.playable)
        self._line = new_line()
        self._tables = {BLACK: new_table(), WHITE: new_table()}  # by ko master

    @property
    def to_play(self) -> int:
        """The side to play."""
        return int(self.fight.boards[0]["to_play"])

    def root_moves(self) -> list[int]:
        """Returns the moves of the fight's position, PASS last."""
        return [point for point, _ in self._children(self.fight.boards)]

    def turned_to(self, colour: int) -> np.ndarray:
        """Returns the fight's position with a side to play, who may take any ko."""
        boards = self.fight.boards.copy()
        boards[0]["to_play"] = colour
        boards[0]["ko"] = 0
        return boards

    def after(self, point: int) -> np.ndarray | None:
        """Returns the position after a move; None for one that can't be made in the fight.

        On ground that is left out the side that the fight is too good for gains nothing: filled, it
        has the attacker's stones already, and a refuge is as good as the defender's, whose turn it
        is again if the attacker answers.  So the stones stay, and it is the defender's turn.
        """
        player, boards = self.to_play, self.fight.boards.copy()
        if point == PASS or self.fight.playable[point]:
            if point != PASS and not is_legal(boards[0], point):
                return None
            play(boards[0], point)
            boards[0]["ko"] = 0  # a ko master has a threat, also against the first move
            return boards
        if player in self.fight.proves:
            return None
        return self.turned_to(3 - self.fight.attacker)

    def winner(
        self, boards: np.ndarray, master: int, max_nodes: int, stop: Callable[[], bool]
    ) -> int:
        """Returns the colour that is proved to win a position, EMPTY if neither is."""
        used = 0
        while True:
            self._line.boards[0] = boards[0]
            verdict, n = search(
                self._line,
                self._tables[master],
                self._points,
                self.fight.playable,
                self.fight.targets,
                self.fight.attacker,
                master,
                min(_SLICE, max_nodes - used),
            )
            used += n
            self.n_nodes += n
            if verdict != UNKNOWN:
                mover = int(boards[0]["to_play"])
                return mover if verdict == WON else 3 - mover
            if used >= max_nodes or stop():
                return EMPTY

    def line(self, boards: np.ndarray, master: int, winner: int) -> tuple[int, ...]:
        """Returns how a fight goes on by a proof, until it is decided."""
        line: list[int] = []
        while len(line) < _MOST_LINE and not self._is_decided(boards):
            if self.winner(boards, master, _AGAIN, lambda: False) != winner:
                break
            wins = int(boards[0]["to_play"]) == winner
            chosen = self._chosen(boards, master, wins=wins)
            if chosen is None:
                break
            point, boards = chosen
            line.append(point)
            if point == PASS:
                break
        if line and line[-1] == PASS:
            line.pop()
        return tuple(line)

    def _is_decided(self, boards: np.ndarray) -> bool:
        fight, life = self.fight, self._line.life
        board, points = boards[0], self._points
        verdict = verdict_on(board, points, fight.playable, fight.targets, fight.attacker, life)
        return bool(verdict != UNKNOWN)

    def _children(
        self, boards: np.ndarray, master: int | None = None
    ) -> Iterator[tuple[int, np.ndarray]]:
        """Yields the moves of a position, and the position after each."""
        self._line.boards[0] = boards[0]
        master = int(boards[0]["to_play"]) if master is None else master
        list_moves(self._line, 0, self._points, master)
        for point in self._line.moves[0, : self._line.n_moves[0]].tolist():
            after = boards.copy()
            play(after[0], point)
            yield point, after

    def _chosen(
        self, boards: np.ndarray, master: int, *, wins: bool
    ) -> tuple[int, np.ndarray] | None:
        """Returns the move of the side to move that a line shows, and the position after it.

        It is one that is proved to win, the one of the shortest proof; of a side that loses, the
        one whose refutation took most.  None if no move is proved to win, because the table has no
        room for all.
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
