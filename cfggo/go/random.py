"""The random generator whose state lives in the board record.

With the state in the record, copying a position copies its future too, and a seed fixes a game.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit_inline

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_S12, _S25, _S27, _S32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S30, _S31 = np.uint64(30), np.uint64(31)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@jit_inline
def mix64(x):
    """Returns a well-mixed uint64, never zero, made from any uint64 (splitmix64)."""
    z = x + _GOLDEN
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    z = z ^ (z >> _S31)
    return z if z != np.uint64(0) else _GOLDEN


@jit_inline
def next_random32(board):
    """Advances `board.random` (xorshift64*, never zero) and returns 32 random bits as a uint64."""
    x = board.random
    x ^= x >> _S12
    x ^= x << _S25
    x ^= x >> _S27
    board.random = x
    return (x * _MULTIPLIER) >> _S32


@jit_inline
def random_below(board, n):
    """Returns a random int64 in 0..n-1, for 0 < n < 2**31."""
    return np.int64((next_random32(board) * np.uint64(n)) >> _S32)
