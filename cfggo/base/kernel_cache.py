"""Where the machine code of the kernels is kept.

Numba recompiles a cached function when its own file changes, but not when a function that it calls
in another file does.  So each module has a folder for every state of its sources: its own file and
all files of the package that it imports, directly or not.
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

_PACKAGE = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(
    r"^[ \t]*(?:from (cfggo[\w.]*) import (.*)|import (cfggo[\w.]*))", re.MULTILINE
)
_KEPT_STATES = 5
_KEPT_SECONDS = 24 * 3600
_STATE = re.compile(r"([a-z][\w.]*)-[0-9a-f]{16}")
_WARM_MARKER = "warm"


@cache
def folder_of(module: str) -> Path:
    """Returns the folder for a module's machine code, as the sources are now.

    module -- such as "cfggo.go.board"; modules outside the package share a folder, a new one
              whenever anything in the package changes
    """
    name = module if module in _files() else "others"
    return _open_state(main_folder(), name, _key_of(module))


@cache
def main_folder() -> Path:
    """Returns the folder that holds those of all modules: the user's, or else a temporary one.

    In the second case it says so on standard error, and programs started from here use it too.
    """
    asked = os.environ.get("CFGGO_CACHE_DIR", "")
    try:
        folder = _user_folder()
        _try_to_write(folder)
        return folder
    except (OSError, RuntimeError) as error:  # no home, or nothing can be written there
        reason = getattr(error, "strerror", None) or str(error)
    instead = _temporary_folder()
    os.environ["CFGGO_CACHE_DIR"] = str(instead)
    place = f"CFGGO_CACHE_DIR ({asked})" if asked else "the cache folder"
    with suppress(OSError, AttributeError):  # standard error may be closed
        sys.stderr.write(f"cfggo: {place} can't be used: {reason}; using {instead} instead\n")
    return instead


@cache
def claims() -> Claims:
    """Returns the claims of the processes that use the folder."""
    return Claims(main_folder() / "claims")


def is_warm(module: str) -> bool:
    """Returns whether all kernels that a module needs, as the sources are now, are compiled."""
    return (folder_of(module) / _WARM_MARKER).is_file()


def mark_warm(module: str) -> None:
    """Records that all kernels that a module needs are compiled, if anything can be written."""
    with suppress(OSError):
        (folder_of(module) / _WARM_MARKER).touch()


@cache
def _files() -> dict[str, Path]:
    """Returns the files of the package's modules."""
    files = {}
    for file in _PACKAGE.rglob("*.py"):
        parts = file.relative_to(_PACKAGE.parent).with_suffix("").parts
        files[".".join(parts).removesuffix(".__init__")] = file
    return files


@cache
def _source(module: str) -> bytes:
    return _files()[module].read_bytes()


@cache
def _imports(module: str) -> frozenset[str]:
    """Returns the package's modules that one of them imports itself, and the packages around it."""
    found = {module.rpartition(".")[0]}
    for origin, names, whole in _IMPORT.findall(_source(module).decode()):
        found.add(origin or whole)
        found.update(f"{origin}.{name}" for name in re.findall(r"\w+", names))
    return frozenset(found & _files().keys())


def _needed_by(*modules: str) -> set[str]:
    """Returns the modules, and all of the package that they import, directly or not.

    Not what the package itself imports: that is for Python programs that ask for it.
    """
    needed: set[str] = set()
    to_see = list(modules)
    while to_see:
        module = to_see.pop()
        if module not in needed:
            needed.add(module)
            if module != _PACKAGE.name:
                to_see += _imports(module)
    return needed


def _key_of(module: str) -> str:
    """Returns a hash of what a module's machine code depends on: sources, and what compiles them.

    The path of its file and the time of its last change take part, because Numba compares them too:
    machine code of another checkout, or of a file written again, would not be used.  So do settings
    of the compiler, which it does not compare.
    """
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    digest.update(f"{numba.config.BOUNDSCHECK} {numba.config.OPT}".encode())
    digest.update(os.fsencode(_PACKAGE))
    if module in _files():
        digest.update(f" {_files()[module].stat().st_mtime_ns}".encode())
    needed = _needed_by(*([module] if module in _files() else _files()))
    for name in sorted(needed):
        digest.update(f"\0{name} {len(_source(name))} ".encode() + _source(name))
    return digest.hexdigest()[:16]


def _user_folder() -> Path:
    """Returns the main folder as the user's environment has it."""
    if folder := os.environ.get("CFGGO_CACHE_DIR"):
        return Path(folder).expanduser().resolve()
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(folder):  # else to be ignored, as its specification says
        return Path(folder) / "cfggo"
    return Path("~/.cache/cfggo").expanduser()


def _try_to_write(folder: Path) -> None:
    """Makes a folder if need be; raises OSError if nothing can be written there."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


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


def _open_state(main: Path, name: str, key: str) -> Path:
    """Returns the folder of a state of a module, with the time of its last use set to now."""
    folder = main / f"{name}-{key}"
    with suppress(OSError):  # Numba will report what is wrong
        if not folder.is_dir():
            folder.mkdir(exist_ok=True)
            _prune(main, name)
        os.utime(folder)
    return folder


def _prune(main: Path, name: str) -> None:
    """Removes the folders of a module's old states: not among the last few, and unused for a day.

    A shorter time could take the folder from a process that runs and has yet to compile a kernel.
    Whatever else there is in the user's folder is left alone.
    """
    used = {}
    for folder in main.glob(f"{name}-*"):
        if _STATE.fullmatch(folder.name) and folder.is_dir():
            with suppress(OSError):  # another process may remove it now
                used[folder] = folder.stat().st_mtime
    newest_first = sorted(used, key=lambda folder: used[folder], reverse=True)
    for folder in newest_first[_KEPT_STATES:]:
        if time.time() - used[folder] > _KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
