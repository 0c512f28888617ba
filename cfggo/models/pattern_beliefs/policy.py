"""The tree policy that pattern beliefs make."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.jit import jit
from cfggo.features.tree import TreeView, new_tree_view, view_for_another_thread
from cfggo.models.bradley_terry.tree_policy import legal_moves
from cfggo.models.bradley_terry.weights import Model, Weights
from cfggo.models.pattern_beliefs.beliefs import Beliefs, validated_beliefs
from cfggo.models.pattern_beliefs.moves import find_kinds
from cfggo.models.pattern_beliefs.probabilities import (
    mean_and_variance,
    move_probability,
    new_moves,
    pass_probability,
    store_kind_probabilities,
    store_values,
)


class BeliefTables(NamedTuple):
    """Beliefs in the form that jitted code reads.

    tree   -- TreeView
    values -- of `mean_and_variance`
    moves  -- MOVES_DTYPE[1], scratch
    """

    tree: TreeView
    values: np.ndarray
    moves: np.ndarray

    def for_another_thread(self) -> BeliefTables:
        """Returns tables of the same policy that another thread may use at the same time."""
        return self._replace(tree=view_for_another_thread(self.tree), moves=self.moves.copy())

    def by_features(self) -> BeliefTables:
        """Returns the same tables: there is nothing on top of the features."""
        return self


def make_belief_tables(beliefs: Beliefs, glance: Weights | None = None) -> BeliefTables:
    """Returns the tables of beliefs, for one thread; they know no glance."""
    tree = new_tree_view(beliefs.groups, "", beliefs.keys)
    return BeliefTables(tree, mean_and_variance(beliefs), new_moves(beliefs))


@jit
def belief_move_probabilities(
    position, tables, playout_tables, n_candidates, points, probabilities
):
    """Stores all legal moves, PASS first, and their probabilities; returns how many they are.

    It looks at all moves closely, however many are wanted: a move's probability is that of beating
    the others.  PASS is as likely as it was in the games learnt from, and certain without others.

    tables: BeliefTables; points: int16[MAX_MOVES]; probabilities: float32[MAX_MOVES]
    """
    board = position.board
    n = legal_moves(board, points)
    if n == 1:
        probabilities[0] = 1.0
        return n
    moves = tables.moves[0]
    for i in range(1, n):
        moves.points[i - 1] = points[i]
    n_kinds = find_kinds(board, position.graph, tables.tree, moves, n - 1)
    store_values(moves, n_kinds, tables.values)
    store_kind_probabilities(moves, n_kinds)
    passing = pass_probability(board, moves)
    probabilities[0] = passing
    for i in range(1, n):
        probabilities[i] = move_probability(moves, i - 1, passing)
    return n


def refuse_to_explain(beliefs: Beliefs) -> NoReturn:
    """Raises CfggoError: beliefs have no factors to explain a move by."""
    raise CfggoError(
        "the tree policy has pattern beliefs, which have no factors to explain; "
        "`cfggo evaluate moves WEIGHTS GAME.sgf` shows them"
    )


def validated_model(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Model:
    """Returns the model, with a tree policy alone, of the content of a file of beliefs.

    Raises InvalidContent as `validated_beliefs` does.
    """
    found = validated_beliefs(traits, arrays)
    return Model({"tree": found}, found.games, found.about)
