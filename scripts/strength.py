#!/usr/bin/env python3
"""Measures strength: plays the games of an experiment of scripts/strength.toml and tabulates them.

Games that are in the folder already are not played again, so an interrupted run goes on where it
was, and more --games add games. Another --seed plays other games, to be counted together with the
results of a run whose games are gone. The table goes to standard output, in Markdown, and the
results as JSON beside the games. Without an experiment, lists them all.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import common
import results
from experiments import (
    Experiment,
    experiment_titles,
    read_experiment,
    results_to_json,
    results_to_text,
)

from cfggo.base.errors import CfggoError
from cfggo.commands.arguments import add_venue_options, count, open_venue
from cfggo.commands.engine_options import compile_before_games
from cfggo.commands.parser import Parser
from cfggo.match.contests.contest import play_contest
from cfggo.match.contests.live import LiveGames
from cfggo.match.results.store import GameStore, read_games, read_settings
from cfggo.match.results.summaries import GameSummary, summaries_by_number

CHECKOUT = Path(__file__).resolve().parent.parent
EXPERIMENTS = CHECKOUT / "scripts" / "strength.toml"
SETTINGS_NAME = "strength"


def main() -> None:
    """Plays and tabulates, also when interrupted; without an experiment, lists them."""
    parser = Parser(description=__doc__)
    parser.add_argument("experiment", nargs="?", metavar="EXPERIMENT", help="such as gnugo")
    parser.add_argument(
        "--games", type=count, metavar="N", help="of each row (default: as the experiment says)"
    )
    parser.add_argument(
        "--seed", type=count, metavar="N", help="of the games (default: as the experiment says)"
    )
    add_venue_options(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder of the games (default games/EXPERIMENT, with --seed games/EXPERIMENT-seed-N)",
    )
    parser.add_argument(
        "--report", action="store_true", help="play nothing, only tabulate the games so far"
    )
    parser.add_argument(
        "--publish", action="store_true", help="write data/results/EXPERIMENT-DATE.json too"
    )
    args = parser.parse_args()
    if args.experiment is not None:
        run(args)
        return
    titles = experiment_titles(EXPERIMENTS)
    width = max(map(len, titles))
    for name, title in titles.items():
        print(f"{name:{width}}  {title}")


def run(args: argparse.Namespace) -> None:
    """Plays the games that are missing, unless only a report is wanted, and tabulates them all."""
    experiment = read_experiment(EXPERIMENTS, args.experiment, args.seed)
    games = args.games or experiment.games
    name = experiment.name if args.seed is None else f"{experiment.name}-seed-{args.seed}"
    out = args.out or Path("games") / name
    if args.report:
        summaries = games_so_far(experiment, out, must_be_ours=args.publish)
        print(results_to_text(experiment, summaries))
        if args.publish:
            publish(experiment, summaries, name)
        return
    experiment.contest.require_programs()
    live = LiveGames(games * len(experiment.contest.pairings))
    with GameStore(
        out, SETTINGS_NAME, experiment.to_json(), digests=experiment.contest.digests
    ) as store:

        def game_ended(summary: GameSummary) -> None:
            live.game_ended(summary, experiment.contest.games_left(games, store.summaries))

        left = experiment.contest.games_left(games, store.summaries)
        compile_before_games(args, left, experiment.contest.digests)
        try:
            with open_venue(args, live) as venue, live:
                play_contest(experiment.contest, games, store, venue, on_game=game_ended)
        finally:
            summaries = summaries_by_number(store.summaries)
            print(results_to_text(experiment, summaries))
            if summaries:
                results.write_result(out / "results.json", result_of(experiment, summaries))
                if args.publish:
                    publish(experiment, summaries, name)


def games_so_far(experiment: Experiment, out: Path, must_be_ours: bool) -> list[GameSummary]:
    """Returns the games of a folder, also of one to which games are being added.

    Raises CfggoError if they must be this engine's and are another one's.
    """
    settings = experiment.to_json()
    stored = read_settings(out, SETTINGS_NAME) or settings
    if stored.get("engine") != settings["engine"]:
        message = f"{out}: games of another engine than this one"
        if must_be_ours:
            raise CfggoError(f"{message}, whose commit the published file would name")
        print(message, file=sys.stderr)
    return summaries_by_number(
        read_games(out, SETTINGS_NAME, settings | {"engine": stored.get("engine")})
    )


def publish(experiment: Experiment, summaries: Sequence[GameSummary], name: str) -> None:
    """Writes what all games so far came to among the published results."""
    results.write_result(results.published_path(name), result_of(experiment, summaries))


def result_of(experiment: Experiment, summaries: Sequence[GameSummary]) -> dict[str, Any]:
    """Returns what all games so far came to, with the command that played the last of them."""
    figures = results_to_json(experiment, summaries)
    return results.make_result(experiment.title, figures, seed=figures.pop("seed"))


if __name__ == "__main__":
    common.run(main)
