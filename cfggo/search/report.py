"""The results of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cfggo.base.intervals import wilson_interval
from cfggo.go.main_line import PositionValue
from cfggo.go.points import BLACK
from cfggo.search.goal import Goal
from cfggo.search.kept_tree import KeptTree
from cfggo.search.score_lead import score_lead
from cfggo.search.tree import ROOT, most_visited_child

PV_LENGTH = 12
"""Moves of a principal variation, at most."""

MEAN_VISITS = 20
"""Visits with the search's means that are added to those of a move when it is shown: else a move
that won its only playout would seem to be the best of all."""


@dataclass(frozen=True)
class MoveInfo:
    """The results for one move; all figures are for the side to move.

    Public attributes:
        point        -- the move
        visits       -- playouts that began with it
        winrate      -- share of them that the side to move won, 0 to 1
        score        -- their mean score in points, komi included
        score_stdev  -- standard deviation of their scores
        prior        -- the tree policy's probability of the move
        pv           -- the principal variation, which begins with the move
        pv_visits    -- visits of each of its moves
    """

    point: int
    visits: int
    winrate: float
    score: float
    score_stdev: float
    prior: float
    pv: list[int]
    pv_visits: list[int]

    def shown_winrate(self, mean: float) -> float:
        """Returns a win rate for people to see, the nearer to the search's mean the fewer visits
        the move has.
        """
        return self._shown(self.winrate, mean)

    @property
    def lead(self) -> float:
        """The points by which the side to move is ahead with it, which agree with `winrate`."""
        return score_lead(self.winrate, self.score, self.score_stdev)

    def shown_lead(self, report: SearchReport) -> float:
        """Returns the points ahead for people to see, which agree with `shown_winrate` (see
        `cfggo.search.score_lead`); report: the one that the move is of.
        """
        winrate = self.shown_winrate(report.mean_winrate)
        return score_lead(winrate, self._shown(self.score, report.mean_score), self.score_stdev)

    def lower_bound(self, mean: float) -> float:
        """Returns the lower end of Wilson's interval for the win rate shown, 0 without visits."""
        return wilson_interval(self.shown_winrate(mean) * self.visits, self.visits)[0]

    def _shown(self, value: float, mean: float) -> float:
        """Returns the mean of this move's visits and of some more with the search's mean."""
        return (self.visits * value + MEAN_VISITS * mean) / (self.visits + MEAN_VISITS)


@dataclass(frozen=True)
class SearchReport:
    """The results of a search.

    Public attributes:
        colour   -- the side to move
        playouts -- number of playouts of this search
        seconds  -- time since it began
        winrate  -- of the best move, for the side to move
        score    -- mean score of the playouts for the side to move, komi included
        score_stdev -- standard deviation of their scores
        nodes    -- number of nodes of the tree
        moves    -- list of MoveInfo, best first; moves that were never visited are left out

    `score` is of this search alone, unless it has no playouts, and so are the owners of the points,
    which nobody knows then; the rest also counts playouts of those that it goes on from.
    """

    colour: int
    playouts: int
    seconds: float
    winrate: float
    score: float
    score_stdev: float
    nodes: int
    moves: list[MoveInfo]

    @cached_property
    def visits(self) -> int:
        """The playouts of all moves, in this search and in those that it goes on from."""
        return sum(move.visits for move in self.moves)

    @cached_property
    def mean_winrate(self) -> float:
        """The share of these playouts that the side to move won."""
        won = sum(move.visits * move.winrate for move in self.moves)
        return won / self.visits if self.visits else 0.5

    @cached_property
    def mean_score(self) -> float:
        """The mean score of these playouts for the side to move."""
        points = sum(move.visits * move.score for move in self.moves)
        return points / self.visits if self.visits else self.score

    @cached_property
    def mean_lead(self) -> float:
        """The points by which the side to move is ahead by these playouts, which agree with
        `mean_winrate`.
        """
        return score_lead(self.mean_winrate, self.mean_score, self.score_stdev)

    @property
    def shown_winrate(self) -> float:
        """The best move's win rate for people to see, as `MoveInfo.shown_winrate` has it."""
        return self.moves[0].shown_winrate(self.mean_winrate) if self.moves else self.winrate

    @property
    def shown_lead(self) -> float:
        """The points ahead with the best move for people to see, which go with `shown_winrate`."""
        return self.moves[0].shown_lead(self) if self.moves else self.mean_lead

    @property
    def black_value(self) -> PositionValue:
        """Win rate and lead for people to see, as in a game's record."""
        if self.colour == BLACK:
            return PositionValue(self.shown_winrate, self.shown_lead)
        return PositionValue(1 - self.shown_winrate, -self.shown_lead)


def make_report(tree: KeptTree, goal: Goal, seconds: float) -> SearchReport:
    """Returns a tree's results now; seconds: since the search began."""
    counters = tree.counters[0]
    nodes = tree.nodes
    moves = [_move_info(nodes, i, goal) for i in tree.child_indices if nodes[i]["visits"]]
    moves.sort(key=lambda move: (-move.visits, -move.winrate))
    points, n = int(counters["black_points"]), int(counters["playouts"])
    if not n:
        points, n = int(nodes[ROOT]["points"]), int(nodes[ROOT]["visits"])
    return SearchReport(
        colour=goal.colour,
        playouts=int(counters["playouts"]),
        seconds=seconds,
        winrate=moves[0].winrate if moves else 0.5,
        score=goal.score(points / max(n, 1)),
        score_stdev=_score_stdev(nodes[ROOT]),
        nodes=int(counters["n_nodes"]),
        moves=moves,
    )


def _move_info(nodes: np.ndarray, child: int, goal: Goal) -> MoveInfo:
    """Returns the results for one of the root's children, visited at least once."""
    node = nodes[child]
    visits = int(node["visits"])
    pv: list[int] = []
    pv_visits: list[int] = []
    while child >= 0 and nodes[child]["visits"] and len(pv) < PV_LENGTH:
        pv.append(int(nodes[child]["move"]))
        pv_visits.append(int(nodes[child]["visits"]))
        child = most_visited_child(nodes, child)
    return MoveInfo(
        point=int(node["move"]),
        visits=visits,
        winrate=int(node["half_wins"]) / (2 * visits),
        score=goal.score(int(node["points"]) / visits),
        score_stdev=_score_stdev(node),
        prior=float(node["prior"]),
        pv=pv,
        pv_visits=pv_visits,
    )


def _score_stdev(node: np.void) -> float:
    """Returns the standard deviation of the scores of a node's playouts."""
    visits = max(int(node["visits"]), 1)
    mean = int(node["points"]) / visits
    return math.sqrt(max(int(node["squared_points"]) / visits - mean * mean, 0.0))
