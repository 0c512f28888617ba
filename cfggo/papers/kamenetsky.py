"""Kamenetsky et al.: planar random fields know who owns the points."""

from __future__ import annotations

from pathlib import Path

from cfggo.go.points import NEIGHBOURS, board_points, row_col_from_point
from cfggo.methods import TerritoryOptions
from cfggo.models.territory.regions import block_graph
from cfggo.models.territory.training import TerritoryTrainer
from cfggo.papers.claim import (
    Claim,
    Diagram,
    Form,
    Mark,
    Outputs,
    Paper,
    Result,
    Row,
    ends,
    more,
)
from cfggo.records.archives import iter_sources
from cfggo.records.game_files import open_record

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
            *ends(table[field][error]["interval"]),
            table[field]["games"],
        )
        for error, wrong in _ERRORS.items()
        for field, (name, _) in _FIELDS.items()
    }
    naive, blocks, neighbours = (rows[field, "block"] for field in _FIELDS)
    winners = rows["all alive", "winner"], rows["neighbours", "winner"]
    statements = [
        more("the block graph has fewer wrong chains than all stones alive", naive, blocks),
        more("with neighbours fewer chains are wrong", blocks, neighbours),
        more("with neighbours fewer winners are wrong than with all stones alive", *winners),
    ]
    return Result(list(rows.values()), statements, [_block_graph(found.records)])


def _block_graph(records: Path) -> Diagram:
    """Returns the block graph of the first game's end, as Figures 1c and 1d of the paper."""
    data = next(data for _, data in iter_sources([records]) if isinstance(data, bytes))
    board = open_record(data).game.boards[0]
    size = int(board["size"])
    graph = block_graph(board["colour"], size)
    lines, marks = [], []
    for point in board_points(size):
        row, column = row_col_from_point(point)
        block = graph.node_of[point]
        near = [offset for offset in NEIGHBOURS if graph.node_of[point + offset] == block]
        shape = ("stone", "square", "diamond")[graph.kind[block]]
        colour = ("wheat", "black", "white")[graph.colour[block]]
        marks.append(Mark(column, row, shape, colour, str(len(near))))
        beside = [row_col_from_point(point + offset) for offset in near]
        lines += [(column, row, to_column, to_row) for to_row, to_column in beside]
    title = "blocks of an ending: chains, surrounds (squares) and neutral points (diamonds); the "
    return Diagram(f"{title}number is that of neighbours in the same block", lines, marks)


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
        _steps(games=120, playouts=60, choice="", play=1.5, learn=0.2),
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
