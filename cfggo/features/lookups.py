"""How kernels look for the learnt features of a move that have keys, and append them to a list.

A view (`cfggo.features.tree`) holds what that takes.  The words are those of
`cfggo.features.catalogue`.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.features.key_table import find_key
from cfggo.go.random import mix64

FILTER_BITS = 22
"""Bits of a key that index the filter, a bit set of half a megabyte.  Of the keys that are looked
up and not learnt it rules out six of seven where 600,000 are learnt, from a nearer cache than the
table's."""

MAX_SITUATION_KINDS = 64
"""Kinds of situations that there is room for."""

_ONE = np.uint64(1)

_SITUATION_KEYS = np.random.Generator(np.random.PCG64(20151231)).integers(
    1, 2**64 - 1, size=MAX_SITUATION_KINDS, dtype=np.uint64
)
"""Random values that make the keys of different kinds of situations differ."""


def key_filter(keys: np.ndarray) -> np.ndarray:
    """Returns the set of the keys' first bits, uint64[2**FILTER_BITS / 64]; keys: uint64[]."""
    is_there = np.zeros(2**FILTER_BITS, dtype=np.bool_)
    is_there[keys >> np.uint64(64 - FILTER_BITS)] = True
    return np.packbits(is_there, bitorder="little").view("<u8").astype(np.uint64)


@jit_inline
def situation_key(kind, value):
    """Returns the key of a number of a kind of situation."""
    return mix64(np.uint64(value) ^ _SITUATION_KEYS[kind])


@jit
def store_situations(view, table):
    """Stores the place of each situation's feature in a view; table: of `key_table`."""
    for kind in range(view.situations.shape[0]):
        for value in range(view.situations.shape[1]):
            place = find_key(table.key, situation_key(kind, value))
            view.situations[kind, value] = place if table[place].key != np.uint64(0) else -1


@jit
def place_of(view, table, key):
    """Returns the place of a learnt feature in the table of a TreeView, or -1.

    In a harvest (`cfggo.features.harvest`) records the key, and treats every feature as learnt, so
    that larger ones are asked for too.
    """
    if view.is_harvest:
        view.asked[view.n_asked] = key
        view.n_asked += 1
        return 0
    bit = key >> np.uint64(64 - FILTER_BITS)
    if (view.filter[bit >> np.uint64(6)] >> (bit & np.uint64(63))) & _ONE == np.uint64(0):
        return -1
    place = find_key(table.key, key)
    return place if table[place].key != np.uint64(0) else -1


@jit_inline
def add_place(view, place, features, n):
    """Appends the learnt feature at a place, unless that is -1; returns the list's new length."""
    if place < 0:
        return n
    features[n] = view.first_key + place
    return n + 1


@jit
def add_situation(view, kind, value, features, n):
    """Appends the feature of a number of a kind of situation; returns the list's new length."""
    if view.is_harvest:
        view.asked[view.n_asked] = situation_key(kind, value)
        view.n_asked += 1
    return add_place(view, np.int64(view.situations[kind, value]), features, n)
