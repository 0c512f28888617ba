"""The chains of a board, as lists of points, for code that is not compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfggo.go.points import EMPTY, board_points

if TYPE_CHECKING:
    import numpy as np


def chains_by_head(board: np.void, colour: int | None = None) -> dict[int, list[int]]:
    """Returns the points of each chain, of one colour if it is given, by the chain's head.

    board -- an element of a board array (`cfggo.go.board`)
    """
    colours, heads = board["colour"].tolist(), board["head"].tolist()
    chains: dict[int, list[int]] = {}
    for point in board_points(int(board["size"])):
        if colours[point] == colour or (colour is None and colours[point] != EMPTY):
            chains.setdefault(heads[point], []).append(point)
    return chains


def chains_of(board: np.void, colour: int | None = None) -> list[list[int]]:
    """Returns the chains, of one colour if it is given."""
    return list(chains_by_head(board, colour).values())


def chain_at(board: np.void, stone: int) -> list[int]:
    """Returns the points of the chain that a stone belongs to."""
    colour, head = int(board["colour"][stone]), int(board["head"][stone])
    return chains_by_head(board, colour)[head]


def n_liberties(board: np.void, stone: int) -> int:
    """Returns how many liberties a stone's chain has."""
    return int(board["n_liberties"][board["head"][stone]])
