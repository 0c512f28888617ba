"""Boosted trees taught in the engine's own positions, as lab/taught-in-own-positions.md has it.

    python lab/taught_trees.py learn taught.weights RECORDS... --moves 120000
    python lab/taught_trees.py measure boosted taught.weights

RECORDS are games of people that the start's policy has not learnt from; those of its training
and all that are for tests are left out.
"""

import argparse
import json
import lzma
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import lightgbm
import numpy as np

from cfggo.base.jit import jit_allocating
from cfggo.base.resources import find_weights
from cfggo.config import load_config
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.go.board import BOARD_DTYPE, forget_moves, give_turn
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import MAX_MOVES, PASS, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE
from cfggo.graph.replay import follow_move, start_game
from cfggo.learning.boosted_samples import MAX_CLOSE, LikedMoves, joined, samples_of_game
from cfggo.learning.boosting import growing, trees_of
from cfggo.models.bradley_terry.boosted_trees import find_close_moves, store_numbers
from cfggo.models.bradley_terry.tree_policy import legal_moves, store_thetas
from cfggo.models.bradley_terry.weights import Model, save_model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.parsing import parsed_games
from cfggo.records.replay import game_arrays
from cfggo.search.equipment import equip
from cfggo.search.threads import SearchThreads

JUDGED = Path(__file__).parent.parent / "data" / "judged-games"
PRIOR_VISITS = 20.0
"""Visits that the judge's prior counts as beside its 40 real ones."""


def judged_games() -> Iterator[dict[str, Any]]:
    """Yields the games of data/judged-games."""
    for path in sorted(JUDGED.glob("games-*.jsonl.xz")):
        with lzma.open(path, "rt") as file:
            yield from map(json.loads, file)


def target(label: Sequence[Any]) -> dict[int, float]:
    """Returns the judge's distribution over points, from visits and prior; {} if it passes."""
    visits: dict[int, float] = {}
    prior: dict[int, float] = {}
    for move in label[3].split():
        vertex, n, _, p = move.split("/")
        point = parse_vertex(vertex, 19)
        if point != PASS:
            visits[point], prior[point] = float(n), float(p)
    total = sum(visits.values())
    if total < 20:
        return {}
    scale = PRIOR_VISITS / max(sum(prior.values()), 1.0)
    both = {point: visits[point] + scale * prior[point] for point in visits}
    return {point: value / sum(both.values()) for point, value in both.items()}


class Positions(NamedTuple):
    """Positions with a distribution over their close moves.

    numbers       -- float32[moves, N_CIRCUMSTANCES]
    counts        -- int32[positions]: close moves of each
    others        -- float32[positions]: ln of the gammas of all other moves, by the highest
    wanted        -- float32[moves]: the judge's probability
    wanted_others -- float32[positions]: that of all other moves
    """

    numbers: np.ndarray
    counts: np.ndarray
    others: np.ndarray
    wanted: np.ndarray
    wanted_others: np.ndarray


@jit_allocating
def _sample(boards, graphs, games, game, tables, numbers, counts, others, turns, places):
    """As `_sample_game` of cfggo/learning/boosted_samples.py, with turns and points."""
    board, graph = boards[0], graphs[0]
    points = np.zeros(MAX_MOVES, dtype=np.int16)
    thetas = np.zeros(MAX_MOVES, dtype=np.float32)
    close = tables.boost.close
    n_positions = 0
    n_moves = 0
    start_game(board, graph, games, game)
    for move in range(games.starts[game], games.starts[game + 1]):
        give_turn(board, games.colours[move])
        if games.sampled[move]:
            n = legal_moves(board, points)
            store_thetas(board, graph, tables, points, n, thetas)
            n_close, highest = find_close_moves(points, thetas, n, close)
            rest = 0.0
            for i in range(n):
                rest += np.exp(thetas[i] - highest)
            for i in range(n_close):
                rest -= np.exp(thetas[close[i]] - highest)
            if 0 < n_close <= MAX_CLOSE:
                view = tables.tree.views[0]
                for i in range(n_close):
                    row = numbers[n_moves + i]
                    store_numbers(board, view, points, thetas, close, n_close, highest, i, row)
                    places[n_moves + i] = points[close[i]]
                counts[n_positions] = n_close
                others[n_positions] = np.log(max(rest, 1e-9))
                turns[n_positions] = move - games.starts[game]
                n_positions += 1
                n_moves += n_close
        if not follow_move(board, graph, games, move):
            break
        n_made = move - games.starts[game] + 1
        if game % 5 == 0 and n_made % 20 == 0:
            forget_moves(board)
    return n_positions, n_moves


def own_positions(games: Sequence[dict[str, Any]], weights: Any) -> Positions:
    """Returns the judged positions of the engine's games."""
    records = [_record(game) for game in games]
    arrays = game_arrays(records)
    arrays.sampled[:] = False
    wanted: list[dict[int, dict[int, float]]] = []
    for i, game in enumerate(games):
        found = {label[0]: target(label) for label in game["labels"]}
        n_moves = arrays.starts[i + 1] - arrays.starts[i]
        wanted.append({turn: q for turn, q in found.items() if q and turn < n_moves})
        arrays.sampled[[arrays.starts[i] + turn for turn in wanted[-1]]] = True
    liked = LikedMoves(arrays, weights)
    parts = [_positions_of(liked, game, of_turn) for game, of_turn in enumerate(wanted) if of_turn]
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _record(game: dict[str, Any]) -> GameRecord:
    moves = [parse_vertex(vertex, 19) for vertex in game["moves"].split()]
    return GameRecord("own", MainLine(moves=tuple((1 + i % 2, m) for i, m in enumerate(moves))))


def _positions_of(liked: LikedMoves, game: int, of_turn: dict[int, dict[int, float]]) -> Positions:
    n = len(of_turn)
    numbers = np.zeros((n * MAX_CLOSE, N_CIRCUMSTANCES), np.float32)
    counts, turns = np.zeros(n, np.int32), np.zeros(n, np.int32)
    others, places = np.zeros(n, np.float32), np.zeros(n * MAX_CLOSE, np.int16)
    n, n_moves = _sample(
        np.zeros(1, BOARD_DTYPE),
        np.zeros(1, GRAPH_DTYPE),
        liked.games,
        game,
        liked.tables,
        numbers,
        counts,
        others,
        turns,
        places,
    )
    turn_of = np.repeat(turns[:n], counts[:n])
    pairs = zip(turn_of, places[:n_moves], strict=True)
    wanted = np.array([of_turn[int(t)].get(int(p), 0.0) for t, p in pairs], np.float32)
    near = np.add.reduceat(wanted, _starts(counts[:n]))
    return Positions(numbers[:n_moves].copy(), counts[:n], others[:n], wanted, 1 - near)


def people_positions(paths: Sequence[str], known: set[int], moves: int, weights: Any) -> Positions:
    """Returns about so many positions of people's games; the move played is what is wanted."""
    records = [
        record
        for record in parsed_games(paths)
        if isinstance(record, GameRecord)
        and record.short_digest not in known
        and record.split is not Split.TEST
        and record.line.size == 19
    ]
    arrays = game_arrays(records)
    share = min(1.0, moves / len(arrays.moves))
    arrays.sampled[:] &= np.random.default_rng(3).random(len(arrays.moves)) < share
    liked = LikedMoves(arrays, weights)
    all_samples = joined(samples_of_game(liked, None, game) for game in range(len(records)))
    numbers, counts, chosen, others = all_samples
    is_close = chosen >= 0
    wanted = np.zeros(len(numbers), np.float32)
    wanted[(_starts(counts) + chosen)[is_close]] = 1.0
    return Positions(numbers, counts, others, wanted, (~is_close).astype(np.float32))


def _starts(counts: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(counts[:-1])])


class CrossEntropy:
    """The loss against the wanted distributions, and its derivatives for LightGBM."""

    def __init__(self, positions: Positions, weights: np.ndarray | None = None) -> None:
        self._theta = -positions.numbers[:, 0].astype(np.float64)
        self._starts = _starts(positions.counts)
        self._others = np.exp(positions.others.astype(np.float64))
        self._of = positions
        self._weights = (
            np.repeat(weights, positions.counts) if weights is not None else np.float64(1)
        )

    def _p(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gammas = np.exp(self._theta + boosts)
        totals = np.add.reduceat(gammas, self._starts) + self._others
        return gammas / np.repeat(totals, self._of.counts), self._others / totals

    def derivatives(self, boosts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the first and second ones."""
        p, _ = self._p(boosts)
        slope = (p - self._of.wanted) * self._weights
        return slope, np.maximum(p * (1 - p), 1e-6) * self._weights

    def likelihood(self, boosts: np.ndarray) -> float:
        """Returns the mean of the sum of wanted times ln p."""
        p, others = self._p(boosts)
        near = np.add.reduceat(self._of.wanted * np.log(p), self._starts)
        return float((near + self._of.wanted_others * np.log(np.maximum(others, 1e-9))).mean())


def learn(args: argparse.Namespace) -> None:
    """Learns trees from people's games and the engine's own positions, and saves them."""
    start = load_model(find_weights(args.start))
    weights = start.policies["tree"]
    games = list(judged_games())
    own = own_positions([game for game in games if not game["instrument"]], weights)
    held_out = own_positions([game for game in games if game["instrument"]], weights)
    people = people_positions(args.records, set(start.games.tolist()), args.moves, weights)
    n_own, n_people = len(own.counts), len(people.counts)
    print(f"{n_own} own positions, {len(held_out.counts)} held out, {n_people} of people")
    both = Positions(*(np.concatenate(pair) for pair in zip(own, people, strict=True)))
    loss = CrossEntropy(both, np.repeat([args.own_weight, 1.0], [n_own, n_people]))
    on_held_out = CrossEntropy(held_out)
    rows = lightgbm.Dataset(both.numbers, np.zeros(len(both.numbers)), params={"max_bin": 127})
    booster = lightgbm.Booster(growing(args.leaves, 0.1), rows)
    boosts = np.zeros(len(held_out.numbers))
    print(f"before: {on_held_out.likelihood(boosts):.3f} on own positions held out")
    for n in range(1, args.trees + 1):
        booster.update(fobj=lambda grown, rows: loss.derivatives(grown))
        boosts += booster.predict(
            held_out.numbers, start_iteration=n - 1, num_iteration=1, raw_score=True
        )
        if n % 25 == 0 or n == args.trees:
            print(f"{n} trees: {on_held_out.likelihood(boosts):.3f}", flush=True)
            taught = replace(weights, trees=trees_of(booster.dump_model()))
            save_model(args.out, Model({"tree": taught}, start.games, {"method": "boost"}))


def measure(args: argparse.Namespace) -> None:
    """Prints what policies say of the judge's best move, and how well they rank siblings."""
    held_out = [game for game in judged_games() if game["instrument"]]
    places = [(game["moves"].split(), label) for game in held_out for label in game["labels"]]
    drawn = np.random.default_rng(1).permutation(len(places))[:1500]
    with lzma.open(JUDGED / "siblings.jsonl.xz", "rt") as file:
        siblings = list(map(json.loads, file))
    for name in args.weights:
        started = time.monotonic()
        has = equip(load_config("cfggo").with_values(threads=1, seed=1, tree=name))
        threads = SearchThreads(has.policies(), 1)

        def policy_of(moves: Sequence[str], threads: SearchThreads = threads) -> np.ndarray:
            game = Game(19, 7.5)
            for vertex in moves:
                game.play(game.to_play, parse_vertex(vertex, 19))
            return threads.first.policy(game.boards_for(game.to_play)[0])

        probabilities, firsts = [], []
        for moves, label in (places[i] for i in drawn):
            best = parse_vertex(label[3].split("/")[0], 19)
            if best != PASS:
                p = policy_of(moves[: label[0]])
                probabilities.append(max(p[best], 1e-9))
                firsts.append(p[best] >= p.max())
        p = np.array(probabilities)
        error = np.log(p).std() / len(p) ** 0.5
        print(
            f"{name}: {len(p)} own positions, ln p {np.log(p).mean():.2f} +- {error:.2f}, "
            f"first {np.mean(firsts):.1%}, below 1% {(p < 0.01).mean():.1%}"
        )
        for kind in ("self", "other"):
            found = [_correlation(one, policy_of) for one in siblings if one["games"] == kind]
            r = np.array([one for one in found if one is not None])
            error = r.std() / len(r) ** 0.5
            print(f"  siblings, {kind}: correlation {r.mean():.3f} +- {error:.3f}")
        print(f"  {time.monotonic() - started:.0f} s")


def _correlation(one: dict[str, Any], policy_of: Any) -> float | None:
    """Returns the correlation of ln p with the lead after each of the moves, if they differ."""
    moves = one["moves"].split()
    leads = np.array(list(one["siblings"].values())) * (-1) ** len(moves)
    leads = np.maximum(leads, leads.max() - 30)
    p = policy_of(moves)[[parse_vertex(vertex, 19) for vertex in one["siblings"]]]
    logs = np.log(np.maximum(p, 1e-6))
    return float(np.corrcoef(leads, logs)[0, 1]) if leads.std() > 0.3 and logs.std() > 0 else None


def main() -> None:
    """Learns or measures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    learning = commands.add_parser("learn")
    learning.add_argument("out", type=Path)
    learning.add_argument("records", nargs="+")
    learning.add_argument("--start", default="expert", help="weights without trees")
    learning.add_argument("--moves", type=int, default=120_000, help="of people, about")
    learning.add_argument("--own-weight", type=float, default=2.0)
    learning.add_argument("--trees", type=int, default=500)
    learning.add_argument("--leaves", type=int, default=16)
    learning.set_defaults(run=learn)
    measuring = commands.add_parser("measure")
    measuring.add_argument("weights", nargs="+")
    measuring.set_defaults(run=measure)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
