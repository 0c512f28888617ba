"""SGF files in folders, archives and by themselves."""

import io
import os
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.records.archives import iter_sources, printable

GAMES = {
    "b/two.SGF": b"(;SZ[9];B[ee];W[cc])",
    "a.sgf": b"(;SZ[9];B[ee])",
    "b/one.sgf": b"(;SZ[9];B[ee];W[gg])",
    "b/notes.txt": b"(;SZ[9];B[aa])",
}
SGF_FILES = {name: data for name, data in GAMES.items() if not name.endswith(".txt")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    for name, data in GAMES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


def write_tar(path: Path, mode: str, link: bytes = b"") -> None:
    """Writes the games, each after a link to it if there is a kind of link."""
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in GAMES.items():
            if link:
                to_it = tarfile.TarInfo("link-to-" + name)
                to_it.type, to_it.linkname = link, name
                archive.addfile(to_it)
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2", "zip"])
def test_an_archive_is_read(tmp_path: Path, mode: str) -> None:
    names = {"w": "g.tar", "w:gz": "g.tar.gz", "w:xz": "g.tar.xz", "w:bz2": "g.tbz"}
    path = tmp_path / names.get(mode, "g.zip")
    if mode == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in GAMES.items():
                archive.writestr(name, data)
    else:
        write_tar(path, mode)
    assert dict(iter_sources([path])) == {f"{path}/{n}": data for n, data in SGF_FILES.items()}


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.SYMTYPE])
def test_links_in_a_tar_archive_are_passed_over(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "g.tar"
    write_tar(path, "w", kind)
    assert dict(iter_sources([path])) == {f"{path}/{n}": data for n, data in SGF_FILES.items()}


def test_archives_in_a_folder_are_read_too(folder: Path) -> None:
    write_tar(folder / "more.tar.gz", "w:gz")
    with zipfile.ZipFile(folder / "b" / "more.zip", "w") as archive:
        archive.writestr("three.sgf", b"(;SZ[9];B[dd])")
    (folder / "z.tar").write_bytes(b"no archive")
    found = dict(iter_sources([folder]))
    assert list(found) == [
        f"{folder}/a.sgf", f"{folder}/b/more.zip/three.sgf", f"{folder}/b/one.sgf",
        f"{folder}/b/two.SGF", *(f"{folder}/more.tar.gz/{name}" for name in SGF_FILES),
        f"{folder}/z.tar",
    ]  # fmt: skip
    assert found[f"{folder}/b/more.zip/three.sgf"] == b"(;SZ[9];B[dd])"
    assert isinstance(found[f"{folder}/z.tar"], Exception)


def test_a_zip_with_a_broken_name_spoils_no_folder(folder: Path) -> None:
    path = folder / "z.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("caf\u00e9.sgf", b"(;SZ[9];B[dd])")
    path.write_bytes(path.read_bytes().replace("\u00e9".encode(), b"\xe9\xe9"))
    found = dict(iter_sources([folder]))
    assert isinstance(found[str(path)], UnicodeDecodeError)
    assert len(found) == 4
    with pytest.raises(CfggoError, match=r"z\.zip: can't be read"):
        list(iter_sources([path]))


def test_folder_that_may_not_be_read_is_told_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scandir(path: str) -> Any:  # as for a user who may not read it; root may
        if str(path) == str(folder / "b"):
            raise PermissionError(13, "Permission denied", path)
        return readable(path)

    readable = os.scandir
    monkeypatch.setattr(os, "scandir", scandir)
    (name, data), (unread, error) = iter_sources([folder])
    assert (name, data) == (f"{folder}/a.sgf", GAMES["a.sgf"])
    assert unread == f"{folder}/b"
    assert isinstance(error, PermissionError)
    with pytest.raises(CfggoError, match=r"/b: can't be read: Permission denied"):
        list(iter_sources([folder / "b"]))


def test_several_paths_follow_each_other(folder: Path) -> None:
    names = [name for name, _ in iter_sources([folder / "b" / "two.SGF", str(folder / "a.sgf")])]
    assert names == [f"{folder}/b/two.SGF", f"{folder}/a.sgf"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("missing", None, "No such file"),
        ("missing.sgf", None, "No such file"),
        ("notes.txt", b"hello", "no SGF file, and no tar or zip archive"),
        ("cut.tar.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03ab", "can't be read"),
        ("empty.tar", bytes(10240), "no SGF files found"),
        ("a\0b", None, "can't be read: embedded null byte"),
    ],
)
def test_path_that_is_no_collection_is_named(
    tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CfggoError, match=message) as error:
        list(iter_sources([path]))
    assert str(error.value).startswith(str(path))


def test_archive_that_breaks_off_yields_what_it_has_first(tmp_path: Path) -> None:
    path = tmp_path / "games.tar"
    write_tar(path, "w")
    path.write_bytes(path.read_bytes()[:1540])  # in the second game
    sources = iter_sources([path])
    assert next(sources) == (f"{path}/b/two.SGF", GAMES["b/two.SGF"])
    with pytest.raises(CfggoError, match="can't be read"):
        next(sources)


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    assert printable("a\x1b[2Jb\x07\nc\udcff") == "a?[2Jb??c?"
    assert printable("棋譜\u30001\u00a0é.sgf") == "棋譜\u30001\u00a0é.sgf"
