"""Who owns the points, by playouts or by a field, drawn as a map: squares, the larger the surer."""

from __future__ import annotations

import numpy as np

from cfggo.go.points import BLACK, EMPTY, WHITE, board_points, format_vertex
from cfggo.go.scoring import format_lead
from cfggo.search.report import SearchReport
from cfggo.study.pictures.board_svg import STONE, STONE_COLOURS, place, position
from cfggo.study.pictures.picture import Key, Picture, Scene
from cfggo.study.pictures.svg import circle, element, group

_LARGEST = 0.62
"""Side of the square of a sure owner."""

_SMALLEST = 0.04
"""Side of the smallest square that is drawn."""

_COLOURS = {
    BLACK: {"fill": "#000", "stroke": "#f2f2f2"},
    WHITE: {"fill": "#fff", "stroke": "#3c3c3c"},
}
"""Attributes of squares; the outlines show them on stones of the same colour."""

_MARK = 0.4
"""Radius of the mark of the last move, which the square must not hide."""

_DOUBTFUL = 0.5
"""A stone that belongs to the other side more than this is probably dead."""


def ownership_picture(scene: Scene, ownership: np.ndarray, report: SearchReport) -> Picture:
    """Returns the picture of the owners of a position's points.

    ownership -- float32[N_POINTS], from +1 for Black to -1 for White, as `Searcher.ownership`
    report    -- of the search whose playouts they are
    """
    size = scene.game.size
    balance = float(ownership[board_points(size)].sum())
    score = report.score if report.colour == BLACK else -report.score  # of the same playouts
    counted = (
        f"Owners at the end of {report.playouts:,} playouts of a search. Points of the board: "
        f"Black {(size**2 + balance) / 2:.1f}, White {(size**2 - balance) / 2:.1f}; with komi "
        f"{format_lead(score)}."
    )
    return _owners_picture(scene, ownership, "Ownership: whose points these will be", counted)


def territory_picture(scene: Scene, ownership: np.ndarray) -> Picture:
    """Returns the picture of the owners of a position's points by a territory field.

    ownership -- float32[N_POINTS], as `Territory.owners`
    """
    game = scene.game
    size = game.size
    balance = float(ownership[board_points(size)].sum())
    lead = balance - game.komi - game.rules.points_for_handicap(game.handicap)
    counted = (
        "Owners by a territory field, which looks at chains and empty regions and plays nothing "
        f"out. Points of the board: Black {(size**2 + balance) / 2:.1f}, White "
        f"{(size**2 - balance) / 2:.1f}; with komi "
        f"{format_lead(lead)}."
    )
    return _owners_picture(scene, ownership, "Territory: whose points these are", counted)


def _owners_picture(scene: Scene, ownership: np.ndarray, heading: str, counted: str) -> Picture:
    """Returns the picture of owners; counted: what they come to, in words."""
    board = scene.game.boards[0]
    size = scene.game.size
    points = board_points(size)
    squares = ""
    for colour, side in ((BLACK, 1), (WHITE, -1)):
        squares += group(
            *(
                _square(*place(point, size), float(side * ownership[point]))
                for point in points
                if side * ownership[point] * _LARGEST >= _SMALLEST
            ),
            **_COLOURS[colour],
            stroke_width=0.05,
        )
    dead = [
        point
        for point in points
        if board["colour"][point] != EMPTY
        and ownership[point] * (1 if board["colour"][point] == BLACK else -1) < -_DOUBTFUL
    ]
    return Picture(
        heading=heading,
        scene=scene,
        drawing=position(board, _MARK) + squares,
        description=counted + _dead_words(dead),
        legend=[
            *(
                Key(_key(colour, share), words)
                for colour, share, words in (
                    (BLACK, 1, "surely Black's"),
                    (BLACK, 0.5, "rather Black's"),
                    (WHITE, 0.5, "rather White's"),
                    (WHITE, 1, "surely White's"),
                )
            ),
            Key(_dead_key(), "a black stone, probably dead"),
        ],
        notes=[counted],
    )


def _square(x: float, y: float, certainty: float) -> str:
    """Returns a square round a place."""
    side = _LARGEST * min(certainty, 1.0)
    return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side)


def _key(colour: int, certainty: float) -> str:
    return group(_square(0, 0, certainty), **_COLOURS[colour], stroke_width=0.05)


def _dead_key() -> str:
    return circle(0, 0, STONE, **STONE_COLOURS[BLACK], stroke_width=0.04) + _key(WHITE, 0.9)


def _dead_words(dead: list[int]) -> str:
    """Returns which stones are probably dead, in words."""
    if not dead:
        return ""
    return f" Stones that are probably dead: {', '.join(map(format_vertex, dead))}."
