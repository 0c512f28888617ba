"""Statistics of a number of games between two programs."""

import math
from dataclasses import dataclass

from cfggo.base.intervals import wilson_interval


def ratio(total: float, count: float) -> float | None:
    """Returns total/count, or None if there is nothing to count."""
    return total / count if count else None


def expected_rate(elo: float) -> float:
    """Returns the win rate that is expected at an Elo difference."""
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))


def elo_difference(rate: float) -> float:
    """Returns the Elo difference at which a win rate is expected; infinite for a rate of 0 or 1."""
    if rate <= 0.0:
        return -math.inf
    if rate >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / rate - 1.0)


@dataclass(frozen=True)
class Tally:
    """One program's results against another."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    @property
    def games(self) -> int:
        """Number of games with a result."""
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        """Wins, and draws half."""
        return self.wins + self.draws / 2

    @property
    def win_rate(self) -> float | None:
        """Points a game, or None without games."""
        return ratio(self.points, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the win rate."""
        return wilson_interval(self.points, self.games)

    @property
    def elo(self) -> float | None:
        """The Elo difference, infinite after only wins or only losses, or None without games."""
        return None if self.win_rate is None else elo_difference(self.win_rate)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences at the ends of the win rate's interval."""
        low, high = self.interval
        return elo_difference(low), elo_difference(high)


def tally_cells(tally: Tally) -> list[str]:
    """Returns a tally's row of a table under TALLY_HEADS."""
    rate = "" if tally.win_rate is None else f"{tally.win_rate:.1%}"
    numbers = map(str, (tally.games, tally.wins, tally.losses, tally.draws))
    return [*numbers, rate, interval_to_text(tally)]


TALLY_HEADS = ("games", "wins", "losses", "draws", "win rate", "95% interval")


def interval_to_text(tally: Tally) -> str:
    """Returns the 95% interval of a win rate."""
    low, high = tally.interval
    return f"{low:.1%} to {high:.1%}"


def elo_to_text(elo: float) -> str:
    """Returns an Elo difference with its sign, such as "+35"."""
    return f"{round(elo):+d}" if math.isfinite(elo) else f"{elo:+}"
