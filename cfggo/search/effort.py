"""How long a move may take, and who decides it."""

from typing import Self

from cfggo.config import EngineConfig
from cfggo.search.levels import Level, find_level


class Effort:
    """The playouts and seconds of a move.

    What the user asks for always holds, and so does a level of play.  The playouts of a preset are
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
        self._wanted_at_start = config.search.playouts if "playouts" in config.given else None
        self._wanted_playouts = self._wanted_before = self._wanted_at_start

    @classmethod
    def at_full_strength(cls, config: EngineConfig) -> Self:
        """Returns the effort of a search that judges: without the settings' level."""
        return cls(config.with_values(level=""))

    @property
    def most_playouts(self) -> int:
        """Playouts of a move at most, clock or not; 0 for no limit."""
        if self._wanted_playouts is not None:
            return self._wanted_playouts
        return self.level.playouts if self.level else 0

    @property
    def playouts(self) -> int:
        """Playouts of a move when no clock runs; 0 for no limit."""
        if self._wanted_playouts is None and self.level is None and not self.seconds:
            return self._default_playouts
        return self.most_playouts

    def set_playouts(self, playouts: int | None) -> None:
        """Sets the playouts of a move, 0 for no limit, whatever the level; None for those that it
        had before any were set.
        """
        self._wanted_playouts = self._wanted_before if playouts is None else playouts

    def set_level(self, level: Level | None) -> None:
        """Sets a level with its playouts, or None for those at the start."""
        self.level = level
        self._wanted_before = None if level else self._wanted_at_start
        self._wanted_playouts = self._wanted_before
