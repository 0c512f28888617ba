"""Which stones are dead, by who owns their points at the end."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from cfggo.go.chains import chains_of
from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, OFF_BOARD, WHITE, board_points

if TYPE_CHECKING:
    import numpy as np

    from cfggo.go.game import Game

_SURELY_OWNED = 0.5
"""Ownership, -1 to 1, from which a colour can count on a point."""

_LIKELY_ALIVE = 1 / 3
"""Mean ownership from which a chain lives twice as often as it dies."""


class Status(Enum):
    """The fate of a chain, as GTP calls it."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"
    """Alive without two eyes, like the enemies that it shares liberties with."""


def chains_of_status(board: np.void, ownership: np.ndarray, status: Status) -> list[list[int]]:
    """Returns the chains of that status, each as the list of its points.

    The likelier fate of a chain counts, however close it is: to leave stones on the board because
    they are in doubt would give them to their owner.  But if an area would be nobody's by that, the
    doubtful chains around it are judged together: all for one side if its count agrees better with
    who owns the points.

    board     -- one element of a board array
    ownership -- float[N_POINTS], from +1 for Black to -1 for White
    """
    chains = chains_of(board)
    dead = _dead_stones(board, chains, ownership)
    if status is Status.DEAD:
        return [chain for chain in chains if dead[chain[0]]]
    in_seki = _stones_in_seki(board, chains, ownership)
    return [
        chain
        for chain in chains
        if not dead[chain[0]] and (chain[0] in in_seki) == (status is Status.SEKI)
    ]


def dead_points(game: Game, ownership: np.ndarray) -> list[int]:
    """Returns the points of the stones that a game's rules take off for dead when it ends.

    ownership -- float[N_POINTS], from +1 for Black to -1 for White
    """
    if game.rules.all_stones_alive:
        return []
    chains = chains_of_status(game.boards[0], ownership, Status.DEAD)
    return [point for chain in chains for point in chain]


def _dead_stones(board: np.void, chains: list[list[int]], ownership: np.ndarray) -> np.ndarray:
    """Returns which stones are dead, bool[N_POINTS]."""
    dead = board["colour"] < EMPTY  # none so far
    doubtful: dict[int, list[int]] = {}
    for chain in chains:
        own = _own(board, chain, ownership)
        dead[chain] = own < 0
        if abs(own) < _SURELY_OWNED:
            doubtful |= dict.fromkeys(chain, chain)
    if doubtful:
        for area in [*_nobodys_areas(board, dead)]:
            around = {point + offset for point in area for offset in NEIGHBOURS} | area
            near = [doubtful[point] for point in around & doubtful.keys()]
            for_one = [_with_fates(board, dead, near, winner) for winner in (BLACK, WHITE)]
            dead = max((dead, *for_one), key=lambda them: _agreement(board, them, ownership))
    return dead


def _nobodys_areas(board: np.void, dead: np.ndarray) -> Iterator[set[int]]:
    """Yields the connected points that belong to nobody without the dead stones, as sets."""
    owners = _owners(board, dead)
    left = {point for point in board_points(int(board["size"])) if owners[point] == EMPTY}
    while left:
        area, to_do = set[int](), [left.pop()]
        while to_do:
            area.add(point := to_do.pop())
            to_do += (near := {point + offset for offset in NEIGHBOURS} & left)
            left -= near
        yield area


def _with_fates(
    board: np.void, dead: np.ndarray, chains: list[list[int]], winner: int
) -> np.ndarray:
    """Returns which stones are dead if of these chains the winner's live and the others die."""
    dead = dead.copy()
    for chain in chains:
        dead[chain] = board["colour"][chain[0]] != winner
    return dead


def _agreement(board: np.void, dead: np.ndarray, ownership: np.ndarray) -> float:
    """Returns how well a count without the dead stones agrees with who owns the points."""
    owners = _owners(board, dead)
    return float(ownership[owners == BLACK].sum() - ownership[owners == WHITE].sum())


def _owners(board: np.void, dead: np.ndarray) -> np.ndarray:
    """Returns the owner of each point without the dead stones, int8[N_POINTS]."""
    from cfggo.go.scoring import owners_on_board  # which GTP's first commands can't wait for

    return owners_on_board(board, dead)


def _own(board: np.void, chain: list[int], ownership: np.ndarray) -> float:
    """Returns the mean ownership of a chain, +1 for its own colour to -1."""
    mean = float(ownership[chain].mean())
    return mean if board["colour"][chain[0]] == BLACK else -mean


def _stones_in_seki(board: np.void, chains: list[list[int]], ownership: np.ndarray) -> set[int]:
    """Returns the stones of groups in seki.

    Such a group likely lives, though it has no more than one small eye, and shares a liberty with
    an enemy of which the same is true.
    """
    colour_of = board["colour"].tolist()
    shared_by: dict[int, list[set[int]]] = {}
    for chain in chains:
        if _own(board, chain, ownership) < _LIKELY_ALIVE:
            continue
        own = ownership if colour_of[chain[0]] == BLACK else -ownership
        stones, eyes, liberties = _group(chain, colour_of, own)
        if not _may_be_two_eyes(eyes):
            for liberty in liberties:
                shared_by.setdefault(liberty, []).append(stones)
    return {
        stone
        for groups in shared_by.values()
        if len({colour_of[next(iter(stones))] for stones in groups}) == 2
        for stones in groups
        for stone in stones
    }


def _group(
    chain: list[int], colour_of: list[int], own: np.ndarray
) -> tuple[set[int], set[int], set[int]]:
    """Returns the stones that a chain shares eyes with, its own too, and their eyes and liberties.

    The eyes are points that the group surely owns and has no stones on; the liberties, empty points
    that it does not.  own: ownership, +1 for the colour of the chain.
    """
    colour = colour_of[chain[0]]
    stones, eyes, liberties = set(chain), set[int](), set[int]()
    to_do = list(chain)
    while to_do:
        point = to_do.pop()
        for near in (point + offset for offset in NEIGHBOURS):
            if near in stones or near in eyes or colour_of[near] == OFF_BOARD:
                continue
            if colour_of[near] == colour:
                stones.add(near)
            elif own[near] >= _SURELY_OWNED:
                eyes.add(near)
            else:
                if colour_of[near] == EMPTY and point in stones:
                    liberties.add(near)
                continue
            to_do.append(near)
    return stones, eyes, liberties


def _may_be_two_eyes(points: set[int]) -> bool:
    """Tells whether there is room for two eyes on a group's own points."""
    if len(points) == 2:
        return max(points) - min(points) not in NEIGHBOURS
    return len(points) > 2
