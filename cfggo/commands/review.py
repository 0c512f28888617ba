"""cfggo review: what each move of a game lost, as a commented SGF and a page."""

import argparse
import json
import math
import signal
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError, naming
from cfggo.base.executor import available_cores
from cfggo.base.files import check_folder
from cfggo.base.resources import games_folder, reviews_folder
from cfggo.base.terminal import progress, say, table_to_text
from cfggo.base.words import counted
from cfggo.commands.arguments import allow_to_go_on, count, folder, jobs, whole_number
from cfggo.commands.engine_options import (
    OF_GAMES,
    add_engine_options,
    compile_with_progress,
    engine_settings,
    limit_of,
)
from cfggo.commands.opening import add_open, open_in_browser
from cfggo.commands.parser import Parser
from cfggo.records.archives import printable
from cfggo.search.effort import Effort
from cfggo.study.explaining.lesson_words import MISTAKE
from cfggo.study.page_parts.translation import ALL_LANGUAGES

if TYPE_CHECKING:
    from cfggo.study.reviewing.review import GameReview
    from cfggo.study.reviewing.review_run import ReviewRun, Task
    from cfggo.study.reviewing.search import ReviewSettings

SEED = 1
"""Of the searches, unless another is asked for: the same game gets the same review."""

SURE = 12
"""Moves that a review looks at again, at most."""

_SHOWN_MISTAKES = 5

_WORTH_A_PROCESS = 20
"""Positions for which another process is started."""

DESCRIPTION = """\
Reviews games: searches each position, with 1,000 playouts unless told otherwise (on
smaller boards more, in the same time), and says what each move lost. A game GAME.sgf
gets in DIR

  GAME.review.html  a page for any browser, also without a network: board, graph
                    of win rate and score, what each move lost, and why
  GAME.review.sgf   the record with the same in comments and variations, for cfggo
                    play, Sabaki, GoGui, Lizzie or CGoban
  GAME.review.journal
                    all searches, so that a review can go on

Ctrl-C stops and writes what was found so far; the same command goes on there.
With the same seed and playouts and one thread a review is the same to the byte,
interrupted or not, with any number of jobs. The exit code is 1 if some of the games
could not be reviewed."""

EXAMPLES = """\
examples:
  review a game, about a minute on 19x19, and look at it
    cfggo review game.sgf --open
  more carefully
    cfggo review game.sgf --playouts 10000
  the first fifty moves only
    cfggo review game.sgf --to 50
  a folder, while another program needs the other cores
    cfggo review games/ --jobs 1 --out reviews
  all games that you have played on the page, which then lists the reviews
    cfggo review
  the shares of moves that are the engine's first, of all games
    cfggo review games/ --no-html --json | jq '.reviews[].players'"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument(
        "games",
        nargs="*",
        type=Path,
        metavar="GAMES",
        help="SGF files, folders, tar or zip (default: your games on the page of cfggo play)",
    )
    parser.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="default: reviews, or for your games where the page lists them",
    )
    add_engine_options(parser)
    parser.add_argument("--seed", type=whole_number, metavar="N", help=f"default {SEED}")
    parser.add_argument(
        "--threshold",
        type=_points,
        default=MISTAKE,
        metavar="POINTS",
        help=f"a move that loses so much is a mistake (default {MISTAKE:g}); may change when "
        "a review goes on",
    )
    parser.add_argument(
        "--from", dest="first", type=count, metavar="N", help="first move to review"
    )
    parser.add_argument("--to", dest="last", type=count, metavar="N", help="last move to review")
    parser.add_argument(
        "--sure",
        type=whole_number,
        default=SURE,
        metavar="N",
        help="possible mistakes to search again, at most, the worst first: longer, and with "
        f"playouts that know the graph (default {SURE}; 0: none)",
    )
    parser.add_argument(
        "--jobs",
        type=jobs,
        metavar="N",
        help="positions searched at a time, each by a process of its own (default: one for each "
        "core)",
    )
    parser.add_argument("--restart", action="store_true", help="start again instead of resuming")
    parser.add_argument(
        "--language",
        choices=ALL_LANGUAGES,
        default="en",
        help="of comments and page, unless another is chosen there (default en)",
    )
    add_open(parser, "the page of the first game")
    parser.add_argument("--no-html", dest="page", action="store_false", help="write no pages")
    parser.add_argument("--json", action="store_true", help="print the reviews as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Reviews the games and prints what came out, also when interrupted."""
    from cfggo.search.equipment import equip
    from cfggo.study.reviewing.review_run import (
        PAGE_SUFFIX,
        SGF_SUFFIX,
        ReviewOptions,
        ReviewRun,
        find_games,
        work_of,
    )

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if args.first is not None and args.last is not None and args.first > args.last:
        raise CfggoError(f"--from {args.first} --to {args.last}: no moves between them")
    if args.open and not args.page:
        raise CfggoError("--open opens a page, and --no-html writes none")
    if args.out is None:
        args.out = Path("reviews") if args.games else reviews_folder()
    if not (args.games or games_folder().is_dir()):
        raise CfggoError("you have no games on the page of cfggo play yet; name a file to review")
    args.games = args.games or [games_folder()]
    settings = _settings(args)
    # Each process loads them anew; errors in them are reported here, before anything is written.
    equip(settings.config)
    failures: list[str] = []
    options = ReviewOptions(
        args.threshold, args.first, args.last, args.sure, args.page, args.restart, args.language
    )
    tasks = find_games(args.games, args.out, options, failures.append)
    if not tasks and len(failures) == 1:
        raise CfggoError(failures[0])
    for line in failures:
        say(line)
    if not tasks:
        raise CfggoError("no game can be reviewed")
    _check_out(args.out)
    review_run = ReviewRun(tasks, settings, options)
    _say_what_is_there(review_run, args)
    allow_to_go_on(args)
    compile_with_progress()
    reviews: list[dict[str, Any]] = []

    def note(task: "Task", review: "GameReview") -> None:
        files = {"sgf": str(task.file(SGF_SUFFIX))}
        if args.page:
            files["page"] = str(task.file(PAGE_SUFFIX))
        if args.json:
            reviews.append({**review.to_json(), "files": files})
        elif len(tasks) == 1:
            print(_game_text(review, files, args.language))
        else:
            print(_game_line(review, files, args.language))

    try:
        total = sum(map(work_of, review_run.jobs))
        shown = (
            progress("reviewing", total, "positions")
            if total
            else nullcontext(lambda done, more: None)
        )
        with shown as advance:
            most = available_cores() // settings.config.play.threads
            n_jobs = args.jobs or max(1, min(most, total // _WORTH_A_PROCESS))
            review_run.review(n_jobs, advance, note)
    finally:
        if args.json:
            print(json.dumps({"settings": review_run.searches, "reviews": reviews,
                              "failures": failures}))  # fmt: skip
    if args.open:
        open_in_browser(tasks[0].file(PAGE_SUFFIX))
    return 1 if failures else 0


def _settings(args: argparse.Namespace) -> "ReviewSettings":
    """Returns how positions are to be searched. Raises CfggoError for values that can't be."""
    from cfggo.study.reviewing.search import ReviewSettings

    config = engine_settings(args, "seed", unused=OF_GAMES)
    if config.play.seed is None:
        config = config.with_values(seed=SEED)  # the same review whenever it is made
    limit = limit_of(Effort.at_full_strength(config))
    scales = not config.given & {"playouts", "seconds"}
    return ReviewSettings(config.with_values(playouts=limit.playouts), scales)


def _check_out(folder: Path) -> None:
    """Raises CfggoError if no file can be written to a folder, there or not, before any search."""
    with naming(folder):
        nearest = next(each for each in (folder, *folder.parents) if each.exists())
        check_folder(nearest)


def _say_what_is_there(review_run: "ReviewRun", args: argparse.Namespace) -> None:
    """Says what an earlier run has left to do."""
    games = len(review_run.tasks)
    done = games - len(review_run.jobs)
    left = sum(len(job.positions) for job in review_run.jobs)
    text = f"{counted(games, 'game')}, {counted(left, 'position')} to search"
    if left:
        text += " and those around possible mistakes again"
    if done:
        text += f", {done} reviewed already"
    say(f"{text}; files in {args.out}")


def _game_text(review: "GameReview", files: dict[str, str], language: str) -> str:
    """Returns a review of a game in lines: the summary, the worst mistakes, the files."""
    from cfggo.base.said import in_a_row, said
    from cfggo.study.explaining.lesson_words import lost_sentence
    from cfggo.study.explaining.phrases import SIDES, points_words
    from cfggo.study.page_parts.translation import translator
    from cfggo.study.reviewing.review_words import notes, summary_heads, summary_rows

    translate = translator(language)
    rows = [
        [f"  {translate(phase)}" if phase else translate(SIDES[colour]), *cells]
        for colour, phase, cells in summary_rows(review)
    ]
    heads = ["", *map(translate, summary_heads(review))]
    lines = [table_to_text(heads, rows), "", *map(translate, notes(review))]
    if lines[-1]:
        lines.append("")
    points = points_words(review.threshold)
    for move in review.mistakes[:_SHOWN_MISTAKES]:
        lost = lost_sentence(move.move, move.points_lost or 0.0)
        sentence = in_a_row((lost, said("{move} is better.", move=move.best)))
        lines.append(f"{move.number:4} {translate(SIDES[move.colour])}: {translate(sentence)}")
    more = len(review.mistakes) - _SHOWN_MISTAKES
    if not review.mistakes:
        none = said("No move is sure to have lost {points} or more.", points=points)
        lines.append(translate(none))
        if review.uncertain_losses:
            lines.append(translate(said("The largest losses, all uncertain")))
        for move in review.uncertain_losses[:_SHOWN_MISTAKES]:
            lines.append(f"{move.number:4} {translate(SIDES[move.colour])}: {move.move}")
    if more > 0:
        lines.append(translate(said("And {n} more lost {points} or more.", n=more, points=points)))
    lines += ["", *(printable(path) for path in files.values())]
    return "\n".join(lines)


def _game_line(review: "GameReview", files: dict[str, str], language: str) -> str:
    """Returns a line about a game among many."""
    from cfggo.base.said import in_a_row
    from cfggo.study.page_parts.translation import translator
    from cfggo.study.reviewing.review_words import notes, tally_sentences

    text = translator(language)(in_a_row((*tally_sentences(review), *notes(review))))
    path = printable(next(reversed(files.values())))
    return f"{printable(review.record.name)}: {text} {path}"


def _points(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not 0 < points <= 1000:
        raise argparse.ArgumentTypeError(f"expected points above 0, up to 1000, not {text!r}")
    return points
