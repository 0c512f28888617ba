"""The common part of all learning methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from cfggo.base.array_archive import check_array, check_names, check_range
from cfggo.learning.sums import GameSums
from cfggo.models.bradley_terry.weights import MAX_THETA

_MAX_SUM = 1e15
"""More than any number of games adds up to; whole numbers up to it are exact."""


class Learner(ABC):
    """A method of learning.  Its whole state is in its arrays."""

    _ranges: ClassVar[dict[str, tuple[float, float]]] = {
        "theta": (-MAX_THETA, MAX_THETA),
        "log_likelihood": (-_MAX_SUM, _MAX_SUM),
    }
    """Lowest and highest value of an array's numbers; other arrays have 0 to _MAX_SUM."""

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
        """Takes the arrays of a learner of the same method and the same slots.

        Raises InvalidContent if they can't be that.
        """
        check_names("array", arrays, self._arrays)
        for name, own in self._arrays.items():
            check_array(name, arrays[name], own.dtype.type, own.shape)
            low, high = self._ranges.get(name, (0.0, _MAX_SUM))
            check_range(name, arrays[name], low, high)
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
