"""What a move lost, by the searches before it and after it."""

from dataclasses import replace

from cfggo import Engine, Game
from cfggo.study.api.lessons import points_lost


def test_a_first_move_that_no_search_would_try_is_a_likely_mistake() -> None:
    game = Game(9)
    before = Engine(seed=1).analyse(game, playouts=600)
    best, second, *others = before.candidates
    after = replace(
        before, to_play="white", mean_score=4.0, candidates=[replace(best, mean_score=4.0)]
    )
    before = replace(before, mean_score=4.0, candidates=[replace(best, mean_score=4.0), second])
    tried, untried = (
        points_lost(game, before, after, move) for move in (second.move, others[-1].move)
    )
    assert tried < 3 < 6 < untried < 9
