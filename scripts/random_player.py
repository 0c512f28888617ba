#!/usr/bin/env python3
"""Plays random moves by GTP: the weakest opponent, for `cfggo match`.

    cfggo match --black cfggo:level=14k --white "scripts/random_player.py {seed}" --size 9

Any legal move that fills no own eye is as likely as any other; it passes if there is none.  It
never repeats a position.
"""

import argparse
import random
import sys
from collections.abc import Iterator

import common
from sgfmill.boards import Board
from sgfmill.common import format_vertex, move_from_vertex

Position = frozenset[tuple[str, int, int]]

COMMANDS = (
    *("protocol_version", "name", "version", "list_commands", "known_command", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
)


class Player:
    """A board, the positions that it has had, and the random numbers."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.clear(19)

    def clear(self, size: int) -> None:
        """Begins a game."""
        self.board = Board(size)
        self._seen: set[Position] = {frozenset()}

    def play(self, colour: str, move: tuple[int, int] | None) -> None:
        """Plays a move; raises ValueError if a stone is there."""
        if move is not None:
            self.board.play(*move, colour)
            self._seen.add(_position(self.board))

    def choose(self, colour: str) -> tuple[int, int] | None:
        """Plays a random move and returns it, or None for a pass."""
        points = [(row, column) for row in self._lines() for column in self._lines()]
        self._random.shuffle(points)
        for move in points:
            if self.board.get(*move) is None and not self._is_own_eye(colour, *move):
                after = self.board.copy()
                after.play(*move, colour)
                # A board of sgfmill's lets a suicide happen: the stone is gone then.
                if after.get(*move) == colour and _position(after) not in self._seen:
                    self.play(colour, move)
                    return move
        return None

    def _lines(self) -> range:
        return range(self.board.side)

    def _is_own_eye(self, colour: str, row: int, column: int) -> bool:
        """Tells whether a point is enclosed by own stones, and its corners are not the enemy's."""
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        corners = [(row + i, column + j) for i in (-1, 1) for j in (-1, 1)]
        found = list(self._on_board(corners))
        is_edge = len(found) < len(corners)
        enemies = sum(stone not in (None, colour) for stone in found)
        return all(s == colour for s in self._on_board(near)) and enemies + is_edge < 2

    def _on_board(self, points: list[tuple[int, int]]) -> Iterator[str | None]:
        for row, column in points:
            if row in self._lines() and column in self._lines():
                yield self.board.get(row, column)


def _position(board: Board) -> Position:
    return frozenset((colour, *point) for colour, point in board.list_occupied_points())


def answer(player: Player, command: str, words: list[str]) -> str:
    """Returns the answer to a command; raises ValueError or IndexError if there is none."""
    if command in ("boardsize", "clear_board"):
        player.clear(int(words[0]) if words else player.board.side)
    elif command == "play":
        player.play(words[0][0].lower(), move_from_vertex(words[1], player.board.side))
    elif command == "genmove":
        return format_vertex(player.choose(words[0][0].lower()))
    elif command == "known_command":
        return str(words[0] in COMMANDS).lower()
    elif command not in COMMANDS:
        raise ValueError("unknown command")
    answers = {
        "protocol_version": "2",
        "name": "random",
        "version": "1",
        "list_commands": "\n".join(COMMANDS),
    }
    return answers.get(command, "")


def main() -> None:
    """Answers commands until `quit`."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, nargs="?", default=0, help="default 0")
    player = Player(parser.parse_args().seed)
    for line in sys.stdin:
        words = line.split()
        if words:
            try:
                text = f"= {answer(player, words[0], words[1:])}"
            except (ValueError, IndexError) as error:
                text = f"? {error}"
            print(f"{text}\n", flush=True)
            if words[0] == "quit":
                break


if __name__ == "__main__":
    common.run(main)
