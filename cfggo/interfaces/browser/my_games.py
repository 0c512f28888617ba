"""The user's games: records in a folder, with what a list says of each."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.files import write_whole
from cfggo.interfaces.browser.rating import LEAST_GAMES, Outcome, estimate
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_parts
from cfggo.search.levels import LEVELS
from cfggo.study.explaining.phrases import YOU, as_said
from cfggo.study.games.records import new_file_name, record_in, seats_of

MOST_LISTED = 500
"""The newest games that are listed."""

_MOST_BYTES = 1 << 20

_DAY = 24 * 3600.0  # seconds

_EARLY = 0.1
"""Moves for each point of the board: a game that ends earlier, uncounted, says nothing."""


class _Known(NamedTuple):
    """What a file said when it was of that age and size."""

    age: int
    size: int
    said: dict[str, Any]


class MyGames:
    """A folder of games, which need not be there yet.

    What can't be read is listed, too, and nothing else is touched in the folder.
    """

    def __init__(self, folder: Path, reviews: Path) -> None:
        """Takes a folder; reviews: that of the pages of their reviews."""
        self.folder = folder
        self._reviews = reviews
        self._known: dict[str, _Known] = {}

    def keep(self, sgf: bytes, name: str = "") -> Path:
        """Writes a record, by default to a file of its own, and returns the file.

        Raises CfggoError if it can't be written.
        """
        path = self.folder / (name or new_file_name())
        number = 2
        try:
            while not name and path.exists():
                path = path.with_stem(f"{path.stem.partition('~')[0]}~{number}")
                number += 1
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, sgf)
        except OSError as error:
            raise CfggoError(f"{path}: {error.strerror}") from error
        return path

    def listed(self, since: float = 0.0) -> list[dict[str, Any]]:
        """Returns what is known of each game, the newest first.

        since -- when files were written, in seconds, at the earliest

        Raises CfggoError if the folder can't be read.
        """
        try:
            found = [path for path in self.folder.iterdir() if path.suffix.lower() == ".sgf"]
            files = [path for path in found if _written(path) >= since]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CfggoError(f"{self.folder}: {error.strerror}") from error
        games = [self._said(path) for path in files]
        games.sort(key=lambda game: (game["time"], game["name"]), reverse=True)
        return games[:MOST_LISTED]

    def unfinished(self) -> dict[str, Any] | None:
        """Returns the newest of the user's games of the last day that have no result, if any."""
        try:
            games = self.listed(time.time() - _DAY)
        except CfggoError:
            return None
        return next((game for game in games if game.get("you") and not game["result"]), None)

    def read(self, name: str) -> bytes:
        """Returns a record. Raises CfggoError if there is none that can be read."""
        return record_in(self._path(name))

    def delete(self, name: str) -> None:
        """Deletes a record. Raises CfggoError if there is none of that name."""
        path = self._path(name)
        try:
            path.unlink()
        except OSError as error:
            raise CfggoError(f"{path}: {error.strerror}") from error

    def review_of(self, name: str) -> bytes:
        """Returns the page of a game's review. Raises CfggoError if there is none."""
        page = self._review(self._path(name))
        try:
            return page.read_bytes()
        except OSError as error:
            raise CfggoError(f"{page}: {error.strerror}") from error

    def rating(self) -> dict[str, Any] | None:
        """Returns how strong the user's finished games show them to be, None with too few."""
        return rating_by(outcomes_of(self.listed()))

    def _path(self, name: str) -> Path:
        """Returns the file of a game. Raises CfggoError if that is none of the folder's."""
        path = self.folder / name
        if path.name != name or path.suffix.lower() != ".sgf" or not path.is_file():
            raise CfggoError(f"there is no game {name!r}")
        return path

    def _review(self, path: Path) -> Path:
        return self._reviews / f"{path.stem}.review.html"

    def _said(self, path: Path) -> dict[str, Any]:
        """Returns what a list says of a game."""
        try:
            found = path.stat()
        except OSError as error:
            said = {"name": path.name, "time": 0, "error": error.strerror or "unreadable"}
            return said | {"review": False}
        known = self._known.get(path.name)
        if known is None or (known.age, known.size) != (found.st_mtime_ns, found.st_size):
            known = _Known(found.st_mtime_ns, found.st_size, _read(path, found.st_size))
            self._known[path.name] = known
        times = {"name": path.name, "time": int(found.st_mtime)}
        return times | known.said | {"review": self._review(path).exists()}


def outcomes_of(games: Iterable[dict[str, Any]]) -> list[Outcome]:
    """Returns the outcomes of those listed games that say how strong the user is."""
    return [found for game in games if (found := outcome_of(game)) is not None]


def rating_by(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """Returns how strong outcomes show the user to be, None if they are too few."""
    return None if len(outcomes) < LEAST_GAMES else estimate(outcomes).view()


def outcome_of(game: dict[str, Any]) -> Outcome | None:
    """Returns the outcome of a listed game of the user's against a level, None of any other, and of
    one that was broken off: resigned, or lost on time, in its first moves.
    """
    if game.get("level") not in LEVELS or game["winner"] is None or game["you"] is None:
        return None
    is_counted = game["result"][2:3].isdigit()
    if not is_counted and game["moves"] < _EARLY * game["size"] ** 2:
        return None
    return Outcome(
        level=game["level"],
        won=game["winner"] == game["you"],
        handicap=game["handicap"] if game["you"] == "black" else -game["handicap"],
        size=game["size"],
    )


def _written(path: Path) -> float:
    """Returns when a file was written, 0 if it can't be told."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path, size: int) -> dict[str, Any]:
    """Returns what the record in a file says of its game, or why it can't be read."""
    try:
        if size > _MOST_BYTES:
            raise CfggoError("too large")
        sgf = record_in(path)
        line, _ = read_parts(sgf, stop_at_malformed=True)
        you, level = seats_of(sgf)
    except (CfggoError, SgfError, ValueError) as error:
        return {"error": str(error).removeprefix(f"{path}: ")}
    winner = {"B": "black", "W": "white"}.get(line.result[:1]) if "+" in line.result else None
    return {
        "date": line.date or datetime.date.fromtimestamp(path.stat().st_mtime).isoformat(),
        "black": as_said(line.black_name),
        "white": as_said(line.white_name),
        "you": you if you and YOU in (line.black_name, line.white_name) else None,
        "level": level,
        "result": line.result,
        "winner": winner,
        "moves": len(line.moves),
        "size": line.size,
        "handicap": line.placed_handicap,
    }
