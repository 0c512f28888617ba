"""The lead over a game: what the searches of all positions say together.

A search of a thousand playouts on 19x19 errs by some points, and the next position's search by
others: taken one by one they make a curve of noise.  But most moves change the lead by little, and
few by a lot.  So the curve is the estimate of a hidden Markov model, by the forward-backward
algorithm (L. R. Rabiner, A tutorial on hidden Markov models, Proc. IEEE 77, 1989) on a grid of
leads:

- the lead that a search finds is the true one and an error, whose size follows from the number of
  its playouts, the spread of their scores, and what moves near by seem to gain, as no move does;
- a move is quiet, and changes the lead by little either way; or it is a mistake, and loses a number
  of points with a long tail; or the engine changes its mind about the position, either way;
- how many moves are mistakes follows from what the game's moves seem to lose on average, and which
  ones are likely to be from what the search before each saw (`Searcher.mistakes`).

A search often sees only some moves later what a move lost, so the curve falls slowly where a player
makes several mistakes.  By how much it falls at a move, and at the player's other moves near by,
and how likely a mistake the move was by what was seen before it, tell its loss together:

    lost = 2.0 + 0.65 fall + 1.3 mean fall near by + 1.15 ln(times as likely a mistake)

A move lost that, less a point or two, as searches err; or what is expected of a mistake by the
model, if that is more.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

BEST_SHARE = 0.3
"""Of the lead of a position: the best move's share, the rest is by all playouts."""

_OPENING = 15
"""Points of the board for each stone, at least, in an opening."""

_UNTRIED_MISTAKES = 20.0
"""How many times as likely a mistake is where a search of _ENOUGH playouts does not even try a move
in an opening: it tried all of 122 moves of 9 dan amateurs, and of 114 random ones that it did not
try five in six lose two points or more.  Later in a game that says little."""

_ENOUGH, _KNOWN_SIZE = 500, 19  # on smaller boards searches overlook good first moves

_EARLY_MISTAKES = 0.05
"""How many times as likely a mistake other moves of an opening are, at most: searches err more
there than players do."""

_NORMAL = NormalDist()

_LEAST_SPREAD = 1.0
"""Points: scores that are all the same are not quite sure either."""


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
        high, as chance has a part in which it is, and errs more.  So it is between them.

        sign -- 1 if Black is to play, -1 if White is
        """
        lead = mean_lead + BEST_SHARE * (best_lead - mean_lead)
        return cls(sign * lead, spread, playouts)

    @property
    def usual_error(self) -> float:
        """Points by which the mean score of so many playouts errs by chance."""
        return self.spread / math.sqrt(max(self.playouts, 1.0))


@dataclass(frozen=True)
class CurveStep:
    """The step from one position to the next.

    Public attributes:
      sign     -- 1 if Black moves, -1 if White does, 0 if stones are set up
      measured -- points that a move lost by two further searches, or None
      takes_ko -- whether a move takes a ko
      mistakes -- how many times as likely as usual it is a mistake
    """

    sign: int
    measured: float | None = None
    takes_ko: bool = False
    mistakes: float = 1.0


# Fitted to KataGo's verdicts on games of professionals and of weak players, on 19x19 and 9x9:

_QUIET, _MISTAKE = 2.0, 10.0
"""Points by which a quiet move changes the lead, and that a mistake loses."""

_CHANGES, _CHANGED_BY = 0.01, 8.0
"""Share of moves at which the engine changes its mind, and points by which it does so."""

_LEAST_ERROR = 1.0
"""Points by which a search errs however long it is."""

_OUTLIERS, _OUTLIER_TIMES = 0.05, 3.0
"""Share of searches that err more, and how many times as much."""


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
        return winrate_of(lead, self.spreads[position])


def is_opening(n_stones: int, size: int) -> bool:
    """Tells whether the board is so empty that a game has hardly begun."""
    return n_stones * _OPENING <= size * size


def likelihood_of_mistake(
    seen: float, playouts: float, *, is_tried: bool, is_early: bool, size: int
) -> float:
    """Returns how many times as likely as others a move is a mistake, by the search before it.

    seen     -- the same by `Searcher.mistakes`
    playouts -- of that search
    is_tried -- whether it tries the move
    is_early -- whether the move is one of an opening
    size     -- of the board
    """
    if not is_early:
        return seen
    if not is_tried and playouts >= _ENOUGH and size >= _KNOWN_SIZE:
        return _UNTRIED_MISTAKES
    return min(seen, _EARLY_MISTAKES)


def winrate_of(lead: float, spread: float) -> float:
    """Returns the win rate of a side that is so many points ahead where playouts' scores have such
    a standard deviation.
    """
    return _NORMAL.cdf(lead / max(spread, _LEAST_SPREAD))


def curve_of(evidence: Sequence[Evidence | None], steps: Sequence[CurveStep]) -> Curve:
    """Returns the curve of a game.

    evidence -- of each position, None where nothing was searched
    steps    -- those between them, one fewer

    Raises ValueError if nothing was searched.
    """
    known = [found for found in evidence if found is not None]
    if not known:
        raise ValueError("no position was searched")
    grid = _grid(known)
    in_ko = _in_ko(steps)
    errors = _errors(evidence, steps, in_ko)
    chances = [_chances(found, error, grid) for found, error in zip(evidence, errors, strict=True)]
    moves = _Moves(grid, _share_of_mistakes(evidence, steps), steps, errors, in_ko)
    before = [_normalised(chances[0])]
    for i, chance in enumerate(chances[1:]):
        before.append(_normalised(moves.forward(i, before[-1]) * chance))
    after = [np.ones(len(grid))]
    for i in reversed(range(len(steps))):
        after.append(_normalised(moves.backward(i, after[-1] * chances[i + 1])))
    after.reverse()
    leads = [float(_normalised(a * b) @ grid) for a, b in zip(before, after, strict=True)]
    told = _told_losses(leads, steps, evidence)
    losses = [
        max(told[i], moves.loss(i, before[i], after[i + 1] * chances[i + 1]))
        for i in range(len(steps))
    ]
    return Curve(leads, _spreads(evidence), losses)


_USUAL_LOSS, _OF_FALL, _OF_FALLS_NEAR, _OF_LIKELIHOOD = 2.0, 0.65, 1.3, 1.15
"""What tells a loss: a constant and coefficients, by regression."""

_LEAST_FALL, _MOST_FALL, _MOST_NEAR, _MOST_LOG = -15.0, 20.0, 8.0, 3.0
"""Bounds of what it is told by."""

_REACH, _FEW_NEAR = 20, 6
"""Moves before and after a move that are near by; and so many of the player's more count as if the
curve had not fallen at them, as few moves tell little."""

_AT_MOST_TIMES = 2.0
"""Where the curve hardly falls, nothing was lost: a loss is at most so many times the two falls."""

_LEAST_ALLOWANCE, _MOST_ALLOWANCE = 1.0, 2.0
"""Points of such a loss that do not count, so that few moves are blamed for those of others: at
least, to which half the usual error of a search is added, and at most."""


def _told_losses(
    leads: Sequence[float], steps: Sequence[CurveStep], evidence: Sequence[Evidence | None]
) -> list[float]:
    """Returns the points that each move lost, as the falls of the curve tell it."""
    if not steps:
        return []
    signs = np.array([step.sign for step in steps])
    falls = -signs * np.diff(leads)
    near = _means_near(np.clip(falls, -_MOST_NEAR, _MOST_NEAR), signs)
    falls = np.clip(falls, _LEAST_FALL, _MOST_FALL)
    likelihoods = np.log([max(step.mistakes, _HARDLY) for step in steps])
    lost = (
        _USUAL_LOSS
        + _OF_FALL * falls
        + _OF_FALLS_NEAR * near
        + _OF_LIKELIHOOD * np.clip(likelihoods, -_MOST_LOG, _MOST_LOG)
    )
    errors = [math.inf if found is None else found.usual_error for found in evidence[1:]]
    lost -= np.minimum(_LEAST_ALLOWANCE + np.array(errors) / 2, _MOST_ALLOWANCE)
    most = _AT_MOST_TIMES * (np.maximum(falls, 0.0) + near)
    return np.where(signs == 0, 0.0, np.clip(lost, 0.0, most)).tolist()


def _means_near(falls: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Returns the mean fall at each player's other moves near by, float64[n], at least 0."""
    means = np.zeros(len(falls))
    window = np.ones(2 * _REACH + 1)
    window[_REACH] = 0.0  # the move itself
    for sign in (1, -1):
        is_theirs = signs == sign
        total, n = (
            np.convolve(values, window)[_REACH:-_REACH]
            for values in (np.where(is_theirs, falls, 0.0), is_theirs.astype(float))
        )
        means[is_theirs] = (np.maximum(total, 0.0) / (n + _FEW_NEAR))[is_theirs]
    return means


LEAST_LOST = 0.01
"""Points of a move that is not the engine's own: it may not have lost nothing."""

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


_UNTRIED, _MOST_UNTRIED = 0.2, 0.4
"""A side that is to play is better off than its playouts say, as these try bad moves, too: two such
leads together by so many times the error that a search's own playouts tell, and so many points at
most."""

_QUIET_LOSS, _SEEN = 1.4, 2.0
"""Points that moves seem to lose on average where nobody makes mistakes; and how many more they
seem to lose were all of them mistakes: searches see a part of what these lose."""

_MOST_SEEN = 15.0
"""Points; a move that seems to lose, or gain, more than that says no more of the others."""

_LEAST_SHARE, _MOST_SHARE = 0.01, 0.2
"""Share of moves that are mistakes, at least and at most."""

_MOST_LIKELY = 0.8
"""Chance that a move is a mistake before its loss is looked at, at most."""

_BEFOREHAND, _MOVES_BEFOREHAND = 1.7, 20
"""Points that moves lose on average as far as is known before the game; counts as so many moves."""


def _share_of_mistakes(evidence: Sequence[Evidence | None], steps: Sequence[CurveStep]) -> float:
    """Returns how many of a game's moves are mistakes, as a share, by what they seem to lose."""
    seen, n = _MOVES_BEFOREHAND * _BEFOREHAND, _MOVES_BEFOREHAND
    for then, now, step in zip(evidence, evidence[1:], steps, strict=False):
        if then is not None and now is not None and step.sign:
            lost = step.sign * (then.lead - now.lead)
            untried = _UNTRIED * (then.usual_error + now.usual_error) / 2
            seen += min(max(lost, -_MOST_SEEN), _MOST_SEEN) + min(untried, _MOST_UNTRIED)
            n += 1
    return min(max((seen / n - _QUIET_LOSS) / _SEEN, _LEAST_SHARE), _MOST_SHARE)


_NEAR = 10
"""Moves before a position and after it that tell how far searches err there."""

_PRIOR = 3
"""So many moves count the error that a search's own playouts tell."""

_KO_REACH, _KO_DOUBT = 3, 3.0
"""Positions before and after a ko in which a search errs more, and how many times as much: who is
to play seems to win the fight.  Further searches do so, too."""


def _errors(
    evidence: Sequence[Evidence | None], steps: Sequence[CurveStep], in_ko: Collection[int]
) -> list[float]:
    """Returns by how many points the search of each position errs; 0 where there was none.

    No move gains points.  Where searches say that moves did, they err; and if they err either way
    alike, the mean square of what moves near by gain is that of the error of a search.
    """
    gains: list[float | None] = []
    for i, step in enumerate(steps):
        then, now = evidence[i], evidence[i + 1]
        if then is None or now is None or not step.sign:
            gains.append(None)
        else:
            gains.append(max(step.sign * (now.lead - then.lead), 0.0))
    errors = []
    for i, found in enumerate(evidence):
        if found is None:
            errors.append(0.0)
            continue
        near = [gain**2 for gain in gains[max(i - _NEAR, 0) : i + _NEAR] if gain is not None]
        variance = (sum(near) + _PRIOR * found.usual_error**2) / (len(near) + _PRIOR)
        doubt = _KO_DOUBT if i in in_ko else 1.0
        errors.append(doubt * math.sqrt(variance + _LEAST_ERROR**2))
    return errors


def _in_ko(steps: Sequence[CurveStep]) -> set[int]:
    """Returns the positions that are near a ko."""
    kos = [i + 1 for i, step in enumerate(steps) if step.takes_ko]
    return {at for ko in kos for at in range(ko - _KO_REACH, ko + _KO_REACH + 1)}


def _chances(found: Evidence | None, error: float, grid: np.ndarray) -> np.ndarray:
    """Returns how likely each lead of the grid makes what a search found, float64[n]."""
    if found is None:
        return np.ones(len(grid))
    off = (grid - found.lead) / error
    usual = np.exp(-0.5 * off**2)
    rare = np.exp(-0.5 * (off / _OUTLIER_TIMES) ** 2) / _OUTLIER_TIMES
    return (1 - _OUTLIERS) * usual + _OUTLIERS * rare + _HARDLY


class _Moves:
    """How each move takes the leads of the grid to those after it."""

    def __init__(
        self,
        grid: np.ndarray,
        share: float,
        steps: Sequence[CurveStep],
        errors: Sequence[float],
        in_ko: Collection[int],
    ) -> None:
        self._shares = [
            min(step.mistakes * share, _MOST_LIKELY) if step.sign else 1.0 for step in steps
        ]
        lost = grid[:, None] - grid[None, :]  # by Black
        everywhere = (grid[1] - grid[0]) * np.arange(-4 * len(grid), 4 * len(grid) + 1)
        quiet, change = (
            _shares(_either_way(lost, points), _either_way(everywhere, points))
            for points in (_QUIET, _CHANGED_BY)
        )
        usual = (1 - _CHANGES) * quiet + _CHANGES * change
        black = _shares(_mistake(lost), _mistake(everywhere))
        mistakes = {1: black, -1: black.T, 0: np.ones_like(black) / len(grid)}
        parts = {
            sign: (usual, mistake, mistake * sign * lost) for sign, mistake in mistakes.items()
        }
        self._parts = []  # how likely each lead is after the step, if quiet and if not; points lost
        for i, step in enumerate(steps):
            self._parts.append(parts[step.sign])
            if step.measured is not None and not {i, i + 1} & set(in_ko):
                off = (step.sign * lost - step.measured) / math.hypot(*errors[i : i + 2])
                factor = np.exp(-0.5 * off**2) + _HARDLY
                self._parts[i] = tuple(part * factor for part in self._parts[i])

    def forward(self, i: int, before: np.ndarray) -> np.ndarray:
        """Returns how likely each lead is after the i-th step, by those before it."""
        usual, mistake, _ = self._parts[i]
        return (1 - self._shares[i]) * (before @ usual) + self._shares[i] * (before @ mistake)

    def backward(self, i: int, after: np.ndarray) -> np.ndarray:
        """Returns how likely each lead before the i-th step makes those after it."""
        usual, mistake, _ = self._parts[i]
        return (1 - self._shares[i]) * (usual @ after) + self._shares[i] * (mistake @ after)

    def loss(self, i: int, before: np.ndarray, after: np.ndarray) -> float:
        """Returns the points that the i-th move is expected to have lost."""
        lost = self._shares[i] * (before @ self._parts[i][2] @ after)
        return float(lost / (before @ self.backward(i, after)))


def _either_way(lost: np.ndarray, points: float) -> np.ndarray:
    return np.exp(-np.abs(lost) / points)


_HARDLY_A_MISTAKE = 3.0
"""Points; few mistakes lose less."""


def _mistake(lost: np.ndarray) -> np.ndarray:
    lost = np.maximum(lost, 0.0)
    return np.exp(-lost / _MISTAKE) * -np.expm1(-lost / _HARDLY_A_MISTAKE)


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
        spreads.append(last)
    return spreads
