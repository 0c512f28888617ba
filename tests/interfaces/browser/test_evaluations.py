"""What the chart shows of a line, from what its positions' searches say."""

from dataclasses import replace

import pytest

from cfggo.interfaces.browser.evaluations import evaluations_of
from cfggo.interfaces.browser.found import CAREFUL, Found, Searched
from cfggo.study.reviewing.curve import Evidence

TRIED = frozenset(("A1", "E5", "C3", "A9", "G7"))


def found(number: int, lead: float, best: str = "A1") -> Found:
    """Returns what is known of the position after so many moves."""
    evidence = Evidence(lead, 20.0, 1000)
    to_play = "white" if number % 2 else "black"
    return Found(1000, Searched(evidence, to_play, best, TRIED))


MOVES: list[dict[str, object]] = [
    {
        "colour": "white" if number % 2 else "black",
        "vertex": vertex,
        "captures": [],
        "ko": False,
        "early": False,
    }
    for number, vertex in enumerate(("E5", "C3", "A9", "G7"))
]


def test_a_line_has_one_curve() -> None:
    leads = (1.0, 2.0, 1.0, -24.0, -25.0)
    shown = evaluations_of([found(at, lead) for at, lead in enumerate(leads)], MOVES)
    lost = [one["lost"] for one in shown if one]
    assert lost[0] is None
    assert lost[3] > 18
    assert max(lost[1], lost[2], lost[4]) < 2
    for one in shown:
        assert one is not None
        assert one["score"] * (one["winrate"] - 0.5) > 0


def test_what_may_be_a_mistake_is_in_doubt_until_it_was_searched_again() -> None:
    known = [found(at, lead) for at, lead in enumerate((1.0, 2.0, 1.0, -24.0, -25.0))]

    def in_doubt() -> list[int]:
        shown = enumerate(evaluations_of(known, MOVES))
        return [at for at, one in shown if one and one["doubt"]]

    assert in_doubt() == [3]
    known[2] = replace(known[2], playouts=CAREFUL)
    assert in_doubt() == [3]
    known[3] = replace(known[3], playouts=CAREFUL)
    assert in_doubt() == []


def test_searches_near_a_ko_count_for_less() -> None:
    known = [found(at, lead) for at, lead in enumerate((1.0, 2.0, 1.0, -9.0, -10.0))]
    fight = [move | {"ko": True} for move in MOVES]
    usual, doubtful = (evaluations_of(known, moves)[3] for moves in (MOVES, fight))
    assert usual is not None
    assert doubtful is not None
    assert doubtful["lost"] < usual["lost"] - 1


def test_the_first_moves_of_a_game_lose_only_what_is_plain() -> None:
    first = [move | {"early": True} for move in MOVES]
    for after, least, most in ((-4.0, 0.0, 1.0), (-24.0, 18.0, 26.0)):
        known = [found(0, 1.0), found(1, after)]
        usual, early = (evaluations_of(known, moves[:1])[1] for moves in (MOVES, first))
        assert usual
        assert early
        assert least <= early["lost"] <= most
        assert early["lost"] < usual["lost"]


def test_a_first_move_that_no_search_would_try_loses_what_it_seems_to() -> None:
    move = MOVES[0] | {"early": True}
    known = [found(0, 3.0), found(1, -5.0)]
    tried, untried = (
        evaluations_of(known, [move | {"vertex": vertex}])[1] for vertex in ("E5", "J1")
    )
    assert tried
    assert untried
    assert tried["lost"] < 3 < 7 < untried["lost"] < 10


def test_a_likely_mistake_loses_more() -> None:
    usual = [found(0, 3.0), found(1, -5.0)]
    searched = usual[0].searched
    assert searched is not None
    odds = {str(MOVES[0]["vertex"]): 10.0}
    likely = [replace(usual[0], searched=replace(searched, mistakes=odds)), usual[1]]
    lost, more = (evaluations_of(known, MOVES[:1])[1] for known in (usual, likely))
    assert lost
    assert more
    assert more["lost"] > lost["lost"] + 1


def test_the_engines_own_move_loses_nothing() -> None:
    leads = (1.0, 1.0, 1.0, -24.0, -25.0)
    known = [found(at, lead, best="A9") for at, lead in enumerate(leads)]
    assert [one and one["lost"] for one in evaluations_of(known, MOVES)][3] == 0.0


def test_positions_without_a_search_are_left_open() -> None:
    known = [found(0, 1.0), Found(), found(2, 1.0), found(3, -24.0), Found()]
    shown = evaluations_of(known, MOVES)
    assert [one is None for one in shown] == [False, True, False, False, True]
    assert [one["lost"] for one in shown if one] == [None, None, pytest.approx(25, abs=6)]
    assert evaluations_of([Found()] * 5, MOVES) == [None] * 5
