"""What queries may say, and what KataGo's protocol answers to wrong ones."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from cfggo.go.points import BLACK, PASS, WHITE, board_points, parse_vertex
from cfggo.interfaces.analysis.fields import Fields, QueryError
from cfggo.interfaces.analysis.override_settings import Perspective
from cfggo.interfaces.analysis.queries import LONGEST_GAME, Defaults, Query, parse_query
from cfggo.search.limits import Limit
from tests.interfaces.analysis.conftest import Analysis, make_query

DEFAULTS = Defaults(Limit(playouts=50), Perspective.BLACK)


def points(*vertices: str) -> set[int]:
    return {parse_vertex(vertex, 5) for vertex in vertices}


@pytest.fixture
def parse() -> Callable[..., Query]:
    """Returns the query of some fields."""

    def parse(**fields: Any) -> Query:
        return parse_query("q", Fields(make_query(**fields)), DEFAULTS)

    return parse


Parse = Callable[..., Query]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"boardXSize": None}, "boardXSize"),
        ({"boardXSize": 20}, "boardXSize"),
        ({"boardXSize": 10**30}, "boardXSize"),
        ({"boardXSize": "5"}, "boardXSize"),
        ({"boardXSize": 5.0}, "boardXSize"),
        ({"boardXSize": True}, "boardXSize"),
        ({"boardYSize": -5}, "boardYSize"),
        ({"boardYSize": 7}, "boardYSize"),
        ({"moves": None}, "moves"),
        ({"moves": "D4"}, "moves"),
        ({"moves": [["B"]]}, "moves"),
        ({"moves": [["B", "A1", "A2"]]}, "moves"),
        ({"moves": [["X", "A1"]]}, "moves"),
        ({"moves": [["B", "F1"]]}, "moves"),
        ({"moves": [["B", "A6"]]}, "moves"),
        ({"moves": [["B", "(5,0)"]]}, "moves"),
        ({"moves": [["B", 3]]}, "moves"),
        ({"moves": [["B", "pass"]] * (LONGEST_GAME + 1)}, "moves"),
        ({"initialStones": [["B", "pass"]]}, "initialStones"),
        ({"initialStones": [["B", "A1"]] * 26}, "initialStones"),
        ({"initialStones": {"B": "A1"}}, "initialStones"),
        ({"initialPlayer": "green"}, "initialPlayer"),
        ({"initialPlayer": 1}, "initialPlayer"),
        ({"rules": None}, "rules"),
        ({"rules": "nine-pin"}, "rules"),
        ({"rules": 3}, "rules"),
        ({"rules": {"ko": "MAYBE"}}, "rules"),
        ({"rules": {"suicide": "no"}}, "rules"),
        ({"rules": {"colour": "blue"}}, "rules"),
        ({"komi": "7.5"}, "komi"),
        ({"komi": 7.25}, "komi"),
        ({"komi": 362}, "komi"),
        ({"komi": 10**400}, "komi"),
        ({"komi": None, "whiteHandicapBonus": 1}, "whiteHandicapBonus"),
        ({"whiteHandicapBonus": "2N"}, "whiteHandicapBonus"),
        ({"analyzeTurns": 0}, "analyzeTurns"),
        ({"analyzeTurns": [1]}, "analyzeTurns"),
        ({"analyzeTurns": [-1]}, "analyzeTurns"),
        ({"analyzeTurns": [0.0]}, "analyzeTurns"),
        ({"analyzeTurns": [True]}, "analyzeTurns"),
        ({"priority": 2**62}, "priority"),
        ({"priority": "high"}, "priority"),
        ({"priorities": [1]}, "priorities"),
        ({"analyzeTurns": [0], "priorities": [1, 2]}, "priorities"),
        ({"analyzeTurns": [0], "priorities": [2**63]}, "priorities"),
        ({"analyzeTurns": [0], "priorities": [1], "priority": 1}, "priority"),
        ({"maxVisits": 0}, "maxVisits"),
        ({"maxVisits": -5}, "maxVisits"),
        ({"maxVisits": 2.5}, "maxVisits"),
        ({"maxVisits": 2**51}, "maxVisits"),
        ({"analysisPVLen": 0}, "analysisPVLen"),
        ({"includeOwnership": 1}, "includeOwnership"),
        ({"includePolicy": "true"}, "includePolicy"),
        ({"reportDuringSearchEvery": 0}, "reportDuringSearchEvery"),
        ({"reportDuringSearchEvery": "1"}, "reportDuringSearchEvery"),
        ({"firstReportDuringSearchAfter": -1}, "firstReportDuringSearchAfter"),
        ({"rootPolicyTemperature": 0}, "rootPolicyTemperature"),
        ({"rootFpuReductionMax": 3}, "rootFpuReductionMax"),
        ({"allowMoves": [], "avoidMoves": []}, "allowMoves"),
        ({"avoidMoves": {}}, "avoidMoves"),
        ({"avoidMoves": [{"player": "B", "moves": []}]}, "avoidMoves"),
        ({"avoidMoves": [{"player": "B", "moves": ["Z9"], "untilDepth": 1}]}, "avoidMoves"),
        ({"avoidMoves": [{"player": "B", "moves": [1], "untilDepth": 1}]}, "avoidMoves"),
        ({"avoidMoves": [{"player": "B", "moves": [], "untilDepth": 0}]}, "avoidMoves"),
        ({"allowMoves": [{"player": "B", "moves": [], "untilDepth": 1}] * 2}, "allowMoves"),
        ({"overrideSettings": []}, "overrideSettings"),
        ({"overrideSettings": {"maxTime": "soon"}}, "overrideSettings"),
        ({"overrideSettings": {"maxTime": -1}}, "overrideSettings"),
        ({"overrideSettings": {"maxVisits": 1.5}}, "overrideSettings"),
        ({"overrideSettings": {"reportAnalysisWinratesAs": "MINE"}}, "overrideSettings"),
    ],
)
def test_wrong_fields_are_named(parse: Parse, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(QueryError) as info:
        parse(**fields)
    assert info.value.field == field
    assert len(str(info.value)) < 300
    assert "\n" not in str(info.value)


def test_what_is_left_out_is_as_the_defaults_say(parse: Parse) -> None:
    query = parse(moves=[["b", "C3"], ["W", "pass"]])
    assert query.turns == ((2, 0),)
    assert query.limit == Limit(playouts=50)
    assert query.start.komi == 7.5
    assert query.start.first_player == BLACK
    assert query.wanted.perspective is Perspective.BLACK
    assert not query.wanted.ownership
    assert query.first_report is None
    assert query.avoid == {}
    assert query.warnings == []


def test_turns_come_in_order_each_once_with_its_priority(parse: Parse) -> None:
    moves = [["B", "A1"], ["W", "A2"], ["B", "A3"]]
    query = parse(moves=moves, analyzeTurns=[3, 0, 3, 1], priorities=[5, 6, 7, 8])
    assert query.turns == ((0, 6), (1, 8), (3, 7))
    assert parse(moves=moves, analyzeTurns=[2, 1], priority=-4).turns == ((1, -4), (2, -4))


def test_points_may_be_coordinates_from_the_upper_left(parse: Parse) -> None:
    query = parse(moves=[["B", "(0,0)"], ["W", "(4, 3)"], ["B", "PASS"]])
    assert [point for _, point in query.moves] == [
        *(parse_vertex(v, 5) for v in ("A5", "E2")),
        PASS,
    ]


@pytest.mark.parametrize(
    ("fields", "first_player", "handicap"),
    [
        ({"initialStones": [["B", "B2"], ["B", "D4"]]}, WHITE, 2),
        ({"initialStones": [["B", "B2"], ["B", "D4"]], "initialPlayer": "B"}, BLACK, 0),
        ({"initialStones": [["B", "B2"], ["B", "D4"], ["W", "C3"]]}, BLACK, 0),
        ({"moves": [["W", "C3"]]}, WHITE, 0),
        ({"moves": [["B", "B2"], ["B", "D4"], ["W", "C3"]]}, BLACK, 2),
        ({"moves": [["B", "B2"], ["B", "D4"], ["W", "C3"], ["W", "A1"]]}, BLACK, 0),
        ({"moves": [["B", "B2"], ["W", "pass"], ["B", "D4"]]}, BLACK, 2),
    ],
)
def test_who_begins_and_with_what_handicap(
    parse: Parse, fields: dict[str, Any], first_player: int, handicap: int
) -> None:
    start = parse(**fields).start
    assert (start.first_player, start.handicap) == (first_player, handicap)


def test_of_two_stones_on_a_point_the_later_one_is_there(parse: Parse) -> None:
    start = parse(initialStones=[["B", "B2"], ["W", "B2"], ["B", "C3"]]).start
    assert (set(start.black), set(start.white)) == (points("C3"), points("B2"))


def test_rules_are_a_name_an_object_or_a_text(parse: Parse) -> None:
    for rules in (
        "japanese",
        {"scoring": "TERRITORY", "suicide": False},
        "koSIMPLEscoreTERRITORYtaxSEKIsui0",
    ):
        start = parse(rules=rules).start
        assert (start.rules.scoring, start.rules.suicide_allowed) == ("territory", False)


def test_the_bonus_for_handicap_goes_before_the_rules(parse: Parse) -> None:
    assert parse(rules="chinese").start.rules.handicap_compensation == "N"
    changed = parse(rules="chinese", whiteHandicapBonus="0").start.rules
    assert changed.handicap_compensation == "none"


def test_time_and_visits(parse: Parse) -> None:
    assert parse(maxVisits=7).limit == Limit(playouts=7)
    assert parse(overrideSettings={"maxTime": 2}).limit == Limit(playouts=50, seconds=2)
    assert parse(overrideSettings={"maxVisits": "9"}).limit == Limit(playouts=9)
    assert parse(maxVisits=7, overrideSettings={"maxVisits": 9}).limit == Limit(playouts=7)
    assert parse(maxVisits=7, overrideSettings={"maxPlayouts": 5}).limit == Limit(playouts=5)
    both = {"maxVisits": 9, "maxPlayouts": 2**50}
    assert parse(overrideSettings=both).limit == Limit(playouts=9)
    assert parse(overrideSettings={"maxTime": 0}).limit.seconds > 0


@pytest.mark.parametrize("word", ["white", "W", "WHITE"])
def test_a_query_chooses_its_perspective(parse: Parse, word: str) -> None:
    query = parse(overrideSettings={"reportAnalysisWinratesAs": word})
    assert query.wanted.perspective is Perspective.WHITE


def test_moves_to_avoid_and_to_allow(parse: Parse) -> None:
    entry = {"player": "W", "moves": ["A1", "pass"], "untilDepth": 1}
    other = {"player": "B", "moves": ["B2"], "untilDepth": 1}
    query = parse(avoidMoves=[entry, other, {**entry, "moves": ["C3"]}])
    white = {(WHITE, point): 1 for point in points("A1", "C3", "pass")}
    assert query.avoid == white | {(BLACK, point): 1 for point in points("B2")}
    assert query.warnings == []
    allowed = parse(allowMoves=[{**entry, "untilDepth": 3}])
    kept = {*board_points(5)} - points("A1")
    left_out = {(WHITE, point): 3 for point in kept}
    assert allowed.avoid == left_out
    both = parse(allowMoves=[{**entry, "untilDepth": 3}, {**entry, "player": "B"}])
    assert both.avoid == left_out | {(BLACK, point): 1 for point in kept}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"overrideSettings": {"wideRoodNoise": 0.1}}, "overrideSettings"),
        ({"rules": "stone_scoring"}, "rules"),
        ({"rules": {"hasButton": True}}, "rules"),
        ({"rootPolicyTemperature": 1.5}, "rootPolicyTemperature"),
        ({"includeOwnershipStdev": True}, "includeOwnershipStdev"),
        ({"maxVisit": 3}, "maxVisit"),
    ],
)
def test_what_has_no_effect_is_warned_about(
    parse: Parse, fields: dict[str, Any], field: str
) -> None:
    assert [name for name, _ in parse(**fields).warnings] == [field]


def test_settings_of_katago_are_known(parse: Parse) -> None:
    settings = {"wideRootNoise": 0.04, "maxTime": 8.0, "humanSLProfile": "rank_5k"}
    assert parse(overrideSettings=settings).warnings == []


def test_the_longer_of_two_entries_that_avoid_a_move_counts(parse: Parse) -> None:
    entries = [{"player": "B", "moves": ["D4"], "untilDepth": depth} for depth in (2, 9, 1)]
    assert set(parse(avoidMoves=entries).avoid.values()) == {9}


def test_warnings_are_few(parse: Parse) -> None:
    assert len(parse(**{f"x{i}": 1 for i in range(1000)}).warnings) == 20


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"nothing", b"[]", b"3", b'"id"', b'{"id": NaN}', b'{"id": "a", "komi": Infinity}',
        b'{"id": "a", "action": "query_version", "x": 1e999}',
        b'{"id": "a", "komi": ' + b"9" * 5000 + b"}", b'{"id": "\xff"}', b"[" * 200_000,
        b'{"id":' * 100_000, b'{"id": 3}', b'{"moves": []}', b'{"id": "' + b"a" * (1 << 20) + b'"}',
    ],
)  # fmt: skip
def test_a_broken_line_gets_an_error_and_nothing_else_happens(
    analysis: Analysis, line: bytes
) -> None:
    error, answer = analysis.ask(line, make_query())
    assert set(error) == {"error"}
    assert len(error["error"]) < 300
    assert answer["rootInfo"]["visits"] == 50


@pytest.mark.parametrize("field", ["komi", "maxVisits", "rules", "moves", "id", "x"])
def test_deep_nesting_is_refused(analysis: Analysis, field: str) -> None:
    nested = "[" * 3000 + "]" * 3000
    query: dict[str, Any] = {**make_query(), field: 0}
    line = json.dumps(query).replace(f'"{field}": 0', f'"{field}": {nested}')
    answers = analysis.ask(line.encode())
    assert all("error" in answer or "warning" in answer for answer in answers[:1])


def test_empty_lines_are_passed_over(analysis: Analysis) -> None:
    assert len(analysis.ask(b"", b"  \r", make_query())) == 1


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([["B", "A1"], ["W", "A1"]], "Illegal move 1: A1"),
        ([["B", "B1"], ["W", "E5"], ["B", "A2"], ["W", "A1"]], "Illegal move 3: A1"),
    ],
)
def test_illegal_moves_are_errors(analysis: Analysis, moves: list[list[str]], message: str) -> None:
    (answer,) = analysis.ask(make_query(moves=moves, analyzeTurns=[0]))
    assert answer == {"error": message, "field": "moves", "id": "q"}


def test_stones_without_liberties_are_an_error(analysis: Analysis) -> None:
    stones = [["B", "A1"], ["W", "A2"], ["W", "B1"]]
    (answer,) = analysis.ask(make_query(initialStones=stones))
    assert answer["field"] == "initialStones"
