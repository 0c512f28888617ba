"""Whether plots can be drawn: Matplotlib is an extra."""

from importlib.util import find_spec
from pathlib import Path

from cfggo.errors import CfggoError
from cfggo.files import check_folder

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
    try:
        check_folder(path.resolve().parent)
    except OSError as error:
        raise CfggoError(f"{path}: can't write the plot: {error.strerror}") from error
    if not has_matplotlib():
        raise CfggoError(
            'a plot needs Matplotlib, which is not installed: pip install "cfggo[plot]"'
        )
