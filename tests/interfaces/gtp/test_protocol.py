"""The shape of commands and answers, for any bytes that a controller may write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.interfaces.gtp.protocol import Command, format_answer, is_interrupt, parse_command

if TYPE_CHECKING:
    from tests.interfaces.gtp.conftest import Gtp


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
        (("", True, ""), "=\n\n"),
        (("3", True, ""), "=3\n\n"),
        (("", True, "D4"), "= D4\n\n"),
        (("3", False, "illegal move"), "?3 illegal move\n\n"),
        (("", True, "a\n\n\nb\n \nc\n\n"), "= a\nb\nc\n\n"),
        (("", True, "\n a"), "= \n a\n\n"),
    ],
)
def test_an_answer_ends_with_its_only_blank_line(
    answer: tuple[str, bool, str], written: str
) -> None:
    assert format_answer(*answer) == written


def test_interrupt_is_a_comment_that_is_recognised() -> None:
    assert is_interrupt(b"# interrupt\r")
    assert is_interrupt(b"#interrupt")
    assert not is_interrupt(b"# do not interrupt")
    assert parse_command(b"# interrupt") is None


ANSWER = re.compile(rb"[=?][0-9]*(?: [^\n]*)?\n(?:[^\n]+\n)*\n")

WORDS = st.sampled_from(
    ["b", "white", "D4", "a1", "pass", "5", "0", "-1", "19", "99999999999", "1e400", "0.5", "true"]
)
ANY_COMMAND = st.builds(
    lambda name, words: " ".join([name, *words]).encode(),
    st.sampled_from(sorted(set(COMMANDS) - {"quit", "printsgf"})),  # the latter writes any file
    st.lists(WORDS | st.text(max_size=5), max_size=5),
)
ANY_LINE = (ANY_COMMAND | st.binary(max_size=30)).filter(
    lambda line: b"\n" not in line and b"quit" not in line
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines=st.lists(ANY_LINE, max_size=8))
def test_every_command_gets_one_answer_and_the_engine_lives_on(
    gtp: Gtp, lines: list[bytes]
) -> None:
    written = gtp.send(b"\n".join([b"boardsize 5", *lines, b"4711 name", b""]))
    answers = ANSWER.findall(written)
    assert b"".join(answers) == written
    assert len(answers) == 2 + sum(parse_command(line) is not None for line in lines)
    assert b"internal error" not in written
    assert answers[-1] == b"=4711 cfggo\n\n"
