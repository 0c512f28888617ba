#!/usr/bin/env python3
"""Finds out who owns the points at the end of games whose result is a count.

Of the records that end with a count, such as B+3.5, a search of the final position says which
groups live. The result must come out to the half point when dead stones are taken off and territory
is counted. If it does not, groups of which the search is less sure are tried the other way, the
likeliest choice first. The search proposes, the players' count checks; a wrong proposal that
happens to fit is not noticed. Records where no choice fits are left out.

Each record that fits is written to the folder --out, with the owners of the points (TB, TW) and
what the search thought of them (OWN), to learn a territory field from or to measure one. Games that
are there already are not searched again.
"""

from dataclasses import replace
from itertools import product
from pathlib import Path

import common
import numpy as np

from cfggo.base.files import save_file
from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import JAPANESE
from cfggo.go.scoring import owner_map, score
from cfggo.models.territory.endings import text_of_ownership
from cfggo.models.territory.regions import STONE, block_graph, group_of_blocks
from cfggo.records.collection import DropReport, RecordFilter, read_records
from cfggo.records.game_record import Split
from cfggo.records.results import counted_score
from cfggo.records.sgf.writing import write_sgf
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

SURE = 0.9
"""Mean ownership of a group's stones from which it is not tried the other way."""

MOST_DOUBTFUL = 8
"""Groups that are tried both ways, those of which the search is least sure."""

SEED = 1
"""Of the searches."""


def main() -> None:
    """Searches and writes."""
    parser = Parser(description=__doc__)
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--positions", type=count, default=1000, help="to find (default 1000)")
    parser.add_argument("--playouts", type=count, default=500, help="of a search (default 500)")
    parser.add_argument("--split", choices=[s.value for s in Split], default="training")
    args = parser.parse_args()

    args.out.mkdir(parents=True, exist_ok=True)
    engine = Searcher(load_config().with_values(seed=SEED))
    found = searched = written = against = 0
    keep = RecordFilter(size=19, max_handicap=0, min_moves=100)
    with progress("finding", args.positions, "positions") as advance:
        for record in read_records([args.records], keep, DropReport()):
            line, published = record.line, counted_score(record.line.result)
            if record.split.value != args.split or published is None or line.komi is None:
                continue
            path = args.out / f"{record.digest.hex()[:16]}.sgf"
            if not path.exists():
                searched += 1
                labelled = labelled_line(engine, line, published, args.playouts)
                if labelled is None:
                    continue
                line, turned = labelled
                written += 1
                against += turned > 0
                save_file(path, write_sgf(line))
            found += 1
            advance(1)
            if found == args.positions:
                break
    console().print(
        f"{found:,} positions in {args.out}; {searched:,} games searched now, of which {written:,} "
        f"fitted, {against:,} of them with a group that the search has the other way",
        soft_wrap=True,
    )


def labelled_line(
    engine: Searcher, line: MainLine, published: float, playouts: int
) -> tuple[MainLine, int] | None:
    """Returns the record with owners, and how many groups are not as the search has it.

    Returns None if the game can't be followed, or its result does not come out.

    published -- Black's points minus White's by the result
    """
    try:
        game = Game.from_main_line(line, JAPANESE)
    except ValueError:
        return None
    while game.moves and game.moves[-1].point == PASS:
        game.undo()
    engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=playouts), reg=True))
    ownership = engine.ownership()
    board = game.boards[0]
    fates = likeliest_fates(board, ownership)
    for turned, dead in fates:
        if abs(score(board, JAPANESE, game.komi, 0, dead) - published) < 0.25:
            owners = owner_map(board, dead)
            black, white = (
                tuple(np.flatnonzero(owners == colour).tolist()) for colour in (BLACK, WHITE)
            )
            text = text_of_ownership(ownership, line.size)
            return replace(line, black_area=black, white_area=white, ownership=text), turned
    return None


def likeliest_fates(board: np.void, ownership: np.ndarray) -> list[tuple[int, list[int]]]:
    """Returns choices of dead stones, the likeliest first, with how many groups they turn around.

    Each group lives or dies as a whole.
    """
    graph = block_graph(board["colour"], int(board["size"]))
    group = group_of_blocks(graph)
    groups = []
    for number in range(int(group.max()) + 1):
        blocks = np.flatnonzero((group == number) & (graph.kind == STONE))
        if len(blocks):
            points = np.flatnonzero(np.isin(graph.node_of, blocks))
            own = float(ownership[points].mean())
            groups.append((own if graph.colour[blocks[0]] == BLACK else -own, points.tolist()))
    groups.sort(key=lambda group: abs(group[0]))
    doubtful = [group for group in groups[:MOST_DOUBTFUL] if abs(group[0]) < SURE]
    fates = []
    for turns in product((False, True), repeat=len(doubtful)):
        cost = sum(abs(own) for (own, _), turn in zip(doubtful, turns, strict=True) if turn)
        dead = [
            point
            for (own, points), turn in zip(
                groups, (*turns, *([False] * (len(groups) - len(doubtful)))), strict=True
            )
            if (own < 0) != turn
            for point in points
        ]
        fates.append((cost, sum(turns), dead))
    fates.sort(key=lambda fate: fate[0])
    return [(turned, dead) for _, turned, dead in fates]


if __name__ == "__main__":
    common.run(main)
