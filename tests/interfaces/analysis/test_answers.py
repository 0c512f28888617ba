"""What answers hold, and whose side they see."""

from typing import Any

import pytest

from cfggo.go.points import WHITE, point_from_row_col
from cfggo.version import __version__
from tests.interfaces.analysis.conftest import Analysis, make_query


def test_an_answer(analysis: Analysis) -> None:
    (answer,) = analysis.ask(make_query(id='a "name"', maxVisits=40))
    hashes = [answer["rootInfo"].pop(name) for name in ("thisHash", "symHash")]
    assert all(len(text) == 32 for text in hashes)
    move = {
        "move": "A1", "order": 0, "visits": 20, "edgeVisits": 20, "weight": 20, "edgeWeight": 20,
        "winrate": 0.6, "lcb": pytest.approx(0.386582, abs=1e-6), "utility": pytest.approx(0.2),
        "utilityLcb": pytest.approx(2 * 0.386582 - 1, abs=1e-5), "scoreLead": 2.321,
        "scoreMean": 2.321, "scoreSelfplay": 3.5, "scoreStdev": 8.0, "prior": 0.25,
        "pv": ["A1", "pass"],
    }  # fmt: skip
    assert answer == {
        "id": 'a "name"',
        "isDuringSearch": False,
        "turnNumber": 0,
        "moveInfos": [move, {**move, "move": "B1", "order": 1, "pv": ["B1", "pass"]}],
        "rootInfo": {
            "currentPlayer": "B", "visits": 40, "weight": 40, "winrate": 0.6,
            "utility": pytest.approx(0.2), "scoreLead": 2.321, "scoreSelfplay": 3.5,
            "scoreStdev": 9.0,
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("perspective", "winrates", "scores"),
    [
        ("BLACK", (0.6, 0.6), (2.321, 2.321)),
        ("WHITE", (0.4, 0.4), (-2.321, -2.321)),
        ("SIDETOMOVE", (0.6, 0.4), (2.321, -2.321)),
    ],
)
def test_all_figures_are_of_one_side(
    analysis: Analysis, perspective: str, winrates: tuple[float, float], scores: tuple[float, float]
) -> None:
    settings = {"reportAnalysisWinratesAs": perspective}
    query = make_query(
        moves=[["B", "C3"]],
        analyzeTurns=[0, 1],
        overrideSettings=settings,
        includeOwnership=True,
        includeMovesOwnership=True,
    )
    for answer, winrate, score in zip(analysis.ask(query), winrates, scores, strict=True):
        root, move = answer["rootInfo"], answer["moveInfos"][0]
        assert root["winrate"] == move["winrate"] == winrate
        assert root["utility"] == move["utility"] == pytest.approx(2 * winrate - 1)
        assert root["scoreLead"] == move["scoreLead"] == score
        # A bound is on the bad side of the side to move, whoever looks at it.
        mover_wins_less = move["lcb"] < winrate
        assert mover_wins_less == ((winrate > 0.5) == (root["currentPlayer"] == "B"))
        side = 1 if winrate > 0.5 else -1
        assert answer["ownership"][20:22] == [side * 0.25, -side]
        assert answer["ownership"][15] == 0
        assert move["ownership"][20:22] == [side, 0]


def test_owners_are_given_from_the_upper_left(analysis: Analysis) -> None:
    query = make_query(includeOwnership=True, includeMovesOwnership=True)
    (answer,) = analysis.ask(query)
    assert len(answer["ownership"]) == 25
    for move, place in zip(answer["moveInfos"], (20, 21), strict=True):  # A1 and B1
        assert [i for i, owner in enumerate(move["ownership"]) if owner] == [place]


def test_the_policy_has_every_point_and_pass(analysis: Analysis) -> None:
    moves = [["B", "A2"], ["W", "pass"], ["B", "B1"]]
    (answer,) = analysis.ask(make_query(moves=moves, includePolicy=True))
    policy = answer["policy"]
    assert len(policy) == 26
    assert [i for i, p in enumerate(policy) if p == -1] == [15, 20, 21]  # A1 would be suicide
    assert sum(p for p in policy if p > 0) == pytest.approx(1, abs=1e-4)


def test_variations_and_their_visits(analysis: Analysis) -> None:
    (answer,) = analysis.ask(make_query(includePVVisits=True))
    move = answer["moveInfos"][0]
    assert (move["pvVisits"], move["pvEdgeVisits"]) == ([25, 3], [25, 3])
    assert "pvVisits" not in analysis.ask(make_query())[0]["moveInfos"][0]


def test_hashes_tell_positions_apart_and_mirror_images_together(analysis: Analysis) -> None:
    def hashes(*moves: list[str]) -> tuple[str, str]:
        root = analysis.ask(make_query(moves=list(moves)))[0]["rootInfo"]
        return root["thisHash"], root["symHash"]

    this, symmetric = hashes(["B", "B2"], ["W", "C5"])
    assert hashes(["W", "C5"], ["B", "B2"])[0] != this  # another side to move
    for image in (("D4", "C1"), ("B4", "E3"), ("D2", "C5")):
        other, other_symmetric = hashes(["B", image[0]], ["W", image[1]])
        assert other != this
        assert other_symmetric == symmetric
    assert hashes(["B", "B2"], ["W", "D5"])[1] != symmetric
    assert hashes(["B", "C5"], ["W", "B2"])[1] != symmetric


def test_a_position_with_a_ko_is_another_one(analysis: Analysis) -> None:
    stones = [["B", vertex] for vertex in ("B3", "C4", "C2")]
    stones += [["W", vertex] for vertex in ("D4", "D2", "E3")]
    taken = make_query(initialStones=[*stones, ["W", "C3"]], moves=[["B", "D3"]])
    stood = make_query(initialStones=[*stones, ["B", "D3"]], moves=[], initialPlayer="W")
    roots = [analysis.ask(query)[0]["rootInfo"] for query in (taken, stood)]
    assert [root["currentPlayer"] for root in roots] == ["W", "W"]
    assert roots[0]["thisHash"] != roots[1]["thisHash"]


def test_what_is_avoided_is_not_among_the_moves(analysis: Analysis) -> None:
    entry = {"player": "B", "moves": ["A1", "B1"], "untilDepth": 1}
    (answer,) = analysis.ask(make_query(avoidMoves=[entry]))
    assert [move["move"] for move in answer["moveInfos"]] == ["C1", "D1"]
    other = {**entry, "player": "W"}  # whose turn it is not
    (answer,) = analysis.ask(make_query(avoidMoves=[other]))
    assert [move["move"] for move in answer["moveInfos"]] == ["A1", "B1"]
    assert analysis.engine.avoided_later == [{}, {}]
    later = {"player": "W", "moves": ["D1"], "untilDepth": 4}
    analysis.ask(make_query(avoidMoves=[entry, later]))
    point = point_from_row_col(0, 3)
    assert analysis.engine.avoided_later[-1] == {(WHITE, point): 4}
    nothing = {"player": "B", "moves": [], "untilDepth": 1}
    (answer,) = analysis.ask(make_query(allowMoves=[nothing]))
    assert answer["moveInfos"] == []


def test_warnings_come_before_the_answer(analysis: Analysis) -> None:
    warning, answer = analysis.ask(make_query(overrideSettings={"a": 1, "b": 2}))
    assert warning == {
        "id": "q",
        "field": "overrideSettings",
        "warning": "Unknown config params: a,b",
    }
    assert answer["rootInfo"]["visits"] == 50


def test_actions_are_echoed(analysis: Analysis) -> None:
    version = {"id": "v", "action": "query_version", "more": [1]}
    assert analysis.ask(version) == [{**version, "version": __version__, "git_hash": "<omitted>"}]
    clear = {"id": "c", "action": "clear_cache"}
    assert analysis.ask(clear) == [clear]
    (models,) = analysis.ask({"id": "m", "action": "query_models"})
    assert [model["name"] for model in models["models"]] == ["fake"]


@pytest.mark.parametrize(
    ("action", "field"),
    [
        ({"action": "dance"}, "action"),
        ({"action": "terminate"}, "terminateId"),
        ({"action": "terminate", "terminateId": 3}, "terminateId"),
        ({"action": "terminate", "terminateId": "q", "turnNumbers": 3}, "turnNumbers"),
        ({"action": "terminate_all", "turnNumbers": ["3"]}, "turnNumbers"),
    ],
)
def test_wrong_actions(analysis: Analysis, action: dict[str, Any], field: str) -> None:
    (answer,) = analysis.ask({"id": "a", **action})
    assert answer["id"] == "a"
    assert answer["field"] == field
    assert "error" in answer
