"""The table in which kernels look up learnt features by their keys.

It is an open-addressing table of KEY_DTYPE.  A feature's key, its number and its weight stand side
by side, so that looking one up mostly takes one fetch from memory.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_array, check_ascending
from cfggo.base.jit import jit, jit_inline

KEY_DTYPE = np.dtype([("key", np.uint64), ("number", np.int32), ("theta", np.float32)])
"""A place of the table: a key, 0 where the place is free; the number of its feature, counted in the
ascending order of keys; and the feature's weight, 0 in tables made without weights."""

LONGEST_RUN = 1000
"""Places in a row that keys may fill in their table; hundreds of thousands of hashes fill 250."""


@jit_inline
def _first_place(key, mask):
    """Returns the place of a table where a key belongs if it is free; mask: its length - 1."""
    return (key ^ (key >> np.uint64(32))) & mask


@jit
def find_key(keys, key):
    """Returns where a key stands in an open-addressing table, or the free place where it belongs.

    keys: uint64[2**k], 0 where free, such as the keys of KEY_DTYPE[2**k].  The table must not be
    full.
    """
    mask = np.uint64(len(keys) - 1)
    place = _first_place(key, mask)
    while keys[place] != np.uint64(0) and keys[place] != key:
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


def key_table(keys: np.ndarray, thetas: np.ndarray | None = None) -> np.ndarray:
    """Returns the table of some keys, KEY_DTYPE[2**k], at most three quarters full.

    keys -- uint64[n], ascending; thetas -- float32[n], their weights, or None
    """
    table = np.zeros(_capacity(len(keys)), dtype=KEY_DTYPE)
    table["number"] = -1
    _fill_table(table, keys, np.zeros(len(keys), np.float32) if thetas is None else thetas)
    return table


@jit
def _fill_table(table, keys, thetas):
    for number in range(len(keys)):
        place = find_key(table.key, keys[number])
        table[place].key = keys[number]
        table[place].number = number
        table[place].theta = thetas[number]


def _capacity(n_keys: int) -> int:
    capacity = 16
    while 3 * capacity < 4 * n_keys:
        capacity *= 2
    return capacity


def lie_apart(keys: np.ndarray) -> bool:
    """Tells whether keys fill few places in a row in their `key_table`, at most LONGEST_RUN.

    A look-up takes so many steps at worst.  Of keys that are hashes, as they should be, few come
    together.

    keys: uint64[n]
    """
    taken = np.zeros(_capacity(len(keys)), dtype=np.bool_)
    return bool(_lie_apart(keys, taken))


@jit
def _lie_apart(keys, taken):
    """Fills places of a table, bool[2**k]; tells whether few in a row were taken, at most."""
    mask = np.uint64(len(taken) - 1)
    for key in keys:
        place = _first_place(key, mask)
        steps = 0
        while taken[place]:
            place = (place + np.uint64(1)) & mask
            steps += 1
            if steps == LONGEST_RUN:
                return False
        taken[place] = True
    run = 0
    for place in range(len(taken)):
        run = run + 1 if taken[place] else 0
        if run > LONGEST_RUN:
            return False
    return True


def check_keys(name: str, keys: np.ndarray) -> None:
    """Raises InvalidContent unless an array may be the keys of learnt features.

    name -- of the array, for the message
    """
    check_array(name, keys, np.uint64)
    check_ascending(name, keys)
    if len(keys) and keys[0] == 0:
        raise InvalidContent(f"{name}: 0 is no key")
    if not lie_apart(keys):
        raise InvalidContent(f"{name}: too many keys that are alike; they are no hashes")
