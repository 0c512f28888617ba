"""The engine: what it plays in simple positions, and how it can be told to stop."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig, PlayConfig, PolicyConfig, SearchConfig, load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, board_points, format_vertex, parse_vertex
from cfggo.go.rules import CHINESE, JAPANESE, Ruleset
from cfggo.search.kept_tree import KeptTree
from cfggo.search.limits import Haste, Limit
from cfggo.search.report import SearchReport, make_report
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import HASTY_PLAYOUTS, Searcher
from cfggo.search.tree import ROOT, most_visited_child
from tests.diagrams import game_of_diagram
from tests.search.engines import SETTLED, chosen, make_engine

FIRST_CAPTURE = """
    . X . X .
    X X X X X
    X X X X X
    O O O O O
    X X X X .
"""

THREE_POINT_EYE = """
    . X . X .
    X X X X X
    X X X X X
    O O O O X
    . . . O X
"""


@pytest.mark.parametrize(("text", "move"), [(FIRST_CAPTURE, "E1"), (THREE_POINT_EYE, "B1")])
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_the_move_that_decides_life_and_death_is_found(
    text: str, move: str, colour: int, engine: Searcher
) -> None:
    """White's stones in the south live or die, and the game with them."""
    assert chosen(engine, game_of_diagram(text, colour, komi=14.5), colour) == move


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_own_eyes_are_not_filled(colour: int, engine: Searcher) -> None:
    assert chosen(engine, game_of_diagram(SETTLED, colour), colour, playouts=50) == "pass"


def test_superko_moves_are_not_considered(engine: Searcher) -> None:
    rng = np.random.default_rng(2)
    n_forbidden = 0
    for _ in range(60):
        game = Game(3, komi=0.5)
        for _ in range(25):
            game.play(game.to_play, int(rng.choice([*game.legal_points(game.to_play), PASS])))
            forbidden = game.superko_points(game.to_play)
            if forbidden and not game.is_over:
                decision = engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=30)))
                considered = {move.point for move in decision.report.moves}
                assert game.is_legal(game.to_play, decision.point)
                assert not considered & forbidden
                n_forbidden += 1
    assert n_forbidden > 5


def play_moves(engine: Searcher, n_moves: int) -> list[str]:
    """Returns the first moves of a game of the engine against itself."""
    game = Game(7)
    for _ in range(n_moves):
        decision = engine.choose_move(SearchRequest(game, game.to_play, Limit(playouts=150)))
        game.play(game.to_play, decision.point)
    return [format_vertex(move.point) for move in game.moves]


@pytest.mark.parametrize("seed", [1, 2**43, 2**63 - 1])
def test_a_seed_fixes_the_moves(seed: int, zero_weights_file: Path) -> None:
    seeds = (seed, seed, seed - 1 or 2)
    games = [play_moves(make_engine(zero_weights_file, seed), 8) for seed in seeds]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_the_report_adds_up(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    report = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=300))).report
    assert report.colour == BLACK
    assert report.playouts == sum(move.visits for move in report.moves) == 300
    assert report.winrate == report.moves[0].winrate
    assert [m.visits for m in report.moves] == sorted(
        (m.visits for m in report.moves), reverse=True
    )
    assert all(move.pv[0] == move.point for move in report.moves)
    assert all(0 <= m.winrate <= 1 for m in report.moves)
    assert sum(move.prior for move in report.moves) <= 1.0 + 1e-5
    for colour, point in zip((BLACK, WHITE) * 6, report.moves[0].pv, strict=False):
        game.play(colour, point)


def test_a_settled_board_has_a_sure_owner_and_score(engine: Searcher) -> None:
    game = game_of_diagram(SETTLED, WHITE, komi=1.5)
    report = engine.choose_move(SearchRequest(game, WHITE, Limit(playouts=40))).report
    assert (report.winrate, report.score) == (1.0, 15 - 10 + 1.5)
    owner = engine.ownership()
    assert [owner[parse_vertex(name, 5)] for name in ("A5", "B4", "B2", "A1")] == [1, 1, -1, -1]


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_scores_of_moves_are_those_of_the_owners_after_them(engine: Searcher, colour: int) -> None:
    game = Game(13, komi=6.5)
    engine.forget()
    report = engine.choose_move(SearchRequest(game, colour, Limit(playouts=200))).report
    side = 1 if colour == BLACK else -1
    owners = np.zeros(N_POINTS)
    for move in report.moves:
        after = engine.ownership_after(move.point)
        owners += move.visits / report.playouts * after
        assert move.score == pytest.approx(side * (after.sum() - 6.5), abs=1e-3)
        assert move.pv_visits[0] == move.visits
        assert move.pv_visits == sorted(move.pv_visits, reverse=True)
    assert owners == pytest.approx(engine.ownership(), abs=1e-5)
    assert report.score == pytest.approx(report.mean_score)
    assert 5 < report.score_stdev < 90


def test_the_tree_policy_is_a_distribution_over_the_legal_moves(engine: Searcher) -> None:
    game = game_of_diagram(FIRST_CAPTURE)
    policy = engine.policy(game, BLACK)
    assert policy.sum() == pytest.approx(1.0)
    legal = {PASS, *game.legal_points(BLACK)}
    assert set(np.flatnonzero(policy).tolist()) == legal


def visits_after_two_moves(engine: Searcher) -> int:
    """Returns the visits of the root's children after one playout, two moves further on."""
    game = Game(5, komi=0.5)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=2_000)))
    nodes = engine.nodes
    move = nodes[most_visited_child(nodes, ROOT)]
    replies = nodes[move["first_child"] : move["first_child"] + move["n_children"]]
    replies = replies[replies["move"] != PASS]  # a pass could start a search of another kind
    game.play(BLACK, int(move["move"]))
    game.play(WHITE, int(replies["move"][replies["visits"].argmax()]))
    report = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=1))).report
    return sum(move.visits for move in report.moves)


def test_the_tree_is_used_again(zero_weights_file: Path) -> None:
    assert visits_after_two_moves(make_engine(zero_weights_file)) > 10
    assert visits_after_two_moves(make_engine(zero_weights_file, reuse_tree=False)) == 1


def test_a_tree_that_lacks_a_pass_and_has_no_room_for_it_is_begun_anew(
    shared_engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Searcher(shared_engine.config.with_values(pass_empty=0.0))
    game = Game(5, komi=0.5)
    best = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400))).report.moves[0]
    assert best.visits > 10
    game.play(BLACK, best.point)
    monkeypatch.setattr(KeptTree, "add_root_move", lambda tree, move: False)
    report = engine.analyze(SearchRequest(game, WHITE, Limit(playouts=100)))
    assert report.visits == 100
    assert PASS in {move.point for move in report.moves}


def test_the_nodes_show_what_a_search_adds_to_the_tree(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    game.play(BLACK, engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400))).point)
    engine.set_root(game, WHITE)
    kept = int(engine.nodes[ROOT]["visits"])
    report = engine.choose_move(SearchRequest(game, WHITE, Limit(playouts=30))).report
    assert kept > 10
    assert int(engine.nodes[ROOT]["visits"]) == kept + 30
    assert len(engine.nodes) == report.nodes
    with pytest.raises(ValueError, match="read-only"):
        engine.nodes["visits"] = 0


def test_the_tree_of_another_game_or_colour_is_not_used(engine: Searcher) -> None:
    engine.choose_move(SearchRequest(Game(5, komi=0.5), BLACK, Limit(playouts=100)))
    for game, colour in ((Game(5, komi=1.5), BLACK), (Game(5, komi=0.5), WHITE)):
        report = engine.choose_move(SearchRequest(game, colour, Limit(playouts=1))).report
        assert sum(move.visits for move in report.moves) == 1


def test_playouts_without_a_tree_score_a_settled_board(engine: Searcher) -> None:
    game = game_of_diagram(SETTLED, WHITE, komi=1.5)
    assert engine.playout_scores(game, WHITE, 20).tolist() == [10 - 15] * 20
    assert set(np.abs(engine.ownership())) == {0.0, 1.0}


def test_owners_of_playouts_without_a_tree_are_those_after_a_pass(engine: Searcher) -> None:
    engine.playout_scores(game_of_diagram(SETTLED), BLACK, 20)
    assert np.abs(engine.ownership_after(PASS)).max() == 1


def test_a_look_at_the_policy_leaves_the_tree_as_it_is(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=100)))
    engine.policy(game, WHITE)
    report = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=1))).report
    assert sum(move.visits for move in report.moves) == 101


def test_moves_can_be_left_out_of_a_search(engine: Searcher) -> None:
    game = Game(3)
    corners = [parse_vertex(name, 3) for name in ("A1", "A3", "C1", "C3")]
    report = engine.choose_move(
        SearchRequest(game, BLACK, Limit(playouts=60), avoid=corners)
    ).report
    assert {move.point for move in report.moves} == {*board_points(3), PASS} - {*corners}
    report = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=60))).report
    assert {move.point for move in report.moves} == {*board_points(3), PASS}
    decision = engine.choose_move(
        SearchRequest(game, BLACK, Limit(playouts=9), avoid=[*board_points(3), PASS])
    )
    assert [move.point for move in decision.report.moves] == [PASS]  # some move there must be


def moves_by_depth(engine: Searcher) -> list[set[int]]:
    """Returns the moves that the nodes of the last search stand for, by the moves before them."""
    nodes = engine.nodes
    found: list[set[int]] = []
    level = [ROOT]
    while level:
        children = [
            int(first) + i
            for first, n in ((nodes[i]["first_child"], nodes[i]["n_children"]) for i in level)
            for i in range(int(n))
        ]
        found.append({int(nodes[child]["move"]) for child in children})
        level = children
    return found


@pytest.mark.parametrize("threads", [1, 3])
def test_moves_of_either_colour_can_be_left_out_for_some_moves(
    threads: int, shared_engine: Searcher
) -> None:
    engine = Searcher(shared_engine.config.with_values(threads=threads))
    game, (a1, c1) = Game(3, komi=0.5), (parse_vertex(name, 3) for name in ("A1", "C1"))
    everywhere = {*board_points(3), PASS}
    later = {(WHITE, a1): 2, (BLACK, c1): 3}
    engine.choose_move(
        SearchRequest(game, BLACK, Limit(playouts=2000), avoid=[a1], avoid_later=later)
    )
    moves = moves_by_depth(engine)
    assert moves[:3] == [everywhere - {a1}, everywhere - {a1}, everywhere - {c1}]
    assert a1 in moves[3]
    assert c1 in moves[4]
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=2000)))
    assert moves_by_depth(engine)[:3] == [everywhere] * 3


def test_where_all_moves_are_left_out_there_is_a_pass(engine: Searcher) -> None:
    later = {(WHITE, point): 2 for point in (*board_points(3), PASS)}
    engine.analyze(SearchRequest(Game(3), BLACK, Limit(playouts=200), avoid_later=later))
    assert moves_by_depth(engine)[1] == {PASS}


def test_a_tree_from_before_a_pass_is_not_used_where_that_pass_does_not_count(
    engine: Searcher,
) -> None:
    """Black has passed and would lose by another pass, so White's search is of an open game."""
    game = game_of_diagram(SETTLED, BLACK, komi=30.5)
    engine.analyze(SearchRequest(game, BLACK, Limit(playouts=100)))
    game.play(BLACK, PASS)
    assert engine.analyze(SearchRequest(game, WHITE, Limit(playouts=100))).visits == 100


def test_a_tree_that_lacks_moves_is_not_used_again(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    for later in ({}, {(WHITE, board_points(5)[0]): 2}, {}):
        report = engine.analyze(SearchRequest(game, BLACK, Limit(playouts=100), avoid_later=later))
        assert report.visits == 100


def test_an_engine_that_may_not_resign_plays_on(engine: Searcher) -> None:
    game, limit = Game(5, komi=100.0), Limit(playouts=100)
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    assert engine.choose_move(SearchRequest(game, BLACK, limit)).resign
    engine.may_resign = False
    try:
        assert not engine.choose_move(SearchRequest(game, BLACK, limit)).resign
    finally:
        engine.may_resign = True


def test_a_question_about_a_position_leaves_no_tree(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=100), reg=True))
    report = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=1))).report
    assert sum(move.visits for move in report.moves) == 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Lets a hundredth of a second go by between two looks at the clock, however long they take;
    returns what lets another one go by.
    """
    hundredths = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(hundredths) / 100)
    return hundredths


@pytest.mark.usefixtures("clock")
def test_a_search_ends_in_time(engine: Searcher) -> None:
    report = engine.choose_move(SearchRequest(Game(9), BLACK, Limit(seconds=0.2))).report
    assert 0.2 <= report.seconds <= 0.22
    assert report.playouts > 10


def test_whichever_limit_is_reached_first_ends_the_search(engine: Searcher) -> None:
    report = engine.choose_move(
        SearchRequest(Game(9), BLACK, Limit(playouts=20, seconds=60.0))
    ).report
    assert report.playouts == 20


def test_a_search_can_be_stopped_and_reports_until_then(engine: Searcher) -> None:
    reports: list[int] = []
    report = engine.analyze(
        SearchRequest(Game(5), BLACK),
        stop=lambda: len(reports) >= 3,
        on_report=lambda report: reports.append(report.playouts),
        report_interval=0.0,
    )
    assert len(reports) == 3
    assert reports == sorted(reports)
    assert report.playouts >= reports[-1]


@pytest.mark.parametrize("doubt", [True, False])
def test_a_move_in_doubt_gets_extra_time(
    doubt: bool, engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfggo.search.search_loop.leader_is_in_doubt", lambda children: doubt)
    limit = Limit(seconds=0.1, extra_seconds=0.2 if doubt else 60.0)
    seconds = engine.choose_move(SearchRequest(Game(9), BLACK, limit)).report.seconds
    assert seconds >= 0.3 if doubt else seconds < 30.0


def test_a_search_without_an_end_is_refused(engine: Searcher) -> None:
    with pytest.raises(ValueError, match="nothing would end"):
        engine.choose_move(SearchRequest(Game(5), BLACK, Limit()))


def test_the_engine_resigns_when_all_is_lost_but_not_early(engine: Searcher) -> None:
    game = Game(5, komi=100.0)
    assert not engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).resign
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    assert not engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30), reg=True)).resign
    assert engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).resign


def test_stones_that_were_set_up_count_where_it_is_late_to_play_on(engine: Searcher) -> None:
    game = Game(5, komi=100.0)
    stones = [parse_vertex(name, 5) for name in ("C3", "C2", "B2", "B3", "D2", "D3")]
    game.setup(stones[::2], stones[1::2], BLACK)
    assert engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).resign


@pytest.mark.parametrize(
    ("rules", "score", "is_lost"),
    [(JAPANESE, -0.5, False), (JAPANESE, -1.5, True), (CHINESE, -0.5, True)],
)
def test_nobody_resigns_what_may_be_a_draw(
    rules: Ruleset, score: float, is_lost: bool, engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where territory counts, half a point may be that of who moves last."""

    def lost_report(*args: Any) -> SearchReport:
        report = make_report(*args)
        moves = [replace(move, winrate=0.0, score=score) for move in report.moves]
        return replace(report, winrate=0.0, moves=moves)

    monkeypatch.setattr("cfggo.search.searcher.make_report", lost_report)
    game = Game(5, komi=0.0, rules=rules)
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    assert engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).resign == is_lost


def test_few_playouts_are_no_reason_to_resign(engine: Searcher) -> None:
    game = Game(5, komi=100.0)
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    assert not engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=29))).resign
    assert engine.choose_move(
        SearchRequest(game, BLACK, Limit(playouts=1))
    ).resign  # with those before


def test_a_level_takes_nothing_from_an_analysis(shared_engine: Searcher) -> None:
    engine = Searcher(shared_engine.config.with_values(level="13k"))
    game = Game(5)
    ends = iter([False] * 9 + [True])
    engine.analyze(
        SearchRequest(game, BLACK),
        stop=lambda: next(ends),
        on_report=lambda report: None,
        report_interval=9.0,
    )
    assert engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=40))).report.visits == 40


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("komi", [-40.5, 60.5])
def test_a_search_for_points_makes_the_game_even(
    komi: float, colour: int, shared_engine: Searcher
) -> None:
    """Where all playouts are lost, or won, no move is better than another; for points one is."""
    game = game_of_diagram(FIRST_CAPTURE, colour, komi=komi)
    shared_engine.forget()
    usual = shared_engine.analyze(SearchRequest(game, colour, Limit(200)))
    assert usual.mean_winrate in (0.0, 1.0)
    request = SearchRequest(game, colour, Limit(400), for_points=True)
    report = shared_engine.analyze(request)
    assert report.playouts == 320
    assert 0.05 < report.mean_winrate < 0.95
    assert (report.mean_score > 0) == (usual.mean_score > 0)  # by the rules, komi and all
    assert format_vertex(report.moves[0].point) == "E1"
    usual = shared_engine.analyze(SearchRequest(game, colour, Limit(200)))
    assert usual.mean_winrate in (0.0, 1.0)


def test_a_limit_is_split_in_two() -> None:
    assert Limit(1000, 5.0).split(0.2) == (Limit(200, 1.0), Limit(800, 4.0))
    assert Limit(0, 5.0).split(0.2) == (Limit(0, 1.0), Limit(0, 4.0))
    assert [limit.playouts for limit in Limit(1).split(0.2)] == [1, 1]


def test_an_interrupted_search_apart_leaves_no_tree(shared_engine: Searcher) -> None:
    engine = Searcher(shared_engine.config.with_values(level="13k"))
    game = Game(5)

    def interrupt(report: SearchReport) -> None:
        raise KeyboardInterrupt

    request = SearchRequest(game, BLACK, Limit(playouts=1000), reg=True)
    for search in (engine.analyze, engine.choose_move):
        with pytest.raises(KeyboardInterrupt):
            search(request, on_report=interrupt)
        assert (
            engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=40))).report.visits == 40
        )
        engine.forget()


def test_a_tree_that_has_counted_as_far_as_it_can_is_left_alone(
    engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfggo.search.search_loop.MOST_VISITS", 50)
    report = engine.choose_move(SearchRequest(Game(5), BLACK, Limit(seconds=0.2))).report
    visits = report.visits
    assert visits < 5000
    report = engine.choose_move(SearchRequest(Game(5), BLACK, Limit(playouts=20))).report
    assert (report.visits, report.playouts) == (visits, 0)


def test_a_search_of_a_tree_that_has_counted_as_far_as_it_can_says_what_is_known(
    engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(5, komi=0.5)
    before = engine.analyze(SearchRequest(game, BLACK, Limit(playouts=50)))
    monkeypatch.setattr("cfggo.search.search_loop.MOST_VISITS", 50)
    for limit in (Limit(playouts=5000), Limit(seconds=60)):
        report = engine.analyze(SearchRequest(game, BLACK, limit))
        assert (report.playouts, report.visits) == (0, before.visits)
        assert report.seconds < 5
        assert report.score == pytest.approx(before.score, abs=1.0)
        assert np.isnan(engine.ownership()).all()  # who owned the points is not kept


def test_without_playouts_nobody_knows_the_owners(engine: Searcher) -> None:
    game = Game(5, komi=0.5)
    best = engine.analyze(SearchRequest(game, BLACK, Limit(playouts=50))).moves[0].point
    assert not np.isnan(engine.ownership()).any()
    assert not np.isnan(engine.ownership_after(best)).any()
    engine.set_root(game, BLACK)  # keeps the tree
    assert np.isnan(engine.ownership()).all()
    assert np.isnan(engine.ownership_after(best)).all()


def test_an_unlucky_best_move_is_no_reason_to_resign(
    engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cfggo.search.searcher.make_report", lambda *args: replace(make_report(*args), winrate=0.0)
    )
    game = Game(5)
    for name in ("C3", "C2", "B2", "B3", "D2", "D3"):
        game.play(game.to_play, parse_vertex(name, 5))
    assert not engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=30))).resign


@pytest.mark.parametrize(
    ("haste", "playouts"), [(Haste.BY_LOOKS, HASTY_PLAYOUTS), (Haste.NO_PLAYOUTS, 0)]
)
def test_a_hasty_move_is_the_policys_likeliest(haste: Haste, playouts: int) -> None:
    engine = Searcher(load_config().with_values(seed=1))
    game = Game(9)
    for name in ("E5", "E3", "C4"):
        game.play(game.to_play, parse_vertex(name, 9))
        decision = engine.choose_move(SearchRequest(game, game.to_play, Limit(haste=haste)))
        policy = engine.policy(game, game.to_play)
        assert policy[decision.point] == policy.max()
        assert decision.report.playouts == playouts
        assert not decision.resign


def test_a_hasty_move_is_that_of_a_tree_which_knows_more(engine: Searcher) -> None:
    game = game_of_diagram(THREE_POINT_EYE, BLACK, komi=14.5)
    hasty = Limit(haste=Haste.BY_LOOKS)
    assert format_vertex(engine.choose_move(SearchRequest(game, BLACK, hasty)).point) != "B1"
    engine.analyze(SearchRequest(game, BLACK, Limit(playouts=400)))
    assert format_vertex(engine.choose_move(SearchRequest(game, BLACK, hasty)).point) == "B1"


def test_a_full_tree_is_searched_on(zero_weights_file: Path) -> None:
    weights = PolicyConfig(str(zero_weights_file), str(zero_weights_file))
    small = EngineConfig(policy=weights, search=SearchConfig(max_nodes=40), play=PlayConfig(seed=1))
    request = SearchRequest(Game(9), BLACK, Limit(playouts=2_000))
    report = Searcher(small).choose_move(request).report
    assert report.playouts == 2_000
    assert report.nodes <= 40 + 362


def test_settings_that_can_not_be_met_are_refused(zero_weights_file: Path) -> None:
    missing = str(zero_weights_file.with_name("missing.weights"))
    with pytest.raises(CfggoError, match="missing"):
        Searcher(EngineConfig(policy=PolicyConfig(missing, missing)))


@pytest.mark.parametrize("search", [{"priors": False}, {"pass_empty": 0.0}])
def test_a_root_that_was_kept_has_what_a_new_one_has(search: dict[str, Any]) -> None:
    """All moves with the policy's probabilities, PASS among them."""
    config = EngineConfig(
        policy=PolicyConfig("baseline", "baseline"),
        search=SearchConfig(max_nodes=100_000, progressive_bias=0.0, **search),
        play=PlayConfig(seed=2),
    )
    engine = Searcher(config)
    game = Game(5)
    for _ in range(3):
        colour = game.to_play
        point = engine.choose_move(SearchRequest(game, colour, Limit(playouts=300))).point
        root = engine.nodes[ROOT]
        children = engine.nodes[root["first_child"] :][: root["n_children"]]
        policy = engine.policy(game, colour)
        assert children["prior"] == pytest.approx(policy[children["move"]], rel=1e-4, abs=1e-7)
        assert sorted(children["move"]) == sorted(np.flatnonzero(policy))
        assert root["visits"] > (300 if len(game.moves) else 299)  # the tree was kept
        game.play(colour, point)


def test_all_moves_of_the_root_are_looked_at_closely() -> None:
    """Below it only candidates are: until the tree that was kept begins with such a node."""
    config = EngineConfig(
        policy=PolicyConfig("baseline", "baseline"),
        search=SearchConfig(max_nodes=100_000, candidates=10),
        play=PlayConfig(seed=2),
    )
    engine = Searcher(config)
    game = Game(9)
    for vertex in ("C3", "G7", "C7", "G3", "E5", "C5", "G5", "E7", "E3", "F6"):
        game.play(game.to_play, parse_vertex(vertex, 9))
    for _ in range(2):
        colour = game.to_play
        point = engine.choose_move(SearchRequest(game, colour, Limit(playouts=300))).point
        policy = engine.policy(game, colour)
        root = engine.nodes[ROOT]
        children = engine.nodes[root["first_child"] :][: root["n_children"]]
        assert children["prior"] == pytest.approx(policy[children["move"]], rel=1e-4, abs=1e-7)
        best = children[children["move"] == point][0]
        game.play(colour, point)
        after = engine.nodes[best["first_child"] :][: best["n_children"]]
        exact = engine.policy(game, game.to_play)[after["move"]]
        assert len(after) > 50
        assert after["prior"].sum() == pytest.approx(1.0, abs=1e-4)
        assert after["prior"] != pytest.approx(exact, rel=1e-4, abs=1e-7)


def test_the_seconds_of_a_search_count_from_its_beginning(
    engine: Searcher, clock: Iterator[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large tree takes some time to be kept, which is the move's."""

    def set_root(*args: Any, **options: Any) -> None:
        for _ in range(100):
            next(clock)
        Searcher._set_root(engine, *args, **options)

    monkeypatch.setattr(engine, "_set_root", set_root)
    report = engine.choose_move(SearchRequest(Game(9), BLACK, Limit(seconds=1.5))).report
    assert 1.5 <= report.seconds <= 1.52
