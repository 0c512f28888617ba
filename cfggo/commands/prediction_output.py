"""How cfggo evaluate policy shows how well policies predict moves: tables, sentences, JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.terminal import print_table
from cfggo.base.words import counted
from cfggo.features.templates import TEMPLATE_WORDS
from cfggo.models.measuring.calibration import EDGES, Calibration
from cfggo.models.measuring.prediction import Difference, Prediction
from cfggo.models.pattern_beliefs.evaluation import (
    EXPECTED,
    MEANS,
    PAIRS,
    PREFERRED,
    TENTHS,
    BeliefEvaluation,
)

_SLIGHT = 0.03
"""A difference of mean log-likelihoods below which one policy is only slightly better."""


class ModelNames(NamedTuple):
    """A model's names: as it was asked for, that of its weights, and what tables call it."""

    name: str
    weights: str
    shown: str


class Predicted(NamedTuple):
    """How a policy predicted the moves."""

    model: ModelNames
    kind: str
    prediction: Prediction


class Compared(NamedTuple):
    """By how much a policy predicted better than that of another model."""

    model: ModelNames
    reference: ModelNames
    kind: str
    difference: Difference


def predictions_to_json(
    n_games: int,
    results: Sequence[Predicted],
    compared: Sequence[Compared],
    beliefs: Mapping[ModelNames, BeliefEvaluation],
) -> dict[str, Any]:
    """Returns all as JSON can hold it; n_games: how many were predicted."""
    found: dict[str, Any] = {"games": n_games, "models": [_as_json(*row) for row in results]}
    if compared:
        found["differences"] = [_difference_as_json(*row) for row in compared]
    if beliefs:
        found["beliefs"] = [_beliefs_as_json(*row) for row in beliefs.items()]
    return found


def _as_json(model: ModelNames, kind: str, prediction: Prediction) -> dict[str, Any]:
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
    model: ModelNames, reference: ModelNames, kind: str, found: Difference
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


def _beliefs_as_json(model: ModelNames, found: BeliefEvaluation) -> dict[str, Any]:
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
        "means": MEANS[1:-1],
        "ranked": {
            f"by_{name}": [
                {
                    "moves": row.n,
                    "rank_error": _rounded([row.error])[0],
                    "rank_error_interval": _rounded(row.error_interval),
                    "first": _rounded([row.first])[0],
                    "first_interval": _rounded(row.first_interval),
                }
                for row in rows
            ]
            for name, rows in found.ranked.items()
        },
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


def print_predictions(
    n_games: int,
    results: Sequence[Predicted],
    compared: Sequence[Compared],
    beliefs: Mapping[ModelNames, BeliefEvaluation],
) -> None:
    """Prints the tables, and in sentences who predicts better."""
    _print_table(n_games, results)
    _print_compared(compared)
    _print_calibration(results)
    for model, found in beliefs.items():
        _print_beliefs(model.shown, found)
    _print_verdicts(compared)


def _print_table(n_games: int, results: Sequence[Predicted]) -> None:
    title = f"{counted(results[0].prediction.positions, 'move')} of {counted(n_games, 'game')}"
    heads = ("model", "policy", "first", "95% interval", "first 5", "first 10", "log-likelihood")
    rows = [
        (
            model.shown,
            kind,
            f"{prediction.top[0]:.1%}",
            "{:.1%} to {:.1%}".format(*prediction.top_intervals[0]),
            f"{prediction.top[4]:.1%}",
            f"{prediction.top[9]:.1%}",
            f"{prediction.mean_log_likelihood:.3f}",
        )
        for model, kind, prediction in results
    ]
    print_table(title, heads, rows, left=(0, 1))


def _print_compared(compared: Sequence[Compared]) -> None:
    if not compared:
        return
    heads = (
        *("model", "compared with", "policy"),
        *("first", "95% interval", "log-likelihood", "95% interval"),
    )
    rows = [
        (
            model.shown,
            reference.shown,
            kind,
            f"{100 * found.first:+.1f} points",
            _signed_interval(found.first_interval, 100, 1),
            f"{found.log_likelihood:+.3f}",
            _signed_interval(found.log_likelihood_interval, 1, 3),
        )
        for model, reference, kind, found in compared
    ]
    print_table("\non the same moves", heads, rows, left=(0, 1, 2))


def _print_verdicts(compared: Sequence[Compared]) -> None:
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


def _print_calibration(results: Sequence[Predicted]) -> None:
    title = "\nmoves expected and played, by the policy's probability"
    heads = ("model", "policy", "below 10%", "10% to 50%", "50% and more", "error")
    rows = []
    parts = np.split(np.arange(len(EDGES) - 1), np.searchsorted(EDGES, (0.1, 0.5)))
    for model, kind, prediction in results:
        found = prediction.calibration
        expected, played = (
            [np.nansum((found.candidates * share)[part]) / prediction.positions for part in parts]
            for share in (found.predicted, found.observed)
        )
        cells = (f"{left:.1%}, {right:.1%}" for left, right in zip(expected, played, strict=True))
        rows.append([model.shown, kind, *cells, f"{found.error:.1%}"])
    print_table(title, heads, rows, left=(0, 1))


def _print_beliefs(name: str, found: BeliefEvaluation) -> None:
    """Prints how beliefs do by the largest known pattern of the move played, and on pairs."""
    title = f"\n{name}: moves played, by their largest known pattern, and ranks by mean"
    heads = ("points", "moves", "of the first 30", "first", "first 5", "first 10")
    rows = []
    moves, early = found.templates.sum(axis=0), found.templates[0]
    for template, points in enumerate(TEMPLATE_WORDS):
        if moves[template]:
            shares = (
                moves[template] / moves.sum(),
                early[template] / max(early.sum(), 1),
                *found.within[template],
            )
            rows.append([points, *(f"{share:.1%}" for share in shares)])
    print_table(title, heads, rows, left=())
    title = (
        f"\n{name}: the move played and another one, predicted and observed to be the "
        "first of the pair"
    )
    rows = []
    for tenth in range(TENTHS):
        cells = (
            "{:.1%}, {:.1%}".format(*_shares_of_pairs(of_pairs)) if of_pairs[PAIRS] else ""
            for of_pairs in found.pairs[:, tenth]
        )
        rows.append([f"{10 * tenth}% to {10 * tenth + 10}%", *cells])
    columns = ("predicted", "by their shares of probability", "by their values alone")
    print_table(title, columns, rows, left=())
