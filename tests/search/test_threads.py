"""Several threads on one tree: nothing is lost, nothing counted twice."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.jit import jit
from cfggo.config import EngineConfig, PolicyConfig
from cfggo.go.board import new_board
from cfggo.go.game import Game
from cfggo.go.points import N_POINTS
from cfggo.models.bradley_terry.boosted_trees import no_trees
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.registry import load_weights, make_tree_tables
from cfggo.search.atomics import atomic_add, compare_and_set
from cfggo.search.limits import Limit
from cfggo.search.policies import Policies
from cfggo.search.request import SearchRequest
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.searcher import Searcher
from cfggo.search.threads import SearchThreads
from cfggo.search.tree import COUNTERS_DTYPE, NODE_DTYPE, ROOT, TreeArrays, take_nodes
from tests.search.engines import SETTINGS
from tests.search.tree_check import check_tree

THREADED = SETTINGS._replace(
    exploration=0.0, expand_visits=2, rules_of_thumb=RulesOfThumb(3, True, True, True), alone=False
)


@jit
def count_up(array, winners, n):
    """Adds to two fields of a record n times; tries to be the first to set a third."""
    for _ in range(n):
        atomic_add(array.visits, 0, 1)
        atomic_add(array.n_children, 0, 1)
    if compare_and_set(array.first_child, 0, 0, 7):
        atomic_add(winners, 0, 1)


def test_no_addition_is_lost_and_one_thread_wins() -> None:
    nodes, winners = np.zeros(1, dtype=NODE_DTYPE), np.zeros(1, dtype=np.int64)
    count_up(nodes, winners, 0)
    nodes["first_child"], winners[0] = 0, 0
    threads = [
        threading.Thread(target=count_up, args=(nodes, winners, 20_000 // 4)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert nodes[0]["visits"] == nodes[0]["n_children"] == 20_000
    assert (nodes[0]["first_child"], winners[0]) == (7, 1)


@jit
def take_turns(tree):
    """Takes nodes, few and many at a time by turns, and counts one for each that is taken."""
    turn = 0
    taken = 0
    while taken >= 0:
        turn += 1
        n = 1 + turn * 97 % 300
        taken = take_nodes(tree, n)
        if taken >= 0:
            for i in range(taken, taken + n):
                atomic_add(tree.nodes.visits, i, 1)


def new_tree(room: int) -> TreeArrays:
    """Returns the arrays of an empty tree with room for so many nodes."""
    counters, owners = np.zeros(1, COUNTERS_DTYPE), np.zeros((2_000, N_POINTS), np.int32)
    return TreeArrays(counters, np.zeros(room, NODE_DTYPE), owners)


def test_no_node_is_taken_twice() -> None:
    take_turns(new_tree(0))
    for _ in range(200):
        tree = new_tree(5_000)
        threads = [threading.Thread(target=take_turns, args=(tree,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        used = int(tree.counters[0]["n_nodes"])
        assert used > 4_000
        assert (tree.nodes["visits"][:used] == 1).all()
        assert not tree.nodes["visits"][used:].any()


class Search:
    """A tree grown by several threads from the empty board."""

    def __init__(self, weights: Path, threads: int, size: int, room: int = 500_000) -> None:
        self.arrays = new_tree(room)
        self.counters, self.nodes = self.arrays.counters, self.arrays.nodes
        self.counters["n_nodes"], self.counters["seed"] = 1, 9
        tree = make_tree_tables(load_weights(weights, "tree"))
        playout = make_playout_tables(load_weights(weights, "playout"))
        self.threads = SearchThreads(Policies(tree, playout, no_trees()), threads)
        self.threads.set_root(new_board(size)[0])
        self.threads.first.expand_root(self.arrays, SETTINGS)

    def run(self, n: int) -> None:
        self.threads.run(self.arrays, THREADED, n)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_the_books_balance(threads: int, zero_weights_file: Path) -> None:
    search = Search(zero_weights_file, threads, size=5)
    for n in (1, 4_000, 1_999):
        search.run(n)
    check_tree(search.nodes)
    assert search.nodes[ROOT]["visits"] == search.counters[0]["playouts"] == 6_000
    owned = search.threads.ownership()
    assert owned.sum() == search.nodes[ROOT]["points"]
    assert np.abs(owned).max() <= 6_000
    first, n = int(search.nodes[ROOT]["first_child"]), int(search.nodes[ROOT]["n_children"])
    for child in search.nodes[first : first + n]:
        after = search.threads.ownership_after(int(child["move"]))
        assert after.sum() * child["visits"] == pytest.approx(float(child["points"]))


def test_a_tree_without_room_is_searched_on(zero_weights_file: Path) -> None:
    search = Search(zero_weights_file, threads=4, size=5, room=200)
    search.run(3_000)
    check_tree(search.nodes)
    assert search.nodes[ROOT]["visits"] == 3_000
    assert search.counters[0]["n_nodes"] <= 200


def test_an_interrupted_search_leaves_no_thread_behind(
    zero_weights_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(zero_weights_file, threads=3, size=7)
    for _ in range(20):
        with monkeypatch.context() as patch:

            def interrupt(run: Future[None], timeout: float | None = None) -> None:
                time.sleep(0.01)
                raise KeyboardInterrupt

            patch.setattr(Future, "result", interrupt)
            with pytest.raises(KeyboardInterrupt):
                search.run(10**9)
        visits = int(search.nodes[ROOT]["visits"])
        time.sleep(0.01)
        assert search.nodes[ROOT]["visits"] == search.counters[0]["playouts"] == visits
    check_tree(search.nodes)
    search.run(1_000)
    assert search.nodes[ROOT]["visits"] == visits + 1_000


def test_a_search_whose_threads_cannot_all_start_leaves_none_behind(
    zero_weights_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(zero_weights_file, threads=3, size=7)
    started: list[Future[None]] = []

    def start(pool: ThreadPoolExecutor, *work: Any) -> Future[None]:
        if started:
            time.sleep(0.01)
            raise RuntimeError("can't start new thread")
        started.append(submit(pool, *work))
        return started[0]

    submit = ThreadPoolExecutor.submit
    monkeypatch.setattr(ThreadPoolExecutor, "submit", start)
    with pytest.raises(RuntimeError, match="start"):
        search.run(1_000_000)
    assert started[0].done()
    check_tree(search.nodes)


def test_an_interrupted_search_aside_changes_nothing(
    zero_weights_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(zero_weights_file, threads=1, size=7)
    search.run(200)
    owners = search.threads.ownership()

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search.threads.first, "run", interrupt)
    room = TreeArrays(
        search.counters.copy(), np.zeros(1_000, dtype=NODE_DTYPE), np.zeros((0, N_POINTS), np.int32)
    )
    with pytest.raises(KeyboardInterrupt):
        search.threads.first.search_aside(new_board(5)[0], room, THREADED, 50)
    monkeypatch.undo()
    np.testing.assert_array_equal(search.threads.ownership(), owners)
    search.run(200)
    check_tree(search.nodes)


@pytest.mark.parametrize("size", [3, 7])
def test_the_books_balance_after_every_search_of_a_game(size: int, zero_weights_file: Path) -> None:
    weights = str(zero_weights_file)
    config = EngineConfig(policy=PolicyConfig(weights, weights)).with_values(
        threads=4, max_nodes=20_000, refuse_self_atari=True, seed=1
    )
    engine = Searcher(config)
    for number in range(5):
        engine.forget()
        game = Game(size, komi=0.5)
        while not game.is_over and len(game.moves) < 2 * size * size:
            limit = Limit(playouts=100 + 20 * number)
            point = engine.choose_move(SearchRequest(game, game.to_play, limit)).point
            check_tree(engine.nodes)
            game.play(game.to_play, point)
