"""The plain graph on diagrams."""

import numpy as np

from cfggo.go.board import play
from cfggo.go.points import BLACK, EMPTY, WHITE, parse_vertex
from cfggo.graph.labels import CONST_4_LIBERTIES, INITIAL_LABEL, VERTEX_KINDS, Kind, mix32, rotate32
from cfggo.graph.plain import CommonFateGraph
from tests.diagrams import board_from_diagram

THREE_IN_ATARI = """
    . . . . .
    . . X . .
    . X O O X
    . . X X .
    . . . . .
"""


def vertex(boards: np.ndarray, name: str) -> int:
    """Returns the vertex that a point named in GTP's way belongs to."""
    board = boards[0]
    point = parse_vertex(name, int(board["size"]))
    return point if board["colour"][point] == EMPTY else int(board["head"][point])


def kind_at(boards: np.ndarray, name: str) -> Kind:
    return VERTEX_KINDS[CommonFateGraph(boards[0]).kinds()[vertex(boards, name)]]


def test_a_chain_is_one_vertex() -> None:
    boards = board_from_diagram(THREE_IN_ATARI)
    graph = CommonFateGraph(boards[0])
    chain = vertex(boards, "C3")
    assert chain == vertex(boards, "D3")
    assert graph.colours[chain] == WHITE
    assert len(graph.colours) == 25 - 7 + 5  # empty points; four black chains and a white one
    black = {vertex(boards, name) for name in ("C4", "B3", "C2", "E3")}
    assert graph.neighbours[chain] == black | {vertex(boards, "D4")}
    assert graph.count(chain, BLACK) == 4
    assert graph.count(chain, EMPTY) == 1


def test_an_edge_counts_once_however_many_stones_touch() -> None:
    boards = board_from_diagram(THREE_IN_ATARI)
    graph = CommonFateGraph(boards[0])
    white, below = vertex(boards, "C3"), vertex(boards, "C2")
    assert below == vertex(boards, "D2")  # both of its stones touch the white chain
    assert white in graph.neighbours[below]
    assert graph.count(below, WHITE) == 1
    assert kind_at(boards, "C2").empty == 4  # five liberties: B2, C1, D1, E2 and no more counted


def test_neighbours_are_mutual_and_never_of_one_stone_colour() -> None:
    boards = board_from_diagram(THREE_IN_ATARI)
    graph = CommonFateGraph(boards[0])
    for here, adjacent in graph.neighbours.items():
        for near in adjacent:
            assert here in graph.neighbours[near]
            assert graph.colours[near] == EMPTY or graph.colours[near] != graph.colours[here]


def test_an_empty_point_touched_twice_by_a_chain_has_one_such_neighbour() -> None:
    boards = board_from_diagram("""
        . . .
        X . .
        X X .
    """)
    assert kind_at(boards, "B2") == Kind(EMPTY, black=1, white=0, empty=2)
    assert kind_at(boards, "C1") == Kind(EMPTY, black=1, white=0, empty=1)


def test_a_move_that_joins_chains_makes_one_vertex_of_them() -> None:
    boards = board_from_diagram("""
        . . . . .
        . O O O .
        . X . X .
        . O O O .
        . . . . .
    """)
    before = CommonFateGraph(boards[0])
    assert kind_at(boards, "C3") == Kind(EMPTY, black=2, white=2, empty=0)
    play(boards[0], parse_vertex("C3", 5))
    after = CommonFateGraph(boards[0])
    assert len(after.colours) == len(before.colours) - 2
    assert kind_at(boards, "C3") == Kind(BLACK, black=0, white=2, empty=2)
    assert after.count(vertex(boards, "C4"), BLACK) == 1


def test_an_atari_changes_the_label_of_the_chain() -> None:
    boards = board_from_diagram("""
        . X .
        X O .
        . . .
    """)
    assert kind_at(boards, "B2") == Kind(WHITE, black=2, white=0, empty=2)
    play(boards[0], parse_vertex("B1", 3))
    assert kind_at(boards, "B2") == Kind(WHITE, black=3, white=0, empty=1)


def test_a_capture_gives_the_points_back() -> None:
    boards = board_from_diagram(THREE_IN_ATARI)
    play(boards[0], parse_vertex("D4", 5))
    graph = CommonFateGraph(boards[0])
    assert graph.colours[vertex(boards, "C3")] == EMPTY
    assert kind_at(boards, "C3") == Kind(EMPTY, black=3, white=0, empty=1)
    assert WHITE not in graph.colours.values()


def test_labels_of_the_hash_by_hand() -> None:
    boards = board_from_diagram("""
        . X .
        X O .
        . . .
    """)
    labels = CommonFateGraph(boards[0]).hash_labels()
    total = 2 * INITIAL_LABEL[BLACK] + 2 * INITIAL_LABEL[EMPTY]
    white = mix32((rotate32(INITIAL_LABEL[WHITE]) + total) % 2**32)
    assert labels[vertex(boards, "B2")] == white
    total = 2 * INITIAL_LABEL[EMPTY] + INITIAL_LABEL[WHITE]
    black = mix32((rotate32(INITIAL_LABEL[BLACK]) + total) % 2**32)
    assert labels[vertex(boards, "B3")] == labels[vertex(boards, "A2")] == black


def test_a_second_iteration_sees_one_step_further() -> None:
    boards = board_from_diagram("""
        . . . . .
        . . . . .
        . . . . .
        . X . . .
        . . . . .
    """)
    graph = CommonFateGraph(boards[0])
    once, twice = graph.hash_labels(1), graph.hash_labels(2)
    corner, far_corner = vertex(boards, "A1"), vertex(boards, "E5")
    assert once[corner] == once[far_corner]
    assert twice[corner] != twice[far_corner]
    stone = vertex(boards, "B2")
    assert once[stone] == mix32((rotate32(INITIAL_LABEL[BLACK]) + CONST_4_LIBERTIES) % 2**32)


def test_paths_are_the_triples_of_all_walks() -> None:
    boards = board_from_diagram("""
        X . .
        . O .
        . . .
    """)
    graph = CommonFateGraph(boards[0])
    names = {vertex(boards, name): name for name in ("A3", "A2", "A1", "B2", "B1", "B3", "C2")}
    paths = graph.paths(vertex(boards, "A2"), {v: names.get(v, "?") for v in graph.colours})
    assert paths == {
        ("A2", "A3", "A2"),
        ("A2", "A3", "B3"),
        ("A2", "A1", "A2"),
        ("A2", "A1", "B1"),
        ("A2", "B2", "A2"),
        ("A2", "B2", "B1"),
        ("A2", "B2", "B3"),
        ("A2", "B2", "C2"),
    }


def test_paths_that_many_walks_have_count_once() -> None:
    boards = board_from_diagram("""
        . . .
        . . .
        . . .
    """)
    graph = CommonFateGraph(boards[0])
    kinds = graph.kinds()
    centre, side, corner = (kinds[vertex(boards, name)] for name in ("B2", "B1", "A1"))
    assert graph.paths(vertex(boards, "B2"), kinds) == {
        (centre, side, centre),
        (centre, side, corner),
    }
