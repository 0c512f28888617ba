"""The page of a review: well-formed, complete, and safe whatever the record says."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from cfggo.base.said import said
from cfggo.go.main_line import PositionValue
from cfggo.study.explaining.explanation import Explanation, Factor
from cfggo.study.explaining.first_sight import FirstSight
from cfggo.study.reviewing.page import review_to_html
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from tests.sentences import in_english
from tests.study.reviewing.conftest import MakePosition

_VOID = {"meta", "input", "br"}


class Outline(HTMLParser):
    """Checks that elements are closed in order, and collects what a test asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.elements[-1][1].get("id") == "review":
            self.data += data


def data_of(page: str) -> Any:
    """Returns what the page's script shows."""
    return json.loads(Outline(page).data, object_hook=in_english)


def review_of_text(text: str, searched: MakePosition) -> GameReview:
    """Returns the review of a record of Black E5, White C7, Black captures or G3."""
    record = ReviewedRecord.read("game.sgf", text.encode())
    positions = {
        0: searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
        1: searched(1, "white", [("E7", -2.0), ("C7", -29.0)], "C7"),
        2: searched(2, "black", [("G3", 28.0)], "G3"),
        3: searched(3, "white", [("C5", -28.0)]),
    }
    return review_of(record, positions, 5.0, wanted_positions(record, None, None))


@pytest.fixture
def page(searched: MakePosition) -> str:
    return review_to_html(
        review_of_text("(;SZ[9]PB[Ann]BR[3k]PW[Ben];B[ee];W[cc];B[gg])", searched), "By a test."
    )


def test_elements_are_closed_and_ids_are_unique(page: str) -> None:
    outline = Outline(page)
    assert len(outline.ids) == len(set(outline.ids))
    assert {"board", "chart", "lesson", "mistakes", "review"} <= set(outline.ids)


def test_what_labels_refer_to_is_there(page: str) -> None:
    outline = Outline(page)
    for _, attributes in outline.elements:
        for name in ("aria-labelledby", "for"):
            if attributes.get(name):
                assert attributes[name] in outline.ids


def test_nothing_is_loaded_from_elsewhere(page: str) -> None:
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert not re.search(r"<(link|img|iframe)\b|<script[^>]*\bsrc=|@import|url\((?!#)", page)
    assert "default-src 'none'" in page


def test_it_says_who_played_how(page: str) -> None:
    assert "Ann (3k) - Ben</h1>" in page
    assert "komi 7.5" in page
    assert "<td data-figure>2</td>" in page  # Black's moves
    assert data_of(page)["names"] == {"black": "Ann (3k)", "white": "Ben"}


def test_it_is_said_why_a_loss_is_not_the_step_of_the_graph(page: str) -> None:
    data = data_of(page)
    before, after = (data["evaluations"][at]["score"] for at in (1, 2))
    assert 20 < data["evaluations"][2]["lost"] < after - before
    assert "a loss counts as far as the positions before and after it confirm it" in page


def test_the_data_has_every_position_and_move(page: str) -> None:
    data = data_of(page)
    assert data["size"] == 9
    assert [move["change"] for move in data["moves"]] == [
        {"E5": "black"}, {"C7": "white"}, {"G3": "black"},
    ]  # fmt: skip
    winrates = [one["winrate"] for one in data["evaluations"]]
    assert winrates == pytest.approx([0.55, 0.55, 0.9, 0.9], abs=0.05)
    assert data["to_play"] == ["black", "white", "black", "white"]
    assert data["analyses"][1]["candidates"][0]["move"] == "E7"
    (number,) = data["lessons"]
    lesson = data["lessons"][number]
    assert (number, lesson["move"], lesson["better"]) == ("2", "C7", "E7")
    assert lesson["fears"] == ["Black G3 takes an empty corner."]


def test_captured_stones_go(searched: MakePosition) -> None:
    text = "(;SZ[9]AB[bc][cb][cd]AW[ha]PL[B];B[ee];W[cc];B[dc])"
    data = data_of(review_to_html(review_of_text(text, searched), ""))
    assert data["setup"] == {"black": ["C6", "B7", "C8"], "white": ["H9"]}
    assert data["moves"][2]["change"] == {"C7": None, "D7": "black"}


def test_a_hostile_name_does_nothing(searched: MakePosition) -> None:
    evil = "</title><script>alert(1)</script>"
    text = f"(;SZ[9]PB[{evil}]PW[$data]EV[{evil}];B[ee];W[cc];B[gg])"
    page = review_to_html(review_of_text(text, searched), "</script><b>")
    assert "alert(1)</script>" not in page
    assert page.count("<script") == 3
    assert "$data" in page
    Outline(page)


def test_a_review_without_mistakes_and_one_unfinished(searched: MakePosition) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[ee];W[cc];B[])")
    positions = {0: searched(0, "black", [("E5", 2.0)], "E5")}
    page = review_to_html(review_of(record, positions, 5.0, [0, 1, 2, 3]), "")
    assert "not finished: 1 of 4 positions" in page
    data = data_of(page)
    assert data["evaluations"][1] is None
    assert data["moves"][2] == {"number": 3, "colour": "black", "vertex": "pass", "change": {}}


def test_a_lead_that_moved_without_a_mistake_is_explained(searched: MakePosition) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[ee];W[cc])")
    positions = {
        0: searched(0, "black", [("E5", 0.0)], "E5"),
        1: searched(1, "white", [("C7", 0.0)], "C7"),
        2: searched(2, "black", [("C3", 0.0)]),
    }
    steady = review_of(record, positions, 5.0, [0, 1, 2])
    page = review_to_html(steady, "")
    assert "The lead moved" not in page
    assert ">0.00<" in page
    values = {0: PositionValue(0.4, -12.0), 1: PositionValue(0.5, 0.0), 2: PositionValue(0.6, 12.4)}
    page = review_to_html(replace(steady, values=values), "")
    assert "The lead moved by 24 points" in page
    assert ">0.00<" not in page  # nobody can tell what their moves lost


def test_the_reasons_are_a_click_away(searched: MakePosition) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[ee];W[cc];B[gg])")
    review = review_of_text("(;SZ[9];B[ee];W[cc];B[gg])", searched)
    why = explained("C7"), explained("E7")
    sights = FirstSight(12), FirstSight(1, said("gives atari"))
    at = replace(review.positions[1], why=why[0], why_best=why[1], sights=sights)
    positions = {**review.positions, 1: at}
    page = review_to_html(review_of(record, positions, 5.0, [0, 1, 2, 3]), "")
    shown = data_of(page)["explanations"]["2"]["played"]
    assert (shown["title"], shown["sentences"]) == (
        "White C7",
        ["3.0%, the 3rd likeliest of 80 moves."],
    )
    assert shown["factors"] == [{"words": "on the third line", "factor": 0.5}]
    assert data_of(page)["lessons"]["2"]["sees"][-1] == "E7 gives atari."


def explained(vertex: str) -> tuple[str, ...]:
    """Returns sentences as an explanation has them."""
    factor = Factor("line", said("on the third line"), 0.5)
    explanation = Explanation("white", vertex, 3, 80, 0.03, 0.06, (factor,))
    first, _, *factors = explanation.sentences(indents=False)
    return (first, *factors)
