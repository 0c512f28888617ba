"""How many points an engine's moves lose in positions of the default's own games.

    python lab/points_lost.py boosted taught.weights boosted,rave_bias=0.2

Each engine, tree weights with settings after them, searches the positions of
data/judged-games/moves.jsonl.xz.  KataGo's lead after its move is compared with that after the best
of the moves that were judged there: at most 40 points are counted, and a move that was not judged
is left out.  Prints the mean, and the mean difference to the first engine, position by position.

The positions come from games of the default, so they show what it overlooks, and not what another
engine overlooks: engines that differ much from it look too good.

Moves that were found are kept in --out, and an interrupted run goes on there.
"""

import argparse
import json
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.terminal import progress
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import format_vertex, parse_vertex
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

MOVES = Path(__file__).parent.parent / "data" / "judged-games" / "moves.jsonl.xz"
MOST = 40.0
"""Points that a move loses at most."""


def engine_of(text: str) -> Searcher:
    """Returns the engine of tree weights and settings such as "boosted,exploration=0.1"."""
    tree, _, settings = text.partition(",")
    config = load_config().with_values(tree=tree, threads=1, seed=1)
    return Searcher(config.with_overrides(settings) if settings else config)


def choice(engine: Searcher, moves: list[str], playouts: int, seed: int) -> str:
    """Returns the move that an engine chooses after these moves."""
    game = Game(19, 7.5)
    for vertex in moves:
        game.play(game.to_play, parse_vertex(vertex, 19))
    engine.forget()
    engine.set_seed(seed)
    return format_vertex(
        engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts))).point
    )


def points_lost(position: Mapping[str, Any], move: str) -> float:
    """Returns what a move loses against the best that was judged; nan if it was not judged."""
    sign = 1 if len(position["moves"].split()) % 2 == 0 else -1
    leads = {vertex: sign * lead for vertex, lead in position["after"].items()}
    return min(max(leads.values()) - leads[move], MOST) if move in leads else np.nan


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--positions", type=int, default=1200, help="the first so many")
    parser.add_argument("--out", type=Path, default=Path("points-lost.jsonl"))
    args = parser.parse_args()
    with lzma.open(MOVES, "rt") as file:
        positions = [json.loads(line) for line in file][: args.positions]
    known: dict[tuple[str, int, int], str] = {}
    if args.out.exists():
        for line in args.out.read_text().splitlines():
            one = json.loads(line)
            known[one["engine"], one["playouts"], one["position"]] = one["move"]
    lost = []
    for text in args.engines:
        engine = None
        with args.out.open("a") as file, progress(text, len(positions), "positions") as advance:
            for i, position in enumerate(positions):
                if (text, args.playouts, i) not in known:
                    engine = engine or engine_of(text)
                    move = choice(engine, position["moves"].split(), args.playouts, i + 1)
                    known[text, args.playouts, i] = move
                    found = {"engine": text, "playouts": args.playouts, "position": i, "move": move}
                    file.write(json.dumps(found) + "\n")
                    file.flush()
                advance(1)
        moves = [known[text, args.playouts, i] for i in range(len(positions))]
        lost.append(np.array([points_lost(*pair) for pair in zip(positions, moves, strict=True)]))
        change = lost[-1] - lost[0]
        judged, both = lost[-1][~np.isnan(lost[-1])], change[~np.isnan(change)]
        print(
            f"{text}: {len(judged)} moves lose {judged.mean():.2f} +- {_error(judged):.2f} points, "
            f"{both.mean():+.2f} +- {_error(both):.2f} against the first"
        )


def _error(values: np.ndarray) -> float:
    return float(values.std() / max(len(values), 1) ** 0.5)


if __name__ == "__main__":
    main()
