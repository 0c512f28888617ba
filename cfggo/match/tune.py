"""Tuning: candidates against one base configuration, each until a sequential test has decided."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from cfggo.config import Range
from cfggo.errors import CfggoError
from cfggo.match.conditions import Conditions, read_conditions
from cfggo.match.contest import Contest, Entrant, Pairing, conditions_to_json
from cfggo.match.ranges import SECONDS
from cfggo.match.records import GameRecord
from cfggo.match.sprt import Sprt, Verdict
from cfggo.match.standings import (
    elo_json,
    faults_json,
    faults_to_text,
    tally_json,
    tally_records,
)
from cfggo.match.statistics import Tally
from cfggo.match.tables import Table

SETTINGS_NAME = "tune"

BASE = "base"
"""The name of the configuration that all candidates play against."""

_ELO = Range(-2000, 2000)


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
      conditions -- Conditions
    """

    name: str
    base: Entrant
    candidates: Sequence[Entrant]
    max_games: int
    sprt: Sprt
    contest: Contest
    conditions: Conditions

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes, and when they end."""
        return {
            "base": self.base.program,
            "candidates": {entrant.name: entrant.program for entrant in self.candidates},
            "sprt": asdict(self.sprt),
            "size": self.conditions.game.size,
            "max_moves": self.conditions.game.max_moves,
            **conditions_to_json(self.conditions.game, self.contest),
        }


def read_tuning(path: Path) -> Tuning:
    """Returns the run that a TOML file describes; docs/tournaments.md lists the keys.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    table = Table.from_file(path)
    name = table.text("name", path.stem) or path.stem
    base = _configuration(table, "base", "cfggo")
    effort = _effort(table)
    max_games = table.integer("max_games", 1000, 2)
    candidates = _named_candidates(table, effort) + _grid(table, base, effort)
    sprt = _read_sprt(table.table("sprt"))
    conditions = read_conditions(table, path.parent)
    table.finish()
    if len(conditions.sizes) > 1:
        raise table.error("size", "must be one size: the test has one question to answer")
    if not candidates:
        raise table.error("candidates", "missing, and no [grid] either: there is nothing to try")
    own = Entrant(BASE, _with_settings(base, effort))
    pairings = [Pairing(candidate, own, conditions.game) for candidate in candidates]
    return Tuning(
        name=name,
        base=own,
        candidates=candidates,
        max_games=max_games,
        sprt=sprt,
        contest=Contest(pairings, conditions.alternate, conditions.seed, conditions.openings),
        conditions=conditions,
    )


def _effort(table: Table) -> str:
    """Returns the setting that gives all configurations the same playouts or the same time."""
    playouts, seconds = table.integer("playouts", None, 1), table.number("seconds", None, SECONDS)
    if playouts is not None and seconds is not None:
        raise table.error("seconds", "given together with playouts: which is to be equal?")
    if playouts is not None:
        return f"playouts={playouts}"
    return "" if seconds is None else f"seconds={seconds:g}"


def _configuration(table: Table, key: str, default: str | None = None) -> str:
    """Returns a program that is this engine, which alone can be given further settings."""
    program = table.text(key, default) or ""
    if program.partition(":")[0] != "cfggo":
        raise table.error(key, f"must be cfggo or cfggo:CONFIG,KEY=VALUE,..., not {program!r}")
    return program


def _with_settings(program: str, *settings: str) -> str:
    """Returns a program `cfggo:CONFIG,...` with further settings; later ones take precedence."""
    colon = "" if ":" in program else ":"
    return ",".join([program + colon, *filter(None, settings)])


def _named_candidates(table: Table, effort: str) -> list[Entrant]:
    programs = table.table("candidates")
    candidates = []
    for name in programs.keys():  # noqa: SIM118
        if name == BASE:
            raise programs.error(name, "that is the name of what the candidates play against")
        candidates.append(Entrant(name, _with_settings(_configuration(programs, name), effort)))
    return candidates


def _grid(table: Table, base: str, effort: str) -> list[Entrant]:
    """Returns a candidate for every combination of the grid's values, named by its settings."""
    grid = table.table("grid")
    keys = grid.keys()
    if not keys:
        return []
    points = product(*(grid.scalars(key) for key in keys))
    settings = [",".join(f"{k}={v}" for k, v in zip(keys, p, strict=True)) for p in points]
    return [Entrant(point, _with_settings(base, point, effort)) for point in settings]


def _read_sprt(table: Table) -> Sprt:
    defaults = Sprt()
    values = {key: table.number(key, getattr(defaults, key), _ELO) for key in vars(defaults)}
    table.finish()
    try:
        return Sprt(**values)
    except CfggoError as error:
        raise CfggoError(f"{table.where}: {error}") from error


class Progress:
    """What the games say of each candidate, as they come in.

    The test looks at a candidate's games in the order of their numbers: at the first of them, the
    first two, and so on, as far as none is missing. So its verdict does not depend on which games
    end sooner, and is the same with one job as with many. Games beyond the one that decided count
    for the results, not for the verdict.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        n = len(tuning.candidates)
        self._records: list[dict[int, GameRecord]] = [{} for _ in range(n)]
        self._tested = [Tally() for _ in range(n)]
        self._next_round = [0] * n
        self._verdicts: list[Verdict] = ["undecided"] * n

    def add(self, record: GameRecord) -> None:
        """Takes a game into account; games may come in any order."""
        n = len(self._tuning.candidates)
        candidate = self._tuning.contest.pairing_of(record.number)
        records = self._records[candidate]
        records[(record.number - 1) // n] = record
        while not self.is_decided(candidate):
            following = records.get(self._next_round[candidate])
            if following is None:
                return
            self._next_round[candidate] += 1
            self._tested[candidate] += tally_records([following], lambda r: r.first_plays)
            self._verdicts[candidate] = self._tuning.sprt.verdict(self._tested[candidate])

    def is_decided(self, candidate: int) -> bool:
        """Returns whether a candidate, by its index, needs no further games."""
        return self._verdicts[candidate] != "undecided"

    def tally(self, candidate: int) -> Tally:
        """Returns the results of a candidate, by its index."""
        return tally_records(self._records[candidate].values(), lambda r: r.first_plays)

    def to_json(self) -> dict[str, Any]:
        """Returns the results as a JSON object, the best candidate first."""
        low, high = self._tuning.sprt.bounds
        rows = [self._row(index) for index in range(len(self._tuning.candidates))]
        rows.sort(key=lambda row: -(row["win_rate"] or 0.0))
        return {
            **self._tuning.to_json(),
            "games": sum(map(len, self._records)),
            "bounds": [low, high],
            "results": rows,
        }

    def to_text(self) -> str:
        """Returns the results as lines to read."""
        sprt = self._tuning.sprt
        low, high = sprt.bounds
        rows = self.to_json()["results"]
        width = max(len("candidate"), *(len(row["name"]) for row in rows))
        lines = [
            f"against {self._tuning.base.program}; SPRT {sprt.elo0:g} or {sprt.elo1:g} Elo, errors "
            f"{sprt.alpha:g} and {sprt.beta:g}: rejected at {low:.2f}, accepted at {high:.2f}",
            "",
            f"{'candidate':{width}}  games  wins  losses  draws  win rate  95% interval     Elo"
            "     LLR  verdict",
        ]
        for row in rows:
            rate = "" if row["win_rate"] is None else f"{row['win_rate']:.1%}"
            low_rate, high_rate = row["interval"]
            elo = "" if row["elo"] is None else f"{row['elo']:+.0f}"
            lines.append(
                f"{row['name']:{width}}  {row['games']:5}  {row['wins']:4}  {row['losses']:6}  "
                f"{row['draws']:5}  {rate:>8}  {low_rate:5.1%} to {high_rate:6.1%}  {elo:>5}  "
                f"{row['log_likelihood_ratio']:6.2f}  {row['verdict']}"
            )
        every = [record for records in self._records for record in records.values()]
        return "\n".join([*lines, "", faults_to_text(every)])

    def _row(self, index: int) -> dict[str, Any]:
        entrant = self._tuning.candidates[index]
        tally = self.tally(index)
        return {
            "name": entrant.name,
            "program": entrant.program,
            "games": tally.games,
            **tally_json(tally),
            **elo_json(tally),
            **faults_json(self._records[index].values()),
            "tested_games": self._tested[index].games,
            "log_likelihood_ratio": self._tuning.sprt.log_likelihood_ratio(self._tested[index]),
            "verdict": self._verdicts[index],
        }
