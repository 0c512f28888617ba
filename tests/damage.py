"""Hypothesis strategies for damage: to bytes, to values of JSON, and to archives of arrays."""

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from cfggo.base.array_archive import ArchiveFormat, read_archive, write_archive

_TOKENS = (
    *(b"(;", b")", b"[", b"]", b"\\", b";", b"B[]", b"W[tt]", b"AB[aa:ss]", b"AE[aa]", b"PL[W]"),
    *(b"SZ[1]", b"SZ[19:18]", b"SZ[" + b"9" * 20 + b"]", b"HA[-3]", b"HA[1e400]", b"KM[nan]"),
    *(b"CA[utf-16]", b"CA[rot13]", b"GM[2]", b"AW[zz]", b"(" * 2000, b"[" * 2000, b"a." * 200),
    *(b"nan", b"-inf", b"1e999", b"-1", b"0", b"9" * 400, b"true", b'"', b"'''", b"{}", b"[[a]]"),
    *(b"1979-05-27", b"= =", b"\n", b"\r\n", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\\ud800"),
)
"""What is put into files; some of it means something in SGF or TOML, and some of it is too much."""

_LENGTHS = st.sampled_from((0, 1, 4, 30, 10**6))


@st.composite
def damaged(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """Draws one of some texts with one to four places changed, cut out, repeated or cut off."""
    data = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        other = draw(st.sampled_from(samples))
        start = draw(st.integers(0, len(other)))
        piece = other[start : start + min(draw(_LENGTHS), 1000)]
        new = draw(
            st.sampled_from((piece, piece * 3)) | st.sampled_from(_TOKENS) | st.binary(max_size=4)
        )
        data = data[:at] + new + data[at + draw(_LENGTHS) :]
    return data


_NUMBERS = (0, 1, -1, 7, 2**15, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**64 - 1, 10**30)
_FLOATS = (0.5, -0.0, 13.0, 150.0, -150.0, 6e4, 1e30, float("inf"), float("-inf"), float("nan"))
_VALUES: tuple[Any, ...] = (
    None, True, "", "tree", "no such", "\ud800", [], {}, [[]], {"a": 1}, *_NUMBERS, *_FLOATS,
)  # fmt: skip


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """Draws a value of JSON with another one somewhere in it, or without a part of it."""
    if isinstance(value, dict) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(value)))
        rest = {name: each for name, each in value.items() if name != key}
        match draw(st.integers(0, 5)):
            case 0:
                return rest
            case 1:
                return rest | {draw(st.sampled_from(("", "tree", "playout", "x"))): value[key]}
        return rest | {key: draw(changed(value[key]))}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(changed(value[at])), *value[at + draw(st.integers(0, 1)) :]]
    if isinstance(value, int | float) and draw(st.booleans()):
        return draw(st.sampled_from((value + 1, value - 1, -value, value * 2, str(value))))
    return draw(st.sampled_from(_VALUES))


_TYPES = ("?", "i1", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "S3", "U2", ">f4", "M8[s]")


@st.composite
def changed_array(draw: st.DrawFn, array: np.ndarray) -> np.ndarray:
    """Draws an array with other numbers, or of another length, shape or type."""
    array = np.array(array)
    with np.errstate(all="ignore"):
        match draw(st.integers(0, 8)):
            case 0 if array.ndim:
                return array[: draw(st.integers(0, len(array)))]
            case 1 if array.ndim:
                return np.concatenate([array, array])
            case 2:
                return array[..., np.newaxis]
            case 3:
                return array.astype(draw(st.sampled_from(_TYPES)))
            case 4:
                return np.flip(array)
        if array.size:
            places = st.lists(st.integers(0, array.size - 1), min_size=1, max_size=4)
            array.flat[draw(places)] = draw(_numbers(array.dtype))
    return array


@st.composite
def _numbers(draw: st.DrawFn, dtype: np.dtype) -> Any:
    if dtype.kind in "iu":
        number = draw(st.sampled_from(_NUMBERS)) % 2**64
        return np.array(number, dtype=np.uint64).astype(dtype)
    return float(draw(st.sampled_from(_FLOATS)))


@st.composite
def forged(draw: st.DrawFn, path: Path, kind: ArchiveFormat) -> bytes:
    """Draws an archive with some of its content changed and a checksum that agrees, or damaged."""
    if not draw(st.integers(0, 3)):
        return draw(damaged([path.read_bytes()]))
    content: tuple[Mapping[str, Any], Mapping[str, np.ndarray]]
    content = read_archive(path, (kind, lambda *content: content))
    header, arrays = copy.deepcopy(dict(content[0])), dict(content[1])
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(arrays)))
        match draw(st.integers(0, 7)):
            case 0:
                del arrays[name]
                assume(arrays)
            case 1:
                arrays[draw(st.sampled_from(("", "x", "tree.x", "a/b")))] = np.arange(3)
            case 2:
                arrays[name] = arrays[draw(st.sampled_from(sorted(arrays)))]
            case 3 | 4:
                found = draw(changed(header))
                header = found if isinstance(found, dict) else header
            case _:
                arrays[name] = draw(changed_array(arrays[name]))
    made = path.with_name("forged")
    try:
        write_archive(made, kind, header, arrays, compressed=False)
    except ValueError:  # a header that can't be written
        assume(False)
    return made.read_bytes()


def as_line(value: Any) -> bytes:
    """Returns a value of JSON as a line without its end."""
    return json.dumps(value).encode()
