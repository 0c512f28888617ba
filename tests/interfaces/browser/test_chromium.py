"""The page in a real browser: a whole game, overlays, records, reviews, the keyboard, a phone."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser.events import MOST_PAGES
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.server import Action
from cfggo.records.game_tree import GameTree, line_from
from cfggo.study.api.game import Game
from cfggo.study.explaining.findings import findings_of
from cfggo.study.explaining.lesson_words import grade
from tests.conftest import Resize
from tests.interfaces.browser.conftest import Page
from tests.interfaces.browser.shown import PATIENCE, Shown

selenium = pytest.importorskip("selenium", reason="needs selenium, of the extra test")

from selenium.webdriver import ActionChains  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


class Browser(Shown):
    """Chromium with the page of a game open, and what a person does there.

    Public attributes:
      page -- Page, the server
    """

    def __init__(self, page: Page, driver: Any) -> None:
        super().__init__(driver, page.server.url)
        self.page = page
        self.until(lambda: self.text("#step"))

    def cells(self) -> int:
        return self.count("[role=gridcell]")

    def plays(self, moves: str) -> None:
        """Lets the server play some moves, and waits until they are shown."""
        n = len(self.page.play(moves)["moves"])
        self.until(lambda: self.text("#step") == f"{n} / {n}")


@pytest.fixture
def browser(page: Page, chromium: Any) -> Iterator[Browser]:
    """Returns the browser with a new 9x9 game for two people; nothing may be complained about."""
    opened = Browser(page, chromium)
    yield opened
    chromium.delete_all_cookies()  # what was chosen
    opened.leave()


def start(browser: Browser, **choices: str) -> None:
    """Begins a new game by the dialog."""
    browser.press("#new")
    for name in ("size", "you"):
        if name in choices:
            browser.press(f"label:has(input[name={name}][value='{choices[name]}'])")
    for name in ("level", "handicap", "rules"):
        if name in choices:
            browser.press(f"select[name={name}] option[value='{choices[name]}']")
    browser.press("#new-form [type=submit]")
    browser.until(lambda: not browser.find("#new-dialog").is_displayed())


def test_a_whole_game_against_the_engine(browser: Browser) -> None:
    """The user plays as the engine would; the game ends by two passes and is counted."""
    start(browser, size="9", you="black", level="15k")
    browser.until(lambda: browser.cells() == 81)
    adviser = _Adviser()
    game = browser.page.game
    while not game.state()["over"]:
        if game.state()["to_play"] == "black":
            take_turn(browser, adviser)
        else:
            time.sleep(0.01)
    browser.until(lambda: "win" in browser.text("#turn") or "draw" in browser.text("#turn"))
    state = game.state()
    assert len(state["moves"]) > 15  # either side may resign early
    shown = int(
        browser.driver.execute_script("return document.querySelectorAll('.stones .stone').length")
    )
    assert shown == len(Game.from_sgf(game.to_sgf()).stones)
    if state["resigned"] is None:
        assert browser.find("#result").is_displayed()
        result = state["result"]
        living = shown - len(result["dead"])
        n_owned = sum(owner != 0 for row in result["owners"] for owner in row)
        assert browser.count(".ownership .owner") == n_owned - living
        black, white = (
            float(cell.text)
            for cell in browser.driver.find_elements(By.CSS_SELECTOR, "#count tfoot td")
        )
        assert black - white == result["score"]


def take_turn(browser: Browser, adviser: _Adviser) -> None:
    """Plays for the user, and waits until the move is made."""
    game = browser.page.game
    n = len(game.state()["moves"])
    vertex = adviser.move(game.to_sgf())
    browser.until(lambda: browser.text("#step") == f"{n} / {n}")  # a person sees the answer first
    if vertex in ("pass", "resign") or n > 30:
        browser.press("#pass")
    else:
        browser.cell(vertex).click()
    browser.until(lambda: len(game.state()["moves"]) > n)


class _Adviser:
    """An engine of the test's own, which plays for the user."""

    def __init__(self) -> None:
        from cfggo.study.api.engine import Engine

        self._engine = Engine(seed=2, resign_below=0.0)

    def move(self, sgf: bytes) -> str:
        return self._engine.move(Game.from_sgf(sgf), playouts=20)


def test_a_click_shows_the_stone_before_the_server_answers(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hints on the board; a move that is refused then is taken back, with the reason."""
    corners = "const {right, bottom} = arguments[0].getBoundingClientRect();"
    end = f"{corners} return document.elementFromPoint(right - 1, bottom - 1).dataset.vertex"
    assert browser.driver.execute_script(end, browser.cell("B2")) == "B2"  # as far as it goes
    browser.page.play("A2 E5 B1 E6")
    browser.press("[data-overlay=moves]")
    browser.press("[data-overlay=ownership]")
    browser.until(lambda: browser.count(".moves .move") > 1)
    answers = threading.Event()
    actions = browser.page.server.actions
    play = actions["play"]

    def late(body: Any) -> Any:
        answers.wait(PATIENCE)
        return play.do(body)

    monkeypatch.setitem(actions, "play", Action(play.kind, late))
    script = """
      document.querySelector(`[role=gridcell][data-vertex=${arguments[0]}]`).click();
      return document.querySelector(`.stones [data-vertex=${arguments[0]}]`) !== null;
    """
    assert browser.driver.execute_script(script, "G7")
    assert len(browser.page.game.state()["moves"]) == 4
    assert browser.count(".moves .move") == 0  # of the position before
    answers.set()
    browser.until(lambda: browser.text("#step") == "5 / 5")
    answers.clear()
    assert browser.driver.execute_script(script, "A1")
    answers.set()
    browser.until(lambda: "Illegal move" in browser.text("#turn"))
    assert browser.count(".stones [data-vertex=A1]") == 0
    assert browser.text("#step") == "5 / 5"
    (refused,) = browser.errors()
    assert "400" in refused


def test_moves_are_played_in_order_stepped_through_and_taken_back(browser: Browser) -> None:
    """Clicks may be quicker than their answers; what is not looked at is not taken back."""
    browser.driver.execute_script("""
      for (const vertex of ["E5", "E3", "C4", "G7"]) {
        document.querySelector(`[role=gridcell][data-vertex=${vertex}]`).click();
      }
    """)
    browser.until(lambda: browser.text("#step").startswith("4 / 4"))
    browser.cell("C7").click()
    browser.until(lambda: browser.text("#step") == "5 / 5")
    state = browser.page.game.state()
    assert [move["vertex"] for move in state["moves"]] == ["E5", "E3", "C4", "G7", "C7"]
    assert state["branch"] is None

    focused = browser.driver.switch_to.active_element
    assert focused == browser.cell("C7")
    focused.send_keys(Keys.ARROW_LEFT)
    assert browser.text("#step") == "4 / 5"
    assert focused.value_of_css_property("outline-style") == "none"  # no ring is left there
    assert browser.label("C7") == "C7, empty"
    assert browser.driver.switch_to.active_element == focused  # no ring has moved over the board
    focused.send_keys(Keys.END)
    assert browser.text("#step") == "5 / 5"
    assert browser.label("C7") == "C7, black stone, last move"

    browser.press("[data-step=back]")
    assert not browser.find("#undo").is_enabled()
    browser.find("[data-step=back]").send_keys("u")
    browser.press("[data-step=last]")
    assert browser.text("#step") == "5 / 5"
    browser.press("#undo")
    browser.until(lambda: browser.text("#step") == "4 / 4")

    browser.plays("pass")
    browser.press("[data-step=first]")
    for number, vertex in enumerate(("E5", "E3", "C4", "G7", "pass"), 1):  # the moves that come
        (browser.find("#pass") if vertex == "pass" else browser.cell(vertex)).click()
        assert browser.text("#step") == f"{number} / 5"
        assert (browser.text("#turn") == "Black passes. White to play") == (vertex == "pass")
    assert browser.page.game.state()["branch"] is None


def test_moves_are_labelled_and_announced(browser: Browser) -> None:
    assert browser.label("E5") == "E5, empty"
    browser.cell("A2").click()
    browser.until(lambda: browser.said() == "Black plays A2")
    assert browser.label("A2") == "A2, black stone, last move"
    browser.page.play("A1")
    browser.until(lambda: browser.said() == "White plays A1")
    browser.page.play("B1")
    browser.until(lambda: browser.said() == "Black plays B1, capturing 1 stone")
    assert browser.label("A1") == "A1, empty"
    assert browser.text("#player-black .taken") == "+1"
    browser.cell("B1").click()
    browser.until(lambda: browser.said() == "There is a stone on B1")
    browser.cell("A1").click()
    browser.until(lambda: "Illegal move" in browser.said())
    assert browser.label("A1") == "A1, empty"
    (refused,) = browser.errors()
    assert "400" in refused

    browser.page.new(size=5, rules="new-zealand")
    browser.page.play("A2 A1 B2 pass C1 B1")
    browser.until(lambda: browser.said() == "White plays B1, losing 2 stones")  # a suicide
    assert browser.label("B1") == "B1, empty, last move"
    taken = [browser.text(f"#player-{colour} .taken") for colour in ("black", "white")]
    assert taken == ["+2", ""]


def test_the_keyboard_alone_plays_also_after_a_choice_by_mouse(browser: Browser) -> None:
    browser.driver.execute_script(
        "document.querySelector('[role=gridcell][data-vertex=E5]').focus()"
    )
    keys = [Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER]
    browser.driver.switch_to.active_element.send_keys(*keys)
    browser.until(lambda: "black stone" in browser.label("C6"))
    browser.driver.switch_to.active_element.send_keys(Keys.HOME, Keys.ENTER)
    browser.until(lambda: "white stone" in browser.label("A6"))
    browser.find("#pass").send_keys("p")
    browser.until(lambda: "Black passes" in browser.said())
    browser.find("#undo").send_keys("u")
    browser.until(lambda: browser.text("#step") == "2 / 2")
    browser.find("#undo").send_keys(Keys.ARROW_LEFT)
    browser.until(lambda: browser.text("#step") == "1 / 2")
    assert browser.label("A6") == "A6, empty"
    browser.find("body").send_keys(Keys.END)
    level = browser.find("#level")
    browser.driver.execute_script(
        "arguments[0].dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));"
        "arguments[0].focus(); arguments[0].value = '15k';"
        "arguments[0].dispatchEvent(new Event('change', { bubbles: true }));",
        level,
    )
    browser.driver.switch_to.active_element.send_keys("u")
    browser.until(lambda: browser.text("#step") == "1 / 1")
    level.send_keys("12")  # by keys it keeps the focus
    assert browser.driver.switch_to.active_element == level


def hold(browser: Browser, key: str, code: str, text: str = "", times: int = 4) -> None:
    """Holds a key down until it has repeated itself."""
    for number in range(times):
        event = {"type": "keyDown", "key": key, "code": code, "autoRepeat": number > 0}
        browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", event | {"text": text})
    browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})
    time.sleep(0.1)


def test_a_key_that_is_held_acts_once_unless_it_steps(browser: Browser) -> None:
    moves = ["E5", "E3", "C4", "G7", "C7"]

    def number_of_moves() -> int:
        return len(browser.page.game.state()["moves"])

    for at, vertex in enumerate(moves):
        browser.page.do("play", vertex=vertex, at=at)
    browser.until(lambda: browser.text("#step") == "5 / 5")
    hold(browser, "u", "KeyU", "u")
    browser.until(lambda: number_of_moves() < 5)
    assert number_of_moves() == 4
    browser.driver.execute_script("document.getElementById('undo').focus()")
    hold(browser, "Enter", "Enter", "\r")
    browser.until(lambda: number_of_moves() < 4)
    assert number_of_moves() == 3
    hold(browser, "p", "KeyP", "p")
    browser.until(lambda: number_of_moves() > 3)
    assert not browser.page.game.state()["over"]
    hold(browser, "ArrowLeft", "ArrowLeft")
    browser.until(lambda: browser.text("#step") == "0 / 4")


def test_overlays(browser: Browser) -> None:
    browser.page.play("E5 E3 C4")
    with browser.page.busy_engine():
        browser.press("[data-overlay=moves]")
        assert browser.text("#hint") == "Searching: 0 of 2,000 playouts."
    browser.until(lambda: browser.count(".moves .move") > 1)
    browser.until(lambda: "Searching" not in browser.text("#hint"))
    assert "suggestion 1" in browser.driver.page_source
    assert re.search(r"Best for White: .*, win rate \d+%, [+-]\d", browser.text("#hint"))
    assert "points ahead where they fit" in browser.text("#hint")  # not on 19x19 on a phone
    scores = browser.driver.execute_script(
        "return [...document.querySelectorAll('.moves .small')].map((one) => one.textContent)"
    )
    assert all(re.fullmatch(r"[+-]\d+\.\d", score) for score in scores)  # as in a review
    browser.press("[data-overlay=ownership]")
    browser.until(lambda: browser.count(".ownership .owner") > 10)
    browser.until(lambda: "’s, " in browser.label("E5"))
    browser.press("[data-overlay=policy]")
    browser.until(lambda: browser.count(".policy .probability") > 5)
    likeliest = re.findall(r"Likeliest: (\w+)", browser.text("#hint"))[0]
    assert "probability " in browser.label(likeliest)
    assert browser.count(".moves .move") == 0
    browser.press("#graph-drawer summary")
    browser.press("[data-overlay=graph]")
    browser.until(lambda: browser.count(".graph .vertex") == 81)
    browser.press("[data-overlay=graph]")
    browser.press("[data-overlay=ownership]")
    assert browser.count(".graph *, .policy *, .ownership *") == 0
    assert browser.label("E5") == "E5, black stone"

    browser.page.play("pass pass")
    browser.until(lambda: browser.find("#result").is_displayed())
    browser.until(lambda: "wins by" in browser.said())
    assert browser.count(".ownership .owner") > 10
    browser.find("body").send_keys("g")
    browser.until(lambda: browser.count(".graph .vertex") == 81)
    for overlay in ("policy", "moves"):  # there is no next move
        browser.press(f"[data-overlay={overlay}]")
        browser.until(lambda: "counted" in browser.text("#hint"))
        assert browser.count(".moves .move, .policy .probability") == 0
        browser.press(f"[data-overlay={overlay}]")
    browser.find("body").send_keys("g")

    # White has no other move: Black lives with two eyes.
    browser.page.load(b"(;SZ[3]KM[0]AB[ba][ca][ab][cb][ac][bc];PL[W];B[bb])")
    browser.until(lambda: browser.text("#step") == "1 / 1")
    browser.press("[data-overlay=policy]")
    browser.until(lambda: browser.text("#hint").startswith("Likeliest: "))
    assert browser.text("#hint") == "Likeliest: pass 100%."


def test_hints_come_for_what_is_looked_at_last_whatever_comes_first(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked at is told on several connections, of which any can be the slower one."""
    browser.page.new(komi=3)  # of which nothing is known from another test
    browser.until(lambda: browser.driver.execute_script("return state.komi === 3"))
    actions = browser.page.server.actions
    told: list[str] = []
    look, other = actions["look"], threading.Event()

    def first_comes_last(body: Any) -> Any:
        told.append(body.position)
        if len(told) == 1:
            other.wait(1)
        answer = look.do(body)
        if len(told) > 1:
            other.set()
        return answer

    monkeypatch.setitem(actions, "look", Action(look.kind, first_comes_last))
    browser.press("[data-overlay=moves]")
    browser.cell("E5").click()
    browser.until(lambda: browser.text("#step") == "1 / 1")
    browser.until(lambda: browser.count(".moves .move") > 1)
    assert re.search("Best for White", browser.text("#hint"))


def test_hints_are_drawn_with_what_is_sure_and_their_variation(browser: Browser) -> None:
    """The stone that follows the pointer hides no number; other stones are drawn but once."""
    browser.press("[data-overlay=moves]")
    browser.until(lambda: "Searching" not in browser.text("#hint"))
    best = re.findall(r"Best for Black: (\w+)", browser.text("#hint"))[0]
    ActionChains(browser.driver).move_to_element(browser.cell(best)).perform()
    browser.until(lambda: browser.count(".variation *") > 3 and browser.count(".ghost .stone"))
    is_above = browser.driver.execute_script("""
      const [ghost, variation] = [".ghost", ".variation"].map((one) => document.querySelector(one));
      return Boolean(ghost.compareDocumentPosition(variation) & Node.DOCUMENT_POSITION_FOLLOWING);
    """)
    assert is_above
    ActionChains(browser.driver).move_to_element(browser.find("#turn")).perform()

    drawn, said, slight, unlike = browser.driver.execute_script("""
      const shows = (...candidates) =>
        receive("analysis", { ...analyses.get(state.ids[shown]), candidates });
      const move = (vertex, visits, score) => (
        { move: vertex, visits, winrate: 0.5, score, pv: [vertex] });
      shows(...[["E5", 900], ["C3", 300], ["G7", 200]].map((one) => move(...one, 65)));
      const drawn = [...document.querySelectorAll(".moves .move")].map(
        (one) => [one.textContent, Number(one.querySelector(".disc").getAttribute("r"))]);
      drawn.push(document.querySelector("[data-vertex=G7]").getAttribute("aria-label"));
      const hint = (...candidates) => {
        shows(...candidates);
        return document.getElementById("hint").textContent;
      };
      const said = [100, 2].map((n) => hint(move("E5", 900, -1.26), move("pass", n, -1.26)));
      said.push(hint(move("E5", 900, 1), { ...move("C3", 300, 1), winrate: 0.6 }));
      return [drawn, ...said];
    """)
    (few, third), (_, second), (text, first), label = drawn  # the best one lies on top
    assert (few, text) == ("", "50+65.0")
    assert third < second < first
    assert label == "G7, empty, suggestion 3, few playouts"
    assert "A pass: win rate 50%, -1.3 points, 100 of 2,000 playouts." in said
    assert "A pass" not in slight  # as moves with few visits are not drawn
    by_playouts = "cfggo plays the move with the most playouts."
    assert by_playouts in unlike  # the best one has not the highest figure
    assert by_playouts not in said

    browser.page.play("E5")
    browser.until(lambda: browser.count(".stones .stone") == 1)
    browser.until(lambda: browser.count(".moves .move") > 1)
    drawn = browser.driver.execute_script("""
      const svg = document.querySelector("#board svg");
      const observer = new MutationObserver(() => null);
      const timesDrawn = () => observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node.classList.contains("stones")).length;
      observer.observe(svg, { childList: true });
      const cell = document.querySelector("[role=gridcell][data-vertex=C3]");
      cell.dispatchEvent(new Event("pointerover", { bubbles: true }));
      const byPointer = timesDrawn();
      document.querySelector("[data-step=back]").click();
      return [byPointer, timesDrawn()];
    """)
    assert drawn == [0, 1]


def test_a_graph_that_is_refused_is_asked_for_once(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refuse(body: Any) -> None:
        asked.append(body)
        raise CfggoError("no graph")

    actions = browser.page.server.actions
    monkeypatch.setitem(actions, "graph", Action(actions["graph"].kind, refuse))
    browser.find("body").send_keys("g")
    browser.until(lambda: browser.said() == "No graph")
    time.sleep(0.5)
    assert len(asked) == 1
    browser.find("body").send_keys("g")
    (refused,) = browser.errors()
    assert "400" in refused


def test_a_page_that_was_too_slow_connects_again_and_asks_what_it_missed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.page.new(komi=2.5)  # of which nothing is known from another test
    browser.plays("E5")
    browser.press("[data-step=first]")
    events = browser.page.server.events
    with monkeypatch.context() as patched:
        patched.setattr(events, "_put", lambda written_for: None)
        browser.page.do("follow", on=True)
        browser.until(lambda: all(browser.page.game.state()["evaluations"]))
    assert browser.text("#now") == ""
    for feed in events._feeds.values():
        feed.end()
    browser.until(lambda: "Black" in browser.text("#now"))


def test_an_explanation_of_a_point_goes_with_its_position(browser: Browser) -> None:
    for leave in (
        lambda: browser.press("#undo"),
        lambda: browser.page.load(RECORD),
        lambda: browser.cell("E3").click(),
    ):
        browser.page.new()
        browser.plays("E5")
        browser.press("#explain")
        browser.cell("E3").click()
        browser.until(lambda: browser.find("#explanation").is_displayed())
        assert browser.text("#explanation-title") == "Move 2: White E3"
        assert browser.count("#factors tr") > 1
        assert len(browser.page.game.state()["moves"]) == 1
        browser.press("#explain")
        leave()
        browser.until(lambda: not browser.find("#explanation").is_displayed())
    browser.until(lambda: browser.text("#step") == "2 / 2")


def test_an_explanation_is_closed_and_moves_nothing(browser: Browser, resize: Resize) -> None:
    for width in (1100, 390):
        resize(width, 780)
        before = browser.find("#chart").rect
        for close in (
            lambda: browser.press("#explanation [data-close]"),
            lambda: browser.find("body").send_keys(Keys.ESCAPE),
        ):
            ActionChains(browser.driver).context_click(browser.cell("E3")).perform()
            browser.until(lambda: browser.find("#explanation").is_displayed())
            assert browser.find("#chart").rect == before
            sheet = browser.find("#explanation").rect
            assert browser.driver.execute_script(
                "return $('explanation').getBoundingClientRect().bottom <= innerHeight"
            )
            assert sheet["height"] < 780 / 2
            browser.press("#explanation summary")
            assert width < 780 or not browser.driver.execute_script("""
              const [one, other] = ["explain", "explanation"].map(
                (id) => $(id).getBoundingClientRect());
              return one.top < other.bottom && other.top < one.bottom;
            """)
            close()
            assert not browser.find("#explanation").is_displayed()


def test_a_message_goes_when_it_does_not_hold_any_more(browser: Browser) -> None:
    told = "It is White’s turn: cfggo is thinking"

    def told_after_a_click() -> bool:
        browser.cell("C3").click()
        return browser.text("#turn") == told

    start(browser, you="black", level="20k")
    with browser.page.busy_engine():
        browser.cell("E5").click()
        browser.until(lambda: browser.text("#turn") == "cfggo is thinking")
        browser.until(told_after_a_click)
    browser.until(lambda: browser.text("#step") == "2 / 2")
    assert browser.text("#turn") == "Black to play"


RECORD = (
    b"(;GM[1]SZ[9]KM[7]PB[Black Stone]PW[White Stone]"
    b";B[ee];W[eg];B[cf];W[gf];B[gc];W[dg];B[aa];W[cg];B[ba];W[bf])"
)
"""Black's moves in the corner throw the game away."""


def test_a_record_is_opened_reviewed_and_stepped_through(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(RECORD)
    browser.find("#file").send_keys(str(file))
    browser.until(lambda: browser.text("#step") == "10 / 10")
    assert browser.text("#player-black .name") == "Black Stone"
    browser.press("[data-step=first]")
    assert browser.text("#step") == "0 / 10"
    assert browser.count(".stones .stone") == 0
    browser.press("[data-step=forward]")
    assert browser.label("E5") == "E5, black stone, last move"
    browser.press("#review")
    browser.until(lambda: browser.find("#progress").is_displayed())
    browser.until(lambda: not browser.find("#progress").is_displayed())
    assert all(browser.page.game.state()["evaluations"])
    assert not browser.find("#review").is_enabled()  # there is nothing left to do
    browser.until(lambda: not browser.page.game.state()["review"]["on"])  # nor to be done later
    assert browser.find("#mistakes").is_displayed()
    worst = browser.find("#mistakes li button")
    assert "A9" in worst.text or "B9" in worst.text
    items = browser.driver.find_elements(By.CSS_SELECTOR, "#mistakes li")
    evaluations = browser.page.game.state()["evaluations"]
    losses = {number: one["lost"] for number, one in enumerate(evaluations) if number}
    expected = [number for number, loss in losses.items() if loss >= 5]
    worst_first = sorted(expected, key=lambda number: -losses[number])[: len(items)]
    assert [int(item.text.partition(".")[0]) for item in items] == worst_first
    worst.click()
    browser.until(lambda: browser.text("#step") in ("6 / 10", "8 / 10"))
    assert browser.count(".chart .winrate") == 1
    slider = browser.find(".chart input")
    assert "Black" in slider.get_attribute("aria-valuetext")
    slider.send_keys(Keys.END)
    browser.until(lambda: browser.text("#step") == "10 / 10")
    focused = browser.driver.execute_script("""
      const mistake = (move, loss) => ({ move, colour: "black", vertex: "E5", loss });
      const focused = () => document.activeElement.dataset.move;
      drawMistakes([mistake(1, 7), mistake(3, 6)]);
      document.querySelector("#mistakes li:last-child button").focus();
      const button = document.activeElement;
      drawMistakes([mistake(1, 7), mistake(3, 6)]);
      const kept = button === document.activeElement;
      drawMistakes([mistake(3, 8), mistake(1, 7)]);
      return [kept, focused()];
    """)
    assert focused == [True, "3"]
    graded = [0.9, 1, 4.9, 5, 9.9, 10]
    grades = browser.driver.execute_script("return arguments[0].map(gradeWords)", graded)
    assert grades == [grade(loss) for loss in graded]
    title = "drawMistakes(mistakes()); return document.querySelector('#mistakes-title').textContent"
    sure = "Moves that lost 5 points or more"
    browser.until(lambda: browser.driver.execute_script(title) == sure)
    before = "state.evaluations[9].playouts = 1;"  # as in a game with few playouts a move
    expected_title = "Moves that may have lost 5 points or more"
    assert browser.driver.execute_script(before + title) == expected_title
    listed = browser.driver.execute_script("""
      state.evaluations[1].lost = 4.96;  // people read 5.0
      return mistakes().map(({ move }) => move);
    """)
    assert 1 in listed


def test_a_record_of_a_review_opens_with_all_that_it_found(
    browser: Browser, tmp_path: Path
) -> None:
    other = RECORD.replace(b"KM[7]", b"KM[6]")  # which nobody has searched on this page
    assert other != RECORD
    (tmp_path / "game.sgf").write_bytes(other)
    options = ["--playouts", "300", "--out", str(tmp_path), "--no-html"]
    assert cli.main(["review", str(tmp_path / "game.sgf"), *options]) == 0
    record = (tmp_path / "game.review.sgf").read_bytes()
    browser.page.load(record)
    browser.until(lambda: browser.count("#mistakes li") > 0)
    state = browser.page.game.state()
    lost = [one["lost"] for one in state["evaluations"][1:]]
    assert lost == [findings_of(node).lost for node in line_from(GameTree.read(record).root)][1:]
    browser.until(lambda: browser.count("#tree .bad") == sum(loss >= 5 for loss in lost))
    browser.press("#mistakes li button")
    browser.until(lambda: browser.count("#lesson-words li") > 0)
    assert browser.driver.execute_script(
        "return document.querySelector('main').getBoundingClientRect().top >= 0"
    )
    worst = max(range(10), key=lost.__getitem__)
    assert browser.text("#step") == f"{worst + 1} / 10"
    assert browser.text("#lesson-title").startswith(f"{state['moves'][worst]['vertex']} lost about")
    comment = browser.find("#comment").get_attribute("value")
    for sentence in browser.driver.find_elements(By.CSS_SELECTOR, "#lesson-words li"):
        assert sentence.text[1:] in comment
    assert browser.find("#teach").get_attribute("aria-pressed") == "true"
    browser.page.load(b"(;SZ[9])")  # another one, which nobody reviewed
    browser.until(lambda: browser.find("#teach").get_attribute("aria-pressed") == "false")


def test_a_right_click_on_a_stone_explains_the_move_that_put_it_there(browser: Browser) -> None:
    browser.page.play("E5 C3 G3")
    browser.until(lambda: browser.text("#step") == "3 / 3")
    ActionChains(browser.driver).context_click(browser.cell("C3")).perform()
    browser.until(lambda: "Move 2" in browser.text("#explanation-title"))
    assert "C3" in browser.text("#explanation-title")


def test_a_pasted_record_is_opened_and_what_it_lacks_is_said(browser: Browser) -> None:
    paste = """
      const data = new DataTransfer();
      data.setData("text/plain", arguments[1]);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
      document.querySelector(arguments[0]).dispatchEvent(event);
    """
    record = " (;SZ[9];B[dd];W[ff];B[dd])"
    browser.driver.execute_script(paste, "#comment", record)
    browser.driver.execute_script(paste, "body", "a poem")
    browser.until(lambda: "not SGF" in browser.text("#turn"))
    assert len(browser.errors()) == 1
    browser.driver.execute_script(paste, "body", record)
    browser.until(lambda: browser.text("#step") == "2 / 2")
    assert browser.text("#turn").startswith("It ends before move 3: illegal move: black D6")


def press_of_teacher(browser: Browser, words: str) -> None:
    """Presses a button of the teacher's, as soon as it is there."""
    script = """
      const button = [...document.querySelectorAll("#lesson-buttons button")]
        .find((one) => one.textContent.startsWith(arguments[0]));
      button?.click();
      return button !== undefined;
    """
    browser.until(lambda: browser.driver.execute_script(script, words))


@pytest.fixture
def teacher(browser: Browser) -> Browser:
    """Returns the browser with the teacher on, who speaks up from two points."""
    browser.press("#teach")
    browser.press("#teach-points option[value='2']")
    return browser


def test_the_teacher_says_why_and_shows_it(
    teacher: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers come late, and after those to later questions."""
    browser = teacher
    actions = browser.page.server.actions
    lesson = actions["lesson"]
    delays = iter([0.8, 0.0, 0.4])

    def late(body: Any) -> Any:
        time.sleep(next(delays, 0))
        return lesson.do(body)

    monkeypatch.setitem(actions, "lesson", Action(lesson.kind, late))
    browser.page.load(RECORD)
    browser.until(lambda: browser.text("#step") == "10 / 10")
    browser.press("[data-step=back]")
    browser.until(lambda: browser.text("#lesson-title").startswith("B9 lost about"))
    browser.press("[data-step=back]")
    browser.press("[data-step=back]")
    browser.until(lambda: browser.text("#lesson-title").startswith("A9 lost about"))
    browser.until(lambda: browser.count("#lesson-words li") > 0)
    other = "return otherReply({ colour: 'white', vertex: arguments[0] }, 'G3')"
    for vertex, words in (("F4", ["White played F4 instead of G3."]), ("G3", [])):
        assert browser.driver.execute_script(other, vertex) == words
    answer = browser.driver.execute_script("return teaching.lessons.get(state.ids[7]).answer[0]")
    told = browser.text("#lesson-words")
    assert ("White played C3 instead" in told) == ("The danger" in told and answer != "C3")
    assert browser.text("#lesson-grade") in ("Mistake", "Blunder")
    assert browser.find("#loss").is_displayed()
    assert browser.count(".marks circle.dot") >= 2
    assert browser.text("#dots").split("\n") == ["Good move", "Inaccuracy", "Mistake", "Blunder"]
    assert browser.text(".marks .badge text") == browser.text("#loss").split()[1]
    press_of_teacher(browser, "Show the reply")
    assert browser.text("#step") == "7 / 10"
    assert browser.count(".variation .stone") > 0
    browser.press("#lesson-buttons button:nth-child(3)")
    assert browser.text("#step") == "6 / 10"
    assert browser.text("#lesson-title").startswith("A9")  # it is still about that move
    assert browser.count(".variation .stone") > 0
    press_of_teacher(browser, "Try again")
    assert browser.count(".variation .stone") == 0
    assert browser.text("#turn") == "Find a better move than A9"
    browser.driver.refresh()
    browser.until(lambda: browser.find("#lesson").is_displayed())


def test_a_mistake_against_the_engine_is_tried_again(teacher: Browser) -> None:
    browser = teacher
    start(browser, size="9", you="black", level="20k")
    browser.cell("A1").click()
    browser.until(lambda: browser.text("#step") == "2 / 2")
    press_of_teacher(browser, "Try again")
    browser.until(lambda: browser.text("#step") == "0 / 0")
    browser.until(lambda: browser.text("#turn") == "Find a better move than A1")
    assert browser.text("#lesson-title") == "Find a better move than A1"
    browser.page.new()


def test_moments_of_a_game_are_exercises(teacher: Browser) -> None:
    browser = teacher
    browser.page.load(RECORD)
    browser.until(lambda: browser.text("#step") == "10 / 10")
    press_of_teacher(browser, "Moments to learn")
    browser.until(lambda: browser.text("#lesson-title").startswith("Moment 1 of"))
    shown = browser.text("#step")
    press_of_teacher(browser, "Hint")
    browser.until(lambda: "It is " in browser.text("#lesson-words"))
    press_of_teacher(browser, "Hint")
    assert browser.count(".marks .ring") == 1
    with browser.page.busy_engine():
        browser.cell("A1").click()
        browser.until(lambda: browser.text("#lesson-title") == "Looking at A1 …")
        browser.driver.execute_script(
            "receive('verdict', { id: state.ids[shown], move: 'J9', lost: 0, answer: [] });"
        )
        assert browser.text("#lesson-title") == "Looking at A1 …"  # that was another answer
    browser.until(lambda: "A1 is no better" in browser.text("#lesson-title"))
    assert browser.count(".variation .stone") > 1
    assert browser.text("#step") == shown  # nothing is played
    press_of_teacher(browser, "Show")
    browser.until(lambda: "is better." in browser.text("#lesson-title"))
    better = browser.text("#lesson-title").split()[0]
    press_of_teacher(browser, "Done")
    press_of_teacher(browser, "Moments to learn")
    browser.until(lambda: browser.text("#lesson-title").startswith("Moment 1 of"))
    browser.cell(better).click()
    browser.until(lambda: f"{better} is right." in browser.text("#lesson-title"))
    buttons = browser.text("#lesson-buttons").split("\n")
    assert buttons in (["Next", "Done"], ["Done"])
    browser.press("[data-step=first]")  # whoever goes away ends the exercise
    browser.until(lambda: "Speaks up" in browser.text("#lesson-title"))


def test_the_review_of_a_game_that_has_ended_leads_to_its_moments(browser: Browser) -> None:
    """From the card of the result, with the teacher off."""
    browser.page.play("E5 E3 C5 G3 G7 D3 A9 C3 B9 C4 pass pass")
    browser.until(lambda: browser.find("#result").is_displayed())
    browser.press("#result-review")
    browser.until(lambda: browser.find("#result .progress").is_displayed())
    assert not browser.find("#result-review").is_displayed()
    browser.until(lambda: re.fullmatch(r"Review ready: \d+ mistakes?", browser.said()))
    assert browser.text("#result-reviewed") == browser.said()
    assert not browser.find("#result .progress").is_displayed()
    assert not browser.find("#lesson").is_displayed()
    assert not browser.find("#result-doubt").is_displayed()
    shown = "teaching.points = arguments[0]; draw(); return $('result-doubt').textContent"
    doubt = browser.driver.execute_script(shown, 1000)
    assert re.match(r"The lead moved by \d+ points, but in steps too small .* 10000\)\.$", doubt)
    browser.driver.execute_script(shown, 5)
    browser.press("#result-moments")
    browser.until(lambda: browser.text("#lesson-title").startswith("Moment 1 of"))
    assert not browser.find("#result-moments").is_displayed()  # the teacher offers them now


@pytest.fixture
def forced_colours(chromium: Any) -> Iterator[None]:
    """Shows pages as in a system's high contrast."""
    feature = {"name": "forced-colors", "value": "active"}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    yield
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.usefixtures("forced_colours")
def test_high_contrast_shows_what_is_chosen(browser: Browser) -> None:
    def background(selector: str) -> str:
        return str(browser.find(selector).value_of_css_property("background"))

    browser.press("[data-overlay=ownership]")
    assert background("[data-overlay=ownership]") != background("[data-overlay=policy]")
    assert background(".bowl.black") != background(".bowl.white")
    browser.press("#new")
    assert background("input[value='9']:checked + span") != background("input[value='13'] + span")
    browser.press("#new-cancel")
    browser.press("[data-overlay=ownership]")


def test_the_dialog_of_a_new_game(browser: Browser) -> None:
    """Rules bring their komi; a record changes no choice; what can not be keeps the dialog open."""
    bonus = "AGA rules, 3 handicap stones (2 points to White)"
    for choices, komi, conditions in (
        ({"rules": "japanese"}, 6.5, "Japanese rules"),
        ({"rules": "aga", "handicap": "3"}, 0.5, bonus),
        ({"handicap": "0"}, 7.5, "AGA rules"),
    ):
        start(browser, you="both", **choices)
        state = browser.page.game.state()
        assert state["komi"] == komi
        assert state["conditions"].partition("komi ")[2] == f"{komi}, {conditions}"
    browser.page.load(b"(;SZ[13]KM[6.75]RU[Japanese];B[ee])")
    browser.until(lambda: browser.text("#step") == "1 / 1")
    start(browser)
    state = browser.page.game.state()
    assert [state[name] for name in ("size", "komi", "rules", "engine")] == [9, 7.5, "aga", None]
    browser.press("#resign")
    assert browser.text("#resign-title") == "Does Black resign?"
    browser.press("#resign-dialog [value=no]")
    start(browser, you="white", level="18k")
    browser.page.load(b"(;SZ[9];B[ee])")
    browser.until(lambda: browser.text("#step") == "1 / 1")
    browser.press("#new")  # against the last opponent, not against nobody
    assert browser.find("#new-form [name=you]:checked").get_attribute("value") == "white"
    assert browser.find("#new-form [name=level]").get_attribute("value") == "18k"
    browser.press("#new-cancel")

    start(browser, size="13", you="both")
    browser.until(lambda: browser.cells() == 169)
    browser.find("body").send_keys("n")
    focused = browser.driver.switch_to.active_element
    assert (focused.get_attribute("name"), focused.get_attribute("value")) == ("size", "13")
    assert focused.is_selected()
    focused.send_keys(Keys.ESCAPE)
    assert not browser.find("#new-dialog").is_displayed()

    browser.page.do("new", size=5, komi=7.5, rules="chinese", handicap=0, level="", you="both")
    browser.until(lambda: browser.cells() == 25)
    browser.press("#new")
    browser.press("select[name=handicap] option[value='9']")
    browser.press("#new-form [type=submit]")
    browser.until(lambda: "9 stones" in browser.text("#new-error"))
    assert browser.find("#new-dialog").is_displayed()
    assert browser.find("select[name=handicap]").get_attribute("value") == "9"
    browser.press("select[name=handicap] option[value='0']")
    browser.press("#new-form [type=submit]")
    browser.until(lambda: not browser.find("#new-dialog").is_displayed())
    browser.press("#new")
    assert browser.text("#new-error") == ""
    browser.press("#new-cancel")
    browser.driver.get_log("browser")  # has the refusal


ANNOTATED = (
    b"(;SZ[9]KM[6.5];B[ee]C[The middle.]TR[ee];W[cc]LB[cc:A]N[Fork](;B[gg];W[gc])(;B[gc]BM[1]"
    b";W[gg](;B[cg];W[ff])(;B[cf]))(;AB[aa][bb]PL[W];W[dd]))"
)


def dot(browser: Browser, *vertices: str) -> None:
    """Clicks the dot of the position that some moves lead to."""
    browser.driver.execute_script(
        """
        let [node] = tree.nodes.values();
        for (const to of arguments[0]) node = node.children.find(({ vertex }) => vertex === to);
        const { left, top } = document.querySelector("#tree svg").getBoundingClientRect();
        const [clientX, clientY] = [left + (node.x + 1) * GAP + 3, top + (node.y + 1) * GAP - 3];
        const click = new MouseEvent("click", { clientX, clientY, bubbles: true });
        document.querySelector("#tree").dispatchEvent(click);
        """,
        vertices,
    )


def saved(browser: Browser) -> bytes:
    """Returns the record without the ends of its lines, which depend on what was searched."""
    return browser.page.get("game.sgf")[2].replace(b"\n", b"")


def test_a_record_with_variations_is_gone_about_in_and_edited(browser: Browser) -> None:
    browser.page.load(ANNOTATED)
    browser.until(lambda: browser.count("#tree circle") == 12 + 1)  # and the current one
    assert browser.text("#step") == "4 / 4"
    dot(browser, "E5")
    assert browser.text("#step") == "1 / 4"
    assert browser.find("#comment").get_attribute("value") == "The middle."
    assert browser.count(".marks path") == 1
    assert browser.find(".last-move").get_attribute("r") == "0.43"  # around the triangle
    dot(browser, "E5", "C7", "G7", "G3", "C4")
    browser.until(lambda: browser.text("#step") == "5 / 5")
    assert browser.find("#branch").is_displayed()
    body = browser.find("body")
    body.send_keys(Keys.ARROW_UP)
    browser.until(lambda: "black stone" in browser.label("C3"))
    body.send_keys(Keys.ARROW_DOWN)
    browser.until(lambda: "black stone" in browser.label("C4"))
    wheel = """
      const turned = new WheelEvent("wheel", { deltaY: arguments[0], cancelable: true });
      document.querySelector("#board").dispatchEvent(turned);
    """
    assert browser.find(".last-move").get_attribute("r") == "0.2"
    browser.driver.execute_script(wheel, -100)
    assert browser.text("#step") == "4 / 5"
    browser.driver.execute_script(wheel, 100)
    assert browser.text("#step") == "5 / 5"

    comment = browser.find("#comment")
    comment.send_keys("Too slow, u n p")  # no keys of the page's
    browser.press("#editing summary")
    browser.press("[data-tool=letter]")
    browser.cell("A1").click()
    browser.cell("B1").click()
    browser.until(lambda: browser.count(".marks .words") == 2)
    browser.press("[data-tool=triangle]")
    browser.cell("A1").click()
    browser.until(lambda: browser.count(".marks path") == 1)
    browser.press("[data-tool=triangle]")
    assert b"B[cf]C[Too slow, u n p]LB[bi:B]TR[ai]" in saved(browser)

    before = saved(browser)
    browser.press("#delete")
    browser.until(lambda: browser.count("#tree circle") == 11 + 1)
    browser.press("#restore")
    browser.until(lambda: browser.count("#tree circle") == 12 + 1)
    assert saved(browser) == before
    browser.press("#promote")
    browser.until(lambda: not browser.find("#promote").is_enabled())
    browser.press("#back")
    browser.until(lambda: not browser.find("#branch").is_displayed())

    dot(browser, "E5", "C7", "setup")
    browser.until(lambda: "black stone" in browser.label("A9"))
    assert browser.text("#step") == "0 / 1"
    browser.press("[data-step=back]")
    browser.until(lambda: browser.text("#step") == "2 / 4")
    assert browser.label("A9") == "A9, empty"


def test_a_position_is_set_up_and_its_picture_is_saved(browser: Browser) -> None:
    browser.press("#editing summary")
    browser.press("[data-tool=white]")
    browser.cell("C3").click()
    browser.cell("D4").click()
    browser.until(lambda: "white stone" in browser.label("D4"))
    assert "white stone" in browser.label("C3")
    browser.press("[data-tool=erase]")
    browser.cell("D4").click()
    browser.until(lambda: browser.label("D4") == "D4, empty")
    browser.press("[data-tool=erase]")
    browser.press("#other-turn")
    browser.until(lambda: browser.text("#turn") == "White to play")
    browser.cell("G7").click()
    browser.until(lambda: "white stone" in browser.label("G7"))
    assert b"AW[cg]" in saved(browser)
    size, kind, svg = browser.driver.execute_async_script(
        """
        const done = arguments[0];
        pngBlob().then(async (png) => {
          const { width } = await createImageBitmap(png);
          done([width, png.type, await svgBlob().text()]);
        });
        """
    )
    assert (size, kind) == (1200, "image/png")
    assert svg.count('class="stone white') == 2
    assert "var(--" not in svg
    browser.press("#clear")
    browser.until(lambda: browser.count(".stones .stone") == 0)


def test_cfggo_plays_on_from_an_earlier_move(browser: Browser) -> None:
    browser.plays("E5 A1 C4")
    browser.press("[data-step=first]")
    browser.press("[data-step=forward]")
    browser.press("#level option[value='20k']")
    browser.press("#seat option[value='black']")
    browser.until(lambda: browser.text("#step") == "2 / 2")
    assert browser.label("E5") == "E5, black stone"
    assert not browser.find("#branch").is_displayed()  # this is the game now
    browser.until(lambda: browser.count("#tree .black, #tree .white") == 4)
    dot(browser, "E5", "A1", "C4")
    browser.until(lambda: browser.text("#step") == "3 / 3")
    assert browser.find("#seat").get_attribute("value") == "both"
    browser.press("#back")
    browser.until(lambda: browser.text("#step") == "2 / 2")  # where the game is to go on
    assert browser.find("#seat").get_attribute("value") == "black"
    assert browser.said() == "Back to the game"


def test_a_variation_and_back_whose_moves_are_not_read_out_at_once(browser: Browser) -> None:
    browser.plays("E5 E3 C4 G7 C7")
    for _ in range(4):
        browser.press("[data-step=back]")
    browser.cell("G4").click()
    browser.until(lambda: browser.text("#step") == "2 / 2")
    assert "from move 2 on" in browser.text("#branch")
    browser.press("#back")
    browser.until(lambda: browser.text("#step") == "1 / 5")  # where the variation began
    assert browser.label("C4") == "C4, empty"
    browser.press("[data-step=last]")
    assert "black stone" in browser.label("C4")
    browser.page.do("play", vertex="G3", at=0)
    browser.until(lambda: browser.text("#step") == "1 / 1")
    browser.press("#undo")
    browser.until(lambda: browser.text("#step") == "0 / 5")
    assert browser.said() == "Back to the game"
    browser.page.load(RECORD)
    browser.until(lambda: browser.text("#step") == "10 / 10")
    assert browser.said() == "New position: 9 by 9, 10 moves. The game before is in My games."


def test_a_phone_shows_all_of_it_and_the_first_tap_aims(browser: Browser, resize: Resize) -> None:
    resize(360, 740, scale=2)
    start(browser, size="19", you="both")
    browser.until(lambda: browser.cells() == 361)
    width = browser.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= 360
    board = browser.find("#board").size
    assert board["width"] >= 340
    assert abs(board["width"] - board["height"]) <= 1
    small = browser.driver.execute_script(
        "return [...document.querySelectorAll('button, select, a.button')]"
        ".filter((one) => one.offsetParent && one.offsetHeight < 32).map((one) => one.id)"
    )
    assert small == []
    browser.press("#explain")
    tap(browser, "K10")
    browser.until(lambda: browser.count(".ghost .aim") == 1)
    assert not browser.find("#explanation").is_displayed()
    tap(browser, "K10")
    browser.until(lambda: browser.find("#explanation").is_displayed())
    browser.find("body").send_keys(Keys.ESCAPE)
    browser.press("#explain")


def tap(browser: Browser, vertex: str) -> None:
    """Touches a point as a finger does."""
    browser.driver.execute_script("scrollTo(0, 0)")
    box = browser.cell(vertex).rect
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for kind, points in (("touchStart", [place]), ("touchEnd", [])):
        touch = {"type": kind, "touchPoints": points}
        browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", touch)


def test_a_low_window_shows_the_whole_board(browser: Browser, resize: Resize) -> None:
    for width, height in ((667, 375), (683, 650)):  # a phone on its side, half of a small screen
        resize(width, height)
        board, turn = browser.find("#board").rect, browser.find("#turn").rect
        assert board["y"] >= 0
        assert max(board["y"] + board["height"], turn["y"] + turn["height"]) <= height
        assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_a_page_too_many_says_so_until_another_is_closed(browser: Browser) -> None:
    driver, first = browser.driver, browser.driver.current_window_handle

    def visit(address: str) -> str:
        driver.switch_to.new_window("tab")
        driver.get(address)
        return str(driver.current_window_handle)

    others = [visit(browser.page.server.url) for _ in range(MOST_PAGES)]
    browser.until(lambda: browser.text("#banner"))
    assert browser.text("#banner") == "Too many pages are open: close one"
    driver.switch_to.window(others.pop(0))
    driver.close()
    driver.switch_to.window(others[-1])
    browser.until(lambda: browser.text("#step"))
    browser.until(lambda: not browser.find("#banner").is_displayed())
    for other in others:
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(first)


def test_another_page_says_why_the_clocks_stand(browser: Browser) -> None:
    """The teacher is on in a page of somebody else."""
    page, other = browser.page, "somebody-else"
    control = {"system": "absolute", "main": 600, "period": 1, "count": 1}
    page.new(you="black", clock=control)
    browser.cell("E5").click()
    browser.until(lambda: browser.text("#step") == "2 / 2")
    browser.until(lambda: browser.count(".player .clock.running") == 1)
    assert browser.find("#pause").is_displayed()
    feed = page.server.events.subscribe(other)
    assert feed is not None
    page.do("look", page=other, position=page.game.state()["ids"][-1], wants=[], lesson=True)
    browser.until(lambda: browser.text("#turn") == "The clocks stop while the teacher is on.")
    assert browser.count(".player .clock.running") == 0
    assert not browser.find("#pause").is_displayed()
    page.server.events.unsubscribe(other, feed)


def test_beside_a_clock_a_phone_shows_the_whole_rank(browser: Browser, resize: Resize) -> None:
    resize(375, 812, scale=2)
    control = {"system": "byoyomi", "main": 0, "period": 30, "count": 5}
    browser.page.new(you="black", clock=control)
    browser.until(lambda: browser.find("#player-white .clock").is_displayed())
    cut = browser.driver.execute_script(
        "const name = document.querySelector('#player-white .name');"
        "name.textContent = 'cfggo 9. Kyu';"  # as in German
        "return name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight"
    )
    assert not cut


def test_the_end_of_the_server_is_said(page: Page, chromium: Any) -> None:
    other = type(page)()
    thread = threading.Timer(0.5, other.end)
    browser = Browser(other, chromium)
    thread.start()
    browser.until(lambda: browser.text("#banner"))
    thread.join()
    assert browser.text("#banner") == "cfggo has ended. Start it again with: cfggo play"
    chromium.get("about:blank")  # it would go on trying to connect
    browser.errors()  # that the connection was refused


def test_a_game_with_clocks_runs_on_over_a_reload_and_ends_in_my_games(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new game with a clock, remembered for the next one; pause, loss on time, list, deleting."""
    game = browser.page.game
    folder = tmp_path / "games"
    monkeypatch.setattr(game.filing, "games", MyGames(folder, tmp_path / "reviews"))
    browser.press("#new")
    browser.press("label:has(input[name=you][value='black'])")
    browser.press("select[name=level] option[value='20k']")
    assert "reads nothing ahead" in browser.text("#level-words")
    browser.press("select[name=system] option[value=byoyomi]")
    for name, value in (("main", "0"), ("period", "540"), ("count", "1")):
        field = browser.find(f"#new-form [name={name}]")
        field.clear()
        field.send_keys(value)
    browser.press("#new-form [type=submit]")
    browser.until(lambda: "× 1" in browser.text("#player-black .clock"))
    browser.cell("E5").click()
    browser.until(lambda: browser.count(".player .clock.running") == 1)
    browser.until(lambda: browser.text("#step") == "2 / 2")
    browser.until(lambda: browser.text("#player-black .clock b") < "8:58")
    browser.driver.refresh()
    browser.until(lambda: browser.text("#player-black .clock b"))
    assert browser.text("#player-black .clock b") < "8:58"
    assert browser.text("#step") == "2 / 2"
    browser.press("#pause")
    browser.until(lambda: browser.text("#pause") == "Go on")
    assert browser.count(".player .clock.running") == 0
    browser.driver.execute_script("""
      window.sounded = [];
      for (const name of ["tick", "bell"]) {
        const play = sounds[name].bind(sounds);
        sounds[name] = (...seconds) => { sounded.push(name); play(...seconds); };
      }
    """)
    with game._table.lock:  # the last seconds begin, and last until the page has shown them
        clock = game._table.clocks
        clock.pause(False)
        clock._taken, clock._now = 532.0, lambda: 0.0
        game._changed()
    browser.until(lambda: browser.count("#player-black .clock.short") == 1)
    with game._table.lock:
        clock._taken, clock._since, clock._now = 539.0, time.monotonic(), time.monotonic
        game._changed()
    browser.until(lambda: browser.text("#turn") == "Black ran out of time: White wins")
    heard = browser.driver.execute_script("return sounded")
    assert heard[0] == "tick"
    assert heard[1:].count("bell") == 1 == len(heard[1:]) - heard[1:].count("tick")
    assert b"OT[1x540 byo-yomi]" in game.to_sgf()
    assert browser.find("#result").is_displayed()
    browser.press("#result-owners")
    browser.until(lambda: browser.count(".ownership .owner") > 10)
    (folder / "broken.sgf").write_text("nothing")
    browser.press("#games")
    browser.until(lambda: browser.count("#games-list li") == 2)
    assert "You lost: W+T." in browser.text("#games-list")
    assert "broken.sgf can’t be read" in browser.text("#games-list")
    assert re.match(r"\w+ \d+, \d{4}, \d+:\d\d\s[AP]M, You – ", browser.text("#games-list b"))
    for answer in ("no", "yes"):
        assert browser.count("#games-list li") == 2
        browser.press("#games-list li:has(span.quiet:only-child) button")
        browser.press(f"#delete-dialog [value={answer}]")
    browser.until(lambda: browser.count("#games-list li") == 1)
    so_far = "Your level is estimated after 5 games against cfggo: {n} of 5 so far."
    assert browser.text("#rating") == so_far.format(n=0)  # it was lost on time in its first moves
    (kept,) = folder.iterdir()
    counted = kept.read_bytes().replace(b"RE[W+T]", b"RE[W+3.5]")
    for n in range(3):
        kept.with_stem(f"game-{n}").write_bytes(counted)
    browser.press("#games-list li button")
    browser.until(lambda: not browser.find("#games-dialog").is_displayed())
    assert game.state()["engine"] is None
    browser.driver.execute_script("""
      state.unfinished = { name: "game-0.sgf", time: Date.now() / 1000, size: 9, moves: 2 };
      drawUnfinished();
    """)
    assert browser.text("#unfinished span") == "9×9, 2 moves."
    assert re.match(r"Go on with the game of \d+:\d\d", browser.text("#unfinished button"))
    number = game.state()["game"]
    browser.press("#unfinished button")
    browser.until(lambda: browser.driver.execute_script("return state.game") == number + 1)
    browser.driver.execute_script("state.unfinished = null")  # which the server never told
    assert browser.find("#whose").get_attribute("value") == "black"  # the user's own losses
    browser.press("#new")
    assert browser.find("#new-form [name=you]:checked").get_attribute("value") == "black"
    assert browser.find("#new-form [name=period]").get_attribute("value") == "540"
    browser.until(lambda: browser.text("#suggestion-words") == so_far.format(n=3))
    assert not browser.find("#suggest").is_displayed()
    browser.press("#new-cancel")
    for n in (3, 4):
        kept.with_stem(f"game-{n}").write_bytes(counted)
    browser.press("#new")
    browser.press("label:has(input[name=you][value='random'])")
    browser.until(lambda: "By 5 games you are about" in browser.text("#suggestion-words"))
    browser.driver.execute_script("""
      rating.stones[9]["15k"] = 0;
      Object.assign(rating, { level: "15k" });
    """)
    for handicap, suits in (("0", "you."), ("2", "you without a handicap.")):
        browser.press("#new-form [name=level] option[value='15k']")
        browser.press(f"#new-form [name=handicap] option[value='{handicap}']")
        assert browser.text("#suggestion-words").endswith(f"This level suits {suits}")
    browser.press("#new-cancel")


def test_sounds_are_heard_after_a_click_and_stay_off_if_they_are_turned_off(
    browser: Browser,
) -> None:
    browser.driver.execute_script("""
      window.sounded = [];
      for (const name of ["stone", "capture", "tick"]) {
        const play = sounds[name].bind(sounds);
        sounds[name] = (...values) => { sounded.push(name); play(...values); };
      }
    """)

    def heard() -> list[str]:
        return list(browser.driver.execute_script("return sounded"))

    browser.cell("A2").click()
    browser.until(lambda: browser.text("#step") == "1 / 1")
    assert heard() == ["stone"]  # once, not again when the server confirms it
    for at, vertex in ((1, "A1"), (2, "B1")):
        browser.page.do("play", vertex=vertex, at=at)
    browser.until(lambda: heard() == ["stone", "stone", "stone", "capture"])
    browser.press("[data-settings]")
    browser.press("#settings [name=sounds] option[value=off]")
    browser.driver.refresh()
    browser.until(lambda: browser.text("#step"))
    assert not browser.driver.execute_script("return sounds.on")
    browser.press("[data-settings]")
    browser.press("#settings [name=sounds] option[value='']")
    assert browser.driver.execute_script("return sounds.on")
