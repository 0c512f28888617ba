"""Stern, Herbrich and Graepel 2006: beliefs about exact patterns predict professionals' moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise, repeat
from typing import Any

import numpy as np

from cfggo.features.templates import TEMPLATE_WORDS
from cfggo.papers.boards import game_diagram
from cfggo.papers.claim import (
    Claim,
    Curve,
    Form,
    Outputs,
    Panel,
    Paper,
    Result,
    Row,
    ends,
    more,
    pairs,
    share_row,
)

_RANKS = {1: 26, 5: 55, 10: 68, 20: 81}
_RANK_NAMES = {rank: f"within the first {rank}" if rank > 1 else "first" for rank in _RANKS}
_OPENING = ("first, moves 1 to 30", "first, later moves")
_SIGNS = ("rank error, mean below 0", "rank error, mean of 0 or more")
_PHASE_MOVES = 30
_SMALLEST, _WHOLE_BOARD = 1, len(TEMPLATE_WORDS) - 1
_LITTLE_BELOW = "rank error, mean from -0.5 to 0"


def _row(name: str, group: Mapping[str, Any], what: str) -> Row:
    """Returns the row of a group of moves; where no two differ, its interval takes each for one."""
    n, value = group["moves"], group[what]
    if value is None:
        return Row(name, math.nan)
    if value in (0, 1):
        return share_row(name, n * value, n)
    low, high = ends(group[f"{what}_interval"])
    return Row(name, value, max(low, 0.0), min(high, 1.0), n)


def _curve(name: str, x: list[float], rows: list[Row]) -> Curve:
    """Returns the line of the rows that have moves."""
    points = [(at, row) for at, row in zip(x, rows, strict=True) if row.n]
    intervals = [(row.low, row.high) for _, row in points]
    return Curve(name, [at for at, _ in points], [row.value for _, row in points], intervals)


def _figures_2_4(found: Outputs) -> Result:
    ranking = found.printed["ranking"]
    by_mean = next(model for model in ranking["models"] if "by mean" in model["policy"])
    top, intervals = by_mean["top"], pairs(by_mean["top_intervals"])
    (beliefs,) = ranking["beliefs"]

    def rows(what: str, by: str, names: Iterable[str] = repeat("")) -> list[Row]:
        return [_row(*each, what) for each in zip(names, beliefs["ranked"][by], strict=False)]

    edges = [-math.inf, *beliefs["means"], math.inf]
    early, late = rows("first", "by_opening", _OPENING)
    names = [f"first, largest pattern: {words}" for words in TEMPLATE_WORDS]
    templates = rows("first", "by_template", names)
    signs = rows("rank_error", "by_sign", _SIGNS)
    inner = [f"from {low:g} to {high:g}" for low, high in pairwise(edges[1:-1])]
    ranges = [f"below {edges[1]:g}", *inner, f"of {edges[-2]:g} or more"]
    means = rows("rank_error", "by_mean", [f"rank error, mean {words}" for words in ranges])
    (little_below,) = (row for row in means if row.name == _LITTLE_BELOW)
    moves = np.array(beliefs["moves_by_phase_and_template"])
    played = np.flatnonzero(moves.sum(axis=1))
    shares = moves[played] / moves[played].sum(axis=1, keepdims=True)
    middles = [(phase + 0.5) * _PHASE_MOVES for phase in range(len(moves))]
    known = [i for i, row in enumerate(templates) if row.n]
    middles_of_means = [edges[1] - 0.5, *map(float, np.mean(list(pairwise(edges[1:-1])), axis=1))]
    phases = _curve("rank error", middles, rows("rank_error", "by_phase"))
    of_phases = _curve("ranked first", middles, rows("first", "by_phase"))
    sizes = [float(i) for i in range(1, len(TEMPLATE_WORDS))]
    by_size = _curve("rank error", sizes, rows("rank_error", "by_template")[1:])
    by_value = _curve("rank error", [*middles_of_means, edges[-2] + 0.5], means)
    return Result(
        [
            *(
                Row(name, top[rank - 1], *intervals[rank - 1], by_mean["positions"])
                for rank, name in _RANK_NAMES.items()
            ),
            *(row for row in (early, late, *templates, *signs, *means) if row.n),
        ],
        [
            more("moves 1 to 30 are ranked first more often than later ones", early, late),
            more(
                "with the whole board as its pattern a move is ranked first more often than with "
                "the smallest",
                templates[_WHOLE_BOARD],
                templates[_SMALLEST],
            ),
            more("moves of a mean of 0 or more are ranked better than at random", 0.5, signs[1]),
            more("moves of a mean below 0 are ranked no better than at random", signs[0], 0.5),
            more("moves of a mean from -0.5 to 0 are ranked no better", little_below, 0.5),
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
            Panel("move number", "moves", [of_phases, phases]),
            Panel(
                "move number",
                "moves, by points of their largest known pattern",
                [
                    Curve(TEMPLATE_WORDS[i], [middles[p] for p in played], shares[:, i].tolist())
                    for i in known
                ],
            ),
            Panel("largest known pattern: its template", "mean rank error", [by_size]),
            Panel(
                "mean of the pattern's value",
                "mean rank error",
                [by_value, Curve("at random", [by_value.x[0], by_value.x[-1]], [0.5, 0.5])],
            ),
            game_diagram("it plays itself: the first 50 moves", found.out / "play" / "0001.sgf"),
        ],
    )


def _steps(games: str, minutes: tuple[float, float], tested: str) -> str:
    """Returns the steps that learn the paper's model, from so many games, and test it."""
    train, test = minutes
    player = "cfggo:ranking,tree={out}/ranking.weights,level=14k"
    return (
        f"train {train:g}: train policy {{records}} --size {{size}} --method bayes --batch-games 1 "
        f"--tree-features templates --beta 1.5 --out {{out}}/ranking.weights{games}\n"
        f"ranking {test:g}: evaluate policy {{out}}/ranking.weights {{records}} --size {{size}} "
        f"{tested} --json\n"
        f"play 0.5: match --black {player} --white {player} --games 1 --size {{size}} "
        "--max-moves 50 --seed 1 --out {out}/play --json"
    )


_ERROR = "A rank error is the share of the other legal moves that are ranked above the move."

FIGURES_2_4 = Claim(
    name="figures-2-4",
    title="ranks of experts' moves, by phase of the game, largest known pattern and its value",
    says="26% of professionals' moves are ranked first, half of moves 1 to 30, where large "
    "patterns are known; only moves whose pattern has a mean above 0 are ranked better than at "
    "random. 20,000 games to learn from, 500 for the test.",
    published={
        **{_RANK_NAMES[rank]: share for rank, share in _RANKS.items()},
        _OPENING[0]: 50,
        _SIGNS[0]: "50% or more",
    },
    small=Form(
        "800 games at most to learn from; without records of your own, some 120 of the level 16k "
        f"against itself on 9x9, and 30 for the test. {_ERROR}",
        "games 6: match --black cfggo:level=16k --white cfggo:level=16k --games 150 --size 9 "
        "--seed 1 --out {out}/games --json\n" + _steps(" --games 800", (2, 1), "--games 200"),
    ),
    full=Form(
        "docs/papers.md learns from 7,640 games and tests on 974. The templates' sizes are ours: "
        f"the paper's figure is lost. {_ERROR}",
        _steps("", (5, 2), "--split test"),
        wants="games of professionals on 19x19, of which 80% are learnt from",
    ),
    result=_figures_2_4,
    counted="moves",
)

PAPER = Paper(
    "Stern et al. 2006",
    "Bayesian Pattern Ranking for Move Prediction in the Game of Go",
    (FIGURES_2_4,),
)
