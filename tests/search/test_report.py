"""What people see of a search."""

from __future__ import annotations

import pytest

from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.search.report import MoveInfo, SearchReport


def move(vertex: str, winrate: float, score: float) -> MoveInfo:
    point = parse_vertex(vertex, 9)
    return MoveInfo(point, 1, winrate, score, 0.0, 0.25, [point], [1])


def test_win_rate_and_score_of_a_short_search_agree() -> None:
    moves = [move("D4", 1.0, 6.0), *(move(vertex, 0.0, -10.0) for vertex in ("E5", "C3", "F6"))]
    report = SearchReport(BLACK, 4, 0.0, 1.0, -6.0, 7.0, 5, moves)
    assert report.shown_winrate == pytest.approx((1 + 20 * 0.25) / 21)
    assert report.shown_score == pytest.approx((6 - 20 * 6) / 21)
    assert report.black_value == (report.shown_winrate, report.shown_score)
    of_white = SearchReport(WHITE, 4, 0.0, 1.0, -6.0, 7.0, 5, moves).black_value
    assert of_white == (1 - report.shown_winrate, -report.shown_score)
