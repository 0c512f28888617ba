"""Large archives of SGF files once read, kept in the cache folder as arrays.

Reading SGF takes a millisecond or two a game, and `cfggo train` and `cfggo evaluate` read the same
archives again and again.  So the games of large ones are kept, without comments, in a file named
after the archive's path, size and time of change and after the sources that read it; they are back
in seconds.

The file is an archive of arrays (`cfggo.base.array_archive`) with

    text     uint8[]  a line of JSON for each game, or for what can't be used
    moves    uint16[] of all games, one after the other: point, and OF_WHITE more if White's
    digests  uint8[, 32] of all games
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_names,
    read_archive,
    write_archive,
)
from cfggo.base.errors import CfggoError
from cfggo.base.kernel_cache import main_folder
from cfggo.go import handicap, katago_rules, main_line, rules
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, MAX_SIZE, MIN_SIZE, N_POINTS, PASS, WHITE, board_points
from cfggo.go.rules import MAX_KOMI
from cfggo.records import archives, game_record
from cfggo.records.game_record import GameRecord
from cfggo.records.sgf import (
    amounts,
    data,
    encoding,
    errors,
    komi,
    mending,
    reading,
    regular,
    results,
    values,
)

FORMAT = ArchiveFormat("cfggo parsed records", 2, "file of parsed records")

LEAST_BYTES = 2**20
"""Smaller archives are read anew each time."""

MOST_KEPT = 8
"""Archives whose games are kept, those used last."""

OF_WHITE = 1 << 10
_DIGEST_BYTES = 32

_MOVES = {
    point + (OF_WHITE if colour == WHITE else 0): (colour, point)
    for colour in (BLACK, WHITE)
    for point in range(N_POINTS)
}

_POINTS = {size: frozenset(board_points(size)) for size in range(MIN_SIZE, MAX_SIZE + 1)}

_FACTS = {
    field.name: field.default
    for field in fields(MainLine)
    if field.name not in ("moves", "comments", "values")  # moves have an array of their own
}
"""The properties of a main line besides its moves, with the values that need not be kept."""

_TYPES = get_type_hints(MainLine)

_MODULES = (
    data,
    encoding,
    mending,
    regular,
    values,
    amounts,
    komi,
    results,
    reading,
    errors,
    main_line,
    handicap,
    rules,
    katago_rules,
    archives,
    game_record,
)

READERS = (
    *(Path(str(module.__file__)) for module in _MODULES),
    Path(__file__).with_name("parsing.py"),  # which imports this module
)
"""Sources that say what is read of an archive, besides this one."""


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
    what = f"{path.resolve()} {status.st_size} {status.st_mtime_ns} {_state_of((*READERS, _THIS))}"
    return main_folder() / "records" / f"{hashlib.sha256(what.encode()).hexdigest()[:24]}.games"


_THIS = Path(__file__)


@cache
def _state_of(sources: tuple[Path, ...]) -> str:
    """Returns a hash of source files."""
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


def load(place: Path, path: str = "") -> Iterator[GameRecord | tuple[str, str, str]] | None:
    """Returns the games that are kept at a place, and for what can't be used its name, the reason
    and details; None if nothing is kept there, or if it is damaged.

    path -- of the archive, as it is given now; names begin with it

    A game that can't be one makes the iterator raise InvalidContent.
    """
    try:
        arrays = read_archive(place, (FORMAT, _validated))
        place.touch()  # used last
    except (CfggoError, OSError):
        return None
    return _games(arrays, path)


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


def _games(arrays: dict[str, np.ndarray], path: str) -> Iterator[GameRecord | tuple[str, str, str]]:
    first = 0
    digests = iter(arrays["digests"])
    for line in bytes(arrays["text"]).splitlines():
        try:
            facts = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidContent("a line is no JSON") from error
        if isinstance(facts, list):
            if len(facts) != 3 or not all(isinstance(text, str) for text in facts):
                raise InvalidContent("a line does not say what can't be used")
            name, reason, details = facts
            yield path + name, reason, details
            continue
        if not isinstance(facts, dict):
            raise InvalidContent("a line is no game")
        name, n_moves = facts.pop("name", None), facts.pop("moves", None)
        if not isinstance(name, str) or type(n_moves) is not int or n_moves < 0:
            raise InvalidContent("a game without its name or number of moves")
        traits = _traits(facts)
        codes = arrays["moves"][first : first + n_moves].tolist()
        moves = tuple(map(_MOVES.__getitem__, codes))
        first += n_moves
        on_board = _POINTS[traits["size"]]
        digest = next(digests, None)
        if len(moves) != n_moves or digest is None:
            raise InvalidContent("a game without its moves or digest")
        if not all(point in on_board or point == PASS for _, point in moves):
            raise InvalidContent("a move is outside the board")
        record = GameRecord(path + name, MainLine(moves=moves, **traits))
        record.remember_digest(digest.tobytes())
        yield record


def _traits(facts: dict[str, Any]) -> dict[str, Any]:
    """Returns a main line from a line of JSON; raises InvalidContent if it has none."""
    traits = {}
    size = facts.get("size", _FACTS["size"])
    if type(size) is not int or size not in _POINTS:
        raise InvalidContent("a game on no board")
    for name, value in {"size": size, **facts}.items():
        traits[name] = tuple(value) if isinstance(value, list) else value
        if not _is_valid(name, traits[name], size):
            raise InvalidContent(f"a game with wrong {name}")
    return traits


def _is_valid(name: str, value: Any, size: int) -> bool:
    """Tells whether a field of a main line, other than moves, can have a value."""
    if name not in _FACTS:
        return False
    if name in ("first_player", "next_player"):
        return type(value) is int and value in (BLACK, WHITE)
    kind = _TYPES[name]
    if kind is int:
        return type(value) is int and value >= 0
    if kind is str:
        return isinstance(value, str) and _is_text(value)
    if kind == tuple[int, ...]:
        on_board = _POINTS[size]
        return isinstance(value, tuple) and all(type(p) is int and p in on_board for p in value)
    if kind == tuple[str, ...]:
        return isinstance(value, tuple) and all(isinstance(t, str) and _is_text(t) for t in value)
    return kind == float | None and type(value) in (int, float) and abs(value) <= MAX_KOMI


def _is_text(value: str) -> bool:
    """Tells whether there are no surrogates in a text, which can't be written."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class Keeper:
    """Takes the games of an archive as they are read, and keeps them in the end."""

    def __init__(self, place: Path, path: str = "") -> None:
        """Prepares to keep games at a place that `place_of` returned.

        path -- of the archive, as it is given now; it is not kept of names that begin with it
        """
        self._place = place
        self._path = path
        self._lines: list[str] = []
        self._moves: list[np.ndarray] = []
        self._digests: list[bytes] = []

    def add(self, game: GameRecord | tuple[str, str, str]) -> None:
        """Takes a game, or name, reason and details of what can't be used."""
        if not isinstance(game, GameRecord):
            name, *others = game
            self._lines.append(json.dumps([name.removeprefix(self._path), *others]))
            return
        line = game.line
        facts = {"name": game.name.removeprefix(self._path), "moves": len(line.moves)}
        for name, usual in _FACTS.items():
            if (value := getattr(line, name)) != usual:
                facts[name] = value
        self._lines.append(json.dumps(facts))
        codes = (point + (OF_WHITE if colour == WHITE else 0) for colour, point in line.moves)
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
