"""Samples of games for graph kernels: moves that were played, and others that were legal.

(Graepel et al. 2001, section 4.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.board import BOARD_DTYPE, play
from cfggo.go.points import PASS
from cfggo.models.tsumego.game_policy import sensible_moves
from cfggo.models.tsumego.graph_kernel import GraphKernelModel, Vectors
from cfggo.records.replay import GameArrays, can_follow, start_board

HELD_SHARE = 10
"""One game of so many, the first among them, is not learnt from: it says how likely moves are."""

MOST_HELD = 1000
"""Moves of these games that are asked."""

_ITERATIONS = 60
_LEAST_SCALE, _LARGEST_SCALE = 1e-3, 1e3  # times the standard deviation of the scores


def choose_moves(games: GameArrays, n_moves: int, seed: int, held: bool) -> np.ndarray:
    """Returns which moves of games are used, bool[]: n_moves drawn at random, all if there are
    fewer; passes are not among them.

    held -- whether of the games that are not learnt from, or of the others
    """
    of_games = np.arange(len(games.sizes)) % HELD_SHARE == 0
    is_of = np.repeat(of_games == held, np.diff(games.starts))
    moves = np.flatnonzero(is_of & (games.moves != PASS) & games.sampled)
    rng = np.random.default_rng((seed, int(held)))
    chosen = np.zeros(len(games.moves), dtype=np.bool_)
    chosen[rng.permutation(moves)[:n_moves]] = True
    return chosen


class _Choice(NamedTuple):
    """A move that was played, and the others.

    move   -- its number in the games' flat array
    boards -- BOARD_DTYPE[1]: the position before it
    point  -- what was played
    others -- int64[n]: the other sensible moves, at least one
    """

    move: int
    boards: np.ndarray
    point: int
    others: np.ndarray


def _choices(
    games: GameArrays, chosen: np.ndarray, advance: Callable[[int], None]
) -> Iterator[_Choice]:
    """Yields those of the chosen moves that were sensible choices; the board is always the same."""
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    for game in range(len(games.sizes)):
        start_board(boards[0], games, game)
        for move in range(int(games.starts[game]), int(games.starts[game + 1])):
            if not can_follow(boards[0], games, move):
                break
            point = int(games.moves[move])
            if chosen[move]:
                points = sensible_moves(boards)
                others = points[points != point]
                if 0 < len(others) < len(points):
                    yield _Choice(move, boards, point, others)
            play(boards[0], point)
        advance(1)


def game_samples(
    games: GameArrays,
    chosen: np.ndarray,
    labels: str,
    seed: int,
    advance: Callable[[int], None] = lambda games: None,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns vectors, float16[2 n, d] as in a file, and whether each is of a move that was
    played, bool[2 n].

    Beside each of the chosen moves stands another of the same position, drawn at random.

    chosen -- bool[], of the games' moves
    labels -- of the nodes (`cfggo.models.tsumego.graph_kernel`)

    Raises CfggoError if no move can be learnt from.
    """
    finder = Vectors(labels)
    vectors = []
    for choice in _choices(games, chosen, advance):
        other = np.random.default_rng((seed, choice.move)).choice(choice.others)
        pair = finder.of(choice.boards, np.array([choice.point, other]))
        vectors.append(pair.astype(np.float16))
    if not vectors:
        raise CfggoError("no moves to learn from in these games")
    return np.concatenate(vectors), np.arange(2 * len(vectors)) % 2 == 0


class Scored(NamedTuple):
    """The scores of all sensible moves of some positions.

    scores -- float64[]: position after position, that of the move that was played first
    starts -- int64[n]: where each position's begin
    """

    scores: np.ndarray
    starts: np.ndarray

    def share_first(self) -> float:
        """Returns the share of the positions in which the move that was played scores highest."""
        return float(np.mean(self.scores[self.starts] == np.maximum.reduceat(*self)))

    def by_chance(self) -> float:
        """Returns the same for moves ranked at random."""
        return float(np.mean(1.0 / np.diff([*self.starts, len(self.scores)])))

    def log_likelihood(self, scale: float) -> float:
        """Returns the mean logarithm of the probability of the moves that were played.

        A move's probability is its share of the sum of exp(scale f).
        """
        return float(np.mean(self._log_shares(scale)[self.starts]))

    def likeliest_scale(self) -> float:
        """Returns the scale of the highest log-likelihood, which has only one maximum."""
        spread = float(self.scores.std()) or 1.0
        low, high = _LEAST_SCALE / spread, _LARGEST_SCALE / spread
        for _ in range(_ITERATIONS):
            middle = np.sqrt(low * high)
            shares = np.exp(self._log_shares(middle))
            expected = np.add.reduceat(shares * self.scores, self.starts)
            if np.mean(self.scores[self.starts] - expected) > 0.0:  # the slope
                low = middle
            else:
                high = middle
        return float(low)

    def _log_shares(self, scale: float) -> np.ndarray:
        sizes = np.diff([*self.starts, len(self.scores)])
        scores = scale * (self.scores - np.repeat(np.maximum.reduceat(*self), sizes))
        sums = np.add.reduceat(np.exp(scores), self.starts)
        log_shares: np.ndarray = scores - np.repeat(np.log(sums), sizes)
        return log_shares


def scored_choices(
    games: GameArrays,
    chosen: np.ndarray,
    model: GraphKernelModel,
    advance: Callable[[int], None] = lambda games: None,
) -> Scored:
    """Returns the scores of all sensible moves wherever one of the chosen moves was played.

    Raises CfggoError if there is no such position.
    """
    ranker = model.ranker()
    scores = [
        ranker.scores(choice.boards, np.append(choice.point, choice.others))
        for choice in _choices(games, chosen, advance)
    ]
    if not scores:
        raise CfggoError("too few games: one of ten is kept to tell how likely moves are")
    starts = np.cumsum([0, *(len(part) for part in scores[:-1])])
    return Scored(np.concatenate(scores), starts)
