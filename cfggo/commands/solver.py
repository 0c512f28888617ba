"""How `cfggo solve` solves problems, which `cfggo regress --engine solve` does alike."""

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING

from cfggo.base.resources import find_weights
from cfggo.commands.arguments import whole_number
from cfggo.commands.parser import OptionGroup
from cfggo.commands.searching import load_judge
from cfggo.config import PlayConfig

if TYPE_CHECKING:
    from cfggo.config import EngineConfig
    from cfggo.models.tsumego.problem import Problem
    from cfggo.search.searcher import Searcher
    from cfggo.study.solving.solution import Solution

RANKER = "tsumego"
"""The shipped weights that say how likely local moves are right."""

SOLVER_OPTIONS = ("nodes", "ranker", "no_ranker")
"""Options of `add_solver_options`; None or False if not given."""


def add_solver_options(parser: OptionGroup, of: str = "") -> None:
    """Adds the options for the proofs and for what leads the search.

    of -- which engine's they are, for the help
    """
    parser.add_argument(
        "--nodes",
        type=whole_number,
        metavar="N",
        help=f"{of}about how many positions a problem's proofs may look at (default 200000; 0: no "
        "proofs)",
    )
    ranker = parser.add_mutually_exclusive_group()
    ranker.add_argument(
        "--ranker",
        metavar="NAME-or-FILE",
        help=f"{of}weights that say how likely local moves are right, for the search "
        f"(default {RANKER})",
    )
    ranker.add_argument(
        "--no-ranker", action="store_true", help=f"{of}search with the tree policy's opinion alone"
    )


UNUSED = {"seconds", "reuse_tree", *(field.name for field in fields(PlayConfig))} - {"seed"}
"""Keys of a configuration that do not change how an engine solves problems.

It searches by playouts, with one thread, each problem anew and at full strength; of how a game is
played it needs the seed alone.
"""


class Solver:
    """Solves problems: by one engine with one thread, which is loaded when it is first needed.

    Public attributes:
        nodes    -- int, limit of a problem's proofs
        playouts -- int, of the search where nothing is proved
        ranker   -- str, the weights that lead the search, or None
    """

    def __init__(
        self,
        config: "EngineConfig",
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        ranker: str | None = None,
        no_ranker: bool = False,
        seed: int,
    ) -> None:
        """Prepares it; all as options give it, None or False where they did not.

        A configuration with no limit of playouts, because it searches by time, has the usual one
        here: a problem is searched by playouts.

        Raises CfggoError if the ranker's weights can't be read, and for a seed that no engine can
        have.
        """
        from cfggo.models.tsumego.rankers import load_ranker_model
        from cfggo.study.solving.solution import NODES, PLAYOUTS

        self.nodes = NODES if nodes is None else nodes
        self.playouts = config.search.playouts or PLAYOUTS if playouts is None else playouts
        self.ranker = None if no_ranker else RANKER if ranker is None else ranker
        self._ranker = (
            load_ranker_model(find_weights(self.ranker)).ranker() if self.ranker else None
        )
        self._config = config.with_values(threads=1, reuse_tree=False, seed=seed)
        self._seed = seed
        self._engine: Searcher | None = None

    def engine(self) -> "Searcher":
        """Returns the engine."""
        if self._engine is None:
            self._engine = load_judge(self._config)
        return self._engine

    def solve(
        self,
        problem: "Problem",
        *,
        attacker: int | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> "Solution":
        """Returns the fates of a problem's moves, as `cfggo.study.solving.solution.solve` does."""
        from cfggo.study.solving.solution import solve

        return solve(
            problem,
            self.engine,
            nodes=self.nodes,
            playouts=self.playouts,
            seed=self._seed,
            attacker=attacker,
            ranker=self._ranker,
            stop=stop,
        )
