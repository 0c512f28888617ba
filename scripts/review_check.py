#!/usr/bin/env python3
"""Measures what reviews are worth.

    review-check experts RECORDS   reviews games of experts: how often their move is the engine's
                                   first, among its first five, and the policy's first
    review-check blunders          lets weak levels play a strong one to the end, with a handicap if
                                   asked, reviews the games, and looks at the three moves that lost
                                   most of each: what do they lose by the judge, a long search or
                                   another engine? Does the result swing, with a komi halfway
                                   between them and better moves, the judge's or the review's?
                                   And if both are played to the end, does the one lose and the
                                   other win?
    review-check speed RECORD      reviews a game, and does the searches alone: how much more does
                                   the review take?

Reviews are kept in a folder; a run that was interrupted goes on there.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import common
import numpy as np
import results
from judges import Judge

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.files import write_whole
from cfggo.base.intervals import Z_95, ratio_interval
from cfggo.base.terminal import progress
from cfggo.commands.arguments import board_size, count, whole_number
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.records.archives import iter_sources
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.sgf.reading import read_main_line
from cfggo.records.sgf.writing import write_sgf
from cfggo.search.engine import Engine, Limit
from cfggo.search.request import SearchRequest
from cfggo.search.status import dead_points
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import FIRST_FEW, GameReview, ReviewedMove
from cfggo.study.reviewing.review_run import ReviewRun, Task, Wishes, find_games, work_of
from cfggo.study.reviewing.search import ReviewSettings

SEED = 1
"""Of the games and of the searches."""

WEAK = ("16k", "17k", "18k", "19k", "20k")
STRONG = "3k"

OPENING = 60
"""Moves of a game of experts that are also counted apart, as scripts/expert_moves.py does."""

WORST = 3
"""Moves of a game that are looked at, those that lost most."""

CONTINUATIONS = 5
"""Times that a game is played to its end from a position."""

AGAINST_BETTER = ", against the review's move"
"""Follows the names of figures of the judge that take that move for the best one."""

LONGEST = 3
"""Moves per point of the board after which a game that doesn't end is counted as it is."""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default=DEFAULT_PRESET, help=f"default {DEFAULT_PRESET}")
    parser.add_argument("--playouts", type=count, default=1000, help="a position (default 1000)")
    parser.add_argument("--games", type=count, default=20, help="default 20")
    parser.add_argument("--jobs", type=count, default=1, help="games at a time (default 1)")
    parser.add_argument("--out", type=Path, help="folder of the reviews (default: none is kept)")
    results.add_publish_options(parser)
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    experts = commands.add_parser("experts", help="how often experts play the engine's move")
    experts.add_argument("records", help="folder, tar, zip or SGF")
    experts.add_argument("--split", choices=[s.value for s in Split], default="test")
    experts.set_defaults(run=check_experts, check_name="experts")
    blunders = commands.add_parser("blunders", help="whether the result swings by blunders")
    blunders.add_argument("--size", type=board_size, default=9, help="default 9")
    blunders.add_argument(
        "--handicap",
        type=whole_number,
        default=0,
        metavar="N",
        help="stones that the weak side gets; it has Black then, and komi is half a point (default "
        "0: colours alternate)",
    )
    blunders.add_argument(
        "--sure",
        type=whole_number,
        default=WORST,
        metavar="N",
        help=f"moves that the reviews make sure of (default {WORST})",
    )
    blunders.add_argument(
        "--judge",
        type=count,
        default=20_000,
        metavar="N",
        help="playouts of the long searches (default 20000)",
    )
    blunders.add_argument(
        "--by",
        metavar="COMMAND",
        help="let another engine judge, by KataGo's analysis protocol, with --judge visits: "
        "'katago analysis -model M -config C'",
    )
    blunders.add_argument(
        "--check",
        type=whole_number,
        default=1000,
        metavar="N",
        help="playouts of moves to the end (default 1000; 0: moves are not played on)",
    )
    blunders.set_defaults(run=check_blunders, check_name="blunders")
    speed = commands.add_parser("speed", help="what a review takes besides its searches")
    speed.add_argument("records", help="SGF file; others: the first game")
    speed.set_defaults(run=check_speed, check_name="speed")
    args = parser.parse_args()
    if args.out is not None:
        args.run(args, args.out)
        return
    with TemporaryDirectory() as folder:
        args.run(args, Path(folder))


def check_experts(args: argparse.Namespace, out: Path) -> None:
    """Reviews experts' games; prints and publishes shares."""
    folder = out / "records"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(games_of(args.records, args.games, args.split), 1):
        write_whole(folder / f"{number:03}.sgf", data)
    reviews = review_all(folder, out, settings_of(args), jobs=args.jobs)
    moves = [move for review in reviews for move in review.moves]
    figures: dict[str, Any] = {"games": len(reviews), "moves": len(moves)}
    counts: dict[str, tuple[Callable[[ReviewedMove], bool], float]] = {  # of moves up to a number
        "first": (lambda move: move.rank == 1, math.inf),
        f"first, of moves 1 to {OPENING}": (lambda move: move.rank == 1, OPENING),
        f"first {FIRST_FEW}": (
            lambda move: move.rank is not None and move.rank <= FIRST_FEW,
            math.inf,
        ),
        "policy first": (lambda move: move.policy_rank == 1, math.inf),
    }
    for name, (is_counted, last) in counts.items():
        games = [[move for move in review.moves if move.number <= last] for review in reviews]
        by_game = np.array([sum(map(is_counted, game)) for game in games])
        lengths = np.array([len(game) for game in games])
        n, n_moves = int(by_game.sum()), int(lengths.sum())
        low, high = (float(end) for end in ratio_interval(by_game, lengths))
        figures[name] = {"moves": n, "of": n_moves, "interval": [round(low, 3), round(high, 3)]}
        print(f"{name}: {n} of {n_moves} ({n / n_moves:.1%}, {low:.1%} to {high:.1%})")
    lost = [move.points_lost for move in moves if move.points_lost is not None]
    figures["mean points lost"] = round(sum(lost) / len(lost), 2)
    print(f"mean loss: {figures['mean points lost']:.2f} points")
    what = f"how often experts play the move that a review calls best, {args.split} games, "
    publish_if_asked(args, f"{what}{args.playouts:,} playouts a position", figures)


def check_blunders(args: argparse.Namespace, out: Path) -> None:
    """Plays and reviews games, and plays on from the moves that lost most; prints, publishes."""
    conditions = Conditions(args.size, args.handicap)
    folder = out / f"records-{args.size}x{args.size}-handicap-{args.handicap}"
    folder.mkdir(parents=True, exist_ok=True)
    play_games(folder, args.games, conditions, args.jobs)
    reviews = review_all(folder, out, settings_of(args), args.sure, args.jobs)
    engine = Engine(load_config(args.preset).with_values(seed=SEED + 1))
    rows = []
    with nullcontext() if args.by is None else Judge(args.by, args.judge) as judge:
        for review in reviews:
            for move in review.mistakes[:WORST]:
                row = facts_of(review, move)
                row |= (
                    judged(engine, review, move, args.judge)
                    if judge is None
                    else judged_by(judge, review, move)
                )
                if args.check:
                    row |= swing_of(engine, review, move, args.check)
                rows.append(row)
                print(line_of(rows[-1]), flush=True)
    summary = {
        "all": summary_of(rows),
        "lost 5 points or more": summary_of([row for row in rows if row["lost"] >= 5]),
        "lost 10 points or more": summary_of([row for row in rows if row["lost"] >= 10]),
    }
    for name, figures in summary.items():
        print(f"{name}: {figures}")
    publish_if_asked(
        args,
        f"the {WORST} moves that lost most in games of weak levels against {STRONG} on "
        f"{args.size}x{args.size}, handicap {args.handicap}, by reviews that made sure of "
        f"{args.sure}: what they lost by "
        + (
            f"searches of {args.judge:,} playouts"
            if args.by is None
            else f"the judgement of another engine, {args.judge:,} visits, against its own best "
            "play and against the move that the review calls better, and who wins by it with a "
            "komi halfway between: by the leads that the review sees, and by those of the judge"
        )
        + (
            "; and how the result changes if those moves and the engine's instead are played on "
            f"to the end {CONTINUATIONS} times each by the engine with {args.check:,} playouts a "
            "move, with a komi by which the review expects the engine's move to win, and the one "
            "played to lose, by half of the loss"
            if args.check
            else ""
        ),
        {"summary": summary, "moves": rows},
    )


def check_speed(args: argparse.Namespace, out: Path) -> None:
    """Does a game's searches alone, and reviews it; prints and publishes seconds."""
    folder = out / "records"
    folder.mkdir(parents=True, exist_ok=True)
    (data,) = games_of(args.records, 1, None)
    write_whole(folder / "game.sgf", data)
    settings = settings_of(args)
    (task,) = find_games([folder], out, Wishes(1.0), fail)
    searches = seconds_of_searches(settings, task)
    started, cpu_started = time.perf_counter(), time.process_time()
    review_all(folder, out / "reviews", settings)
    cpu, seconds = time.process_time() - cpu_started, time.perf_counter() - started
    figures = {
        "positions": len(task.record.steps) + 1,
        "searches": {"seconds": round(searches[0], 2), "processor": round(searches[1], 2)},
        "review": {"seconds": round(seconds, 2), "processor": round(cpu, 2)},
        "ratio": {
            "seconds": round(seconds / searches[0], 3),
            "processor": round(cpu / searches[1], 3),
        },
    }
    print(figures)
    publish_if_asked(
        args,
        "what a review takes with everything around it, loading the engine too, and the searches "
        "of its positions alone: seconds that pass, and seconds of the processor",
        figures,
    )


@dataclass(frozen=True)
class _Sides:
    """Who plays a game: the engines of Black and White."""

    black: Engine
    white: Engine

    def of(self, colour: int) -> Engine:
        return self.black if colour == BLACK else self.white


def publish_if_asked(args: argparse.Namespace, what: str, figures: dict[str, Any]) -> None:
    """Writes figures among the published results, under the name of the check, if asked."""
    if args.publish:
        path = results.published_path(f"review-{args.check_name}")
        result = results.make_result(what, figures, seed=SEED, note=args.note)
        results.write_result(path, result)
        print(f"the result is in {path}")


def settings_of(args: argparse.Namespace) -> ReviewSettings:
    """Returns how positions are searched."""
    return ReviewSettings(load_config(args.preset).with_values(playouts=args.playouts, seed=SEED))


def fail(line: str) -> None:
    """Ends with what is wrong with a record."""
    raise CfggoError(line)


def games_of(records: str, n: int, split: str | None) -> list[bytes]:
    """Returns the first games of a split that can be reviewed, in an order that only their content
    decides.
    """
    found = []
    for _, data in iter_sources([records]):
        if isinstance(data, bytes):
            try:
                record = GameRecord("", read_main_line(data))
                ReviewedRecord.read("", data)
            except (ValueError, CfggoError):
                continue
            if split is None or record.split.value == split:
                found.append((record.digest, data))
    found.sort()
    if not found:
        raise CfggoError(f"{records}: no {split or ''} game")
    return [data for _, data in found[:n]]


def review_all(
    folder: Path, out: Path, settings: ReviewSettings, sure: int = 0, jobs: int = 1
) -> list[GameReview]:
    """Returns the reviews of a folder's games, in their order; sure: as for `Wishes`."""
    wishes = Wishes(threshold=0.01, sure=sure)
    tasks = find_games([folder], out, wishes, fail)
    reviews: dict[Path, GameReview] = {}

    def note(task: Task, review: GameReview) -> None:
        reviews[task.stem] = review

    run = ReviewRun(tasks, settings, wishes)
    with progress("reviewing", sum(map(work_of, run.jobs)), "positions") as advance:
        run.review(jobs, advance, note)
    return [reviews[task.stem] for task in tasks]


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
    """Plays a game to its end and keeps it, unless it is stopped; returns a line that tells of it.

    Nobody resigns: what people regret most comes where others would have given up.
    """
    folder, stop = where
    names = (WEAK[number % len(WEAK)], STRONG)
    if number % 2 and not conditions.handicap:
        names = (STRONG, names[0])
    config = load_config().with_values(seed=SEED + number, resign_below=0.0)
    sides = _Sides(*(Engine(config.with_values(level=name)) for name in names))
    game = conditions.new_game()
    while not game.is_over and len(game.moves) < LONGEST * game.size**2:
        engine = sides.of(game.to_play)
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


def facts_of(review: GameReview, move: ReviewedMove) -> dict[str, Any]:
    """Returns what a review says of a move."""
    line = review.record.line
    return {
        "game": Path(review.record.name).name,
        "move": f"{move.number} {move.colour} {move.move}, better {move.best}",
        "player": line.black_name if move.colour == "black" else line.white_name,
        "lost": move.points_lost,
        "winrate lost": move.winrate_lost,
        "winrate": move.winrate,
    }


def judged(engine: Engine, review: GameReview, move: ReviewedMove, playouts: int) -> dict[str, Any]:
    """Returns what a move loses by long searches of the positions before and after it."""
    reports = []
    for position in (move.position, move.position + 1):
        ((_, game),) = review.record.positions([position])
        engine.forget()
        reports.append(engine.analyze(SearchRequest(game, game.to_play, Limit(playouts=playouts))))
    before, after = reports[0].moves[0], reports[1]
    return {
        "judged lost": round(before.score + after.mean_score, 2),
        "judged winrate lost": round(before.winrate + after.mean_winrate - 1, 4),
    }


def judged_by(judge: Judge, review: GameReview, move: ReviewedMove) -> dict[str, Any]:
    """Returns what a move loses by another engine: against its own best play, and against the move
    that the review calls better.  And for both whether the winner is another one with a komi
    halfway between: halfway by what the review says, and by what the judge says.
    """
    sign = 1 if move.colour == "black" else -1
    ((_, before),) = review.record.positions([move.position])
    played = game_after(review, move, move.move)
    after = judge.of(played)
    row: dict[str, Any] = {}
    for against, game in (("", before), (AGAINST_BETTER, game_after(review, move, move.best))):
        best = judge.of(game)
        row |= {
            f"judged lost{against}": round(sign * (best.lead - after.lead), 2),
            f"judged winrate lost{against}": round(sign * (best.winrate - after.winrate), 4),
        }
        halfway = {
            "review": komi_between(played, move),
            "judge": fair_komi(played, (after.lead + best.lead) / 2),
        }
        for by, komi in halfway.items():
            blacks = [judge.of(each, komi).winrate for each in (played, game)]
            winrates = [winrate if sign == 1 else 1 - winrate for winrate in blacks]
            row |= {
                f"komi halfway by the {by}{against}": komi,
                f"winrates with komi by the {by}{against}": [round(each, 4) for each in winrates],
                f"swings with komi by the {by}{against}": winrates[0] < 0.5 < winrates[1],
            }
    return row


def game_after(review: GameReview, move: ReviewedMove, vertex: str) -> Game:
    """Returns the game with a vertex played in a move's place."""
    ((_, game),) = review.record.positions([move.position])
    colour = BLACK if move.colour == "black" else WHITE
    game.play(colour, parse_vertex(vertex, game.size), may_repeat=True)
    return game


def komi_between(game: Game, move: ReviewedMove) -> float:
    """Returns the komi by which a review expects a better move to win and the one played to lose,
    by half of what it lost.
    """
    assert move.points_lost is not None
    sign = 1 if move.colour == "black" else -1
    return fair_komi(game, sign * (move.score - move.points_lost / 2))


def fair_komi(game: Game, lead: float) -> float:
    """Returns the komi with which nobody would be ahead, where Black leads by so many points."""
    return math.floor(game.komi + lead) + 0.5


def swing_of(
    engine: Engine, review: GameReview, move: ReviewedMove, playouts: int
) -> dict[str, Any]:
    """Returns how the result differs if the engine's move takes the place of a move."""
    colour = BLACK if move.colour == "black" else WHITE
    sign = 1 if colour == BLACK else -1
    scores: dict[str, list[float]] = {"played": [], "better": []}
    komi = 0.0
    for kind, vertex in (("played", move.move), ("better", move.best)):
        for _ in range(CONTINUATIONS):
            game = game_after(review, move, vertex)
            game.komi = komi = komi_between(game, move)
            scores[kind].append(sign * result_of(engine, game, playouts))
    wins = {kind: sum(score > 0 for score in found) for kind, found in scores.items()}
    middle = {kind: statistics.median(found) for kind, found in scores.items()}
    return {
        "komi": komi,
        "scores": scores,
        "wins": wins,
        "margin": middle["better"] - middle["played"],
        "other winner": middle["better"] > 0 > middle["played"],
    }


def summary_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns what moves came to together; the gain in wins has a 95% interval over moves."""
    if len(rows) < 2:
        return {"moves": len(rows)}
    lost = [row["lost"] for row in rows]
    summary = {"moves": len(rows), "points lost, mean": round(statistics.mean(lost), 2)}
    for against in ("", AGAINST_BETTER):
        if f"judged lost{against}" not in rows[0]:
            continue
        judged_lost = [row[f"judged lost{against}"] for row in rows]
        summary |= {
            f"judged, mean{against}": round(statistics.mean(judged_lost), 2),
            f"judged at least half of it{against}": sum(
                found >= said / 2 for said, found in zip(lost, judged_lost, strict=True)
            ),
            f"judged less than a point{against}": sum(found < 1 for found in judged_lost),
        }
    for name in rows[0]:
        if name.startswith("swings"):
            summary[name] = sum(row[name] for row in rows)
    if "wins" not in rows[0]:
        return summary
    gains = [(row["wins"]["better"] - row["wins"]["played"]) / CONTINUATIONS for row in rows]
    error = Z_95 * statistics.stdev(gains) / math.sqrt(len(gains))
    mean = statistics.mean(gains)
    return summary | {
        "another winner": sum(row["other winner"] for row in rows),
        "more wins with the engine's move": sum(gain > 0 for gain in gains),
        "fewer": sum(gain < 0 for gain in gains),
        "wins, of played and better": [
            round(statistics.mean(row["wins"][kind] for row in rows) / CONTINUATIONS, 3)
            for kind in ("played", "better")
        ],
        "gain in wins": [round(mean, 3), round(mean - error, 3), round(mean + error, 3)],
        "points differ, mean of middle results": round(
            statistics.mean(row["margin"] for row in rows), 2
        ),
    }


def result_of(engine: Engine, game: Game, playouts: int) -> float:
    """Returns Black's points minus White's after the engine has played a game to its end."""
    engine.forget()
    limit = Limit(playouts=playouts)
    while not game.is_over and len(game.moves) < LONGEST * game.size * game.size:
        game.play(game.to_play, engine.choose_move(SearchRequest(game, game.to_play, limit)).point)
    return game.score(dead_points(game, engine.final_ownership(game)))


def seconds_of_searches(settings: ReviewSettings, task: Task) -> tuple[float, float]:
    """Returns the seconds that the searches of all positions take, and nothing else: those that
    pass, and those of the processor.
    """
    engine = Engine(settings.config)
    seconds = cpu = 0.0
    for _, game in task.record.positions(range(len(task.record.steps) + 1)):
        engine.forget()
        started, cpu_started = time.perf_counter(), time.process_time()
        engine.analyze(SearchRequest(game, game.to_play, settings.limit))
        seconds += time.perf_counter() - started
        cpu += time.process_time() - cpu_started
    return seconds, cpu


def line_of(row: dict[str, Any]) -> str:
    """Returns a move's figures as a line to read."""
    text = (
        f"{row['game']} {row['player']}: {row['move']}: lost {row['lost']:.1f} points, by the "
        f"judge {row['judged lost']:.1f}"
    )
    if "wins" not in row:
        return text
    return (
        f"{text}; played on {row['wins']['played']} of {CONTINUATIONS} wins, "
        f"{row['wins']['better']} with the better move, {row['margin']:+.1f} points"
        + (", another winner" if row["other winner"] else "")
    )


if __name__ == "__main__":
    common.run(main)
