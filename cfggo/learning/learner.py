"""The common part of all learning methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np

from cfggo.learning.sums import GameSums


class Learner(ABC):
    """A method of learning.  Its whole state is in its arrays."""

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
        """All arrays by name, for a learner that is to go on from here."""
        return dict(self._arrays)

    def go_on_from(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Takes the arrays of a learner of the same method and the same slots."""
        for name, own in self._arrays.items():
            own[:] = arrays[name]

    def add(self, games: Sequence[GameSums], first_pass: bool = False) -> None:
        """Learns from the sums of a mini-batch, made with the present weights."""
        for game in games:
            self._arrays["log_likelihood"] += game.log_likelihood, game.positions
        self._learn(games, first_pass)

    def end_pass(self, last: bool) -> float:
        """Ends a pass over all games; returns its mean log-likelihood.

        It is that of each game before it was learnt from.
        """
        total, positions = self._arrays["log_likelihood"]
        self._arrays["log_likelihood"][:] = 0.0
        return float(total / max(positions, 1.0))

    @abstractmethod
    def _learn(self, games: Sequence[GameSums], first_pass: bool) -> None:
        """Learns from the sums of a mini-batch."""
