"""How fast playouts are, side by side, and where the time of a move goes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from cfggo.base.jit import jit
from cfggo.bench.turns import medians, timed
from cfggo.go.board import area_of_filled_board, new_board, play, playout_limit
from cfggo.go.random import mix64
from cfggo.go.uniform import uniform_playout
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph, play_on_graph
from cfggo.models.bradley_terry.playout_policy import (
    draw_without_rules,
    play_on_position,
    set_up_position,
    update_gammas,
)
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.bradley_terry.weights import Weights

ROUNDS = 15
"""Rounds, in each of which everything takes a turn."""

_REPLAYS = ("board", "graph", "position", "gammas")
"""Recorded games are replayed on the board alone, with the graph, on the whole position, and on the
whole position with all gammas brought up to date before each move."""

Run = Callable[[int, int], int]
"""Plays playouts with seeds first, first + 1, ...: (first, number of playouts) -> moves played."""


@dataclass(frozen=True)
class Games:
    """Recorded playouts.

    Public attributes:
        moves   -- uint16[n, longest]: the moves of each, passes too, and zeros after the end
        lengths -- int32[n]: how many moves each has
    """

    moves: np.ndarray
    lengths: np.ndarray

    def as_lists(self) -> list[list[int]]:
        """Returns the moves of each playout."""
        pairs = zip(self.moves, self.lengths, strict=True)
        return [moves[:length].tolist() for moves, length in pairs]


@dataclass(frozen=True)
class Speed:
    """Medians over all rounds; dicts have the keys "random", "baseline" and "cfg".

    Public attributes:
        playouts_per_s    -- dict of playouts a second on one thread
        to_random         -- dict of the rate as a share of that of uniform random playouts
        moves_per_playout -- dict of moves, passes too
        two_threads       -- dict ("random" and "cfg" only) of the rate of two threads over one's
        parts             -- dict part of a move -> microseconds, of the "cfg" policy
    """

    playouts_per_s: dict[str, float]
    to_random: dict[str, float]
    moves_per_playout: dict[str, float]
    two_threads: dict[str, float]
    parts: dict[str, float]


@jit
def _play_uniform(boards, first, n):
    """Plays n uniform random playouts from boards[1] in boards[0]; returns the moves played."""
    moves = 0
    for i in range(n):
        boards[0] = boards[1]
        boards[0].random = mix64(np.uint64(first + i))
        uniform_playout(boards[0])
        moves += boards[0].n_moves
    return moves


@jit
def policy_playout(position, tables):
    """Plays moves of the policy alone until two passes; returns Black's area minus White's."""
    board = position.board
    limit = playout_limit(board)
    while board.n_passes < 2 and board.n_moves < limit:
        play_on_position(position, tables, draw_without_rules(position, tables))
    return area_of_filled_board(board)


@jit
def _play_policy(positions, tables, first, n):
    """Plays n playouts of a policy from positions[1] in positions[0]; returns the moves played."""
    moves = 0
    for i in range(n):
        positions[0] = positions[1]
        positions[0].board.random = mix64(np.uint64(first + i))
        policy_playout(positions[0], tables)
        moves += positions[0].board.n_moves
    return moves


@jit
def _record(positions, tables, first, moves, lengths):
    """Stores the moves that `_play_policy` plays; moves: uint16[n, longest], lengths: int32[n]."""
    for i in range(len(moves)):
        positions[0] = positions[1]
        board = positions[0].board
        board.random = mix64(np.uint64(first + i))
        while board.n_passes < 2 and board.n_moves < moves.shape[1]:
            point = draw_without_rules(positions[0], tables)
            moves[i, board.n_moves] = point
            play_on_position(positions[0], tables, point)
        lengths[i] = board.n_moves


@jit
def _replay_on_board(boards, moves, lengths):
    """Plays recorded games from boards[1] on boards[0]."""
    for i in range(len(moves)):
        boards[0] = boards[1]
        for j in range(lengths[i]):
            play(boards[0], np.int64(moves[i, j]))


@jit
def _replay_on_graph(boards, graphs, rows, moves, lengths):
    """Plays recorded games from boards[1] and graphs[1] on boards[0] and graphs[0]."""
    for i in range(len(moves)):
        boards[0] = boards[1]
        graphs[0] = graphs[1]
        for j in range(lengths[i]):
            play_on_graph(boards[0], graphs[0], np.int64(moves[i, j]), rows)


@jit
def _replay_on_position(positions, tables, moves, lengths):
    """Plays recorded games from positions[1] on positions[0]."""
    for i in range(len(moves)):
        positions[0] = positions[1]
        for j in range(lengths[i]):
            play_on_position(positions[0], tables, np.int64(moves[i, j]))


@jit
def _replay_with_gammas(positions, tables, moves, lengths):
    """Plays recorded games from positions[1] on positions[0], as if every move had to be chosen."""
    for i in range(len(moves)):
        positions[0] = positions[1]
        for j in range(lengths[i]):
            update_gammas(positions[0], tables)
            play_on_position(positions[0], tables, np.int64(moves[i, j]))


def random_run(size: int) -> Run:
    """Returns a function that plays uniform random playouts; each thread needs its own."""
    boards = _two_boards(size)
    return lambda first, n: _play_uniform(boards, first, n)


def policy_run(size: int, weights: Weights) -> Run:
    """Returns a function that plays playouts of a policy; each thread needs its own."""
    tables = make_playout_tables(weights)
    positions = _two_positions(size, tables)
    return lambda first, n: _play_policy(positions, tables, first, n)


def record_playouts(size: int, weights: Weights, n: int) -> Games:
    """Returns the first n playouts that `policy_run` plays from seed 0 on."""
    tables = make_playout_tables(weights)
    moves = np.zeros((n, 3 * size * size), dtype=np.uint16)
    lengths = np.zeros(n, dtype=np.int32)
    _record(_two_positions(size, tables), tables, 0, moves, lengths)
    return Games(moves, lengths)


class SideBySide:
    """Uniform random playouts and two policies', which take turns from the empty board."""

    def __init__(self, size: int, baseline: Weights, cfg: Weights, seconds: float) -> None:
        """Compiles what is to be compared and finds out how much of it takes about some seconds.

        baseline, cfg -- playout policies; the second one has path features
        """
        self._runs = {
            "random": random_run(size),
            "baseline": policy_run(size, baseline),
            "cfg": policy_run(size, cfg),
        }
        self._twins = {"random": random_run(size), "cfg": policy_run(size, cfg)}
        turns = ROUNDS * (len(self._runs) + len(self._twins) + len(_REPLAYS))
        self._n = {name: _playouts_within(seconds / turns, run) for name, run in self._runs.items()}
        self._first = 0
        self._replay = _replayer(size, cfg, record_playouts(size, cfg, self._n["cfg"]))
        for part in _REPLAYS:
            self._replay(part)  # compiles it

    def measure(self, advance: Callable[[int], None] = lambda done: None) -> Speed:
        """Returns the speed; `advance` is called after each of the `ROUNDS` rounds."""
        rounds = []
        for _ in range(ROUNDS):
            rounds.append(self._play_round())
            advance(1)
        return medians(rounds)

    def _play_round(self) -> Speed:
        """Returns the speed found in one round, with playouts of seeds not used before."""
        self._first += max(self._n.values())
        alone = {name: timed(run, self._first, self._n[name]) for name, run in self._runs.items()}
        rates = {name: self._n[name] / timing.processor for name, timing in alone.items()}
        together = {name: timed(self._run_twice, name) for name in self._twins}
        until = {part: self._replay(part) for part in _REPLAYS}
        per_move = 1e6 * alone["cfg"].processor / alone["cfg"].result
        return Speed(
            playouts_per_s=rates,
            to_random={name: rate / rates["random"] for name, rate in rates.items()},
            moves_per_playout={name: alone[name].result / self._n[name] for name in alone},
            two_threads={name: 2 * alone[name].wall / together[name].wall for name in together},
            parts={
                "board": until["board"],
                "graph": until["graph"] - until["board"],
                "patterns": until["position"] - until["graph"],
                "weights": until["gammas"] - until["position"],
                "choice": per_move - until["gammas"],
            },
        )

    def _run_twice(self, name: str) -> None:
        """Plays the round's playouts on two threads, each all of them in records of its own."""
        both = (self._runs[name], self._twins[name])
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda run: run(self._first, self._n[name]), both))


def record_bytes() -> dict[str, int]:
    """Returns the size of a position record and of its parts."""
    sizes = {name: POSITION_DTYPE[name].itemsize for name in POSITION_DTYPE.names or ()}
    return {**sizes, "position": POSITION_DTYPE.itemsize}


def _two_boards(size: int) -> np.ndarray:
    return np.concatenate([new_board(size), new_board(size)])


def _two_positions(size: int, tables: np.void) -> np.ndarray:
    """Returns two records, of which the second is the empty board's, ready for a choice."""
    positions = np.zeros(2, dtype=POSITION_DTYPE)
    positions["board"] = new_board(size)[0]
    set_up_position(positions[1], tables)
    update_gammas(positions[1], tables)
    return positions


def _replayer(size: int, weights: Weights, games: Games) -> Callable[[str], float]:
    """Returns what plays recorded games again, one of `_REPLAYS`: name -> microseconds a move."""
    boards = _two_boards(size)
    graphs = np.zeros(2, dtype=GRAPH_DTYPE)
    build_graph(boards[1], graphs[1])
    tables = make_playout_tables(weights)
    rows = tables["rows"]
    positions = _two_positions(size, tables)
    kernels: dict[str, Callable[[], None]] = {
        "board": lambda: _replay_on_board(boards, games.moves, games.lengths),
        "graph": lambda: _replay_on_graph(boards, graphs, rows, games.moves, games.lengths),
        "position": lambda: _replay_on_position(positions, tables, games.moves, games.lengths),
        "gammas": lambda: _replay_with_gammas(positions, tables, games.moves, games.lengths),
    }
    return lambda name: 1e6 * timed(kernels[name]).processor / int(games.lengths.sum())


def _playouts_within(seconds: float, run: Run) -> int:
    """Returns how many playouts take about some seconds, at least one."""
    run(0, 1)  # compiles it
    n = 1
    while (duration := timed(run, 0, n).processor) < seconds / 2:
        n *= 2
    return max(1, round(n * seconds / duration))
