"""Explains the moves of a position by a tree policy.

The policy itself is explained, without a search: the probabilities of `Searcher.policy`
(`cfggo.search.searcher`) and of `move_probabilities` (`cfggo.models.registry`), which the root of
every search gets as well.  Three things play no part in it: `cfggo.models.bradley_terry.bending`
changes playout policies only, a glance (`cfggo.models.bradley_terry.glance`) only decides which
moves below the root are weighed closely, and a graph kernel (the setting `kernel`), whose opinion
`Searcher.policy` then has in it, has no factors.

Superko is not looked at: a move that it forbids is explained like any other.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.features.catalogue import GROUPS, MAX_FEATURES, TREE_GROUPS, TREE_PATHS
from cfggo.features.situation import liberty_situation
from cfggo.features.tree import new_tree_view, tree_features
from cfggo.go.points import COLOUR_NAMES, format_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.models.bradley_terry.boosted_trees import add_boosts, new_boost_scratch
from cfggo.models.bradley_terry.feature_lists import (
    N_KINDS_OF_FEATURES,
    OF_PASSING,
    OF_PATHS,
    FeatureLists,
    list_features,
)
from cfggo.models.registry import TreePolicy, weights_that_explain
from cfggo.study.explaining.explanation import Explanation, Factor
from cfggo.study.explaining.feature_words import CIRCUMSTANCES, GROUP_WORDS, PASSING, PATHS, Seen
from cfggo.study.explaining.path_words import paths_of_move
from cfggo.study.explaining.phrases import illegal_move
from cfggo.study.explaining.searched import searched_after, searched_move
from cfggo.study.explaining.themes import factors_of_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from cfggo.go.game import Game
    from cfggo.search.limits import Limit
    from cfggo.search.report import SearchReport
    from cfggo.search.searcher import Searcher

NAMES = (*TREE_GROUPS, PATHS, PASSING)
"""Names of groups, by the indices of `FeatureLists.groups`."""

NAMED_PATHS = 3
"""Paths of a move that are named, the strongest ones; the others are summed up."""

MAX_ASPECTS = 4
"""Parts that a group of features has at most: moves have one feature of each."""


class Explainer:
    """Explains moves by one tree policy; a position takes some milliseconds.

    Public attributes:
        weights -- Weights whose sums explain the policy's probabilities
        tree    -- TreeView, with which it looks at positions
    """

    def __init__(self, policy: TreePolicy) -> None:
        """Takes a tree policy, and makes the tables to find its features by.

        Raises CfggoError for a policy that is no product of factors.
        """
        self.weights = weights = weights_that_explain(policy)
        self.tree = new_tree_view(weights.groups, weights.labelling, weights.keys)
        self._first_key = int(self.tree.views[0]["first_key"])
        # Of each feature with a key that is a situation: its kind among those of its group, and its
        # number among those of the kind; -1 of others.
        self._kind = np.full(len(weights.keys), -1, dtype=np.int64)
        self._value = np.full(len(weights.keys), -1, dtype=np.int64)
        for group in GROUPS:
            for index, (kind, bound) in enumerate(group.situations):
                places = self.tree.views[0]["situations"][kind, :bound]
                learnt = np.flatnonzero(places >= 0)
                numbers = self.tree.table["number"][places[learnt]]
                self._kind[numbers] = index
                self._value[numbers] = learnt

    def situations_of(self, numbers: np.ndarray) -> tuple[tuple[int, int], ...]:
        """Returns the situations among some features: of each its kind, counted among those of its
        group, and its number.

        numbers -- int[]: feature numbers
        """
        keyed = numbers[numbers >= self._first_key] - self._first_key
        keyed = keyed[self._kind[keyed] >= 0]
        return tuple(zip(self._kind[keyed].tolist(), self._value[keyed].tolist(), strict=True))

    def aspects_of(self, features: np.ndarray, groups: np.ndarray) -> np.ndarray:
        """Returns which part of its group each feature belongs to, int64[n] below MAX_ASPECTS.

        A group is taken apart where it has several runs of numbers, or kinds of situations.

        features, groups -- int[n]: feature numbers and their groups, as in FeatureLists
        """
        aspects = np.zeros(len(features), dtype=np.int64)
        is_plain = features < TREE_PATHS
        for index, group in enumerate(GROUPS):
            for number, run in enumerate(group.runs):
                aspects[is_plain & (groups == index) & (features >= run.start)] = number
        keyed = features >= self._first_key
        numbers = features[keyed] - self._first_key
        aspects[keyed] = np.maximum(self._kind[numbers], 0)
        of_liberties = groups == TREE_GROUPS.index("liberties")
        values = self._value[features[of_liberties] - self._first_key]
        aspects[of_liberties] = [_aspect_of_liberties(value) for value in values.tolist()]
        return aspects

    def look_at(self, game: Game, colour: int) -> ExplainedPosition:
        """Returns the position of a game with a colour to play, whose moves can be explained."""
        board = game.boards_for(colour)[0]
        lists = list_features(board, self.tree)
        return ExplainedPosition(self, game, colour, board, lists)

    def explain(
        self, game: Game, colour: int, point: int, report: SearchReport | None = None
    ) -> Explanation:
        """Returns the explanation of a move, or PASS, with what a search of the position found.

        Raises CfggoError if the move is illegal.
        """
        return self.look_at(game, colour).explain(point, report)


def refuse_illegal(game: Game, colour: int, point: int, option: str = "") -> None:
    """Raises CfggoError if a move, or PASS, is illegal; superko is not looked at.

    option -- of the command line, that of the position before a move
    """
    reason = game.why_illegal(colour, point, may_repeat=True)
    if reason is not None:
        made = [number for number, (_, where) in enumerate(game.moves, 1) if where == point]
        error = illegal_move(colour, format_vertex(point), reason)
        if made and reason == "occupied" and option:
            raise CfggoError(f"{error}; for move {made[-1]}: {option} {made[-1]}")
        if made and reason == "occupied":
            error = said(
                "{error}; for move {n} step back to the position before it",
                error=error,
                n=made[-1],
            )
        raise CfggoError(error)


class ExplainedPosition:
    """A position whose moves can be explained.

    Public attributes:
        game          -- cfggo.go.game.Game
        colour        -- BLACK or WHITE, the side to move
        points        -- list of all legal moves, PASS first
        probabilities -- float64[len(points)], of each
    """

    def __init__(
        self, explainer: Explainer, game: Game, colour: int, board: np.void, lists: FeatureLists
    ) -> None:
        self._explainer = explainer
        self.game = game
        self.colour = colour
        self._board = board
        self._views = explainer.tree.views.copy()  # which has looked at this position
        self._lists = lists
        n = len(lists.points)
        # bool[n, MAX_FEATURES]: which entries of the lists there are.
        self._is_there = np.arange(MAX_FEATURES) < lists.counts[:, np.newaxis]
        features = lists.features[self._is_there]
        groups = lists.groups[self._is_there].astype(np.int64)
        of_move = np.repeat(np.arange(n), lists.counts)
        theta = explainer.weights.theta[features].astype(np.float64)
        aspects = explainer.aspects_of(features, groups)
        cell = (of_move * N_KINDS_OF_FEATURES + groups) * MAX_ASPECTS + aspects
        shape = (n, N_KINDS_OF_FEATURES, MAX_ASPECTS)
        size = math.prod(shape)
        # float64[n, groups, aspects], theta of every part of every group of every move, and
        # int64[groups, aspects], how many features of that part there are.
        self._thetas = np.bincount(cell, theta, size).reshape(shape)
        self._uses = np.bincount(cell, minlength=size).reshape(shape).sum(axis=0)
        self._means = self._thetas.mean(axis=0)
        totals = self._thetas.sum(axis=(1, 2))
        self._boosts = self._boosts_of(totals)
        totals += self._boosts
        highest = totals.max()
        log_sum = highest + math.log(np.exp(totals - highest).sum())
        self.points: list[int] = lists.points.tolist()
        self.probabilities = np.exp(totals - log_sum)
        self._base = math.exp(self._means.sum() + self._boosts.mean() - log_sum)

    def _boosts_of(self, thetas: np.ndarray) -> np.ndarray:
        """Returns what boosted trees add to the thetas of all moves, float64[n]."""
        boosted = thetas.astype(np.float32)
        add_boosts(
            self._board,
            self._views[0],
            self._explainer.weights.trees,
            self._lists.points,
            len(boosted),
            boosted,
            new_boost_scratch(),
        )
        return boosted.astype(np.float64) - thetas.astype(np.float32)

    @property
    def likeliest(self) -> int:
        """The likeliest move, or PASS, among those that superko does not forbid."""
        forbidden = self.game.superko_points(self.colour)
        by_probability = np.argsort(-self.probabilities, kind="stable")
        return next(self.points[i] for i in by_probability if self.points[i] not in forbidden)

    def explain(self, point: int, report: SearchReport | None = None) -> Explanation:
        """Returns the explanation of a move, or PASS, with what a search of the position found.

        Raises CfggoError if the move is illegal.
        """
        index = self._index_of(point)
        known = [*map(TREE_GROUPS.index, self._explainer.weights.groups), OF_PASSING]
        if self._explainer.weights.labelling:
            known.append(OF_PATHS)
        groups = [self._factor(index, group) for group in known]
        listed = self._lists.groups[index, : self._lists.counts[index]]
        present = {NAMES[group] for group in set(listed)}
        if self._boosts.any():
            groups.append(self._factor_of_trees(index))
            if self._boosts[index] != 0:
                present.add(CIRCUMSTANCES)
        factors = factors_of_themes(groups, frozenset(present))
        factors.sort(key=lambda factor: -abs(math.log(factor.factor)))
        probability = float(self.probabilities[index])
        return Explanation(
            colour=COLOUR_NAMES[self.colour],
            move=format_vertex(point),
            rank=1 + int((self.probabilities > probability).sum()),
            n_moves=len(self.points),
            probability=probability,
            base=self._base,
            factors=tuple(factors),
            searched=None if report is None else searched_move(report, point),
        )

    def _index_of(self, point: int) -> int:
        """Returns the index of a move among `points`. Raises CfggoError if it is illegal."""
        refuse_illegal(self.game, self.colour, point)
        if point not in self.points:  # some rules allow it
            raise CfggoError(
                said(
                    "{vertex} is suicide, which the policy does not know",
                    vertex=format_vertex(point),
                )
            )
        return self.points.index(point)

    def _factor(self, index: int, group: int) -> Factor:
        """Returns the factor of a group, an index into NAMES, for the move with an index."""
        name = NAMES[group]
        of_group = self._lists.groups[index, : self._lists.counts[index]] == group
        numbers = self._lists.features[index, : self._lists.counts[index]][of_group]
        factor = math.exp(self._thetas[index, group].sum() - self._means[group].sum())
        if len(numbers) == 0:
            return Factor(name, GROUP_WORDS[name].none, factor)
        if group == OF_PATHS:
            return self._factor_of_paths(index, numbers, factor)
        seen = self._seen(index, group, numbers)
        return Factor(
            name,
            GROUP_WORDS[name].describe(seen),
            factor,
            self._parts(index, group, numbers),
            tuple(map(format_vertex, GROUP_WORDS[name].points(seen))),
        )

    def _parts(self, index: int, group: int, numbers: np.ndarray) -> tuple[Factor, ...]:
        """Returns the parts of a group's factor, if moves have several features of it.

        The last part is the effect of those that other moves have, and this one lacks.
        """
        used = np.flatnonzero(self._uses[group])
        if len(used) < 2:
            return ()
        factors = np.exp(self._thetas[index, group] - self._means[group])
        aspects = self._explainer.aspects_of(numbers, np.full(len(numbers), group))
        parts = []
        for aspect in np.unique(aspects):
            seen = self._seen(index, group, numbers[aspects == aspect])
            words = GROUP_WORDS[NAMES[group]].describe(seen)
            parts.append(Factor(NAMES[group], words, float(factors[aspect])))
        lacking = np.setdiff1d(used, aspects)
        if len(lacking):
            rest = float(factors[lacking].prod())
            parts.append(Factor(NAMES[group], said("without what other moves have"), rest))
        return tuple(parts)

    def _factor_of_paths(self, index: int, numbers: np.ndarray, factor: float) -> Factor:
        """Returns the factor of a move's paths; numbers: of these features.

        A path counts by how much more the move has of it than moves have on average, which is the
        share of the moves that have it.
        """
        lists = self._lists
        is_path = self._is_there & (lists.groups == OF_PATHS)
        all_paths = np.sort(lists.features[is_path])
        having = np.searchsorted(all_paths, numbers, "right") - np.searchsorted(all_paths, numbers)
        share = having / len(self.points)
        gains = self._explainer.weights.theta[numbers].astype(np.float64) * (1 - share)
        strongest = np.argsort(-abs(gains), kind="stable")[:NAMED_PATHS]
        walks = paths_of_move(self._board, self.points[index], self._explainer.weights.labelling)
        parts = []
        for i in strongest:
            walk = walks[int(numbers[i])]
            points = tuple(map(format_vertex, walk.points))
            parts.append(Factor(PATHS, walk.words, math.exp(gains[i]), (), points))
        n_others = len(numbers) - len(parts)
        rest = factor / math.prod(part.factor for part in parts)
        parts.append(
            Factor(PATHS, said("{n} other paths, and those that it lacks", n=n_others), rest)
        )
        words = said("paths of the graph ({path})", path=parts[0].words)
        return Factor(PATHS, words, factor, tuple(parts), parts[0].points)

    def _factor_of_trees(self, index: int) -> Factor:
        """Returns the factor of the boosted trees for the move with an index."""
        words = GROUP_WORDS[CIRCUMSTANCES]
        factor = math.exp(self._boosts[index] - self._boosts.mean())
        if self._boosts[index] == 0:
            return Factor(CIRCUMSTANCES, words.none, factor)
        return Factor(
            CIRCUMSTANCES, words.describe(Seen(self._board, self.points[index], ())), factor
        )

    def _seen(self, index: int, group: int, numbers: np.ndarray) -> Seen:
        """Returns what words are made of: some features of a group that a move has."""
        point = self.points[index]
        situations: tuple[tuple[int, int], ...] = ()
        size = 0
        if group < len(GROUPS):
            situations = self._explainer.situations_of(numbers)
            if GROUPS[group].sizes:
                size = self._size(point, group, int(numbers[0]))
        return Seen(self._board, point, tuple(numbers.tolist()), situations, size)

    def _size(self, point: int, group: int, number: int) -> int:
        """Returns the size of a feature of a group that has the largest only.

        A harvest asks for the keys of all sizes up to the largest one, in their order.
        """
        views = self._views.copy()
        view = views[0]
        view["groups"], view["n_labels"] = 1 << group, 0
        view["is_harvest"], view["n_asked"] = 1, 0
        no_graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
        features = np.zeros(MAX_FEATURES, dtype=np.int32)
        tree = self._explainer.tree._replace(views=views)
        tree_features(self._board, no_graph, point, tree, features)
        asked = view["asked"][: view["n_asked"]]
        key = self._explainer.weights.keys[number - int(view["first_key"])]
        return int(GROUPS[group].sizes[np.flatnonzero(asked == key)[-1] - len(asked)])


def _aspect_of_liberties(value: int) -> int:
    """Returns which of its three numbers (`liberty_situations`) a situation of liberties is."""
    situation = liberty_situation(value)
    return 0 if situation.own else 1 if situation.enemy else 2


def explain_with_search(
    position: ExplainedPosition,
    point: int,
    engine: Searcher,
    report: SearchReport,
    limit: Limit,
    stop: Callable[[], bool] = lambda: False,
) -> Explanation:
    """Returns the explanation of a move, or PASS, with what searches found out about it.

    A move that few playouts began with is searched by itself, too.

    engine -- that searched the position
    report -- what it found
    limit  -- of one more search
    stop   -- ends it, or keeps it from beginning, as soon as it returns True

    Raises CfggoError if the move is illegal.
    """
    explanation = position.explain(point, report)
    searched = explanation.searched
    assert searched is not None
    searched = searched_after(searched, engine, position.game, position.colour, point, limit, stop)
    return replace(explanation, searched=searched)
