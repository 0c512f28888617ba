"""Lines that nobody would type: each is answered once, in its turn, and the engine lives on."""

import re
from codecs import BOM_UTF8
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.config import load_config
from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.interfaces.gtp.lines import MAX_LINE
from cfggo.interfaces.gtp.protocol import is_interrupt, parse_command
from tests.damage import damaged
from tests.interfaces.gtp.conftest import Gtp

COLOURS = ("b", "w", "white", "BLACK")
VERTICES = ("A1", "b2", "C3", "d4", "E5", "J9", "T19", "pass", "PASS", "resign", "I5", "Z99", "A0")
NUMBERS = ("0", "1", "5", "7", "9", "19", "361", "-1", "7.5", "1e3", "1e308", "nan", "99999999999",
           "2147483647", "0x10", "1_0", "٣")  # fmt: skip
WORDS = (
    "true", "false", "alive", "dead", "seki", "all", "none", "absolute", "byoyomi", "canadian",
    "fischer", "fischer-capped", "interval", "minmoves", "maxmoves", "avoid", "allow", "ownership",
    "movesOwnership", "pvVisits", "rootInfo", "ownershipStdev", "chinese", "japanese", "aga-button",
    "tromp-taylor", "ko", "scoring", "AREA", "TERRITORY", "suicide", "private", "score?", "level",
    "12k", "full", "live_gfx", "maxVisits", "maxTime", "allowResignation", "genmove", "A1,B2,pass",
    "nothing.sgf", "-", "#", "=", "?", "\t", "\\", "ä", "\0", '{"ko":"SIMPLE","scoring":"AREA"}',
    '{"suicide":true}', '{"maxVisits":20}', '{"maxPlayouts":[[1]]}', '{"a":{"b":[', "[" * 9999,
)  # fmt: skip

_BY_PARSER = {"_colour": COLOURS, "_vertex": VERTICES, "_integer": NUMBERS, "_number": NUMBERS}

LIMIT = b"cfggo-param level full\ncfggo-param playouts 10\n"
"""Lines that limit a move again, after one that may have made it long."""


@st.composite
def commands(draw: st.DrawFn) -> bytes:
    """Draws a command with arguments of the kinds that it takes, or with any."""
    name = draw(
        st.sampled_from([*COMMANDS, *["play", "showboard"] * 6, "boardsize", "genmove", "undo"])
    )
    kinds = [
        _BY_PARSER.get(argument.parse.__name__, WORDS) for argument in COMMANDS[name].arguments
    ]
    if not draw(st.integers(0, 3)):
        kinds = draw(st.lists(st.sampled_from((COLOURS, VERTICES, NUMBERS, WORDS)), max_size=8))
    words = [name, *(draw(st.sampled_from(kind)) for kind in kinds)]
    if draw(st.booleans()):
        words.insert(0, draw(st.sampled_from(("0", "17", "999999"))))
    return draw(st.sampled_from((" ", "  ", "\t"))).join(words).encode()


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """Draws a line without its end: a command, a damaged one, or any bytes."""
    line = draw(commands())
    if not draw(st.integers(0, 3)):
        line = draw(damaged([line]) | st.binary(max_size=30)).replace(b"\n", b" ")
    command = parse_command(line)
    is_quit = command is not None and command.name == "quit"
    opens_file = any(name in line for name in (b"printsgf", b"loadsgf"))
    if is_quit or (opens_file and (b"/" in line or b".." in line)):
        return b"name"
    return line


def expected_id(line: bytes) -> str | None:
    """Returns the id that the answer to a line has, "" for none, or None if it is not answered.

    A line that is too long is read in part, and that part may be all digits. The first line of all
    may begin with a byte order mark.
    """
    line = line.removeprefix(BOM_UTF8)
    command = None if is_interrupt(line) else parse_command(line[: MAX_LINE + 1])
    return None if command is None else command.id


def test_an_id_that_is_too_long_is_cut(gtp: Gtp) -> None:
    line = b"9" * 70000
    answer = gtp.send(line + b"\n").split()[0]
    assert answer.decode() == f"?{expected_id(line)}"


ANSWER = re.compile(rb"([=?])([0-9]*)(?: [^\n]*)?\n(?:[^\n]+\n)*\n")


@pytest.mark.parametrize("searches", [False, True])
def test_each_line_is_answered_once(
    searches: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Both by an engine that needs no search and by a real one, for ten playouts."""
    from cfggo.search.searcher import Searcher

    monkeypatch.chdir(tmp_path)  # where `printsgf` may write
    config = load_config().with_values(playouts=10, seed=1)
    gtp = Gtp(config, load=(lambda: Searcher(config)) if searches else None)
    gtp.send(b"boardsize 7\n" + LIMIT)
    seen: Counter[bytes] = Counter()

    @given(st.lists(lines(), min_size=1, max_size=8))
    def answered(sent: list[bytes]) -> None:
        for line in sent:
            written = gtp.send(line + b"\n")
            wanted = expected_id(line)
            if wanted is None:
                assert written == b""
                continue
            answer = ANSWER.fullmatch(written)
            assert answer is not None
            assert answer[2].startswith(wanted.encode())
            assert b"internal error" not in written
            seen[answer[1]] += 1
            if b"cfggo-param" in line or b"kata-set-param" in line:
                gtp.send(LIMIT)
        assert gtp.send(b"4711 name\n") == b"=4711 cfggo\n\n"

    answered()
    assert min(seen[b"="], seen[b"?"]) > 50
    assert "Traceback" not in capsys.readouterr().err
