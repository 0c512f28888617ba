"""The hard positions: what is drawn is what is loaded, answers can be played, and no position is
there twice.  That the answers are right is proved by scripts/prove-positions.
"""

from pathlib import Path

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, board_points, parse_vertex
from cfggo.match.playing.regression import Step, read_test_file
from tests.position_files import check_numbers, check_question, game_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.tst"))


def positions_of(path: Path) -> list[tuple[Path, Step]]:
    steps = read_test_file(path)
    records, questions = steps[::2], steps[1::2]
    assert all(step.command.startswith("loadsgf ") for step in records)
    pairs = zip(records, questions, strict=True)
    return [(path.parent / record.command.split()[1], question) for record, question in pairs]


ALL = [pair for path in FILES for pair in positions_of(path)]


def answers_of(step: Step) -> list[str]:
    assert step.expectation is not None
    assert not step.expectation.is_negated
    return step.expectation.pattern.split("|")


def canonical(game: Game) -> bytes:
    """Returns the same bytes for positions that differ by symmetry or exchanged colours."""
    colour = game.boards[0]["colour"]
    grid = np.array([colour[point] for point in board_points(game.size)])
    grid = grid.reshape(game.size, game.size)
    if game.to_play != BLACK:
        grid = np.where(grid == 0, 0, 3 - grid)
    turned = [np.rot90(side, k) for side in (grid, grid.T) for k in range(4)]
    return min(each.tobytes() for each in turned)


def test_every_record_is_used_once_and_every_position_is_there_once() -> None:
    records = [record for record, _ in ALL]
    assert sorted(records) == sorted((FOLDER / "sgf").iterdir())
    assert len({canonical(game_of(record)) for record in records}) == len(records)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_positions(path: Path) -> None:
    check_numbers(path)
    for record, step in positions_of(path):
        game = game_of(record)
        check_question(game, step)
        for vertex in answers_of(step):
            assert game.is_legal(game.to_play, parse_vertex(vertex, game.size)), (record, vertex)
