"""Where the machine code of the kernels is kept."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import cfggo
from cfggo.base import kernel_cache

ROOT = Path(__file__).parents[2]

PROBE = """
import sys
from cfggo.base import kernel_cache
for module in sys.argv[1:]:
    print(kernel_cache.folder_of(module), kernel_cache.is_warm("go"))
"""
MODULES = ("cfggo.go.board", "cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere")
"""The last two have no room of their own."""


def probe(package: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs a new process that asks for the folders of the modules."""
    return subprocess.run(
        [sys.executable, "-c", PROBE, *MODULES],
        cwd=package.parent,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def folders_of(package: Path, **environment: str) -> dict[str, tuple[Path, bool]]:
    """Returns the folder that a new process takes for each module, and whether it is warm."""
    found = {}
    lines = probe(package, **environment).stdout.splitlines()
    for module, line in zip(MODULES, lines, strict=True):
        folder, warm = line.split()
        found[module] = (Path(folder), warm == "True")
    return found


def folder_of(package: Path, **environment: str) -> tuple[Path, bool]:
    """Returns the folder of one of them, and whether it is warm."""
    return folders_of(package, **environment)["cfggo.go.board"]


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
    caches = str(tmp_path / "caches")
    before = folders_of(package, CFGGO_CACHE_DIR=caches)
    assert before == folders_of(package, CFGGO_CACHE_DIR=caches)
    assert {folder.parent for folder, _ in before.values()} == {tmp_path / "caches"}
    file = package / changed
    file.write_text(file.read_text() + "B = 2\n")
    after = folders_of(package, CFGGO_CACHE_DIR=caches)
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


def test_a_file_written_again_gets_another_folder(package: Path, tmp_path: Path) -> None:
    before, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    os.utime(package / "go" / "board.py", (1e9, 1e9))
    assert folder_of(package, CFGGO_CACHE_DIR=str(tmp_path)) != (before, False)


def test_a_room_is_warm_once_marked_as_long_as_its_files_are_whole(
    package: Path, tmp_path: Path
) -> None:
    def ask(code: str) -> str:
        begin = "from cfggo.base import kernel_cache as k; folder = k.folder_of('cfggo.go.board');"
        return subprocess.run(
            [sys.executable, "-c", f"{begin} {code}; print(k.is_warm('go'))"],
            cwd=package.parent,
            env={"PATH": os.environ["PATH"], "CFGGO_CACHE_DIR": str(tmp_path / "caches")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    assert ask("(folder / 'a.nbc').write_bytes(b'code')") == "False"
    assert ask("k.mark_warm('go')") == "True"
    assert ask("(folder / 'b.nbc').write_bytes(b'another')") == "True"
    assert ask("(folder / 'a.nbc').write_bytes(b'')") == "False"
    assert ask("k.forget_damaged('go'); k.mark_warm('go')") == "True"
    assert ask("k.forget_damaged('go'); print(k.machine_code())").startswith("[]")


def test_cache_follows_the_user_s_environment(package: Path, tmp_path: Path) -> None:
    home, _ = folder_of(package, HOME=str(tmp_path / "home"))
    xdg, _ = folder_of(package, HOME=str(tmp_path / "home"), XDG_CACHE_HOME=str(tmp_path / "xdg"))
    assert home.parent == tmp_path / "home" / ".cache" / "cfggo"
    assert xdg.parent == tmp_path / "xdg" / "cfggo"


def test_a_relative_folder_of_the_environment_is_ignored(package: Path, tmp_path: Path) -> None:
    folder, _ = folder_of(package, HOME=str(tmp_path), XDG_CACHE_HOME="here")
    assert folder.parent == tmp_path / ".cache" / "cfggo"


def test_an_unusable_folder_is_named_and_a_temporary_one_taken(
    package: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "tmp").mkdir()
    impossible = str(tmp_path / "file" / "cache")
    done = probe(package, CFGGO_CACHE_DIR=impossible, TMPDIR=str(tmp_path / "tmp"))
    folder = Path(done.stdout.split()[0])
    assert folder.is_relative_to(tmp_path / "tmp")
    assert (folder.parent.stat().st_mode & 0o777) == 0o700
    assert done.stderr == (
        f"cfggo: CFGGO_CACHE_DIR ({impossible}) can't be used: Not a directory; "
        f"using {folder.parent} instead\n"
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


def test_a_build_that_checks_bounds_has_its_own_cache(package: Path, tmp_path: Path) -> None:
    folder, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    checked, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert folder != checked


def test_a_disk_that_is_full_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "_LEAST_ROOM", 1 << 60)
    with pytest.raises(OSError, match="MB are free there"):
        kernel_cache._try_to_write(tmp_path)
