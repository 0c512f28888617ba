"""The first pass against Python's Counter."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from cfggo.base.executor import Threads
from cfggo.features.catalogue import COULOM_GROUPS
from cfggo.features.harvest import HARVEST_PASSES, harvest_keys
from cfggo.features.shapes import MAX_SHAPE, MIN_SHAPE, add_ring, last_move_cell, response_key
from cfggo.features.surroundings import N_ITERATIONS, label_surroundings, surroundings_key
from cfggo.go.board import BOARD_DTYPE
from cfggo.go.points import N_POINTS, PASS
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.samples import Positions, find_candidate, list_candidates, make_extractor
from cfggo.learning.wins import count_wins
from cfggo.models.bradley_terry.weights import n_features_of
from cfggo.records.replay import GameArrays, game_arrays
from cfggo.records.training_games import TrainingGames
from tests.conftest import MakeRecord, RandomRecords
from tests.features.shapes_seen import seen_colours


def harvest(
    games: GameArrays,
    min_count: int,
    groups: tuple[str, ...],
    advance: Callable[[int], None] = lambda games: None,
) -> np.ndarray:
    with Threads(3) as executor:
        return harvest_keys(games, min_count, groups, executor, advance)


def count_keys(games: GameArrays, is_extended: bool) -> Counter[int]:
    """Counts the keys of the shapes of all sizes around all moves, and of what extends them."""
    counter: Counter[int] = Counter()
    board, graph = np.zeros(1, dtype=BOARD_DTYPE)[0], np.zeros(1, dtype=GRAPH_DTYPE)[0]
    for game in range(len(games.sizes)):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            board["to_play"] = games.colours[move]
            if games.sampled[move] and games.moves[move] != PASS:
                point = int(games.moves[move])
                hashes = np.zeros(8, dtype=np.uint64)
                for size in range(MIN_SHAPE, MAX_SHAPE + 1):
                    counter[int(add_ring(seen_colours(board), point, size, hashes))] += 1
                    key = int(response_key(size, last_move_cell(board, point), hashes))
                    if is_extended and key:
                        counter[key] += 1
                if is_extended:
                    labels = np.zeros((N_ITERATIONS + 1, N_POINTS), dtype=np.uint64)
                    mixed, chains = np.zeros(N_POINTS, np.uint64), np.zeros(N_POINTS, np.uint16)
                    label_surroundings(board, graph, labels, mixed, chains)
                    for iteration in range(1, N_ITERATIONS + 1):
                        counter[int(surroundings_key(labels, point, iteration))] += 1
            assert follow_move(board, graph, games, move)
    return counter


Counted = Callable[[bool, float], tuple[GameArrays, "Counter[int]"]]


@pytest.fixture(scope="module")
def counted(random_records: RandomRecords) -> Counted:
    """Returns games, of which a share is sampled, and how often the keys of their moves occur."""

    @cache
    def count(is_extended: bool, share: float) -> tuple[GameArrays, Counter[int]]:
        games = TrainingGames(random_records(6, 7, 40), share).arrays
        return games, count_keys(games, is_extended)

    return count


EXTENDED = (*COULOM_GROUPS, "responses", "surroundings")


@pytest.mark.parametrize("is_extended", [False, True])
@pytest.mark.parametrize("min_count", [0, 1, 5])
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_keys_that_occur_often_enough(
    min_count: int, is_extended: bool, share: float, counted: Counted
) -> None:
    games, counter = counted(is_extended, share)
    expected = sorted(key for key, count in counter.items() if count > min_count)
    assert len(expected) > 5
    seen: list[int] = []
    groups = EXTENDED if is_extended else COULOM_GROUPS
    assert harvest(games, min_count, groups, seen.append).tolist() == expected
    assert sum(seen) == HARVEST_PASSES * 6


def test_counts_are_exact_however_full_the_sketch_is(
    random_records: RandomRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as few counters as this, most shapes seem frequent at first."""
    games = game_arrays(random_records(6, 7, 40))
    expected = harvest(games, 5, COULOM_GROUPS).tolist()
    monkeypatch.setattr("cfggo.features.harvest._COUNTERS_PER_MOVE", 0.05)
    assert harvest(games, 5, COULOM_GROUPS).tolist() == expected


def test_a_minimum_above_what_a_counter_holds(make_record: MakeRecord) -> None:
    games = game_arrays([make_record(5, "C3")] * 300)
    assert len(harvest(games, 299, COULOM_GROUPS)) == MAX_SHAPE - MIN_SHAPE + 1
    assert len(harvest(games, 300, COULOM_GROUPS)) == 0


def test_a_shape_learnt_has_all_its_smaller_ones_learnt(random_records: RandomRecords) -> None:
    """Whatever the minimum, so that the largest can be found from the smallest on."""
    games = game_arrays(random_records(6, 7, 40))
    learnt = set(harvest(games, 3, COULOM_GROUPS).tolist())
    board, graph = np.zeros(1, dtype=BOARD_DTYPE)[0], np.zeros(1, dtype=GRAPH_DTYPE)[0]
    start_game(board, graph, games, 0)
    for move in range(30):
        hashes = np.zeros(8, dtype=np.uint64)
        point = int(games.moves[move])
        found = [
            int(add_ring(seen_colours(board), point, size, hashes)) in learnt
            for size in range(MIN_SHAPE, MAX_SHAPE + 1)
        ]
        assert found == sorted(found, reverse=True)
        assert follow_move(board, graph, games, move)


@pytest.mark.parametrize(("kind", "name"), [("tree", "exact"), ("tree", ""), ("playout", "hash8")])
def test_wins_are_the_chosen_moves_with_a_feature(
    kind: str, name: str, random_records: RandomRecords
) -> None:
    games = TrainingGames(random_records(4, 7, 45), 0.7).arrays
    keys = harvest(games, 2, COULOM_GROUPS) if kind == "tree" else np.zeros(0, dtype=np.uint64)
    extractor = make_extractor(kind, name, keys)
    counter: Counter[int] = Counter()
    board, graph = np.zeros(1, dtype=BOARD_DTYPE)[0], np.zeros(1, dtype=GRAPH_DTYPE)[0]
    for game in range(4):
        start_game(board, graph, games, game)
        for move in range(games.starts[game], games.starts[game + 1]):
            n = list_candidates(board, graph, extractor)
            chosen = find_candidate(extractor, n, games.moves[move])
            if games.sampled[move] and chosen >= 0:
                counter.update(extractor.features[chosen, : extractor.counts[chosen]].tolist())
            assert follow_move(board, graph, games, move)
    seen: list[int] = []
    with Threads(2) as executor:
        wins = count_wins(Positions(games, kind, name, keys), executor, seen.append)
    assert wins.shape == (n_features_of(kind, name, len(keys)),)
    assert {int(f): int(wins[f]) for f in np.flatnonzero(wins)} == dict(counter)
    assert sum(seen) == 4


def test_a_game_ends_at_its_first_impossible_move(make_record: MakeRecord) -> None:
    whole = game_arrays([make_record(5, "C3 B2")])
    broken = game_arrays([make_record(5, "C3 B2 C3 D4 E5")])
    with Threads(1) as executor:
        wins = [
            count_wins(Positions(games, "playout", "", np.zeros(0, dtype=np.uint64)), executor)
            for games in (whole, broken)
        ]
    assert wins[0].sum() > 0
    assert (wins[0] == wins[1]).all()


def test_an_impossible_move_has_no_features(make_record: MakeRecord) -> None:
    """A game is used up to its first impossible move, here a point that is taken."""
    whole, cut = (game_arrays([make_record(9, moves)]) for moves in ("C3 G7 D4 C3 E5", "C3 G7 D4"))
    for groups in (("shapes",), ("nested-templates",)):
        np.testing.assert_array_equal(harvest(whole, 0, groups), harvest(cut, 0, groups))
