"""Rows of eight hashes, against NumPy."""

import numpy as np

from cfggo.base.jit import jit
from cfggo.features.orientations import add_cells, smallest, smallest_with


@jit
def with_cells(hashes, keys, codes, middle, offsets, first, end):
    add_cells(hashes, keys, codes, middle, offsets, first, end)


@jit
def smallest_of(hashes):
    return smallest(hashes)


@jit
def smallest_of_both(hashes, keys, row):
    return smallest_with(hashes, keys[row])


def random_words(random: np.random.Generator, *shape: int) -> np.ndarray:
    return random.integers(0, 2**64 - 1, shape, dtype=np.uint64, endpoint=True)


def test_cells_are_added_to_all_eight() -> None:
    random = np.random.default_rng(1)
    keys = random_words(random, 30, 4, 8)
    for _ in range(50):
        codes = random.integers(0, 4, 100).astype(np.uint8)
        offsets = random.integers(-40, 40, 30)
        first, end = sorted(random.integers(0, 31, 2).tolist())
        hashes = random_words(random, 8)
        expected = hashes.copy()
        for cell in range(first, end):
            expected ^= keys[cell, codes[50 + offsets[cell]]]
        with_cells(hashes, keys, codes, 50, offsets, first, end)
        assert (hashes == expected).all()


def test_the_smallest_of_eight() -> None:
    """Words from 2**63 on are large, not negative."""
    random = np.random.default_rng(2)
    keys = random_words(random, 3, 8)
    for i in range(100):
        hashes = random_words(random, 8) >> np.uint64(i % 3)
        assert int(smallest_of(hashes)) == int(hashes.min())
        assert int(smallest_of_both(hashes, keys, i % 3)) == int((hashes ^ keys[i % 3]).min())
