"""Graf and Platzner 2014: common fate graph patterns in tree and playouts."""

from __future__ import annotations

import math

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
    Statement,
    Step,
    match_row,
    more,
    number,
    share_row,
)

_PRESETS = {
    "baseline": "no graph",
    "cfg-playout": "graph in the playouts",
    "cfg-tree": "graph in the tree",
    "cfg-full": "graph in both",
}


def _matches(games: int, size: int, playouts: int, minutes: float) -> tuple[Step, ...]:
    """Returns a match of each preset against GNU Go."""
    return tuple(
        Step(
            preset,
            f"match --black cfggo:{preset},playouts={playouts} --white gnugo:0 --games {games} "
            f"--size {size} --komi 7.5 --seed 1 --out {{out}}/{preset} --json",
            # The graph in the playouts makes them slower.
            minutes * (2 if preset in ("cfg-playout", "cfg-full") else 1),
        )
        for preset in _PRESETS
    )


def _table_1(found: Outputs) -> Result:
    rows = {key: match_row(words, found.printed[key]) for key, words in _PRESETS.items()}

    def together(*presets: str) -> Row:
        chosen = [rows[preset] for preset in presets]
        n = sum(row.n for row in chosen)
        return share_row("", sum(row.value * row.n for row in chosen), n)

    return Result(
        list(rows.values()),
        [
            more(
                "with the graph in the tree it wins more games",
                together("cfg-tree", "cfg-full"),
                together("baseline", "cfg-playout"),
            ),
            more(
                "with the graph in the playouts it wins more games",
                together("cfg-playout", "cfg-full"),
                together("baseline", "cfg-tree"),
            ),
            more(
                "with the graph in both it wins more games than without",
                rows["cfg-full"],
                rows["baseline"],
            ),
        ],
    )


TABLE_1 = Claim(
    paper="000",
    name="table-1",
    title="winning rate against GNU Go 3.8 level 0",
    says="the graph makes the engine stronger in the tree (135 Elo), in the playouts (50), and in "
    "both (190). 1,024 games a row, 19x19, 1,000 playouts a move.",
    published={
        words: rate for words, rate in zip(_PRESETS.values(), (46.6, 53.9, 65.4, 72.5), strict=True)
    },
    small=Form(
        _matches(games=30, size=9, playouts=100, minutes=1),
        "9x9, 100 playouts a move and 30 games a row, with the shipped weights, which were learnt "
        "on 19x19.",
    ),
    full=Form(
        _matches(games=200, size=19, playouts=1000, minutes=200),
        "200 games a row; the policies learnt from 19,212 games (the paper: 20,000 others).",
    ),
    result=_table_1,
    needs=(gnugo_command,),
)

_POLICIES = {("tree", 0): "tree", ("tree", 1): "tree, graph"} | {
    ("playout", 0): "playouts",
    ("playout", 1): "playouts, graph",
}
_PHASE_MOVES = 30


def _figures_6_7(found: Outputs) -> Result:
    prediction = found.printed["prediction"]
    names = list(dict.fromkeys(model["name"] for model in prediction["models"]))
    rows, ranks, phases = [], [], []
    for model in prediction["models"]:
        name = _POLICIES[model["policy"], names.index(model["name"])]
        low, high = map(number, model["first_rank_interval"])
        rows.append(Row(name, model["top"][0], low, high, model["positions"]))
        lows, highs = zip(*model["top_intervals"], strict=True)
        ranks.append(Curve(name, range(1, len(lows) + 1), model["top"], lows, highs))
        lows, highs = zip(*model["log_likelihood_intervals"], strict=True)
        starts = [(i + 0.5) * _PHASE_MOVES for i in range(len(lows))]
        values = list(map(number, model["log_likelihood_by_phase"]))
        phases.append(
            Curve(name, starts, values, list(map(number, lows)), list(map(number, highs)))
        )
    gains = {row["policy"]: row for row in prediction["differences"]}
    statements = [
        Statement(
            f"the graph predicts more first moves in the {words}",
            gains[policy]["first"],
            *map(number, gains[policy]["first_interval"]),
        )
        for policy, words in (("tree", "tree"), ("playout", "playouts"))
    ]
    by_policy = [Row("", each.effect, each.low, each.high, 0) for each in reversed(statements)]
    statements.append(more("it gains more in the playouts than in the tree", *by_policy))
    ranks.append(Curve("the paper: tree, graph", [1], [0.421], is_of_paper=True))
    return Result(
        rows,
        statements,
        [
            Panel("rank n", "moves within the first n", ranks, in_percent=True),
            Panel("move number", "mean log-likelihood of the move", phases),
        ],
    )


FIGURES_6_7 = Claim(
    paper="000",
    name="figures-6-7",
    title="moves of experts within the first n, and their log-likelihood by phase of the game",
    says="with the graph the policies of tree and playouts rank more of the experts' moves first; "
    "the gain is larger in the playouts. 2,000 test games.",
    published={"tree, graph": 42.1},
    small=Form(
        (
            Step(
                "train",
                "train policy {records} --size {size} --games 400 --passes 3 --config baseline "
                "--out {out}/baseline.weights --config cfg-full --out {out}/cfg.weights",
                2,
            ),
            Step(
                "prediction",
                "evaluate policy {out}/baseline.weights {out}/cfg.weights {records} --size {size} "
                "--games 100 --json",
                1,
            ),
        ),
        "policies learnt from 400 games at most; without records of your own, from 120 games of "
        "the program against itself on 9x9 and tested on 30 others.",
        (
            Step(
                "selfplay",
                "selfplay --games 150 --size 9 --config cfg-tree --playouts 60 --seed 1 "
                "--out {out}/games --json",
                3,
            ),
        ),
    ),
    full=Form(
        (
            Step(
                "prediction",
                "evaluate policy baseline cfg-full {records} --size {size} --split test --json",
                60,
            ),
        ),
        "the shipped weights of the two presets, learnt from 19,212 even games of 9 dan amateurs "
        "with 300 moves or more (the paper: 20,000 of 4 dan or more).",
        wants="even games of strong amateurs with 300 moves or more on 19x19, of which the test "
        "split is taken",
    ),
    result=_figures_6_7,
    counted="moves",
)

_STAGES = ("0-100", "100-200", "200-300", "300-400")
_UPDATES = ((27.5, 24.7), (26.6, 24.2), (78.4, 77.3), (80.2, 79.9))
_RUNS = 5


def _bench(seconds: int, games: int, minutes: float) -> tuple[Step, ...]:
    """Returns runs of `cfggo bench`; the first counts path updates in many playouts."""
    return tuple(
        Step(
            f"bench-{run}",
            f"bench --config cfg-full --seconds {seconds} --games {games if run == 1 else 1} "
            "--json",
            minutes,
        )
        for run in range(1, _RUNS + 1)
    )


def _table_2(found: Outputs) -> Result:
    import numpy as np

    from cfggo.base.intervals import ratio_interval

    first, *_ = runs = list(found.printed.values())

    def speed(name: str, values: list[float]) -> Row:
        low, high = ratio_interval(np.array(values), np.ones(len(values)))
        return Row(name, sum(values) / len(values), low, high, len(values))

    rows = [
        speed("playouts a second, no graph", [run["baseline_playouts_per_s"] for run in runs]),
        speed("playouts a second, graph", [run["cfg_playouts_per_s"] for run in runs]),
        speed("without the graph, times as fast", [1 / run["cfg_to_baseline"] for run in runs]),
    ]
    curves = []
    for which, key in enumerate(("removals", "additions")):
        values = [number(stage[key]) for stage in first["path_updates"]]
        for stage, value in zip(first["path_updates"], values, strict=True):
            name = f"{key} a move, {stage['stage']}"
            rows.append(Row(name, value, math.nan, math.nan, first["path_updates_playouts"]))
        middles = [50 + 100 * i for i in range(len(values))]
        published = [pair[which] for pair in _UPDATES]
        curves.append(Curve(key, middles, values))
        curves.append(Curve(f"{key}, the paper", middles[:4], published, is_of_paper=True))
    slower = rows[2]
    return Result(
        rows,
        [
            Statement(
                "the graph makes playouts slower", slower.value - 1, slower.low - 1, slower.high - 1
            )
        ],
        [Panel("move number", "paths a move", curves)],
    )


TABLE_2 = Claim(
    paper="000",
    name="table-2",
    title="path updates a move, and playouts a second from the empty 19x19 board",
    says="few paths of the graph change with a move, more of them late in the game; playouts with "
    "the graph are 9.2 times as slow.",
    published={
        "playouts a second, no graph": 1797,
        "playouts a second, graph": 196,
        "without the graph, times as fast": 9.2,
    }
    | {
        f"{key} a move, {stage}": values[which]
        for which, key in enumerate(("removals", "additions"))
        for stage, values in zip(_STAGES, _UPDATES, strict=True)
    },
    small=Form(
        _bench(seconds=2, games=10, minutes=0.5),
        "10 playouts (the paper: 1,000) and five short runs of the speed, on another machine. A "
        "walk of two steps that goes or comes is one update; the paper's count is smaller "
        "(docs/papers.md).",
    ),
    full=Form(
        _bench(seconds=60, games=1000, minutes=4),
        "another machine. A walk of two steps that goes or comes is one update; the paper's count "
        "is smaller (docs/papers.md).",
    ),
    result=_table_2,
    counted="runs, playouts",
    in_percent=False,
)

PAPER = Paper(
    "000",
    "Graf and Platzner 2014",
    "Common Fate Graph Patterns in Monte Carlo Tree Search for Computer Go",
    (TABLE_1, FIGURES_6_7, TABLE_2),
)
