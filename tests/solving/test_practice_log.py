"""What somebody solved is kept, and a damaged file is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cfggo.errors import CfggoError
from cfggo.solving.practice_log import PracticeLog, Tries
from tests.solving.test_solving import KILL, LIVE


def test_it_is_kept_from_one_session_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "new" / "practice.json"
    log = PracticeLog(path)
    log.add(LIVE, right=False)
    log.add(LIVE, right=True)
    assert PracticeLog(path).tries(LIVE) == Tries(right=1, wrong=1)
    assert PracticeLog(path).tries(KILL) == Tries()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 2}', '{"version": 1, "problems": {"a": [1, -1]}}', "\xff"]
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "practice.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(CfggoError, match=r"practice\.json: (damaged|can't be read)"):
        PracticeLog(path)
    assert path.read_bytes() == text.encode("latin-1")
