"""A territory field: its parameters, the file that holds them, and what it says of a position.

A file is an archive (`cfggo.base.array_archive`).  Its header has `form`, one of `features.FORMS`,
and `about`, how it was learnt, for people; its arrays are

    edges  float64[n_edge_terms]  energy that a feature of an edge adds if its ends differ
    nodes  float64[N_NODE_TERMS]  energy that a feature of a node saves if it is Black's
    games  uint32[]               first four bytes of the digests of the games, ascending
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_names,
    check_origin,
    check_range,
    read_archive,
    write_valid_archive,
)
from cfggo.go.points import BLACK, N_POINTS
from cfggo.models.territory.elimination import best_labels, marginals
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, Form, Seen, n_edge_terms, see
from cfggo.models.territory.regions import STONE, BlockGraph, group_of_blocks, merged_edges

FORMAT = ArchiveFormat("cfggo territory field", 1, "territory field")

MOST_PARAMETER = 1e4
"""Largest parameter that a file may hold."""


@dataclass(frozen=True)
class Territory:
    """A territory field.

    Public attributes:
      form_name -- str, a key of `features.FORMS`
      edges     -- float64[n_edge_terms]: see the module's text
      nodes     -- float64[N_NODE_TERMS]
      games     -- uint32[], ascending: the first four bytes of the digests of the games learnt from
      about     -- dict: how it was learnt, for people
    """

    form_name: str
    edges: np.ndarray
    nodes: np.ndarray
    games: np.ndarray
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def form(self) -> Form:
        """The form of the field, which says what features it has."""
        return FORMS[self.form_name]

    def owners(self, board: np.void, ownership: np.ndarray | None = None) -> np.ndarray:
        """Returns who will own each point, float32[N_POINTS]: +1 for Black to -1 for White.

        Of a field with node features it is the expectation; the paper's models have no other
        opinion than the best labelling of the group graph, +1 or -1.  An empty board is nobody's.
        Where the graph is too wide for inference (`elimination.MOST_WIDTH`), as with single stones
        all over a large board, the owners are those of the playouts, or nobody without any.

        board     -- one element of a board array
        ownership -- float[N_POINTS] of playouts; needed if the form has playouts

        Raises ValueError if the form needs playouts and has none.
        """
        seen = see(board, self.form, ownership)
        of_blocks = self._owners_of_blocks(seen)
        if of_blocks is not None:
            return of_points(seen.graph, of_blocks)
        unknown = np.zeros(N_POINTS) if ownership is None else ownership
        return np.asarray(unknown, dtype=np.float32)

    def _owners_of_blocks(self, seen: Seen) -> np.ndarray | None:
        """Returns who will own each block, float64[n]; None if the graph is too wide."""
        graph = seen.graph
        n = len(graph.kind)
        if not (graph.kind == STONE).any():
            return np.zeros(n)
        weights, lean = self.energies(seen)
        if not self.form.extended:
            return _best_of_groups(seen, weights)
        found = marginals(n, graph.edges, weights, lean)
        return None if found is None else 2.0 * found[2] - 1.0

    def energies(self, seen: Seen) -> tuple[np.ndarray, np.ndarray]:
        """Returns the weights of edges, float64[m], and the leans of nodes, float64[n]."""
        return seen.edges @ self.edges, seen.nodes @ self.nodes


def of_points(graph: BlockGraph, of_blocks: np.ndarray) -> np.ndarray:
    """Returns the owners of points, float32[N_POINTS], by those of their blocks, float64[n]."""
    owners = np.zeros(N_POINTS, dtype=np.float32)
    on_board = graph.node_of >= 0
    owners[on_board] = of_blocks[graph.node_of[on_board]]
    return owners


def _best_of_groups(seen: Seen, weights: np.ndarray) -> np.ndarray | None:
    """Returns the best labelling of the group graph, +1 or -1 for each block, float64[n].

    It or its complement: the one in which more stones are alive.  None if the graph is too wide.
    """
    graph = seen.graph
    group = group_of_blocks(graph)
    n_groups = int(group.max()) + 1
    found = best_labels(n_groups, *merged_edges(graph.edges, weights, group))
    if found is None:
        return None
    black = found[1][group]
    stones = graph.kind == STONE
    points = graph.counts.sum(axis=1)[stones]
    alive = black[stones] == (graph.colour[stones] == BLACK)
    if 2 * points[alive].sum() < points.sum():
        black = ~black
    return np.where(black, 1.0, -1.0)


def save_territory(path: Path, model: Territory) -> None:
    """Writes a field's file; on return it is on the disk, in place of any older one.

    Raises CfggoError if it can't be written, or if it is not valid.
    """
    arrays = {"edges": model.edges, "nodes": model.nodes, "games": model.games}
    traits = {"form": model.form_name, "about": model.about}
    write_valid_archive(path, (FORMAT, validated_territory), traits, arrays)


def load_territory(path: Path) -> Territory:
    """Returns the field in a file.

    Raises CfggoError if the file can't be read, is damaged, is of another format or version, or if
    its content is not valid.
    """
    return read_archive(path, (FORMAT, validated_territory))


def validated_territory(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Territory:
    """Returns the field of a file's traits and arrays; raises InvalidContent if they make none."""
    check_names("trait", traits, ("form", "about"))
    name = traits["form"]
    if not isinstance(name, str) or name not in FORMS:
        raise InvalidContent(f"form: not one of {', '.join(FORMS)}")
    check_names("array", arrays, ("edges", "nodes", "games"))
    check_array("edges", arrays["edges"], np.float64, (n_edge_terms(FORMS[name]),))
    check_array("nodes", arrays["nodes"], np.float64, (N_NODE_TERMS,))
    check_origin(traits["about"], games=arrays["games"])
    for key in ("edges", "nodes"):
        check_range(key, arrays[key], -MOST_PARAMETER, MOST_PARAMETER)
    return Territory(name, arrays["edges"], arrays["nodes"], arrays["games"], traits["about"])
