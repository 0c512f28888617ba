"""The stored result of a position's search, in the journal of a review."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from cfggo.base.said import said_from_json, said_to_json
from cfggo.study.explaining.first_sight import FirstSight
from cfggo.study.reviewing.curve import Evidence


@dataclass(frozen=True)
class SearchedMove:
    """A move that a search looked at; win rate and score are those of the side to move.

    Public attributes:
      move    -- vertex such as "D4", or "pass"
      visits  -- playouts that began with it
      winrate -- that goes with the score, 0 to 1
      score   -- their mean score in points, komi included
      prior   -- the policy's probability
      pv      -- the variation that the search expects, from this move on
    """

    move: str
    visits: int
    winrate: float
    score: float
    prior: float
    pv: tuple[str, ...]


@dataclass(frozen=True)
class SearchedPosition:
    """The result of a position's search; win rates and scores are those of the side to move.

    Public attributes:
      position -- its number in the record, from 0
      to_play  -- "black" or "white"
      visits   -- playouts of the search
      winrate, score -- by all playouts: their mean score, and the win rate that goes with it
      spread   -- standard deviation of their scores
      moves    -- SearchedMove of the moves that were looked at, the most visited first, no more
                  than KEPT_MOVES of them
      played   -- SearchedMove of the record's next move, without visits if the search looked at
                  others only; None if there is no next move
      rank     -- of that move among those that were looked at, from 1; None if it was not
      policy_rank -- of that move by the policy's probability, from 1; None if there is no next
                     move, or if the search asks no policy
      ownership -- who owns each point, row by row from the upper left, one letter a point: from
                  "a" for White over "k" to "u" for Black
      why      -- what the policy thinks of the record's next move, in sentences
      why_best -- the same of the best move, () if that is the next one
      sights   -- of the record's next move and the best one, if they differ and can be explained
      mistake  -- how many times as likely as others the record's next move is a mistake, by what
                  the search has seen before it
      times    -- how many times the usual playouts, or seconds, the search had
    """

    position: int
    to_play: str
    visits: int
    winrate: float
    score: float
    spread: float
    moves: tuple[SearchedMove, ...]
    played: SearchedMove | None = None
    rank: int | None = None
    policy_rank: int | None = None
    ownership: str = ""
    why: tuple[str, ...] = ()
    why_best: tuple[str, ...] = ()
    sights: tuple[FirstSight, FirstSight] | None = None
    mistake: float = 1.0
    times: int = 1

    @property
    def best(self) -> SearchedMove:
        """The move that the engine would play."""
        return self.moves[0]

    @property
    def owners(self) -> np.ndarray:
        """Who owns each point: float[size, size], from +1 for Black to -1 for White."""
        letters = np.frombuffer(self.ownership.encode(), np.uint8).astype(np.float64)
        size = math.isqrt(len(letters))
        return ((letters - NOBODY) / MOST_OWNED).reshape(size, size)

    @property
    def sign(self) -> int:
        """1 if Black is to play, -1 if White is."""
        return 1 if self.to_play == "black" else -1

    @property
    def evidence(self) -> Evidence:
        """The lead by the search."""
        return Evidence.of(self.sign, self.score, self.best.score, self.spread, self.visits)

    def to_json(self) -> dict[str, Any]:
        """Returns what `from_json` takes."""
        return said_to_json(asdict(self))

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Returns the position that `to_json` has written, also after JSON.

        Raises ValueError if it is anything else.
        """
        try:
            moves = tuple(_move(move) for move in value["moves"])
            played = None if value["played"] is None else _move(value["played"])
            texts = {name: tuple(map(said_from_json, value[name])) for name in ("why", "why_best")}
            sights = None
            if value.get("sights"):
                first, second = map(FirstSight.from_json, value["sights"])
                sights = first, second
            given = {"moves": moves, "played": played, "sights": sights}
            position = cls(**{**value, **texts, **given})
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError("no position of a review") from error
        if not moves or position.to_play not in ("black", "white"):
            raise ValueError("no position of a review")
        return position


MOST_OWNED = 10
"""Steps between a point that is nobody's and one that is surely somebody's, in what is kept."""

NOBODY = ord("k")
"""The letter of a point that is nobody's."""

KEPT_MOVES = 10
"""Most moves of a search that a review keeps."""


def _move(value: Any) -> SearchedMove:
    return SearchedMove(**{**value, "pv": tuple(map(str, value["pv"]))})
