"""A line, who plays it and how it ended: what is kept of a game that a variation leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from cfggo.base.words import points_counted
from cfggo.interfaces.browser.line import Line
from cfggo.interfaces.browser.record import sgf_of
from cfggo.study.games.played_game import OTHER, PlayedGame, handicap_words
from cfggo.study.games.records import YOU, Origin, Player, engine_name


class Played(PlayedGame):
    """A line that is played, by whom, and how it ended.

    Public attributes, besides those of PlayedGame:
      line   -- Line, of `game`
      engine -- the engine's colour, None if people play both
      level  -- of the engine, "" for full strength
    """

    def __init__(
        self, line: Line, engine: str | None, level: str, origin: Origin | None = None
    ) -> None:
        """Makes it of a line; origin: the record that was opened, None for a game begun here."""
        super().__init__(line.game, origin.result if origin else "", origin and origin.tree)
        self.line = line
        self.engine = engine
        self.level = level
        self._origin = origin

    @property
    def is_the_engines_turn(self) -> bool:
        """Whether the engine is to play."""
        return not self.is_over and self.game.to_play == self.engine

    @property
    def players(self) -> dict[str, Player]:
        """Who plays, by colour; a record's names stay where the engine has not sat down."""
        named = self._origin.players if self._origin else {}
        people = {
            colour: Player(YOU if self.engine else colour.capitalize()) for colour in OTHER
        } | {colour: player for colour, player in named.items() if any(player)}
        engine = {} if self.engine is None else {self.engine: Player(engine_name(self.level))}
        return people | engine

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play. Raises CfggoError if it is illegal."""
        self.line.play(vertex)
        self.tree.play(*self.game.rules_game.moves[-1])

    def branch(self, n: int) -> Played:
        """Returns a variation of it, after its first n moves."""
        variation = self.reopened(n)
        variation._given = ""
        variation._origin = self._origin and self._origin._replace(date="")
        return variation

    def reopened(self, n: int) -> Played:
        """Returns it as it was after its first n moves, to go on with."""
        earlier = copy(self)
        earlier.line, earlier.tree = self.line.at(n), self.tree.copy()
        earlier.tree.back(len(self.line.moves) - n)
        earlier.game = earlier.line.game
        earlier.reopen()
        return earlier

    def conditions(self) -> str:
        """Returns board, komi and rules in words, and what the record says of its game."""
        game = self.game
        words = (
            f"{game.size}×{game.size}",
            f"komi {game.komi:g}",
            f"{game.rules_game.rules.name} rules",
        )
        conditions = ", ".join(filter(None, (*words, handicap_words(game))))
        doubts = self._origin.doubts if self._origin else ()
        sentences = tuple(filter(None, (self.outcome_words, *doubts)))
        return " ".join((f"{conditions}.", *sentences)) if sentences else conditions

    def ending(self) -> str | None:
        """Returns how the game ended, in words, None while nobody has won it yet."""
        if self.resigned is not None:
            return f"{self.resigned.capitalize()} resigns: {OTHER[self.resigned].capitalize()} wins"
        if self.needs_judge:
            return "Both passed: counting …"
        score = self.score
        if score is None:
            return None
        if score == 0:
            return "A draw"
        return f"{'Black' if score > 0 else 'White'} wins by {points_counted(abs(score))}"

    def counted(self) -> dict[str, Any] | None:
        """Returns the score after two passes as the page shows it, None before."""
        if self.score is None or self.dead is None:
            return None
        n = len(self.dead)
        words = f"{n} stone{'s' if n > 1 else ''} taken off as dead." if n else "All stones live."
        if self.can_have_dead:
            words += " Click a chain that is judged wrongly."
        if self.given not in ("", self.counted_result):
            words += f" The record says {self.given_words}."
        return {
            "score": self.score,
            "text": self.ending(),
            "words": words,
            "dead": self.dead,
            "owners": self.game.owners(self.dead).tolist(),
        }

    def sgf(self, evaluations: Sequence[Mapping[str, Any] | None]) -> bytes:
        """Returns the record; evaluations as `cfggo.interfaces.browser.record.sgf_of` takes them.

        A record that was opened keeps its date while its moves are there, and its result while no
        move changes it.
        """
        date = self._origin.date if self._origin and self.goes_on else ""
        return sgf_of(self.game, self.players, evaluations, self.result, date)
