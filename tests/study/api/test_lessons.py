"""What a move lost, by the searches before it and after it."""

from dataclasses import replace

from cfggo import Engine, Game
from cfggo.study.api.lessons import points_lost


def test_a_first_move_that_no_search_would_try_is_a_likely_mistake() -> None:
    game = Game(19)
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


def test_a_likely_mistake_loses_more() -> None:
    game = Game(19)
    for vertex in "D4 Q16 Q3 D16 R5 C3 C4 D3 E4 C5 B5 C6 F3 O17 R14 Q14 Q13 R15 R13 P14".split():  # noqa: SIM905
        game.play(vertex)
    for vertex in "P13 O14 C14 C17 F16 R9 K16 K4".split():  # noqa: SIM905
        game.play(vertex)
    before = Engine(seed=1).analyse(game, playouts=300)
    _, second, *_ = before.candidates
    assert second.move in before.mistakes
    assert all(odds > 0 for odds in before.mistakes.values())
    after = replace(before, to_play="white", mean_score=before.mean_score)
    usual, likely = (
        points_lost(game, replace(before, mistakes=odds), after, second.move)
        for odds in ({}, {second.move: 10.0})
    )
    assert likely > usual
