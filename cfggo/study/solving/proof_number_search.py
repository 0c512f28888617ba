"""Proofs of life and death by depth-first proof-number search (df-pn; Nagai 2002).

The attacker wants to capture all targets of a `Fight`, the defender to keep one.  Each node has two
numbers for the side to move: *phi*, about how many positions more must be decided to prove that it
gets its way, and *delta*, the same for its opponent.  One of them is 0 when that is proved.

    phi(node)   = min over moves of delta(child)
    delta(node) = sum over moves of phi(child)

The search goes down to the child of least delta for as long as the numbers stay below thresholds
that say when another line would be more promising.  All numbers are kept in a table by position.

Who wins, when the search ends:

- The attacker, once no target has a stone of the defender on it.
- The defender, once a target is in a chain that lives unconditionally (`cfggo.study.solving.life`),
  or that has a liberty where nobody plays.
- After two passes in a row the defender, too: what the attacker does not capture is alive or in
  seki.  But not if the attacker could take a ko: no defender has threats forever, so the ko must
  be ended first.

Nobody fills an eye of one point of their own; what needs that is not seen.  A line of `MAX_DEPTH`
moves decides nothing.

Ko: one side is the *ko master*.  It finds a threat whenever it needs one, so the other side may not
take a ko at all.  If both choices of ko master lead to the same result, no ko matters; if not, the
result is a ko.

Whoever brings back a position of the same line, the ko master wins by that.  So what is proved for
the other side never depends on the line.  That a move works, or fails, is proved with the side as
master that would have it otherwise.  What is proved for the master may depend on the line; then it
is not kept in the table but for the present line alone (`Line.reach`), since the same position can
be reached by other moves, after which nothing comes back (Kishimoto and Mueller 2004).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.board import BOARD_DTYPE, is_legal, is_own_eye, play
from cfggo.go.points import BLACK, EMPTY, NEIGHBOURS, OFF_BOARD, PASS
from cfggo.go.random import mix64
from cfggo.go.undo import UNDO_DTYPE, play_with_undo, take_back
from cfggo.study.solving.life import LifeBuffers, has_living_target, new_life_buffers

UNKNOWN, WON, LOST = 0, 1, 2
"""Proved results for the side to move: nothing, that it gets its way, that its opponent does."""

MAX_DEPTH = 96
"""Moves of the longest line."""

_MAX_MOVES = 128
"""Moves of a position, at most: more points than a fight that can be searched has."""

_INFINITE = np.int64(1 << 40)
_HARD = np.int64(1 << 30)  # of a position where the line is too long: better look anywhere else
_WIDENING = 4
"""A child may get worse than the second best by this part of it before the search changes over:
less would make it change too often (Pawlewicz and Lew 2007)."""

ENTRY_DTYPE = np.dtype(
    [("key", np.uint64), ("phi", np.int64), ("delta", np.int64), ("effort", np.int64)]
)
"""A row of the table: a position, its numbers, and how many nodes they took."""

_NOWHERE = MAX_DEPTH + 1  # no place on the line: the value of a move depends on none
_WAYS = 4  # rows that a position can stand in
_PASSED = np.uint64(0x9E3779B97F4A7C15)
_WHITE_TO_PLAY = np.uint64(0xC2B2AE3D27D4EB4F)


class Line(NamedTuple):
    """Where the search is: one row for each move of the present line, and scratch.

    boards     -- BOARD_DTYPE[n], n - 1 being the moves of the longest line
    keys       -- uint64[n], of the positions in the table
    phi_limit, delta_limit -- int64[n], the thresholds
    moves      -- int16[n, _MAX_MOVES]
    child_keys -- uint64[n, _MAX_MOVES]
    reach      -- int16[n, _MAX_MOVES]: if not _NOWHERE, the ko master wins after the move, because
                  a position comes back that stood at this place of the line
    chosen     -- int16[n]: index of the move that the line goes on with
    n_moves    -- int16[n]
    entered    -- int64[n]: nodes searched before this one
    undos      -- UNDO_DTYPE[1]
    life       -- LifeBuffers
    """

    boards: np.ndarray
    keys: np.ndarray
    phi_limit: np.ndarray
    delta_limit: np.ndarray
    moves: np.ndarray
    child_keys: np.ndarray
    reach: np.ndarray
    chosen: np.ndarray
    n_moves: np.ndarray
    entered: np.ndarray
    undos: np.ndarray
    life: LifeBuffers


def new_line(max_depth: int = MAX_DEPTH) -> Line:
    """Returns the buffers of a search with lines of at most so many moves, MAX_DEPTH or fewer."""
    n = max_depth + 1
    return Line(
        np.zeros(n, dtype=BOARD_DTYPE),
        np.zeros(n, dtype=np.uint64),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.zeros((n, _MAX_MOVES), dtype=np.int16),
        np.zeros((n, _MAX_MOVES), dtype=np.uint64),
        np.zeros((n, _MAX_MOVES), dtype=np.int16),
        np.zeros(n, dtype=np.int16),
        np.zeros(n, dtype=np.int16),
        np.zeros(n, dtype=np.int64),
        np.zeros(1, dtype=UNDO_DTYPE),
        new_life_buffers(),
    )


def new_table(bits: int = 18) -> np.ndarray:
    """Returns an empty table, ENTRY_DTYPE[2 ** bits]."""
    return np.zeros(1 << bits, dtype=ENTRY_DTYPE)


@jit
def search(line, table, points, playable, targets, attacker, master, max_nodes):
    """Searches the position `line.boards[0]` until it is decided or max_nodes are used.

    line     -- Line
    table    -- ENTRY_DTYPE[:], which keeps what was found for the next call; one for each ko master
    points   -- int64[:], where both sides may play
    playable, targets -- bool[N_POINTS]
    attacker -- colour
    master   -- colour of the ko master

    Returns a pair: what is proved for the side to move, and how many nodes were searched.
    """
    n_nodes = 0
    depth = 0
    line.keys[0] = _key(line.boards[0])
    line.phi_limit[0] = _INFINITE
    line.delta_limit[0] = _INFINITE
    line.entered[0] = 0
    verdict = verdict_on(line.boards[0], points, playable, targets, attacker, line.life)
    if verdict != UNKNOWN:
        return verdict, n_nodes
    list_moves(line, 0, points, master)
    while True:
        best, phi, delta, best_phi, second = _numbers(line, table, depth, master)
        if phi >= line.phi_limit[depth] or delta >= line.delta_limit[depth]:
            reach = _reach_of(line, table, depth, master, phi, delta)
            if reach >= depth:
                _store(table, line.keys[depth], phi, delta, n_nodes - line.entered[depth])
            else:
                line.reach[depth - 1, line.chosen[depth - 1]] = reach
            if depth == 0:
                return (WON if phi == 0 else LOST), n_nodes
            depth -= 1
            continue
        if n_nodes >= max_nodes:
            return UNKNOWN, n_nodes
        below = depth + 1
        line.chosen[depth] = best
        line.phi_limit[below] = min(line.delta_limit[depth] - delta + best_phi, _INFINITE)
        line.delta_limit[below] = min(line.phi_limit[depth], second + second // _WIDENING + 1)
        line.keys[below] = line.child_keys[depth, best]
        line.entered[below] = n_nodes
        n_nodes += 1
        line.boards[below] = line.boards[depth]
        board = line.boards[below]
        play(board, np.int64(line.moves[depth, best]))
        verdict = verdict_on(board, points, playable, targets, attacker, line.life)
        if verdict == WON:
            _store(table, line.keys[below], 0, _INFINITE, 1)
        elif verdict == LOST:
            _store(table, line.keys[below], _INFINITE, 0, 1)
        elif below == len(line.boards) - 1:
            _store(table, line.keys[below], _HARD, _HARD, 1)
        else:
            list_moves(line, below, points, master)
            depth = below


@jit
def _numbers(line, table, depth, master):
    """Returns the most promising move of a position, phi and delta, and what limits the child:
    its phi and the second least delta.

    Delta is infinite only if a move is proved to win: a sum, however large, proves nothing.
    """
    best = 0
    phi = _INFINITE
    delta = np.int64(0)
    best_phi = np.int64(0)
    second = _INFINITE
    for i in range(line.n_moves[depth]):
        child_phi, child_delta = _child_numbers(line, table, depth, i, master)
        if child_delta < phi:
            second = phi
            phi = child_delta
            best = i
            best_phi = child_phi
        elif child_delta < second:
            second = child_delta
        if max(delta, child_phi) < _INFINITE:
            delta = min(delta + child_phi, _INFINITE - 1)
        else:
            delta = _INFINITE
    return best, phi, delta, best_phi, second


@jit_inline
def _child_numbers(line, table, depth, i, master):
    """Returns phi and delta of the position after a move on the line."""
    if line.reach[depth, i] == _NOWHERE:
        phi, delta, _ = _look_up(table, line.child_keys[depth, i])
        return phi, delta
    if line.boards[depth].to_play == master:
        return _INFINITE, np.int64(0)
    return np.int64(0), _INFINITE


@jit
def _reach_of(line, table, depth, master, phi, delta):
    """Returns the first place on the line that a result depends on, because of a position that
    comes back; _NOWHERE for a result that holds on any line.
    """
    if line.boards[depth].to_play == master:
        if phi > 0:
            return _NOWHERE
        reach = 0
        for i in range(line.n_moves[depth]):
            if _child_numbers(line, table, depth, i, master)[1] == 0:
                reach = max(reach, np.int64(line.reach[depth, i]))
        return reach
    if delta > 0:
        return _NOWHERE
    reach = _NOWHERE
    for i in range(line.n_moves[depth]):
        reach = min(reach, np.int64(line.reach[depth, i]))
    return reach


@jit
def verdict_on(board, points, playable, targets, attacker, life):
    """Returns what is decided for the side to move without search."""
    defender = 3 - attacker
    is_there = False
    for point in points:
        if targets[point] and board.colour[point] == defender:
            is_there = True
            break
    if not is_there:
        return WON if board.to_play == attacker else LOST
    lives = _has_got_out(board, defender, points, playable, targets)
    if not lives:
        lives = has_living_target(board, defender, points, playable, targets, life)
    if lives or board.n_passes >= 2:
        if not lives and _has_ko_to_take(board, points, attacker):
            return WON if board.to_play == attacker else LOST
        return WON if board.to_play == defender else LOST
    return UNKNOWN


@jit
def _has_got_out(board, colour, points, playable, targets):
    """Tells whether a chain on one of the targets has a liberty where nobody plays."""
    for point in points:
        if board.colour[point] != colour:
            continue
        for offset in NEIGHBOURS:
            near = point + offset
            if board.colour[near] == EMPTY and not playable[near]:
                stone = np.int64(point)
                while True:
                    if targets[stone]:
                        return True
                    stone = np.int64(board.next[stone])
                    if stone == point:
                        break
                break
    return False


@jit
def _has_ko_to_take(board, points, colour):
    """Tells whether a colour could take a ko if it were its turn."""
    to_play, ko = board.to_play, board.ko
    board.to_play, board.ko = colour, 0
    found = False
    for point in points:
        if board.colour[point] == EMPTY and _takes_ko(board, point):
            found = True
            break
    board.to_play, board.ko = to_play, ko
    return found


@jit
def list_moves(line, depth, points, master):
    """Lists the moves of a position on the line, and the keys of the positions after them."""
    board = line.boards[depth]
    n = 0
    for point in points:
        if (
            n < _MAX_MOVES - 1
            and board.colour[point] == EMPTY
            and is_legal(board, point)
            and not is_own_eye(board, point, board.to_play)
            and (board.to_play == master or not _takes_ko(board, point))
        ):
            play_with_undo(board, point, line.undos[0])
            line.moves[depth, n] = point
            line.child_keys[depth, n] = _key(board)
            after = board.hash
            take_back(board, line.undos[0])
            line.reach[depth, n] = _place_on_line(line, depth, after)
            n += 1
    play_with_undo(board, PASS, line.undos[0])
    line.moves[depth, n] = PASS
    line.child_keys[depth, n] = _key(board)
    take_back(board, line.undos[0])
    line.reach[depth, n] = _NOWHERE
    line.n_moves[depth] = n + 1


@jit
def _place_on_line(line, depth, position):
    """Returns where on the line the stones last stood like this, _NOWHERE if they never did."""
    for place in range(depth, -1, -1):
        if line.boards[place].hash == position:
            return place
    return _NOWHERE


@jit
def _takes_ko(board, point):
    """Tells whether a move on an empty point takes a single stone and could be retaken: a ko."""
    enemy = 3 - board.to_play
    n_taken = 0
    for offset in NEIGHBOURS:
        near = point + offset
        colour = board.colour[near]
        if colour == OFF_BOARD:
            continue
        if colour != enemy:
            return False
        head = board.head[near]
        if board.n_liberties[head] == 1:
            if board.n_stones[head] > 1:
                return False
            n_taken += 1
    return n_taken == 1


@jit_inline
def _key(board):
    """Returns the key of a position in the table: stones, side to move, passes in a row."""
    key = board.hash
    if board.to_play != BLACK:
        key ^= _WHITE_TO_PLAY
    if board.n_passes > 0:
        key ^= _PASSED * np.uint64(board.n_passes)
    return mix64(key)


@jit
def _look_up(table, key):
    """Returns phi, delta and effort of a position; 1, 1, 0 for one that is not in the table."""
    first = np.int64(key % np.uint64(len(table) // _WAYS)) * _WAYS
    for i in range(first, first + _WAYS):
        if table[i].key == key:
            return table[i].phi, table[i].delta, table[i].effort
    return np.int64(1), np.int64(1), np.int64(0)


@jit
def numbers_of(table, board):
    """Returns phi, delta and effort of a position, as `_look_up` does."""
    return _look_up(table, _key(board))


@jit
def _store(table, key, phi, delta, effort):
    """Keeps the numbers of a position, in place of what took the least effort."""
    first = np.int64(key % np.uint64(len(table) // _WAYS)) * _WAYS
    place = first
    for i in range(first, first + _WAYS):
        if table[i].key == key:
            effort += table[i].effort
            place = i
            break
        if table[i].effort < table[place].effort:
            place = i
    table[place].key = key
    table[place].phi = phi
    table[place].delta = delta
    table[place].effort = max(effort, 1)
