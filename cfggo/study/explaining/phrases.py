"""Distances, factors and ranks in words."""

from __future__ import annotations

from cfggo.base.said import Said, Spelled, said, said_n
from cfggo.base.words import two_digits
from cfggo.features.plain_groups import MAX_DISTANCE
from cfggo.features.shapes import shape_distance
from cfggo.go.points import BLACK, COLUMN_LETTERS, row_col_from_point

SIDES = {"black": said("Black"), "white": said("White")}
"""The names of the sides."""

YOU = said("You")
"""The page's name for a person who plays the engine."""

_RULES = {
    "chinese": said("Chinese rules"),
    "japanese": said("Japanese rules"),
    "aga": said("AGA rules"),
    "new-zealand": said("New Zealand rules"),
    "tromp-taylor": said("Tromp-Taylor rules"),
}


def as_said(name: str) -> str:
    """Returns a player's name in a record; the page's name for a person as a sentence."""
    return YOU if name == YOU else name


def points_words(points: float) -> Said:
    """Returns points as a game counts them, such as "1 point" or "7.5 points"."""
    return said_n("{n} point", "{n} points", n=f"{points:g}")


def rules_words(name: str) -> Said:
    """Returns the name of rules in a sentence: "Chinese rules"."""
    return _RULES.get(name) or said("{rules} rules", rules=name)


LAST_MOVE, MOVE_BEFORE = said("the last move"), said("the move before it")
"""The points from which `distance_to_text` gives distances."""


def distance_to_text(point: int, other: int, move: Said) -> Said:
    """Returns where a point is, seen from a move at another one: "next to the last move" ..."""
    (row, col), (other_row, other_col) = row_col_from_point(point), row_col_from_point(other)
    dx, dy = abs(col - other_col), abs(row - other_row)
    distance = shape_distance(dx, dy)
    if distance >= MAX_DISTANCE:
        return said("far from {move}", move=move)
    near = {
        2: said("next to {move}", move=move),
        3: said("diagonal to {move}", move=move),
        4: said("one point from {move}", move=move),
        5: said("a knight's move from {move}", move=move),
    }
    lines = Spelled(max(dx, dy))
    return near.get(distance) or said("{n} lines from {move}", n=lines, move=move)


def factor_to_text(factor: float) -> str:
    """Returns a factor as people read it: "x 41", "x 6.2", "x 0.031"."""
    return f"x {two_digits(factor)}"


def factor_of_text(text: str) -> float:
    """Returns the factor that `factor_to_text` has written."""
    return float(text.removeprefix("x ").replace(",", ""))


def no_such_point(vertex: str, size: int) -> Said:
    """Returns that a board has no such point, and which points it has."""
    values = {"vertex": repr(vertex), "last": f"{COLUMN_LETTERS[size - 1]}{size}"}
    if size < 9:
        return said(
            "there is no point {vertex} on this board: its points go from A1 to {last}", **values
        )
    return said(
        "there is no point {vertex} on this board: its points go from A1 to {last}, "
        "without a letter I",
        **values,
    )


def illegal_move(colour: int, vertex: str, reason: str) -> Said:
    """Returns that a move is illegal; reason: as `cfggo.go.game.Game.why_illegal` says it."""
    reasons = {
        "occupied": said("occupied"),
        "ko": said("ko"),
        "suicide": said("suicide"),
        "superko": said("superko"),
        "off board": said("off board"),
    }
    values = {"vertex": vertex, "reason": reasons[reason]}
    if colour == BLACK:
        return said("illegal move: black {vertex} ({reason})", **values)
    return said("illegal move: white {vertex} ({reason})", **values)
