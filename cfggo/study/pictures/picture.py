"""The parts of pictures: the position that they show, what is drawn, what is written below."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from cfggo.go.game import Game
from cfggo.go.points import COLOUR_NAMES, PASS, format_vertex
from cfggo.study.pictures.board_svg import place
from cfggo.study.pictures.svg import VERMILLION, element, group

_CORNERS = element(
    "path",
    d="M-.49-.22V-.49H-.22M.22-.49H.49V-.22M.49 .22V.49H.22M-.22 .49H-.49V.22",
    fill="none",
    stroke=VERMILLION,
    stroke_width=0.08,
)
"""The corners of a square round (0, 0)."""

_NAME_WIDTH = 24
"""Letters of a player's name that are shown, of which Chinese ones count two."""


@dataclass(frozen=True)
class Scene:
    """A position that pictures show.

    Public attributes:
      game                   -- Game, in this position
      number                 -- int, moves before it
      black_name, white_name -- the players, "" where they are unknown
      next_point             -- point or PASS that was played next, or None if nothing was
    """

    game: Game
    number: int
    black_name: str = ""
    white_name: str = ""
    next_point: int | None = None

    @property
    def to_play(self) -> str:
        """The side to move, as "Black" or "White"."""
        return colour_name(self.game.to_play)

    @property
    def words(self) -> str:
        """Which game, which move, and who is to play."""
        when = f"after move {self.number}" if self.number else "at the start"
        if self.game.moves:
            colour, point = self.game.moves[-1]
            when += f" ({colour_name(colour)} {format_vertex(point)})"
        when += f", {self.to_play} to play"
        if self.black_name or self.white_name:
            names = f"{_short(self.black_name)} (Black) – {_short(self.white_name)} (White)"
            return f"{names}, {when}"
        return when[0].upper() + when[1:]


@dataclass(frozen=True)
class Key:
    """One entry of a legend.

    Public attributes:
      symbol -- SVG elements round (0, 0), in units of the distance between two lines
      words  -- what it stands for
    """

    symbol: str
    words: str


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Public attributes:
      symbol -- SVG elements round (0, 0), in units of the distance between two lines
      cells  -- texts
      share  -- from 0 to 1, how long a bar lies behind it
    """

    symbol: str
    cells: Sequence[str]
    share: float


@dataclass(frozen=True)
class MoveTable:
    """Rows below a board.

    Public attributes:
      heads -- what stands above the cells
      ends  -- where a column ends, as a share of the width, if it is flush right; negative: where
               it begins, if it is flush left
      rows  -- list of Row
    """

    heads: Sequence[str]
    ends: Sequence[float]
    rows: Sequence[Row]


@dataclass(frozen=True)
class Picture:
    """One picture of a position.

    Public attributes:
      heading     -- what it shows, in a few words
      scene       -- Scene
      drawing     -- SVG elements: the board and what is on it, in the units of `board_svg`
      legend      -- list of Key
      table       -- MoveTable, or None
      notes       -- sentences for below the board
      description -- what can be seen, in words, for those who can't see it
    """

    heading: str
    scene: Scene
    drawing: str
    description: str
    legend: Sequence[Key] = ()
    table: MoveTable | None = None
    notes: Sequence[str] = ()


def next_mark(scene: Scene) -> str:
    """Returns the mark of the move that was played next, "" if none was on the board."""
    point = scene.next_point
    if point is None or point == PASS:
        return ""
    x, y = place(point, scene.game.size)
    return group(_CORNERS, transform=f"translate({x} {y})")


def next_key(scene: Scene) -> list[Key]:
    """Returns the legend's entry for `next_mark`, none if there is no mark."""
    return [Key(_CORNERS, "played in the game")] if next_mark(scene) else []


def colour_name(colour: int) -> str:
    """Returns "Black" or "White"."""
    return COLOUR_NAMES[colour].capitalize()


def _short(name: str) -> str:
    """Returns a name without what there is no room for, "?" if it is unknown."""
    shown = ""
    room = _NAME_WIDTH
    for letter in " ".join(name.split()):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return f"{shown.rstrip()}…"
        shown += letter
    return shown or "?"
