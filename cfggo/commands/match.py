"""cfggo match: games between two GTP programs."""

import argparse
import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console, say
from cfggo.commands.arguments import (
    RESUMES_BY_ITSELF,
    RULES,
    add_report_options,
    add_venue_options,
    begin_anew,
    board_size,
    count,
    folder,
    games_folder,
    komi,
    open_venue,
    patience,
    print_report,
    rules_name,
    whole_number,
)
from cfggo.commands.engine_options import compile_before_games
from cfggo.commands.parser import Parser
from cfggo.go.rules import CHINESE
from cfggo.match.playing.ranges import DEFAULT_PATIENCE

if TYPE_CHECKING:
    from cfggo.match.contests.match import Match
    from cfggo.match.results.report import Report

DESCRIPTION = """\
Plays a match between any two GTP programs and tells how sure the result is.

A program is written as
  gnugo, gnugo:LEVEL              GNU Go, level 10 if none is given
  cfggo                           this engine with its default preset, the strongest
  cfggo:CONFIG[,KEY=VALUE...]     this engine with a preset or a TOML file, and other
                                  values for any of its keys, such as playouts
  cfggo:level=15k                 this engine with its default preset, at a level of play
  anything else                   a command line; {seed} in it becomes the game's seed

Colours change after each game. Wins and losses are those of --black's program,
whichever colour it has. Each game is kept as it ends: NNNN.sgf and a line in
games.jsonl. Ctrl-C stops the match and shows the result so far; the same command
with the same --out DIR plays the games that are missing, so more --games adds
games. Without --out every match makes a folder of its own, games/DATE-TIME.

A program that crashes, hangs, refuses a move or makes an illegal one forfeits the
game. If it can't even start a game, that game is an error, has no winner, and
is played again when the match goes on; three such games in a row end the match. The
exit code is 2 if they do, or if no game could begin, and 0 whoever wins or forfeits."""

EXAMPLES = """\
examples:
  ten games of a level against GNU Go
    cfggo match --black cfggo:level=9k --white gnugo:0
  against GNU Go on 9x9, boards shown
    cfggo match --black cfggo:cfg-tree,playouts=1000 --white gnugo:0 \\
      --games 20 --size 9 --komi 7.5 --boards
  what CFG patterns are worth at equal playouts, two games at a time
    cfggo match --black cfggo:cfg-full,playouts=500 --white cfggo:baseline,playouts=500 \\
      --games 200 --size 9 --jobs 2 --out out/cfg-full
  five seconds a move, any other engine, Black in all games
    cfggo match --black cfggo --white "pachi -s {seed}" --time 0+5 --no-alternate"""

_HINTS = {
    f"--{key}": f"each program has its own, such as --black cfggo:{value}"
    for key, value in (
        ("config", "cfg-full"),
        ("level", "level=9k"),
        ("playouts", "playouts=1000"),
        ("seconds", "seconds=5"),
        ("set", "rave_bias=0.2"),
        ("threads", "threads=2"),
    )
} | RESUMES_BY_ITSELF

_Condition = tuple[Callable[[str], Any], str, str]

_CONDITIONS: dict[str, _Condition] = {
    "size": (board_size, "N", "2 to 19 (default 19)"),
    "komi": (komi, "K", "default: the rules' own"),
    "rules": (rules_name, "R", f"{RULES} (default {CHINESE.name})"),
    "time": (
        str,
        "T",
        "time control in seconds: MAIN, MAIN+PERIOD (a move) or MAIN+PERIOD/STONES; a program that "
        "oversteps it loses (default: none)",
    ),
    "patience": (
        patience,
        "S",
        "seconds without an answer after which a program counts as hanging (default "
        f"{DEFAULT_PATIENCE:g})",
    ),
    "max_moves": (
        count,
        "N",
        "a game this long is scored as it is (default: three times the board's points)",
    ),
    "score": (
        str,
        "WHO",
        "who counts: `players`, with GNU Go where they don't agree; `cfggo`, which counts all "
        "stones as alive; or a program, such as gnugo (default players)",
    ),
    "handicap": (whole_number, "N", "stones that Black has at the start"),
    "openings": (
        str,
        "PATH",
        "folder, archive or file of SGF records to start from, each twice unless --no-alternate",
    ),
    "opening_moves": (count, "N", "moves taken from each of the openings (default: all)"),
    "seed": (
        whole_number,
        "N",
        "from it follow the programs' seeds, new ones in each game (default: a random one)",
    ),
}
"""Options that are keys of a tournament's file, too, and are checked as those are: types, names of
values, help.
"""

_KEPT = ("alternate", "seed")
"""Those that a match goes on with as it began, unless they are given."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.hints = _HINTS
    parser.stray = _programs_meant
    parser.add_argument("--black", required=True, metavar="PROGRAM", help="Black in the first game")
    parser.add_argument("--white", required=True, metavar="PROGRAM", help="White in the first game")
    parser.add_argument("--games", type=count, default=10, metavar="N", help="default 10")
    parser.add_argument(
        "--alternate",
        action=argparse.BooleanOptionalAction,
        help="change colours after each game, or not (default: change them)",
    )
    add_venue_options(parser)

    game = parser.add_argument_group("the game")
    for key, (kind, value, words) in _CONDITIONS.items():
        game.add_argument(_option(key), type=kind, metavar=value, help=words)

    output = parser.add_argument_group("what is kept and shown")
    output.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="folder of the games; if it has some, the match goes on (default: a new "
        "games/DATE-TIME)",
    )
    output.add_argument(
        "--boards",
        action="store_true",
        help="show the board after every move; not of games on a cluster",
    )
    add_report_options(output)


def _programs_meant(words: Sequence[str]) -> str:
    """Returns options for programs that were named without any."""
    from cfggo.match.playing.programs import meant_program

    first, second, *_ = *map(meant_program, words), "cfggo"
    return shlex.join(["--black", first, "--white", second])


def run(args: argparse.Namespace) -> int:
    """Plays the match and prints the result, also when interrupted."""
    from cfggo.match.contests.contest import play_contest
    from cfggo.match.contests.live import LiveGames
    from cfggo.match.contests.match import SETTINGS_NAME
    from cfggo.match.results.standings import tally_games
    from cfggo.match.results.store import GameStore, read_games
    from cfggo.match.results.summaries import GameSummary

    if args.boards and args.scheduler is not None:
        raise CfggoError("--boards: games on a cluster (--scheduler) can't be watched")
    match = _match(args)
    out = games_folder(args.out)
    if args.report:
        print_report(args, _report(match, read_games(out, SETTINGS_NAME, match.to_json())), out)
        return 0
    match.contest.require_programs()
    begin_anew(args, out)
    say(f"seed {match.conditions.seed}, games in {out}")
    live = LiveGames(args.games, args.boards)
    with (
        open_venue(args, live) as venue,
        GameStore(out, SETTINGS_NAME, match.to_json(), digests=match.contest.digests) as store,
    ):
        tally = _report(match, store.summaries).tally()
        left = match.contest.games_left(args.games, store.summaries)
        if not left:
            console().print("no games are left to play; --games N says how many there shall be")

        def game_ended(summary: GameSummary) -> None:
            nonlocal tally
            tally += tally_games([summary], lambda r: r.first_plays)
            live.game_ended(summary, match.contest.games_left(args.games, store.summaries), tally)

        try:
            compile_before_games(args, left, match.contest.digests)
            with live:
                play_contest(match.contest, args.games, store, venue, on_game=game_ended)
        finally:
            print_report(args, _report(match, store.summaries), out)
    return 0


def _report(match: "Match", games: Mapping[int, dict[str, Any]]) -> "Report":
    """Returns the result of the games so far, a store's lines."""
    from cfggo.match.results.summaries import summaries_by_number

    return match.report(summaries_by_number(games))


def _match(args: argparse.Namespace) -> "Match":
    """Returns the match that the options describe. Raises CfggoError for values it can't have."""
    from cfggo.base.toml_tables import Place, read_table
    from cfggo.match.contests.match import SETTINGS_NAME, Match
    from cfggo.match.playing.conditions import ConditionKeys
    from cfggo.match.results.store import read_settings

    if args.out is None and (args.restart or args.report):
        raise CfggoError("--restart and --report need --out DIR, the folder of the match's games")
    options = {key: getattr(args, key) for key in (*_CONDITIONS, "alternate")}
    given = {key: value for key, value in options.items() if value is not None}
    goes_on = args.out is not None and not args.restart
    stored = read_settings(args.out, SETTINGS_NAME) if goes_on else None
    given = {key: stored[key] for key in _KEPT if stored and key in stored} | given
    given.setdefault("seed", secrets.randbelow(2**31))
    place = Place("", spell=_option)
    conditions = read_table(ConditionKeys, given, place).conditions(place, Path())
    return Match(args.black, args.white, conditions)


def _option(key: str) -> str:
    """Returns an option by argparse's name of its value."""
    return f"--{key.replace('_', '-')}"
