"""A frequency model as a table: CSV with one line for each pattern."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cfggo.base.errors import naming
from cfggo.base.files import write_whole
from cfggo.models.frequency.classes import class_paper_ids, diagram
from cfggo.models.frequency.model import FrequencyModel

COLUMNS = (
    "rank",
    "paper id",
    "diagram",
    "played",
    "offered",
    "rate",
    "rate, lower end",
    "rate, upper end",
    "cumulative share",
    "kept",
    "few",
)

FEW = 200
"""A pattern that was offered less often is marked: its rate says little."""


def table_text(model: FrequencyModel) -> str:
    """Returns the table of all patterns that were offered.

    First come the interesting ones by their rank, with the share of uses that they have with all
    before them; then those never played, or of too few stones, without a rank.  Ends of rates are
    of 95% intervals with games as samples.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    ranked = model.ranked
    others = np.setdiff1d(np.flatnonzero(model.offered), ranked)
    others = others[np.argsort(-model.played[others], kind="stable")]
    shares = model.shares
    ids = class_paper_ids()
    for position, index in enumerate([*ranked, *others]):
        has_rank = position < len(ranked)
        low, high = model.intervals[index]
        writer.writerow(
            (
                position + 1 if has_rank else "",
                ids[index],
                diagram(int(ids[index])),
                model.played[index],
                model.offered[index],
                *_decimals((model.rates[index], low, high)),
                *(_decimals((shares[position],)) if has_rank else ("",)),
                "yes" if position < len(model.kept) else "",
                "yes" if model.offered[index] < FEW else "",
            )
        )
    return text.getvalue()


def write_table(path: Path, model: FrequencyModel) -> None:
    """Writes the table to a file, whole or not at all; raises CfggoError if that fails."""
    with naming(f"{path}: can't write the table"):
        write_whole(path, table_text(model).encode())


def _decimals(values: Sequence[float]) -> tuple[str, ...]:
    """Returns numbers as in the table; nothing for what is not known."""
    return tuple("" if np.isnan(value) else f"{value:.6f}" for value in values)
