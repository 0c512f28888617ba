"""What was read from a large archive of SGF files, kept in the cache folder as arrays.

Reading SGF takes a millisecond or two a game, and `cfggo train` and `cfggo evaluate` read the same
archives again and again.  So the games of large ones are kept, without comments, in a file named
after the archive's path, size and time of change; they are back in seconds.

The file is an archive of arrays (`cfggo.array_archive`) with

    text     uint8[]  a line of JSON for each game, or for what can't be used
    moves    uint16[] of all games, one after the other: point, and _OF_WHITE more if White's
    digests  uint8[, 32] of all games
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_names,
    read_archive,
    write_archive,
)
from cfggo.errors import CfggoError
from cfggo.go.points import BLACK, N_POINTS, WHITE
from cfggo.go.sgf import MainLine
from cfggo.kernel_cache import main_folder
from cfggo.records.game_record import GameRecord

FORMAT = ArchiveFormat("cfggo parsed records", 1, "file of parsed records")

LEAST_BYTES = 2**20
"""Smaller archives are read anew each time."""

MOST_KEPT = 8
"""Archives whose games are kept, those used last."""

_OF_WHITE = 1 << 10
_DIGEST_BYTES = 32

_MOVES = {
    point + (_OF_WHITE if colour == WHITE else 0): (colour, point)
    for colour in (BLACK, WHITE)
    for point in range(N_POINTS)
}

_TRAITS = ("size", "komi", "handicap", "first_player", "next_player", "black", "white")
_TEXTS = (
    "result",
    "rules",
    "date",
    "event",
    "black_name",
    "white_name",
    "black_rank",
    "white_rank",
)


def place_of(path: Path) -> Path | None:
    """Returns where the games of an archive are kept or may be, or None if it is none, or small."""
    try:
        if not path.is_file() or path.name.lower().endswith(".sgf"):
            return None
        status = path.stat()
    except OSError:
        return None
    if status.st_size < LEAST_BYTES:
        return None
    what = f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"
    return main_folder() / "records" / f"{hashlib.sha256(what.encode()).hexdigest()[:24]}.games"


def load(place: Path) -> Iterator[GameRecord | tuple[str, str, str]] | None:
    """Returns the games that are kept at a place, and for what can't be used its name, the reason
    and details; None if nothing is kept there, or if it is damaged.
    """
    try:
        arrays = read_archive(place, (FORMAT, _validated))
        place.touch()  # used last
    except (CfggoError, OSError):
        return None
    return _games(arrays)


def _validated(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    check_names("array", arrays, ("text", "moves", "digests"))
    check_array("text", arrays["text"], np.uint8)
    check_array("moves", arrays["moves"], np.uint16)
    check_array("digests", arrays["digests"], np.uint8, (None, _DIGEST_BYTES))
    is_move = np.zeros(2**16, dtype=np.bool_)
    is_move[list(_MOVES)] = True
    if not is_move[arrays["moves"]].all():
        raise InvalidContent("a move is outside the board")
    return arrays


def _games(arrays: dict[str, np.ndarray]) -> Iterator[GameRecord | tuple[str, str, str]]:
    first = 0
    digests = arrays["digests"].tobytes()
    at = 0
    for line in bytes(arrays["text"]).splitlines():
        facts = json.loads(line)
        if isinstance(facts, list):
            yield (*facts,)
            continue
        n = facts.pop("moves")
        name = facts.pop("name")
        for stones in ("black", "white"):
            facts[stones] = tuple(facts[stones])
        codes = arrays["moves"][first : first + n].tolist()
        record = GameRecord(name, MainLine(moves=tuple(map(_MOVES.__getitem__, codes)), **facts))
        record.remember_digest(digests[at : at + _DIGEST_BYTES])
        first += n
        at += _DIGEST_BYTES
        yield record


class Keeper:
    """Takes the games of an archive as they are read, and keeps them in the end."""

    def __init__(self, place: Path) -> None:
        """Prepares to keep games at a place that `place_of` returned."""
        self._place = place
        self._lines: list[str] = []
        self._moves: list[np.ndarray] = []
        self._digests: list[bytes] = []

    def add(self, game: GameRecord | tuple[str, str, str]) -> None:
        """Takes a game, or name, reason and details of what can't be used."""
        if not isinstance(game, GameRecord):
            self._lines.append(json.dumps(list(game)))
            return
        line = game.line
        facts = {"name": game.name, "moves": len(line.moves)}
        facts |= {name: getattr(line, name) for name in _TRAITS}
        facts |= {name: text for name in _TEXTS if (text := getattr(line, name))}
        self._lines.append(json.dumps(facts))
        codes = (point + (_OF_WHITE if colour == WHITE else 0) for colour, point in line.moves)
        self._moves.append(np.fromiter(codes, np.uint16, len(line.moves)))
        self._digests.append(game.digest)

    def save(self) -> None:
        """Keeps the games; what can't be written is not kept."""
        digests = np.frombuffer(b"".join(self._digests), dtype=np.uint8)
        arrays = {
            "text": np.frombuffer("\n".join(self._lines).encode(), dtype=np.uint8),
            "moves": np.concatenate([np.zeros(0, np.uint16), *self._moves]),
            "digests": digests.reshape(-1, _DIGEST_BYTES),
        }
        with suppress(OSError, CfggoError):
            self._place.parent.mkdir(exist_ok=True)
            write_archive(self._place, FORMAT, {}, arrays, compressed=False)
            kept = sorted(self._place.parent.glob("*.games"), key=lambda file: file.stat().st_mtime)
            for file in kept[:-MOST_KEPT]:
                file.unlink()
