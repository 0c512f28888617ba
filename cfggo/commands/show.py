"""cfggo show: pictures of a position as SVG."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.terminal import progress, say
from cfggo.commands.arguments import count, game_file
from cfggo.commands.engine_options import (
    OF_GAMES,
    add_engine_options,
    add_settings,
    engine_settings,
    limit_of,
)
from cfggo.commands.opening import add_open, open_in_browser
from cfggo.commands.parser import Parser
from cfggo.commands.searching import load_judge, read_scene, search_position
from cfggo.go.points import EMPTY, parse_vertex
from cfggo.records.archives import printable
from cfggo.search.effort import Effort

if TYPE_CHECKING:
    from cfggo.config import EngineConfig
    from cfggo.study.pictures.picture import Picture, Scene

DESCRIPTION = """\
Draws a position of a game as SVG, which browsers, word processors and web pages show:

  --graph      the common fate graph: a vertex for each chain, with its stones and
               liberties, and one for each empty point
  --probabilities
               how likely the tree policy finds each move: areas of discs
  --ownership  who has each point at the end of the playouts of a search: squares,
               the larger the surer
  --territory  who has each point by a territory field, which needs no search; it knows
               finished games (docs/territory.md)
  --search     the best moves with visits, win rate and lead, and the best line as
               numbered stones

Several of them come side by side in one picture; without any, all but --territory do. A file is
overwritten only if it is a picture of this command."""

EXAMPLES = """\
examples:
  all four, at the end of the game     cfggo show game.sgf
  all four, before move 60             cfggo show game.sgf --move 60
  the graph alone, in a file           cfggo show game.sgf --move 60 --graph --out graph.svg
  with labels, as large as a poster    cfggo show game.sgf --graph --labels --width 3000
  the features of a move at C2         cfggo show game.sgf --graph --paths C2
  who owns what, without a search      cfggo show game.sgf --territory
  a long search and the owners         cfggo show game.sgf --search --ownership --playouts 50000
  the same picture at each run         cfggo show game.sgf --search --seed 1
  to another program                   cfggo show game.sgf --graph --out - | less"""

PICTURE_KINDS = {
    "graph": "the common fate graph",
    "probabilities": "how likely the tree policy finds each move",
    "ownership": "who has each point after playouts",
    "search": "the best moves and the best line",
}

TERRITORY = "territory"
"""A further kind of picture, of finished games, that is drawn only if asked for."""

_PIXELS = 640
_FEWEST_PIXELS, _MOST_PIXELS = 100, 20_000
_MOST_DIGITS = 9
_START = 512
"""Bytes of a file in which our own pictures say that they are."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.hints = {
        "--size": "--width PIXELS is that of each picture",
        "--policy": "--probabilities draws how likely moves are",
    }
    parser.add_argument("game", type=game_file, metavar="GAME.sgf", help="the record of a game")
    parser.add_argument(
        "--move",
        type=count,
        metavar="N",
        help="the position before move N, 1 for the start (default: the end)",
    )
    for kind, words in PICTURE_KINDS.items():
        parser.add_argument(
            f"--{kind}", action="append_const", const=kind, dest="kinds", help=words
        )
    parser.add_argument(
        f"--{TERRITORY}",
        action="append_const",
        const=TERRITORY,
        dest="kinds",
        help="who has each point by a territory field",
    )
    parser.add_argument(
        "--labels",
        action="store_true",
        help="with the graph: write on each vertex how many vertices of each kind are next to it",
    )
    parser.add_argument(
        "--paths",
        metavar="VERTEX",
        help="with the graph: mark the paths of two steps from an empty point, the features of a "
        "move there, with the labels of docs/papers.md",
    )
    parser.add_argument(
        "--out",
        metavar="FILE.svg",
        help="default: GAME-move-N.svg in this folder, with the kinds in its name; - for standard "
        "output",
    )
    add_open(parser, "the picture")
    parser.add_argument(
        "--width",
        type=_pixels,
        default=_PIXELS,
        metavar="PIXELS",
        help=f"of each picture (default {_PIXELS})",
    )
    add_engine_options(parser)
    add_settings(parser, "seed")


def run(args: argparse.Namespace) -> int:
    """Draws the pictures and writes them."""
    from cfggo.study.pictures.graph import graph_picture
    from cfggo.study.pictures.sheet import sheet

    kinds = list(dict.fromkeys(args.kinds or PICTURE_KINDS))
    for option in ("labels", "paths"):
        if getattr(args, option) and "graph" not in kinds:
            raise CfggoError(f"--{option} are those of the graph: add --graph")
    config = engine_settings(args, "seed", unused=OF_GAMES)
    scene = read_scene(args.game, args.move)
    paths_of = _empty_point(scene, args.paths) if args.paths else None
    out = _out(args, scene, kinds)
    if args.open and out is None:
        raise CfggoError("--open opens a file, and --out - writes none")
    interrupts: list[int] = []
    pictures = {}
    if "graph" in kinds:
        pictures["graph"] = graph_picture(scene, labels=args.labels, paths_of=paths_of)
    pictures |= _draw(kinds, scene, config, interrupts)
    document = sheet([pictures[kind] for kind in kinds], args.width)
    if out is None:
        print(document)
    else:
        save_file(out, document.encode() + b"\n")
        where = printable(str(out))
        say(f"the picture is in {where}")
        if args.open:
            open_in_browser(out)
    if interrupts:
        raise KeyboardInterrupt
    return 0


def _draw(
    kinds: Sequence[str], scene: "Scene", config: "EngineConfig", interrupts: list[int]
) -> "dict[str, Picture]":
    """Returns the pictures of these kinds, but for the graph.

    interrupts -- to be filled if Ctrl-C ends a search
    """
    from cfggo.study.pictures.ownership import ownership_picture, territory_picture
    from cfggo.study.pictures.policy import policy_picture
    from cfggo.study.pictures.search import search_picture

    pictures = {}
    if TERRITORY in kinds:
        from cfggo.search.owners import field_of

        field = field_of(config)
        with progress("finding owners", 1, "positions") as advance:  # its kernels compile first
            owners = field.owners(scene.game.boards[0])
            advance(1)
        pictures[TERRITORY] = territory_picture(scene, owners)
    if not set(kinds) <= {"graph", TERRITORY}:
        engine = load_judge(config)
        if "probabilities" in kinds:
            policy = engine.policy(scene.game, scene.game.to_play)
            pictures["probabilities"] = policy_picture(scene, policy)
        if {"ownership", "search"} & set(kinds):
            limit = limit_of(Effort.at_full_strength(config))
            report = search_position(engine, scene.game, limit, interrupts)
            owners = engine.ownership()
            pictures["ownership"] = (
                territory_picture(scene, owners)
                if config.play.owners == TERRITORY
                else ownership_picture(scene, owners, report)
            )
            pictures["search"] = search_picture(scene, report)
    return pictures


def _empty_point(scene: "Scene", vertex: str) -> int:
    """Returns an empty point of a position; raises CfggoError if there is none of that name."""
    size = scene.game.size
    try:
        point = parse_vertex(vertex, size)
    except ValueError as error:
        raise CfggoError(f"--paths: {error}") from error
    if scene.game.boards[0]["colour"][point] != EMPTY:
        raise CfggoError(f"--paths: no empty point: {vertex!r}")
    return point


def _out(args: argparse.Namespace, scene: "Scene", kinds: Sequence[str]) -> Path | None:
    """Returns the file for the picture, or None for standard output.

    Raises CfggoError if it may not be written there.
    """
    if args.out == "-":
        return None
    names = "" if kinds == list(PICTURE_KINDS) else "".join(f"-{kind}" for kind in kinds)
    path = Path(args.out or f"{args.game.stem}-move-{scene.number + 1}{names}.svg")
    if path.suffix.lower() != ".svg":
        raise CfggoError(f"{path}: pictures are SVG, so its name must end with .svg")
    if not path.parent.is_dir():
        raise CfggoError(f"{path}: no folder {path.parent}")
    if path.exists() and not _is_ours(path):
        raise CfggoError(f"{path}: not overwritten, for it is no picture of `cfggo show`")
    return path


def _is_ours(path: Path) -> bool:
    """Tells whether a file is a picture that this command wrote."""
    from cfggo.study.pictures.sheet import DOCUMENT_CLASS

    if not path.is_file():
        return False
    with path.open("rb") as file:
        return f'class="{DOCUMENT_CLASS}"'.encode() in file.read(_START)


def _pixels(text: str) -> int:
    """Returns the width of a picture."""
    pixels = int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else 0
    if not _FEWEST_PIXELS <= pixels <= _MOST_PIXELS:
        raise argparse.ArgumentTypeError(
            f"expected {_FEWEST_PIXELS} to {_MOST_PIXELS}, not {text!r}"
        )
    return pixels
