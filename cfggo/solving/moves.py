"""What becomes of each move of a local fight: proved, with the lines that prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE
from cfggo.solving.fight import Fight
from cfggo.solving.proof import (
    MAX_DEPTH,
    UNKNOWN,
    WON,
    is_decided,
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
    """Proves what becomes of moves in a problem, by fights that together prove for both sides."""

    def __init__(self, *fights: Fight, max_depth: int = MAX_DEPTH) -> None:
        """Prepares proofs by lines of at most so many moves, MAX_DEPTH or fewer.

        fights -- of one position and side to play, one at least; the first is asked first
        """
        self._searches = [_FightSearch(fight, max_depth) for fight in fights]

    @property
    def n_nodes(self) -> int:
        """The number of nodes searched so far."""
        return sum(search.n_nodes for search in self._searches)

    def moves(self, max_nodes: int, stop: Callable[[], bool]) -> list[ProvedMove]:
        """Returns what becomes of every move that can be made in a fight, passing included.

        max_nodes -- for all moves together
        stop      -- is asked about ten times a second; ends the search when it returns True
        """
        first = self._searches[0]
        # A search from the root goes where a solution is soonest proved; the table keeps it.
        first.winner(first.fight.boards, 3 - first.to_play, max_nodes // 2, stop)
        points = {point for search in self._searches for point in search.root_moves()}
        moves = [self._move(point) for point in sorted(points - {PASS})]
        moves.append(self._move(PASS))
        budget = _FIRST_BUDGET
        is_over = False
        while not is_over:
            is_over = True
            for move in moves:
                for case in (move.against_threats, move.with_threats):
                    left = max_nodes - self.n_nodes
                    if move.result is Result.OPEN and case.is_open and left > 0 and not stop():
                        case.ask(min(budget, left), stop)
                        is_over = False
            budget *= 4
        return [ProvedMove(move.point, move.result, move.line()) for move in moves]

    def result_for(self, colour: int, max_nodes: int, stop: Callable[[], bool]) -> Result:
        """Returns what a colour gets if it moves first."""
        positions = [(search, search.turned_to(colour)) for search in self._searches]
        against_threats, with_threats = _Case(positions, 3 - colour), _Case(positions, colour)
        against_threats.ask(max_nodes, stop)
        if against_threats.winner != colour:
            with_threats.ask(max_nodes, stop)
        return _result_of(against_threats, with_threats, colour)

    def _move(self, point: int) -> _Move:
        after = [(search, search.after(point)) for search in self._searches]
        positions = [(search, boards) for search, boards in after if boards is not None]
        player = self._searches[0].to_play
        return _Move(point, player, _Case(positions, 3 - player), _Case(positions, player))


@dataclass(frozen=True)
class _Move:
    """A move, and what is asked about it.

    Public attributes:
        point, player   -- int
        against_threats -- _Case: its opponent finds every ko threat
        with_threats    -- _Case: the player does
    """

    point: int
    player: int
    against_threats: _Case
    with_threats: _Case

    @property
    def result(self) -> Result:
        """What is proved of the move until now."""
        return _result_of(self.against_threats, self.with_threats, self.player)

    def line(self) -> tuple[int, ...]:
        """Returns how the fight that decides goes on after the move."""
        result = self.result
        if result is Result.OPEN:
            return ()
        case = self.against_threats if result is Result.WORKS else self.with_threats
        return case.line(3 - self.player)


def _result_of(against_threats: _Case, with_threats: _Case, player: int) -> Result:
    """Returns what a player gets, by who wins if the opponent or the player is ko master."""
    if against_threats.winner == player:
        return Result.WORKS
    if with_threats.winner == 3 - player:
        return Result.FAILS
    if against_threats.winner == 3 - player and with_threats.winner == player:
        return Result.KO
    return Result.OPEN


class _Case:
    """Who wins a position if one side is ko master; one fight after another is asked.

    Public attributes:
        winner -- colour; EMPTY if nothing is proved
    """

    def __init__(self, positions: Iterable[tuple[_FightSearch, np.ndarray]], master: int) -> None:
        """Takes the position in each of the fights."""
        self._positions = [*positions]
        self._master = master
        self.winner = EMPTY

    @property
    def is_open(self) -> bool:
        """Whether asking may yet decide it."""
        return self.winner == EMPTY and bool(self._positions)

    def ask(self, max_nodes: int, stop: Callable[[], bool]) -> None:
        """Searches; a fight whose result proves nothing leaves the case to the next one."""
        while self.is_open:
            search, boards = self._positions[0]
            before = search.n_nodes
            winner = search.winner(boards, self._master, max_nodes, stop)
            max_nodes -= search.n_nodes - before
            if winner == EMPTY:
                return
            if winner in search.fight.proves:
                self.winner = winner
            else:
                del self._positions[0]

    def line(self, mover: int) -> tuple[int, ...]:
        """Returns how a side that is to move goes on in the fight that decided."""
        search, boards = self._positions[0]
        if boards[0]["to_play"] != mover:
            return ()
        return search.line(boards, self._master, self.winner)


class _FightSearch:
    """The search of a fight, with what it found.

    Public attributes:
        fight   -- Fight
        n_nodes -- int, nodes searched so far
    """

    def __init__(self, fight: Fight, max_depth: int) -> None:
        self.fight = fight
        self.n_nodes = 0
        self._points = np.flatnonzero(fight.playable)
        self._line = new_line(max_depth)
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
        fight = self.fight
        return is_decided(
            boards[0],
            self._points,
            fight.playable,
            fight.targets,
            fight.attacker,
            self._line.life,
        )

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
