"""cfggo evaluate moves: what pattern beliefs say of each move of game records."""

from __future__ import annotations

import argparse
import json
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import print_table
from cfggo.commands.evaluated_predictions import EvaluatedPolicy
from cfggo.commands.record_options import read_chosen_records
from cfggo.features.templates import TEMPLATE_WORDS
from cfggo.go.points import BLACK, COLOUR_NAMES, format_vertex
from cfggo.models.pattern_beliefs.study import MARKED_PREFERENCE, JudgedMove, Student, StudiedMove
from cfggo.records.archives import printable
from cfggo.records.game_record import GameRecord


def study_games(args: argparse.Namespace, policies: list[EvaluatedPolicy], seen: set[int]) -> None:
    """Prints what the beliefs of one model say of each move of the records.

    Raises CfggoError for a model without beliefs, or if there are no games.
    """
    tree = next((row.policy for row in policies if row.kind == "tree"), None)
    try:
        student = Student(tree)
    except CfggoError as error:
        raise CfggoError(f"{args.models[0]}: {error}") from error
    records, _ = read_chosen_records([args.records], args)
    games = []
    for record in records[: args.games]:
        studied = student.study_game(record)
        was_learnt = record.short_digest in seen
        if args.json:
            moves = [_as_json(move) for move in studied]
            games.append({"game": record.name, "learnt_from": was_learnt, "moves": moves})
        else:
            _print_game(record, studied, was_learnt)
    if args.json:
        print(json.dumps({"games": games}))


def _as_json(studied: StudiedMove) -> dict[str, Any]:
    return {
        "number": studied.number,
        "colour": COLOUR_NAMES[studied.colour],
        "move": _judged_as_json(studied.move),
        "first": _judged_as_json(studied.first),
        "rank": studied.rank,
        "preference": round(studied.preference, 5),
        "doubtful": studied.is_doubtful,
    }


def _judged_as_json(move: JudgedMove) -> dict[str, Any]:
    return {
        "vertex": format_vertex(move.point),
        "pattern": TEMPLATE_WORDS[move.template],
        "mean": round(move.mean, 4),
        "sigma": round(move.sigma, 4),
        "played": move.played,
        "seen": move.seen,
        "probability": round(move.probability, 6),
    }


def _print_game(record: GameRecord, studied: list[StudiedMove], was_learnt: bool) -> None:
    title = printable(record.name)
    if was_learnt:
        title += "\nlearnt from: its moves look better known than they were before"
    heads = (
        *("move", "", "pattern", "value", "played, seen", "probability", "rank"),
        *("likeliest", "its value", "preferred", ""),
    )
    rows = []
    for found in studied:
        move, first = found.move, found.first
        if found.rank == 1:
            mark = ""
        elif found.is_doubtful:
            mark = "?"
        else:
            mark = "unlikely" if found.preference < MARKED_PREFERENCE else ""
        rows.append(
            (
                str(found.number),
                f"{'B' if found.colour == BLACK else 'W'} {format_vertex(move.point)}",
                TEMPLATE_WORDS[move.template],
                f"{move.mean:+.2f} ± {move.sigma:.2f}",
                f"{move.played:,}, {move.seen:,}",
                f"{move.probability:.1%}",
                str(found.rank),
                f"{format_vertex(first.point)} {first.probability:.1%}",
                f"{first.mean:+.2f} ± {first.sigma:.2f}",
                f"{found.preference:.0%}",
                mark,
            )
        )
    print_table(title, heads, rows, left=(1, 7, 10))
