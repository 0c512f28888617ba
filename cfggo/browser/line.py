"""A game with what the page needs to know of each of its moves."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cfggo.errors import CfggoError
from cfggo.go.points import BLACK, COLOUR_NAMES, EMPTY, WHITE, format_vertex

if TYPE_CHECKING:
    from cfggo.study.game import Game


@dataclass
class Line:
    """A game, and the moves, the prisoners and a name for each of its positions.

    Public attributes:
      game  -- Game
      moves -- list of dicts for the page: colour, vertex, captures (list of vertices)
      ids   -- list of str, one more than moves: positions with equal ids have equal histories
    """

    game: Game
    moves: list[dict[str, Any]]
    ids: list[str]

    @classmethod
    def of(cls, game: Game) -> Line:
        """Returns the line of a game, however far it is played."""
        rules_game = game.rules_game.copy()
        boards = [rules_game.boards[0]["colour"].copy()]
        for _ in rules_game.moves[:]:
            rules_game.undo()
            boards.append(rules_game.boards[0]["colour"].copy())
        boards.reverse()
        line = cls(game, [], [_id_of_start(game)])
        for (colour, vertex), before, after in zip(game.moves, boards, boards[1:], strict=False):
            line._add(colour, vertex, before, after)
        return line

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play. Raises CfggoError if it is illegal."""
        before = self.game.rules_game.boards[0]["colour"].copy()
        colour = self.game.to_play
        self.game.play(vertex)
        after = self.game.rules_game.boards[0]["colour"]
        self._add(colour, self.game.moves[-1][1], before, after)

    def undo(self) -> None:
        """Takes back the last move. Raises CfggoError if there is none."""
        self.game.undo()
        self.moves.pop()
        self.ids.pop()

    def at(self, n: int) -> Line:
        """Returns a line of its own, of the first n moves."""
        return Line(self.game.at(n), self.moves[:n], self.ids[: n + 1])

    def number_of(self, position: str) -> int:
        """Returns how many moves lead to a position. Raises CfggoError if it is none of these."""
        try:
            return self.ids.index(position)
        except ValueError:
            raise CfggoError("the game has changed meanwhile") from None

    def _add(self, colour: str, vertex: str, before: np.ndarray, after: np.ndarray) -> None:
        captures = np.flatnonzero((before != EMPTY) & (after == EMPTY)).tolist()
        move = {"colour": colour, "vertex": vertex}
        self.moves.append(move | {"captures": [format_vertex(point) for point in captures]})
        self.ids.append(_digest(f"{self.ids[-1]} {colour} {vertex}"))


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
