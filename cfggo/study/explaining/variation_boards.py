"""Variations played on the board: what they take, and what a move joins or cuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cfggo.go.chains import chain_at, chains_of, n_liberties
from cfggo.go.points import EMPTY, NEIGHBOURS, parse_vertex

if TYPE_CHECKING:
    from cfggo.go.game import Game

_MOST_PLIES = 7
"""Moves of a variation that are played."""


class VariationBoards:
    """A variation on the board.

    Public attributes:
      boards   -- list of BOARD_DTYPE records, before each of its moves and after the last one
      vertices -- the moves, as far as they are legal
    """

    def __init__(self, game: Game, vertices: Sequence[str]) -> None:
        game = game.copy()
        self.boards = [game.boards[0].copy()]
        self.vertices: list[str] = []
        for vertex in vertices[:_MOST_PLIES]:
            point = parse_vertex(vertex, game.size)
            if not game.is_legal(game.to_play, point):
                break
            game.play(game.to_play, point)
            self.boards.append(game.boards[0].copy())
            self.vertices.append(vertex)

    def _ply_that_takes(self, chain: Sequence[int]) -> int | None:
        """Returns the number of the move, from 0, that takes a chain's stones off, None if they
        stay.
        """
        points, colour = list(chain), None
        for number, board in enumerate(self.boards):
            colours = board["colour"][points]
            if colour is None:
                if (colours != EMPTY).all() and (colours == colours[0]).all():
                    colour = colours[0]
            elif (colours != colour).all():
                return number - 1
        return None

    def taken(
        self, board: np.void, colour: int, counts: Callable[[int, list[int]], bool]
    ) -> list[tuple[int, list[int]]]:
        """Returns the stones of a board that each move takes off, with its number, from 0.

        counts -- tells, by number and chain, which chains are meant
        """
        taken: dict[int, list[int]] = {}
        for chain in chains_of(board, colour):
            ply = self._ply_that_takes(chain)
            if ply is not None and counts(ply, chain):
                taken.setdefault(ply, []).extend(chain)
        return sorted(taken.items())


def joined_at(board: np.void, point: int, colour: int) -> list[tuple[int, int]]:
    """Returns pairs of stones of different chains of a colour that a move at a point would join and
    that have no other liberty in common, the largest first; two single stones are none.
    """
    if board["colour"][point] != EMPTY:
        return []
    stones: dict[int, int] = {}  # head -> the stone next to the point
    for offset in NEIGHBOURS:
        if board["colour"][point + offset] == colour:
            stones.setdefault(int(board["head"][point + offset]), point + offset)
    heads = sorted(stones, key=lambda head: -int(board["n_stones"][head]))
    pairs = []
    for i, head in enumerate(heads):
        for other in heads[i + 1 :]:
            size = int(board["n_stones"][head]) + int(board["n_stones"][other])
            shared = _liberties(board, head) & _liberties(board, other)
            if size >= 3 and shared == {point}:
                pairs.append((stones[head], stones[other]))
    return pairs


def cut_at(board: np.void, point: int, colour: int) -> list[tuple[int, int]]:
    """Returns the pairs of `joined_at` of which the opponent's move there takes neither."""
    return [
        pair
        for pair in joined_at(board, point, colour)
        if all(n_liberties(board, stone) > 1 for stone in pair)
    ]


def _liberties(board: np.void, head: int) -> set[int]:
    """Returns the liberties of a chain."""
    near = {stone + offset for stone in chain_at(board, head) for offset in NEIGHBOURS}
    return {point for point in near if board["colour"][point] == EMPTY}
