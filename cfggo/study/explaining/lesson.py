"""The lesson of a move that lost points, and the variations that it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from cfggo.base.said import said_from_json
from cfggo.go.points import format_vertex, parse_vertex

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Lesson:
    """The lesson of a move.

    Public attributes:
      move    -- vertex, or "pass"
      better  -- vertex, or "pass"
      answer  -- the variation that follows the move, the opponent's answer first
      line    -- the variation that begins with the better move
      fears   -- sentences on what the answer does
      wins    -- sentences on what the better move does
      sees    -- sentences on what a strong player sees
      where   -- the part of the board in which the better move is, in words
      points  -- vertices of the groups that the sentences are about
    """

    move: str
    better: str
    answer: tuple[str, ...]
    line: tuple[str, ...]
    fears: tuple[str, ...]
    wins: tuple[str, ...]
    sees: tuple[str, ...]
    where: str
    points: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns it as a JSON object."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in vars(self).items()
        }

    @classmethod
    def from_json(cls, value: Any, size: int) -> Self:
        """Returns what `said_to_json` has made of `to_json`, on a board of a size.

        Raises ValueError if it is anything else.
        """
        try:
            vertices = {
                name: tuple(_checked(vertex, size) for vertex in value[name])
                for name in ("answer", "line", "points")
            }
            sentences = {
                name: tuple(map(said_from_json, value[name])) for name in ("fears", "wins", "sees")
            }
            return cls(
                move=_checked(value["move"], size),
                better=_checked(value["better"], size),
                where=said_from_json(value["where"]),
                **vertices,
                **sentences,
            )
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError("no lesson") from error


@dataclass(frozen=True)
class Variation:
    """A search's expectations of a position.

    Public attributes:
      moves  -- vertices, the most visited move first
      owners -- float[size, size] from +1 for Black to -1 for White, the top row first: who owns the
                points after it
    """

    moves: Sequence[str]
    owners: np.ndarray


def _checked(vertex: str, size: int) -> str:
    """Returns a vertex. Raises ValueError if it is none of a board of that size."""
    return format_vertex(parse_vertex(vertex, size))
