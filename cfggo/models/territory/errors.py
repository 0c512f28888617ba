"""How often predicted owners of points are wrong: the paper's four errors, and calibration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cfggo.base.intervals import ratio_interval, saving_interval, wilson_interval
from cfggo.go.points import BLACK, EMPTY, WHITE
from cfggo.models.territory.endings import Ending, counted_points, labels_of_nodes
from cfggo.models.territory.model import of_points
from cfggo.models.territory.regions import STONE, BlockGraph, block_graph
from cfggo.records.game_files import rules_of_record

ERRORS = ("block", "vertex", "game", "winner")
"""The paper's (section 4): chains, points that are not neutral, games with any such point wrong,
and games whose winner by area is wrong."""

N_BINS = 10
"""Of the calibration: equal parts of the probability that a point is Black's."""


class GameErrors(NamedTuple):
    """The wrong predictions in one game.

    blocks, wrong_blocks -- chains
    points, wrong_points -- points that are not neutral and have an owner
    wrong_winner         -- whether the area of the points that are not neutral, with komi, makes
                            another winner than it really does; komi is that of the rules where
                            the record has none
    bins                 -- float64[N_BINS, 3]: points, sum of the probabilities that they are
                            Black's, and Black's points, by that probability
    squares              -- sum of (ownership - true ownership) ** 2 over the points
    """

    blocks: int
    wrong_blocks: int
    points: int
    wrong_points: int
    wrong_winner: bool
    bins: np.ndarray
    squares: float


class Error(NamedTuple):
    """A share of what was predicted wrong, with its 95% interval; whole games are the samples.

    The interval is NaN where fewer than two games have errors of that kind.
    """

    share: float
    low: float
    high: float


def errors_of(ending: Ending, owners: np.ndarray) -> GameErrors:
    """Returns the errors of predicted owners.

    owners -- float[N_POINTS], +1 for Black to -1 for White; 0 is wrong for every owned point
    """
    board = ending.board
    graph: BlockGraph = block_graph(board["colour"], int(board["size"]))
    stones = graph.kind == STONE
    on_board = graph.node_of >= 0
    predicted = np.bincount(graph.node_of[on_board], owners[on_board], minlength=len(stones))
    labels = labels_of_nodes(graph, ending.owners)
    wrong_blocks = np.where(labels == 1, predicted <= 0, predicted >= 0)[stones]
    counted = counted_points(graph)
    black, white = ending.owners == BLACK, ending.owners == WHITE
    asked = counted & (black | white)
    sign = np.sign(owners)
    wrong = (sign != np.where(black, 1, -1)) & asked
    line = ending.record.line
    komi = line.komi_by(rules_of_record(line))
    true_score = np.count_nonzero(black & counted) - np.count_nonzero(white & counted) - komi
    score = float(sign[counted].sum()) - komi
    probability = (1.0 + owners[asked]) / 2.0
    number = np.minimum((probability * N_BINS).astype(np.int64), N_BINS - 1)
    sums = (
        np.bincount(number, weights, minlength=N_BINS)
        for weights in (np.ones(len(number)), probability, black[asked].astype(np.float64))
    )
    return GameErrors(
        int(stones.sum()),
        int(wrong_blocks.sum()),
        int(asked.sum()),
        int(wrong.sum()),
        bool(np.sign(score) != np.sign(true_score)),
        np.stack(list(sums), axis=1),
        float(((owners - np.where(black, 1.0, -1.0))[asked] ** 2).sum()),
    )


def naive_owners(board: np.void) -> np.ndarray:
    """Returns the owners if all stones are alive, float32[N_POINTS]: stones and their surrounds."""
    graph: BlockGraph = block_graph(board["colour"], int(board["size"]))
    of_blocks = np.where(graph.colour == BLACK, 1.0, np.where(graph.colour == EMPTY, 0.0, -1.0))
    return of_points(graph, of_blocks)


def totals(games: Sequence[GameErrors]) -> dict[str, Error]:
    """Returns the four errors of some games by name (ERRORS)."""
    n = len(games)
    columns = np.array([(g.blocks, g.wrong_blocks, g.points, g.wrong_points) for g in games], float)
    blocks, wrong_blocks, points, wrong_points = columns.T
    found = {}
    for name, wrong, of in (("block", wrong_blocks, blocks), ("vertex", wrong_points, points)):
        # That few games have errors says nothing of how much they vary.
        low, high = ratio_interval(wrong, of) if (wrong > 0).sum() > 1 else (np.nan, np.nan)
        found[name] = Error(wrong.sum() / of.sum(), *np.clip((low, high), 0.0, 1.0).tolist())
    for name, bad in (
        ("game", int((wrong_points > 0).sum())),
        ("winner", sum(g.wrong_winner for g in games)),
    ):
        found[name] = Error(bad / n, *wilson_interval(bad, n))
    return found


def fewer_wrong_points(games: Sequence[GameErrors], others: Sequence[GameErrors]) -> Error:
    """Returns by what share fewer points are wrong than by another prediction of the same games.

    It is less than 0 where more are wrong, and NaN where none are by the other one.
    """
    wrong, reference = (
        np.array([game.wrong_points for game in each], dtype=np.float64) for each in (games, others)
    )
    share = 1.0 - wrong.sum() / reference.sum() if reference.any() else np.nan
    return Error(float(share), *saving_interval(wrong, reference))


def calibration_error(games: Sequence[GameErrors]) -> tuple[float, np.ndarray]:
    """Returns the mean distance of probability and observed share, weighted by points, and bins.

    The bins are float64[N_BINS, 3] as in `GameErrors`, of all games.
    """
    bins = np.sum([game.bins for game in games], axis=0)
    return float(np.abs(bins[:, 1] - bins[:, 2]).sum() / bins[:, 0].sum()), bins
