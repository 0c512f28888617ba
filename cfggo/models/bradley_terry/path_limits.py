"""How much the path weights of one move can add up to in a playout.

Playouts add up weights in whole numbers of 16 bits (`cfggo.models.bradley_terry.playout_tables`),
and tell by the sum that a move is never played: an own eye, or suicide.  So the paths of one move
must not outweigh that.  A move has many paths, but not all of them at once: over each of its
neighbours, to each of that one's neighbours, of which the kind of a vertex says how many there are.
"""

from __future__ import annotations

import numpy as np

from cfggo.features.catalogue import PLAYOUT_PATHS
from cfggo.go.points import BLACK, EMPTY, WHITE
from cfggo.graph.incremental_graph import N_COMMON_KINDS, N_EMPTY_KINDS
from cfggo.graph.labels import MANY_LIBERTIES, MAX_ENEMIES, VERTEX_KINDS, Kind, labelling

LOWEST_IF_SHUT_IN, HIGHEST_IF_SHUT_IN = -127.0, 63.0
"""Between these sums a point that has no empty neighbour, which may be an own eye or suicide, is
still told from other moves, and the sum is in range."""

LOWEST, HIGHEST = -200.0, 200.0
"""Between these sums that of any other point is in range, whatever its 3x3 pattern weighs."""


def fit_playouts(theta: np.ndarray, labelling_name: str) -> bool:
    """Returns whether the sums of a playout policy's path weights are within the limits.

    theta -- float32[n_features]: weights of all features
    """
    names = labelling(labelling_name)
    paths = theta[PLAYOUT_PATHS:].reshape((names.n_labels,) * 3)
    is_shut_in = np.array([kind.empty == 0 for kind in VERTEX_KINDS[:N_EMPTY_KINDS]])
    highest = np.where(is_shut_in, HIGHEST_IF_SHUT_IN, HIGHEST)
    lowest = np.where(is_shut_in, LOWEST_IF_SHUT_IN, LOWEST)
    for colour in (BLACK, WHITE):
        labels = names.label_of[colour].astype(np.intp)
        of_kinds = paths[np.ix_(labels[:N_EMPTY_KINDS], labels, labels)].astype(np.float64)
        if (highest_sums(of_kinds) > highest).any() or (-highest_sums(-of_kinds) < lowest).any():
            return False
    return True


def highest_sums(weights: np.ndarray) -> np.ndarray:
    """Returns the most that the paths from a point of each empty kind can add up to in a playout.

    weights -- float64[N_EMPTY_KINDS, N_VERTEX_KINDS, N_VERTEX_KINDS]: of paths, by the kinds of
               their vertices

    Returns float64[N_EMPTY_KINDS].
    """
    gains = np.maximum(weights[:, :, :N_COMMON_KINDS], 0.0)
    over = np.stack(
        [_sum_of_neighbours(gains[:, middle], kind) for middle, kind in enumerate(VERTEX_KINDS)],
        axis=1,
    )
    starts = enumerate(VERTEX_KINDS[:N_EMPTY_KINDS])
    return np.array([_sum_of_neighbours(over[i], kind) for i, kind in starts])


_COLOURS = np.array([kind.colour for kind in VERTEX_KINDS])


def _sum_of_neighbours(gains: np.ndarray, kind: Kind) -> np.ndarray:
    """Returns the highest sum of the gains of as many kinds as a vertex can have as neighbours.

    gains -- float64[..., n], n kinds from the first one on; the sum is taken over the last axis
    """
    total = np.zeros(gains.shape[:-1])
    if kind.empty < MANY_LIBERTIES:
        counts = {EMPTY: kind.empty, BLACK: kind.black, WHITE: kind.white}
    elif kind.colour == EMPTY:  # the kind says no more, and there are four
        counts = {EMPTY: MANY_LIBERTIES}
    else:  # the kind does not say which, and they may be of all kinds
        return np.asarray(gains.sum(axis=-1))
    for colour, count in counts.items():
        of_colour = gains[..., _COLOURS[: gains.shape[-1]] == colour]
        n = of_colour.shape[-1]
        first = 0 if count >= min(n, MAX_ENEMIES) else n - count
        total += np.partition(of_colour, max(first - 1, 0), axis=-1)[..., first:].sum(axis=-1)
    return total
