"""What a search found out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfggo.search.goal import Goal
from cfggo.search.kept_tree import KeptTree
from cfggo.search.tree import most_visited_child

PV_LENGTH = 12
"""Moves of a principal variation, at most."""

MEAN_VISITS = 20
"""Visits with the search's mean win rate that are added to those of a move when it is shown: else
a move that won its only playout would seem to be the best of all."""


@dataclass(frozen=True)
class MoveInfo:
    """What a search knows of a move; win rates are between 0 and 1, for the side to move."""

    point: int
    visits: int
    winrate: float
    prior: float
    pv: list[int]

    def shown_winrate(self, mean: float) -> float:
        """Returns a win rate for people to see, the nearer to the search's mean the fewer visits
        the move has.
        """
        return (self.visits * self.winrate + MEAN_VISITS * mean) / (self.visits + MEAN_VISITS)


@dataclass(frozen=True)
class SearchReport:
    """What a search found out.

    Public attributes:
        colour   -- the side to move
        playouts -- number of playouts of this search
        seconds  -- time since it began
        winrate  -- of the best move, for the side to move
        score    -- mean score of the playouts for the side to move, komi included
        nodes    -- number of nodes of the tree
        moves    -- list of MoveInfo, best first; moves that were never visited are left out
    """

    colour: int
    playouts: int
    seconds: float
    winrate: float
    score: float
    nodes: int
    moves: list[MoveInfo]

    @property
    def visits(self) -> int:
        """The playouts of all moves, in this search and in those that it goes on from."""
        return sum(move.visits for move in self.moves)

    @property
    def mean_winrate(self) -> float:
        """The share of these playouts that the side to move won."""
        won = sum(move.visits * move.winrate for move in self.moves)
        return won / self.visits if self.visits else 0.5


def make_report(tree: KeptTree, goal: Goal, seconds: float) -> SearchReport:
    """Returns what a tree says now; seconds: since the search began."""
    counters = tree.counters[0]
    moves = [_move_info(tree.nodes, i) for i in tree.child_indices if tree.nodes[i]["visits"]]
    moves.sort(key=lambda move: (-move.visits, -move.winrate))
    black_area = float(counters["black_points"]) / max(int(counters["playouts"]), 1)
    return SearchReport(
        colour=goal.colour,
        playouts=int(counters["playouts"]),
        seconds=seconds,
        winrate=moves[0].winrate if moves else 0.5,
        score=goal.score(black_area),
        nodes=int(counters["n_nodes"]),
        moves=moves,
    )


def _move_info(nodes: np.ndarray, child: int) -> MoveInfo:
    """Returns what the tree knows of one of the root's children, visited at least once."""
    node = nodes[child]
    pv: list[int] = []
    while child >= 0 and nodes[child]["visits"] and len(pv) < PV_LENGTH:
        pv.append(int(nodes[child]["move"]))
        child = most_visited_child(nodes, child)
    return MoveInfo(
        point=int(node["move"]),
        visits=int(node["visits"]),
        winrate=int(node["half_wins"]) / (2 * int(node["visits"])),
        prior=float(node["prior"]),
        pv=pv,
    )
