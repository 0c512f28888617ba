"""Time control: no game is lost on time, and the time is put to use."""

import math
from itertools import product

import pytest

from cfggo.search.clock import MIN_SECONDS, Clock, Overtime
from cfggo.search.limits import Haste

LAG = 0.2
SIZE = 19
MOVES = 400


class Referee:
    """A controller's clock for one colour, written apart from `Clock`."""

    def __init__(self, clock: Clock) -> None:
        self.rules = clock
        self.main = clock.main_time
        self.period_left = clock.period
        self.left = clock.count

    def spend(self, seconds: float) -> bool:
        """Takes a move's time; returns whether it was in time."""
        from_main = min(self.main, seconds)
        self.main -= from_main
        seconds -= from_main
        if self.rules.overtime is Overtime.FISCHER:
            self.main = min(self.main + self.rules.increment, self.rules.most_main)
            return seconds <= 0
        in_overtime = self.main <= 0
        if seconds <= 0 and not in_overtime:
            return True
        if self.rules.overtime is Overtime.SUDDEN_DEATH:
            return seconds <= 0
        if self.rules.overtime is Overtime.BYO_YOMI:
            self.left -= math.floor(seconds / self.rules.period)
            return self.left > 0
        self.period_left -= seconds
        if self.period_left < 0:
            return False
        self.left -= 1
        if self.left == 0:
            self.period_left, self.left = self.rules.period, self.rules.count
        return True

    def time_left(self) -> tuple[float, int]:
        if self.main > 0 or self.rules.overtime is Overtime.FISCHER:
            return self.main, 0
        if self.rules.overtime is Overtime.BYO_YOMI:
            return self.rules.period, self.left
        return self.period_left, self.left


CLOCKS = {
    "five minutes": Clock(Overtime.SUDDEN_DEATH, 300),
    "one minute": Clock(Overtime.SUDDEN_DEATH, 60),
    "an hour": Clock(Overtime.SUDDEN_DEATH, 3600),
    "byo-yomi after main time": Clock(Overtime.BYO_YOMI, 600, 30, 5),
    "byo-yomi, one short period": Clock(Overtime.BYO_YOMI, 10, 3, 1),
    "byo-yomi from the start": Clock(Overtime.BYO_YOMI, 0, 5, 3),
    "Canadian after main time": Clock(Overtime.CANADIAN, 600, 300, 25),
    "Canadian, one second a stone": Clock(Overtime.CANADIAN, 7, 10, 10),
    "Canadian from the start": Clock(Overtime.CANADIAN, 0, 60, 15),
    "Fischer": Clock.fischer(120, 5),
    "Fischer, hardly any increment": Clock.fischer(300, 0.1),
    "Fischer, hardly any main time": Clock.fischer(2, 2),
    "Fischer with a cap": Clock.fischer(30, 10, most_main=40),
}


@pytest.mark.parametrize("name", CLOCKS)
@pytest.mark.parametrize("size", [9, SIZE])
def test_a_long_game_is_not_lost_on_time(name: str, size: int) -> None:
    """Of what a move costs beside its search the clock sees a share, on the way to the program, and
    a `time_left` comes for each move, now and then, or never; moves may always be in doubt."""
    clock = CLOCKS[name]
    for told, seen, in_doubt in product((1, 2, math.inf), (0.0, 0.5, 0.99, 1.0), (False, True)):
        clock.reset()
        referee = Referee(clock)
        for n_moves in range(0, MOVES if size == SIZE else 120, 2):
            seconds = clock.seconds_for_move(n_moves, size)
            assert seconds is not None
            assert seconds >= MIN_SECONDS
            if in_doubt:
                seconds += clock.extra_seconds(seconds)
            lost = f"lost on time at move {n_moves}: {told=}, {seen=}, {in_doubt=}"
            assert referee.spend(seconds + LAG), lost
            clock.spend(seconds + seen * LAG, seconds)
            if n_moves // 2 % told == 0:
                clock.update(*referee.time_left())


def test_most_of_the_time_is_used_in_a_game_of_usual_length() -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 600)
    for n_moves in range(0, 260, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        clock.spend(seconds + LAG)
    assert clock.remaining < 0.25 * 600


@pytest.mark.parametrize(("size", "moves"), [(9, 170), (SIZE, 510)])
@pytest.mark.parametrize("stalled_at", [0.1, 0.5, 0.8, 0.99])
def test_a_stall_of_the_machine_loses_no_game(size: int, moves: int, stalled_at: float) -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 60)
    referee = Referee(clock)
    stall = round(stalled_at * moves) // 2 * 2
    for n_moves in range(0, moves, 2):
        seconds = clock.seconds_for_move(n_moves, size)
        assert seconds is not None
        beside = 1.4 if n_moves == stall else 0.01
        assert referee.spend(seconds + beside), f"lost on time at move {n_moves}"
        clock.spend(seconds + beside, seconds)
        clock.update(*referee.time_left())


@pytest.mark.parametrize("rounded", [False, True], ids=["exact", "whole seconds"])
def test_without_lag_a_short_game_is_used_too(rounded: bool) -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 60)
    left = 60.0
    for n_moves in range(0, 260, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        left -= seconds + 0.005
        clock.spend(seconds)
        clock.update(math.floor(left) if rounded else left, 0)
    assert 0 < left < 0.35 * 60


@pytest.mark.parametrize("beside", [0.0, 0.02, 0.08])
@pytest.mark.parametrize("rounded", [False, True], ids=["exact", "whole seconds"])
def test_what_moves_cost_beside_their_search_is_put_aside(beside: float, rounded: bool) -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 60)
    left = 60.0
    for n_moves in range(0, 500, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        left -= seconds + beside
        assert left > 0, f"lost on time at move {n_moves}"
        clock.spend(seconds + beside, seconds)
        clock.update(math.floor(left) if rounded else left, 0)


def test_what_moves_cost_is_learnt_without_a_word_from_the_controller() -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 300)
    left = 300.0
    for n_moves in range(0, 400, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        left -= seconds + 0.6
        assert left > 0, f"lost on time at move {n_moves}"
        clock.spend(seconds + 0.6, seconds)


def test_overtime_keeps_clear_of_what_moves_were_seen_to_cost() -> None:
    clock = Clock(Overtime.CANADIAN, 0, 2, 1)
    usual = clock.seconds_for_move(0, SIZE)
    assert usual == pytest.approx(2 * 0.97 - LAG)
    clock.spend(1.8, 1.78)
    assert clock.seconds_for_move(2, SIZE) == usual
    clock.spend(2.1, 1.7)
    assert clock.seconds_for_move(4, SIZE) == pytest.approx(2 * 0.97 - 0.8)
    clock.spend(9.0, 1.0)
    assert clock.seconds_for_move(6, SIZE) == pytest.approx(0.4 * 2 * 0.97)
    for _ in range(10):
        clock.spend(1.0, 1.0)
    assert clock.seconds_for_move(80, SIZE) == usual


def test_the_middle_game_gets_more_than_the_opening_and_the_endgame() -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 600)
    times = []
    for n_moves in range(0, 300, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        times.append(seconds)
        clock.spend(seconds + LAG)
    assert max(times) == max(times[20:70])
    assert times[0] < 0.7 * max(times)
    assert times[-1] < 0.7 * max(times)


def test_with_overtime_to_come_no_move_is_faster_than_in_overtime() -> None:
    clock = Clock(Overtime.BYO_YOMI, 60, 30, 3)
    assert clock.seconds_for_move(0, SIZE) == pytest.approx(30, rel=0.05)
    clock.update(1.0, 0)
    assert clock.seconds_for_move(100, SIZE) == pytest.approx(30, rel=0.05)


def test_canadian_overtime_is_shared_among_its_stones() -> None:
    clock = Clock(Overtime.CANADIAN, 600, 300, 25)
    clock.update(100.0, 5)
    assert clock.seconds_for_move(200, SIZE) == pytest.approx(20, rel=0.05)


def test_a_fischer_clock_gives_each_move_its_increment_and_more() -> None:
    clock = Clock.fischer(120, 5)
    times = []
    for n_moves in range(0, 400, 2):
        seconds = clock.seconds_for_move(n_moves, SIZE)
        assert seconds is not None
        times.append(seconds)
        clock.spend(seconds + LAG)
    assert min(times) > 4.5
    assert times[0] > 5
    assert clock.remaining < 0.6 * 120


def test_a_fischer_clock_shows_no_more_than_its_cap_and_no_move_takes_longer_than_it_may() -> None:
    clock = Clock.fischer(30, 20, most_main=40, most_a_move=6)
    for _ in range(5):
        assert clock.seconds_for_move(0, SIZE) == pytest.approx(6 - LAG)
        assert clock.extra_seconds(6 - LAG) == pytest.approx(0)
        clock.spend(1)
    assert clock.remaining == 40


def test_a_fischer_clock_without_time_has_no_limit() -> None:
    assert not Clock.fischer(0, 0).is_limited


def test_own_count_goes_from_main_time_through_the_periods() -> None:
    clock = Clock(Overtime.BYO_YOMI, 10, 5, 3)
    clock.spend(9)
    assert (clock.in_overtime, clock.remaining) == (False, 1)
    clock.spend(4)
    assert (clock.in_overtime, clock.left) == (True, 3)
    clock.spend(6)
    assert clock.left == 2


def test_no_limit() -> None:
    clock = Clock()
    clock.spend(1000)
    assert not clock.is_limited
    assert clock.seconds_for_move(0, SIZE) is None


@pytest.mark.parametrize(
    ("settings", "overtime"),
    [
        ((300, 0, 0), Overtime.SUDDEN_DEATH),
        ((300, 60, 25), Overtime.CANADIAN),
        ((0, 60, 25), Overtime.CANADIAN),
        ((0, 60, 0), Overtime.NO_LIMIT),
        ((0, 0, 0), Overtime.NO_LIMIT),
        # GTP 2 calls a period of 0 seconds absolute time; without main time none would be left.
        ((300, 0, 25), Overtime.SUDDEN_DEATH),
        ((0, 0, 25), Overtime.NO_LIMIT),
    ],
)
def test_time_settings_of_gtp(settings: tuple[int, int, int], overtime: Overtime) -> None:
    assert Clock.from_time_settings(*settings).overtime is overtime


def test_hopelessly_little_time_still_gives_a_move() -> None:
    clock = Clock(Overtime.SUDDEN_DEATH, 1)
    assert clock.seconds_for_move(0, SIZE) == MIN_SECONDS


def test_time_for_doubts_is_half_a_moves_time_and_none_in_overtime() -> None:
    clock = Clock(Overtime.CANADIAN, 100, 60, 15)
    assert clock.extra_seconds(4.0) == 2.0
    assert clock.extra_seconds(99.0) == pytest.approx(100 - 99 - LAG)
    clock.spend(101)
    assert clock.in_overtime
    assert clock.extra_seconds(4.0) == 0.0
    assert Clock().extra_seconds(4.0) == 0.0


@pytest.mark.parametrize("period", [5e-324, 1e-300])
def test_a_byo_yomi_period_may_be_as_short_as_a_number_can_be(period: float) -> None:
    clock = Clock(Overtime.BYO_YOMI, 0, period, 3)
    clock.spend(1e300)
    assert clock.left == 1
    assert clock.seconds_for_move(0, SIZE) == MIN_SECONDS


def test_a_byo_yomi_period_begins_anew_with_each_move() -> None:
    clock = Clock(Overtime.BYO_YOMI, 0, 10, 5)
    usual = clock.seconds_for_move(0, SIZE)
    clock.update(3, 5)
    clock.spend(2.7)
    assert clock.seconds_for_move(2, SIZE) == usual


def test_what_was_lost_beside_a_search_in_overtime_is_remembered_for_a_while() -> None:
    """0.4 seconds of one move, of which seven tenths count two moves later."""
    clock = Clock(Overtime.CANADIAN, 0, 2, 1)
    clock.spend(2.1, 1.7)
    clock.spend(1.0, 1.0)
    assert clock.seconds_for_move(0, SIZE) == pytest.approx(2 * 0.97 - 2 * 0.7 * 0.4)


def test_stones_of_a_period_that_nobody_confirms_may_be_counted_from_another_move_on() -> None:
    clock = Clock(Overtime.CANADIAN, 0, 100, 10)
    clock.update(100.0, 5)
    assert clock.seconds_for_move(1, SIZE) == pytest.approx(100 * 0.97 / 5 - LAG)
    clock.spend(5.0, 5.0)
    assert clock.seconds_for_move(2, SIZE) == pytest.approx(100 * 0.97 / 10 - LAG)


HASTY_SHARE = {Haste.NONE: 1.0, Haste.BY_LOOKS: 0.25, Haste.NO_PLAYOUTS: 0.1}
"""What a move costs beside its search, against one with a search: less than what was measured."""


@pytest.mark.parametrize("told", [True, False], ids=["with time_left", "by its own count"])
@pytest.mark.parametrize(
    ("beside", "later"),
    [(0.3, 0.3), (0.5, 0.5), (1.0, 1.0), (0.05, 0.5), (0.15, 0.6), (0.2, 1.0), (0.5, 0.02)],
)
@pytest.mark.parametrize(("size", "moves"), [(9, 240), (SIZE, 720)])
def test_an_overloaded_machine_loses_no_game(
    size: int, moves: int, beside: float, later: float, told: bool
) -> None:
    """A minute for a very long game, where a move costs much beside its search, or does so from the
    middle game on.
    """
    clock = Clock(Overtime.SUDDEN_DEATH, 60)
    referee = Referee(clock)
    for n_moves in range(0, moves, 2):
        seconds = clock.seconds_for_move(n_moves, size)
        assert seconds is not None
        haste = clock.haste(n_moves, size)
        spent = (beside if n_moves < size * size / 2 else later) * HASTY_SHARE[haste]
        seconds = seconds if haste is Haste.NONE else 0.0
        assert referee.spend(seconds + spent), f"lost on time at move {n_moves}"
        clock.spend(seconds + spent, seconds, hasty=haste is not Haste.NONE)
        if told:
            main, _ = referee.time_left()
            clock.update(math.floor(main), 0)


def test_nobody_is_in_haste_with_time_enough() -> None:
    for name, clock in CLOCKS.items():
        clock.reset()
        for n_moves in range(0, 70, 2):
            assert clock.haste(n_moves, 9) is Haste.NONE, name
            clock.spend((clock.seconds_for_move(n_moves, 9) or 0.0) + 0.01)
    assert Clock().haste(0, SIZE) is Haste.NONE
