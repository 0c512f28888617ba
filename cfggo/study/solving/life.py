"""Unconditional life: chains that can't be captured though their owner never plays (Benson 1976).

A region is a connected set of points without stones of the colour.  It is *vital* to a chain if all
of its empty points are liberties of the chain.  Chains with fewer than two vital regions are
dropped, then regions next to a dropped chain, and so on; the chains that are left live.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.board import has_bit
from cfggo.go.points import EMPTY, N_POINTS, NEIGHBOURS, OFF_BOARD

_MAX_PAIRS = 4 * N_POINTS


class LifeBuffers(NamedTuple):
    """Scratch of `has_living_target`.

    region  -- int16[N_POINTS]: which region a point is in, -1 for none
    members -- int16[N_POINTS]: the points of the regions, one region after another
    counts  -- int16[N_POINTS]: by head of a chain, its liberties in a region, or its vital regions
    dropped -- bool[N_POINTS]: by head, chains that do not live for sure
    closed  -- bool[N_POINTS]: by region, whether it can be an eye
    pairs   -- int16[_MAX_PAIRS, 3]: region, head of a chain next to it, whether it is vital to it
    """

    region: np.ndarray
    members: np.ndarray
    counts: np.ndarray
    dropped: np.ndarray
    closed: np.ndarray
    pairs: np.ndarray


def new_life_buffers() -> LifeBuffers:
    """Returns buffers for `has_living_target`."""
    return LifeBuffers(
        np.zeros(N_POINTS, dtype=np.int16),
        np.zeros(N_POINTS, dtype=np.int16),
        np.zeros(N_POINTS, dtype=np.int16),
        np.zeros(N_POINTS, dtype=np.bool_),
        np.zeros(N_POINTS, dtype=np.bool_),
        np.zeros((_MAX_PAIRS, 3), dtype=np.int16),
    )


@jit
def has_living_target(board, colour, points, playable, targets, buffers):
    """Tells whether a chain on one of the targets lives unconditionally.

    Only regions within the playable points count.

    colour   -- of the targets
    points   -- int64[:], the playable points
    playable, targets -- bool[N_POINTS]
    buffers  -- LifeBuffers
    """
    n_pairs = _find_regions(board, colour, points, playable, buffers)
    if n_pairs < 2:
        return False
    pairs, counts, dropped, closed = buffers.pairs, buffers.counts, buffers.dropped, buffers.closed
    has_changed = True
    while has_changed:
        has_changed = False
        for i in range(n_pairs):
            counts[pairs[i, 1]] = 0
        for i in range(n_pairs):
            if closed[pairs[i, 0]] and pairs[i, 2] == 1:
                counts[pairs[i, 1]] += 1
        for i in range(n_pairs):
            head = pairs[i, 1]
            if counts[head] < 2:
                dropped[head] = True
            if dropped[head] and closed[pairs[i, 0]]:
                closed[pairs[i, 0]] = False
                has_changed = True
    for i in range(n_pairs):
        if closed[pairs[i, 0]] and not dropped[pairs[i, 1]]:
            head = np.int64(pairs[i, 1])
            stone = head
            while True:
                if targets[stone]:
                    return True
                stone = np.int64(board.next[stone])
                if stone == head:
                    break
    return False


@jit
def _find_regions(board, colour, points, playable, buffers):
    """Finds the regions without stones of a colour; returns how many pairs of a region and a chain
    next to it there are.
    """
    region, members, counts, pairs = buffers.region, buffers.members, buffers.counts, buffers.pairs
    for point in points:
        region[point] = -1
    n_regions = 0
    n_pairs = 0
    end = 0
    for first in points:
        if board.colour[first] == colour or region[first] >= 0:
            continue
        start = end
        region[first] = n_regions
        members[end] = first
        end += 1
        done = start
        is_closed = True
        n_empty = 0
        first_pair = n_pairs
        while done < end:
            point = np.int64(members[done])
            done += 1
            is_empty = board.colour[point] == EMPTY
            n_empty += is_empty
            for offset in NEIGHBOURS:
                near = point + offset
                near_colour = board.colour[near]
                if near_colour == OFF_BOARD:
                    continue
                if near_colour == colour:
                    head = np.int64(board.head[near])
                    i = first_pair
                    while i < n_pairs and pairs[i, 1] != head:
                        i += 1
                    if i == n_pairs and n_pairs < _MAX_PAIRS:
                        pairs[i, 0] = n_regions
                        pairs[i, 1] = head
                        counts[head] = 0
                        buffers.dropped[head] = False
                        n_pairs += 1
                elif not playable[near]:
                    is_closed = False
                elif region[near] < 0:
                    region[near] = n_regions
                    members[end] = near
                    end += 1
        buffers.closed[n_regions] = is_closed
        for i in range(start, end):
            if board.colour[members[i]] == EMPTY:
                for j in range(first_pair, n_pairs):
                    counts[pairs[j, 1]] += has_bit(
                        board.liberties, np.int64(pairs[j, 1]), np.int64(members[i])
                    )
        for j in range(first_pair, n_pairs):
            pairs[j, 2] = counts[pairs[j, 1]] == n_empty
        n_regions += 1
    return n_pairs
