"""The lead over a game, from searches that err."""

import random
import statistics
from collections.abc import Sequence
from itertools import pairwise

import pytest

from cfggo.study.reviewing.curve import Curve, CurveStep, Evidence, curve_of


def curve(
    leads: Sequence[float | None],
    *,
    playouts: float = 1000,
    spread: float = 60.0,
    measured: dict[int, float] | None = None,
) -> Curve:
    """Returns the curve of searches that found such leads; Black moves first."""
    evidence = [None if lead is None else Evidence(lead, spread, playouts) for lead in leads]
    found = measured or {}
    steps = [CurveStep(-1 if at % 2 else 1, found.get(at)) for at in range(len(leads) - 1)]
    return curve_of(evidence, steps)


def steps_of(leads: Sequence[float]) -> list[float]:
    return [abs(after - before) for before, after in pairwise(leads)]


def test_errors_of_searches_are_evened_out() -> None:
    source = random.Random(1)
    found = [6.0 + source.gauss(0.0, 60 / 1000**0.5) for _ in range(80)]
    smooth = curve(found)
    assert statistics.median(steps_of(smooth.leads)) < statistics.median(steps_of(found)) / 2
    assert max(abs(lead - 6.0) for lead in smooth.leads) < 4.0
    assert sum(loss > 1.0 for loss in smooth.losses) < 8
    assert max(smooth.losses) < 2


def test_a_mistake_that_later_positions_confirm_is_a_step() -> None:
    found = curve([5.0] * 10 + [-15.0] * 10)  # White's move, which is the tenth, gains
    assert found.losses[9] == pytest.approx(0.0, abs=0.1)
    found = curve([5.0] * 11 + [-15.0] * 10)  # Black's eleventh loses
    assert found.losses[10] > 12
    assert (found.leads[10], found.leads[11]) == (
        pytest.approx(5.0, abs=1.5),
        pytest.approx(-15.0, abs=1.5),
    )
    assert sum(loss > 1.5 for loss in found.losses) == 1


def test_what_few_playouts_say_once_counts_little() -> None:
    leads = [5.0] * 21 + [-12.0] + [5.0] * 20
    few, many = (
        # playouts try bad moves, too: who is to play seems worse off
        curve([lead + (2 * (at % 2) - 1) * low for at, lead in enumerate(leads)], playouts=playouts)
        for playouts, low in ((200, 1.0), (20000, 0.1))
    )
    assert few.losses[20] < 1 < many.losses[20]
    assert few.leads[21] > 0 > many.leads[21]


def test_a_fall_that_is_no_plain_mistake_counts_as_far_as_positions_confirm_it() -> None:
    fall = [*[5.0] * 21, *[1.0] * 20]
    whole, early = curve(fall), curve(fall[:23])
    falls = [before - after for before, after in pairwise(whole.leads)]
    near = (sum(falls[::2]) - falls[20]) / (19 + 6)
    allowance = 1.0 + 60.0 / 1000**0.5 / 2
    assert whole.losses[20] == pytest.approx(2.0 + 0.65 * falls[20] + 1.3 * near - allowance)
    assert early.losses[20] < whole.losses[20]


def test_where_the_curve_does_not_fall_nothing_is_lost() -> None:
    found = curve([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0], playouts=5000, spread=1.0)
    assert max(found.losses) < 0.2


def test_where_a_player_loses_much_likely_mistakes_are_blamed() -> None:
    leads = [50.0 - 5.0 * (at // 2) for at in range(41)]  # Black's moves lose five points each
    likely = range(4, 40, 6)
    steps = [CurveStep(1 - 2 * (at % 2), mistakes=5.0 if at in likely else 0.3) for at in range(40)]
    found = curve_of([Evidence(lead, 60.0, 1000) for lead in leads], steps)
    assert [at for at, loss in enumerate(found.losses) if loss >= 5] == [*likely]


def test_second_searches_decide_what_a_move_lost() -> None:
    leads = [2.0] * 21 + [-10.0] * 20
    measured = ({20: 0.0}, None, {20: 14.0})
    losses = [curve(leads, measured=found).losses[20] for found in measured]
    assert losses[0] < 2 < losses[1] < losses[2]


def test_positions_that_were_not_searched_are_between_the_others() -> None:
    found = curve([None, 4.0, None, None, 8.0, None])
    assert found.leads[0] == pytest.approx(found.leads[1], abs=1.0)
    assert found.leads[1] < found.leads[2] < found.leads[3] < found.leads[4]
    with pytest.raises(ValueError, match="no position"):
        curve([None, None])


def test_set_up_stones_may_change_everything() -> None:
    evidence = [Evidence(lead, 20.0, 1000) for lead in (3.0, 3.0, -60.0, -60.0)]
    found = curve_of(evidence, [CurveStep(1), CurveStep(0), CurveStep(1)])
    assert found.leads[1] == pytest.approx(3.0, abs=1.0)
    assert found.leads[2] == pytest.approx(-60.0, abs=1.0)
    assert found.losses == pytest.approx([0.0, 0.0, 0.0], abs=0.2)


def test_lead_and_win_rate_agree() -> None:
    found = curve([90.0, -30.0, -30.0, -30.0, 0.0], spread=20.0)
    for lead, winrate in zip(found.leads, found.winrates, strict=True):
        assert lead * (winrate - 0.5) >= 0
    assert found.winrate_of(4, 0.0) == 0.5
    assert found.winrates[0] > 0.99


def test_searches_err_where_moves_seem_to_gain() -> None:
    """A step counts less among others that can't be true."""
    leads = [5.0] * 11 + [-7.0] * 10  # Black's eleventh move loses
    unsure = [lead + (9.0 if at % 4 in (2, 3) else 0.0) for at, lead in enumerate(leads)]
    sure, doubtful = curve(leads).losses[10], curve(unsure).losses[10]
    assert sure > 1.3 * doubtful
