"""Endgames that are played out in all ways, kos included, to find the moves that win."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD, PASS, WHITE, board_points
from cfggo.go.scoring import area_balance
from cfggo.study.solving.life import has_living_target, new_life_buffers

_PROVED = 10**9
"""An estimate of what can't be proved, as the opposite is proved."""

_LONGEST_LINE = 400
"""Of different positions."""


class TooHardError(Exception):
    """An endgame with too many positions, or with eyes to spare and a ko."""


class _Node(NamedTuple):
    """All of a position but what was there before.

    stones   -- number of the arrangement of stones
    to_play  -- colour
    n_passes -- at the end of the game so far
    """

    stones: int
    to_play: int
    n_passes: int


class _Proof(NamedTuple):
    """Who wins from a node, and after which histories.

    winner -- colour
    barred -- arrangements that must have been seen: the loser would have to make them
    new    -- arrangements that must not: the winner makes them

    Sets of arrangements are integers, with a bit for each.
    """

    winner: int
    barred: int
    new: int


class Endgame:
    """Plays an endgame out in all ways: no move may bring back stones as they were before
    (positional superko), two passes end the game, and area is counted.

    Depth-first proof-number search finds out whether a move wins the game, a draw being no win. The
    only moves that it leaves out fill eyes of one point among stones that live unconditionally.
    If these need the eye, that gives them up. If they can spare it, the move is one to wait with,
    which matters where superko forbids another; then nothing is proved.

    Who wins depends on what was seen before, so it can't be remembered by the position alone. A
    proof says what it takes from the past: what the loser may not make as it was seen (`barred`),
    and what the winner makes as it was not (`new`). After any past with all of the former and none
    of the latter the winner's moves are legal and the loser has no other moves than those that are
    refuted, so the proof holds, and it is used then only. What comes up from the node on is a part
    of the proof itself. Estimates of what is not proved are kept by the whole past.

    Public attributes:
      points   -- list of int, where something is left to play
      n_nodes  -- int, nodes searched so far
      n_barred -- int, moves among them that superko forbade
    """

    def __init__(self, game: Game, max_nodes: int) -> None:
        """Finds out where there is something to play; the game's komi decides who wins.

        The past begins with the game's present position.
        """
        self._boards = game.boards_for(game.to_play).copy()
        self._player = game.to_play
        self._komi = game.komi if game.to_play == BLACK else -game.komi
        self._life = Life(game.size)
        board = self._boards[0]
        self.points = np.flatnonzero(self._life.not_settled(board)).tolist()
        self._has_spare_eye = self._life.has_spare_eye(board)
        self._numbers: dict[bytes, int] = {}  # of arrangements of stones
        self._sure: list[int] = []  # by arrangement: who wins whatever happens, or 0
        self._counted: list[int] = []  # by arrangement: who wins if it is counted
        self._moves: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._proofs: dict[_Node, list[_Proof]] = {}
        self._estimates: dict[tuple[_Node, int], tuple[int, int]] = {}
        self._max_nodes = max_nodes
        self.n_nodes = 0
        self.n_barred = 0

    def winning_moves(self) -> list[int]:
        """Returns the moves that win, PASS last.

        Raises TooHardError if that takes too many nodes, or can't be said.
        """
        root = _Node(self._number(self._boards[0]), self._player, 0)
        return [
            point
            for point, child, seen in self._children(root, 1 << root.stones, self._boards)
            if self._winner(child, seen, _after(self._boards, point)) == self._player
        ]

    def _winner(self, node: _Node, seen: int, boards: np.ndarray) -> int:
        """Returns who wins; seen: what was there so far, the node's stones included."""
        proof = self._proof(node, seen)
        if proof is None:
            self._search(node, seen, boards, _PROVED, _PROVED)
            proof = self._proof(node, seen)
        assert proof is not None
        return proof.winner

    def _search(
        self, node: _Node, seen: int, boards: np.ndarray, phi_limit: int, delta_limit: int
    ) -> None:
        """Searches a node until it is proved or an estimate reaches its limit.

        The estimates say how many positions must be proved, at least, to prove that the side to
        play wins (phi) or loses (delta).
        """
        self.n_nodes += 1
        if self.n_nodes > self._max_nodes or seen.bit_count() > _LONGEST_LINE:
            raise TooHardError
        moves = list(self._children(node, seen, boards))
        estimates = [self._estimate(child, past) for _, child, past in moves]
        while True:
            phi, second = sorted([*(delta for _, delta in estimates), _PROVED])[:2]
            delta = min(sum(phi for phi, _ in estimates), _PROVED)
            if phi == 0 or phi == _PROVED:
                self._keep(node, seen, moves, [delta for _, delta in estimates])
                return
            if phi >= phi_limit or delta >= delta_limit:
                self._estimates[node, seen] = phi, delta
                return
            best = next(i for i, each in enumerate(estimates) if each[1] == phi)
            point, child, past = moves[best]
            limit = delta_limit - delta + estimates[best][0]
            after = _after(boards, point)
            self._search(child, past, after, limit, min(phi_limit, second + 1))
            estimates[best] = self._estimate(child, past)

    def _estimate(self, node: _Node, seen: int) -> tuple[int, int]:
        """Returns a node's phi and delta: 0 and _PROVED, or the opposite, if it is proved."""
        proof = self._proof(node, seen)
        if proof is None:
            return self._estimates.get((node, seen), (1, 1))
        return (0, _PROVED) if proof.winner == node.to_play else (_PROVED, 0)

    def _proof(self, node: _Node, seen: int) -> _Proof | None:
        """Returns a proof that holds for a node with a past, if there is one."""
        winner = self._counted[node.stones] if node.n_passes == 2 else self._sure[node.stones]
        if winner:
            return _Proof(winner, 0, 0)
        for proof in self._proofs.get(node, ()):
            if proof.barred & seen == proof.barred and not proof.new & seen:
                return proof
        return None

    def _keep(
        self, node: _Node, seen: int, moves: list[tuple[int, _Node, int]], deltas: list[int]
    ) -> None:
        """Keeps the proof that a move of a node wins, or that none does.

        deltas -- of what the moves lead to
        """
        barred = new = 0
        if 0 in deltas:
            winner = node.to_play
            _, child, past = moves[deltas.index(0)]
            proofs = [self._proof(child, past)]
            new = (1 << child.stones) & ~seen
        else:
            winner = 3 - node.to_play
            proofs = [self._proof(child, past) for _, child, past in moves]
            for _, stones in self._moves[node.stones, node.to_play]:
                barred |= (1 << stones) & seen
        for proof in proofs:
            assert proof is not None
            barred |= proof.barred
            new |= proof.new
        barred &= ~(1 << node.stones)  # it has been seen in any case
        self._proofs.setdefault(node, []).append(_Proof(winner, barred, new))

    def _children(
        self, node: _Node, seen: int, boards: np.ndarray
    ) -> Iterator[tuple[int, _Node, int]]:
        """Yields each legal move, PASS last, the node after it, and what was seen then."""
        opponent = 3 - node.to_play
        for point, stones in self._moves_on(node, boards):
            if not seen >> stones & 1:
                yield point, _Node(stones, opponent, 0), seen | 1 << stones
                continue
            self.n_barred += 1
            if self._has_spare_eye:
                raise TooHardError
        yield PASS, _Node(node.stones, opponent, node.n_passes + 1), seen

    def _moves_on(self, node: _Node, boards: np.ndarray) -> list[tuple[int, int]]:
        """Returns the moves that superko may allow, each with the stones after it."""
        key = node.stones, node.to_play
        if key not in self._moves:
            moves = []
            for point in self.points:
                copies = boards.copy()
                copies[0]["ko"] = 0  # superko says the same
                if is_legal(copies[0], point):
                    play(copies[0], point)
                    moves.append((point, self._number(copies[0])))
            self._moves[key] = moves
        return self._moves[key]

    def _number(self, board: np.void) -> int:
        """Returns the number of an arrangement of stones, and notes who wins with it."""
        key = board["colour"][self.points].tobytes()
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._sure):
            sign = 1 if self._player == BLACK else -1
            self._counted.append(self._winner_by(sign * int(area_balance(board))))
            self._sure.append(self._sure_winner(board))
        return number

    def _sure_winner(self, board: np.void) -> int:
        """Returns who wins by what lives unconditionally alone, or 0."""
        own, other = (self._life.sure_area(board, c) for c in (self._player, 3 - self._player))
        n_points = self._life.size**2
        winners = {self._winner_by(2 * own - n_points), self._winner_by(n_points - 2 * other)}
        return winners.pop() if len(winners) == 1 else 0

    def _winner_by(self, lead: int) -> int:
        """Returns who wins if the player has so many points more than the opponent."""
        return self._player if lead > self._komi else 3 - self._player


def _after(boards: np.ndarray, point: int) -> np.ndarray:
    """Returns the position after a move."""
    copies = boards.copy()
    play(copies[0], point)
    return copies


class Life:
    """What lives unconditionally on boards of one size (Benson 1976).

    Public attributes:
      size -- int
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._points = np.array(board_points(size))
        self._on_board = np.isin(np.arange(N_POINTS), self._points)
        self._buffers = new_life_buffers()

    def living(self, board: np.void, colour: int) -> np.ndarray:
        """Returns the stones of a colour that live, bool[N_POINTS]."""
        stones = board["colour"] == colour
        living = np.zeros(N_POINTS, dtype=np.bool_)
        for head in set(board["head"][stones].tolist()):
            chain = stones & (board["head"] == head)
            if has_living_target(board, colour, self._points, self._on_board, chain, self._buffers):
                living |= chain
        return living

    def eyes(self, board: np.void, living: np.ndarray) -> list[int]:
        """Returns the empty points that have stones of these on all sides.

        living -- bool[N_POINTS], stones of one colour
        """
        fenced = living | (board["colour"] == OFF_BOARD)
        empty = self._points[board["colour"][self._points] == EMPTY]
        near = np.array([fenced[empty + offset] for offset in NEIGHBOURS])
        return empty[near.all(axis=0)].tolist()

    def sure_area(self, board: np.void, colour: int) -> int:
        """Returns how many points a colour has for sure: living stones and eyes of one point."""
        living = self.living(board, colour)
        return int(np.count_nonzero(living)) + len(self.eyes(board, living))

    def playable(self, board: np.void) -> np.ndarray:
        """Returns the points without living stones, bool[N_POINTS]."""
        return self._on_board & ~self.living(board, BLACK) & ~self.living(board, WHITE)

    def not_settled(self, board: np.void) -> np.ndarray:
        """Returns where something is left to play: no living stones, no eyes of one point among
        them, bool[N_POINTS].
        """
        playable = self.playable(board)
        for colour in (BLACK, WHITE):
            playable[self.eyes(board, self.living(board, colour))] = False
        return playable

    def has_spare_eye(self, board: np.void) -> bool:
        """Tells whether living stones of a colour live without one of their eyes, too."""
        for colour in (BLACK, WHITE):
            living = self.living(board, colour)
            for eye in self.eyes(board, living):
                copies = np.array([board])
                copies[0]["to_play"] = colour
                play(copies[0], eye)
                if (self.living(copies[0], colour) >= living).all():
                    return True
        return False
