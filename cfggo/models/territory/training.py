"""Learns a territory field by exact likelihood (paper 3, section 3)."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor
from cfggo.base.training_run import Arrays, Status, Trainer, TrainingRun
from cfggo.base.words import today
from cfggo.methods import TerritoryOptions
from cfggo.models.territory.endings import endings_of
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, n_edge_terms
from cfggo.models.territory.likelihood import EndingGraphs, graphs_of_endings, loss
from cfggo.models.territory.model import MOST_PARAMETER, Territory, save_territory
from cfggo.models.territory.remembered_loss import RememberedLoss
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord

SHRINKAGES = (1000.0, 100.0, 10.0, 1.0, 0.1)
"""Values of lambda that are tried until one is worse than the last: weight of the squares of
parameters, features having RMS 1."""

HELD_OUT = 5
"""One game in so many chooses lambda; then all are learnt from."""

_STEPS = 60
"""Steps of L-BFGS at most."""

_STAGES = ("choosing", "all")
"""Lambda is chosen by one part of the games; then all are learnt from."""


class TerritoryTrainer(Trainer):
    """Learns a field from the endings of all games.

    A checkpoint has all losses that were computed (`cfggo.models.territory.remembered_loss`).
    """

    def __init__(
        self, records: Sequence[GameRecord], options: TerritoryOptions, executor: Executor
    ) -> None:
        """Finds the endings among the records.

        executor -- not used

        Raises CfggoError as `check` does, or if no record has owners.
        """
        self._optimize = _optimizer()
        self._options = options
        self._dropped = DropReport()
        endings = endings_of(records, self._dropped)
        if not endings:
            raise CfggoError(
                "no records that say who owns the points (TB, TW); make some by cfggo selfplay "
                "--play-out"
            )
        self._endings = sorted(endings, key=lambda ending: ending.record.digest)
        n_parameters = n_edge_terms(FORMS[options.form]) + N_NODE_TERMS
        self._losses = {stage: RememberedLoss(n_parameters) for stage in _STAGES}

    @staticmethod
    def check(options: TerritoryOptions) -> None:
        """Raises CfggoError if SciPy is missing."""
        _optimizer()

    def state(self) -> tuple[Status, Arrays]:
        """Returns the losses that were computed."""
        return {}, {
            f"{owner}.{name}": array
            for owner, loss_of_stage in self._losses.items()
            for name, array in loss_of_stage.arrays.items()
        }

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes losses that were computed."""
        for stage, losses in self._losses.items():
            own = {name: arrays[f"{stage}.{name}"] for name in losses.arrays}
            losses.go_on_from(own)

    def identity(self) -> dict[str, Any]:
        """Returns what the losses depend on."""
        content = hashlib.sha256()
        for ending in self._endings:
            content.update(ending.record.digest + ending.owners.tobytes())
            content.update(b"" if ending.playouts is None else ending.playouts.tobytes())
        return {
            **self._options.to_json(),
            "games": len(self._endings),
            "hash of games": content.hexdigest()[:16],
            "one game held out of": HELD_OUT,
        }

    save = staticmethod(save_territory)

    def learn(self, run: TrainingRun) -> Territory:
        """Learns, and returns the field; see `Trainer`."""
        if self._dropped.reasons:
            run.say(str(self._dropped))
        name, form = self._options.form, FORMS[self._options.form]
        endings, n_edges = self._endings, n_edge_terms(form)
        choosing_losses, all_losses = (self._losses[stage] for stage in _STAGES)
        if form.playouts:
            endings = [ending for ending in endings if ending.playouts is not None]
            if not endings:
                raise CfggoError(
                    "no records with the owners of points in playouts (OWN); "
                    "scripts/counted_owners.py makes some"
                )
        choosing = endings[::HELD_OUT]
        chosen = [ending for i, ending in enumerate(endings) if i % HELD_OUT]
        with run.stage("reading positions", len(endings)) as advance:
            parts = [
                graphs_of_endings(part, form, advance) for part in (chosen or choosing, choosing)
            ]
        for part in parts:
            if len(part.node_starts) == 1:
                raise CfggoError(
                    f"too few games for form {name}: of those to learn from, or of every "
                    f"{HELD_OUT}th, which chooses lambda, all have too many blocks"
                )
        scale = _scales(parts[0])
        best, start = (np.inf, SHRINKAGES[0]), np.zeros(len(scale))
        first = start
        with run.stage("choosing the penalty", len(SHRINKAGES) + 1, "fits") as advance:
            for shrinkage in SHRINKAGES:
                start = self._fit(run, parts[0], choosing_losses, scale, shrinkage, start)
                held_out, _, _ = loss(parts[1], *np.split(start / scale, [n_edges]))
                held_out /= len(parts[1].node_starts) - 1
                run.say(
                    f"penalty {shrinkage:g}: loss {held_out:.4f} a position, on one game in five"
                )
                advance(1)
                if held_out > best[0]:
                    break
                best, first = (held_out, shrinkage), start
            graphs = graphs_of_endings(endings, form, lambda games: run.end_if_stopped())
            parameters = self._fit(run, graphs, all_losses, scale, best[1], first) / scale
            advance(len(SHRINKAGES) - SHRINKAGES.index(shrinkage))
        edges, nodes = np.split(np.clip(parameters, -MOST_PARAMETER, MOST_PARAMETER), [n_edges])
        digests = sorted(ending.record.short_digest for ending in endings)
        about = {
            "date": today(),
            "method": self._options.method,
            "games": len(digests),
            "left_out": graphs.left_out,
            "without_owners": self._dropped.reasons.total(),
            "lambda": best[1],
            "held_out_loss": round(best[0], 5),
        }
        return Territory(name, edges, nodes, np.array(digests, dtype=np.uint32), about)

    def _fit(
        self,
        run: TrainingRun,
        graphs: EndingGraphs,
        losses: RememberedLoss,
        scale: np.ndarray,
        shrinkage: float,
        start: np.ndarray,
    ) -> np.ndarray:
        """Returns the parameters, times the scale, of least penalized loss.

        losses -- by these graphs, as far as they are known
        start  -- where L-BFGS begins
        """
        n_edges = graphs.edge_terms.shape[1]

        def loss_at(parameters: np.ndarray) -> tuple[float, np.ndarray]:
            value, *gradients = loss(graphs, *np.split(parameters, [n_edges]))
            return value, np.concatenate(gradients)

        def penalized(scaled: np.ndarray) -> tuple[float, np.ndarray]:
            run.end_if_stopped()
            run.keep_if_due()
            value, gradient = losses.of(loss_at, scaled / scale)
            return value + 0.5 * shrinkage * scaled @ scaled, gradient / scale + shrinkage * scaled

        found = self._optimize.minimize(
            penalized, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}
        )
        return np.asarray(found.x, dtype=np.float64)


def _optimizer() -> Any:
    """Returns SciPy's module of optimization; raises CfggoError without SciPy."""
    try:
        return importlib.import_module("scipy.optimize")
    except ImportError:
        raise CfggoError(
            "learning a territory field needs SciPy: pip install 'cfggo[territory]'"
        ) from None


def _scales(graphs: EndingGraphs) -> np.ndarray:
    """Returns the root mean squares of the features, float64[P + Q]; 1 for those that are 0."""
    squares = [
        np.mean(terms.astype(np.float64) ** 2, axis=0)
        for terms in (graphs.edge_terms, graphs.node_terms)
    ]
    scale = np.sqrt(np.concatenate(squares))
    return np.where(scale > 0, scale, 1.0)
