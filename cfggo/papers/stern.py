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
    more,
    numbers,
    pairs,
    pooled,
    share_row,
)

_TRAIN = (
    "train policy {records} --size {size} --method bayes --batch-games 1 "
    "--tree-features templates --beta 1.5 --out {out}/ranking.weights"
)
_TEST = "{out}/ranking.weights {records} --size {size} --json"
_SMALL = f"""
games 6: match --black cfggo:level=16k --white cfggo:level=16k --games 150 --size 9 --seed 1
    --out {{out}}/games --json
train 2: {_TRAIN} --games 800
"""
_FULL = f"train 120: {_TRAIN}\n"
_OWN = (
    "800 games at most to learn from; without records of your own, 120 of the level 16k against "
    "itself on 9x9, and 30 for the test."
)
_WANTS = "games of professionals on 19x19, of which 80% are learnt from"

_RANKS = {1: 26, 5: 55, 10: 68, 20: 81}
_RANK_NAMES = {rank: f"within the first {rank}" if rank > 1 else "first" for rank in _RANKS}
_PHASE_MOVES = 30
_LARGE = 5
"""The first template that counts as large, of 60 points."""


def _figure_3(found: Outputs) -> Result:
    ranking = found.printed["ranking"]
    by_mean = next(model for model in ranking["models"] if "by mean" in model["policy"])
    top, intervals = by_mean["top"], pairs(by_mean["top_intervals"])
    moves = np.array(ranking["beliefs"][0]["moves_by_phase_and_template"])
    within = [numbers(row) for row in ranking["beliefs"][0]["within_1_5_10_by_template"]]
    of_template = moves.sum(axis=0).tolist()
    known = [i for i, n in enumerate(of_template) if n]
    by_template = {
        i: share_row(
            f"first, pattern: {TEMPLATE_WORDS[i]}", within[i][0] * of_template[i], of_template[i]
        )
        for i in known
    }
    large = [row for i, row in by_template.items() if i >= _LARGE]
    small = [row for i, row in by_template.items() if i < _LARGE]
    early, late = (
        share_row("", int(part[:, _LARGE:].sum()), int(part.sum()))
        for part in (moves[:1], moves[1:])
    )
    played = np.flatnonzero(moves.sum(axis=1))
    shares = moves[played] / moves[played].sum(axis=1, keepdims=True)
    middles = ((played + 0.5) * _PHASE_MOVES).tolist()
    return Result(
        [
            *(
                Row(name, top[rank - 1], *intervals[rank - 1], by_mean["positions"])
                for rank, name in _RANK_NAMES.items()
            ),
            *by_template.values(),
        ],
        [
            more("large known patterns rank more moves first", pooled(large), pooled(small)),
            more(
                "moves 1 to 30 have a large known pattern more often than later ones", early, late
            ),
        ],
        [
            Panel(
                "rank n",
                "moves within the first n",
                [
                    Curve("here", range(1, len(top) + 1), top, intervals),
                    Curve("the paper", list(_RANKS), [share / 100 for share in _RANKS.values()]),
                ],
            ),
            Panel(
                "move number",
                "moves, by points of their largest known pattern",
                [Curve(TEMPLATE_WORDS[i], middles, shares[:, i].tolist()) for i in known],
            ),
            Panel(
                "largest known pattern: its template",
                "moves of such patterns",
                [
                    Curve(name, known, [within[template][i] for template in known])
                    for i, name in enumerate(("first", "first 5", "first 10"))
                ],
            ),
        ],
    )


_EACH = "Intervals of patterns take each move for a sample."

FIGURE_3 = Claim(
    name="figure-3",
    title="ranks of experts' moves, by phase of the game and largest known pattern",
    says="26% of professionals' moves are ranked first; large patterns are known early in the game "
    "and rank best. 20,000 games to learn from, 500 for the test.",
    published={_RANK_NAMES[rank]: share for rank, share in _RANKS.items()},
    small=Form(f"{_OWN} {_EACH}", f"{_SMALL}ranking 1: evaluate policy {_TEST} --games 200"),
    full=Form(
        "docs/papers.md learns from 7,640 games and tests on 974. The templates' sizes are ours: "
        f"the paper's figure is lost. {_EACH}",
        f"{_FULL}ranking 30: evaluate policy {_TEST} --split test",
        wants=_WANTS,
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
    others = np.array([max(1, found.size**2 - move["number"]) for _, move in moves])
    errors = np.minimum(1, np.array([move["rank"] - 1 for _, move in moves]) / others)

    def row(name: str, low: float, high: float) -> Row:
        chosen = (means >= low) & (means < high)
        if not chosen.any():
            return Row(name, math.nan)
        interval = interval_by_game(game_of[chosen], errors[chosen])
        return Row(name, float(errors[chosen].mean()), *interval, int(chosen.sum()))

    negative, positive = row(_NEGATIVE, -math.inf, 0), row("mean of 0 or more", 0, math.inf)
    steps = [row(f"mean from {low:g} to {high:g}", low, high) for low, high in pairwise(_MEANS)]
    return Result(
        [negative, positive, *steps],
        [
            more("a mean of 0 or more ranks better than chance", 0.5, positive),
            more("a mean below 0 ranks no better than chance", negative, 0.5),
        ],
    )


_NEGATIVE = "mean below 0"
_BY_POINTS = "The rank is taken as a share of the points that no earlier move was played on."

FIGURE_4 = Claim(
    name="figure-4",
    title="mean rank error of experts' moves, by the mean of their pattern's value",
    says="only patterns with a mean above 0 rank moves better than chance does, a rank error of "
    "50%.",
    published={_NEGATIVE: "50% or more"},
    small=Form(f"{_OWN} {_BY_POINTS}", f"{_SMALL}moves 2: evaluate moves {_TEST} --games 1000"),
    full=Form(
        f"the first 2,500 games, without those learnt from. {_BY_POINTS}",
        f"{_FULL}moves 60: evaluate moves {_TEST} --games 2500",
        wants=_WANTS,
    ),
    result=_figure_4,
    counted="moves",
)

PAPER = Paper(
    "Stern et al. 2006",
    "Bayesian Pattern Ranking for Move Prediction in the Game of Go",
    (FIGURE_3, FIGURE_4),
)
