"""Time control: how long a move may take.

A clock keeps one colour's main time and overtime, from the time spent or from what the controller's
clock shows.  It tells how many seconds to search for the next move, such that the game is not lost
on time as long as a move costs no more than `lag` seconds in addition to its search, seen or
unseen.  Where there is no overtime and no increment this holds for games of the length that is
planned for (`_LONG_GAME_MOVES`): the lag of more moves than that cannot be put aside.  Where a
move costs more than that, on a busy machine, the time left for a move may fall below its lag: then
the clock tells in which haste it must be made (`Haste`).
"""

import sys
from dataclasses import dataclass
from enum import Enum
from typing import Self

from cfggo.search.limits import Haste

DEFAULT_LAG = 0.2
"""Seconds of a move outside its search: the controller, a network, the engine's own work."""

_LEAST_LAG = 0.02
_LAG_MEMORY = 0.9
"""Weight of the lag seen so far when a move shows another.  In main time, where a mistake can be
made up for, the running mean counts."""

_OVERTIME_LAG_MEMORY = 0.7
"""In overtime twice the worst case counts, which fades by this factor from move to move."""

_MOST_LAG = 0.6
"""At most this share of a move's time in overtime is put aside for the lag that was seen; the lag
that is assumed always is."""

_LAG_RANGE = (-1.0, 2.0)
"""Lag that one move can show, in seconds; controllers round to whole seconds, up or down."""

_BY_LOOKS, _NO_PLAYOUTS = 0.75, 0.4
"""A move that may take less than this share of its lag is made by looks, or without playouts."""

_HASTE_SAVES = 6
"""How many times the lag of a hasty move a search costs beside its own time: so much is learnt of
it, else each hasty move would make the next one a search again."""

_RESERVE_SHARE, _MOST_RESERVE = 0.03, 2.0
"""Reserve in a game without overtime: a share of its time, at most so many seconds, for a moment
when other programs keep the machine busy."""

MIN_SECONDS = 0.01
"""Least seconds of a move, however little is left."""

UNLIMITED = sys.float_info.max
"""Seconds that stand for no limit; finite, so that sums of times are."""

_OVERTIME_SHARE = 0.97
"""Share of an overtime period that is planned with; the rest is a reserve."""

_SPENT_PERIOD = 0.25
"""A byo-yomi period of which less than this share is left is given up if there are more."""

_GAME_MOVES = (0.85, 0)
"""Moves by both colours in a usual game (per board point, added to that): 307 on 19x19, 69 on
9x9."""

_LEAST_MOVES_LEFT = 0.1
"""Moves of both colours that usually still come at any time, in board points: 36 on 19x19."""

_LONG_GAME_MOVES = (1.2, 40)
_LEAST_LONG_GAME_MOVES_LEFT = 0.6
"""The same in a long game, whose lag is put aside: 473 on 19x19, 137 on 9x9; 217 still to come."""

_MIDDLE_GAME_WEIGHT = 1.4
_OPENING_WEIGHT = 0.8
"""Share of a move in the time left, against an endgame move: the middle game decides games."""

_EXTRA_SHARE = 0.5
"""Share of a move's time that is added when its search ends in doubt."""


class Overtime(Enum):
    """The kinds of overtime, after the main time."""

    NO_LIMIT = "none"
    SUDDEN_DEATH = "absolute"
    BYO_YOMI = "byoyomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


@dataclass
class Clock:
    """The time that one colour has.

    Public attributes:
      overtime    -- Overtime
      main_time   -- float, seconds of main time at the start of the game
      period      -- float, seconds of an overtime period
      count       -- int, stones to play in a Canadian period, or number of byo-yomi periods
      increment   -- float, seconds that each move adds to a Fischer clock
      most_main   -- float, seconds that a Fischer clock shows at most
      most_a_move -- float, seconds that a move may take at most
      lag         -- float, seconds that a move is assumed to cost in addition to its search
      remaining   -- float, seconds left of the main time, or in overtime of the present period
      in_overtime -- bool
      left        -- int, in overtime: stones to play in this period, or periods left
    """

    overtime: Overtime = Overtime.NO_LIMIT
    main_time: float = 0.0
    period: float = 0.0
    count: int = 0
    lag: float = DEFAULT_LAG
    increment: float = 0.0
    most_main: float = UNLIMITED
    most_a_move: float = UNLIMITED

    def __post_init__(self) -> None:
        self.reset()

    @classmethod
    def from_time_settings(cls, main_time: float, period: float, stones: int) -> Self:
        """Returns a clock as GTP's `time_settings` describes it.

        Overtime with no stones to play means no time limit.  So does neither main time nor a
        period, whatever the stones, since there would be no time for a single move.  Periods of one
        stone are those of byo-yomi, of which controllers may tell that there are more.
        """
        if (stones == 0 and period > 0) or main_time == period == 0:
            return cls()
        if period == 0:
            return cls(Overtime.SUDDEN_DEATH, main_time)
        overtime = Overtime.BYO_YOMI if stones == 1 else Overtime.CANADIAN
        return cls(overtime, main_time, period, stones)

    @classmethod
    def fischer(
        cls,
        main_time: float,
        increment: float,
        most_main: float = UNLIMITED,
        most_a_move: float = UNLIMITED,
    ) -> Self:
        """Returns a clock to which each move adds an increment.

        No main time and no increment means no time limit, for there would be no time for a move.
        """
        if main_time == increment == 0:
            return cls()
        return cls(
            Overtime.FISCHER,
            main_time,
            increment=increment,
            most_main=most_main,
            most_a_move=most_a_move,
        )

    @property
    def is_limited(self) -> bool:
        """Whether there is a time limit at all."""
        return self.overtime is not Overtime.NO_LIMIT

    def reset(self) -> None:
        """Sets the clock to the start of a game."""
        self.remaining = self.main_time
        self.in_overtime = False
        self.left = 0
        self._seen_lag = self.lag
        self._has_spent = False
        self._was_hasty = False
        self._is_told = False
        self._is_told_of_overtime = self.main_time == 0
        self._is_exact = True
        self._unseen = 0.0
        self._beside = 0.0
        self._worst_beside = 0.0
        if self.main_time == 0 and self._has_overtime:
            self._start_overtime()

    def update(self, seconds: float, left: int) -> None:
        """Sets the clock as GTP's `time_left` has it.

        left -- 0 for main time; in overtime the stones to play in this period, or the periods left

        Controllers also tell of main time with the periods to come, and of overtime with 0; more
        seconds than a period has are main time.  0 seconds for all stones of a Canadian period are
        a period that has not begun.
        """
        seconds = max(seconds, 0.0)
        is_overtime = left > 0 or self._is_told_of_overtime
        in_overtime = self._has_overtime and is_overtime and seconds <= self.period
        if self._has_spent and self._is_exact and not in_overtime and not self.in_overtime:
            self._learn_lag(self._lag_of_search(self.remaining - seconds + self._beside))
        self._has_spent = False
        self._is_told = self._is_exact = True
        self._unseen = 0.0
        self.remaining = seconds
        self.in_overtime = self._is_told_of_overtime = in_overtime
        self.left = (left or self.left) if in_overtime else 0
        if in_overtime and self.overtime is Overtime.CANADIAN:
            self.left = min(self.left, self.count)
            if not seconds and self.left == self.count:
                self.remaining = self.period

    def spend(self, seconds: float, searched: float | None = None, hasty: bool = False) -> None:
        """Takes the time of one move off the clock.

        searched -- how much of it was planned for its search and used; None for all of it
        hasty    -- whether the move was made in haste, without a search
        """
        if not self.is_limited:
            return
        self._take_unseen()
        if self._has_spent:
            # No `time_left` came, so the lag of the way to the controller is not known.
            self._learn_lag(max(self._lag_of_search(self._beside), self._seen_lag))
        self._has_spent = not self.in_overtime
        self._beside = seconds - (seconds if searched is None else searched)
        worst = max(self._beside, _OVERTIME_LAG_MEMORY * self._worst_beside)
        self._worst_beside = min(worst, _LAG_RANGE[1])
        self._is_told = False
        self._was_hasty = hasty
        self._unseen = max(self.lag - self._beside, _LEAST_LAG)
        if not self.in_overtime:
            if seconds <= self.remaining or not self._has_overtime:
                left = max(self.remaining - seconds, 0.0) + self.increment
                self.remaining = min(left, self.most_main)
                return
            seconds -= self.remaining
            self._start_overtime()
        if self.overtime is Overtime.BYO_YOMI:
            # A quotient may be too large for an int, or for a float.
            since_it_began = self.period - self.remaining + seconds
            self.left -= int(min(since_it_began // self.period, self.left - 1))
            self.remaining = self.period
        else:
            self.remaining = max(self.remaining - seconds, 0.0)
            self.left -= 1
            if self.left == 0:
                self._start_overtime()
                self._unseen = 0.0

    def seconds_for_move(self, n_moves: int, size: int) -> float | None:
        """Returns how long to search for the next move, or None if there is no limit.

        n_moves -- moves that both colours have made so far
        """
        if not self.is_limited:
            return None
        self._take_unseen()
        if self.in_overtime:
            seconds = self._overtime_share(self.remaining, self.left)
        else:
            seconds = self._main_time_share(n_moves, size)
            if self._has_overtime:
                in_overtime = self._overtime_share(self.period, self.count)
                # With overtime to come no move needs to be faster than those in overtime.
                seconds = max(seconds, min(in_overtime, self.remaining + in_overtime - self.lag))
        return max(min(seconds, self.most_a_move - self.lag), MIN_SECONDS)

    def haste(self, n_moves: int, size: int) -> Haste:
        """Returns in which haste the next move must be made; n_moves as for `seconds_for_move`."""
        if not self.is_limited:
            return Haste.NONE
        self._take_unseen()
        if self.in_overtime:
            seconds, lag = self._overtime_a_move(self.remaining, self.left), self.lag
        elif self._has_overtime:
            seconds = max(self.remaining, self._overtime_a_move(self.period, self.count))
            lag = self.lag
        else:
            left = self.remaining - self._reserve
            seconds = min(left / self._long_game_moves_left(n_moves, size) + self.increment, left)
            lag = self._seen_lag + MIN_SECONDS
        seconds = min(seconds, self.most_a_move)
        if seconds < _NO_PLAYOUTS * lag:
            return Haste.NO_PLAYOUTS
        return Haste.BY_LOOKS if seconds < _BY_LOOKS * lag else Haste.NONE

    def extra_seconds(self, seconds: float) -> float:
        """Returns for how long a search of that many seconds may go on if its move is in doubt.

        The time is taken from the moves to come, so there is none in overtime.
        """
        if not self.is_limited or self.in_overtime:
            return 0.0
        left = min(self.remaining - self._reserve, self.most_a_move) - seconds - self.lag
        return max(min(_EXTRA_SHARE * seconds, left), 0.0)

    @property
    def _has_overtime(self) -> bool:
        return self.overtime in (Overtime.BYO_YOMI, Overtime.CANADIAN)

    @property
    def _reserve(self) -> float:
        """Seconds that are kept in reserve."""
        return 0.0 if self._has_overtime else min(_RESERVE_SHARE * self.main_time, _MOST_RESERVE)

    def _take_unseen(self) -> None:
        """Takes off what the last move may have cost on the way to the controller.

        No `time_left` has come since, which would say it, so the time left is an estimate from here
        on.  Byo-yomi periods begin anew with each move.
        """
        if self._unseen:
            self._is_exact = False
        if not (self.in_overtime and self.overtime is Overtime.BYO_YOMI):
            self.remaining = max(self.remaining - self._unseen, 0.0)
        self._unseen = 0.0

    def _lag_of_search(self, lag: float) -> float:
        """Returns the cost of a search beside its time, by that of the last move."""
        low, high = _LAG_RANGE
        return min(max(lag, low), high) * (_HASTE_SAVES if self._was_hasty else 1)

    def _learn_lag(self, seen: float) -> None:
        """Updates the lag seen so far with that of a move."""
        mean = _LAG_MEMORY * self._seen_lag + (1 - _LAG_MEMORY) * seen
        self._seen_lag = max(mean, _LEAST_LAG)

    def _start_overtime(self) -> None:
        self.in_overtime = True
        self.remaining = self.period
        self.left = self.count

    def _overtime_share(self, remaining: float, left: int) -> float:
        """Returns the search time of a move in overtime."""
        share = self._overtime_a_move(remaining, left)
        return share - max(self.lag, min(2 * self._worst_beside, _MOST_LAG * share))

    def _overtime_a_move(self, remaining: float, left: int) -> float:
        """Returns the time of a move in overtime, its lag included; spare byo-yomi periods stay
        untouched, but for one whose predecessor is nearly over.
        """
        if self.overtime is Overtime.BYO_YOMI:
            is_spent = left > 1 and remaining < _SPENT_PERIOD * self.period
            return (remaining + self.period * is_spent) * _OVERTIME_SHARE
        share = remaining * _OVERTIME_SHARE / left
        if not self._is_told:
            # The controller may count the stones of a period from another move on.
            share = min(share, self.period * _OVERTIME_SHARE / self.count)
        return share

    def _main_time_share(self, n_moves: int, size: int) -> float:
        """Returns the search time of a move in main time, by the moves that may still come."""
        area = size * size
        moves_left = _own_moves_left(_GAME_MOVES, _LEAST_MOVES_LEFT, n_moves, area)
        share = _weight(n_moves / area) / moves_left
        if self._has_overtime:
            return self.remaining * share - self._seen_lag
        moves_left = self._long_game_moves_left(n_moves, size)
        # On a Fischer clock each move brings the time for its own lag, and more.
        lag = self._seen_lag + MIN_SECONDS
        surplus = max(_OVERTIME_SHARE * self.increment - lag, 0.0)
        to_put_aside = self._reserve + max(lag - self.increment, 0.0) * moves_left
        seconds = (self.remaining - to_put_aside) * share + surplus
        return min(seconds, self.remaining - self._reserve - self.lag)

    @staticmethod
    def _long_game_moves_left(n_moves: int, size: int) -> float:
        """Returns how many moves this colour may still have to make in a long game."""
        return _own_moves_left(_LONG_GAME_MOVES, _LEAST_LONG_GAME_MOVES_LEFT, n_moves, size * size)


def _own_moves_left(
    game_moves: tuple[float, float], least_left: float, n_moves: int, area: int
) -> float:
    """Returns how many moves one colour may still have to make in a game of that length."""
    per_point, beside = game_moves
    return max(per_point * area + beside - n_moves, least_left * area) / 2 + 1


def _weight(progress: float) -> float:
    """Returns the weight of a move; progress is the moves so far in board points.

    It rises from the opening to the middle game, at a quarter of the board, and then falls to 1.
    """
    if progress < 0.25:
        return _OPENING_WEIGHT + (_MIDDLE_GAME_WEIGHT - _OPENING_WEIGHT) * progress / 0.25
    return max(1.0, _MIDDLE_GAME_WEIGHT - (_MIDDLE_GAME_WEIGHT - 1.0) * (progress - 0.25) / 0.5)
