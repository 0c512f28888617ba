"""A game with what the page needs to know of each of its moves."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, COLOUR_NAMES, EMPTY, PASS, WHITE, format_vertex

if TYPE_CHECKING:
    from cfggo.go.game import Move
    from cfggo.study.api.game import Game


@dataclass
class Line:
    """A game, and the moves, the prisoners and a name for each of its positions.

    Public attributes:
      game      -- Game
      moves     -- list of dicts for the page: colour, vertex, captures (vertices of the stones that
                   the move takes off, its own among them if it is a suicide)
      prisoners -- list of dicts, one more than moves: how many stones each colour has captured
      ids       -- list of str, one more than moves: positions with equal ids have equal histories
    """

    game: Game
    moves: list[dict[str, Any]]
    prisoners: list[dict[str, int]]
    ids: list[str]

    @classmethod
    def of(cls, game: Game) -> Line:
        """Returns the line of a game, however far it is played."""
        rules_game = game.rules_game.copy()
        boards = [rules_game.boards[0]]
        for _ in rules_game.moves[:]:
            rules_game.undo()
            boards.append(rules_game.boards[0])
        boards.reverse()
        line = cls(game, [], [_prisoners(boards[0])], [_id_of_start(game)])
        for move, before, after in zip(game.rules_game.moves, boards, boards[1:], strict=False):
            line._add(move, before, after)
        return line

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play. Raises CfggoError if it is illegal."""
        rules_game = self.game.rules_game
        before = rules_game.boards[0]
        self.game.play(vertex)
        self._add(rules_game.moves[-1], before, rules_game.boards[0])

    def at(self, n: int) -> Line:
        """Returns a line of its own, of the first n moves."""
        return Line(self.game.at(n), self.moves[:n], self.prisoners[: n + 1], self.ids[: n + 1])

    def n_common(self, other: Line) -> int:
        """Returns with how many moves both it and another line of the same game begin."""
        same = (mine == its for mine, its in zip(self.ids, other.ids, strict=False))
        return sum(same) - 1

    def number_of(self, position: str) -> int:
        """Returns how many moves lead to a position. Raises CfggoError if it is none of these."""
        try:
            return self.ids.index(position)
        except ValueError:
            raise CfggoError("the game has changed meanwhile") from None

    def _add(self, move: Move, before: np.void, after: np.void) -> None:
        """Adds a move between two boards, each a BOARD_DTYPE record."""
        had_stone = before["colour"] != EMPTY
        if move.point != PASS:
            had_stone[move.point] = True  # which a suicide takes off again
        taken = np.flatnonzero(had_stone & (after["colour"] == EMPTY)).tolist()
        colour, vertex = COLOUR_NAMES[move.colour], format_vertex(move.point)
        captures = [format_vertex(point) for point in taken]
        self.moves.append({"colour": colour, "vertex": vertex, "captures": captures})
        self.prisoners.append(_prisoners(after))
        self.ids.append(_digest(f"{self.ids[-1]} {colour} {vertex}"))


def _prisoners(board: np.void) -> dict[str, int]:
    """Returns how many stones each colour has captured on a board, a BOARD_DTYPE record."""
    lost = board["prisoners"]
    return {"black": int(lost[WHITE]), "white": int(lost[BLACK])}


def setup_of(game: Game) -> dict[str, list[str]]:
    """Returns the vertices of the stones that were there before the first move, by colour."""
    rules_game = game.rules_game
    stones = {BLACK: rules_game.setup_black, WHITE: rules_game.setup_white}
    return {
        COLOUR_NAMES[colour]: [format_vertex(point) for point in sorted(points)]
        for colour, points in stones.items()
    }


def _id_of_start(game: Game) -> str:
    return _digest(
        f"{game.size} {game.komi} {game.rules} {setup_of(game)} {game.at(0).to_play} "
        f"{game.handicap}"
    )


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()
