"""Graf and Platzner 2014: common fate graph patterns in tree and playouts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cfggo.base.intervals import ratio_interval
from cfggo.match.playing.programs import gnugo_command
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
    match_row,
    more,
    numbers,
    pairs,
    pooled,
)
from cfggo.papers.representations import REPRESENTATIONS

_PRESETS = {
    "baseline": "no graph",
    "cfg-playout": "graph in the playouts",
    "cfg-tree": "graph in the tree",
    "cfg-full": "graph in both",
}


_FROM_MORE_GAMES = (
    "paper-baseline-more",
    "paper-baseline-more",
    "paper-cfg-more",
    "paper-cfg-more",
)
"""The tree policy that each of `_PRESETS` has in place of its own."""


def _matches(
    games: int, size: int, playouts: int, minutes: tuple[float, ...], trees: Sequence[str] = ()
) -> str:
    """Returns a match of each preset against GNU Go.

    trees -- tree policies in place of the presets' own
    """
    more_settings = [f",tree={tree}" for tree in trees] or [""] * len(_PRESETS)
    return "\n".join(
        f"{preset} {time}: match --black cfggo:{preset},playouts={playouts}{more} --white gnugo:0 "
        f"--games {games} --size {size} --komi 7.5 --seed 1 --out {{out}}/{preset} --json"
        for preset, time, more in zip(_PRESETS, minutes, more_settings, strict=True)
    )


def _table_1(found: Outputs) -> Result:
    rows = [match_row(words, found.printed[key]) for key, words in _PRESETS.items()]
    none, playouts, tree, both = rows
    statements = [
        more("the graph in the tree wins more", pooled([tree, both]), pooled([none, playouts])),
        more("the graph in the playouts wins more", pooled([playouts, both]), pooled([none, tree])),
        more("the graph in both wins more than none", both, none),
    ]
    return Result(rows, statements)


TABLE_1 = Claim(
    name="table-1",
    title="games won against GNU Go 3.8 level 0",
    says="the graph makes the engine stronger: by 135 Elo in the tree, 50 in the playouts, 190 in "
    "both. 1,024 games a row, 19x19, 1,000 playouts a move.",
    published=dict(zip(_PRESETS.values(), (46.6, 53.9, 65.4, 72.5), strict=True)),
    small=Form(
        "9x9, 100 playouts a move, 30 games a row. The weights were learnt on 19x19.",
        _matches(games=30, size=9, playouts=100, minutes=(1, 1, 1, 1)),
    ),
    full=Form(
        "200 games a row. The policies learnt from 19,212 games (the paper: 20,000 others).",
        _matches(games=200, size=19, playouts=1000, minutes=(190, 450, 200, 460)),
    ),
    result=_table_1,
    needs=(gnugo_command,),
)

TABLE_1_MORE = Claim(
    name="table-1-more",
    title="the same with tree policies from 166,763 games",
    says=TABLE_1.says,
    published=TABLE_1.published,
    small=Form(
        TABLE_1.small.differs,
        _matches(games=30, size=9, playouts=100, minutes=(1, 1, 1, 1), trees=_FROM_MORE_GAMES),
    ),
    full=Form(
        "200 games a row. The tree policies learnt from 166,763 games (the paper: 20,000).",
        _matches(
            games=200,
            size=19,
            playouts=1000,
            minutes=(190, 450, 200, 460),
            trees=_FROM_MORE_GAMES,
        ),
    ),
    result=_table_1,
    needs=(gnugo_command,),
)

_POLICIES = {"tree": "tree", "playout": "playouts"}
_PHASE_MOVES = 30


def _figures_6_7(found: Outputs) -> Result:
    prediction = found.printed["prediction"]
    plain = prediction["models"][0]["name"]
    rows, ranks, phases = [], [], []
    for model in prediction["models"]:
        name = _POLICIES[model["policy"]] + ("" if model["name"] == plain else ", graph")
        top, intervals = model["top"], pairs(model["top_intervals"])
        rows.append(Row(name, top[0], *intervals[0], model["positions"]))
        ranks.append(Curve(name, range(1, len(top) + 1), top, intervals))
        values = numbers(model["log_likelihood_by_phase"])
        middles = [(i + 0.5) * _PHASE_MOVES for i in range(len(values))]
        phases.append(Curve(name, middles, values, pairs(model["log_likelihood_intervals"])))
    gains = {
        gain["policy"]: Row("", gain["first"], *ends(gain["first_interval"]))
        for gain in prediction["differences"]
    }
    ranks.append(Curve("tree, graph, the paper", [1], [0.421]))
    return Result(
        rows,
        [
            *(
                more(f"the graph ranks more moves first in the {words}", gains[policy], 0.0)
                for policy, words in _POLICIES.items()
            ),
            more("it gains more in the playouts than in the tree", gains["playout"], gains["tree"]),
        ],
        [
            Panel("rank n", "moves within the first n", ranks),
            Panel("move number", "mean log-likelihood of the move", phases, in_percent=False),
        ],
    )


FIGURES_6_7 = Claim(
    name="figures-6-7",
    title="experts' moves within the first n, and their log-likelihood by phase of the game",
    says="with the graph both policies rank more of the experts' moves first, and it gains more in "
    "the playouts. 2,000 test games.",
    published={"tree, graph": 42.1},
    small=Form(
        "learnt from 400 games at most; without records of your own, from 120 games of the level "
        "16k against itself on 9x9, and tested on 30 others.",
        """
        games 6: match --black cfggo:level=16k --white cfggo:level=16k --games 150 --size 9 --seed 1
            --out {out}/games --json
        baseline 1: train policy {records} --size {size} --games 400 --config baseline
            --out {out}/baseline.weights
        graph 2: train policy {records} --size {size} --games 400 --config cfg-full
            --out {out}/cfg.weights
        prediction 1: evaluate policy {out}/baseline.weights {out}/cfg.weights {records}
            --size {size} --games 100 --json
        """,
    ),
    full=Form(
        "the weights of the presets, learnt from 19,212 even games of 9 dan amateurs with 300 "
        "moves or more (the paper: 20,000 of 4 dan or more).",
        "prediction 60: evaluate policy baseline cfg-full {records} --size {size} --split test "
        "--json",
        wants="even games of strong amateurs with 300 moves or more",
    ),
    result=_figures_6_7,
    counted="moves",
)

_STAGES = {
    "0-100": (27.5, 24.7),
    "100-200": (26.6, 24.2),
    "200-300": (78.4, 77.3),
    "300-400": (80.2, 79.9),
}
_KINDS = ("removals", "additions")
_SPEEDS = {
    "playouts a second, no graph": 1797,
    "playouts a second, graph": 196,
    "times as fast without the graph": 9.2,
}


def _benches(seconds: int, games: int, minutes: float) -> str:
    """Returns five measurements of speed, and counts path updates in the first."""
    return "\n".join(
        f"bench-{run} {minutes}: bench --config cfg-full --seconds {seconds} "
        f"--games {1 if run else games} --json"
        for run in range(5)
    )


def _table_2(found: Outputs) -> Result:
    runs = list(found.printed.values())
    speeds = [
        [run["baseline_playouts_per_s"] for run in runs],
        [run["cfg_playouts_per_s"] for run in runs],
        [1 / run["cfg_to_baseline"] for run in runs],
    ]
    ones = np.ones(len(runs))
    rows = [
        Row(name, sum(x) / len(x), *ratio_interval(np.array(x), ones), len(x))
        for name, x in zip(_SPEEDS, speeds, strict=True)
    ]
    slower = more("the graph makes playouts slower", rows[-1], 1.0)
    stages = [stage for stage in runs[0]["path_updates"] if stage["stage"] in _STAGES]
    curves = []
    for i, kind in enumerate(_KINDS):
        values = numbers([stage[kind] for stage in stages])
        middles = [50 + 100 * n for n in range(len(values))]
        curves.append(Curve(kind, middles, values))
        published = [_STAGES[stage["stage"]][i] for stage in stages]
        curves.append(Curve(f"{kind}, the paper", middles, published))
        rows += [
            Row(f"{kind} a move, {stage['stage']}", value, n=runs[0]["path_updates_playouts"])
            for stage, value in zip(stages, values, strict=True)
        ]
    return Result(rows, [slower], [Panel("move number", "paths a move", curves, in_percent=False)])


_COUNTED = (
    "Another machine. A walk of two steps that goes or comes is an update; the paper seems to "
    "count something else, of which there are fewer (docs/papers.md). Counts have no interval."
)

TABLE_2 = Claim(
    name="table-2",
    title="path updates a move, and playouts a second from the empty 19x19 board",
    says="few paths of the graph change with a move, more of them late in the game; with the graph "
    "playouts are 9.2 times as slow. 1,000 playouts.",
    published=_SPEEDS
    | {
        f"{kind} a move, {stage}": values[i]
        for i, kind in enumerate(_KINDS)
        for stage, values in _STAGES.items()
    },
    small=Form(f"10 playouts. {_COUNTED}", _benches(seconds=2, games=10, minutes=0.5)),
    full=Form(_COUNTED, _benches(seconds=60, games=1000, minutes=4)),
    result=_table_2,
    counted="runs, playouts",
    in_percent=False,
)

PAPER = Paper(
    "Graf and Platzner 2014",
    "Common Fate Graph Patterns in Monte Carlo Tree Search for Computer Go",
    (TABLE_1, TABLE_1_MORE, FIGURES_6_7, TABLE_2, REPRESENTATIONS),
)
