"""What is kept of large archives, so that they are read once."""

import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from cfggo.records import parsing
from cfggo.records.game_record import GameRecord
from cfggo.records.parsing import Unusable, parsed_games
from cfggo.records.sgf.writing import write_sgf
from tests.conftest import RandomRecords

ODD = {
    "a comment": b"(;SZ[9]KM[5.5]PB[\xc3\xa9]WR[3d]RE[W+2.5]DT[2026];B[ee]C[well played];W[])",
    "handicap": b"(;SZ[13]HA[2]AB[jj][dd]KM[0.5];W[gg];B[gd])",
    "several": b"(;SZ[9];B[ee])(;SZ[99])(;SZ[19];B[pd];W[dp])",
    "owners": b"(;SZ[9]OWN[64];B[ee];W[ce]TB[aa][bb]TW[ab])",
    "no game": b"nothing",
    "a bad move": b"(;SZ[9];B[zz])",
    "a bad komi": b"(;SZ[9]KM[abc];B[gg])",
}


@pytest.fixture
def archive(random_records: RandomRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns an archive of which the games are kept in a folder of the test's own."""
    monkeypatch.setattr(parsing, "folder_of", lambda module: tmp_path / "cache")
    monkeypatch.setattr(parsing, "LEAST_BYTES", 0)
    (tmp_path / "cache").mkdir()
    folder = tmp_path / "games"
    folder.mkdir()
    for record in random_records(12, 9, 30):
        (folder / f"{record.short_digest}.sgf").write_bytes(write_sgf(record.line))
    for name, data in ODD.items():
        (folder / f"{name}.sgf").write_bytes(data)
    with tarfile.open(tmp_path / "games.tar.gz", "w:gz") as tar:
        for file in sorted(folder.iterdir()):
            tar.add(file, file.name)
    return tmp_path / "games.tar.gz"


def read(archive: Path) -> list[GameRecord | Unusable]:
    return list(parsed_games([archive]))


def kept_files(archive: Path) -> list[Path]:
    return sorted((archive.parent / "cache").glob("*"))


def test_names_are_of_the_path_that_is_given(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(archive)
    monkeypatch.chdir(archive.parent)
    for _ in range(2):
        assert all(game.name.startswith(f"{archive.name}/") for game in read(Path(archive.name)))


def test_games_are_the_same_when_read_again(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read(archive)
    assert len(first) == 12 + 6 + 3
    assert len(kept_files(archive)) == 1
    monkeypatch.setattr(parsing, "read_main_line", None)  # nothing may be parsed any more
    again = read(archive)
    assert len(again) == len(first)
    for one, other in zip(first, again, strict=True):
        if isinstance(one, GameRecord):
            assert isinstance(other, GameRecord)
            assert other.digest == one.digest == GameRecord("", other.line).digest
            assert other == replace(one, line=replace(one.line, comments={}))
        else:
            assert other == one


def test_a_changed_archive_is_read_anew(archive: Path) -> None:
    n = len(read(archive))
    with tarfile.open(archive, "w:gz") as tar:
        for file in sorted((archive.parent / "games").iterdir())[1:]:
            tar.add(file, file.name)
    assert len(read(archive)) == n - 1
    assert len(kept_files(archive)) == 2


def test_damage_to_what_is_kept_only_costs_time(archive: Path) -> None:
    first = read(archive)
    (kept,) = kept_files(archive)
    data = bytearray(kept.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 100] = bytes(100)  # a single byte may be one that means nothing
    kept.write_bytes(data)
    assert read(archive) == first
    kept.write_bytes(b"")
    assert read(archive) == first


def test_where_nothing_can_be_written_nothing_is_kept(archive: Path) -> None:
    (archive.parent / "cache").rmdir()
    assert len(read(archive)) == len(read(archive)) > 0


def test_only_a_few_archives_are_kept(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MOST_KEPT", 2)
    copies = [archive.with_name(f"{number}.tar.gz") for number in range(4)]
    for copy in copies:
        copy.write_bytes(archive.read_bytes())
        read(copy)
    assert len(kept_files(archive)) == 2


def test_what_is_not_kept(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place_of = parsing.place_of
    assert place_of(archive) is not None
    assert place_of(archive.parent / "games") is None
    assert place_of(archive.parent / "games" / "no game.sgf") is None
    assert place_of(archive.parent / "missing.tar") is None
    monkeypatch.setattr(parsing, "LEAST_BYTES", 2**20)
    assert place_of(archive) is None
