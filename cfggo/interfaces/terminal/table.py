"""A game at the board: who plays what, and what is saved."""

from __future__ import annotations

import datetime

from cfggo.base.errors import CfggoError
from cfggo.study.api.game import Game
from cfggo.study.games.played_game import OTHER, PlayedGame
from cfggo.study.games.records import Origin, Player, engine_name

RESIGNATIONS = {"W+R": "black", "B+R": "white"}
"""Who has resigned, by the result."""


class Table(PlayedGame):
    """A game between a person and the engine.

    Public attributes, besides those of PlayedGame:
        you   -- "black" or "white"; the engine has the other colour
        level -- name of the engine's level, "" for full strength
    """

    def __init__(
        self,
        game: Game,
        you: str,
        level: str,
        *,
        origin: Origin | None = None,
        is_yours: bool = False,
    ) -> None:
        """Sits two players down.

        origin   -- what the record says that the game is from, None for a new game
        is_yours -- whether that is a game between the two: who resigned in it has resigned, while
                    in another's game you play on in a player's place
        """
        result = origin.result if origin else ""
        resigned = RESIGNATIONS.get(result) if is_yours else None
        super().__init__(game, "" if resigned else result, origin and origin.tree)
        self.resigned = resigned
        self.you = you
        self.level = level
        self._date = origin.date if origin else ""
        self._players = origin.players if origin and not is_yours else None
        self._saved = self._state()

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
        else:
            super().play(vertex)

    def undo(self) -> None:
        """Takes back your resignation, or else your last move and what came after it.

        Raises CfggoError if there is no such move.
        """
        n = self.n_to_undo(OTHER[self.you])
        if n is None:
            raise CfggoError("no move of yours to take back")
        self.tree.back(n)
        for _ in range(n):
            self.game.undo()
        self.reopen()

    def swap(self) -> None:
        """Changes the colours of person and engine."""
        self.you = OTHER[self.you]

    @property
    def engine_name(self) -> str:
        """The engine with its level."""
        return engine_name(self.level)

    @property
    def is_saved(self) -> bool:
        """Whether the game is as it was when it was saved last, or has no moves."""
        return not self.game.moves or self._saved == self._state()

    def to_sgf(self) -> str:
        """Returns the game as an SGF record, in which another's game keeps its players' names."""
        players = self._players or {OTHER[self.you]: Player(self.engine_name)}
        black, white = (players.get(colour, Player("")) for colour in ("black", "white"))
        return self.game.to_sgf(
            black=black.name,
            white=white.name,
            black_rank=black.rank,
            white_rank=white.rank,
            result=self.result,
            date=self._date if self._date and self.goes_on else datetime.date.today().isoformat(),
        )

    def was_saved(self) -> None:
        """Takes the news that the game is in a file."""
        self._saved = self._state()

    def _state(self) -> tuple[object, ...]:
        return (*self.game.moves, self.game.komi, self.result)
