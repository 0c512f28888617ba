"""The count of a finished game, point by point, as people write it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cfggo.study.api.game import Game


@dataclass(frozen=True)
class Row:
    """One line of a count: what is counted, and the points of each side.

    Public attributes:
      what         -- "stones", "territory", "prisoners", "dead", "komi" or "handicap"
      black, white -- float
    """

    what: str
    black: float
    white: float


def count_of(game: Game, dead: Iterable[str]) -> list[Row]:
    """Returns the rows of a count, whose sums are the two sides' points.

    Area rules count living stones and territory; territory rules count territory, the stones that
    were captured and those that are dead.  Komi and what White gets for a handicap follow where
    there are any.  Black's sum minus White's is `game.score(dead)`.

    dead -- vertices of stones; their whole chains are dead

    Raises CfggoError if a vertex has no stone.
    """
    dead = list(dead)
    owners = game.owners(dead)
    graph = game.graph()
    lost = {stone for vertex in dead for stone in graph.at(vertex).points}
    living = Counter(colour for vertex, colour in game.stones.items() if vertex not in lost)
    dead_of = Counter(game.stones[vertex] for vertex in lost)
    black, white = int((owners == 1).sum()), int((owners == -1).sum())
    rules = game.rules_game.rules
    rows = [Row("territory", black - living["black"], white - living["white"])]
    if rules.scoring == "area":
        rows.insert(0, Row("stones", living["black"], living["white"]))
    else:
        rows.append(Row("prisoners", game.captures["black"], game.captures["white"]))
        rows.append(Row("dead", dead_of["white"], dead_of["black"]))
    rows.append(Row("komi", 0, game.komi))
    rows.append(Row("handicap", 0, rules.points_for_handicap(game.handicap)))
    return [row for row in rows if row.black or row.white or row.what == "territory"]
