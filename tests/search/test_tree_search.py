"""The search loop: its books after a search, and the selection formula."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.bench.playouts import policy_playout
from cfggo.go.board import is_own_eye, new_board
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, board_points, parse_vertex
from cfggo.go.rules import TROMP_TAYLOR
from cfggo.go.scoring import area_balance, score
from cfggo.models.bradley_terry.boosted_trees import no_trees
from cfggo.models.bradley_terry.playout_policy import set_up_position
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.bradley_terry.tree_policy import make_theta_tables
from cfggo.models.registry import load_weights
from cfggo.search.policies import Policies
from cfggo.search.settings import NO_PRIORS, Settings
from cfggo.search.tree import COUNTERS_DTYPE, NODE_DTYPE, ROOT, TreeArrays
from cfggo.search.tree_search import (
    count_playout,
    expand,
    is_due,
    new_buffers,
    run_playouts,
    select_child,
    update_tree,
)
from tests.diagrams import board_from_diagram
from tests.search.engines import SETTINGS


class Search:
    """A tree grown by some playouts from a board."""

    def __init__(
        self, weights: Path, boards: np.ndarray, n_playouts: int, settings: Settings = SETTINGS
    ) -> None:
        tree = make_theta_tables(load_weights(weights, "tree"))
        playout = make_playout_tables(load_weights(weights, "playout"))
        self.policies = Policies(tree, playout, no_trees())
        self.positions = np.zeros(2, dtype=POSITION_DTYPE)
        self.positions[0]["board"] = boards[0]
        set_up_position(self.positions[0], playout)
        counters = np.zeros(1, dtype=COUNTERS_DTYPE)
        counters[0]["n_nodes"] = 1
        counters[0]["seed"] = 4
        counters[0]["to_do"] = n_playouts
        self.counters, self.nodes = counters, np.zeros(200_000, dtype=NODE_DTYPE)
        self.tree = TreeArrays(counters, self.nodes, np.zeros((5_000, N_POINTS), dtype=np.int32))
        self.buffers = new_buffers()
        self.expand(ROOT)
        run_playouts(self.tree, self.positions, self.policies, settings, self.buffers)

    def expand(
        self,
        node: int,
        pass_empty: float = 1.0,
        avoided_moves: int = 0,
        depth: int = 0,
        candidates: int = 0,
    ) -> bool:
        """Gives a node children, as if the first position were its own."""
        settings = SETTINGS._replace(
            candidates=candidates, pass_empty=pass_empty, avoided_moves=avoided_moves
        )
        position = self.positions[0]
        return expand(self.tree, node, position, self.policies, settings, depth, self.buffers)

    def children(self, node: int) -> np.ndarray:
        first, n = (
            int(self.nodes[node]["first_child"]),
            int(self.nodes[node]["n_children"]),
        )
        return self.nodes[first : first + n]


@pytest.fixture(scope="module")
def search(zero_weights_file: Path) -> Search:
    """Returns a search of the empty 5x5 board."""
    return Search(zero_weights_file, new_board(5), n_playouts=2_000)


def test_visits_add_up(search: Search) -> None:
    used = search.nodes[: search.counters[0]["n_nodes"]]
    assert used[ROOT]["visits"] == search.counters[0]["playouts"] == 2_000
    n_expanded = 0
    for index in np.flatnonzero(used["n_children"]).tolist():
        before = 0 if index == ROOT else SETTINGS.expand_visits
        assert search.children(index)["visits"].sum() == used[index]["visits"] - before
        n_expanded += 1
    assert n_expanded > 50
    leaves = used[(used["n_children"] == 0) & (used["move"] != PASS)]
    assert leaves["visits"].max() <= SETTINGS.expand_visits


def test_wins_are_seen_by_the_player_who_makes_the_move(search: Search) -> None:
    used = search.nodes[: search.counters[0]["n_nodes"]]
    assert (used["half_wins"] >= 0).all()
    assert (used["half_wins"] <= 2 * used["visits"]).all()
    for index in np.flatnonzero(used["n_children"]).tolist():
        children = search.children(index)
        lost_by_children = (2 * children["visits"] - children["half_wins"]).sum()
        before = used[index]["half_wins"] - lost_by_children
        assert 0 <= before <= (0 if index == ROOT else 2 * SETTINGS.expand_visits)


def test_points_are_those_of_the_moves(search: Search) -> None:
    used = search.nodes[: search.counters[0]["n_nodes"]]
    children = search.children(ROOT)
    assert children["points"].sum() == used[ROOT]["points"] == search.counters[0]["black_points"]
    assert children["squared_points"].sum() == used[ROOT]["squared_points"]
    assert (used["points"].astype(float) ** 2 <= used["visits"] * used["squared_points"]).all()
    for child in children:
        assert search.buffers.first_moves[child["move"]] == child["visits"]
        assert search.buffers.ownership[child["move"]].sum() == child["points"]


def test_rave_counts_a_moves_own_visits_and_no_playout_twice(search: Search) -> None:
    used = search.nodes[: search.counters[0]["n_nodes"]]
    for index in np.flatnonzero(used["n_children"]).tolist():
        children = search.children(index)
        moves = children[children["move"] != PASS]
        assert (moves["rave_visits"] >= moves["visits"]).all()
        assert (moves["rave_visits"] <= used[index]["visits"]).all()
        assert (moves["rave_half_wins"] <= 2 * moves["rave_visits"]).all()
        assert children[children["move"] == PASS]["rave_visits"].sum() == 0


def test_children_are_the_legal_moves_and_a_pass_with_the_policys_probabilities(
    search: Search,
) -> None:
    children = search.children(ROOT)
    assert sorted(children["move"].tolist()) == [PASS, *board_points(5)]
    assert children["prior"] == pytest.approx(np.full(26, 1 / 26))


def test_without_a_policy_moves_are_alike_and_in_random_order(zero_weights_file: Path) -> None:
    """The first of those without visits is tried first."""
    search = Search(zero_weights_file, new_board(5), n_playouts=1)
    firsts = set()
    for node in range(1, 21):
        assert search.expand(node, candidates=NO_PRIORS)
        children = search.children(node)
        assert sorted(children["move"].tolist()) == [PASS, *board_points(5)]
        assert children["prior"] == pytest.approx(np.full(26, 1 / 26))
        firsts.add(int(children["move"][1]))
    assert len(firsts) > 5


def test_own_eyes_get_no_child(zero_weights_file: Path) -> None:
    boards = board_from_diagram("""
        . X . X .
        X X X X .
        . . . . .
        . . . . .
        . . . . .
    """)
    search = Search(zero_weights_file, boards, n_playouts=50)
    moves = set(search.children(ROOT)["move"].tolist())
    assert is_own_eye(boards[0], parse_vertex("A5", 5), BLACK)
    assert not moves & {parse_vertex(name, 5) for name in ("A5", "C5")}
    assert parse_vertex("E5", 5) in moves


@pytest.mark.parametrize(
    ("pass_empty", "n_passes", "has_pass"),
    [(1.0, 0, True), (0.41, 0, True), (0.39, 0, False), (0.0, 0, False), (0.0, 1, True)],
)
def test_pass_is_searched_where_few_points_are_empty_or_after_a_pass(
    pass_empty: float, n_passes: int, has_pass: bool, zero_weights_file: Path
) -> None:
    boards = board_from_diagram("""
        X . O . X
        . X O . .
        X X O O O
        X . O . O
        X . O . .
    """)  # 10 of 25 are empty
    boards[0]["n_passes"] = n_passes
    search = Search(zero_weights_file, boards, n_playouts=1)
    assert search.expand(3, pass_empty)
    moves = search.children(3)["move"].tolist()
    assert (PASS in moves) == has_pass
    assert len(moves) > 3
    assert search.expand(4)
    others = [move for move in search.children(4)["move"].tolist() if move != PASS]
    assert [move for move in moves if move != PASS] == others


def test_pass_is_searched_where_there_is_no_other_move(zero_weights_file: Path) -> None:
    boards = board_from_diagram("""
        . X .
        X X X
        . X .
    """)
    search = Search(zero_weights_file, boards, n_playouts=1)
    assert search.expand(3, pass_empty=0.0)
    assert search.children(3)["move"].tolist() == [PASS]


def test_a_node_is_not_expanded_without_room_for_all_children(zero_weights_file: Path) -> None:
    search = Search(zero_weights_file, new_board(5), n_playouts=1)
    search.counters[0]["n_nodes"] = len(search.nodes) - 25
    assert not search.expand(3)
    assert search.nodes[3]["n_children"] == 0
    search.counters[0]["n_nodes"] = len(search.nodes) - 26
    assert search.expand(3)
    assert search.nodes[3]["n_children"] == 26


def test_the_fuller_the_tree_the_more_visits_a_leaf_needs(zero_weights_file: Path) -> None:
    search = Search(zero_weights_file, new_board(5), n_playouts=1)
    needed = []
    for used in (0, len(search.nodes) // 2, len(search.nodes) * 9 // 10):
        search.counters[0]["n_nodes"] = used
        visits = 1
        while not is_due(search.tree, 3, SETTINGS):
            visits += 1
            search.nodes[3]["visits"] = visits
        needed.append(visits)
        search.nodes[3]["visits"] = 1
    first = SETTINGS.expand_visits
    assert needed == [first + 1, 2 * first + 1, 10 * first + 1]


@pytest.mark.parametrize("expand_visits", [0, 1])
def test_a_playout_gives_one_leaf_children_at_most(
    expand_visits: int, zero_weights_file: Path
) -> None:
    settings = SETTINGS._replace(expand_visits=expand_visits)
    search = Search(zero_weights_file, new_board(5), 300, settings)
    n_expanded = np.count_nonzero(search.nodes["n_children"]) - 1  # the root had them before
    assert 100 < n_expanded <= 300
    used = search.nodes[: search.counters[0]["n_nodes"]]
    leaves = used[(used["n_children"] == 0) & (used["move"] != PASS)]
    assert leaves["visits"].max() <= max(expand_visits, 1)


def plain_value(parent: Any, child: Any, settings: Settings) -> float:
    """Computes the formula of the main paper, section IV-A, in Python; PB grows as it may."""
    visits, rave_visits = int(child["visits"]), int(child["rave_visits"])
    bias_visits = settings.bias_visits
    mean = child["half_wins"] / 2 / visits if visits else settings.first_play_urgency
    uct = mean + settings.exploration * np.sqrt(np.log(parent["visits"]) / max(visits, 1))
    growth = np.sqrt(max(parent["visits"] / bias_visits, 1)) if bias_visits else 1
    bonus = growth * settings.progressive_bias * child["prior"] / max(visits, 1)
    if settings.lasting_bias:
        bonus += settings.lasting_bias * np.log(max(child["prior"], 1e-4))
    if not rave_visits:
        return float(uct + bonus)
    b2 = settings.rave_bias**2
    beta = rave_visits / (visits + rave_visits + 4 * b2 * visits * rave_visits)
    return float((1 - beta) * uct + beta * child["rave_half_wins"] / 2 / rave_visits + bonus)


@pytest.mark.parametrize("bias_visits", [0, 20, 2_000])
@pytest.mark.parametrize(("exploration", "lasting_bias"), [(0.0, 0.02), (0.6, 0.0)])
def test_the_child_selected_has_the_highest_value(
    exploration: float, lasting_bias: float, bias_visits: int
) -> None:
    settings = SETTINGS._replace(
        exploration=exploration, lasting_bias=lasting_bias, bias_visits=bias_visits
    )
    for seed in range(30):
        rng = np.random.default_rng(seed)
        nodes = np.zeros(30, dtype=NODE_DTYPE)
        children = nodes[1:]
        largest = int(rng.integers(1, 400))
        children["visits"] = rng.integers(0, largest, 29)
        children["half_wins"] = rng.random(29) * 2 * children["visits"]
        children["rave_visits"] = rng.integers(0, 3 * largest, 29) * (rng.random(29) < 0.8)
        children["rave_half_wins"] = rng.random(29) * 2 * children["rave_visits"]
        children["prior"] = rng.dirichlet(np.full(29, 0.3))
        nodes[ROOT]["visits"] = children["visits"].sum() + 1
        nodes[ROOT]["first_child"] = 1
        nodes[ROOT]["n_children"] = 29
        values = [plain_value(nodes[ROOT], child, settings) for child in children]
        selected = select_child(nodes, ROOT, settings)
        assert values[selected - 1] == pytest.approx(max(values), abs=1e-5), seed


@pytest.mark.parametrize("alone", [True, False])
def test_update_by_hand(alone: bool) -> None:
    """Black played 30, White answered 40; Black went on with 50, White with 60; Black won."""
    nodes = np.zeros(5, dtype=NODE_DTYPE)
    nodes["move"] = [PASS, 30, 50, 40, 60]
    for parent, first in ((ROOT, 1), (1, 3)):
        nodes[parent]["first_child"] = first
        nodes[parent]["n_children"] = 2
    first_player = np.zeros(N_POINTS, dtype=np.uint8)
    first_player[[50, 60]] = BLACK, WHITE
    update_tree(nodes, np.array([0, 1, 3], dtype=np.int32), 2, BLACK, 5, 2, first_player, alone)
    assert nodes["visits"].tolist() == [0, 0, 0, 0, 0]  # counted on the way down
    assert nodes["half_wins"].tolist() == [0, 2, 0, 0, 0]  # the root's would be White's
    assert nodes["points"].tolist() == [5, 5, 0, 5, 0]  # on the way, always seen by Black
    assert nodes["squared_points"].tolist() == [25, 25, 0, 25, 0]
    assert nodes["rave_visits"].tolist() == [0, 1, 1, 1, 1]
    assert nodes["rave_half_wins"].tolist() == [0, 2, 2, 0, 0]


def test_searches_of_any_length_count_on() -> None:
    """A float32 stops counting at 2**24, which an hour of analysis reaches."""
    nodes = np.zeros(2, dtype=NODE_DTYPE)
    nodes["move"] = [PASS, 30]
    nodes[ROOT]["first_child"], nodes[ROOT]["n_children"] = 1, 1
    nodes["half_wins"] = nodes["rave_half_wins"] = 2**29
    path, first_player = np.array([0, 1], dtype=np.int32), np.zeros(N_POINTS, dtype=np.uint8)
    update_tree(nodes, path, 1, WHITE, 5, 2, first_player, True)
    assert nodes[1]["half_wins"] == nodes[1]["rave_half_wins"] == 2**29 + 2


@pytest.mark.parametrize("size", [5, 9])
def test_counting_the_board(size: int, zero_weights_file: Path) -> None:
    tables = make_playout_tables(load_weights(zero_weights_file, "playout"))
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    for seed in range(20):
        positions[0]["board"] = new_board(size, seed)[0]
        set_up_position(positions[0], tables)
        policy_playout(positions[0], tables)
        board = positions[0]["board"]
        ownership = np.zeros(N_POINTS, dtype=np.int32)
        balance = count_playout(board, ownership, np.zeros(N_POINTS, np.int8))
        assert balance == score(board, TROMP_TAYLOR, komi=0) == ownership.sum()
        assert area_balance(board) == balance
        assert (ownership[board["colour"] == BLACK] == 1).all()


def test_large_empty_regions_at_the_end_of_the_game() -> None:
    boards = board_from_diagram("""
        . . . O .
        . . X O .
        X X X O O
        O O O O .
        . . . . .
    """)
    assert area_balance(boards[0]) == 4 - 16  # five points are neutral
