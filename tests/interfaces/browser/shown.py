"""A page in Chromium, and what a person sees and does there."""

import contextlib
from collections.abc import Callable
from typing import Any

from tests.waiting import wait_until

PATIENCE = 60.0


def _cell(vertex: str) -> str:
    return f"[role=gridcell][data-vertex={vertex}]"


class Shown:
    """Chromium with a page open.

    Public attributes:
      driver -- selenium's
    """

    def __init__(self, driver: Any, url: str) -> None:
        self.driver = driver
        self._url = url
        self.errors()  # of the test before
        driver.get(url)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def _of(self, selector: str, do: Callable[[Any], Any]) -> Any:
        """Returns what to do with an element gives, though the page may draw it anew meanwhile."""
        from selenium.common.exceptions import StaleElementReferenceException

        for _ in range(9):
            with contextlib.suppress(StaleElementReferenceException):
                return do(self.find(selector))
        return do(self.find(selector))

    def text(self, selector: str) -> str:
        return str(self._of(selector, lambda element: element.text))

    def count(self, selector: str) -> int:
        return len(self.driver.find_elements("css selector", selector))

    def cell(self, vertex: str) -> Any:
        return self.find(_cell(vertex))

    def label(self, vertex: str) -> str:
        return str(self._of(_cell(vertex), lambda cell: cell.get_attribute("aria-label")))

    def said(self) -> str:
        """Returns what a screen reader was told last."""
        return str(self.find("#announcer").get_attribute("textContent"))

    def press(self, selector: str) -> None:
        self._of(selector, lambda element: element.click())

    def types(self, key: str, on: str = "") -> None:
        """Presses a key, on a point if one is named."""
        if on:
            self.driver.execute_script("arguments[0].focus()", self.cell(on))
        self.driver.switch_to.active_element.send_keys(key)

    def until(self, is_true: Callable[[], Any]) -> Any:
        """Waits until something is true; returns what it is."""
        return wait_until(is_true, PATIENCE)

    def errors(self) -> list[str]:
        """Returns what the browser complained about: exceptions, and breaches of the policy."""
        messages = [str(entry["message"]) for entry in self.driver.get_log("browser")]
        return [message for message in messages if "/favicon.ico" not in message]  # see `leave`

    def leave(self) -> None:
        """Leaves the page; the browser must have had nothing to complain of."""
        errors = self.errors()
        # Or this page would ask about the next test's game. Another site takes a new process. What
        # is no page has no icon, so that the browser asks for one that is not there.
        self.driver.get(f"{self._url}style.css")
        assert errors == [], errors
