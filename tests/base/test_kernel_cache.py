"""Where the machine code of the kernels is kept."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numba
import pytest

import cfggo
from cfggo.base import kernel_cache

ROOT = Path(__file__).parents[2]

MODULES = ("cfggo.go.board", "cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere")
"""The last two have no room of their own."""

Environment = Callable[..., None]


def start(package: Path) -> ModuleType:
    """Returns the module as a new process of a package has it."""
    file = package / "base" / "kernel_cache.py"
    spec = importlib.util.spec_from_file_location("kernel_cache_of_a_process", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def folders_of(package: Path) -> dict[str, Path]:
    """Returns the folder that a new process takes for each module."""
    process = start(package)
    return {module: process.folder_of(module) for module in MODULES}


def folder_of(package: Path) -> Path:
    """Returns the folder that a new process takes for one of them."""
    return folders_of(package)["cfggo.go.board"]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Returns a package with a few of the rooms."""
    package = tmp_path / "checkout" / "cfggo"
    for name in ("__init__", "go/points", "go/board", "search/tree", "interfaces/gtp"):
        file = package / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("A = 1\n")
    (package / "base").mkdir()
    for name in ("kernel_cache", "claims", "jit", "files", "errors"):
        shutil.copy(Path(cfggo.__path__[0]) / "base" / f"{name}.py", package / "base")
    return package


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    """Returns what sets the variables that count; CFGGO_CACHE_DIR is a folder of the test's."""
    monkeypatch.setattr(tempfile, "tempdir", None)

    def set_to(**variables: object) -> None:
        for name in ("CFGGO_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR"):
            monkeypatch.setenv(name, str(variables.get(name, "")))

    set_to(CFGGO_CACHE_DIR=tmp_path / "caches")
    return set_to


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    ("changed", "others"),
    [
        ("base/jit.py", set(MODULES)),
        ("go/points.py", set(MODULES)),
        ("search/tree.py", set(MODULES[1:])),
        ("interfaces/gtp.py", set()),
    ],
)
def test_a_room_has_another_folder_when_it_or_one_below_changes(
    package: Path, tmp_path: Path, changed: str, others: set[str]
) -> None:
    before = folders_of(package)
    assert before == folders_of(package)
    assert {folder.parent for folder in before.values()} == {tmp_path / "caches"}
    file = package / changed
    file.write_text(file.read_text() + "B = 2\n")
    after = folders_of(package)
    assert {module for module in MODULES if before[module] != after[module]} == others


def test_rooms_are_in_the_order_of_the_contract() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    layers = tools["importlinter"]["contracts"][0]["layers"]
    order = [room for layer in reversed(layers) for room in reversed(layer.split(" | "))]
    assert [room for room in order if room in kernel_cache.ROOMS] == list(kernel_cache.ROOMS)


def test_all_kernels_are_in_the_rooms() -> None:
    package = Path(cfggo.__path__[0])
    having = {
        file.relative_to(package).parts[0]
        for file in package.rglob("*.py")
        if "from cfggo.base.jit import" in file.read_text(encoding="utf-8")
    }
    assert having <= set(kernel_cache.ROOMS)


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(("version", "is_same"), [((0, 67), False), ((0, 68), True)])
def test_the_same_files_installed_again_have_the_same_folder_if_numba_agrees(
    package: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int], is_same: bool
) -> None:
    monkeypatch.setattr(numba, "version_info", SimpleNamespace(short=version))
    before = folder_of(package)
    os.utime(package / "go" / "board.py", (1e9, 1e9))
    assert (folder_of(package) == before) == is_same


def test_numba_agrees_since_its_version_0_68(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(
        "from cfggo.base.jit import jit\n"
        "@jit\n"
        "def twice(n):\n"
        "    return 2 * n\n"
        "twice(1)\n"
        "print(sum(twice.stats.cache_hits.values()))\n"
    )
    hits = []
    for date in (1e9, 2e9):
        os.utime(file, (date, date))
        done = subprocess.run([sys.executable, str(file)], capture_output=True, check=True)
        hits.append(int(done.stdout))
    assert hits == [0, int(numba.version_info.short >= (0, 68))]


@pytest.mark.usefixtures("environment")
def test_kernels_that_are_compiled_otherwise_have_another_folder(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_of(package)
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert folder_of(package) != before


@pytest.mark.usefixtures("environment")
def test_a_room_is_warm_once_marked_as_long_as_its_files_are_whole(package: Path) -> None:
    folder = folder_of(package)
    (folder / "a.nbc").write_bytes(b"code")
    assert not start(package).is_warm("go")
    start(package).mark_warm("go")
    assert start(package).is_warm("go")
    (folder / "b.nbc").write_bytes(b"another")
    assert start(package).is_warm("go")
    (folder / "a.nbc").write_bytes(b"")
    assert not start(package).is_warm("go")
    start(package).forget_damaged("go")
    assert start(package).machine_code() == []
    start(package).mark_warm("go")
    assert start(package).is_warm("go")


def test_cache_follows_the_user_s_environment(
    package: Path, tmp_path: Path, environment: Environment
) -> None:
    environment(HOME=tmp_path / "home")
    assert folder_of(package).parent == tmp_path / "home" / ".cache" / "cfggo"
    environment(HOME=tmp_path / "home", XDG_CACHE_HOME=tmp_path / "xdg")
    assert folder_of(package).parent == tmp_path / "xdg" / "cfggo"
    environment(HOME=tmp_path, XDG_CACHE_HOME="here")  # a relative one is to be ignored
    assert folder_of(package).parent == tmp_path / ".cache" / "cfggo"


def test_an_unusable_folder_is_named_and_a_temporary_one_taken(
    package: Path, tmp_path: Path, environment: Environment, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "tmp").mkdir()
    impossible = tmp_path / "file" / "cache"
    for name, place in (
        ("CFGGO_CACHE_DIR", f"CFGGO_CACHE_DIR ({impossible})"),
        ("XDG_CACHE_HOME", f"the cache folder {impossible / 'cfggo'}"),
    ):
        environment(**{name: impossible}, TMPDIR=tmp_path / "tmp")
        folder = folder_of(package)
        assert folder.is_relative_to(tmp_path / "tmp")
        assert (folder.parent.stat().st_mode & 0o777) == 0o700
        assert capsys.readouterr().err == (
            f"cfggo: {place} can't be used: Not a directory; using {folder.parent} instead\n"
        )


def test_programs_that_one_starts_use_its_temporary_folder_and_say_nothing(
    package: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "tmp").mkdir()
    ask = "from cfggo.base import kernel_cache; print(kernel_cache.main_folder(), flush=True)"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ask!r}], check=True)"
    done = subprocess.run(
        [sys.executable, "-c", f"{ask}\n{start}"],
        cwd=package.parent,
        env={"CFGGO_CACHE_DIR": str(tmp_path / "file"), "TMPDIR": str(tmp_path / "tmp")},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.splitlines()
    assert first == second
    assert done.stderr.count("\n") == 1


def test_old_states_are_removed_but_not_recent_ones(tmp_path: Path) -> None:
    two_days_ago = time.time() - 2 * 24 * 3600
    old = [f"go-{age:016x}" for age in range(10)]
    recent = [f"go-{number:016x}" for number in range(100, 103)]
    others = ["photographs", "go-deadbeef", f"go.x-{0:016x}"]
    for name in (*old, *recent, *others):
        (tmp_path / name).mkdir()
    for age, name in enumerate(old + others):
        os.utime(tmp_path / name, (two_days_ago - age, two_days_ago - age))
    kernel_cache._prune(tmp_path, "go")
    assert {folder.name for folder in tmp_path.iterdir()} == {*recent, *old[:2], *others}


def test_a_disk_that_is_full_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "_LEAST_ROOM", 1 << 60)
    with pytest.raises(OSError, match="MB are free there"):
        kernel_cache._try_to_write(tmp_path)
