"""The shape of commands and answers."""

import pytest

from cfggo.interfaces.gtp.protocol import Command, format_answer, is_interrupt, parse_command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (b"genmove b", Command("", "genmove", ["b"])),
        (b"12 genmove b\r", Command("12", "genmove", ["b"])),
        (b"12genmove b", Command("12", "genmove", ["b"])),
        (b" \tplay\tb\t\td4 ", Command("", "play", ["b", "d4"])),
        (b"na\x00me\x07\x7f", Command("", "name", [])),
        (b"komi 6.5 # as usual", Command("", "komi", ["6.5"])),
        (b"loadsgf \xff.sgf", Command("", "loadsgf", ["\udcff.sgf"])),
        (b"loadsgf caf\xc3\xa9.sgf", Command("", "loadsgf", ["café.sgf"])),
        ("loadsgf 棋譜\u30001.sgf".encode(), Command("", "loadsgf", ["棋譜\u30001.sgf"])),
        (b"42", Command("42", "", [])),
        (b"", None),
        (b" \t\r", None),
        (b"# 1 name", None),
    ],
)
def test_a_line_is_read(line: bytes, command: Command | None) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        (("", True, ""), "=\n\n"), (("3", True, ""), "=3\n\n"), (("", True, "D4"), "= D4\n\n"),
        (("3", False, "illegal move"), "?3 illegal move\n\n"),
        (("", True, "a\n\n\nb\n \nc\n\n"), "= a\nb\nc\n\n"), (("", True, "\n a"), "= \n a\n\n"),
    ],
)  # fmt: skip
def test_an_answer_ends_with_its_only_blank_line(
    answer: tuple[str, bool, str], written: str
) -> None:
    assert format_answer(*answer) == written


def test_interrupt_is_a_comment_that_is_recognised() -> None:
    assert is_interrupt(b"# interrupt\r")
    assert is_interrupt(b"#interrupt")
    assert not is_interrupt(b"# do not interrupt")
    assert parse_command(b"# interrupt") is None
