"""Endings of random games whose owners are those of the board when they are played out."""

from collections.abc import Callable

import numpy as np
import pytest

from cfggo.go.board import new_board, play
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.scoring import owner_map
from cfggo.go.uniform import choose_uniform_move
from cfggo.records.game_record import GameRecord

MakeEndings = Callable[..., list[GameRecord]]


@pytest.fixture(scope="session")
def random_endings() -> MakeEndings:
    """Returns records of random games, without their last moves, that say who owned the points."""

    def make(n: int, size: int = 7, missing: int = 6) -> list[GameRecord]:
        records = []
        for seed in range(n):
            board = new_board(size, seed)[0]
            moves: list[tuple[int, int]] = []
            while board["n_passes"] < 2 and len(moves) < 3 * size * size:
                colour, point = int(board["to_play"]), int(choose_uniform_move(board))
                moves.append((colour, point))
                play(board, point)
            owners = owner_map(board)
            areas = (tuple(np.flatnonzero(owners == c).tolist()) for c in (BLACK, WHITE))
            black, white = areas
            played = [move for move in moves if move[1] != PASS][:-missing]
            line = MainLine(size, tuple(played), komi=0.5, black_area=black, white_area=white)
            records.append(GameRecord(f"game {seed}", line))
        return records

    return make
