"""Programs that play a match: short names, command lines, and their seeds."""

import hashlib
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cfggo.base.errors import CfggoError
from cfggo.base.own_command import own_command
from cfggo.base.resources import preset_names, weights_names
from cfggo.base.words import closest
from cfggo.config import DEFAULT_PRESET, EngineConfig, config_digest, load_config
from cfggo.go.rules import CHINESE, Ruleset
from cfggo.search.levels import LEVELS

SEED_PLACEHOLDER = "{seed}"
"""Stands in a command line where the game's seed goes."""

GNUGO_LEVEL = 10
"""GNU Go's own default level."""

_MOST_GNUGO_LEVEL = 15
"""At higher ones a move takes minutes."""

_GNUGO_FOLDER = "/usr/games"  # where Debian puts it; often not in the PATH of services
_SEEDS = 2**31 - 1  # a prime; GNU Go reads its seed as a C int
_SEED_STEP = 0x9E3779B1 % _SEEDS  # any step would do: none shares a factor with a prime
_CFGGO_OPTIONS = (
    "level",
    "playouts",
    "seconds",
    "threads",
)  # of `cfggo gtp`; other fields go by --set


@dataclass(frozen=True)
class Program:
    """A program as its user named it.

    Public attributes:
      name -- what the user wrote
      argv -- the command's words, in which SEED_PLACEHOLDER may stand
      seed -- takes the place of the match's seed, or None
      config -- EngineConfig, the settings of this engine; None for any other program
    """

    name: str
    argv: tuple[str, ...]
    seed: int | None = None
    config: EngineConfig | None = None

    def command(self, match_seed: int, game: int, player: int) -> list[str]:
        """Returns the command's words for one game, as `seed_for` takes it."""
        seed = self.seed_for(match_seed, game, player)
        return [word.replace(SEED_PLACEHOLDER, str(seed)) for word in self.argv]

    def seed_for(self, match_seed: int, game: int, player: int) -> int:
        """Returns the seed for one game.

        game   -- number of the game, from 1
        player -- 0 for the player who is named first, 1 for the other
        """
        return game_seed(match_seed if self.seed is None else self.seed, game, player)


def parse_program(text: str, rules: Ruleset = CHINESE) -> Program:
    """Returns the program that a short name or a command line stands for.

    "gnugo" and "gnugo:LEVEL" are GNU Go, "cfggo", "cfggo:CONFIG[,KEY=VALUE...]" and
    "cfggo:KEY=VALUE[,KEY=VALUE...]" are this engine; anything else is a command line, split into
    words as a shell does.

    Raises CfggoError if the program is not there, for a setting that it doesn't have, or if its
    weights can't be read.
    """
    if (meant := meant_program(text)) != text:
        raise CfggoError(f"unknown program {text!r}; did you mean {meant}?")
    kind, _, detail = text.partition(":")
    if kind == "gnugo":
        return Program(text, gnugo_command(detail, rules))
    if kind == "cfggo":
        return _cfggo(text, detail, rules)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise CfggoError(f"command line {text!r}: {error}") from error
    if not words:
        raise CfggoError("a program's command line is empty")
    if shutil.which(words[0]) is None:
        near = closest(words[0], ("cfggo", "gnugo"))
        advice = f"; did you mean {near}?" if near else f" (in the command line {text!r})"
        raise CfggoError(f"no program {words[0]!r}{advice}")
    return Program(text, tuple(words))


def meant_program(text: str) -> str:
    """Returns how this engine is written with a level, or weights, that stand alone in a name such
    as "cfggo:9k"; any other name as it is.
    """
    kind, _, detail = text.partition(":")
    name = detail.partition(",")[0]
    if kind == "cfggo" and name.lower() in LEVELS:
        return f"cfggo:level={detail}"
    if kind == "cfggo" and name in weights_names() and name not in preset_names():
        return f"cfggo:tree={detail}"
    return text


def program_digests(text: str) -> dict[str, str]:
    """Returns by name a text that changes with the settings of the preset and the content of each
    weight file that a program names; nothing of programs other than this engine.

    Raises CfggoError for settings that it doesn't have, or a file that is not there.
    """
    kind, _, detail = text.partition(":")
    if kind != "cfggo":
        return {}
    preset, overrides = _parts(detail)
    # Runs of earlier versions keep digests of the file's bytes under "preset ...".
    said = {f"settings of {preset}": config_digest(preset)}
    return said | _settings(preset, overrides).digests()


def check_digests(found: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Raises CfggoError if settings or a file's content are not the expected ones; what is not in
    both is not compared.
    """
    for name, digest in found.items():
        if expected.get(name, digest) != digest:
            raise CfggoError(f"{name}: changed since the games began")


def gnugo_command(level: str = "", rules: Ruleset = CHINESE) -> tuple[str, ...]:
    """Returns GNU Go's command line, with SEED_PLACEHOLDER in it.

    Raises CfggoError if GNU Go isn't installed, or if the level is none that it can play at.
    """
    if level and not (re.fullmatch(r"[0-9]{1,3}", level) and int(level) <= _MOST_GNUGO_LEVEL):
        raise CfggoError(f"gnugo:{level}: levels are 0 to {_MOST_GNUGO_LEVEL}; usual are 0 and 10")
    path = find_gnugo()
    if path is None:
        raise CfggoError(
            "GNU Go is not installed; on Debian and Ubuntu the package is gnugo (apt install gnugo)"
        )
    words = [path, "--mode", "gtp", "--level", level or str(GNUGO_LEVEL)]
    # Without this GNU Go would make moves that a referee with positional superko forbids.
    words.append("--positional-superko")
    if rules.scoring == "territory":
        words.append("--japanese-rules")
    else:
        words += ["--chinese-rules", "--capture-all-dead"]
    if rules.suicide_allowed:
        words.append("--allow-suicide")
    return (*words, "--seed", SEED_PLACEHOLDER)


def find_gnugo() -> str | None:
    """Returns the path of GNU Go's program, or None if it isn't installed."""
    return shutil.which("gnugo") or shutil.which("gnugo", path=_GNUGO_FOLDER)


def game_seed(match_seed: int, game: int, player: int) -> int:
    """Returns a positive seed for one player of one game, below 2**31.

    No two games or players of a match share one: successive steps through a prime number of seeds
    come back only after all of them.
    """
    start = int.from_bytes(hashlib.sha256(str(match_seed).encode()).digest()[:8], "big")
    return (start + (2 * game + player) * _SEED_STEP) % _SEEDS + 1


def _cfggo(text: str, detail: str, rules: Ruleset) -> Program:
    name, overrides = _parts(detail)
    config = _settings(name, overrides)
    _check_settings(config)
    words = ["gtp", "--config", name, "--rules", rules.name]
    seed = None
    for item in () if overrides is None else overrides.split(","):
        key, _, value = (part.strip() for part in item.partition("="))
        if key == "seed":
            seed = int(value)
        elif key in _CFGGO_OPTIONS:
            words += [f"--{key}", value]
        else:
            words += ["--set", f"{key}={value}"]
    return Program(text, own_command(*words, "--seed", SEED_PLACEHOLDER), seed, config)


def _parts(detail: str) -> tuple[str, str | None]:
    """Returns the preset, and the settings or None, of what follows "cfggo:"."""
    name, comma, overrides = detail.partition(",")
    if "=" in name:
        name, comma, overrides = "", ",", detail
    return name or DEFAULT_PRESET, overrides if comma else None


def _settings(preset: str, overrides: str | None) -> EngineConfig:
    """Returns the settings of a preset with others. Raises CfggoError for what can't be set."""
    config = load_config(preset)
    return config if overrides is None else config.with_overrides(overrides)


@cache
def _check_settings(config: EngineConfig) -> None:
    """Raises CfggoError if there can be no engine of such settings; looks once.

    A program that can't read its weights would lose its games.
    """
    from cfggo.search.equipment import equip

    equip(config)
