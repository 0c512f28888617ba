"""A line and how it ended: what is kept of a game that a variation leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cfggo.browser.line import Line
from cfggo.browser.record import sgf_of
from cfggo.study.played_game import OTHER, PlayedGame


class Played(PlayedGame):
    """A line that is played, and how it ended.

    Public attributes, besides those of PlayedGame:
      line  -- Line, of `game`
      names -- what the record calls the players, by colour; empty for a game begun here
    """

    def __init__(self, line: Line, names: Mapping[str, str] | None = None) -> None:
        super().__init__(line.game)
        self.line = line
        self.names = names or {}

    def conditions(self) -> str:
        """Returns board, komi and rules in words."""
        game = self.game
        words = [f"{game.size}×{game.size}", f"komi {game.komi:g}", f"{game.rules} rules"]
        if game.handicap:
            words.append(f"handicap {game.handicap}")
        return ", ".join(words)

    def ending(self) -> str | None:
        """Returns how the game ended, in words, None while nobody has won it yet."""
        if self.resigned is not None:
            return f"{self.resigned.capitalize()} resigns: {OTHER[self.resigned]} wins"
        if self.needs_judge:
            return "Both passed: counting …"
        score = self.score
        if score is None:
            return None
        if score == 0:
            return "A draw"
        return f"{'Black' if score > 0 else 'White'} wins by {abs(score):g} points"

    def counted(self) -> dict[str, Any] | None:
        """Returns the score after two passes as the page shows it, None before."""
        if self.score is None or self.dead is None:
            return None
        n = len(self.dead)
        words = f"{n} stone{'s' if n > 1 else ''} taken off as dead." if n else "All stones live."
        if self.can_have_dead:
            words += " Click a chain that is judged wrongly."
        return {
            "score": self.score,
            "text": self.ending(),
            "words": words,
            "dead": self.dead,
            "owners": self.game.owners(self.dead).tolist(),
        }

    def sgf(
        self, names: Mapping[str, str], evaluations: Sequence[Mapping[str, Any] | None]
    ) -> bytes:
        """Returns the record; names and evaluations as `cfggo.browser.record.sgf_of` takes them."""
        return sgf_of(self.game, names, evaluations, self.result)
