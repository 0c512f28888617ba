"""TOML files that are wrong: the error is one line that names the file, the key and the value."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, parse_value, read_table, read_tables, read_toml

Read = Callable[[str | bytes], Any]


@dataclass(frozen=True)
class Inner:
    b: str = "x"

    def __post_init__(self) -> None:
        if self.b == "bad":
            raise CfggoError("b is bad")


@dataclass(frozen=True)
class Keys:
    needed: int = 0
    text: str = ""
    flag: bool = False
    count: Annotated[int, Range(1, 5)] = 1
    rate: Annotated[float, Range(0, 5)] = 1.0
    bare: float = 0.0
    choice: Literal["y", "z"] = "y"
    texts: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    size: Annotated[int, Range(2, 19)] | tuple[Annotated[int, Range(2, 19)], ...] = 19
    maybe: Annotated[int, Range(1)] | None = None
    named: dict[str, str] = field(default_factory=dict)
    grid: dict[str, tuple[bool | int | float | str, ...]] = field(default_factory=dict)
    inner: Inner = field(default_factory=Inner)


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Returns a function that reads a text as a file."""

    def read_text(text: str | bytes) -> Any:
        path = tmp_path / "file.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_table(Keys, read_toml(path), Place(str(path)))

    return read_text


def test_values_are_in_the_types_of_their_keys(read: Read) -> None:
    assert read("") == Keys()
    text = """
        rate = 2
        texts = ["a", "b"]
        pairs = [["a", "b"]]
        size = [9, 13]
        maybe = 3
        [named]
        "a b" = "c"
        [grid]
        x = [0.1, 2, true, "y"]
        [inner]
        b = "z"
    """
    keys = read(text)
    assert type(keys.rate) is float
    assert (keys.texts, keys.pairs) == (("a", "b"), (("a", "b"),))
    assert (keys.size, keys.maybe) == ((9, 13), 3)
    assert (keys.named, keys.inner) == ({"a b": "c"}, Inner("z"))
    assert [type(value) for value in keys.grid["x"]] == [float, int, bool, str]
    assert read(b"\xef\xbb\xbfsize = 9\r\n").size == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text = 1", "text must be a string, not 1"),
        ("choice = 'x'", "choice must be one of y, z, not 'x'"),
        ("choice = ['y']", r"choice must be one of y, z, not \['y'\]"),
        ("texts = 'x'", "texts must be a list of strings, not 'x'"),
        ("pairs = [['a']]", r"pairs must be a list of pairs of strings, not \[\['a'\]\]"),
        ("flag = 1", "flag must be true or false, not 1"),
        ("count = true", "count must be an integer, not True"),
        ("count = 1.0", "count must be an integer, not 1.0"),
        ("count = 9", "count must be between 1 and 5, not 9"),
        ("count = 99999999999999999999", "count must be between 1 and 5, not 99999999999999999999"),
        (
            "maybe = 99999999999999999999",
            "maybe must be between 1 and 9.22337e.18, not 99999999999999999999",
        ),
        ("size = [9, 2.5]", r"size must be an integer or a list of integers, not \[9, 2.5\]"),
        ("size = [9, 20]", "size must be between 2 and 19, not 20"),
        ("maybe = 0", "maybe must be at least 1, not 0"),
        ("maybe = '1'", "maybe must be an integer, not '1'"),
        ("rate = '7'", "rate must be a number, not '7'"),
        ("rate = nan", "rate must be between 0 and 5, not nan"),
        ("rate = 2024-02-03", r"rate must be a number, not datetime.date\(2024, 2, 3\)"),
        ("bare = inf", "bare must be between -1.79769e.308 and 1.79769e.308, not inf"),
        ("grid = {x = 3}", r"\[grid\] x must be a list of values, not 3"),
        ("grid = {x = [[3]]}", r"\[grid\] x must be a list of values, not \[\[3\]\]"),
        ("named = 3", r"named must be a table, written \[named\]"),
        ("[[named]]\na = 'x'", r"named must be a table, written \[named\]"),
        ("[named]\na = 1", r"\[named\] a must be a string, not 1"),
        ('[named]\n"a\\n" = 1', r"\[named\] 'a\\n' must be a string, not 1"),
        ("[inner]\nb = 1", r"\[inner\] b must be a string, not 1"),
        ("[inner]\nb = 'bad'", r"\[inner\]: b is bad"),
        ("[inner]\nc = 1", r"unknown key 'c' in \[inner\]; expected one of: b"),
        ("gmaes = 4", "unknown table or key 'gmaes'; did you mean maybe?"),
        ("text = ", r"Invalid value \(at end of document\)"),
        ("text = 'a", r"Expected .* \(at end of document\)"),
    ],
)
def test_wrong_values(read: Read, text: str, message: str) -> None:
    with pytest.raises(CfggoError, match=rf"file\.toml: {message}"):
        read(text)


HOSTILE: dict[str, tuple[str | bytes, str]] = {
    "no UTF-8": (b"text = '\xff'", "no UTF-8 text at byte 8"),
    "binary": (bytes(range(256)), "no UTF-8 text at byte 128"),
    "zeros": (bytes(1000), "Invalid statement"),
    "deep lists": ("a = " + "[" * 5000, "nested too deeply"),
    "deep tables": ("a = " + "{a=" * 5000, "nested too deeply"),
    "a long key": (".".join("a" * 50_000) + " = 1", "line 1 has more than 100 dots"),
    "a large file": ("#" * 300_000, "larger than 262144 bytes"),
    "many digits": ("count = " + "9" * 5000, "a number has too many digits"),
    "many hexadecimal digits": (
        "count = 0x" + "f" * 5000,
        "count must be between 1 and 5, not a int too large to show",
    ),
    "a large number": ("rate = 1" + "0" * 400, "not 10000"),
    "a long value": ("count = '" + "x" * 5000 + "'", "must be an integer, not 'xxx"),
    "a long key of a table": ("[named]\n" + "x" * 5000 + " = 1", "must be a string, not 1"),
    "an unknown long key": ("x" * 5000 + " = 1", "unknown table or key 'xxx"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_one_short_line_at_once(read: Read, name: str) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(CfggoError) as error:
        read(data)
    text = str(error.value)
    assert message in text
    assert len(text.splitlines()) == 1
    assert len(text.partition("file.toml")[2]) < 300


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path, message in (
        (tmp_path / "none.toml", r"none\.toml: No such file"),
        (tmp_path, "Is a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
        (tmp_path / "a\0b", "null byte"),
        (tmp_path / "pipe.toml", "is no file that holds settings"),
        (Path("/dev/zero"), "is no file that holds settings"),
    ):
        with pytest.raises(CfggoError, match=message):
            read_toml(path)


def test_tables_by_name(tmp_path: Path) -> None:
    place = Place("file")
    assert read_tables(Inner, {"x": {"b": "y"}}, place) == {"x": Inner("y")}
    with pytest.raises(CfggoError, match=r"file: x must be a table, written \[x\]"):
        read_tables(Inner, {"x": 1}, place)


@dataclass(frozen=True)
class Needy:
    n: int


def test_missing_key_without_a_default() -> None:
    with pytest.raises(CfggoError, match="--n: missing"):
        read_table(Needy, {}, Place("command", spell=lambda key: f"--{key}"))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (bool, "true", True), (int, "12", 12), (Annotated[float, Range(0)], "1e3", 1000.0),
        (Annotated[int, Range(0)] | None, "0", 0), (str, "1", "1"),
    ],
)  # fmt: skip
def test_values_from_a_command_line(kind: Any, text: str, value: Any) -> None:
    assert parse_value(kind, text, "x") == value
    assert type(parse_value(kind, text, "x")) is type(value)
