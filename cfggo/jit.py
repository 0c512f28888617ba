"""The decorators of all kernels, and where their machine code is kept.

Numba recompiles a cached function when its own file changes, but not when a function that it calls
in another file does. So every state of the sources has its own cache folder, named by a hash; it is
set when this module is imported, before any kernel is declared.
"""

import hashlib
import os
import platform
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

_KERNEL_PACKAGES = (
    "go",
    "records",
    "measuring",
    "graph",
    "features",
    "policy",
    "learning",
    "search",
)
_KEPT_KEYS = 5
_KEPT_SECONDS = 24 * 3600
_WARM_MARKER = "warm"
_KEY_LENGTH = 16
_KEY = re.compile(f"[0-9a-f]{{{_KEY_LENGTH}}}")

_Function = TypeVar("_Function", bound=Callable[..., Any])


_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
_BORROWING = {"_nrt": False}
"""Numba counts references to the arrays that a kernel is given, with locked instructions that take
longer than many a kernel, and that make threads wait which share the arrays. Without its runtime it
does not, and nothing can be allocated either."""


def jit(function: _Function) -> _Function:
    """Compiles a kernel: cached on disk, without the GIL, with NumPy's division by zero.

    It makes no arrays, returns none, and calls no NumPy function of arrays: see `jit_allocating`.
    Array bounds are not checked, unless the environment has NUMBA_BOUNDSCHECK=1.
    """
    return numba.njit(**_OPTIONS, **_BORROWING)(function)


def jit_inline(function: _Function) -> _Function:
    """Compiles a small helper like `jit`, copied into every kernel that calls it."""
    return numba.njit(**_OPTIONS, **_BORROWING, inline="always")(function)


def jit_allocating(function: _Function) -> _Function:
    """Compiles a kernel like `jit` that may make arrays, return one, and call NumPy's functions."""
    return numba.njit(**_OPTIONS, _nrt=True)(function)


def cache_is_warm() -> bool:
    """Returns whether the kernels, as the sources are now, were compiled before."""
    return (_CACHE_FOLDER / _WARM_MARKER).is_file()


def mark_warm() -> None:
    """Records that all kernels are compiled and cached, if anything can be written there."""
    with suppress(OSError):
        (_CACHE_FOLDER / _WARM_MARKER).touch()


def _sources_key() -> str:
    """Returns a hash of the kernels' sources and of what compiles them.

    Paths and times of change take part, because Numba compares them too: machine code of another
    checkout, or of a file written again, would not be used. So do settings of the compiler, which
    it does not compare.
    """
    package = Path(__file__).resolve().parent
    files = [Path(__file__).resolve()]
    for name in _KERNEL_PACKAGES:
        files += sorted((package / name).rglob("*.py"))
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    digest.update(f"{numba.config.BOUNDSCHECK} {numba.config.OPT}".encode())
    for file in files:
        digest.update(os.fsencode(file) + f" {file.stat().st_mtime_ns}".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:_KEY_LENGTH]


def _user_cache() -> Path:
    """Returns the folder for all keys, as the user's environment has it."""
    if folder := os.environ.get("CFGGO_CACHE_DIR"):
        return Path(folder).expanduser().resolve()
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(folder):  # else to be ignored, as its specification says
        return Path(folder) / "cfggo"
    return Path("~/.cache/cfggo").expanduser()


def _open_cache(key: str) -> Path:
    """Returns a writable folder for the key, in the user's cache or else in a temporary folder."""
    try:
        return _open_key(_user_cache(), key)
    except (OSError, RuntimeError):
        pass  # no home, or nothing can be written there
    # Numba unpickles the cache, so in the shared folder only one that is ours alone will do.
    shared = Path(tempfile.gettempdir()) / f"cfggo-{os.getuid()}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        status = shared.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid():
            return _open_key(shared, key)
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="cfggo-"))


def _open_key(cache: Path, key: str) -> Path:
    """Returns the key's folder, made if need be, with the time of its last use set to now.

    Raises OSError if it can't be written.
    """
    folder = cache / key
    if _is_damaged(folder):
        shutil.rmtree(folder)
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _prune(cache)
    os.utime(folder)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(folder)
    return folder


def _is_damaged(folder: Path) -> bool:
    """Returns whether a key's folder has files of Numba's that are empty, as power cuts leave them.

    Numba would fail to load them, and never write them again.
    """
    return folder.is_dir() and any(
        file.suffix in (".nbi", ".nbc") and file.stat().st_size == 0 for file in folder.rglob("*")
    )


def _prune(cache: Path) -> None:
    """Removes the folders of old keys: not among the last few, and unused for a day.

    A shorter time could take the folder from a process that runs and has yet to compile a kernel.
    Whatever else there is in the user's folder is left alone.
    """
    used = {}
    for folder in cache.iterdir():
        if _KEY.fullmatch(folder.name) and folder.is_dir():
            with suppress(OSError):  # another process may remove it now
                used[folder] = folder.stat().st_mtime
    newest_first = sorted(used, key=lambda folder: used[folder], reverse=True)
    for folder in newest_first[_KEPT_KEYS:]:
        if time.time() - used[folder] > _KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


_CACHE_FOLDER = _open_cache(_sources_key())
numba.config.CACHE_DIR = str(_CACHE_FOLDER)
