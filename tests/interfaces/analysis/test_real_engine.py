"""Answers are what the engine says when it is asked directly; queries as KaTrain sends them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.config import EngineConfig, load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, format_vertex, parse_vertex
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.interfaces.analysis.conftest import Analysis, make_query

MOVES = [("B", "E5"), ("W", "C3"), ("B", "G3"), ("W", "D7"), ("B", "F7"), ("W", "pass")]


@pytest.fixture(scope="module")
def config(zero_weights_file: Path) -> EngineConfig:
    file = str(zero_weights_file)
    return load_config().with_values(tree=file, playout=file, glance=file, seed=5)


@pytest.fixture(scope="module")
def engine(config: EngineConfig) -> Searcher:
    return Searcher(config)


@pytest.fixture
def real(engine: Searcher) -> Analysis:
    return Analysis(1, lambda number: engine)


def nine(**fields: Any) -> dict[str, Any]:
    return make_query(boardXSize=9, boardYSize=9, moves=[list(move) for move in MOVES], **fields)


def game_after(n_moves: int) -> Game:
    game = Game(9)
    for player, vertex in MOVES[:n_moves]:
        game.play(BLACK if player == "B" else WHITE, parse_vertex(vertex, 9))
    return game


@pytest.mark.parametrize("turn", [0, 3, 6])
def test_an_answer_says_what_the_engine_says(
    real: Analysis, config: EngineConfig, turn: int
) -> None:
    (answer,) = real.ask(
        nine(
            maxVisits=200,
            analyzeTurns=[turn],
            includeOwnership=True,
            includeMovesOwnership=True,
            includePolicy=True,
            includePVVisits=True,
            overrideSettings={"reportAnalysisWinratesAs": "SIDETOMOVE"},
        )
    )
    game = game_after(turn)
    engine = Searcher(config)
    engine.set_seed(5)
    report = engine.analyze(SearchRequest(game, game.to_play, Limit(playouts=200)))
    side = 1 if game.to_play == BLACK else -1
    mean = report.mean_winrate
    assert len(answer["moveInfos"]) == len(report.moves) > 3
    for info, move in zip(answer["moveInfos"], report.moves, strict=True):
        assert info["move"] == format_vertex(move.point)
        assert info["visits"] == move.visits
        assert info["winrate"] == pytest.approx(move.shown_winrate(mean), abs=1e-5)
        assert info["lcb"] == pytest.approx(move.lower_bound(mean), abs=1e-5)
        assert info["scoreLead"] == pytest.approx(move.shown_lead(report), abs=1e-2)
        assert info["scoreLead"] * (info["winrate"] - 0.5) >= 0
        assert info["scoreSelfplay"] == pytest.approx(move.score, abs=1e-2)
        assert info["scoreStdev"] == pytest.approx(move.score_stdev, abs=1e-2)
        assert info["prior"] == pytest.approx(move.prior, abs=1e-5)
        assert info["pv"] == [format_vertex(point) for point in move.pv]
        assert info["pvVisits"] == move.pv_visits
        owners = engine.ownership_after(move.point)
        assert side * owners[parse_vertex("A9", 9)] == pytest.approx(info["ownership"][0], abs=1e-3)
    root = answer["rootInfo"]
    assert root["visits"] == 200
    assert root["winrate"] == answer["moveInfos"][0]["winrate"]
    assert root["scoreLead"] == answer["moveInfos"][0]["scoreLead"]
    assert root["scoreStdev"] == pytest.approx(report.score_stdev, abs=1e-2)
    points = [
        parse_vertex(f"{column}{row}", 9) for row in range(9, 0, -1) for column in "ABCDEFGHJ"
    ]
    assert np.allclose(side * engine.ownership()[points], answer["ownership"], atol=1e-3)
    policy = engine.policy(game, game.to_play)
    told = np.array(answer["policy"])
    assert np.allclose(np.where(told < 0, 0, told), [*policy[points], policy[PASS]], atol=1e-5)


def test_moves_into_own_eyes_have_a_probability_too(real: Analysis, engine: Searcher) -> None:
    vertices = ["A2", "B2", "B1", "D5", "D4", "E4", "C3", "A4", "B4", "B5"]
    query = make_query(initialStones=[["B", v] for v in vertices], initialPlayer="B", maxVisits=20)
    (answer,) = real.ask({**query, "includePolicy": True})
    assert "A1" not in [move["move"] for move in answer["moveInfos"]]
    told = np.array(answer["policy"])
    assert told[20] > 0.005  # A1; with weights that know nothing all moves are alike
    assert told[told >= 0].sum() == pytest.approx(1, abs=1e-4)
    assert told[told >= 0] == pytest.approx(told[20], abs=1e-5)


def test_an_answer_does_not_depend_on_what_was_asked_before(real: Analysis) -> None:
    query = nine(maxVisits=100)
    (first,) = real.ask(query)
    real.ask(nine(maxVisits=300, analyzeTurns=[1, 5]))
    assert real.ask(query) == [first]


def test_queries_as_katrain_sends_them(real: Analysis) -> None:
    """A node of a game with its ownership, then its alternatives, then one move looked at closer;
    pondering with reports, ended by the next position.
    """
    katrain: dict[str, Any] = {
        "rules": "japanese",
        "priority": 1,
        "komi": 6.5,
        "boardXSize": 9,
        "boardYSize": 9,
        "includeOwnership": True,
        "includeMovesOwnership": True,
        "includePolicy": True,
        "initialStones": [],
        "initialPlayer": "B",
        "moves": [list(move) for move in MOVES[:5]],
        "analyzeTurns": [5],
        "maxVisits": 120,
        "overrideSettings": {
            "reportAnalysisWinratesAs": "BLACK",
            "wideRootNoise": 0.04,
            "maxTime": 8.0,
        },
    }
    (node,) = real.ask({**katrain, "id": "QUERY:1"})
    assert node["rootInfo"]["visits"] == 120
    assert len(node["ownership"]) == 81
    assert len(node["policy"]) == 82
    found = {info["move"] for info in node["moveInfos"]}
    avoid = [{"moves": sorted(found), "player": "W", "untilDepth": 1}]
    (others,) = real.ask({**katrain, "id": "QUERY:2", "avoidMoves": avoid})
    assert found.isdisjoint(info["move"] for info in others["moveInfos"])
    refined = [list(move) for move in MOVES]
    query = {**katrain, "id": "QUERY:3", "moves": refined, "analyzeTurns": [6]}
    (child,) = real.ask({**query, "includeOwnership": False, "includeMovesOwnership": False})
    assert "ownership" not in child
    assert {"visits", "winrate", "scoreLead"} <= child["rootInfo"].keys()
    real.send({**katrain, "id": "P", "maxVisits": 10_000_000, "reportDuringSearchEvery": 0.25})
    before = len(real.wait_for(4))
    assert real.wait_for(before)[-1]["isDuringSearch"]
    real.send({"action": "terminate", "terminateId": "P", "id": "QUERY:5"})
    last = real.all_answers()[-1]
    assert (last["id"], last["isDuringSearch"]) == ("P", False)
    assert last["rootInfo"]["visits"] > 120


def test_the_time_of_a_query_ends_its_search(real: Analysis) -> None:
    (answer,) = real.ask(nine(maxVisits=10**9, overrideSettings={"maxTime": 0.05}))
    assert 10 < answer["rootInfo"]["visits"] < 10**6


def test_a_bonus_for_handicap_stones_is_like_komi(real: Analysis) -> None:
    stones = [["B", vertex] for vertex in ("B2", "B4", "D2", "D4")]
    query = make_query(initialStones=stones, maxVisits=150)
    (with_bonus,) = real.ask({**query, "komi": 3.5, "whiteHandicapBonus": "N"})
    (with_komi,) = real.ask({**query, "komi": 7.5, "whiteHandicapBonus": "0"})
    (with_less,) = real.ask({**query, "komi": 3.5, "whiteHandicapBonus": "N-1"})
    assert with_bonus["rootInfo"]["currentPlayer"] == "W"
    assert with_bonus == with_komi
    assert with_bonus != with_less
