"""Test files of GTP commands: how they are read, and what programs make of them."""

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.match.playing.client import GtpClient
from cfggo.match.playing.regression import Expectation, Outcome, read_test_file, run_test_file

PATIENCE = 10.0

CommandLine = Callable[..., list[str]]

TEST_FILE = """\
# What a player does who does not think.

# The player takes the first empty point.
#
# Here nothing is in its way.
boardsize 9
1 genmove b
#? [A1]

# A1 is taken
# already.
2 genmove w
#? [!A1|C3]

# It knows nothing of shape.
3 genmove b   # the answer is C1
#? [C3]*
"""


@pytest.fixture
def example_file(tmp_path: Path) -> Path:
    path = tmp_path / "first.tst"
    path.write_text(TEST_FILE)
    return path


def run(path: Path, command: list[str]) -> list[Outcome]:
    with GtpClient(command) as client:
        return list(run_test_file(path, client, PATIENCE))


def test_reading(example_file: Path) -> None:
    preparation, first, second, third = read_test_file(example_file)
    assert (preparation.command, preparation.expectation) == ("boardsize 9", None)
    assert (first.line, first.id, first.command) == (7, "1", "genmove b")
    assert first.title == "The player takes the first empty point."
    assert second.title == "A1 is taken already."
    assert second.expectation == Expectation("A1|C3", is_negated=True)
    assert third.command == "genmove b"
    assert third.expectation == Expectation("C3", known_to_fail=True)
    example_file.write_bytes(b"\xef\xbb\xbfboardsize 9\r\ngenmove b\r\n#? [A1]\r\n")  # of Windows
    assert [step.command for step in read_test_file(example_file)] == ["boardsize 9", "genmove b"]


@pytest.mark.parametrize(
    ("expectation", "right", "wrong"),
    [
        (Expectation("D4|E5"), ["D4", "e5"], ["D", "D44", "pass"]),
        (Expectation("PASS"), ["pass", "PASS"], ["D4"]),
        (Expectation("D4|E5", is_negated=True), ["F6", "pass"], ["D4", "e5"]),
        (Expectation("[A-C]9"), ["A9", "b9"], ["D9"]),
    ],
)
def test_expectations(expectation: Expectation, right: list[str], wrong: list[str]) -> None:
    assert [expectation.accepts(answer) for answer in right] == [True] * len(right)
    assert [expectation.accepts(answer) for answer in wrong] == [False] * len(wrong)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\n#? [a]\n#? [b]\n", "line 3: no command"),
        ("#? [a]\n", "line 1: no command"),
        ("name\n#? a\n", r"line 2: expected `#\? \[PATTERN\]`"),
        ("name\n#? [(]\n", r"line 2: pattern '\('"),
    ],
)
def test_malformed_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.tst"
    path.write_text(text)
    with pytest.raises(CfggoError, match=f"bad.tst: {message}"):
        read_test_file(path)


def test_a_program_is_asked_and_judged(example_file: Path, command_line: CommandLine) -> None:
    outcomes = run(example_file, command_line())
    assert [(o.answer, o.solved) for o in outcomes] == [("A1", True), ("B1", True), ("C1", False)]


def test_a_refused_command_spoils_its_test_only(tmp_path: Path, command_line: CommandLine) -> None:
    path = tmp_path / "refused.tst"
    path.write_text("dance\ngenmove b\n#? [A1]\ngenmove b\n#? [A1]\ndance\n#? [.*]\n")
    refused, played, danced = run(path, command_line())
    assert (refused.solved, refused.answer) == (False, "refused 'dance': unknown command")
    assert (played.solved, played.answer) == (True, "A1")
    assert not danced.solved


def test_a_program_that_dies_solves_nothing_more(
    example_file: Path, command_line: CommandLine
) -> None:
    outcomes = run(example_file, command_line("Crashes"))
    assert [o.solved for o in outcomes] == [True, True, False]
    example_file.write_text(TEST_FILE + "4 name\n#? [player]\n")
    *_, last = run(example_file, command_line("Crashes"))
    assert not last.solved
    assert last.answer == "was killed by SIGSEGV"


@pytest.mark.parametrize("number", ["", " 12"])
def test_files_are_found_beside_the_test_file(tmp_path: Path, number: str) -> None:
    """Those with spaces in their names are named to the program without."""
    folder = tmp_path / "two  spaces"
    folder.mkdir()
    (folder / "my game.sgf").write_text("(;SZ[9])")
    path = folder / "load.tst"
    path.write_text(f"loadsgf my game.sgf{number}\n#? [9 {number.strip()}]\n")
    program = (
        "w = input().split(); print('= 9', *w[2:], '\\n') if '9' in open(w[1]).read() else exit(3)"
    )
    with GtpClient([sys.executable, "-c", program]) as client:
        (outcome,) = run_test_file(path, client, PATIENCE)
    assert outcome.answer == f"9{number}"
    path = tmp_path / "load.tst"
    path.write_text("loadsgf sgf/game.sgf 12\n#? [.*]\n")
    program = "print('= ' + input().replace('loadsgf ', ''), end='\\n\\n')"
    with GtpClient([sys.executable, "-c", program]) as client:
        (outcome,) = run_test_file(path, client, PATIENCE)
    assert outcome.answer == f"{tmp_path}/sgf/game.sgf 12"


@pytest.mark.parametrize(
    ("expected", "code", "shown"),
    [
        ("[C3]*", 0, "* first.tst:16  C1, expected C3: It knows nothing of shape."),
        ("[C3]", 1, "first.tst:16  C1, expected C3: It knows nothing of shape."),
        ("[C1]*", 0, "solved, though known to fail:\n* first.tst:16  C1, expected C1"),
    ],
)
def test_command_prints_shares_and_what_was_missed_or_known_to_fail(
    example_file: Path, command_line: CommandLine, capsys: pytest.CaptureFixture[str],
    expected: str, code: int, shown: str,
) -> None:  # fmt: skip
    file = example_file.with_name(os.fsdecode(b"caf\xe9.tst"))
    file.write_text(TEST_FILE.replace("[C3]*", expected))
    command = ["regress", str(file), "--engine", shlex.join(command_line())]
    assert cli.main(command) == code
    n_solved = 3 if "C1" in expected else 2
    out = capsys.readouterr().out.replace("caf?.tst", "first.tst")
    assert f"first.tst      3       {n_solved}  {n_solved / 3:>5.0%}" in out
    assert shown in out
    assert cli.main([*command, "--json"]) == code
    result = json.loads(capsys.readouterr().out)
    assert (result["tests"], result["solved"]) == (3, n_solved)
    (measured,) = result["files"].values()
    assert measured["share"] == pytest.approx(n_solved / 3)
    assert [answer["answer"] for answer in result["answers"]] == ["A1", "B1", "C1"]
    last = result["answers"][-1]
    assert (last["known_to_fail"], last["solved"]) == ("*" in expected, "C1" in expected)


def test_files_without_tests_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.tst").write_text("name\n")
    assert cli.main(["regress", str(tmp_path / "none.tst")]) == 2
    assert "none.tst: has no tests" in capsys.readouterr().err
    assert cli.main(["regress", str(tmp_path / "missing.tst")]) == 2
    assert "missing.tst: No such file" in capsys.readouterr().err
