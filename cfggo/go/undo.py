"""Moves that are taken back: what a reader of variations does in place of copying boards.

A board is 31 kilobytes; a move changes some hundred bytes of it.  `play_with_undo` keeps these in
an undo record, and `take_back` puts them back.  Moves are taken back in the opposite order.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit
from cfggo.go.board import N_WORDS, clear_bit, has_bit, play, set_bit
from cfggo.go.points import EMPTY, NEIGHBOURS, PASS

UNDO_DTYPE = np.dtype(
    [
        # Of the board, as it was.
        ("hash", np.uint64),
        ("to_play", np.int32),
        ("ko", np.int32),
        ("last", np.int32),
        ("last2", np.int32),
        ("n_passes", np.int32),
        # The move, the stones that it took off, and what stood at its point: a chain that was taken
        # off before keeps its list of stones there.
        ("point", np.int32),
        ("n_removed", np.int32),
        ("next", np.uint16),
        ("n_stones", np.int16),
        ("n_liberties", np.int16),
        ("played_at", np.int16),
        ("empty_index", np.uint16),
        ("liberties", np.uint64, N_WORDS),
        # Own chains that the move touched, as they were.
        ("n_own", np.int32),
        ("own", np.uint16, 4),
        ("own_stones", np.int16, 4),
        ("own_n_liberties", np.int16, 4),
        ("own_liberties", np.uint64, (4, N_WORDS)),
        # Heads of the chains that were merged, pair by pair; the first of a pair stayed.
        ("stayed", np.uint16, 4),
        ("merged", np.uint16, 4),
    ],
    align=True,
)
"""The data for taking one move back."""


@jit
def play_with_undo(board, point, undo):
    """Plays a legal move, or PASS, as `play` does, so that it can be taken back.

    The move must be legal by `is_legal`: suicides can't be taken back.
    undo: an UNDO_DTYPE record, to be given to `take_back`.
    """
    undo.hash = board.hash
    undo.to_play = board.to_play
    undo.ko = board.ko
    undo.last = board.last
    undo.last2 = board.last2
    undo.n_passes = board.n_passes
    undo.point = point
    undo.n_own = 0
    if point != PASS:
        undo.next = board.next[point]
        undo.n_stones = board.n_stones[point]
        undo.n_liberties = board.n_liberties[point]
        undo.played_at = board.played_at[point]
        undo.empty_index = board.empty_index[point]
        for word in range(N_WORDS):
            undo.liberties[word] = board.liberties[point, word]
        _note_merges(board, point, undo)
    play(board, point)
    undo.n_removed = board.n_removed


@jit
def _note_merges(board, point, undo):
    """Keeps the own chains around a point, and which head stays at each merge.

    The merges are those of `place_stone`: neighbour by neighbour, the head of the larger chain
    stays, that of the neighbour's if both are as large.
    """
    head = point
    stones = 1
    n = 0
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] != board.to_play:
            continue
        own = board.head[near]
        known = False
        for i in range(n):
            known |= undo.own[i] == own
        if known:
            continue
        undo.own[n] = own
        undo.own_stones[n] = board.n_stones[own]
        undo.own_n_liberties[n] = board.n_liberties[own]
        for word in range(N_WORDS):
            undo.own_liberties[n, word] = board.liberties[own, word]
        if board.n_stones[own] >= stones:
            undo.stayed[n] = own
            undo.merged[n] = head
            head = own
        else:
            undo.stayed[n] = head
            undo.merged[n] = own
        stones += board.n_stones[own]
        n += 1
    undo.n_own = n


@jit
def take_back(board, undo):
    """Takes the last move back; undo: the record that `play_with_undo` filled for it.

    The board is as it was, but for the list of what the move before took off, which is empty.
    """
    board.n_moves -= 1
    board.n_removed = 0
    if undo.point != PASS:
        _put_captures_back(board, undo)
        _part_chains(board, undo)
        _lift_stone(board, undo)
    board.hash = undo.hash
    board.to_play = undo.to_play
    board.ko = undo.ko
    board.last = undo.last
    board.last2 = undo.last2
    board.n_passes = undo.n_passes


@jit
def _put_captures_back(board, undo):
    """Puts the chains back that the move took off: they are the last of the empty points, each
    chain's head first.
    """
    colour = 3 - undo.to_play
    end = board.n_empty
    board.n_empty -= undo.n_removed
    board.prisoners[colour] -= undo.n_removed
    i = board.n_empty
    while i < end:
        head = board.empty[i]
        after = i + board.n_stones[head]
        for j in range(i, after):
            stone = board.empty[j]
            board.colour[stone] = colour
            board.head[stone] = head
            clear_bit(board.vacant, 0, stone)
            for offset in NEIGHBOURS:
                near = stone + offset
                if board.colour[near] == undo.to_play:
                    near_head = board.head[near]
                    if has_bit(board.liberties, near_head, stone):
                        clear_bit(board.liberties, near_head, stone)
                        board.n_liberties[near_head] -= 1
        i = after


@jit
def _part_chains(board, undo):
    """Makes the chains again that the move merged."""
    for i in range(undo.n_own - 1, -1, -1):
        stayed = undo.stayed[i]
        merged = undo.merged[i]
        after = board.next[stayed]
        board.next[stayed] = board.next[merged]
        board.next[merged] = after
        stone = merged
        while True:
            board.head[stone] = merged
            stone = board.next[stone]
            if stone == merged:
                break
    for i in range(undo.n_own):
        own = undo.own[i]
        board.n_stones[own] = undo.own_stones[i]
        board.n_liberties[own] = undo.own_n_liberties[i]
        for word in range(N_WORDS):
            board.liberties[own, word] = undo.own_liberties[i, word]


@jit
def _lift_stone(board, undo):
    """Makes the move's point empty; its chain is that stone alone."""
    point = np.int64(undo.point)
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - undo.to_play:
            head = board.head[near]
            if not has_bit(board.liberties, head, point):
                set_bit(board.liberties, head, point)
                board.n_liberties[head] += 1
    board.colour[point] = EMPTY
    board.head[point] = point
    board.next[point] = undo.next
    board.n_stones[point] = undo.n_stones
    board.n_liberties[point] = undo.n_liberties
    board.played_at[point] = undo.played_at
    for word in range(N_WORDS):
        board.liberties[point, word] = undo.liberties[word]
    # The opposite of what took it from the empty points: the last one went to its place.
    index = undo.empty_index
    if index != board.n_empty:
        moved = board.empty[index]
        board.empty[board.n_empty] = moved
        board.empty_index[moved] = board.n_empty
    board.empty[index] = point
    board.empty_index[point] = index
    board.n_empty += 1
    set_bit(board.vacant, 0, point)
