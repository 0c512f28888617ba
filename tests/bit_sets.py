"""Bit sets of the board and of the graph, as Python sets."""

import numpy as np


def members(words: np.ndarray) -> set[int]:
    """Returns the members of a bit set, uint64[:]."""
    numbers = words.tolist()
    return {i for i in range(64 * len(numbers)) if numbers[i // 64] >> (i % 64) & 1}
