"""Where the machine code of the kernels is kept.

Numba recompiles a cached function when its own file changes, but not when a function that it calls
in another file does. A kernel calls kernels of its own room and of those that come earlier in
ROOMS. So each room has a folder for every state of its own sources and of theirs.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import numpy as np

from cfggo.base.claims import Claims
from cfggo.base.files import write_whole

ROOMS = ("go", "records", "graph", "features", "models", "learning", "search", "study", "bench")
"""The rooms that have kernels; each imports from earlier ones only."""

_PACKAGE = Path(__file__).resolve().parents[1]
_LEAST_ROOM = 100 << 20
"""Bytes that must be free on a disk to keep machine code there, four times what it takes."""

_KEPT_STATES = 5
_KEPT_SECONDS = 24 * 3600
_STATE = re.compile(r"([a-z]+)-[0-9a-f]{16}")
_WARM_MARKER = "warm"


@cache
def folder_of(module: str) -> Path:
    """Returns the folder for a module's machine code, as the sources are now.

    module -- such as "cfggo.go.board"; those that are in none of the ROOMS have the last one's
    """
    package, *parts = module.split(".")
    room = parts[0] if package == _PACKAGE.name and parts and parts[0] in ROOMS else ROOMS[-1]
    return _open_state(main_folder(), room, _keys()[room])


@cache
def main_folder() -> Path:
    """Returns the folder that holds those of all rooms: the user's, or else a temporary one.

    In the second case it says so on standard error, and programs started from here use it too.
    """
    asked = os.environ.get("CFGGO_CACHE_DIR", "")
    place = f"CFGGO_CACHE_DIR ({asked})" if asked else "the cache folder"
    try:
        folder = _user_folder()
        if not asked:
            place += f" {folder}"
        _try_to_write(folder)
        return folder
    except (OSError, RuntimeError) as error:  # no home, or nothing can be written there
        reason = getattr(error, "strerror", None) or str(error)
    instead = _temporary_folder()
    os.environ["CFGGO_CACHE_DIR"] = str(instead)
    with suppress(OSError, AttributeError):  # standard error may be closed
        sys.stderr.write(f"cfggo: {place} can't be used: {reason}; using {instead} instead\n")
    return instead


@cache
def claims() -> Claims:
    """Returns the claims of the processes that use the folder."""
    return Claims(main_folder() / "claims")


def machine_code() -> list[Path]:
    """Returns the files of machine code that the rooms have as the sources are now."""
    return [file for room in ROOMS for file in _folder_of_room(room).rglob("*.nbc")]


def is_warm(room: str) -> bool:
    """Returns whether all kernels that a room needs, as the sources are now, were compiled, and
    their files are whole: a power cut may leave them empty or cut off.
    """
    try:
        lines = (_folder_of_room(room) / _WARM_MARKER).read_text(encoding="utf-8").splitlines()
        sizes = {main_folder() / name: int(n) for n, name in (line.split(" ", 1) for line in lines)}
        return all(file.stat().st_size == size for file, size in sizes.items())
    except (OSError, ValueError):
        return False


def mark_warm(room: str) -> None:
    """Records that all kernels that a room needs are compiled, if anything can be written."""
    lines = [
        f"{file.stat().st_size} {file.relative_to(main_folder())}\n" for file in machine_code()
    ]
    with suppress(OSError):
        write_whole(_folder_of_room(room) / _WARM_MARKER, "".join(lines).encode())


def forget_damaged(room: str) -> None:
    """Removes all machine code, as the sources are now, if a room was warm and is not any more."""
    if (_folder_of_room(room) / _WARM_MARKER).exists() and not is_warm(room):
        for folder in map(_folder_of_room, ROOMS):
            for file in folder.iterdir():
                shutil.rmtree(file) if file.is_dir() else file.unlink()


def _folder_of_room(room: str) -> Path:
    return folder_of(f"{_PACKAGE.name}.{room}")


@cache
def _keys() -> dict[str, str]:
    """Returns for each room a hash of what its machine code depends on: sources, and what compiles
    them.

    What Numba compares takes part, as machine code that it would not use is none: the paths of
    files and, before its version 0.68, the times of their last change.  Since then the same files
    installed again use the same folder.  Settings of the compiler, which it does not compare, take
    part, too.
    """
    dates_count = numba.version_info.short < (0, 68)
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    digest.update(f"{numba.config.BOUNDSCHECK} {numba.config.OPT}".encode())
    digest.update(os.fsencode(_PACKAGE) + Path(__file__).with_name("jit.py").read_bytes())
    keys = {}
    for room in ROOMS:
        for file in sorted((_PACKAGE / room).rglob("*.py")):
            name = file.relative_to(_PACKAGE).as_posix()
            source = file.read_bytes()
            date = file.stat().st_mtime_ns if dates_count else 0
            digest.update(f"\0{name} {date} {len(source)} ".encode() + source)
        keys[room] = digest.hexdigest()[:16]
    return keys


def _user_folder() -> Path:
    """Returns the main folder by the user's environment."""
    if folder := os.environ.get("CFGGO_CACHE_DIR"):
        return Path(folder).expanduser().resolve()
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(folder):  # else to be ignored, as its specification says
        return Path(folder) / "cfggo"
    return Path("~/.cache/cfggo").expanduser()


def _try_to_write(folder: Path) -> None:
    """Makes a folder if need be; raises OSError if nothing, or not enough, can be written there."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass
    if shutil.disk_usage(folder).free < _LEAST_ROOM:
        raise OSError(f"less than {_LEAST_ROOM >> 20} MB are free there")


def _temporary_folder() -> Path:
    """Returns a folder that belongs to this user alone: Numba unpickles what it finds there."""
    if not hasattr(os, "getuid"):  # Windows, where each user has such a folder
        return Path(tempfile.mkdtemp(prefix="cfggo-"))
    shared = Path(tempfile.gettempdir()) / f"cfggo-{os.getuid()}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        status = shared.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid():
            _try_to_write(shared)
            return shared
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="cfggo-"))


def _open_state(main: Path, room: str, key: str) -> Path:
    """Returns the folder of a state of a room, with the time of its last use set to now."""
    folder = main / f"{room}-{key}"
    with suppress(OSError):  # Numba will report what is wrong
        if not folder.is_dir():
            folder.mkdir(exist_ok=True)
            _prune(main, room)
        os.utime(folder)
    return folder


def _prune(main: Path, room: str) -> None:
    """Removes the folders of a room's old states: not among the last few, and unused for a day.

    A shorter time could take the folder from a process that runs and has yet to compile a kernel.
    Other files in the user's folder are left alone.
    """
    used = {}
    for folder in main.glob(f"{room}-*"):
        if _STATE.fullmatch(folder.name) and folder.is_dir():
            with suppress(OSError):  # another process may remove it now
                used[folder] = folder.stat().st_mtime
    newest_first = sorted(used, key=lambda folder: used[folder], reverse=True)
    for folder in newest_first[_KEPT_STATES:]:
        if time.time() - used[folder] > _KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
