"""Which game records a command uses: its options, and what it says of those that it leaves out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, progress, say
from cfggo.base.words import counted
from cfggo.commands.arguments import board_size, count, whole_number
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.models.tsumego.problem import Problem
    from cfggo.records.collection import DoubtReport, DropReport, RecordFilter
    from cfggo.records.game_record import GameRecord


def add_record_options(
    parser: argparse.ArgumentParser, *, any_size: bool = False, players: bool = True
) -> None:
    """Adds the options that choose among records.

    any_size -- whether boards of all sizes may be taken together
    players  -- whether the moves of single players may be chosen
    """
    group = parser.add_argument_group("choice of records")
    group.add_argument(
        "--size",
        type=_size if any_size else board_size,
        default=19,
        metavar="N",
        help="leave out games on other boards than NxN (default 19)"
        + ('; "any" for all boards' if any_size else ""),
    )
    group.add_argument(
        "--min-handicap",
        type=whole_number,
        default=0,
        metavar="N",
        help="leave out games with fewer handicap stones",
    )
    group.add_argument(
        "--max-handicap", type=whole_number, metavar="N", help="leave out games with more stones"
    )
    group.add_argument(
        "--min-moves",
        type=whole_number,
        default=20,
        metavar="N",
        help="leave out shorter games (default 20)",
    )
    group.add_argument("--max-moves", type=count, metavar="N", help="leave out longer games")
    group.add_argument(
        "--min-rank",
        type=_rank,
        metavar="RANK",
        help="leave out games with a weaker or unranked player: 5k, 3d, 1p, ...",
    )
    group.add_argument(
        "--result",
        choices=("any", "known", "played-out"),
        default="any",
        help="known: leave out games without a result; played-out: also those lost by time or "
        "forfeit (default any)",
    )
    group.add_argument(
        "--max-margin",
        type=whole_number,
        metavar="N",
        help="leave out games won by more points, and games that were not counted",
    )
    if players:
        group.add_argument(
            "--player",
            type=_name,
            metavar="NAME",
            help="only the moves of players with NAME in their names; leaves out games of others",
        )


def record_filter(args: argparse.Namespace) -> RecordFilter:
    """Returns the conditions for records by the options."""
    from cfggo.records.collection import RecordFilter

    asked: dict[str, Any] = {f.name: getattr(args, f.name, None) for f in fields(RecordFilter)}
    return RecordFilter(**{**asked, "player": asked["player"] or ""})


def read_chosen_records(
    paths: Iterable[str],
    args: argparse.Namespace,
    reason_to_drop: Callable[[GameRecord], str | None] = lambda record: None,
) -> tuple[list[GameRecord], DropReport]:
    """Returns the records that the options choose, sorted by content, and what was dropped.

    Shows progress, and in the end what was left out and why, and what was mended.

    reason_to_drop -- gives a further reason against a record, or None

    Raises CfggoError if none is left.
    """
    from cfggo.records.collection import DoubtReport, DropReport, read_records
    from cfggo.records.game_files import doubts_of_kinds

    keep = record_filter(args)
    dropped, doubtful = DropReport(), DoubtReport()
    records = []
    with progress("reading", None, "games") as advance:
        for record in read_records(paths, keep, dropped):
            advance(1)
            if reason := reason_to_drop(record):
                dropped.reasons[reason] += 1
            else:
                records.append(record)
                doubtful.add(record.name, doubts_of_kinds(record.line))
        if not records:
            raise _no_games(paths, args.size, dropped)
    records.sort(key=lambda record: record.digest)
    say(f"{counted(len(records), 'game')}; {dropped}")
    say_examples(dropped, doubtful)
    _say_which_end_early(records)
    return records, dropped


def say_examples(dropped: DropReport, doubtful: DoubtReport) -> None:
    """Says what was wrong with the first one left out for each reason, and what was mended."""
    for line in (*(f"  {example}" for example in dropped.examples.values()), *doubtful.lines()):
        say(line)


def reasons_to_leave_out(
    split: str, seen: Collection[int]
) -> Callable[[GameRecord | Problem], str | None]:
    """Returns a function that gives a reason against evaluating on a game or problem, or None.

    split -- "unseen", or the part that it must be of
    seen  -- short digests of what the models learnt from
    """

    def reason_to_drop(record: GameRecord | Problem) -> str | None:
        if record.short_digest in seen:
            return "that a model learnt from"
        if split not in ("unseen", record.split.value):
            return "of another split"
        return None

    return reason_to_drop


def _no_games(paths: Iterable[str], size: int | None, dropped: DropReport) -> CfggoError:
    """Returns the error for records of which none is left.

    size -- of the boards that were asked for, None for any
    """
    from cfggo.records.collection import OTHER_SIZE

    message = f"{', '.join(map(str, paths))}: no games left: {dropped}"
    if OTHER_SIZE in dropped.reasons:
        message += f"; --size chooses the board, now {size}x{size}"
    return CfggoError(message)


def _say_which_end_early(records: list[GameRecord]) -> None:
    """Says how many records have a move that can't be played, from which on they are not used."""
    import numpy as np

    from cfggo.records.replay import followed_moves, game_arrays

    games = game_arrays(records)
    followed = followed_moves(games)
    short = np.flatnonzero(followed < np.diff(games.starts))
    if len(short):
        example = f"{records[short[0]].name}: move {followed[short[0]] + 1}"
        console().print(f"games that end early, at an impossible move: {len(short):,}")
        say(f"  {printable(example)}")


def _size(text: str) -> int | None:
    """Returns a board size, or None for "any"."""
    return None if text == "any" else board_size(text)


def _name(text: str) -> str:
    """Returns a name, or part of one."""
    if not text.strip():  # as of a variable that is not set: all names have it
        raise argparse.ArgumentTypeError(f"expected a name, not {text!r}")
    return text


def _rank(text: str) -> int:
    from cfggo.records.ranks import parse_rank

    rank = parse_rank(text)
    if rank is None:
        raise argparse.ArgumentTypeError(f"expected a rank such as 5k, 3d or 1p, not {text!r}")
    return rank
