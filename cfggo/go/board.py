"""The board record and the rules that move stones.

A board is one element of a NumPy array of `BOARD_DTYPE`, passed to the kernels as `boards[i]`.
All of the position is in that element, the random generator included, so copying a position is
one assignment (`copies[0] = boards[0]`), and playing a move allocates nothing.

Chains are circular linked lists of stones with one stone as *head*; what belongs to a chain is
stored at its head.  Liberties are exact: a bit set over the points, and its size.

Simple ko only; positional superko needs a history and is left to `cfggo.go.game`.
Kernels do not check that a move is legal: ask `is_legal` first.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit, popcount
from cfggo.go.points import (
    BLACK,
    DIAGONALS,
    EMPTY,
    MAX_BOARD_POINTS,
    MAX_SIZE,
    MIN_SIZE,
    N_POINTS,
    NEIGHBOURS,
    OFF_BOARD,
    PASS,
    STRIDE,
    WHITE,
)

N_WORDS = (N_POINTS + 63) // 64
"""Length, in 64-bit words, of a bit set over the points."""

NEVER = -1000
"""The number of a move where there was none."""

BOARD_DTYPE = np.dtype(
    [
        ("hash", np.uint64),  # Zobrist hash of the stones, without the side to move
        ("random", np.uint64),  # state of the random generator, never zero
        ("size", np.int32),
        ("to_play", np.int32),
        ("ko", np.int32),  # where the side to move may not retake, or 0
        ("last", np.int32),  # the last move (PASS if it was a pass or there is none)
        ("last2", np.int32),  # the move before the last
        ("n_moves", np.int32),
        ("n_passes", np.int32),  # passes in a row at the end of the game so far
        ("n_empty", np.int32),
        ("n_removed", np.int32),
        ("prisoners", np.int32, 3),  # stones of each colour that were taken off the board
        ("colour", np.uint8, N_POINTS),
        ("head", np.uint16, N_POINTS),  # of a stone's chain; an empty point is its own, border: 0
        ("next", np.uint16, N_POINTS),  # stone of the same chain, in a circle
        ("n_stones", np.int16, N_POINTS),  # of a chain, at its head
        ("n_liberties", np.int16, N_POINTS),  # of a chain, at its head
        ("played_at", np.int16, N_POINTS),  # number of the last move on a point, captured or not
        ("empty", np.uint16, MAX_BOARD_POINTS),  # the empty points, in any order
        ("empty_index", np.uint16, N_POINTS),  # where an empty point stands in `empty`
        ("removed", np.uint16, MAX_BOARD_POINTS),  # stones that the last move took off
        ("vacant", np.uint64, (1, N_WORDS)),  # the empty points, as a bit set
        ("liberties", np.uint64, (N_POINTS, N_WORDS)),  # of a chain, at its head
    ],
    align=True,
)
"""One position; see the module's text.

Points that serve as indices are unsigned, which saves the check for negative indices.
"""

_ZOBRIST = np.random.Generator(np.random.PCG64(20150831)).integers(
    1, 2**64 - 1, size=(3, N_POINTS), dtype=np.uint64
)
_ONE = np.uint64(1)


def new_board(size: int, seed: int = 1) -> np.ndarray:
    """Returns an array of one empty board, shape (1,), dtype BOARD_DTYPE, Black to play.

    Raises ValueError if the size is not in 2..19.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size {size} is not in {MIN_SIZE}..{MAX_SIZE}")
    boards = np.zeros(1, dtype=BOARD_DTYPE)
    clear_board(boards[0], size)
    boards[0]["random"] = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1
    return boards


@jit
def clear_board(board, size):
    """Makes the board an empty one of that size, Black to play; keeps the random generator."""
    board.hash = np.uint64(0)
    board.size = size
    board.to_play = BLACK
    board.ko = 0
    board.last = PASS
    board.last2 = PASS
    board.n_moves = 0
    board.n_passes = 0
    board.n_removed = 0
    board.n_empty = 0
    for colour in range(3):
        board.prisoners[colour] = 0
    for word in range(N_WORDS):
        board.vacant[0, word] = np.uint64(0)
    for point in range(N_POINTS):
        board.played_at[point] = NEVER
        row = point // STRIDE - 1
        col = point % STRIDE - 1
        if 0 <= row < size and 0 <= col < size:
            board.colour[point] = EMPTY
            board.head[point] = point
            _add_empty(board, point)
        else:
            board.colour[point] = OFF_BOARD
            board.head[point] = 0


@jit
def forget_moves(board):
    """Makes the position one that was set up: nobody knows how it came about.

    There is no last move, no ko and no number of a move on any point.
    """
    board.ko = 0
    board.last = PASS
    board.last2 = PASS
    board.n_passes = 0
    for point in range(N_POINTS):
        board.played_at[point] = NEVER


@jit_inline
def has_bit(words, row, point):
    """Tells whether a point is in the bit set `words[row]`; words: uint64[:, N_WORDS]."""
    return (words[row, point >> 6] >> np.uint64(point & 63)) & _ONE != np.uint64(0)


@jit_inline
def set_bit(words, row, point):
    """Puts a point into the bit set `words[row]`; words: uint64[:, N_WORDS]."""
    words[row, point >> 6] |= _ONE << np.uint64(point & 63)


@jit_inline
def clear_bit(words, row, point):
    """Takes a point out of the bit set `words[row]`; words: uint64[:, N_WORDS]."""
    words[row, point >> 6] &= ~(_ONE << np.uint64(point & 63))


@jit_inline
def first_liberty(board, head):
    """Returns the first liberty of a chain in the order of the points; it must have one."""
    word = 0
    while board.liberties[head, word] == np.uint64(0):
        word += 1
    return (word << 6) + lowest_bit(board.liberties[head, word])


@jit_inline
def last_liberty(board, head):
    """Returns the last liberty of a chain in the order of the points; it must have one.

    For a chain of two liberties, `first_liberty` and `last_liberty` are both of them.
    """
    word = N_WORDS - 1
    while board.liberties[head, word] == np.uint64(0):
        word -= 1
    bits = board.liberties[head, word]
    while bits & (bits - _ONE) != np.uint64(0):
        bits &= bits - _ONE
    return (word << 6) + lowest_bit(bits)


@jit_inline
def _add_empty(board, point):
    """Puts a point among the empty points."""
    set_bit(board.vacant, 0, point)
    board.empty[board.n_empty] = point
    board.empty_index[point] = board.n_empty
    board.n_empty += 1


@jit_inline
def _drop_empty(board, point):
    """Takes a point from the empty points."""
    clear_bit(board.vacant, 0, point)
    board.n_empty -= 1
    moved = board.empty[board.n_empty]
    index = board.empty_index[point]
    board.empty[index] = moved
    board.empty_index[moved] = index


@jit
def is_legal(board, point):
    """Tells whether the side to move may play on a point: empty, no simple ko, no suicide."""
    if board.colour[point] != EMPTY or point == board.ko:
        return False
    colour = board.to_play
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == EMPTY:
            return True
        if near_colour == OFF_BOARD:
            continue
        in_atari = board.n_liberties[board.head[near]] == 1
        if in_atari == (near_colour != colour):
            return True
    return False


@jit
def is_own_eye(board, point, colour):
    """Tells whether an empty point is a one-point eye of a colour that it should not fill.

    All neighbours are its own stones or off the board, and the opponent has fewer than two of the
    diagonal points (none at the edge).
    """
    for offset in NEIGHBOURS:
        near = board.colour[point + offset]
        if near != colour and near != OFF_BOARD:
            return False
    enemies = 0
    edge = 0
    for offset in DIAGONALS:
        near = board.colour[point + offset]
        if near == 3 - colour:
            enemies += 1
        elif near == OFF_BOARD:
            edge = 1
    return enemies + edge < 2


@jit
def give_turn(board, colour):
    """Makes it a colour's turn; if it was the other one's, the point of a simple ko is free."""
    if board.to_play != colour:
        board.to_play = colour
        board.ko = 0


@jit
def play(board, point):
    """Plays a legal move, or PASS, for the side to move; `board.removed` lists what it took off.

    A move that leaves its own chain without liberties takes that chain off (suicide).
    """
    colour = board.to_play
    board.to_play = 3 - colour
    board.last2 = board.last
    board.last = point
    board.n_moves += 1
    board.n_removed = 0
    board.ko = 0
    if point == PASS:
        board.n_passes += 1
        return
    board.n_passes = 0
    board.played_at[point] = board.n_moves
    place_stone(board, point, colour)
    if board.n_removed == 1 and board.colour[point] == colour:
        head = board.head[point]
        if board.n_stones[head] == 1 and board.n_liberties[head] == 1:
            board.ko = board.removed[0]


@jit
def place_stone(board, point, colour):
    """Puts a stone on an empty point, merges chains and appends captures to `board.removed`.

    The side to move and the ko point stay as they are: `play` is for moves, this also for set-up.
    """
    _drop_empty(board, point)
    board.colour[point] = colour
    board.hash ^= _ZOBRIST[colour, point]
    board.head[point] = point
    board.next[point] = point
    board.n_stones[point] = 1
    for word in range(N_WORDS):
        board.liberties[point, word] = np.uint64(0)
    liberties = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == EMPTY:
            set_bit(board.liberties, point, near)
            liberties += 1
        elif near_colour != OFF_BOARD:
            head = board.head[near]
            if has_bit(board.liberties, head, point):
                clear_bit(board.liberties, head, point)
                board.n_liberties[head] -= 1
    board.n_liberties[point] = liberties
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == colour and board.head[near] != board.head[point]:
            _merge(board, board.head[near], board.head[point])
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - colour and board.n_liberties[board.head[near]] == 0:
            remove_chain(board, board.head[near])
    if board.n_liberties[board.head[point]] == 0:
        remove_chain(board, board.head[point])


@jit_inline
def _merge(board, head_a, head_b):
    """Makes one chain of two, under the head of the larger one."""
    if board.n_stones[head_a] >= board.n_stones[head_b]:
        head, other = head_a, head_b
    else:
        head, other = head_b, head_a
    stone = other
    while True:
        board.head[stone] = head
        stone = board.next[stone]
        if stone == other:
            break
    after = board.next[head]
    board.next[head] = board.next[other]
    board.next[other] = after
    board.n_stones[head] += board.n_stones[other]
    count = 0
    for word in range(N_WORDS):
        both = board.liberties[head, word] | board.liberties[other, word]
        board.liberties[head, word] = both
        count += popcount(both)
    board.n_liberties[head] = count


@jit
def remove_chain(board, head):
    """Takes a chain off the board, gives its points to the neighbours as liberties and appends
    its stones to `board.removed`.
    """
    colour = board.colour[head]
    stone = head
    while True:
        board.colour[stone] = EMPTY
        board.head[stone] = stone
        board.hash ^= _ZOBRIST[colour, stone]
        _add_empty(board, stone)
        board.removed[board.n_removed] = stone
        board.n_removed += 1
        stone = board.next[stone]
        if stone == head:
            break
    board.prisoners[colour] += board.n_stones[head]
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            near_colour = board.colour[near]
            if near_colour == BLACK or near_colour == WHITE:
                near_head = board.head[near]
                if not has_bit(board.liberties, near_head, stone):
                    set_bit(board.liberties, near_head, stone)
                    board.n_liberties[near_head] += 1
        stone = board.next[stone]
        if stone == head:
            break


@jit_inline
def playout_limit(board):
    """Returns the move number at which a playout from here is stopped: three moves for each point
    of the board from now.  Only on small boards do captures go on for so long, on 4x4 in one
    playout of a hundred; on 9x9 and larger ones it takes an endless cycle.
    """
    return board.n_moves + 3 * board.size * board.size


@jit_inline
def owner_on_filled_board(board, point):
    """Returns who owns a point at the end of a playout, where every stone counts as alive.

    An empty point belongs to the colour that has all of its neighbouring stones; for a board with
    larger empty regions use `cfggo.go.scoring`.
    """
    owner = board.colour[point]
    if owner == EMPTY:
        for offset in NEIGHBOURS:
            near = board.colour[point + offset]
            if near != OFF_BOARD:
                owner |= near
    return owner


@jit
def area_of_filled_board(board):
    """Returns Black's area minus White's after a playout; see `owner_on_filled_board`."""
    balance = 0
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            owner = owner_on_filled_board(board, point)
            if owner == BLACK:
                balance += 1
            elif owner == WHITE:
                balance -= 1
    return balance
