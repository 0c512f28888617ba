"""Stern, Herbrich and Graepel 2006: beliefs about exact patterns predict professionals' moves."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from cfggo.base.intervals import interval_by_game
from cfggo.features.templates import TEMPLATE_WORDS
from cfggo.papers.claim import (
    Claim,
    Curve,
    Form,
    Outputs,
    Panel,
    Paper,
    Result,
    Row,
    Statement,
    Step,
    more,
    number,
    share_row,
)

_LEARN = (
    "train policy {records} --size {size} --method bayes --batch-games 1 "
    "--tree-features templates --beta 1.5 --out {out}/ranking.weights"
)
_SELFPLAY = Step(
    "selfplay",
    "selfplay --games 200 --size 9 --config cfg-tree --playouts 60 --seed 1 --out {out}/games "
    "--json",
    4,
)
_OWN = (
    "1,000 games at most; without records of your own, 200 of the program against itself on 9x9, "
    "one in five of them for the test."
)
_WANTED = "games of professionals on 19x19, of which 80% are learnt from"

_RANKS = {1: 26, 5: 55, 10: 68, 20: 81}
_PHASE_MOVES = 30
_LARGE = 5
"""The first template that counts as large, of more than 36 points."""


def _figure_3(found: Outputs) -> Result:
    ranking = found.printed["ranking"]
    by_mean = next(model for model in ranking["models"] if "by mean" in model["policy"])
    beliefs = ranking["beliefs"][0]
    moves = np.array(beliefs["moves_by_phase_and_template"])
    within = np.array([[number(x) for x in row] for row in beliefs["within_1_5_10_by_template"]])
    n = moves.sum(axis=0)
    rows = [
        Row(
            f"within the first {rank}" if rank > 1 else "first",
            by_mean["top"][rank - 1],
            *map(number, by_mean["top_intervals"][rank - 1]),
            by_mean["positions"],
        )
        for rank in _RANKS
    ]
    known = np.flatnonzero(n)
    by_template = {
        i: share_row(f"first, of pattern {TEMPLATE_WORDS[i]}", within[i, 0] * n[i], int(n[i]))
        for i in known.tolist()
    }

    def together(templates: range) -> Row:
        chosen = [by_template[i] for i in templates if i in by_template]
        total = sum(row.n for row in chosen)
        return share_row("", sum(row.value * row.n for row in chosen), total)

    def large(counts: np.ndarray) -> Row:
        return share_row("", int(counts[_LARGE:].sum()), int(counts.sum()))

    n_all = len(TEMPLATE_WORDS)
    ranks = range(1, len(by_mean["top"]) + 1)
    lows, highs = zip(*by_mean["top_intervals"], strict=True)
    played = moves.sum(axis=1) > 0
    starts = (np.flatnonzero(played) + 0.5) * _PHASE_MOVES
    shares = moves[played] / moves[played].sum(axis=1, keepdims=True)
    paper = Curve("the paper", list(_RANKS), [v / 100 for v in _RANKS.values()], is_of_paper=True)
    return Result(
        [*rows, *by_template.values()],
        [
            more(
                "moves with a large known pattern are ranked first more often",
                together(range(_LARGE, n_all)),
                together(range(_LARGE)),
            ),
            more(
                "moves 1 to 30 have a large known pattern more often than later ones",
                large(moves[0]),
                large(moves[1:].sum(axis=0)),
            ),
        ],
        [
            Panel(
                "rank n",
                "moves within the first n",
                [Curve("here", ranks, by_mean["top"], lows, highs), paper],
                in_percent=True,
            ),
            Panel(
                "move number",
                "moves by their largest known pattern",
                [
                    Curve(TEMPLATE_WORDS[i], starts.tolist(), shares[:, i].tolist())
                    for i in known.tolist()
                ],
                in_percent=True,
            ),
            Panel(
                "largest known pattern: template",
                "moves of these",
                [
                    Curve(name, known.tolist(), within[known, i].tolist())
                    for i, name in enumerate(("first", "first 5", "first 10"))
                ],
                in_percent=True,
            ),
        ],
    )


FIGURE_3 = Claim(
    paper="002",
    name="figure-3",
    title="ranks of experts' moves, by phase of the game and largest known pattern",
    says="26% of professionals' moves are ranked first; large patterns are known early in the game "
    "and rank best. 20,000 games to learn from, 500 for the test.",
    published={
        f"within the first {rank}" if rank > 1 else "first": share for rank, share in _RANKS.items()
    },
    small=Form(
        (
            Step("train", f"{_LEARN} --games 800", 2),
            Step(
                "ranking",
                "evaluate policy {out}/ranking.weights {records} --size {size} --games 200 --json",
                1,
            ),
        ),
        f"{_OWN} Intervals of patterns take each move for a sample.",
        (_SELFPLAY,),
    ),
    full=Form(
        (
            Step("train", _LEARN, 120),
            Step(
                "ranking",
                "evaluate policy {out}/ranking.weights {records} --size {size} --split test --json",
                30,
            ),
        ),
        "7,640 games to learn from and 974 for the test in docs/papers.md; yours are what you "
        "name. The sizes of the templates are ours, because the paper's figure is lost. Intervals "
        "of patterns take each move for a sample.",
        wants=_WANTED,
    ),
    result=_figure_3,
    counted="moves",
)

_MEANS = (-math.inf, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, math.inf)


def _figure_4(found: Outputs) -> Result:
    games = [game for game in found.printed["moves"]["games"] if not game["learnt_from"]]
    moves = [(i, move) for i, game in enumerate(games) for move in game["moves"]]
    game_of = np.array([i for i, _ in moves])
    means = np.array([move["move"]["mean"] for _, move in moves])
    # The points that are left if nothing was captured stand for the legal moves.
    points = found.size**2
    errors = np.array(
        [min(1.0, (move["rank"] - 1) / max(1, points - move["number"])) for _, move in moves]
    )

    def row(name: str, chosen: np.ndarray) -> Row:
        if not chosen.any():
            return Row(name, math.nan, math.nan, math.nan, 0)
        interval = interval_by_game(game_of[chosen], errors[chosen])
        return Row(name, float(errors[chosen].mean()), *interval, int(chosen.sum()))

    rows = [
        row(_of_means(low, high), (means >= low) & (means < high))
        for low, high in pairwise(_MEANS)
    ]
    negative, positive = row("mean below 0", means < 0), row("mean of 0 or more", means >= 0)
    half = Row("", 0.5, 0.5, 0.5, 0)
    return Result(
        [*rows, negative, positive],
        [
            more("moves with a mean of 0 or more are ranked better than at random", half, positive),
            Statement(
                "moves with a mean below 0 are ranked no better than at random",
                negative.value - 0.5,
                negative.low - 0.5,
                negative.high - 0.5,
            ),
        ],
    )


def _of_means(low: float, high: float) -> str:
    if math.isinf(low):
        return f"mean below {high:g}, by steps"
    return f"mean from {low:g}" + ("" if math.isinf(high) else f" to {high:g}")


FIGURE_4 = Claim(
    paper="002",
    name="figure-4",
    title="mean rank error of experts' moves, by the mean of their pattern's value",
    says="only moves whose pattern has a mean above 0 are ranked better than at random, a rank "
    "error of 50%.",
    published={"mean below 0": "50% or more"},
    small=Form(
        (
            Step("train", f"{_LEARN} --games 800", 2),
            Step(
                "moves",
                "evaluate moves {out}/ranking.weights {records} --size {size} --games 1000 --json",
                2,
            ),
        ),
        f"{_OWN} A move's rank is taken by the points that no move was played on before it.",
        (_SELFPLAY,),
    ),
    full=Form(
        (
            Step("train", _LEARN, 120),
            Step(
                "moves",
                "evaluate moves {out}/ranking.weights {records} --size {size} --games 2500 --json",
                60,
            ),
        ),
        "the first 2,500 games, of which one in five was not learnt from. A move's rank is taken "
        "by the points that no move was played on before it.",
        wants=_WANTED,
    ),
    result=_figure_4,
    counted="moves",
)

PAPER = Paper(
    "002",
    "Stern et al. 2006",
    "Bayesian Pattern Ranking for Move Prediction in the Game of Go",
    (FIGURE_3, FIGURE_4),
)
