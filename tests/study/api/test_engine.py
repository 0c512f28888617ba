"""The engine as scripts use it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo import Analysis, CfggoError, Engine, Game
from cfggo.search.levels import LEVELS
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(seed=3)


def test_it_plays_legal_moves(engine: Engine) -> None:
    game = Game(9)
    for _ in range(6):
        game.play(engine.move(game, playouts=50))
    assert len(game) == 6


def test_analyses_fit_together(engine: Engine) -> None:
    game = Game(9)
    game.play("E5")
    found = engine.analyse(game, playouts=300, with_moves_ownership=True)
    assert (found.to_play, found.playouts, found.visits) == ("white", 300, 300)
    assert sum(one.visits for one in found.candidates) == 300
    assert [one.order for one in found.candidates] == list(range(len(found.candidates)))
    best = found.best
    assert best is not None
    assert best == found.of(best.move.lower())
    assert (found.winrate, found.score) == (best.winrate, best.score)
    assert found.black_winrate == 1 - found.winrate
    assert found.black_score == -found.score
    assert best.lower_bound < best.winrate
    assert best.pv[0] == best.move
    assert len(best.pv) == len(best.pv_visits)
    assert found.ownership.shape == (9, 9)
    assert found.ownership[4, 4] > 0  # the stone on E5
    assert best.ownership is not None
    weighted = np.zeros((9, 9))
    for one in found.candidates:
        assert one.ownership is not None
        weighted += one.visits * one.ownership
    assert weighted / 300 == pytest.approx(found.ownership, abs=1e-5)


def test_analyses_can_be_compared_and_put_into_sets(engine: Engine) -> None:
    one, other = (engine.analyse(Game(5), playouts=30, with_moves_ownership=True) for _ in range(2))
    assert one == one
    assert one != other
    assert len({one, other, *one.candidates}) == 2 + len(one.candidates)
    assert other.candidates[-1] not in one.candidates


def test_a_seed_makes_an_answer_that_depends_on_nothing_else(engine: Engine) -> None:
    game = Game(9)
    first = engine.analyse(game, playouts=100, seed=5)
    engine.move(Game(9), playouts=30)
    again = engine.analyse(game, playouts=100, seed=5)
    assert [(one.move, one.visits, one.score) for one in first.candidates] == [
        (one.move, one.visits, one.score) for one in again.candidates
    ]
    assert np.array_equal(first.ownership, again.ownership)


def test_0_is_a_seed_like_any_other() -> None:
    first, again = (Engine("baseline", seed=0).analyse(Game(9), playouts=50) for _ in range(2))
    assert np.array_equal(first.ownership, again.ownership)


def test_a_tree_can_be_kept(engine: Engine) -> None:
    game = Game(9)
    engine.analyse(game, playouts=100)
    assert engine.analyse(game, playouts=100, keep_tree=True).visits == 200
    assert engine.analyse(game, playouts=100).visits == 100


def test_progress_and_stop(engine: Engine) -> None:
    seen: list[Analysis] = []
    found = engine.analyse(
        Game(9), playouts=0, stop=lambda: len(seen) >= 3, on_progress=seen.append, interval=0.01
    )
    assert 0 < seen[0].playouts < seen[2].playouts <= found.playouts


def test_an_explanation_that_is_stopped_begins_no_other_search(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = []
    analyze = engine.searcher.analyze

    def counted(*args: Any, **options: Any) -> Any:
        searched.append(args)
        return analyze(*args, **options)

    monkeypatch.setattr(engine.searcher, "analyze", counted)
    for stop, searches in ((lambda: True, 1), (None, 2)):
        searched.clear()
        explained = engine.explain(Game(9), "A1", playouts=60, stop=stop)
        assert explained.searched is not None
        assert len(searched) == searches


def test_moves_can_be_left_out(engine: Engine) -> None:
    best = engine.analyse(Game(9), playouts=200).best
    assert best is not None
    assert engine.analyse(Game(9), playouts=200, avoid=[best.move]).of(best.move) is None


def test_a_search_without_a_move_is_refused(engine: Engine) -> None:
    game, moves = Game(5), "C3 D4 C2 D3 C4 D2 C5 D1 C1 D5 B4 pass B2 pass A3 pass"
    for vertex in moves.split():
        game.play(vertex)
    assert "B3" in game.legal_moves()  # an eye of Black's
    others = [move for move in game.legal_moves() if move != "B3"]
    for avoided in (game.legal_moves(), others):
        with pytest.raises(CfggoError, match="no move that is searched is left"):
            engine.analyse(game, playouts=50, avoid=avoided)
    found = engine.analyse(game, playouts=50, avoid=others[1:])
    assert [one.move for one in found.candidates] == others[:1]


def test_policies_name_all_legal_moves(engine: Engine) -> None:
    game = Game(9)
    game.play("E5")
    policy = engine.policy(game)
    assert set(policy) == set(game.legal_moves())
    assert sum(policy.values()) == pytest.approx(1)
    assert list(policy.values()) == sorted(policy.values(), reverse=True)


def test_levels(engine: Engine) -> None:
    names = [engine.level]
    engine.set_level("12k")
    names.append(engine.level)
    Game(9).play(engine.move(Game(9)))
    engine.set_level(None)
    assert [*names, engine.level] == [None, "12k", None]
    other = engine.second_opinion()
    other.set_level("12k")
    assert engine._effort.level is None
    with pytest.raises(CfggoError, match="level"):
        engine.set_level("40d")


def test_what_is_no_question_is_refused_in_a_line(engine: Engine) -> None:
    game = Game(9)
    for question in (
        lambda: engine.analyse(game, playouts=1, seed=-1),
        lambda: engine.analyse(game, playouts=1, seed="x"),  # type: ignore[arg-type]
        lambda: engine.analyse(game, playouts=1, avoid=[5]),  # type: ignore[list-item]
        lambda: engine.analyse(game, playouts=1, avoid="D4"),
        lambda: engine.explain(game, 5),  # type: ignore[arg-type]
        lambda: engine.set_level(12),  # type: ignore[arg-type]
        lambda: Engine(12),  # type: ignore[arg-type]
        lambda: engine.move(None),  # type: ignore[arg-type]
        lambda: engine.analyse(game.rules_game, playouts=1),  # type: ignore[arg-type]
        lambda: engine.policy("D4"),  # type: ignore[arg-type]
        lambda: engine.dead_stones(None),  # type: ignore[arg-type]
        lambda: engine.explain(None),  # type: ignore[arg-type]
        lambda: engine.explain(game, playouts=1, stop=1),  # type: ignore[arg-type]
        lambda: engine.move(game, playouts=1, stop=1),  # type: ignore[arg-type]
        lambda: engine.move(game, playouts=1, on_progress="x"),  # type: ignore[arg-type]
        lambda: engine.analyse(game, playouts=1, interval="x"),  # type: ignore[arg-type]
        lambda: engine.analyse(game, playouts=1, interval=float("nan")),
        lambda: engine.analyse(game, playouts=1, avoid=None),  # type: ignore[arg-type]
        lambda: engine.analyse(game, playouts=1).of(5),  # type: ignore[arg-type]
    ):
        with pytest.raises(CfggoError, match="can't be"):
            question()


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"playouts": -1}, "no search of -1 playouts"),
        ({"seconds": float("nan")}, "no search"),
        ({"playouts": 0}, "needs a limit"),
        ({"playouts": 0, "for_points": True, "stop": lambda: True}, "needs a limit"),
    ],
)
def test_searches_that_never_end_are_refused(
    engine: Engine, limits: dict[str, Any], message: str
) -> None:
    with pytest.raises(CfggoError, match=message):
        engine.analyse(Game(9), **limits)


def test_a_move_may_end_by_stop_alone(engine: Engine) -> None:
    assert engine.move(Game(9), playouts=0, stop=lambda: True)


def test_settings_by_name() -> None:
    engine = Engine("baseline", seed=1, playouts=40)
    assert engine.preset == "baseline"
    assert engine.analyse(Game(9)).playouts == 40
    with pytest.raises(CfggoError, match="unknown key 'wisdom'"):
        Engine(wisdom=3)


def test_moves_are_explained(engine: Engine) -> None:
    game = Game(9)
    game.play("E5")
    policy = engine.policy(game)
    move, *_ = policy
    explanation = engine.explain(game, playouts=60)
    assert (explanation.colour, explanation.move, explanation.rank) == ("white", move, 1)
    assert explanation.probability == pytest.approx(policy[move], rel=1e-3)
    assert explanation.searched is not None
    assert explanation.searched.playouts == 60
    assert engine.explain(game, "a1").searched is None
    for wrong in ("E5", "K3", "resign"):
        with pytest.raises(CfggoError, match=wrong):
            engine.explain(game, wrong)


def test_dead_stones_are_taken_off_where_the_rules_do_so(engine: Engine) -> None:
    moves = "C3 D4 C2 D3 C4 D2 C5 D1 C1 D5 pass B3 pass pass"
    for rules, dead in (("chinese", ["B3"]), ("tromp-taylor", [])):
        game = Game(5, rules=rules)
        for vertex in moves.split():
            game.play(vertex)
        assert engine.dead_stones(game) == dead


def test_nothing_is_searched_for_dead_stones_where_all_live(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "searcher", None)
    assert engine.dead_stones(Game(5, rules="tromp-taylor")) == []


def test_analyses_at_a_level_are_as_long_as_without() -> None:
    engine = Engine(level="20k", playouts=120)
    assert engine.level == "20k"
    assert engine.analyse(Game(5)).playouts == 120


def test_levels_that_are_none_are_refused_before_anything_is_loaded() -> None:
    with pytest.raises(CfggoError, match="unknown level '99k'"):
        Engine(level="99k")


LOW = LEVELS["13k"].playouts


@pytest.mark.parametrize(
    ("text", "settings", "limit"),
    [
        ("", {"level": "13k", "playouts": 150}, Limit(150)),
        ("", {"level": "13k"}, Limit(LOW)),
        ('[search]\nplayouts = 150\n[play]\nlevel = "13k"\n', {}, Limit(150)),
        ("[search]\nplayouts = 150\n", {"level": "13k"}, Limit(LOW)),
        ("[search]\nplayouts = 150\n", {"seconds": 5}, Limit(0, 5)),
    ],
)
def test_playouts_that_are_asked_for_hold_at_a_level(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    settings: dict[str, Any],
    limit: Limit,
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    engine = Engine(str(file), **settings)
    limits: list[Limit] = []
    choose_move = engine.searcher.choose_move

    def choose(request: SearchRequest, **options: Any) -> Any:
        limits.append(request.limit)
        return choose_move(replace(request, limit=Limit(1)), **options)

    monkeypatch.setattr(engine.searcher, "choose_move", choose)
    engine.move(Game(5))
    assert limits == [limit]


def test_calls_while_it_searches_are_refused_in_a_line(engine: Engine) -> None:
    game, said = Game(9), []

    def ask(found: Analysis) -> None:
        for question in (
            lambda: engine.move(Game(5), playouts=1),
            lambda: engine.analyse(Game(5), playouts=1),
            lambda: engine.policy(Game(5)),
            lambda: engine.dead_stones(Game(5)),
            lambda: engine.explain(Game(5), playouts=1),
            lambda: engine.set_level("20k"),
        ):
            with pytest.raises(CfggoError) as error:
                question()
            said.append(str(error.value))
        assert engine.explain(Game(5), "C3").move == "C3"  # uses nothing that the search does

    found = engine.analyse(
        game, seconds=60, on_progress=ask, interval=0.01, stop=lambda: bool(said)
    )
    assert set(said) == {"the engine is busy with another call; two at a time need an engine each"}
    assert len(said) == 6
    assert {one.move for one in found.candidates} <= set(game.legal_moves())
    assert engine.level is None
    assert engine.policy(game)


def test_an_engine_that_was_interrupted_can_be_used_again(engine: Engine) -> None:
    def interrupt(found: Analysis) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.move(Game(9), seconds=60, on_progress=interrupt, interval=0.0)
    assert engine.move(Game(9), playouts=20)
