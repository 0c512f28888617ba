"""The local fight of a framed problem: whose stones are to be captured, and where to search.

A wall of the attacker that has two ways out to the ground behind it is taken for connected with it:
what is between them is filled, so that only points inside are left.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from cfggo.go.points import BLACK, DIAGONALS, EMPTY, N_POINTS, NEIGHBOURS, WHITE
from cfggo.go.setup import set_up_board
from cfggo.solving.frame import Framed

_WAYS_OUT = 2
"""Liberties towards the attacker's ground with which a chain counts as connected to it: whichever
the defender takes, the attacker takes the other."""


@dataclass(frozen=True)
class Fight:
    """What a proof is about: the attacker captures all targets, or the defender keeps one.

    Public attributes:
        boards   -- array of one board, shape (1,), dtype BOARD_DTYPE; the frame is on it
        attacker -- colour
        targets  -- bool[N_POINTS]: points of the stones to be captured
        playable -- bool[N_POINTS]: where both sides may play, while it is empty
    """

    boards: np.ndarray
    attacker: int
    targets: np.ndarray
    playable: np.ndarray

    @property
    def room(self) -> int:
        """The number of points where moves can be made now."""
        return int(np.count_nonzero(self.playable & (self.boards[0]["colour"] == EMPTY)))


def fight_of(framed: Framed, to_play: int) -> Fight | None:
    """Returns the fight of a framed problem, or None if there is none that proofs could decide.

    That is so if the defender has no stones in it, or none with a liberty once the ground behind
    walls is filled: then the wrong side was taken for the attacker.

    Raises ValueError if the stones can't stand so.
    """
    boards = set_up_board(framed.size, framed.black, framed.white, to_play)
    targets = _attacked(boards[0], framed)
    if not targets:
        return None
    stones = {BLACK: framed.black, WHITE: framed.white}
    filled = _way_out(boards[0], framed)
    stones[framed.attacker] = (*stones[framed.attacker], *sorted(filled))
    try:
        boards = set_up_board(framed.size, stones[BLACK], stones[WHITE], to_play)
    except ValueError:
        return None
    return Fight(
        boards,
        framed.attacker,
        _mask(targets),
        _mask(framed.area - filled),
    )


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
    largest: set[int] = set()
    left = set(own)
    while left:
        queue = [left.pop()]
        group = set(queue)
        passed: set[int] = set()
        while queue:
            point = queue.pop()
            is_stone = point in own
            offsets = NEIGHBOURS + DIAGONALS if is_stone else NEIGHBOURS
            for offset in offsets:
                near = point + offset
                if near in left:
                    left.discard(near)
                    group.add(near)
                    queue.append(near)
                elif (
                    is_stone
                    and offset in NEIGHBOURS
                    and near in framed.area
                    and colour[near] == EMPTY
                    and near not in passed
                ):
                    passed.add(near)
                    queue.append(near)
        if len(group) > len(largest):
            largest = group
    return largest


def _way_out(board: np.void, framed: Framed) -> set[int]:
    """Returns the empty points between the attacker's walls and the attacker's ground.

    They are reached from the ground without coming within two steps of the defender's stones.
    Those of a chain with one such liberty are left out.
    """
    colour, head = board["colour"], board["head"]
    empty = {point for point in framed.area if colour[point] == EMPTY}
    defended = {point for point in framed.area if colour[point] == 3 - framed.attacker}
    contacts = {point + offset for point in defended for offset in NEIGHBOURS} & empty
    inside = contacts | {point + offset for point in contacts for offset in NEIGHBOURS}

    def is_free(point: int) -> bool:
        return point not in inside

    ground = {
        point
        for point in empty
        if any(
            colour[point + offset] == framed.attacker and point + offset not in framed.area
            for offset in NEIGHBOURS
        )
    }
    queue = [point for point in ground if is_free(point)]
    reached = set(queue)
    while queue:
        point = queue.pop()
        for offset in NEIGHBOURS:
            near = point + offset
            if near in empty and near not in reached and is_free(near):
                reached.add(near)
                queue.append(near)
    ways: dict[int, set[int]] = {}
    for point in reached:
        for offset in NEIGHBOURS:
            near = point + offset
            if near in framed.area and colour[near] == framed.attacker:
                ways.setdefault(int(head[near]), set()).add(point)
    narrow = {point for points in ways.values() if len(points) < _WAYS_OUT for point in points}
    return reached - narrow
