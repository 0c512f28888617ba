"""Algorithm 2: after every move its table is the one enumerated from the plain graph."""

import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from cfggo.go.board import is_legal, new_board, play
from cfggo.go.diagram import diagram
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE, format_vertex, parse_vertex
from cfggo.go.uniform import choose_uniform_move
from cfggo.graph.labels import MANY_LIBERTIES, VERTEX_KINDS, Kind
from cfggo.graph.path_updates import Path, PathTable, updates_by_stage
from cfggo.graph.plain import CommonFateGraph
from tests.diagrams import board_from_diagram


def enumerated(board: np.void) -> dict[int, Counter[Path]]:
    """Returns the paths of every empty point with their counts, from the graph made anew."""
    graph = CommonFateGraph(board)
    kinds = graph.kinds()
    return {
        start: Counter(
            (kinds[start], kinds[middle], kinds[end])
            for middle in graph.neighbours[start]
            for end in graph.neighbours[middle]
        )
        for start, colour in graph.colours.items()
        if colour == EMPTY
    }


def n_paths(table: PathTable) -> int:
    return sum(counts.total() for counts in table.paths.values())


def fills_no_eye(board: np.void, rng: np.random.Generator) -> int:
    return int(choose_uniform_move(board))


def any_legal(board: np.void, rng: np.random.Generator) -> int:
    moves = [int(p) for p in board["empty"][: board["n_empty"]] if is_legal(board, p)]
    return int(rng.choice(moves)) if moves else PASS


def with_suicide(board: np.void, rng: np.random.Generator) -> int:
    return int(rng.choice(board["empty"][: board["n_empty"]]))


@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("choose", [fills_no_eye, any_legal, with_suicide])
def test_after_every_move_of_random_games_the_paths_are_those_enumerated(
    size: int, choose: Callable[[np.void, np.random.Generator], int]
) -> None:
    happened: Counter[str] = Counter()
    for game in range(4):
        rng = np.random.default_rng(game)
        board = new_board(size, seed=game + 1)[0]
        table = PathTable(board)
        for _ in range(2 * size * size):
            point, colour = choose(board, rng), int(board["to_play"])
            play(board, point)
            if point == PASS:
                continue
            happened["captures"] += board["n_removed"] > 0
            happened["suicides"] += board["colour"][point] == EMPTY
            starts, n_before = set(table.paths), n_paths(table)
            table.place_stone(point, colour)
            place = f"after {format_vertex(point)}\n{diagram(board)}"
            assert table.paths == enumerated(board), place
            assert all(n > 0 for counts in table.paths.values() for n in counts.values()), place
            assert table.additions - table.removals == n_paths(table) - n_before, place
            assert table.starts <= starts | set(table.paths), place
    assert happened["captures"] > 0
    assert (happened["suicides"] > 0) == (choose is with_suicide)


def test_the_first_stone_updates_the_paths_through_five_points() -> None:
    table = PathTable(new_board(9)[0])
    assert (
        n_paths(table)
        == table.additions
        == sum(counts.total() for counts in enumerated(new_board(9)[0]).values())
    )
    table.place_stone(parse_vertex("E5", 9), BLACK)
    # E5 becomes a chain, and its neighbours have three liberties left. 5 * 16 paths start at one of
    # the five; of those from elsewhere 12 end at E5, 7 end at each neighbour, 9 only pass each.
    assert table.removals == 5 * 16 + (12 + 4 * 7) + 4 * 9
    assert table.additions == table.removals - 16  # none start at E5 any more
    assert len(table.starts) == 25  # E5 and all points at most three steps away
    assert parse_vertex("E8", 9) in table.starts
    assert parse_vertex("G7", 9) not in table.starts


def test_a_capture_gives_the_empty_points_their_paths() -> None:
    board = board_from_diagram("""
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .
    """)[0]
    table = PathTable(board)
    freed = {parse_vertex(name, 5) for name in ("B3", "C3")}
    assert not freed & table.paths.keys()
    table.place_stone(parse_vertex("D3", 5), BLACK)
    play(board, parse_vertex("D3", 5))
    assert freed <= table.paths.keys() & table.starts
    assert table.paths == enumerated(board)


def test_chains_that_meet_are_adjacent_though_no_label_of_theirs_changes() -> None:
    board = board_from_diagram("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X . O O .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)[0]
    table = PathTable(board)
    table.place_stone(parse_vertex("D4", 7), BLACK)
    open_point, black, white = (
        VERTEX_KINDS.index(Kind(colour, 0, 0, MANY_LIBERTIES)) for colour in (EMPTY, BLACK, WHITE)
    )
    beside_black = VERTEX_KINDS.index(Kind(EMPTY, 1, 0, 3))
    assert (open_point, beside_black, black) in table.paths[parse_vertex("B6", 7)]
    assert table.paths[parse_vertex("B5", 7)][beside_black, black, white] == 1


def test_stages_are_averages_over_the_stones_of_all_games() -> None:
    corner, centre = parse_vertex("A1", 9), parse_vertex("E5", 9)
    stages = updates_by_stage(9, [[centre], [corner, PASS, centre]], stage_moves=2, n_stages=3)
    table = PathTable(new_board(9)[0])
    table.place_stone(corner, BLACK)
    assert [stage.name for stage in stages] == ["0-2", "2-4", "4-6"]
    assert [stage.stones for stage in stages] == [2, 1, 0]
    assert stages[0].removals == (156 + table.removals) / 2
    assert stages[1].removals == 156
    assert math.isnan(stages[2].removals)
