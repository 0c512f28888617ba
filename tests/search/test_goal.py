"""What a search is for: komi in area points, by area and by territory."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE
from cfggo.go.rules import AGA, CHINESE, JAPANESE, Ruleset
from cfggo.go.scoring import area_balance
from cfggo.search.goal import Goal


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
        assert Goal.of_game(game, BLACK).score(area) == game.score() - in_doubt
        assert Goal.of_game(game, WHITE).score(area) == -(game.score() + in_doubt)
        assert game.boards[0]["prisoners"].sum() > 0


def test_moves_in_turn_change_nothing() -> None:
    game = Game(9, komi=6.5, rules=JAPANESE)
    komi = []
    for name in range(4):
        komi.append(Goal.of_game(game, game.to_play).komi)
        game.play(game.to_play, game.legal_points(game.to_play)[7 * name])
    assert komi == [7.0] * 4


def test_what_is_made_up_for_a_handicap_fades_and_is_in_no_score() -> None:
    game = Game(9, komi=0.5, rules=AGA)
    game.place_fixed_handicap(3)
    made_up = []
    for _ in range(50):
        goal = Goal.of_game(game, game.to_play, handicap_komi=8.0)
        assert (goal.komi, goal.searched_komi) == (2.5, 2.5 + goal.made_up)
        assert goal.by_the_rules == Goal.of_game(game, game.to_play)
        assert goal.score(9.0) == goal.by_the_rules.score(9.0)
        made_up.append(goal.made_up)
        game.play(game.to_play, PASS)
    assert made_up[0] == 24.0
    assert made_up == sorted(made_up, reverse=True)
    assert made_up[-1] == 0.0


def test_all_stones_alive_is_what_is_counted() -> None:
    game = Game(5, komi=3.5)
    game.play(BLACK, game.legal_points(BLACK)[0])
    for komi, winner in ((3.5, BLACK), (25.5, WHITE)):
        game.komi = komi
        for colour in (BLACK, WHITE):
            assert Goal.of_game(game, colour).is_won_with_all_alive(game) == (colour == winner)
