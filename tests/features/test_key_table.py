"""The table of keys, against Python's dictionaries."""

import numpy as np
import pytest

from cfggo.features.key_table import find_key, key_table, longest_run


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


def test_hashes_lie_apart() -> None:
    for n in (195_000, 200_000):
        keys = np.unique(np.random.default_rng(1).integers(1, 2**64, n, dtype=np.uint64))
        table = key_table(keys)
        ends = np.flatnonzero(np.append(table["key"], 0) == 0)
        assert longest_run(keys) == np.diff(ends, prepend=-1).max() - 1 < 300
    assert longest_run(np.zeros(0, dtype=np.uint64)) == 0


def test_keys_that_are_no_hashes_lie_together() -> None:
    high = np.arange(1, 3001, dtype=np.uint64)
    assert longest_run(high << np.uint64(32) | high) == 3000
