"""Finds the SGF files in folders, tar and zip archives."""

import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from unicodedata import category

from cfggo.base.errors import CfggoError

_DAMAGED = (
    EOFError,
    OSError,
    RuntimeError,  # from zipfile, for a password
    ValueError,  # from a zip's names that are no text, or a path that no file can have
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)

_TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz", ".tbz2")
_ARCHIVE_SUFFIXES = (".zip", *_TAR_SUFFIXES)


def iter_sources(paths: Iterable[str | Path]) -> Iterator[tuple[str, bytes | Exception]]:
    """Yields pairs (name, data) of the SGF files in folders, tar and zip archives, and of files.

    Files of a folder and its subfolders, and of the archives there, come sorted by path, those of
    an archive in its own order.  In place of the data of a folder's file or subfolder that can't be
    read, or can be read in part only, is the error.

    Raises CfggoError if a path does not exist, can't be read, or has no SGF files.
    """
    for path in map(Path, paths):
        found = False
        try:
            for name, data in _sources_of(path):
                found = True
                yield name, data
        except FileNotFoundError as error:
            raise CfggoError(f"{path}: {error.strerror}") from error
        except _DAMAGED as error:
            raise CfggoError(f"{path}: can't be read: {reason_of(error)}") from error
        if not found:
            raise CfggoError(f"{path}: no SGF files found")


def _sources_of(path: Path) -> Iterator[tuple[str, bytes | Exception]]:
    if path.is_dir():
        files, unread = _walk(path)
        for file in sorted([*files, *unread]):
            if file in unread:
                yield str(file), unread[file]
                continue
            try:
                yield from _sources_of(file)
            except _DAMAGED as error:
                yield str(file), error
    elif path.exists() and not path.is_file():
        raise OSError(0, "not a file")  # but a device or a pipe, which may have no end
    elif _is_sgf(path.name):
        yield str(path), path.read_bytes()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if _is_sgf(info.filename):
                    yield f"{path}/{info.filename}", archive.read(info)
    else:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                if not (_is_sgf(member.name) and member.isfile()):
                    continue  # what a link leads to is in the archive, too
                if (stream := archive.extractfile(member)) is not None:
                    yield f"{path}/{member.name}", stream.read()


def _walk(folder: Path) -> tuple[list[Path], dict[Path, OSError]]:
    """Returns the SGF files and archives of a folder, and its subfolders that can't be read.

    Raises OSError if it can't be read itself.
    """
    unread: dict[Path, OSError] = {}

    def note(error: OSError) -> None:
        unread[Path(error.filename)] = error

    files = [
        Path(place) / name
        for place, _, names in os.walk(folder, onerror=note)
        for name in names
        if name.lower().endswith((".sgf", *_ARCHIVE_SUFFIXES))
    ]
    if folder in unread:
        raise unread[folder]
    return files, unread


def reason_of(error: Exception) -> str:
    """Returns in a few words why a file can't be read, an error that `iter_sources` yields."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, tarfile.ReadError):
        return "no SGF file, and no tar or zip archive, or a damaged one"
    return str(error) or type(error).__name__


def printable(text: str) -> str:
    """Returns the text with question marks for what can't be shown: bytes that are no text, as file
    names may have, and characters that would move a terminal's cursor or change its colours.
    """
    return "".join(
        character if character.isprintable() or category(character) == "Zs" else "?"
        for character in text
    )


def _is_sgf(name: str) -> bool:
    return name.lower().endswith(".sgf")
