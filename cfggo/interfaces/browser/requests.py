"""What the page may ask for: the content of each request, checked before anything is done."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, NoReturn

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, read_table
from cfggo.config import KOMI
from cfggo.go.points import MAX_SIZE, MIN_SIZE
from cfggo.interfaces.browser.clocks import NO_CLOCK, TimeControl
from cfggo.interfaces.browser.searches import LOOKS

Number = Annotated[int, Range(0, 10_000)]
"""A number of moves."""

NodeNumber = Annotated[int, Range(0, 10_000_000)]
"""The number of a node of the game's tree."""

You = Literal["black", "white", "both"]
"""Which colour the user plays."""


class SgfFile(NamedTuple):
    """A record, and the name of its file."""

    data: bytes
    name: str


@dataclass(frozen=True)
class Nothing:
    """A request that needs no more than its name."""


@dataclass(frozen=True)
class Play:
    """A move: a vertex or "pass", after the first `at` moves of the game."""

    vertex: str
    at: Number


@dataclass(frozen=True)
class NewGame:
    """A game from its beginning; level: "" for full strength; clock: for both sides."""

    size: Annotated[int, Range(MIN_SIZE, MAX_SIZE)]
    komi: Annotated[float, KOMI]
    rules: str
    handicap: Annotated[int, Range(0, 9)]
    level: str
    you: You
    clock: TimeControl = NO_CLOCK


@dataclass(frozen=True)
class Seat:
    """Who plays on after the first `at` moves of the game, and how strong."""

    you: You
    level: str
    at: Number


@dataclass(frozen=True)
class Look:
    """Which position a page shows, by its id, and what it wants to know of it.

    page   -- as the page names itself to the stream of events
    wants  -- names of `LOOKS`
    lesson -- whether it also wants to know what the last moves lost, and why
    """

    page: str
    position: str
    wants: tuple[Literal[*LOOKS], ...]  # type: ignore[valid-type]
    lesson: bool = False


@dataclass(frozen=True)
class Position:
    """A position, by its id."""

    position: str


@dataclass(frozen=True)
class Node:
    """A node of the game's tree, by its number."""

    node: NodeNumber


@dataclass(frozen=True)
class Tree:
    """What has changed in the tree of a game since a version of it; -1: all of it is wanted."""

    game: Annotated[int, Range(-1, 10_000_000)] = -1
    since: Annotated[int, Range(-1, 10_000_000)] = -1


@dataclass(frozen=True)
class Comment:
    """What is said of a position from now on."""

    node: NodeNumber
    text: str


@dataclass(frozen=True)
class Mark:
    """A mark on a point of a position: a shape, or a text, of which the other one is empty."""

    node: NodeNumber
    vertex: str
    shape: Literal["", "triangle", "square", "circle", "cross"]
    text: str


@dataclass(frozen=True)
class SetUp:
    """All stones that are to be on the board of a position, and who plays then."""

    node: NodeNumber
    black: tuple[str, ...]
    white: tuple[str, ...]
    to_play: Literal["black", "white"]


@dataclass(frozen=True)
class Candidate:
    """A move that could be made in a position, which is named by its id."""

    vertex: str
    position: str


@dataclass(frozen=True)
class Chain:
    """A chain, by one of its points."""

    vertex: str


@dataclass(frozen=True)
class Try:
    """A move that is tried as the solution of a problem, which is named by its number from 1, after
    the first `at` moves of its line.
    """

    vertex: str
    problem: Annotated[int, Range(1, 10_000_000)]
    at: Number


@dataclass(frozen=True)
class Turn:
    """Which problem is wanted: so many on from the present one, or the next unsolved one for 0."""

    by: Annotated[int, Range(-1, 1)]


@dataclass(frozen=True)
class ProblemNumber:
    """A problem that is wanted, by its number from 1."""

    problem: Annotated[int, Range(1, 10_000_000)]


@dataclass(frozen=True)
class Code:
    """The code that lets a device in."""

    code: str


@dataclass(frozen=True)
class KeptGame:
    """One of the user's games, by its file."""

    file: str


@dataclass(frozen=True)
class Switch:
    """Whether something is to be done from now on."""

    on: bool


def read_body(kind: type[Any], data: bytes, name: str) -> Any:
    """Returns the content of a request.

    kind -- one of the dataclasses above
    name -- of the request, for errors

    Raises CfggoError if it is no JSON object with the values that the dataclass wants.
    """
    place = Place(name)
    try:
        values = json.loads(data or b"{}", parse_constant=_refuse_constant)
    except RecursionError as error:
        raise CfggoError(f"{name}: JSON is nested too deeply") from error
    except ValueError as error:  # no JSON, no UTF-8, a number with thousands of digits
        raise CfggoError(f"{name}: no JSON") from error
    if not isinstance(values, dict):
        raise CfggoError(f"{name}: expected a JSON object")
    return read_table(kind, values, place)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
