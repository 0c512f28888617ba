"""Boosted trees that mend the tree policy's probabilities by what a search has seen: their file.

A tree policy knows the board and not who is in danger.  A search that has visited a node often
knows: who owns which points at the end of its playouts, which moves win, how far playouts differ.
Trees that decide by these numbers, and by those of the board, say how much likelier each move is
than the tree policy holds it (`cfggo.search.informed_prior`).

A file is an archive (`cfggo.base.array_archive`) with `about`, how they were learnt, for people, in
its header, and the arrays of `cfggo.models.bradley_terry.boosted_trees`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    check_names,
    read_archive,
    write_valid_archive,
)
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.models.bradley_terry.boosted_trees import (
    ARRAYS,
    BoostedTrees,
    arrays_of,
    validated_trees,
)

FORMAT = ArchiveFormat("cfggo informed trees", 1, "file of informed trees")

OF_NODE = (
    "visits of the node, as a power of 2",
    "win rate",
    "lead",
    "deviation of the lead",
    "largest share of the visits",
)
OF_CHILD = (
    "share of the visits",
    "win rate above the node's",
    "lead above the node's",
    "win rate by RAVE above the node's",
)
OF_OWNERS = (
    "owner",
    "owners within 2",
    "doubt within 2",
    "doubt within 3",
    "doubt within 4",
    "own stones lost within 3",
    "enemy stones lost within 3",
    "own stones lost within 4",
    "enemy stones lost within 4",
)
OF_NEIGHBOURS = (
    "owner of an own neighbour",
    "stones lost of an own neighbour",
    "owner of an enemy neighbour",
    "stones lost of an enemy neighbour",
)
OF_CHANGE = (
    "owners within 2 after the move, more",
    "owners within 4 after the move, more",
)
OF_SEARCH = OF_NODE + OF_CHILD + OF_OWNERS + OF_NEIGHBOURS + OF_CHANGE
"""The numbers that a search adds to a move's circumstances, behind those of the board.

All are the mover's: a point that is always his counts 1, one that never is -1.  Doubt is 1 minus
the square, stones lost are stones times the share of playouts at whose end they are the other's.
"""

INFORMED_SIZE = 19
"""The size of the boards that such trees learn from."""

N_INFORMED = N_CIRCUMSTANCES + len(OF_SEARCH)
"""Numbers by which these trees decide."""


def save_informed_trees(path: Path, trees: BoostedTrees, about: dict[str, Any]) -> None:
    """Writes trees to a file; raises CfggoError if that is not possible."""
    write_valid_archive(path, (FORMAT, _validated), {"about": about}, arrays_of(trees))


def load_informed_trees(path: Path) -> BoostedTrees:
    """Returns the trees in a file.

    Raises CfggoError if it can't be read, is damaged or of another kind, or is not valid.
    """
    return read_archive(path, (FORMAT, _validated))


def _validated(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> BoostedTrees:
    check_names("key", traits, ("about",))
    check_names("array", arrays, ARRAYS)
    return validated_trees(arrays, N_INFORMED)
