"""Where the machine code of the kernels is kept."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cfggo
from cfggo.base import kernel_cache

PROBE = """
import sys
from cfggo.base import kernel_cache
for module in sys.argv[1:]:
    print(kernel_cache.folder_of(module), kernel_cache.is_warm(module))
"""
MODULES = ("cfggo.go.board", "cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere")


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
    """Returns a small copy of the package: board imports points, tree imports board."""
    package = tmp_path / "checkout" / "cfggo"
    sources = {
        "__init__": "def f():\n    from cfggo.interfaces.gtp import f",
        "go/__init__": "",
        "go/points": "A = 1",
        "go/board": "from cfggo.go.points import A",
        "search/__init__": "",
        "search/tree": "from cfggo.go import (\n    board,\n)\n\nimport cfggo.go.board",
        "interfaces/gtp/__init__": "def f():\n    from cfggo.search import tree",
    }
    for name, source in sources.items():
        file = package / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source + "\n")
    for name in ("kernel_cache", "claims"):
        (package / "base").mkdir(exist_ok=True)
        shutil.copy(Path(cfggo.__path__[0]) / "base" / f"{name}.py", package / "base")
    return package


@pytest.mark.parametrize(
    ("changed", "others"),
    [
        (
            "go/points.py",
            {"cfggo.go.board", "cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere"},
        ),
        (
            "go/board.py",
            {"cfggo.go.board", "cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere"},
        ),
        ("search/tree.py", {"cfggo.search.tree", "cfggo.interfaces.gtp", "elsewhere"}),
        ("interfaces/gtp/__init__.py", {"cfggo.interfaces.gtp", "elsewhere"}),
    ],
)
def test_a_folder_is_another_when_its_module_changes_or_what_that_imports(
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


def test_a_file_written_again_gets_another_folder(package: Path, tmp_path: Path) -> None:
    before, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    os.utime(package / "go" / "board.py", (1e9, 1e9))
    assert folder_of(package, CFGGO_CACHE_DIR=str(tmp_path)) != (before, False)


def test_folder_is_warm_once_marked(package: Path, tmp_path: Path) -> None:
    folder, warm = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    assert not warm
    (folder / "warm").touch()
    assert folder_of(package, CFGGO_CACHE_DIR=str(tmp_path)) == (folder, True)


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
    old = [f"cfggo.go.board-{age:016x}" for age in range(10)]
    recent = [f"cfggo.go.board-{number:016x}" for number in range(100, 103)]
    others = ["photographs", "cfggo.go.board-deadbeef", f"cfggo.go.board.x-{0:016x}"]
    for name in (*old, *recent, *others):
        (tmp_path / name).mkdir()
    for age, name in enumerate(old + others):
        os.utime(tmp_path / name, (two_days_ago - age, two_days_ago - age))
    kernel_cache._prune(tmp_path, "cfggo.go.board")
    assert {folder.name for folder in tmp_path.iterdir()} == {*recent, *old[:2], *others}


def test_a_build_that_checks_bounds_has_its_own_cache(package: Path, tmp_path: Path) -> None:
    folder, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path))
    checked, _ = folder_of(package, CFGGO_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert folder != checked


def test_every_import_of_a_module_with_kernels_is_seen() -> None:
    """What Python imports with a module is among what its folder's name depends on."""
    code = """
import sys
import cfggo
of_the_face = set(sys.modules)  # such as the version
import cfggo.search.playouts
print(*(name for name in sys.modules.keys() - of_the_face if name.split(".")[0] == "cfggo"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    needed = kernel_cache._needed_by("cfggo.search.playouts")
    assert set(done.stdout.split()) <= needed
    assert "cfggo.study.explaining.explainer" not in needed
