import errno
import multiprocessing
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

import pytest

import cfggo
from cfggo.base.files import write_whole


def test_written_file_is_there_and_nothing_else(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"old")
    write_whole(tmp_path / "a", b"new")
    write_whole(tmp_path / "b", lambda file: file.write(b"by a function"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a": b"new",
        "b": b"by a function",
    }


def test_failed_writing_leaves_the_old_file_and_nothing_half_done(tmp_path: Path) -> None:
    def write_some(file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    write_whole(tmp_path / "a", b"old")
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "a", write_some)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_file_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut can come between any two of these steps."""
    steps = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append("sync folder" if is_folder else "sync file")
        fsync(descriptor)

    def noted_replace(path: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_whole(tmp_path / "a", b"data")
    assert steps == ["sync file", "rename", "sync folder"]


def test_files_are_written_by_no_other_means() -> None:
    """A full disk or a power cut would leave half of what was written."""
    sources = Path(cfggo.__file__).parent.rglob("*.py")
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    assert len(texts) > 100
    assert not [path for path, text in texts.items() if re.search(r"\.write_(bytes|text)\(", text)]


def write_often(path: Path, byte: bytes) -> None:
    for _ in range(100):
        write_whole(path, byte * 100_000)


def test_a_file_that_two_processes_write_is_always_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_whole(path, b"0" * 100_000)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_often, args=(path, byte)) for byte in (b"1", b"2")]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        data = path.read_bytes()
        assert data == data[:1] * 100_000
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="no such permissions and links")
def test_a_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    write_whole(file, b"old")
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0o077 & 0o666 & ~current_umask()
    file.chmod(0o600)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
