"""What a search is for: komi in area points, by area and by territory, and what a handicap adds."""

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.go.rules import AGA, CHINESE, JAPANESE, Ruleset
from cfggo.go.scoring import area_balance
from cfggo.search.goal import Goal
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.diagrams import game_of_diagram
from tests.search.engines import SETTLED


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


@pytest.mark.parametrize(
    ("komi", "colour", "winrate"),
    [
        (-0.5, BLACK, 1.0),
        (-0.5, WHITE, 0.0),
        (0.5, BLACK, 0.5),  # half a point, which the last move of the game may cost
        (0.5, WHITE, 0.0),
        (1.5, BLACK, 0.0),
        (1.5, WHITE, 0.5),
        (2.5, BLACK, 0.0),
        (2.5, WHITE, 1.0),
    ],
)
def test_a_search_counts_territory_where_that_is_the_rule(
    komi: float, colour: int, winrate: float, engine: Searcher
) -> None:
    """Black has 3 points of territory and White 2, with 7 stones to 13 on the board."""
    game = game_of_diagram(SETTLED, colour, komi, JAPANESE)
    assert game.score() == 1 - komi
    report = engine.choose_move(SearchRequest(game, colour, Limit(playouts=40))).report
    assert report.score == (game.score() if colour == BLACK else -game.score()) - 0.5
    assert report.winrate == winrate


def test_nobody_resigns_because_of_a_handicap_that_is_made_up_for(shared_engine: Searcher) -> None:
    """The search gives White 56 points more than the rules do, and Black is far ahead."""
    engine = Searcher(shared_engine.config.with_values(handicap_komi=50.0))
    game = Game(5, komi=-30.0)
    game.handicap = 2
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    decision = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30)))
    assert decision.report.winrate == 0.0
    assert not decision.resign
    game.komi = -100.0
    assert engine.choose_move(SearchRequest(game, WHITE, Limit(playouts=30))).resign


def test_analysis_makes_up_for_no_handicap(shared_engine: Searcher) -> None:
    engine = Searcher(shared_engine.config.with_values(handicap_komi=50.0))
    game = Game(5, komi=-40.0)
    game.handicap = 2
    reports: list[SearchReport] = []
    for _ in range(2):
        assert (
            engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).report.winrate == 0.0
        )
        report = engine.analyze(
            SearchRequest(game, BLACK),
            stop=lambda: True,
            on_report=reports.append,
            report_interval=0.0,
        )
        assert {move.winrate for move in report.moves} == {1.0}
        assert report.score > 0


def test_a_handicap_is_made_up_for_at_first(shared_engine: Searcher) -> None:
    """On 7x7 the search makes up for two stones, and after 27 moves for none."""
    config = shared_engine.config
    limit = Limit(playouts=200)
    game = Game(7, komi=0.5)
    game.setup([parse_vertex(name, 7) for name in ("C3", "E5")], [], WHITE)
    game.handicap = 2
    engines = Searcher(config), Searcher(config.with_values(handicap_komi=20.0))
    plain, made_up = (
        engine.choose_move(SearchRequest(game, WHITE, limit)).report for engine in engines
    )
    assert plain.winrate < 0.5 < made_up.winrate
    assert made_up.score == pytest.approx(plain.score, abs=15)  # komi would make it 40 more
    for _ in range(27):
        game.play(
            game.to_play, shared_engine.choose_move(SearchRequest(game, game.to_play, limit)).point
        )
    engines = Searcher(config), Searcher(config.with_values(handicap_komi=20.0))
    plain, made_up = (
        engine.choose_move(SearchRequest(game, game.to_play, limit)).report for engine in engines
    )
    assert plain.moves == made_up.moves
