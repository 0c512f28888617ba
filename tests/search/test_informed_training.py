"""Informed trees: which positions they learn from, what is wanted there, and how a run goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.training_run import TrainingRun
from cfggo.config import load_config
from cfggo.go.points import parse_vertex
from cfggo.learning.trainers import new_run
from cfggo.methods import InformedOptions, MistakeOptions
from cfggo.records.judged_games import JudgedGame, Label, read_judged_games, save_judged_games
from cfggo.search.informed_training import (
    _TEACHINGS,
    MISTAKE,
    Lookout,
    _drawn,
    _held_out,
    _is_mistake,
    look_before,
)
from cfggo.search.informed_trees import N_INFORMED, load_informed_trees
from tests.silence import say_nothing, show_nothing

LIKED = _TEACHINGS[InformedOptions]
SHIPPED = Path(__file__).parents[2] / "data" / "judged-games" / "games-001.jsonl.xz"


@pytest.fixture(scope="module")
def games() -> list[JudgedGame]:
    """Returns ten games, with two or three judged positions in the middle of each."""
    found = islice(read_judged_games(SHIPPED), 30)
    usable = [game for game in found if not game.others["instrument"] and len(game.moves) > 110]
    turns = (60, 80, 100)
    return [
        replace(game, labels={t: game.labels[t] for t in turns if t in game.labels})
        for game in usable[:10]
    ]


def test_a_file_keeps_what_a_judged_game_says(games: list[JudgedGame], tmp_path: Path) -> None:
    small = JudgedGame((parse_vertex("C3", 9), 0), 9, 6.5, {2: Label(2, -1.0, 40.0, "D4/1/2/3")})
    for name in ("kept.jsonl", "kept.jsonl.xz"):
        save_judged_games(tmp_path / name, [*games, small])
        assert list(read_judged_games(tmp_path / name)) == [*games, small]


def test_positions_are_drawn_that_can_teach(games: list[JudgedGame]) -> None:
    passes = {60: Label(60, 0.0, 50.0, "pass/30/0/900 D4/9/0/5")}
    others = [
        replace(games[0], others={"instrument": True}),
        replace(games[1], labels=passes),
        replace(games[2], moves=games[2].moves[:59] + games[2].moves[:1] + games[2].moves[60:]),
        replace(games[3], size=9, moves=(), labels={0: Label(0, 0.0, 50.0, "D4/9/0/5")}),
    ]
    with pytest.raises(CfggoError, match="no judged positions on 19x19"):
        _drawn(others, 100, LIKED)
    with pytest.raises(CfggoError, match="no judged positions with the next one judged as well on"):
        _drawn(games, 100, _TEACHINGS[MistakeOptions])  # twenty moves apart
    places = _drawn([*games, *others], 100, LIKED)
    assert len(places) == sum(len(game.labels) for game in games) > 20
    assert [place.number for place in places] == [*range(len(places))]
    assert places[:7] == _drawn([*reversed(games)], 7, LIKED)


def test_a_mistake_is_a_move_after_which_the_judge_sees_the_mover_points_behind() -> None:
    points = tuple(parse_vertex(vertex, 19) for vertex in ("D4", "Q16", "A1", "Q4", "pass"))
    leads = (7.0, 7.0, 12.0, 7.1, 7.1, 1.0)  # White's second move is not judged
    labels = {turn: Label(turn, lead, 50.0, "") for turn, lead in enumerate(leads) if turn != 3}
    game = JudgedGame(points, labels=labels)
    assert leads[2] - leads[1] == MISTAKE
    wanted = [_is_mistake(game, turn) for turn in sorted(labels)]
    assert wanted == [{points[0]: 0.0}, {points[1]: 1.0}, {}, {}, {}]
    black = replace(game, labels={2: Label(2, 9.0, 50.0, ""), 3: Label(3, 3.9, 50.0, "")})
    assert _is_mistake(black, 2) == {points[2]: 1.0}


def test_a_look_before_a_move_sees_that_move(games: list[JudgedGame]) -> None:
    whole = {game.key: game for game in read_judged_games(SHIPPED)}
    judged = [replace(game, labels=whole[game.key].labels) for game in games]
    lookout = Lookout(load_config().with_values(threads=1, seed=1, mistakes=""))
    places = _drawn(judged, 5, _TEACHINGS[MistakeOptions])
    for place in places[1::2]:  # of 300 and 3,000 playouts
        ((numbers, wanted),) = look_before(lookout, None, place)
        assert numbers.shape == (1, N_INFORMED)
        assert wanted.tolist() == [*place.wanted.values()]
        points, all_numbers = lookout.engine.informed_moves()
        assert place.wanted.keys() <= set(points.tolist())
        (row,) = all_numbers[points == next(iter(place.wanted))]
        np.testing.assert_array_equal(row, numbers[0])


def test_games_that_begin_alike_are_on_one_side(games: list[JudgedGame]) -> None:
    twins = [replace(game, moves=game.moves[: 8 + n]) for game in games for n in (0, 5, 9)]
    is_held_out = _held_out(twins).reshape(-1, 3)
    assert (is_held_out == is_held_out[:, :1]).all()
    assert is_held_out[:, 0].sum() == 1
    with pytest.raises(CfggoError, match="all judged games begin alike"):
        _held_out(twins[:3])


def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_trees(
    games: list[JudgedGame], tmp_path: Path
) -> None:
    pytest.importorskip("lightgbm", reason="needs LightGBM, of the extra boosting")
    options = InformedOptions(positions=20, trees=5)

    def begin(name: str, threads: int) -> TrainingRun:
        return new_run(games, options, Threads(threads), tmp_path / name)

    whole = begin("whole", 1).run(show_nothing, say_nothing)
    assert whole.about["positions"] == 20
    assert whole.about["held out, with trees"]["likelihood"] > whole.about["held out"]["likelihood"]
    stopped = begin("stopped", 2)

    @contextmanager
    def stop_soon(title: str, n_steps: int, unit: str) -> Iterator[Callable[[int], None]]:
        seen = iter(range(7))
        yield lambda done: None if done == 0 or next(seen) < 6 else stopped.stop()

    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop_soon, say_nothing)
    again = begin("stopped", 2)
    again.resume()
    state = again._trainer.state()
    assert state is not None
    assert state[0] == {"done": 7}
    same = again.run(show_nothing, say_nothing)
    for one, other in zip(whole.trees, same.trees, strict=True):
        np.testing.assert_array_equal(one, other)
    path = tmp_path / "informed.weights"
    again.save(path, same)
    assert load_informed_trees(path).forks["number"].max() < N_INFORMED
