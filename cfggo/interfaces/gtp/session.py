"""What the commands work on: the game, the clocks, the engine and its last search."""

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig
from cfggo.go.points import BLACK, MAX_SIZE, WHITE
from cfggo.go.rules import ruleset_from_name
from cfggo.interfaces.gtp.identity import IDENTITIES, Identity
from cfggo.interfaces.gtp.lines import CommandLines
from cfggo.interfaces.gtp.loading import Loader, Need
from cfggo.interfaces.gtp.output import Output
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.search.clock import Clock
from cfggo.search.effort import Effort
from cfggo.search.levels import Level
from cfggo.search.limits import Haste, Limit

if TYPE_CHECKING:
    import numpy as np

    from cfggo.go.game import Game, Move
    from cfggo.models.pattern_beliefs.study import Student
    from cfggo.models.territory.model import Territory
    from cfggo.search.engine import Decision, Engine, SearchReport
    from cfggo.study.explaining.explainer import Explainer

ANALYSIS_PLAYOUTS = 500
"""Playouts of a search that answers a question about a position."""


@dataclass
class Opponent:
    """Whom the engine plays, as far as a server has said; "" for what it has not."""

    name: str = ""
    rating: str = ""


@dataclass(frozen=True)
class LastSearch:
    """The search that the engine did last.

    Public attributes:
      report   -- SearchReport
      position -- int, hash of the position that was searched, as `_position_of` has it
      is_whole -- bool, whether no move was left out
      by_rules -- bool, whether it counted by the rules, without making up for a handicap
    """

    report: "SearchReport"
    position: int
    is_whole: bool = True
    by_rules: bool = True


class Session:
    """The state between commands.

    Public attributes:
      lines         -- CommandLines, the controller's
      output        -- Output, of the present answer
      effort        -- Effort, how long a move may take
      clocks        -- dict of Clock by colour
      live_graphics -- bool, whether a search draws on GoGui's board
      last_search   -- LastSearch for a move or an analysis, or None
      identity      -- Identity, as which the engine introduces itself
      tells_ogs     -- bool, whether it tells gtp2ogs of its moves
      opponent      -- Opponent
      preset        -- str, the name of the engine's settings
      ponders       -- bool, whether it searches on while the opponent thinks; may be set
      ponders_at_start -- bool, what the settings say
      playouts_done -- int, playouts of all searches for moves of this game
      seconds_done  -- float, seconds that these searches took
      processor_seconds -- float, what all searches for moves took of the processor
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
        self._config = config
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
        self.last_search: LastSearch | None = None
        # By move index; a move may have been taken back since.
        self._found: dict[int, tuple[tuple[Move, ...], SearchReport]] = {}
        self.playouts_done = 0
        self.seconds_done = 0.0
        self.processor_seconds = 0.0
        self.is_searching = False
        self.is_over = False
        self._loader = loader
        self._may_ponder = False
        self._rules = ruleset_from_name(config.play.rules)
        self._komi = config.play.komi
        self._game: Game | None = None
        self._explainer: Explainer | None = None
        self._student: Student | None = None
        self._territory: Territory | None = None
        # The search whose owners the engine knows: `last_search`, or one that came after it.
        self._owners_search: LastSearch | None = None
        self._final_ownership: tuple[tuple[int, int], np.ndarray] | None = None

    @property
    def game(self) -> "Game":
        """The game. Raises GtpError if it could not be loaded."""
        if self._game is None:
            self._loader.wait_for_game()
            from cfggo.go.game import Game

            self._game = Game(MAX_SIZE, self._komi, self._rules)
        return self._game

    @property
    def engine(self) -> "Engine":
        """The engine. Raises GtpError if it could not be loaded."""
        return self._loader.wait_for_engine()

    @property
    def found(self) -> "dict[int, SearchReport]":
        """The searches by which the engine chose moves of this game, by the move's index."""
        moves = self.game.moves
        return {
            index: report
            for index, (line, report) in self._found.items()
            if tuple(moves[: index + 1]) == line
        }

    def has_played(self, report: "SearchReport") -> None:
        """Takes note that the game's last move is the engine's: what its search found, if there was
        one, is kept, and the engine may ponder.
        """
        line = tuple(self.game.moves)
        if report.visits:
            self._found[len(line) - 1] = line, report
        # At a level a move gets the level's playouts, and no more.
        self._may_ponder = self.ponders and self.engine.level is None

    @property
    def explainer(self) -> "Explainer":
        """What explains moves by the engine's tree policy.

        Raises GtpError if the engine could not be loaded.
        """
        engine = self.engine
        if self._explainer is None:
            from cfggo.study.explaining.explainer import Explainer

            self._explainer = Explainer(engine.tree_weights)
        return self._explainer

    @property
    def student(self) -> "Student":
        """What looks at positions by the pattern beliefs of the engine's tree policy.

        Raises GtpError if it has none, or if the engine could not be loaded.
        """
        beliefs = self.engine.tree_weights.beliefs
        if beliefs is None:
            raise GtpError("the tree policy has no pattern beliefs; --config ranking has")
        if self._student is None:
            from cfggo.models.pattern_beliefs.study import Student

            self._student = Student(beliefs)
        return self._student

    @property
    def territory(self) -> "Territory":
        """The field that says who owns the points of a board without a search.

        Raises GtpError if the settings name one that can't be used.
        """
        if self._territory is None:
            from cfggo.search.owners import field_of

            try:
                self._territory = field_of(self._config)
            except CfggoError as error:
                raise GtpError(str(error)) from error
        return self._territory

    def report_of(self, game: "Game", colour: int) -> "SearchReport | None":
        """Returns what the last search found out, if it was of this position and colour."""
        last = self.last_search
        if last is None or not last.is_whole or last.position != _position_of(game):
            return None
        return last.report if last.report.colour == colour else None

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
        self._game = game
        self._found = {}
        self.playouts_done, self.seconds_done = 0, 0.0
        for clock in self.clocks.values():
            clock.reset()
        self.forget()
        self.last_search = None

    def forget(self) -> None:
        """Discards what earlier searches found out."""
        self._final_ownership = None
        if self._owners_search is not None:
            self.engine.forget()
            self._owners_search = None

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

        avoid, avoid_later -- moves that are left out, as `Engine.choose_move` has it
        reg   -- whether this is a regression test: no clock, no resignation, no tree kept
        stop  -- ends the search as soon as it returns True; None for the controller's interrupts
        """
        started = time.monotonic()
        engine = self.engine
        processor_started = time.process_time()
        limit = self._limit(None if reg else self.clocks[colour])
        with self._searching():
            decision = engine.choose_move(
                self.game,
                colour,
                limit,
                stop=stop or self.lines.is_interrupted,
                on_report=on_report,
                report_interval=report_interval,
                reg=reg,
                avoid=avoid,
                avoid_later=avoid_later or {},
            )
        by_rules = not self.game.handicap
        self._remember(decision.report, not avoid and not avoid_later, by_rules)
        self.processor_seconds += time.process_time() - processor_started
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
        self._owners_search = LastSearch(report, self._position(), by_rules=not game.handicap)

    def analyze(
        self,
        colour: int,
        on_report: Callable[["SearchReport"], None],
        report_interval: float,
        avoid: Collection[int] = (),
        avoid_later: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        """Searches until the controller says anything.

        avoid, avoid_later -- moves that are left out, as `Engine.analyze` has it
        """
        engine = self.engine
        with self._searching():
            report = engine.analyze(
                self.game,
                colour,
                stop=self.lines.has_news,
                on_report=on_report,
                report_interval=report_interval,
                avoid=avoid,
                avoid_later=avoid_later or {},
            )
        self._remember(report, not avoid and not avoid_later)

    def searched(self, colour: int | None = None) -> LastSearch:
        """Returns a search of the present position, for the side to move or the colour given.

        Searches if the last search was of another position, a short one, or one that counted more
        than the rules do; that search is not the `last_search` that reports are about.
        """
        colour = self.game.to_play if colour is None else colour
        last = self._owners_search
        if (
            last is None
            or not last.is_whole
            or not last.by_rules
            or last.position != self._position()
            or last.report.playouts < ANALYSIS_PLAYOUTS
            or colour != last.report.colour
        ):
            engine = self.engine
            with self._searching():
                report = engine.analyze(
                    self.game,
                    colour,
                    Limit(playouts=ANALYSIS_PLAYOUTS),
                    stop=self.lines.is_interrupted,
                )
            last = self._owners_search = LastSearch(report, self._position())
        return last

    def ownership(self, search: LastSearch | None = None) -> "np.ndarray":
        """Returns who owns the points, float32[N_POINTS], +1 for Black, -1 for White.

        search -- what `searched` has just returned; None to have it search if need be

        Raises GtpError if that search made no playouts.
        """
        search = search or self.searched()
        if not search.report.playouts:
            raise GtpError("no playouts: the tree has counted as far as it can; try clear_cache")
        return self.engine.ownership()

    def final_ownership(self) -> "np.ndarray":
        """Returns who owns the points if the game ends here, as `Engine.final_ownership` has it."""
        asked = self._position(), self.game.to_play
        if self._final_ownership is None or self._final_ownership[0] != asked:
            with self._searching():
                self._final_ownership = asked, self.engine.final_ownership(self.game)
        return self._final_ownership[1]

    @contextmanager
    def _searching(self) -> Iterator[None]:
        self.is_searching = True
        try:
            yield
        finally:
            self.is_searching = False

    def _remember(self, report: "SearchReport", is_whole: bool, by_rules: bool = True) -> None:
        last = LastSearch(report, self._position(), is_whole, by_rules)
        self.last_search = self._owners_search = last

    def _position(self) -> int:
        return _position_of(self.game)

    def _limit(self, clock: Clock | None) -> Limit:
        """Returns how long to search for a move; without a clock the effort alone decides."""
        game, effort = self.game, self.effort
        seconds = clock.seconds_for_move(game.moves_to_here, game.size) if clock else None
        if clock is None or seconds is None:
            return effort.certain_limit
        haste = clock.haste(game.moves_to_here, game.size)
        if effort.seconds and effort.seconds <= seconds:
            return Limit(effort.most_playouts, effort.seconds, haste=haste)
        extra_seconds = clock.extra_seconds(seconds)
        if effort.seconds:
            extra_seconds = min(extra_seconds, effort.seconds - seconds)
        return Limit(effort.most_playouts, seconds, extra_seconds, haste)


def _position_of(game: "Game") -> int:
    """Returns a hash of what a search of a game's position depends on, but for the side to move."""
    board = game.boards[0]
    of_board = (int(board[name]) for name in ("hash", "ko", "n_passes"))
    counted = tuple(board["prisoners"].tolist()) if game.rules.scoring == "territory" else ()
    return hash((*of_board, *counted, game.komi, game.rules, game.handicap))
