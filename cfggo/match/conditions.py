"""The conditions that all games of a match, a tournament or a tuning run have in common."""

from dataclasses import dataclass, replace
from pathlib import Path

from cfggo.go.handicap import fixed_handicap
from cfggo.go.points import MAX_SIZE, MIN_SIZE
from cfggo.go.rules import CHINESE, ruleset_from_name
from cfggo.match.clock import parse_time_control
from cfggo.match.openings import Opening, read_openings
from cfggo.match.ranges import DEFAULT_PATIENCE, KOMI, PATIENCE
from cfggo.match.referee import GameSettings
from cfggo.match.scoring import PLAYERS
from cfggo.match.tables import Table
from cfggo.resources import user_path


@dataclass(frozen=True)
class Conditions:
    """How all games of a contest are played.

    Public attributes:
      sizes     -- board sizes
      game      -- GameSettings, with the first of the sizes
      alternate -- whether colours change
      seed      -- of which the programs' seeds are made
      openings  -- as in Contest
    """

    sizes: tuple[int, ...]
    game: GameSettings
    alternate: bool
    seed: int
    openings: tuple[Opening, ...]

    def settings(self) -> list[GameSettings]:
        """Returns the settings for each size."""
        return [replace(self.game, size=size) for size in self.sizes]


def read_conditions(table: Table, folder: Path) -> Conditions:
    """Returns the conditions that a table gives: a file's, or a command's options by these names.

    folder -- where paths of openings start

    Raises CfggoError for what can't be played.
    """
    sizes = tuple(dict.fromkeys(table.integers("size", [19], MIN_SIZE, MAX_SIZE)))
    rules = table.parsed("rules", ruleset_from_name) or CHINESE
    handicap = table.integer("handicap", 0, 0)
    game = GameSettings(
        size=sizes[0],
        komi=table.number("komi", rules.komi, KOMI),
        rules=rules,
        handicap=handicap,
        score_by=table.text("score") or PLAYERS,
        time_control=table.parsed("time", parse_time_control),
        patience=table.number("patience", DEFAULT_PATIENCE, PATIENCE),
        max_moves=table.integer("max_moves", None, 1),
    )
    openings_path, moves = table.text("openings"), table.integer("opening_moves", None, 0)
    openings: tuple[Opening, ...] = ()
    if openings_path is not None:
        if handicap:
            raise table.error("handicap", "can't be had together with openings")
        openings = read_openings(folder / user_path(openings_path), sizes, rules, moves)
    elif moves is not None:
        raise table.error("opening_moves", "needs openings")
    if handicap:
        for size in sizes:
            try:
                fixed_handicap(size, handicap)
            except ValueError as error:
                raise table.error("handicap", str(error)) from error
    return Conditions(
        sizes=sizes,
        game=game,
        alternate=table.flag("alternate", True),
        seed=table.integer("seed", 1, 0),
        openings=openings,
    )
