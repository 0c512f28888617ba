"""The page in a real browser while requests and answers overtake each other: what is looked at in
the end is what the server has.
"""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from cfggo.interfaces.browser.server import Action
from tests.interfaces.browser.test_chromium import Browser, browser

__all__ = ["browser"]

SLOW = ("play", "undo", "new", "go", "back", "look", "tree", "lesson", "comment", "promote")
"""Requests that take a while to come and to be answered."""

LONGEST = 0.12

ACTIONS = """
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const points = () => [...document.querySelectorAll("[role=gridcell]")];
  const toggle = (name) => document.querySelector(`[data-overlay=${name}]`).click();
  const does = {
    move: () => pick(points()).click(),
    step: () => step(pick(["back", "forward", "first", "last"])),
    jump: () => goTo(pick([...tree.nodes.keys()])),
    undo: () => commands.u(),
    hint: () => toggle("moves"),
    owners: () => toggle("ownership"),
    teacher: () => $("teach").click(),
    back: () => { if (state.branch !== null) $("back").click(); },
    newGame: () => {
      const conditions = { size: 9, komi: 7, rules: "chinese", handicap: 0 };
      request("new", { ...conditions, level: "20k", you: "black" });
    },
  };
"""

SETTLED = """
  return !pending && !sending && !telling && state.tree === tree.name
    && state.engine !== state.to_play && state.version;
"""


@pytest.fixture
def slow(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Returns what lets requests come late and be answered late, in any order."""

    def make_slow(seed: int) -> None:
        delays = random.Random(seed)
        lock = threading.Lock()
        actions = browser.page.server.actions

        def late(action: Action) -> Callable[[Any], Any]:
            def do(body: Any) -> Any:
                with lock:
                    before, after = delays.random() * LONGEST, delays.random() * LONGEST
                time.sleep(before)
                try:
                    return action.do(body)
                finally:
                    time.sleep(after)

            return do

        for name in SLOW:
            action = actions[name]
            monkeypatch.setitem(actions, name, Action(action.kind, late(action)))

    return make_slow


@pytest.mark.parametrize("seed", [1])
def test_after_many_quick_actions_page_and_server_agree(
    browser: Browser, slow: Callable[[int], None], seed: int
) -> None:
    """Moves, steps, hints, the teacher and new games, none of which waits for the one before."""
    page, driver = browser.page, browser.driver
    page.new(you="black", level="20k")
    slow(seed)
    names = ["move"] * 6 + ["step", "step", "jump", "undo", "hint", "owners", "teacher", "back"]
    rng = random.Random(seed)
    for n in range(60):
        name = "newGame" if n == 40 else rng.choice(names)
        driver.execute_script(
            f"const chance = () => arguments[1]; {ACTIONS} does[arguments[0]]()", name, rng.random()
        )
        time.sleep(rng.choice((0.0, 0.02, 0.15)))
    browser.until(lambda: driver.execute_script(SETTLED) == page.game.state()["version"])
    state = page.game.state()
    shown = driver.execute_script("""
      const numbers = (nodes) => nodes.map(({ node }) => node);
      const vertices = (stones) => [...stones].map((stone) => stone.dataset.vertex).sort();
      return {
        ids: state.ids, branch: state.branch,
        tree: [...tree.nodes.values()].map((one) => [one.node, one.vertex, numbers(one.children)]),
        dots: document.querySelectorAll("#tree circle").length,
        stones: Object.keys(Board.stonesAfter(state, shown)).sort(),
        drawn: vertices(document.querySelectorAll(".stones .stone")),
      };
    """)
    assert [shown[key] for key in ("ids", "branch")] == [state[key] for key in ("ids", "branch")]
    told = page.game.tree()["nodes"]
    assert shown["tree"] == [[n["node"], n.get("vertex"), n["children"]] for n in told]
    assert shown["dots"] == len(told) + 1
    assert shown["drawn"] == shown["stones"]
    driver.execute_script("""
      if (!overlays.has("moves")) toggleOverlay("moves");
      if (!teaching.on) $("teach").click();
    """)
    browser.until(lambda: "Best for" in browser.text("#hint"))
    browser.until(
        lambda: browser.text("#lesson-title") and "…" not in browser.text("#lesson-title")
    )
    # The server refuses moves that came too late.
    assert [error for error in browser.errors() if "400" not in error] == []
