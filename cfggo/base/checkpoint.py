"""Where a training run stands, in a file, so that an interrupted run can go on.

It is an archive (`cfggo.base.array_archive`), of which the header says what the run learns from and
how, and how far it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    Validated,
    check_names,
    read_archive,
    write_archive,
)
from cfggo.base.errors import CfggoError, changes_between

FORMAT = ArchiveFormat("cfggo checkpoint", 3, "checkpoint")

Status = dict[str, Any]
"""How far a run is; JSON."""

Arrays = dict[str, np.ndarray]
"""Its state so far, as arrays by name."""

_Content = TypeVar("_Content")


def save_checkpoint(
    path: Path,
    run: Mapping[str, Any],
    status: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> None:
    """Writes a checkpoint; on return it is on the disk, in place of any older one.

    run    -- what the run learns from and how; JSON
    status -- how far it is; JSON
    arrays -- what it has learnt so far, by name

    Raises CfggoError if the file can't be written.
    """
    write_archive(path, FORMAT, {"run": run, "status": status}, arrays, compressed=False)


def load_checkpoint(
    path: Path,
    run: Mapping[str, Any],
    restored: Validated[_Content],
) -> _Content:
    """Returns the content of a run's checkpoint.

    restored -- returns the content, given status and arrays, or raises InvalidContent

    Raises CfggoError if the file can't be read, is no checkpoint, is one of another run, or if its
    content is not valid.
    """

    def validated(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> _Content:
        check_names("trait", traits, ("run", "status"))
        if not isinstance(traits["run"], dict) or not isinstance(traits["status"], dict):
            raise InvalidContent("run or status is no object")
        if changes := changes_between(traits["run"], run):
            raise CfggoError(f"{path}: of another training run: {changes}")
        return restored(traits["status"], arrays)

    return read_archive(path, (FORMAT, validated))
