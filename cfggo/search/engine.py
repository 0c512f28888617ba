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
from cfggo.go.points import BLACK, PASS, WHITE, point_from_row_col
from cfggo.policy.bending import bend_weights
from cfggo.policy.weights import load_weights
from cfggo.resources import find_weights
from cfggo.search.kept_tree import KeptTree, RootPosition
from cfggo.search.komi import area_komi, points_made_up
from cfggo.search.levels import Level, draw_move, find_level
from cfggo.search.limits import Limit, lead, leader_is_in_doubt, leader_of
from cfggo.search.passing import all_owners_are_sure, all_owners_stay, reopens_game, wins_by_passing
from cfggo.search.playouts import Settings
from cfggo.search.report import MoveInfo, SearchReport, make_report
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.tree import ROOT, drop_child
from cfggo.search.workers import Workers

__all__ = ["Decision", "Engine", "Limit", "MoveInfo", "SearchReport"]

CHUNK_SECONDS = 0.02
"""How long a search runs between two looks at the clock."""

STOP_STEP = 50
"""Playouts between two looks at whether the leader can still be caught. They are counted, not
timed, so that a search that is limited by playouts always ends after the same number of them."""

PASSED_PLAYOUTS, LEAST_PASSED_PLAYOUTS = 400, 50
"""Playouts of the search that tells who will own the points if the side to move passes: how many,
and how few still say anything where a move's time is short."""

PASSED_SHARE, PASSED_SECONDS = 0.05, 0.1
"""Share of a move's time, where that is limited, that this search may take beside it, and its most
seconds."""

RESIGN_AFTER = 0.2
"""No resignation before this many moves per point of the board."""

RESIGN_VISITS = 30
"""No resignation after fewer playouts: they may all have been lost by chance."""

MOST_VISITS = 2**30 - 2**20
"""Visits of the root at which a search stops growing its tree, because a node's half wins, up to
two a visit, are an int32; the margin is for playouts under way. On a small board many threads get
there in some hours of analysis."""


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
        self._glances = config.search.candidates > 0
        self._workers = Workers(
            load_weights(find_weights(config.policy.tree), "tree"),
            bend_weights(playout_weights, config.policy),
            config.play.threads,
            load_weights(find_weights(config.policy.glance), "tree") if self._glances else None,
        )
        self._tree = KeptTree(config.search.max_nodes)
        self._compile()
        self._tree.counters[0]["seed"] = _first_seed(config.play.seed or time.time_ns())

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
        self.set_root(game, colour, avoid)
        temperature = self.level.temperature if self.level is not None else None
        answers_pass = _answers_pass(game)
        # Where more than the leader counts, all of the search is needed.
        stop_early = self.config.search.stop_early and temperature is None and not answers_pass
        made_up = points_made_up(game, self.config.search.handicap_komi)
        report = self._search(
            game, colour, limit, stop, on_report, report_interval, made_up, stop_early
        )
        point = self._best_move(game, colour, self._playouts_after_pass(limit, report))
        if temperature is not None and point != PASS:
            point = self._drawn_move(temperature)
        is_late = len(game.moves) >= RESIGN_AFTER * game.size * game.size
        # The best move may have so few visits that it lost them all by chance.
        hopeless = (
            report.visits >= RESIGN_VISITS
            and max(report.winrate, report.mean_winrate) < self.config.play.resign_below
        )
        if colour == BLACK and made_up > 0:
            hopeless = False  # by the rules Black is better off than in this search
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
        """Searches until `stop` returns True; reports at intervals, in seconds.

        What it reports of the position is what the rules say: it makes up for no handicap.
        """
        # The tree of a search for a move may count another komi, and a level's is its own.
        is_apart = (
            points_made_up(game, self.config.search.handicap_komi) > 0 or self.level is not None
        )
        if is_apart:
            self.forget()
        self.set_root(game, colour, avoid)
        report = self._search(game, colour, Limit(), stop, on_report, report_interval)
        if is_apart:
            self.forget()
        return report

    def ponder(self, game: Game, *, stop: Callable[[], bool]) -> SearchReport:
        """Searches as for the move of the side to move, until `stop` returns True; the tree is kept
        for the moves to come.
        """
        self.set_root(game, game.to_play)
        made_up = points_made_up(game, self.config.search.handicap_komi)
        return self._search(game, game.to_play, Limit(), stop, made_up=made_up)

    def set_root(self, game: Game, colour: int, avoid: Collection[int] = ()) -> None:
        """Makes the game's position the root, with the tree that earlier searches grew for it.

        Every search does this first; who wants to see what is kept may do it before.
        """
        board = game.boards_for(colour)[0]
        reopens = reopens_game(game, colour)
        if reopens:
            board["n_passes"] = 0
        self._workers.set_root(board)
        tree = self._tree
        if reopens or not self.config.search.reuse_tree:
            tree.forget()
        tree.move_root(RootPosition.of_game(game, colour))
        if not tree.child_indices:
            self._workers.first.expand(tree.counters, tree.nodes, ROOT)
        elif self._glances:
            self._workers.first.look_closely(tree.nodes, ROOT)
        for point in game.superko_points(colour):
            drop_child(tree.nodes, ROOT, point)
        for point in sorted(avoid, key=lambda point: point == PASS):
            if len(tree.child_indices) > 1:  # so that PASS is what is left if nothing else is
                drop_child(tree.nodes, ROOT, point)
        if avoid:
            tree.forget()  # without some moves it is of no further use

    @property
    def nodes(self) -> np.ndarray:
        """The nodes of the tree, NODE_DTYPE[:], the root first; not to be written to.

        They are those of the last search until the next one begins.
        """
        nodes = self._tree.nodes[: int(self._tree.counters[0]["n_nodes"])]
        nodes.flags.writeable = False
        return nodes

    def policy(self, game: Game, colour: int) -> np.ndarray:
        """Returns the tree policy's probability of each legal move, float64[N_POINTS].

        PASS is among them; superko is not looked at.  The tree stays as it is.
        """
        return self._workers.first.policy(game.boards_for(colour)[0])

    def playout_scores(self, game: Game, colour: int, n: int) -> np.ndarray:
        """Returns Black's area minus White's after each of n playouts without a tree, int32[n]."""
        self.set_root(game, colour)
        return self._workers.first.score_playouts(self._tree.counters, self._rules_of_thumb(), n)

    def ownership(self) -> np.ndarray:
        """Returns who owned each point at the end of the last search's playouts.

        A float32[N_POINTS], from +1 for Black to -1 for White.
        """
        playouts = max(int(self._tree.counters[0]["playouts"]), 1)
        return (self._workers.ownership() / playouts).astype(np.float32)

    def forget(self) -> None:
        """Drops the tree, as at the start of a game."""
        self._tree.forget()

    def _compile(self) -> None:
        """Searches a tiny board, so that every kernel is ready."""
        game = Game(5)
        self.choose_move(game, BLACK, Limit(playouts=16))
        game.play(BLACK, point_from_row_col(2, 2))
        self.set_root(game, WHITE)  # with children, so that the next search begins with some
        self.choose_move(game, WHITE, Limit(playouts=4), avoid=[point_from_row_col(0, 0)])
        game.score(dead=[point_from_row_col(2, 2)])
        self.policy(game, WHITE)
        self.forget()

    def _settings(self, komi: float) -> Settings:
        """Returns what a search goes by; komi: what Black must exceed to win, in area points."""
        config = self.config.search
        return Settings(
            exploration=config.exploration,
            rave_bias=config.rave_bias,
            progressive_bias=config.progressive_bias,
            bias_visits=config.bias_visits,
            first_play_urgency=config.first_play_urgency,
            expand_visits=config.expand_visits,
            candidates=config.candidates,
            rules_of_thumb=self._rules_of_thumb(),
            komi=komi,
            alone=self.config.play.threads == 1,
        )

    def _rules_of_thumb(self) -> RulesOfThumb:
        """Returns what overrules the playout policy."""
        policy = self.config.policy
        return RulesOfThumb(
            rescue_from=policy.rescue_from,
            punish_self_atari=policy.punish_self_atari,
            refuse_self_atari=policy.refuse_self_atari,
            keep_eyes=policy.keep_eyes,
        )

    def _search(
        self,
        game: Game,
        colour: int,
        limit: Limit,
        stop: Callable[[], bool] | None,
        on_report: Callable[[SearchReport], None] | None = None,
        report_interval: float = 0.0,
        made_up: float = 0.0,
        stop_early: bool = False,
    ) -> SearchReport:
        """Adds playouts to the tree until the limit is reached or `stop` returns True.

        made_up    -- points for White by which it makes up for a handicap; they are in the win
                      rates, not in the score
        stop_early -- whether to end it when what is left can't change which move has most visits
        """
        if not limit.playouts and not limit.seconds and stop is None:
            raise ValueError("nothing would end the search")
        tree, komi = self._tree, area_komi(game, colour)
        settings = self._settings(komi + made_up)
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
            if tree.nodes[ROOT]["visits"] < MOST_VISITS:
                self._workers.run(tree.counters, tree.nodes, settings, n)
            else:
                time.sleep(CHUNK_SECONDS)
            done += n
            now = time.perf_counter()
            if now >= deadline and extra_seconds and leader_is_in_doubt(tree.children):
                deadline += extra_seconds
                extra_seconds = 0.0
            if now >= deadline or (stop is not None and stop()):
                break
            if on_report is not None and now >= next_report:
                on_report(make_report(tree, colour, komi, now - started))
                next_report = now + report_interval
            rate = done / (now - started)
            if stop_early and done % STOP_STEP == 0:
                to_come = rate * (deadline + extra_seconds - now)
                if limit.playouts:
                    to_come = min(to_come, limit.playouts - done)
                if lead(tree.children) > to_come:
                    break
            chunk = max(1, int(rate * min(CHUNK_SECONDS, deadline - now)))
        return make_report(tree, colour, komi, time.perf_counter() - started)

    def _best_move(self, game: Game, colour: int, playouts_after_pass: int) -> int:
        """Returns the move with the most visits, or PASS where there is nothing left to play for.

        Two passes end the game.  So PASS is the answer to a pass that wins like that, and no answer
        at all while it loses like that and the search looked at other moves.
        """
        children = self._tree.children
        best = int(children["move"][leader_of(children)])
        others = children[children["move"] != PASS]
        if len(others) == len(children):
            return best  # PASS is to be avoided
        ownership = self.ownership()
        pass_wins = wins_by_passing(game, colour, ownership)
        # Where territory counts, moves that gain nothing cost points, even for who is behind.
        may_pass = pass_wins or game.rules.scoring == "territory"
        if may_pass and self._pass_keeps_all(game, colour, ownership, playouts_after_pass):
            return PASS
        if best != PASS and not _answers_pass(game):
            return best
        if pass_wins:
            return PASS
        if best == PASS and others["visits"].any():
            return int(others["move"][leader_of(others)])
        return best

    def _playouts_after_pass(self, limit: Limit, report: SearchReport) -> int:
        """Returns how many playouts may tell who owns what if the side to move passes."""
        if not limit.seconds:
            return PASSED_PLAYOUTS
        rate = report.playouts / max(report.seconds, CHUNK_SECONDS) / self.config.play.threads
        affordable = int(rate * min(PASSED_SHARE * limit.seconds, PASSED_SECONDS))
        return min(PASSED_PLAYOUTS, max(LEAST_PASSED_PLAYOUTS, affordable))

    def _pass_keeps_all(self, game: Game, colour: int, ownership: np.ndarray, n: int) -> bool:
        """Tells whether every point has a sure owner, and keeps it if the side to move passes.

        Then no move gains anything.  It takes a search of n playouts where the first holds.
        """
        if not all_owners_are_sure(game, ownership):
            return False
        board = game.boards_for(colour)[0]
        play(board, PASS)
        board["n_passes"] = 0
        counters, nodes = self._tree.counters.copy(), self._tree.spare_nodes
        settings = self._settings(area_komi(game, 3 - colour))
        after = self._workers.first.search_aside(board, counters, nodes, settings, n)
        return all_owners_stay(game, ownership, after)

    def _drawn_move(self, temperature: float) -> int:
        """Returns a move, not PASS, drawn by its looks."""
        children = self._tree.children
        moves = children[children["move"] != PASS]
        return int(
            moves["move"][draw_move(moves, temperature, int(self._tree.counters[0]["seed"]))]
        )


def _first_seed(seed: int) -> int:
    """Returns the seed of an engine's first playout, from which the others count on.

    Those of different engines are far apart, so that they never come to the same playouts.
    """
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _answers_pass(game: Game) -> bool:
    """Tells whether the last move was a pass, and the game goes on."""
    return int(game.boards[0]["n_passes"]) > 0 and not game.is_over
