"""Engine settings, read from TOML files with one table for each part of the engine.

A file need not give every field: what is left out has the default given here.

A setting that the search's kernels need is also a field of `cfggo.search.settings.Settings`, or of
`cfggo.search.rules_of_thumb.RulesOfThumb` for a rule of playouts; `search_settings` and
`rules_of_thumb_of` fill these in.
"""

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Self

from cfggo.base.errors import CfggoError
from cfggo.base.resources import (
    WEIGHTS_SUFFIX,
    content_digest,
    find_config,
    find_weights,
    is_file,
    is_preset,
)
from cfggo.base.toml_tables import (
    Place,
    Range,
    Setting,
    check_value,
    declared_settings,
    parse_value,
    read_table,
    read_toml,
    setting,
)
from cfggo.base.words import closest
from cfggo.methods import KEYS as LEARNING_KEYS
from cfggo.methods import BoostOptions, LaplaceOptions, Options, read_options

DEFAULT_PRESET = "cfggo"

KOMI = Range(-361, 361)
"""Points of komi, everywhere: more than the largest board has would decide any game."""

MOST_THREADS = 64
"""Threads that may search one tree."""


@dataclass(frozen=True)
class PolicyConfig:
    """Which weights steer the search: names of shipped weights, or paths of weight files."""

    tree: str = setting("paper-cfg", "weights of the tree policy, which ranks all moves of a node")
    playout: str = setting(
        "paper-cfg", "weights of the playout policy, from which playouts sample their moves"
    )
    glance: str = setting(
        "baseline", "weights of the lines and distances that help to choose candidates at a glance"
    )
    informed: str = setting(
        "",
        "trees that mend the probabilities of nodes visited often by what was seen; empty for none",
    )
    mistakes: str = setting(
        "",
        "trees by which reviews know mistakes, from what was seen before the move; empty for none",
    )
    territory: str = setting("", "territory field for owners; empty for the shipped one that fits")
    kernel: str = setting(
        "",
        "graph kernel whose probabilities replace the tree policy's at the root; empty for none "
        "(docs/tsumego.md)",
    )
    playout_exponent: Annotated[float, Range(0, 4)] = setting(
        1.0,
        "power to which playouts raise their policy's gammas; more than 1 leaves less to chance",
    )
    playout_locality: Annotated[float, Range(-10, 10)] = setting(
        0.0, "added to ln(gamma) of a move next to the last one, in playouts"
    )
    vital_points: Annotated[float, Range(-10, 10)] = setting(
        0.0,
        "added to ln(gamma) of the middle of an eye of three points, for both sides, in playouts",
    )
    punish_self_atari: bool = setting(
        False,
        "whether playouts capture a chain that the last move has put, or left, in atari itself",
    )
    refuse_self_atari: bool = setting(
        False,
        "whether playouts refuse self-ataris of two stones or more that are no capture or nakade",
    )
    keep_eyes: bool = setting(False, "whether playouts refuse to fill own eyes of several points")
    rescue_from: Annotated[int, Range(0, 361)] = setting(
        0, "stones of the smallest chain that playouts rescue from a new atari; 0 for none"
    )
    capture_first: bool = setting(
        False, "whether playouts capture before anything else, the largest chain in atari"
    )
    pattern_answers: int = setting(
        0,
        "points around each of the last two moves where playouts look for a known pattern: 0, 4 or "
        "8 (Sliwa 2015); needs weights learnt by --method frequency",
    )
    answers_by_rate: bool = setting(
        False,
        "whether playouts answer by the pattern of the highest rate, not by the one played most",
    )


@dataclass(frozen=True)
class SearchConfig:
    """How a move is searched; C, B and PB are those of the CFG-patterns paper, section IV-A."""

    playouts: Annotated[int, Range(0)] = setting(1000, "playouts a move; 0 for no limit")
    seconds: Annotated[float, Range(0)] = setting(
        0.0,
        "seconds a move, in place of a preset's playouts; if playouts are given too, whichever "
        "ends first; 0 for no limit",
        "S",
    )
    exploration: Annotated[float, Range(0, 1e6)] = setting(
        0.6, "C: weight of the UCT exploration term, in win rate (paper, IV-A)"
    )
    rave_bias: Annotated[float, Range(0, 1e6)] = setting(
        0.1, "B: assumed bias of RAVE values, in win rate; larger trusts RAVE less (paper, IV-A)"
    )
    progressive_bias: Annotated[float, Range(0, 1e6)] = setting(
        50.0, "PB: weight of the policy's probability, in visits; fades as 1/visits (paper, IV-A)"
    )
    bias_visits: Annotated[int, Range(0, 10**9)] = setting(
        0, "visits of a node above which PB grows with their square root; 0 for never"
    )
    lasting_bias: Annotated[float, Range(0, 1)] = setting(
        0.0,
        "weight of ln P(move) in a move's value, in win rate, where trees mend priors; it does not "
        "fade",
    )
    rave: bool = setting(True, "whether RAVE values count; false, and no priors, for plain UCT")
    priors: bool = setting(
        True,
        "whether the tree policy says how likely moves are; if false, all below the root count "
        "alike, in random order",
    )
    first_play_urgency: Annotated[float, Range(0, 1e6)] = setting(
        1.0,
        "win rate assumed of a move that no playout has made yet, now or later (Gelly and Wang "
        "2006)",
    )
    expand_visits: Annotated[int, Range(0, 10**9)] = setting(
        2, "visits after which a leaf gets children; 0: at the first visit"
    )
    candidates: Annotated[int, Range(0, 10**9)] = setting(
        0,
        "moves of a leaf that the tree policy weighs closely, the likeliest at a glance; three "
        "times as many in the opening; 0 for all",
    )
    pass_empty: Annotated[float, Range(0, 1)] = setting(
        1.0,
        "PASS is searched only if at most this share of the board's points is empty, after a pass, "
        "or where there is no other move",
    )
    handicap_komi: Annotated[float, Range(0, 100)] = setting(
        0.0,
        "extra points for White in a search for each handicap stone, fewer with every move (Baudis "
        "2011)",
    )
    max_nodes: Annotated[int, Range(1, 10**9)] = setting(
        10_000_000, "nodes that the tree may hold; the children of one node may exceed it"
    )
    reuse_tree: bool = setting(
        True, "whether the next move starts from the subtree of the moves played"
    )


@dataclass(frozen=True)
class PlayConfig:
    """How a game is played."""

    resign_below: Annotated[float, Range(0, 1)] = setting(
        0.1, "win rate below which the engine resigns; 0 for never"
    )
    rules: str = setting("chinese", "rules of the game", "R")
    komi: Annotated[float, KOMI] = setting(
        7.5, "White's points for moving second; if not given, those of the rules", "K"
    )
    seed: Annotated[int, Range(0, 2**63 - 1)] | None = setting(
        None,
        "seed of the random generator: the same seed gives the same search; if not given, one from "
        "the clock",
    )
    level: str = setting(
        "",
        "level for games with people, from 20k to 3k, with its own playouts (docs/play.md); empty "
        "for full strength",
        "RANK",
    )
    owners: str = setting(
        "both",
        "who says which points are whose: playouts; territory, a field that sees the board alone; "
        "or both, playouts in a game and a field that sees them at its end (docs/territory.md)",
    )
    ponder: bool = setting(False, "whether the engine goes on searching while its opponent thinks")
    threads: Annotated[int, Range(1, MOST_THREADS)] = setting(
        1, "threads that search one tree; with more than one, a seed does not fix the moves"
    )


@dataclass(frozen=True)
class EngineConfig:
    """All settings of an engine.

    Public attributes:
      name   -- the preset's name, or the file's name without its suffix
      policy -- PolicyConfig
      search -- SearchConfig
      play   -- PlayConfig
      given  -- names of the fields that the user gave, in a file of their own or by options, not by
                a preset; ignored when settings are compared
    """

    name: str = "cfg-full"
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    play: PlayConfig = field(default_factory=PlayConfig)
    given: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def files(self) -> tuple[str, ...]:
        """The names or paths of all files that the engine loads, those that nobody named apart."""
        unused = () if self.search.candidates else ("glance",)
        used = (getattr(self.policy, key) for key in _FILES if key not in unused)
        return tuple(filter(None, used))

    def digests(self) -> dict[str, str]:
        """Returns by name or path a text that changes with the content of each of these files.

        Raises CfggoError if one is not there or can't be read.
        """
        return {name: content_digest(find_weights(name)) for name in dict.fromkeys(self.files)}

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
            checked = check_value(setting_of(key).kind, value, key)
            config = replace(config, **{table: replace(getattr(config, table), **{key: checked})})
        return config

    def given_by_user(self, keys: Collection[str]) -> Self:
        """Returns a copy in which the user has given these keys, too.

        Playouts of a file give way to seconds or a level among them, unless they are among them.
        """
        given = self.given | {*keys}
        has_other_limit = "seconds" in keys and self.search.seconds > 0
        has_other_limit |= "level" in keys and bool(self.play.level)
        if has_other_limit and "playouts" not in keys:
            given -= {"playouts"}
        return replace(self, given=given)

    def with_overrides(self, text: str) -> Self:
        """Returns a copy with the values of a text such as "playouts=1000,seed=3", as given by the
        user.

        Raises CfggoError if the text is malformed, for an unknown field, or for a value that a
        field can't have.
        """
        values = parse_overrides(text)
        return replace(self.with_values(**values), given=self.given | values.keys())


def parse_overrides(text: str) -> dict[str, Any]:
    """Returns the values of a text such as "playouts=1000,seed=3" by key.

    Raises CfggoError as `EngineConfig.with_overrides`.
    """
    values = {}
    for item in text.split(","):
        key, equals, written = item.partition("=")
        if not equals:
            where = f" in {text!r}" if item != text else ""
            raise CfggoError(f"expected KEY=VALUE, found {item!r}{where}")
        key = key.strip()
        if key == "playout" and written.strip().isdecimal():
            raise CfggoError(f"no weights of the name {written!r}: is playouts={written} meant?")
        values[key] = parse_value(setting_of(key).kind, written.strip(), key)
    return values


def setting_of(key: str) -> Setting:
    """Returns the setting of a key. Raises CfggoError if there is none."""
    return _SETTINGS[_table_of(key)][key]


def explained_settings() -> str:
    """Returns all keys by their tables, with their values, defaults and meanings."""
    lines = [
        "Settings of an engine, by their tables in a preset or a TOML file; --set KEY=VALUE gives "
        "one,",
        "too. Keys that a file leaves out have these defaults; --config cfggo has others.",
    ]
    for table, settings in _SETTINGS.items():
        lines += ["", f"[{table}]"]
        for each in settings.values():
            lines.append(f"  {each.name}={each.placeholder}")
            lines += wrap(each.explained(), 78, initial_indent="      ", subsequent_indent=" " * 6)
    lines += ["", "[learning]", "  is read by `cfggo train policy`, whose --help has its keys"]
    return "\n".join(lines)


def load_config(name_or_path: str = DEFAULT_PRESET) -> EngineConfig:
    """Returns the settings of a preset or of a TOML file.

    Raises CfggoError if it can't be found or read, or has an unknown table or field or a value
    that a field can't have.
    """
    path = find_config(name_or_path)
    config = _written_config(path)
    beside = {key: _beside(path, getattr(config.policy, key)) for key in _FILES}
    return config.with_values(**beside)


def load_options(name_or_path: str, method: str | None = None) -> Options:
    """Returns how a preset or a TOML file says that a policy is learnt, in its table [learning].

    method -- the one that is asked for; None for the file's

    Raises CfggoError as `load_config`, and if the file has another method.
    """
    path = find_config(name_or_path)
    tables = _read_tables(path, read_toml(path))
    options = read_options(tables.learning, Place(str(path), "learning"), method)
    if isinstance(options, LaplaceOptions | BoostOptions):
        return replace(options, start=_beside(path, options.start))
    return options


def config_digest(name_or_path: str) -> str:
    """Returns a text that changes with what a preset or a TOML file says of how an engine plays.

    That is what counts, not how it is written: comments and the order of keys do not, nor does
    a default that is written out, nor what is learnt.

    Raises CfggoError as `load_config`.
    """
    config = _written_config(find_config(name_or_path))
    said: dict[str, Any] = {
        name: asdict(getattr(config, name)) for name in ("policy", "search", "play")
    }
    # Playouts of a file of the user's hold on a clock, too, also if they are the default.
    said["playouts given"] = "playouts" in config.given
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class _Tables:
    """The tables of a file; what is in [learning] is no business of an engine."""

    policy: PolicyConfig = field(default_factory=PolicyConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    play: PlayConfig = field(default_factory=PlayConfig)
    learning: dict[str, Any] = field(default_factory=dict)


def _written_config(path: Path) -> EngineConfig:
    """Returns the settings of a TOML file, and names of files as they are written there."""
    document = read_toml(path)
    tables = _read_tables(path, document)
    document.pop("learning", None)
    own = not is_preset(path)
    return EngineConfig(
        name=path.stem,
        given=frozenset(key for values in document.values() for key in values if own),
        **{name: getattr(tables, name) for name in _SETTINGS},
    )


def _read_tables(path: Path, document: dict[str, Any]) -> _Tables:
    """Returns the tables of a file; raises CfggoError for what they can't have."""
    for table, values in document.items():
        for key in values if isinstance(values, dict) else [table]:
            _check_place(path, key, table)
    return read_table(_Tables, document, Place(str(path)))


_FILES = ("tree", "playout", "glance", "informed", "mistakes", "territory", "kernel")
"""The settings that name a file."""

_SETTINGS = {
    "policy": declared_settings(PolicyConfig),
    "search": declared_settings(SearchConfig),
    "play": declared_settings(PlayConfig),
}

_TABLES = {key: name for name, settings in _SETTINGS.items() for key in settings}
"""The table that each key is in."""


def _check_place(path: Path, key: str, table: str) -> None:
    """Raises CfggoError, which names the right table, for a key that is in another one, or in none.

    Not for one such as "playout" of which another letter, and not another place, makes a key.
    """
    right = _TABLES.get(key, "learning" if key in LEARNING_KEYS else table)
    is_own = table in (*_SETTINGS, "learning", key)
    is_cut = any(own.startswith(key) for own in _SETTINGS.get(table, ()))
    if right != table and is_own and not is_cut:
        raise CfggoError(f"{path}: {key} belongs below [{right}]")


def _beside(path: Path, weights: str) -> str:
    """Returns the path of a weight file that a configuration names relative to its own folder.

    Anything else is returned unchanged: a name of shipped weights, a path from the working
    directory.
    """
    file = path.parent / weights
    is_there = file.suffix == WEIGHTS_SUFFIX and is_file(file)
    return str(file) if is_there else weights


def _table_of(key: str) -> str:
    """Returns the name of the table that has the field. Raises CfggoError if none has."""
    if (table := _TABLES.get(key)) is None:
        if key in LEARNING_KEYS:
            raise CfggoError(f"{key} has no meaning for an engine, but for `cfggo train policy`")
        meant = closest(key, _TABLES)
        advice = f"did you mean {meant}?" if meant else "`cfggo help settings` explains all"
        raise CfggoError(f"unknown key {key!r}; {advice}")
    return table
