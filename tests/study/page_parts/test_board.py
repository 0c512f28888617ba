"""The board of pages: star points and the marks of records."""

from typing import Any

import pytest

from cfggo.study.page_parts import page_part

pytest.importorskip("selenium", reason="needs selenium, of the extra test")

SCRIPTS = "".join(
    page_part(name).replace('"use strict";', "")
    for name in ("settings.js", "languages.js", "language.js", "words.js", "board.js")
)


@pytest.fixture
def board(chromium: Any) -> Any:
    """Returns the browser with a board of 9x9, and what runs a script that has it as `board`."""
    chromium.get("about:blank")

    def run(script: str) -> Any:
        chromium.execute_script("document.body.innerHTML = '<div id=\"here\"></div>';")
        return chromium.execute_script(
            f"{SCRIPTS};"
            "const board = new Board(document.getElementById('here'));"
            "board.show({ size: 9, stones: { D4: 'black', E5: 'white' } });" + script
        )

    return run


def test_every_size_has_its_star_points(board: Any) -> None:
    stars = board(
        "return Object.fromEntries([...Array(18).keys()].map((n) => [n + 2, Board.stars(n + 2)]))"
    )
    assert {size: len(points) for size, points in stars.items()} == {
        "2": 0, "3": 0, "4": 0, "5": 1, "6": 0, "7": 5, "8": 4, "9": 5, "10": 4, "11": 5, "12": 4,
        "13": 5, "14": 4, "15": 9, "16": 4, "17": 9, "18": 4, "19": 9,
    }  # fmt: skip
    assert sorted(stars["9"]) == ["C3", "C7", "E5", "G3", "G7"]
    assert {"D4", "K10", "Q16", "K4"} <= set(stars["19"])


def test_marks_of_records_are_drawn(board: Any) -> None:
    shapes = ("circle", "square", "triangle", "cross", "selected", "black", "white", "dim", "dot")
    marks = [{"vertex": "D4", "shape": shape} for shape in shapes]
    marks += [
        {"vertex": "C3", "text": "A"},
        {"vertex": "A1", "to": "C3", "shape": "arrow"},
        {"vertex": "A1", "to": "C3", "shape": "line"},
        {"vertex": "Z9", "shape": "circle"},
        {"vertex": "A1", "to": "A1", "shape": "line"},
    ]
    drawn = board(
        f"board.show({{ marks: {marks} }});"
        "return [...document.querySelectorAll('.marks > *')]"
        ".map((one) => one.getAttribute('d') ?? one.localName)"
    )
    assert len(drawn) == len(set(drawn)) + 4  # two circles, two pairs of line and halo, two squares
    assert drawn.count("text") == 1
    assert len(drawn) == len(shapes) + 1 + 4
