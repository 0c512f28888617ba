"""The fate of each move of a problem, proved by its fights, with the lines that prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from cfggo.go.points import EMPTY, PASS
from cfggo.study.solving.fight import Fight
from cfggo.study.solving.fight_search import FightSearch

MOST_ROOM = 18
"""Points where moves can be made, from which on no proof is tried: it would hardly ever end."""

_FIRST_BUDGET = 500  # nodes for each move at first; the undecided ones get four times as many


class Result(Enum):
    """The result of a move for its side."""

    WORKS = "works"
    """It gets its way whatever happens, even if its opponent finds every ko threat."""

    KO = "ko"
    """It gets its way if it wins a ko."""

    FAILS = "fails"
    """It does not get its way even if it finds every ko threat."""

    OPEN = "open"
    """Not proved."""


@dataclass(frozen=True)
class SolvedMove:
    """A move of the side to play, and what becomes of it.

    Public attributes:
        point   -- int
        result  -- Result; OPEN if neither a proof nor a search decides it
        proved  -- whether that is proved, or only what a search thinks
        winrate -- of the framed search, for the side to play; None if it did not look at the move
        line    -- points of the moves that follow, the opponent's first
    """

    point: int
    result: Result = Result.OPEN
    proved: bool = False
    winrate: float | None = None
    line: tuple[int, ...] = ()


class Prover:
    """Proves what becomes of moves in a problem, by fights that together prove for both sides."""

    def __init__(self, *fights: Fight) -> None:
        """Prepares proofs.

        fights -- of one position and side to play, one at least; the first is asked first
        """
        self._searches = [FightSearch(fight) for fight in fights]

    @property
    def n_nodes(self) -> int:
        """The number of nodes searched so far."""
        return sum(search.n_nodes for search in self._searches)

    def moves(self, max_nodes: int, stop: Callable[[], bool]) -> list[SolvedMove]:
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
        self._prove(moves, max_nodes, stop)
        return [move.solved() for move in moves]

    def move(self, point: int, max_nodes: int, stop: Callable[[], bool]) -> SolvedMove:
        """Returns what becomes of one move, as `moves` does of all."""
        move = self._move(point)
        self._prove([move], max_nodes, stop)
        return move.solved()

    def _prove(self, moves: Sequence[_Move], max_nodes: int, stop: Callable[[], bool]) -> None:
        """Proves what becomes of moves, each as long as the others, until all nodes are used."""
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
        """Returns the result of the move proved so far."""
        return _result_of(self.against_threats, self.with_threats, self.player)

    def solved(self) -> SolvedMove:
        """Returns what is proved of the move, with how the fight that decides it goes on."""
        result = self.result
        if result is Result.OPEN:
            return SolvedMove(self.point)
        case = self.against_threats if result is Result.WORKS else self.with_threats
        return SolvedMove(self.point, result, True, line=case.line(3 - self.player))


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

    def __init__(self, positions: Iterable[tuple[FightSearch, np.ndarray]], master: int) -> None:
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
