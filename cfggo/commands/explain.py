"""cfggo explain: why the engine finds a move of a game likely or not, and what a search says."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.base.said import in_a_row
from cfggo.commands.arguments import count, game_file, whole_number
from cfggo.commands.engine_options import OF_GAMES, add_config, chosen_config, compile_with_progress
from cfggo.commands.parser import Parser
from cfggo.commands.searching import collected_interrupts, load_judge, read_scene, search_position
from cfggo.config import EngineConfig
from cfggo.go.points import format_vertex
from cfggo.records.archives import printable

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.study.explaining.explanation import Explanation
    from cfggo.study.explaining.searched import Searched

DESCRIPTION = """\
Says why the engine's policy finds a move likely or not. A move's probability is
the geometric mean of all moves', times a factor for each theme: what it
captures, the shape around it, its distance to the last move, paths of the graph.
The factors multiply to the probability, to rounding.

Then gives the search's view of the move: visits, win rate, points, the reply that it
fears. The move is compared with the policy's likeliest one."""

EXAMPLES = """\
examples:
  the 57th move of a game              cfggo explain game.sgf --move 57
  another move in its place            cfggo explain game.sgf --move 57 --at D4
  what to play after the last move     cfggo explain game.sgf
  the policy alone, for a program      cfggo explain game.sgf --move 57 --playouts 0 --json"""

_PLAYOUTS = 1000

_UNUSED = (*OF_GAMES, "playouts", "seconds", "seed")
"""Keys that do nothing here."""

SEED = 1
"""Of the search, unless another is asked for: the same move gets the same explanation."""


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("file", type=game_file, metavar="GAME.sgf", help="game record")
    parser.add_argument(
        "--move",
        type=count,
        metavar="N",
        help="the move, in the position before it (default: the one after the last)",
    )
    parser.add_argument(
        "--at",
        metavar="VERTEX",
        help="move to explain, such as D4 or pass (default: the one played, or the likeliest)",
    )
    parser.add_argument(
        "--playouts",
        type=whole_number,
        default=_PLAYOUTS,
        metavar="N",
        help=f"playouts of the search (default {_PLAYOUTS:,}; 0: no search)",
    )
    add_config(parser)
    parser.add_argument(
        "--seed",
        type=whole_number,
        default=SEED,
        metavar="N",
        help=f"of the search (default {SEED})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Explains the move and prints it, also if Ctrl-C ends the search early."""
    from cfggo.study.explaining.deeds import deed_in
    from cfggo.study.explaining.explanation import compare
    from cfggo.study.explaining.first_sight import plain_sentences

    config = chosen_config(args, _UNUSED).with_values(seed=args.seed)
    if not config.search.priors:
        raise CfggoError(
            f"{config.name}: its search asks no tree policy, so there is none to explain"
        )
    scene = read_scene(args.file, args.move)
    point = scene.next_point if args.at is None else _point(args.at, scene.game.size)
    interrupts: list[int] = []
    found = _explain(config, scene.game, point, args.playouts, interrupts)
    explanation, likeliest, chosen = found
    comparison = compare(explanation, likeliest) if likeliest else []
    if args.json:
        result = {
            "file": str(args.file),
            "config": config.name,
            "move_number": scene.number + 1,
            "played": None if scene.next_point is None else format_vertex(scene.next_point),
            "explanation": explanation.to_json(),
            "likeliest": likeliest.to_json() if likeliest else None,
            "comparison": comparison,
            "search_choice": chosen.to_json() if chosen else None,
        }
        print(json.dumps(result))
    else:
        deed = deed_in(scene.game, explanation.move)
        plain = in_a_row(plain_sentences(explanation, scene.game.size, deed))
        lines = [f"{printable(scene.words)}.", "", plain, "", *explanation.sentences()]
        if comparison:
            lines += ["", *comparison]
        if chosen and chosen.move not in (explanation.move, likeliest and likeliest.move):
            lines += ["", chosen.sentence("The search's choice")]
        print("\n".join(lines))
    if interrupts:
        raise KeyboardInterrupt
    return 0


def _point(text: str, size: int) -> int:
    """Returns the point that a vertex names. Raises CfggoError if it names none."""
    from cfggo.study.api.arguments import point_of

    try:
        return point_of(text, size)
    except CfggoError as error:
        raise CfggoError(f"--at: {error}") from error


def _explain(
    config: EngineConfig, game: "Game", point: int | None, playouts: int, interrupts: list[int]
) -> "tuple[Explanation, Explanation | None, Searched | None]":
    """Returns the explanations of a move and of the likeliest one, None if it is the same; and what
    the search, if there was one, says of the move that it prefers.

    point      -- the move; None for the likeliest
    interrupts -- to be filled if Ctrl-C ends the search
    """
    from cfggo.models.registry import load_tree_policy
    from cfggo.search.limits import Limit
    from cfggo.study.explaining.explainer import Explainer, explain_with_search, refuse_illegal
    from cfggo.study.explaining.searched import searched_move

    if point is not None:
        refuse_illegal(game, game.to_play, point, "--move")  # before the engine loads
    explained: Callable[[int], Explanation]
    chosen = None
    if not playouts:
        compile_with_progress()
        policy = load_tree_policy(find_weights(config.policy.tree))
        position = Explainer(policy).look_at(game, game.to_play)
        explained = position.explain
    else:
        engine = load_judge(config)
        position = Explainer(engine.tree_policy).look_at(game, game.to_play)
        limit = Limit(playouts=playouts)
        report = search_position(engine, game, limit, interrupts)
        if report.moves:
            chosen = searched_move(report, report.moves[0].point)
        explained = partial(
            explain_with_search,
            position,
            engine=engine,
            report=report,
            limit=limit,
            stop=lambda: bool(interrupts),
        )

    likeliest = position.likeliest
    with collected_interrupts(interrupts):
        if point is None or point == likeliest:
            return explained(likeliest), None, chosen
        return explained(point), explained(likeliest), chosen
