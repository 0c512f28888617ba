"""The clocks of a game against a plain account of what each system allows, in simulated time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.interfaces.browser.clocks import GameClocks, TimeControl
from cfggo.search.clock import Clock

BLACK, WHITE = "black", "white"


class Time:
    """Seconds that go on when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Oracle:
    """One side's time, second by second in quarters: the rules as a person at the table has them.

    Public attributes:
      main, rest -- seconds of main time; of the present overtime period
      left       -- periods, or stones of the present period
      has_lost   -- bool
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.main, self.rest, self.left = control.main, control.period, control.count
        self.has_lost = False

    def tick(self) -> None:
        """A quarter of a second goes by while the side thinks."""
        system = self.control.system
        if self.main > 0:
            self.main -= 0.25
            if self.main <= 0 and system in ("absolute", "fischer"):
                self.has_lost = True
            return
        self.rest -= 0.25
        if self.rest <= 0:
            if system == "byoyomi" and self.left > 1:
                self.left, self.rest = self.left - 1, self.control.period
            else:
                self.has_lost = True

    def press(self) -> None:
        """The side has moved."""
        system, period = self.control.system, self.control.period
        if system == "fischer":
            self.main += period
        elif self.main > 0:
            return
        elif system == "byoyomi":
            self.rest = period
        elif system == "canadian":
            if self.rest == period:
                return  # the move took the main time to its last quarter
            self.left -= 1
            if self.left == 0:
                self.left, self.rest = self.control.count, period

    @property
    def total(self) -> float:
        """Seconds until it loses if it does not move."""
        if self.has_lost:
            return 0.0
        system, period = self.control.system, self.control.period
        if system == "byoyomi":
            return self.main + self.rest + (self.left - 1) * period
        return self.main + (self.rest if system == "canadian" else 0.0)


quarters = st.integers(1, 60).map(lambda n: n / 4)
controls = st.one_of(
    st.builds(TimeControl, st.just("absolute"), quarters),
    st.builds(TimeControl, st.just("fischer"), quarters, quarters),
    st.builds(
        TimeControl,
        st.sampled_from(["byoyomi", "canadian"]),
        st.one_of(st.just(0.0), quarters),
        quarters,
        st.integers(1, 4),
    ),
)


@given(controls, st.lists(st.integers(1, 40), max_size=40), st.booleans())
def test_clocks_are_what_a_person_at_the_table_counts(
    control: TimeControl, thought: list[int], looks: bool
) -> None:
    """thought: quarters of seconds that each move takes, Black's second move first."""
    time = Time()
    clocks = GameClocks(control, time)
    oracles = {BLACK: Oracle(control), WHITE: Oracle(control)}
    clocks.follow(0, BLACK, True)
    time.now += 1000.0  # nobody's clock runs before the first move
    clocks.follow(1, WHITE, True)
    colour, other = WHITE, BLACK
    for n, quarters_taken in enumerate(thought, 2):
        oracle = oracles[colour]
        for _ in range(quarters_taken):
            time.now += 0.25
            if not oracle.has_lost:
                oracle.tick()
            seconds = sum(stage.seconds for stage in clocks.stages(colour))
            assert seconds == pytest.approx(oracle.total)
        if looks:
            clocks.look()
            assert (clocks.loser == colour) == oracle.has_lost
        clocks.follow(n, other, True)
        assert (clocks.loser == colour) == oracle.has_lost
        if oracle.has_lost:
            assert clocks.seconds_left() is None
            return
        oracle.press()
        left = clocks.stages(colour)
        assert sum(stage.seconds for stage in left) == pytest.approx(oracle.total)
        if control.system == "canadian" and oracle.main <= 0:
            in_overtime = next(stage for stage in left if stage.seconds)
            assert in_overtime.left == oracle.left
        colour, other = other, colour


def moved(control: TimeControl, *seconds: float) -> tuple[GameClocks, Time]:
    """Returns clocks after moves that took so long, White's first one first."""
    time = Time()
    clocks = GameClocks(control, time)
    clocks.follow(1, WHITE, True)
    for n, taken in enumerate(seconds, 2):
        time.now += taken
        clocks.follow(n, (WHITE, BLACK)[n % 2 == 0], True)
    return clocks, time


TEN = TimeControl("absolute", 600.0)


def test_a_pause_takes_no_time_and_a_move_ends_it() -> None:
    clocks, time = moved(TEN, 10.0, 20.0)
    time.now += 5.0
    clocks.pause(True)
    clocks.follow(3, WHITE, True)
    assert clocks.seconds_left() is None
    time.now += 100.0
    view = clocks.view()
    assert view is not None
    assert (view["paused"], view["runs"], view["white"]) == (True, None, [[585.0, 0]])
    clocks.pause(False)
    clocks.follow(3, WHITE, True)
    assert clocks.seconds_left() == 585.0
    clocks.pause(True)
    clocks.follow(4, BLACK, True)
    assert not clocks.paused
    assert clocks.seconds_left() == 580.0


def test_moves_that_are_taken_back_give_their_time_back() -> None:
    clocks, time = moved(TEN, 10.0, 20.0, 30.0)
    time.now += 5.0
    clocks.follow(2, BLACK, True)
    assert clocks.stages(WHITE)[0].seconds == 590.0
    assert clocks.seconds_left() == 600.0
    time.now += 7.0
    clocks.follow(3, WHITE, True)
    clocks.follow(2, BLACK, True)
    assert clocks.seconds_left() == 600.0


@pytest.mark.parametrize(
    ("control", "properties"),
    [
        (TimeControl(), {}),
        (TimeControl("absolute", 600.0), {"TM": "600"}),
        (TimeControl("byoyomi", 60.0, 30.0, 5), {"TM": "60", "OT": "5x30 byo-yomi"}),
        (TimeControl("canadian", 0.0, 300.0, 20), {"TM": "0", "OT": "20/300 Canadian"}),
        (TimeControl("fischer", 60.0, 7.5), {"TM": "60", "OT": "7.5 fischer"}),
    ],
)
def test_records_say_the_time_control(control: TimeControl, properties: dict[str, str]) -> None:
    assert control.sgf() == properties


def test_news_that_are_no_move_change_nothing() -> None:
    clocks, time = moved(TEN, 10.0)
    for _ in range(5):
        time.now += 1.0
        clocks.follow(2, BLACK, True)
    assert clocks.seconds_left() == 595.0
    clocks.follow(2, BLACK, False)  # the game is over
    time.now += 50.0
    clocks.follow(2, BLACK, True)  # or not: a resignation was taken back
    assert clocks.seconds_left() == 595.0


@given(controls, st.lists(st.integers(1, 20), max_size=30))
def test_the_engine_plans_no_more_than_it_has(control: TimeControl, thought: list[int]) -> None:
    clocks, _ = moved(control, *(n / 4 for n in thought))
    for colour in (BLACK, WHITE):
        clock = clocks.for_engine(colour, len(thought), 9)
        if clock is None:
            assert clocks.loser == colour
            continue
        seconds = clock.seconds_for_move(len(thought), 9)
        assert seconds is not None
        total = sum(stage.seconds for stage in clocks.stages(colour))
        assert seconds <= max(total, 0.01)


def test_no_limit_is_none() -> None:
    for control in (TimeControl(), TimeControl("absolute"), TimeControl("byoyomi", 60.0)):
        clocks = GameClocks(control)
        clocks.follow(1, WHITE, True)
        found: list[Any] = [clocks.view(), clocks.for_engine(WHITE, 1, 9), clocks.seconds_left()]
        assert found == [None, None, None]
        assert control.clock() == Clock()


def test_an_engine_that_overruns_its_plan_plans_less() -> None:
    plans = []
    for late in (0.0, 1.5):
        time = Time()
        clocks = GameClocks(TimeControl("absolute", 300.0), time)
        clocks.follow(1, WHITE, True)
        for n in range(1, 9, 2):
            clock = clocks.for_engine(WHITE, n, 9)
            assert clock is not None
            time.now += (clock.seconds_for_move(n, 9) or 0.0) + late
            clocks.follow(n + 1, BLACK, True)
            clocks.follow(n + 2, WHITE, True)
        stage = clocks.stages(WHITE)[0].seconds
        clock = clocks.for_engine(WHITE, 9, 9)
        assert clock is not None
        plans.append((clock.seconds_for_move(9, 9) or 0.0) / stage)
    assert plans[1] < plans[0]
