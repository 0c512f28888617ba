"""One game record, and the part of a collection that it belongs to."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, WHITE

BOTH = (BLACK, WHITE)
"""The players of a game."""


class Split(Enum):
    """The part of a collection that a record belongs to, whatever collection it comes from."""

    TRAINING = "training"
    VALIDATION = "validation"
    TEST = "test"


def split_of_hash(short_digest: int) -> Split:
    """Returns the part for a hash of four bytes: 80% training, 10% validation, 10% test."""
    share = short_digest / 2**32
    if share < 0.8:
        return Split.TRAINING
    return Split.VALIDATION if share < 0.9 else Split.TEST


@dataclass(frozen=True)
class GameRecord:
    """One game record.

    Public attributes:
      name    -- where it was found, for messages
      line    -- MainLine
      players -- BLACK, WHITE or both: whose moves are learnt from and predicted
    """

    name: str
    line: MainLine
    players: tuple[int, ...] = BOTH

    @cached_property
    def digest(self) -> bytes:
        """Hash of size, set-up stones, who begins and moves; not of names, dates or comments."""
        line = self.line
        game = (line.size, line.black, line.white, line.first_player, line.moves)
        return hashlib.sha256(repr(game).encode()).digest()

    def of_players(self, players: tuple[int, ...]) -> GameRecord:
        """Returns the same record, with the moves of these players."""
        if players == self.players:
            return self
        record = GameRecord(self.name, self.line, players)
        vars(record)["digest"] = self.digest  # it need not be computed again
        return record

    @property
    def short_digest(self) -> int:
        """The first four bytes of the digest, by which a model knows the games it learnt from."""
        return int.from_bytes(self.digest[:4], "big")

    @property
    def split(self) -> Split:
        """Part for learning: 80% training, 10% validation, 10% test.

        It depends on the game alone, so that it stays the same when files are renamed or added.
        """
        return split_of_hash(self.short_digest)
