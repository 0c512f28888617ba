"""Games on the page, through the requests that it sends."""

from __future__ import annotations

import json
import re
import socket
import time
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.rules import RULESETS
from cfggo.interfaces.browser.found import Found, Searched
from cfggo.interfaces.browser.searches import analyse
from cfggo.search.limits import playouts_on
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game
from cfggo.study.games.records import seats_of
from cfggo.study.reviewing.curve import Evidence
from tests.interfaces.browser.conftest import Page
from tests.sentences import in_english

PATIENCE = 120.0
"""Seconds that an event is waited for."""


def vertices(state: dict[str, Any]) -> list[str]:
    return [move["vertex"] for move in state["moves"]]


def test_two_people_play(page: Page) -> None:
    state = page.play("E5 e4 pass")
    assert vertices(state) == ["E5", "E4", "pass"]
    assert [move["colour"] for move in state["moves"]] == ["black", "white", "black"]
    assert state["to_play"] == "white"
    assert len(set(state["ids"])) == 4
    assert vertices(page.do("undo")) == ["E5", "E4"]
    page.do("undo")
    assert page.do("undo")["can_undo"] is False
    assert "no move" in page.fails("undo")
    assert page.play("A1 A2 J9 B1")["moves"][-1]["captures"] == ["A1"]


def test_a_suicide_takes_off_the_stone_just_played(page: Page) -> None:
    page.new(size=5, rules="new-zealand")
    state = page.play("A2 A1 B2 pass C1 B1")
    assert state["moves"][-1]["captures"] == ["A1", "B1"]
    assert state["prisoners"][-2:] == [{"black": 0, "white": 0}, {"black": 2, "white": 0}]
    assert page.load(page.get("game.sgf")[2])[1]["moves"] == state["moves"]


def test_prisoners_of_before_a_set_up_in_the_middle_count(page: Page) -> None:
    _, state = page.load(b"(;SZ[5]RU[Japanese]KM[0];B[ba];W[aa];B[ab];W[ee];B[cc];AB[dd];W[ec])")
    assert state["prisoners"] == [{"black": 1, "white": 0}] * 2
    state = page.do("undo")
    assert state["prisoners"] == [{"black": 1, "white": 0}]


@pytest.mark.parametrize(
    ("moves", "wrong", "words"),
    [
        ("E5", "E5", "occupied"),
        ("B1 E5 A2 E4", "pass A1", "suicide"),
        ("B1 C1 A2 B2 J9 A1", "B1", "ko"),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(
    page: Page, moves: str, wrong: str, words: str
) -> None:
    *before, last = wrong.split()
    state = page.play(" ".join([moves, *before]))
    assert words in page.fails("play", vertex=last, at=len(state["moves"]))
    assert page.game.state()["version"] == state["version"]


def test_a_move_elsewhere_begins_a_variation_and_the_game_is_kept(page: Page) -> None:
    game = page.play("E5 E4 D4")
    state = page.do("play", vertex="C3", at=1)
    assert (vertices(state), state["branch"]) == (["E5", "C3"], 2)
    state = page.do("play", vertex="G7", at=0)
    assert (vertices(state), state["branch"]) == (["G7"], 1)
    state = page.do("back")
    assert (state["ids"], state["branch"]) == (game["ids"], None)
    assert "the game itself" in page.fails("back")


def test_positions_with_one_history_have_one_id(page: Page) -> None:
    first = page.play("E5 E4")
    page.do("undo")
    assert page.play("E4")["ids"] == first["ids"]
    page.do("undo")
    assert page.play("D4")["ids"][-1] != first["ids"][-1]


def test_the_engine_answers_and_undo_takes_back_both(page: Page) -> None:
    page.new(you="black", level="15k")
    state = page.play("E5")
    assert state["to_play"] == "white"
    state = page.wait_for(lambda state: len(state["moves"]) == 2)
    assert state["names"] == {"black": "You", "white": "cfggo 15k"}
    assert vertices(page.do("undo")) == []


def test_a_failure_is_told_while_it_matters(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> str:
        raise RuntimeError("broken")

    page.new(you="black", komi=3.5)  # which no other test has: what failed is not tried again
    with monkeypatch.context() as patch:
        patch.setattr("cfggo.interfaces.browser.engine_tasks.choose", fail)
        page.play("E5")
        state = page.wait_for(lambda state: state["failure"])
    assert state["failure"] == "the engine failed, see the terminal: broken"
    assert state["loading"] == ""
    assert page.do("undo")["failure"] == ""
    page.play("E4")
    assert page.wait_for(lambda state: len(state["moves"]) == 2)["failure"] == ""


def test_undo_while_it_thinks_ends_its_search(page: Page) -> None:
    page.new(you="black", level="3k", size=19)
    page.play("Q16")
    assert "cfggo's turn" in page.fails("play", vertex="D4", at=1)
    assert vertices(page.do("undo")) == []
    page.new()
    page.play("E5")
    time.sleep(0.3)
    assert vertices(page.game.state()) == ["E5"]  # nothing comes too late


def test_it_begins_as_black_and_with_a_handicap_as_white(page: Page) -> None:
    page.new(you="white")
    state = page.wait_for(lambda state: len(state["moves"]) == 1)
    assert state["moves"][0]["colour"] == "black"
    assert state["can_undo"] is False  # nothing of the user's is there
    state = page.new(you="black", handicap=4, komi=0.5)
    assert len(state["setup"]["black"]) == 4
    state = page.wait_for(lambda state: len(state["moves"]) == 1)
    assert state["moves"][0]["colour"] == "white"
    assert "4 handicap stones (4 points to White)" in state["conditions"]


def test_it_plays_on_in_a_game_that_people_began(page: Page) -> None:
    page.play("E5 E3")
    page.do("seat", you="white", level="20k", at=2)
    state = page.wait_for(lambda state: len(state["moves"]) == 3)
    assert (state["engine"], state["level"]) == ("black", "20k")


def test_it_plays_on_from_the_position_that_is_shown(page: Page) -> None:
    game = page.play("E5 E3 C4 G7 C7")
    assert "changed" in page.fails("seat", you="black", level="20k", at=6)
    page.do("seat", you="black", level="20k", at=1)
    state = page.wait_for(lambda state: len(state["moves"]) == 2)
    assert (vertices(state)[0], state["branch"], state["engine"]) == ("E5", None, "white")
    branch = 3 if vertices(state)[1] == "E3" else 2  # the engine may play as they did
    state = page.do("go", node=game["nodes"][5])  # in which nobody asked it to play
    assert (state["ids"], state["branch"], state["engine"]) == (game["ids"], branch, None)
    state = page.do("seat", you="black", level="20k", at=4)  # it is the user's turn there
    assert (vertices(state), state["branch"]) == (vertices(game)[:4], None)


def test_another_level_or_no_side_for_it_leaves_the_game_where_it_is(page: Page) -> None:
    page.new_answered()
    for changes in ({"you": "black", "level": "15k"}, {"you": "both", "level": "15k"}):
        for at in (0, 9):  # moves may have been taken back meanwhile
            state = page.do("seat", at=at, **changes)
            assert (len(state["moves"]), state["branch"]) == (2, None)


def test_the_page_offers_all_rules_with_their_komi(page: Page) -> None:
    offered = re.findall(
        r'<option value="([\w-]+)" data-komi="([\d.]+)">', page.get("")[2].decode()
    )
    assert {name: float(komi) for name, komi in offered} == {
        name: rules.komi for name, rules in RULESETS.items()
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"size": 1}, "size"), ({"size": 20}, "size"), ({"size": 9.5}, "size"),
        ({"rules": "calvin"}, "unknown rules 'calvin'"), ({"rules": 7}, "rules"),
        ({"komi": 1e9}, "komi"), ({"komi": "7.5"}, "komi"), ({"handicap": 1}, "handicap"),
        ({"handicap": 10}, "handicap"), ({"handicap": 5, "size": 6}, "handicap"),
        ({"level": "1d"}, "level"), ({"level": 3}, "level"), ({"you": "grey"}, "you"),
        ({"x": 1}, "unknown table or key"),
    ],
)  # fmt: skip
def test_impossible_games_are_refused(page: Page, changes: dict[str, Any], words: str) -> None:
    rules = {"size": 9, "komi": 7.5, "rules": "chinese", "handicap": 0, "level": "", "you": "both"}
    assert words in page.fails("new", **(rules | changes))


def test_of_two_people_the_side_to_move_resigns(page: Page) -> None:
    for moves, winner in (("E5 E3", "W"), ("E5 E3 C3", "B")):
        page.new()
        assert page.play(moves)["can_resign"]
        page.kept.clear()
        assert not page.do("resign")["can_resign"]
        assert f"RE[{winner}+R]".encode() in page.get("game.sgf")[2]
        assert f"RE[{winner}+R]".encode() in page.kept[0]
        assert page.do("undo")["can_resign"]
    page.do("play", vertex="G3", at=1)  # in a variation
    assert "no game to resign" in page.fails("resign")
    page.load(b"(;SZ[9]RE[B+R];B[ee])")
    assert "no game to resign" in page.fails("resign")


def test_resigning_and_thinking_better_of_it(page: Page) -> None:
    page.new_answered()
    state = page.do("resign")
    assert (state["over"], state["ending"]) == (True, "Black resigns: White wins")
    assert "over" in page.fails("play", vertex="A1", at=2)
    state = page.do("undo")
    assert (state["over"], len(state["moves"])) == (False, 2)


def test_a_game_that_has_ended_opens_at_its_start_and_another_one_to_be_gone_on_with(
    page: Page,
) -> None:
    page.load(b"(;SZ[9]RE[B+R];B[ee];W[ce])")
    state = page.game.state()
    assert (state["shows"], state["ending"]) == (0, "The record says B+R.")
    page.load(b"(;SZ[9];B[ee];W[ce])")
    assert page.game.state()["shows"] == 2
    page.play("G5")
    assert page.game.state()["shows"] == 3


DIVIDED = "D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 H5 pass"
"""Black has the left, White the right, with a black stone in it that can't live."""


def test_two_passes_end_it_and_dead_stones_are_taken_off(page: Page) -> None:
    page.play(f"{DIVIDED} pass")
    state = page.wait_for(lambda state: state["result"])
    result = state["result"]
    assert result["dead"] == ["H5"]
    assert result["score"] == pytest.approx(-7.5)
    assert result["text"] == "White wins by 7.5 points"
    assert result["owners"][4] == [1, 1, 1, 1, 0, -1, -1, -1, -1]
    assert "over" in page.fails("play", vertex="A1", at=len(state["moves"]))
    assert b"RE[W+7.5]" in page.get("game.sgf")[2]
    # The dead stones can be judged otherwise.
    assert page.do("dead", vertex="H5")["result"]["dead"] == []
    state = page.do("dead", vertex="D4")
    assert len(state["result"]["dead"]) == 9
    assert "no stone" in page.fails("dead", vertex="A1")
    assert page.do("undo")["result"] is None
    assert "both have passed" in page.fails("dead", vertex="H5")


def test_a_count_adds_up(page: Page) -> None:
    for rules in ("chinese", "japanese"):
        page.new(rules=rules, komi=6.5)
        page.play(f"{DIVIDED} pass")
        result = page.wait_for(lambda state: state["result"])["result"]
        sums = [sum(row[colour] for row in result["rows"]) for colour in ("black", "white")]
        assert sums[0] - sums[1] == result["score"]
        assert ("stones" in [row["what"] for row in result["rows"]]) == (rules == "chinese")


def test_the_engine_offers_to_count_and_to_give_up(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "offers nothing" in page.fails("accept")
    answers = iter([("G5", False), ("pass", False), ("G3", True), ("G4", True)])

    def choose(engine: Engine, *others: Any) -> str:
        vertex, engine.is_far_behind = next(answers)
        return vertex

    monkeypatch.setattr("cfggo.interfaces.browser.engine_tasks.choose", choose)

    def has_answered(state: dict[str, Any]) -> bool:
        return state["to_play"] == "black" and bool(state["moves"])

    page.new(you="black")
    offers = []
    for at, vertex in ((0, "E5"), (2, "E4"), (4, "E3")):
        page.do("play", vertex=vertex, at=at)
        offers.append(page.wait_for(has_answered)["offer"])
    assert offers == [None, "count", "resignation"]
    state = page.do("accept")
    assert (state["ending"], state["offer"]) == ("White resigns: Black wins", None)
    assert page.do("undo")["offer"] == "count"
    page.do("accept")
    assert page.wait_for(lambda state: state["result"])["moves"][-1]["colour"] == "black"


def test_the_graph_is_that_of_the_position(page: Page) -> None:
    page.play("E5 A1 E6 J9")
    ids = page.game.state()["ids"]
    graph = page.do("graph", position=ids[4])
    chains = [vertex for vertex in graph["vertices"] if vertex["colour"] != "empty"]
    assert sorted(map(sorted, (chain["points"] for chain in chains))) == [
        ["A1"],
        ["E5", "E6"],
        ["J9"],
    ]
    assert len(graph["vertices"]) == 81 - 4 + 3
    black = next(i for i, vertex in enumerate(graph["vertices"]) if vertex["colour"] == "black")
    assert sum(black in edge for edge in graph["edges"]) == 6
    assert len(page.do("graph", position=ids[0])["edges"]) == 2 * 9 * 8


def test_hints_stream_in_where_a_review_knows_more_already() -> None:
    start = Game(size=9)
    searched = Searched(Evidence(1.0, 30.0, 1000), "black", "E5")
    known = Found(1000, searched, {"policy": {}})
    taken: list[Found] = []

    class Reports:
        """An engine that reports twice on its way, the first time with less than is known."""

        def analyse(self, game: Game, *, on_progress: Any, **others: Any) -> Any:
            few, many = (Engine(seed=1).analyse(game, playouts=n) for n in (50, 1100))
            on_progress(few)
            on_progress(many)
            return many

    analyse(Reports(), start, "id", 1100, known, lambda: False, taken.append, True)  # type: ignore[arg-type]
    first, *_, last = taken
    assert (first.playouts, first.searched) == (1000, searched)
    assert first.view_visits == 50
    assert last.playouts >= 1100


def test_playouts_are_counted_as_on_19x19() -> None:
    taken: list[Found] = []
    with patch("cfggo.interfaces.browser.searches.playouts_on", playouts_on):
        game = Game(size=9)
        analyse(Engine(seed=1), game, "id", 300, Found(), lambda: False, taken.append, False)
    (found,) = taken
    assert found.playouts == 300
    assert found.searched is not None
    assert found.searched.evidence.playouts > 3 * 300  # a fifth of them found the komi


def test_stones_are_dead_by_a_record_only_where_rules_take_them_off(page: Page) -> None:
    record = "(;SZ[9]KM[7]RU[{}];B[ee];W[cc];B[cd];W[dc];B[];W[]TB[cc][aa])"
    for rules, dead in (("tromp-taylor", []), ("chinese", ["C7", "D7"])):
        page.load(record.format(rules).encode())
        assert page.wait_for(lambda state: state["result"])["result"]["dead"] == dead


def test_what_was_asked_of_another_line_is_refused(page: Page) -> None:
    assert "changed" in page.fails("play", vertex="E5", at=3)
    (*_, gone) = page.play("E5 E4")["ids"]
    page.do("undo")
    page.play("D4")  # as many moves, but another position
    assert "changed" in page.fails("graph", position=gone)
    assert "changed" in page.fails("explain", vertex="C3", position=gone)


def test_a_position_that_is_looked_at_is_searched(page: Page) -> None:
    state = page.play("E5 E3")
    position = state["ids"][2]
    found = analyses(
        page,
        lambda: page.do("look", page="", position=position, wants=["analysis"]),
        position,
        2000,
    )
    points = {f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)}
    assert set(found["policy"]) <= points | {"pass"}
    assert len(found["ownership"]) == 9
    best = found["candidates"][0]
    assert best["pv"][0] == best["move"]
    assert 0 < best["winrate"] < 1
    assert page.game.state()["evaluations"][2]["playouts"] >= 2000


def test_a_game_that_comes_back_brings_what_is_in_doubt(page: Page) -> None:
    moves = "E5 C3 J9"
    ids = page.play(moves)["ids"]
    agenda = page.game._table.agenda
    for number, (position, lead) in enumerate(zip(ids, (1.0, 2.0, 1.0, -24.0), strict=True)):
        to_play = "white" if number % 2 else "black"
        agenda.take(position, Found(1000, Searched(Evidence(lead, 20.0, 1000), to_play, "G7")))
    page.new()
    assert not agenda.doubtful
    page.play(moves)
    assert agenda.doubtful == ids[2:]


def test_each_page_gets_what_it_wants_while_it_is_open(page: Page) -> None:
    (start,) = page.new(komi=1.5)["ids"]  # of which nothing is known from another test
    events, task = page.server.events, page.game.next_task
    feeds = {name: events.subscribe(name) for name in ("first", "second")}
    with page.busy_engine():
        page.do("look", page="first", position=start, wants=["analysis"])
        page.do("look", page="second", position=start, wants=[])
        assert (wanted := task()) is not None
        assert wanted.key[0] == "analysis"
        page.do("look", page="second", position=start, wants=["policy"])
        assert (wanted := task()) is not None
        assert wanted.key[0] == "policy"  # the newest wish comes first
        for name, feed in feeds.items():
            assert feed is not None
            events.unsubscribe(name, feed)
        assert task() is None
        page.do("look", page="nobody", position=start, wants=["analysis"])
        assert task() is None


def test_a_position_that_is_looked_at_before_it_is_there_is_searched_when_it_is(page: Page) -> None:
    page.new(komi=2)  # of which nothing is known from another test
    (*_, coming) = page.play("E5")["ids"]
    page.do("undo")
    events, task = page.server.events, page.game.next_task
    feed = events.subscribe("first")
    assert feed is not None
    with page.busy_engine():
        page.do("look", page="first", position=coming, wants=["analysis"])
        assert task() is None
        page.play("E5")
        assert (wanted := task()) is not None
        assert wanted.key[:2] == ("analysis", coming)
    events.unsubscribe("first", feed)


def analyses(page: Page, ask: Any, position: str, playouts: int) -> dict[str, Any]:
    """Returns the first analysis of a position with so many playouts that the stream tells."""
    with Stream(page) as stream:
        ask()
        return next(
            data
            for name, data in stream
            if name == "analysis" and data["id"] == position and data.get("playouts", 0) >= playouts
        )


class Stream:
    """The events that a page gets, as pairs (name, data)."""

    def __init__(self, page: Page) -> None:
        address = ("127.0.0.1", page.server.server_port)
        self._socket = socket.create_connection(address, timeout=PATIENCE)
        head = f"GET {page.path('events')} HTTP/1.1\r\nHost: 127.0.0.1:{address[1]}\r\n\r\n"
        self._socket.sendall(head.encode())
        self._file = self._socket.makefile("rb")
        while self._file.readline().strip():
            pass
        self._next = self._events()
        assert next(self._next)[0] == "state"  # only then is the server listening to us

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
        self._socket.close()

    def __iter__(self) -> Any:
        return self._next

    def _events(self) -> Any:
        name = ""
        for line in self._file:
            if line.startswith(b"event: "):
                name = line[7:].decode().strip()
            elif line.startswith(b"data: "):
                yield name, json.loads(line[6:], object_hook=in_english)


def test_the_stream_tells_moves_and_policies(page: Page) -> None:
    with Stream(page) as stream:
        page.play("E5")
        name, change = next(iter(stream))
        start, gone, moves = change["lists"]["moves"]
        assert (name, start, gone, moves[0]["vertex"]) == ("change", 0, 0, "E5")
        state = page.play("G7")
        page.do("look", page="", position=state["ids"][2], wants=["policy"])
        found = next(data for name, data in stream if name == "analysis")
    assert found["id"] == state["ids"][2]
    assert 0.5 < sum(found["policy"].values()) <= 1.01
    assert "candidates" not in found  # it needs no search


SGF = b"(;GM[1]SZ[9]KM[6.5]PB[Shusaku]BR[4d]PW[Gennan];B[ee];W[cc];B[gc];W[])"


def test_a_record_is_opened_and_reviewed(page: Page) -> None:
    status, state = page.load(SGF)
    assert status == 200
    assert vertices(state) == ["E5", "C7", "G7", "pass"]
    assert state["names"] == {"black": "Shusaku 4d", "white": "Gennan"}
    assert (state["komi"], state["engine"]) == (6.5, None)
    state = page.do("review", on=True)
    wanted = state["review"]["playouts"]
    state = page.wait_for(
        lambda state: all(one and one["playouts"] >= wanted for one in state["evaluations"])
    )
    assert len(state["evaluations"]) == 5
    winrates = [one["winrate"] for one in state["evaluations"]]
    assert winrates[4] > winrates[3] + 0.03  # White gave up a move
    page.load(SGF.replace(b"6.5", b"6"))
    page.do("review", on=True)
    assert vertices(page.play("C3"))[-1] == "C3"  # moves can be played while it reviews
    record = "(;CA[gb18030]SZ[9]PB[聂卫平];B[ee])".encode("gb18030")
    assert page.load(record)[1]["names"]["black"] == "聂卫平"


@pytest.mark.parametrize(
    "sgf",
    [b"", b"no record", b"(;GM[2])", b"(;SZ[99])", b"(;SZ[9];B[zz])", b"(;SZ[9]AB[aa];W[aa])"],
)
def test_what_is_no_record_is_refused_and_the_game_stays(page: Page, sgf: bytes) -> None:
    before = page.play("E5")
    status, answer = page.load(sgf)
    assert status == 400
    assert len(answer["error"].splitlines()) == 1
    assert page.game.state()["version"] == before["version"]


def test_what_follows_an_explained_move_begins_with_the_answer() -> None:
    moves = [("C7", 168, ["C7", "C5", "E7"]), ("A1", 1, ["A1"]), ("pass", 9, ["pass", "E7"])]
    found = Found(
        view={
            "visits": 2000,
            "candidates": [
                {"move": move, "visits": visits, "winrate": 0.3, "pv": pv}
                for move, visits, pv in moves
            ],
        }
    )
    given = "of 2,000 playouts and a win rate of 30%."
    assert found.words_for("C7") == f"A search gave it 168 {given} It goes on C5 E7."
    assert found.words_for("A1") == f"A search gave it 1 {given}"
    assert found.words_for("pass") == f"A search gave it 9 {given} It goes on E7."
    assert found.words_for("B2") == ""


def test_a_game_is_saved_with_what_is_known_of_it(page: Page) -> None:
    page.do("follow", on=True)
    page.play("E5 E3")
    state = page.wait_for(lambda state: all(state["evaluations"]))
    assert [0 < one["winrate"] < 1 for one in state["evaluations"]] == [True] * 3
    page.kept.clear()
    status, response, sgf = page.get("game.sgf")
    assert status == 200
    assert re.fullmatch(
        r"attachment; filename\*=UTF-8''cfggo-[\d-]+\.sgf", response.headers["Content-Disposition"]
    )
    assert Game.from_sgf(sgf).moves == [("black", "E5"), ("white", "E3")]
    assert len(re.findall(rb"SBKV\[\d+\.\d\d\]", sgf)) == 3
    page.game.keep_unsaved()
    assert page.kept == []
    page.play("C3")
    page.game.keep_unsaved()
    assert len(page.kept) == 1


def test_all_lines_are_kept_when_another_game_begins(page: Page) -> None:
    page.kept.clear()
    page.new(komi=4)  # of which nothing is known from another test
    page.play("E5 E3")
    page.do("play", vertex="C3", at=1)
    page.do("play", vertex="G7", at=2)
    page.new()
    (kept,) = page.kept
    assert b";B[ee](;W[eg])(;W[cg];B[gc])" in kept


def test_moves_that_are_taken_back_go_when_others_come_unless_they_are_many(page: Page) -> None:
    page.new(komi=4)  # of which nothing is known from another test
    page.play("E5 E3 C3 G7 C7 G3")
    for _ in range(2):
        page.do("undo")
    page.play("D4")
    assert b";B[ee];W[eg];B[cg];W[gc];B[df])" in page.get("game.sgf")[2]
    for _ in range(5):
        page.do("undo")
    page.play("A1")
    assert page.get("game.sgf")[2].count(b"(;B[") == 2
    assert vertices(page.game.state()) == ["A1"]
    page.do("undo")
    page.play("E5 E3 C3")
    assert b"(;B[ai]" not in page.get("game.sgf")[2]
    assert b";B[ee];W[eg];B[cg];W[gc];B[df])" in page.get("game.sgf")[2]  # they were played again


def test_nobody_answers_in_a_variation_and_the_game_goes_on_where_it_was(page: Page) -> None:
    game = page.new_answered(level="20k")
    state = page.do("play", vertex="C3", at=0)
    assert (state["engine"], state["branch"], state["can_undo"]) == (None, 1, True)
    assert state["names"] == game["names"]
    with page.busy_engine():
        assert page.game.next_task() is None
    page.play("G7")
    state = page.do("back")
    assert (state["ids"], state["engine"], state["shows"]) == (game["ids"], "white", 2)
    page.do("play", vertex="A1", at=2)
    page.do("go", node=state["nodes"][0])
    page.do("play", vertex="C3", at=0)  # it was to play: its thinking ends
    with page.busy_engine():
        assert page.game.next_task() is None
    page.do("back")
    state = page.wait_for(lambda state: len(state["moves"]) == 4)
    assert vertices(state)[2] == "A1"


def test_the_tree_has_all_that_the_record_had_and_all_lines_that_were_played(page: Page) -> None:
    page.load(b"(;SZ[9]C[a game];B[ee]C[first]TR[ee](;W[cc]LB[cc:A];B[gg])(;W[gc]C[better]))")
    page.do("undo")
    page.play("C3")
    page.do("play", vertex="G7", at=1)
    page.do("play", vertex="pass", at=1)
    page.do("back")
    tree = page.game._table.here.tree
    assert (tree.n_moves, len(tree.root[0])) == (3, 3)
    written = tree.write()
    for there in (b"C[a game]", b"C[first]TR[ee]", b"LB[cc:A]", b"(;B[gg])(;B[cg])", b"C[better]"):
        assert there in written


@pytest.mark.parametrize(
    ("record", "conditions"),
    [
        (b"KM[abc]RU[mine];B[ee];W[c", "The record is cut off. "
         "KM[abc] can't be read; komi is the usual one. Unknown rules: mine."),
        (b";B[ee];W[ee];B[cc])", "move 2: illegal move: white E5 (occupied)."),
        (b";B[eg];W[cc];AE[eg]AW[aa];B[ee])",
         "Stones are set up after move 2: it begins there."),
        (b"AB[ee];AW[aa];W[cc])", "9×9, komi 7.5, Chinese rules"),
        (b"RE[W+R];B[ee];W[ce])", "Chinese rules. The record says W+R."),
    ],
)  # fmt: skip
def test_it_says_what_it_does_not_follow_of_a_record_while_no_move_is_added(
    page: Page, record: bytes, conditions: str
) -> None:
    _, state = page.load(b"(;SZ[9]" + record)
    assert state["conditions"].startswith("9×9, komi 7.5, Chinese rules")
    assert state["conditions"].endswith(conditions)
    assert len(state["moves"]) == {b"RE": 2}.get(record[:2], 1)
    assert page.new()["conditions"] == "9×9, komi 7.5, Chinese rules"


def test_a_record_keeps_its_date_and_its_result_while_no_move_is_added(page: Page) -> None:
    page.load("(;SZ[9]PB[Lee]BR[9p]DT[2016-03-09]RE[白中盤勝];B[ee];W[ce])".encode())
    kept = ["PB[Lee]", "BR[9p]", "DT[2016-03-09]", "RE[白中盤勝]"]

    def is_kept() -> list[bool]:
        return [what.encode() in page.get("game.sgf")[2] for what in kept]

    assert all(is_kept())
    page.do("play", vertex="C3", at=1)  # a variation
    assert all(is_kept())
    page.do("back")
    page.play("C3")
    assert is_kept() == [True, True, True, False]
    assert page.game.state()["conditions"] == "9×9, komi 7.5, Chinese rules"  # and no result
    page.do("undo")
    assert all(is_kept())
    page.do("undo")
    page.play("C3")  # the record's move stays before it
    assert all(is_kept())


def test_a_record_of_a_counted_game_keeps_its_result_until_somebody_counts_otherwise(
    page: Page,
) -> None:
    page.play(f"{DIVIDED} pass")
    counted = page.wait_for(lambda state: state["result"])["result"]["score"]
    sgf = page.get("game.sgf")[2].replace(b"RE[W+7.5]", b"RE[B+2.5]")
    assert counted == -7.5
    page.load(sgf)
    state = page.wait_for(lambda state: state["result"])
    assert "The record says B+2.5." in state["result"]["words"]
    assert b"RE[B+2.5]" in page.get("game.sgf")[2]
    for _ in range(2):
        state = page.do("dead", vertex="H5")
    assert "record says" not in state["result"]["words"]
    assert b"RE[W+7.5]" in page.get("game.sgf")[2]


def test_a_record_is_saved_under_its_name(page: Page) -> None:
    for name, header in {
        "my game.sgf": "my%20game.sgf",
        '../名 "1".v2.SGF': "%E5%90%8D%20%221%22.v2.sgf",
        "a%0d%0ab": "a%0D%0Ab.sgf",
    }.items():
        sent = name if "%" in name else quote(name)
        page.post(f"load?name={sent}", SGF, Content_Type="application/x-go-sgf")
        _, response, _ = page.get("game.sgf")
        told = response.headers["Content-Disposition"]
        assert told == f"attachment; filename*=UTF-8''{header}"


def test_undo_past_the_beginning_of_a_variation_leads_to_the_game(page: Page) -> None:
    page.play("E5 E3 C3")
    page.do("play", vertex="G3", at=2)
    state = page.do("undo")
    assert (state["branch"], state["shows"], len(state["moves"])) == (None, 2, 3)


def test_a_game_that_was_not_saved_is_kept_when_another_begins(page: Page) -> None:
    page.kept.clear()
    page.new()
    page.play("E5 E3")
    page.new()
    page.play("C3")
    page.load(b"(;SZ[9];B[ee])")
    page.load(b"(;SZ[9];B[dd])")
    assert [Game.from_sgf(sgf).moves for sgf in page.kept] == [
        [("black", "E5"), ("white", "E3")],
        [("black", "C3")],
    ]


def test_a_game_of_a_move_or_two_against_the_engine_is_not_kept(page: Page) -> None:
    page.kept.clear()
    page.new(you="black")
    with page.busy_engine():
        page.do("play", vertex="E5", at=0)
        page.new(you="black")
        assert page.kept == []
        page.do("play", vertex="E5", at=0)
        page.do("comment", node=page.game.state()["nodes"][1], text="My opening.")
        page.new()
    assert len(page.kept) == 1


def test_a_game_is_kept_after_each_move_in_one_file(page: Page) -> None:
    before = page.game.state()["kept"]
    page.kept.clear()
    page.kept_names.clear()
    page.play("E5 C3 G3 G7 C7")
    (kept,) = page.kept
    assert len(Game.from_sgf(kept).moves) == 5
    page.play("E3")
    assert len(Game.from_sgf(page.kept[-1]).moves) == 6
    assert page.game.state()["kept"] == before  # so far nobody needs to be told
    page.new()
    assert page.game.state()["kept"] == before + 1
    assert len(set(page.kept_names)) == 1


def test_a_game_that_cannot_be_kept_stays(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(sgf: bytes, name: str) -> None:
        raise CfggoError("games: No space left on device")

    page.play("E5")
    monkeypatch.setattr(page.game.filing.games, "keep", fail)
    status, answer = page.load(b"(;SZ[9];B[dd])")
    assert (status, answer["error"]) == (400, "games: No space left on device")
    assert vertices(page.game.state()) == ["E5"]
    monkeypatch.undo()


def test_a_result_that_came_after_saving_is_kept(page: Page) -> None:
    page.new_answered(level="15k")
    record = page.get("game.sgf")[2]
    assert seats_of(record) == ("black", "15k")  # which the terminal goes by
    page.kept.clear()
    page.do("resign")
    for _ in range(2):
        page.game.keep_unsaved()
    (kept,) = page.kept
    assert b"RE[W+R]" in kept
    page.do("undo")
    page.game.keep_unsaved()
    assert b"RE[" not in page.kept[-1]


def test_dead_stones_that_are_corrected_after_saving_are_kept_but_no_count_of_the_engine_alone(
    page: Page,
) -> None:
    page.play(f"{DIVIDED} pass")
    page.wait_for(lambda state: state["result"])
    unfinished = page.get("game.sgf")[2].replace(b"RE[W+7.5]", b"")
    page.load(unfinished)
    page.wait_for(lambda state: state["result"])
    page.kept.clear()
    page.game.keep_unsaved()
    assert page.kept == []
    page.do("dead", vertex="H5")
    page.game.keep_unsaved()
    (kept,) = page.kept
    assert b"RE[W+7.5]" not in kept


def test_a_corrected_count_is_there_again_when_the_record_is_opened(page: Page) -> None:
    page.play(f"{DIVIDED} pass")
    page.wait_for(lambda state: state["result"])
    counted = page.get("game.sgf")[2]
    assert b"TB[a" in counted
    assert b"TW[g" in counted
    corrected = page.do("dead", vertex="H5")["result"]
    assert corrected["dead"] == []
    saved = page.get("game.sgf")[2]
    page.do("undo")
    page.play("G5")  # takes the place of the pass, and of what was counted after it
    assert b"TB[" not in page.get("game.sgf")[2]
    page.load(saved)
    result = page.wait_for(lambda state: state["result"])["result"]
    assert (result["dead"], result["score"]) == ([], corrected["score"])
    page.load(counted)
    result = page.wait_for(lambda state: state["result"])["result"]
    assert (result["dead"], result["score"]) == (["H5"], -7.5)
    dead = page.do("dead", vertex="F5")["result"]["dead"]  # White's wall: H5 lives again
    page.load(page.get("game.sgf")[2])
    assert page.wait_for(lambda state: state["result"])["result"]["dead"] == dead


def test_an_open_border_is_spoken_of(page: Page) -> None:
    page.play("D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 pass pass")
    words = page.wait_for(lambda state: state["result"])["result"]["words"]
    assert "65 points are nobody’s" in words


def test_a_game_whose_rules_leave_all_stones_is_counted_as_it_stands(page: Page) -> None:
    page.load(b"(;SZ[9]KM[7]RU[tromp-taylor];B[ee];W[cc];B[];W[])")
    state = page.wait_for(lambda state: state["result"])
    assert state["result"]["dead"] == []
    assert "Click" not in state["result"]["words"]
    assert "all stones as alive" in page.fails("dead", vertex="E5")


def test_an_explanation(page: Page) -> None:
    position = page.play("E5 E3")["ids"][2]
    answer = page.do("explain", vertex="e4", position=position)
    assert answer["title"] == "Black E4"
    assert "%" in answer["sentences"][0]
    assert all(factor["factor"] > 0 and factor["words"] for factor in answer["factors"])
    assert "illegal" in page.fails("explain", vertex="E5", position=position)
    assert "no point" in page.fails("explain", vertex="Q99", position=position)
    assert "changed" in page.fails("explain", vertex="E4", position="")
