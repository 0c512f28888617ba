"""A game at the board: who plays what, how it ended, what is saved."""

from __future__ import annotations

import datetime

from cfggo.errors import CfggoError
from cfggo.go.scoring import format_result
from cfggo.go.sgf import read_main_line
from cfggo.search.levels import LEVELS
from cfggo.study.game import Game

_ENGINE = "cfggo"

OTHER = {"black": "white", "white": "black"}


class Table:
    """A game between a person and the engine.

    Public attributes:
        game     -- Game
        you      -- "black" or "white"; the engine has the other colour
        level    -- name of the engine's level, "" for full strength
        resigned -- the colour that gave up, or None
        dead     -- vertices of the dead stones after two passes, or None if nobody has judged them
    """

    def __init__(self, game: Game, you: str, level: str) -> None:
        self.game = game
        self.you = you
        self.level = level
        self.resigned: str | None = None
        self.dead: list[str] | None = None
        self._saved = self._state()

    @property
    def is_over(self) -> bool:
        """Whether somebody has resigned, or both have passed."""
        return self.resigned is not None or self.game.is_over

    @property
    def is_the_engines_turn(self) -> bool:
        """Whether the engine is to play."""
        return not self.is_over and self.game.to_play != self.you

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play, or resigns.

        Raises CfggoError if the move is illegal or the game is over.
        """
        if self.is_over:
            raise CfggoError("the game is over: undo, swap, new, save or quit")
        if vertex == "resign":
            self.resigned = self.game.to_play
            return
        self.game.play(vertex)
        self.dead = None

    def undo(self) -> None:
        """Takes back a resignation, or else your last move and what came after it.

        Raises CfggoError if there is no such move.
        """
        colours = [colour for colour, _ in self.game.moves]
        if self.resigned is None:
            if self.you not in colours:
                raise CfggoError("no move of yours to take back")
            while self.game.moves[-1][0] != self.you:
                self.game.undo()
            self.game.undo()
        self.resigned = self.dead = None

    def swap(self) -> None:
        """Changes the colours of person and engine."""
        self.you = OTHER[self.you]

    def change_life(self, vertex: str) -> list[str]:
        """Says that a chain is dead, or alive if it was dead; returns its stones.

        Raises CfggoError if no dead stones are to be judged, or there is no chain.
        """
        if self.dead is None or self.game.rules_game.rules.all_stones_alive:
            raise CfggoError("dead stones are judged when both have passed")
        node = self.game.graph().at(vertex)
        if not node.is_chain:
            raise CfggoError(f"no stone at {node.name}")
        chain = set(node.points)
        dead = set(self.dead)
        self.dead = sorted(dead - chain if chain & dead else dead | chain)
        return list(node.points)

    @property
    def score(self) -> float | None:
        """Black's points minus White's after two passes, once the dead stones are judged."""
        if self.resigned is not None or self.dead is None:
            return None
        return self.game.score(self.dead)

    @property
    def result(self) -> str:
        """The result as SGF has it, "" while there is none."""
        if self.resigned is not None:
            return f"{OTHER[self.resigned][0].upper()}+R"
        return "" if self.score is None else format_result(self.score)

    @property
    def engine_name(self) -> str:
        """The engine with its level."""
        return f"{_ENGINE} {self.level}".rstrip()

    @property
    def is_saved(self) -> bool:
        """Whether the game is as it was when it was saved last, or has no moves."""
        return not self.game.moves or self._saved == self._state()

    def to_sgf(self) -> str:
        """Returns the game as an SGF record."""
        return self.game.to_sgf(
            black="" if self.you == "black" else self.engine_name,
            white="" if self.you == "white" else self.engine_name,
            result=self.result,
            date=datetime.date.today().isoformat(),
        )

    def was_saved(self) -> None:
        """Takes the news that the game is in a file."""
        self._saved = self._state()

    def _state(self) -> tuple[object, ...]:
        return (*self.game.moves, self.game.komi, self.result)


def seats_of(sgf: bytes) -> tuple[str | None, str]:
    """Returns the person's colour and the engine's level in a record that `Table.to_sgf` made.

    The colour is None if the engine has none; the level is "" for full strength.

    Raises SgfError if the record can't be read.
    """
    line = read_main_line(sgf)
    for you, player in (("white", line.black_name), ("black", line.white_name)):
        name, _, level = player.partition(" ")
        if name == _ENGINE:
            return you, level if level in LEVELS else ""
    return None, ""
