"""Sliwa 2015: playouts that answer by counted 3x3 patterns."""

from __future__ import annotations

import csv
import math
from pathlib import Path

from cfggo.models.registry import load_model
from cfggo.papers.claim import (
    Claim,
    Curve,
    Form,
    Outputs,
    Panel,
    Paper,
    Result,
    Row,
    Step,
    above,
    match_row,
    share_row,
)

_PUBLISHED = {
    9: "95 of 100 against GNU Go, 98 without",
    13: "13 of 100 more against GNU Go",
    15: "14 of 100 more against GNU Go",
    19: "45 of 100 against GNU Go, 38 without",
}


def _matches(effort: str, games: int, minutes: dict[int, float]) -> tuple[Step, ...]:
    """Returns a match for each of some boards, with the minutes that it takes."""
    return tuple(
        Step(
            f"{size}x{size}",
            f"match --black cfggo:frequency,{effort} --white cfggo:frequency-reference,{effort} "
            f"--games {games} --size {size} --komi 7.5 --seed 1 --out {{out}}/{size} --json",
            needed,
        )
        for size, needed in minutes.items()
    )


def _table_2(found: Outputs) -> Result:
    rows = [match_row(name, match) for name, match in found.printed.items()]
    return Result(rows, [above(f"answers by patterns win on {row.name}", row, 0.5) for row in rows])


TABLE_2 = Claim(
    paper="001",
    name="table-2",
    title="games won by answers by patterns against uniform playouts, plain UCT",
    says="patterns in the playouts make UCT stronger on medium and large boards.",
    published={f"{size}x{size}": words for size, words in _PUBLISHED.items()},
    small=Form(
        _matches("playouts=400", 30, {9: 1.5, 13: 5}),
        "30 games between the two on 9x9 and 13x13 with 400 playouts a move; the paper plays each "
        "against GNU Go at an unnamed level, 3 seconds a move.",
    ),
    full=Form(
        _matches("seconds=0.3", 200, {9: 60, 13: 120, 15: 180, 19: 300}),
        "games between the two, 0.3 seconds a move; the paper plays each against GNU Go at an "
        "unnamed level, 3 seconds a move.",
    ),
    result=_table_2,
)

_FIRST, _ALL = "a first eleventh of the games", "all games"


def _growth(games: tuple[int, ...], minutes: float) -> tuple[Step, ...]:
    """Returns steps that count patterns in more and more games."""
    return tuple(
        Step(
            f"patterns-{n}",
            f"train policy {{records}} --size {{size}} --all --method frequency --games {n} "
            f"--out {{out}}/patterns-{n}.weights --table {{out}}/patterns-{n}.csv",
            minutes,
        )
        for n in games
    )


def _patterns(table: Path) -> int:
    """Returns how many patterns of a table were played."""
    with table.open(encoding="utf-8") as lines:
        return sum(line["played"] != "0" for line in csv.DictReader(lines))


def _table_1(found: Outputs) -> Result:
    counts = {
        len(load_model(table.with_suffix(".weights")).games): _patterns(table)
        for table in found.out.glob("patterns-*.csv")
    }
    games = sorted(counts)
    most = games[-1]
    first = min(games, key=lambda n: abs(n - most / 11))
    names = {first: _FIRST, most: _ALL}
    rows = [Row(names.get(n, f"{n:,} games"), counts[n], math.nan, math.nan, n) for n in games]
    early = share_row("", counts[first], counts[most])
    return Result(
        rows,
        [above("most patterns are there after a first eleventh of the games (share)", early, 0.5)],
        [
            Panel(
                "games",
                "patterns played",
                [Curve("here", games, [counts[n] for n in games])],
                by_doublings=True,
            )
        ],
    )


TABLE_1 = Claim(
    paper="001",
    name="table-1",
    title="3x3 patterns played in more and more games",
    says="945 of 990 patterns are there after the first of eleven months; their number grows "
    "logarithmically. 12,536 games.",
    published={_FIRST: 945, _ALL: 990},
    small=Form(
        _growth((2, 4, 8, 16, 32, 88), 0.2),
        "88 games at most; without records of your own, of the program against itself on 9x9.",
        (
            Step(
                "selfplay",
                "selfplay --games 88 --size 9 --config cfg-tree --playouts 60 --seed 1 "
                "--out {out}/games --json",
                2,
            ),
        ),
    ),
    full=Form(
        _growth((25, 50, 100, 200, 400, 694, 1600, 3200, 7634), 3),
        "7,634 games of professionals (the paper: 12,536 of 6 to 9 dan amateurs).",
        wants="7,634 games of strong players or more on 19x19",
    ),
    result=_table_1,
    in_percent=False,
)

PAPER = Paper("001", "Sliwa 2015", "Using Patterns in Computer Go", (TABLE_2, TABLE_1))
