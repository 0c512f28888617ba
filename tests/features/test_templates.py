"""Templates: the same keys for what looks the same, by definition and not by the nested hashes."""

import numpy as np
import pytest

from cfggo.base.executor import Threads
from cfggo.features.catalogue import MAX_FEATURES, TREE_PATHS
from cfggo.features.harvest import harvest_keys
from cfggo.features.shapes import SYMMETRIES, shape_distance, transform
from cfggo.features.templates import N_TEMPLATES, TEMPLATE_DISTANCES, WHOLE_BOARD, template_of
from cfggo.features.tree import look_at_position, new_tree_view, tree_features
from cfggo.go.board import is_legal, new_board, place_stone
from cfggo.go.points import BLACK, EMPTY, OFF_BOARD, WHITE, point_from_row_col, row_col_from_point
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.records.replay import game_arrays
from tests.conftest import RandomBoard, RandomRecords

Pattern = frozenset[tuple[tuple[int, int], int]]


def keys_of(boards: np.ndarray, point: int) -> list[int]:
    """Returns the keys of all templates around a move."""
    tree = new_tree_view(("templates",), "", np.zeros(0, dtype=np.uint64), is_harvest=True)
    graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
    look_at_position(boards[0], graph, tree)
    tree_features(boards[0], graph, point, tree, np.zeros(MAX_FEATURES, dtype=np.int32))
    view = tree.views[0]
    return [int(key) for key in view["asked"][: view["n_asked"]]]


def pattern(boards: np.ndarray, point: int, template: int) -> Pattern:
    """Returns what is on a template's points around a move, alike for all that look the same."""
    board = boards[0]
    size = int(board["size"])
    row, col = row_col_from_point(point)
    reach = range(-18, 19)
    cells = []
    for dx in reach:
        for dy in reach:
            inside = 0 <= row + dy < size and 0 <= col + dx < size
            if template == WHOLE_BOARD:
                wanted = True
            else:
                wanted = 0 < shape_distance(dx, dy) <= TEMPLATE_DISTANCES[template]
            if wanted:
                at = point_from_row_col(row + dy, col + dx) if inside else 0
                colour = int(board["colour"][at]) if inside else OFF_BOARD
                if colour in (BLACK, WHITE) and board["to_play"] == WHITE:
                    colour = BLACK + WHITE - colour
                cells.append(((dx, dy), colour))
    turned = [
        sorted((transform(*cell, symmetry), colour) for cell, colour in cells)
        for symmetry in SYMMETRIES
    ]
    return frozenset(min(turned))


@pytest.mark.parametrize("size", [5, 9])
def test_keys_tell_patterns_apart_as_their_definition_does(
    size: int, random_board: RandomBoard
) -> None:
    names: dict[int, Pattern] = {}
    for seed in range(6):
        boards = random_board(size, seed)
        for to_play in (BLACK, WHITE):
            boards["to_play"] = to_play
            board = boards[0]
            for point in board["empty"][: board["n_empty"]].tolist()[:4]:
                keys = keys_of(boards, point)
                assert template_of(np.array(keys, dtype=np.uint64)).tolist() == [*range(9)]
                for template, key in enumerate(keys):
                    assert names.setdefault(key, pattern(boards, point, template)) == pattern(
                        boards, point, template
                    )
    # As many keys as there are patterns of each template: none is that of another one's, too.
    pairs = {(int(key) & 15, name) for key, name in names.items()}
    assert len(pairs) == len(names)


def turned_board(boards: np.ndarray, symmetry: tuple[int, int, int]) -> np.ndarray:
    """Returns a board turned or mirrored, its colours exchanged and the other side to move."""
    size = int(boards[0]["size"])
    result = new_board(size)
    for row in range(size):
        for col in range(size):
            colour = int(boards[0]["colour"][point_from_row_col(row, col)])
            if colour != EMPTY:
                place_stone(result[0], turned_point(row, col, size, symmetry), 3 - colour)
    result["to_play"] = 3 - boards["to_play"]
    return result


def turned_point(row: int, col: int, size: int, symmetry: tuple[int, int, int]) -> int:
    dx, dy = transform(2 * col - size + 1, 2 * row - size + 1, symmetry)
    return point_from_row_col((dy + size - 1) // 2, (dx + size - 1) // 2)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_keys_are_the_same_from_all_sides_and_for_both_colours(
    symmetry: tuple[int, int, int], random_board: RandomBoard
) -> None:
    boards = random_board(9, 4)
    turned = turned_board(boards, symmetry)
    board = boards[0]
    for point in board["empty"][: board["n_empty"]].tolist():
        if is_legal(board, point):
            there = turned_point(*row_col_from_point(point), 9, symmetry)
            assert keys_of(boards, point) == keys_of(turned, there)


def test_an_empty_board_has_as_many_patterns_as_points_that_differ() -> None:
    boards = new_board(9)
    whole = {
        keys_of(boards, point_from_row_col(row, col))[-1] for row in range(9) for col in range(9)
    }
    assert len(whole) == 15
    assert len({*whole, keys_of(new_board(13), point_from_row_col(6, 6))[-1]}) == 16


def test_the_largest_known_template_is_found_from_the_smallest_on(
    random_board: RandomBoard,
) -> None:
    boards = random_board(9, 3)
    board = boards[0]
    point = int(board["empty"][0])
    keys = keys_of(boards, point)

    def largest(known: list[int]) -> int:
        table = np.unique(np.array(known, dtype=np.uint64))
        tree = new_tree_view(("templates",), "", table)
        graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
        features = np.zeros(MAX_FEATURES, dtype=np.int32)
        look_at_position(board, graph, tree)
        if not tree_features(board, graph, point, tree, features):
            return -1
        return int(template_of(table)[features[0] - TREE_PATHS])

    assert largest([]) == -1
    for n in range(1, N_TEMPLATES + 1):
        assert largest(keys[:n]) == n - 1
    assert largest(keys[:3] + keys[4:]) == 2
    assert largest(keys[1:]) == -1


def test_a_pattern_harvested_has_all_smaller_ones_harvested(random_records: RandomRecords) -> None:
    games = game_arrays(random_records(6, 7, 40))
    with Threads(2) as executor:
        keys = harvest_keys(games, 1, ("templates",), executor)
    counts = np.bincount(template_of(keys), minlength=N_TEMPLATES)
    assert counts[0] == 1
    assert (counts[1:] > 0).all()
