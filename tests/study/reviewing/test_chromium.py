"""The page of a review in a real browser: mouse, keys, views, a phone, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cfggo.study.reviewing.page import review_to_html
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import review_of, wanted_positions
from tests.waiting import wait_until

if TYPE_CHECKING:
    from tests.conftest import Resize
    from tests.study.reviewing.conftest import MakePosition

selenium = pytest.importorskip("selenium", reason="needs selenium, of the extra test")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

PATIENCE = 20.0


@pytest.fixture
def page(chromium: Any, tmp_path: Path, searched: MakePosition) -> Iterator[Any]:
    """Returns the browser with a review open: C7 is a mistake; nothing may be complained about."""
    text = b"(;SZ[9]AB[bc][cb][cd]AW[ha]PL[B];B[ee];W[cc];B[dc])"  # C7 is captured by D7
    record = ReviewedRecord.read("game.sgf", text)
    positions = {
        0: searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
        1: searched(1, "white", [("E7", -2.0), ("C7", -29.0)], "C7"),
        2: searched(2, "black", [("D7", 28.0), ("F4", 23.0)], "D7"),
        3: searched(3, "white", [("C5", -28.0)]),
    }
    again = {
        1: replace(positions[1], times=4),
        2: replace(searched(2, "black", [("D7", 29.0), ("F4", 24.0)], "D7"), times=4),
    }
    review = review_of(record, positions, 5.0, wanted_positions(record, None, None), again)
    path = tmp_path / "game.review.html"
    path.write_text(review_to_html(review, "By a test."), encoding="utf-8")
    chromium.get(path.as_uri())
    yield chromium
    assert [entry["message"] for entry in chromium.get_log("browser")] == []


def label(page: Any, vertex: str) -> str:
    cell = page.find_element(By.CSS_SELECTOR, f"[role=gridcell][data-vertex={vertex}]")
    return str(cell.get_attribute("aria-label"))


def said(page: Any) -> str:
    return str(page.find_element(By.ID, "move").text)


def press(page: Any, selector: str) -> None:
    page.find_element(By.CSS_SELECTOR, selector).click()


def keys(page: Any, *pressed: str) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys(*pressed)


def n_of(page: Any, selector: str) -> int:
    return len(page.find_elements(By.CSS_SELECTOR, selector))


def test_buttons_and_keys_go_through_the_game(page: Any) -> None:
    assert "Before the first move" in said(page)
    assert label(page, "H9") == "H9, white stone"
    press(page, "[data-go=on]")
    assert "Move 1: Black E5" in said(page)
    assert "The engine's move" in said(page)
    keys(page, Keys.ARROW_RIGHT)
    assert "Move 2: White C7" in said(page)
    assert label(page, "C7") == "C7, white stone, last move"
    keys(page, Keys.END)
    assert label(page, "C7") == "C7, empty"
    keys(page, Keys.HOME)
    assert label(page, "E5") == "E5, empty"


def test_a_mistake_shows_the_better_move(page: Any) -> None:
    press(page, "tr[data-at] button")
    assert re.search(r"Lost 2\d\.\d points and \d\d% win rate\. Searched again\.", said(page))
    assert "Better: E7 pass" in said(page)
    assert label(page, "C7") == "C7, empty"  # the position before it
    assert n_of(page, "#board .variation .stone") == 1
    assert n_of(page, "#board .marks path") == 1
    assert n_of(page, "tr.now") == 1
    keys(page, "g")
    assert label(page, "C7") == "C7, white stone, last move"
    keys(page, "r")
    assert n_of(page, "#board .variation .stone") == 1


def test_mistakes_are_found_by_keys(page: Any) -> None:
    keys(page, "n")
    assert "Move 2: White C7" in said(page)
    keys(page, Keys.END, "p")
    assert "Move 2: White C7" in said(page)


def test_moves_for_the_next_turn(page: Any) -> None:
    keys(page, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "t")
    assert n_of(page, "#board .moves .move") == 2
    assert "suggestion 1" in label(page, "D7")
    press(page, "[role=gridcell][data-vertex=F4]")
    assert n_of(page, "#board .moves .move") == 0
    assert "Black F4" in said(page)


def test_a_view_that_was_chosen_stays_while_one_steps(page: Any) -> None:
    press(page, "label:has(input[value=next])")
    assert n_of(page, "#board .moves .move") == 2
    page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert "Move 1: Black E5" in said(page)
    press(page, "[data-go=on]")
    assert "suggestion 1" in label(page, "D7")
    press(page, "[role=gridcell][data-vertex=A1]")  # the arrow keys step after a click, too
    page.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    assert "Move 1: Black E5" in said(page)
    keys(page, "n", Keys.ARROW_RIGHT)  # the better move is that of one position
    assert n_of(page, "#board .variation .stone") == 0


def test_the_graph_leads_to_a_position(page: Any) -> None:
    slider = page.find_element(By.CSS_SELECTOR, "#chart input[type=range]")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "Move 1: Black E5" in said(page)
    said_of_slider = str(slider.get_attribute("aria-valuetext"))
    assert re.fullmatch(r"move 1 of 3, Black 5\d%, Black \+[123]\.\d", said_of_slider)


def test_a_phone_needs_no_sideways_scrolling(page: Any, resize: Resize) -> None:
    resize(390, 900)
    width = page.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0
    board = page.find_element(By.ID, "board")
    assert board.size["width"] > 300


def test_a_link_leads_to_a_position(page: Any) -> None:
    page.get(page.current_url + "#2")
    page.refresh()
    assert "Move 2: White C7" in said(page)
    page.execute_script("location.hash = '#1'")
    wait_until(lambda: "Move 1: Black E5" in said(page), PATIENCE)


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (683, 650), (900, 600)])
def test_a_low_window_shows_the_board_and_its_buttons(
    page: Any, resize: Resize, width: int, height: int
) -> None:
    resize(width, height)
    steps = page.find_element(By.CSS_SELECTOR, ".steps").rect
    assert steps["y"] + steps["height"] <= height
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
