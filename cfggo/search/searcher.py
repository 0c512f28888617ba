"""The engine: finds moves for a game, and analyses positions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from cfggo.config import EngineConfig
from cfggo.go.board import new_board, play
from cfggo.go.game import Game
from cfggo.go.points import BLACK, MIN_SIZE, N_POINTS, PASS, WHITE, point_from_row_col
from cfggo.models.bradley_terry.boosted_trees import BoostedTrees, no_trees
from cfggo.search.equipment import equip
from cfggo.search.goal import Goal
from cfggo.search.informed_trees import INFORMED_SIZE
from cfggo.search.kept_tree import KeptTree, RootPosition
from cfggo.search.leading_move import leader_of
from cfggo.search.levels import Level, draw_child
from cfggo.search.limits import Haste, Limit
from cfggo.search.passing import (
    Owners,
    likeliest_or_pass,
    move_or_pass,
    playouts_after_pass,
    plays_for_points,
    reopens_game,
)
from cfggo.search.report import SearchReport, make_report
from cfggo.search.request import SearchRequest
from cfggo.search.resigning import is_lost
from cfggo.search.search_loop import run_search
from cfggo.search.settings import Settings, rules_of_thumb_of, search_settings
from cfggo.search.threads import SearchThreads
from cfggo.search.tree import NO_RECORD, ROOT, TreeArrays, drop_child, root_children

FIRST_PART = 0.2
"""Of a search for points: the share that tells who is ahead by how much."""

STATUS_PLAYOUTS = 500
"""Playouts of a search that tells which stones are dead."""

HASTY_PLAYOUTS = 16
"""Playouts of a hasty move, and of the search that tells who owns what if it is a pass."""

FEW_VISITS = 60
"""Up to so many visits, also those of a tree that is kept, the policy chooses a hasty move: as well
as a search of so many would."""


@dataclass(frozen=True)
class Decision:
    """The engine's choice of a move.

    Public attributes:
        point   -- a point, or PASS
        resign  -- whether it gives the game up instead
        report  -- SearchReport
        is_lost -- whether it holds the game lost so clearly that it would resign, if its level did
    """

    point: int
    resign: bool
    report: SearchReport
    is_lost: bool = False


class Searcher:
    """Searches positions with one configuration.

    One search at a time, by any number of threads.  A seed, one thread and a number of playouts fix
    all decisions.  `nodes`, `ownership` and `ownership_after` tell of the last search, until the
    next one begins.

    Public attributes:
        config       -- EngineConfig
        level        -- Level at which moves are chosen, or None for full strength
        may_resign   -- bool, whether it gives lost games up; may be set
        seed         -- int, from which its random numbers began
        tree_policy  -- TreePolicy (`cfggo.models.registry`)
        playout_weights -- Weights of the playout policy, as playouts use them
    """

    def __init__(self, config: EngineConfig, informed: BoostedTrees | None = None) -> None:
        """Loads the weights and compiles or loads the kernels, which takes a while.

        informed -- informed trees in place of those of the settings

        Raises CfggoError for settings that no engine can have (`equip`).
        """
        self.config = config
        has = equip(config) if informed is None else replace(equip(config), informed=informed)
        self.level: Level | None = has.level
        self.may_resign = config.play.resign_below > 0
        self.playout_weights = has.playout
        self.tree_policy = has.tree
        self._threads = SearchThreads(has.policies(), config.play.threads)
        self._judges = has.judges
        self._root_prior = has.root_prior
        self._mistakes = has.mistakes
        self._tree = KeptTree(config.search.max_nodes, has.informed.n_trees > 0)
        self._root = new_board(MIN_SIZE)[0]  # the position last searched
        self._compile()
        seed = config.play.seed
        self.set_seed(time.time_ns() if seed is None else seed)

    def choose_move(
        self,
        request: SearchRequest,
        *,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
    ) -> Decision:
        """Returns the move that the engine wants to play.

        stop      -- ends the search as soon as it returns True
        on_report -- is called every `report_interval` seconds

        Raises ValueError if neither the limit nor `stop` can end the search.
        """
        started = time.perf_counter()
        game, limit = request.game, request.limit
        goal = self._goal(game, request.colour)
        self._set_root(request, goal, apart=request.reg)
        if request.priors:
            for child in self._tree.children:
                child["prior"] = request.priors.get(int(child["move"]), child["prior"])
        if limit.haste is Haste.NONE:
            report = self._search(request, goal, started, stop, on_report, report_interval)
            n = playouts_after_pass(limit, report, self.config.play.threads)
            best = self._best_move(game, goal, n)
        else:
            best = self._hasty_move(request, goal)
            report = make_report(self._tree, goal, time.perf_counter() - started)
        return self._decision(request, goal, report, best)

    def analyze(
        self,
        request: SearchRequest,
        *,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
    ) -> SearchReport:
        """Searches until the limit is reached or `stop` returns True; reports at intervals, in
        seconds.

        Its reports count points by the rules, without making up for a handicap.  `reg` and `priors`
        of the request mean nothing to it.

        Raises ValueError if neither the limit nor `stop` can end the search, or if it is one for
        points without a limit.
        """
        started = time.perf_counter()
        goal = self._goal(request.game, request.colour)
        # A search for a move may count another komi, and a level must not use an analysis's tree.
        is_apart = goal.made_up > 0 or self.level is not None
        goal = goal.by_the_rules
        if request.for_points:
            if not request.limit.playouts and not request.limit.seconds:
                raise ValueError("a search for points needs playouts or seconds")
            first, rest = request.limit.split(FIRST_PART)
            self._set_root(request, goal, apart=True)
            report = self._search(replace(request, limit=first), goal, started, stop)
            goal = replace(goal, made_up=goal.black_points(round(report.mean_score)))
            request, is_apart = replace(request, limit=rest), True
            started = time.perf_counter()
        self._set_root(request, goal, apart=is_apart)
        return self._search(request, goal, started, stop, on_report, report_interval)

    def ponder(self, game: Game, *, stop: Callable[[], bool]) -> SearchReport:
        """Searches as for the move of the side to move, until `stop` returns True; the tree is kept
        for the moves to come.
        """
        started = time.perf_counter()
        goal = self._goal(game, game.to_play)
        request = SearchRequest(game, game.to_play)
        self._set_root(request, goal)
        return self._search(request, goal, started, stop)

    def _search(
        self,
        request: SearchRequest,
        goal: Goal,
        started: float,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
    ) -> SearchReport:
        """Searches the root's position, as `choose_move` and `analyze` say."""
        limit, settings = request.limit, self._settings(goal, request)
        if not limit.playouts and not limit.seconds and stop is None:
            raise ValueError("nothing would end the search")
        next_report = started + report_interval
        for now in run_search(self._tree, self._threads, settings, limit, started):
            if stop is not None and stop():
                break
            if on_report is not None and now >= next_report:
                on_report(make_report(self._tree, goal, now - started))
                next_report = now + report_interval
        return make_report(self._tree, goal, time.perf_counter() - started)

    def set_root(self, game: Game, colour: int) -> None:
        """Makes the game's position the root, with the tree that earlier searches grew for it.

        Every search begins with the same; call it to see what is kept without a search.
        """
        self._set_root(SearchRequest(game, colour), self._goal(game, colour))

    @property
    def nodes(self) -> np.ndarray:
        """The nodes of the tree, NODE_DTYPE[:], the root first; not to be written to.

        They are those of the last search until the next one begins.
        """
        nodes = self._tree.nodes[: int(self._tree.counters[0]["n_nodes"])]
        nodes.flags.writeable = False
        return nodes

    def policy(self, game: Game, colour: int) -> np.ndarray:
        """Returns the tree policy's probability of each legal move, float64[N_POINTS], or the graph
        kernel's if there is one.

        PASS is among them; superko is not looked at.  The tree stays as it is.
        """
        board = game.boards_for(colour)[0]
        return self._root_prior(board, np.arange(N_POINTS), self._threads.first.policy(board))

    def playout_scores(self, game: Game, colour: int, n: int) -> np.ndarray:
        """Returns Black's area minus White's after each of n playouts without a tree, int32[n].

        `ownership` says who owned the points in them.
        """
        self.set_root(game, colour)
        rules = rules_of_thumb_of(self.config.policy)
        return self._threads.first.score_playouts(self._tree.counters, rules, n)

    def informed_moves(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the likely moves after a search, and the numbers by which informed trees decide
        (`SearchThread.look_at_root`).
        """
        points, _, numbers = self._look_at_root(no_trees())
        return points, numbers

    def mistakes(self) -> dict[int, float]:
        """Returns how many times as likely as others each likely move is a mistake, by what the
        last search has seen; {} where there are no trees that know it.
        """
        if self._root["size"] != INFORMED_SIZE or not self._sees_owners:
            return {}
        points, boosts, _ = self._look_at_root(self._mistakes)
        return dict(zip(points.tolist(), np.exp(boosts).tolist(), strict=True))

    @property
    def _sees_owners(self) -> bool:
        """Whether there are trees that tell mistakes, and the root knows the owners in playouts."""
        knows = self._threads.has_trees and self._tree.nodes[ROOT]["record"] != NO_RECORD
        return bool(knows and self._mistakes.n_trees)

    def _look_at_root(self, trees: BoostedTrees) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        candidates = self.config.search.candidates
        return self._threads.first.look_at_root(self._tree.arrays, candidates, trees)

    def ownership(self) -> np.ndarray:
        """Returns who owns each point of the position last searched, while its game goes on.

        That is who owned it at the end of the search's playouts, unless the setting `owners` has it
        that a territory field looks at the board alone.

        A float32[N_POINTS], from +1 for Black to -1 for White; NaN where playouts are to say it and
        the search had none, as that of a tree which has counted as far as it can.
        """
        has_playouts = self._tree.counters[0]["playouts"] > 0
        by_playouts = self._playouts_ownership() if has_playouts else _nobody_knows()
        return self._judges.in_play(self._root, by_playouts)

    def final_ownership(self, game: Game, playouts: int = STATUS_PLAYOUTS) -> np.ndarray:
        """Returns who owns each point if the game ends here, as the setting `owners` says.

        A float32[N_POINTS], from +1 for Black to -1 for White.  It comes from a search with the
        komi at which the game is even, so that both sides play for points: with another, who is
        behind plays anything, and a seki may die.  Its seed is that of the position, so that this
        has the same owners whenever it is counted.  The tree and its seed stay as they are.
        """
        board = game.boards_for(game.to_play)[0]
        board["n_passes"] = 0
        goal = Goal.of_game(game, game.to_play)
        seed = int(board["hash"])
        ownership = self._search_aside(board, goal, max(playouts // 5, 1), seed)
        ownership = self._search_aside(board, _even(goal, ownership), playouts, seed)
        return self._judges.at_end(board, ownership.astype(np.float32))

    def _search_aside(
        self, board: np.void, goal: Goal, n: int, seed: int | None = None
    ) -> np.ndarray:
        """Returns who owned each point at the end of the n playouts of a search of its own, a
        float64[N_POINTS]; the tree stays as it is.

        seed -- of its playouts, if not the tree's
        """
        tree = self._tree
        arrays = TreeArrays(tree.counters.copy(), tree.spare_nodes, tree.spare_owners)
        if seed is not None:
            arrays.counters["seed"] = seed
        settings = self._settings(goal)
        return self._threads.first.search_aside(board, arrays, settings, n)

    def _playouts_ownership(self) -> np.ndarray:
        """Returns who owned each point at the end of the last search's playouts; all 0, which
        leaves all stones in doubt, if it had none.
        """
        playouts = max(int(self._tree.counters[0]["playouts"]), 1)
        return (self._threads.ownership() / playouts).astype(np.float32)

    def ownership_after(self, point: int) -> np.ndarray:
        """Returns who owned each point at the end of the last search's playouts that began with a
        move; as `ownership`, and NaN if none did: those of the searches before are not known.
        """
        return self._threads.ownership_after(point).astype(np.float32)

    def set_seed(self, seed: int) -> None:
        """Sets the seed of the playouts to come."""
        self.seed = seed
        self._tree.counters[0]["seed"] = _first_seed(seed)

    def forget(self) -> None:
        """Drops the tree, as at the start of a game."""
        self._tree.forget()

    def _goal(self, game: Game, colour: int) -> Goal:
        """Returns the goal of a search for a colour's move."""
        return Goal.of_game(game, colour, self.config.search.handicap_komi)

    def _set_root(self, request: SearchRequest, goal: Goal, apart: bool = False) -> None:
        """Does what `set_root` does, and leaves out the moves that a request avoids.

        apart -- whether the search starts with an empty tree and keeps none, however it ends
        """
        game, avoid, avoid_later = request.game, request.avoid, request.avoid_later
        board = game.boards_for(goal.colour)[0]
        reopens = reopens_game(game, goal)
        if reopens:
            board["n_passes"] = 0
        self._threads.set_root(board)
        self._root = board
        tree = self._tree
        if avoid_later:
            self._threads.avoid(avoid_later)
        afresh = bool(apart or reopens or avoid_later or not self.config.search.reuse_tree)
        is_kept = not (apart or avoid or avoid_later)  # a tree that lacks moves is for this search
        position = RootPosition.of_game(game, goal)
        tree.move_root(position, afresh=afresh, is_kept=is_kept)
        if tree.child_indices and not tree.has_root_move(PASS) and not tree.add_root_move(PASS):
            tree.move_root(position, afresh=True, is_kept=is_kept)  # there was no room
        if tree.child_indices:
            self._threads.first.look_closely(tree.children)
        else:
            self._threads.first.expand_root(tree.arrays, self._settings(goal))
        children = tree.children
        children["prior"] = self._root_prior(board, children["move"], children["prior"])
        for point in game.superko_points(goal.colour):
            drop_child(tree.nodes, ROOT, point)
        for point in sorted(avoid, key=lambda point: point == PASS):
            if len(tree.child_indices) > 1:  # at least one move must be left
                drop_child(tree.nodes, ROOT, point)

    def _hasty_move(self, request: SearchRequest, goal: Goal) -> int:
        """Returns the policy's likeliest move, or PASS: by a few playouts if there is time."""
        game, tree = request.game, self._tree
        if request.limit.haste is Haste.NO_PLAYOUTS:
            return likeliest_or_pass(game, goal, tree.children)
        settings = self._settings(goal, request)
        self._threads.run(tree.arrays, settings, HASTY_PLAYOUTS)
        by_looks = bool(tree.nodes[ROOT]["visits"] <= FEW_VISITS)
        return self._best_move(game, goal, HASTY_PLAYOUTS, by_looks=by_looks)

    def _decision(
        self, request: SearchRequest, goal: Goal, report: SearchReport, best: int
    ) -> Decision:
        """Returns what the engine does with the best move: plays it or, at a level that draws its
        moves, another one; in a lost game it resigns, or plays for points at a level that plays on.
        """
        if best == PASS:
            return Decision(PASS, False, report)
        game, level, point = request.game, self.level, best
        n = max(min(report.playouts, level.playouts if level else 0), 1)  # in no time to speak of
        may_be_lost = self.may_resign and not request.reg
        lost = may_be_lost and is_lost(game, goal, report, self.config.play.resign_below)
        if level is not None and level.temperature is not None:
            point = self._drawn_move(level.temperature)
        elif lost and self._plays_on and request.limit.haste is Haste.NONE:
            for_points = self._best_for_points(game, goal, n)
            point = for_points if for_points != PASS else best
        return Decision(point, lost and not self._plays_on, report, lost)

    @property
    def _plays_on(self) -> bool:
        """Whether it plays lost games to the end."""
        return self.level is not None and self.level.plays_on

    def _best_move(
        self, game: Game, goal: Goal, playouts_after_pass: int, by_looks: bool = False
    ) -> int:
        """Returns the best move of the search, or the likeliest one by looks, or PASS where nothing
        is left to play for.
        """
        owners = self._owners(self._root, self._playouts_ownership())
        n = playouts_after_pass
        children = self._tree.children
        point = move_or_pass(
            game,
            goal,
            children,
            owners,
            cache(lambda: self._owners_by(game, goal, n, passes=True)),
            owners_now=lambda: self._owners_by(game, goal, n, passes=False),
            by_looks=by_looks,
            concedes=self._plays_on,
        )
        if not by_looks and plays_for_points(game, children, point):
            return self._best_for_points(game, goal, n)
        return point

    def _best_for_points(self, game: Game, goal: Goal, n: int) -> int:
        """Returns the move that a search of n playouts finds best where the game is even, as if
        there had been no pass.
        """
        board = game.boards_for(goal.colour)[0]
        board["n_passes"] = 0
        self._search_aside(board, _even(goal, self._playouts_ownership()), n)
        children = root_children(self._tree.spare_nodes)
        children = children[np.isin(children["move"], self._tree.children["move"])]
        return int(children["move"][leader_of(children)])

    def _owners(self, board: np.void, ownership: np.ndarray) -> Owners:
        """Returns who owns each point of a board, from who owned it in playouts."""
        return Owners(ownership, self._judges.in_play(board, ownership))

    def _owners_by(self, game: Game, goal: Goal, n: int, *, passes: bool) -> Owners:
        """Returns who owns each point if the side to move passes, or if it does not, by a search of
        n playouts.
        """
        board = game.boards_for(goal.colour)[0]
        if passes:
            play(board, PASS)
            goal = Goal.of_game(game, 3 - goal.colour)
        board["n_passes"] = 0
        ownership = self._search_aside(board, goal, n)
        return self._owners(board, ownership)

    def _drawn_move(self, temperature: float) -> int:
        """Returns a move drawn by the probabilities of the policy's features; PASS only if it has
        no other.
        """
        children = self._tree.children.copy()
        policy = self._threads.first.policy(self._root, by_features=True)
        priors = policy[children["move"]]
        children["prior"] = self._root_prior(self._root, children["move"], priors)
        moves = children[(children["move"] != PASS) & (children["prior"] > 0)]
        if not len(moves):
            return PASS
        return int(
            moves["move"][draw_child(moves, temperature, int(self._tree.counters[0]["seed"]))]
        )

    def _compile(self) -> None:
        """Searches a tiny board, so that every kernel is ready."""
        game = Game(5)
        self.choose_move(SearchRequest(game, BLACK, Limit(playouts=16)))
        if self._sees_owners:
            self._look_at_root(self._mistakes)
        game.play(BLACK, point_from_row_col(2, 2))
        self.set_root(game, WHITE)  # with children, so that the next search begins with some
        corner = point_from_row_col(0, 0)
        self.choose_move(SearchRequest(game, WHITE, Limit(playouts=4), avoid=[corner]))
        game.score(dead=[point_from_row_col(2, 2)])
        self.final_ownership(game, playouts=4)
        self.policy(game, WHITE)
        self.forget()

    def _settings(self, goal: Goal, request: SearchRequest | None = None) -> Settings:
        """Returns the settings of a search, for a request if it is for one."""
        if request is None:
            return search_settings(self.config, goal.searched_komi)
        most = max(request.avoid_later.values(), default=0)
        return search_settings(self.config, goal.searched_komi, most, self._informs(request))

    def _informs(self, request: SearchRequest) -> bool:
        """Whether the priors of a search are mended: not at a level, which is as strong as it was
        measured without, nor where others say what they are, nor on boards that the trees have not
        learnt from, nor where moves are judged and not chosen, nor without a policy.
        """
        is_given = bool(request.priors or self.config.policy.kernel or request.for_points)
        has_trees = self._threads.has_trees and request.game.size == INFORMED_SIZE
        return has_trees and self.config.search.priors and self.level is None and not is_given


def _even(goal: Goal, ownership: np.ndarray) -> Goal:
    """Returns a goal with the komi at which the game is even, so that both sides play for points.

    ownership -- float[N_POINTS], from +1 for Black to -1 for White
    """
    return replace(goal, komi=float(np.floor(ownership.sum())) + 0.5, made_up=0.0)


def _nobody_knows() -> np.ndarray:
    """Returns the ownership of a search without playouts, float32[N_POINTS]."""
    return np.full(N_POINTS, np.nan, dtype=np.float32)


def _first_seed(seed: int) -> int:
    """Returns the seed of an engine's first playout, from which the others count on.

    Those of different engines are far apart, so that they never play the same playouts.
    """
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
