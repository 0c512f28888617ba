#!/usr/bin/env python3
r"""Measures how many points the moves of programs lose, by another engine's judgement.

From each of some even games one position is taken, or as many as `--each` says: of the opening
(moves 1 to 60), the middle game (61 to 150) and the endgame in turn. Every program chooses a move
there, with a komi by which the judge finds the position even to half a point. The judge then
searches the position after the move and the one after its own. What the mover is behind by there is
what the move lost; it is below zero where the judge likes the program's move better than its own.

    judge-moves GAMES cfggo:playouts=1000 gnugo:10 --by "katago analysis -model M -config C" \
        --out DIR

Prints a line for each program, first of all the experts who played the games:
    lost    mean points lost a move, with its 95% interval
    large   share of moves that lost more than 8 points
    change  mean difference to the first program, position by position, with its standard error
and the points lost in opening, middle game and endgame.

The games may be the program's own, with `--split all`: what it does not see there both sides have
left on the board, so such positions are harder for it than those of people.

Verdicts and moves are kept in DIR as they come. An interrupted run goes on there, and programs that
are added later are asked about the same positions. A program keeps the moves that it once chose,
this engine those of the same sources, weights and settings. Resigning counts as a pass.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import common
import numpy as np
import results
from experiments import engine_digest
from judges import Judge, Verdict
from notes import Notes

from cfggo.base.errors import CfggoError
from cfggo.base.intervals import Z_95, standard_error_by_game
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.commands.record_options import add_record_options, read_chosen_records
from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, parse_vertex
from cfggo.match.playing.client import GtpClient, ProgramError
from cfggo.match.playing.programs import Program, parse_program
from cfggo.match.playing.setup import send_conditions, send_position
from cfggo.records.game_record import GameRecord, Split

SEED = 1
"""Of the choice of positions and of the programs."""

PHASES = (("opening", 1, 60), ("middle game", 61, 150), ("endgame", 151, 250))
"""Name, first and last number of the moves to choose."""

KOMI = 7.5
"""Where the judge begins to look for an even one; records have some that nobody plays by."""

ALL = "all"
"""Every part of the collection."""

EXPERTS = "the experts"
LARGE = 8.0
"""Points; more is a large loss."""

SECONDS = 300.0
"""Time limit for a program's answer."""


@dataclass(frozen=True)
class Position:
    """A position, and the move of the game there.

    Public attributes:
      name  -- the record's digest and the number of the move, for the files
      match -- number of the game that it is from
      phase -- name of one of the PHASES
      game  -- Game before the move
      move  -- point that was played
    """

    name: str
    match: int
    phase: str
    game: Game
    move: int


class Court:
    """A judge with a memory."""

    def __init__(self, judge: Judge, by: str, visits: int, notes: Notes) -> None:
        self._judge = judge
        self._by = by, visits
        self._notes = notes

    def of(self, position: Position, komi: float | None = None, move: int | None = None) -> Verdict:
        """Returns the verdict on a position, or on the one after a move in it."""
        key = (*self._by, position.name, komi, move)
        known = self._notes.get(*key)
        if known is None:
            game = position.game.copy()
            if move is not None:
                game.play(game.to_play, move, may_repeat=True)
            known = self._judge.of(game, komi)
            self._notes.add(*key, value=known)
        return Verdict(*known)

    def komi(self, position: Position) -> float:
        """Returns the komi with half a point by which a position is even, as nearly as there is."""
        lead = self.of(position).lead
        return math.floor(position.game.komi + lead) + 0.5

    def points_lost(self, position: Position, move: int) -> float:
        """Returns what a move loses."""
        komi = self.komi(position)
        best = self.of(position, komi).move
        sign = 1 if position.game.to_play == BLACK else -1
        lead = self.of(position, komi, best).lead - self.of(position, komi, move).lead
        return sign * lead


def main() -> None:
    """Measures and prints."""
    parser = Parser(description=__doc__)
    parser.add_argument("records", help="folder, tar, zip or SGF")
    parser.add_argument("programs", nargs="+", help="as of `cfggo match`")
    parser.add_argument("--by", required=True, metavar="COMMAND", help="KataGo's analysis engine")
    parser.add_argument(
        "--visits", type=count, default=64, help="of its searches; a move gets two (default 64)"
    )
    parser.add_argument("--positions", type=count, default=300, help="default 300")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="for the notes")
    parser.add_argument("--each", type=count, default=1, help="positions of a game (default 1)")
    parser.add_argument("--split", choices=[ALL, *(s.value for s in Split)], default="validation")
    add_record_options(parser)
    results.add_publish_options(parser)
    args = parser.parse_args()

    programs = [parse_program(text) for text in args.programs]
    records, _ = read_chosen_records([args.records], args)
    records = [record for record in records if args.split in (ALL, record.split.value)]
    positions = choose_positions(records, args.positions, args.each)
    if not positions:
        part = "" if args.split == ALL else f" {args.split}"
        raise CfggoError(f"{args.records}: no even{part} games")
    args.out.mkdir(parents=True, exist_ok=True)
    verdicts, moves = Notes(args.out / "verdicts.jsonl"), Notes(args.out / "moves.jsonl")
    rows: list[dict[str, Any]] = []
    with Judge(args.by, args.visits) as judge:
        court = Court(judge, args.by, args.visits, verdicts)
        lost = losses(EXPERTS, [position.move for position in positions], positions, court)
        rows.append(row_of(EXPERTS, positions, lost, None))
        print(line_of(rows[-1]), flush=True)
        first: np.ndarray | None = None
        for program in programs:
            komi = [court.komi(position) for position in positions]
            chosen, seconds = choices(program, positions, komi, moves)
            lost = losses(program.name, chosen, positions, court)
            rows.append(row_of(program.name, positions, lost, first) | {"seconds": seconds})
            print(line_of(rows[-1]), flush=True)
            first = lost if first is None else first
    results.publish_if_asked(
        args,
        f"points that the moves of programs lose: {len(positions)} positions of even games, "
        f"{args.split} split, judged by another engine, {args.visits} visits; changes are against "
        "the first program, position by position",
        rows,
        SEED,
    )


def choose_positions(records: Sequence[GameRecord], n: int, each: int = 1) -> list[Position]:
    """Returns n positions of even games, at most so many of each, the phases in turn."""
    rng = Random(SEED)
    positions: list[Position] = []
    for match, record in enumerate(rng.sample(records, len(records))):
        numbers: set[int] = set()
        for _ in range(each):
            phase, first, last = PHASES[len(positions) % len(PHASES)]
            number = rng.randint(first, last)
            position = position_of(record, match, phase, number)
            if position is not None and number not in numbers:
                numbers.add(number)
                positions.append(position)
            if len(positions) == n:
                return positions
    return positions


def position_of(record: GameRecord, match: int, phase: str, number: int) -> Position | None:
    """Returns the position before the move of a number, or None if the game has none such."""
    line = record.line
    if number > len(line.moves) or line.black or line.white:
        return None
    colour, move = line.moves[number - 1]
    if colour not in record.players:
        return None
    try:
        game = Game.from_main_line(replace(line, moves=line.moves[: number - 1], komi=KOMI))
        game.copy().play(colour, move)
    except ValueError:
        return None  # an impossible move
    if colour != game.to_play:
        return None
    return Position(f"{record.digest.hex()[:16]}-{number}", match, phase, game, move)


def choices(
    program: Program, positions: Sequence[Position], komi: Sequence[float], notes: Notes
) -> tuple[list[int], float]:
    """Returns a program's moves, and the seconds that it took for one.

    Raises CfggoError if it dies, hangs or makes an illegal move.
    """
    author = [program.name]
    if program.config is not None:
        author.append(engine_digest(program.config))
    missing = [
        (position, its_komi)
        for position, its_komi in zip(positions, komi, strict=True)
        if notes.get(*author, position.name) is None
    ]
    if missing:
        with (
            progress(f"{program.name}, moves", len(missing), "positions") as advance,
            GtpClient(program.command(SEED, 1, 0)) as client,
        ):
            for position, (move, seconds) in _asked(program, client, missing):
                notes.add(*author, position.name, value=[move, seconds])
                advance(1)
    found = [notes.get(*author, position.name) for position in positions]
    return [move for move, _ in found], round(float(np.mean([seconds for _, seconds in found])), 3)


def _asked(
    program: Program, client: GtpClient, positions: Sequence[tuple[Position, float]]
) -> Iterator[tuple[Position, tuple[int, float]]]:
    """Yields positions with the program's move, and the seconds that it took."""
    ask = partial(client.send, seconds=SECONDS)
    offer = partial(client.offer, seconds=SECONDS)
    for position, komi in positions:
        game = position.game.copy()
        game.komi = komi
        try:
            send_conditions(game, ask, offer)
            send_position(game, ask, offer)
            started = time.monotonic()
            answer = ask(f"genmove {COLOUR_NAMES[game.to_play]}").strip()
            seconds = time.monotonic() - started
            point = PASS if answer.lower() == "resign" else parse_vertex(answer, game.size)
            game.play(game.to_play, point, may_repeat=True)
        except (ProgramError, ValueError) as error:
            raise CfggoError(f"{program.name}: {position.name}: {error}") from error
        yield position, (point, round(seconds, 3))


def losses(
    name: str, moves: Sequence[int], positions: Sequence[Position], court: Court
) -> np.ndarray:
    """Returns what moves lose, float64[n]."""
    lost = []
    with progress(f"{name}, verdicts", len(positions), "positions") as advance:
        for position, move in zip(positions, moves, strict=True):
            lost.append(court.points_lost(position, move))
            advance(1)
    return np.array(lost)


def row_of(
    name: str, positions: Sequence[Position], lost: np.ndarray, first: np.ndarray | None
) -> dict[str, Any]:
    """Returns a program's figures; first: what the first program's moves lose.

    One game tells nothing of how sure they are: interval and standard error are None then.
    """
    mean, error = float(lost.mean()), standard_error(positions, lost)
    interval = None if error is None else (mean - Z_95 * error, mean + Z_95 * error)
    row: dict[str, Any] = {
        "program": name,
        "positions": len(lost),
        "lost": round(mean, 3),
        "interval": interval and [round(end, 3) for end in interval],
        "large": round(float((lost > LARGE).mean()), 4),
    }
    for phase, _, _ in PHASES:
        of_phase = [loss for loss, at in zip(lost, positions, strict=True) if at.phase == phase]
        row[phase] = round(float(np.mean(of_phase)), 3) if of_phase else None
    if first is not None:
        change = lost - first
        row["change"] = round(float(change.mean()), 3)
        error = standard_error(positions, change)
        row["standard_error"] = None if error is None else round(error, 3)
    return row


def standard_error(positions: Sequence[Position], values: np.ndarray) -> float | None:
    """Returns the standard error of the mean of values by position, or None for a single game."""
    error = standard_error_by_game(np.array([position.match for position in positions]), values)
    return None if math.isnan(error) else error


def line_of(row: dict[str, Any]) -> str:
    """Returns a program's figures as a line to read."""
    interval = " ({:.2f} to {:.2f})".format(*row["interval"]) if row["interval"] else ""
    phases = ", ".join(f"{name} {row[name]:.2f}" for name, _, _ in PHASES if row[name] is not None)
    change = ""
    if "change" in row:
        change = f"  change {row['change']:+.2f}"
        if row["standard_error"] is not None:
            change += f" +- {row['standard_error']:.2f}"
    return (
        f"{row['program']}: lost {row['lost']:.2f}{interval}"
        f"  large {row['large']:.1%}{change}  {phases}"
    )


if __name__ == "__main__":
    common.run(main)
