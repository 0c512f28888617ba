"""What somebody solved is kept, and a damaged file is refused in one line."""

import json
import multiprocessing
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.study.solving.practice_log import PracticeLog, Tries
from cfggo.study.solving.spaced_repetition import DAY, SOON
from tests.corner import KILL, LIVE


def test_it_is_kept_from_one_session_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "new" / "practice.json"
    log = PracticeLog(path)
    log.add(LIVE, right=False)
    log.add(LIVE, right=True)
    tries = PracticeLog(path).tries(LIVE)
    assert (tries.right, tries.wrong) == (1, 1)
    assert PracticeLog(path).tries(KILL) == Tries()


def test_two_sittings_at_a_time_keep_what_both_solved(tmp_path: Path) -> None:
    page, terminal = (PracticeLog(tmp_path / "practice.json") for _ in range(2))
    page.add(LIVE, right=True)
    terminal.add(KILL, right=True)
    page.add(LIVE, right=False)
    for log in (page, PracticeLog(page.path)):
        assert (log.tries(LIVE).right, log.tries(LIVE).wrong) == (1, 1)
        assert (log.tries(KILL).right, log.tries(KILL).wrong) == (1, 0)


def test_a_problem_comes_again_ever_later_until_it_is_forgotten(tmp_path: Path) -> None:
    now = 1e9
    log = PracticeLog(tmp_path / "practice.json", lambda: now)
    waits = []
    for _ in range(4):
        log.add(LIVE, right=True)
        assert not log.is_due(LIVE)
        waits.append((log.tries(LIVE).due - now) / DAY)
        now = log.tries(LIVE).due
        assert log.is_due(LIVE)
        assert not log.is_due(KILL)
    assert waits == pytest.approx([1, 4, 11.2, 32.48], abs=0.1)
    log.add(LIVE, right=False)
    assert log.tries(LIVE).due == now + SOON
    log.add(LIVE, right=True)
    assert log.tries(LIVE).due == now + DAY  # from the beginning, and then not as fast
    assert PracticeLog(log.path).tries(LIVE) == log.tries(LIVE)
    assert log.tries(LIVE).ease == pytest.approx(2.8)


def test_a_log_without_dates_is_read(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    path.write_text(json.dumps({"version": 1, "problems": {LIVE.digest.hex(): [3, 1]}}))
    log = PracticeLog(path)
    assert log.tries(LIVE) == Tries(right=3, wrong=1)
    assert not log.is_due(LIVE)
    log.add(KILL, right=True)
    assert PracticeLog(path).tries(LIVE) == Tries(right=3, wrong=1)


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
    assert PracticeLog(path).tries(LIVE).right == 100


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", '{"version": 3, "problems": {}}', '{"version": 1, "problems": {"a": [1, -1]}}',
        '{"version": 2, "problems": {"a": [1, 1]}}',
        '{"version": 2, "problems": {"a": [1, 1, 1.0, NaN, 1]}}', "\xff",
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "practice.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(CfggoError, match=r"practice\.json: (damaged|can't be read)"):
        PracticeLog(path)
    assert path.read_bytes() == text.encode("latin-1")
