"""What somebody solved is kept, and a damaged file is refused in one line."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.study.solving.practice_log import PracticeLog, Tries
from tests.corner import KILL, LIVE


def test_it_is_kept_from_one_session_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "new" / "practice.json"
    log = PracticeLog(path)
    log.add(LIVE, right=False)
    log.add(LIVE, right=True)
    assert PracticeLog(path).tries(LIVE) == Tries(right=1, wrong=1)
    assert PracticeLog(path).tries(KILL) == Tries()


def test_two_sittings_at_a_time_keep_what_both_solved(tmp_path: Path) -> None:
    page, terminal = (PracticeLog(tmp_path / "practice.json") for _ in range(2))
    page.add(LIVE, right=True)
    terminal.add(KILL, right=True)
    page.add(LIVE, right=False)
    for log in (page, PracticeLog(page.path)):
        assert log.tries(LIVE) == Tries(right=1, wrong=1)
        assert log.tries(KILL) == Tries(right=1)


def solve_often(path: Path) -> None:
    log = PracticeLog(path)
    for _ in range(50):
        log.add(LIVE, right=True)


def test_two_programs_at_a_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    context = multiprocessing.get_context("spawn")
    programs = [context.Process(target=solve_often, args=(path,)) for _ in range(2)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
        assert program.exitcode == 0
    assert PracticeLog(path).tries(LIVE) == Tries(right=100)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 2}', '{"version": 1, "problems": {"a": [1, -1]}}', "\xff"]
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "practice.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(CfggoError, match=r"practice\.json: (damaged|can't be read)"):
        PracticeLog(path)
    assert path.read_bytes() == text.encode("latin-1")
