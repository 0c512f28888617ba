"""A match: two programs and one set of conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cfggo.match.contests.contest import Contest, Entrant, Pairing, conditions_to_json
from cfggo.match.playing.openings import Opening
from cfggo.match.playing.referee import GameSettings
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
      game          -- GameSettings
      alternate     -- whether the colours change from game to game
      seed          -- of which the programs' seeds are made
      openings      -- as in Contest
    """

    first: str
    second: str
    game: GameSettings
    alternate: bool = False
    seed: int = 1
    openings: tuple[Opening, ...] = ()

    @cached_property
    def contest(self) -> Contest:
        """The match's games."""
        first, second = (Entrant(printable(name), name) for name in (self.first, self.second))
        pairing = Pairing(first, second, self.game)
        return Contest([pairing], self.alternate, self.seed, self.openings)

    def report(self, summaries: Sequence[GameSummary]) -> Report:
        """Returns the result of some of its games, by number."""
        (pairing,) = self.contest.pairings
        title = (
            f"{pairing.first.name} against {pairing.second.name}: {self.game.size}x"
            f"{self.game.size}, komi {self.game.komi:g}, {self.game.rules.name} rules"
        )
        return Report(title, self.to_json(), self.alternate, summaries)

    def to_json(self) -> dict[str, Any]:
        """Returns the settings by name."""
        return {
            "black": self.first,
            "white": self.second,
            "size": self.game.size,
            "max_moves": self.game.move_limit,
            **conditions_to_json(self.game, self.contest),
        }
