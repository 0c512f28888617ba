"""A line and how it ended: what is kept of a game that a variation leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cfggo.browser.line import Line
from cfggo.browser.record import sgf_of
from cfggo.browser.view import graph_view, owners_view
from cfggo.errors import CfggoError

OTHER = {"black": "white", "white": "black"}
"""The opponent of each colour."""


@dataclass
class Played:
    """A line that is played, and how it ended.

    Public attributes:
      line     -- Line
      resigned -- the colour that has given up, or None
      dead     -- vertices of the stones that count as dead after two passes, or None if not known
      names    -- what the record calls the players, by colour; empty for a game begun here
    """

    line: Line
    resigned: str | None = None
    dead: tuple[str, ...] | None = None
    names: dict[str, str] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether somebody has given up, or both have passed."""
        return self.resigned is not None or self.line.game.is_over

    @property
    def is_scored(self) -> bool:
        """Whether both have passed, so that points decide."""
        return self.resigned is None and self.line.game.is_over

    @property
    def needs_judge(self) -> bool:
        """Whether the dead stones are still to be found."""
        return self.is_scored and self.dead is None

    @property
    def has_no_dead(self) -> bool:
        """Whether the rules take all stones for alive."""
        return self.line.game.rules_game.rules.all_stones_alive

    @property
    def score(self) -> float | None:
        """Black's points minus White's, None before the end."""
        if not self.is_scored or self.dead is None:
            return None
        return self.line.game.score(self.dead)

    def toggle_dead(self, vertex: str) -> None:
        """Says that a chain is dead, or that it lives.

        Raises CfggoError if there is none, or the game is not over.
        """
        if not self.is_scored:
            raise CfggoError("dead stones are judged when both have passed")
        dead, chain = set(self.dead or ()), self._chain(vertex)
        self.dead = tuple(sorted(dead - chain if chain & dead else dead | chain))

    def _chain(self, vertex: str) -> set[str]:
        for chain in graph_view(self.line.game)["vertices"]:
            if vertex.upper() in chain["points"] and chain["colour"] != "empty":
                return set(chain["points"])
        raise CfggoError("there is no stone")

    def conditions(self) -> str:
        """Returns board, komi and rules in words."""
        game = self.line.game
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

    def result(self) -> dict[str, Any] | None:
        """Returns the score after two passes as the page shows it, None before."""
        if self.score is None or self.dead is None:
            return None
        n = len(self.dead)
        words = f"{n} stone{'s' if n > 1 else ''} taken off as dead." if n else "All stones live."
        if not self.has_no_dead:
            words += " Click a chain that is judged wrongly."
        return {
            "score": self.score,
            "text": self.ending(),
            "words": words,
            "dead": list(self.dead),
            "owners": owners_view(self.line.game, self.dead),
        }

    def sgf(
        self, names: Mapping[str, str], evaluations: Sequence[Mapping[str, Any] | None]
    ) -> bytes:
        """Returns the record; names and evaluations as `cfggo.browser.record.sgf_of` takes them."""
        game = self.line.game.rules_game
        return sgf_of(game, names, evaluations, self.resigned, self.score)
