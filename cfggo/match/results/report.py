"""The result of a match: counted, as JSON and as a table."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cfggo.base.terminal import table_to_text
from cfggo.match.results.standings import (
    elo_json,
    faults_json,
    faults_to_text,
    tally_games,
    tally_json,
)
from cfggo.match.results.statistics import TALLY_HEADS, Tally, elo_to_text, ratio, tally_cells
from cfggo.match.results.summaries import GameSummary

_ENOUGH_GAMES = 10
"""Games of which all won, or all lost, tell how large an Elo difference is at least."""


@dataclass(frozen=True)
class Report:
    """The result of a match, from the first program's side.

    Public attributes:
      title     -- who played whom, and how
      settings  -- what the match was played with, as in JSON
      alternate -- whether colours changed
      summaries -- the games, by number
    """

    title: str
    settings: Mapping[str, Any]
    alternate: bool
    summaries: Sequence[GameSummary]

    def tally(self, colour: str | None = None) -> Tally:
        """Returns the first program's results, all of them or those with one colour."""
        return tally_games(
            self.summaries, lambda r: r.first_plays if colour in (None, r.first_plays) else None
        )

    def to_json(self) -> dict[str, Any]:
        """Returns the result as a JSON object; numbers that have no value yet are None."""
        tally = self.tally()
        faults = faults_json(self.summaries)
        first = sum(r.is_forfeit and r.winner != r.first_plays for r in self.summaries)
        played = [r for r in self.summaries if not r.is_void]
        return {
            **self.settings,
            "games": len(self.summaries),
            **tally_json(tally),
            **elo_json(tally),
            **faults,
            "forfeits_by": {"black": first, "white": faults["forfeits"] - first},
            "by_colour": {
                colour: {"wins": t.wins, "losses": t.losses, "draws": t.draws}
                for colour in ("black", "white")
                if (t := self.tally(colour)).games
            },
            "moves_per_game": ratio(sum(r.moves for r in played), len(played)),
            "seconds_per_game": ratio(sum(r.duration for r in played), len(played)),
        }

    def to_text(self) -> str:
        """Returns the result as lines to read."""
        result = self.to_json()
        tally = self.tally()
        colours = ("black", "white") if self.alternate else ()
        rows = [["all", *tally_cells(tally)]]
        rows += [[f"as {c.capitalize()}", *tally_cells(self.tally(c))] for c in colours]
        lines = [self.title, "", table_to_text(["", *TALLY_HEADS], rows), ""]
        if tally.elo is not None:
            low, high = map(elo_to_text, tally.elo_interval)
            if math.isfinite(tally.elo) or tally.games >= _ENOUGH_GAMES:
                lines.append(f"Elo difference {elo_to_text(tally.elo)}, between {low} and {high}")
            else:
                lines.append("Elo difference: too few games to tell")
        lines.append(faults_to_text(self.summaries))
        moves, seconds = result["moves_per_game"], result["seconds_per_game"]
        if moves is not None:
            lines.append(f"{moves:.0f} moves and {seconds:.1f} s a game")
        return "\n".join(lines)
