"""Kamenetsky et al.: planar random fields know who owns the points."""

from __future__ import annotations

from cfggo.methods import TerritoryOptions
from cfggo.models.territory.training import TerritoryTrainer
from cfggo.papers.claim import Claim, Form, Outputs, Paper, Result, Row, more, pairs

_FIELDS = {
    "all alive": ("all stones alive", (17.57, 6.79, 75.70, 30.79)),
    "blocks": ("block graph", (3.56, 2.36, 13.02, 4.53)),
    "neighbours": ("block graph + neighbours", (2.76, 1.87, 9.60, 3.42)),
}
"""What judges, by its name in JSON: its name in the table, and the paper's errors."""

_ERRORS = {"block": "chains", "vertex": "points", "game": "games", "winner": "winners"}


def _steps(games: int, playouts: int, choice: str, play: float, learn: float) -> str:
    """Returns the steps; choice: options that choose games; play, learn: minutes."""
    forms = "\n".join(
        f"{form} {learn}: train territory {{records}} --size {{size}} {choice} --form {form} "
        f"--out {{out}}/{form}.weights"
        for form in ("blocks", "neighbours")
    )
    return (
        f"selfplay {play}: selfplay --games {games} --size 9 --playouts {playouts} "
        f"--rules japanese --play-out --seed 5 --out {{out}}/games --json\n{forms}\n"
        f"owners {learn}: evaluate territory {{out}}/blocks.weights {{out}}/neighbours.weights "
        f"{{records}} --size {{size}} {choice} --json"
    )


def _table_2(found: Outputs) -> Result:
    table = found.printed["owners"]["all"]
    rows = {
        (field, error): Row(
            f"{name}: wrong {wrong}",
            table[field][error]["error"],
            *pairs([table[field][error]["interval"]])[0],
            table[field]["games"],
        )
        for error, wrong in _ERRORS.items()
        for field, (name, _) in _FIELDS.items()
    }
    naive, blocks, neighbours = (rows[field, "block"] for field in _FIELDS)
    winners = rows["all alive", "winner"], rows["neighbours", "winner"]
    statements = [
        more("the block graph has fewer wrong chains than all stones alive", naive, blocks),
        more("its neighbours leave fewer wrong chains", blocks, neighbours),
        more("with them fewer winners are wrong than with all stones alive", *winners),
    ]
    return Result(list(rows.values()), statements)


TABLE_2 = Claim(
    name="table-2",
    title="wrong owners in finished games",
    says="a random field over chains and empty regions finds the owners, and better if its edges "
    "see their neighbours. Finished games on 9x9.",
    published={
        f"{name}: wrong {wrong}": value
        for name, values in _FIELDS.values()
        for wrong, value in zip(_ERRORS.values(), values, strict=True)
    },
    small=Form(
        "other games; without records of your own, 120 of the program against itself, one in five "
        "of them for the test.",
        _steps(games=120, playouts=60, choice="", play=3, learn=0.5),
    ),
    full=Form(
        "other games: 3,750 of the program against itself, those won by 10 points or less, one in "
        "five of them for the test.",
        _steps(games=3750, playouts=400, choice="--max-margin 10", play=360, learn=20),
    ),
    result=_table_2,
    needs=(lambda: TerritoryTrainer.check(TerritoryOptions()),),
)

PAPER = Paper("Kamenetsky et al.", "Modelling Go Positions with Planar CRFs", (TABLE_2,))
