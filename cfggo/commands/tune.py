"""cfggo tune: configurations of the engine against each other, by sequential tests."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cfggo.base.terminal import say
from cfggo.commands.arguments import (
    add_contest_options,
    begin_anew,
    contest_folder,
    open_venue,
    print_report,
)
from cfggo.commands.engine_options import compile_before_games
from cfggo.commands.parser import Parser

if TYPE_CHECKING:
    from cfggo.match.contests.tune import Progress, Tuning

DESCRIPTION = """\
Plays candidate configurations against a base configuration, at equal playouts or
equal time, each until a sequential probability ratio test has decided whether it is
stronger. The candidates are named one by one, or are the points of a small grid of
parameters.

Games are kept as by `cfggo tournament`, in games/NAME-OF-FILE or --out DIR. If the run
was stopped or killed, the same command resumes it; --restart begins anew.

The exit code is 2 if a candidate could not begin any of its games, and 0 whatever the
tests decide."""

EXAMPLES = """\
a tuning file:
  base = "cfggo:cfg-tree"
  playouts = 200            # of all configurations; or: seconds = 0.5
  size = 9
  max_games = 400           # of a candidate

  [sprt]
  elo0 = 0                  # rejected if not better than this
  elo1 = 40                 # accepted if better by this
  alpha = 0.05              # chance of a wrong acceptance
  beta = 0.05               # chance of a wrong rejection

  [grid]
  rave_bias = [0.05, 0.2]
  exploration = [0.3, 0.6]

  [candidates]              # beside the grid, or instead of it
  full = "cfggo:cfg-full"

all keys, and the test: docs/tournaments.md"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    add_contest_options(parser, "the tuning run")


def run(args: argparse.Namespace) -> int:
    """Plays until all is decided and prints the result, also when interrupted."""
    from cfggo.match.contests.contest import play_contest
    from cfggo.match.contests.live import LiveGames
    from cfggo.match.contests.tune import SETTINGS_NAME, read_tuning
    from cfggo.match.results.store import GameStore, read_games
    from cfggo.match.results.summaries import GameSummary

    tuning = read_tuning(args.file)
    out = contest_folder(args)
    if args.report:
        games = read_games(out, SETTINGS_NAME, tuning.to_json())
        print_report(args, _progress(tuning, games), out)
        return 0
    tuning.contest.require_programs()
    begin_anew(args, out)
    n_games = tuning.max_games * len(tuning.candidates)
    say(f"at most {n_games} games, in {out}")
    live = LiveGames(n_games, at_most=True)
    with (
        open_venue(args, live) as venue,
        GameStore(out, SETTINGS_NAME, tuning.to_json(), digests=tuning.contest.digests) as store,
    ):
        progress = _progress(tuning, store.summaries)

        def game_ended(summary: GameSummary) -> None:
            progress.add(summary)
            index = tuning.contest.pairing_of(summary.number)
            live.game_ended(summary, progress.games_left, progress.tally(index))

        try:
            compile_before_games(args, progress.games_left, tuning.contest.digests)
            with live:
                play_contest(
                    tuning.contest,
                    tuning.max_games,
                    store,
                    venue,
                    is_decided=progress.is_decided,
                    on_game=game_ended,
                )
        finally:
            print_report(args, progress, out)
    return 0


def _progress(tuning: "Tuning", games: Mapping[int, dict[str, Any]]) -> "Progress":
    """Returns what the games so far, a store's lines, say of each candidate."""
    from cfggo.match.contests.tune import Progress
    from cfggo.match.results.summaries import summaries_by_number

    progress = Progress(tuning)
    for summary in summaries_by_number(games):
        progress.add(summary)
    return progress
