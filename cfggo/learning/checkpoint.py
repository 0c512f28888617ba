"""Where a training run stands, in a file, so that an interrupted run can go on."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.errors import CfggoError, changes_between

VERSION = 1


@dataclass
class Checkpoint:
    """Where a training run stands.

    Public attributes:
        run    -- what the run learns from and how; JSON
        status -- how far it is; JSON
        arrays -- dict of arrays by name
    """

    run: dict[str, Any]
    status: dict[str, Any]
    arrays: dict[str, np.ndarray] = field(default_factory=dict)


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Writes a checkpoint; the one that stands there is replaced when the new one is on the disk.

    Raises CfggoError if the file can't be written.
    """
    header = {"version": VERSION, "run": checkpoint.run, "status": checkpoint.status}
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            # The type says that it takes bool, for an option that older NumPy does not have.
            np.savez(file, **{"header": text, **checkpoint.arrays})  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise CfggoError(f"{path}: can't write the checkpoint: {error.strerror}") from error


def load_checkpoint(path: Path, run: dict[str, Any]) -> Checkpoint:
    """Returns the checkpoint of a run.

    Raises CfggoError if the file can't be read, is no checkpoint, or is one of another run.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop("header").tobytes())
        version, stored, status = header["version"], header["run"], header["status"]
    except OSError as error:
        raise CfggoError(f"{path}: can't be read: {error.strerror}") from error
    except (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise CfggoError(f"{path}: not a checkpoint, or a damaged one") from error
    if version != VERSION:
        raise CfggoError(f"{path}: checkpoint of version {version}; this cfggo reads {VERSION}")
    if changes := changes_between(stored, run):
        raise CfggoError(f"{path}: of another training run: {changes}")
    return Checkpoint(run, status, arrays)
