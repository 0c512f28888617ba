"""A match: two programs and one set of conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cfggo.match.contests.contest import Contest, Entrant, Pairing
from cfggo.match.playing.conditions import Conditions
from cfggo.match.results.report import Report
from cfggo.match.results.summaries import GameSummary
from cfggo.records.archives import printable

SETTINGS_NAME = "match"


@dataclass(frozen=True)
class Match:
    """The conditions that identify a match, apart from its number of games.

    Public attributes:
      first, second -- the programs as `parse_program` takes them; the first is Black, at least in
                       the first game
      conditions    -- Conditions
    """

    first: str
    second: str
    conditions: Conditions

    @cached_property
    def contest(self) -> Contest:
        """The match's games."""
        first, second = (Entrant(printable(name), name) for name in (self.first, self.second))
        return Contest([Pairing(first, second, self.conditions.game)], self.conditions)

    def report(self, summaries: Sequence[GameSummary]) -> Report:
        """Returns the result of some of its games, by number."""
        (pairing,) = self.contest.pairings
        game = pairing.game
        title = (
            f"{pairing.first.name} against {pairing.second.name}: {game.size}x{game.size}, "
            f"komi {game.komi:g}, {game.rules.name} rules"
        )
        return Report(title, self.to_json(), self.conditions.alternate, summaries)

    def to_json(self) -> dict[str, Any]:
        """Returns the settings by name."""
        return {
            "black": self.first,
            "white": self.second,
            "size": self.conditions.game.size,
            "max_moves": self.conditions.game.move_limit,
            **self.conditions.to_json(),
        }
