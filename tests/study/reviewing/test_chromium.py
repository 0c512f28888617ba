"""The page of a review in a real browser: mouse, keys, views, a phone, no network."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.said import translatable
from cfggo.study.explaining.explanation import Explanation, Factor
from cfggo.study.reviewing.page import review_to_html
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from tests.conftest import Resize
from tests.study.reviewing.conftest import MakePosition
from tests.waiting import wait_until

selenium = pytest.importorskip("selenium", reason="needs selenium, of the extra test")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

PATIENCE = 20.0


@pytest.fixture
def review(searched: MakePosition) -> GameReview:
    """Returns a review in which C7 is a mistake."""
    text = b"(;SZ[9]AB[bc][cb][cd]AW[ha]PL[B];B[ee];W[cc];B[dc])"  # C7 is captured by D7
    record = ReviewedRecord.read("game.sgf", text)
    positions = {
        0: searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
        1: searched(1, "white", [("E7", -2.0), ("C7", -29.0)], "C7"),
        2: searched(2, "black", [("D7", 28.0), ("F4", 23.0)], "D7"),
        3: searched(3, "white", [("C5", -28.0)]),
    }
    why = explanation("C7"), explanation("E7")
    again = {
        1: replace(positions[1], times=4, why=why[0], why_best=why[1]),
        2: replace(searched(2, "black", [("D7", 29.0), ("F4", 24.0)], "D7"), times=4),
    }
    return review_of(record, positions, 5.0, wanted_positions(record, None, None), again)


def explanation(vertex: str) -> tuple[str, ...]:
    """Returns why a move is likely or not, in sentences."""
    factor = Factor("line", translatable("on the third line"), 0.5)
    return tuple(
        Explanation("white", vertex, 3, 80, 0.03, 0.06, (factor,)).sentences(indents=False)
    )


@pytest.fixture
def page(chromium: Any, tmp_path: Path, review: GameReview) -> Iterator[Any]:
    """Returns the browser with the review open; nothing may be complained about."""
    path = tmp_path / "game.review.html"
    path.write_text(review_to_html(review, "By a test."), encoding="utf-8")
    chromium.get(path.as_uri())
    yield chromium
    assert [entry["message"] for entry in chromium.get_log("browser")] == []


def label(page: Any, vertex: str) -> str:
    cell = page.find_element(By.CSS_SELECTOR, f"[role=gridcell][data-vertex={vertex}]")
    return str(cell.get_attribute("aria-label"))


def said(page: Any) -> str:
    return str(page.find_element(By.ID, "lesson").text)


def press(page: Any, selector: str) -> None:
    page.find_element(By.CSS_SELECTOR, selector).click()


def choose(page: Any, name: str) -> None:
    buttons = page.find_elements(By.CSS_SELECTOR, "#lesson-buttons button")
    next(button for button in buttons if button.text == name).click()


def click(page: Any, vertex: str) -> None:
    press(page, f"[role=gridcell][data-vertex={vertex}]")


def keys(page: Any, *pressed: str) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys(*pressed)


def n_of(page: Any, selector: str) -> int:
    return len(page.find_elements(By.CSS_SELECTOR, selector))


def test_buttons_and_keys_go_through_the_game(page: Any) -> None:
    assert label(page, "H9") == "H9, white stone"
    press(page, "[data-step=forward]")
    assert "E5 lost nothing." in said(page)
    keys(page, Keys.ARROW_RIGHT)
    assert label(page, "C7") == "C7, white stone, last move"
    keys(page, Keys.END)
    assert label(page, "C7") == "C7, empty"
    keys(page, Keys.HOME)
    assert label(page, "E5") == "E5, empty"
    keys(page, ".")
    assert "C7 lost about" in said(page)
    keys(page, Keys.END, ",")
    assert "C7 lost about" in said(page)


def test_a_mistake_is_taught(page: Any) -> None:
    press(page, "#mistakes li button")
    words = said(page)
    assert re.search(r"Blunder C7 lost about 2\d points\.", words)
    assert re.search(r"The danger\nBlack D7 \w+ .*\n", words)
    choose(page, "Show E7")
    assert label(page, "C7") == "C7, empty"  # the position before it
    assert n_of(page, "#board .variation .stone") == 1
    choose(page, "Show the reply")
    assert label(page, "D7").startswith("D7, empty")
    assert n_of(page, "#board .variation .stone") == 1
    choose(page, "Exact factors")
    card = page.find_element(By.ID, "explanation")
    assert card.text.startswith("×\nMove 2: White C7\n")
    assert re.search(r"on the third line\s+× 0\.50", card.text)
    keys(page, Keys.ESCAPE)
    assert not card.is_displayed()


def test_losses_of_one_player(page: Any) -> None:
    press(page, "#whose option[value=black]")
    assert n_of(page, "#mistakes li") == 0
    press(page, "#whose option[value=white]")
    assert n_of(page, "#mistakes li") == 1


def test_moments_are_positions_to_solve(page: Any) -> None:
    choose(page, "Three moments to learn from")
    assert "Moment 1 of 1. White to play: C7 lost about" in said(page)
    assert label(page, "C7") == "C7, empty"
    choose(page, "Hint")
    click(page, "A1")
    wait_until(lambda: "A1 was hardly looked at" in said(page), PATIENCE)
    click(page, "C7")
    wait_until(lambda: "C7 is no better" in said(page), PATIENCE)
    choose(page, "Try again")
    click(page, "E7")
    wait_until(lambda: "E7 is right." in said(page), PATIENCE)
    choose(page, "Done")
    keys(page, ".")
    choose(page, "Try again")
    click(page, "E7")
    wait_until(lambda: "E7 is right." in said(page), PATIENCE)


def test_best_moves_and_owners(page: Any) -> None:
    keys(page, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "h")
    assert n_of(page, "#board .moves .move") == 2
    assert "suggestion 1" in label(page, "D7")
    assert "Best for Black: D7 pass" in page.find_element(By.ID, "hint").text
    keys(page, "o")
    pressed = "[data-overlay=ownership][aria-pressed=true]"
    assert n_of(page, pressed) == 1
    press(page, "[data-overlay=ownership]")
    assert n_of(page, pressed) == 0


def test_the_graph_leads_to_a_position(page: Any) -> None:
    slider = page.find_element(By.CSS_SELECTOR, "#chart input[type=range]")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "E5 lost nothing." in said(page)
    said_of_slider = str(slider.get_attribute("aria-valuetext"))
    assert re.fullmatch(r"move 1 of 3, Black 5\d%, Black \+[123]\.\d", said_of_slider)


def test_a_language_is_chosen_by_the_file_and_by_the_menu(
    page: Any, review: GameReview, tmp_path: Path
) -> None:
    path = tmp_path / "german.html"
    path.write_text(review_to_html(review, "By a test.", "de"), encoding="utf-8")
    page.get(f"{path.as_uri()}#2")
    assert re.search(r"C7 verlor etwa 2\d Punkte\.", said(page))
    assert re.search(r"−2\d,\d$", page.find_element(By.CSS_SELECTOR, "#mistakes li").text)
    table = page.find_element(By.CSS_SELECTOR, ".wide table").text
    assert re.search(r"\d,\d\d \d+,\d\s%", table)
    assert "." not in table
    press(page, "[data-settings]")
    press(page, "#settings [name=language] option[value=en]")
    wait_until(lambda: "C7 lost about" in said(page), PATIENCE)
    page.execute_script("localStorage.clear()")


def test_a_phone_needs_no_sideways_scrolling(page: Any, resize: Resize) -> None:
    resize(390, 900)
    width = page.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0
    board = page.find_element(By.ID, "board")
    assert board.size["width"] > 300


def test_a_link_leads_to_a_position(page: Any) -> None:
    page.get(page.current_url + "#2")
    page.refresh()
    assert "C7 lost about" in said(page)
    page.execute_script("location.hash = '#1'")
    wait_until(lambda: "E5 lost nothing." in said(page), PATIENCE)


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (683, 650), (900, 600)])
def test_a_low_window_shows_the_board_and_its_buttons(
    page: Any, resize: Resize, width: int, height: int
) -> None:
    resize(width, height)
    steps = page.find_element(By.CSS_SELECTOR, ".steps").rect
    assert steps["y"] + steps["height"] <= height
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
