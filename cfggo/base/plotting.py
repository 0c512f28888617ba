"""Plots: whether they can be drawn, as Matplotlib is an extra, and names in them."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError, naming
from cfggo.base.files import check_folder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".png", ".svg", ".pdf")


def has_matplotlib() -> bool:
    """Returns whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def require_plot(path: Path) -> None:
    """Raises CfggoError if no plot can be written to that file; call it before long work.

    Matplotlib or the folder may be missing, or the suffix unknown.
    """
    if path.suffix not in FORMATS:
        raise CfggoError(f"{path}: the name of a plot must end in {', '.join(FORMATS)}")
    if not path.resolve().parent.is_dir():
        raise CfggoError(f"{path}: no folder {path.parent}")
    with naming(f"{path}: can't write the plot"):
        check_folder(path.resolve().parent)
    if not has_matplotlib():
        raise CfggoError(
            'a plot needs Matplotlib, which is not installed: pip install "cfggo[plot]"'
        )


AS_IT_IS: dict[str, Any] = {"parse_math": False}
"""For texts with names in them, which may have `$`, Matplotlib's mark of a formula."""


def add_legend(axes: "Axes", names: Sequence[str], **options: Any) -> None:
    """Adds a legend with a name for each line that was drawn, in their order, as it is.

    Matplotlib itself would leave out names that begin with `_`.

    options -- further ones of `Axes.legend`
    """
    legend = axes.legend(axes.get_lines(), map(str, range(len(names))), **options)
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set(text=name, **AS_IT_IS)
