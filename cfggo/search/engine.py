"""The engine: given a game, it answers with a move and with what it knows of the position."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from cfggo.config import EngineConfig
from cfggo.go.board import play
from cfggo.go.game import Game
from cfggo.go.points import BLACK, N_POINTS, OFF_BOARD, PASS, WHITE, point_from_row_col
from cfggo.graph.record import build_graph
from cfggo.jit import jit
from cfggo.policy.bending import bend_weights
from cfggo.policy.tree_policy import MAX_MOVES, move_probabilities, needs_graph
from cfggo.policy.weights import load_weights
from cfggo.resources import find_weights
from cfggo.search.levels import Level, draw_move, find_level
from cfggo.search.playouts import Settings, count_final_board
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.status import dead_points
from cfggo.search.tree import (
    NODE_DTYPE,
    ROOT,
    TREE_DTYPE,
    clear_node,
    copy_subtree,
    drop_child,
    find_child,
    most_visited_child,
)
from cfggo.search.workers import Workers

CHUNK_SECONDS = 0.02
"""How long a search runs between two looks at the clock."""

PV_LENGTH = 12
"""Moves of a principal variation, at most."""

SETTLED = 0.4
"""How sure the owner of a point is on average, from 0 to 1, where a pass may end the game."""

HANDICAP_MOVES = 0.55
"""Moves per point of the board after which a search makes up for no handicap any more."""

SURE = 0.9
"""How sure the owner of each point is, from 0 to 1, where there is nothing left to play for."""

PASSED_PLAYOUTS, LEAST_PASSED_PLAYOUTS = 400, 50
"""Playouts of the search that tells who will own the points if the side to move passes, and how few
of them say anything."""

PASSED_SHARE = 0.05
"""Share of a move's time, where that is limited, that this search may take beside it."""

RESIGN_AFTER = 0.2
"""No resignation before this many moves per point of the board."""


STOP_STEP = 50
"""Playouts between two looks at whether the leader can still be caught: whole numbers of steps, so
that the clock has no part in when a search ends that is limited by playouts."""

DOUBTED_SHARE = 0.25
"""Share of the leader's visits from which on a move with a higher win rate puts it in doubt."""


@dataclass(frozen=True)
class Limit:
    """What ends a search; 0 means no limit of that kind.

    Public attributes:
        playouts      -- int
        seconds       -- float
        extra_seconds -- float, to search on for if the best move is in doubt when the others are up
    """

    playouts: int = 0
    seconds: float = 0.0
    extra_seconds: float = 0.0


@dataclass(frozen=True)
class MoveInfo:
    """What a search knows of a move; win rates are between 0 and 1, for the side to move."""

    point: int
    visits: int
    winrate: float
    prior: float
    rave_visits: int
    rave_winrate: float
    pv: list[int]


@dataclass(frozen=True)
class SearchReport:
    """What a search found out.

    Public attributes:
        colour   -- the side to move
        playouts -- number of playouts of this search
        seconds  -- time since it began
        winrate  -- of the best move, for the side to move
        score    -- mean score of the playouts for the side to move, komi included
        nodes    -- number of nodes of the tree
        moves    -- list of MoveInfo, best first; moves that were never visited are left out
    """

    colour: int
    playouts: int
    seconds: float
    winrate: float
    score: float
    nodes: int
    moves: list[MoveInfo]


@dataclass(frozen=True)
class Decision:
    """What the engine wants to play: a point or PASS, or to resign."""

    point: int
    resign: bool
    report: SearchReport


class Engine:
    """Searches positions with one configuration.

    One search at a time, by any number of threads.  A seed, one thread and a number of playouts fix
    all decisions.

    Public attributes:
        config -- EngineConfig
        level  -- Level at which moves are chosen, or None for the best there are
    """

    def __init__(self, config: EngineConfig) -> None:
        """Loads the weights and compiles or loads the kernels, which takes a while.

        Raises CfggoError if the weights are missing or damaged, or there is no such level.
        """
        self.config = config
        self.level: Level | None = find_level(config.play.level) if config.play.level else None
        playout_weights = load_weights(find_weights(config.policy.playout), "playout")
        self._workers = Workers(
            load_weights(find_weights(config.policy.tree), "tree"),
            bend_weights(playout_weights, config.policy),
            config.play.threads,
        )
        self._trees = np.zeros(1, dtype=TREE_DTYPE)
        self._trees[0]["seed"] = config.play.seed * 2**20 % 2**63 or time.time_ns()
        # Two arrays, because keeping a subtree means copying it. The operating system gives memory
        # to those parts only that are used.
        n_nodes = config.search.max_nodes + MAX_MOVES
        self._nodes = np.zeros(n_nodes, dtype=NODE_DTYPE)
        self._spare_nodes = np.zeros(n_nodes, dtype=NODE_DTYPE)
        self._searched: _Searched | None = None
        self._compile()

    def choose_move(
        self,
        game: Game,
        colour: int,
        limit: Limit,
        *,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
        reg: bool = False,
        avoid: Collection[int] = (),
    ) -> Decision:
        """Returns the move that the engine wants to play.

        stop      -- ends the search as soon as it returns True
        on_report -- is called every `report_interval` seconds
        reg       -- a question about a position, not a move of a game: starts with an empty tree,
                     keeps none, and never resigns
        avoid     -- points, and PASS, at which the move is not to be, unless no other is left

        Raises ValueError if neither the limit nor `stop` can end the search.
        """
        if reg:
            self.forget()
        self._prepare(game, colour, avoid)
        temperature = self.level.temperature if self.level is not None else None
        answers_pass = game.boards[0]["n_passes"] == 1
        # Where more than the leader counts, all of the search is needed.
        stop_early = self.config.search.stop_early and temperature is None and not answers_pass
        report = self._search(colour, limit, stop, on_report, report_interval, stop_early)
        point = self._best_move(game, colour, self._playouts_after_pass(limit, report))
        if temperature is not None and point != PASS:
            point = self._drawn_move(temperature)
        is_late = len(game.moves) >= RESIGN_AFTER * game.size * game.size
        # Of few playouts the best move has so few that it may have lost them all by chance.
        hopeless = max(report.winrate, self._mean_winrate()) < self.config.play.resign_below
        if reg:
            self.forget()
        return Decision(point, not reg and is_late and hopeless and point != PASS, report)

    def analyze(
        self,
        game: Game,
        colour: int,
        *,
        stop: Callable[[], bool],
        on_report: Callable[[SearchReport], None],
        report_interval: float,
        avoid: Collection[int] = (),
    ) -> SearchReport:
        """Searches until `stop` returns True; reports at intervals, in seconds."""
        self._prepare(game, colour, avoid)
        return self._search(colour, Limit(), stop, on_report, report_interval)

    def policy(self, game: Game, colour: int) -> np.ndarray:
        """Returns the tree policy's probability of each legal move, float64[N_POINTS].

        PASS is among them; superko is not looked at.  The tree stays as it is.
        """
        worker = self._workers.first
        worker.positions[1]["board"] = game.boards_for(colour)[0]
        n = _policy_of(worker.positions, worker.tree_tables, worker.scratch)
        result = np.zeros(N_POINTS)
        result[worker.scratch.points[:n]] = worker.scratch.probabilities[:n]
        return result

    def playout_scores(self, game: Game, colour: int, n: int) -> np.ndarray:
        """Returns Black's area minus White's after each of n playouts without a tree, int32[n]."""
        self._prepare(game, colour, ())
        return self._workers.first.score_playouts(self._trees, self._settings, n)

    def ownership(self) -> np.ndarray:
        """Returns who owned each point at the end of the last search's playouts.

        A float32[N_POINTS], from +1 for Black to -1 for White.
        """
        playouts = max(int(self._trees[0]["playouts"]), 1)
        return (self._workers.ownership() / playouts).astype(np.float32)

    def forget(self) -> None:
        """Drops the tree, as at the start of a game."""
        self._searched = None

    def _compile(self) -> None:
        """Searches a tiny board, so that every kernel is ready."""
        seed = self._trees[0]["seed"]
        game = Game(5)
        self.choose_move(game, BLACK, Limit(playouts=16))
        game.play(BLACK, point_from_row_col(2, 2))
        self.choose_move(game, WHITE, Limit(playouts=4))
        self.policy(game, WHITE)
        self.forget()
        self._trees[0]["seed"] = seed

    def _prepare(self, game: Game, colour: int, avoid: Collection[int]) -> None:
        """Makes the game's position the root, with the tree that earlier searches grew for it."""
        config, policy = self.config.search, self.config.policy
        komi = game.komi + game.rules.points_for_handicap(game.handicap)
        self._komi = float(komi)
        self._settings = Settings(
            config.exploration,
            config.rave_bias,
            config.progressive_bias,
            config.first_play_urgency,
            config.expand_visits,
            RulesOfThumb(policy.rescue_from, policy.refuse_self_atari, policy.keep_eyes),
            self._komi + config.handicap_komi * _handicap_felt(game),
        )
        board = game.boards_for(colour)[0].copy()
        self._workers.set_root(board)
        # A pass that would win with all stones alive looks perfect to the search, but a referee
        # may take dead stones off: then the search is of the moves that are left instead.
        reopens = board["n_passes"] > 1 or (
            board["n_passes"] == 1
            and not game.rules.all_stones_alive
            and self._wins_with_all_alive(colour)
        )
        if reopens:
            board["n_passes"] = 0
            self._workers.set_root(board)
        now = _Searched(
            (game.size, komi, tuple(game.setup_black), tuple(game.setup_white)),
            tuple(game.moves),
            colour,
        )
        root = -1
        if self._searched is not None and config.reuse_tree and not reopens:
            root = self._follow(now.moves_since(self._searched))
        tree = self._trees[0]
        if root < 0:
            clear_node(self._nodes[ROOT], PASS, 1.0)
            tree["n_nodes"] = 1
        elif root != ROOT:
            tree["n_nodes"] = copy_subtree(self._nodes, root, self._spare_nodes)
            self._nodes, self._spare_nodes = self._spare_nodes, self._nodes
        if self._nodes[ROOT]["n_children"] == 0:
            self._workers.first.expand(self._trees, self._nodes, ROOT)
        for point in game.superko_points(colour):
            drop_child(self._nodes, ROOT, point)
        for point in avoid:
            if self._nodes[ROOT]["n_children"] > 1:
                drop_child(self._nodes, ROOT, point)
        tree["playouts"] = 0
        tree["black_points"] = 0
        self._searched = None if avoid else now  # a tree without some moves is of no further use

    def _follow(self, moves: tuple[int, ...] | None) -> int:
        """Returns the node that moves lead to from the root, or -1 if it is not in the tree."""
        if moves is None:
            return -1
        node = ROOT
        for move in moves:
            node = find_child(self._nodes, node, move)
            if node < 0:
                return -1
        return node

    def _search(
        self,
        colour: int,
        limit: Limit,
        stop: Callable[[], bool] | None,
        on_report: Callable[[SearchReport], None] | None,
        report_interval: float,
        stop_early: bool = False,
    ) -> SearchReport:
        """Adds playouts to the tree until the limit is reached or `stop` returns True.

        stop_early -- whether to end it when what is left can't change which move has most visits
        """
        if not limit.playouts and not limit.seconds and stop is None:
            raise ValueError("nothing would end the search")
        started = time.perf_counter()
        deadline = started + (limit.seconds or math.inf)
        next_report = started + report_interval
        extra_seconds = limit.extra_seconds
        done = 0
        chunk = 1
        while not limit.playouts or done < limit.playouts:
            n = min(chunk, limit.playouts - done) if limit.playouts else chunk
            if stop_early:
                n = min(n, STOP_STEP - done % STOP_STEP)
            self._workers.run(self._trees, self._nodes, self._settings, n)
            done += n
            now = time.perf_counter()
            if now >= deadline and extra_seconds and self._leader_is_in_doubt():
                deadline += extra_seconds
                extra_seconds = 0.0
            if now >= deadline or (stop is not None and stop()):
                break
            if on_report is not None and now >= next_report:
                on_report(self._report(colour, now - started))
                next_report = now + report_interval
            rate = done / (now - started)
            if stop_early and done % STOP_STEP == 0:
                to_come = rate * (deadline - now)
                if limit.playouts:
                    to_come = min(to_come, limit.playouts - done)
                if self._lead() > to_come:
                    break
            chunk = max(1, int(rate * min(CHUNK_SECONDS, deadline - now)))
        return self._report(colour, time.perf_counter() - started)

    def _children(self) -> np.ndarray:
        """Returns the root's children, NODE_DTYPE[:]."""
        first = int(self._nodes[ROOT]["first_child"])
        return self._nodes[first : first + int(self._nodes[ROOT]["n_children"])]

    def _lead(self) -> float:
        """Returns by how many visits the leading move is ahead; 0 if it is PASS, which may be
        answered by what comes next.
        """
        children = self._children()
        leader = int(children["visits"].argmax())
        if children["move"][leader] == PASS:
            return 0.0
        others = np.delete(children["visits"], leader)
        return float(children["visits"][leader] - others.max()) if len(others) else math.inf

    def _leader_is_in_doubt(self) -> bool:
        """Tells whether a move of many visits has won more often than the one with the most."""
        children = self._children()
        leader = int(children["visits"].argmax())
        rivals = children[children["visits"] >= DOUBTED_SHARE * children["visits"][leader]]
        rates = rivals["wins"] / np.maximum(rivals["visits"], 1)
        return bool(rates.max() > children["wins"][leader] / max(children["visits"][leader], 1))

    def _report(self, colour: int, seconds: float) -> SearchReport:
        """Returns what the tree says now."""
        tree = self._trees[0]
        first = int(self._nodes[ROOT]["first_child"])
        children = range(first, first + int(self._nodes[ROOT]["n_children"]))
        moves = [self._move_info(child) for child in children if self._nodes[child]["visits"]]
        moves.sort(key=lambda move: (-move.visits, -move.winrate))
        score = float(tree["black_points"]) / max(int(tree["playouts"]), 1) - self._komi
        return SearchReport(
            colour=colour,
            playouts=int(tree["playouts"]),
            seconds=seconds,
            winrate=moves[0].winrate if moves else 0.5,
            score=score if colour == BLACK else -score,
            nodes=int(tree["n_nodes"]),
            moves=moves,
        )

    def _move_info(self, child: int) -> MoveInfo:
        """Returns what the tree knows of one of the root's children, visited at least once."""
        node = self._nodes[child]
        pv: list[int] = []
        while child >= 0 and self._nodes[child]["visits"] and len(pv) < PV_LENGTH:
            pv.append(int(self._nodes[child]["move"]))
            child = most_visited_child(self._nodes, child)
        rave_visits = int(node["rave_visits"])
        return MoveInfo(
            point=int(node["move"]),
            visits=int(node["visits"]),
            winrate=float(node["wins"]) / int(node["visits"]),
            prior=float(node["prior"]),
            rave_visits=rave_visits,
            rave_winrate=float(node["rave_wins"]) / rave_visits if rave_visits else 0.5,
            pv=pv,
        )

    def _playouts_after_pass(self, limit: Limit, report: SearchReport) -> int:
        """Returns how many playouts may tell who owns what if the side to move passes."""
        if not limit.seconds:
            return PASSED_PLAYOUTS
        rate = report.playouts / max(report.seconds, CHUNK_SECONDS) / self.config.play.threads
        return min(PASSED_PLAYOUTS, int(rate * PASSED_SHARE * limit.seconds))

    def _best_move(self, game: Game, colour: int, playouts_after_pass: int) -> int:
        """Returns the move with the most visits, or PASS where there is nothing left to play for.

        Two passes end the game.  So PASS is the answer to a pass that wins like that, and no answer
        at all while it loses like that and there are other moves.
        """
        # Whether it is settled comes last, because that may take a search.
        may_pass = game.rules.scoring == "territory" or self._wins_by_passing(game, colour)
        if may_pass and self._is_settled(game, playouts_after_pass):
            return PASS
        best = most_visited_child(self._nodes, ROOT)
        move = int(self._nodes[best]["move"])
        if move != PASS and game.boards[0]["n_passes"] != 1:
            return move
        if self._wins_by_passing(game, colour):
            return PASS
        if move == PASS:
            children = self._children()
            others = children[children["move"] != PASS]
            if others["visits"].any():
                return int(others["move"][np.lexsort((others["wins"], others["visits"]))[-1]])
        return move

    def _mean_winrate(self) -> float:
        """Returns the share of all playouts that the side to move won."""
        root = self._nodes[ROOT]
        return 1.0 - float(root["wins"]) / max(int(root["visits"]), 1)

    def _drawn_move(self, temperature: float) -> int:
        """Returns a move, not PASS, drawn by its looks."""
        children = self._children()
        moves = children[children["move"] != PASS]
        return int(moves["move"][draw_move(moves, temperature, int(self._trees[0]["seed"]))])

    def _is_settled(self, game: Game, playouts_after_pass: int) -> bool:
        """Tells whether every point has a sure owner, and keeps it if the side to move passes.

        Then no move gains anything; where territory counts, moves would cost points.
        """
        if playouts_after_pass < LEAST_PASSED_PLAYOUTS:
            return False
        on_board = game.boards[0]["colour"] != OFF_BOARD
        owners = self.ownership()[on_board]
        if np.abs(owners).min() < SURE:
            return False
        worker = self._workers.first
        board = worker.positions[0]["board"].copy()
        play(board, PASS)
        board["n_passes"] = 0
        after = worker.search_aside(
            board, self._trees.copy(), self._spare_nodes, self._settings, playouts_after_pass
        )
        return bool((np.sign(owners) * after[on_board]).min() >= SURE)

    def _wins_by_passing(self, game: Game, colour: int) -> bool:
        """Tells whether a colour wins if the game ends here, after a search of the position.

        Where area counts and dead stones are taken off, it must win with them too, because moves
        that capture cost nothing and settle every argument; and the board must be settled, since
        who passes early does not mean to end the game.
        """
        if game.rules.scoring == "area" and not self._wins_with_all_alive(colour):
            return False
        if game.rules.all_stones_alive:
            return True
        board = game.boards[0]
        ownership = self.ownership()
        if np.abs(ownership[board["colour"] != OFF_BOARD]).mean() < SETTLED:
            return False
        score = game.score(dead_points(game, ownership))
        return score > 0 if colour == BLACK else score < 0

    def _wins_with_all_alive(self, colour: int) -> bool:
        """Tells whether a colour has the larger area, komi included, with all stones alive."""
        balance = count_final_board(self._workers.first.positions[0]["board"]) - self._komi
        return bool(balance > 0 if colour == BLACK else balance < 0)


@dataclass(frozen=True)
class _Searched:
    """Which position a tree belongs to: the start of the game, its moves, the side to move."""

    start: tuple[object, ...]
    moves: tuple[tuple[int, int], ...]
    colour: int

    def moves_since(self, earlier: _Searched) -> tuple[int, ...] | None:
        """Returns the points played since an earlier position of the same game.

        None if this is not the same game, or if not every move was made by the side to move.
        """
        n = len(earlier.moves)
        if self.start != earlier.start or self.moves[:n] != earlier.moves:
            return None
        since = self.moves[n:]
        colour = earlier.colour
        for mover, _ in since:
            if mover != colour:
                return None
            colour = 3 - colour
        return tuple(point for _, point in since) if self.colour == colour else None


def _handicap_felt(game: Game) -> float:
    """Returns for how many handicap stones a search is still to make up.

    Who gives or gets many stones sees no difference between moves at first, since the game seems to
    be decided; so the search takes it for an even one, and in the middle game for what it is.
    """
    progress = len(game.moves) / (HANDICAP_MOVES * game.size * game.size)
    return game.handicap * max(1.0 - progress, 0.0)


@jit
def _policy_of(positions, tables, scratch):
    """Stores the moves of `positions[1]` and their probabilities; returns how many they are."""
    position = positions[1]
    if needs_graph(tables):
        build_graph(position.board, position.graph)
    return move_probabilities(
        position.board, position.graph, tables, scratch.points, scratch.probabilities
    )
