"""Commands that report a search while it runs, as Sabaki, Lizzie and others want it.

They answer `=` at once, then a line of `info move ...` for all moves at each interval.  Analysis
goes on until the controller says anything; a genmove with analysis ends with `play VERTEX`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cfggo.go.points import (
    BLACK,
    PASS,
    board_points,
    format_vertex,
    parse_colour,
    parse_vertex,
    point_from_row_col,
)
from cfggo.gtp.commands.play import play_decision
from cfggo.gtp.protocol import GtpError, format_vertices
from cfggo.gtp.registry import command, parse_integer, parse_number
from cfggo.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.search.engine import MoveInfo, SearchReport

_DEFAULT_INTERVAL, _SHORTEST_INTERVAL = 100.0, 1.0
"""Hundredths of a second between two lines: by default, and at least."""

_FURTHER_FIELDS = (
    "pvvisits",
    "pvedgevisits",
    "movesownership",
    "movesownershipstdev",
    "ownershipstdev",
    "noresultvalue",
)
"""KataGo's options for further fields: accepted, but without effect."""

_LARGEST = 10**9
"""The largest number that an option takes."""

_Info = Callable[["MoveInfo", float, int], str]
"""Returns a move as a program reports it, by the mean win rate and its place in the order."""


@dataclass
class _Options:
    """What a controller asks for.

    Public attributes:
      colour         -- BLACK or WHITE
      interval       -- float, hundredths of a second between two lines
      min_moves      -- int, fewest moves in a line, if there are so many
      max_moves      -- int, most moves in a line, or None for all
      with_root_info -- bool
      with_ownership -- bool
      avoid          -- set of points, and PASS, that are not to be played next
    """

    colour: int
    interval: float = _DEFAULT_INTERVAL
    min_moves: int = 0
    max_moves: int | None = None
    with_root_info: bool = False
    with_ownership: bool = False
    avoid: set[int] = field(default_factory=set)


@command("analyze", "lz-analyze")
def lz_analyze(session: Session, *options: str) -> None:
    """Analyzes the position: [COLOUR] [INTERVAL] [minmoves N] [maxmoves N] [ownership true] ...

    Win rates, priors and their bounds are hundredths of a percent.
    """
    _analyze(session, options, _lz_info)


@command("kata-analyze")
def kata_analyze(session: Session, *options: str) -> None:
    """Analyzes the position like lz-analyze, with win rates from 0 to 1."""
    _analyze(session, options, _kata_info)


@command("genmove_analyze", "lz-genmove_analyze")
def lz_genmove_analyze(session: Session, *options: str) -> str:
    """Plays the engine's move like genmove, with the lines of lz-analyze."""
    return _genmove_analyze(session, options, _lz_info)


@command("kata-genmove_analyze")
def kata_genmove_analyze(session: Session, *options: str) -> str:
    """Plays the engine's move like genmove, with the lines of kata-analyze."""
    return _genmove_analyze(session, options, _kata_info)


@command("stop")
def stop(session: Session) -> None:
    """Ends an analysis or pondering, as any other command does."""


@command("clear_cache")
def clear_cache(session: Session) -> None:
    """Discards what earlier searches found out, so that the next one starts without a tree."""
    session.forget()


def _analyze(session: Session, words: tuple[str, ...], info: _Info) -> None:
    options = _parse_options(session, words)
    colour = options.colour
    session.wait_for_engine()
    session.output.open()
    session.analyze(colour, _writer(session, options, info), options.interval / 100, options.avoid)


def _genmove_analyze(session: Session, words: tuple[str, ...], info: _Info) -> str:
    options = _parse_options(session, words)
    colour = options.colour
    write = _writer(session, options, info)
    session.wait_for_engine()
    session.output.open()
    decision = session.choose_move(
        colour,
        on_report=write,
        report_interval=options.interval / 100,
        avoid=options.avoid,
    )
    write(decision.report)  # a short search may have reported nothing yet
    return f"play {play_decision(session, colour, decision)}"


def _parse_options(session: Session, words: tuple[str, ...]) -> _Options:
    """Returns the options of an analysis command. Raises GtpError if they are malformed."""
    options = _Options(session.game.to_play)
    rest = list(words)
    try:
        if rest and rest[0].lower() in ("b", "w", "black", "white"):
            options.colour = parse_colour(rest.pop(0))
        if rest and not rest[0].isalpha():
            options.interval = _interval(rest.pop(0))
        while rest:
            key = rest.pop(0)
            value = _next(rest, key)
            match key.lower():
                case "interval":
                    options.interval = _interval(value)
                case "minmoves":
                    options.min_moves = _number(value, 0)
                case "maxmoves":
                    options.max_moves = _number(value, 1)
                case "rootinfo":
                    options.with_root_info = _truth(value)
                case "ownership":
                    options.with_ownership = _truth(value)
                case "avoid" | "allow":
                    if parse_colour(value) != options.colour:
                        raise ValueError(f"{key!r} is supported for the side to move only")
                    size = session.game.size
                    points = {parse_vertex(v, size) for v in _next(rest, key).split(",")}
                    _number(_next(rest, key), 1)  # plies; what counts is the next move
                    if key.lower() == "allow":
                        points = {*board_points(size), PASS} - points
                    options.avoid |= points
                    if {*session.game.legal_points(options.colour), PASS} <= options.avoid:
                        raise ValueError(f"no legal move is left by {key!r}")
                case name if name in _FURTHER_FIELDS:
                    _truth(value)
                case _:
                    raise ValueError(f"{key!r} is not supported")
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error
    return options


def _next(words: list[str], key: str) -> str:
    """Takes the next word, which belongs to a key."""
    if not words:
        raise ValueError(f"{key!r} has no value")
    return words.pop(0)


def _number(word: str, least: int) -> int:
    number = parse_integer(word)
    _refuse_out_of_range(number, word, least)
    return number


def _interval(word: str) -> float:
    number = parse_number(word)
    _refuse_out_of_range(number, word, 0)
    return max(number, _SHORTEST_INTERVAL)


def _refuse_out_of_range(number: float, word: str, least: int) -> None:
    if not least <= number <= _LARGEST:
        raise ValueError(f"expected {least} to {_LARGEST}, not {word!r}")


def _truth(word: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise ValueError(f"neither true nor false: {word!r}")
    return word.lower() == "true"


def _writer(session: Session, options: _Options, info: _Info) -> Callable[["SearchReport"], None]:
    """Returns the function that writes a line for each report."""

    def write(report: "SearchReport") -> None:
        moves = report.moves
        if len(moves) < options.min_moves:
            moves = [*moves, *_unvisited_moves(session, options, report)][: options.min_moves]
        moves = moves[: options.max_moves]
        if not moves:
            return
        mean = report.mean_winrate
        fields = [info(move, mean, order) for order, move in enumerate(moves)]
        if options.with_root_info:
            fields.append(_root_info(report, moves[0].shown_winrate(mean)))
        if options.with_ownership:
            fields.append(f"ownership {_ownership(session, report.colour)}")
        session.output.line(" ".join(fields))

    return write


def _unvisited_moves(
    session: Session, options: _Options, report: "SearchReport"
) -> list["MoveInfo"]:
    """Returns the moves that a search has not visited yet, the likeliest by the policy first."""
    from cfggo.search.engine import MoveInfo

    game, colour = session.game, report.colour
    policy = session.engine.policy(game, colour)
    visited = {move.point for move in report.moves}
    points = {*game.legal_points(colour), PASS} - visited - options.avoid
    return [
        MoveInfo(
            point,
            visits=0,
            winrate=report.mean_winrate,
            score=report.mean_score,
            score_stdev=report.score_stdev,
            prior=float(policy[point]),
            pv=[point],
            pv_visits=[0],
        )
        for point in sorted(points, key=lambda point: (-policy[point], point))
    ]


def _lz_info(move: "MoveInfo", mean: float, order: int) -> str:
    """Returns a move as Leela Zero reports it: win rates in hundredths of a percent."""
    return (
        f"info move {format_vertex(move.point)} visits {move.visits} "
        f"winrate {round(10000 * move.shown_winrate(mean))} prior {round(10000 * move.prior)} "
        f"lcb {round(10000 * move.lower_bound(mean))} order {order} "
        f"pv {format_vertices(_pv(move))}"
    )


def _kata_info(move: "MoveInfo", mean: float, order: int) -> str:
    """Returns a move as KataGo reports it: win rates from 0 to 1."""
    return (
        f"info move {format_vertex(move.point)} visits {move.visits} "
        f"winrate {move.shown_winrate(mean):.6f} prior {move.prior:.6f} "
        f"lcb {move.lower_bound(mean):z.6f} order {order} "
        f"pv {format_vertices(_pv(move))}"
    )


def _root_info(report: "SearchReport", winrate: float) -> str:
    """Returns what KataGo reports of the position: visits, the best move's win rate, the score."""
    return (
        f"rootInfo visits {report.visits} winrate {winrate:.6f} "
        f"scoreMean {report.score:z.3f} scoreLead {report.score:z.3f}"
    )


def _pv(move: "MoveInfo") -> list[int]:
    return move.pv or [move.point]


def _ownership(session: Session, colour: int) -> str:
    """Returns who owns the points, row by row from the upper left, +1 for the side to move."""
    ownership = session.engine.ownership()
    side = 1 if colour == BLACK else -1
    size = session.game.size
    return " ".join(
        f"{side * ownership[point_from_row_col(row, col)]:z.3f}"
        for row in reversed(range(size))
        for col in range(size)
    )
