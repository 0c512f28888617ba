"""A folder of games through crashes, resumptions and misuse."""

import errno
import json
import os
import re
import resource
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.files import PART_SUFFIX
from cfggo.match.results import store as store_module
from cfggo.match.results.store import (
    JOURNAL,
    FinishedGame,
    GameStore,
    SgfFiles,
    SgfShards,
    read_games,
    set_aside,
)

SETTINGS = {"size": 9, "komi": 7.5, "black": "gnugo"}
RECORD = {"number": 1, "result": "B+R"}
GAME = FinishedGame(RECORD, b"(;)")
SECOND = FinishedGame(RECORD | {"number": 2}, b"(;)")


def open_store(folder: Path, **changes: object) -> GameStore:
    return GameStore(folder, "match", SETTINGS | changes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with one game."""
    with open_store(tmp_path / "games") as store:
        store.add(GAME)
    return tmp_path / "games"


def test_resumed_store_has_the_games_of_earlier_runs(folder: Path) -> None:
    assert (folder / "0001.sgf").read_bytes() == b"(;)"
    assert json.loads((folder / JOURNAL).read_text()) == RECORD
    assert json.loads((folder / "match.json").read_text()) == SETTINGS
    assert sorted(path.name for path in folder.iterdir()) == ["0001.sgf", JOURNAL, "match.json"]
    with open_store(folder) as store:
        assert store.summaries == {1: RECORD}
        store.add(SECOND)
    with open_store(folder) as store:
        assert sorted(store.summaries) == [1, 2]


def test_half_a_line_is_a_game_that_was_not_finished(folder: Path) -> None:
    whole = (folder / JOURNAL).read_bytes()
    (folder / JOURNAL).write_bytes(whole + b'{"number": 2, "resu')
    with open_store(folder) as store:
        assert sorted(store.summaries) == [1]
        store.add(SECOND)
    assert list(read_games(folder, "match", SETTINGS)) == [1, 2]


def test_names_that_are_no_text_can_be_kept(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.sgf")
    settings = {"black": name}
    for number in (1, 2):
        with GameStore(tmp_path, "match", settings) as store:
            assert len(store.summaries) == number - 1
            store.add(FinishedGame({"number": number, "opening": name}, b"(;)"))
    assert json.loads((tmp_path / "match.json").read_text()) == {"black": "caf?.sgf"}


def test_games_set_aside_make_room_for_new_ones(folder: Path) -> None:
    asides = []
    for size in (13, 19):
        asides.append(set_aside(folder))
        assert not folder.exists()
        with open_store(folder, size=size) as store:
            store.add(GAME)
    names = [folder.with_name("games~1"), folder.with_name("games~2")]
    assert asides == names
    assert json.loads((names[1] / "match.json").read_text())["size"] == 13
    assert all((name / "0001.sgf").read_bytes() == b"(;)" for name in names)


def test_nothing_is_set_aside_where_there_are_no_games(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    assert set_aside(tmp_path) is set_aside(tmp_path / "none") is None
    with open_store(tmp_path):
        pass
    assert set_aside(tmp_path) is None
    assert (tmp_path / "letter.txt").exists()


def test_changed_settings_are_named(folder: Path) -> None:
    with pytest.raises(
        CfggoError, match=r"komi was 7\.5 and is now 0\.5; size was 9 and is now 13"
    ):
        open_store(folder, size=13, komi=0.5)


def test_changed_content_of_a_file_is_named(tmp_path: Path) -> None:
    before = {"preset my.toml": "1", "my.weights": "1"}
    with GameStore(tmp_path, "match", SETTINGS, digests=before) as store:
        store.add(GAME)
    with pytest.raises(CfggoError, match=r"not the same games: my\.weights changed since"):
        GameStore(tmp_path, "match", SETTINGS, digests=before | {"my.weights": "2"})
    with GameStore(tmp_path, "match", SETTINGS, digests=before) as store:
        assert sorted(store.summaries) == [1]
    assert sorted(read_games(tmp_path, "match", SETTINGS)) == [1]


def test_run_of_an_earlier_version_goes_on_and_keeps_contents_from_then_on(folder: Path) -> None:
    with GameStore(folder, "match", SETTINGS, digests={"my.weights": "1"}):
        pass
    with pytest.raises(CfggoError, match=r"my\.weights changed"):
        GameStore(folder, "match", SETTINGS, digests={"my.weights": "2"})


@pytest.mark.parametrize(
    "line",
    [
        *(b"not JSON", b"[1]", b"7", b'{"no": "number"}', b"\xff", b"[" * 100_000),
        *(b'{"number": "1"}', b'{"number": [1]}', b'{"number": null}', b'{"number": 0}'),
    ],
)
def test_damaged_journal_names_the_line(folder: Path, line: bytes) -> None:
    with open(folder / JOURNAL, "ab") as journal:
        journal.write(line + b"\n")
    with pytest.raises(CfggoError, match=r"games\.jsonl: line 2 is damaged"):
        open_store(folder)


@pytest.mark.parametrize("text", ["[1]", "7", "[" * 100_000, "{"])
def test_damaged_settings_name_the_file(folder: Path, text: str) -> None:
    (folder / "match.json").write_text(text)
    with pytest.raises(CfggoError, match=r"match\.json: "):
        open_store(folder)


def test_no_game_counts_twice(folder: Path) -> None:
    line = (folder / JOURNAL).read_bytes()
    (folder / JOURNAL).write_bytes(line + line)
    with pytest.raises(CfggoError, match="line 2 repeats game 1"):
        open_store(folder)


def test_void_game_is_forgotten_when_the_run_is_over(tmp_path: Path) -> None:
    void = RECORD | {"result": "Void", "is_void": True}
    with open_store(tmp_path) as store:
        store.add(FinishedGame(void, b"(;)"))
        assert store.summaries == {1: void}
    for _ in range(2):  # there may be several void lines of one game
        with open_store(tmp_path) as store:
            assert store.summaries == {}
            store.add(FinishedGame(void, b"(;)"))
    with open_store(tmp_path) as store:
        store.add(GAME)
    with open_store(tmp_path) as store:
        assert store.summaries == {1: RECORD}


@pytest.mark.parametrize("use", ["GameStore(folder, 'match', {})", "set_aside(folder)"])
def test_folder_is_used_by_one_process_at_a_time(use: str, folder: Path) -> None:
    other = (
        "import sys; from pathlib import Path; from cfggo.match.results.store import *\n"
        f"folder = Path(sys.argv[1]); {use}"
    )
    with open_store(folder):
        process = subprocess.run(
            [sys.executable, "-c", other, str(folder)], stderr=subprocess.PIPE, text=True
        )
    assert "another process is adding games here" in process.stderr


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CfggoError, match="file"):
        open_store(tmp_path / "file")


def test_settings_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store_module, "write_whole", is_full)
    with pytest.raises(CfggoError, match=f"^{re.escape(str(tmp_path))}: No space left on device$"):
        open_store(tmp_path)


@pytest.mark.parametrize("others", [(), (JOURNAL,), ("match.json",)])
@pytest.mark.parametrize(
    ("keep", "name"),
    [(SgfFiles, "0012.sgf"), (SgfFiles, "12345.sgf"), (SgfShards, "games-000001.tar")],
)
def test_games_of_others_are_not_written_over(
    tmp_path: Path, keep: Any, name: str, others: tuple[str, ...]
) -> None:
    for file in (name, *others):
        (tmp_path / file).touch()
    with pytest.raises(CfggoError, match=rf"{name}: may be of another run"):
        GameStore(tmp_path, "match", SETTINGS, keep=keep)
    assert {path.name for path in tmp_path.iterdir()} == {name, *others}


def test_other_files_may_be_there(tmp_path: Path) -> None:
    others = ("holiday.sgf", "001.sgf", "games.tar", "games-000001.tar")
    for name in others:
        (tmp_path / name).write_text(f"what {name} had")
    with open_store(tmp_path) as store:
        store.add(GAME)
    assert all((tmp_path / name).read_text() == f"what {name} had" for name in others)
    assert (tmp_path / "0001.sgf").read_bytes() == GAME.sgf


def test_game_whose_file_is_missing_is_named(folder: Path) -> None:
    (folder / "0001.sgf").unlink()
    with pytest.raises(CfggoError, match=r"0001\.sgf: missing .* lines from games\.jsonl"):
        open_store(folder)
    (folder / JOURNAL).write_bytes(b"")  # as it says
    with open_store(folder) as store:
        store.add(GAME)
    assert (folder / "0001.sgf").exists()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc to name open files")
@pytest.mark.parametrize(
    ("keep", "name"), [(SgfFiles, "0001.sgf"), (SgfShards, "games-000001.tar")]
)
def test_a_game_is_on_the_disk_before_the_journal_speaks_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: Any, name: str
) -> None:
    synced = []

    def fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        synced.append(path.name.partition(".sgf.")[0] + ".sgf" if PART_SUFFIX in path.name
                      else path.name)  # fmt: skip

    with GameStore(tmp_path, "match", SETTINGS, keep=keep) as store:
        monkeypatch.setattr(os, "fsync", fsync)
        store.add(GAME)
        assert synced == [name, tmp_path.name, JOURNAL]


def test_names_of_files_are_on_the_disk_before_the_journal_speaks_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listings = []

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            size = (tmp_path / JOURNAL).stat().st_size
            listings.append({path.name for path in tmp_path.iterdir()} if size == 0 else set())

    monkeypatch.setattr(os, "fsync", fsync)
    with open_store(tmp_path) as store:
        store.add(GAME)
    assert listings == [{JOURNAL, "match.json"}, {JOURNAL, "match.json", "0001.sgf"}]
    listings.clear()
    (tmp_path / "0001.sgf").unlink()
    (tmp_path / JOURNAL).unlink()
    with GameStore(tmp_path, "match", SETTINGS, keep=SgfShards) as store:
        store.add(GAME)
    assert "games-000001.tar" in listings[-1]


def test_file_system_that_cannot_sync_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = []

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            refused.append(descriptor)
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fsync)
    with open_store(tmp_path) as store:
        store.add(GAME)
    assert refused
    assert (tmp_path / "0001.sgf").read_bytes() == GAME.sgf
    with open_store(tmp_path) as store:
        assert store.summaries == {1: RECORD}


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_full_disk_is_one_error_and_the_game_can_be_added_again(
    tmp_path: Path, goes_on: bool
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    long = FinishedGame(RECORD | {"detail": "x" * 5000}, b"(;)")
    store = open_store(tmp_path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(CfggoError, match=f"^{re.escape(str(tmp_path))}: File too large$"):
            store.add(long)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (tmp_path / JOURNAL).read_bytes() == b""
    assert store.summaries == {}
    if goes_on:
        with store:
            store.add(long)
    else:
        with store:
            pass
        with open_store(tmp_path) as again:
            again.add(long)
    assert list(read_games(tmp_path, "match", SETTINGS)) == [1]


def test_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lockf(*arguments: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.lockf", lockf)
    with pytest.raises(CfggoError, match=f": {os.strerror(errno.ENOLCK)}$"):
        open_store(tmp_path)


def add_games(folder: Path, numbers: list[int]) -> None:
    """Adds games with these numbers to an archived run."""
    with GameStore(folder, "selfplay", SETTINGS, keep=SgfShards) as store:
        for number in numbers:
            store.add(FinishedGame({"number": number}, b"(;C[%d])" % number * number))


def archived(path: Path) -> list[str]:
    """Returns the names in an archive; tar itself must find nothing wrong with it."""
    listing = subprocess.run(["tar", "-tf", path], capture_output=True, text=True, check=True)
    assert listing.stderr == ""
    return listing.stdout.split()


@pytest.fixture
def shards_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SHARD_GAMES", 2)


@pytest.mark.usefixtures("shards_of_two")
def test_archive_is_whole_after_every_game(tmp_path: Path) -> None:
    add_games(tmp_path, [1])
    assert archived(tmp_path / "games-000001.tar") == ["000001.sgf"]
    add_games(tmp_path, [3, 2])
    assert archived(tmp_path / "games-000001.tar") == ["000001.sgf", "000002.sgf"]
    assert archived(tmp_path / "games-000003.tar") == ["000003.sgf"]


@pytest.mark.usefixtures("shards_of_two")
@pytest.mark.parametrize("killed_after", ["half the game", "the game"])
def test_archived_game_that_is_not_in_the_journal_is_played_again(
    tmp_path: Path, killed_after: str
) -> None:
    add_games(tmp_path, [1])
    path = tmp_path / "games-000001.tar"
    journal = (tmp_path / JOURNAL).read_bytes()
    add_games(tmp_path, [2])
    (tmp_path / JOURNAL).write_bytes(journal)
    if killed_after == "half the game":
        path.write_bytes(path.read_bytes()[:1300])
    add_games(tmp_path, [2])
    assert archived(path) == ["000001.sgf", "000002.sgf"]
    with tarfile.open(path) as archive:
        member = archive.extractfile("000002.sgf")
        assert member
        assert member.read() == b"(;C[2])(;C[2])"


@pytest.mark.parametrize("size", [None, 0, 1023])
def test_archive_that_is_shorter_than_the_journal_says_is_named(
    tmp_path: Path, size: int | None
) -> None:
    add_games(tmp_path, [1])
    path = tmp_path / "games-000001.tar"
    if size is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(CfggoError, match=r"games-000001\.tar: missing or cut short"):
        add_games(tmp_path, [2])
    (tmp_path / JOURNAL).write_bytes(b"")  # as it says
    add_games(tmp_path, [1, 2])
    assert archived(path) == ["000001.sgf", "000002.sgf"]
