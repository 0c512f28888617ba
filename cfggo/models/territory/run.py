"""The training run that learns a territory field by exact likelihood (paper 3, section 3)."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import InvalidContent, check_names
from cfggo.base.checkpoint import Arrays, KeptRun, Status
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, Show
from cfggo.base.words import today
from cfggo.config import LearningConfig
from cfggo.models.territory.endings import endings_of
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, n_edge_terms
from cfggo.models.territory.likelihood import EndingGraphs, graphs_of_endings, loss
from cfggo.models.territory.model import MOST_PARAMETER, Territory, save_territory
from cfggo.models.territory.remembered_loss import RememberedLoss
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord

METHOD = "territory"
"""What `cfggo train` calls it."""

SHRINKAGES = (1000.0, 100.0, 10.0, 1.0, 0.1)
"""Values of lambda that are tried until one is worse than the last: weight of the squares of
parameters, features having RMS 1."""

HELD_OUT = 5
"""One game in so many chooses lambda; then all are learnt from."""

_STEPS = 60
"""Steps of L-BFGS at most."""

_STAGES = ("choosing", "all")
"""Lambda is chosen by one part of the games; then all are learnt from."""


class TerritoryRun(KeptRun):
    """A run that learns one field from the endings of all games.

    What it learns depends on the records alone, not on how often it was interrupted and resumed:
    the checkpoint has all losses that were computed (`cfggo.models.territory.remembered_loss`).
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

        Raises CfggoError as `check` does, or if no record has owners.
        """
        self.check(configs, kinds)
        super().__init__(checkpoint, seconds_between_checkpoints)
        self._optimize = _optimizer()
        self._forms = [config.territory_form for config in configs]
        self._dropped = DropReport()
        endings = endings_of(records, self._dropped)
        if not endings:
            raise CfggoError(
                "no records that say who owns the points (TB, TW); make some by cfggo selfplay "
                "--play-out"
            )
        self._endings = sorted(endings, key=lambda ending: ending.record.digest)
        self._losses = self._no_losses()

    def _no_losses(self) -> dict[str, RememberedLoss]:
        """Returns what a run begins with: no losses, by stage and number of configuration."""
        return {
            f"{stage}{i}": RememberedLoss(_n_parameters(name))
            for i, name in enumerate(self._forms)
            for stage in _STAGES
        }

    @staticmethod
    def check(configs: Sequence[LearningConfig], kinds: Sequence[str]) -> None:
        """Raises CfggoError if SciPy is missing, or a form of that name."""
        _optimizer()
        for config in configs:
            if config.territory_form not in FORMS:
                raise CfggoError(
                    f"unknown form {config.territory_form!r}; expected one of: {', '.join(FORMS)}"
                )

    def state(self) -> tuple[Status, Arrays]:
        """Returns the losses that were computed."""
        return {}, {
            f"{owner}.{name}": array
            for owner, loss_of_stage in self._losses.items()
            for name, array in loss_of_stage.arrays.items()
        }

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes losses that were computed; raises InvalidContent if they can't be this run's."""
        check_names("status", status, ())
        by_owner: dict[str, Arrays] = {}
        for array_name, array in arrays.items():
            owner, _, name = array_name.partition(".")
            by_owner.setdefault(owner, {})[name] = array
        losses = self._no_losses()
        check_names("array", by_owner, losses)
        for owner, loss_of_stage in losses.items():
            try:
                loss_of_stage.go_on_from(by_owner[owner])
            except InvalidContent as error:
                raise InvalidContent(f"{owner}: {error}") from error
        self._losses = losses

    def identity(self) -> dict[str, Any]:
        """Returns what the losses depend on."""
        content = hashlib.sha256()
        for ending in self._endings:
            content.update(ending.record.digest + ending.owners.tobytes())
            content.update(b"" if ending.playouts is None else ending.playouts.tobytes())
        return {
            "method": METHOD,
            "games": len(self._endings),
            "hash of games": content.hexdigest()[:16],
            "form": self._forms,
            "one game held out of": HELD_OUT,
        }

    def save(self, path: Path, model: Territory) -> None:
        """Writes a field; raises CfggoError if it can't be written."""
        save_territory(path, model)

    def run(self, show: Show, say: Callable[[str], None]) -> list[Territory]:
        """Learns, and returns the fields.

        Raises KeyboardInterrupt if the run was stopped; it can be resumed then.
        """
        if self._dropped.reasons:
            say(str(self._dropped))
        with self.kept_when_interrupted():
            return [self._learn(i, show, say) for i in range(len(self._forms))]

    def _learn(self, index: int, show: Show, say: Callable[[str], None]) -> Territory:
        """Learns the field of a configuration."""
        name, endings = self._forms[index], self._endings
        choosing_losses, all_losses = (self._losses[f"{stage}{index}"] for stage in _STAGES)
        if FORMS[name].playouts:
            endings = [ending for ending in endings if ending.playouts is not None]
            if not endings:
                raise CfggoError(
                    "no records with the owners of points in playouts (OWN); "
                    "scripts/counted_owners.py makes some"
                )
        form = FORMS[name]
        choosing = endings[::HELD_OUT]
        chosen = [ending for i, ending in enumerate(endings) if i % HELD_OUT]
        with show("reading positions", len(endings)) as advance:
            advance = self.stopping.after(advance)
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
        with show("choosing lambda", len(SHRINKAGES) + 1) as advance:
            advance = self.stopping.after(advance)
            for shrinkage in SHRINKAGES:
                start = self._fit(parts[0], choosing_losses, scale, shrinkage, start)
                held_out, _, _ = loss(parts[1], *_split(start / scale, name))
                held_out /= len(parts[1].node_starts) - 1
                say(f"lambda {shrinkage:g}: held-out loss {held_out:.4f} a position")
                advance(1)
                if held_out > best[0]:
                    break
                best, first = (held_out, shrinkage), start
            graphs = graphs_of_endings(endings, form, self.stopping.after(lambda games: None))
            parameters = self._fit(graphs, all_losses, scale, best[1], first) / scale
            advance(1)
        edges, nodes = _split(np.clip(parameters, -MOST_PARAMETER, MOST_PARAMETER), name)
        digests = sorted(ending.record.short_digest for ending in endings)
        about = {
            "date": today(),
            "method": METHOD,
            "games": len(digests),
            "left_out": graphs.left_out,
            "without_owners": self._dropped.reasons.total(),
            "lambda": best[1],
            "held_out_loss": round(best[0], 5),
        }
        return Territory(name, edges, nodes, np.array(digests, dtype=np.uint32), about)

    def _fit(
        self,
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
        stop_if_asked = self.stopping.after(lambda games: None)

        def loss_at(parameters: np.ndarray) -> tuple[float, np.ndarray]:
            value, *gradients = loss(graphs, parameters[:n_edges], parameters[n_edges:])
            return value, np.concatenate(gradients)

        def penalized(scaled: np.ndarray) -> tuple[float, np.ndarray]:
            stop_if_asked(0)
            self.keep_if_due()
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


def _n_parameters(name: str) -> int:
    """Returns the number of parameters of a form, of edges and of nodes."""
    return n_edge_terms(FORMS[name]) + N_NODE_TERMS


def _split(parameters: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns the parameters of edges and of nodes."""
    n = n_edge_terms(FORMS[name])
    assert len(parameters) == _n_parameters(name)
    return parameters[:n], parameters[n:]
