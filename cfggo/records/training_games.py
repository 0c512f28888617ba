"""The games that a training run learns from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from cfggo.records.game_record import BOTH, GameRecord
from cfggo.records.replay import GameArrays, game_arrays

_SEED = 20120926
"""Of the choice of the moves that are learnt from."""


class TrainingGames:
    """The games of a run, in an order that only their content decides.

    Public attributes:
      arrays        -- GameArrays; which moves are sampled only the games' content, whose moves are
                       asked for, and the share decide
      short_digests -- uint32[], ascending: the first four bytes of the games' digests
    """

    def __init__(self, records: Sequence[GameRecord], share: float = 1.0) -> None:
        """Takes the games of the records; share: of their moves that are sampled, from 0 to 1."""
        records = sorted(records, key=lambda record: record.digest)
        arrays = game_arrays(records)
        if share < 1.0:
            random = np.random.Generator(np.random.PCG64(_SEED))
            drawn = random.random(len(arrays.moves)) < share
            arrays = arrays._replace(sampled=arrays.sampled & drawn)
        self.arrays: GameArrays = arrays
        self.short_digests = np.array(
            sorted(record.short_digest for record in records), dtype=np.uint32
        )
        content = [record.digest for record in records]
        if any(record.players != BOTH for record in records):
            content.append(bytes(sum(record.players) for record in records))
        self._hash = hashlib.sha256(b"".join(content)).hexdigest()

    def __len__(self) -> int:
        return len(self.short_digests)

    def identity(self) -> dict[str, Any]:
        """Returns a checkpoint's identity of the games, so that it goes on with no others."""
        return {"games": len(self), "hash of games": self._hash[:16]}
