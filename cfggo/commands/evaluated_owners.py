"""cfggo evaluate territory: how well territory fields know who owns the points."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.base.terminal import print_table, progress, say
from cfggo.base.words import counted
from cfggo.commands.record_options import read_chosen_records, reasons_to_leave_out
from cfggo.models.territory.endings import Ending, endings_of
from cfggo.models.territory.errors import (
    ERRORS,
    GameErrors,
    calibration_error,
    errors_of,
    fewer_wrong_points,
    naive_owners,
    totals,
)
from cfggo.models.territory.model import Territory, load_territory
from cfggo.records.collection import DropReport

Predict = Callable[[Ending], np.ndarray]


NAIVE, GNUGO = "all alive", "GNU Go"
"""The names in tables for judges that are no fields."""

_SEED = 1
"""Of the searches."""


def evaluate_owners(args: argparse.Namespace) -> None:
    """Prints the errors of fields, of taking all stones for alive, and of what else was asked for.

    Raises CfggoError for a model that is no field, or if there are no endings.
    """
    models = {name: load_territory(find_weights(name)) for name in args.models}
    endings = _endings(args, models)
    predictors: dict[str, Predict] = {NAIVE: lambda ending: naive_owners(ending.board)}
    searches = _Searches(args.playouts) if args.playouts else None
    stems = [Path(name).stem for name in models]
    for (name, model), stem in zip(models.items(), stems, strict=True):
        predictors[stem if stems.count(stem) == 1 else name] = _predictor(model, searches)
    reference = f"{args.playouts:,} playouts" if searches is not None else NAIVE
    if searches is not None:
        predictors[reference] = searches.owners
    errors: dict[str, list[GameErrors]] = {}
    with ExitStack() as stack:
        if args.gnugo:
            from cfggo.match.playing.final_owners import GnuGoOwners

            gnugo = stack.enter_context(GnuGoOwners())
            predictors[GNUGO] = lambda ending: gnugo.owners(ending.game())
        advance = stack.enter_context(progress("predicting", len(endings), "games"))
        for ending in endings:
            for name, predict in predictors.items():
                errors.setdefault(name, []).append(errors_of(ending, predict(ending)))
            advance(1)
    tables = {"all": errors}
    agreed = [game.wrong_blocks == 0 for game in errors.get(GNUGO, ())]
    if any(agreed):
        tables["GNU Go agrees"] = {
            name: [game for game, is_agreed in zip(games, agreed, strict=True) if is_agreed]
            for name, games in errors.items()
        }
    if args.json:
        found = {name: _as_json(table, reference) for name, table in tables.items()}
        print(json.dumps(found))
    else:
        for name, table in tables.items():
            _print(name, table, reference)


def _endings(args: argparse.Namespace, models: dict[str, Territory]) -> list[Ending]:
    """Returns the endings to predict; raises CfggoError if there are none."""
    seen = {digest for model in models.values() for digest in model.games.tolist()}
    left_out = reasons_to_leave_out(args.split, seen)
    records, _ = read_chosen_records([args.records], args, left_out)
    without = DropReport()
    endings = endings_of(records, without)[: args.games]
    if without.reasons:
        say(str(without))
    if not endings:
        raise CfggoError(f"{args.records}: no records that say who owns the points (TB, TW)")
    return endings


class _Searches:
    """Searches of endings for who owns the points; the last one is remembered."""

    def __init__(self, playouts: int) -> None:
        from cfggo.commands.engine_options import compile_with_progress
        from cfggo.config import load_config
        from cfggo.search.limits import Limit
        from cfggo.search.searcher import Searcher

        compile_with_progress()
        self._engine = Searcher(load_config().with_values(seed=_SEED))
        self._limit = Limit(playouts=playouts)
        self._ending: Ending | None = None

    def owners(self, ending: Ending) -> np.ndarray:
        """Returns who owns the points of an ending in a search's playouts, float32[N_POINTS]."""
        if self._ending is not ending:
            from cfggo.search.request import SearchRequest

            game = ending.game()
            self._engine.forget()
            self._engine.set_seed(_SEED)
            self._engine.analyze(SearchRequest(game, game.to_play, self._limit))
            self._ending = ending
        return self._engine.ownership()


def _predictor(model: Territory, searches: _Searches | None) -> Predict:
    """Returns what predicts by a field; raises CfggoError if it needs playouts and has none."""
    if not model.form.playouts:
        return lambda ending: model.owners(ending.board)
    if searches is None:
        raise CfggoError("this field also sees playouts: add --playouts 500")
    return lambda ending: model.owners(ending.board, searches.owners(ending))


def _as_json(table: dict[str, list[GameErrors]], reference: str) -> dict[str, Any]:
    """Returns the figures of a table by row; reference -- whom the others are compared with."""
    found: dict[str, Any] = {}
    for name, games in table.items():
        error, bins = calibration_error(games)
        found[name] = {"games": len(games)}
        for key, value in totals(games).items():
            found[name][key] = {
                "error": _rounded(value.share, 5),
                "interval": [_rounded(value.low, 5), _rounded(value.high, 5)],
            }
        fewer = fewer_wrong_points(games, table[reference])
        found[name]["wrong_points"] = sum(game.wrong_points for game in games)
        if name != reference and not math.isnan(fewer.share):
            found[name]["fewer_wrong_points"] = {
                "than": reference,
                "share": round(fewer.share, 4),
                "interval": [_rounded(fewer.low, 4), _rounded(fewer.high, 4)],
            }
        points = sum(game.points for game in games)
        squares = sum(game.squares for game in games)
        found[name]["squared_error"] = round(squares / points, 5) if points else None
        found[name]["calibration_error"] = _rounded(error, 5)
        found[name]["calibration_bins"] = bins.round(2).tolist()
    return found


def _rounded(value: float, digits: int) -> float | None:
    """Returns a figure as JSON can hold it, None for NaN."""
    return None if math.isnan(value) else round(value, digits)


def _print(title: str, table: dict[str, list[GameErrors]], reference: str) -> None:
    """Prints a table; reference -- as in `_as_json`."""
    n = len(next(iter(table.values())))
    heads = ("owners by", *ERRORS, "calibration", f"wrong points, against {reference}")
    rows = []
    for name, games in table.items():
        cells = (
            f"{100 * error.share:.2f}%"
            + ("" if math.isnan(error.low) else f" ({100 * error.low:.2f}-{100 * error.high:.2f})")
            for error in totals(games).values()
        )
        fewer = fewer_wrong_points(games, table[reference])
        saved = ""
        if name != reference and not math.isnan(fewer.share):
            saved = f"{fewer.share:.0%} fewer"
            if fewer.share < 0:
                saved = f"{1 - fewer.share:.1f} times as many"
            elif not math.isnan(fewer.low):
                saved += f" ({100 * fewer.low:.0f} to {100 * fewer.high:.0f})"
        rows.append([name, *cells, f"{100 * calibration_error(games)[0]:.2f}%", saved])
    print_table(f"\nwrong owners, {counted(n, 'game')}: {title}", heads, rows)
