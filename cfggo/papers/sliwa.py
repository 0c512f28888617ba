"""Sliwa 2015: playouts that answer by counted 3x3 patterns."""

from __future__ import annotations

import csv

from cfggo.models.registry import load_model
from cfggo.papers.boards import pattern_pieces
from cfggo.papers.claim import (
    Claim,
    Curve,
    Form,
    Outputs,
    Panel,
    Paper,
    Result,
    Row,
    match_row,
    more,
    share_row,
)


def _matches(effort: str, games: int, minutes: dict[int, float]) -> str:
    """Returns a match for each of some sizes of boards, with the minutes that it takes."""
    return "\n".join(
        f"{size}x{size} {time}: match --black cfggo:frequency,{effort} "
        f"--white cfggo:frequency-reference,{effort} --games {games} --size {size} --komi 7.5 "
        f"--seed 1 --out {{out}}/{size} --json"
        for size, time in minutes.items()
    )


def _table_2(found: Outputs) -> Result:
    rows = [match_row(name, match) for name, match in found.printed.items()]
    return Result(rows, [more(f"answers by patterns win on {row.name}", row, 0.5) for row in rows])


_DIFFERS = "games between the two; the paper has each play GNU Go, its level unnamed, 3 s a move."

TABLE_2 = Claim(
    name="table-2",
    title="games won by answers by patterns against uniform playouts, in plain UCT",
    says="patterns in the playouts make UCT stronger on medium and large boards.",
    published={
        "9x9": "95 of 100 against GNU Go, 98 without",
        "13x13": "13 of 100 more against GNU Go",
        "15x15": "14 of 100 more against GNU Go",
        "19x19": "45 of 100 against GNU Go, 38 without",
    },
    small=Form(f"30 {_DIFFERS}", _matches("playouts=400", 30, {9: 1.5, 13: 5})),
    full=Form(f"200 {_DIFFERS}", _matches("seconds=0.3", 200, {9: 60, 13: 120, 15: 180, 19: 300})),
    result=_table_2,
)

_FIRST, _ALL = "a first eleventh of the games", "all games"


def _growth(minutes: float, *games: int) -> str:
    """Returns steps that count patterns in more and more games."""
    return "\n".join(
        f"patterns-{n} {minutes}: train policy {{records}} --size {{size}} --all "
        f"--method frequency --games {n} --out {{out}}/{n}.weights --table {{out}}/{n}.csv"
        for n in games
    )


def _table_1(found: Outputs) -> Result:
    counts, tops = {}, {}
    for table in found.out.glob("*.csv"):
        with table.open(encoding="utf-8") as text:
            lines = list(csv.DictReader(text))
        n = len(load_model(table.with_suffix(".weights")).games)
        counts[n] = sum(line["played"] != "0" for line in lines)
        tops[n] = [(line["diagram"], f"{int(line['played']):,}") for line in lines[:10]]
    games = sorted(counts)
    top = tops[games[-1]]
    first = min(games, key=lambda n: abs(n - games[-1] / 11))
    names = {first: _FIRST, games[-1]: _ALL}
    early = share_row("", counts[first], counts[games[-1]])
    curve = Curve("here", games, [counts[n] for n in games])
    return Result(
        [Row(names.get(n, f"{n:,} games"), counts[n], n=n) for n in games],
        [
            more(
                "most patterns are in the first eleventh of the games (share above half)",
                early,
                0.5,
            )
        ],
        [
            Panel("games", "patterns played", [curve], in_percent=False, by_doublings=True),
            pattern_pieces("the ten most played of three stones or border points or more", top),
        ],
    )


TABLE_1 = Claim(
    name="table-1",
    title="3x3 patterns played in more and more games",
    says="945 of 990 patterns are there after the first of eleven months; then their number grows "
    "logarithmically. 12,536 games.",
    published={_FIRST: 945, _ALL: 990},
    small=Form(
        "88 games at most, too few to have seen most patterns: the claim can't hold yet. Without "
        "records of your own, games of the level 16k against itself on 9x9.",
        "games 4: match --black cfggo:level=16k --white cfggo:level=16k --games 88 --size 9 "
        "--seed 1 --out {out}/games --json\n" + _growth(0.2, 2, 4, 8, 16, 32, 88),
    ),
    full=Form(
        "7,634 games (docs/papers.md: of professionals; the paper: 12,536 of 6 to 9 dan amateurs).",
        _growth(0.2, 25, 50, 100, 200, 400, 694, 1600, 3200, 7634),
        wants="7,634 games of strong players or more",
    ),
    result=_table_1,
    in_percent=False,
)

PAPER = Paper("Sliwa 2015", "Using Patterns in Computer Go", (TABLE_2, TABLE_1))
