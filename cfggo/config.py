"""Engine settings, read from TOML files with one table for each part of the engine.

A file need not give every field: what is left out has the default given here.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

from cfggo import resources
from cfggo.errors import CfggoError

DEFAULT_PRESET = "cfggo"


@dataclass(frozen=True)
class Range:
    """The values that a number may have, both ends included; infinity is none."""

    low: float
    high: float = inf

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high and value < inf

    def __str__(self) -> str:
        if self.high == self.low:
            return f"{self.low:g}"
        if self.high == inf:
            return f"at least {self.low:g}"
        return f"between {self.low:g} and {self.high:g}"


@dataclass(frozen=True)
class PolicyConfig:
    """Which weights steer the search: names of shipped weights, or paths of weight files."""

    tree: str = "cfg"
    """Weights of the tree policy, which ranks all moves of a node."""

    playout: str = "cfg"
    """Weights of the playout policy, from which playouts sample their moves."""

    glance: str = "baseline"
    """Weights of a tree policy whose line and distances tell moves apart at a glance."""

    playout_exponent: Annotated[float, Range(0, 4)] = 1.0
    """Power to which playouts raise their policy's gammas; more than 1 leaves less to chance."""

    playout_locality: Annotated[float, Range(-10, 10)] = 0.0
    """What playouts add to ln(gamma) of a move next to the last one."""

    vital_points: Annotated[float, Range(-10, 10)] = 0.0
    """What playouts add to ln(gamma) of the middle of an eye of three points, for both sides."""

    punish_self_atari: bool = False
    """Whether playouts capture a chain that the last move has put, or left, in atari itself."""

    refuse_self_atari: bool = False
    """Whether playouts refuse self-ataris of two stones or more that are no capture or nakade."""

    keep_eyes: bool = False
    """Whether playouts refuse to fill own eyes of several points."""

    rescue_from: Annotated[int, Range(0, 361)] = 0
    """Stones from which on playouts rescue a chain that the last move put in atari; 0 for never."""


@dataclass(frozen=True)
class SearchConfig:
    """How a move is searched; C, B and PB are those of the CFG-patterns paper, section IV-A."""

    playouts: Annotated[int, Range(0)] = 1000
    """Playouts a move; 0 for no limit."""

    seconds: Annotated[float, Range(0)] = 0.0
    """Seconds a move; 0 for no limit."""

    exploration: Annotated[float, Range(0, 1e6)] = 0.6
    """C: weight of the UCT exploration term, in win rate (paper, IV-A)."""

    rave_bias: Annotated[float, Range(0, 1e6)] = 0.1
    """B: assumed bias of RAVE values, in win rate; larger trusts RAVE less (paper, IV-A)."""

    progressive_bias: Annotated[float, Range(0, 1e6)] = 50.0
    """PB: weight of the policy's probability, in visits; fades as 1/visits (paper, IV-A)."""

    bias_visits: Annotated[int, Range(0, 10**9)] = 0
    """Visits of a node from which on PB grows with their square root; 0 for never."""

    first_play_urgency: Annotated[float, Range(0, 1e6)] = 1.0
    """Win rate assumed of a move that no playout has made yet, neither at its turn nor later (Gelly
    and Wang 2006)."""

    expand_visits: Annotated[int, Range(1, 10**9)] = 2
    """Visits after which a leaf gets children."""

    candidates: Annotated[int, Range(0, 10**9)] = 0
    """Moves of a leaf, the likeliest at a glance, that the tree policy looks at closely, thrice as
    many in the opening; 0 for all."""

    handicap_komi: Annotated[float, Range(0, 100)] = 0.0
    """Points that a search counts for White for each handicap stone, fewer with every move (Baudis
    2011)."""

    stop_early: bool = False
    """Whether a search ends when no other move can become the most visited one any more."""

    max_nodes: Annotated[int, Range(1, 10**9)] = 10_000_000
    """Nodes the tree may hold, and up to the children of one node more."""

    reuse_tree: bool = True
    """Whether the next move starts from the subtree of the moves played."""


@dataclass(frozen=True)
class PlayConfig:
    """How a game is played."""

    resign_below: Annotated[float, Range(0, 1)] = 0.1
    """Win rate below which the engine resigns; 0 for never."""

    rules: str = "chinese"
    """Name of the ruleset, until the game's controller sets another."""

    komi: Annotated[float, Range(-1000, 1000)] = 7.5
    """Points that White gets, until the game's controller sets another."""

    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    """Seed of the random generator; 0 to take one from the clock."""

    level: str = ""
    """Level of play for people, from "20k" upward; "" for all that the engine can."""

    ponder: bool = False
    """Whether the engine goes on searching while its opponent thinks."""

    threads: Annotated[int, Range(1, 64)] = 1
    """Threads that search one tree; with more than one, a seed fixes nothing."""


@dataclass(frozen=True)
class LearningConfig:
    """What `cfggo train` learns from game records."""

    tree_labels: str = "exact"
    """Labels of the tree policy's path features: "exact", "hash8", or "" for no such features."""

    playout_labels: str = "exact"
    """The same for the playout policy."""

    method: str = "stochastic"
    """How weights follow from games: "stochastic", many small steps in a pass over all games;
    "gradient", the same for policies of many features; or "batch", one step a pass, which never
    lowers the likelihood."""

    passes: Annotated[int, Range(1)] = 3
    """Passes over all games."""

    batch_games: Annotated[int, Range(1)] = 8
    """Games that are learnt from with the same weights, and so can be shared among workers."""

    min_wins: Annotated[int, Range(0)] = 10
    """Features that no more than this many chosen moves have are not learnt (paper, IV-B)."""

    playout_shrinkage: Annotated[float, Range(0)] = 0.2
    """About the smallest weight of a path that the playout policy keeps, because each costs time;
    0 keeps all. For "stochastic" with two passes or more."""

    tree_features: tuple[str, ...] = ("tactics", "border", "distances", "shapes")
    """Groups of the tree policy's features, without the paths (`cfggo.features.catalogue`)."""


@dataclass(frozen=True)
class EngineConfig:
    """All settings of an engine.

    Public attributes:
      name   -- the preset's name, or the file's name without its suffix
      policy -- PolicyConfig
      search -- SearchConfig
      play   -- PlayConfig
      learning -- LearningConfig
      given  -- names of the fields that the user gave, in a file of their own or by options, none
                of a preset's, which are nobody's wish; settings that differ in nothing else are
                equal
    """

    name: str = "cfg-full"
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    play: PlayConfig = field(default_factory=PlayConfig)
    learning: LearningConfig = field(default_factory=LearningConfig)
    given: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def weights(self) -> tuple[tuple[str, str], ...]:
        """What the engine plays by: a name or path of weights, and "tree" or "playout", of each."""
        used = (self.policy.tree, "tree"), (self.policy.playout, "playout")
        return (*used, (self.policy.glance, "tree")) if self.search.candidates else used

    def with_values(self, **values: Any) -> Self:
        """Returns a copy with other values for some fields, whatever table they are in.

        A value of None leaves the field as it is.

        Raises CfggoError for an unknown field or a value that it can't have.
        """
        config = self
        for key, value in values.items():
            if value is None:
                continue
            table = _table_of(key)
            checked = _check(_SETTINGS[table][key], value, key)
            config = replace(config, **{table: replace(getattr(config, table), **{key: checked})})
        return config

    def with_overrides(self, text: str) -> Self:
        """Returns a copy with the values of a text such as "playouts=1000,seed=3".

        The strings of a list are written with plus signs between them.

        Raises CfggoError if the text is malformed, or for an unknown field or a value that it
        can't have.
        """
        values = {}
        for item in text.split(","):
            key, equals, written = item.partition("=")
            if not equals:
                raise CfggoError(f"expected KEY=VALUE, found {item!r} in {text!r}")
            key = key.strip()
            values[key] = _parse(_SETTINGS[_table_of(key)][key], written.strip(), key)
        return self.with_values(**values)


def load_config(name_or_path: str = DEFAULT_PRESET) -> EngineConfig:
    """Returns the settings of a preset or of a TOML file.

    Raises CfggoError if it can't be found or read, or has an unknown table or field or a value
    that a field can't have.
    """
    path = resources.find_config(name_or_path)
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CfggoError(f"{path}: {error}") from error
    return _from_document(document, path)


@dataclass(frozen=True)
class _Setting:
    """Type and permitted range of one field."""

    kind: type[Any]
    range: Range | None


def _settings_of(table: type[Any]) -> dict[str, _Setting]:
    settings = {}
    for key, hint in get_type_hints(table, include_extras=True).items():
        metadata = getattr(hint, "__metadata__", (None,))
        settings[key] = _Setting(getattr(hint, "__origin__", hint), metadata[0])
    return settings


_TABLES = {
    "policy": PolicyConfig,
    "search": SearchConfig,
    "play": PlayConfig,
    "learning": LearningConfig,
}
_SETTINGS = {name: _settings_of(table) for name, table in _TABLES.items()}
_TYPE_NAMES = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "true or false",
    tuple: "a list of strings",
}


def _from_document(document: Mapping[str, Any], path: Path) -> EngineConfig:
    tables = {}
    for name, values in document.items():
        if name not in _TABLES:
            raise CfggoError(f"{path}: unknown table or key {name!r}; {_one_of(_TABLES)}")
        if not isinstance(values, dict):
            raise CfggoError(f"{path}: {name} must be a table, written [{name}]")
        checked = {}
        for key, value in values.items():
            if key not in _SETTINGS[name]:
                choice = _one_of(_SETTINGS[name])
                raise CfggoError(f"{path}: unknown key {key!r} in [{name}]; {choice}")
            checked[key] = _check(_SETTINGS[name][key], value, f"{path}: [{name}] {key}")
        tables[name] = _TABLES[name](**checked)
    own = not resources.is_preset(path)
    given = frozenset(key for values in document.values() for key in values if own)
    config = EngineConfig(name=path.stem, given=given, **tables)
    beside = {
        key: _beside(path, getattr(config.policy, key)) for key in ("tree", "playout", "glance")
    }
    return config.with_values(**beside)


def _beside(path: Path, weights: str) -> str:
    """Returns a weight file that stands where a configuration says, seen from its own folder.

    Anything else stays as it is: a name of shipped weights, a path from the working directory.
    """
    file = path.parent / weights
    return str(file) if file.suffix == resources.WEIGHTS_SUFFIX and file.is_file() else weights


def _table_of(key: str) -> str:
    """Returns the name of the table that has the field. Raises CfggoError if none has."""
    for name, settings in _SETTINGS.items():
        if key in settings:
            return name
    raise CfggoError(
        f"unknown setting {key!r}; {_one_of(k for s in _SETTINGS.values() for k in s)}"
    )


def _parse(setting: _Setting, written: str, where: str) -> Any:
    """Returns the value that a text stands for. Raises CfggoError if it has the wrong type."""
    if setting.kind is bool:
        if written in ("true", "false"):
            return written == "true"
    elif setting.kind is tuple:
        return tuple(name for name in written.split("+") if name)
    else:
        try:
            return setting.kind(written)
        except ValueError:
            pass
    raise CfggoError(f"{where} must be {_TYPE_NAMES[setting.kind]}, not {written!r}")


def _check(setting: _Setting, value: Any, where: str) -> Any:
    """Returns the value in the setting's type. Raises CfggoError if the setting can't have it."""
    if setting.kind is float and type(value) is int:
        value = float(value)
    if setting.kind is tuple and isinstance(value, list) and all(type(v) is str for v in value):
        value = tuple(value)
    if not isinstance(value, setting.kind) or isinstance(value, bool) != (setting.kind is bool):
        raise CfggoError(f"{where} must be {_TYPE_NAMES[setting.kind]}, not {value!r}")
    if setting.range is not None and value not in setting.range:
        raise CfggoError(f"{where} must be {setting.range}, not {value!r}")
    return value


def _one_of(names: Iterable[str]) -> str:
    return f"expected one of: {', '.join(names)}"
