"""Engine settings, read from TOML files with one table for each part of the engine.

A file need not give every field: what is left out has the default given here.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
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
    check_value,
    parse_value,
    read_table,
    read_toml,
    settings_of,
)
from cfggo.base.words import closest

DEFAULT_PRESET = "cfggo"

KOMI = Range(-361, 361)
"""Points of komi, everywhere: more than the largest board has would decide any game."""

MOST_THREADS = 64
"""Threads that may search one tree."""

BOOST_METHOD = "boost"
"""Learns trees that are added to a tree policy (`cfggo.learning.boosting`)."""

LOCAL_METHOD = "local"
KERNEL_METHODS = ("svm", "perceptron")
PROBLEM_METHODS = (LOCAL_METHOD, *KERNEL_METHODS)
"""Methods that learn from problems (`cfggo.models.tsumego`), KERNEL_METHODS also from games."""

KERNEL_LABELS = ("colours", "players", "liberties")
"""What graph kernels may tell stones by (`cfggo.models.tsumego.graph_kernel`)."""

METHODS = (
    "stochastic",
    "gradient",
    "laplace",
    "batch",
    "bayes",
    "frequency",
    "territory",
    BOOST_METHOD,
    *PROBLEM_METHODS,
)
"""All methods of learning; `cfggo.learning.runs` has their runs."""

TERRITORY_FORMS = ("blocks", "neighbours", "field", "field-playouts")
"""Forms of a territory field (`cfggo.models.territory.features`)."""


@dataclass(frozen=True)
class PolicyConfig:
    """Which weights steer the search: names of shipped weights, or paths of weight files."""

    tree: str = "paper-cfg"
    """Weights of the tree policy, which ranks all moves of a node."""

    playout: str = "paper-cfg"
    """Weights of the playout policy, from which playouts sample their moves."""

    glance: str = "baseline"
    """Weights of the tree policy whose line and distance features help to choose `candidates`."""

    territory: str = ""
    """Territory field for `owners`, a name or a path; "" for the shipped one that fits."""

    kernel: str = ""
    """Graph kernel, a name or a path, that says how likely the moves of the root are, in place of
    the tree policy; "" for none (docs/tsumego.md)."""

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
    """Stones of the smallest chain that playouts rescue from a new atari; 0 for none."""

    capture_first: bool = False
    """Whether playouts capture before anything else, the largest chain in atari."""

    pattern_answers: int = 0
    """Neighbours of each of the last two moves where playouts look for a known pattern to play: 0,
    4 or 8 (Sliwa 2015); for weights learnt by the method "frequency"."""

    answers_by_rate: bool = False
    """Whether the pattern played at the highest rate is the answer, not the one played most."""


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
    """Visits of a node above which PB grows with their square root; 0 for never."""

    rave: bool = True
    """Whether RAVE values count; false, and no priors, for plain UCT."""

    priors: bool = True
    """Whether the tree policy says how likely the moves of a leaf are; false: all alike, in random
    order."""

    first_play_urgency: Annotated[float, Range(0, 1e6)] = 1.0
    """Win rate assumed of a move that no playout has made yet, neither at its turn nor later (Gelly
    and Wang 2006)."""

    expand_visits: Annotated[int, Range(0, 10**9)] = 2
    """Visits after which a leaf gets children; 0 for at the first."""

    candidates: Annotated[int, Range(0, 10**9)] = 0
    """Moves of a leaf, the likeliest at a glance, that the tree policy looks at closely; three
    times as many in the opening; 0 for all."""

    pass_empty: Annotated[float, Range(0, 1)] = 1.0
    """Share of the board's points that may be empty for PASS to be searched; after a pass, and
    where there is no other move, it always is."""

    handicap_komi: Annotated[float, Range(0, 100)] = 0.0
    """Points that a search counts for White for each handicap stone, fewer with every move (Baudis
    2011)."""

    stop_early: bool = False
    """Whether a search ends when no other move can become the most visited one any more."""

    max_nodes: Annotated[int, Range(1, 10**9)] = 10_000_000
    """Nodes the tree may hold; the children of one node may go beyond."""

    reuse_tree: bool = True
    """Whether the next move starts from the subtree of the moves played."""


@dataclass(frozen=True)
class PlayConfig:
    """How a game is played."""

    resign_below: Annotated[float, Range(0, 1)] = 0.1
    """Win rate below which the engine resigns; 0 for never."""

    rules: str = "chinese"
    """Name of the ruleset, until the game's controller sets another."""

    komi: Annotated[float, KOMI] = 7.5
    """Points that White gets, until the game's controller sets another."""

    seed: Annotated[int, Range(0, 2**63 - 1)] | None = None
    """Seed of the random generator; without one it comes from the clock."""

    level: str = ""
    """Level of play for people, from "20k" upward; "" for full strength."""

    owners: str = "both"
    """What says who owns the points of a position: "playouts"; "territory", a field that looks at
    the board alone; "both", playouts as long as the game goes on, and if it ends here a field that
    sees them, too (docs/territory.md)."""

    ponder: bool = False
    """Whether the engine goes on searching while its opponent thinks."""

    threads: Annotated[int, Range(1, MOST_THREADS)] = 1
    """Threads that search one tree; with more than one, a seed does not fix the moves."""


@dataclass(frozen=True)
class LearningConfig:
    """What `cfggo train` learns from game records."""

    tree_labels: str = "exact"
    """Labels of the tree policy's path features: "exact", "hash8", or "" for no such features."""

    playout_labels: str = "exact"
    """The same for the playout policy."""

    method: str = "stochastic"
    """How weights follow from games: "stochastic", many small steps in a pass over all games;
    "gradient", the same for policies of many features; "laplace", one pass that knows how sure each
    weight is; "batch", one step a pass, which never lowers the likelihood; "bayes", beliefs of
    patterns instead of weights (docs/models.md); "frequency", counts of 3x3 patterns
    (docs/models.md); "territory", a field that says who owns the points (docs/territory.md);
    "svm" and "perceptron", graph kernels (docs/tsumego.md)."""

    passes: Annotated[int, Range(1)] = 3
    """Passes over all games."""

    batch_games: Annotated[int, Range(1)] = 8
    """Games that are learnt from with the same weights, and so can be shared among workers."""

    min_wins: Annotated[int, Range(0)] = 10
    """Features that no more than this many chosen moves have are not learnt (paper, IV-B)."""

    position_share: Annotated[float, Range(0.01, 1)] = 1.0
    """Share of the positions of each game that are learnt from; those of one game are alike, so
    that half of them teach nearly as much in half the time."""

    playout_shrinkage: Annotated[float, Range(0)] = 0.0
    """About the smallest weight of a path that the playout policy keeps, because each costs time;
    0 keeps all. For "stochastic" with two passes or more."""

    playout_large_chains: bool = True
    """Whether the playout policy learns paths over chains of four liberties or more, which change
    with every other move."""

    tree_features: tuple[str, ...] = ("tactics", "border", "distances", "shapes")
    """Groups of the tree policy's features, without the paths (`cfggo.features.catalogue`)."""

    beta: Annotated[float, Range(0.05, 10)] = 0.5
    """For "bayes": standard deviation of a move's value around those of its features."""

    prior_variance: Annotated[float, Range(0.001, 10)] = 1.0
    """For "bayes" and "laplace": variance of every belief before anything is learnt."""

    variance_floor: Annotated[float, Range(1e-5, 1)] = 0.0001
    """For "bayes" and "laplace": smallest variance of the belief of a feature's value."""

    territory_form: str = "neighbours"
    """For "territory": "blocks" or "neighbours", the paper's models; "field", one with node terms;
    "field-playouts", which also sees who owns the points in playouts."""

    min_context_wins: Annotated[int, Range(0)] = 10
    """For "bayes" and "laplace": what `min_wins` is for templates, for other features with keys.
    Those without are learnt however rare they are."""

    start: str = ""
    """For "laplace": name or path of the weights of a tree policy of the same groups, from which
    the run starts, to learn more of the same or other players' ways; "" for none.  "boost" adds
    its trees to these."""

    start_variance: Annotated[float, Range(0.001, 10)] = 0.01
    """Variance of the beliefs that are taken from `start`; the smaller, the more of it stays."""

    boost_positions: Annotated[int, Range(1)] = 300_000
    """For "boost": positions that trees are learnt from, about; the same share of every game's."""

    boost_trees: Annotated[int, Range(1, 2000)] = 500
    """For "boost": the most trees; fewer if more of them do not help on games that are held out."""

    boost_leaves: Annotated[int, Range(2, 32)] = 16
    """For "boost": leaves of a tree."""

    boost_rate: Annotated[float, Range(0.01, 1)] = 0.1
    """For "boost": how much of a tree is added, its learning rate."""

    kernel_moves: Annotated[int, Range(1)] = 2500
    """For "svm" and "perceptron" with games: moves that are learnt from (docs/tsumego.md)."""

    kernel_labels: str = "liberties"
    """For "svm" and "perceptron": what subgraphs tell nodes by, "liberties", or "players" or
    "colours" as in the paper (docs/tsumego.md)."""

    def to_json(self) -> dict[str, Any]:
        """Returns all values by their keys, as JSON can hold them."""
        return {**asdict(self), "tree_features": list(self.tree_features)}


@dataclass(frozen=True)
class EngineConfig:
    """All settings of an engine.

    Public attributes:
      name   -- the preset's name, or the file's name without its suffix
      policy -- PolicyConfig
      search -- SearchConfig
      play   -- PlayConfig
      learning -- LearningConfig
      given  -- names of the fields that the user gave, in a file of their own or by options, not by
                a preset; ignored when settings are compared
    """

    name: str = "cfg-full"
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    play: PlayConfig = field(default_factory=PlayConfig)
    learning: LearningConfig = field(default_factory=LearningConfig)
    given: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def weights(self) -> tuple[tuple[str, str], ...]:
        """The weights that the engine uses: pairs (name or path, "tree" or "playout")."""
        used = (self.policy.tree, "tree"), (self.policy.playout, "playout")
        return (*used, (self.policy.glance, "tree")) if self.search.candidates else used

    @property
    def files(self) -> tuple[str, ...]:
        """The names or paths of all files that the engine loads, those that nobody named apart."""
        others = (self.policy.kernel, self.policy.territory)
        return (*(name for name, _ in self.weights), *filter(None, others))

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
            checked = check_value(_SETTINGS[table][key], value, key)
            config = replace(config, **{table: replace(getattr(config, table), **{key: checked})})
        return config

    def with_overrides(self, text: str) -> Self:
        """Returns a copy with the values of a text such as "playouts=1000,seed=3", as given by the
        user.

        Raises CfggoError if the text is malformed, for an unknown field or one of learning, which
        no engine looks at, or for a value that a field can't have.
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
        if (table := _table_of(key)) == "learning":
            raise CfggoError(
                f"{key} has no meaning for an engine; `cfggo train` reads it in a TOML file"
            )
        values[key] = parse_value(_SETTINGS[table][key], written.strip(), key)
    return values


def load_config(name_or_path: str = DEFAULT_PRESET) -> EngineConfig:
    """Returns the settings of a preset or of a TOML file.

    Raises CfggoError if it can't be found or read, or has an unknown table or field or a value
    that a field can't have.
    """
    path = find_config(name_or_path)
    config = _written_config(path)
    beside = {
        key: _beside(path, getattr(config.policy, key))
        for key in ("tree", "playout", "glance", "territory", "kernel")
    }
    return config.with_values(**beside, start=_beside(path, config.learning.start))


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


def _written_config(path: Path) -> EngineConfig:
    """Returns the settings of a TOML file, and names of files as they are written there."""
    document = read_toml(path)
    for table, values in document.items():
        for key in values if isinstance(values, dict) else [table]:
            _check_place(path, key, table)
    tables = read_table(_Tables, document, Place(str(path)))
    own = not is_preset(path)
    return EngineConfig(
        name=path.stem,
        given=frozenset(key for values in document.values() for key in values if own),
        **{name: getattr(tables, name) for name in _SETTINGS},
    )


@dataclass(frozen=True)
class _Tables:
    """The tables of a file."""

    policy: PolicyConfig = field(default_factory=PolicyConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    play: PlayConfig = field(default_factory=PlayConfig)
    learning: LearningConfig = field(default_factory=LearningConfig)


_SETTINGS = {name: settings_of(table) for name, table in settings_of(_Tables).items()}

_TABLES = {key: name for name, settings in _SETTINGS.items() for key in settings}
"""The table that each key is in."""


def _check_place(path: Path, key: str, table: str) -> None:
    """Raises CfggoError, which names the right table, for a key that is in another one, or in none.

    Not for one such as "playout" of which another letter, and not another place, makes a key.
    """
    right, is_own = _TABLES.get(key, table), table in (*_SETTINGS, key)
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
        meant = closest(key, _TABLES)
        advice = f"did you mean {meant}?" if meant else f"{find_config('cfg-full')} explains all"
        raise CfggoError(f"unknown key {key!r}; {advice}")
    return table
