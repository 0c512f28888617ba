"""Problems on the page: what is right, what is wrong and why, and what is kept."""

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import problems_file
from cfggo.go.points import BLACK, WHITE, format_vertex
from cfggo.interfaces.browser.events import Events
from cfggo.interfaces.browser.practice import Practice, practice_actions
from cfggo.interfaces.browser.server import PageServer
from cfggo.interfaces.browser.worker import EngineWorker
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport
from cfggo.study.api.engine import Engine
from cfggo.study.solving.practice_log import PracticeLog
from tests.conftest import Resize
from tests.corner import INSIDE, LONG, MIDDLE, WALL
from tests.interfaces.browser.shown import PATIENCE, Shown
from tests.waiting import wait_until

PROBLEMS = (
    Problem("first", 9, INSIDE, WALL, BLACK, (MIDDLE,), "life-and-death", "easy", "Black to live"),
    Problem("second", 9, INSIDE, WALL, WHITE, ()),
)


class PracticePage:
    """A server that shows problems, with a real engine."""

    def __init__(self, log: Path, problems: Sequence[Problem] = PROBLEMS) -> None:
        events = Events()
        engine = Engine(seed=1)  # a first start compiles for minutes, which no test waits for
        self._worker = EngineWorker(lambda tell: engine)
        self.practice = Practice(self._worker, events, problems, PracticeLog(log))
        actions = practice_actions(self.practice)
        self.server = PageServer(self.practice, actions, events, page="practice.html")
        self._worker.start(self.practice)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.events.end()
        self.server.server_close()
        self._worker.end()

    def does(self, name: str, *arguments: int | str) -> dict[str, Any]:
        """Does something and returns the state after it."""
        if hasattr(self.practice, name):
            getattr(self.practice, name)(*arguments)
        else:
            self.practice.change(lambda course: getattr(course, name)(*arguments))
        return self.practice.state()

    def wait_for(self, is_there: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Returns the first state of which something is true."""
        state = self.practice.state
        return wait_until(lambda: now if is_there(now := state()) else {}, PATIENCE)


def says(shown: Shown, words: str) -> None:
    """Waits for a verdict that begins with some words."""
    shown.until(lambda: shown.text("#verdict-words").startswith(words))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "practice.json"


@pytest.fixture
def page(log: Path) -> Iterator[PracticePage]:
    opened = PracticePage(log)
    yield opened
    opened.end()


@pytest.fixture
def long_page(log: Path) -> Iterator[PracticePage]:
    opened = PracticePage(log, [LONG])
    yield opened
    opened.end()


def test_right_and_wrong_and_what_is_kept(page: PracticePage, log: Path) -> None:
    state = page.wait_for(lambda state: state["can_show"])
    assert (state["number"], state["problems"], state["task"]) == (1, 2, "Black to live")
    page.practice.try_move("A1", 1)
    state = page.wait_for(lambda state: state["phase"] == "wrong")
    assert state["words"].startswith("A1 is wrong: White kills: B1")
    assert state["moves"][:2] == ["A1", "B1"]
    assert state["positions"][2]["B1"] == "white"
    page.practice.try_move("B1", 1)
    state = page.wait_for(lambda state: state["phase"] == "right")
    assert state["words"] == "B1 is right. Black lives with B1 (proved)."
    assert state["solved"] == 0  # the first try was wrong
    assert state["tries"] == {"right": 0, "wrong": 1}

    state = page.does("turn", 0)
    assert (state["number"], state["task"]) == (2, "White to play")
    page.wait_for(lambda state: state["can_show"])
    page.practice.try_move("B1", 2)  # by the proof: the collection has no solution
    assert page.wait_for(lambda state: state["phase"] == "right")["solved"] == 1
    assert page.does("turn", 0)["number"] == 1  # the one that is not solved
    kept = PracticeLog(log)
    assert [kept.tries(problem).right for problem in PROBLEMS] == [0, 1]


def test_hints_and_the_solution_do_not_count_as_solved(page: PracticePage) -> None:
    page.wait_for(lambda state: state["can_show"])
    assert "B1" in page.does("hint")["region"]
    assert page.does("hint")["hints"][1:] == ["The move extends from B2."]
    state = page.does("hint")
    assert (state["hints"][2:], state["marked"]) == (["The point is B1."], "B1")
    state = page.does("show")
    assert state["moves"][0] == "B1"
    assert state["words"].startswith("The solution is B1. Black lives with B1")
    page.does("again")
    page.practice.try_move("B1", 1)
    assert page.wait_for(lambda state: state["phase"] == "right")["solved"] == 0
    assert b"TE[1]" in page.practice.to_sgf()


def test_a_problem_is_opened_by_its_number(page: PracticePage) -> None:
    assert page.does("open", 2)["task"] == "White to play"
    assert page.does("open", 1)["number"] == 1
    with pytest.raises(CfggoError, match="no problem 3: the last one is 2"):
        page.practice.open(3)


def test_moves_that_can_not_be_tried(page: PracticePage) -> None:
    for vertex, words in (
        ("A2", "not legal"),
        ("pass", "not legal"),
        ("Z9", "no point 'Z9' on this board"),
    ):
        with pytest.raises(CfggoError, match=words):
            page.practice.try_move(vertex, 1)
    with pytest.raises(CfggoError, match="changed meanwhile"):
        page.practice.try_move("B1", 2)
    assert page.practice.state()["phase"] == "open"


def test_after_the_answer_to_a_right_move_the_next_one_is_tried(page: PracticePage) -> None:
    page.practice.open(2)
    page.wait_for(lambda state: state["can_show"])
    page.practice.try_move("B1", 2)
    state = page.wait_for(lambda state: state["phase"] == "right")
    assert (state["begun"], state["place"], state["moves"][:2]) == (0, 2, ["B1", "A1"])
    with pytest.raises(CfggoError, match="A1 is not legal here"):
        page.practice.try_move("A1", 2, 2)
    with pytest.raises(CfggoError, match="the line has changed meanwhile"):
        page.practice.try_move("F1", 2)
    page.practice.try_move("F1", 2, 2)
    state = page.wait_for(lambda state: state["phase"] == "right")
    assert state["words"].startswith("F1 is right, too")
    assert (state["begun"], state["moves"][:3]) == (2, ["B1", "A1", "F1"])
    assert page.does("again")["begun"] == 0
    state = page.does("try_move", "C1", 2, 2)
    assert state["words"] == "C1 is right. The line ends here: White kills Black."
    assert (state["phase"], state["begun"], state["place"]) == ("right", 2, None)
    assert state["tries"] == {"right": 1, "wrong": 0}


def test_later_moves_in_a_browser(long_page: PracticePage, chromium: Any) -> None:
    from selenium.webdriver import ActionChains

    long_page.wait_for(lambda state: state["can_show"])
    shown = Shown(chromium, long_page.server.url)
    shown.until(lambda: shown.text("#turn") == "Black to play")
    ActionChains(chromium).double_click(shown.cell("B1")).perform()  # it is tried once
    says(shown, "B1 is right. Black lives with B1 or B2 (proved). White answers B2.")
    assert shown.text("#turn") == "Black to play on"  # and no complaint
    assert shown.label("B2") == "B2, white stone, last move"
    shown.cell("B2").click()  # not free any more
    shown.cell("C1").click()
    says(shown, "C1 is wrong: White kills: A4")
    assert shown.text("#verdict-title") == "✗ Wrong"
    assert shown.text("#step") == "4 of 6"
    numbers = [one.text for one in shown.driver.find_elements("css selector", ".variation .number")]
    assert numbers == ["5", "6"]
    assert shown.label("C1") == "C1, black stone"
    assert shown.label("A4") == "A4, white stone, last move"
    shown.cell("F2").click()  # in place of C1
    says(shown, "F2 is another move than the line's.")
    assert shown.text("#verdict-title") == "Another move"
    assert shown.label("C1") == "C1, empty"
    assert shown.label("F2") == "F2, black stone, last move"
    assert "Another move. F2 is another" in shown.said()
    shown.press("#again")  # to White's answer
    says(shown, "B1 is right.")
    assert shown.label("F2") == "F2, empty"
    assert shown.label("B2") == "B2, white stone, last move"
    shown.types("\ue007", on="A2")  # Enter
    says(shown, "A2 is right. The line ends here: Black lives.")
    assert shown.text("#step") == "3 of 3"
    assert shown.text("#solved-words") == "All solved"
    shown.cell("A4").click()
    shown.until(lambda: shown.text("#turn") == "Press Try again to play another move.")
    shown.press("#again")
    shown.until(lambda: shown.text("#step") == "2 of 3")
    shown.press("#again")
    shown.until(lambda: not shown.find("#verdict").is_displayed())
    assert shown.label("B1") == "B1, empty"
    shown.leave()


def test_a_click_counts_as_soon_as_the_verdict_is_there(page: PracticePage, chromium: Any) -> None:
    """The verdict may come before the answer to the request that asked for it."""
    page.wait_for(lambda state: state["can_show"])
    shown = Shown(chromium, page.server.url)
    wait_until(lambda: chromium.execute_script("return state !== null"), PATIENCE)
    chromium.execute_script("""
      const post = page.link.post.bind(page.link);
      page.link.post = async (...request) => {
        const answer = await post(...request);
        await new Promise(() => null);  // what is under way for ever
        return answer;
      };
    """)
    for vertex in ("A1", "C1", "A1"):
        shown.cell(vertex).click()
        says(shown, f"{vertex} is wrong: White kills")
        state = page.practice.state()
        assert (state["phase"], state["moves"][0]) == ("wrong", vertex)


def test_a_problem_of_a_game_in_a_browser(log: Path, chromium: Any) -> None:
    shipped = list(read_problems([problems_file()], DropReport()))
    number, problem = next((i, p) for i, p in enumerate(shipped, 1) if p.kind == "ladder")
    right, wrong = (format_vertex(move.point) for move in problem.moves[:2])
    opened = PracticePage(log, shipped)

    try:
        shown = Shown(chromium, opened.server.url)
        shown.until(lambda: shown.text("#title") == "Problem 1 of 300")
        assert shown.text("#level option:checked") == "30k"
        chromium.execute_script(
            "const list = document.getElementById('level'); list.value = list.options[5].value;"
            "list.dispatchEvent(new Event('change'))"
        )
        shown.until(
            lambda: shown.text("#origin").endswith(
                shipped[int(shown.text("#title").split()[1]) - 1].level
            )
        )
        opened.practice.open(number)
        shown.until(lambda: shown.text("#title") == f"Problem {number} of 300")
        assert "find the move that gains most" in shown.text("#task")
        assert shown.text("#origin") == problem.level  # and no kind, which would be a hint
        shown.press("#hint")
        shown.until(lambda: shown.count(".mark.dim") == problem.size**2 - 25)
        shown.press("#hint")
        shown.until(lambda: shown.count(".mark.triangle") == len(problem.about))
        assert "A ladder" in shown.text("#hints")
        shown.press("#hint")
        shown.until(lambda: shown.count(".mark.ring") == 1)
        shown.cell(wrong).click()
        says(shown, f"{wrong} loses ")
        shown.cell(right).click()
        shown.until(lambda: shown.text("#verdict-title") == "✓ Right")
        assert shown.text("#verdict-words").startswith(f"{right} is right. All others lose ")
    finally:
        opened.end()


def test_in_a_browser_by_mouse_and_keyboard(
    page: PracticePage, chromium: Any, resize: Resize
) -> None:
    page.wait_for(lambda state: state["can_show"])
    shown = Shown(chromium, page.server.url)
    shown.until(lambda: shown.text("#title") == "Problem 1 of 2")
    shown.cell("A1").click()
    shown.until(lambda: shown.text("#verdict-title") == "✗ Wrong")
    assert "White kills" in shown.text("#verdict-words")
    assert "wrong: White kills" in shown.said()
    assert shown.label("B1") == "B1, white stone, last move"
    shown.cell("C1").click()  # another try, of a point that is free
    says(shown, "C1 is wrong")
    shown.cell("A1").click()
    says(shown, "A1 is wrong")
    chromium.execute_script("document.activeElement.blur()")  # on the board Home moves the focus
    shown.types("\ue011")  # Home: back to the problem
    shown.until(lambda: shown.label("A1") == "A1, empty")
    shown.types("a")
    shown.until(lambda: not shown.find("#verdict").is_displayed())
    shown.types("h")
    shown.until(lambda: shown.count(".mark.dim") == 81 - 9)
    shown.types("h")
    shown.until(lambda: "The move extends from" in shown.text("#hints"))
    shown.types("\ue007", on="B1")  # Enter
    shown.until(lambda: shown.text("#verdict-title") == "✓ Right")
    assert "counts as solved when your first try is right" in shown.text("#verdict-words")
    shown.types("n")
    shown.until(lambda: shown.text("#title") == "Problem 2 of 2")
    assert not shown.find("#solved-before").is_displayed()
    page.wait_for(lambda state: state["can_show"])
    shown.cell("B1").click()
    shown.until(lambda: shown.text("#solved-words") == "1 solved")
    assert not shown.find("#solved-before").is_displayed()  # but just now
    shown.find("#number").send_keys("1\ue007")
    shown.until(lambda: shown.text("#title") == "Problem 1 of 2")
    page.wait_for(lambda state: state["can_show"])
    shown.cell("B1").click()
    shown.until(lambda: shown.text("#solved-words") == "All solved")
    assert shown.text("#next") == "Next"
    shown.find("#number").send_keys("2")
    shown.find("#open button").click()
    shown.until(lambda: shown.text("#title") == "Problem 2 of 2")
    assert shown.find("#solved-before").is_displayed()
    assert "solved it before" in shown.said()

    resize(360, 740, 2)
    shown.until(lambda: shown.find("#board").size["width"] >= 330)
    assert chromium.execute_script("return document.documentElement.scrollWidth") <= 360
    shown.leave()
