"""What shapes see of a board."""

import numpy as np

from cfggo.features.shapes import N_SEEN, store_seen_colours


def seen_colours(board: np.void) -> np.ndarray:
    """Returns the colours that shapes see, uint8[N_SEEN]."""
    seen = np.zeros(N_SEEN, dtype=np.uint8)
    store_seen_colours(board, seen)
    return seen
