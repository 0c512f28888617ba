"""Pictures of pages: the program as a user starts it, in a Chromium without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.resources import problems_file
from cfggo.go.points import format_vertex
from cfggo.models.tsumego.collections import read_problems
from cfggo.records.collection import DropReport

_PATIENCE = 120.0  # seconds: a first start compiles

_GAME = Path("docs/example-tournament/games/0001.sgf")
_MOVE = 18
"""After which the game is shown: the next move is a mistake."""

_BLUNDER = 41
"""The move that lost most."""

_KIND, _SIZE = "net", 9
"""Of the problem that is shown, of those that come with cfggo."""


class _Screen(NamedTuple):
    """Width and height in pixels of the page, and how many of the picture are one of them."""

    width: int
    height: int
    scale: int = 1


class _Page:
    """A page in the browser, and what a person does there."""

    def __init__(self, driver: Any, address: str) -> None:
        self._driver = driver
        driver.get(address)

    def text(self, selector: str) -> str:
        return str(self._driver.find_element("css selector", selector).text)

    def is_shown(self, selector: str) -> bool:
        return bool(self._driver.find_element("css selector", selector).is_displayed())

    def press(self, selector: str) -> None:
        self._driver.find_element("css selector", selector).click()

    def write(self, selector: str, text: str) -> None:
        self._driver.find_element("css selector", selector).send_keys(text)

    def picture(self) -> bytes:
        self._driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
        corner = {"type": "mouseMoved", "x": 1, "y": 1}  # where it points at nothing
        self._driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
        time.sleep(0.3)
        return _small(bytes(self._driver.get_screenshot_as_png()))

    def go_to(self, move: int) -> None:
        """Shows the position after a move of the record."""

        def is_there() -> bool:
            shown, _, n_moves = self.text("#step").partition(" / ")
            if n_moves in ("", "0"):
                return False  # the record is not there yet
            if int(shown) != move:
                self.press(f"[data-step={'forward' if int(shown) < move else 'back'}]")
            return int(shown) == move

        _until(is_there)


def draw_practice(out: Path) -> None:
    """Draws the page of problems after a wrong move.

    This and the others raise CfggoError without Chromium, its driver and selenium, or if the
    picture can't be written.
    """
    problems = list(read_problems([problems_file()], DropReport()))
    number, problem = next(
        (i, p) for i, p in enumerate(problems, 1) if (p.kind, p.size) == (_KIND, _SIZE)
    )
    _, wrong, *_ = problem.moves
    with _played("--problems") as address, _browser(_Screen(1180, 717)) as driver:
        page = _Page(driver, address)
        _until(lambda: page.text("#turn").endswith(" to play"))
        page.write("#number", str(number))
        page.press("#open button")
        _until(lambda: page.text("#title").startswith(f"Problem {number} "))
        page.press(f"[role=gridcell][data-vertex={format_vertex(wrong.point)}]")
        _until(lambda: page.text("#verdict-title") == "✗ Wrong")
        save_file(out, page.picture())


def draw_page(out: Path) -> None:
    """Draws the page of `cfggo play` with a reviewed game, best moves and owners."""
    with _played(str(_GAME)) as address, _browser(_Screen(1300, 960)) as driver:
        page = _Page(driver, address)
        page.go_to(_MOVE)
        page.press("#review")
        _until(lambda: page.is_shown("#mistakes") and not page.is_shown("#progress"))
        page.press("[data-overlay=moves]")
        page.press("[data-overlay=ownership]")
        _until(lambda: "Searching" not in page.text("#hint") and "Expected" in page.text("#hint"))
        save_file(out, page.picture())


def draw_phone(out: Path) -> None:
    """Draws the page of `cfggo play` on a phone in the dark, with the likely moves."""
    with _played(str(_GAME)) as address, _browser(_Screen(360, 740, scale=2), dark=True) as driver:
        page = _Page(driver, address)
        page.go_to(_MOVE)
        page.press("[data-overlay=policy]")
        _until(lambda: page.text("#hint").startswith("Likeliest"))
        save_file(out, page.picture())


def draw_review(out: Path) -> None:
    """Draws the page of `cfggo review` with the teacher's words on a mistake, and a better move."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "cfggo", "review", str(_GAME), "--out", folder]
        if subprocess.run(words, capture_output=True, check=False).returncode != 0:
            raise CfggoError(f"{' '.join(words[2:])} failed")
        file = Path(folder) / f"{_GAME.stem}.review.html"
        with _browser(_Screen(1200, 900)) as driver:
            page = _Page(driver, f"{file.as_uri()}#{_BLUNDER}")
            page.press("#lesson-buttons button:nth-child(3)")  # which shows the better move
            save_file(out, page.picture())


def _small(png: bytes) -> bytes:
    """Returns a picture with 256 colours, rare ones among them: a fraction as large a file."""
    from PIL import Image

    small, picture = BytesIO(), Image.open(BytesIO(png)).convert("RGB")
    few = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=4)
    few.save(small, "png", optimize=True)
    return small.getvalue()


@contextmanager
def _browser(screen: _Screen, dark: bool = False) -> Iterator[Any]:
    """Yields selenium's driver of a browser without a window."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    try:
        from selenium import webdriver
    except ImportError:
        browser = None
    if not (browser and chromedriver and find_spec("PIL")):
        raise CfggoError(
            "pictures of pages need Chromium, its driver, selenium and Pillow (CONTRIBUTING.md)"
        )
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--hide-scrollbars",
        "--no-sandbox",
        "--disable-dev-shm-usage",
    ):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    try:
        metrics = {
            "width": screen.width,
            "height": screen.height,
            "deviceScaleFactor": screen.scale,
            "mobile": False,
        }
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        colours = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [colours]})
        yield driver
    finally:
        driver.quit()


@contextmanager
def _played(*words: str) -> Iterator[str]:
    """Yields the address of the page of `cfggo play` with these words."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "cfggo", "play", *words, "--no-open"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"CFGGO_DATA_DIR": folder},
        )
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            if not first:
                raise CfggoError(f"cfggo play {' '.join(words)} has ended without a page")
            yield first.split()[-1]
        finally:
            process.terminate()
            process.wait()


def _until(is_true: Callable[[], bool]) -> None:
    """Waits until something is true; raises CfggoError if it does not come true."""
    deadline = time.monotonic() + _PATIENCE
    while not is_true():
        if time.monotonic() > deadline:
            raise CfggoError("the page does not show what its picture is of")
        time.sleep(0.05)
