"""A query: the positions that it asks about, how long they are searched, and what it wants to know.

Its fields, their ranges and the answers to wrong ones are those of KataGo's analysis engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cfggo.go.game import Move
from cfggo.go.katago_rules import AskedRules, is_komi, rules_from_katago, with_handicap_bonus
from cfggo.go.points import MAX_SIZE, MIN_SIZE, PASS, board_points
from cfggo.go.rules import MAX_KOMI, Ruleset
from cfggo.interfaces.analysis.fields import SHOWN, Fields, QueryError
from cfggo.interfaces.analysis.override_settings import (
    FIELD,
    MOST_SECONDS,
    Overrides,
    Perspective,
    read_overrides,
)
from cfggo.interfaces.analysis.positions import Start, start_of
from cfggo.search.effort import MOST_PLAYOUTS
from cfggo.search.limits import Limit

LONGEST_GAME = 2000
"""Moves of a game, at most; each takes 31 KB while the game is searched."""

MOST_UNREAD = 20
"""Fields that nobody knows, of which each is warned about; the others are passed over."""

_MOST_PRIORITY = 0x3FFFFFFFFFFFFFFF
_SHORTEST_INTERVAL, _LONGEST_INTERVAL = 0.001, 1e6
_SHORTEST_TIME = 1e-3
_USUAL_PV_LENGTH = 15
_SIZE_MESSAGE = f"Must provide an integer from {MIN_SIZE} to {MAX_SIZE}"
_RULES_MESSAGE = (
    'Must specify rules string, such as "chinese" or "tromp-taylor", '
    "or a JSON object with detailed rules parameters."
)
_KOMI_MESSAGE = f"Must be a integer or half-integer from {-MAX_KOMI}.0 to {MAX_KOMI}.0"
_INTERVAL_MESSAGE = f"Must be number of seconds from {_SHORTEST_INTERVAL} to {_LONGEST_INTERVAL}"
_AVOID_MESSAGE = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"

_WITHOUT_EFFECT = (
    ("rootPolicyTemperature", 0.01, 100.0),
    ("rootFpuReductionMax", 0.0, 2.0),
)
"""Numbers that KataGo's search takes and this one has no use for, with their ranges."""

_MISSING_RESULTS = ("includeOwnershipStdev", "includeMovesOwnershipStdev", "includeNoResultValue")


@dataclass(frozen=True)
class Wanted:
    """The parts of an answer beside the moves.

    Public attributes:
        perspective     -- Perspective of win rates, scores and owners
        pv_length       -- int, moves of a variation after its first one, at most
        ownership, moves_ownership, policy, pv_visits -- bool, whether to add them
    """

    perspective: Perspective
    pv_length: int
    ownership: bool = False
    moves_ownership: bool = False
    policy: bool = False
    pv_visits: bool = False


@dataclass(frozen=True)
class Query:
    """A query.

    Public attributes:
        id           -- str
        start        -- Start
        moves        -- tuple of Move
        turns        -- tuple of pairs (turn, priority): after how many moves to analyse
        limit        -- Limit of each search
        first_report -- float, seconds until the first report during a search, or None for none
        report_every -- float, seconds between the others, or None for none
        wanted       -- Wanted
        avoid        -- by colour and point, PASS among them: for how many moves it is not played
        warnings     -- list of pairs (field, message)
    """

    id: str
    start: Start
    moves: tuple[Move, ...]
    turns: tuple[tuple[int, int], ...]
    limit: Limit
    first_report: float | None
    report_every: float | None
    wanted: Wanted
    avoid: dict[tuple[int, int], int]
    warnings: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Defaults:
    """The defaults of a query.

    Public attributes:
        limit       -- Limit of each search
        perspective -- Perspective
    """

    limit: Limit
    perspective: Perspective


def parse_query(query_id: str, fields: Fields, defaults: Defaults) -> Query:
    """Returns the query of some fields; whether its moves are legal is not looked at.

    Raises QueryError if it can't be answered.
    """
    size = _size(fields)
    stones = fields.moves("initialStones", size, size * size, may_pass=False)
    if "moves" not in fields:
        raise QueryError("Must specify an array of [player,location] pairs", "moves")
    moves = fields.moves("moves", size, LONGEST_GAME, may_pass=True)
    player = fields.colour("initialPlayer")
    turns = _turns(fields, len(moves))
    asked = _rules(fields)
    komi = _komi(fields, asked.rules.komi)
    rules = _with_bonus(fields, asked.rules)
    warnings = []
    if asked.unsupported:
        message = f"Rules not supported: {', '.join(asked.unsupported)}; analysed without"
        warnings.append(("rules", message))
    overrides = Overrides(None, None, None, None, [])
    if FIELD in fields:
        overrides = read_overrides(fields.value(FIELD))
    if overrides.unknown:
        names = ",".join(overrides.unknown)[:1000]
        warnings.append((FIELD, f"Unknown config params: {names}"))
    limit = _limit(fields, overrides, defaults.limit)
    wanted = _wanted(fields, overrides.perspective or defaults.perspective)
    interval = _SHORTEST_INTERVAL, _LONGEST_INTERVAL, _INTERVAL_MESSAGE
    report_every = fields.number("reportDuringSearchEvery", *interval)
    first_report = fields.number("firstReportDuringSearchAfter", *interval)
    priorities = _priorities(fields, turns)
    avoid = _avoid(fields, size)
    warnings += _of_no_effect(fields)
    return Query(
        id=query_id,
        start=start_of(size, rules, komi, stones, player, moves),
        moves=tuple(moves),
        turns=tuple(sorted(priorities.items())),
        limit=limit,
        first_report=report_every if first_report is None else first_report,
        report_every=report_every,
        wanted=wanted,
        avoid=avoid,
        warnings=warnings,
    )


def _size(fields: Fields) -> int:
    sizes = []
    for name in ("boardXSize", "boardYSize"):
        if name not in fields:
            raise QueryError(_SIZE_MESSAGE, name)
        sizes.append(fields.integer(name, MIN_SIZE, MAX_SIZE, _SIZE_MESSAGE, 0))
    width, height = sizes
    if width != height:
        message = f"Must be equal to boardXSize: {width}x{height} is no square, and only such"
        raise QueryError(f"{message} boards are supported", "boardYSize")
    return width


def _turns(fields: Fields, n_moves: int) -> list[int]:
    """Returns the turns to analyse, in the query's order."""
    message = "Must specify an array of integers indicating turns to analyze"
    turns = fields.integers("analyzeTurns", message)
    if turns is None:
        return [n_moves]
    for turn in turns:
        if not 0 <= turn <= n_moves:
            raise QueryError(f"Invalid turn number: {str(turn)[:SHOWN]}", "analyzeTurns")
    return turns


def _priorities(fields: Fields, turns: list[int]) -> dict[int, int]:
    """Returns the priority of each turn that is to be analysed."""
    message = "Must specify an array of integers indicating priorities"
    priorities = fields.integers("priorities", message)
    if priorities is None:
        message = "Must be a number between -2^62 and 2^62"
        priority = fields.integer("priority", -_MOST_PRIORITY, _MOST_PRIORITY, message, 0)
        return dict.fromkeys(turns, priority)
    if "analyzeTurns" not in fields:
        raise QueryError("Can only specify when also specifying analyzeTurns", "priorities")
    if len(priorities) != len(turns):
        raise QueryError("Must be of matching length to analyzeTurns", "priorities")
    for priority in priorities:
        if abs(priority) > _MOST_PRIORITY:
            raise QueryError(f"Invalid priority: {str(priority)[:SHOWN]}", "priorities")
    if "priority" in fields:
        raise QueryError("Cannot specify both priority and priorities", "priority")
    return dict(zip(turns, priorities, strict=True))


def _rules(fields: Fields) -> AskedRules:
    value = fields.value("rules")
    if not isinstance(value, str | dict):
        raise QueryError(_RULES_MESSAGE, "rules")
    try:
        return rules_from_katago(value)
    except ValueError as error:
        raise QueryError(f"Could not parse rules: {error}", "rules") from None


def _komi(fields: Fields, usual: float) -> float:
    value = fields.value("komi")
    if "komi" not in fields:
        return usual
    if not is_komi(value):
        raise QueryError(_KOMI_MESSAGE, "komi")
    return float(value)


def _with_bonus(fields: Fields, rules: Ruleset) -> Ruleset:
    value = fields.value("whiteHandicapBonus")
    if "whiteHandicapBonus" not in fields:
        return rules
    if not isinstance(value, str):
        raise QueryError("Must be a string", "whiteHandicapBonus")
    try:
        return with_handicap_bonus(rules, value)
    except ValueError as error:
        raise QueryError(str(error), "whiteHandicapBonus") from None


def _limit(fields: Fields, overrides: Overrides, default: Limit) -> Limit:
    """Returns how long each position is searched: the query's visits take the place of those of
    its settings, but not of their playouts.
    """
    asked = overrides.visits or 0
    visits = fields.integer(
        "maxVisits", 1, MOST_PLAYOUTS, "Must be an integer from 1 to 2^50", asked
    )
    seconds = default.seconds
    if overrides.seconds is not None:
        seconds = min(max(overrides.seconds, _SHORTEST_TIME), MOST_SECONDS)
    playouts = min((n for n in (visits, overrides.playouts) if n), default=default.playouts)
    return Limit(playouts, seconds)


def _wanted(fields: Fields, perspective: Perspective) -> Wanted:
    message = "Must be an integer from 1 to 1000"
    return Wanted(
        perspective,
        fields.integer("analysisPVLen", 1, 1000, message, _USUAL_PV_LENGTH),
        ownership=fields.truth("includeOwnership"),
        moves_ownership=fields.truth("includeMovesOwnership"),
        policy=fields.truth("includePolicy"),
        pv_visits=fields.truth("includePVVisits"),
    )


def _avoid(fields: Fields, size: int) -> dict[tuple[int, int], int]:
    """Returns among how many moves from the position on a colour is not to play on a point."""
    if "allowMoves" in fields and "avoidMoves" in fields:
        raise QueryError("Cannot specify both allowMoves and avoidMoves", "allowMoves")
    name = "allowMoves" if "allowMoves" in fields else "avoidMoves"
    entries = fields.value(name) if name in fields else []
    if not isinstance(entries, list):
        raise QueryError(_AVOID_MESSAGE, name)
    avoid: dict[tuple[int, int], int] = {}
    allowed: set[int] = set()  # colours
    for entry in entries:
        colour, points, depth = _avoided_by(entry, name, size)
        if name == "allowMoves":
            if colour in allowed:
                raise QueryError("Cannot specify allowMoves twice for the same player", name)
            allowed.add(colour)
            points = {*board_points(size), PASS} - points
        for point in points:
            avoid[colour, point] = max(depth, avoid.get((colour, point), 0))
    return avoid


def _avoided_by(entry: object, name: str, size: int) -> tuple[int, set[int], int]:
    """Returns an entry's colour, points and depth."""
    if not isinstance(entry, dict) or not {"player", "moves", "untilDepth"} <= entry.keys():
        raise QueryError(_AVOID_MESSAGE, name)
    parts = Fields(entry)
    try:
        colour = parts.colour("player")
        points = parts.points("moves", size)
        depth = parts.integer("untilDepth", 1, 10**9, "Must be a positive integer", 1)
    except QueryError as error:
        raise QueryError(f"{error.field}: {error}", name) from None
    assert colour is not None  # the entry has a player
    return colour, set(points), depth


def _of_no_effect(fields: Fields) -> list[tuple[str, str]]:
    """Checks what has no effect, and returns warnings about it, and about fields nobody knows."""
    warnings = []
    for name, least, most in _WITHOUT_EFFECT:
        if fields.number(name, least, most, f"Must be a number from {least} to {most}") is not None:
            warnings.append((name, "Without effect: this engine's search has no such setting"))
    for name in _MISSING_RESULTS:
        if fields.truth(name):
            warnings.append((name, "Without effect: this engine does not know these figures"))
    unread = [name for name in fields.unread if name not in ("id", "action")]
    warnings += [
        (name[:SHOWN], "Unexpected or unused field, do you have a typo?")
        for name in unread[:MOST_UNREAD]
    ]
    return warnings
