"""The knowledge that searches leave of a position, for chart, board and lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cfggo.base.said import in_a_row, said

if TYPE_CHECKING:
    from cfggo.study.explaining.lesson import Variation
    from cfggo.study.reviewing.curve import Evidence

CAREFUL = 2500
"""Playouts of the positions around a move that may be a mistake, by the second opinion."""

_SHOWN_PLIES = 7  # of what follows a move that is explained


@dataclass(frozen=True)
class Searched:
    """What the search of a position says, for the chart.

    Public attributes:
      evidence -- Evidence
      to_play  -- "black" or "white"
      best     -- vertex of the best move
      tried    -- vertices of all moves that it tried
      mistakes -- `Analysis.mistakes`
    """

    evidence: Evidence
    to_play: str
    best: str
    tried: frozenset[str] = frozenset()
    mistakes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """What is known of a position.

    Public attributes:
      playouts   -- int, what was searched
      searched   -- what the search says of win rate and score, for the chart, or None
      view       -- all that the page can draw, or None
      expects    -- what follows by the search, for lessons; or None
    """

    playouts: int = 0
    searched: Searched | None = None
    view: dict[str, Any] | None = None
    expects: Variation | None = None

    @property
    def has_policy(self) -> bool:
        """Whether the policy is known."""
        return self.view is not None and "policy" in self.view

    def words_for(self, vertex: str) -> str:
        """Returns what the search found out about a move, "" if nothing."""
        candidates = (self.view or {}).get("candidates", [])
        for candidate in candidates:
            if candidate["move"].upper() == vertex.upper():
                _, *others = candidate["pv"]
                found = said(
                    "A search gave it {n} of {all} playouts and a win rate of {winrate}.",
                    n=candidate["visits"],
                    all=self.view_visits,
                    winrate=f"{100 * candidate['winrate']:.0f}%",
                )
                moves = " ".join(others[:_SHOWN_PLIES])
                follows = said("It goes on {moves}.", moves=moves) if others else ""
                return in_a_row((found, follows))
        return ""

    @property
    def view_playouts(self) -> int:
        """Playouts that were asked for of the analysis that can be drawn."""
        return int((self.view or {}).get("playouts", 0))

    @property
    def view_visits(self) -> int:
        """Playouts of the analysis that can be drawn."""
        return int((self.view or {}).get("visits", 0))
