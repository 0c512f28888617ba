"""The state of a session: the game, the clocks, the engine and its last search."""

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cfggo.config import EngineConfig
from cfggo.go.points import BLACK, MAX_SIZE, WHITE
from cfggo.go.rules import ruleset_from_name
from cfggo.interfaces.gtp.advisers import Advisers
from cfggo.interfaces.gtp.identity import IDENTITIES, Identity
from cfggo.interfaces.gtp.lines import CommandLines
from cfggo.interfaces.gtp.loading import Loader, Need
from cfggo.interfaces.gtp.memo import Memo, Search
from cfggo.interfaces.gtp.output import Output
from cfggo.search.clock import Clock
from cfggo.search.effort import Effort
from cfggo.search.levels import Level
from cfggo.search.limits import Haste, Limit
from cfggo.search.request import SearchRequest

if TYPE_CHECKING:
    import numpy as np

    from cfggo.go.game import Game
    from cfggo.search.report import SearchReport
    from cfggo.search.searcher import Decision, Searcher

ANALYSIS_PLAYOUTS = 500
"""Playouts of a search that answers a question about a position."""


@dataclass
class Opponent:
    """Whom the engine plays, as far as a server has said; "" for what it has not."""

    name: str = ""
    rating: str = ""


class Session:
    """The state between commands.

    Public attributes:
      lines         -- CommandLines, the controller's
      output        -- Output, of the present answer
      effort        -- Effort, how long a move may take
      clocks        -- dict of Clock by colour
      live_graphics -- bool, whether a search draws on GoGui's board
      last_search   -- SearchReport of the last search for a move or an analysis, or None
      identity      -- Identity, as which the engine introduces itself
      tells_ogs     -- bool, whether it tells gtp2ogs of its moves
      opponent      -- Opponent
      preset        -- str, the name of the engine's settings
      advisers      -- Advisers, which judge positions without a search
      ponders       -- bool, whether it searches on while the opponent thinks; may be set
      ponders_at_start -- bool, what the settings say
      playouts_done -- int, playouts of all searches for moves of this game
      seconds_done  -- float, seconds that these searches took
      is_searching  -- bool
      is_over       -- bool, whether the controller said `quit`
    """

    def __init__(
        self,
        config: EngineConfig,
        loader: Loader,
        lines: CommandLines,
        output: Output,
        *,
        identity: Identity = IDENTITIES["cfggo"],
        tells_ogs: bool = False,
    ) -> None:
        """Starts a session, with an empty board of 19x19.

        Raises ValueError if the settings name rules that do not exist, CfggoError if a level.
        """
        self.lines = lines
        self.output = output
        self.effort = Effort(config)
        self.clocks = {BLACK: Clock(), WHITE: Clock()}
        self.live_graphics = False
        self.identity = identity
        self.tells_ogs = tells_ogs
        self.opponent = Opponent()
        self.ponders = self.ponders_at_start = config.play.ponder
        self.preset = config.name
        self.last_search: SearchReport | None = None
        self.playouts_done = 0
        self.seconds_done = 0.0
        self.is_searching = False
        self.is_over = False
        self.advisers = Advisers(config, loader)
        self._loader = loader
        self._may_ponder = False
        self._rules = ruleset_from_name(config.play.rules)
        self._komi = config.play.komi
        self._memo = Memo()
        self._has_searched = False  # since the engine forgot

    @cached_property
    def game(self) -> "Game":
        """The game. Raises GtpError if it could not be loaded."""
        self._loader.wait_for_game()
        from cfggo.go.game import Game

        return Game(MAX_SIZE, self._komi, self._rules)

    @property
    def engine(self) -> "Searcher":
        """The engine. Raises GtpError if it could not be loaded."""
        return self._loader.wait_for_engine()

    @property
    def found(self) -> "dict[int, SearchReport]":
        """The searches by which the engine chose moves of this game, by the move's index."""
        return self._memo.choices(self.game)

    def has_played(self, report: "SearchReport") -> None:
        """Takes note that the game's last move is the engine's: what its search found, if there was
        one, is kept, and the engine may ponder.
        """
        if report.visits:
            self._memo.add_choice(self.game, report)
        # At a level a move gets the level's playouts, and no more.
        self._may_ponder = self.ponders and self.engine.level is None

    def report_of(self, game: "Game", colour: int) -> "SearchReport | None":
        """Returns the report of the newest search of a position for a colour, if there was one."""
        search = self._memo.search(game, colour)
        return None if search is None else search.report

    def wait_for(self, need: Need) -> None:
        """Returns when that has been loaded. Raises GtpError if it could not be."""
        self._loader.wait_for(need)

    def set_level(self, level: Level | None) -> None:
        """Sets the level at which moves are chosen, with its playouts; None for full strength."""
        self.engine.level = level
        self.engine.forget()  # a level must not use the tree of a stronger search
        self.effort.set_level(level)

    def clear(self, size: int) -> None:
        """Starts a new game with the same komi and rules on an empty board of that size."""
        self.start(self.new_game(size))

    def new_game(self, size: int) -> "Game":
        """Returns a game with the same komi and rules on an empty board, not started yet."""
        game = self.game
        return type(game)(size, game.komi, game.rules)

    def start(self, game: "Game") -> None:
        """Makes this the game; resets the clocks and discards what earlier searches found out."""
        self.game = game
        self.playouts_done, self.seconds_done = 0, 0.0
        for clock in self.clocks.values():
            clock.reset()
        self.forget()
        self._memo = Memo()
        self.last_search = None

    def forget(self) -> None:
        """Discards what earlier searches found out, but for those of the engine's moves."""
        self._memo.forget_searches()
        if self._has_searched:
            self.engine.forget()
            self._has_searched = False

    def choose_move(
        self,
        colour: int,
        *,
        reg: bool = False,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[["SearchReport"], None] | None = None,
        report_interval: float = 0.0,
        avoid: Collection[int] = (),
        avoid_later: Mapping[tuple[int, int], int] | None = None,
    ) -> "Decision":
        """Returns the engine's move, found within the limits; its time is taken off the clock.

        avoid, avoid_later -- moves that are left out, as in SearchRequest
        reg   -- whether this is a regression test: no clock, no resignation, no tree kept
        stop  -- ends the search as soon as it returns True; None for the controller's interrupts
        """
        started = time.monotonic()
        engine = self.engine
        clock = None if reg else self.clocks[colour]
        limit = self.effort.limit_on(clock, self.game.moves_to_here, self.game.size)
        with self._searching():
            decision = engine.choose_move(
                SearchRequest(self.game, colour, limit, reg, avoid, avoid_later or {}),
                stop=stop or self.lines.is_interrupted,
                on_report=on_report,
                report_interval=report_interval,
            )
        self.last_search = decision.report
        if not avoid and not avoid_later:
            self._remember(decision.report, by_rules=not self.game.handicap)
        if not reg:
            self.playouts_done += decision.report.playouts
            self.seconds_done += decision.report.seconds
            hasty = limit.haste is not Haste.NONE
            planned = limit.seconds + limit.extra_seconds if limit.seconds else math.inf
            searched = 0.0 if hasty else min(decision.report.seconds, planned)
            self.clocks[colour].spend(time.monotonic() - started, searched, hasty)
        return decision

    def ponder(self) -> None:
        """Searches on after a move of the engine's until the controller says anything.

        It is the opponent's turn, and what is found out about the answer that then comes is used
        for the next move.
        """
        may_ponder, self._may_ponder = self._may_ponder, False
        if not may_ponder or self.game.is_over:
            return
        engine, game = self.engine, self.game
        with self._searching():
            report = engine.ponder(game, stop=self.lines.has_news)
        self._remember(report, by_rules=not game.handicap)

    def analyze(
        self,
        colour: int,
        on_report: Callable[["SearchReport"], None],
        report_interval: float,
        avoid: Collection[int] = (),
        avoid_later: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        """Searches until the controller says anything.

        avoid, avoid_later -- moves that are left out, as in SearchRequest
        """
        engine = self.engine
        with self._searching():
            report = engine.analyze(
                SearchRequest(self.game, colour, avoid=avoid, avoid_later=avoid_later or {}),
                stop=self.lines.has_news,
                on_report=on_report,
                report_interval=report_interval,
            )
        self.last_search = report
        if not avoid and not avoid_later:
            self._remember(report)

    def searched(self, colour: int | None = None) -> Search:
        """Returns a search of the present position, for the side to move or the colour given.

        Searches if there was none, a short one, or one that counted more than the rules do; that
        search is not the `last_search` that reports are about.
        """
        colour = self.game.to_play if colour is None else colour
        search = self._memo.search(self.game, colour)
        if search is None or not search.by_rules or search.report.playouts < ANALYSIS_PLAYOUTS:
            engine = self.engine
            with self._searching():
                report = engine.analyze(
                    SearchRequest(self.game, colour, Limit(playouts=ANALYSIS_PLAYOUTS)),
                    stop=self.lines.is_interrupted,
                )
            search = self._remember(report)
        return search

    def final_ownership(self) -> "np.ndarray":
        """Returns who owns the points if the game ends here (`Searcher.final_ownership`)."""
        with self._searching():
            return self._memo.end(self.game, self.engine.final_ownership)

    @contextmanager
    def _searching(self) -> Iterator[None]:
        self.is_searching = self._has_searched = True
        try:
            yield
        finally:
            self.is_searching = False

    def _remember(self, report: "SearchReport", by_rules: bool = True) -> Search:
        """Keeps a whole search of the present position, which the engine has just made."""
        owners = self.engine.ownership() if report.playouts else None
        search = Search(report, by_rules, owners)
        self._memo.add(self.game, search)
        return search
