"""Problems practised in the terminal, through pipes and through a pseudo-terminal."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cfggo.base.errors import CfggoError
from cfggo.interfaces.terminal import sitting as sitting_module
from cfggo.interfaces.terminal.screen import Screen
from cfggo.interfaces.terminal.sitting import Sitting, complete, obey
from cfggo.models.tsumego.collections import read_problems
from cfggo.records.collection import DropReport
from cfggo.study.api.engine import Engine
from cfggo.study.solving.attempt import Phase
from cfggo.study.solving.course import Course, Question
from cfggo.study.solving.practice_log import PracticeLog
from cfggo.study.solving.solution import solve
from tests.conftest import AtTerminal, RunCfggo
from tests.corner import KILL, LIVE

PRACTISE = [sys.executable, "-m", "cfggo", "play", "--terminal", "--problems", "problems"]
STONES = "AB[ah:dh][di]AW[ag:eg][eh][ei]"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with two problems, in a file each, and three that are left out."""
    problems = tmp_path / "problems"
    problems.mkdir()
    for name, text in {
        "live": f"(;SZ[9]{STONES}PL[B]C[Black to live](;B[bi]C[Right])(;B[ai]))",
        "kill": f"(;SZ[9]{STONES}PL[W]GN[odd \x1b[31mname])",
        "same": f"(;SZ[9]{STONES}PL[B])",
        "empty": "(;SZ[9])",
        "junk": "no record",
    }.items():
        (problems / f"{name}.sgf").write_text(text)
    return tmp_path


@pytest.fixture
def log(folder: Path) -> Path:
    return folder / "data" / "practice.json"


def test_proofs_are_compiled_while_the_user_looks_at_the_first_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    class Loading:
        def __init__(self, load: Callable[[], object], *, is_interactive: bool) -> None:
            load()
            raise CfggoError("enough")

    monkeypatch.setenv("CFGGO_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(sitting_module, "compile_proofs", lambda: begun.append("proofs"))
    monkeypatch.setattr(sitting_module, "Engine", lambda preset: begun.append("engine"))
    monkeypatch.setattr(sitting_module, "Thinker", Loading)
    with pytest.raises(CfggoError, match="enough"):
        sitting_module.practise_in_terminal(preset="cfggo", settings={}, problems=[LIVE])
    assert begun == ["proofs", "engine"]


def test_a_sitting_through_pipes(
    folder: Path, log: Path, run_cfggo: RunCfggo, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "help\nhints\nhint\nhint\nhint\nB1\nF1\nretry\nC1\nnext\n"
    lines += "A2\nA1\nforward\nback\nback\nback\nback\nsave s.sgf\n"
    lines += "save s.sgf\nB1\nproblem 3\nproblem 2\nprevious\nfollowing\nsolution\nscore\nscore x\n"
    monkeypatch.setenv("CFGGO_DATA_DIR", str(log.parent))
    done = run_cfggo(*PRACTISE[3:], typed=lines)
    assert done.returncode == 0, done.stderr
    assert "3 problems left out" in done.stderr
    for reason in ("same.sgf: duplicate", "empty.sgf: no set-up stones", "junk.sgf: not SGF"):
        assert f"  problems/{reason}" in done.stderr
    out = done.stdout
    assert "\x1b" not in out
    assert "\n\nProblem 1 of 2: kill.sgf\n\n   A B C D E F G H J\n" in out
    assert "\n 1 . . . X O . . . . 1\n   A B C D E F G H J\nWhite to play.\nWhite> " in out
    for part in (
        "'hints' is no move and no command; did you mean hint?",
        "The right move is in this part of the board.",
        "The move leaves B2 two liberties.",
        "The point is B1.",
        " 1 . * . X O . . . . 1",
        " 1(X)O . X O . . . . 1",  # the move and an answer
        "B1 is right. White kills Black with B1 (proved). Black answers A1.",
        "Type your next move, forward to see how it goes on, or next.\nWhite> F1",
        "F1 is right, too: it is proved to work as the line's move does. Black answers C1.",
        "White> C1",
        "C1 is right. The line ends here: White kills Black.\nType next.",
        "Black> A2\nA2 is not legal here",
        "A1 is wrong: White kills: B1 C1 B1.",
        " 1 X .(X)X O . . . . 1\n   A B C D E F G H J\nMove 3 of 4.",
        "that is the problem",
        "Saved in s.sgf",
        "s.sgf: is there already; choose another name",
        "B1 is right. Black lives with B1 (proved).",
        "type the number of a problem, from 1 to 2",
        "The solution is B1. Black lives with B1 (proved).",
        "'x' is one word too many",
    ):
        assert f"{part}\n" in out
    score = (
        "This time: 0 right and 1 wrong at the first try, 2 with help.\n0 of 2 problems solved.\n"
    )
    assert f"> score\n{score}" in out
    assert out.endswith(score)
    (saved,) = read_problems([folder / "s.sgf"], DropReport())
    assert saved.solutions == LIVE.solutions
    kept = PracticeLog(log)  # the page's
    assert (kept.tries(saved).right, kept.tries(saved).wrong) == (0, 1)


def test_a_person_practises_and_leaves(at_terminal: AtTerminal, folder: Path, log: Path) -> None:
    person = at_terminal(PRACTISE, folder, CFGGO_DATA_DIR=str(log.parent))
    person.sees("2 problems.")
    person.sees("White> ")
    person.types("b1\r")
    assert "(●)●─┴" in person.sees("B1 is right.")
    person.sees("> ")
    person.types("nex\t\r")  # Tab completes
    person.sees("Problem 2 of 2: live.sgf")
    person.sees("Black> ")
    person.is_read()
    person.types("\x03")
    person.sees("This time: 1 right and 0 wrong at the first try, 0 with help.")
    person.sees("1 of 2 problems solved.")
    assert person.leaves_with() == 128 + signal.SIGINT
    assert "Traceback" not in person.seen


@pytest.mark.parametrize(
    ("options", "log_text", "error"),
    [
        (["--no-open"], "", "--port, --host and --no-open are for the page"),
        (["game.sgf"], "", "game.sgf: a record and --problems are not for one sitting"),
        (["--sgf", "game.sgf"], "", "--sgf is for games"),
        (["--problems", "problems/empty.sgf"], "", "empty.sgf: no set-up stones"),
        ([], "[]", "practice.json: damaged"),
    ],
)
def test_what_can_not_be_is_one_line(
    options: list[str],
    log_text: str,
    error: str,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    run_cfggo: RunCfggo,
) -> None:
    monkeypatch.setenv("CFGGO_DATA_DIR", str(log.parent))
    if log_text:
        log.parent.mkdir()
        log.write_text(log_text)
    done = run_cfggo(*PRACTISE[3:], *options)
    assert done.returncode == 2
    assert error in done.stderr.splitlines()[-1]


class StoppedThinker:
    """An engine at work that Ctrl-C ends at once."""

    has_failed = False

    def run(self, words: str, work: Callable[..., Any]) -> None:
        return None


def sitting(log: Path) -> Sitting:
    course = Course([LIVE, KILL], PracticeLog(log))
    screen = Screen(Console(quiet=True))
    return Sitting(course, StoppedThinker(), None, screen)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["B1", "hint", "solution"])
def test_what_is_stopped_is_not_judged(line: str, log: Path) -> None:
    seat = sitting(log)
    with pytest.raises(CfggoError, match="stopped before cfggo had solved it"):
        obey(seat, line)
    assert seat.course.phase is Phase.OPEN
    assert (seat.course.right, seat.course.wrong, seat.course.helped) == (0, 0, 0)
    assert not log.exists()


def test_a_move_that_can_not_be_leaves_the_verdict(log: Path) -> None:
    seat = sitting(log)
    seat.course.take(Question(0), solve(LIVE, lambda: Engine(seed=1).searcher))
    obey(seat, "A1")
    shown = seat.shown
    for typo in ("A2", "Z9"):
        with pytest.raises(CfggoError, match=r"not legal|no point"):
            obey(seat, typo)
    assert (seat.course.phase, seat.shown) == (Phase.WRONG, shown)
    obey(seat, "B1")
    assert seat.course.phase is Phase.RIGHT


def test_tab_completes_words_and_points(log: Path) -> None:
    seat = sitting(log)
    assert complete(seat, "s") == ["solution ", "score ", "save ", *(f"s{n}" for n in range(1, 20))]
    assert complete(seat, "B") == ["back ", "board ", "B1", *(f"B{n}" for n in range(4, 20))]
    assert complete(seat, "hint ") == []
