"""Files that are there whole or not at all, even after a power cut."""

import errno
import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from cfggo.base.errors import CfggoError

PART_SUFFIX = ".part"
"""Suffix of a file that is still being written."""

_NAME_SHOWN = 40
"""Characters of a file's name in that of its part."""


def write_whole(path: Path, data: bytes | Callable[[BinaryIO], object]) -> None:
    """Writes a file so that it is there whole, or not at all; on return it is on the disk.

    data -- what the file is to hold, or a function that writes it

    A file that stands there is replaced when the new one is on the disk, never before; it keeps its
    permissions, and a link stays one.  Of several processes that write it at a time the last has
    its way. Raises OSError if it can't be written; nothing half done is left behind then.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(f"{path.name[:_NAME_SHOWN]}.{secrets.token_hex(4)}{PART_SUFFIX}")
    try:
        with open(part, "xb") as file:
            with suppress(OSError):
                os.chmod(part, stat.S_IMODE(path.stat().st_mode))
            if callable(data):
                data(file)
            else:
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def save_file(path: Path, data: bytes, *, folders: bool = False) -> None:
    """Writes a file that the user asked for, as `write_whole` does.

    folders -- whether to make the folders that it is to be in

    Raises CfggoError, with its name, if it can't be written.
    """
    try:
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except (OSError, ValueError) as error:  # ValueError for names that no file can have
        raise CfggoError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def check_folder(folder: Path) -> None:
    """Raises OSError if no file can be written to a folder; call it before long work."""
    part = folder / f"{secrets.token_hex(4)}{PART_SUFFIX}"
    part.touch(exist_ok=False)
    part.unlink()


def sync_folder(folder: Path) -> None:
    """Writes the names of a folder's files to the disk, after one was added, renamed or removed.

    Windows can't, and does so by itself.
    """
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # from file systems that can't sync folders
            raise
    finally:
        os.close(descriptor)
