"""Kamenetsky et al.: planar random fields know who owns the points."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.papers.claim import Claim, Form, Outputs, Paper, Result, Row, Step, more, number

_FIELDS = {
    "all alive": "all stones alive",
    "blocks": "block graph",
    "neighbours": "block graph, neighbouring edges",
}
_ERRORS = {"block": "chains", "vertex": "points", "game": "games", "winner": "winners"}
_PUBLISHED = {
    "all alive": (17.57, 6.79, 75.70, 30.79),
    "blocks": (3.56, 2.36, 13.02, 4.53),
    "neighbours": (2.76, 1.87, 9.60, 3.42),
}


def _name(field: str, error: str) -> str:
    return f"{_FIELDS[field]}: wrong {_ERRORS[error]}"


def _require_libraries() -> None:
    """Raises CfggoError if what learns fields is not installed."""
    for module, library in (
        ("scipy", "SciPy"),
        ("networkx", "NetworkX"),
        ("pymatching", "PyMatching"),
    ):
        if find_spec(module) is None:
            raise CfggoError(
                f"learning a territory field needs {library}, which is not installed: "
                'pip install "cfggo[territory]"'
            )


def _selfplay(games: int, playouts: int, minutes: float) -> Step:
    return Step(
        "selfplay",
        f"selfplay --games {games} --size 9 --playouts {playouts} --rules japanese --play-out "
        "--seed 5 --out {out}/games --json",
        minutes,
    )


def _fields(choice: str, minutes: float) -> tuple[Step, ...]:
    """Returns steps that learn both fields and measure them; choice: options that choose games."""
    learn = (
        Step(
            form,
            f"train territory {{records}} --size {{size}} {choice}--form {form} "
            f"--out {{out}}/{form}.weights",
            minutes,
        )
        for form in ("blocks", "neighbours")
    )
    weights = "{out}/blocks.weights {out}/neighbours.weights"
    test = f"evaluate territory {weights} {{records}} --size {{size}} {choice}--json"
    return (*learn, Step("owners", test, minutes))


def _table_2(found: Outputs) -> Result:
    table: dict[str, dict[str, Any]] = found.printed["owners"]["all"]
    rows = {
        (field, error): Row(
            _name(field, error),
            table[field][error]["error"],
            *map(number, table[field][error]["interval"]),
            table[field]["games"],
        )
        for error in _ERRORS
        for field in _FIELDS
    }
    statements = [
        more(
            "the block graph has fewer wrong chains than all stones alive",
            rows["all alive", "block"],
            rows["blocks", "block"],
        ),
        more(
            "neighbouring edges leave fewer wrong chains",
            rows["blocks", "block"],
            rows["neighbours", "block"],
        ),
        more(
            "with them there are fewer wrong winners than with all stones alive",
            rows["all alive", "winner"],
            rows["neighbours", "winner"],
        ),
    ]
    return Result(list(rows.values()), statements)


TABLE_2 = Claim(
    paper="003",
    name="table-2",
    title="wrong owners in finished games",
    says="a random field over chains and empty regions finds the owners, and better if its edges "
    "see their neighbours. Finished games on 9x9.",
    published={
        _name(field, error): value
        for field, values in _PUBLISHED.items()
        for error, value in zip(_ERRORS, values, strict=True)
    },
    small=Form(
        _fields("", 0.5),
        "other games; without records of your own, 120 of the program against itself, one in five "
        "of them for the test.",
        (_selfplay(120, 60, 3),),
    ),
    full=Form(
        _fields("--max-margin 10 ", 20),
        "other games: 3,750 of the program against itself, those that were won by 10 points or "
        "less, one in five of them for the test.",
        (_selfplay(3750, 400, 360),),
    ),
    result=_table_2,
    needs=(_require_libraries,),
)

PAPER = Paper("003", "Kamenetsky et al.", "Modelling Go Positions with Planar CRFs", (TABLE_2,))
