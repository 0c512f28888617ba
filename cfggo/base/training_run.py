"""A training run: it can be stopped, is kept in its checkpoint, and goes on from there.

How a run learns is its trainer's business.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import ArchiveFormat, read_archive, write_archive
from cfggo.base.errors import CfggoError, changes_between
from cfggo.base.executor import Advance, Show
from cfggo.version import __version__

FORMAT = ArchiveFormat("cfggo checkpoint", 3, "checkpoint")
"""Of checkpoints, whose header says what the run learns from and how, and how far it is. They are
trusted if they are whole and of the same run: nobody else writes them.
"""

Status = dict[str, Any]
"""How far a run is; JSON."""

Arrays = dict[str, np.ndarray]
"""Its state so far, as arrays by name."""


class Trainer(ABC):
    """A run of a training method, with its progress.

    The result depends on the data and the options alone: not on the order of the records, not on
    the executor, and not on how often the run was interrupted and resumed.
    """

    @staticmethod  # noqa: B027 -- most methods can do whatever their options say
    def check(options: Any) -> None:
        """Raises CfggoError for options that nothing can be learnt by; looks at no records."""

    @abstractmethod
    def learn(self, run: TrainingRun) -> Any:
        """Learns on from where it is; returns the model, which has a dict `about`.

        It shows and says by the run how it goes, and lets it keep what was reached.

        Raises KeyboardInterrupt if the run was stopped, CfggoError if nothing can be learnt.
        """

    @abstractmethod
    def save(self, path: Path, model: Any) -> None:
        """Writes a model to a weight file; raises CfggoError if it can't be written."""

    def identity(self) -> dict[str, Any]:
        """Returns what the result depends on, JSON: another run can't go on from its checkpoint."""
        return {}

    def state(self) -> tuple[Status, Arrays] | None:
        """Returns how far it is; None as long as there is nothing to keep, as with methods that
        begin anew after they were interrupted.
        """
        return None

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes what `state` returned in an earlier run with the same identity."""
        raise NotImplementedError


class TrainingRun:
    """A training run."""

    def __init__(
        self, trainer: Trainer, checkpoint: Path, seconds_between_checkpoints: float = 60.0
    ) -> None:
        self._trainer = trainer
        self._path = checkpoint
        self._seconds = seconds_between_checkpoints
        self._kept = time.monotonic()
        self._is_stopped = False
        self._is_whole = True
        self._show: Show
        self._say: Callable[[str], None]

    def run(self, show: Show, say: Callable[[str], None]) -> Any:
        """Returns the learnt model, which has a dict `about`.

        show -- for the progress of each stage
        say  -- called with a line on how well it went

        Raises KeyboardInterrupt if the run was stopped; if there is a checkpoint then, it can be
        resumed. Raises CfggoError if nothing can be learnt.
        """
        self._show, self._say = show, say
        try:
            return self._trainer.learn(self)
        except KeyboardInterrupt:
            if self._is_whole:
                self.keep()
            raise

    def save(self, path: Path, model: Any) -> None:
        """Writes a model to a weight file; raises CfggoError if it can't be written."""
        self._trainer.save(path, model)

    def stop(self) -> None:
        """Interrupts the run after what is being learnt from at the moment."""
        self._is_stopped = True

    def resume(self) -> None:
        """Goes on from the checkpoint.

        Raises CfggoError if it can't be read, or is one of another run.
        """
        traits, arrays = read_archive(self._path, (FORMAT, lambda *content: content))
        if changes := changes_between(traits["run"], self._identity()):
            raise CfggoError(f"{self._path}: of another training run: {changes}")
        self._trainer.go_on_from(traits["status"], arrays)

    def keep(self) -> None:
        """Writes the checkpoint, if there is anything to keep.

        Raises CfggoError if it can't be written.
        """
        if (state := self._trainer.state()) is not None:
            status, arrays = state
            traits = {"run": self._identity(), "status": status}
            write_archive(self._path, FORMAT, traits, arrays, compressed=False)
            self._kept = time.monotonic()

    def _identity(self) -> dict[str, Any]:
        return {"cfggo": __version__, **self._trainer.identity()}

    # ---- For trainers ----

    def keep_if_due(self) -> None:
        """Does what `keep` does, if the last checkpoint is old enough."""
        if time.monotonic() >= self._kept + self._seconds:
            self.keep()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Is around what changes the state; if that breaks off, nothing whole is left to keep."""
        self._is_whole = False
        yield
        self._is_whole = True

    @contextmanager
    def stage(self, title: str, n: int, unit: str = "") -> Iterator[Advance]:
        """Shows the progress of a stage of n games, or problems, or of what `unit` names.

        Yields a function for the numbers of them that are done. It raises KeyboardInterrupt if the
        run was stopped.
        """
        with self._show(title, n, unit) as advance:

            def advance_or_stop(done: int) -> None:
                advance(done)
                self.end_if_stopped()

            yield advance_or_stop

    def say(self, line: str) -> None:
        """Says in a line how well it went."""
        self._say(line)

    def is_stopped(self) -> bool:
        """Tells whether the run is to end."""
        return self._is_stopped

    def end_if_stopped(self) -> None:
        """Raises KeyboardInterrupt if the run was stopped."""
        if self._is_stopped:
            raise KeyboardInterrupt
