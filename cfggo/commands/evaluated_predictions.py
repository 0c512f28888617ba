"""cfggo evaluate policy: how well policies predict the moves that were played."""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.array_archive import format_name
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads, available_cores
from cfggo.base.resources import (
    CONFIG_SUFFIX,
    find_weights,
    is_path,
    names_weights,
    preset_names,
    weights_names,
)
from cfggo.base.terminal import console, new_table, print_table, progress
from cfggo.base.words import counted, did_you_mean
from cfggo.commands.record_options import read_chosen_records, reasons_to_leave_out
from cfggo.config import load_config
from cfggo.features.templates import TEMPLATE_WORDS
from cfggo.learning.evaluation import evaluate
from cfggo.models.bradley_terry.weights import POLICY_KINDS
from cfggo.models.measuring.calibration import EDGES, Calibration
from cfggo.models.measuring.prediction import Difference, Prediction, difference
from cfggo.models.pattern_beliefs.beliefs import Beliefs
from cfggo.models.pattern_beliefs.evaluation import (
    EXPECTED,
    PAIRS,
    PREFERRED,
    TENTHS,
    BeliefEvaluation,
    evaluate_beliefs,
)
from cfggo.models.registry import TreePolicy, load_model, weights_that_explain
from cfggo.models.territory.model import FORMAT
from cfggo.models.tsumego.rankers import is_ranker_file
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays

_BY_MEAN = "tree, by mean"
"""The name of beliefs that rank moves by the means of their values, not by probability."""


_SLIGHT = 0.03
"""A difference of mean log-likelihoods below which one policy is only slightly better."""


class Model(NamedTuple):
    """A model: as it was asked for, the file of its weights, and what tables call it."""

    name: str
    weights: str
    shown: str


class EvaluatedPolicy(NamedTuple):
    """A policy of one of the models."""

    model: Model
    kind: str
    file: Path
    policy: TreePolicy


class _Predicted(NamedTuple):
    """How a policy predicted the moves."""

    model: Model
    kind: str
    prediction: Prediction


class _Compared(NamedTuple):
    """By how much a policy predicted better than that of another model."""

    model: Model
    reference: Model
    kind: str
    difference: Difference


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
            advice = did_you_mean(name, [*preset_names(), *weights_names()])
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
                policies.append(EvaluatedPolicy(Model(name, file.stem, shown), kind, file, found))
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

    records = _read(args, seen)
    results, beliefs = _predict(args, policies, records)
    compared = _compare(results)
    if args.json:
        print(json.dumps(_all_as_json(len(records), results, compared, beliefs)))
    else:
        _print_table(len(records), results)
        _print_compared(compared)
        _print_calibration(results)
        for model, found in beliefs.items():
            _print_beliefs(model.shown, found)
        _print_verdicts(compared)
    # After the results are printed: a full disk must not lose them.
    if args.plot is not None:
        plot_predictions(
            args.plot, [(f"{model.shown}, {kind}", found) for model, kind, found in results]
        )
        console().print(f"curves are in {args.plot}")


def _predict(
    args: argparse.Namespace, policies: list[EvaluatedPolicy], records: list[GameRecord]
) -> tuple[list[_Predicted], dict[Model, BeliefEvaluation]]:
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
        results.append(_Predicted(model, kind, predictions[file, kind]))
        if file in of_beliefs:
            beliefs[model] = of_beliefs[file]
            results.append(_Predicted(model, _BY_MEAN, of_beliefs[file].by_mean))
    return results, beliefs


def _compare(results: list[_Predicted]) -> list[_Compared]:
    """Returns how policies differ from the first one of their kind, the same weights left out, and
    beliefs by their means, too, which are no probabilities.
    """
    references: dict[str, _Predicted] = {}
    found = []
    for result in results:
        model, kind, prediction = result
        if kind == _BY_MEAN:
            continue
        reference = references.setdefault(kind, result)
        if prediction is not reference.prediction:
            by = difference(prediction, reference.prediction)
            if by is not None:
                found.append(_Compared(model, reference.model, kind, by))
    return found


def _read(args: argparse.Namespace, seen: set[int]) -> list[GameRecord]:
    """Returns the records to evaluate on."""
    left_out = reasons_to_leave_out(args.split, seen)
    records, _ = read_chosen_records([args.records], args, left_out)
    return records[: args.games] if args.games else records


def _all_as_json(
    n_games: int,
    results: list[_Predicted],
    compared: list[_Compared],
    beliefs: dict[Model, BeliefEvaluation],
) -> dict[str, Any]:
    found: dict[str, Any] = {"games": n_games, "models": [_as_json(*row) for row in results]}
    if compared:
        found["differences"] = [_difference_as_json(*row) for row in compared]
    if beliefs:
        found["beliefs"] = [_beliefs_as_json(*row) for row in beliefs.items()]
    return found


def _as_json(model: Model, kind: str, prediction: Prediction) -> dict[str, Any]:
    return {
        "name": model.name,
        "weights": model.weights,
        "policy": kind,
        "positions": prediction.positions,
        "left_out": prediction.left_out,
        "top": _rounded(prediction.top),
        "first_rank_interval": _rounded(prediction.top_intervals[0]),
        "top_intervals": [_rounded(interval) for interval in prediction.top_intervals],
        "mean_log_likelihood": round(prediction.mean_log_likelihood, 5),
        "log_likelihood_by_phase": _rounded(prediction.phases),
        "log_likelihood_intervals": [_rounded(row) for row in prediction.phase_intervals],
        "calibration": _calibration_as_json(prediction.calibration),
    }


def _difference_as_json(
    model: Model, reference: Model, kind: str, found: Difference
) -> dict[str, Any]:
    return {
        "name": model.name,
        "compared_with": reference.name,
        "policy": kind,
        "positions": found.positions,
        "first": round(found.first, 5),
        "first_interval": _rounded(found.first_interval),
        "log_likelihood": round(found.log_likelihood, 5),
        "log_likelihood_interval": _rounded(found.log_likelihood_interval),
    }


def _calibration_as_json(found: Calibration) -> dict[str, Any]:
    bins = [
        {
            "from": float(EDGES[i]),
            "to": float(EDGES[i + 1]),
            "candidates": int(found.candidates[i]),
            "predicted": _rounded([found.predicted[i]])[0],
            "observed": _rounded([found.observed[i]])[0],
            "interval": _rounded(found.intervals[i]),
        }
        for i in range(len(found.candidates))
    ]
    return {"error": round(found.error, 5), "bins": bins}


def _beliefs_as_json(model: Model, found: BeliefEvaluation) -> dict[str, Any]:
    pairs: dict[str, list[dict[str, Any]]] = {}
    for words, tenths in zip(("by_share", "by_value"), found.pairs, strict=True):
        pairs[words] = []
        for tenth in tenths:
            predicted, observed = _rounded(_shares_of_pairs(tenth))
            of_tenth = {"pairs": int(tenth[PAIRS]), "predicted": predicted, "observed": observed}
            pairs[words].append(of_tenth)
    return {
        "name": model.name,
        "pairs": pairs,
        "moves_by_phase_and_template": found.templates.tolist(),
        "within_1_5_10_by_template": [_rounded(row) for row in found.within],
    }


def _shares_of_pairs(tenth: np.ndarray) -> tuple[float, float]:
    """Returns which share of a tenth's pairs is expected and observed, NaN for both without any.

    tenth -- float64[3]: sums of pairs (`cfggo.models.pattern_beliefs.evaluation`)
    """
    n = tenth[PAIRS] or math.nan
    return tenth[EXPECTED] / n, tenth[PREFERRED] / n


def _rounded(values: Iterable[float]) -> list[float | None]:
    """Returns the values as JSON can hold them, None for NaN."""
    return [None if math.isnan(value) else round(float(value), 5) for value in values]


def _print_table(n_games: int, results: list[_Predicted]) -> None:
    title = f"{counted(results[0][2].positions, 'move')} of {counted(n_games, 'game')}"
    table = new_table(title)
    for heading in ("model", "policy"):
        table.add_column(heading)
    for heading in ("first", "95% interval", "first 5", "first 10", "log-likelihood"):
        table.add_column(heading, justify="right")
    for model, kind, prediction in results:
        low, high = prediction.top_intervals[0]
        table.add_row(
            model.shown,
            kind,
            f"{prediction.top[0]:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{prediction.top[4]:.1%}",
            f"{prediction.top[9]:.1%}",
            f"{prediction.mean_log_likelihood:.3f}",
        )
    print_table(table)


def _print_compared(compared: list[_Compared]) -> None:
    if not compared:
        return
    title = "\non the same moves"
    table = new_table(title)
    for heading in ("model", "compared with", "policy"):
        table.add_column(heading)
    for heading in ("first", "95% interval", "log-likelihood", "95% interval"):
        table.add_column(heading, justify="right")
    for model, reference, kind, found in compared:
        table.add_row(
            model.shown,
            reference.shown,
            kind,
            f"{100 * found.first:+.1f} points",
            _signed_interval(found.first_interval, 100, 1),
            f"{found.log_likelihood:+.3f}",
            _signed_interval(found.log_likelihood_interval, 1, 3),
        )
    print_table(table)


def _print_verdicts(compared: list[_Compared]) -> None:
    """Prints in sentences who predicts better, and whether that is certain."""
    if compared:
        print()
    several = len({row.kind for row in compared}) > 1
    for model, reference, kind, found in compared:
        better = "better" if found.log_likelihood > 0 else "worse"
        slightly = "slightly " if abs(found.log_likelihood) < _SLIGHT else ""
        low, high = found.log_likelihood_interval
        certain = "certain" if low > 0 or high < 0 else "not certain"
        print(
            f"{model.shown} predicts {slightly}{better} than {reference.shown}"
            + (f" as {kind} policy" if several else "")
            + f"; the difference is {certain}."
        )


def _signed_interval(interval: tuple[float, float], factor: int, digits: int) -> str:
    """Returns an interval of a difference, multiplied, as text."""
    low, high = (factor * end for end in interval)
    return "one game" if math.isnan(low) else f"{low:+.{digits}f} to {high:+.{digits}f}"


def _print_calibration(results: list[_Predicted]) -> None:
    title = "\nmoves expected and played, by the policy's probability"
    table = new_table(title)
    for heading in ("model", "policy"):
        table.add_column(heading)
    for heading in ("below 10%", "10% to 50%", "50% and more", "error"):
        table.add_column(heading, justify="right")
    parts = np.split(np.arange(len(EDGES) - 1), np.searchsorted(EDGES, (0.1, 0.5)))
    for model, kind, prediction in results:
        found = prediction.calibration
        expected, played = (
            [np.nansum((found.candidates * share)[part]) / prediction.positions for part in parts]
            for share in (found.predicted, found.observed)
        )
        cells = (f"{left:.1%}, {right:.1%}" for left, right in zip(expected, played, strict=True))
        table.add_row(model.shown, kind, *cells, f"{found.error:.1%}")
    print_table(table)


def _print_beliefs(name: str, found: BeliefEvaluation) -> None:
    """Prints how beliefs do by the largest known pattern of the move played, and on pairs."""
    title = f"\n{name}: moves played, by their largest known pattern, and ranks by mean"
    table = new_table(title)
    headings = ("points", "moves", "of the first 30", "first", "first 5", "first 10")
    for heading in headings:
        table.add_column(heading, justify="right")
    moves, early = found.templates.sum(axis=0), found.templates[0]
    for template, points in enumerate(TEMPLATE_WORDS):
        if moves[template]:
            shares = (
                moves[template] / moves.sum(),
                early[template] / max(early.sum(), 1),
                *found.within[template],
            )
            table.add_row(points, *(f"{share:.1%}" for share in shares))
    print_table(table)
    title = (
        f"\n{name}: the move played and another one, predicted and observed to be the "
        "first of the pair"
    )
    table = new_table(title)
    for heading in ("predicted", "by their shares of probability", "by their values alone"):
        table.add_column(heading, justify="right")
    for tenth in range(TENTHS):
        cells = (
            "{:.1%}, {:.1%}".format(*_shares_of_pairs(of_pairs)) if of_pairs[PAIRS] else ""
            for of_pairs in found.pairs[:, tenth]
        )
        table.add_row(f"{10 * tenth}% to {10 * tenth + 10}%", *cells)
    print_table(table)
