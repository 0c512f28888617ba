"""cfggo tournament: games between many GTP programs."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.terminal import say
from cfggo.base.words import counted
from cfggo.commands.arguments import add_contest_options, begin_anew, contest_folder, open_venue
from cfggo.commands.engine_options import compile_before_games
from cfggo.commands.opening import add_open, open_in_browser
from cfggo.commands.parser import Parser
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.match.contests.tournament import Tournament

DESCRIPTION = """\
Plays a round robin or a gauntlet of any GTP programs as a TOML file describes it,
and rates them. Each game is kept as it ends, in the folder games/NAME-OF-FILE or
--out DIR: NNNN.sgf and a line in games.jsonl. If the tournament was stopped or
killed, the same command resumes it. A larger number of games in the file adds games,
and --restart begins anew.

The folder then has report.html, which needs no network: ratings with intervals,
cross table, curves, and every game.

The exit code is 2 if a pair of players could not begin any of its games."""

EXAMPLES = """\
a tournament file:
  games = 40                # of each pair
  size = 9
  komi = 7.5

  [players]                 # programs as `cfggo match` takes them
  tree = "cfggo:cfg-tree,playouts=200"
  full = "cfggo:cfg-full,playouts=200"
  gnugo = "gnugo:0"

all keys, and how the figures are meant: docs/tournaments.md"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    add_contest_options(parser, "the tournament")
    add_open(parser, "the report")


def run(args: argparse.Namespace) -> int:
    """Plays the games that are missing and reports, also when interrupted."""
    from cfggo.match.contests.contest import play_contest
    from cfggo.match.contests.live import LiveGames
    from cfggo.match.contests.tournament import SETTINGS_NAME, read_tournament
    from cfggo.match.results.store import GameStore, read_games
    from cfggo.match.results.summaries import GameSummary

    tournament = read_tournament(args.file)
    out = contest_folder(args)
    if args.report:
        _report(args, tournament, out, read_games(out, SETTINGS_NAME, tournament.to_json()))
        return 0
    tournament.contest.require_programs()
    begin_anew(args, out)
    say(f"{counted(tournament.n_games, 'game')} in {out}")
    live = LiveGames(tournament.n_games)
    with GameStore(
        out, SETTINGS_NAME, tournament.to_json(), digests=tournament.contest.digests
    ) as store:

        def game_ended(summary: GameSummary) -> None:
            left = tournament.contest.games_left(tournament.games, store.summaries)
            live.game_ended(summary, left)

        left = tournament.contest.games_left(tournament.games, store.summaries)
        try:
            compile_before_games(args, left, tournament.contest.digests)
            with open_venue(args, live) as venue, live:
                play_contest(tournament.contest, tournament.games, store, venue, on_game=game_ended)
        finally:
            _report(args, tournament, out, store.summaries)
    return 0


def _report(
    args: argparse.Namespace,
    tournament: "Tournament",
    out: Path,
    games: Mapping[int, dict[str, Any]],
) -> None:
    """Prints the result, then writes the report."""
    from cfggo.match.results.html_report import REPORT_NAME, write_html_report
    from cfggo.match.results.summaries import summaries_by_number

    standings = tournament.standings(summaries_by_number(games))
    report = out / REPORT_NAME
    if args.json:
        result = {
            "name": tournament.name,
            "games_planned": tournament.n_games,
            **tournament.to_json(),
            **standings.to_json(),
            "report": str(report),
            "sgf_dir": str(out),
        }
        print(json.dumps(result))
    else:
        print(f"{tournament.progress_to_text(len(standings.summaries))}\n")
        print(standings.to_text())
    # After the result is printed: a full disk must not lose it.
    write_html_report(tournament.page(standings), out)
    if args.open:
        open_in_browser(report)
    if not args.json:
        print(f"\nreport in {printable(str(report))}")
