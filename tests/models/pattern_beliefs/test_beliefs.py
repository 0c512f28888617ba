"""Files of beliefs: what is written comes back, and what no training makes is refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.array_archive import write_archive
from cfggo.base.errors import CfggoError
from cfggo.features.templates import template_key
from cfggo.go.board import give_turn, new_board, place_stone
from cfggo.go.points import BLACK, MAX_MOVES, PASS, WHITE, board_points
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.pattern_beliefs.beliefs import FORMAT, Beliefs, n_features, save_beliefs
from cfggo.models.pattern_beliefs.policy import BeliefTables, make_belief_tables
from cfggo.models.pattern_beliefs.study import Student
from cfggo.models.registry import load_model, load_weights, move_probabilities
from tests.conftest import RandomBoard

Content = tuple[dict[str, Any], dict[str, np.ndarray]]


def content() -> Content:
    """Returns traits and arrays of beliefs of two plain features and three patterns."""
    keys = np.sort(
        np.array([template_key(np.uint64(i << 40), i) for i in range(3)], dtype=np.uint64)
    )
    traits: dict[str, Any] = {
        "groups": ["templates", "border"],
        "beta": 0.5,
        "passes": [[3, 1000], [2, 3]],
        "about": {"games": 2},
    }
    arrays: dict[str, np.ndarray] = {
        "games": np.array([5, 9], dtype=np.uint32),
        "numbers": np.array([10, 12], dtype=np.uint32),
        "keys": keys,
        "template": np.array([0, 1, 2], dtype=np.int8),
        "mean": np.array([0.5, -1.0, 2.0, 0.25, -0.5], dtype=np.float16),
        "sigma": np.array([0.1, 1.0, 0.5, 0.25, 0.125], dtype=np.float16),
        "wins": np.array([1, 0, 2, 3, 4], dtype=np.uint32),
        "seen": np.array([5, 1, 9, 3, 8], dtype=np.uint32),
    }
    return traits, arrays


def written(path: Path, traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Path:
    write_archive(path, FORMAT, traits, arrays)
    return path


def test_what_is_saved_comes_back(tmp_path: Path) -> None:
    model = load_model(written(tmp_path / "made.weights", *content()))
    beliefs = model.policies["tree"]
    assert len(beliefs.means) == n_features(3)
    assert beliefs.means[[10, 12]].tolist() == [0.5, -1.0]
    assert beliefs.variances[[10, 11, 12]].tolist() == pytest.approx([0.01, 1.0, 1.0], rel=1e-3)
    assert model.games.tolist() == [5, 9]
    assert beliefs.pass_shares.tolist() == [4 / 1002, (2 + 4 / 1002) / 4]

    unanswered = replace(beliefs, passes=np.array([[3, 1000], [0, 0]]))  # most records are so
    assert unanswered.pass_shares.tolist() == [4 / 1002, 4 / 1002]
    save_beliefs(tmp_path / "again.weights", beliefs)
    again = load_model(tmp_path / "again.weights").policies["tree"]
    for name in ("means", "variances", "wins", "seen", "keys", "templates", "passes"):
        np.testing.assert_array_equal(getattr(again, name), getattr(beliefs, name))


def test_beliefs_that_began_surer_come_back(tmp_path: Path) -> None:
    """With a variance below 1 of all features, also of those that were never seen."""
    model = load_model(written(tmp_path / "made.weights", *content()))
    beliefs = model.policies["tree"]
    variances = np.minimum(beliefs.variances, 0.25).astype(np.float32)
    save_beliefs(tmp_path / "surer.weights", replace(beliefs, variances=variances))
    again = load_model(tmp_path / "surer.weights").policies["tree"]
    np.testing.assert_allclose(again.variances, variances, rtol=2e-3)


def test_beliefs_without_patterns_are_no_error(tmp_path: Path) -> None:
    traits, arrays = content()
    empty = {
        name: values[: 2 if name in ("mean", "sigma", "wins", "seen") else 0]
        for name, values in arrays.items()
        if name not in ("games", "numbers")
    }
    beliefs = load_model(written(tmp_path / "a.weights", traits, arrays | empty)).policies["tree"]
    judged = Student(beliefs).judge(new_board(9)[0])
    assert len(judged) == 81
    assert {(move.template, move.played, move.seen) for move in judged} == {(0, 0, 0)}


def with_trait(name: str, value: Any) -> Callable[[Content], None]:
    return lambda found: found[0].update({name: value})


def with_array(name: str, values: Any, dtype: Any) -> Callable[[Content], None]:
    return lambda found: found[1].update({name: np.array(values, dtype=dtype)})


WRONG = {
    "no groups": (with_trait("groups", None), "groups of features that this cfggo does not know"),
    "an unknown group": (with_trait("groups", ["x"]), "groups of features that this cfggo"),
    "a group twice in a list": (with_trait("groups", [["border"]]), "groups of features"),
    "no beta": (with_trait("beta", "0.5"), "beta: not between"),
    "a beta of zero": (with_trait("beta", 0.0), "beta: not between"),
    "more passes than positions": (with_trait("passes", [[3, 2], [0, 0]]), "more than positions"),
    "passes of one kind": (with_trait("passes", [[3, 5]]), "not two pairs"),
    "passes that are true": (with_trait("passes", [[True, 5], [0, 0]]), "not two pairs"),
    "something else": (with_trait("more", 1), "unknown trait 'more'"),
    "about nothing": (with_trait("about", []), "is no object"),
    "a feature that there is not": (with_array("numbers", [10, 10**6], np.uint32), "between 0 and"),
    "features in disorder": (with_array("numbers", [12, 10], np.uint32), "ascending"),
    "keys in disorder": (with_array("keys", [3, 2, 1], np.uint64), "ascending"),
    "a key of zero": (with_array("keys", [0, 1, 2], np.uint64), "0 is no key"),
    "a template too large": (with_array("template", [0, 9, 1], np.int8), "not between -1 and 8"),
    "a template too few": (with_array("template", [0, 1], np.int8), "(2,) instead of (3,)"),
    "a mean too few": (with_array("mean", [0] * 4, np.float16), "(4,) instead of (5,)"),
    "no number": (with_array("mean", [np.nan] * 5, np.float16), "nan is not between"),
    "no spread": (with_array("sigma", [0] * 5, np.float16), "0.0 is not between 0.001 and 1"),
    "more spread than before": (with_array("sigma", [2] * 5, np.float16), "2.0 is not between"),
    "counts below zero": (with_array("wins", [-1] * 5, np.int32), "int32 instead of uint32"),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG)
def test_what_no_training_makes_is_refused(
    change: Callable[[Content], None], words: str, tmp_path: Path
) -> None:
    made = content()
    change(made)
    with pytest.raises(CfggoError) as error:
        load_model(written(tmp_path / "wrong.weights", *made))
    assert words in str(error.value)
    assert "not a valid file of pattern beliefs" in str(error.value)
    assert "\n" not in str(error.value)


def test_beliefs_are_no_playout_policy(tmp_path: Path) -> None:
    path = written(tmp_path / "made.weights", *content())
    with pytest.raises(CfggoError, match="has no playout policy, only tree"):
        load_weights(path, "playout")


def beliefs_of_nothing(**values: Any) -> Beliefs:
    n = n_features(0)
    found = {
        "groups": ("border",),
        "keys": np.zeros(0, dtype=np.uint64),
        "templates": np.zeros(0, dtype=np.int8),
        "means": np.random.default_rng(1).normal(0, 1, n).astype(np.float32),
        "variances": np.full(n, 0.1, dtype=np.float32),
        "wins": np.zeros(n, dtype=np.uint32),
        "seen": np.ones(n, dtype=np.uint32),
        "beta": 0.5,
        "passes": np.array([[0, 8], [8, 8]]),
        **values,
    }
    return Beliefs(**found)


def store_probabilities(
    boards: np.ndarray, tables: BeliefTables, points: np.ndarray, probabilities: np.ndarray
) -> int:
    """Does what a search does, on a board; returns how many moves there are."""
    position = np.zeros(1, dtype=POSITION_DTYPE)[0]
    position["board"] = boards[0]
    return move_probabilities(position, tables, None, 0, points, probabilities)


def test_probabilities_of_a_position_add_up_and_equal_moves_share(
    random_board: RandomBoard,
) -> None:
    tables = make_belief_tables(beliefs_of_nothing())
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    for boards in (new_board(9), *(random_board(9, seed) for seed in range(6))):
        found = []
        for own in (tables, tables.for_another_thread()):
            probabilities = np.zeros(MAX_MOVES, dtype=np.float32)
            n = store_probabilities(boards, own, points, probabilities)
            assert probabilities[:n].sum() == pytest.approx(1.0, abs=1e-5)
            assert (probabilities[:n] > 0).all()
            found.append(probabilities[:n])
        np.testing.assert_array_equal(found[0], found[1])
        assert points[0] == PASS
        expected = 0.1 if boards[0]["n_passes"] == 0 else 0.9
        if n > 1:
            assert found[0][0] == pytest.approx(expected)
    boards = new_board(9)
    n = store_probabilities(boards, tables, points, probabilities)
    # Of the lines on an empty board: as likely on all points of the same line.
    assert len(set(probabilities[1:n].tolist())) == 4


def test_a_position_without_legal_moves_is_passed() -> None:
    """White may not fill the last liberty of Black, who lives with two eyes on all of the board."""
    tables = make_belief_tables(beliefs_of_nothing())
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    probabilities = np.zeros(MAX_MOVES, dtype=np.float32)
    boards = new_board(3)
    for point in board_points(3)[1:-1]:
        place_stone(boards[0], point, BLACK)
    give_turn(boards[0], WHITE)
    assert store_probabilities(boards, tables, points, probabilities) == 1
    assert probabilities[0] == 1.0
