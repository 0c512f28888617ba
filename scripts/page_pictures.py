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
from pathlib import Path
from typing import Any

from cfggo.errors import CfggoError
from cfggo.files import write_whole

_PATIENCE = 120.0  # seconds: a first start compiles
_SIZE = (1180, 717)

_PROBLEMS = {
    "3-in-the-corner.sgf": "(;SZ[19]AB[ar:dr][ds]AW[aq:eq][er][es]PL[B])",
    "another.sgf": "(;SZ[19]AB[ar:dr][ds]AW[aq:eq][er][es]PL[W])",
}
"""The problem of docs/solve.md, and one that comes after it."""


def draw_practice(out: Path) -> None:
    """Draws the page of problems after a wrong move.

    Raises CfggoError without Chromium, its driver and selenium, or if the picture can't be written.
    """
    with (
        _browser() as driver,
        tempfile.TemporaryDirectory() as folder,
        _page(Path(folder)) as address,
    ):
        driver.get(address)

        def text(selector: str) -> str:
            return str(driver.find_element("css selector", selector).text)

        _until(lambda: text("#turn") == "Black to play")
        driver.find_element("css selector", "[role=gridcell][data-vertex=A1]").click()
        _until(lambda: text("#verdict-title") == "✗ Wrong")
        driver.execute_script("document.activeElement.blur()")
        picture = driver.get_screenshot_as_png()
    try:
        write_whole(out, picture)
    except OSError as error:
        raise CfggoError(f"{out}: {error.strerror}") from error


@contextmanager
def _browser() -> Iterator[Any]:
    """Yields selenium's driver of a browser with a window of _SIZE."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    try:
        from selenium import webdriver
    except ImportError:
        browser = None
    if not (browser and chromedriver):
        raise CfggoError(
            "pictures of pages need Chromium, its driver, and selenium (CONTRIBUTING.md)"
        )
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    try:
        width, height = _SIZE
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        yield driver
    finally:
        driver.quit()


@contextmanager
def _page(folder: Path) -> Iterator[str]:
    """Yields the address of the page of problems, on which nothing was solved yet."""
    problems = folder / "problems"
    problems.mkdir()
    for name, sgf in _PROBLEMS.items():
        (problems / name).write_text(sgf)
    process = subprocess.Popen(
        [sys.executable, "-m", "cfggo", "play", "--problems", str(problems), "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"CFGGO_DATA_DIR": str(folder)},
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        if not first:
            raise CfggoError("cfggo play --problems has ended without a page")
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
