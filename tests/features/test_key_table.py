"""The table of keys, against Python's dictionaries."""

import numpy as np
import pytest

from cfggo.features.key_table import LONGEST_RUN, find_key, key_table, lie_apart


@pytest.mark.parametrize("n", [0, 1, 7, 8, 12, 13, 1000, 3000])
def test_a_table_holds_any_number_of_keys(n: int) -> None:
    random = np.random.default_rng(n)
    keys = np.unique(random.integers(1, 2**63, n, dtype=np.uint64))
    thetas = random.normal(size=n).astype(np.float32)
    table = key_table(keys, thetas)
    assert 3 * len(table) >= 4 * n
    assert len(table) & (len(table) - 1) == 0
    assert np.count_nonzero(table["key"]) == n
    for number, key in enumerate(keys):
        place = table[find_key(table["key"], key)]
        assert tuple(place) == (key, number, thetas[number])
    for key in random.integers(2**63, 2**64 - 1, n + 10, dtype=np.uint64):
        assert table[find_key(table["key"], key)]["key"] == 0


def run_in(keys: np.ndarray) -> int:
    """Returns how many places in a row are filled at most."""
    ends = np.flatnonzero(np.append(key_table(keys)["key"], 0) == 0)
    return int(np.diff(ends, prepend=-1).max()) - 1


def test_hashes_lie_apart() -> None:
    for n in (0, 195_000, 200_000):
        keys = np.unique(np.random.default_rng(1).integers(1, 2**64, n, dtype=np.uint64))
        assert lie_apart(keys)
        assert run_in(keys) < 300


def test_keys_that_are_no_hashes_lie_together() -> None:
    """They all belong to the same place, or each to that behind the one before."""
    numbers = np.arange(1, LONGEST_RUN + 2, dtype=np.uint64)
    for keys in (numbers, numbers << np.uint64(32) | numbers):
        assert run_in(keys) == LONGEST_RUN + 1
        assert not lie_apart(keys)
        assert lie_apart(keys[1:])
