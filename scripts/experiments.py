"""Measurements of strength: pairs of programs under equal conditions, as a TOML file lists them.

    [presets]
    title = "Presets against GNU Go 3.8 level 0"
    games = 200
    pairs = [["cfggo:baseline,playouts=1000", "gnugo:0"], ["cfggo:cfg-full", "gnugo:0"]]

A measurement is played, kept and resumed like a tournament. It is not resumed with games of another
engine: with other weights, presets or sources.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import cfggo
from cfggo.base import resources
from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, read_tables, read_toml
from cfggo.config import DEFAULT_PRESET
from cfggo.match.contests.contest import Contest, Entrant, Pairing
from cfggo.match.playing.conditions import ConditionKeys
from cfggo.match.playing.ranges import MOST
from cfggo.match.results.standings import elo_json, tally_games, tally_json
from cfggo.match.results.statistics import elo_to_text, ratio
from cfggo.match.results.summaries import GameSummary

_PACKAGE = Path(cfggo.__file__).resolve().parent
_PLAYING_SOURCES = (
    *("config.py", "base", "go", "graph", "features", "models", "search", "interfaces/gtp"),
    *("commands/gtp.py", "commands/engine_options.py"),
)


@dataclass(frozen=True)
class Experiment:
    """One measurement.

    Public attributes:
      name       -- of its table in the file
      title      -- what is measured
      games      -- number of games of each row
      contest    -- Contest, whose pairings are the rows
    """

    name: str
    title: str
    games: int
    contest: Contest

    def to_json(self) -> dict[str, Any]:
        """Returns by name what decides how each game goes."""
        return {
            "rows": [[p.first.name, p.second.name, p.game.size] for p in self.contest.pairings],
            "max_moves": self.contest.conditions.game.max_moves,
            "engine": engine_digest(),
            **self.contest.conditions.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class _Keys(ConditionKeys):
    """The keys of an experiment."""

    title: str = ""
    games: Annotated[int, Range(1, MOST)] = 200
    pairs: tuple[tuple[str, str], ...] = ()
    preset: str = DEFAULT_PRESET
    levels: tuple[str, ...] = ()


def experiment_titles(path: Path) -> dict[str, str]:
    """Returns the titles of a file's experiments by name. Raises CfggoError if it can't be read."""
    tables = read_tables(_Keys, read_toml(path), Place(str(path)))
    return {name: keys.title or name for name, keys in tables.items()}


def read_experiment(path: Path, name: str, seed: int | None = None) -> Experiment:
    """Returns an experiment of a TOML file, with another seed than the file's if one is given.

    Its keys are those of a tournament's conditions (docs/tournaments.md), `title`, `games`, and
    `pairs`, a list of pairs of programs. `levels`, a list of levels of play, adds the pairs of each
    and the one before it, with the preset that `preset` names.

    Raises CfggoError, which names the file and the key, for what can't be played.
    """
    tables = read_tables(_Keys, read_toml(path), Place(str(path)))
    if name not in tables:
        raise CfggoError(f"{path}: no experiment {name!r}; there are {', '.join(tables)}")
    keys, place = tables[name], Place(str(path), name)
    pairs = _pairs(keys)
    if not pairs:
        raise place.error("pairs", "missing, and no levels either: there are no games")
    conditions = keys.conditions(place, path.parent)
    if seed is not None:
        conditions = replace(conditions, seed=seed)
    pairings = [
        Pairing(Entrant(first, first), Entrant(second, second), settings)
        for settings in conditions.settings()
        for first, second in pairs
    ]
    return Experiment(
        name=name,
        title=keys.title or name,
        games=keys.games,
        contest=Contest(pairings, conditions),
    )


def results_to_json(experiment: Experiment, summaries: Sequence[GameSummary]) -> dict[str, Any]:
    """Returns what the games came to, row by row, as a JSON object."""
    return {
        "title": experiment.title,
        **experiment.to_json(),
        "games": len(summaries),
        "rows": [
            _row(experiment, index, summaries) for index in range(len(experiment.contest.pairings))
        ],
    }


def results_to_text(experiment: Experiment, summaries: Sequence[GameSummary]) -> str:
    """Returns the rows as a table in Markdown."""
    rows = results_to_json(experiment, summaries)["rows"]
    columns = ["program", "against", "board", "games", "won", "win rate, 95% interval"]
    columns += ["Elo, 95% interval", "seconds a move"]
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
            _seconds_to_text(row["seconds_per_move"]),
        ]
        lines.append(" | ".join(cells))
    troubles = sum(row["forfeits"] + row["errors"] for row in rows)
    left_out = sum(row["left_out"] for row in rows)
    table = "\n".join(f"| {line} |" for line in lines)
    return (
        f"{experiment.title}\n\n{table}\n\nforfeits and errors: {troubles}\n"
        f"left out because the second program forfeited: {left_out}"
    )


def engine_digest() -> str:
    """Returns a text that changes with whatever changes how this engine plays.

    That is weights, presets, and the sources that read them and play: what presets leave out is in
    config.py, and how long a move takes is decided in gtp and by the options of `cfggo gtp`.
    """
    digest = hashlib.sha256()
    for folder in (resources.configs_folder(), resources.weights_folder()):
        for file in sorted(folder.iterdir()):
            if file.suffix in (resources.CONFIG_SUFFIX, resources.WEIGHTS_SUFFIX):
                digest.update(file.name.encode() + file.read_bytes())
    for name in _PLAYING_SOURCES:
        path = _PACKAGE / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(str(file.relative_to(_PACKAGE)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _pairs(keys: _Keys) -> list[tuple[str, str]]:
    """Returns the pairs of programs that play each other."""
    programs = [f"cfggo:{keys.preset},level={level}" for level in keys.levels]
    return [*keys.pairs, *((stronger, weaker) for weaker, stronger in pairwise(programs))]


def _row(experiment: Experiment, index: int, summaries: Sequence[GameSummary]) -> dict[str, Any]:
    pairing = experiment.contest.pairings[index]
    own = [r for r in summaries if experiment.contest.pairing_of(r.number) == index]
    # A win by the second program's forfeit says nothing of the first one's strength.
    forfeited = [r for r in own if r.is_forfeit and r.winner == r.first_plays]
    tally = tally_games([r for r in own if r not in forfeited], lambda summary: summary.first_plays)
    played = [summary for summary in own if not summary.is_void]
    return {
        "first": pairing.first.name,
        "second": pairing.second.name,
        "size": pairing.game.size,
        "games": tally.games,
        **tally_json(tally),
        **elo_json(tally),
        "forfeits": sum(summary.is_forfeit for summary in own) - len(forfeited),
        "left_out": len(forfeited),
        "errors": sum(summary.is_void for summary in own),
        "moves_per_game": ratio(sum(summary.moves for summary in played), len(played)),
        "seconds_per_game": ratio(sum(summary.duration for summary in played), len(played)),
        "seconds_per_move": _seconds_per_move(played),
    }


def _elo_to_text(row: dict[str, Any]) -> str:
    """Returns the Elo difference and its interval, or "" where one of them is infinite."""
    numbers = (row["elo"], *row["elo_interval"])
    if None in numbers:
        return ""
    elo, low, high = map(elo_to_text, numbers)
    return f"{elo}, {low} to {high}"


def _seconds_to_text(seconds: Sequence[float | None]) -> str:
    """Returns the seconds of a move of each program, "" where no move was made."""
    return ", ".join(f"{s:.2f}" for s in seconds if s is not None)


def _seconds_per_move(summaries: Sequence[GameSummary]) -> list[float | None]:
    """Returns the mean seconds of a move of the first program, and of the second."""
    seconds = [0.0, 0.0]
    moves = [0, 0]
    for summary in summaries:
        for colour in ("black", "white"):
            program = int(colour != summary.first_plays)
            seconds[program] += summary.seconds[colour]
            moves[program] += summary.moves_of(colour)
    return [ratio(s, n) for s, n in zip(seconds, moves, strict=True)]
