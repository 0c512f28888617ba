"""The way to Matplotlib, which is an extra: where it is missing there are no drawings."""

from importlib.util import find_spec
from pathlib import Path

from cfggo.errors import CfggoError

FORMATS = (".png", ".svg", ".pdf")


def has_matplotlib() -> bool:
    """Returns whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def require_plot(path: Path) -> None:
    """Raises CfggoError if nothing can be drawn into that file; better before long work than after.

    Matplotlib may be missing, the suffix unknown, or the folder.
    """
    if path.suffix not in FORMATS:
        raise CfggoError(f"{path}: the name of a plot must end in {', '.join(FORMATS)}")
    if not path.resolve().parent.is_dir():
        raise CfggoError(f"{path}: no folder {path.parent}")
    if not has_matplotlib():
        raise CfggoError(
            'a plot needs Matplotlib, which is not installed: pip install "cfggo[plot]"'
        )
