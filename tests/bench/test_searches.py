"""What cfggo bench --search measures with."""

from pathlib import Path
from typing import Any

import pytest

from cfggo.bench.searches import (
    MANY_NODES,
    MIN_ROUNDS,
    SearchSpeed,
    grow_tree,
    new_engine,
    play_quickly,
    play_rounds,
    time_moves,
)
from cfggo.config import EngineConfig, PolicyConfig
from cfggo.go.game import Game
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher


class FakeClock:
    """Stands in for the module `time`; nothing but engines makes time pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    thread_time = perf_counter


class Clockwork(Searcher):
    """An engine that spends a fixed time on a bare playout, and on one of a search."""

    def __init__(self, clock: FakeClock, bare: float, searching: float) -> None:
        self.clock, self.bare, self.searching = clock, bare, searching

    def playout_scores(self, game: Game, colour: int, n: int) -> Any:
        self.clock.now += n * self.bare

    def choose_move(self, request: SearchRequest, **options: Any) -> Any:
        assert request.reg
        assert not options
        self.clock.now += request.limit.playouts * self.searching


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr("cfggo.bench.turns.time", clock)
    monkeypatch.setattr("cfggo.bench.searches.time", clock)
    return clock


def test_searches_are_compared_with_as_many_bare_playouts(clock: FakeClock) -> None:
    one = Clockwork(clock, bare=1 / 4096, searching=1 / 2048)
    two = Clockwork(clock, bare=1 / 4096, searching=1 / 4096)
    done: list[int] = []
    rounds = play_rounds(one, two, 9, (256, 1024), 0.01, done.append)
    assert rounds == MIN_ROUNDS * [
        SearchSpeed(
            bare_playouts_per_s={256: 4096, 1024: 4096},
            playouts_per_s={256: 2048, 1024: 2048},
            to_bare={256: 0.5, 1024: 0.5},
            two_threads={256: 2, 1024: 2},
        )
    ]
    assert sum(done) == MIN_ROUNDS


def test_rounds_go_on_while_there_is_time(clock: FakeClock) -> None:
    a_second_a_round = Clockwork(clock, bare=1 / 32, searching=1 / 64)
    assert len(play_rounds(a_second_a_round, a_second_a_round, 9, (16,), 7.5)) == 8


def test_moves_are_timed_in_positions_of_a_game(clock: FakeClock, zero_weights_file: Path) -> None:
    weights = str(zero_weights_file)
    engine = new_engine(EngineConfig(policy=PolicyConfig(weights, weights)), 1)
    positions = play_quickly(engine, 5, (0, 2, 7, 500))
    assert [len(game.moves) for game in positions.values()] == [*positions] == [0, 2, 7]
    done: list[int] = []
    seconds = time_moves(Clockwork(clock, bare=1, searching=1 / 4000), positions, done.append)
    assert seconds == dict.fromkeys(positions, 0.25)
    assert sum(done) == 3 * MIN_ROUNDS


def test_the_tree_grows_to_as_many_nodes_as_are_wanted(zero_weights_file: Path) -> None:
    weights = str(zero_weights_file)
    config = EngineConfig(policy=PolicyConfig(weights, weights)).with_values(max_nodes=500)
    told: list[int] = []
    memory = grow_tree(new_engine(config, 1), 7, 20_000, told.append)
    assert 20_000 <= sum(told) <= memory.nodes < MANY_NODES
    assert memory.peak_bytes is not None
    assert 10**7 < memory.peak_bytes < 10**11


def test_a_large_tree_leaves_most_of_the_room_free(zero_weights_file: Path) -> None:
    """In the last of its room a tree takes for ever to grow (`is_due`)."""
    weights = str(zero_weights_file)
    config = EngineConfig(policy=PolicyConfig(weights, weights)).with_values(max_nodes=500)
    assert new_engine(config, 1).config.search.max_nodes > 2 * MANY_NODES
