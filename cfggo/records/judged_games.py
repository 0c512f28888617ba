"""Games of which a stronger program has judged positions, one in a line of JSON.

data/judged-games/README.md says what a line holds; here are those things that programs read.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE, format_vertex, parse_vertex
from cfggo.records.game_record import GameRecord

SUFFIXES = (".jsonl", ".jsonl.xz")
"""Of such files; those of the second kind are compressed."""

_KOMI = 7.5
_PRIOR_VISITS = 20.0
"""Visits that the judge's prior counts as, beside its real ones."""


class Label(NamedTuple):
    """What the judge said of a position.

    turn    -- number of moves made before
    lead    -- points by which Black is ahead
    winrate -- Black's, in per cent
    moves   -- the moves that it looked at, as "vertex/visits/lead/prior", prior in thousandths
    owners  -- letters for who owns the points, or ""
    """

    turn: int
    lead: float
    winrate: float
    moves: str
    owners: str = ""

    def wanted(self, size: int) -> dict[int, float]:
        """Returns how likely the judge finds each point, by its visits and its prior; {} if it
        would rather pass.
        """
        found = [move.split("/") for move in self.moves.split()]
        points = [parse_vertex(vertex, size) for vertex, *_ in found]
        visits = [float(n) for _, n, *_ in found]
        on_board = sum(n for point, n in zip(points, visits, strict=True) if point != PASS)
        if not on_board or 2 * on_board < sum(visits):
            return {}
        priors = [float(prior or 0) for *_, prior in found]
        scale = _PRIOR_VISITS / max(sum(priors), 1.0)
        each = zip(points, visits, priors, strict=True)
        both = {point: n + scale * prior for point, n, prior in each if point != PASS}
        return {point: value / sum(both.values()) for point, value in both.items()}


@dataclass(frozen=True)
class JudgedGame:
    """A game that begins with Black on an empty board, and labels of its positions.

    Public attributes:
      moves      -- points, Black's first
      size, komi -- as in Game
      labels     -- Label by its turn
      others     -- what else the line says, by its keys: "played", "visits", "instrument"
    """

    moves: tuple[int, ...]
    size: int = MAX_SIZE
    komi: float = _KOMI
    labels: dict[int, Label] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[tuple[int, ...], int, float]:
        """What tells it from other games."""
        return self.moves, self.size, self.komi

    @property
    def record(self) -> GameRecord:
        """The game as a record."""
        moves = tuple((WHITE if i % 2 else BLACK, point) for i, point in enumerate(self.moves))
        return GameRecord("judged", MainLine(size=self.size, moves=moves, komi=self.komi))

    def line(self) -> str:
        """Returns the game as a line of a file."""
        labels = [label if label.owners else label[:-1] for _, label in sorted(self.labels.items())]
        kept = {
            **self.others,
            **({} if self.size == MAX_SIZE else {"size": self.size}),
            **({} if self.komi == _KOMI else {"komi": self.komi}),
            "moves": " ".join(map(format_vertex, self.moves)),
            "labels": labels,
        }
        return json.dumps(kept, separators=(",", ":")) + "\n"


def read_judged_games(path: Path, may_break_off: bool = False) -> Iterator[JudgedGame]:
    """Yields the games of a file.

    may_break_off -- whether its last line may be cut short, as after a crash; it is left out then

    Raises CfggoError if the file can't be read or a line is no judged game.
    """
    lines = count(1)
    try:
        with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as file:
            for line in file:
                if may_break_off and not line.endswith("\n"):
                    return
                yield _game_of(json.loads(line))
                next(lines)
    except OSError as error:
        raise CfggoError(f"{path}: can't be read: {error.strerror or error}") from error
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise CfggoError(f"{path}: damaged: {error}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CfggoError(
            f"{path}: line {next(lines)}: no judged game; `cfggo judge` writes some"
        ) from error


def save_judged_games(path: Path, games: Iterable[JudgedGame]) -> None:
    """Writes games to a file, whole or not at all; raises CfggoError if it can't be written."""
    data = "".join(game.line() for game in games).encode()
    save_file(path, lzma.compress(data) if path.suffix == ".xz" else data)


def _game_of(line: dict[str, Any]) -> JudgedGame:
    """Returns the game of a line; raises ValueError, TypeError, KeyError or AttributeError."""
    size, komi = line.pop("size", MAX_SIZE), float(line.pop("komi", _KOMI))
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"a board of {size}")
    moves = tuple(parse_vertex(vertex, size) for vertex in line.pop("moves").split())
    labels = {label[0]: Label(*label) for label in line.pop("labels")}
    if not all(0 <= turn <= len(moves) for turn in labels):
        raise ValueError("a label behind the last move")
    for label in labels.values():
        label.wanted(size)
    return JudgedGame(moves, size, komi, labels, line)
