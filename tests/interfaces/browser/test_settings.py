"""The drawer of settings in a real browser: what is chosen there holds, and is remembered."""

from typing import Any

import pytest

from cfggo.study.page_parts import page_part
from tests.interfaces.browser.conftest import Page
from tests.waiting import wait_until

pytest.importorskip("selenium", reason="needs selenium, of the extra test")

from selenium.webdriver.common.by import By


def choose(chromium: Any, name: str, value: str) -> None:
    """Chooses something in the drawer, and closes it."""
    chromium.find_element(By.CSS_SELECTOR, "[data-settings]").click()
    chromium.find_element(
        By.CSS_SELECTOR, f"#settings [name={name}] option[value='{value}']"
    ).click()
    if chromium.find_elements(By.CSS_SELECTOR, "#settings[open]"):
        chromium.find_element(By.CSS_SELECTOR, "#settings .buttons button").click()


def seen(chromium: Any) -> tuple[str, bool, str]:
    """Returns the colours, whether there are coordinates, and what the board is called."""
    return (
        chromium.execute_script("return getComputedStyle(document.documentElement).colorScheme"),
        bool(chromium.find_elements(By.CSS_SELECTOR, "#board .coordinates")),
        str(chromium.find_element(By.CSS_SELECTOR, "main section").get_attribute("aria-label")),
    )


def test_what_is_chosen_holds_at_once_and_the_next_time(page: Page, chromium: Any) -> None:
    chromium.get(page.server.url)
    wait_until(lambda: chromium.find_element(By.ID, "step").text)
    try:
        assert seen(chromium) == ("light", True, "Board")
        choose(chromium, "theme", "dark")
        choose(chromium, "coordinates", "off")
        assert seen(chromium) == ("dark", False, "Board")
        chromium.find_element(By.CSS_SELECTOR, "[data-settings]").click()
        chromium.find_element(By.CSS_SELECTOR, "#settings option[value=fr]").click()
        wait_until(lambda: seen(chromium) == ("dark", False, "Goban"))
        assert chromium.find_element(By.ID, "settings").is_displayed()  # again, in French
        chromium.refresh()  # as after another start, whose address only differs in port and token
        wait_until(lambda: seen(chromium) == ("dark", False, "Goban"))
        assert chromium.execute_script("return document.documentElement.lang") == "fr"
    finally:
        for name in ("theme", "coordinates", "language"):
            chromium.execute_script("remember(arguments[0], '')", name)
        chromium.get("about:blank")


def test_a_page_in_a_sandbox_looks_as_the_one_that_led_there(chromium: Any) -> None:
    """As a review that *My games* opens, which can read no cookie."""
    chromium.get("data:text/html,<p>a review?theme=dark&language=fr")
    script = page_part("settings.js").replace('"use strict";', "")
    seen = f"{script}; return [document.documentElement.dataset.theme, language]"
    assert chromium.execute_script(seen) == ["dark", "fr"]
