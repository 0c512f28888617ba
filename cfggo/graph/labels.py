"""Vertex labels: what one iteration of the neighbourhood hash can tell apart.

After one iteration (main paper, Algorithm 1) a label depends only on the vertex's colour and on how
many black chains, white chains and empty points are adjacent to it; from four liberties on it
depends on the colour alone.  So few *kinds* of vertices exist that they are numbered here, once,
without collisions: 35 of empty points and 40 of the chains of each colour.

A *labelling* says which kinds share a label, seen by the side to move:

- `exact`: every kind has a label of its own;
- `hash8`: the low 8 bits of the paper's hash, collisions included.

So no label is computed while searching: `cfggo.graph.incremental_graph` keeps the kind of each
vertex, and `cfggo.features.paths` looks its label up in `Labelling.label_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from cfggo.go.points import BLACK, EMPTY, WHITE

MANY_LIBERTIES = 4
"""From this many liberties on, a label depends on the colour alone."""

MAX_ENEMIES = 12
"""Adjacent enemy chains of a chain with fewer than four liberties are counted up to this many."""

INITIAL_LABEL = {EMPTY: 0x0B5297A4, BLACK: 0x5F3AC1D6, WHITE: 0x9C84E62B}
"""Random but fixed values that stand for the colours before the first iteration."""

CONST_4_LIBERTIES = 0x71D3B8E9
"""Stands for the neighbours of a vertex with four or more liberties."""

_MASK = 0xFFFFFFFF


def mix32(a: int) -> int:
    """Returns a 32-bit value mixed into another (main paper, Algorithm 1)."""
    a = (a + (a << 15)) & _MASK
    a ^= a >> 10
    a = (a + (a << 3)) & _MASK
    a ^= a >> 6
    a = (a + (a << 11)) & _MASK
    a ^= a >> 16
    return a


def rotate32(a: int) -> int:
    """Returns a 32-bit value rotated left by one bit."""
    return ((a << 1) | (a >> 31)) & _MASK


def neighbourhood_hash(label: int, neighbour_labels: list[int], liberties: int) -> int:
    """Returns a vertex's label after one more iteration (main paper, Algorithm 1), 32 bits.

    `neighbour_labels` holds one label for each adjacent vertex, `liberties` counts the empty ones.
    """
    if liberties >= MANY_LIBERTIES:
        return mix32((rotate32(label) + CONST_4_LIBERTIES) & _MASK)
    return mix32((rotate32(label) + sum(neighbour_labels)) & _MASK)


@dataclass(frozen=True, order=True)
class Kind:
    """The facts that decide a vertex's label: its colour and its numbers of adjacent vertices."""

    colour: int
    black: int
    white: int
    empty: int

    @property
    def swapped(self) -> Kind:
        """The kind with the colours of all stones exchanged."""
        return Kind((EMPTY, WHITE, BLACK)[self.colour], self.white, self.black, self.empty)

    @property
    def hash32(self) -> int:
        """The paper's label of a vertex of this kind, before the low bits are cut off."""
        neighbours = (
            [INITIAL_LABEL[BLACK]] * self.black
            + [INITIAL_LABEL[WHITE]] * self.white
            + [INITIAL_LABEL[EMPTY]] * self.empty
        )
        return neighbourhood_hash(INITIAL_LABEL[self.colour], neighbours, self.empty)


def kind_of(colour: int, black: int, white: int, empty: int) -> Kind:
    """Returns the kind of a vertex with these numbers of adjacent vertices.

    Raises ValueError if a chain is adjacent to chains of its own colour.
    """
    if empty >= MANY_LIBERTIES:
        return Kind(colour, 0, 0, MANY_LIBERTIES)
    if (colour == BLACK and black) or (colour == WHITE and white):
        raise ValueError("a chain has no neighbour of its own colour")
    return Kind(colour, min(black, MAX_ENEMIES), min(white, MAX_ENEMIES), empty)


def _all_kinds() -> tuple[Kind, ...]:
    empties = {
        kind_of(EMPTY, black, white, empty)
        for black in range(5)
        for white in range(5 - black)
        for empty in range(5 - black - white)
    }
    chains = {
        kind_of(colour, *((0, enemies) if colour == BLACK else (enemies, 0)), liberties)
        for colour in (BLACK, WHITE)
        for liberties in range(1, MANY_LIBERTIES + 1)
        for enemies in range(MAX_ENEMIES + 1)
    }

    # The kinds of chains that are common come first: sets of kinds are mostly in their first word.
    def rarity(kind: Kind) -> tuple[int, int, int]:
        return kind.black + kind.white, kind.empty, kind.colour

    return tuple(sorted(empties) + sorted(chains, key=rarity))


VERTEX_KINDS = _all_kinds()
"""All kinds; a vertex's kind is stored as an index into this tuple."""

N_VERTEX_KINDS = len(VERTEX_KINDS)

INDEX_OF_KIND = {kind: index for index, kind in enumerate(VERTEX_KINDS)}


def _kind_tables() -> tuple[np.ndarray, np.ndarray]:
    empties = np.zeros((5, 5, 5), dtype=np.uint8)
    chains = np.zeros((3, MANY_LIBERTIES + 1, MAX_ENEMIES + 1), dtype=np.uint8)
    for black in range(5):
        for white in range(5 - black):
            for empty in range(5 - black - white):
                empties[black, white, empty] = INDEX_OF_KIND[kind_of(EMPTY, black, white, empty)]
    for liberties in range(1, MANY_LIBERTIES + 1):
        for enemies in range(MAX_ENEMIES + 1):
            chains[BLACK, liberties, enemies] = INDEX_OF_KIND[kind_of(BLACK, 0, enemies, liberties)]
            chains[WHITE, liberties, enemies] = INDEX_OF_KIND[kind_of(WHITE, enemies, 0, liberties)]
    return empties, chains


KIND_OF_EMPTY, KIND_OF_CHAIN = _kind_tables()
"""uint8[5, 5, 5]: kind of an empty point by its adjacent black chains, white chains, empty points;
uint8[3, 5, 13]: kind of a chain by colour, liberties (capped), enemy chains (capped)."""


@dataclass(frozen=True)
class Labelling:
    """Which kinds of vertices share a label.

    Public attributes:
        name     -- "exact" or "hash8"
        n_labels -- number of different labels, at most 128
        label_of -- uint8[3, N_VERTEX_KINDS]: label of a kind, by the colour of the side to move
        value_of -- int64[n_labels]: what a label stands for: an index into VERTEX_KINDS, or the
                    low 8 bits of the hash
    """

    name: str
    n_labels: int
    label_of: np.ndarray
    value_of: np.ndarray


LABELLINGS = ("exact", "hash8")


@cache
def labelling(name: str) -> Labelling:
    """Returns the labelling of that name.  Raises ValueError if there is none."""
    if name not in LABELLINGS:
        raise ValueError(f"unknown labelling {name!r}; known are {', '.join(LABELLINGS)}")
    seen_by = {BLACK: VERTEX_KINDS, WHITE: tuple(kind.swapped for kind in VERTEX_KINDS)}
    if name == "exact":
        # The order of labels numbers the features in weight files, so it stays when VERTEX_KINDS is
        # ordered in another way.
        in_order = sorted(VERTEX_KINDS)
        value_of = [INDEX_OF_KIND[kind] for kind in in_order]
        label = {kind: number for number, kind in enumerate(in_order)}
    else:
        value_of = sorted({kind.hash32 & 0xFF for kind in VERTEX_KINDS})
        label = {kind: value_of.index(kind.hash32 & 0xFF) for kind in VERTEX_KINDS}
    label_of = np.zeros((3, N_VERTEX_KINDS), dtype=np.uint8)
    for colour, kinds in seen_by.items():
        label_of[colour] = [label[kind] for kind in kinds]
    return Labelling(name, len(value_of), label_of, np.array(value_of, dtype=np.int64))
