"""The figure of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.plotting import add_legend, require_plot
from cfggo.papers.claim import Claim, Panel, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HERE, PAPER = "C0", "C1"
"""Colours of what was measured here, and of the paper's values."""


def draw(paths: Sequence[Path], claim: Claim, result: Result) -> None:
    """Draws a claim's panels, or else its rows, into files of the type of their suffixes.

    Raises CfggoError if a file can't be written or Matplotlib is not installed.
    """
    for path in paths:
        require_plot(path)
    from matplotlib.figure import Figure

    panels = result.panels
    size = (6.0 * len(panels), 5.0) if panels else (8.0, 1.8 + 0.4 * len(result.rows))
    figure = Figure(figsize=size, layout="constrained")
    if panels:
        for axes, panel in zip(
            figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True
        ):
            _draw_panel(axes, panel)
    else:
        _draw_rows(figure.subplots(), claim, result)
    figure.suptitle(claim.title)
    for path in paths:
        try:
            figure.savefig(path)
        except OSError as error:
            raise CfggoError(f"{path}: can't write the figure: {error.strerror}") from error


def _draw_panel(axes: Axes, panel: Panel) -> None:
    for number, curve in enumerate(panel.curves):
        colour, style = f"C{number % 10}", "--" if curve.is_of_paper else "-"
        marker = "." if len(curve.x) <= 20 else ""
        axes.plot(curve.x, curve.y, color=colour, linestyle=style, marker=marker)
        if curve.low:
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.2, linewidth=0)
    axes.set(xlabel=panel.across, ylabel=panel.up)
    axes.grid(alpha=0.3)
    if panel.by_doublings:
        axes.set_xscale("log", base=2)
    if panel.in_percent:
        _in_percent(axes.yaxis)
    add_legend(axes, [curve.name for curve in panel.curves], loc="best")


def _draw_rows(axes: Axes, claim: Claim, result: Result) -> None:
    """Draws each row as a dot with its interval, beside the paper's value."""
    rows = result.rows
    scale = 100 if claim.in_percent else 1
    for i, row in enumerate(rows):
        sides = [[scale * (row.value - row.low)], [scale * (row.high - row.value)]]
        axes.errorbar([scale * row.value], [i], xerr=sides, fmt="o", color=HERE, capsize=3)
        value = claim.published.get(row.name)
        if isinstance(value, float | int):
            axes.plot([value], [i], "D", color=PAPER)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("percent" if claim.in_percent else claim.title)
    axes.grid(alpha=0.3, axis="x")
    axes.plot([], [], "o", color=HERE, label="here, with 95% interval")
    axes.plot([], [], "D", color=PAPER, label="the paper")
    axes.legend(loc="best")


def _in_percent(axis: object) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0))  # type: ignore[attr-defined]
