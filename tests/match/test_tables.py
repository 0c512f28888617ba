"""TOML files that are wrong: the error names the file and the key."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cfggo.config import Range
from cfggo.errors import CfggoError
from cfggo.go.rules import ruleset_from_name
from cfggo.match.tables import Table


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str], Table]:
    """Returns a function that reads a text as a file."""

    def read(text: str) -> Table:
        (tmp_path / "file.toml").write_text(text)
        return Table.from_file(tmp_path / "file.toml")

    return read


@pytest.mark.parametrize(
    ("text", "read", "message"),
    [
        ("a = 1", lambda t: t.text("a"), "a: must be a string, not 1"),
        ("a = 'x'", lambda t: t.choice("a", ("y", "z"), "y"), "a: must be one of y, z, not 'x'"),
        ("a = 'x'", lambda t: t.texts("a"), "a: must be a list of strings, not 'x'"),
        ("a = 1", lambda t: t.flag("a", True), "a: must be true or false, not 1"),
        ("a = true", lambda t: t.integer("a", 1, 0), "a: must be a whole number, at least 0"),
        ("a = 9", lambda t: t.integer("a", 1, 0, 5), "a: must be a whole number, 0 to 5, not 9"),
        ("a = [9, 2.5]", lambda t: t.integers("a", [], 2, 19), "2 to 19, not 2.5"),
        ("a = []", lambda t: t.integers("a", [1], 2, 19), "a: must not be empty"),
        ("a = '7'", lambda t: t.number("a", None), "a: must be a number, not '7'"),
        ("a = nan", lambda t: t.number("a", None), "a: must be a number, not nan"),
        ("a = [1, inf]", lambda t: t.numbers("a"), "a: must be a list of numbers"),
        ("a = 7", lambda t: t.number("a", 1, Range(0, 5)), "a: must be between 0 and 5, not 7"),
        ("a = 3", lambda t: t.scalars("a"), "a: must be a list of values, not 3"),
        ("a = 3", lambda t: t.table("a"), r"a: must be a table, written \[a\]"),
        ("[a]\nb = 1", lambda t: t.table("a").text("b"), r"\[a\]: b: must be a string"),
    ],
)
def test_wrong_values(
    table: Callable[[str], Table], text: str, read: Callable[[Table], Any], message: str
) -> None:
    with pytest.raises(CfggoError, match=rf"file\.toml: .*{message}"):
        read(table(text))


def test_what_a_parser_finds_wrong_comes_behind_the_key(table: Callable[[str], Table]) -> None:
    with pytest.raises(CfggoError, match=r"file\.toml: rules: unknown rules 'ing': there are"):
        table("rules = 'ing'").parsed("rules", ruleset_from_name)


def test_key_that_nobody_reads_is_an_error(table: Callable[[str], Table]) -> None:
    whole = table("games = 3\ngmaes = 4")
    assert whole.integer("games", 1, 1) == 3
    with pytest.raises(CfggoError, match=r"file\.toml: unknown key 'gmaes'; known are games"):
        whole.finish()


def test_scalars_are_as_they_are_written(table: Callable[[str], Table]) -> None:
    assert table("a = [0.1, 2, true, 'x']").scalars("a") == ["0.1", "2", "true", "x"]


@pytest.mark.parametrize("text", ["a = ", "\udcff"])
def test_what_is_no_toml(tmp_path: Path, text: str) -> None:
    (tmp_path / "file.toml").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(CfggoError, match=r"file\.toml: "):
        Table.from_file(tmp_path / "file.toml")


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CfggoError, match=r"none\.toml: No such file"):
        Table.from_file(tmp_path / "none.toml")
