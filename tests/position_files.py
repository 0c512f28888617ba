"""What is asked of every file of test positions: regression tests and hard ones."""

import re
from pathlib import Path

from cfggo.go.game import Game
from cfggo.go.points import parse_colour
from cfggo.match.playing.regression import Step, read_test_file
from cfggo.records.sgf.reading import read_main_line
from tests.diagrams import board_from_diagram

_DRAWN_ROW = re.compile(r" *\d+[ .+XO()]+\d+")


def game_of(record: Path) -> Game:
    """Returns the game of a position's record."""
    return Game.from_main_line(read_main_line(record.read_bytes()))


def check_question(game: Game, step: Step) -> None:
    """Asserts that a test asks for the move of the side to play, and draws the position."""
    question, side = step.command.split()
    assert question == "reg_genmove"
    assert parse_colour(side) == game.to_play
    assert step.title
    drawing = "\n".join(row for row in step.remarks if _DRAWN_ROW.fullmatch(row.rstrip()))
    drawn = board_from_diagram(drawing)[0]
    assert (drawn["colour"] == game.boards[0]["colour"]).all()


def check_numbers(file: Path) -> None:
    """Asserts that each test of a file has a number of its own."""
    numbers = [step.id for step in read_test_file(file) if step.expectation]
    assert len(set(numbers)) == len(numbers)
    assert all(numbers)
