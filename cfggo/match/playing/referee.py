"""One game between two GTP programs, from starting them to the result."""

import datetime
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Literal

from cfggo.base.toml_tables import Range
from cfggo.go.game import Game, IllegalMoveError
from cfggo.go.main_line import PositionValue
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex, parse_vertex
from cfggo.go.rules import CHINESE, Ruleset
from cfggo.go.scoring import format_result
from cfggo.match.playing.client import (
    Cancellation,
    GtpClient,
    GtpFailure,
    ProgramDied,
    ProgramError,
    ProgramHung,
)
from cfggo.match.playing.clock import RefereeClock, TimeControl
from cfggo.match.playing.openings import Opening
from cfggo.match.playing.ranges import DEFAULT_PATIENCE
from cfggo.match.playing.scoring import PLAYERS, Settlement, settle_score
from cfggo.match.playing.setup import send_conditions, send_position

Reason = Literal["score", "resign", "illegal move", "crash", "time", "error"]
"""How a game ended. All but the first two are a program's fault."""

MOVES_PER_POINT = 3

SEARCHED_COMMAND = "cfggo-searched"
"""Answered, by programs that know it, with the game's playouts and the seconds they took."""

VALUES_COMMAND = "cfggo-values"
"""Answered, by programs that know it, with a line for each move they made: its index in the game,
and Black's win rate and score as the program saw them."""

_REPORT_SECONDS = 5.0
_SEARCHED = Range(0, 1e15)
_WINRATE, _SCORE = Range(0, 1), Range(-1000, 1000)
_RESULT_SUFFIX: dict[Reason, str] = {"resign": "R", "time": "T"}
_FORFEIT_SUFFIX = "F"
VOID = "Void"


@dataclass(frozen=True)
class GameSettings:
    """The conditions of every game of a match.

    Public attributes:
      size, komi, rules -- as in Game
      handicap          -- number of stones placed as `fixed_handicap` has it, 0 for an even game
      score_by          -- as `settle_score` takes it
      time_control      -- TimeControl, or None
      patience          -- seconds after which a program counts as hanging where no clock says so
      max_moves         -- number of moves after which a game is scored as it is, or None for
                           MOVES_PER_POINT times the board's points
    """

    size: int = 19
    komi: float = 7.5
    rules: Ruleset = CHINESE
    handicap: int = 0
    score_by: str = PLAYERS
    time_control: TimeControl | None = None
    patience: float = DEFAULT_PATIENCE
    max_moves: int | None = None

    @property
    def move_limit(self) -> int:
        """Number of moves after which a game is scored as it is."""
        return self.max_moves or MOVES_PER_POINT * self.size**2

    def start(self, opening: Opening | None) -> Game:
        """Returns a game that begins with the opening, if any, or with the handicap, if any."""
        if opening is not None:
            return opening.start(self.komi, self.rules)
        game = Game(self.size, self.komi, self.rules)
        if self.handicap:
            game.place_fixed_handicap(self.handicap)
        return game


@dataclass(frozen=True)
class Player:
    """A program in one game: its name in the results, and the words of its command."""

    name: str
    command: Sequence[str]


@dataclass(frozen=True)
class GameResult:
    """How a game went.

    Public attributes:
      game       -- Game as far as it was played
      winner     -- BLACK or WHITE, or None for a draw or a void game
      result     -- as in SGF: "B+3.5", "W+R", "B+T", "W+F", "0" or "Void"
      reason     -- Reason
      detail     -- what happened in words, "" for a game that was scored or resigned
      last_words -- lines last written by the program at fault
      settlement -- Settlement, or None if there was nothing to score
      versions   -- what the programs call themselves, by colour
      seconds    -- each program's thinking time, by colour
      searched   -- pairs (playouts, seconds of searching), by colour, of programs that report them
      values     -- what the programs thought of the positions after their moves, by move index
      opening_moves -- number of moves of the opening
      first_to_move -- colour of the first move after it
      duration   -- seconds from starting the programs to the result
      date       -- day of the game, "2024-12-31"
    """

    game: Game
    winner: int | None
    result: str
    reason: Reason
    detail: str
    last_words: list[str]
    settlement: Settlement | None
    versions: dict[int, str]
    seconds: dict[int, float]
    searched: dict[int, tuple[int, float]]
    values: dict[int, PositionValue]
    opening_moves: int
    first_to_move: int
    duration: float
    date: str

    @property
    def is_void(self) -> bool:
        """Whether a program could not be made ready, so that the game has no winner."""
        return self.result == VOID

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser lost by a fault, not by the score or resignation."""
        return self.reason not in ("score", "resign") and not self.is_void


class Watcher:
    """Callbacks of games; these do nothing."""

    def game_started(self, number: int, game: Game, black: str, white: str) -> None:
        """Both programs are ready."""

    def move_played(self, number: int, game: Game, seconds: dict[int, float]) -> None:
        """The last of the game's moves was made; seconds: thinking time so far, by colour."""


@dataclass
class _Seat:
    """One side of the game; its program takes stones that were set up one by one for moves."""

    colour: int
    client: GtpClient
    clock: RefereeClock | None
    version: str = ""
    stones_as_moves: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return COLOUR_NAMES[self.colour].capitalize()


@dataclass
class _Fault(Exception):
    """A program can't go on with the game."""

    colour: int
    reason: Reason
    detail: str
    last_words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _End:
    """The proper end of a game."""

    winner: int | None
    reason: Reason
    result: str
    settlement: Settlement | None = None


def play_game(
    number: int,
    black: Player,
    white: Player,
    settings: GameSettings,
    *,
    opening: Opening | None = None,
    watcher: Watcher | None = None,
    cancellation: Cancellation | None = None,
) -> GameResult:
    """Plays one game and returns how it went.

    number  -- tells the watcher which game it is
    opening -- from where to play, or None for the empty board

    Every game has fresh processes. A program that dies, hangs, makes an illegal move or refuses one
    forfeits the game; when that happens before both are ready, the game is void.

    Raises Cancelled if the cancellation is set.
    """
    game = settings.start(opening)
    return _GameInProgress(number, settings, game, watcher or Watcher(), cancellation).play(
        black, white
    )


class _GameInProgress:
    def __init__(
        self,
        number: int,
        settings: GameSettings,
        game: Game,
        watcher: Watcher,
        cancellation: Cancellation | None,
    ) -> None:
        self._number = number
        self._settings = settings
        self._game = game
        self._opening_moves = len(game.moves)
        self._first_to_move = game.to_play
        self._watcher = watcher
        self._cancellation = cancellation
        self._seats: dict[int, _Seat] = {}

    def play(self, black: Player, white: Player) -> GameResult:
        started = time.monotonic()
        date = datetime.date.today().isoformat()
        fault, is_ready = None, False
        searched: dict[int, tuple[int, float]] = {}
        values: dict[int, PositionValue] = {}
        with ExitStack() as stack:
            try:
                # Both start before either is spoken to: their loading times overlap.
                for colour, player in ((BLACK, black), (WHITE, white)):
                    self._start(stack, colour, player)
                for seat in self._seats.values():
                    self._set_up(seat)
                is_ready = True
                self._watcher.game_started(self._number, self._game, black.name, white.name)
                end = self._play_moves()
                searched, values = self._searched(), self._values()
            except _Fault as error:
                fault = error
                end = _End(None, error.reason, VOID)
                if is_ready:
                    end = self._won_by(3 - error.colour, error.reason)
            duration = time.monotonic() - started
        return GameResult(
            game=self._game,
            winner=end.winner,
            result=end.result,
            reason=end.reason,
            detail=fault.detail if fault else "",
            last_words=fault.last_words if fault else [],
            settlement=end.settlement,
            versions={seat.colour: seat.version for seat in self._seats.values()},
            seconds={seat.colour: seat.seconds for seat in self._seats.values()},
            searched=searched,
            values=values,
            opening_moves=self._opening_moves,
            first_to_move=self._first_to_move,
            duration=duration,
            date=date,
        )

    def _start(self, stack: ExitStack, colour: int, player: Player) -> None:
        try:
            client = GtpClient(player.command, cancellation=self._cancellation)
        except ProgramError as error:
            name = COLOUR_NAMES[colour].capitalize()
            raise _Fault(colour, "crash", f"{name}'s program {error}") from error
        control = self._settings.time_control
        seat = _Seat(
            colour, stack.enter_context(client), RefereeClock(control) if control else None
        )
        self._seats[colour] = seat

    def _set_up(self, seat: _Seat) -> None:
        def ask(command: str) -> str:
            return self._ask(seat, command)

        def offer(command: str) -> bool:
            return self._ask_if_known(seat, command) is not None

        names = (self._ask_if_known(seat, command) for command in ("name", "version"))
        seat.version = " ".join(name for name in names if name)
        send_conditions(self._game, ask, offer)
        if (control := self._settings.time_control) is not None:
            ask(f"time_settings {control.main} {control.period} {control.stones}")
        seat.stones_as_moves = send_position(self._game, ask, offer)

    def _play_moves(self) -> _End:
        game = self._game
        while not game.is_over and len(game.moves) < self._settings.move_limit:
            seat = self._seats[game.to_play]
            answer = self._genmove(seat)
            if answer.lower() == "resign":
                return self._won_by(3 - seat.colour, "resign")
            self._make_move(seat, answer)
            self._watcher.move_played(
                self._number, game, {s.colour: s.seconds for s in self._seats.values()}
            )
        clients = {seat.colour: seat.client for seat in self._seats.values()}
        settlement = settle_score(game, clients, self._settings.score_by, self._cancellation)
        score = settlement.score
        winner = None if score == 0 else BLACK if score > 0 else WHITE
        return _End(winner, "score", format_result(score), settlement)

    def _searched(self) -> dict[int, tuple[int, float]]:
        """Returns what the programs report of their searches; no report is no fault."""
        searched = {}
        for colour, report in self._reports(SEARCHED_COMMAND):
            with suppress(ValueError):
                playouts, seconds = report.split()
                if int(playouts) in _SEARCHED and float(seconds) in _SEARCHED:
                    searched[colour] = int(playouts), float(seconds)
        return searched

    def _values(self) -> dict[int, PositionValue]:
        """Returns what the programs thought of the positions after their moves."""
        values = {}
        for colour, report in self._reports(VALUES_COMMAND):
            for line in report.splitlines():
                with suppress(ValueError, IndexError):
                    number, winrate, score = line.split()
                    index = int(number) - self._seats[colour].stones_as_moves
                    value = PositionValue(float(winrate), float(score))
                    is_own = self._game.moves[index].colour == colour and index >= 0
                    if is_own and value.winrate in _WINRATE and value.score in _SCORE:
                        values[index] = value
        return values

    def _reports(self, command: str) -> Iterator[tuple[int, str]]:
        """Yields what the programs answer to a command that not all know, by colour."""
        for seat in self._seats.values():
            if seat.client.listens:
                with suppress(ProgramError):
                    yield seat.colour, seat.client.send(command, _REPORT_SECONDS)

    def _genmove(self, seat: _Seat) -> str:
        """Returns what a program answers to genmove, and takes its time."""
        colour = COLOUR_NAMES[seat.colour]
        limit = self._settings.patience
        if seat.clock is not None:
            self._ask_if_known(seat, f"time_left {colour} {seat.clock.gtp_time_left}")
            limit = seat.clock.limit
        started = time.monotonic()
        answer = self._ask(seat, f"genmove {colour}", limit)
        spent = time.monotonic() - started
        seat.seconds += spent
        if seat.clock is not None and not seat.clock.spend(spent):
            raise self._fault(seat, "time", f"overstepped its time: {spent:.2f} s")
        return answer

    def _make_move(self, seat: _Seat, answer: str) -> None:
        """Plays a move on the board and tells the other program."""
        number = len(self._game.moves) + 1
        try:
            point = parse_vertex(answer, self._game.size)
            self._game.play(seat.colour, point)
        except IllegalMoveError as error:
            what = f"played move {number}: {error}"
            if self._game.why_illegal(seat.colour, point) == "superko":
                what += ": it repeats a position (positional superko, under all rules)"
            raise self._fault(seat, "illegal move", what) from error
        except ValueError as error:
            raise self._fault(seat, "error", f"gave no move as move {number}: {error}") from error
        opponent = self._seats[3 - seat.colour]
        self._ask(opponent, f"play {COLOUR_NAMES[seat.colour]} {format_vertex(point)}")

    def _ask(self, seat: _Seat, command: str, limit: float | None = None) -> str:
        """Returns a program's answer. Raises _Fault if it has none to give."""
        try:
            return seat.client.send(command, self._settings.patience if limit is None else limit)
        except GtpFailure as error:
            raise self._fault(seat, "error", f"refused {command!r}: {error}") from error
        except ProgramHung as error:
            raise self._fault(seat, "time", f"gave {error}") from error
        except ProgramDied as error:
            raise self._fault(seat, "crash", f"{error} when asked {command!r}") from error
        except ProgramError as error:
            raise self._fault(seat, "error", f"gave {error}") from error

    def _ask_if_known(self, seat: _Seat, command: str) -> str | None:
        """Returns a program's answer, or None if it refuses the command, which it need not know."""
        try:
            return self._ask(seat, command)
        except _Fault as fault:
            if isinstance(fault.__cause__, GtpFailure):
                return None
            raise

    def _fault(self, seat: _Seat, reason: Reason, what: str) -> _Fault:
        detail = f"{seat.name}'s program {what}"
        return _Fault(seat.colour, reason, detail, seat.client.last_words())

    def _won_by(self, winner: int, reason: Reason) -> _End:
        suffix = _RESULT_SUFFIX.get(reason, _FORFEIT_SUFFIX)
        return _End(winner, reason, f"{'B' if winner == BLACK else 'W'}+{suffix}")
