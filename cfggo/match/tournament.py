"""Tournaments: many players, each pair under the same conditions, described by a TOML file."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from cfggo.errors import CfggoError
from cfggo.match.conditions import Conditions, read_conditions
from cfggo.match.contest import Contest, Entrant, Pairing, conditions_to_json
from cfggo.match.tables import Table

SETTINGS_NAME = "tournament"

FORMATS = ("round-robin", "gauntlet")


@dataclass(frozen=True)
class Tournament:
    """A tournament as its file describes it.

    Public attributes:
      name       -- of the tournament
      format     -- one of FORMATS
      games      -- number of games of each pair at each size
      entrants   -- the players
      contest    -- Contest
      conditions -- Conditions
      anchor     -- name of the player whose rating is 0, or None where the mean is 0
    """

    name: str
    format: str
    games: int
    entrants: Sequence[Entrant]
    contest: Contest
    conditions: Conditions
    anchor: str | None = None

    @property
    def n_games(self) -> int:
        """Number of games altogether."""
        return self.games * len(self.contest.pairings)

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes; the number of games is not part of it.

        Neither is what concerns only how results are shown.
        """
        return {
            "format": self.format,
            "programs": {entrant.name: entrant.program for entrant in self.entrants},
            "pairings": [[p.first.name, p.second.name, p.game.size] for p in self.contest.pairings],
            "max_moves": self.conditions.game.max_moves,
            **conditions_to_json(self.conditions.game, self.contest),
        }


def read_tournament(path: Path) -> Tournament:
    """Returns the tournament that a TOML file describes; docs/tournaments.md lists the keys.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    table = Table.from_file(path)
    name = table.text("name", path.stem)
    format_ = table.choice("format", FORMATS, FORMATS[0])
    games = table.integer("games", 10, 1)
    entrants = _read_players(table)
    names = [entrant.name for entrant in entrants]
    challengers = table.texts("challengers")
    anchor = table.text("anchor")
    conditions = read_conditions(table, path.parent)
    table.finish()

    for key, mentioned in (("challengers", challengers), ("anchor", [anchor] if anchor else [])):
        for player in mentioned:
            if player not in names:
                raise table.error(key, f"{player!r} is not in [players]")
    if (format_ == "gauntlet") != bool(challengers):
        raise table.error("challengers", "the gauntlet format needs them, and no other has any")
    pairings = [
        Pairing(first, second, settings)
        for first, second in _pairs(entrants, challengers)
        for settings in conditions.settings()
    ]
    if not pairings:
        raise table.error("challengers", "nobody is left to play against")
    return Tournament(
        name=name or path.stem,
        format=format_,
        games=games,
        entrants=entrants,
        contest=Contest(pairings, conditions.alternate, conditions.seed, conditions.openings),
        conditions=conditions,
        anchor=anchor,
    )


def _read_players(table: Table) -> list[Entrant]:
    players = table.table("players")
    entrants = [Entrant(name, players.text(name) or "") for name in players.keys()]  # noqa: SIM118
    if len(entrants) < 2:
        raise CfggoError(f"{players.where}: a tournament needs two players or more")
    return entrants


def _pairs(
    entrants: Sequence[Entrant], challengers: Sequence[str]
) -> list[tuple[Entrant, Entrant]]:
    """Returns who meets whom: everybody, or challengers those who are none."""
    if not challengers:
        return list(combinations(entrants, 2))
    others = [entrant for entrant in entrants if entrant.name not in challengers]
    by_name = {entrant.name: entrant for entrant in entrants}
    return [(by_name[name], other) for name in dict.fromkeys(challengers) for other in others]
