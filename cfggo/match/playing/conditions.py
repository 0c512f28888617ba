"""The conditions that all games of a match, a tournament or a tuning run have in common."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.resources import user_path
from cfggo.base.toml_tables import Place, Range
from cfggo.config import KOMI
from cfggo.go.handicap import fixed_handicap
from cfggo.go.points import MAX_SIZE, MIN_SIZE
from cfggo.go.rules import CHINESE, ruleset_from_name
from cfggo.match.playing.clock import parse_time_control
from cfggo.match.playing.openings import Opening, openings_digest, read_openings
from cfggo.match.playing.ranges import DEFAULT_PATIENCE, MOST, PATIENCE, SEED
from cfggo.match.playing.referee import GameSettings
from cfggo.match.playing.scoring import PLAYERS

_T = TypeVar("_T")
_V = TypeVar("_V")
_Size = Annotated[int, Range(MIN_SIZE, MAX_SIZE)]


@dataclass(frozen=True)
class Conditions:
    """How all games of a contest are played.

    Public attributes:
      game      -- GameSettings, with the first of the sizes
      sizes     -- board sizes
      alternate -- whether colours change from round to round
      seed      -- of which the programs' seeds are made
      openings  -- played in turn, by two rounds each where colours change; none for empty boards
    """

    game: GameSettings = field(default_factory=GameSettings)
    sizes: tuple[int, ...] = ()
    alternate: bool = False
    seed: int = 1
    openings: tuple[Opening, ...] = ()

    def settings(self) -> list[GameSettings]:
        """Returns the settings for each size."""
        return [replace(self.game, size=size) for size in self.sizes]

    def to_json(self) -> dict[str, Any]:
        """Returns the conditions by name, but for the board size.

        Unset ones are None, as in the settings of older runs, which lack some of them.
        """
        game = self.game
        return {
            "alternate": self.alternate,
            "seed": self.seed,
            "komi": game.komi,
            "handicap": game.handicap or None,
            "rules": game.rules.name,
            "score": game.score_by,
            "time": None if game.time_control is None else str(game.time_control),
            "patience": game.patience,
            "openings": openings_digest(self.openings),
        }


@dataclass(frozen=True, kw_only=True)
class ConditionKeys:
    """The keys that say how games are played, of a file or as options of a command.

    docs/tournaments.md says what each means.
    """

    size: _Size | tuple[_Size, ...] = MAX_SIZE
    rules: str = CHINESE.name
    handicap: Annotated[int, Range(0, MAX_SIZE**2)] = 0
    komi: Annotated[float, KOMI] | None = None
    score: str = PLAYERS
    time: str | None = None
    patience: Annotated[float, PATIENCE] = DEFAULT_PATIENCE
    max_moves: Annotated[int, Range(1, MOST)] | None = None
    openings: str | None = None
    opening_moves: Annotated[int, Range(0, MOST)] | None = None
    alternate: bool = True
    seed: Annotated[int, SEED] = 1

    def conditions(self, place: Place, folder: Path) -> Conditions:
        """Returns what the keys say.

        place  -- where they stand, for messages
        folder -- where paths of openings start

        Raises CfggoError for what can't be played.
        """
        sizes = self.size if isinstance(self.size, tuple) else (self.size,)
        sizes = tuple(dict.fromkeys(sizes))
        if not sizes:
            raise place.error("size", "must not be empty")
        rules = _parsed(place, "rules", ruleset_from_name, self.rules)
        game = GameSettings(
            size=sizes[0],
            komi=rules.komi if self.komi is None else self.komi,
            rules=rules,
            handicap=self.handicap,
            score_by=self.score or PLAYERS,
            time_control=(
                None if self.time is None else _parsed(place, "time", parse_time_control, self.time)
            ),
            patience=self.patience,
            max_moves=self.max_moves,
        )
        openings: tuple[Opening, ...] = ()
        if self.openings is not None:
            if self.handicap:
                raise place.error("handicap", "can't be given together with openings")
            path = folder / user_path(self.openings)
            openings = read_openings(path, sizes, rules, self.opening_moves)
        elif self.opening_moves is not None:
            raise place.error("opening_moves", "needs openings")
        if self.handicap:
            for size in sizes:
                _parsed(place, "handicap", partial(fixed_handicap, size), self.handicap)
        return Conditions(game, sizes, self.alternate, self.seed, openings)


def _parsed(place: Place, key: str, parse: Callable[[_V], _T], value: _V) -> _T:
    """Returns what `parse` makes of a key's value.

    A CfggoError or ValueError of it becomes an error that names the place and the key.
    """
    try:
        return parse(value)
    except (CfggoError, ValueError) as error:
        raise place.error(key, str(error)) from error
