"""Journals of reviews: they go on, and refuse what is not theirs."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cfggo.base.errors import CfggoError
from cfggo.study.reviewing.journal import Journal
from cfggo.study.reviewing.record import ReviewedRecord

if TYPE_CHECKING:
    from cfggo.study.reviewing.position import SearchedPosition
    from tests.study.reviewing.conftest import MakePosition, MakeRecord


ROOT = Path(__file__).parents[3]
RECORD = "(;SZ[9];B[ee];W[cc])"
SETTINGS = {"playouts": 100, "seed": 1}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.journal"


@pytest.fixture
def record(read_record: MakeRecord) -> ReviewedRecord:
    return read_record(RECORD)


@pytest.fixture
def first(searched: MakePosition) -> SearchedPosition:
    return searched(0, "black", [("C3", 1.0)], "E5")


@pytest.fixture
def second(searched: MakePosition) -> SearchedPosition:
    return searched(1, "white", [("C3", 1.0)], "C7")


def test_nothing_is_written_before_something_is_found(
    tmp_path: Path, path: Path, record: ReviewedRecord
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        assert journal.positions == {}
    assert list(tmp_path.iterdir()) == []


def test_what_was_kept_is_there_again(
    path: Path, record: ReviewedRecord, first: SearchedPosition, second: SearchedPosition
) -> None:
    path = path.parent / "sub" / path.name
    with Journal(path, record, SETTINGS) as journal:
        journal.add(first)
    with Journal(path, record, SETTINGS) as journal:
        assert journal.positions == {0: first}
        journal.add(second)
    with Journal(path, record, SETTINGS) as journal:
        assert journal.positions == {0: first, 1: second}


def test_a_line_that_was_being_written_does_not_count(
    path: Path, record: ReviewedRecord, first: SearchedPosition, second: SearchedPosition
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        journal.add(first)
        journal.add(second)
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    with Journal(path, record, SETTINGS) as journal:
        assert [*journal.positions] == [0]
        journal.add(second)
    assert path.read_bytes() == whole


def test_other_settings_are_refused_and_named(
    path: Path, record: ReviewedRecord, first: SearchedPosition, read_record: MakeRecord
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        journal.add(first)
    with pytest.raises(CfggoError, match=r"playouts was 100 and is now 400; .* --restart"):
        Journal(path, record, {**SETTINGS, "playouts": 400})
    with pytest.raises(CfggoError, match="is of another record"):
        Journal(path, read_record("(;SZ[9];B[ee];W[dd])"), SETTINGS)


def test_a_restart_begins_anew(
    path: Path, record: ReviewedRecord, first: SearchedPosition, second: SearchedPosition
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        journal.add(first)
    other = {**SETTINGS, "playouts": 400}
    with Journal(path, record, other, restart=True) as journal:
        assert journal.positions == {}
        journal.add(second)
    with Journal(path, record, other) as journal:
        assert journal.positions == {1: second}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"nonsense\n", "line 2 is damaged"),
        (b"[1]\n", "line 2 is damaged"),
        (b"{}\n", "line 2 is damaged"),
        (b"[" * 100_000 + b"\n", "line 2 is damaged"),
    ],
)
def test_damage_is_named(
    line: bytes, reason: str, path: Path, record: ReviewedRecord, first: SearchedPosition
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        journal.add(first)
    head = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(head + line)
    with pytest.raises(CfggoError, match=reason):
        Journal(path, record, SETTINGS)


def test_a_position_outside_the_record_is_damage(
    path: Path, record: ReviewedRecord, searched: MakePosition
) -> None:
    with Journal(path, record, SETTINGS) as journal:
        journal.add(searched(7, "black", [("C3", 1.0)], "E5"))
    with pytest.raises(CfggoError, match="line 2 is damaged"):
        Journal(path, record, SETTINGS)


def test_another_file_is_no_journal(path: Path, record: ReviewedRecord) -> None:
    path.write_text('{"a": 1}\n')
    with pytest.raises(CfggoError, match="is no journal of a review"):
        Journal(path, record, SETTINGS)


@pytest.mark.skipif(os.name == "nt", reason="no such locks")
def test_another_review_of_the_same_game_is_refused(
    path: Path, record: ReviewedRecord, first: SearchedPosition
) -> None:
    other = (
        "import sys; from tests.study.reviewing.test_journal import add_to; "
        "add_to(sys.argv[1], sys.argv[2])"
    )
    with Journal(path, record, SETTINGS) as late:
        with Journal(path, record, SETTINGS) as journal:
            journal.add(first)
            before = path.read_bytes()
            command = [sys.executable, "-c", other, str(path), RECORD]
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
            assert "another review writes it" in done.stderr
        with pytest.raises(CfggoError, match="another review writes it"):
            late.add(first)  # it was read when it was still empty
    assert path.read_bytes() == before


def add_to(path: str, text: str) -> None:
    """Adds a position to a journal, as another process does."""
    record = ReviewedRecord.read("other", text.encode())
    with Journal(Path(path), record, SETTINGS) as journal:
        journal.add(next(iter(journal.positions.values())))


def test_a_full_disk_is_said_with_the_file_when_it_is_closed(
    path: Path, record: ReviewedRecord, first: SearchedPosition, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk(io.BytesIO):
        def close(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(path, record, SETTINGS)
    monkeypatch.setattr(journal, "_open", FullDisk)
    journal.add(first)
    with pytest.raises(CfggoError, match=f"{path}: No space left on device"):
        journal.close()
