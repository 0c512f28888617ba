"""Arrays in one file, with a header that says what they are.

The file is a NumPy archive, which is a zip of arrays, read without pickle.  One array, `header`, is
JSON: the format's name and version, a checksum of all the rest, and whatever the format says of
itself.  Weights, checkpoints and later models are such files.

Nothing in a file is trusted: what is read is no larger than the file allows, and whatever is wrong
with it ends in one line.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import math
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

import numpy as np

from cfggo.base.errors import CfggoError, naming
from cfggo.base.files import write_whole

_Content = TypeVar("_Content")

Validated = Callable[[dict[str, Any], dict[str, np.ndarray]], _Content]
"""Returns the content of an archive by its header's traits and its arrays, or raises
InvalidContent."""

_HEADER = "header"
_SUFFIX = ".npy"

_FORMAT_NAME = re.compile("cfggo [a-z ]{1,40}")
"""The names that formats may have; a file may call itself anything."""

_MAX_MEMBERS = 1000
_MAX_HEADER_BYTES = 2**20
_MAX_BYTES, _MAX_RATIO = 2**26, 20
"""An archive may unpack to this many bytes, and to this many times its own size beyond that."""


class InvalidContent(Exception):
    """An error in a header or in arrays, in a few words."""


@dataclass(frozen=True)
class ArchiveFormat:
    """A kind of file.

    Public attributes:
        name    -- what its header says it is, such as "cfggo weights"
        version -- the version that is written, and the only one that is read
        title   -- what messages call it, such as "weight file"
    """

    name: str
    version: int
    title: str


def write_archive(
    path: Path,
    kind: ArchiveFormat,
    traits: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
    compressed: bool = True,
) -> None:
    """Writes an archive; on return it is on the disk, in place of any older one.

    traits -- the header's entries besides format, version and checksum; JSON

    Raises CfggoError if the file can't be written.
    """
    plain = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    header = {"format": kind.name, "version": kind.version, **traits}
    header["checksum"] = _checksum(header, plain)
    text = json.dumps(header).encode()
    members = {_HEADER: np.frombuffer(text, dtype=np.uint8), **plain}
    save = np.savez_compressed if compressed else np.savez

    def write(file: BinaryIO) -> None:
        # The type says that it takes bool, for an option that older NumPy does not have.
        save(file, **members)  # type: ignore[arg-type]

    with naming(f"{path}: can't write the {kind.title}"):
        write_whole(path, write)


def write_valid_archive(
    path: Path,
    reader: tuple[ArchiveFormat, Validated[object]],
    traits: dict[str, Any],
    arrays: dict[str, np.ndarray],
) -> None:
    """Writes an archive as `write_archive` does, if its reader will take it.

    Raises CfggoError if the file can't be written, or if its content is not valid.
    """
    kind, validated = reader
    try:
        validated(traits, arrays)
    except InvalidContent as error:
        raise CfggoError(f"{path}: can't write the {kind.title}: {error}") from error
    write_archive(path, kind, traits, arrays)


def read_archive(path: Path, *readers: tuple[ArchiveFormat, Validated[_Content]]) -> _Content:
    """Returns the content of an archive of one of some formats.

    Raises CfggoError if the file can't be read, is damaged, is of another format or version, or if
    its content is not valid.  The first format's title is that of a file of none of them.
    """
    title = readers[0][0].title
    with naming(f"{path}: can't read the {title}"):
        arrays = _read(path)
    header = None if arrays is None else _parsed(arrays.pop(_HEADER, None))
    name = None if header is None else header.pop("format", None)
    found = [reader for reader in readers if reader[0].name == name]
    if arrays is None or header is None or not found:
        if isinstance(name, str) and _FORMAT_NAME.fullmatch(name):
            raise CfggoError(f'{path}: not a {title}, but a file of the kind "{name}"')
        raise CfggoError(f"{path}: not a {title}, or a damaged one")
    kind, validated = found[0]
    version = header.get("version")
    if type(version) is int and 0 <= version < 1000 and version != kind.version:
        raise CfggoError(
            f"{path}: {kind.title} of version {version}; this cfggo reads version {kind.version}"
        )
    checksum = header.pop("checksum", None)
    if checksum != _checksum({"format": kind.name, **header}, arrays) or version != kind.version:
        raise CfggoError(f"{path}: damaged {kind.title}: the checksum does not agree")
    del header["version"]
    try:
        return validated(header, arrays)
    except InvalidContent as error:
        raise CfggoError(f"{path}: not a valid {kind.title}: {error}") from error


def format_name(path: Path) -> str | None:
    """Returns the name of an archive's format, or None if the file can't be read or is none."""
    try:
        arrays = _read(path)
    except OSError:
        return None
    header = None if arrays is None else _parsed(arrays.get(_HEADER))
    name = None if header is None else header.get("format")
    return name if isinstance(name, str) else None


def check_names(what: str, found: Iterable[str], expected: Iterable[str]) -> None:
    """Raises InvalidContent unless these are the names.

    what -- what they name, such as "array"
    """
    found, expected = set(found), set(expected)
    for name in sorted(expected - found):
        raise InvalidContent(f"no {what} {name!r}")
    for name in sorted(found - expected):
        raise InvalidContent(f"unknown {what} {name[:40]!r}")


def check_array(
    name: str, array: np.ndarray, dtype: type[np.generic], shape: tuple[int | None, ...] = (None,)
) -> None:
    """Raises InvalidContent unless an array is of the type and the shape.

    shape -- length along each axis, or None for any
    """
    if array.dtype != dtype:
        raise InvalidContent(f"{name}: {array.dtype} instead of {np.dtype(dtype)}")
    if array.ndim != len(shape) or any(
        length not in (None, found) for length, found in zip(shape, array.shape, strict=True)
    ):
        wanted = tuple("any" if length is None else length for length in shape)
        raise InvalidContent(f"{name}: shape {array.shape} instead of {_shape_text(wanted)}")


def check_range(name: str, array: np.ndarray, low: float, high: float) -> None:
    """Raises InvalidContent if a number is below `low`, above `high`, or no number."""
    is_wrong = ~((array >= low) & (array <= high))
    if is_wrong.any():
        value = array[is_wrong][0]
        raise InvalidContent(f"{name}: {value} is not between {low:.6g} and {high:.6g}")


def check_ascending(name: str, array: np.ndarray, strictly: bool = True) -> None:
    """Raises InvalidContent unless the numbers of an array ascend, none twice if `strictly`."""
    falls = array[1:] <= array[:-1] if strictly else array[1:] < array[:-1]
    if falls.any():
        raise InvalidContent(f"{name}: not in ascending order")


def check_origin(about: Any, **digests: np.ndarray) -> None:
    """Raises InvalidContent unless this says how a model was learnt, and from what.

    about   -- a header's trait: an object that tells people how the model was learnt
    digests -- uint32[], ascending: the first four bytes of the digests of games or problems
    """
    if not isinstance(about, dict):
        raise InvalidContent("what it says about itself is no object")
    for name, array in digests.items():
        check_array(name, array, np.uint32)
        check_ascending(name, array, strictly=False)


def _shape_text(shape: tuple[int | str, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _read(path: Path) -> dict[str, np.ndarray] | None:
    """Returns the arrays of an archive by name, or None if the file is no archive.

    Raises OSError if the file can't be read.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # a pipe would make the reader wait
        raise OSError(errno.EINVAL, "not a regular file")
    with path.open("rb") as file:
        try:
            return _arrays_of(file, _MAX_BYTES + _MAX_RATIO * status.st_size)
        except OSError as error:
            if error.errno != errno.EINVAL:  # which means a place outside the file
                raise
        except Exception:
            # The readers raise a dozen kinds of errors for a file that is no archive, and don't
            # document which.
            pass
    return None


def _arrays_of(file: BinaryIO, max_bytes: int) -> dict[str, np.ndarray]:
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        sizes = [member.file_size for member in members]
        if len(members) > _MAX_MEMBERS or sum(sizes) > max_bytes:
            _refuse("too large for its file")
        arrays = {}
        for member in members:
            name = member.filename.removesuffix(_SUFFIX)
            if name == member.filename or name in arrays:
                _refuse("no archive of arrays")
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                _refuse("compressed as NumPy never does it")
            if name == _HEADER and member.file_size > _MAX_HEADER_BYTES:
                _refuse("too large a header")
            with archive.open(member) as packed:
                # Without a number of bytes, zipfile unpacks more than the member is said to have.
                arrays[name] = _array_of(packed.read(member.file_size))
    return arrays


def _array_of(data: bytes) -> np.ndarray:
    """Returns the array of numbers in a file of NumPy's format; it is as large as the file."""
    file = io.BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        _refuse("of another version of NumPy's format than it writes for numbers")
    shape, is_transposed, dtype = np.lib.format.read_array_header_1_0(file)
    if is_transposed or dtype.kind not in "biuf" or dtype.itemsize > 8 or not dtype.isnative:
        _refuse("not a plain array of numbers")
    if math.prod(shape) * dtype.itemsize != len(data) - file.tell():
        _refuse("an array that is longer or shorter than it says")
    return np.frombuffer(data, dtype, offset=file.tell()).reshape(shape).copy()


def _refuse(reason: str) -> NoReturn:
    raise ValueError(reason)


def _parsed(text: np.ndarray | None) -> dict[str, Any] | None:
    """Returns the object in a header's JSON, or None if there is none."""
    if text is None or text.dtype != np.uint8:
        return None
    try:
        header = json.loads(text.tobytes(), parse_constant=_refuse)
        json.dumps(header, allow_nan=False)  # raises for a number such as 1e999, read as infinity
    except (RecursionError, ValueError):
        return None
    return header if isinstance(header, dict) else None


def _checksum(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> str:
    """Returns a digest of the header, without its checksum, and of all arrays."""
    digest = hashlib.sha256(json.dumps(header, sort_keys=True, allow_nan=False).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name!r} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
