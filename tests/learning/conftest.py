"""Small collections of games for learning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cfggo.records.game_record import GameRecord

MakeRecord = Callable[..., "GameRecord"]
RandomRecords = Callable[..., "list[GameRecord]"]


@pytest.fixture(scope="session")
def make_record() -> MakeRecord:
    """Returns a record of moves given as text, Black first, such as "E5 C3 pass"."""
    from cfggo.go.points import parse_vertex
    from cfggo.go.sgf import MainLine
    from cfggo.records.game_record import GameRecord

    def make(
        size: int, moves: str, black: Sequence[int] = (), white: Sequence[int] = ()
    ) -> GameRecord:
        played = tuple(
            (1 + i % 2, parse_vertex(name, size)) for i, name in enumerate(moves.split())
        )
        return GameRecord("game", MainLine(size, played, tuple(black), tuple(white)))

    return make


@pytest.fixture(scope="session")
def random_records() -> RandomRecords:
    """Returns records of random games of a number of moves that fill no own eyes."""
    from cfggo.go.board import new_board, play
    from cfggo.go.sgf import MainLine
    from cfggo.go.uniform import choose_uniform_move
    from cfggo.records.game_record import GameRecord

    def make(n: int, size: int, n_moves: int) -> list[GameRecord]:
        records = []
        for seed in range(n):
            board = new_board(size, seed)[0]
            moves = []
            for _ in range(n_moves):
                colour, point = int(board["to_play"]), int(choose_uniform_move(board))
                moves.append((colour, point))
                play(board, point)
            records.append(GameRecord(f"game {seed}", MainLine(size, tuple(moves))))
        return records

    return make
