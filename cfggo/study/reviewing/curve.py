"""The lead over a game: what the searches of all positions say together.

A search of a thousand playouts on 19x19 errs by some points, and the next position's search by
others: taken one by one they make a curve of noise.  But most moves change the lead by little, and
few by a lot.  So the curve is the estimate of a hidden Markov model, by the forward-backward
algorithm (L. R. Rabiner, A tutorial on hidden Markov models, Proc. IEEE 77, 1989) on a grid of
leads:

- the lead that a search finds is the true one and an error, whose size follows from the number of
  its playouts and the spread of their scores;
- a move is quiet, and changes the lead by little either way; or it is a mistake, and loses a number
  of points with a long tail; or the engine changes its mind about the position, either way.

The points that a move lost are those expected by all searches.  So a large loss that one search
alone sees, with few playouts, counts little; one that all later positions confirm counts in full.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Evidence:
    """The lead of a position by its search.

    Public attributes:
      lead     -- points by which Black is ahead
      spread   -- standard deviation of the playouts' scores
      playouts -- how many there were
    """

    lead: float
    spread: float
    playouts: float

    @classmethod
    def of(
        cls, sign: int, mean_lead: float, best_lead: float, spread: float, playouts: float
    ) -> Evidence:
        """Returns the evidence of a search; leads are those of the side to move.

        The lead by all playouts is low, as they try bad moves too; that of the best move alone is
        high, as chance has a part in which it is, and errs more.  So it is halfway between them.

        sign -- 1 if Black is to play, -1 if White is
        """
        return cls(sign * (mean_lead + best_lead) / 2, spread, playouts)


@dataclass(frozen=True)
class Step:
    """The step from one position to the next.

    Public attributes:
      sign     -- 1 if Black moves, -1 if White does, 0 if stones are set up
      measured -- points that a move lost by two further searches, and the error of that; or None
    """

    sign: int
    measured: tuple[float, float] | None = None


@dataclass(frozen=True)
class Model:
    """How leads change from move to move, and how searches err.

    Public attributes:
      quiet    -- points by which a quiet move changes the lead
      mistakes -- share of moves that are mistakes
      mistake  -- points that these lose
      changes  -- share of moves at which the engine changes its mind
      change   -- points by which it does so
      error    -- how many times as much as its playouts alone a search errs
      least_error -- points by which a search errs however long it is
      outliers -- share of searches that err more
      outlier  -- how many times as much these err
    """

    quiet: float = 2.0
    mistakes: float = 0.03
    mistake: float = 10.0
    changes: float = 0.03
    change: float = 8.0
    error: float = 1.5
    least_error: float = 1.0
    outliers: float = 0.05
    outlier: float = 3.0

    def error_of(self, evidence: Evidence) -> float:
        """Returns by how many points the lead of a search errs."""
        by_playouts = evidence.spread / math.sqrt(max(evidence.playouts, 1.0))
        return math.hypot(self.error * by_playouts, self.least_error)


MODEL = Model()
"""Fitted to KataGo's verdicts on games of professionals and of weak players, on 19x19 and 9x9."""


@dataclass(frozen=True)
class Curve:
    """The curve through all searches of a game.

    Public attributes:
      leads   -- points by which Black is ahead in each position
      spreads -- standard deviation of the playouts' scores there
      losses  -- points that each move lost, at least 0
    """

    leads: Sequence[float]
    spreads: Sequence[float]
    losses: Sequence[float]

    @property
    def winrates(self) -> list[float]:
        """Black's win rates, which go with the leads."""
        return [self.winrate_of(at, lead) for at, lead in enumerate(self.leads)]

    def winrate_of(self, position: int, lead: float) -> float:
        """Returns the win rate of a side that is so many points ahead in a position."""
        return _NORMAL.cdf(lead / self.spreads[position])


def curve_of(
    evidence: Sequence[Evidence | None], steps: Sequence[Step], model: Model = MODEL
) -> Curve:
    """Returns the curve of a game.

    evidence -- of each position, None where nothing was searched
    steps    -- those between them, one fewer

    Raises ValueError if nothing was searched.
    """
    known = [found for found in evidence if found is not None]
    if not known:
        raise ValueError("no position was searched")
    grid = _grid(known)
    chances = [_chances(found, grid, model) for found in evidence]
    moves = _Moves(grid, model)
    before = [_normalised(chances[0])]
    for step, chance in zip(steps, chances[1:], strict=True):
        before.append(_normalised(moves.forward(step, before[-1]) * chance))
    after = [np.ones(len(grid))]
    for step, chance in zip(reversed(steps), reversed(chances[1:]), strict=True):
        after.append(_normalised(moves.backward(step, after[-1] * chance)))
    after.reverse()
    leads = [float(_normalised(a * b) @ grid) for a, b in zip(before, after, strict=True)]
    losses = [
        moves.loss(step, before[i], after[i + 1] * chances[i + 1]) for i, step in enumerate(steps)
    ]
    return Curve(leads, _spreads(evidence), losses)


_MARGIN = 8.0
"""Points that the grid goes beyond the leads that searches found."""

_LEAST_STEP, _MOST_CELLS = 0.25, 160
"""Points between two leads of the grid, at least; and how many leads it has, at most."""

_HARDLY = 1e-9
"""Chance of what can't be, by the model."""


def _grid(known: Sequence[Evidence]) -> np.ndarray:
    """Returns the leads that are looked at, float64[n], in equal steps."""
    least = min(found.lead for found in known) - _MARGIN
    most = max(found.lead for found in known) + _MARGIN
    n = min(int((most - least) / _LEAST_STEP) + 1, _MOST_CELLS)
    return np.linspace(least, most, n)


def _chances(found: Evidence | None, grid: np.ndarray, model: Model) -> np.ndarray:
    """Returns how likely each lead of the grid makes what a search found, float64[n]."""
    if found is None:
        return np.ones(len(grid))
    off = (grid - found.lead) / model.error_of(found)
    usual = np.exp(-0.5 * off**2)
    rare = np.exp(-0.5 * (off / model.outlier) ** 2) / model.outlier
    return (1 - model.outliers) * usual + model.outliers * rare + _HARDLY


class _Moves:
    """How a move takes the leads of the grid to those after it."""

    def __init__(self, grid: np.ndarray, model: Model) -> None:
        self._model = model
        self._lost = grid[:, None] - grid[None, :]  # by Black
        everywhere = (grid[1] - grid[0]) * np.arange(-4 * len(grid), 4 * len(grid) + 1)
        quiet = _shares(_either_way(self._lost, model.quiet), _either_way(everywhere, model.quiet))
        change = _shares(
            _either_way(self._lost, model.change), _either_way(everywhere, model.change)
        )
        self._usual = (1 - model.changes) * quiet + model.changes * change
        black = _shares(_lost(self._lost, model.mistake), _lost(everywhere, model.mistake))
        self._mistakes = {1: black, -1: black.T, 0: np.ones_like(black) / len(grid)}
        self._losses = {1: black * self._lost, -1: black.T * -self._lost}

    def forward(self, step: Step, before: np.ndarray) -> np.ndarray:
        """Returns the chances of the leads after a step, by those before it."""
        return before @ self._chances(step)

    def backward(self, step: Step, after: np.ndarray) -> np.ndarray:
        """Returns how likely each lead before a step makes what came after it."""
        found: np.ndarray = self._chances(step) @ after
        return found

    def loss(self, step: Step, before: np.ndarray, after: np.ndarray) -> float:
        """Returns the points that a move is expected to have lost."""
        if step.sign == 0:
            return 0.0
        mistakes = self._model.mistakes * self._losses[step.sign] * self._factor(step)
        return float(before @ mistakes @ after / (before @ self._chances(step) @ after))

    def _chances(self, step: Step) -> np.ndarray:
        share = self._model.mistakes if step.sign else 1.0
        chances = (1 - share) * self._usual + share * self._mistakes[step.sign]
        return chances * self._factor(step)

    def _factor(self, step: Step) -> np.ndarray | float:
        if step.measured is None:
            return 1.0
        loss, error = step.measured
        off = (step.sign * self._lost - loss) / error
        return np.exp(-0.5 * off**2) + _HARDLY


def _either_way(lost: np.ndarray, points: float) -> np.ndarray:
    return np.exp(-np.abs(lost) / points)


def _lost(lost: np.ndarray, points: float) -> np.ndarray:
    gained = np.maximum(lost, 0.0)
    return np.exp(-gained / points) * -np.expm1(-gained / 3.0)


def _shares(chances: np.ndarray, everywhere: np.ndarray) -> np.ndarray:
    return chances / everywhere.sum()


def _normalised(chances: np.ndarray) -> np.ndarray:
    return chances / chances.sum()


def _spreads(evidence: Sequence[Evidence | None]) -> list[float]:
    """Returns the spread of scores in each position, where it was not searched that of the last
    one that was, or of the next.
    """
    spreads: list[float] = []
    known = [found.spread for found in evidence if found is not None]
    last = known[0]
    for found in evidence:
        last = last if found is None else found.spread
        spreads.append(max(last, 1.0))
    return spreads
