"""cfggo judge: a stronger program's verdicts on the positions of games, to learn from."""

from __future__ import annotations

import argparse
import secrets
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from cfggo.base.errors import CfggoError, naming
from cfggo.base.files import check_folder
from cfggo.base.terminal import progress, say
from cfggo.base.words import counted
from cfggo.commands.arguments import count, no_other_run, open_executor
from cfggo.commands.parser import Parser
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import ruleset_from_name
from cfggo.records.judged_games import (
    SUFFIXES,
    JudgedGame,
    Label,
    read_judged_games,
    save_judged_games,
)

if TYPE_CHECKING:
    from cfggo.base.dask import Cluster
    from cfggo.base.executor import Executor
    from cfggo.match.playing.judge import Asked, Inquiry
    from cfggo.records.game_record import GameRecord

DESCRIPTION = """\
Lets KataGo, or another program with its analysis protocol, judge the positions of
games: how likely each move is, who is ahead, who owns what (docs/training.md).

Records may be folders, tar or zip archives, or SGF files. They count as Chinese
games; those with handicap or other stones set up are left out and counted, as are
broken and repeated ones.

Each verdict is kept in FILE.journal as it comes, and all are in FILE at the end.
After Ctrl-C or a crash the same command asks for the positions that are missing;
with more games, or a smaller --every, for those that are new."""

EXAMPLES = """\
examples:
  every second position of the engine's own games
    cfggo selfplay --games 100 --playouts 300 --out own
    cfggo judge own/*.tar --every 2 --out own.jsonl.xz \\
        --judge "katago analysis -config analysis.cfg -model model.bin.gz"
  learn from them
    cfggo train informed own.jsonl.xz --out informed.weights"""

_JOURNAL_SUFFIX = ".journal"

_TURNS = 4
"""Positions of a query."""

_QUERIES = 64
"""Queries that wait for a local engine at a time: enough to fill the batches of a GPU."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="folder, tar, zip or SGF")
    parser.add_argument(
        "--judge",
        required=True,
        metavar="COMMAND",
        help='KataGo\'s analysis engine: "katago analysis -config FILE -model FILE"',
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="ends in .jsonl or .jsonl.xz"
    )
    parser.add_argument(
        "--visits", type=count, default=40, metavar="N", help="of each search (default 40)"
    )
    parser.add_argument(
        "--every",
        type=count,
        default=1,
        metavar="N",
        help="judge one position of each game in N (default 1: all)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on the Dask cluster of this scheduler instead: each worker starts the program "
        "and asks it as many things at a time as it has threads",
    )
    add_record_options(parser, players=False)


def run(args: argparse.Namespace) -> int:
    """Asks for what is missing and writes the file, also when interrupted."""
    from cfggo.match.playing.judge import Asked, Inquiry

    if not args.out.name.endswith(SUFFIXES):
        raise CfggoError(f"--out {args.out}: its name is to end in {' or '.join(SUFFIXES)}")
    with naming(f"--out {args.out}: can't be written"):
        check_folder(args.out.resolve().parent)
    args.goes_on = "; the same command goes on"
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        no_other_run("judge", args.out),
        _executor(args) as executor,
        _Verdicts(args.out, args.visits) as verdicts,
    ):
        records, _ = read_chosen_records(args.records, args, _reason_to_drop)
        missing = (
            (replace(game, labels={}), turns[i : i + _TURNS])
            for game in map(verdicts.game_of, records)
            if (turns := _turns(game, args.every))
            for i in range(0, len(turns), _TURNS)
        )
        asked = [Asked(number, *each) for number, each in enumerate(missing)]
        inquiry = Inquiry(args.judge, args.visits, secrets.token_hex(8))
        _ask(executor, inquiry, asked, verdicts)
    n = sum(len(game.labels) for game in verdicts.games.values())
    say(f"{counted(n, 'position')} of {counted(len(verdicts.games), 'game')} in {args.out}")
    return 0


def _reason_to_drop(record: GameRecord) -> str | None:
    """Returns why a game can't be judged, or None."""
    line = record.line
    if line.black or line.white or line.handicap:
        return "with handicap or stones set up"
    if any(colour != (WHITE if i % 2 else BLACK) for i, (colour, _) in enumerate(line.moves)):
        return "with two moves of a colour in a row"
    return None


def _turns(game: JudgedGame, every: int) -> tuple[int, ...]:
    """Returns the turns of a game that are still to be judged.

    Games begin with different ones, so that not all are judged on the empty board.
    """
    end = len(game.moves) + 1
    for i in range(1, len(game.moves)):
        if game.moves[i - 1] == game.moves[i] == PASS:
            end = i + 1  # the game is over
            break
    first = game.record.short_digest % every
    return tuple(turn for turn in range(first, end, every) if turn not in game.labels)


class _Verdicts:
    """What was judged so far; use it in a `with`, at whose end the file has it all.

    Public attributes:
      games -- JudgedGame by its key
    """

    def __init__(self, path: Path, visits: int) -> None:
        """Reads what earlier runs left. Raises CfggoError if it is damaged or with other visits."""
        self._path, self._visits = path, visits
        self._journal = path.with_name(path.name + _JOURNAL_SUFFIX)
        self._file: IO[str]
        self.games: dict[object, JudgedGame] = {}
        for file in (path, self._journal):
            if file.exists():
                for game in read_judged_games(file, may_break_off=file == self._journal):
                    known = game.others.get("visits", visits)
                    if known != visits:
                        raise CfggoError(
                            f"{file}: judged with {known} visits, not {visits}; take another --out"
                        )
                    self.games.setdefault(game.key, game).labels.update(game.labels)

    def __enter__(self) -> _Verdicts:
        self._save()
        self._file = open(self._journal, "a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._save()

    def game_of(self, record: GameRecord) -> JudgedGame:
        """Returns a record's game, up to its first impossible move, with the labels so far."""
        from cfggo.records.replay import followed_moves, game_arrays

        line = record.line
        moves = line.moves[: int(followed_moves(game_arrays([record]))[0])]
        players = f"{line.black_name or '?'} against {line.white_name or '?'}"
        others = {"played": players, "visits": self._visits}
        komi = line.komi_by(ruleset_from_name("chinese"))
        game = JudgedGame(tuple(point for _, point in moves), line.size, komi, others=others)
        return self.games.setdefault(game.key, game)

    def add(self, game: JudgedGame, labels: Iterable[Label]) -> None:
        """Keeps labels, on the disk too."""
        own = {label.turn: label for label in labels}
        self.games[game.key].labels.update(own)
        self._file.write(replace(game, labels=own).line())
        self._file.flush()

    def _save(self) -> None:
        """Writes the file, if there is anything, and removes the journal."""
        judged = [game for game in self.games.values() if game.labels]
        if judged and (self._journal.exists() or not self._path.exists()):
            save_judged_games(self._path, judged)
        self._journal.unlink(missing_ok=True)


def _ask(executor: Executor, inquiry: Inquiry, asked: Sequence[Asked], verdicts: _Verdicts) -> None:
    """Asks and keeps the answers; says what was refused.

    Raises CfggoError if there is no engine, or if it ends.
    """
    from cfggo.match.playing.judge import labels_of

    refused: dict[str, int] = {}
    with progress("judging", sum(len(each.turns) for each in asked), "positions") as advance:
        answers = executor.map(labels_of, inquiry, None, asked)
        for (_, game, turns), labels in zip(asked, answers, strict=True):
            if isinstance(labels, str):
                refused[labels] = refused.get(labels, 0) + len(turns)
            else:
                verdicts.add(game, labels)
            advance(len(turns))
    for reason, n in refused.items():
        say(f"{counted(n, 'position')} refused by the judge: {reason}")


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[Executor]:
    """Yields what asks in many threads; at the end no engine is left running."""
    from cfggo.match.playing.judge import end_judges

    with open_executor(args.scheduler, _QUERIES) as executor:
        try:
            yield executor
        finally:
            if args.scheduler is None:
                end_judges()
            else:
                cast("Cluster", executor).client.run(end_judges)
