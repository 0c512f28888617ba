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
from tests.interfaces.browser.shown import Shown
from tests.study.reviewing.conftest import MakePosition

selenium = pytest.importorskip("selenium", reason="needs selenium, of the extra test")

from selenium.webdriver.common.keys import Keys  # noqa: E402


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


class ReviewPage(Shown):
    """Chromium with the page of a review."""

    def lesson(self) -> str:
        return self.text("#lesson")

    def choose(self, name: str) -> None:
        buttons = self.driver.find_elements("css selector", "#lesson-buttons button")
        next(button for button in buttons if button.text == name).click()

    def keys(self, *pressed: str) -> None:
        self.find("body").send_keys(*pressed)


@pytest.fixture
def page(chromium: Any, tmp_path: Path, review: GameReview) -> Iterator[ReviewPage]:
    """Returns the browser with the review open; nothing may be complained about."""
    path = tmp_path / "game.review.html"
    path.write_text(review_to_html(review, "By a test."), encoding="utf-8")
    shown = ReviewPage(chromium, path.as_uri())
    yield shown
    assert shown.errors() == []


def test_buttons_keys_and_the_graph_go_through_the_game(page: ReviewPage) -> None:
    assert page.label("H9") == "H9, white stone"
    page.press("[data-step=forward]")
    assert "E5 lost nothing." in page.lesson()
    page.keys(Keys.ARROW_RIGHT)
    assert page.label("C7") == "C7, white stone, last move"
    page.keys(Keys.END)
    assert page.label("C7") == "C7, empty"
    page.keys(Keys.HOME)
    assert page.label("E5") == "E5, empty"
    page.keys(".")
    assert "C7 lost about" in page.lesson()
    page.keys(Keys.HOME)
    page.choose("Next mistake")
    assert "C7 lost about" in page.lesson()
    page.keys(Keys.END, ",")
    assert "C7 lost about" in page.lesson()

    page.keys(Keys.HOME)
    slider = page.find("#chart input[type=range]")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "E5 lost nothing." in page.lesson()
    said_of_slider = str(slider.get_attribute("aria-valuetext"))
    assert re.fullmatch(r"move 1 of 3, Black 5\d%, Black \+[123]\.\d", said_of_slider)


def test_a_mistake_is_taught_and_best_moves_and_owners_are_shown(page: ReviewPage) -> None:
    page.press("#mistakes li button")
    words = page.lesson()
    assert re.search(r"Blunder C7 lost about 2\d points\.", words)
    assert re.search(r"The danger\nBlack D7 \w+ .*\n", words)
    page.choose("Show E7")
    assert page.label("C7") == "C7, empty"  # the position before it
    assert page.count("#board .variation .stone") == 1
    page.choose("Show the reply")
    assert page.label("D7").startswith("D7, empty")
    assert page.count("#board .variation .stone") == 1
    page.choose("Exact factors")
    card = page.find("#explanation")
    assert card.text.startswith("×\nMove 2: White C7\n")
    assert re.search(r"on the third line\s+× 0\.50", card.text)
    page.keys(Keys.ESCAPE)
    assert not card.is_displayed()

    page.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "h")
    assert page.count("#board .moves .move") == 2
    assert "suggestion 1" in page.label("D7")
    assert "Best for Black: D7 pass" in page.text("#hint")
    page.keys("o")
    pressed = "[data-overlay=ownership][aria-pressed=true]"
    assert page.count(pressed) == 1
    page.press("[data-overlay=ownership]")
    assert page.count(pressed) == 0

    for player, losses in (("black", 0), ("white", 1)):
        page.press(f"#whose option[value={player}]")
        assert page.count("#mistakes li") == losses


def test_moments_are_positions_to_solve(page: ReviewPage) -> None:
    page.choose("Moments to learn from")
    assert "Moment 1 of 1. White to play: C7 lost about" in page.lesson()
    assert page.label("C7") == "C7, empty"
    page.choose("Hint")
    page.cell("A1").click()
    page.until(lambda: "A1 was hardly looked at" in page.lesson())
    page.cell("C7").click()
    page.until(lambda: "C7 is no better" in page.lesson())
    page.choose("Try again")
    page.cell("E7").click()
    page.until(lambda: "E7 is right." in page.lesson())
    page.choose("Done")
    page.keys(".")
    page.choose("Try again")
    page.cell("E7").click()
    page.until(lambda: "E7 is right." in page.lesson())


def test_a_link_leads_to_a_position_and_a_language_is_chosen_by_the_file_and_by_the_menu(
    page: ReviewPage, review: GameReview, tmp_path: Path
) -> None:
    page.driver.get(page.driver.current_url + "#2")
    page.driver.refresh()
    assert "C7 lost about" in page.lesson()
    page.driver.execute_script("location.hash = '#1'")
    page.until(lambda: "E5 lost nothing." in page.lesson())

    path = tmp_path / "german.html"
    path.write_text(review_to_html(review, "By a test.", "de"), encoding="utf-8")
    page.driver.get(f"{path.as_uri()}#2")
    assert re.search(r"C7 verlor etwa 2\d Punkte\.", page.lesson())
    assert re.search(r"−2\d$", page.text("#mistakes li"))
    table = page.text(".wide table")
    assert re.search(r"\d,\d\d \d+,\d\s%", table)
    assert "." not in table
    page.press("[data-settings]")
    page.press("#settings [name=language] option[value=en]")
    page.until(lambda: "C7 lost about" in page.lesson())
    page.driver.execute_script("localStorage.clear()")


def test_small_windows_show_the_board_and_its_buttons(page: ReviewPage, resize: Resize) -> None:
    for width, height in ((390, 900), (844, 390), (667, 375), (683, 650), (900, 600)):
        resize(width, height)
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
        if width < height:
            assert page.find("#board").size["width"] > 300
        else:
            steps = page.find(".steps").rect
            assert steps["y"] + steps["height"] <= height


def test_without_mistakes_the_largest_losses_are_listed(
    chromium: Any, tmp_path: Path, searched: MakePosition
) -> None:
    """And the page's own name for a person is in the page's language."""
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9]PB[You]PW[cfggo 18k];B[ee];W[cc])")
    positions = {
        0: searched(0, "black", [("E5", 2.0), ("D5", 1.0)], "E5"),
        1: searched(1, "white", [("E7", -2.0), ("C7", -29.0)], "C7"),
        2: searched(2, "black", [("D7", 28.0), ("F4", 23.0)], "D7"),
    }
    review = review_of(record, positions, 50.0, wanted_positions(record, None, None))
    path = tmp_path / "game.review.html"
    path.write_text(review_to_html(review, "By a test.", "de"), encoding="utf-8")
    shown = ReviewPage(chromium, path.as_uri())
    assert shown.text("#player-black") == "Du"
    assert shown.text("#player-white") == "cfggo 18. Kyu"
    assert chromium.title == "Du – cfggo 18k, Analyse"
    assert shown.text("#mistakes-title") == "Die größten Verluste, alle unsicher"
    shown.press("#mistakes li button")
    assert "C7 verlor etwa" in shown.lesson()
    assert shown.errors() == []
