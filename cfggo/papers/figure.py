"""The figure of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from cfggo.base.errors import naming
from cfggo.base.plotting import add_legend
from cfggo.papers.claim import Claim, Diagram, Panel, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_ACROSS = 3
"""Panels beside each other."""

_LARGEST_LETTERS, _TITLE_WIDTH = 11, 52

_MOST_DOTS = 20
"""Of a line with more points each point has no mark of its own."""

SHAPES = {
    "stone": (64, 0.47, 0.0),
    "square": (4, 0.5, pi / 4),
    "diamond": (4, 0.45, 0.0),
    "point": (64, 0.12, 0.0),
    "text": (64, 0.0, 0.0),
}
"""Shapes of marks in diagrams: regular polygons, by corners, radius and angle."""


def draw(paths: Sequence[Path], claim: Claim, result: Result) -> None:
    """Draws a claim's panels, and its rows if none has curves, into files of the type of their
    suffixes.

    Raises CfggoError if a file can't be written. Matplotlib must be installed.
    """
    from matplotlib.figure import Figure

    has_rows = not any(isinstance(part, Panel) for part in result.panels)
    n = has_rows + len(result.panels)
    across = min(n, _MOST_ACROSS)
    down = -(-n // _MOST_ACROSS)
    size = (6.0 * across, 5.0 * down) if n > 1 else (8.0, 1.8 + 0.4 * len(result.rows))
    figure = Figure(figsize=size, layout="constrained")
    places = iter(figure.subplots(down, across, squeeze=False).flat)
    if has_rows:
        _draw_rows(next(places), claim, result)
    for part in result.panels:
        if isinstance(part, Panel):
            _draw_panel(next(places), part)
        else:
            _draw_diagram(next(places), part)
    for axes in places:
        axes.axis("off")
    figure.suptitle(fill(claim.title, int(9 * size[0])))
    for path in paths:
        with naming(f"{path}: can't write the figure"):
            figure.savefig(path)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import PercentFormatter

    colours: dict[str, str] = {}
    for curve in panel.curves:
        style, marker = ("--", "D") if "the paper" in curve.name else ("-", ".")
        marker = marker if len(curve.x) <= _MOST_DOTS else ""
        colour = colours.setdefault(curve.name.removesuffix(", the paper"), f"C{len(colours)}")
        axes.plot(curve.x, curve.y, color=colour, linestyle=style, marker=marker)
        if curve.intervals:
            lows, highs = zip(*curve.intervals, strict=True)
            axes.fill_between(curve.x, lows, highs, color=colour, alpha=0.2, linewidth=0)
    axes.set(xlabel=panel.across, ylabel=panel.up)
    axes.grid(alpha=0.3)
    if panel.by_doublings:
        axes.set_xscale("log", base=2)
        axes.set_xticks(panel.curves[0].x, [f"{x:,g}" for x in panel.curves[0].x])
    if panel.in_percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    add_legend(axes, [curve.name for curve in panel.curves], loc="best")


def _draw_diagram(axes: Axes, diagram: Diagram) -> None:
    from matplotlib.patches import RegularPolygon

    for x, y, to_x, to_y in diagram.lines:
        axes.plot([x, to_x], [y, to_y], color="0.5", linewidth=0.7, zorder=0)
    axes.set_title(fill(diagram.title, _TITLE_WIDTH), size=_LARGEST_LETTERS)
    axes.axis("off")
    places = [line[:2] for line in diagram.lines] + [mark[:2] for mark in diagram.marks]
    limits = [(min(values) - 0.6, max(values) + 0.6) for values in zip(*places, strict=True)]
    axes.set(aspect="equal", xlim=limits[0], ylim=limits[1])
    letters = min(_LARGEST_LETTERS, 130 / max(high - low for low, high in limits))
    for x, y, shape, colour, text in diagram.marks:
        corners, radius, angle = SHAPES[shape]
        polygon = RegularPolygon((x, y), corners, radius=radius, orientation=angle)
        polygon.set(facecolor=colour, edgecolor="black", linewidth=0.7)
        axes.add_patch(polygon)
        ink = "white" if colour == "black" else "black"
        axes.text(x, y, text, color=ink, size=letters, ha="center", va="center_baseline")


def _draw_rows(axes: Axes, claim: Claim, result: Result) -> None:
    """Draws each row as a dot with its interval, beside the paper's value."""
    scale = 100 if claim.in_percent else 1
    for i, row in enumerate(result.rows):
        sides = [[scale * (row.value - row.low)], [scale * (row.high - row.value)]]
        axes.errorbar([scale * row.value], [i], xerr=sides, fmt="o", color="C0", capsize=3)
        value = claim.published.get(row.name)
        if isinstance(value, float | int):
            axes.plot([value], [i], "D", color="C1")
    axes.set_yticks(range(len(result.rows)), [row.name for row in result.rows])
    axes.set_ylim(len(result.rows) - 0.5, -0.5)
    axes.set_xlabel("percent" if claim.in_percent else claim.title)
    axes.grid(alpha=0.3, axis="x")
    axes.plot([], [], "o", color="C0", label="here, with 95% interval")
    if any(isinstance(value, float | int) for value in claim.published.values()):
        axes.plot([], [], "D", color="C1", label="the paper")
    axes.legend(loc="best")
