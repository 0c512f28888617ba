"""scripts/docs_lists.py: the pages have the lists as the code's docstrings make them."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import preset_names
from cfggo.interfaces.gtp.commands import MODULES
from cfggo.interfaces.gtp.registry import COMMANDS


@pytest.fixture
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("docs_lists.py")


def first_cells(table: str) -> list[str]:
    return re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)


def test_the_pages_have_the_lists_as_they_are_now(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["docs_lists.py", "--check"])
    assert script.main() == 0, "run scripts/docs_lists.py"


def test_every_gtp_command_is_listed_once(script: ModuleType) -> None:
    cells = [cell.split(", ") for cell in first_cells(script.gtp_commands())]
    names = [usage.strip("`").split()[0] for cell in cells for usage in cell]
    assert sorted(names) == sorted(COMMANDS)
    assert sorted(script.ORDER) == sorted(MODULES)


def test_every_preset_and_setting_is_listed_once(script: ModuleType) -> None:
    assert first_cells(script.presets()) == [f"`{name}`" for name in preset_names()]
    keys = [f"`{field.name}`" for t in script.TABLES.values() for field in dataclasses.fields(t)]
    assert first_cells(script.settings()) == keys


@pytest.mark.parametrize(
    ("key", "default", "changed", "end"),
    [
        ("resign_below", "`0.1`", "", " From 0 to 1. |"),
        ("tree", '`"paper-cfg"`', '`"boosted"`', " |"),
        ("max_nodes", "`10_000_000`", "", " From 1. |"),
        ("keep_eyes", "`false`", "`true`", " |"),
        ("seed", "", "", " From 0. |"),
    ],
)
def test_a_setting_has_its_default_what_the_default_preset_has_and_its_range(
    script: ModuleType, key: str, default: str, changed: str, end: str
) -> None:
    (row,) = (row for row in script.settings().splitlines() if row.startswith(f"| `{key}` "))
    assert [cell.strip() for cell in row.split(" | ")[1:3]] == [default, changed]
    assert row.endswith(end)


def test_a_page_that_is_out_of_date_is_written_anew(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "some.md"
    begin, end = "<!-- words: made by scripts/docs_lists.py -->", "<!-- end of words -->"
    page.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    monkeypatch.setattr(script, "DOCS", tmp_path)
    monkeypatch.setattr(script, "LISTS", {"some.md": {"words": lambda: "new"}})
    monkeypatch.setattr("sys.argv", ["docs_lists.py", "--check"])
    assert script.main() == 1
    assert "out of date" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["docs_lists.py"])
    assert script.main() == 0
    assert page.read_text() == f"before\n{begin}\n\nnew\n\n{end}\nafter\n"


def test_a_page_without_a_place_for_a_list(script: ModuleType) -> None:
    with pytest.raises(CfggoError, match=r"docs/some\.md: the comments around the list of words"):
        script.with_list("no place", "words", "new", "some.md")
