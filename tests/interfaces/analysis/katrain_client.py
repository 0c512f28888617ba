"""A program: KaTrain's own game and engine classes, without a display, with cfggo as their KataGo.

Its argument is the path of what stands in KataGo's place.  It prints a JSON object.
"""

# mypy: ignore-errors

import json
import sys
import time
from types import SimpleNamespace

EXECUTABLE = sys.argv.pop()  # KaTrain reads arguments, too

from katrain.core.ai import generate_ai_move  # noqa: E402
from katrain.core.base_katrain import KaTrainBase  # noqa: E402
from katrain.core.constants import (  # noqa: E402
    AI_HUMAN,
    AI_PRO,
    AI_STRATEGIES,
    OUTPUT_ERROR,
)
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game, Move  # noqa: E402

PATIENCE = 300
"""Seconds after which KaTrain gets no answer any more."""


class KaTrain(KaTrainBase):
    """KaTrain without its window; it collects what it would complain of."""

    def __init__(self):
        self.errors = []
        super().__init__(force_package_config=True, debug_level=0)
        self.controls = SimpleNamespace(set_status=lambda *args, **kwargs: None)
        self.pondering = False

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *args, **kwargs):
        self.errors.append(f"called: {args}")


def wait_until(is_there):
    until = time.monotonic() + PATIENCE
    while not is_there():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.01)


def main():
    katrain = KaTrain()
    settings = {"katago": EXECUTABLE, "backend": "local", "max_visits": 60, "altcommand": ""}
    engine = KataGoEngine(katrain, {**katrain.config("engine"), **settings})
    game = Game(katrain, engine, game_properties={"SZ": 9, "KM": 6.5, "RU": "chinese"})
    for i, vertex in enumerate(("E5", "C3", "G3", "G7")):
        game.play(Move.from_gtp(vertex, player="BW"[i % 2]))
    nodes = game.current_node.nodes_from_root
    wait_until(lambda: all(node.analysis_complete for node in nodes))

    node = game.current_node
    for mode in ("alternative", "equalize", "extra"):
        game.analyze_extra(mode)
        wait_until(engine.is_idle)
    before = node.root_visits
    game.analyze_extra("ponder")
    wait_until(lambda: node.root_visits > 10 * before)
    game.analyze_extra("stop")

    played = []
    for strategy in AI_STRATEGIES:
        if strategy not in (AI_HUMAN, AI_PRO):  # they need another network
            move, _ = generate_ai_move(game, strategy, katrain.config(f"ai/{strategy}"))
            played.append([strategy, move.gtp()])
    engine.shutdown(finish=None)
    print(
        json.dumps(
            {
                "errors": katrain.errors,
                "played": played,
                "nodes": [
                    {
                        "visits": node.root_visits,
                        "winrate": node.winrate,
                        "score": node.score,
                        "owners": len(node.ownership),
                        "policy": len(node.policy),
                        "losses": [move["pointsLost"] for move in node.candidate_moves],
                    }
                    for node in nodes
                ],
            }
        )
    )


main()
