"""Measurements of strength: pairs of programs under equal conditions, as a TOML file lists them.

    [table1]
    title = "Presets against GNU Go 3.8 level 0"
    games = 200
    pairs = [["cfggo:baseline,playouts=1000", "gnugo:0"], ["cfggo:cfg-full", "gnugo:0"]]
    published = [46.6, 72.5]

A measurement is played, kept and resumed like a tournament. It is refused to go on with games that
another engine played: with other weights, presets or sources.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from cfggo import resources
from cfggo.config import DEFAULT_PRESET
from cfggo.errors import CfggoError
from cfggo.match.conditions import Conditions, read_conditions
from cfggo.match.contest import Contest, Entrant, Pairing, conditions_to_json
from cfggo.match.records import GameRecord
from cfggo.match.standings import elo_json, tally_json, tally_records
from cfggo.match.statistics import elo_to_text, ratio
from cfggo.match.tables import Table

_PACKAGE = Path(__file__).resolve().parent.parent
_PLAYING_SOURCES = ("config.py", "go", "graph", "features", "policy", "search", "gtp")


@dataclass(frozen=True)
class Experiment:
    """One measurement.

    Public attributes:
      name       -- of its table in the file
      title      -- what is measured
      games      -- number of games of each row
      published  -- win rates in percent to compare with, one for each pair, or empty
      conditions -- Conditions
      contest    -- Contest, whose pairings are the rows
    """

    name: str
    title: str
    games: int
    published: Sequence[float]
    conditions: Conditions
    contest: Contest

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes."""
        return {
            "rows": [[p.first.name, p.second.name, p.game.size] for p in self.contest.pairings],
            "max_moves": self.conditions.game.max_moves,
            "engine": engine_digest(),
            **conditions_to_json(self.conditions.game, self.contest),
        }


def experiment_titles(path: Path) -> dict[str, str]:
    """Returns the titles of a file's experiments by name. Raises CfggoError if it can't be read."""
    file = Table.from_file(path)
    return {name: file.table(name).text("title") or name for name in file.keys()}  # noqa: SIM118


def read_experiment(path: Path, name: str, seed: int | None = None) -> Experiment:
    """Returns an experiment of a TOML file, with another seed than the file's if one is given.

    Its keys are those of a tournament's conditions (docs/tournaments.md), `title`, `games`,
    `pairs`, a list of pairs of programs, and `published`. `levels`, a list of levels of play, adds
    the pairs of each and the one before it, with the preset that `preset` names.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    file = Table.from_file(path)
    if name not in file.keys():  # noqa: SIM118
        raise CfggoError(f"{path}: no experiment {name!r}; there are {', '.join(file.keys())}")
    table = file.table(name)
    title = table.text("title") or name
    games = table.integer("games", 200, 1)
    pairs = _read_pairs(table)
    published = table.numbers("published")
    conditions = read_conditions(table, path.parent)
    table.finish()
    if published and len(published) != len(pairs):
        raise table.error("published", f"must be {len(pairs)} numbers, one for each pair")
    pairings = [
        Pairing(Entrant(first, first), Entrant(second, second), settings)
        for settings in conditions.settings()
        for first, second in pairs
    ]
    return Experiment(
        name=name,
        title=title,
        games=games,
        published=published,
        conditions=conditions,
        contest=Contest(
            pairings,
            conditions.alternate,
            conditions.seed if seed is None else seed,
            conditions.openings,
        ),
    )


def results_to_json(experiment: Experiment, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Returns what the games came to, row by row, as a JSON object."""
    return {
        "title": experiment.title,
        **experiment.to_json(),
        "games": len(records),
        "rows": [
            _row(experiment, index, records) for index in range(len(experiment.contest.pairings))
        ],
    }


def results_to_text(experiment: Experiment, records: Sequence[GameRecord]) -> str:
    """Returns the rows as a table in Markdown."""
    rows = results_to_json(experiment, records)["rows"]
    columns = ["program", "against", "board", "games", "won", "win rate, 95% interval"]
    columns.append("Elo, 95% interval")
    if experiment.published:
        columns.append("published")
    lines = [" | ".join(columns), " | ".join("---" for _ in columns)]
    for row in rows:
        low, high = row["interval"]
        cells = [
            f"`{row['first']}`",
            f"`{row['second']}`",
            f"{row['size']}x{row['size']}",
            str(row["games"]),
            f"{row['wins'] + row['draws'] / 2:g}",
            "" if row["win_rate"] is None else f"{row['win_rate']:.1%}, {low:.1%} to {high:.1%}",
            _elo_to_text(row),
        ]
        if experiment.published:
            cells.append(f"{row['published']:g}%")
        lines.append(" | ".join(cells))
    troubles = sum(row["forfeits"] + row["errors"] for row in rows)
    left_out = sum(row["left_out"] for row in rows)
    table = "\n".join(f"| {line} |" for line in lines)
    return (
        f"{experiment.title}\n\n{table}\n\nforfeits and errors: {troubles}\n"
        f"left out because the second program broke down: {left_out}"
    )


def engine_digest() -> str:
    """Returns a text that changes with whatever changes how this engine plays.

    That is weights, presets, and the sources that play: what presets leave out is in config.py, and
    how long a move takes is decided in gtp.
    """
    digest = hashlib.sha256()
    for folder in (resources.configs_folder(), resources.weights_folder()):
        for file in sorted(folder.iterdir()):
            if file.suffix in (resources.CONFIG_SUFFIX, resources.WEIGHTS_SUFFIX):
                digest.update(file.name.encode() + file.read_bytes())
    for name in _PLAYING_SOURCES:
        path = _PACKAGE / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _read_pairs(table: Table) -> list[tuple[str, str]]:
    """Returns the pairs of programs that play each other."""
    pairs = table.pairs("pairs")
    preset = table.text("preset", DEFAULT_PRESET)
    programs = [f"cfggo:{preset},level={level}" for level in table.texts("levels")]
    pairs += [(stronger, weaker) for weaker, stronger in pairwise(programs)]
    if not pairs:
        raise table.error("pairs", "missing: there is nobody to play")
    return pairs


def _row(experiment: Experiment, index: int, records: Sequence[GameRecord]) -> dict[str, Any]:
    pairing = experiment.contest.pairings[index]
    own = [r for r in records if experiment.contest.pairing_of(r.number) == index]
    # A win over a program that broke down says nothing of strength; a loss by breaking down does.
    gifts = [r for r in own if r.is_forfeit and r.winner == r.first_plays]
    tally = tally_records([r for r in own if r not in gifts], lambda record: record.first_plays)
    played = [record for record in own if not record.is_void]
    return {
        "first": pairing.first.name,
        "second": pairing.second.name,
        "size": pairing.game.size,
        "games": tally.games,
        **tally_json(tally),
        **elo_json(tally),
        **({"published": _published(experiment, index)} if experiment.published else {}),
        "forfeits": sum(record.is_forfeit for record in own) - len(gifts),
        "left_out": len(gifts),
        "errors": sum(record.is_void for record in own),
        "moves_per_game": ratio(sum(record.moves for record in played), len(played)),
        "seconds_per_game": ratio(sum(record.duration for record in played), len(played)),
        "seconds_per_move": _seconds_per_move(played),
    }


def _published(experiment: Experiment, index: int) -> float:
    return experiment.published[index % len(experiment.published)]


def _elo_to_text(row: dict[str, Any]) -> str:
    """Returns the Elo difference and its interval, or "" where one of them is infinite."""
    numbers = (row["elo"], *row["elo_interval"])
    if None in numbers:
        return ""
    elo, low, high = map(elo_to_text, numbers)
    return f"{elo}, {low} to {high}"


def _seconds_per_move(records: Sequence[GameRecord]) -> list[float | None]:
    """Returns the mean seconds of a move of the first program, and of the second."""
    seconds = [0.0, 0.0]
    moves = [0, 0]
    for record in records:
        for colour in ("black", "white"):
            program = int(colour != record.first_plays)
            seconds[program] += record.seconds[colour]
            moves[program] += record.moves_of(colour)
    return [ratio(s, n) for s, n in zip(seconds, moves, strict=True)]
