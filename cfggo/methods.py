"""The methods of training, and the options of each.

Options are declared here, once: the command line, the table [learning] of TOML files, checks, help,
and what weight files say of how they were learnt follow from it. `cfggo.learning.trainers` says
what learns by each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, declared_settings, read_table, setting
from cfggo.base.words import did_you_mean

Labels = Literal["exact", "hash8", ""]
"""Labellings of the graph's paths (`cfggo.graph.labels`); "" for no paths."""

_TREE_LABELS = (
    "labels of the tree policy's paths: hash8 are the paper's 8-bit hashes of them; an empty word "
    "for no paths of the graph"
)

_START = (
    "weights of a tree policy of the same groups to start from (laplace), or to add trees to "
    "(boost)"
)

_COULOM = ("tactics", "border", "distances", "shapes")
_EXPERT = (
    *("nested-templates", "tactics", "border"),
    *("distance-pairs", "lines-by-phase", "responses", "surroundings", "answers", "follow-ups"),
    *("liberty-shapes", "liberties", "ladders", "last-move", "graph-distances"),
)
_RANKING = (
    *("nested-templates", "tactics", "lines-by-phase", "distances", "distance-pairs"),
    *("liberties", "last-move", "answers", "follow-ups", "liberty-shapes"),
)


@dataclass(frozen=True)
class Options:
    """The options of a method; here those that all methods have, none.

    Public attributes:
      method   -- its name
      summary  -- what it does, in words that begin small
      policies -- kinds of the policies that it can learn, for methods that learn policies
      shares_work -- whether threads or workers share its work
      tried_by -- a command that uses its {file}, some with the {records}; "" for an engine with the
                  policies in place of its own
    """

    method: ClassVar[str]
    summary: ClassVar[str]
    policies: ClassVar[tuple[str, ...]] = ()
    shares_work: ClassVar[bool] = True
    tried_by: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """Returns the method and all values by their names, as JSON can hold them."""
        values = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }
        return {"method": self.method, **values}


def _changed(kind: type[Options], name: str, default: Any) -> Any:
    """Returns an option of a class of options with another default, for a class below it."""
    return field(default=default, metadata=kind.__dataclass_fields__[name].metadata)


@dataclass(frozen=True)
class _GameOptions(Options):
    """Options of methods that learn the weights of features from games."""

    tree_features: tuple[str, ...] = setting(
        _COULOM,
        "groups of the tree policy's features, without the paths (docs/models.md)",
        "NAME,NAME,...",
    )
    min_wins: Annotated[int, Range(0)] = setting(
        10, "features that at most this many chosen moves have are not learnt"
    )
    batch_games: Annotated[int, Range(1)] = setting(
        8, "games of a mini-batch, which workers can share"
    )
    position_share: Annotated[float, Range(0.01, 1)] = setting(
        1.0, "share of the positions of each game that are learnt from"
    )


@dataclass(frozen=True)
class StochasticOptions(_GameOptions):
    """Options of minorization-maximization."""

    method = "stochastic"
    summary = "minorization-maximization in many small steps a pass over the games"
    policies = ("tree", "playout")

    tree_labels: Labels = setting("exact", _TREE_LABELS)
    playout_labels: Labels = setting("exact", "the same for the playout policy")
    passes: Annotated[int, Range(1)] = setting(3, "passes over all games")


@dataclass(frozen=True)
class BeliefOptions(_GameOptions):
    """Options of methods that learn how sure each weight is, in one pass over the games."""

    policies = ("tree",)

    min_wins: Annotated[int, Range(0)] = _changed(_GameOptions, "min_wins", 1)
    batch_games: Annotated[int, Range(1)] = _changed(_GameOptions, "batch_games", 4)
    min_context_wins: Annotated[int, Range(0)] = setting(
        10,
        "min_wins of features with keys other than templates; the others are learnt however rare",
    )
    prior_variance: Annotated[float, Range(0.001, 10)] = setting(
        0.1, "variance of a weight before anything is learnt"
    )
    variance_floor: Annotated[float, Range(1e-5, 1)] = setting(
        0.0005, "smallest variance that a weight may have"
    )

    def __post_init__(self) -> None:
        """Raises CfggoError for a floor above what a run begins with."""
        least = min(self.prior_variance, getattr(self, "start_variance", self.prior_variance))
        if self.variance_floor > least:
            raise CfggoError(
                f"variance_floor must be at most {least:g}, with which the run begins, not "
                f"{self.variance_floor:g}"
            )


@dataclass(frozen=True)
class LaplaceOptions(BeliefOptions):
    """Options of the method of the default preset."""

    method = "laplace"
    summary = "one pass that knows how sure each weight is"

    tree_features: tuple[str, ...] = _changed(BeliefOptions, "tree_features", _EXPERT)
    tree_labels: Labels = setting("exact", _TREE_LABELS)
    start: str = setting("", _START, "WEIGHTS")
    start_variance: Annotated[float, Range(0.001, 10)] = setting(
        0.01, "how far weights may move from --start, as their variance; the smaller, the less"
    )


@dataclass(frozen=True)
class BayesOptions(BeliefOptions):
    """Options of beliefs of patterns."""

    method = "bayes"
    summary = "beliefs of patterns, in one pass (docs/models.md)"
    tried_by = "cfggo gtp --config ranking --set tree={file}"

    tree_features: tuple[str, ...] = _changed(BeliefOptions, "tree_features", _RANKING)
    prior_variance: Annotated[float, Range(0.001, 10)] = _changed(
        BeliefOptions, "prior_variance", 1.0
    )
    variance_floor: Annotated[float, Range(1e-5, 1)] = _changed(
        BeliefOptions, "variance_floor", 0.0001
    )
    beta: Annotated[float, Range(0.05, 10)] = setting(
        3.16, "standard deviation of a move's value around those of its features"
    )


@dataclass(frozen=True)
class FrequencyOptions(Options):
    """Options of counts of patterns."""

    method = "frequency"
    summary = "how often 3x3 patterns are played where they can be (docs/models.md)"
    policies = ("playout",)
    tried_by = "cfggo gtp --config frequency --set playout={file}"

    table: str = setting("", "CSV file in which the patterns are listed, too", "FILE")


@dataclass(frozen=True)
class BoostOptions(Options):
    """Options of boosted trees."""

    method = "boost"
    summary = "trees on top of a tree policy, from games that it was not learnt from"
    policies = ("tree",)

    start: str = setting("", _START, "WEIGHTS")
    boost_positions: Annotated[int, Range(1)] = setting(
        300_000, "about how many positions to learn from, the same share of every game"
    )
    boost_trees: Annotated[int, Range(1, 2000)] = setting(
        500, "at most so many trees; fewer if more don't help on held-out games"
    )
    boost_leaves: Annotated[int, Range(2, 32)] = setting(16, "leaves of a tree")
    boost_rate: Annotated[float, Range(0.01, 1)] = setting(0.1, "how much of a tree is added")


@dataclass(frozen=True)
class GraphKernelOptions(Options):
    """Options of graph kernels."""

    tried_by = "cfggo evaluate problems {file} {records}"

    kernel_labels: Literal["colours", "players", "liberties"] = setting(
        "liberties",
        "labels of the subgraphs: colours as in the paper, own and enemy, or also liberties "
        "(docs/tsumego.md)",
    )


@dataclass(frozen=True)
class SvmOptions(GraphKernelOptions):
    """Options of graph kernels by a support vector machine, from problems."""

    method = "svm"
    summary = "a graph kernel, by a support vector machine (docs/tsumego.md)"


@dataclass(frozen=True)
class PerceptronOptions(GraphKernelOptions):
    """Options of graph kernels by a perceptron, from problems."""

    method = "perceptron"
    summary = "a graph kernel, by a perceptron"


@dataclass(frozen=True)
class GameGraphKernelOptions(GraphKernelOptions):
    """Options of graph kernels from games."""

    shares_work = False
    tried_by = "cfggo gtp --set kernel={file}"

    kernel_moves: Annotated[int, Range(1)] = setting(2500, "moves of the games to learn from")


@dataclass(frozen=True)
class GameSvmOptions(GameGraphKernelOptions):
    """Options of graph kernels by a support vector machine, from games."""

    method = SvmOptions.method
    summary = SvmOptions.summary


@dataclass(frozen=True)
class GamePerceptronOptions(GameGraphKernelOptions):
    """Options of graph kernels by a perceptron, from games."""

    method = PerceptronOptions.method
    summary = PerceptronOptions.summary


@dataclass(frozen=True)
class LocalOptions(Options):
    """Options of models of local moves."""

    method = "local"
    summary = "a model of local moves (docs/tsumego.md)"
    tried_by = GraphKernelOptions.tried_by


@dataclass(frozen=True)
class TerritoryOptions(Options):
    """Options of territory fields."""

    method = "territory"
    summary = "a field that says who owns the points (docs/territory.md)"
    tried_by = "cfggo gtp --set territory={file}"

    form: Literal["blocks", "neighbours", "field", "field-playouts"] = setting(
        "neighbours",
        "the paper's models of 36 and 72 parameters, one with node terms, or one that also sees "
        "playouts",
    )


@dataclass(frozen=True)
class InformedOptions(Options):
    """Options of informed trees."""

    method = "informed"
    summary = "trees that mend probabilities by what a search has seen (docs/models.md)"
    tried_by = "cfggo gtp --set informed={file}"

    tree: str = setting(
        "", "weights of the tree policy whose probabilities are mended (the default's)", "WEIGHTS"
    )
    positions: Annotated[int, Range(1)] = setting(9000, "how many judged positions to search")
    trees: Annotated[int, Range(1, 2000)] = setting(
        400, "at most so many trees; fewer if more don't help on games held out"
    )


@dataclass(frozen=True)
class MistakeOptions(InformedOptions):
    """Options of trees that tell mistakes."""

    method = "mistakes"
    summary = "trees by which reviews know mistakes, from what was seen before the move"
    tried_by = "cfggo review GAME.sgf --set mistakes={file}"


METHODS: dict[str, dict[str, type[Options]]] = {
    subject: {options.method: options for options in methods}
    for subject, methods in {
        "policy": (
            *(StochasticOptions, LaplaceOptions, BayesOptions, FrequencyOptions),
            *(BoostOptions, GameSvmOptions, GamePerceptronOptions),
        ),
        "territory": (TerritoryOptions,),
        "problems": (LocalOptions, SvmOptions, PerceptronOptions),
        "informed": (InformedOptions, MistakeOptions),
    }.items()
}
"""The options of all methods, by what is learnt and by name."""

KEYS = frozenset(
    {"method"}.union(*(declared_settings(each) for each in METHODS["policy"].values()))
)
"""All keys that a table [learning] may have."""


def read_options(values: Mapping[str, Any], place: Place, method: str | None = None) -> Options:
    """Returns the options of a table [learning].

    method -- the one that is asked for; None for that of the table, or the first there is

    Raises CfggoError for an unknown method, one that is not the table's, options that it does not
    have, and values that these can't have.
    """
    methods = METHODS["policy"]
    named = values.get("method", method or next(iter(methods)))
    if not isinstance(named, str) or named not in methods:
        raise place.error("method", f"unknown {named!r}; {did_you_mean(str(named), methods)}")
    if method not in (None, named):
        raise place.error(
            "method", f'is "{named}", not {method}, which without --config has its own defaults'
        )
    own = {key: value for key, value in values.items() if key != "method"}
    for key in own:
        check_option(methods, methods[named], key, place.of(key))
    return read_table(methods[named], own, place)


def check_option(
    methods: Mapping[str, type[Options]], options: type[Options], key: str, where: str
) -> None:
    """Raises CfggoError for an option that other methods have, but not this one."""
    having = [name for name, each in methods.items() if key in declared_settings(each)]
    if having and key not in declared_settings(options):
        raise CfggoError(
            f'{where} is no option of method "{options.method}", but of {", ".join(having)}'
        )
