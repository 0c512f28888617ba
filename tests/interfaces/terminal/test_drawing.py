"""The board as text."""

import numpy as np
import pytest

from cfggo.go.diagram import diagram
from cfggo.interfaces.terminal.drawing import Means, Overlay, Part, board_to_text, stones_to_text
from cfggo.study.api.game import Game

LETTERS = Means(colours=False, symbols=True)
COLOURS = Means(colours=True, symbols=True)


@pytest.mark.parametrize("size", [2, 5, 9, 19])
@pytest.mark.parametrize("n_moves", [0, 1, 4])
def test_without_colours_it_is_the_diagram(size: int, n_moves: int) -> None:
    game = Game(size)
    for _ in range(n_moves):
        game.play(game.legal_moves()[0])
    assert board_to_text(game, LETTERS).plain == diagram(game.rules_game.boards[0])


def test_in_colours_stones_are_discs_on_lines() -> None:
    game = Game(5)
    game.play("A1")
    game.play("C3")
    text = board_to_text(game, COLOURS)
    assert text.plain.splitlines() == [
        "   A B C D E", " 5 ┌─┬─┬─┬─┐ 5", " 4 ├─┼─┼─┼─┤ 4", " 3 ├─┼(●)┼─┤ 3", " 2 ├─┼─┼─┼─┤ 2",
        " 1 ●─┴─┴─┴─┘ 1", "   A B C D E",
    ]  # fmt: skip
    style_of = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert "#ffffff" in style_of["●"] or "#000000" in style_of["●"]
    discs = [str(span.style) for span in text.spans if text.plain[span.start : span.end] == "●"]
    assert ["#ffffff" in style for style in discs] == [True, False]  # C3 is above A1


def test_colours_without_symbols_are_letters() -> None:
    game = Game(5)
    game.play("C3")
    lines = board_to_text(game, Means(colours=True, symbols=False)).plain.splitlines()
    assert lines[3] == " 3 . .(X). . 3"


def test_points_and_dead_stones() -> None:
    game = Game(5)
    for vertex in ("C3", "A1", "pass", "E5"):
        game.play(vertex)
    owners = np.ones((5, 5))
    owners[0] = (-1, -0.5, 0.1, 0.2, 0.3)
    lines = board_to_text(game, LETTERS, Overlay(owners=owners)).plain.splitlines()
    assert lines[1] == " 5 o o . .(O)5"
    assert lines[3] == " 3 x x X x x 3"
    assert lines[5] == " 1 @ x x x x 1"


def test_marks_are_on_their_points() -> None:
    game = Game(9)
    marks = {"E5": "1", "J9": "2"}
    lines = board_to_text(game, LETTERS, Overlay(marks=marks)).plain.splitlines()
    assert lines[1] == " 9 . . . . . . . . 2 9"
    assert lines[5] == " 5 . . + . 1 . + . . 5"


def test_a_part_of_the_board_ends_in_lines_that_go_on() -> None:
    stones = {"R2": "black", "S3": "white"}
    part = Part(0, 3, 14, 18)
    letters = stones_to_text(19, stones, LETTERS, last="R2", part=part)
    assert letters.plain.splitlines() == [
        "   P Q R S T", " 4 . + . . . 4", " 3 . . . O . 3", " 2 . .(X). . 2", " 1 . . . . . 1",
        "   P Q R S T",
    ]  # fmt: skip
    lines = stones_to_text(19, stones, COLOURS, part=part).plain.splitlines()
    assert lines[1] == " 4─┼─╋─┼─┼─┤ 4"
    assert lines[4] == " 1─┴─┴─┴─┴─┘ 1"
