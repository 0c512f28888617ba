#!/usr/bin/env python3
"""Measures how well searches know who will own the points of the board.

The truth comes from games that ended with a count, so it takes no program's word for it: of the
records whose result is a number of points, those are used whose final position, with the stones
taken off that cfggo takes for dead, comes to that result to a point, by area or by territory. There
it is known whose every point is. Each preset searches positions between 60% and 95% of such games,
and the owners at the end of its playouts are compared with those at the end of the game. Komi is
set so that the game as it ended is close: there is something to play for everywhere. The owners are
those that the preset's setting `owners` has for a game that ends there (docs/territory.md).

With --bare there is no tree: playouts go straight from the position. With --final the positions are
those at the end of the games, before the passes, where all is settled for whoever sees it.

Prints one line for each preset
    owners  mean square of the difference, owners from -1 to 1; points without an owner are left out
    score   mean absolute difference of all owners together, in points
and the difference of both to the first preset's with its standard error, position by position. The
independent samples are the games: positions of one game are alike.

A match of 100 games decides less than this in a minute; but what it sees is how the search judges
positions, not how it chooses moves.
"""

import argparse
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import common
import numpy as np
import results

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import standard_error_by_game
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import CHINESE, JAPANESE
from cfggo.go.scoring import owner_map, score
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.results import counted
from cfggo.search.owners import judges_of
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Limit, Searcher
from cfggo.search.status import Status, chains_of_status

FIRST, LAST = 0.6, 0.95
"""Where positions are taken from, as shares of a game's moves."""
PLAYOUTS_TO_COUNT = 300

SEED = 1
"""Of the choice of positions and of the searches."""


@dataclass(frozen=True)
class Position:
    """A position, the owner of every point in the end, +1 for Black, -1 for White, else 0, and the
    number of the game that it is from.
    """

    game: int
    line: MainLine
    owners: np.ndarray


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("playouts", type=count, help="of each search")
    parser.add_argument("presets", nargs="+", help="PRESET[,KEY=VALUE...]")
    parser.add_argument(
        "--games", type=count, help="look for them in the first N games of the split"
    )
    parser.add_argument("--positions", type=count, default=300, help="to search (default 300)")
    parser.add_argument("--bare", action="store_true", help="playouts without a tree")
    parser.add_argument("--final", action="store_true", help="positions at the end of the games")
    parser.add_argument("--split", choices=[s.value for s in Split], default="validation")
    add_record_options(parser, any_size=True)
    results.add_publish_options(parser)
    args = parser.parse_args()

    records, _ = read_chosen_records([args.records], args)
    chosen = [record for record in records if record.split.value == args.split][: args.games]
    positions = counted_positions(chosen, args.final)
    positions = Random(SEED).sample(positions, min(args.positions, len(positions)))
    if not positions:
        raise CfggoError("none of these games ended with a count")
    games = np.array([position.game for position in positions])
    first: np.ndarray | None = None
    rows = []
    for spec in args.presets:
        errors = judge(engine_of(spec), positions, args.playouts, args.bare, spec)
        first = errors if first is None else first
        rows.append(figures_of(spec, errors, first, games))
        print(line_of(rows[-1]), flush=True)
    results.publish_if_asked(
        args,
        f"how well {'bare playouts' if args.bare else 'searches'}, {args.playouts:,} a position, "
        f"know who will own the points of the board: {len(positions)} "
        f"{'final ' if args.final else ''}positions of counted games, {args.split} split; changes "
        "are against the first row, position by position, their standard errors by game",
        rows,
        SEED,
    )


def figures_of(
    spec: str, errors: np.ndarray, first: np.ndarray, games: np.ndarray
) -> dict[str, Any]:
    """Returns a preset's mean errors, and how they differ from the first preset's.

    errors, first -- float64[n, 2]; games -- int64[n]: the game that each position is from
    """
    mean = errors.mean(axis=0)
    change = (errors - first).mean(axis=0)
    doubt = [standard_error_by_game(games, changes) for changes in (errors - first).T]
    row: dict[str, Any] = {"preset": spec}
    for i, (name, digits) in enumerate((("owners", 4), ("score", 2))):
        row[name] = round(float(mean[i]), digits)
        row[f"{name}_change"] = round(float(change[i]), digits)
        row[f"{name}_standard_error"] = round(float(doubt[i]), digits)
    return row


def line_of(row: dict[str, Any]) -> str:
    """Returns a preset's figures as a line to read."""
    return (
        f"{row['preset']}: owners {row['owners']:.4f}"
        f" ({row['owners_change']:+.4f} +- {row['owners_standard_error']:.4f})"
        f"  score {row['score']:.2f}"
        f" ({row['score_change']:+.2f} +- {row['score_standard_error']:.2f})"
    )


def engine_of(spec: str) -> Searcher:
    """Returns the engine of a preset with overrides."""
    return Searcher(common.config_of(spec).with_values(seed=SEED))


def counted_positions(records: list[GameRecord], final: bool) -> list[Position]:
    """Returns positions of those games whose result is the count of their final position.

    final -- only those before the passes at the end
    """
    engine = engine_of("cfggo")
    positions = []
    with progress("counting", len(records), "games") as advance:
        for game, record in enumerate(records):
            advance(1)
            owners = final_owners(engine, record.line)
            if owners is None:
                continue
            n_moves = len(record.line.moves)
            while n_moves > 0 and record.line.moves[n_moves - 1][1] == PASS:
                n_moves -= 1
            numbers = range(round(FIRST * n_moves), round(LAST * n_moves), 10)
            for number in [n_moves] if final else numbers:
                komi = float(owners.sum()) + (0.5 if number % 2 else -0.5)
                moves = record.line.moves[:number]
                line = replace(record.line, moves=moves, komi=komi, handicap=0)
                positions.append(Position(game, line, owners))
    return positions


def final_owners(engine: Searcher, line: MainLine) -> np.ndarray | None:
    """Returns the owners at the end of a game, or None if its result is not their count."""
    published = counted(line.result, line.komi)
    if published is None:
        return None
    try:
        game = Game.from_main_line(replace(line, komi=published.komi))
    except ValueError:
        return None
    engine.choose_move(
        SearchRequest(game, game.to_play, Limit(playouts=PLAYOUTS_TO_COUNT), reg=True)
    )
    board = game.boards[0]
    dead = [p for c in chains_of_status(board, engine.ownership(), Status.DEAD) for p in c]
    counts = [score(board, rules, published.komi, 0, dead) for rules in (CHINESE, JAPANESE)]
    if min(abs(found - published.score) for found in counts) > 1:
        return None
    owners = owner_map(board, dead)
    return (owners == BLACK).astype(float) - (owners == WHITE)


def judge(
    engine: Searcher, positions: list[Position], playouts: int, bare: bool, spec: str
) -> np.ndarray:
    """Returns the errors of owners and of the score, float[positions, 2]."""
    errors = []
    at_end = judges_of(engine.config).at_end
    with progress(spec, len(positions), "positions") as advance:
        for position in positions:
            game = Game.from_main_line(position.line)
            if bare:
                engine.playout_scores(game, game.to_play, playouts)
            else:
                engine.choose_move(
                    SearchRequest(game, game.to_play, Limit(playouts=playouts), reg=True)
                )
            owned = position.owners != 0
            found = at_end(game.boards[0], engine.ownership())
            differences = (found - position.owners)[owned]
            errors.append((np.mean(differences**2), abs(differences.sum())))
            advance(1)
    return np.array(errors)


if __name__ == "__main__":
    common.run(main)
