"""Labels against a hash computed here, from the paper's Algorithm 1, and the numbering of kinds."""

import numpy as np
import pytest

from cfggo.go.points import BLACK, EMPTY, WHITE
from cfggo.graph.labels import (
    CONST_4_LIBERTIES,
    INITIAL_LABEL,
    KIND_OF_CHAIN,
    KIND_OF_EMPTY,
    N_VERTEX_KINDS,
    VERTEX_KINDS,
    Kind,
    kind_of,
    labelling,
    mix32,
    neighbourhood_hash,
    rotate32,
)


def algorithm_1(own: int, neighbours: list[int], liberties: int) -> int:
    """Computes with products and remainders instead of shifts and masks."""
    a = 2 * own % 2**32 + own // 2**31
    a = (a + (CONST_4_LIBERTIES if liberties >= 4 else sum(neighbours))) % 2**32
    a = a * (2**15 + 1) % 2**32
    a ^= a // 2**10
    a = a * (2**3 + 1) % 2**32
    a ^= a // 2**6
    a = a * (2**11 + 1) % 2**32
    return a ^ a // 2**16


@pytest.mark.parametrize("seed", range(20))
def test_neighbourhood_hash_is_algorithm_1(seed: int) -> None:
    rng = np.random.default_rng(seed)
    own, *neighbours = (int(x) for x in rng.integers(0, 2**32, size=1 + seed % 7))
    for liberties in range(6):
        expected = algorithm_1(own, neighbours, liberties)
        assert neighbourhood_hash(own, neighbours, liberties) == expected


def test_the_parts_of_the_hash() -> None:
    assert rotate32(0x80000001) == 3
    assert mix32(0) == 0
    # By hand: 0x8001, 0x8021, 0x48129, 0x4932D, 0x249DFB2D, and the last xor.
    assert mix32(1) == 0x249DDFB0


def test_from_four_liberties_on_only_the_colour_counts() -> None:
    for colour in (EMPTY, BLACK, WHITE):
        many = {kind_of(colour, 0, 0, liberties) for liberties in range(4, 9)}
        assert many == {Kind(colour, 0, 0, 4)}
    assert kind_of(BLACK, 0, 3, 7) == kind_of(BLACK, 0, 0, 4)
    assert kind_of(BLACK, 0, 3, 3) != kind_of(BLACK, 0, 2, 3)
    label = INITIAL_LABEL[BLACK]
    assert kind_of(BLACK, 0, 5, 9).hash32 == algorithm_1(label, [], liberties=4)


def test_a_kinds_hash_adds_the_initial_labels_around() -> None:
    kind = kind_of(EMPTY, black=1, white=2, empty=1)
    around = [INITIAL_LABEL[colour] for colour in (BLACK, WHITE, WHITE, EMPTY)]
    assert kind.hash32 == algorithm_1(INITIAL_LABEL[EMPTY], around, liberties=1)


def test_chains_have_no_neighbours_of_their_own_colour() -> None:
    with pytest.raises(ValueError, match="own colour"):
        kind_of(BLACK, black=1, white=0, empty=2)
    with pytest.raises(ValueError, match="own colour"):
        kind_of(WHITE, black=0, white=1, empty=1)


def test_kinds_are_numbered_empty_points_first() -> None:
    colours = [kind.colour for kind in VERTEX_KINDS]
    assert colours[:35] == [EMPTY] * 35
    assert sorted(colours[35:]) == [BLACK] * 40 + [WHITE] * 40
    assert len(set(VERTEX_KINDS)) == N_VERTEX_KINDS
    assert VERTEX_KINDS[KIND_OF_EMPTY[1, 2, 0]] == Kind(EMPTY, 1, 2, 0)
    assert VERTEX_KINDS[KIND_OF_CHAIN[WHITE, 2, 3]] == Kind(WHITE, 3, 0, 2)
    assert VERTEX_KINDS[KIND_OF_CHAIN[BLACK, 4, 3]] == Kind(BLACK, 0, 0, 4)


@pytest.mark.parametrize("name", ["exact", "hash8"])
def test_exchanged_colours_have_the_same_label_for_the_other_side(name: str) -> None:
    names = labelling(name)
    for index, kind in enumerate(VERTEX_KINDS):
        swapped = VERTEX_KINDS.index(kind.swapped)
        assert names.label_of[WHITE, swapped] == names.label_of[BLACK, index]


def test_exact_labels_tell_all_kinds_apart_and_hash8_is_the_hashs_low_byte() -> None:
    exact, hash8 = labelling("exact"), labelling("hash8")
    assert exact.n_labels == N_VERTEX_KINDS == len(set(exact.label_of[BLACK].tolist()))
    for index, kind in enumerate(VERTEX_KINDS):
        assert hash8.value_of[hash8.label_of[BLACK, index]] == kind.hash32 & 0xFF
    assert hash8.n_labels <= 128


def test_an_unknown_labelling_is_named() -> None:
    with pytest.raises(ValueError, match="hash9"):
        labelling("hash9")
