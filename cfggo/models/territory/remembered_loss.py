"""A loss that remembers what it came to, so that an optimization can be told it again.

L-BFGS draws no random numbers: told the same losses, it takes the same steps. So a run that goes on
from a checkpoint begins anew, and as far as it got before, nothing has to be computed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Loss = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""Returns the loss and its gradient, float64[P], at parameters, float64[P]."""


class RememberedLoss:
    """The losses by some graphs, in the order in which they were asked for."""

    def __init__(self, n_parameters: int) -> None:
        self._n_parameters = n_parameters
        self._known: list[tuple[np.ndarray, float, np.ndarray]] = []
        self._n_asked = 0

    def of(self, loss: Loss, parameters: np.ndarray) -> tuple[float, np.ndarray]:
        """Returns the loss at parameters, float64[P], and its gradient, float64[P].

        A remembered loss is taken if it is of these very parameters. If it is of others, because
        another version of SciPy asked for it, it is forgotten, and so are those after it.
        """
        if self._n_asked < len(self._known):
            point, value, gradient = self._known[self._n_asked]
            if np.array_equal(point, parameters):
                self._n_asked += 1
                return value, gradient.copy()
            del self._known[self._n_asked :]
        value, gradient = loss(parameters)
        self._known.append((parameters.copy(), value, gradient.copy()))
        self._n_asked += 1
        return value, gradient

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The memory, for a checkpoint: points and gradients, float64[n, P]; values, float64[n]."""
        shape = (len(self._known), self._n_parameters)
        return {
            "points": np.array([point for point, _, _ in self._known]).reshape(shape),
            "values": np.array([value for _, value, _ in self._known], dtype=np.float64),
            "gradients": np.array([gradient for _, _, gradient in self._known]).reshape(shape),
        }

    def go_on_from(self, arrays: dict[str, np.ndarray]) -> None:
        """Takes a memory."""
        points, values, gradients = arrays["points"], arrays["values"], arrays["gradients"]
        self._known = list(zip(points, values.tolist(), gradients, strict=True))
        self._n_asked = 0
