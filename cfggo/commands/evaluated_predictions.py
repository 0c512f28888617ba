"""cfggo evaluate policy: how well policies predict the moves that were played."""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from cfggo.base.array_archive import format_name
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads, available_cores
from cfggo.base.resources import (
    CONFIG_SUFFIX,
    find_weights,
    is_file,
    is_path,
    names_weights,
    preset_names,
    weights_names,
)
from cfggo.base.terminal import console, progress
from cfggo.base.words import did_you_mean
from cfggo.commands.prediction_output import (
    Compared,
    ModelNames,
    Predicted,
    predictions_to_json,
    print_predictions,
)
from cfggo.commands.record_options import read_chosen_records, reasons_to_leave_out
from cfggo.config import load_config
from cfggo.learning.evaluation import evaluate
from cfggo.models.bradley_terry.weights import POLICY_KINDS
from cfggo.models.measuring.prediction import Prediction, difference
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.evaluation import BeliefEvaluation, evaluate_beliefs
from cfggo.models.registry import TreePolicy, load_model, weights_that_explain
from cfggo.models.territory.model import FORMAT
from cfggo.models.tsumego.rankers import is_ranker_file
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays

_BY_MEAN = "tree, by mean"
"""The name of beliefs that rank moves by the means of their values, not by probability."""


class EvaluatedPolicy(NamedTuple):
    """A policy of one of the models."""

    model: ModelNames
    kind: str
    file: Path
    policy: TreePolicy


def load_policies(names: list[str], only: str | None) -> tuple[list[EvaluatedPolicy], set[int]]:
    """Returns the policies of the models, and the games that any of them learnt from.

    Raises CfggoError if a model can't be read, or if none has a policy of the kind `only`.
    """
    policies = []
    seen: set[int] = set()
    models = {}
    stems = Counter(Path(name).stem for name in names if names_weights(name))
    for name in names:
        if is_weights := names_weights(name):
            files = dict.fromkeys(POLICY_KINDS, find_weights(name))
        elif name in preset_names() or is_path(name, CONFIG_SUFFIX):
            policy = load_config(name).policy
            files = {"tree": find_weights(policy.tree), "playout": find_weights(policy.playout)}
        else:
            if is_file(Path(name)):
                raise CfggoError(f"{name}: no model, as those end with .weights or .toml")
            advice = did_you_mean(name, sorted({*preset_names(), *weights_names()}))
            raise CfggoError(f"unknown model {name!r}; {advice}")
        for kind, file in files.items():
            if file not in models:
                _check_kind(file)
                models[file] = load_model(file)
            model = models[file]
            seen.update(model.games.tolist())
            if kind in model.policies and only in (None, kind):
                found = model.policies[kind]
                if is_weights:
                    shown = file.stem if stems[file.stem] == 1 else name
                else:
                    shown = f"{name} ({file.stem})"
                policies.append(
                    EvaluatedPolicy(ModelNames(name, file.stem, shown), kind, file, found)
                )
    if not policies:
        raise CfggoError(f"no {only} policy in {', '.join(names)}")
    return policies, seen


def _check_kind(file: Path) -> None:
    """Raises CfggoError, with what to type, for a file of what predicts no games."""
    if is_ranker_file(file):
        raise CfggoError(
            f"{file}: is measured on problems, not on games, by `cfggo evaluate problems`"
        )
    if format_name(file) == FORMAT.name:
        raise CfggoError(f"{file}: a territory field, which `cfggo evaluate territory` measures")


def evaluate_predictions(
    args: argparse.Namespace, policies: list[EvaluatedPolicy], seen: set[int]
) -> None:
    """Prints how policies predict the moves of records; seen: of `load_policies`.

    Raises CfggoError if there are no moves to predict.
    """
    from cfggo.models.measuring.plots import plot_predictions

    left_out = reasons_to_leave_out(args.split, seen)
    records, _ = read_chosen_records([args.records], args, left_out)
    records = records[: args.games]
    results, beliefs = _predict(args, policies, records)
    compared = _compare(results)
    if args.json:
        print(json.dumps(predictions_to_json(len(records), results, compared, beliefs)))
    else:
        print_predictions(len(records), results, compared, beliefs)
    # After the results are printed: a full disk must not lose them.
    if args.plot is not None:
        plot_predictions(
            args.plot, [(f"{model.shown}, {kind}", found) for model, kind, found in results]
        )
        console().print(f"curves are in {args.plot}")


def _predict(
    args: argparse.Namespace, policies: list[EvaluatedPolicy], records: list[GameRecord]
) -> tuple[list[Predicted], dict[ModelNames, BeliefEvaluation]]:
    """Returns how the policies predict the records' moves, and for models with beliefs more.

    Beliefs have two rows.  Policies that several models share are evaluated once.
    """
    games = game_arrays(records)
    if not len(games.moves):
        raise CfggoError(f"{args.records}: no moves to predict")
    different = {(row.file, row.kind): row.policy for row in policies}
    title = f"predicting by {len(different)} policies" if len(different) > 1 else "predicting"
    predictions: dict[tuple[Path, str], Prediction] = {}
    of_beliefs: dict[Path, BeliefEvaluation] = {}
    with (
        Threads(args.threads or available_cores()) as executor,
        progress(title, len(records) * len(different), "games") as advance,
    ):
        for (file, kind), policy in different.items():
            try:
                if isinstance(policy, Beliefs):
                    found = evaluate_beliefs(games, policy, executor, advance)
                    of_beliefs[file] = found
                    predictions[file, kind] = found.by_probability
                else:
                    weights = weights_that_explain(policy)
                    predictions[file, kind] = evaluate(games, weights, executor, advance)
            except ValueError as error:
                raise CfggoError(f"{args.records}: {error}") from None
    results, beliefs = [], {}
    for model, kind, file, _ in policies:
        results.append(Predicted(model, kind, predictions[file, kind]))
        if file in of_beliefs:
            beliefs[model] = of_beliefs[file]
            results.append(Predicted(model, _BY_MEAN, of_beliefs[file].by_mean))
    return results, beliefs


def _compare(results: list[Predicted]) -> list[Compared]:
    """Returns how policies differ from the first one of their kind and from the one before, the
    same weights left out, and beliefs by their means, too, which are no probabilities.
    """
    earlier: dict[str, list[Predicted]] = defaultdict(list)
    found = []
    for result in results:
        model, kind, prediction = result
        if kind == _BY_MEAN:
            continue
        references = earlier[kind][:1] + earlier[kind][1:][-1:]
        for reference in references:
            if prediction is not reference.prediction:
                by = difference(prediction, reference.prediction)
                if by is not None:
                    found.append(Compared(model, reference.model, kind, by))
        earlier[kind].append(result)
    return found
