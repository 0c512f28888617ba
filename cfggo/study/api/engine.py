"""The engine for people and scripts: it plays, analyses and explains."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from numbers import Integral, Real
from os import PathLike, fspath
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.config import DEFAULT_PRESET, EngineConfig, load_config
from cfggo.go.game import Game as RulesGame
from cfggo.go.points import PASS, format_vertex
from cfggo.search.clock import Clock
from cfggo.search.effort import Effort
from cfggo.search.levels import find_level
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.starting import compile_at_first
from cfggo.search.status import dead_points
from cfggo.study.api.analysis import Analysis, analysis_of
from cfggo.study.api.arguments import is_integer, point_of, points_of
from cfggo.study.api.game import Game
from cfggo.study.explaining.explainer import Explainer, explain_with_search
from cfggo.study.explaining.explanation import Explanation
from cfggo.study.reviewing.search import ReviewSettings


class Engine:
    """An engine with one preset, at full strength or at a level.

        engine = Engine(level="12k", seed=1)
        game = Game(size=9)
        game.play(engine.move(game))

    One call at a time: another one, from a thread or from a callback of the first, raises
    CfggoError.  Only `explain` without playouts may come at any time.  The same seed, one thread
    and numbers of playouts give the same answers to the same questions in the same order.

    Public attributes:
        searcher -- Searcher (`cfggo.search.searcher`), for code that knows points; nothing keeps
                    its calls apart
        is_far_behind -- whether it played its last move in a game that it holds lost, by more
                    points than the board has lines; levels up to 10k play on then
    """

    def __init__(
        self,
        preset: str | PathLike[str] = DEFAULT_PRESET,
        *,
        level: str | None = None,
        threads: int = 1,
        seed: int | None = None,
        **settings: Any,
    ) -> None:
        """Loads the weights, and the machine code; the first time that is compiled, which takes
        one to two minutes.

        preset   -- name of a preset, or of a TOML file with settings
        level    -- "20k" to the strongest, for moves; analyses are always of full strength
        threads  -- that search one tree
        seed     -- of the playouts; by default from the clock
        settings -- any others, by the names that TOML files have for them: exploration=0.3;
                    playouts hold at a level too, those of a file unless a level or seconds are
                    given

        Raises CfggoError if there is no such preset, level or setting.
        """
        if not isinstance(preset, str | PathLike):
            raise CfggoError(f"preset can't be {preset!r}")
        config = _config_of(
            fspath(preset), {"threads": threads, "seed": seed, "level": level, **settings}
        )
        self._effort = Effort(config)  # raises CfggoError if there is no such level
        self._full_effort = Effort.at_full_strength(config)
        compile_at_first()
        self.searcher = Searcher(config)
        self._explainer: Explainer | None = None
        self.is_far_behind = False
        self._used = threading.Lock()
        self._explaining = threading.Lock()

    @property
    def preset(self) -> str:
        """The name of the preset."""
        return self.searcher.config.name

    @property
    def level(self) -> str | None:
        """The name of the level of its moves, None for full strength."""
        return self.searcher.level.name if self.searcher.level else None

    def second_opinion(self) -> Engine:
        """Returns an engine like this one whose playouts know all paths of the graph, as those of
        a review's second searches: it judges fights better, and takes longer.
        """
        other = copy(self)
        other.searcher = Searcher(ReviewSettings(self.searcher.config).second_opinion)
        other._effort = copy(self._effort)
        other._used = threading.Lock()
        return other

    def set_level(self, level: str | None) -> None:
        """Plays at a level from now on, None for full strength. Raises CfggoError for no level."""
        if not isinstance(level, str | None):
            raise CfggoError(f"level can't be {level!r}")
        found = find_level(level) if level else None
        with self._alone():
            self.searcher.level = found
            self._effort.set_level(found)
            self.searcher.forget()

    def move(
        self,
        game: Game,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        stop: Callable[[], bool] | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
        interval: float = 0.5,
    ) -> str:
        """Returns the move that it plays for the side to move: a vertex, "pass" or "resign".

        The limits default to those of the level or the preset, and to 5 seconds where these have
        none; with both, whichever ends first.

        clock       -- of its side, which the move keeps to if no limits are given
        stop        -- ends the search as soon as it returns True
        on_progress -- is called with what is found so far, every `interval` seconds
        """
        rules_game = _rules_game(game)
        if playouts is None and seconds is None and clock is not None:
            limit = self._effort.limit_on(clock, rules_game.moves_to_here, game.size)
        else:
            has_stop = stop is not None
            default = self._effort.certain_limit
            limit = self._limit(playouts, seconds, has_stop=has_stop, default=default)
        watch = self._watch(game, stop, on_progress, interval)
        with self._alone():
            request = SearchRequest(rules_game, rules_game.to_play, limit)
            decision = self.searcher.choose_move(request, **watch)
        self.is_far_behind = decision.is_lost and decision.report.mean_score < -game.size
        return "resign" if decision.resign else format_vertex(decision.point)

    def analyse(
        self,
        game: Game,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        avoid: Collection[str] = (),
        with_moves_ownership: bool = False,
        keep_tree: bool = False,
        for_points: bool = False,
        seed: int | None = None,
        stop: Callable[[], bool] | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
        interval: float = 0.5,
    ) -> Analysis:
        """Returns the analysis of a position by a search at full strength.

        Points are counted by the rules, whatever the handicap.

        playouts, seconds    -- limits, by default those of the preset; with both, whichever ends
                                first; 0 and a `stop` for as long as that likes,
                                but not for points
        avoid                -- vertices that are not considered
        with_moves_ownership -- whether the candidates have their ownership
        keep_tree            -- whether to go on from what the last search knows of the position;
                                at a level, or while the engine makes up for a handicap, no tree is
                                kept, so that this does nothing
        for_points           -- whether both sides play for points, with a komi that makes the game
                                even: scores say more then, and win rates are of that komi
        seed                 -- makes the answer depend on nothing else that was asked before
        stop                 -- ends the search as soon as it returns True
        on_progress          -- is called with what is found so far, every `interval` seconds

        Raises CfggoError if a vertex to avoid is none, or the seed, or if no move is left that is
        searched; own eyes are not filled.
        """
        if not (seed is None or (is_integer(seed) and seed >= 0)):
            raise CfggoError(f"seed can't be {seed!r}")
        rules_game = _rules_game(game)
        points = points_of(avoid, game.size)
        if rules_game.searched_moves(rules_game.to_play) <= set(points):
            raise CfggoError("no move that is searched is left by `avoid`")
        has_stop = stop is not None and not for_points  # what makes it even is searched for first
        limit = self._limit(playouts, seconds, has_stop=has_stop)
        watch = self._watch(game, stop, on_progress, interval)
        with self._alone():
            if not keep_tree or seed is not None:
                self.searcher.forget()
            if seed is not None:
                self.searcher.set_seed(seed)
            request = SearchRequest(
                rules_game, rules_game.to_play, limit, avoid=points, for_points=for_points
            )
            report = self.searcher.analyze(request, **watch)
            analysis = self._analysis(game, report, with_moves_ownership)
            found = self.searcher.mistakes()
        mistakes = {format_vertex(point): round(odds, 3) for point, odds in found.items()}
        return replace(analysis, mistakes=mistakes)

    def dead_stones(self, game: Game) -> list[str]:
        """Returns the dead stones' vertices, as the setting `owners` judges; for `Game.score`.

        It takes a short search with a komi at which the game is even.  Where the rules count all
        stones as alive there are none, and nothing is searched.
        """
        rules_game = _rules_game(game)
        if rules_game.rules.all_stones_alive:
            return []
        with self._alone():
            points = dead_points(rules_game, self.searcher.final_ownership(rules_game))
        return [format_vertex(point) for point in points]

    def policy(self, game: Game) -> dict[str, float]:
        """Returns the tree policy's probability of each legal move, the likeliest first.

        This is what the engine thinks of a move before any search.
        """
        rules_game = _rules_game(game)
        with self._alone():
            policy = self.searcher.policy(rules_game, rules_game.to_play)
        points = [*rules_game.legal_points(rules_game.to_play), PASS]
        points.sort(key=lambda point: -policy[point])
        return {format_vertex(point): float(policy[point]) for point in points}

    def explain(
        self,
        game: Game,
        move: str | None = None,
        *,
        playouts: int = 0,
        stop: Callable[[], bool] | None = None,
    ) -> Explanation:
        """Returns why the tree policy finds a move of the side to move likely or not.

        move     -- vertex, or "pass"; by default the likeliest move
        playouts -- of a search whose findings about the move are added; 0 for none
        stop     -- ends the search as soon as it returns True

        Raises CfggoError if the vertex is none, or the move illegal.
        """
        rules_game = _rules_game(game)
        _refuse_no_function("stop", stop)
        with self._explaining:
            if self._explainer is None:
                self._explainer = Explainer(self.searcher.tree_policy)
            position = self._explainer.look_at(rules_game, rules_game.to_play)
        point = position.likeliest if move is None else point_of(move, game.size)
        explanation = position.explain(point)
        if not playouts:
            return explanation
        limit = self._limit(playouts, None)
        with self._alone():
            self.searcher.forget()
            request = SearchRequest(rules_game, rules_game.to_play, limit)
            report = self.searcher.analyze(request, stop=stop)
            return explain_with_search(
                position, point, self.searcher, report, limit, stop or (lambda: False)
            )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps calls apart, which use the same tree: raises CfggoError while another is in it."""
        if not self._used.acquire(blocking=False):
            raise CfggoError(
                "the engine is busy with another call; two at a time need an engine each"
            )
        try:
            yield
        finally:
            self._used.release()

    def _limit(
        self,
        playouts: int | None,
        seconds: float | None,
        *,
        has_stop: bool = False,
        default: Limit | None = None,
    ) -> Limit:
        """Returns what ends a search; without playouts and seconds a default, or full strength's.

        Raises CfggoError if nothing would end it.
        """
        if playouts is None and seconds is None:
            limit = default or self._full_effort.limit
            playouts, seconds = limit.playouts, limit.seconds
        playouts, seconds = playouts or 0, seconds or 0.0
        given: tuple[tuple[object, type], ...] = ((playouts, Integral), (seconds, Real))
        if not all(isinstance(value, kind) for value, kind in given):
            raise CfggoError(f"no search of {playouts!r} playouts and {seconds!r} seconds")
        if playouts < 0 or not 0 <= seconds < float("inf"):
            raise CfggoError(f"no search of {playouts} playouts and {seconds} seconds")
        if not playouts and not seconds and not has_stop:
            raise CfggoError("a search needs a limit: playouts, seconds or stop")
        return Limit(playouts=playouts, seconds=seconds)

    def _watch(
        self,
        game: Game,
        stop: Callable[[], bool] | None,
        on_progress: Callable[[Analysis], None] | None,
        interval: object,
    ) -> dict[str, Any]:
        """Returns what a search takes to be watched and stopped.

        Raises CfggoError for a function or an interval that is none.
        """
        _refuse_no_function("stop", stop)
        _refuse_no_function("on_progress", on_progress)
        if not isinstance(interval, Real) or not float(interval) >= 0:
            raise CfggoError(f"interval can't be {interval!r}")
        options: dict[str, Any] = {"stop": stop, "report_interval": interval}
        if on_progress is not None:
            options["on_report"] = lambda report: on_progress(self._analysis(game, report, False))
        return options

    def _analysis(self, game: Game, report: SearchReport, with_moves_ownership: bool) -> Analysis:
        """Returns a report of the last search with names."""
        moves = report.moves if with_moves_ownership else []
        after = {move.point: self.searcher.ownership_after(move.point) for move in moves}
        return analysis_of(report, self.searcher.ownership(), after, game.size)


def _rules_game(game: Game) -> RulesGame:
    """Returns the game of points and boards. Raises CfggoError for what is no game."""
    if not isinstance(game, Game):
        raise CfggoError(f"game can't be {game!r}")
    return game.rules_game


def _refuse_no_function(name: str, value: object) -> None:
    """Raises CfggoError for a value that is neither None nor a function."""
    if not (value is None or callable(value)):
        raise CfggoError(f"{name} can't be {value!r}")


def _config_of(preset: str, values: Mapping[str, Any]) -> EngineConfig:
    """Returns the settings of a preset with other values, None for those that stay.

    Their `given` has the names of these values, too.  Playouts of a file give way to seconds or a
    level among them, unless they are among them as well.

    Raises CfggoError if there is no such preset or setting.
    """
    config = load_config(preset).with_values(**values)
    return config.given_by_user({name for name, value in values.items() if value is not None})
