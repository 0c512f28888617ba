"""The tree policy's features on diagrams."""

from collections.abc import Sequence

import numpy as np
import pytest

from cfggo.features import catalogue, paths, plain_groups
from cfggo.features.catalogue import (
    COULOM_GROUPS,
    GROUPS,
    MAX_FEATURES,
    MAX_KEYS,
    TREE_GROUPS,
    TREE_PATHS,
    runs_of,
)
from cfggo.features.groups import Group
from cfggo.features.paths import MAX_PATHS
from cfggo.features.plain_groups import BORDER, LAST2_DISTANCE, LAST_DISTANCE, N_BORDER, N_DISTANCES
from cfggo.features.shapes import MAX_SHAPE, MIN_SHAPE, add_ring
from cfggo.features.tree import TreeView, look_at_position, new_tree_view, tree_features
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, PASS, WHITE, board_points, format_vertex, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.labels import VERTEX_KINDS, labelling
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram
from tests.features.shapes_seen import seen_colours

NAMES = {
    getattr(module, name): name
    for module, names in (
        (catalogue, ("PASS_AFTER_PASS", "PASS_OTHERWISE")),
        (
            plain_groups,
            (
                "CAPTURE_NEXT_TO_NEW_ATARI", "CAPTURE_LAST_MOVE", "CAPTURE_CUTS_OFF_LAST_MOVE",
                "CAPTURE_OTHERWISE", "EXTENSION", "SELF_ATARI", "ATARI_WITH_KO", "ATARI",
            ),
        ),
    )
    for name in names
}  # fmt: skip

NO_KEYS = np.zeros(0, dtype=np.uint64)


def numbers(
    boards: np.ndarray,
    name: str,
    keys: np.ndarray = NO_KEYS,
    labels: str = "",
    groups: Sequence[str] = COULOM_GROUPS,
) -> list[int]:
    """Returns the numbers of the features of a move named in GTP's way."""
    found, _ = features_and_keys(boards, name, keys, labels, groups)
    return found


def keys_of(boards: np.ndarray, name: str, *groups: str) -> list[int]:
    """Returns the keys that a move's features of some groups can have, nested ones of all sizes."""
    _, keys = features_and_keys(boards, name, NO_KEYS, "", groups, is_harvest=True)
    return keys


def features_and_keys(
    boards: np.ndarray,
    name: str,
    keys: np.ndarray,
    labels: str,
    groups: Sequence[str],
    is_harvest: bool = False,
) -> tuple[list[int], list[int]]:
    tree = new_tree_view(groups, labels, keys, is_harvest=is_harvest)
    point = parse_vertex(name, int(boards[0]["size"]))
    return seen_by(tree, boards, point)


def seen_by(tree: TreeView, boards: np.ndarray, point: int) -> tuple[list[int], list[int]]:
    """Returns the numbers of a move's features, and the keys that were asked for."""
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    build_graph(boards[0], graphs[0])
    view = tree.views[0]
    view["n_asked"] = 0
    look_at_position(boards[0], graphs[0], tree)
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    n = tree_features(boards[0], graphs[0], point, tree, features)
    # Kernels don't look where an array ends: more would be written behind it.
    assert n <= MAX_FEATURES
    assert view["n_asked"] <= MAX_KEYS
    return features[:n].tolist(), view["asked"][: view["n_asked"]].tolist()


def tactics(boards: np.ndarray, name: str) -> set[str]:
    """Returns the names of a move's tactical features."""
    return {NAMES[number] for number in numbers(boards, name) if number in NAMES}


def after(text: str, *moves: str, to_play: int = BLACK) -> np.ndarray:
    """Returns the board of a diagram after some moves."""
    boards = board_from_diagram(text, to_play=to_play)
    for move in moves:
        play(boards[0], parse_vertex(move, int(boards[0]["size"])))
    return boards


EMPTY_BOARD = "\n".join(["." * 9] * 9)


def test_a_pass_is_a_pass_and_nothing_else() -> None:
    assert tactics(after(EMPTY_BOARD), "pass") == {"PASS_OTHERWISE"}
    assert tactics(after(EMPTY_BOARD, "E5"), "pass") == {"PASS_OTHERWISE"}
    boards = after(EMPTY_BOARD, "pass")
    assert tactics(boards, "pass") == {"PASS_AFTER_PASS"}
    assert len(numbers(boards, "pass")) == 1


LADDER_STONE = """
    . . . . . . .
    . . . O . . .
    . . O X . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_extending_from_a_new_atari() -> None:
    boards = after(LADDER_STONE, "E5", to_play=WHITE)
    assert tactics(boards, "D4") == {"EXTENSION"}
    assert tactics(boards, "E4") == set()


def test_extending_from_an_old_atari_is_no_extension() -> None:
    boards = after(LADDER_STONE, "E5", "A1", "G1", to_play=WHITE)
    assert tactics(boards, "D4") == set()


def test_capturing_next_to_a_new_atari_saves_the_chain() -> None:
    text = """
        . . . . . . .
        . X . . . . .
        X O X O . . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
    """
    boards = after(text, "C6", to_play=WHITE)  # leaves C5 only C4
    assert tactics(boards, "B4") == {"CAPTURE_NEXT_TO_NEW_ATARI"}
    play(boards[0], PASS)
    play(boards[0], PASS)
    assert tactics(boards, "B4") == {"CAPTURE_OTHERWISE"}


def test_capturing_the_last_move() -> None:
    text = """
        . . . . .
        . . X . .
        . X . X .
        . . . . .
        . . . . .
    """
    boards = after(text, "C3", to_play=WHITE)
    assert tactics(boards, "C2") == {"CAPTURE_LAST_MOVE"}


def test_capturing_what_the_last_move_could_join() -> None:
    text = """
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    boards = after(text, "F5", to_play=WHITE)
    assert tactics(boards, "E5") == {"CAPTURE_CUTS_OFF_LAST_MOVE"}
    boards = after(text, "G1", to_play=WHITE)
    assert tactics(boards, "E5") == {"CAPTURE_OTHERWISE"}


def test_the_strongest_capture_counts() -> None:
    """C3 takes both the last move at C2 and a stone at C4 that was in atari before."""
    text = """
        . . X . .
        . X O X .
        . . . . .
        . X . X .
        . . X . .
    """
    boards = after(text, "C2", to_play=WHITE)
    assert tactics(boards, "C3") == {"CAPTURE_LAST_MOVE"}


def test_self_atari() -> None:
    text = """
        . . . . .
        . . O . .
        . O . O .
        . . . . .
        . . . . .
    """
    assert tactics(after(text), "C3") == {"SELF_ATARI"}
    assert tactics(after(text, "E1", to_play=BLACK), "C3") == set()  # White connects


def test_atari() -> None:
    boards = after(LADDER_STONE, to_play=WHITE)
    assert tactics(boards, "E5") == {"ATARI"}
    assert tactics(boards, "D4") == {"ATARI"}
    assert tactics(boards, "F5") == set()


def test_atari_while_a_ko_is_on() -> None:
    text = """
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . X . .
        . . . . O X .
        . . . . . . .
    """
    boards = after(text, "G7", "B6")
    assert boards[0]["ko"] == parse_vertex("C6", 7)
    assert tactics(boards, "D2") == {"ATARI_WITH_KO"}
    play(boards[0], PASS)
    play(boards[0], PASS)
    assert boards[0]["ko"] == 0
    assert tactics(boards, "D2") == {"ATARI"}


def group_members(boards: np.ndarray, name: str, first: int, length: int) -> list[int]:
    return [number - first for number in numbers(boards, name) if first <= number < first + length]


@pytest.mark.parametrize(("name", "line"), [("A1", 1), ("J5", 1), ("B8", 2), ("C3", 3), ("E5", 4)])
def test_lines(name: str, line: int) -> None:
    assert group_members(after(EMPTY_BOARD), name, BORDER, N_BORDER) == [line - 1]


def test_distances_to_the_last_two_moves() -> None:
    boards = after(EMPTY_BOARD, "E5", "C3")
    for name, to_last, to_last2 in (("C4", 2, 5), ("D4", 3, 3), ("E4", 5, 2), ("J9", 17, 12)):
        last = group_members(boards, name, LAST_DISTANCE, N_DISTANCES)
        last2 = group_members(boards, name, LAST2_DISTANCE, N_DISTANCES)
        assert (last, last2) == ([to_last - 2], [to_last2 - 2]), name


def test_distances_to_a_pass_or_to_nothing_are_no_features() -> None:
    for boards in (after(EMPTY_BOARD), after(EMPTY_BOARD, "pass", "pass")):
        assert max(numbers(boards, "E5")) < LAST_DISTANCE
    boards = after(EMPTY_BOARD, "E5", "pass")
    assert group_members(boards, "E6", LAST_DISTANCE, N_DISTANCES) == []
    assert group_members(boards, "E6", LAST2_DISTANCE, N_DISTANCES) == [0]


@pytest.mark.parametrize("labels", ["", "exact", "hash8"])
def test_the_largest_shape_comes_after_the_paths(labels: str) -> None:
    boards = after(LADDER_STONE)
    hashes = np.zeros(8, dtype=np.uint64)
    point = parse_vertex("D4", 7)
    key = add_ring(seen_colours(boards[0]), point, MIN_SHAPE, hashes)
    shapes = np.array([7, key], dtype=np.uint64)
    n_labels = labelling(labels).n_labels if labels else 0
    with_shape, without = (
        numbers(boards, "D4", shapes, labels),
        numbers(boards, "D4", labels=labels),
    )
    assert set(with_shape) - set(without) == {runs_of("tree", n_labels, 2)[-1].start + 1}
    of_paths = [number for number in without if number >= TREE_PATHS]
    assert (len(of_paths) > 5) == bool(labels)
    assert all(number < TREE_PATHS + n_labels**3 for number in of_paths)


def test_each_group_of_features_can_be_left_out(random_board: RandomBoard) -> None:
    """What a policy with all groups has is what policies with one group each have, together."""
    boards = random_board(9, 4)
    moves = [format_vertex(p) for p in board_points(9) if is_legal(boards[0], p)]
    assert len(moves) > 5
    for name in moves:
        together = keys_of(boards, name, *TREE_GROUPS)
        alone = [key for group in TREE_GROUPS for key in keys_of(boards, name, group)]
        assert set(together) == set(alone)
        plain = numbers(boards, name, groups=TREE_GROUPS)
        parts = [number for g in TREE_GROUPS for number in numbers(boards, name, groups=[g])]
        assert sorted(plain) == sorted(parts)


def boards_with_most(random_board: RandomBoard) -> list[np.ndarray]:
    """Returns boards on which some move has the most that it can have, of every group."""
    # White at E5 captures and gives atari, with a stone in atari, and is in atari itself.
    text = """
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X X O . . .
        . . X O . X O . .
        . . . . X O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    return [after(text, "D4"), *(random_board(9, seed) for seed in range(6))]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_a_group_declares_how_much_a_move_can_have_of_it(
    group: Group, random_board: RandomBoard
) -> None:
    """Neither less, for there is room for no more, nor more."""
    harvest = new_tree_view([group.name], "", NO_KEYS, is_harvest=True)
    most, most_keys = 0, 0
    for boards in boards_with_most(random_board):
        for point in board_points(9):
            if is_legal(boards[0], point):
                _, keys = seen_by(harvest, boards, point)
                learnt = np.unique(np.array(keys, dtype=np.uint64))
                features, _ = seen_by(new_tree_view([group.name], "", learnt), boards, point)
                most, most_keys = max(most, len(features)), max(most_keys, len(keys))
    assert most == group.most
    assert most_keys == group.n_keys


def test_no_chain_has_kinds_next_to_it_that_there_is_no_room_for(random_board: RandomBoard) -> None:
    """Of a black chain; a white one has as many."""
    room_for = {VERTEX_KINDS.index(kind) for kind in paths._ENDS_OVER_BLACK}
    assert 4 * len(room_for) == MAX_PATHS
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    seen = set[int]()
    for seed in range(40):
        board = random_board(19, seed)[0]
        build_graph(board, graphs[0])
        for point in board_points(19):
            if board["colour"][point] == BLACK and board["head"][point] == point:
                near = np.unpackbits(graphs[0]["near"][point].view(np.uint8), bitorder="little")
                seen.update(np.flatnonzero(near).tolist())
    assert len(seen) > 30
    assert seen <= room_for


def test_the_features_with_keys_know_no_colours_and_no_orientation() -> None:
    """The same game turned by 180 degrees with colours exchanged asks for the same keys."""
    games = [
        after(EMPTY_BOARD, "E5", "E4", "D4", "F5", "F4", "E3", "E6", "D5"),
        after(EMPTY_BOARD, "E5", "E6", "F6", "D5", "D6", "E7", "E4", "F5", to_play=WHITE),
    ]
    for name, turned in (("G4", "C6"), ("E2", "E8"), ("D3", "F7"), ("A1", "J9")):
        found, expected = (
            keys_of(games[0], name, *TREE_GROUPS),
            keys_of(games[1], turned, *TREE_GROUPS),
        )
        assert len(found) > 30
        assert found == expected


def test_an_answer_knows_where_the_last_move_was() -> None:
    near, far = after(EMPTY_BOARD, "E5", "C3"), after(EMPTY_BOARD, "E5", "G7", "A1", "C3")
    assert keys_of(near, "D4", "answers") != keys_of(near, "C4", "answers")
    assert len(keys_of(near, "D4", "answers")) == MAX_SHAPE - MIN_SHAPE + 1
    # Around C3 all is the same up to size 9, but not the move before.
    assert keys_of(near, "D3", "answers")[:3] == keys_of(far, "D3", "answers")[:3]
    assert keys_of(near, "D4", "follow-ups") != keys_of(far, "D4", "follow-ups")


def test_liberty_shapes_tell_a_chain_in_atari_from_a_safe_one() -> None:
    safe, in_atari = (
        after(
            f"""
            . . . . . . .
            . . . {far} . . .
            . . O X O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """
        )
        for far in ".O"
    )
    # Around D4, shapes of size 3 end before D6.
    assert keys_of(safe, "D4", "shapes")[:2] == keys_of(in_atari, "D4", "shapes")[:2]
    assert keys_of(safe, "D4", "liberty-shapes")[0] != keys_of(in_atari, "D4", "liberty-shapes")[0]


def test_the_largest_learnt_shape_is_found_from_the_smallest_on(random_board: RandomBoard) -> None:
    boards = random_board(9, 3)
    name = format_vertex(int(boards[0]["empty"][0]))
    keys = keys_of(boards, name, "shapes")
    assert len(keys) == MAX_SHAPE - MIN_SHAPE + 1

    def number_of_largest(learnt: list[int]) -> int:
        table = np.array(learnt, dtype=np.uint64)
        found = numbers(boards, name, table, groups=["shapes"])
        return found[0] - TREE_PATHS if found else -1

    assert number_of_largest([]) == -1
    for n in range(1, len(keys) + 1):
        assert number_of_largest([1, 2, *keys[:n]]) == n + 1
    # Without the shape of size 4 the larger ones can't have been learnt.
    assert number_of_largest(keys[:2] + keys[3:]) == 1
    assert number_of_largest(keys[1:]) == -1


@pytest.mark.parametrize("group", ["responses", "answers", "follow-ups", "liberty-shapes"])
def test_the_largest_of_other_kinds_stands_beside_the_largest_shape(group: str) -> None:
    boards = after(EMPTY_BOARD, "E5", "F5")
    shapes = keys_of(boards, "F6", "shapes")
    others = [key for key in keys_of(boards, "F6", group) if key not in shapes]
    assert len(others) > 3
    groups = ["shapes", group]
    first = TREE_PATHS
    learnt = np.array([*shapes, *others], dtype=np.uint64)
    end = len(learnt) - 1
    assert numbers(boards, "F6", learnt, groups=groups) == [first + 8, first + end]
    assert numbers(boards, "F6", learnt[:-1], groups=groups) == [first + 8, first + end - 1]
    assert numbers(boards, "F6", learnt[:9], groups=groups) == [first + 8]
    without_first = np.delete(learnt, 9)
    assert numbers(boards, "F6", without_first, groups=groups) == [first + 8]
