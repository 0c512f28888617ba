"""Boosted trees: their sums, which moves they look at, and the files that hold them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cfggo.base.array_archive import InvalidContent
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.features.tree import VIEW_DTYPE
from cfggo.go.points import PASS, board_points
from cfggo.models.bradley_terry.boosted_trees import (
    FORK_DTYPE,
    MAX_BOUND,
    MAX_LEAVES,
    REACH,
    BoostedTrees,
    add_boosts,
    arrays_of,
    new_boost_scratch,
    no_trees,
    store_boosts,
    validated_trees,
)
from cfggo.models.bradley_terry.weights import Model, save_model
from cfggo.models.registry import load_model
from tests.conftest import RandomBoard, RandomWeights

Shape = tuple[int, float, "Shape", "Shape"] | float
"""A tree: number, bound, what a no leads to, what a yes leads to; or a leaf."""


def random_shape(rng: np.random.Generator, n_leaves: int) -> Shape:
    if n_leaves == 1:
        return float(rng.normal())
    n = int(rng.integers(1, n_leaves))
    no, yes = random_shape(rng, n), random_shape(rng, n_leaves - n)
    return int(rng.integers(N_CIRCUMSTANCES)), float(np.float32(rng.normal(0, 3))), no, yes


def trees_of(shapes: list[Shape]) -> BoostedTrees:
    forks: list[tuple[int, float, int]] = []
    leaves: list[float] = []
    starts = [0]

    def add(shape: Shape, own: list[float]) -> None:
        if isinstance(shape, float):
            own.append(shape)
            return
        number, bound, no, yes = shape
        first = len(own)
        add(no, own)
        forks.append((number, bound, 2**32 - 1 - sum(1 << i for i in range(first, len(own)))))
        add(yes, own)

    for shape in shapes:
        own: list[float] = []
        add(shape, own)
        leaves += own
        starts.append(len(forks))
    return BoostedTrees(
        np.array(forks, FORK_DTYPE), np.array(leaves, np.float32), np.array(starts, np.int32)
    )


def random_trees(rng: np.random.Generator, n: int) -> BoostedTrees:
    """Returns trees of 2 to MAX_LEAVES leaves in any shape."""
    return trees_of([random_shape(rng, int(rng.integers(2, MAX_LEAVES + 1))) for _ in range(n)])


def leaf_of(shape: Shape, numbers: np.ndarray) -> float:
    while not isinstance(shape, float):
        number, bound, no, yes = shape
        shape = yes if numbers[number] > bound else no
    return shape


@pytest.mark.parametrize("n_moves", [1, 7, 8, 30, 361])
def test_each_move_gets_the_sum_of_one_leaf_of_each_tree(n_moves: int) -> None:
    rng = np.random.default_rng(n_moves)
    scratch = new_boost_scratch()
    for n_trees in (0, 1, 2, 30):
        sizes = rng.integers(2, MAX_LEAVES + 1, n_trees).tolist()
        shapes = [random_shape(rng, size) for size in sizes]
        numbers = rng.normal(0, 3, (n_moves, N_CIRCUMSTANCES)).astype(np.float32)
        scratch.columns[:, :n_moves] = numbers.T
        store_boosts(trees_of(shapes), n_moves, scratch)
        expected = [sum(leaf_of(shape, row) for shape in shapes) for row in numbers]
        np.testing.assert_allclose(scratch.boosts[:n_moves], expected, atol=1e-4)


def test_a_number_at_the_bound_is_not_above_it() -> None:
    trees = trees_of([(0, 1.5, 10.0, 20.0)])
    scratch = new_boost_scratch()
    scratch.columns[0, :3] = 1.4, 1.5, 1.6
    store_boosts(trees, 3, scratch)
    assert scratch.boosts[:3].tolist() == [10, 10, 20]


def test_only_close_moves_get_anything_and_never_a_pass(random_board: RandomBoard) -> None:
    """Which are close does not depend on how likely a pass is."""
    rng = np.random.default_rng(2)
    board = random_board(9, 3)[0]
    points = np.array([PASS, *board_points(9)[:8]], np.int16)
    one = trees_of([(0, -MAX_BOUND, 0.0, 1.0)])
    for _ in range(20):
        thetas = rng.normal(0, REACH, len(points)).astype(np.float32)
        thetas[0] += 3 * REACH
        after = thetas.copy()
        view = np.zeros(1, VIEW_DTYPE)[0]
        add_boosts(board, view, one, points, len(points), after, new_boost_scratch())
        is_close = (thetas >= thetas[1:].max() - np.float32(REACH)) & (points != PASS)
        np.testing.assert_array_equal(after, np.where(is_close, thetas + 1, thetas))
        before = after.copy()
        add_boosts(board, view, no_trees(), points, len(points), after, new_boost_scratch())
        np.testing.assert_array_equal(after, before)


def test_the_order_of_the_moves_changes_nothing(random_board: RandomBoard) -> None:
    """What a move gets depends on the thetas before anything was added to any of them."""
    rng = np.random.default_rng(3)
    board = random_board(9, 5)[0]
    view = np.zeros(1, VIEW_DTYPE)[0]
    points = np.array([p for p in board_points(9) if board["colour"][p] == 0], np.int16)
    for _ in range(20):
        trees = random_trees(rng, 10)
        thetas = rng.normal(0, 2, len(points)).astype(np.float32)
        order = rng.permutation(len(points))
        one, other = thetas.copy(), thetas[order]
        add_boosts(board, view, trees, points, len(one), one, new_boost_scratch())
        add_boosts(board, view, trees, points[order], len(other), other, new_boost_scratch())
        np.testing.assert_array_equal(one[order], other)


def test_trees_come_back_from_a_weight_file(tmp_path: Path, random_weights: RandomWeights) -> None:
    trees = random_trees(np.random.default_rng(4), 20)
    weights = random_weights("tree", "exact")
    weights.trees = trees
    save_model(tmp_path / "a.weights", Model({"tree": weights}))
    loaded = load_model(tmp_path / "a.weights").policies["tree"].trees
    for one, other in zip(trees, loaded, strict=True):
        np.testing.assert_array_equal(one, other)
    assert load_model(tmp_path / "a.weights").policies["tree"].checksums != []


def larger_than_allowed() -> BoostedTrees:
    forks = np.zeros(MAX_LEAVES, FORK_DTYPE)
    forks["left"] = 2**32 - 1
    return BoostedTrees(
        forks, np.zeros(MAX_LEAVES + 1, np.float32), np.array([0, MAX_LEAVES], np.int32)
    )


Change = Callable[[dict[str, np.ndarray]], object]


def put(name: str, index: int, value: float) -> Change:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays[name][index] = value

    return change


def replace(name: str, array: np.ndarray) -> Change:
    return lambda arrays: arrays.update({name: array})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("number", 0, N_CIRCUMSTANCES), "number: 37 is not between 0 and 36"),
        (put("bound", 0, np.nan), "bound: nan is not between"),
        (put("bound", 0, 2 * MAX_BOUND), "bound: 2000.0 is not between"),
        (put("leaves", 0, np.inf), "leaves: inf is not between"),
        (
            put("left", 0, 0b011),
            "left: a tree's last leaf, which only a yes leads to, is ruled out",
        ),
        (put("left", 2, 0b101), "left: a tree's last leaf"),
        (put("starts", 0, 1), "starts: do not go from 0 to 3"),
        (put("starts", 1, 3), "starts: not in ascending order"),
        (replace("starts", np.zeros(0, np.int32)), "starts: not those of 0 to 2000 trees"),
        (replace("leaves", np.zeros(4, np.float32)), "leaves: "),
        (replace("left", np.zeros(2, np.uint32)), "left: "),
        (replace("bound", np.zeros(3)), "bound: float64 instead of float32"),
        (
            lambda arrays: arrays.update(arrays_of(larger_than_allowed())),
            "starts: a tree has more than 32 leaves",
        ),
    ],
)
def test_trees_that_would_mislead_a_kernel_are_refused(change: Change, message: str) -> None:
    """They are two, of two forks and of one."""
    trees = trees_of([(0, 1.0, 0.5, (1, 2.0, 1.5, 2.5)), (2, 1.0, 0.5, 1.5)])
    arrays = {name: array.copy() for name, array in arrays_of(trees).items()}
    validated_trees(arrays)
    change(arrays)
    with pytest.raises(InvalidContent, match=message):
        validated_trees(arrays)
