"""Training runs of every method: the same weights, however they are shared and often stopped."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from make_problems import made_problems

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.training_run import TrainingRun
from cfggo.learning.trainers import new_run
from cfggo.methods import (
    BayesOptions,
    BeliefOptions,
    FrequencyOptions,
    GamePerceptronOptions,
    LaplaceOptions,
    LocalOptions,
    Options,
    PerceptronOptions,
    StochasticOptions,
    TerritoryOptions,
)
from cfggo.models.tsumego import graph_kernel_training
from tests.conftest import MakeEndings, RandomRecords
from tests.silence import say_nothing, show_nothing

STEPS: dict[str, Any] = {"passes": 2, "min_wins": 2, "batch_games": 4, "position_share": 0.8}
BELIEFS: dict[str, Any] = {"batch_games": 3, "min_wins": 1, "min_context_wins": 3}

OPTIONS: Sequence[Options] = (
    StochasticOptions(playout_labels="hash8", **STEPS),
    LaplaceOptions(tree_features=("nested-templates", "tactics", "ladders"), **BELIEFS),
    BayesOptions(tree_features=("templates", "tactics", "surroundings"), **BELIEFS),
    FrequencyOptions(),
    TerritoryOptions(form="field"),
    LocalOptions(),
    PerceptronOptions(),
    GamePerceptronOptions(kernel_moves=60),
)

BEGIN_ANEW = {"perceptron", "local", "frequency"}
"""Methods that keep nothing."""


@pytest.fixture(scope="module")
def material(
    random_records: RandomRecords, random_endings: MakeEndings
) -> Callable[[Options], list[Any]]:
    """Returns what a method learns from."""
    of_games, endings = random_records(70, 7, 35), random_endings(12)
    problems = list(made_problems(seed=4, n_problems=12))

    def material(options: Options) -> list[Any]:
        if isinstance(options, LocalOptions | PerceptronOptions):
            return problems
        if isinstance(options, TerritoryOptions):
            return endings
        return of_games[:16] if isinstance(options, StochasticOptions | BeliefOptions) else of_games

    return material


class Steps:
    """Counts the steps of runs, and stops the present one after some."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.n = 0
        self.most: float = 0
        end_if_stopped = TrainingRun.end_if_stopped

        def counted(run: TrainingRun) -> None:
            self.n += 1
            if self.n >= self.most:
                run.stop()
            end_if_stopped(run)

        monkeypatch.setattr(TrainingRun, "end_if_stopped", counted)

    def run(self, run: TrainingRun, most: float = float("inf")) -> Any:
        """Returns what a run learns; raises KeyboardInterrupt if that takes more steps."""
        self.n, self.most = 0, most
        return run.run(show_nothing, say_nothing)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options.method)
def test_a_run_ends_with_the_same_file_however_it_is_shared_and_stopped(
    options: Options,
    material: Callable[[Options], list[Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records, path = material(options), tmp_path / "run.checkpoint"
    steps = Steps(monkeypatch)
    monkeypatch.setattr(graph_kernel_training, "MOST_HELD", 50)  # a thousand take seconds

    def file_of(run: TrainingRun, most: float = float("inf")) -> bytes:
        run.save(tmp_path / "x.weights", steps.run(run, most))
        return (tmp_path / "x.weights").read_bytes()

    with Threads(1) as one, Threads(3) as three:
        whole = file_of(new_run(records, options, one, tmp_path / "whole.checkpoint"))
        n_steps = steps.n
        again = new_run(records[::-1], options, three, tmp_path / "whole.checkpoint")
        assert file_of(again) == whole

        is_kept = options.method not in BEGIN_ANEW
        found, stops, most = b"", 0, 1.0
        while not found:
            run = new_run(records, options, one, path)
            if path.exists():
                run.resume()
            try:
                found = file_of(run, most)
            except KeyboardInterrupt:
                stops += 1
            assert stops < 50
            most = 1.3 * most + 1 if is_kept else float("inf")
            if is_kept and not path.exists():
                most = min(most, n_steps - 2)
        assert found == whole
        assert path.exists() == is_kept
        if is_kept:
            assert stops > (n_steps > 10) + (n_steps > 50)
            # Not all was done anew; the territory's steps are few without their losses.
            assert steps.n < n_steps or options.method == "territory"
            with pytest.raises(CfggoError, match="of another training run"):
                new_run(records[1:], options, one, path).resume()
        else:
            assert stops == 1
