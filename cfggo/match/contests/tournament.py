"""Tournaments: many players, each pair under the same conditions, described by a TOML file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, read_table, read_toml
from cfggo.base.words import counted
from cfggo.match.contests.contest import Contest, Entrant, Pairing, check_name
from cfggo.match.playing.conditions import ConditionKeys
from cfggo.match.playing.ranges import MOST
from cfggo.match.results.html_report import TournamentPage
from cfggo.match.results.standings import Standings
from cfggo.match.results.summaries import GameSummary

SETTINGS_NAME = "tournament"

_MOST_PLAYERS = 1000


@dataclass(frozen=True)
class Tournament:
    """A tournament as its file describes it.

    Public attributes:
      name       -- of the tournament
      format     -- "round-robin" or "gauntlet"
      games      -- number of games of each pair at each size
      entrants   -- the players
      contest    -- Contest
      anchor     -- name of the player whose rating is 0, or None where the mean is 0
    """

    name: str
    format: str
    games: int
    entrants: Sequence[Entrant]
    contest: Contest
    anchor: str | None = None

    @property
    def n_games(self) -> int:
        """Number of games altogether."""
        return self.games * len(self.contest.pairings)

    def standings(self, summaries: Sequence[GameSummary]) -> Standings:
        """Returns the result of some of its games, by number.

        Raises CfggoError for a game of an unknown player.
        """
        names = [entrant.name for entrant in self.entrants]
        players = set(names)
        for summary in summaries:
            for name in (summary.black, summary.white):
                if name not in players:
                    raise CfggoError(f"game {summary.number} of the journal: no player {name!r}")
        return Standings(names, summaries, self.anchor)

    def page(self, standings: Standings) -> TournamentPage:
        """Returns its report, with the standings after some of its games."""
        games: list[list[GameSummary]] = [[] for _ in self.contest.pairings]
        for summary in standings.summaries:
            games[self.contest.pairing_of(summary.number)].append(summary)
        return TournamentPage(
            name=self.name,
            conditions=f"{self.progress_to_text(len(standings.summaries))}, {self._in_words()}",
            programs={entrant.name: entrant.program for entrant in self.entrants},
            rules=self.contest.conditions.game.rules,
            pairings=[
                (str(pairing), own)
                for pairing, own in zip(self.contest.pairings, games, strict=True)
            ],
            standings=standings,
        )

    def progress_to_text(self, n: int) -> str:
        """Returns how many of its games were played; more than wanted if its file wanted more."""
        games = counted(max(n, self.n_games), "game")
        return games if n > self.n_games else f"{n:,} of {games}"

    def _in_words(self) -> str:
        """Returns the conditions of all games."""
        conditions = self.contest.conditions
        game, n_openings = conditions.game, len(conditions.openings)
        parts = [
            self.format.replace("-", " "),
            " and ".join(f"{size}x{size}" for size in conditions.sizes),
            f"komi {game.komi:g}",
            f"{game.rules.name} rules",
            f"handicap {game.handicap}" if game.handicap else "",
            f"time {game.time_control} s" if game.time_control else "no clock",
            f"{n_openings} openings" if n_openings else "from the empty board",
            "colours alternate" if conditions.alternate else "colours fixed",
            f"scored by {game.score_by}",
            f"seed {conditions.seed}",
        ]
        return ", ".join(filter(None, parts))

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes; the number of games is not part of it.

        Neither is what concerns only how results are shown.
        """
        return {
            "format": self.format,
            "programs": {entrant.name: entrant.program for entrant in self.entrants},
            "pairings": [[p.first.name, p.second.name, p.game.size] for p in self.contest.pairings],
            "max_moves": self.contest.conditions.game.max_moves,
            **self.contest.conditions.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class _Keys(ConditionKeys):
    """The keys of a file; docs/tournaments.md says what each means."""

    name: str = ""
    format: Literal["round-robin", "gauntlet"] = "round-robin"
    games: Annotated[int, Range(1, MOST)] = 10
    players: dict[str, str] = field(default_factory=dict)
    challengers: tuple[str, ...] = ()
    anchor: str = ""


def read_tournament(path: Path) -> Tournament:
    """Returns the tournament that a TOML file describes; docs/tournaments.md lists the keys.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    place = Place(str(path))
    keys = read_table(_Keys, read_toml(path), place)
    entrants = [Entrant(name, program) for name, program in keys.players.items()]
    if not 2 <= len(entrants) <= _MOST_PLAYERS:
        raise place.error("players", f"a tournament has 2 to {_MOST_PLAYERS} players")
    check_name(place, "name", keys.name)
    for name in keys.players:
        check_name(place.inside("players"), name, name)
    named = [("challengers", name) for name in keys.challengers]
    named += [("anchor", keys.anchor)] if keys.anchor else []
    for key, player in named:
        if player not in keys.players:
            raise place.error(key, f"{player!r} is not in [players]")
    if (keys.format == "gauntlet") != bool(keys.challengers):
        raise place.error("challengers", "the gauntlet format needs them, and no other has any")
    conditions = keys.conditions(place, path.parent)
    pairings = [
        Pairing(first, second, settings)
        for first, second in _pairs(entrants, keys.challengers)
        for settings in conditions.settings()
    ]
    if not pairings:
        raise place.error("challengers", "no opponents are left for them")
    return Tournament(
        name=keys.name or path.stem,
        format=keys.format,
        games=keys.games,
        entrants=entrants,
        contest=Contest(pairings, conditions),
        anchor=keys.anchor or None,
    )


def _pairs(
    entrants: Sequence[Entrant], challengers: Sequence[str]
) -> list[tuple[Entrant, Entrant]]:
    """Returns the pairs: all, or each challenger with every player who is none."""
    if not challengers:
        return list(combinations(entrants, 2))
    others = [entrant for entrant in entrants if entrant.name not in challengers]
    by_name = {entrant.name: entrant for entrant in entrants}
    return [(by_name[name], other) for name in dict.fromkeys(challengers) for other in others]
