"""Weights of Bradley-Terry models, and the files that hold them.

A feature's weight is theta = ln(gamma).  A file holds a model: a tree policy, a playout policy, or
both.  It is an archive (`cfggo.base.array_archive`) of the learnt weights only.  Its header has

    policies  for each KIND: labelling of the paths, groups of a tree policy's features
    about     how it was learnt, for people

and its arrays are

    games           uint32[]  first four bytes of the digests of the games learnt from, ascending
    KIND.numbers    uint32[]  learnt features without keys, ascending (`features.catalogue`)
    KIND.theta      float16[] their weights
    KIND.keys       uint64[]  learnt features with keys, ascending (`features.lookups`)
    KIND.key_theta  float16[] their weights

with KIND "tree" or "playout".  A tree policy with boosted trees says `boosted` among its traits,
and has tree.boost.NAME, too (`cfggo.models.bradley_terry.boosted_trees`).
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_ascending,
    check_names,
    check_origin,
    check_range,
    write_valid_archive,
)
from cfggo.features import key_table
from cfggo.features.catalogue import COULOM_GROUPS, TREE_GROUPS, runs_of
from cfggo.graph.labels import LABELLINGS, labelling
from cfggo.models.bradley_terry.boosted_trees import ARRAYS as TREE_ARRAYS
from cfggo.models.bradley_terry.boosted_trees import (
    BoostedTrees,
    arrays_of,
    no_trees,
    validated_trees,
)
from cfggo.models.bradley_terry.path_limits import fit_playouts

FORMAT = ArchiveFormat("cfggo weights", 4, "weight file")
POLICY_KINDS = ("tree", "playout")

MAX_THETA = 10.0
"""Weights are between plus and minus this."""

_POLICY_ARRAYS = ("numbers", "theta", "keys", "key_theta")


def _no_keys() -> np.ndarray:
    return np.zeros(0, dtype=np.uint64)


@dataclass
class Weights:
    """The weights of one policy.

    Public attributes:
        kind       -- "tree" or "playout"
        labelling  -- name of the labelling of the path features, or "" for a policy without them
        theta      -- float32[]: weight of every feature, those with keys last; 0 where nothing was
                      learnt
        keys       -- uint64[]: keys of the learnt features that have one, ascending
        groups     -- names of a tree policy's groups of features, without the paths
        trees      -- BoostedTrees that add to the thetas of a tree policy's best moves; any number,
                      also none
    """

    kind: str
    labelling: str
    theta: np.ndarray
    keys: np.ndarray = field(default_factory=_no_keys)
    groups: tuple[str, ...] = COULOM_GROUPS
    trees: BoostedTrees = field(default_factory=no_trees)

    @property
    def n_labels(self) -> int:
        """Number of labels of the labelling; 0 for a policy without path features."""
        return n_labels_of(self.labelling)

    @property
    def checksums(self) -> list[int]:
        """Of the keys and of the theta, by which a run knows the weights that it starts from."""
        return [zlib.crc32(array.tobytes()) for array in (self.keys, self.theta)]


@dataclass
class Model:
    """The result of one training run.

    Public attributes:
      policies -- dict: "tree" -> a tree policy of any kind (`cfggo.models.registry`), "playout" ->
                  Weights
      games    -- uint32[], ascending: the first four bytes of the digests of the games learnt from
      about    -- dict: how it was learnt (games, filters, date, figures), for people
    """

    policies: dict[str, Any]
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))
    about: dict[str, Any] = field(default_factory=dict)


def n_labels_of(name: str) -> int:
    """Returns the number of labels of a labelling; 0 for ""."""
    return labelling(name).n_labels if name else 0


def n_features_of(kind: str, labelling_name: str, n_keys: int = 0) -> int:
    """Returns how many features a policy of that kind has."""
    return runs_of(kind, n_labels_of(labelling_name), n_keys)[-1].stop


def save_model(path: Path, model: Model) -> None:
    """Writes a weight file; on return it is on the disk, in place of any older one.

    Raises CfggoError if the file can't be written, or if the weights are out of bounds.
    """
    arrays: dict[str, np.ndarray] = {"games": model.games.astype(np.uint32)}
    for kind, weights in model.policies.items():
        n_plain = len(weights.theta) - len(weights.keys)
        numbers = np.flatnonzero(weights.theta[:n_plain]).astype(np.uint32)
        arrays[f"{kind}.numbers"] = numbers
        arrays[f"{kind}.theta"] = weights.theta[numbers].astype(np.float16)
        arrays[f"{kind}.keys"] = weights.keys.astype(np.uint64)
        arrays[f"{kind}.key_theta"] = weights.theta[n_plain:].astype(np.float16)
        if weights.trees.n_trees:
            boost = arrays_of(weights.trees)
            arrays |= {f"{kind}.boost.{name}": array for name, array in boost.items()}
    traits = {
        "policies": {kind: _traits(weights) for kind, weights in model.policies.items()},
        "about": model.about,
    }
    write_valid_archive(path, (FORMAT, validated_model), traits, arrays)


def _traits(weights: Weights) -> dict[str, Any]:
    """Returns what the header says of a policy."""
    traits = {"labelling": weights.labelling, "groups": list(weights.groups)}
    return {**traits, "boosted": True} if weights.trees.n_trees else traits


def check_keys(name: str, keys: np.ndarray, kind: str) -> None:
    """Raises InvalidContent unless an array may be the keys of a kind of policy.

    name -- of the array, for the message
    """
    if kind != "tree" and len(keys):
        raise InvalidContent(f"{name}: only tree policies have keys")
    key_table.check_keys(name, keys)


def validated_model(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Model:
    """Returns the model of a weight file's traits and arrays.

    No model that it accepts makes a kernel hang, crash, or read outside an array, with any values
    of a configuration that `bend_weights` accepts.  Raises InvalidContent for anything else.
    """
    check_names("trait", traits, ("policies", "about"))
    policies, about = traits["policies"], traits["about"]
    if not isinstance(policies, dict) or not policies:
        raise InvalidContent("no policies")
    for kind in policies:
        if kind not in POLICY_KINDS:
            raise InvalidContent(f"a policy that this cfggo does not know: {kind[:40]!r}")
    names = [f"{kind}.{name}" for kind in policies for name in _POLICY_ARRAYS]
    if _is_boosted("tree", policies.get("tree")):
        names += [f"tree.boost.{name}" for name in TREE_ARRAYS]
    check_names("array", arrays, ("games", *names))
    check_origin(about, games=arrays["games"])
    weights = {kind: _validated_weights(kind, policies[kind], arrays) for kind in policies}
    return Model(weights, arrays["games"], about)


def _is_boosted(kind: str, traits: Any) -> bool:
    """Tells whether a policy of these traits, which may be anything, has boosted trees."""
    return kind == "tree" and isinstance(traits, dict) and traits.get("boosted") is True


def _validated_weights(kind: str, traits: Any, arrays: dict[str, np.ndarray]) -> Weights:
    """Returns the weights of a kind of policy; raises InvalidContent if they are not valid."""
    if not isinstance(traits, dict):
        raise InvalidContent(f"{kind}: its traits are no object")
    is_boosted = _is_boosted(kind, traits)
    own_traits = ("labelling", "groups", "boosted") if is_boosted else ("labelling", "groups")
    check_names(f"trait of the {kind} policy", traits, own_traits)
    labels, group_names = traits["labelling"], traits["groups"]
    if labels not in ("", *LABELLINGS):
        raise InvalidContent(f"{kind}: a labelling that this cfggo does not know")
    if not isinstance(group_names, list) or any(name not in TREE_GROUPS for name in group_names):
        raise InvalidContent(f"{kind}: groups of features that this cfggo does not know")
    numbers, theta, keys, key_theta = (arrays[f"{kind}.{name}"] for name in _POLICY_ARRAYS)
    check_array(f"{kind}.numbers", numbers, np.uint32)
    check_array(f"{kind}.theta", theta, np.float16, (len(numbers),))
    check_keys(f"{kind}.keys", keys, kind)
    check_array(f"{kind}.key_theta", key_theta, np.float16, (len(keys),))
    n_features = n_features_of(kind, labels, len(keys))
    n_plain = n_features - len(keys)
    check_ascending(f"{kind}.numbers", numbers)
    check_range(f"{kind}.numbers", numbers, 0, n_plain - 1)
    check_range(f"{kind}.theta", theta, -MAX_THETA, MAX_THETA)
    check_range(f"{kind}.key_theta", key_theta, -MAX_THETA, MAX_THETA)
    all_theta = np.zeros(n_features, dtype=np.float32)
    all_theta[numbers] = theta
    all_theta[n_plain:] = key_theta
    if kind == "playout" and labels and not fit_playouts(all_theta, labels):
        raise InvalidContent(f"{kind}.theta: the paths of one move add up to too much for playouts")
    trees = no_trees()
    if is_boosted:
        trees = validated_trees({name: arrays[f"tree.boost.{name}"] for name in TREE_ARRAYS})
    return Weights(kind, labels, all_theta, keys, tuple(group_names), trees=trees)
