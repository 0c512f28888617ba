"""What people see of a search."""

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.score_lead import score_lead


def move(vertex: str, winrate: float, score: float, stdev: float = 12.0) -> MoveInfo:
    point = parse_vertex(vertex, 9)
    return MoveInfo(point, 1, winrate, score, stdev, 0.25, [point], [1])


def test_win_rate_and_score_of_a_short_search_agree() -> None:
    moves = [move("D4", 1.0, 6.0), *(move(vertex, 0.0, -10.0) for vertex in ("E5", "C3", "F6"))]
    report = SearchReport(BLACK, 4, 0.0, 1.0, -6.0, 7.0, 5, moves)
    assert report.shown_winrate == pytest.approx((1 + 20 * 0.25) / 21)
    assert report.shown_lead == pytest.approx(
        score_lead(report.shown_winrate, (6 - 20 * 6) / 21, 12.0)
    )
    assert report.shown_lead < -5
    assert report.black_value == (report.shown_winrate, report.shown_lead)
    of_white = SearchReport(WHITE, 4, 0.0, 1.0, -6.0, 7.0, 5, moves).black_value
    assert of_white == (1 - report.shown_winrate, -report.shown_lead)


def test_a_move_that_wins_more_often_is_ahead_whatever_the_mean_score() -> None:
    """A tenth of the playouts lost a large group."""
    moves = [move("D4", 0.55, -4.0, 30.0), move("E5", 0.45, 3.0, 30.0)]
    report = SearchReport(BLACK, 2, 0.0, 0.55, -0.5, 30.0, 3, moves)
    for info in report.moves:
        assert (info.shown_lead(report) > 0) == (info.shown_winrate(report.mean_winrate) > 0.5)
    assert report.mean_lead == pytest.approx(0.0, abs=1e-9)


@given(st.floats(0, 1), st.floats(-400, 400), st.floats(0, 200))
def test_a_lead_has_the_sign_of_the_win_rate(winrate: float, mean: float, stdev: float) -> None:
    lead = score_lead(winrate, mean, stdev)
    assert lead * (winrate - 0.5) >= 0
    assert score_lead(1 - winrate, -mean, stdev) == pytest.approx(-lead, abs=1e-6)


def test_a_lead_is_the_komi_that_makes_normal_scores_even() -> None:
    scores = NormalDist(6.0, 20.0)
    winrate = 1 - scores.cdf(0)
    assert score_lead(winrate, scores.mean, scores.stdev) == pytest.approx(6.0)


def test_a_lead_where_every_playout_is_won_is_their_mean_score() -> None:
    assert score_lead(1.0, 33.5, 2.0) == pytest.approx(33.5)
    assert score_lead(0.0, -33.5, 2.0) == pytest.approx(-33.5)
