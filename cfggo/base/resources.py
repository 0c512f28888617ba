"""Finds what comes with the program, such as presets and weights, and where the user's data are."""

import errno
import hashlib
import os
import sys
from pathlib import Path

from cfggo.base.errors import CfggoError, naming
from cfggo.base.words import closest, did_you_mean

CONFIG_SUFFIX = ".toml"
WEIGHTS_SUFFIX = ".weights"

_PACKAGE = Path(__file__).resolve().parents[1]


def _folder(installed: str, in_checkout: str) -> Path:
    """Returns where shipped files are: in the installed package, or in the checkout beside it."""
    folder = _PACKAGE / "share" / installed
    return folder if folder.is_dir() else _PACKAGE.parent / in_checkout


def configs_folder() -> Path:
    """Returns the folder of the presets."""
    return _folder("configs", "configs")


def weights_folder() -> Path:
    """Returns the folder of the trained weights."""
    return _folder("weights", "data/weights")


def problems_file() -> Path:
    """Returns the file of the problems that come with the program."""
    return _folder("problems", "data/problems") / "problems.sgf"


def data_folder() -> Path:
    """Returns the folder for the user's own data; CFGGO_DATA_DIR names another one."""
    if given := os.environ.get("CFGGO_DATA_DIR"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "cfggo"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cfggo"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "cfggo"


def games_folder() -> Path:
    """Returns the folder of the user's games: those that have ended, or that nobody saved."""
    return data_folder() / "games"


def reviews_folder() -> Path:
    """Returns the folder of the reviews of the user's games."""
    return data_folder() / "reviews"


def preset_names() -> list[str]:
    """Returns the names of the presets, sorted."""
    return _names(configs_folder(), CONFIG_SUFFIX)


def weights_names() -> list[str]:
    """Returns the names of the shipped weights, sorted."""
    return _names(weights_folder(), WEIGHTS_SUFFIX)


def find_config(name_or_path: str) -> Path:
    """Returns the TOML file of a preset, or the file itself when given a path.

    A path is told from a name by its suffix or by a directory separator.

    Raises CfggoError if there is no such preset or file.
    """
    return _find(name_or_path, "preset", configs_folder(), CONFIG_SUFFIX)


def is_preset(path: Path) -> bool:
    """Tells whether a file is one of the presets, however its path is written."""
    return path.resolve().parent == configs_folder().resolve()


def find_weights(name_or_path: str) -> Path:
    """Returns the file of shipped weights, or the file itself when given a path.

    A path is told from a name by its suffix or by a directory separator.

    Raises CfggoError if there are no such weights.
    """
    return _find(name_or_path, "weights", weights_folder(), WEIGHTS_SUFFIX)


def content_digest(file: Path) -> str:
    """Returns a text that changes with a file's content. Raises CfggoError if it can't be read."""
    with naming(file):
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def names_weights(name_or_path: str) -> bool:
    """Tells whether a model is one of weights, not a preset: a weight file, or the name of shipped
    weights that no preset has.
    """
    if Path(name_or_path).suffix == WEIGHTS_SUFFIX:
        return True
    return name_or_path in weights_names() and name_or_path not in preset_names()


def user_path(text: str) -> Path:
    """Returns the path that a user wrote, ~ for a home folder. Raises CfggoError without one."""
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError) as error:
        raise CfggoError(f"{text}: no such home folder") from error


def is_file(path: Path) -> bool:
    """Tells whether there is such a file, also of a path that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # such as a name that is too long
        return False


def _names(folder: Path, suffix: str) -> list[str]:
    return sorted(path.stem for path in folder.glob("*" + suffix))


def is_path(name_or_path: str, suffix: str) -> bool:
    """Tells a path from a name, by its suffix or by a directory separator."""
    path = user_path(name_or_path)
    return path.suffix == suffix or path.name != name_or_path


def _find(name_or_path: str, kind: str, folder: Path, suffix: str) -> Path:
    path = user_path(name_or_path)
    if is_path(name_or_path, suffix):
        if not is_file(path):
            raise CfggoError(f"{name_or_path}: {os.strerror(errno.ENOENT)}")
        return path
    path = folder / (name_or_path + suffix)
    if not is_file(path):
        if is_file(user_path(name_or_path)):
            raise CfggoError(f"{name_or_path}: no {suffix} file")
        raise CfggoError(f"unknown {kind} {name_or_path!r}; {_advice(name_or_path, suffix)}")
    return path


def _advice(name: str, suffix: str) -> str:
    """Returns a suggestion for a name that no preset, or no weights, have."""
    own, others, other = preset_names(), weights_names(), "the weights, --set tree="
    if suffix == WEIGHTS_SUFFIX:
        own, others, other = others, own, "the preset, --config "
    meant = name if name in others else None if closest(name, own) else closest(name, others)
    return f"did you mean {other}{meant}?" if meant else did_you_mean(name, own)
