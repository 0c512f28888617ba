"""Weights of Bradley-Terry models, and the files that hold them.

A weight is theta = ln(gamma).  A file holds a model: a tree policy, a playout policy, or both.  It
is a NumPy archive (read without pickle) of the learnt weights only, with a header in JSON:

    header         uint8[]   JSON: format, version, policies, checksum, about
    games          uint32[]  digests of the games learnt from, ascending
    KIND.numbers   uint32[]  learnt features without keys, ascending (`features.catalogue`)
    KIND.weights   float16[] their weights
    KIND.keys        uint64[]  learnt features that have a key instead, ascending
                               (`features.lookups`)
    KIND.key_weights float16[] their weights

with KIND "tree" or "playout".
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.errors import CfggoError
from cfggo.features.catalogue import COULOM_GROUPS, TREE_GROUPS, runs_of
from cfggo.graph.labels import LABELLINGS, labelling

FORMAT = "cfggo weights"
VERSION = 3
KINDS = ("tree", "playout")

_POLICY_ARRAYS = {
    "numbers": np.uint32,
    "weights": np.float16,
    "keys": np.uint64,
    "key_weights": np.float16,
}

_DAMAGED = (
    EOFError,
    KeyError,
    RuntimeError,  # zipfile's word for encryption, and for compression that it does not know
    TypeError,  # a bare array is no archive
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)


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
    """

    kind: str
    labelling: str
    theta: np.ndarray
    keys: np.ndarray = field(default_factory=_no_keys)
    groups: tuple[str, ...] = COULOM_GROUPS

    @property
    def n_labels(self) -> int:
        """Number of labels of the labelling; 0 for a policy without path features."""
        return n_labels_of(self.labelling)


@dataclass
class Model:
    """What one training run learnt.

    Public attributes:
      policies -- dict "tree" or "playout" -> Weights
      games    -- uint32[], ascending: the first four bytes of the digests of the games learnt from
      about    -- dict: how it was learnt (games, filters, date, figures), for people
    """

    policies: dict[str, Weights]
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))
    about: dict[str, Any] = field(default_factory=dict)


def n_labels_of(name: str) -> int:
    """Returns the number of labels of a labelling; 0 for ""."""
    return labelling(name).n_labels if name else 0


def n_features_of(kind: str, labelling_name: str, n_keys: int = 0) -> int:
    """Returns how many features a policy of that kind has."""
    return runs_of(kind, n_labels_of(labelling_name), n_keys)[-1].stop


def save_model(path: Path, model: Model) -> None:
    """Writes a weight file; one that stands there is replaced only when the new one is complete.

    Raises CfggoError if the file can't be written.
    """
    arrays: dict[str, np.ndarray] = {"games": model.games.astype(np.uint32)}
    for kind, weights in model.policies.items():
        n_plain = len(weights.theta) - len(weights.keys)
        numbers = np.flatnonzero(weights.theta[:n_plain]).astype(np.uint32)
        arrays[f"{kind}.numbers"] = numbers
        arrays[f"{kind}.weights"] = weights.theta[numbers].astype(np.float16)
        arrays[f"{kind}.keys"] = weights.keys.astype(np.uint64)
        arrays[f"{kind}.key_weights"] = weights.theta[n_plain:].astype(np.float16)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "policies": {
            kind: {"labelling": weights.labelling, "groups": weights.groups}
            for kind, weights in model.policies.items()
        },
        "checksum": _checksum(arrays),
        "about": model.about,
    }
    text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, **{"header": text, **arrays})  # type: ignore[arg-type]
        os.replace(part, path)
    except OSError as error:
        raise CfggoError(f"{path}: can't write weights: {error.strerror or error}") from None


def load_model(path: Path) -> Model:
    """Returns the model in a weight file.

    Raises CfggoError if the file can't be read, is damaged, or is of another format or version.
    """
    not_weights = CfggoError(f"{path}: not a weight file, or a damaged one")
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop("header").tobytes())
    except OSError as error:
        raise CfggoError(f"{path}: can't read weights: {error.strerror or error}") from None
    except _DAMAGED:
        raise not_weights from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise not_weights
    if header.get("version") != VERSION:
        raise CfggoError(
            f"{path}: weight file of version {header.get('version')}; this cfggo reads {VERSION}"
        )
    if header.get("checksum") != _checksum(arrays):
        raise CfggoError(f"{path}: damaged weight file: the checksum does not agree")
    policies = {}
    for kind, traits in header["policies"].items():
        labels, group_names = traits["labelling"], tuple(traits["groups"])
        is_known = labels in ("", *LABELLINGS) and set(TREE_GROUPS).issuperset(group_names)
        if kind not in KINDS or not is_known:
            raise CfggoError(f"{path}: weights of a policy that this cfggo does not know")
        own = {name: arrays[f"{kind}.{name}"].astype(t) for name, t in _POLICY_ARRAYS.items()}
        keys = own["keys"]
        theta = np.zeros(n_features_of(kind, labels, len(keys)), dtype=np.float32)
        theta[own["numbers"]] = own["weights"]
        theta[len(theta) - len(keys) :] = own["key_weights"]
        policies[kind] = Weights(kind, labels, theta, keys, group_names)
    return Model(policies, arrays["games"], header["about"])


def load_weights(path: Path, kind: str) -> Weights:
    """Returns the weights of one kind of policy, "tree" or "playout", from a weight file.

    Raises CfggoError as `load_model` does, and if the file has no policy of that kind.
    """
    model = load_model(path)
    if kind not in model.policies:
        raise CfggoError(f"{path}: has no {kind} policy, only {', '.join(model.policies)}")
    return model.policies[kind]


def _checksum(arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()
