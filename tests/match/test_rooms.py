"""The rooms of cfggo.match, and which way imports go between them."""

import ast
from pathlib import Path

import pytest

import cfggo.match

ROOMS = ("playing", "results", "contests")
PACKAGE = Path(cfggo.match.__file__).parent


def rooms_imported(path: Path) -> set[str]:
    """Returns the rooms that a module imports from, wherever in its source."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    return {name.split(".")[2] for name in names if name.startswith("cfggo.match.")}


def test_every_module_is_in_a_room() -> None:
    assert {path.name for path in PACKAGE.iterdir()} - {"__pycache__"} == {"__init__.py", *ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_one_way(room: str) -> None:
    allowed = set(ROOMS[: ROOMS.index(room) + 1])
    modules = sorted((PACKAGE / room).glob("[!_]*.py"))
    assert modules
    for path in modules:
        assert rooms_imported(path) <= allowed, path


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_is_explained(room: str) -> None:
    text = (PACKAGE / room / "__init__.py").read_text()
    for path in (PACKAGE / room).glob("[!_]*.py"):
        assert f"`{path.stem}`" in text
