"""Archives of arrays: what is written comes back, and no file, however made, does harm."""

import io
import json
import os
import pickle
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy import float64

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_ascending,
    check_names,
    check_range,
    read_archive,
    write_archive,
)
from cfggo.base.errors import CfggoError

BOXES = ArchiveFormat("cfggo boxes", 3, "box file")

ARRAYS: dict[str, np.ndarray] = {
    "a": np.array([3, 5], dtype=np.uint32),
    "b.c": np.array([[0.5, -1.0, 2.0]], dtype=np.float16),
    "empty": np.zeros(0, dtype=np.uint64),
    "yes": np.array(True),
}
TRAITS = {"about": {"note": "Go Seigen 呉清源", "figures": [1, 2.5, None, True]}}


def content(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    return read_archive(path, (BOXES, lambda traits, arrays: (traits, arrays)))


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    path = tmp_path / "some.boxes"
    write_archive(path, BOXES, TRAITS, ARRAYS)
    return path


@pytest.mark.parametrize("compressed", [True, False])
def test_what_is_written_comes_back(compressed: bool, tmp_path: Path) -> None:
    path = tmp_path / "some.boxes"
    write_archive(path, BOXES, TRAITS, ARRAYS, compressed)
    traits, arrays = content(path)
    assert traits == TRAITS
    assert list(arrays) == list(ARRAYS)
    for name, array in arrays.items():
        assert array.dtype == ARRAYS[name].dtype
        assert array.tolist() == ARRAYS[name].reshape(array.shape).tolist()
        array[...] = 0  # it is the reader's own
    assert os.listdir(tmp_path) == ["some.boxes"]


def test_numpy_reads_the_arrays_too(boxes: Path) -> None:
    with np.load(boxes) as archive:
        assert archive["a"].tolist() == [3, 5]
        assert json.loads(archive["header"].tobytes())["format"] == "cfggo boxes"


def test_arrays_of_any_layout_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "some.boxes"
    table = np.arange(12.0).reshape(3, 4)
    write_archive(path, BOXES, {}, {"turned": table.T, "some": table[::2, 1]})
    arrays = content(path)[1]
    assert arrays["turned"].tolist() == table.T.tolist()
    assert arrays["some"].tolist() == [1.0, 9.0]


def test_an_archive_is_on_the_disk_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_mode))
    write_archive(tmp_path / "some.boxes", BOXES, TRAITS, ARRAYS)
    assert [stat.S_ISDIR(mode) for mode in synced] == [False, True]


def test_what_can_not_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such.boxes"
    with pytest.raises(CfggoError, match=r"such\.boxes: can't write the box file: No such file"):
        write_archive(path, BOXES, {}, {})


def refusal(path: Path) -> str:
    """Returns the error for a file that must be refused, one line with its name."""
    with pytest.raises(CfggoError) as info:
        content(path)
    message = str(info.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def npy(array: np.ndarray) -> bytes:
    """Returns an array in NumPy's format."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def as_header(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return npy(np.frombuffer(data, dtype=np.uint8))


def npy_that_says(text: str, data: bytes = b"") -> bytes:
    """Returns what claims to be an array in NumPy's format."""
    line = text.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line + data


def rebuilt(path: Path, changes: dict[str, bytes | None], **options: Any) -> None:
    """Writes an archive anew with other members, None for none."""
    with zipfile.ZipFile(path) as archive:
        members: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, data in (members | changes).items():
            if data is not None:
                archive.writestr(name, data)


class Trap:
    """Would be executed on being unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return (os._exit, (1,))


HEADER = {"format": "cfggo boxes", "version": 3, "checksum": "0" * 64}

MEMBERS: dict[str, dict[str, bytes | None]] = {
    "no header": {"header.npy": None},
    "header is no JSON": {"header.npy": as_header("format: cfggo boxes")},
    "header is no UTF-8": {"header.npy": as_header(b"\xff\xfe\xff")},
    "header is a list": {"header.npy": as_header("[1, 2]")},
    "header is deep": {"header.npy": as_header("[" * 100_000)},
    "header is deep inside": {
        "header.npy": as_header(
            json.dumps(HEADER)[:-1] + ', "deep": ' + '{"a":' * 50_000 + "1" + "}" * 50_001
        )
    },
    "header has NaN": {"header.npy": as_header(json.dumps({**HEADER, "x": float("nan")}))},
    "header has infinity": {"header.npy": as_header(json.dumps(HEADER)[:-1] + ', "x": 1e999}')},
    "header has a long number": {
        "header.npy": as_header('{"format": "cfggo boxes", "version": ' + "9" * 5000 + "}")
    },
    "header is no text": {"header.npy": npy(np.zeros(9))},
    "version is no number": {"header.npy": as_header(json.dumps({**HEADER, "version": "3\n"}))},
    "version is true": {"header.npy": as_header(json.dumps({**HEADER, "version": True}))},
    "no version": {"header.npy": as_header('{"format": "cfggo boxes"}')},
    "no checksum": {"header.npy": as_header('{"format": "cfggo boxes", "version": 3}')},
    "pickled": {"a.npy": npy(np.array([Trap()], dtype=object))},
    "pickled header": {"header.npy": npy(np.array([Trap()], dtype=object))},
    "texts": {"a.npy": npy(np.array(["word"]))},
    "records": {"a.npy": npy(np.zeros(2, dtype=[("x", "i4")]))},
    "other byte order": {"a.npy": npy(np.zeros(2, dtype=">i4"))},
    "long doubles": {"a.npy": npy(np.zeros(2, dtype=np.longdouble))},
    "no array": {"a.npy": b"some text"},
    "no data": {"a.npy": b""},
    "not in NumPy's format": {"a": b"text"},
    "too long": {
        "a.npy": npy_that_says(
            "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }", b"x" * 9
        )
    },
    "terabytes": {
        "a.npy": npy_that_says(
            "{'descr': '<u4', 'fortran_order': False, 'shape': (999999999999, 99999), }"
        )
    },
    "negative": {
        "a.npy": npy_that_says("{'descr': '<u4', 'fortran_order': False, 'shape': (-2,), }")
    },
    "Python": {
        "a.npy": npy_that_says("{'descr': '<u4', 'fortran_order': False, 'shape': (2**99,), }")
    },
    "one array more": {"more.npy": npy(np.zeros(1))},
    "one array less": {"a.npy": None},
    "another number": {"a.npy": npy(np.array([3, 6], dtype=np.uint32))},
    "another type": {"a.npy": npy(np.array([3, 5], dtype=np.int32))},
    "another shape": {"b.c.npy": npy(np.array([0.5, -1.0, 2.0], dtype=np.float16))},
}


@pytest.mark.parametrize("name", MEMBERS)
def test_members_that_are_not_what_they_should_be(name: str, boxes: Path) -> None:
    rebuilt(boxes, MEMBERS[name])
    assert "damaged" in refusal(boxes)


def test_the_header_takes_part_in_the_checksum(boxes: Path) -> None:
    with np.load(boxes) as archive:
        header = json.loads(archive["header"].tobytes())
    header["about"]["figures"][0] = 2
    rebuilt(boxes, {"header.npy": as_header(json.dumps(header))})
    assert "the checksum does not agree" in refusal(boxes)


def test_another_version_is_named(boxes: Path) -> None:
    rebuilt(boxes, {"header.npy": as_header(json.dumps({**HEADER, "version": 2}))})
    assert refusal(boxes).endswith(": box file of version 2; this cfggo reads version 3")


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_compression_that_numpy_does_not_use_is_refused(method: int, boxes: Path) -> None:
    rebuilt(boxes, {}, compression=method)
    assert "damaged" in refusal(boxes)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_array_given_twice_is_refused(boxes: Path) -> None:
    with zipfile.ZipFile(boxes, "a") as archive:
        archive.writestr("a.npy", npy(np.array([3, 5], dtype=np.uint32)))
    assert "damaged" in refusal(boxes)


def test_what_unpacks_to_more_than_the_file_allows_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.boxes"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("a.npy", "w") as member,
    ):
        for _ in range(80):
            member.write(bytes(2**20))
    assert path.stat().st_size < 2**20
    tracemalloc.start()
    try:
        assert "damaged" in refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("claimed", [100, 2**31])
def test_sizes_in_the_directory_are_not_trusted(claimed: int, tmp_path: Path) -> None:
    """The directory says less, or more, than what is there."""
    path = tmp_path / "bomb.boxes"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", bytes(2**25))
    data = path.read_bytes().replace((2**25).to_bytes(4, "little"), claimed.to_bytes(4, "little"))
    path.write_bytes(data)
    tracemalloc.start()
    try:
        assert "damaged" in refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


def test_many_members_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.boxes"
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(1001):
            archive.writestr(f"{i}.npy", b"")
    assert "damaged" in refusal(path)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"(;GM[1])", b"PK\x03\x04 and no more", bytes(5000), pickle.dumps(Trap()),
        npy(ARRAYS["a"]),
    ],
)  # fmt: skip
def test_files_of_other_kinds_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.boxes"
    path.write_bytes(data)
    assert refusal(path) == f"{path}: not a box file, or a damaged one"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cfggo crates", ', but a file of the kind "cfggo crates"'),
        ("cfggo\n", ", or a damaged one"),
        ("cfggo " + "c" * 41, ", or a damaged one"),
        ("boxes", ", or a damaged one"),
    ],
)
def test_files_of_other_formats_are_refused_by_name(name: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "other.boxes"
    write_archive(path, ArchiveFormat(name, 3, "crate file"), TRAITS, ARRAYS)
    assert refusal(path) == f"{path}: not a box file{words}"


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    assert "can't read the box file: No such file" in refusal(tmp_path / "none")
    assert "can't read the box file: not a regular file" in refusal(tmp_path)
    assert "can't read the box file: not a regular file" in refusal(Path("/dev/zero"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "can't read the box file: not a regular file" in refusal(pipe)


def test_no_byte_can_change_unnoticed(boxes: Path) -> None:
    """Names, dates and permissions in the archive are the bytes that mean nothing to a reader."""
    whole = boxes.read_bytes()
    noticed = 0
    for i in range(len(whole)):
        damaged = bytearray(whole)
        damaged[i] ^= 0x01 if i % 2 else 0xFF
        boxes.write_bytes(damaged)
        try:
            traits, arrays = content(boxes)
        except CfggoError:
            noticed += 1
            continue
        assert traits == TRAITS, i
        assert arrays["a"].tolist() == [3, 5], i
    assert noticed > 0.6 * len(whole)


def test_a_truncated_file_is_refused(boxes: Path) -> None:
    whole = boxes.read_bytes()
    for length in [*range(0, len(whole), 37), len(whole) - 1]:
        boxes.write_bytes(whole[:length])
        assert "damaged" in refusal(boxes), length


def test_what_a_format_does_not_allow_is_said_with_the_files_name(boxes: Path) -> None:
    def validated(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        raise InvalidContent("a: too many boxes")

    with pytest.raises(CfggoError, match=r"some\.boxes: not a valid box file: a: too many boxes"):
        read_archive(boxes, (BOXES, validated))


@pytest.mark.parametrize(
    ("check", "arguments", "message"),
    [
        (check_names, ("array", ["a"], ["a", "b"]), "no array 'b'"),
        (check_names, ("array", ["a", "b"], ["a"]), "unknown array 'b'"),
        (check_array, ("a", np.zeros(2), np.float32), "a: float64 instead of float32"),
        (check_array, ("a", np.zeros((2, 1)), float64), r"a: shape \(2, 1\) instead of \(any,\)"),
        (check_array, ("a", np.zeros(2), float64, (3,)), r"a: shape \(2,\) instead of \(3,\)"),
        (check_range, ("a", np.array([1.0, np.nan]), -9, 9), "a: nan is not between -9 and 9"),
        (check_range, ("a", np.array([1.0, -np.inf]), -9, 9), "a: -inf is not between"),
        (check_range, ("a", np.array([10.0]), -9, 9), "a: 10.0 is not between"),
        (check_ascending, ("a", np.array([1, 1])), "a: not in ascending order"),
        (check_ascending, ("a", np.array([2, 1]), False), "a: not in ascending"),
    ],
)
def test_checks(check: Callable[..., None], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InvalidContent, match=message):
        check(*arguments)


def test_checks_let_by_what_is_right() -> None:
    numbers = np.array([1, 1, 2], dtype=np.uint64)
    check_array("a", numbers, np.uint64)
    check_range("a", numbers, 1, 2)
    check_range("a", np.zeros(0), 1, 2)
    check_ascending("a", numbers, strictly=False)
    check_ascending("a", np.zeros(0))
