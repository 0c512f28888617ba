"""What a right move of a problem does, found out on the board: captures, a ladder, a race ..."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cfggo.features.ladders import is_caught, new_ladder_scratch
from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, board_points

SURE = 0.5
"""Ownership from which on stones count as their owner's, or as the other's."""

_LATE = 0.62
"""Share of a board's points with stones from which on moves are the endgame's."""


class Fates:
    """Chains whose fate a move decides.

    Public attributes:
      saved -- heads of chains of the side to play that live by the move and die without it
      taken -- heads of chains of the opponent that die by it and live without it
    """

    def __init__(self, board: np.void, with_it: np.ndarray, without: np.ndarray) -> None:
        """Compares who owns the stones.

        with_it, without -- float[N_POINTS], from +1 for the side to play to -1 for the other, if
                            the move is played, and if the opponent moves first
        """
        self.saved: list[int] = []
        self.taken: list[int] = []
        colour, head = board["colour"], board["head"]
        own = int(board["to_play"])
        for chain in sorted({int(head[p]) for p in board_points(int(board["size"]))}):
            stones = np.flatnonzero((head == chain) & (colour != EMPTY))
            if len(stones) == 0 or colour[chain] not in (own, 3 - own):
                continue
            if with_it[stones].mean() >= SURE and without[stones].mean() <= -SURE:
                (self.saved if colour[chain] == own else self.taken).append(chain)


def kind_of(boards: np.ndarray, move: int, fates: Fates) -> str | None:
    """Returns the kind of problem that a move solves, None if there is no word for it.

    boards -- shape (1,), before the move
    """
    board = boards[0]
    own = int(board["to_play"])
    after = boards.copy()
    play(after[0], move)
    captured = int(after[0]["n_removed"])
    if captured == 1 and after[0]["ko"]:
        return "ko"
    if captured:
        return "capture"
    if is_snapback(after, move):
        return "snapback"
    if len(new_ataris(board, after[0], move)) > 1:
        return "double atari"
    for chain in fates.taken:
        if is_ladder(after, chain):
            return "ladder"
    for chain in fates.taken:
        if is_net(boards, after, move, chain):
            return "net"
    in_atari = [chain for chain in fates.saved if board["n_liberties"][chain] == 1]
    if in_atari and all(is_out_of_danger(after, chain) for chain in in_atari):
        return "rescue"
    if fates.saved and fates.taken and _touch(board, fates.saved, fates.taken):
        return "race"
    if fates.saved and len(_chains_beside(board, move, own)) > 1:
        return "connection"
    if fates.taken and len(_chains_beside(board, move, 3 - own)) > 1:
        return "cut"
    if fates.taken:
        return "kill"
    if fates.saved:
        return "live"
    n_stones = int(board["size"]) ** 2 - int(board["n_empty"])
    return "endgame" if n_stones >= _LATE * int(board["size"]) ** 2 else None


def stones_in_question(boards: np.ndarray, move: int, fates: Fates) -> tuple[int, ...]:
    """Returns the stones that a move takes at once, and those whose fate it decides, sorted."""
    after = boards.copy()
    play(after[0], move)
    taken = after[0]["removed"][: after[0]["n_removed"]].tolist()
    chains = [*fates.saved, *fates.taken]
    decided = np.flatnonzero(np.isin(boards[0]["head"], chains) & (boards[0]["colour"] != EMPTY))
    return tuple(sorted({*map(int, taken), *decided.tolist()}))


def liberties(board: np.void, chain: int) -> list[int]:
    """Returns the empty points next to a chain."""
    stones = np.flatnonzero(board["head"] == board["head"][chain])
    near = {int(stone) + offset for stone in stones for offset in NEIGHBOURS}
    return sorted(point for point in near if board["colour"][point] == EMPTY)


def new_ataris(before: np.void, after: np.void, move: int) -> set[int]:
    """Returns the heads of the opponent's chains beside a move that it puts in atari."""
    chains = _chains_beside(after, move, 3 - int(before["to_play"]))
    return {c for c in chains if after["n_liberties"][c] == 1 and before["n_liberties"][c] > 1}


def is_snapback(after: np.ndarray, move: int) -> bool:
    """Tells whether a stone that is taken after a move lets more stones be taken at once.

    after -- shape (1,), after the move
    """
    board = after[0]
    if board["n_liberties"][board["head"][move]] != 1:
        return False
    (point,) = liberties(board, move)
    if not is_legal(board, point):
        return False
    lost = int(board["n_stones"][board["head"][move]])
    then = after.copy()
    play(then[0], point)
    if then[0]["n_removed"] != lost or then[0]["n_liberties"][then[0]["head"][point]] != 1:
        return False
    (back,) = liberties(then[0], point)
    if not is_legal(then[0], back):
        return False
    play(then[0], back)
    return bool(then[0]["n_removed"] > lost)


def is_ladder(after: np.ndarray, chain: int) -> bool:
    """Tells whether a move put a chain in atari that ataris alone catch, one after another.

    after -- shape (1,), after the move, the chain's side to play
    """
    if after[0]["n_liberties"][after[0]["head"][chain]] != 1 or not _is_caught(after, chain):
        return False
    (way_out,) = liberties(after[0], chain)
    if not is_legal(after[0], way_out):
        return False
    then = after.copy()
    play(then[0], way_out)
    return bool(then[0]["n_liberties"][then[0]["head"][way_out]] == 2)


def is_out_of_danger(after: np.ndarray, chain: int) -> bool:
    """Tells whether ataris don't catch a chain after its side's move.

    after -- shape (1,), the other side to play
    """
    n_liberties = after[0]["n_liberties"][after[0]["head"][chain]]
    return bool(n_liberties > 2 or (n_liberties == 2 and not _is_caught(after, chain)))


def is_net(boards: np.ndarray, after: np.ndarray, move: int, chain: int) -> bool:
    """Tells whether a move keeps a chain in that it does not touch, and no ladder could catch.

    boards, after -- shape (1,), before and after the move
    """
    board = boards[0]
    touched = {move + offset for offset in NEIGHBOURS}
    stones = np.flatnonzero(board["head"] == board["head"][chain])
    ways_out = liberties(after[0], chain)
    if touched & set(stones.tolist()) or not 2 <= len(ways_out) <= 3:
        return False
    near = {int(stone) + offset for stone in stones for offset in (*NEIGHBOURS, *DIAGONALS)}
    if not {move + offset for offset in (0, *NEIGHBOURS, *DIAGONALS)} & near:
        return False
    if len(ways_out) == 2 and _is_caught(boards, chain):
        return False
    for point in ways_out:
        if not is_legal(after[0], point):
            continue
        then = after.copy()
        play(then[0], point)
        n_liberties = then[0]["n_liberties"][then[0]["head"][chain]]
        if n_liberties > 2 or (n_liberties == 2 and not _is_caught(then, chain)):
            return False
    return True


def _is_caught(boards: np.ndarray, chain: int) -> bool:
    """Tells whether ataris catch a chain: of one liberty and to play, or two and not to play."""
    scratch = new_ladder_scratch()
    scratch.boards[0] = boards[0]
    return bool(is_caught(scratch, chain)) and _is_caught_without_ko(boards, chain)


def _is_caught_without_ko(boards: np.ndarray, chain: int, depth: int = 100) -> bool:
    """Tells whether ataris catch a chain though none of them takes a ko."""
    board = boards[0]
    if board["colour"][chain] not in (BLACK, WHITE):
        return True
    ways_out = liberties(board, chain)
    attacks = board["colour"][chain] != board["to_play"]
    if depth == 0 or len(ways_out) > 2 or (len(ways_out) == 2 and not attacks):
        return False
    if len(ways_out) == 1 and attacks:
        return True
    moves = set(ways_out)
    if not attacks:
        for stone in np.flatnonzero(board["head"] == board["head"][chain]).tolist():
            for near in (stone + offset for offset in NEIGHBOURS):
                enemy = board["colour"][near] == 3 - board["colour"][chain]
                if enemy and board["n_liberties"][board["head"][near]] == 1:
                    moves.update(liberties(board, near))
    results = []
    for move in moves:
        then = boards.copy()
        if is_legal(then[0], move):
            play(then[0], move)
            is_ko = attacks and then[0]["ko"] != 0
            results.append(not is_ko and _is_caught_without_ko(then, chain, depth - 1))
    return any(results) if attacks else all(results)


def _chains_beside(board: np.void, point: int, colour: int) -> set[int]:
    """Returns the heads of a colour's chains beside a point."""
    beside = (point + offset for offset in NEIGHBOURS)
    return {int(board["head"][near]) for near in beside if board["colour"][near] == colour}


def _touch(board: np.void, some: Sequence[int], others: Sequence[int]) -> bool:
    """Tells whether a chain of some is next to one of others."""
    heads = set(others)
    return any(
        int(board["head"][stone + offset]) in heads
        for chain in some
        for stone in np.flatnonzero(board["head"] == chain).tolist()
        for offset in NEIGHBOURS
    )
