"""cfggo selfplay: the engine's games against itself."""

import argparse
import json
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.terminal import console, duration_to_text, say
from cfggo.base.words import counted
from cfggo.commands.arguments import (
    add_restart,
    add_venue_options,
    begin_anew,
    board_size,
    count,
    folder,
    games_folder,
    open_venue,
    whole_number,
)
from cfggo.commands.engine_options import (
    add_engine_options,
    add_settings,
    compile_before_games,
    engine_settings,
    limit_of,
)
from cfggo.commands.parser import Parser
from cfggo.go.rules import ruleset_from_name
from cfggo.records.archives import printable
from cfggo.search.effort import Effort

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.match.contests.selfplay import SelfPlay

DESCRIPTION = """\
Plays games of the engine against itself and keeps each as it ends: in a tar
archive of 500 SGF records, and as a line in games.jsonl. Ctrl-C stops; the same
command with the same --out DIR plays the games that are missing, so more --games
adds games; --restart begins anew. Without --out every run makes a folder of its own.

With the same seed, one thread and fixed playouts a game is the same whenever and
wherever it is played, to the byte."""

EXAMPLES = """\
examples:
  ten thousand quick games, two at a time
    cfggo selfplay --games 10000 --size 9 --config cfg-tree --playouts 200 --jobs 2 --out out
  learn from them
    cfggo train policy out/*.tar --size 9 --config cfg-tree --out my.weights
  endings that say who owns each point, to learn a territory field from (docs/territory.md)
    cfggo selfplay --games 6000 --size 9 --playouts 400 --rules japanese --play-out --out endings
  look at them
    tar xf out/games-000001.tar"""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("--games", type=count, default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--size", type=board_size, default=19, metavar="N", help="2 to 19 (default 19)"
    )
    add_settings(parser, "komi", "rules")
    add_engine_options(parser)
    add_venue_options(parser)
    parser.add_argument(
        "--play-out",
        action="store_true",
        help="play for points, end each game where people would, then play on until its dead "
        "stones are captured, and write who owns each point as TB and TW; nobody resigns",
    )
    parser.add_argument("--seed", type=whole_number, metavar="N", help="default: a random one")
    parser.add_argument(
        "--out",
        type=folder,
        metavar="DIR",
        help="folder of the games; if it has some, the run goes on (default: a new "
        "games/DATE-TIME)",
    )
    add_restart(parser)
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Plays the games and prints a summary, also when interrupted."""
    from cfggo.match.contests.selfplay import SETTINGS_NAME, self_play_games
    from cfggo.match.contests.venues import play_and_keep
    from cfggo.match.playing.referee import Watcher
    from cfggo.match.results.store import GameStore, SgfShards
    from cfggo.search.equipment import equip

    out = games_folder(args.out)
    settings = _settings(args, out)
    # Games load them; errors in them are reported here, before the folder is made.
    equip(settings.config)
    begin_anew(args, out)
    digests = settings.config.digests()
    with GameStore(
        out, SETTINGS_NAME, settings.to_json(), keep=SgfShards, digests=digests
    ) as store:
        status = console().status("loading the engine")

        class Status(Watcher):
            def move_played(self, number: int, game: "Game", seconds: dict[int, float]) -> None:
                status.update(f"game {number}/{args.games}: move {len(game.moves)}")

        say(f"seed {settings.seed}, games in {out}")
        missing = args.games - sum(number <= args.games for number in store.summaries)
        compile_before_games(args, missing, digests)
        started = time.monotonic()
        played = 0
        try:
            with open_venue(args, Status()) as venue, status:
                games = self_play_games(settings, args.games)
                for game in play_and_keep(games, venue, store):
                    played += 1
                    rate = played / (time.monotonic() - started)
                    left = (missing - played) / rate
                    console().print(_progress(game.summary, args.games, rate, left))
        finally:
            hours = (time.monotonic() - started) / 3600
            summaries = list(store.summaries.values())
            totals = _totals(summaries, settings, out, played / hours if played else None)
            print(json.dumps(totals) if args.json else _text(totals))
    return 0


def _progress(summary: dict[str, Any], games: int, rate: float, seconds_left: float) -> str:
    """Returns a line for a game that ended; rate: games a second."""
    return (
        f"game {summary['number']}/{games}  {summary['result']:7} {summary['moves']} moves, "
        f"{summary['duration']:.1f} s; {3600 * rate:,.0f} games/hour, "
        f"{duration_to_text(seconds_left)} left"
    )


def _settings(args: argparse.Namespace, out: Path) -> "SelfPlay":
    """Returns the run that the options describe. Raises CfggoError for values it can't have."""
    from cfggo.match.contests.selfplay import SETTINGS_NAME, SelfPlay
    from cfggo.match.results.store import read_settings

    config = engine_settings(args, "rules", "komi")
    config = config.with_values(playouts=limit_of(Effort(config)).playouts)
    seed = config.play.seed if args.seed is None else args.seed
    if seed is None and not args.restart:
        seed = (read_settings(out, SETTINGS_NAME) or {}).get("play.seed")
    return SelfPlay(
        config=config,
        size=args.size,
        komi=config.play.komi,
        rules=ruleset_from_name(config.play.rules),
        seed=secrets.randbelow(2**31) if seed is None else seed,
        play_out=args.play_out,
    )


def _totals(
    summaries: list[dict[str, Any]], settings: "SelfPlay", out: Path, games_per_hour: float | None
) -> dict[str, Any]:
    """Returns what all games of the folder came to, and how fast those of this run were."""
    results = [summary["result"] for summary in summaries]
    return {
        **settings.to_json(),
        "games": len(summaries),
        "black_wins": sum(result.startswith("B") for result in results),
        "white_wins": sum(result.startswith("W") for result in results),
        "draws": results.count("0"),
        "resigned": sum(result.endswith("+R") for result in results),
        "moves_per_game": sum(summary["moves"] for summary in summaries) / max(1, len(summaries)),
        "games_per_hour": games_per_hour,
        "sgf_dir": str(out),
    }


def _text(totals: dict[str, Any]) -> str:
    rate = totals["games_per_hour"]
    return (
        f"{counted(totals['games'], 'game')} in {printable(totals['sgf_dir'])}: "
        f"Black won {totals['black_wins']}, White {totals['white_wins']}, "
        f"draws {totals['draws']}; {totals['resigned']} by resignation\n"
        f"{totals['moves_per_game']:.0f} moves a game"
        + ("" if rate is None else f", {rate:,.0f} games/hour")
    )
