"""The tree policy, drawn on the board: probabilities as areas of discs."""

from __future__ import annotations

import numpy as np

from cfggo.base.words import percent_down_to_tenths
from cfggo.go.points import PASS, board_points, format_vertex
from cfggo.study.pictures.board_svg import WOOD, place, position
from cfggo.study.pictures.picture import Key, Picture, Scene, next_key, next_mark
from cfggo.study.pictures.svg import BLUE, INK, circle, group, label, texts

_LARGEST = 0.47
"""Radius of the likeliest move's disc."""

_SMALLEST = 0.012
"""Radius of the smallest disc that can be seen."""

_LABELLED = 0.015
"""Probability from which on a disc has its percents."""

_TEXT = 0.33

_ROOMY = 0.24
"""Radius from which on a number fits into a disc; the number of a smaller one stands below it."""

_SAMPLES = (1, 4, 16)
"""The discs of the legend: fractions of the largest probability."""

_NAMED = 5
"""Moves that are named in words."""


_HALO = {
    "fill": INK,
    "stroke": WOOD,
    "stroke_width": "0.12",
    "stroke_linejoin": "round",
    "paint_order": "stroke",
}
"""Attributes of a number on the board, which keeps lines away from it."""


def policy_picture(scene: Scene, policy: np.ndarray) -> Picture:
    """Returns the picture of the probabilities of a position's moves.

    policy -- float64[N_POINTS], PASS among them, as `Searcher.policy` returns it
    """
    size = scene.game.size
    points = sorted(board_points(size), key=lambda point: -policy[point])
    largest = max(float(policy[points[0]]), 1e-9)
    discs, inside, outside = [], [], []
    for point in points:
        probability = float(policy[point])
        radius = _radius(probability / largest)
        if radius < _SMALLEST:
            break
        x, y = place(point, size)
        discs.append(circle(x, y, radius))
        if probability >= _LABELLED:
            words = f"{100 * probability:.0f}"
            if radius >= _ROOMY:
                inside.append(label(x, y, words, _TEXT))
            else:
                outside.append(label(x, y + radius + 0.19, words, _TEXT))
    drawing = (
        position(scene.game.boards[0])
        + group(*discs, fill=BLUE)
        + texts(*inside, size=_TEXT, text_anchor="middle", fill="#fff")
        + texts(*outside, size=_TEXT, text_anchor="middle", **_HALO)
        + next_mark(scene)
    )
    legend = [
        Key(circle(0, 0, _radius(1 / part), fill=BLUE), percent_down_to_tenths(largest / part))
        for part in _SAMPLES
    ]
    return Picture(
        heading="Policy: how likely each move is",
        scene=scene,
        drawing=drawing,
        description=_description(points, policy),
        legend=[*legend, *next_key(scene)],
        notes=_notes(scene, points, policy),
    )


def _radius(share: float) -> float:
    """Returns the radius of a disc whose area is a share of the largest one's."""
    return _LARGEST * float(np.sqrt(share))


def _description(points: list[int], policy: np.ndarray) -> str:
    likely = ", ".join(
        f"{format_vertex(point)} {_share(policy, point)}" for point in points[:_NAMED]
    )
    return f"The likeliest moves are {likely}; a pass has {_share(policy, PASS)}."


def _notes(scene: Scene, points: list[int], policy: np.ndarray) -> list[str]:
    notes = [f"Numbers are percents. A pass has {_share(policy, PASS)}."]
    point = scene.next_point
    if point is not None and point != PASS:
        notes[0] += (
            f" {format_vertex(point)}, which was played, has {_share(policy, point)}: "
            f"number {points.index(point) + 1} of the moves on the board."
        )
    return notes


def _share(policy: np.ndarray, point: int) -> str:
    return percent_down_to_tenths(float(policy[point]))
