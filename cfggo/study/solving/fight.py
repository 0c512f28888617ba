"""The local fights of a framed problem: whose stones are to be captured, and where to search.

Most of the ground behind the attacker's walls does not matter, and has too many points to search.
Two fights leave it out.  One of them is too good for the attacker, and one for the defender, so
what a side can't be kept from there it gets in the problem, too:

- In the first the ground is *filled* with stones of the attacker, as if its walls were connected
  with it.  Where the attacker loses even so, it loses.
- In the second the ground is left empty, and nobody plays there: it is a *refuge*, and no chain
  that reaches it can be captured.  Where the attacker wins even so, it wins.

A refuge must not keep stones of the attacker that could be captured.  So those next to it are
connected with the frame, or *held*: they have two ways to it, over points of the refuge that no
other needs, and when the defender goes into one, the attacker takes the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, DIAGONALS, EMPTY, N_POINTS, NEIGHBOURS, WHITE, board_points
from cfggo.go.setup import set_up_board
from cfggo.study.solving.frame import Framed, around, flood

_WAYS_OUT = 2
"""Ways to the attacker's ground with which a chain counts as connected to it: whichever the
defender takes, the attacker takes the other."""

_STEPS = 2
"""Moves of a way to the frame, but for the last."""


@dataclass(frozen=True)
class Fight:
    """The subject of a proof: the attacker captures all targets, or the defender keeps one.

    Public attributes:
        boards   -- array of one board, shape (1,), dtype BOARD_DTYPE; the frame is on it
        attacker -- colour
        targets  -- bool[N_POINTS]: points of the stones to be captured
        playable -- bool[N_POINTS]: where both sides may play, while it is empty
        proves   -- frozenset of the colours that win the problem if they win this
    """

    boards: np.ndarray
    attacker: int
    targets: np.ndarray
    playable: np.ndarray
    proves: frozenset[int] = frozenset((BLACK, WHITE))

    @property
    def room(self) -> int:
        """The number of points where moves can be made now."""
        return int(np.count_nonzero(self.playable & (self.boards[0]["colour"] == EMPTY)))

    def after(self, moves: Sequence[int]) -> Fight | None:
        """Returns the same fight some moves later, None if one of them can't be made in it.

        Nothing keeps the side to play from taking a ko.
        """
        boards = self.boards.copy()
        for point in moves:
            if not self.playable[point] or not is_legal(boards[0], point):
                return None
            play(boards[0], point)
            boards[0]["ko"] = 0
        return replace(self, boards=boards)


def fights_of(framed: Framed, to_play: int) -> tuple[Fight, ...]:
    """Returns the fights of a framed problem that proofs could decide, the smallest first.

    There are none if the defender has no stones in it: then the wrong side was taken for the
    attacker.  Together they prove for both sides.

    Raises ValueError if the stones can't stand so.
    """
    boards = set_up_board(framed.size, framed.black, framed.white, to_play)
    attacker = framed.attacker
    targets = _attacked(boards[0], framed)
    if not targets:
        return ()
    solid = _solid_frame(boards[0], framed)
    ground = _ground(boards[0], framed, solid)
    refuge = _refuge(boards[0], framed, solid, ground)
    fights = []
    if ground:
        stones = {BLACK: framed.black, WHITE: framed.white}
        stones[attacker] = (*stones[attacker], *sorted(ground))
        filled = set_up_board(framed.size, stones[BLACK], stones[WHITE], to_play)
        playable = _mask(framed.area - ground)
        fights.append(Fight(filled, attacker, _mask(targets), playable, frozenset({3 - attacker})))
    sides = {attacker} if refuge else {BLACK, WHITE}
    playable = _mask(framed.area - refuge)
    fights.append(Fight(boards, attacker, _mask(targets), playable, frozenset(sides)))
    return tuple(fights)


def _mask(points: Collection[int]) -> np.ndarray:
    mask = np.zeros(N_POINTS, dtype=np.bool_)
    mask[[*points]] = True
    return mask


def _attacked(board: np.void, framed: Framed) -> set[int]:
    """Returns the defender's stones in the largest group: chains that touch diagonally, or share a
    liberty, belong together.
    """
    colour = board["colour"]
    own = {point for point in framed.area if colour[point] == 3 - framed.attacker}
    empty = {point for point in framed.area if colour[point] == EMPTY}
    groups: list[set[int]] = [set()]
    left = set(own)
    while left:
        group, grown = set[int](), {left.pop()}
        while grown != group:
            group = grown
            near = around(group, NEIGHBOURS + DIAGONALS) | around(around(group) & empty)
            grown = group | (near & own)
        left -= group
        groups.append(group)
    return max(groups, key=len)


def _solid_frame(board: np.void, framed: Framed) -> set[int]:
    """Returns the heads of the attacker's chains that have an eye in the frame."""
    eyes = (p for p in board_points(framed.size) if p not in framed.area)
    return {
        int(board["head"][eye + offset])
        for eye in eyes
        if board["colour"][eye] == EMPTY
        for offset in NEIGHBOURS
        if board["colour"][eye + offset] == framed.attacker
    }


def _ground(board: np.void, framed: Framed, solid: set[int]) -> set[int]:
    """Returns the empty points between the attacker's walls and its frame.

    They are reached from the frame without coming within two steps of the defender's stones.
    Those of a chain with one such liberty are left out, and what is cut off by that.

    solid -- heads of the frame's chains that live
    """
    colour, head = board["colour"], board["head"]
    empty = {point for point in framed.area if colour[point] == EMPTY}
    defended = {point for point in framed.area if colour[point] == 3 - framed.attacker}
    contacts = around(defended) & empty
    inside = contacts | around(contacts)
    reached = _reached(board, empty - inside, solid)
    ways: dict[int, set[int]] = {}
    for point in reached:
        for offset in NEIGHBOURS:
            near = point + offset
            if near in framed.area and colour[near] == framed.attacker:
                ways.setdefault(int(head[near]), set()).add(point)
    narrow = {point for points in ways.values() if len(points) < _WAYS_OUT for point in points}
    return _reached(board, reached - narrow, solid)


def _reached(board: np.void, free: set[int], solid: set[int]) -> set[int]:
    """Returns the points that are reached from the frame by going over free ones."""
    heads = board["head"]
    return flood((p for p in free if any(int(heads[near]) in solid for near in around([p]))), free)


def _refuge(board: np.void, framed: Framed, solid: set[int], ground: set[int]) -> set[int]:
    """Returns the points of the ground where nobody needs to play.

    A stone of the attacker that borders on them, now or later, must not owe its life to that, so
    all that borders on them is held.

    solid -- heads of the frame's chains that live
    """
    refuge = set(ground)
    while True:
        doors = _doors(board, framed, solid, refuge)
        held = _held(board, framed, solid, refuge, doors)
        open_doors = {point for place in doors.keys() - held for point in doors[place]}
        if not open_doors:
            return refuge
        refuge -= open_doors


def _doors(
    board: np.void, framed: Framed, solid: set[int], refuge: set[int]
) -> dict[int, list[int]]:
    """Returns what the attacker has or may get beside a refuge, with the points there.

    That are chains, by their heads, and empty points outside the refuge.
    """
    colour, head = board["colour"], board["head"]
    doors: dict[int, list[int]] = {}
    for point in sorted(refuge):
        for offset in NEIGHBOURS:
            near = point + offset
            place = int(head[near]) if colour[near] == framed.attacker else near
            if near in refuge or colour[near] not in (EMPTY, framed.attacker) or place in solid:
                continue
            points = doors.setdefault(place, [])
            if point not in points:
                points.append(point)
    return doors


def _held(
    board: np.void, framed: Framed, solid: set[int], refuge: set[int], doors: dict[int, list[int]]
) -> set[int]:
    """Returns the chains and points that are connected with the frame, or surely will be.

    Those have two ways over points of the refuge that are nobody else's.
    """
    colour, head = board["colour"], board["head"]
    connected = set(solid)
    held: set[int] = set()
    free = set(refuge)

    def touches(point: int) -> bool:
        return any(
            colour[near] == framed.attacker and int(head[near]) in connected
            for near in (point + offset for offset in NEIGHBOURS)
        )

    def way(point: int, free: set[int], steps: int) -> set[int] | None:
        """Returns the points that a stone on one needs to be connected, that included."""
        if touches(point):
            return {point}
        near = [point + offset for offset in NEIGHBOURS]
        on = two_ways(near, free - {point}, steps - 1) if steps else None
        return None if on is None else on | {point}

    def two_ways(starts: list[int], free: set[int], steps: int) -> set[int] | None:
        """Returns the points of two ways that share none, None if there are no such two."""
        used: set[int] = set()
        n_ways = 0
        for most in range(steps + 1):
            for start in starts:
                left = free - used
                found = way(start, left, most) if start in left else None
                if found is not None:
                    used |= found
                    n_ways += 1
                    if n_ways == _WAYS_OUT:
                        return used
        return None

    has_grown = True
    while has_grown:
        has_grown = False
        for place in sorted(doors.keys() - held, key=lambda place: len(doors[place])):
            is_chain = colour[place] == framed.attacker
            own = set() if not is_chain and touches(place) else two_ways(doors[place], free, _STEPS)
            if own is None:
                continue
            held.add(place)
            free -= own
            if is_chain:
                connected.add(place)
            has_grown = True
    return held
