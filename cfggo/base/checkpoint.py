"""Where a training run stands, in a file, so that an interrupted run can go on.

It is an archive (`cfggo.base.array_archive`), of which the header says what the run learns from and
how, and how far it is.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
from cfggo.base.executor import Stop

FORMAT = ArchiveFormat("cfggo checkpoint", 2, "checkpoint")

Status = dict[str, Any]
"""How far a run is; JSON."""

Arrays = dict[str, np.ndarray]
"""What it has learnt so far, by name."""

_Content = TypeVar("_Content")


class KeptRun(ABC):
    """A training run that can be interrupted, kept in its checkpoint, and resumed.

    Public attributes:
        stopping -- Stop: asks the run to end
    """

    def __init__(self, checkpoint: Path, seconds_between_checkpoints: float) -> None:
        self.stopping = Stop()
        self._path = checkpoint
        self._seconds = seconds_between_checkpoints
        self._kept = time.monotonic()
        self._is_whole = True

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Returns what the run's result depends on, JSON: another run can't go on from here."""

    @abstractmethod
    def state(self) -> tuple[Status, Arrays] | None:
        """Returns how far the run is; None as long as there is nothing to keep."""

    @abstractmethod
    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes what `state` returned; raises InvalidContent if the run can't have been there."""

    def stop(self) -> None:
        """Interrupts the run after what is being learnt from at the moment."""
        self.stopping.set()

    def resume(self) -> None:
        """Goes on from the checkpoint.

        Raises CfggoError if it can't be read, is one of another run, or is not valid.
        """
        load_checkpoint(self._path, self.identity(), self.go_on_from)

    def keep(self) -> None:
        """Writes the checkpoint, if there is anything to keep.

        Raises CfggoError if it can't be written.
        """
        if (state := self.state()) is not None:
            save_checkpoint(self._path, self.identity(), *state)
            self._kept = time.monotonic()

    def keep_if_due(self) -> None:
        """Does what `keep` does, if the last checkpoint is old enough."""
        if time.monotonic() >= self._kept + self._seconds:
            self.keep()

    @contextmanager
    def kept_when_interrupted(self) -> Iterator[None]:
        """Writes the checkpoint if what is within is interrupted, but not within `changing`."""
        try:
            yield
        except KeyboardInterrupt:
            if self._is_whole:
                self.keep()
            raise

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Is around what changes the state; if that breaks off, nothing whole is left to keep."""
        self._is_whole = False
        yield
        self._is_whole = True


class UnkeptRun:
    """A training run without checkpoints, which begins anew after it was interrupted.

    Public attributes:
        stopping -- Stop: asks the run to end
    """

    def __init__(self, method: str, checkpoint: Path) -> None:
        """Takes what the method is called, and where other runs would keep their checkpoint."""
        self.stopping = Stop()
        self._method, self._path = method, checkpoint

    def stop(self) -> None:
        """Interrupts the run as soon as it can be."""
        self.stopping.set()

    def resume(self) -> None:
        """Raises CfggoError: no checkpoint is this run's."""
        raise CfggoError(
            f'{self._path}: of another training run: method "{self._method}" keeps no checkpoints'
        )

    def keep(self) -> None:
        """Does nothing."""


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
    """Returns what the checkpoint of a run holds.

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
