"""What Black must exceed in area points to win by area or by territory."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import AGA, CHINESE, JAPANESE, Ruleset
from cfggo.go.scoring import area_balance
from cfggo.search.komi import area_komi


@pytest.mark.parametrize("handicap", [0, 3])
@pytest.mark.parametrize(
    ("rules", "in_doubt"),
    [(JAPANESE, 0.5), (CHINESE, 0.0), (AGA, 0.0)],
    ids=lambda value: str(value),
)
def test_area_and_its_komi_give_the_score(rules: Ruleset, in_doubt: float, handicap: int) -> None:
    """Captures, passes and moves out of turn included."""
    rng = np.random.default_rng(4)
    for _ in range(10):
        game = Game(9, komi=6.5, rules=rules)
        if handicap:
            game.place_fixed_handicap(handicap)
        for _ in range(120):
            colour = game.to_play if rng.random() < 0.9 else 3 - game.to_play
            game.play(colour, int(rng.choice([*game.legal_points(colour), PASS])))
        area = area_balance(game.boards[0])
        assert area - area_komi(game, BLACK) == game.score() - in_doubt
        assert area - area_komi(game, WHITE) == game.score() + in_doubt
        assert game.boards[0]["prisoners"].sum() > 0


def test_moves_in_turn_change_nothing() -> None:
    game = Game(9, komi=6.5, rules=JAPANESE)
    komi = []
    for name in range(4):
        komi.append(area_komi(game, game.to_play))
        game.play(game.to_play, game.legal_points(game.to_play)[7 * name])
    assert komi == [7.0] * 4
