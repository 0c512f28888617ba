"""Weights of a Bradley-Terry model, and the files that hold them.

A weight is theta = ln(gamma).  A file is a NumPy archive (.npz, read without pickle) of the learnt
weights only, with a header in JSON:

    header      uint8[]   JSON: format, version, kind, labelling, checksum, about
    numbers     uint32[]  learnt features that are no shapes, ascending (see `features.catalogue`)
    weights     float16[] their weights
    shape_keys  uint64[]  learnt shapes, ascending (see `features.shapes`); tree policies only
    shape_weights float16[]
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
from cfggo.features.catalogue import groups
from cfggo.graph.labels import LABELLINGS, labelling

FORMAT = "cfggo weights"
VERSION = 1
KINDS = ("tree", "playout")

_ARRAYS = {
    "numbers": np.uint32,
    "weights": np.float16,
    "shape_keys": np.uint64,
    "shape_weights": np.float16,
}


@dataclass
class Weights:
    """The weights of one policy.

    Public attributes:
        kind       -- "tree" or "playout"
        labelling  -- name of the labelling of the path features, or "" for a policy without them
        theta      -- float32[]: weight of every feature, shapes last; 0 where nothing was learnt
        shape_keys -- uint64[]: keys of the learnt shapes, ascending
        about      -- dict: where the weights come from (games, filters, date, figures)
    """

    kind: str
    labelling: str
    theta: np.ndarray
    shape_keys: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def n_labels(self) -> int:
        """Number of labels of the labelling; 0 for a policy without path features."""
        return n_labels_of(self.labelling)


def n_labels_of(name: str) -> int:
    """Returns the number of labels of a labelling; 0 for ""."""
    return labelling(name).n_labels if name else 0


def save_weights(path: Path, weights: Weights) -> None:
    """Writes a weight file; one that stands there is replaced only when the new one is complete."""
    n_plain = len(weights.theta) - len(weights.shape_keys)
    numbers = np.flatnonzero(weights.theta[:n_plain]).astype(np.uint32)
    arrays = {
        "numbers": numbers,
        "weights": weights.theta[numbers].astype(np.float16),
        "shape_keys": weights.shape_keys.astype(np.uint64),
        "shape_weights": weights.theta[n_plain:].astype(np.float16),
    }
    header = {
        "format": FORMAT,
        "version": VERSION,
        "kind": weights.kind,
        "labelling": weights.labelling,
        "checksum": _checksum(arrays),
        "about": weights.about,
    }
    text = np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, header=text, **arrays)
    os.replace(part, path)


def load_weights(path: Path) -> Weights:
    """Returns the weights in a file.

    Raises CfggoError if the file can't be read, is damaged, or is of another format or version.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            header = json.loads(archive["header"].tobytes())
            arrays = {name: archive[name] for name in _ARRAYS}
    except OSError as error:
        raise CfggoError(f"{path}: can't read weights: {error.strerror or error}") from None
    except (ValueError, KeyError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        raise CfggoError(f"{path}: not a weight file, or a damaged one") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise CfggoError(f"{path}: not a weight file, or a damaged one")
    if header.get("version") != VERSION:
        raise CfggoError(
            f"{path}: weight file of version {header.get('version')}; this cfggo reads {VERSION}"
        )
    dtypes_agree = all(arrays[name].dtype == dtype for name, dtype in _ARRAYS.items())
    if not dtypes_agree or header.get("checksum") != _checksum(arrays):
        raise CfggoError(f"{path}: damaged weight file: the checksum does not agree")
    if header["kind"] not in KINDS or header["labelling"] not in ("", *LABELLINGS):
        raise CfggoError(f"{path}: weight file for a policy that this cfggo does not know")
    shape_keys = arrays["shape_keys"]
    size = groups(header["kind"], n_labels_of(header["labelling"]), len(shape_keys))[-1].stop
    theta = np.zeros(size, dtype=np.float32)
    theta[arrays["numbers"]] = arrays["weights"]
    if len(shape_keys):
        theta[-len(shape_keys) :] = arrays["shape_weights"]
    return Weights(header["kind"], header["labelling"], theta, shape_keys, header["about"])


def _checksum(arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in _ARRAYS:
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()
