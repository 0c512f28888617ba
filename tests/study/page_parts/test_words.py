"""Numbers on pages: as records and the terminal write them."""

from typing import Any

import pytest

from cfggo.base.words import percent_rounded, points_in_tenths
from cfggo.go.scoring import format_lead
from cfggo.study.page_parts import page_part

pytest.importorskip("selenium", reason="needs selenium, of the extra test")

SCRIPTS = "".join(
    page_part(name).replace('"use strict";', "")
    for name in ("settings.js", "languages.js", "language.js", "words.js")
)
SCORES = [sign * n / 100 for n in range(0, 1200) for sign in (1, -1)]


def written(chromium: Any, name: str, numbers: list[float]) -> list[str]:
    """Returns what a function of words.js makes of some numbers."""
    chromium.get("about:blank")  # where no language is remembered
    script = f"{SCRIPTS}; return arguments[0].map((n) => words.{name}(n));"
    return [str(text) for text in chromium.execute_script(script, numbers)]


def test_points_are_rounded_as_in_the_terminal(chromium: Any) -> None:
    losses = [score for score in SCORES if score >= 0]
    assert written(chromium, "points", losses) == [points_in_tenths(loss) for loss in losses]


def test_shares_are_rounded_as_in_the_terminal(chromium: Any) -> None:
    shares = [n / 10_000 for n in range(10_001)]
    expected = [percent_rounded(share) for share in shares]
    assert written(chromium, "percentRounded", shares) == expected


def test_things_are_counted(chromium: Any) -> None:
    chromium.get("about:blank")
    script = f"{SCRIPTS}; return [0, 1, 2000].map((n) => words.counted(n, 'move'));"
    assert chromium.execute_script(script) == ["0 moves", "1 move", "2,000 moves"]


def test_a_sentence_begins_with_a_capital_unless_with_a_name(chromium: Any) -> None:
    chromium.get("about:blank")
    texts = ["illegal move A1", "cfggo does not answer", "my game.sgf: no record", "a: b.c"]
    script = f"{SCRIPTS}; return arguments[0].map(words.capital);"
    expected = ["Illegal move A1", *texts[1:3], "A: b.c"]
    assert chromium.execute_script(script, texts) == expected


def test_a_lead_is_written_as_in_records(chromium: Any) -> None:
    assert written(chromium, "lead", SCORES) == [format_lead(score) for score in SCORES]
    assert written(chromium, "ahead", SCORES) == [f"{score:+z.1f}" for score in SCORES]
    assert written(chromium, "ahead", [-0.04]) == ["+0.0"]
