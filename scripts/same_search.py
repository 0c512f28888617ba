#!/usr/bin/env python3
"""Tells whether two checkouts search the same: prints one hash of all that a preset finds.

Each preset searches positions in pairs with a fixed seed, one thread and a number of playouts; the
second search of a pair is two moves later and goes on with the tree of the first. Half of the
pairs are from records of games on 9x9, from the first move to the last pass; half are on 13x13 and
19x19, after moves drawn by the preset's own tree policy, every other two with handicap stones. The
rulesets take turns, and every tenth pair is played at a level that draws its moves.

The hash is over the whole tree (moves, visits, wins, RAVE, probabilities), the owners of the
points, the decision, win rate and score, and the tree policy's probabilities. So a change that is
to leave the search as it is must print what the sources before it print on the same machine. Run
the script of one checkout in the environments of both.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import common
import numpy as np

from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import PASS
from cfggo.go.rules import RULESETS
from cfggo.records.sgf.reading import read_main_line
from cfggo.search.levels import find_level
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

PRESETS = ("baseline", "cfg-playout", "cfg-tree", "cfg-full", "cfggo")

RECORDS = Path(__file__).parents[1] / "docs" / "example-tournament" / "games"

SIZES = (13, 19)

MOST_MOVES = 0.6
"""Moves that the tree policy makes before a search, at most, per point of the board."""

MOVES_BETWEEN = 2
"""Moves from the first search of a pair to the second."""

LEVEL = "16k"
"""Level of every tenth pair: it draws its moves."""


def main() -> None:
    """Searches and prints."""
    parser = Parser(description=__doc__)
    parser.add_argument("presets", nargs="*", help="PRESET[,KEY=VALUE...] (default all five)")
    parser.add_argument("--positions", type=count, default=200, help="default %(default)s")
    parser.add_argument(
        "--playouts", type=count, default=150, help="of each search, default %(default)s"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()

    lines = [read_main_line(path.read_bytes()) for path in sorted(RECORDS.glob("*.sgf"))]
    hashes = {}
    for spec in args.presets or PRESETS:
        name, _, overrides = spec.partition(",")
        config = load_config(name)
        config = config.with_overrides(overrides) if overrides else config
        engine = Searcher(config.with_values(seed=1, threads=1))
        with progress(spec, args.positions, "positions") as advance:
            hashes[spec] = hash_of(engine, lines, args.positions, args.playouts, advance)
        if not args.json:
            print(spec, hashes[spec], flush=True)
    if args.json:
        found = {"positions": args.positions, "playouts": args.playouts, "hashes": hashes}
        print(json.dumps(found))


def hash_of(
    engine: Searcher,
    lines: Sequence[MainLine],
    n: int,
    playouts: int,
    advance: Callable[[int], None],
) -> str:
    """Returns the hash of what searches of n positions find; `advance` is called for each."""
    digest = hashlib.sha256()
    strongest = engine.level
    done = 0
    while done < n:
        random = Random(done)
        pair = done // 2
        if pair % 2:
            game, later = position_of_policy(engine, pair // 2, random)
        else:
            game, later = position_of_record(lines, pair // 2, random)
        engine.level = find_level(LEVEL) if pair % 10 == 9 else strongest
        engine.forget()
        for number in range(min(2, n - done)):
            if number:
                for _ in range(MOVES_BETWEEN):
                    point = later.pop(0) if later else drawn_move(engine, game, random)
                    game.play(game.to_play, point)
            add_search(digest, engine, game, playouts)
            done += 1
            advance(1)
    return digest.hexdigest()


def position_of_record(
    lines: Sequence[MainLine], number: int, random: Random
) -> tuple[Game, list[int]]:
    """Returns the game of a record up to one of its moves, and the points of the moves after it."""
    line = lines[number * 7 % len(lines)]
    rules = list(RULESETS.values())[number % len(RULESETS)]
    game = Game(line.size, rules.komi, rules)
    n_moves = random.randint(0, len(line.moves))
    for colour, point in line.moves[:n_moves]:
        game.play(colour, point, may_repeat=True)
    later = line.moves[n_moves : n_moves + MOVES_BETWEEN]
    return game, [point for _, point in later]


def position_of_policy(engine: Searcher, number: int, random: Random) -> tuple[Game, list[int]]:
    """Returns a game of moves drawn by the tree policy, after which nothing is known."""
    rules = list(RULESETS.values())[number % len(RULESETS)]
    game = Game(SIZES[number % len(SIZES)], rules.komi, rules)
    if number // 2 % 2:
        game.place_fixed_handicap(random.randint(2, 9))
    for _ in range(random.randint(0, int(MOST_MOVES * game.size**2))):
        game.play(game.to_play, drawn_move(engine, game, random))
    return game, []


def drawn_move(engine: Searcher, game: Game, random: Random) -> int:
    """Returns a move drawn by the tree policy, PASS only where nothing else is legal."""
    points = game.legal_points(game.to_play)
    weights = engine.policy(game, game.to_play)[points].tolist()
    return random.choices(points, weights)[0] if sum(weights) > 0 else PASS


def add_search(digest: "hashlib._Hash", engine: Searcher, game: Game, playouts: int) -> None:
    """Adds to a hash what a search finds."""
    decision = engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=playouts)))
    report = decision.report
    figures = decision.point, decision.resign, report.winrate, report.score, report.playouts
    for array in (
        engine.nodes,
        engine.ownership(),
        engine.policy(game, game.to_play),
        np.array(figures, dtype=np.float64),
    ):
        digest.update(array.tobytes())


if __name__ == "__main__":
    common.run(main)
