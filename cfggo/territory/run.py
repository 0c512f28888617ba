"""The training run that learns a territory field by exact likelihood (paper 3, section 3)."""

from __future__ import annotations

import datetime
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.config import LearningConfig
from cfggo.errors import CfggoError
from cfggo.executor import Executor, Show, Stop
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord
from cfggo.territory.endings import endings_of
from cfggo.territory.features import FORMS, N_NODE_TERMS, n_edge_terms
from cfggo.territory.likelihood import Problem, loss, make_problem
from cfggo.territory.model import MOST_PARAMETER, Territory, save_territory

METHOD = "territory"
"""What `cfggo train` calls it."""

SHRINKAGES = (1000.0, 100.0, 10.0, 1.0, 0.1)
"""Values of lambda that are tried until one is worse than the last: weight of the squares of
parameters, features having RMS 1."""

HELD_OUT = 5
"""One game in so many chooses lambda; then all are learnt from."""

_STEPS = 60
"""Steps of L-BFGS at most."""


class TerritoryRun:
    """A run that learns one field from the endings of all games.

    What it learns depends on the records alone.  It is short, so it keeps no checkpoint.
    """

    def __init__(
        self,
        records: Sequence[GameRecord],
        configs: Sequence[LearningConfig],
        executor: Executor,
        checkpoint: Path,
        seconds_between_checkpoints: float = 60.0,
        kinds: Sequence[str] = (),
    ) -> None:
        """Finds the endings among the records.

        configs -- `territory_form` of each

        Raises CfggoError if SciPy is missing, or a form of that name, or no record has owners.
        """
        try:
            self._optimize: Any = importlib.import_module("scipy.optimize")
        except ImportError:
            raise CfggoError(
                "learning a territory field needs SciPy: pip install 'cfggo[territory]'"
            ) from None
        for config in configs:
            if config.territory_form not in FORMS:
                raise CfggoError(
                    f"unknown form {config.territory_form!r}; expected one of: {', '.join(FORMS)}"
                )
        self._forms = [config.territory_form for config in configs]
        self._dropped = DropReport()
        endings = endings_of(records, self._dropped)
        if not endings:
            raise CfggoError(
                "no records that say who owns the points (TB, TW); make some by cfggo selfplay "
                "--play-out"
            )
        self._endings = sorted(endings, key=lambda ending: ending.record.digest)
        self._stop = Stop()

    def stop(self) -> None:
        """Interrupts the run at the next step; nothing is kept."""
        self._stop.set()

    def resume(self) -> None:
        """Raises CfggoError: there are no checkpoints."""
        raise CfggoError("a territory field is learnt in one go; run it again without --resume")

    def save(self, path: Path, model: Territory) -> None:
        """Writes a field; raises CfggoError if it can't be written."""
        save_territory(path, model)

    def run(self, show: Show, say: Callable[[str], None]) -> list[Territory]:
        """Learns, and returns the fields.

        Raises KeyboardInterrupt if the run was stopped.
        """
        if self._dropped.reasons:
            say(str(self._dropped))
        return [self._learn(name, show, say) for name in self._forms]

    def _learn(self, name: str, show: Show, say: Callable[[str], None]) -> Territory:
        """Learns a field of a form."""
        endings = self._endings
        if FORMS[name].playouts:
            endings = [ending for ending in endings if ending.playouts is not None]
            if not endings:
                raise CfggoError("no records with the owners of points in playouts (OWN)")
        form = FORMS[name]
        choosing = endings[::HELD_OUT]
        chosen = [ending for i, ending in enumerate(endings) if i % HELD_OUT]
        with show("reading positions", len(endings)) as advance:
            advance = self._stop.after(advance)
            parts = [make_problem(part, form, advance) for part in (chosen or choosing, choosing)]
        scale = _scales(parts[0])
        best, start = (np.inf, SHRINKAGES[0]), np.zeros(len(scale))
        first = start
        with show("choosing lambda", len(SHRINKAGES) + 1) as advance:
            advance = self._stop.after(advance)
            for shrinkage in SHRINKAGES:
                start = self._fit(parts[0], scale, shrinkage, start)
                held_out, _, _ = loss(parts[1], *_split(start / scale, name))
                held_out /= len(parts[1].node_starts) - 1
                say(f"lambda {shrinkage:g}: held-out loss {held_out:.4f} a position")
                advance(1)
                if held_out > best[0]:
                    break
                best, first = (held_out, shrinkage), start
            problem = make_problem(endings, form)
            parameters = self._fit(problem, scale, best[1], first) / scale
            advance(1)
        edges, nodes = _split(np.clip(parameters, -MOST_PARAMETER, MOST_PARAMETER), name)
        digests = sorted(ending.record.short_digest for ending in endings)
        about = {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "method": METHOD,
            "games": len(digests),
            "left_out": problem.left_out,
            "without_owners": self._dropped.reasons.total(),
            "lambda": best[1],
            "held_out_loss": round(best[0], 5),
        }
        return Territory(name, edges, nodes, np.array(digests, dtype=np.uint32), about)

    def _fit(
        self, problem: Problem, scale: np.ndarray, shrinkage: float, start: np.ndarray
    ) -> np.ndarray:
        """Returns the parameters, times the scale, of least penalized loss.

        start -- where L-BFGS begins
        """
        n_edges = problem.edge_terms.shape[1]
        stop_if_asked = self._stop.after(lambda games: None)

        def penalized(scaled: np.ndarray) -> tuple[float, np.ndarray]:
            stop_if_asked(0)
            parameters = scaled / scale
            value, of_edges, of_nodes = loss(problem, parameters[:n_edges], parameters[n_edges:])
            gradient = np.concatenate([of_edges, of_nodes]) / scale
            return value + 0.5 * shrinkage * scaled @ scaled, gradient + shrinkage * scaled

        found = self._optimize.minimize(
            penalized, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}
        )
        return np.asarray(found.x, dtype=np.float64)


def _scales(problem: Problem) -> np.ndarray:
    """Returns the root mean squares of the features, float64[P + Q]; 1 for those that are 0."""
    squares = [
        np.mean(terms.astype(np.float64) ** 2, axis=0)
        for terms in (problem.edge_terms, problem.node_terms)
    ]
    scale = np.sqrt(np.concatenate(squares))
    return np.where(scale > 0, scale, 1.0)


def _split(parameters: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns the parameters of edges and of nodes."""
    n = n_edge_terms(FORMS[name])
    assert len(parameters) == n + N_NODE_TERMS
    return parameters[:n], parameters[n:]
