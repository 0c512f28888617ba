"""Tuning: candidates against one base configuration, each until a sequential test has decided."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any

from cfggo.base.terminal import table_to_text
from cfggo.base.toml_tables import Place, Range, read_table, read_toml
from cfggo.match.contests.contest import Contest, Entrant, Pairing, check_name
from cfggo.match.contests.sprt import Sprt, Verdict
from cfggo.match.playing.conditions import ConditionKeys
from cfggo.match.playing.ranges import MOST, SECONDS
from cfggo.match.results.standings import (
    elo_json,
    faults_json,
    faults_to_text,
    tally_games,
    tally_json,
)
from cfggo.match.results.statistics import TALLY_HEADS, Tally, elo_to_text, tally_cells
from cfggo.match.results.summaries import GameSummary
from cfggo.methods import KEYS

SETTINGS_NAME = "tune"

BASE = "base"
"""The name of the configuration that all candidates play against."""

_MOST_POINTS = 1000  # of a grid

_EFFORTS = ("playouts", "seconds")
_OF_GAMES = ("komi", "rules", "seed")
_OF_LEARNING = KEYS


@dataclass(frozen=True)
class Tuning:
    """A tuning run as its file describes it.

    Public attributes:
      name       -- of the run
      base       -- Entrant that all candidates play against
      candidates -- Entrants
      max_games  -- number of games of a candidate at which the test ends without a decision
      sprt       -- Sprt
      contest    -- Contest, with a pairing (candidate, base) for each candidate
    """

    name: str
    base: Entrant
    candidates: Sequence[Entrant]
    max_games: int
    sprt: Sprt
    contest: Contest

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes, and when they end."""
        return {
            "base": self.base.program,
            "candidates": {entrant.name: entrant.program for entrant in self.candidates},
            "sprt": asdict(self.sprt),
            "size": self.contest.conditions.game.size,
            "max_moves": self.contest.conditions.game.max_moves,
            **self.contest.conditions.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class _Keys(ConditionKeys):
    """The keys of a file; docs/tournaments.md says what each means."""

    name: str = ""
    base: str = "cfggo"
    playouts: Annotated[int, Range(1, MOST)] | None = None
    seconds: Annotated[float, SECONDS] | None = None
    max_games: Annotated[int, Range(2, MOST)] = 1000
    candidates: dict[str, str] = field(default_factory=dict)
    grid: dict[str, tuple[bool | int | float | str, ...]] = field(default_factory=dict)
    sprt: Sprt = field(default_factory=Sprt)


def read_tuning(path: Path) -> Tuning:
    """Returns the run that a TOML file describes; docs/tournaments.md lists the keys.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    place = Place(str(path))
    keys = read_table(_Keys, read_toml(path), place)
    _require_configuration(keys.base, place, "base")
    effort = _effort(keys, place)
    _require_no_other_effort(keys.base, effort, place, "base")
    check_name(place, "name", keys.name)
    candidates = _named_candidates(keys, place, effort) + _grid(keys, place, effort)
    if not candidates:
        raise place.error("candidates", "missing, and no [grid] either: there is nothing to try")
    conditions = keys.conditions(place, path.parent)
    if len(conditions.sizes) > 1:
        raise place.error("size", "must be one size: the test has one question to answer")
    own = Entrant(BASE, _with_settings(keys.base, effort))
    pairings = [Pairing(candidate, own, conditions.game) for candidate in candidates]
    return Tuning(
        name=keys.name or path.stem,
        base=own,
        candidates=candidates,
        max_games=keys.max_games,
        sprt=keys.sprt,
        contest=Contest(pairings, conditions),
    )


def _effort(keys: _Keys, place: Place) -> str:
    """Returns the setting that gives all configurations the same playouts or the same time."""
    if keys.playouts is not None and keys.seconds is not None:
        raise place.error("seconds", "given together with playouts: which is to be equal?")
    if keys.playouts is not None:
        return f"playouts={keys.playouts}"
    return "" if keys.seconds is None else f"seconds={keys.seconds:g}"


def _require_configuration(program: str, place: Place, key: str) -> None:
    """Raises CfggoError for a program that is not this engine, which alone takes settings."""
    if program.partition(":")[0] != "cfggo":
        raise place.error(key, f"must be cfggo or cfggo:CONFIG,KEY=VALUE,..., not {program!r}")


def _require_no_other_effort(program: str, effort: str, place: Place, key: str) -> None:
    """Raises CfggoError for a program that has playouts or seconds where all are to have others."""
    settings = program.partition(":")[2].split(",")
    if effort and any(setting.partition("=")[0].strip() in _EFFORTS for setting in settings):
        raise place.error(
            key, f"{program!r} has playouts or seconds of its own, but all are to have {effort}"
        )


def _with_settings(program: str, *settings: str) -> str:
    """Returns a program `cfggo:CONFIG,...` with further settings; later ones take precedence."""
    added = ",".join(filter(None, settings))
    if not added or program.endswith((":", ",")):
        return program + added
    return f"{program}{',' if ':' in program else ':'}{added}"


def _named_candidates(keys: _Keys, place: Place, effort: str) -> list[Entrant]:
    table = place.inside("candidates")
    for name, program in keys.candidates.items():
        if name == BASE:
            raise table.error(name, "that is the name of what the candidates play against")
        check_name(table, name, name)
        _require_configuration(program, table, name)
        _require_no_other_effort(program, effort, table, name)
    return [Entrant(name, _with_settings(p, effort)) for name, p in keys.candidates.items()]


def _grid(keys: _Keys, place: Place, effort: str) -> list[Entrant]:
    """Returns a candidate for every combination of the grid's values, named by its settings."""
    if not keys.grid:
        return []
    table = place.inside("grid")
    for key, values in keys.grid.items():
        if not values:
            raise table.error(key, "must not be empty")
        if key in _OF_GAMES:
            raise table.error(key, "a condition of the games, not a setting of a player")
        if key in _OF_LEARNING:
            raise table.error(key, "a setting of learning, which no game depends on")
        if key in _EFFORTS and effort:
            raise table.error(key, f"compared here, but all are to have {effort}")
    if prod(map(len, keys.grid.values())) > _MOST_POINTS:
        raise place.error("grid", f"has more than {_MOST_POINTS} points")
    points = product(*(map(_written, values) for values in keys.grid.values()))
    settings = [",".join(f"{k}={v}" for k, v in zip(keys.grid, p, strict=True)) for p in points]
    return [Entrant(point, _with_settings(keys.base, point, effort)) for point in settings]


def _written(value: bool | int | float | str) -> str:
    """Returns a value as `cfggo:KEY=VALUE` has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Progress:
    """The state of each candidate's test, as games come in.

    The test looks at a candidate's games in the order of their numbers: at the first of them, the
    first two, and so on, as far as none is missing. So its verdict does not depend on which games
    end sooner, and is the same with one job as with many. Games beyond the one that decided count
    for the results, not for the verdict.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        n = len(tuning.candidates)
        self._summaries: list[dict[int, GameSummary]] = [{} for _ in range(n)]
        self._tested = [Tally() for _ in range(n)]
        self._next_round = [0] * n
        self._verdicts: list[Verdict] = ["undecided"] * n

    def add(self, summary: GameSummary) -> None:
        """Takes a game into account; games may come in any order."""
        n = len(self._tuning.candidates)
        candidate = self._tuning.contest.pairing_of(summary.number)
        summaries = self._summaries[candidate]
        summaries[(summary.number - 1) // n] = summary
        while not self.is_decided(candidate):
            following = summaries.get(self._next_round[candidate])
            if following is None:
                return
            self._next_round[candidate] += 1
            self._tested[candidate] += tally_games([following], lambda r: r.first_plays)
            self._verdicts[candidate] = self._tuning.sprt.verdict(self._tested[candidate])

    def is_decided(self, candidate: int) -> bool:
        """Returns whether a candidate, by its index, needs no further games."""
        return self._verdicts[candidate] != "undecided"

    @property
    def games_left(self) -> int:
        """Number of games that are left, at most."""
        return sum(
            self._tuning.max_games - len(games)
            for index, games in enumerate(self._summaries)
            if not self.is_decided(index)
        )

    def tally(self, candidate: int) -> Tally:
        """Returns the results of a candidate, by its index."""
        return tally_games(self._summaries[candidate].values(), lambda r: r.first_plays)

    def to_json(self) -> dict[str, Any]:
        """Returns the results as a JSON object, the best candidate first."""
        low, high = self._tuning.sprt.bounds
        rows = [self._row(index) for index in range(len(self._tuning.candidates))]
        rows.sort(key=lambda row: -(row["win_rate"] or 0.0))
        return {
            **self._tuning.to_json(),
            "games": sum(map(len, self._summaries)),
            "bounds": [low, high],
            "results": rows,
        }

    def to_text(self) -> str:
        """Returns the results as lines to read."""
        sprt = self._tuning.sprt
        low, high = sprt.bounds
        every = [summary for summaries in self._summaries for summary in summaries.values()]
        rows = []
        for row in self.to_json()["results"]:
            elo = "" if row["elo"] is None else elo_to_text(row["elo"])
            likelihood = f"{row['log_likelihood_ratio']:.2f}"
            tally = Tally(row["wins"], row["losses"], row["draws"])
            rows.append([row["name"], *tally_cells(tally), elo, likelihood, row["verdict"]])
        heads = ["candidate", *TALLY_HEADS, "Elo", "LLR", "verdict"]
        return (
            f"against {self._tuning.base.program}; SPRT {sprt.elo0:g} or {sprt.elo1:g} Elo, errors "
            f"{sprt.alpha:g} and {sprt.beta:g}: rejected at {low:.2f}, accepted at {high:.2f}\n\n"
            f"{table_to_text(heads, rows, left=(0, len(heads) - 1))}\n\n{faults_to_text(every)}"
        )

    def _row(self, index: int) -> dict[str, Any]:
        entrant = self._tuning.candidates[index]
        tally = self.tally(index)
        return {
            "name": entrant.name,
            "program": entrant.program,
            "games": tally.games,
            **tally_json(tally),
            **elo_json(tally),
            **faults_json(self._summaries[index].values()),
            "tested_games": self._tested[index].games,
            "log_likelihood_ratio": self._tuning.sprt.log_likelihood_ratio(self._tested[index]),
            "verdict": self._verdicts[index],
        }
