#!/usr/bin/env python3
"""Measures how far another engine agrees with the leads, curves and mistakes of reviews.

Of each record a stretch of moves is reviewed, here its opening, there its endgame, and an engine
that speaks KataGo's analysis protocol judges every position of it. Printed is, for each number of
playouts,

    lead      mean absolute difference of a single search's lead from the judge's, correlation, and
              share of positions where the sign of the lead is that of the win rate
    curve     the same of the review's curve
    quiet     median step of the curve, and of single searches, at moves that lose less than a point
              by the judge
    losses    correlation of what moves lost by the review and by the judge
    mistakes  of the moves that lost 5 points or more by the review, the share that lost 2 or more
              by the judge, with its 95% interval; and of those that lost 8 or more by the judge,
              the share that the review calls a mistake

    review_check.py RECORDS --by "katago analysis -model M -config C" --out DIR

Reviews and verdicts are kept in DIR; an interrupted run goes on there.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import common
import numpy as np
import results
from judges import Verdict, verdict_on
from notes import Lines

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import wilson_interval
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count, whole_number
from cfggo.commands.parser import Parser
from cfggo.commands.review import SURE
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.match.playing.judge import Judge
from cfggo.study.reviewing.review import GameReview
from cfggo.study.reviewing.review_run import ReviewOptions, ReviewRun, find_games, work_of
from cfggo.study.reviewing.search import ReviewSettings

SEED = 1
"""Of the searches."""

PARTS = 5
"""A game's stretch begins at one of so many places, from its first move on."""

QUIET = 1.0
"""Points; a move that loses fewer is quiet."""

MISTAKE, CONFIRMED, BLUNDER = 5.0, 2.0, 8.0
"""Points that a review must find lost to call a move a mistake; that the judge must find lost to
confirm it; and from which on a move is a blunder."""


@dataclass(frozen=True)
class Judged:
    """A review with the judge's verdicts.

    Public attributes:
      review   -- GameReview
      verdicts -- Verdict by number of the position
    """

    review: GameReview
    verdicts: dict[int, Verdict]


def main() -> None:
    """Reviews and judges what is missing; prints and publishes."""
    parser = Parser(description=__doc__)
    parser.add_argument("records", type=Path, help="folder, archive or SGF")
    parser.add_argument("--by", required=True, metavar="COMMAND", help="KataGo's analysis engine")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--visits", type=count, default=100, help="of the judge (default 100)")
    parser.add_argument("--preset", default=DEFAULT_PRESET, help="default %(default)s")
    parser.add_argument(
        "--playouts",
        type=count,
        nargs="+",
        default=[200, 1000, 5000],
        help="of a position's search (default 200 1000 5000)",
    )
    parser.add_argument("--moves", type=count, default=40, help="of each game (default 40)")
    parser.add_argument("--sure", type=whole_number, default=SURE, help="as of `cfggo review`")
    parser.add_argument("--jobs", type=count, default=1, help="processes (default 1)")
    results.add_publish_options(parser)
    args = parser.parse_args()

    figures = {}
    args.out.mkdir(parents=True, exist_ok=True)
    notes = Lines(args.out / "verdicts.jsonl", "key")
    with Judge(args.by) as judge:
        for playouts in args.playouts:
            config = load_config(args.preset).with_values(playouts=playouts, seed=SEED)
            reviews = review_all(args, args.out / str(playouts), ReviewSettings(config))
            games = [judged(review, judge, notes, args.visits) for review in reviews]
            figures[f"{playouts:,} playouts"] = found = figures_of(games)
            print(f"{playouts:,} playouts:", *(f"{name} {value}" for name, value in found.items()))
    results.publish_if_asked(
        args,
        f"leads, curves and mistakes of reviews of {len(games)} games, {args.moves} moves of each, "
        f"against another engine's verdicts with {args.visits:,} visits",
        figures,
        SEED,
    )


def review_all(
    args: argparse.Namespace, out: Path, settings: ReviewSettings
) -> Iterator[GameReview]:
    """Yields the reviews of a stretch of each record; those that are there are not made again."""
    found: list[GameReview] = []
    for number, task in enumerate(find_games([args.records], out, ReviewOptions(MISTAKE), fail)):
        room = max(len(task.record.moves) - args.moves, 0)
        first = 1 + (number + 2) % PARTS * room // (PARTS - 1)
        options = ReviewOptions(MISTAKE, first, first + args.moves - 1, args.sure, page=False)
        run = ReviewRun([task], settings, options)
        with progress("reviewing", sum(map(work_of, run.jobs)), "positions") as advance:
            run.review(args.jobs, advance, lambda _, review: found.append(review))
        yield found[-1]


def fail(line: str) -> NoReturn:
    """Raises CfggoError."""
    raise CfggoError(line)


def judged(review: GameReview, judge: Judge, notes: Lines, visits: int) -> Judged:
    """Returns a review with the verdicts on its positions."""
    verdicts = {}
    with progress(f"{Path(review.record.name).name}, verdicts", len(review.positions), "") as step:
        for position, game in review.record.positions(sorted(review.positions)):
            key = f"{Path(review.record.name).name} {position} {visits}"
            if key not in notes.by_name:
                notes.add({"key": key, "verdict": verdict_on(game, judge, visits)})
            verdicts[position] = Verdict(*notes.by_name[key]["verdict"])
            step(1)
    return Judged(review, verdicts)


def figures_of(games: Sequence[Judged]) -> dict[str, Any]:
    """Returns what reviews come to."""
    leads, curves, truth, agree = [], [], [], []
    steps, single_steps, by_review, by_judge = [], [], [], []
    for review, verdicts in ((game.review, game.verdicts) for game in games):
        for at, position in review.positions.items():
            leads.append(position.sign * position.score)
            curves.append(review.values[at].score)
            truth.append(verdicts[at].lead)
            agree.append((position.score > 0) == (position.winrate > 0.5) or not position.score)
        for move in review.moves:
            if move.points_lost is None:
                continue
            here, after = move.position, move.position + 1
            sign = 1 if move.colour == "black" else -1
            lost = sign * (verdicts[here].lead - verdicts[after].lead)
            by_review.append(move.points_lost)
            by_judge.append(lost)
            if lost < QUIET:
                pair = review.positions[here], review.positions[after]
                single = [each.sign * each.score for each in pair]
                single_steps.append(abs(single[0] - single[1]))
                steps.append(abs(review.values[here].score - review.values[after].score))
    called = [truly for lost, truly in zip(by_review, by_judge, strict=True) if lost >= MISTAKE]
    blunders = [lost for lost, truly in zip(by_review, by_judge, strict=True) if truly >= BLUNDER]
    confirmed = sum(truly >= CONFIRMED for truly in called)
    return {
        "positions": len(truth),
        "lead": [*_agreement(leads, truth), round(statistics.mean(agree), 4)],
        "curve": _agreement(curves, truth),
        "quiet": [round(statistics.median(each), 2) for each in (steps, single_steps)],
        "losses": round(float(np.corrcoef(by_review, by_judge)[0, 1]), 3),
        "mistakes": len(called),
        "confirmed": [
            confirmed,
            *(round(end, 3) for end in wilson_interval(confirmed, len(called))),
        ],
        "blunders": len(blunders),
        "found": sum(lost >= MISTAKE for lost in blunders),
    }


def _agreement(leads: Sequence[float], truth: Sequence[float]) -> list[float]:
    """Returns the mean absolute difference and the correlation."""
    difference = float(np.mean(np.abs(np.subtract(leads, truth))))
    return [round(difference, 2), round(float(np.corrcoef(leads, truth)[0, 1]), 3)]


if __name__ == "__main__":
    common.run(main)
