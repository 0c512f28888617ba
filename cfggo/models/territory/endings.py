"""Final positions whose points have known owners, from records that name them (TB and TW)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, N_POINTS, PASS, WHITE, board_points
from cfggo.models.territory.regions import NEUTRAL, BlockGraph, block_graph
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord

HIDDEN = -1
"""The label of a node that nobody knows."""


@dataclass(frozen=True)
class Ending:
    """A final position and who owns its points.

    Public attributes:
      record -- GameRecord
      board  -- the position before the passes at the end, one element of a board array
      owners -- int8[N_POINTS]: BLACK, WHITE, or EMPTY for nobody
      playouts -- float32[N_POINTS]: who owns the points in playouts as in the record, or None
    """

    record: GameRecord
    board: np.void
    owners: np.ndarray
    playouts: np.ndarray | None = None

    def game(self) -> Game:
        """Returns the game, at this position."""
        return _before_passes(self.record)


def endings_of(records: Sequence[GameRecord], dropped: DropReport) -> list[Ending]:
    """Returns the endings of records; those without owners that count, or with impossible moves,
    go into the report instead.
    """
    endings = []
    for record in records:
        ending = _ending_of(record)
        if isinstance(ending, str):
            dropped.add(record.name, ending)
        else:
            endings.append(ending)
    return endings


def first_endings(
    records: Sequence[GameRecord], n: int | None, with_playouts: bool
) -> list[GameRecord]:
    """Returns the first records among which n have an ending that can be learnt from; all for None.

    with_playouts -- whether an ending must have the owners in playouts
    """
    if n is None:
        return list(records)
    first = []
    for record in records:
        if n == 0:
            break
        first.append(record)
        ending = _ending_of(record)
        if isinstance(ending, Ending) and (ending.playouts is not None or not with_playouts):
            n -= 1
    return first


def _ending_of(record: GameRecord) -> Ending | str:
    """Returns a record's ending, or why there is none."""
    line = record.line
    if not line.black_area and not line.white_area:
        return "no owners of points"
    if set(line.black_area) & set(line.white_area):
        return "points with two owners"
    try:
        game = _before_passes(record)
    except ValueError:
        return "impossible move"
    owners = np.full(N_POINTS, EMPTY, dtype=np.int8)
    owners[list(line.black_area)] = BLACK
    owners[list(line.white_area)] = WHITE
    board = game.boards[0]
    if not owners[counted_points(block_graph(board["colour"], line.size))].any():
        return "no owned points that count"
    try:
        playouts = ownership_of_text(line.ownership, line.size) if line.ownership else None
    except ValueError:
        return "malformed ownership"
    return Ending(record, board, owners, playouts)


def _before_passes(record: GameRecord) -> Game:
    """Returns a record's game before the passes at its end; ValueError for an impossible move."""
    game = Game.from_main_line(record.line, may_repeat=True)
    while game.moves and game.moves[-1].point == PASS:
        game.undo()
    return game


def text_of_ownership(ownership: np.ndarray, size: int) -> str:
    """Returns who owns the points in playouts as in records: two hexadecimal digits a point.

    They are 100 for a point that is surely Black's, 0 for White's, in steps of 1/50, row by row
    from the lower left.  ownership -- float[N_POINTS], +1 for Black to -1 for White
    """
    on_board = ownership[board_points(size)]
    return np.round(50 * on_board + 50).astype(np.uint8).tobytes().hex()


def ownership_of_text(text: str, size: int) -> np.ndarray:
    """Returns the ownership, float32[N_POINTS], of such a text; ValueError if it is none."""
    values = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
    if len(values) != size * size or values.max() > 100:
        raise ValueError("not the ownership of such a board")
    ownership = np.zeros(N_POINTS, dtype=np.float32)
    ownership[board_points(size)] = values / 50.0 - 1.0
    return ownership


def counted_points(graph: BlockGraph) -> np.ndarray:
    """Returns which points may be somebody's, bool[N_POINTS]: those of blocks that aren't neutral.

    So there is none on a board without stones.
    """
    counted = graph.node_of >= 0
    counted[counted] = graph.kind[graph.node_of[counted]] != NEUTRAL
    return counted


def labels_of_nodes(graph: BlockGraph, owners: np.ndarray) -> np.ndarray:
    """Returns the label of each block, int8[n]: 1 for Black, 0 for White, HIDDEN if neutral.

    It is the owner of most of its points, or the block's own colour if there is no such colour.
    """
    n = len(graph.kind)
    on_board = graph.node_of >= 0
    nodes = graph.node_of[on_board]
    black = np.bincount(nodes, owners[on_board] == BLACK, minlength=n)
    white = np.bincount(nodes, owners[on_board] == WHITE, minlength=n)
    is_black = np.where(black == white, graph.colour == BLACK, black > white)
    return np.where(graph.kind == NEUTRAL, HIDDEN, is_black).astype(np.int8)
