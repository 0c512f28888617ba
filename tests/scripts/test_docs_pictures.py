"""The pictures of the pages are what the commands beside them draw."""

import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cfggo import cli
from tests.scripts.called import call_script

ROOT = Path(__file__).parents[2]
KINDS = {"--graph", "--probabilities", "--ownership", "--search"}

MOST_DIFFERENT = 0.015
"""Share of a page's picture that may differ: another machine may have other fonts, which change
1.1%. The page before the move differs in 2.1%."""


def test_shipped_pictures_are_what_the_commands_draw(
    load_script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    commands = dict(load_script("docs_pictures.py").commands())
    assert set(commands) == {f"docs/pictures/{p.name}" for p in ROOT.glob("docs/pictures/*.svg")}
    assert {word for words in commands.values() for word in words} >= KINDS
    for path, words in commands.items():
        assert words[-2:] == ["--out", path]
        drawn = tmp_path / Path(path).name
        assert cli.main([*words[:-1], str(drawn)]) == 0
        assert drawn.read_text() == (ROOT / path).read_text(), (
            f"{path}: run scripts/docs_pictures.py"
        )


def test_pages_without_a_search_look_as_they_do_in_their_pictures(
    load_script: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    pytest.importorskip("selenium", reason="needs selenium, of the extra test")
    if not (shutil.which("chromedriver") and shutil.which("chromium")):
        pytest.skip("needs Chromium and its driver")
    image = pytest.importorskip("matplotlib.image", reason="needs matplotlib, of the extra plot")
    pages = load_script("docs_pictures.py").PAGES
    assert set(pages) == {f"docs/pictures/{p.name}" for p in ROOT.glob("docs/pictures/*.png")}
    for path in ("docs/pictures/practice.png", "docs/pictures/page-phone.png"):
        drawn = tmp_path / Path(path).name
        pages[path](drawn)
        found, shipped = (image.imread(file)[..., :3] for file in (drawn, ROOT / path))
        assert found.shape == shipped.shape
        differ = (np.abs(found - shipped).max(axis=2) > 0.2).mean()
        assert differ < MOST_DIFFERENT, f"{path}: {differ:.2%} of it look different"


def test_picture_that_is_not_there() -> None:
    done = call_script("docs_pictures.py", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "scripts/docs_pictures.py: no picture of the pages has 'nothing' in its name\n"
    )
