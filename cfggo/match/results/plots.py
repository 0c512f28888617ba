"""Ratings drawn with Matplotlib."""

import warnings
from io import StringIO
from typing import TYPE_CHECKING, Any

from cfggo.base.plotting import AS_IT_IS, add_legend, has_matplotlib
from cfggo.match.results.standings import Standings, rating_curves
from cfggo.match.results.statistics import elo_to_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH, _PLAYER_HEIGHT, _CURVES_HEIGHT = 9.0, 0.35, 3.6  # inches
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # letters as letters: smaller, and they can be searched for
    "svg.hashsalt": "cfggo",  # the same drawing gives the same bytes
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def ratings_svg(standings: Standings) -> str:
    """Returns ratings with intervals, and how they went, as an SVG element, "" without Matplotlib.

    There is no warning for letters that Matplotlib's own font lacks, such as Chinese ones: they are
    letters all the same, and the viewer has a font for them.
    """
    if not has_matplotlib():
        return ""
    from matplotlib import rc_context

    with rc_context(_STYLE), StringIO() as file, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph ")
        _figure(standings).savefig(
            file,
            format="svg",
            transparent=True,
            metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")),
        )
        text = file.getvalue()
    return text[text.index("<svg") :]


def _figure(standings: Standings) -> "Figure":
    from matplotlib.figure import Figure

    ranking = [name for name in standings.ranking if standings.rating(name) is not None]
    bars_height = _PLAYER_HEIGHT * len(ranking) + 0.8
    figure = Figure(figsize=(_WIDTH, bars_height + _CURVES_HEIGHT), layout="constrained")
    bars, curves = figure.subplots(2, 1, height_ratios=[bars_height, _CURVES_HEIGHT])

    zero = f"{standings.anchor} = 0" if standings.anchor else "mean = 0"
    for place, name in enumerate(ranking):
        rating = standings.rating(name)
        assert rating is not None
        bars.plot([rating.low, rating.high], [place, place], color=f"C{place % 10}", linewidth=3)
        bars.plot(rating.elo, place, "o", color=f"C{place % 10}")
        bars.annotate(
            elo_to_text(rating.elo), (rating.elo, place), xytext=(0, 5), ha="center",
            textcoords="offset points", fontsize=8,
        )  # fmt: skip
    bars.set_yticks(range(len(ranking)), ranking, **AS_IT_IS)
    bars.set_ylim(len(ranking) - 0.5, -0.7)
    bars.set_xlabel(f"Elo with 95% interval, {zero}", **AS_IT_IS)
    bars.grid(axis="x", alpha=0.3)

    games, elos = rating_curves(standings)
    for place, name in enumerate(ranking):
        curves.plot(games, elos[name], color=f"C{place % 10}")
    curves.set_xlabel("games")
    curves.set_ylabel(f"Elo, {zero}", **AS_IT_IS)
    curves.grid(alpha=0.3)
    if ranking:
        add_legend(curves, ranking, frameon=False, ncols=2, fontsize=8)
    return figure
