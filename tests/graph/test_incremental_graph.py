"""The graph record: kept up to date move by move, in random games and on diagrams."""

import numpy as np
import pytest

from cfggo.base.jit import jit, jit_allocating
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.paths import path_features
from cfggo.go.board import N_WORDS, has_bit, is_legal, new_board
from cfggo.go.diagram import diagram
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    parse_vertex,
)
from cfggo.go.random import mix64, random_below
from cfggo.go.uniform import choose_uniform_move
from cfggo.graph.incremental_graph import (
    ALL_MATTER,
    GRAPH_DTYPE,
    KIND_WORDS,
    N_COMMON_KINDS,
    build_graph,
    complete_graph,
    play_on_graph,
)
from cfggo.graph.labels import KIND_OF_CHAIN, MANY_LIBERTIES, VERTEX_KINDS, labelling
from cfggo.graph.plain import CommonFateGraph
from tests.bit_sets import members
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram

FILLS_NO_EYE, ANY_LEGAL, WITH_SUICIDE = range(3)

SAME, OTHER_VERTEX, OTHER_ENEMIES, PATHS_CHANGED = range(4)
WHAT = ("", "kind or adjacent kinds", "enemies", "paths changed")


@jit
def random_move(board, style):
    """Returns a random move of that style, now and then a pass."""
    if random_below(board, 50) == 0:
        return PASS
    if style == FILLS_NO_EYE:
        return choose_uniform_move(board)
    for _ in range(200):
        point = np.int64(board.empty[random_below(board, board.n_empty)])
        if is_legal(board, point) or (style == WITH_SUICIDE and point != board.ko):
            return point
    return PASS


@jit
def compare(board, graph, anew):
    """Builds the graph anew and compares; returns a pair, what differs and at which vertex."""
    build_graph(board, anew)
    for point in range(N_POINTS):
        if board.colour[point] > WHITE or board.head[point] != point:
            continue
        same = graph.kind[point] == anew.kind[point]
        for word in range(KIND_WORDS):
            same &= graph.near[point, word] == anew.near[point, word]
        if not same:
            return OTHER_VERTEX, point
        if board.colour[point] != EMPTY:
            same = graph.n_enemies[point] == anew.n_enemies[point]
            for word in range(N_WORDS):
                same &= graph.enemies[point, word] == anew.enemies[point, word]
            if not same:
                return OTHER_ENEMIES, point
    return SAME, PASS


@jit
def note_paths(board, graph, label_of, kind_of, rows, paths, features):
    """Stores a fingerprint of every empty point's path features that matter; uint64[N_POINTS].

    label_of, kind_of: labels of the kinds and the other way; rows: as for `play_on_graph`.
    """
    n_labels = len(label_of)
    for i in range(board.n_empty):
        point = np.int64(board.empty[i])
        n = path_features(board, graph, point, label_of, n_labels, 0, features, 0, True)
        paths[point] = np.uint64(0)
        for j in range(n):
            end = kind_of[features[j] % n_labels]
            middle = kind_of[features[j] // n_labels % n_labels]
            start = kind_of[features[j] // n_labels // n_labels]
            if (rows[start, middle, 0] >> np.uint64(end)) & np.uint64(1) != np.uint64(0):
                paths[point] += mix64(np.uint64(features[j]))


@jit_allocating
def check_games(boards, graphs, label_of, kind_of, rows, n_games, style):
    """Plays random games; returns what differs, where, in which game and after how many moves, and
    after how many moves a chain had to wait."""
    board = boards[0]
    graph = graphs[0]
    size = board.size
    features = np.empty(MAX_FEATURES, dtype=np.int32)
    paths = np.zeros((2, N_POINTS), dtype=np.uint64)
    n_waited = 0
    for game in range(n_games):
        boards[0] = boards[1]
        board.random = mix64(np.uint64(1000 * style + game))
        build_graph(board, graph)
        note_paths(board, graph, label_of, kind_of, rows, paths[0], features)
        for move in range(5 * size * size // 2):
            for word in range(N_WORDS):
                graph.changed[0, word] = np.uint64(0)
            play_on_graph(board, graph, random_move(board, style), rows)
            for word in range(N_WORDS):
                if graph.waiting[0, word] != np.uint64(0):
                    n_waited += 1
                    break
            graphs[2] = graph
            complete_graph(board, graphs[2])
            what, where = compare(board, graphs[2], graphs[1])
            if what != SAME:
                return what, where, game, move + 1, n_waited
            note_paths(board, graph, label_of, kind_of, rows, paths[1], features)
            for point in range(N_POINTS):
                changed = has_bit(graph.changed, 0, point)
                is_empty = board.colour[point] == EMPTY
                if is_empty and not changed and paths[0, point] != paths[1, point]:
                    return PATHS_CHANGED, point, game, move + 1, n_waited
                paths[0, point] = paths[1, point]
    return SAME, PASS, n_games, 0, n_waited


def test_the_common_kinds_are_the_same_for_both_colours() -> None:
    common = VERTEX_KINDS[:N_COMMON_KINDS]
    assert {kind.swapped for kind in common} == set(common)


@pytest.mark.parametrize(("size", "n_games"), [(9, 450), (13, 160), (19, 60)])
@pytest.mark.parametrize("style", [FILLS_NO_EYE, ANY_LEGAL, WITH_SUICIDE])
def test_after_every_move_of_2_000_games_the_record_is_the_one_made_anew(
    size: int, n_games: int, style: int
) -> None:
    """Every move is compared, so that the games on large boards are most of the work."""
    boards = np.concatenate([new_board(size), new_board(size)])
    graphs = np.zeros(3, dtype=GRAPH_DTYPE)
    label_of = labelling("exact").label_of[BLACK]
    kind_of = np.argsort(label_of)
    # Sometimes all paths matter; sometimes few, and none over chains of many liberties, which then
    # have to wait.
    few = np.random.default_rng(size).integers(0, 2**63, ALL_MATTER.shape, dtype=np.uint64)
    for _ in range(2):
        few &= np.roll(few, 1, axis=1)
    few[:, [int(KIND_OF_CHAIN[colour, MANY_LIBERTIES, 0]) for colour in (BLACK, WHITE)]] = 0
    few[-1] = np.bitwise_or.reduce(few[:-1])
    rows = ALL_MATTER if style == FILLS_NO_EYE else few & ALL_MATTER
    what, where, game, move, n_waited = check_games(
        boards, graphs, label_of, kind_of, rows, n_games, style
    )
    place = f"{WHAT[what]} at {format_vertex(where)}, game {game}, move {move}"
    assert what == SAME, f"{place}\n{diagram(boards[0])}"
    assert (n_waited > n_games) == (style != FILLS_NO_EYE)


def built(boards: np.ndarray) -> np.void:
    """Returns the graph record of a board, made anew."""
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(boards[0], graphs[0])
    return graphs[0]


def near_kinds(board: np.void, graph: np.void) -> dict[int, set[int]]:
    """Returns the set of adjacent kinds of every vertex."""
    return {vertex: members(graph["near"][vertex]) for vertex in CommonFateGraph(board).colours}


@pytest.mark.parametrize("size", [2, 5, 9, 13, 19])
@pytest.mark.parametrize("seed", range(6))
def test_the_record_says_what_the_plain_graph_says(
    size: int, seed: int, random_board: RandomBoard
) -> None:
    boards = random_board(size, seed)
    graph, plain = built(boards), CommonFateGraph(boards[0])
    kinds = plain.kinds()
    assert {vertex: graph["kind"][vertex] for vertex in kinds} == kinds
    assert near_kinds(boards[0], graph) == {
        vertex: {kinds[near] for near in adjacent} for vertex, adjacent in plain.neighbours.items()
    }
    for vertex, colour in plain.colours.items():
        if colour != EMPTY:
            enemies = {near for near in plain.neighbours[vertex] if plain.colours[near] != EMPTY}
            assert members(graph["enemies"][vertex]) == enemies
            assert graph["n_enemies"][vertex] == len(enemies)


@pytest.mark.parametrize("name", ["exact", "hash8"])
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
@pytest.mark.parametrize("size", [5, 9, 19])
def test_path_features_are_the_plain_graphs_paths(
    name: str, to_play: int, size: int, random_board: RandomBoard
) -> None:
    names = labelling(name)
    n = names.n_labels
    found = np.zeros(MAX_FEATURES, dtype=np.int32)
    for seed in range(4):
        boards = random_board(size, seed)
        graph = built(boards)
        plain = CommonFateGraph(boards[0] if to_play == BLACK else swapped(boards[0]))
        labels = plain.kinds()
        if name == "hash8":
            labels = {vertex: label & 0xFF for vertex, label in plain.hash_labels().items()}
        for point in boards[0]["empty"][: boards[0]["n_empty"]].tolist():
            n_found = path_features(
                boards[0], graph, point, names.label_of[to_play], n, 1000, found, 3
            )
            numbers = (found[3:n_found] - 1000).tolist()
            assert len(set(numbers)) == len(numbers)
            triples = {
                tuple(int(names.value_of[i]) for i in (f // n // n, f // n % n, f % n))
                for f in numbers
            }
            assert triples == plain.paths(point, labels), format_vertex(point)


def swapped(board: np.void) -> np.void:
    """Returns a copy of a board with the colours of all stones exchanged."""
    copy = board.copy()
    colour = copy["colour"]
    colour[(colour == BLACK) | (colour == WHITE)] ^= 3
    return copy


def test_a_capture_changes_the_paths_around_it_only() -> None:
    boards = board_from_diagram("""
        . . . . . . . . .
        . . . . . . . . .
        . . X X . . . . .
        . X O O . . . . .
        . . X X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    graph = built(boards)
    graph["changed"] = 0
    play_on_graph(boards[0], graph, parse_vertex("E6", 9), ALL_MATTER)
    assert {format_vertex(p) for p in boards[0]["removed"][:2].tolist()} == {"C6", "D6"}
    changed = members(graph["changed"][0])
    assert {parse_vertex(name, 9) for name in ("C6", "D6", "F6", "E5", "E7")} <= changed
    assert parse_vertex("H1", 9) not in changed


def test_a_pass_changes_no_paths() -> None:
    boards = board_from_diagram("""
        . . .
        . X .
        . . .
    """)
    graph = built(boards)
    before = graph.copy()
    graph["changed"] = 0
    play_on_graph(boards[0], graph, PASS, ALL_MATTER)
    assert boards[0]["n_passes"] == 1
    assert not graph["changed"].any()
    assert (graph["near"] == before["near"]).all()


def test_a_suicide_makes_the_graph_anew() -> None:
    boards = board_from_diagram(
        """
        . . . X .
        . . . X .
        . . X X .
        X X O O X
        . X . O X
    """,
        to_play=WHITE,
    )
    graph = built(boards)
    play_on_graph(boards[0], graph, parse_vertex("C1", 5), ALL_MATTER)
    assert boards[0]["n_removed"] == 4
    plain = CommonFateGraph(boards[0])
    kinds = plain.kinds()
    assert {vertex: graph["kind"][vertex] for vertex in kinds} == kinds
    empty = {p for p in board_points(5) if boards[0]["colour"][p] == EMPTY}
    assert members(graph["changed"][0]) == empty
