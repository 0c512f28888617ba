"""The options of the analysis commands: what a controller asks for."""

from dataclasses import dataclass, field

from cfggo.go.points import PASS, board_points, parse_colour, parse_vertex
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import parse_integer, parse_number, parse_truth
from cfggo.interfaces.gtp.session import Session

_DEFAULT_INTERVAL, _SHORTEST_INTERVAL = 100.0, 1.0
"""Hundredths of a second between two lines: by default, and at least."""

FIELDS = (
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "movesOwnership",
    "movesOwnershipStdev",
    "noResultValue",
)
"""KataGo's options for further fields, true or false; the last one is accepted without effect."""

_FIELD_NAMES = {name.lower(): name for name in FIELDS}

_LARGEST = 10**9
"""The largest number that an option takes."""


@dataclass
class AnalysisOptions:
    """The options of a controller's analysis.

    Public attributes:
      colour      -- BLACK or WHITE
      interval    -- float, hundredths of a second between two lines
      min_moves   -- int, fewest moves in a line, if there are so many
      max_moves   -- int, most moves in a line, or None for all
      fields      -- set of str, those of FIELDS that are asked for
      avoid       -- set of points, and PASS, that are not to be played next
      avoid_later -- dict (colour, point) -> number of moves from now on, whosever they are, among
                     which that colour is not to play there
    """

    colour: int
    interval: float = _DEFAULT_INTERVAL
    min_moves: int = 0
    max_moves: int | None = None
    fields: set[str] = field(default_factory=set)
    avoid: set[int] = field(default_factory=set)
    avoid_later: dict[tuple[int, int], int] = field(default_factory=dict)


def parse_options(session: Session, words: tuple[str, ...]) -> AnalysisOptions:
    """Returns the options of an analysis command. Raises GtpError if they are malformed."""
    options = AnalysisOptions(session.game.to_play)
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
                case "avoid" | "allow":
                    _leave_out(session, options, key, value, rest)
                case name if name in _FIELD_NAMES:
                    change = options.fields.add if parse_truth(value) else options.fields.discard
                    change(_FIELD_NAMES[name])
                case _:
                    raise ValueError(f"{key!r} is not supported")
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error
    return options


def _leave_out(
    session: Session, options: AnalysisOptions, key: str, colour_word: str, rest: list[str]
) -> None:
    """Reads `avoid COLOUR VERTEX,... MOVES`, or `allow`, of which key and colour are read already.

    Raises ValueError if it is malformed, or leaves no legal move to play next.
    """
    colour, size = parse_colour(colour_word), session.game.size
    points = {parse_vertex(word, size) for word in _next(rest, key).split(",")}
    n_moves = _number(_next(rest, key), 1)
    if key.lower() == "allow":
        points = {*board_points(size), PASS} - points
    if colour == options.colour:
        options.avoid |= points
        if session.game.searched_moves(colour) <= options.avoid:
            raise ValueError(f"no move that is searched is left by {key!r}")
    if n_moves > 1:
        for point in points:
            known = options.avoid_later.get((colour, point), 0)
            options.avoid_later[colour, point] = max(n_moves, known)


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
