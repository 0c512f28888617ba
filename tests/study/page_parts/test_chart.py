"""The chart of pages: its scale of points."""

from typing import Any

import pytest

from cfggo.study.page_parts import page_part

pytest.importorskip("selenium", reason="needs selenium, of the extra test")

SCRIPTS = "".join(
    page_part(name).replace('"use strict";', "")
    for name in ("settings.js", "languages.js", "language.js", "words.js", "chart.js")
)


@pytest.mark.parametrize(
    ("scores", "most"),
    [
        ([8.0] * 30, "B+10"),
        ([8.0] * 30 + [150.0], "B+10"),  # one wild value flattens nothing
        ([8.0] * 20 + [120.0] * 20, "B+200"),
        ([], "B+10"),
    ],
)
def test_nearly_all_leads_are_on_the_scale(chromium: Any, scores: list[float], most: str) -> None:
    chromium.get("about:blank")
    drawn = chromium.execute_script(
        SCRIPTS
        + f"""
        document.body.innerHTML = `<style>{page_part("board.css")}</style>
          <div id="here" style="width: 300px"></div>`;
        const chart = new Chart(document.getElementById("here"));
        chart.show({{ moves: 60, scores: {scores} }});
        const {{ right }} = document.querySelector(".chart svg").getBoundingClientRect();
        return [...document.querySelectorAll(".chart .points")].map(
          (one) => [one.textContent, one.getBoundingClientRect().right <= right]);
        """
    )
    assert most in [text for text, _ in drawn]
    assert all(fits for _, fits in drawn)
