"""Weight files: what is written comes back, and whatever is not valid is refused in one line."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.array_archive import write_archive
from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.features.catalogue import PLAYOUT_PATHS
from cfggo.models.bradley_terry.weights import FORMAT, Model, Weights, n_features_of, save_model
from cfggo.models.registry import load_model, load_weights
from tests.conftest import RandomWeights

Content = tuple[dict[str, Any], dict[str, np.ndarray]]


@pytest.mark.parametrize("name", ["", "exact", "hash8"])
def test_a_model_comes_back_as_it_was_saved(
    name: str, tmp_path: Path, random_weights: RandomWeights
) -> None:
    keys = np.array([3, 5, 2**63 + 1], dtype=np.uint64)
    tree = random_weights("tree", name, keys=keys)
    playout = random_weights("playout", name)
    playout.theta[::2] = 0.0
    games = np.array([1, 7, 2**32 - 1], dtype=np.uint32)
    about = {"games": 3, "note": "Go Seigen 呉清源", "tree_features": ("shapes", "border")}
    path = tmp_path / "a.weights"
    save_model(path, Model({"tree": tree, "playout": playout}, games, about))

    model = load_model(path)
    assert list(model.policies) == ["tree", "playout"]
    assert (model.games == games).all()
    assert model.about == {**about, "tree_features": ["shapes", "border"]}
    for saved in (tree, playout):
        loaded = model.policies[saved.kind]
        assert (loaded.kind, loaded.labelling) == (saved.kind, name)
        assert loaded.groups == saved.groups
        assert loaded.theta.dtype == np.float32
        assert (loaded.theta == saved.theta).all()
        assert (loaded.keys == saved.keys).all()
        assert loaded.n_labels == saved.n_labels
    assert os.listdir(tmp_path) == ["a.weights"]


def valid_content() -> Content:
    """Returns traits and arrays of a weight file of both policies."""
    traits: dict[str, Any] = {
        "policies": {
            "tree": {"labelling": "exact", "groups": ["shapes", "border"]},
            "playout": {"labelling": "", "groups": []},
        },
        "about": {},
    }
    arrays: dict[str, np.ndarray] = {
        "games": np.array([5, 5, 9], dtype=np.uint32),
        "tree.numbers": np.array([0, 5, 400], dtype=np.uint32),
        "tree.theta": np.array([1.5, -2.0, 10.0], dtype=np.float16),
        "tree.keys": np.array([11, 2**60], dtype=np.uint64),
        "tree.key_theta": np.array([0.25, 0.0], dtype=np.float16),
        "playout.numbers": np.array([7, 9], dtype=np.uint32),
        "playout.theta": np.array([0.5, -10.0], dtype=np.float16),
        "playout.keys": np.zeros(0, dtype=np.uint64),
        "playout.key_theta": np.zeros(0, dtype=np.float16),
    }
    return traits, arrays


def written(path: Path, traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Path:
    """Writes a weight file, whatever is in it, with a right checksum."""
    write_archive(path, FORMAT, traits, arrays)
    return path


def refusal(path: Path) -> str:
    """Returns the error for a file that must be refused, one line with its name."""
    with pytest.raises(CfggoError) as info:
        load_model(path)
    message = str(info.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def without(name: str) -> Callable[[Content], None]:
    return lambda content: content[1].__delitem__(name) if "." in name else content[0].pop(name)


def with_array(name: str, values: list[float], dtype: type) -> Callable[[Content], None]:
    return lambda content: content[1].__setitem__(name, np.array(values, dtype=dtype))


def with_table(name: str) -> Callable[[Content], None]:
    return lambda content: content[1].__setitem__(name, content[1][name][:, None])


def with_trait(kind: str, name: str, value: object) -> Callable[[Content], None]:
    return lambda content: content[0]["policies"][kind].__setitem__(name, value)


def with_keys(keys: np.ndarray) -> Callable[[Content], None]:
    return lambda content: content[1].update(
        {"tree.keys": keys, "tree.key_theta": np.zeros(len(keys), dtype=np.float16)}
    )


def keys_that_collide() -> np.ndarray:
    """Returns keys that all belong to one place of their table."""
    high = np.arange(1, 3001, dtype=np.uint64)
    return high << np.uint64(32) | high


def with_paths(theta: float) -> Callable[[Content], None]:
    """Returns a change that gives all paths of the playout policy that weight."""

    def change(content: Content) -> None:
        content[0]["policies"]["playout"]["labelling"] = "exact"
        n = n_features_of("playout", "exact")
        numbers = np.arange(PLAYOUT_PATHS, n, dtype=np.uint32)
        content[1]["playout.numbers"] = numbers
        content[1]["playout.theta"] = np.full(len(numbers), theta, dtype=np.float16)

    return change


MALFORMED = {
    "no policies": (without("policies"), "no trait 'policies'"),
    "policies are a list": (lambda c: c[0].update(policies=["tree"]), "no policies"),
    "none of the policies": (lambda c: c[0].update(policies={}), "no policies"),
    "traits are a text": (lambda c: c[0]["policies"].update(tree="x"), "tree: its traits are no"),
    "no labelling": (lambda c: c[0]["policies"]["tree"].pop("labelling"), "no trait of the tree"),
    "labelling of the future": (with_trait("tree", "labelling", "hash64"), "does not know"),
    "labelling is a list": (with_trait("tree", "labelling", ["exact"]), "does not know"),
    "groups are a text": (with_trait("tree", "groups", "shapes"), "does not know"),
    "group of the future": (with_trait("tree", "groups", ["shapes", "dreams"]), "does not know"),
    "groups are lists": (with_trait("tree", "groups", [["shapes"]]), "does not know"),
    "trait of the future": (with_trait("tree", "tempo", 1), "unknown trait of the tree policy"),
    "policy of the future": (lambda c: c[0]["policies"].update(forest={}), "'forest'"),
    "no about": (without("about"), "no trait 'about'"),
    "about is a list": (lambda c: c[0].update(about=[]), "is no object"),
    "no games": (lambda c: c[1].pop("games"), "no array 'games'"),
    "games fall": (with_array("games", [3, 2], np.uint32), "games: not in ascending order"),
    "games are negative": (with_array("games", [-3, 2], np.int32), "games: int32 instead of"),
    "no numbers": (without("tree.numbers"), "no array 'tree.numbers'"),
    "no weights": (without("playout.theta"), "no array 'playout.theta'"),
    "no keys": (without("tree.keys"), "no array 'tree.keys'"),
    "one array more": (with_array("tree.more", [1], np.uint32), "unknown array 'tree.more'"),
    "numbers are signed": (with_array("tree.numbers", [-1, 5, 9], np.int32), "int32 instead of"),
    "numbers are fractions": (with_array("tree.numbers", [0, 5, 9], np.float32), "float32 instead"),
    "numbers fall": (with_array("tree.numbers", [0, 9, 5], np.uint32), "not in ascending order"),
    "a number twice": (with_array("tree.numbers", [0, 5, 5], np.uint32), "not in ascending order"),
    "a number too high": (with_array("tree.numbers", [0, 5, 2**31], np.uint32), "8 is not between"),
    "a key's number": (
        with_array("tree.numbers", [0, 5, n_features_of("tree", "exact")], np.uint32),
        f"{n_features_of('tree', 'exact')} is not between",
    ),
    "weights are double": (with_array("tree.theta", [0, 1, 2], np.float64), "float64 instead of"),
    "a weight too few": (with_array("tree.theta", [0, 1], np.float16), "(2,) instead of (3,)"),
    "weights in a table": (with_table("tree.theta"), "tree.theta: shape (3, 1) instead of"),
    "NaN": (with_array("playout.theta", [np.nan, 1], np.float16), "playout.theta: nan is not"),
    "infinity": (with_array("playout.theta", [1, np.inf], np.float16), "playout.theta: inf is not"),
    "less than all": (with_array("tree.theta", [1, -np.inf, 0], np.float16), "-inf is not between"),
    "150": (with_array("playout.theta", [150, 0], np.float16), "150.0 is not between -10 and 10"),
    "-150": (with_array("tree.key_theta", [0, -150], np.float16), "tree.key_theta: -150.0 is not"),
    "keys fall": (with_array("tree.keys", [9, 8], np.uint64), "tree.keys: not in ascending order"),
    "a key twice": (with_array("tree.keys", [9, 9], np.uint64), "tree.keys: not in ascending"),
    "a key of 0": (with_array("tree.keys", [0, 9], np.uint64), "tree.keys: 0 is no key"),
    "a key too many": (with_array("tree.keys", [7, 8, 9], np.uint64), "shape (2,) instead of (3,)"),
    "keys are signed": (with_array("tree.keys", [7, 8], np.int64), "tree.keys: int64 instead of"),
    "keys of playouts": (with_array("playout.keys", [7], np.uint64), "only tree policies have"),
    "keys that collide": (with_keys(keys_that_collide()), "they are no hashes"),
    "heavy paths": (with_paths(10.0), "the paths of one move add up to too much"),
    "light paths": (with_paths(-10.0), "the paths of one move add up to too much"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_file_with_a_right_checksum_and_anything_wrong_is_refused(
    name: str, tmp_path: Path
) -> None:
    content = valid_content()
    change, reason = MALFORMED[name]
    change(content)
    message = refusal(written(tmp_path / "made.weights", *content))
    assert message.startswith(f"{tmp_path}/made.weights: not a valid weight file: ")
    assert reason in message


def test_the_file_that_they_were_made_from_is_read(tmp_path: Path) -> None:
    model = load_model(written(tmp_path / "made.weights", *valid_content()))
    tree, playout = model.policies["tree"].theta, model.policies["playout"].theta
    assert np.flatnonzero(tree).tolist() == [0, 5, 400, len(tree) - 2]
    assert tree[[0, 5, 400, -2]].tolist() == [1.5, -2.0, 10.0, 0.25]
    assert playout[[7, 9]].tolist() == [0.5, -10.0]


def test_an_older_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "old.weights"
    header = np.frombuffer(b'{"format": "cfggo weights", "version": 3}', dtype=np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, header=header, games=np.zeros(0, dtype=np.uint32))
    assert refusal(path) == f"{path}: weight file of version 3; this cfggo reads version 4"


def test_a_changed_header_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path / "made.weights", *valid_content())
    data = path.read_bytes()
    with np.load(path) as archive:
        members = {name: archive[name] for name in archive.files}
    text = members["header"].tobytes().replace(b'"border"', b'"ladder"')
    members["header"] = np.frombuffer(text, dtype=np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, **members)
    assert path.read_bytes() != data
    assert "checksum" in refusal(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.weights"
    path.write_bytes(b"(;GM[1])")
    assert refusal(path) == f"{path}: not a weight file, or a damaged one"
    assert "can't read the weight file: No such file" in refusal(tmp_path / "none.weights")
    assert "can't read the weight file: not a regular file" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"), [("territory", "cfggo territory field"), ("tsumego", "cfggo local moves")]
)
def test_shipped_weights_that_hold_no_policy_are_refused_by_what_they_are(
    name: str, kind: str
) -> None:
    path = find_weights(name)
    assert refusal(path) == f'{path}: not a weight file, but a file of the kind "{kind}"'


def test_a_file_without_the_policy_asked_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.weights"
    weights = Weights("tree", "", np.ones(n_features_of("tree", ""), dtype=np.float32))
    save_model(path, Model({"tree": weights}))
    assert (load_weights(path, "tree").theta == 1.0).all()
    with pytest.raises(CfggoError, match="no playout policy, only tree"):
        load_weights(path, "playout")


def test_what_can_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    weights = Weights("tree", "", np.ones(n_features_of("tree", ""), dtype=np.float32))
    path = tmp_path / "tree.weights"
    save_model(path, Model({"tree": weights}))
    before = path.read_bytes()
    weights.theta[3] = np.nan
    with pytest.raises(CfggoError, match=r"can't write the weight file: tree\.theta: nan"):
        save_model(path, Model({"tree": weights}))
    assert path.read_bytes() == before
    weights.theta[3] = 0.0
    with pytest.raises(CfggoError, match="can't write the weight file: No such file"):
        save_model(tmp_path / "no" / "such" / "folder.weights", Model({"tree": weights}))
