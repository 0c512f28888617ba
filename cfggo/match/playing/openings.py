"""Positions from which games start."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.base.pipes.sinks import tell
from cfggo.go.game import Game
from cfggo.go.handicap import stones_placed
from cfggo.go.main_line import MainLine
from cfggo.go.points import WHITE
from cfggo.go.rules import Ruleset
from cfggo.records.archives import printable, reason_of
from cfggo.records.sgf.data import iter_games
from cfggo.records.sgf.reading import read_parts


@dataclass(frozen=True)
class Opening:
    """The beginning of a game.

    Public attributes:
      name -- of the file it is from
      line -- MainLine, of which only the setup stones, the moves and the handicap count
    """

    name: str
    line: MainLine

    def start(self, komi: float, rules: Ruleset) -> Game:
        """Returns a game that begins so. Raises ValueError if the rules forbid it."""
        return Game.from_main_line(replace(self.line, komi=komi), rules)


def read_openings(
    path: str | Path, sizes: tuple[int, ...], rules: Ruleset, moves: int | None = None
) -> tuple[Opening, ...]:
    """Returns the openings of a folder, archive or file of SGF records, in the order of the files.

    sizes -- board sizes that are played; records of others are left out
    moves -- number of moves that are taken from each record, or None for all of them

    Repairs of a record are told on standard error.

    Raises CfggoError if the path can't be read, if a record is damaged, over, or not allowed by the
    rules, if it sets up stones among its moves or lacks stones of the handicap that it names, or if
    a size has no opening.
    """
    openings = []
    for source, game in iter_games([path]):
        if isinstance(game, Exception):
            raise CfggoError(f"{source}: can't be read: {reason_of(game)}")
        full_name = printable(source)
        try:
            line, edits = read_parts(game)
            if line.size not in sizes:
                continue
            n_before = len(line.moves)
            if edits and (moves is None or moves > n_before):
                raise CfggoError(
                    f"{full_name}: stones are set up after move {n_before}; an opening can "
                    "have the moves before that"
                )
            if moves is not None and moves < n_before:
                line = replace(line, moves=line.moves[:moves], next_player=None)
            if line.handicap >= 2 and line.placed_handicap < line.handicap:
                raise CfggoError(
                    f"{full_name}: names {line.handicap} handicap stones, of which the opening "
                    f"has {line.placed_handicap}"
                )
            if line.mended:
                tell(f"{full_name}: {printable(', '.join(line.mended))}")
            line = with_handicap_set_up(line)
            opening = Opening(Path(full_name).name, line)
            if opening.start(0.0, rules).is_over:
                raise CfggoError(f"{full_name}: the game is over, which is no opening")
        except ValueError as error:
            raise CfggoError(f"{full_name}: {error}") from error
        openings.append(opening)
    for size in sizes:
        if all(opening.line.size != size for opening in openings):
            raise CfggoError(f"{path}: no opening for {size}x{size}")
    return tuple(openings)


def with_handicap_set_up(line: MainLine) -> MainLine:
    """Returns a record whose handicap stones, if Black's first moves placed them, are set up.

    Only so can programs be told that they are a handicap.
    """
    n = 0 if line.black else line.placed_handicap
    if not n:
        return line
    placed = [i for i, move in enumerate(line.moves) if stones_placed([move])][:n]
    stones = [line.moves[i][1] for i in placed]
    rest = line.moves[placed[-1] + 1 :]
    first_player = rest[0][0] if rest else line.next_player or WHITE
    return replace(line, black=tuple(sorted(stones)), moves=rest, first_player=first_player)


def openings_digest(openings: tuple[Opening, ...]) -> str | None:
    """Returns a text that is the same for the same openings only, or None if there are none."""
    if not openings:
        return None
    positions = [
        (o.line.size, o.line.black, o.line.white, o.line.first_player, o.line.moves)
        # Only where there are such, so that runs without are still the same.
        + ((o.line.placed_handicap,) if o.line.placed_handicap else ())
        + ((("next", o.line.next_player),) if o.line.next_player is not None else ())
        for o in openings
    ]
    return f"{len(openings)} sha256:{hashlib.sha256(repr(positions).encode()).hexdigest()[:16]}"
