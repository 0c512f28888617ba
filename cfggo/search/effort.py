"""How long a move may take, and who decides it."""

from typing import Self

from cfggo.config import EngineConfig
from cfggo.search.clock import Clock
from cfggo.search.levels import Level, find_level
from cfggo.search.limits import NO_LIMIT, Limit

SECONDS_WITHOUT_LIMIT = 5.0
"""Seconds a move when neither the settings nor a clock set a limit."""

MOST_PLAYOUTS = 2**50
"""A number of playouts that stands for no limit, as KataGo's clients send it."""


class Effort:
    """The playouts and seconds of a move.

    The user's limits always hold, and so do those of a level.  The playouts of a preset are
    a default: seconds, or a clock, take their place.

    Public attributes:
      seconds -- float, seconds a move at most; 0 for no limit; may be set
      seconds_at_start -- float, what the settings say
      level   -- Level at which moves are chosen, or None for full strength
    """

    def __init__(self, config: EngineConfig) -> None:
        """Reads the effort from the settings; playouts that the user gave hold at a level too.

        Raises CfggoError if there is no such level.
        """
        self.seconds = self.seconds_at_start = config.search.seconds
        self.level = find_level(config.play.level) if config.play.level else None
        self._default_playouts = config.search.playouts
        self._wanted_at_start = (
            config.search.playouts or None if "playouts" in config.given else None
        )
        self._wanted_before = self._wanted_at_start
        self._caps: dict[str, int] = {}  # set since, by name

    @classmethod
    def at_full_strength(cls, config: EngineConfig) -> Self:
        """Returns the effort of a search that judges: without the settings' level."""
        return cls(config.with_values(level=""))

    @property
    def most_playouts(self) -> int:
        """Playouts of a move at most, clock or not; 0 for no limit."""
        if (wanted := self._wanted_playouts) is not None:
            return wanted
        return self.level.playouts if self.level else 0

    @property
    def playouts(self) -> int:
        """Playouts of a move when no clock runs; 0 for no limit."""
        if self._wanted_playouts is None and self.level is None and not self.seconds:
            return self._default_playouts
        return self.most_playouts

    @property
    def limit(self) -> Limit:
        """The limit of a move's search without a clock; NO_LIMIT if there is none."""
        return Limit(self.playouts, self.seconds)

    @property
    def certain_limit(self) -> Limit:
        """The same for those who have to search: SECONDS_WITHOUT_LIMIT if nothing else ends it."""
        return Limit(seconds=SECONDS_WITHOUT_LIMIT) if self.limit == NO_LIMIT else self.limit

    def limit_on(self, clock: Clock | None, n_moves: int, size: int) -> Limit:
        """Returns what ends the search of a move that a clock runs for; without one, or without a
        time limit, `certain_limit`.

        n_moves -- moves that both colours have made so far
        size    -- of the board
        """
        seconds = clock.seconds_for_move(n_moves, size) if clock else None
        if clock is None or seconds is None:
            return self.certain_limit
        haste = clock.haste(n_moves, size)
        if self.seconds and self.seconds <= seconds:
            return Limit(self.most_playouts, self.seconds, haste=haste)
        extra_seconds = clock.extra_seconds(seconds)
        if self.seconds:
            extra_seconds = min(extra_seconds, self.seconds - seconds)
        return Limit(self.most_playouts, seconds, extra_seconds, haste)

    @property
    def _wanted_playouts(self) -> int | None:
        """The playouts that were asked for: the smallest of the caps that were set, 0 for no limit,
        or None if none were.
        """
        if not self._caps:
            return self._wanted_before
        return min((cap for cap in self._caps.values() if 0 < cap < MOST_PLAYOUTS), default=0)

    def set_playouts(self, playouts: int) -> None:
        """Sets the playouts of a move, 0 for no limit, whatever the level and caps set before."""
        self._caps = {"": playouts}

    def cap(self, name: str) -> int:
        """Returns the playouts that a cap of that name allows; unset, those that hold."""
        return self._caps.get(name, self.playouts)

    def set_cap(self, name: str, playouts: int | None) -> None:
        """Sets one of several caps on the playouts of a move, of which the smallest counts, 0 for
        no limit, whatever the level; None takes it away, and without any of them those playouts
        count that did before any were set.
        """
        self._caps.pop("", None)
        if playouts is None:
            self._caps.pop(name, None)
        else:
            self._caps[name] = playouts

    def set_level(self, level: Level | None) -> None:
        """Sets a level with its playouts, or None for those at the start."""
        self.level = level
        self._wanted_before = None if level else self._wanted_at_start
        self._caps = {}
