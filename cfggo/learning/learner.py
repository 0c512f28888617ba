"""What all methods of learning have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from cfggo.learning.sums import GameSums

MAX_THETA = 10.0
"""Weights are kept between plus and minus this."""


class Learner(ABC):
    """A method of learning.  What it has learnt so far is in its arrays, and nowhere else."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        """Keeps the arrays, among them these two.

        theta          -- float64[n_slots]: the weights
        log_likelihood -- float64[2]: sum over positions, and number of positions, in this pass
        """
        self._arrays = arrays

    @property
    def theta(self) -> np.ndarray:
        """float64[n_slots]: the weights."""
        return self._arrays["theta"]

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """All arrays by name; a learner goes on from where they were copied."""
        return dict(self._arrays)

    def add(
        self, games: Sequence[GameSums], first_pass: bool = False, last_pass: bool = False
    ) -> None:
        """Takes the sums of a mini-batch, made with the present weights."""
        for game in games:
            self._arrays["log_likelihood"] += game.log_likelihood, game.positions
        self._learn(games, first_pass, last_pass)

    def end_pass(self, last: bool) -> float:
        """Tells that all games were seen once; returns the mean log-likelihood of the pass.

        It is that of each game before it was learnt from.
        """
        total, positions = self._arrays["log_likelihood"]
        self._arrays["log_likelihood"][:] = 0.0
        return float(total / max(positions, 1.0))

    @abstractmethod
    def _learn(self, games: Sequence[GameSums], first_pass: bool, last_pass: bool) -> None:
        """Learns from the sums of a mini-batch."""
