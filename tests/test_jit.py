"""Where the machine code of the kernels is kept."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cfggo import jit

PROBE = """
import cfggo.jit as jit, numba
print(numba.config.CACHE_DIR, jit.cache_is_warm())
"""


def cache_of(package: Path, **environment: str) -> tuple[Path, bool]:
    """Returns the cache folder that a new process takes, and whether it is warm."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=package.parent,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    folder, warm = done.stdout.split()
    return Path(folder), warm == "True"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Returns a copy of the package with one kernel source."""
    package = tmp_path / "checkout" / "cfggo"
    (package / "go").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "go" / "kernel.py").write_text("A = 1\n")
    shutil.copy(jit.__file__, package)
    return package


def test_each_state_of_the_sources_has_its_own_cache(package: Path, tmp_path: Path) -> None:
    caches = tmp_path / "caches"
    first, _ = cache_of(package, CFGGO_CACHE_DIR=str(caches))
    again, _ = cache_of(package, CFGGO_CACHE_DIR=str(caches))
    (package / "go" / "kernel.py").write_text("A = 2\n")
    changed, _ = cache_of(package, CFGGO_CACHE_DIR=str(caches))
    assert first == again != changed
    assert first.parent == changed.parent == caches


def test_cache_is_warm_once_marked_until_the_sources_change(package: Path, tmp_path: Path) -> None:
    caches = str(tmp_path)
    folder, warm = cache_of(package, CFGGO_CACHE_DIR=caches)
    assert not warm
    (folder / "warm").touch()
    assert cache_of(package, CFGGO_CACHE_DIR=caches) == (folder, True)
    (package / "go" / "new.py").touch()
    assert not cache_of(package, CFGGO_CACHE_DIR=caches)[1]


def test_cache_follows_the_user_s_environment(package: Path, tmp_path: Path) -> None:
    home, _ = cache_of(package, HOME=str(tmp_path / "home"))
    xdg, _ = cache_of(package, HOME=str(tmp_path / "home"), XDG_CACHE_HOME=str(tmp_path / "xdg"))
    assert home.parent == tmp_path / "home" / ".cache" / "cfggo"
    assert xdg.parent == tmp_path / "xdg" / "cfggo"


def test_cache_is_temporary_where_the_user_s_can_t_be_made(package: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "tmp").mkdir()
    impossible = str(tmp_path / "file" / "cache")
    folder, _ = cache_of(package, CFGGO_CACHE_DIR=impossible, TMPDIR=str(tmp_path / "tmp"))
    assert folder.is_relative_to(tmp_path / "tmp")
    assert (folder.parent.stat().st_mode & 0o777) == 0o700


def test_old_caches_are_removed_but_not_recent_ones(tmp_path: Path) -> None:
    two_days_ago = time.time() - 2 * 24 * 3600
    old = [f"{age:016x}" for age in range(10)]
    recent = [f"{number:016x}" for number in range(100, 103)]
    others = ["photographs", "deadbeef", "0" * 17]
    for name in (*old, *recent, *others):
        (tmp_path / name).mkdir()
    for age, name in enumerate(old + others):
        os.utime(tmp_path / name, (two_days_ago - age, two_days_ago - age))
    jit._prune(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {*recent, *old[:2], *others}


def test_a_damaged_cache_is_made_anew(package: Path, tmp_path: Path) -> None:
    folder, _ = cache_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    (folder / "warm").touch()
    (folder / "kernel.nbi").write_bytes(b"x")
    assert cache_of(package, CFGGO_CACHE_DIR=str(tmp_path)) == (folder, True)
    (folder / "kernel.nbi").write_bytes(b"")
    assert cache_of(package, CFGGO_CACHE_DIR=str(tmp_path)) == (folder, False)


def test_a_build_that_checks_bounds_has_its_own_cache(package: Path, tmp_path: Path) -> None:
    folder, _ = cache_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    checked, _ = cache_of(package, CFGGO_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert folder != checked


def test_a_relative_folder_of_the_environment_is_ignored(package: Path, tmp_path: Path) -> None:
    folder, _ = cache_of(package, HOME=str(tmp_path), XDG_CACHE_HOME="here")
    assert folder.parent == tmp_path / ".cache" / "cfggo"


def test_kernels_divide_as_numpy_does() -> None:
    @jit.jit_inline
    def divide(a, b):
        return a / b

    @jit.jit
    def ratio(a, b):
        return divide(a, b)

    assert ratio(1.0, 0.0) == float("inf")
