"""cfggo selfplay: the engine's games against itself."""

import argparse
import json
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.commands.arguments import board_size, count, games_folder, ruleset
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.errors import CfggoError
from cfggo.go.rules import CHINESE

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.match.selfplay import SelfPlay

_DESCRIPTION = """\
Plays games of the engine against itself, in one process, and keeps each as it
ends: NNNN.sgf and a line in games.jsonl. Ctrl-C stops; the same command again
plays the games that are missing, so more --games adds games.

With the same seed, one thread and fixed playouts a game is the same whenever and
wherever it is played, to the byte."""

_EXAMPLES = """\
examples:
  a hundred quick games
    cfggo selfplay --games 100 --size 9 --config cfg-tree --playouts 200 --out out/games
  learn from them
    cfggo train out/games --config cfg-tree --out my.weights"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "selfplay",
        help="play games of the engine against itself",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=count, default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--size", type=board_size, default=19, metavar="N", help="2 to 19 (default 19)"
    )
    parser.add_argument("--komi", type=float, metavar="K", help="default: the rules' own")
    parser.add_argument(
        "--rules", type=ruleset, default=CHINESE, metavar="R", help="default chinese"
    )
    parser.add_argument(
        "--config", default=DEFAULT_PRESET, metavar="NAME-or-FILE", help="preset or TOML file"
    )
    parser.add_argument("--playouts", type=int, metavar="N", help="playouts a move (0: no limit)")
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds a move (0: no limit)")
    parser.add_argument("--threads", type=int, metavar="N", help="threads that search")
    parser.add_argument("--seed", type=int, metavar="N", help="default: a random one")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of the games (default games/DATE-TIME)"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Plays the games and prints a summary, also when interrupted."""
    from cfggo.match.selfplay import SETTINGS_NAME, play_self
    from cfggo.match.store import GameStore
    from cfggo.terminal import console

    out = games_folder(args.out)
    settings = _settings(args, out)
    started = time.monotonic()
    played: list[dict[str, Any]] = []

    with (
        GameStore(out, SETTINGS_NAME, settings.to_json(), resume=True) as store,
        console().status("loading the engine") as status,
    ):
        console().print(f"seed {settings.seed}, games in {out}", markup=False, soft_wrap=True)

        def show_move(number: int, game: "Game") -> None:
            status.update(f"game {number}/{args.games}: move {len(game.moves)}")

        def show_game(record: dict[str, Any]) -> None:
            played.append(record)
            rate = len(played) / (time.monotonic() - started)
            console().print(
                f"game {record['number']}/{args.games}  {record['result']:7} "
                f"{record['moves']} moves, {record['duration']:.1f} s; "
                f"{3600 * rate:,.0f} games/hour, "
                f"{(args.games - len(store.records)) / rate / 60:.0f} min left",
                markup=False,
            )

        try:
            play_self(settings, args.games, store, on_move=show_move, on_game=show_game)
        finally:
            summary = _summary(list(store.records.values()), settings, out)
            print(json.dumps(summary) if args.json else _text(summary))
    return 0


def _settings(args: argparse.Namespace, out: Path) -> "SelfPlay":
    """Returns what the options describe. Raises CfggoError for values that can't be."""
    from cfggo.match.selfplay import SETTINGS_NAME, SelfPlay
    from cfggo.match.store import read_settings

    names = ("playouts", "seconds", "threads")
    config = load_config(args.config).with_values(**{name: getattr(args, name) for name in names})
    if not config.search.playouts and not config.search.seconds:
        raise CfggoError("a move needs a limit: give --playouts or --seconds")
    seed = args.seed
    if seed is None and (stored := read_settings(out, SETTINGS_NAME)) is not None:
        seed = stored["engine"]["play"]["seed"]
    return SelfPlay(
        config=config,
        size=args.size,
        komi=args.rules.komi if args.komi is None else args.komi,
        rules=args.rules,
        seed=secrets.randbelow(2**31) if seed is None else seed,
    )


def _summary(records: list[dict[str, Any]], settings: "SelfPlay", out: Path) -> dict[str, Any]:
    """Returns what all games of the folder came to."""
    results = [record["result"] for record in records]
    seconds = sum(record["duration"] for record in records)
    return {
        **settings.to_json(),
        "games": len(records),
        "black_wins": sum(result.startswith("B") for result in results),
        "white_wins": sum(result.startswith("W") for result in results),
        "draws": results.count("0"),
        "resigned": sum(result.endswith("+R") for result in results),
        "moves_per_game": sum(record["moves"] for record in records) / max(1, len(records)),
        "games_per_hour": 3600 * len(records) / seconds if seconds else 0.0,
        "sgf_dir": str(out),
    }


def _text(summary: dict[str, Any]) -> str:
    return (
        f"{summary['games']} games in {summary['sgf_dir']}: "
        f"Black won {summary['black_wins']}, White {summary['white_wins']}, "
        f"draws {summary['draws']}; {summary['resigned']} by resignation\n"
        f"{summary['moves_per_game']:.0f} moves a game, {summary['games_per_hour']:,.0f} games/hour"
    )
