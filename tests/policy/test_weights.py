"""Weight files: what is written comes back, and whatever is damaged is refused in one line."""

from __future__ import annotations

import json
import os
import pickle
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cfggo.errors import CfggoError
from cfggo.policy.weights import (
    Model,
    Weights,
    load_model,
    load_weights,
    n_features_of,
    save_model,
)
from cfggo.resources import find_weights

if TYPE_CHECKING:
    from tests.conftest import RandomWeights


@pytest.mark.parametrize("name", ["", "exact", "hash8"])
def test_a_model_comes_back_as_it_was_saved(
    name: str, tmp_path: Path, random_weights: RandomWeights
) -> None:
    keys = np.array([3, 5, 2**63 + 1], dtype=np.uint64)
    tree = random_weights("tree", name, keys=keys)
    playout = random_weights("playout", name)
    playout.theta[::2] = 0.0
    games = np.array([1, 7, 2**32 - 1], dtype=np.uint32)
    about = {"games": 3, "note": "Go Seigen 呉清源"}
    path = tmp_path / "a.weights"
    save_model(path, Model({"tree": tree, "playout": playout}, games, about))

    model = load_model(path)
    assert list(model.policies) == ["tree", "playout"]
    assert (model.games == games).all()
    assert model.about == about
    for saved in (tree, playout):
        loaded = model.policies[saved.kind]
        assert (loaded.kind, loaded.labelling) == (saved.kind, name)
        assert loaded.theta.dtype == np.float32
        assert (loaded.theta == saved.theta).all()
        assert (loaded.keys == saved.keys).all()
        assert loaded.n_labels == saved.n_labels
    assert os.listdir(tmp_path) == ["a.weights"]


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    """Returns a weight file of a tree policy without paths that learnt a few weights."""
    path = tmp_path / "small.weights"
    tree = Weights("tree", "", np.zeros(n_features_of("tree", "", 2), dtype=np.float32))
    tree.keys = np.array([11, 12], dtype=np.uint64)
    tree.theta[[0, 5, -1]] = 1.5, -2.0, 0.25
    save_model(path, Model({"tree": tree}))
    return path


def refusal(path: Path) -> str:
    """Returns the error for a file that must be refused."""
    with pytest.raises(CfggoError) as info:
        load_model(path)
    message = str(info.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_a_flipped_byte_is_noticed_or_changes_nothing(small_file: Path) -> None:
    """Names, dates and permissions in the archive are the bytes that mean nothing to a reader."""
    whole = small_file.read_bytes()
    expected = load_model(small_file)
    noticed = 0
    for i in range(len(whole)):
        damaged = bytearray(whole)
        damaged[i] ^= 0xFF
        small_file.write_bytes(damaged)
        try:
            model = load_model(small_file)
        except CfggoError:
            noticed += 1
            continue
        tree = model.policies["tree"]
        assert (tree.theta == expected.policies["tree"].theta).all(), i
        assert (tree.keys == expected.policies["tree"].keys).all(), i
        assert model.about == expected.about
    assert noticed > 0.6 * len(whole)


def test_a_flipped_bit_in_the_archives_directory_is_noticed_or_changes_nothing(
    small_file: Path,
) -> None:
    """Among them are the bits that say that a member is encrypted."""
    whole = small_file.read_bytes()
    expected = load_model(small_file)
    for i in range(whole.index(b"PK\x01\x02"), len(whole)):
        damaged = bytearray(whole)
        damaged[i] ^= 1
        small_file.write_bytes(damaged)
        try:
            model = load_model(small_file)
        except CfggoError:
            continue
        assert (model.policies["tree"].theta == expected.policies["tree"].theta).all(), i


def test_a_truncated_file_is_refused(small_file: Path) -> None:
    whole = small_file.read_bytes()
    for length in [*range(0, len(whole), 37), len(whole) - 1]:
        small_file.write_bytes(whole[:length])
        assert "damaged" in refusal(small_file), length


@pytest.mark.parametrize("content", [b"", b"(;GM[1])", b"PK\x03\x04 and no more", bytes(5000)])
def test_a_file_of_another_kind_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.weights"
    path.write_bytes(content)
    assert "not a weight file" in refusal(path)


def test_a_bare_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "array.weights"
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    assert "not a weight file" in refusal(path)


def test_an_archive_of_other_arrays_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "arrays.weights"
    with path.open("wb") as file:
        np.savez(file, weights=np.zeros(3))
    assert "not a weight file" in refusal(path)


class Trap:
    """Would be executed on being unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return (os._exit, (1,))


def test_pickles_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "trap.weights"
    path.write_bytes(pickle.dumps(Trap()))
    assert "not a weight file" in refusal(path)
    with path.open("wb") as file:
        np.savez(file, header=np.array([Trap()], dtype=object))
    assert "not a weight file" in refusal(path)


def rewrite_header(path: Path, **changes: object) -> None:
    """Replaces values of a weight file's header."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = {**json.loads(arrays.pop("header").tobytes()), **changes}
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, header=text, **arrays)


def test_a_file_of_another_version_is_named(small_file: Path) -> None:
    rewrite_header(small_file, version=7)
    assert "version 7" in refusal(small_file)


def test_a_wrong_checksum_is_noticed(small_file: Path) -> None:
    rewrite_header(small_file, checksum="0" * 64)
    assert "checksum" in refusal(small_file)


def test_a_policy_or_labelling_of_the_future_is_refused(small_file: Path) -> None:
    rewrite_header(small_file, policies={"tree": {"labelling": "hash64", "groups": []}})
    assert "does not know" in refusal(small_file)
    rewrite_header(small_file, policies={"forest": {"labelling": "", "groups": []}})
    assert "does not know" in refusal(small_file)


def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert "can't read" in refusal(tmp_path / "none.weights")
    assert "can't read" in refusal(tmp_path)


def test_a_file_without_the_policy_asked_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.weights"
    weights = Weights("tree", "", np.ones(n_features_of("tree", ""), dtype=np.float32))
    save_model(path, Model({"tree": weights}))
    assert (load_weights(path, "tree").theta == 1.0).all()
    with pytest.raises(CfggoError, match="no playout policy, only tree"):
        load_weights(path, "playout")


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CfggoError, match="can't write"):
        save_model(tmp_path / "no" / "such" / "folder.weights", Model({}))


@pytest.mark.parametrize("name", ["baseline", "cfg", "extended"])
def test_shipped_weights_load_quickly(name: str) -> None:
    """In processor time, so that other programs do not count; the first try may read the disk."""
    seconds = []
    for _ in range(3):
        start = time.process_time()
        load_model(find_weights(name))
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.3
