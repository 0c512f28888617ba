"""The pages in every language, in a real browser: no English is left, and all fits a phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.study.page_parts import catalogues
from tests.conftest import Resize
from tests.interfaces.browser.conftest import Page
from tests.interfaces.browser.test_practice import PracticePage
from tests.waiting import wait_until

pytest.importorskip("selenium", reason="needs selenium, of the extra test")

PATIENCE = 120.0

_TEXTS = """
  const texts = [];
  const quiet = "script, style, noscript, [translate=no], select[name=language]";
  const shown = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walker = document.createTreeWalker(document.documentElement, shown);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest(quiet)) continue;
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data.trim());
    else for (const name of ["title", "aria-label", "aria-valuetext", "placeholder"]) {
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    }
  }
  return texts;
"""
"""What a page says, to the eye and to a screen reader."""

_LOADED = """
  const files = performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1));
  return files.filter((name) => name.startsWith("catalogue"));
"""
"""The catalogues that a page has got."""

_OUTSIDE = """
  const outside = [...document.querySelectorAll("body *")].filter((element) => {
    const { width, right, left } = element.getBoundingClientRect();
    const mayBe = element.closest(".scroll, .unseen, svg, .tree");
    return width && (right > innerWidth + 1 || left < -1) && !mayBe;
  });
  const excess = document.documentElement.scrollWidth - innerWidth;
  return [excess, outside.map((one) => one.outerHTML.slice(0, 200))];
"""
"""What is wider than the window."""

_NAMES = re.compile(r"cfggo|SGF|PNG|SVG|AGA|Tromp-Taylor|JavaScript|Esc|Tab|Home|End|Enter")


def _choose(chromium: Any, language: str) -> None:
    """Chooses a language as the drawer does, and loads the page again, until it speaks it: what a
    file remembers may reach the next page late.
    """

    def speaks() -> bool:
        chromium.execute_script("remember('language', arguments[0])", language)
        chromium.refresh()
        spoken = chromium.execute_script("return document.documentElement.lang")
        return bool(spoken == (language or "en"))

    wait_until(speaks, PATIENCE)


def _check(chromium: Any, *prepare: Callable[[], None]) -> None:
    """Goes through all languages; prepare: bring up what is to be looked at, one after the other,
    the first of them on a fresh page.
    """

    def texts() -> Iterator[list[str]]:
        for bring_up in prepare:
            bring_up()
            yield chromium.execute_script(_TEXTS)

    english = {text for found in texts() for text in found}
    try:
        for language, catalogue in catalogues().items():
            _choose(chromium, language)
            same = {text for text, other in catalogue.items() if other == text}
            for found in texts():
                left = [
                    text
                    for text in found
                    if text in english - same and re.search("[A-Za-z]{3}", _NAMES.sub("", text))
                ]
                assert left == [], language
                assert chromium.execute_script(_OUTSIDE) == [0, []], language
            loaded = chromium.execute_script(_LOADED)
            assert loaded in ([], [f"catalogue-{language}.json"])  # a file has all that it says
    finally:
        _choose(chromium, "")
    assert [entry["message"] for entry in chromium.get_log("browser")] == []


def _wait_for(chromium: Any, name: str) -> None:
    """Waits until an element has a text that is shown."""
    wait_until(lambda: chromium.find_element("id", name).text, PATIENCE)


@pytest.fixture
def phone(chromium: Any, resize: Resize) -> Iterator[Any]:
    """Returns the browser as wide as a phone."""
    resize(390, 844)
    chromium.get_log("browser")  # of the test before
    yield chromium
    chromium.get("about:blank")


def test_the_page_of_a_game_and_its_count(page: Page, phone: Any) -> None:
    page.play("E5 C3 G3")
    phone.get(page.server.url)

    def hints_and_dialogs() -> None:
        while len(page.game.state()["moves"]) > 3:
            page.do("undo")
        wait_until(lambda: phone.find_element("id", "step").text, PATIENCE)
        phone.execute_script("""
          for (const name of ["moves", "ownership"]) {
            document.querySelector(`[data-overlay=${name}]`).click();
          }
          for (const details of document.querySelectorAll("details")) details.open = true;
          document.querySelector("[data-vertex=G6]").focus();
          const event = new KeyboardEvent("keydown", { key: "e", bubbles: true });
          document.activeElement.dispatchEvent(event);
        """)
        wait_until(lambda: "%" in phone.find_element("id", "hint").text, PATIENCE)
        wait_until(lambda: phone.find_element("id", "explanation").is_displayed(), PATIENCE)
        for selector in ("[data-settings]", "#new"):
            phone.execute_script("document.querySelector(arguments[0]).click()", selector)
        phone.execute_script("""
          const { system } = document.getElementById("new-form").elements;
          system.value = "byoyomi";
          system.dispatchEvent(new Event("change", { bubbles: true }));
        """)

    def count() -> None:
        for button in ("#new-cancel", "#settings .buttons button"):
            phone.execute_script("document.querySelector(arguments[0]).click()", button)
        page.play("pass pass")
        _wait_for(phone, "result")

    _check(phone, hints_and_dialogs, count)


def test_the_page_of_problems(phone: Any, tmp_path: Path) -> None:
    page = PracticePage(tmp_path / "practice.json")
    page.wait_for(lambda state: state["can_show"])
    page.does("hint")
    page.does("hint")
    page.practice.try_move("A1", 1)
    page.wait_for(lambda state: state["phase"] == "wrong")
    phone.get(page.server.url)
    _check(phone, lambda: _wait_for(phone, "verdict-title"))
    page.end()


def test_the_page_of_a_review(phone: Any, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_bytes(b"(;SZ[9];B[ee];W[cg];B[aa];W[gc])")
    cli.main(["review", str(record), "--playouts", "100", "--out", str(tmp_path)])
    phone.get(f"{(tmp_path / 'game.review.html').as_uri()}#3")

    def prepare() -> None:
        phone.execute_script("""
          for (const details of document.querySelectorAll("details")) details.open = true;
          document.querySelector("[data-settings]").click();
        """)

    _check(phone, prepare)
