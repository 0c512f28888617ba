"""The kinds of models: each is read, and used by its own row."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import load_config
from cfggo.go.board import new_board
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.registry import (
    TREE_KINDS,
    load_tree_policy,
    load_weights,
    make_tree_tables,
    weights_that_explain,
)
from cfggo.search.searcher import Searcher


@pytest.mark.parametrize("kind", TREE_KINDS)
def test_a_kind_is_compiled_for_a_preset_of_its_own(kind: type) -> None:
    row = TREE_KINDS[kind]
    policy = load_tree_policy(find_weights(load_config(row.preset).policy.tree))
    assert type(policy) is kind
    tables = make_tree_tables(policy)
    other = tables.for_another_thread()
    assert type(tables) is type(other) is type(tables.by_features()) is row.tables
    assert tables.tree.views is not other.tree.views


def test_beliefs_are_no_weights() -> None:
    path = find_weights("ranking")
    message = "ranking.weights: its tree policy has no weights of a Bradley-Terry model"
    with pytest.raises(CfggoError, match=message):
        load_weights(path, "tree")
    with pytest.raises(CfggoError, match=message):
        Searcher(load_config("cfggo").with_values(glance="ranking"))
    with pytest.raises(CfggoError, match="has no playout policy, only tree"):
        load_weights(path, "playout")


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "my.weights"
    shutil.copy(find_weights("baseline"), path)
    before = load_weights(path, "tree")
    assert load_weights(path, "tree") is before
    shutil.copy(find_weights("paper-baseline"), path)
    assert not np.array_equal(load_weights(path, "tree").theta, before.theta)


def test_sums_explain_weights_but_not_beliefs() -> None:
    weights = load_tree_policy(find_weights("baseline"))
    assert isinstance(weights, Weights)
    assert weights_that_explain(weights) is weights
    beliefs = load_tree_policy(find_weights("ranking"))
    assert isinstance(beliefs, Beliefs)
    with pytest.raises(CfggoError, match="pattern beliefs, which have no factors to explain"):
        weights_that_explain(beliefs)


def test_trees_are_no_features() -> None:
    """The boosted policy by its features alone is the one that it was made of."""
    engines = [
        Searcher(load_config("cfggo").with_values(seed=1, tree=tree))
        for tree in ("boosted", "expert")
    ]
    board = new_board(9)[0]
    threads = [engine._threads.first for engine in engines]
    boosted, expert = (thread.policy(board) for thread in threads)
    assert not np.array_equal(boosted, expert)
    by_features = threads[0].policy(board, by_features=True)
    np.testing.assert_array_equal(by_features, expert)
