#!/usr/bin/env python3
"""Measures how far another engine confirms the mistakes that reviews find.

Weak levels play a strong one to the end, with a handicap if asked; nobody resigns, as what people
regret most comes where others would have given up. The games are reviewed. The three moves that
lost most of each are judged by an engine that speaks KataGo's analysis protocol: what do they lose
against its own best play, and against the move that the review calls better? With a komi halfway
between the two, does another side win?

    review_check.py --by "katago analysis -model M -config C" --out DIR

Games and reviews are kept in DIR; an interrupted run goes on there.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any, NoReturn

import common
import results
from judges import Judge

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.files import write_whole
from cfggo.base.terminal import progress
from cfggo.commands.arguments import board_size, count, whole_number
from cfggo.commands.parser import Parser
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.records.sgf.writing import write_sgf
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Limit, Searcher
from cfggo.study.reviewing.review import GameReview, ReviewedMove
from cfggo.study.reviewing.review_run import ReviewOptions, ReviewRun, Task, find_games, work_of
from cfggo.study.reviewing.search import ReviewSettings

SEED = 1
"""Of the games and of the searches."""

WEAK = ("16k", "17k", "18k", "19k", "20k")
STRONG = "3k"

WORST = 3
"""Moves of a game that are judged, those that lost most."""

SURE = 4 * WORST
"""Moves that reviews look at again, at most."""

LONGEST = 3
"""Moves per point of the board after which a game that doesn't end is reviewed as it is."""

AGAINST = ("against its own best", "against the review's move")
"""What the judge compares a move with."""


def main() -> None:
    """Plays, reviews and judges what is missing; prints and publishes."""
    parser = Parser(description=__doc__)
    parser.add_argument("--by", required=True, metavar="COMMAND", help="KataGo's analysis engine")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--visits", type=count, default=100, help="of the judge (default 100)")
    parser.add_argument("--preset", default=DEFAULT_PRESET, help="default %(default)s")
    parser.add_argument("--playouts", type=count, default=1000, help="a position (default 1000)")
    parser.add_argument("--games", type=count, default=20, help="default 20")
    parser.add_argument("--jobs", type=count, default=1, help="games at a time (default 1)")
    parser.add_argument("--size", type=board_size, default=19, help="default 19")
    parser.add_argument(
        "--handicap",
        type=whole_number,
        default=0,
        metavar="N",
        help="stones of the weak side, which is Black then, with half a point of komi (default 0: "
        "colours alternate)",
    )
    results.add_publish_options(parser)
    args = parser.parse_args()

    conditions = Conditions(args.size, args.handicap)
    folder = args.out / f"records-{args.size}x{args.size}-handicap-{args.handicap}"
    folder.mkdir(parents=True, exist_ok=True)
    play_games(folder, args.games, conditions, args.jobs)
    config = load_config(args.preset).with_values(playouts=args.playouts, seed=SEED)
    options = ReviewOptions(threshold=0.01, sure=SURE)
    tasks = find_games([folder], args.out, options, fail)
    rows = []
    with Judge(args.by, args.visits) as judge:
        for review in reviews_of(tasks, ReviewSettings(config), options, args.jobs):
            for move in review.mistakes[:WORST]:
                rows.append(judged(judge, review, move))
                print(rows[-1], flush=True)
    summary = {
        name: summary_of([row for row in rows if row["lost"] >= least])
        for name, least in (("all", 0), ("lost 5 points or more", 5), ("10 or more", 10))
    }
    for name, figures in summary.items():
        print(f"{name}: {figures}")
    results.publish_if_asked(
        args,
        f"the {WORST} moves that lost most in games of weak levels against {STRONG} on "
        f"{args.size}x{args.size}, handicap {args.handicap}, by reviews: what they lose by another "
        f"engine, {args.visits:,} visits, and whether another side wins by it with a komi halfway",
        {"summary": summary, "moves": rows},
        SEED,
    )


@dataclass(frozen=True)
class Conditions:
    """Of games of weak levels: the board's size, and the stones that the weak side gets."""

    size: int
    handicap: int

    def new_game(self) -> Game:
        """Returns a game before its first move; raises CfggoError if it can't be."""
        game = Game(self.size)
        if self.handicap:
            game.komi = 0.5
            try:
                game.place_fixed_handicap(self.handicap)
            except ValueError as error:
                raise CfggoError(f"--handicap {self.handicap}: {error}") from error
        return game


def play_games(folder: Path, n: int, conditions: Conditions, jobs: int) -> None:
    """Plays those games of weak levels against the strong one that the folder lacks."""
    conditions.new_game()
    numbers = [number for number in range(n) if not path_of_game(folder, number).exists()]
    stop = Event()
    with Threads(jobs) as threads:  # searches run without Python's lock
        try:
            for played in threads.map(play_game, conditions, (folder, stop), numbers):
                print(played, flush=True)
        except KeyboardInterrupt:
            stop.set()
            raise


def path_of_game(folder: Path, number: int) -> Path:
    """Returns where a game is kept, numbered from 0."""
    return folder / f"{number + 1:03}.sgf"


def play_game(conditions: Conditions, where: tuple[Path, Event], number: int) -> str:
    """Plays a game to its end and keeps it, unless it is stopped; returns a line about it."""
    folder, stop = where
    names = (WEAK[number % len(WEAK)], STRONG)
    if number % 2 and not conditions.handicap:
        names = (STRONG, names[0])
    config = load_config().with_values(seed=SEED + number, resign_below=0.0)
    engines = {
        colour: Searcher(config.with_values(level=name))
        for colour, name in zip((BLACK, WHITE), names, strict=True)
    }
    game = conditions.new_game()
    while not game.is_over and len(game.moves) < LONGEST * game.size**2:
        engine = engines[game.to_play]
        assert engine.level is not None
        limit = Limit(playouts=engine.level.playouts)
        decision = engine.choose_move(SearchRequest(game, game.to_play, limit), stop=stop.is_set)
        if stop.is_set():
            return "stopped"
        game.play(game.to_play, decision.point)
    line = replace(game.to_main_line(), black_name=names[0], white_name=names[1])
    path = path_of_game(folder, number)
    write_whole(path, write_sgf(line))
    return f"{path.name}: {names[0]} - {names[1]}, {len(game.moves)} moves"


def reviews_of(
    tasks: Sequence[Task], settings: ReviewSettings, options: ReviewOptions, jobs: int
) -> list[GameReview]:
    """Returns the reviews of games, in their order; those that are there are not made again."""
    reviews: dict[Path, GameReview] = {}

    def note(task: Task, review: GameReview) -> None:
        reviews[task.stem] = review

    run = ReviewRun(tasks, settings, options)
    with progress("reviewing", sum(map(work_of, run.jobs)), "positions") as advance:
        run.review(jobs, advance, note)
    return [reviews[task.stem] for task in tasks]


def fail(line: str) -> NoReturn:
    """Raises CfggoError."""
    raise CfggoError(line)


def judged(judge: Judge, review: GameReview, move: ReviewedMove) -> dict[str, Any]:
    """Returns what a move loses by the review and by the judge, and whether another side wins with
    a komi halfway: halfway by what the review says, and by what the judge says.
    """
    sign = 1 if move.colour == "black" else -1
    ((_, before),) = review.record.positions([move.position])
    played = game_after(review, move, move.move)
    after = judge.of(played)
    line = review.record.line
    row: dict[str, Any] = {
        "game": Path(review.record.name).name,
        "move": f"{move.number} {move.colour} {move.move}, better {move.best}",
        "player": line.black_name if sign == 1 else line.white_name,
        "lost": move.points_lost,
        "winrate lost": move.winrate_lost,
    }
    assert move.points_lost is not None
    review_lead = sign * (move.score - move.points_lost / 2)
    better = (before, game_after(review, move, move.best))
    for name, game in zip(AGAINST, better, strict=True):
        best = judge.of(game)
        row[f"{name}: lost"] = round(sign * (best.lead - after.lead), 2)
        for by, lead in (("review", review_lead), ("judge", (after.lead + best.lead) / 2)):
            komi = math.floor(played.komi + lead) + 0.5
            blacks = [judge.of(each, komi).winrate for each in (played, game)]
            winrates = [winrate if sign == 1 else 1 - winrate for winrate in blacks]
            row[f"{name}: swings with komi by the {by}"] = winrates[0] < 0.5 < winrates[1]
    return row


def game_after(review: GameReview, move: ReviewedMove, vertex: str) -> Game:
    """Returns the game with a vertex played in a move's place."""
    ((_, game),) = review.record.positions([move.position])
    colour = BLACK if move.colour == "black" else WHITE
    game.play(colour, parse_vertex(vertex, game.size), may_repeat=True)
    return game


def summary_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns what moves came to together."""
    if not rows:
        return {"moves": 0}
    lost = [row["lost"] for row in rows]
    summary = {"moves": len(rows), "points lost, mean": round(statistics.mean(lost), 2)}
    for name in AGAINST:
        by_judge = [row[f"{name}: lost"] for row in rows]
        summary |= {
            f"{name}: mean": round(statistics.mean(by_judge), 2),
            f"{name}: at least half of it": sum(
                found >= said / 2 for said, found in zip(lost, by_judge, strict=True)
            ),
            f"{name}: less than a point": sum(found < 1 for found in by_judge),
        }
    for name in rows[0]:
        if "swings" in name:
            summary[name] = sum(row[name] for row in rows)
    return summary


if __name__ == "__main__":
    common.run(main)
