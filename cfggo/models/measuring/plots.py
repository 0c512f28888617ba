"""Pictures of how well policies predict: figures 6 and 7 of the CFG-patterns paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cfggo.base.errors import naming
from cfggo.base.plotting import add_legend, require_plot
from cfggo.models.measuring.prediction import MAX_RANK, N_PHASES, PHASE_MOVES, Prediction


def plot_predictions(path: Path, predictions: Sequence[tuple[str, Prediction]]) -> None:
    """Draws predictions side by side into a file of the type of its suffix.

    On the left the share of moves within the first n ranks, on the right the mean log-likelihood by
    phase of the game; bands and bars are 95% confidence intervals by game.

    predictions -- pairs (name, Prediction)

    Raises CfggoError if the file can't be written or Matplotlib is not installed.
    """
    require_plot(path)
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    figure = Figure(figsize=(12, 5), layout="constrained")
    shares, phases = figure.subplots(1, 2)
    ranks = np.arange(1, MAX_RANK + 1)
    starts = np.arange(N_PHASES) * PHASE_MOVES
    for number, (_, found) in enumerate(predictions):
        colour = f"C{number % 10}"
        style = "-" if number < 10 else "--"
        shares.plot(ranks, found.top, color=colour, linestyle=style)
        shares.fill_between(ranks, *found.top_intervals.T, color=colour, alpha=0.2, linewidth=0)
        # Side by side, or the bars of one would hide those of another.
        shift = (number - (len(predictions) - 1) / 2) * PHASE_MOVES / 2 / len(predictions)
        phases.errorbar(
            starts + PHASE_MOVES / 2 + shift,
            found.phases,
            yerr=np.abs(found.phase_intervals.T - found.phases),
            color=colour,
            linestyle=style,
            marker=".",
            capsize=2,
        )
    shares.set(xlabel="rank n", ylabel="moves within the first n", xlim=(1, MAX_RANK))
    shares.yaxis.set_major_formatter(PercentFormatter(1.0))
    names = [f"{name} ({found.top[0]:.1%} first)" for name, found in predictions]
    add_legend(shares, names, loc="lower right")
    phases.set(xlabel="move number", ylabel="mean log-likelihood of the move")
    phases.set_xticks(np.append(starts, N_PHASES * PHASE_MOVES))
    for axes in (shares, phases):
        axes.grid(alpha=0.3)
    with naming(f"{path}: can't write the plot"):
        figure.savefig(path)
