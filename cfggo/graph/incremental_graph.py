"""The common fate graph of a board, kept up to date move by move in a record beside the board's.

The board already knows the chains and their liberties, so the record adds just what is missing: the
enemy chains adjacent to each chain, the kind of every vertex (see `cfggo.graph.labels`) and the set
of kinds adjacent to it.  A vertex is named by its point or, for a chain, by its head, which is what
`board.head` holds for both; sets of vertices are bit sets over the points.

`play_on_graph` plays a move on both.  It touches only what the move can change, in this order:

1. chains that the move merges or captures are listed before it;
2. the move is played on the board, and the adjacency of chains follows;
3. vertices that may have another kind now get it;
4. vertices next to those get a new set of adjacent kinds, but for chains of many liberties, whose
   set changes with every other move: unless paths over them matter, they wait for `complete_graph`;
5. `changed` gets the empty points whose path features may be different now.

`build_graph` makes the same record from a board alone.
"""

from __future__ import annotations

import numpy as np

from cfggo.base.jit import jit, jit_inline
from cfggo.go.bits import lowest_bit, popcount
from cfggo.go.board import N_WORDS, clear_bit, has_bit, play, set_bit
from cfggo.go.points import BLACK, EMPTY, N_POINTS, NEIGHBOURS, PASS, STRIDE, WHITE
from cfggo.graph.labels import (
    KIND_OF_CHAIN,
    KIND_OF_EMPTY,
    MANY_LIBERTIES,
    MAX_ENEMIES,
    N_VERTEX_KINDS,
)

KIND_WORDS = (N_VERTEX_KINDS + 63) // 64
"""Length, in 64-bit words, of a bit set over the kinds."""

N_EMPTY_KINDS = int(KIND_OF_EMPTY.max()) + 1
"""Kinds of empty points, which come first and are where paths start."""

N_COMMON_KINDS = 63
"""Kinds that come first: all but those of chains in trouble with many enemies around them. They are
in the first word of a bit set over the kinds, and the same for both colours."""

COMMON_KINDS = np.array([2**N_COMMON_KINDS - 1] + [0] * (KIND_WORDS - 1), dtype=np.uint64)
"""Their set."""

BORDER_VERTEX = 0
"""The head of points off the board; it has no kind, and no kinds next to it."""

GRAPH_DTYPE = np.dtype(
    [
        ("kind", np.uint8, N_POINTS),  # of a vertex; N_VERTEX_KINDS of the border
        ("n_enemies", np.int16, N_POINTS),  # enemy chains adjacent to a chain, at its head
        ("near", np.uint64, (N_POINTS, KIND_WORDS)),  # kinds adjacent to a vertex
        ("enemies", np.uint64, (N_POINTS, N_WORDS)),  # heads of the enemies of a chain, at its head
        ("changed", np.uint64, (1, N_WORDS)),  # see `play_on_graph`
        ("waiting", np.uint64, (1, N_WORDS)),  # large chains whose `near` is out of date
        # Scratch, meaningless between calls.
        ("stale", np.uint64, (1, N_WORDS)),  # vertices whose `near` may be out of date
        ("seen", np.uint64, (4, N_WORDS)),  # by the neighbour to the east, west, north, south
        ("shared", np.uint64, (1, N_WORDS)),
        ("own", np.uint16, 4),
        ("captured", np.uint16, 4),
    ],
    align=True,
)
"""The graph of one position; see the module's text."""

_KIND_BITS = np.zeros((N_VERTEX_KINDS + 1, KIND_WORDS), dtype=np.uint64)
for _kind in range(N_VERTEX_KINDS):
    _KIND_BITS[_kind, _kind // 64] = np.uint64(1) << np.uint64(_kind % 64)

ALL_MATTER = np.full((N_VERTEX_KINDS + 1, N_VERTEX_KINDS + 1, 1), COMMON_KINDS[0])
"""`rows` for `play_on_graph` with which all paths to common kinds matter."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_ROW, _WORD = np.uint64(STRIDE), np.uint64(64)
_EAST, _WEST, _NORTH, _SOUTH = (np.uint64(offset % 2**64) for offset in NEIGHBOURS)


@jit_inline
def _clear_set(words, row):
    """Empties the bit set `words[row]`; words: uint64[:, N_WORDS]."""
    for word in range(N_WORDS):
        words[row, word] = _ZERO


@jit_inline
def _kind_of_chain(board, graph, head):
    """Returns the kind of a chain from its liberties and the number of its enemies."""
    return KIND_OF_CHAIN[
        board.colour[head],
        min(board.n_liberties[head], MANY_LIBERTIES),
        min(graph.n_enemies[head], MAX_ENEMIES),
    ]


@jit_inline
def _kind_of_empty(board, point):
    """Returns the kind of an empty point from its neighbours, each chain counted once.

    Without branches, because they could not be predicted.
    """
    point = np.uint64(point)
    p0, p1, p2, p3 = point + _EAST, point + _WEST, point + _NORTH, point + _SOUTH
    c0, c1, c2, c3 = board.colour[p0], board.colour[p1], board.colour[p2], board.colour[p3]
    h0, h1, h2, h3 = board.head[p0], board.head[p1], board.head[p2], board.head[p3]
    new1 = h1 != h0
    new2 = (h2 != h0) & (h2 != h1)
    new3 = (h3 != h0) & (h3 != h1) & (h3 != h2)
    black = (c0 == BLACK) + (new1 & (c1 == BLACK)) + (new2 & (c2 == BLACK)) + (new3 & (c3 == BLACK))
    white = (c0 == WHITE) + (new1 & (c1 == WHITE)) + (new2 & (c2 == WHITE)) + (new3 & (c3 == WHITE))
    empty = (c0 == EMPTY) + (c1 == EMPTY) + (c2 == EMPTY) + (c3 == EMPTY)
    return KIND_OF_EMPTY[np.uint64(black), np.uint64(white), np.uint64(empty)]


@jit_inline
def _kinds_around(board, graph, point):
    """Returns the kinds of the vertices next to an empty point, N_VERTEX_KINDS for the border."""
    point = np.uint64(point)
    return (
        graph.kind[board.head[point + _EAST]],
        graph.kind[board.head[point + _WEST]],
        graph.kind[board.head[point + _NORTH]],
        graph.kind[board.head[point + _SOUTH]],
    )


@jit_inline
def _refresh_empty(graph, point, k0, k1, k2, k3):
    """Stores the set of kinds adjacent to an empty point.

    Returns the bits of its first word that changed: the common kinds that came or went.
    """
    low = _KIND_BITS[k0, 0] | _KIND_BITS[k1, 0] | _KIND_BITS[k2, 0] | _KIND_BITS[k3, 0]
    high = _KIND_BITS[k0, 1] | _KIND_BITS[k1, 1] | _KIND_BITS[k2, 1] | _KIND_BITS[k3, 1]
    changed = low ^ graph.near[point, 0]
    graph.near[point, 0] = low
    graph.near[point, 1] = high
    return changed


@jit
def _refresh_chain(board, graph, head):
    """Stores the set of kinds adjacent to a chain; returns the same as `_refresh_empty`."""
    low = _ZERO
    high = _ZERO
    for word in range(N_WORDS):
        bits = board.liberties[head, word] | graph.enemies[head, word]
        while bits != _ZERO:
            kind = graph.kind[(word << 6) + lowest_bit(bits)]
            bits &= bits - _ONE
            low |= _KIND_BITS[kind, 0]
            high |= _KIND_BITS[kind, 1]
    changed = low ^ graph.near[head, 0]
    graph.near[head, 0] = low
    graph.near[head, 1] = high
    return changed


@jit
def build_graph(board, graph):
    """Makes the graph of a board anew; `changed` holds all empty points afterwards."""
    _clear_set(graph.changed, 0)
    _clear_set(graph.waiting, 0)
    _clear_set(graph.stale, 0)
    graph.kind[BORDER_VERTEX] = N_VERTEX_KINDS
    graph.near[BORDER_VERTEX, 0] = _ZERO
    graph.near[BORDER_VERTEX, 1] = _ZERO
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if board.colour[point] == EMPTY:
                graph.kind[point] = _kind_of_empty(board, point)
                set_bit(graph.changed, 0, point)
            elif board.head[point] == point:
                _find_enemies(board, graph, point)
                graph.kind[point] = _kind_of_chain(board, graph, point)
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if board.colour[point] == EMPTY:
                k0, k1, k2, k3 = _kinds_around(board, graph, point)
                _refresh_empty(graph, point, k0, k1, k2, k3)
            elif board.head[point] == point:
                _refresh_chain(board, graph, point)


@jit
def complete_graph(board, graph):
    """Brings up to date what `play_on_graph` left waiting; needed to list all path features."""
    for word in range(N_WORDS):
        heads = graph.waiting[0, word]
        graph.waiting[0, word] = _ZERO
        while heads != _ZERO:
            _refresh_chain(board, graph, (word << 6) + lowest_bit(heads))
            heads &= heads - _ONE


@jit
def _find_enemies(board, graph, head):
    """Stores which enemy chains are adjacent to a chain, and how many they are."""
    for word in range(N_WORDS):
        graph.enemies[head, word] = _ZERO
    stone = head
    while True:
        for offset in NEIGHBOURS:
            near = stone + offset
            if board.colour[near] == 3 - board.colour[head]:
                set_bit(graph.enemies, head, board.head[near])
        stone = board.next[stone]
        if stone == head:
            break
    count = 0
    for word in range(N_WORDS):
        count += popcount(graph.enemies[head, word])
    graph.n_enemies[head] = count


@jit_inline
def _join_enemies(graph, chain, enemy):
    """Records that two enemy chains are adjacent."""
    if not has_bit(graph.enemies, chain, enemy):
        set_bit(graph.enemies, chain, enemy)
        set_bit(graph.enemies, enemy, chain)
        graph.n_enemies[chain] += 1
        graph.n_enemies[enemy] += 1


@jit
def _replace_chain(graph, old, new):
    """Records that another chain is adjacent to a chain's enemies in its place.

    The enemies' kinds may change.  `new` is BORDER_VERTEX for a chain that was captured: then none.
    """
    for word in range(N_WORDS):
        bits = graph.enemies[old, word]
        while bits != _ZERO:
            enemy = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            clear_bit(graph.enemies, enemy, old)
            graph.n_enemies[enemy] -= 1
            if new != BORDER_VERTEX:
                _join_enemies(graph, new, enemy)


@jit_inline
def _add_all(words, others, row):
    """Adds the points of the bit set `others[row]` to the bit set `words[0]`."""
    for word in range(N_WORDS):
        words[0, word] |= others[row, word]


@jit_inline
def _mark_liberties_changed(board, graph, head):
    """Adds a chain's liberties to `changed`: they may have other path features."""
    for word in range(N_WORDS):
        graph.changed[0, word] |= board.liberties[head, word]


@jit_inline
def _mark_around_empty(board, graph, point):
    """Marks an empty point of another kind than before, and the vertices next to it.

    `changed` may then hold stones and the border; callers must skip them.
    """
    set_bit(graph.changed, 0, point)
    for offset in NEIGHBOURS:
        set_bit(graph.changed, 0, point + offset)
        set_bit(graph.stale, 0, np.int64(board.head[point + offset]))


@jit
def _relabel_empty(board, graph, point):
    """Gives an empty point its kind; marks it if that is new, and the vertices next to it."""
    kind = _kind_of_empty(board, point)
    if kind != graph.kind[point]:
        graph.kind[point] = kind
        _mark_around_empty(board, graph, point)


@jit
def _relabel_chain(board, graph, head):
    """Gives a chain its kind; marks it if that is new, and the vertices next to it."""
    kind = _kind_of_chain(board, graph, head)
    if kind != graph.kind[head]:
        graph.kind[head] = kind
        _mark_liberties_changed(board, graph, head)
        set_bit(graph.stale, 0, head)
        _add_all(graph.stale, board.liberties, head)
        _add_all(graph.stale, graph.enemies, head)


@jit
def _relabel_enemies(board, graph, head):
    """Gives all enemies of a chain their kinds."""
    for word in range(N_WORDS):
        bits = graph.enemies[head, word]
        while bits != _ZERO:
            _relabel_chain(board, graph, (word << 6) + lowest_bit(bits))
            bits &= bits - _ONE


@jit_inline
def _add_head(heads, n, head):
    """Adds a head to a list, unless it is there; returns the list's new length."""
    for i in range(n):
        if heads[i] == head:
            return n
    heads[n] = head
    return n + 1


@jit
def play_on_graph(board, graph, point, rows):
    """Plays a legal move, or PASS, on a board and its graph.

    Adds to `graph.changed` the empty points that may have other path features than before, among
    those that matter, and perhaps points with stones; the caller clears it.  Where no paths over
    chains of many liberties matter, the sets of kinds next to these are left as they are: see
    `complete_graph`.

    A suicide, which playouts never play, makes the graph anew.

    rows: uint64[N_VERTEX_KINDS + 1, N_VERTEX_KINDS + 1, :]; rows[start, middle, 0] is the set of
    the common kinds that matter as ends of a path from one kind over another, and
    rows[N_VERTEX_KINDS, middle, 0] their union over all starts.  See `ALL_MATTER`.
    """
    if point == PASS:
        play(board, point)
        return
    colour = board.to_play

    # 1. Which chains the move merges and captures.
    n_own = 0
    n_captured = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        head = board.head[near]
        if near_colour == colour:
            n_own = _add_head(graph.own, n_own, head)
        elif near_colour == 3 - colour and board.n_liberties[head] == 1:
            n_captured = _add_head(graph.captured, n_captured, head)
    if n_own > 1:
        _find_shared_liberties(board, graph, n_own)

    # 2. The move, and the adjacency of chains.
    play(board, point)
    if board.colour[point] == EMPTY:
        build_graph(board, graph)
        return
    chain = np.int64(board.head[point])
    if n_own == 0:
        for word in range(N_WORDS):
            graph.enemies[chain, word] = _ZERO
        graph.n_enemies[chain] = 0
    for i in range(n_own):
        if graph.own[i] != chain:
            clear_bit(graph.waiting, 0, np.int64(graph.own[i]))
            _replace_chain(graph, np.int64(graph.own[i]), chain)
    for i in range(n_captured):
        _replace_chain(graph, np.int64(graph.captured[i]), BORDER_VERTEX)
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - colour:
            _join_enemies(graph, chain, np.int64(board.head[near]))

    # 3. New kinds. The point's neighbours see a stone where they saw an empty point.
    if n_own == 0:
        graph.kind[chain] = _kind_of_chain(board, graph, chain)
    else:
        _relabel_chain(board, graph, chain)
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == EMPTY:
            set_bit(graph.stale, 0, near)
            _relabel_empty(board, graph, near)
        elif near_colour == 3 - colour:
            head = np.int64(board.head[near])
            set_bit(graph.stale, 0, head)
            _relabel_chain(board, graph, head)
    if n_own > 1:
        _relabel_after_merge(board, graph, point, chain, n_own)
    if n_captured > 0:
        _relabel_after_capture(board, graph, n_captured)

    # 4. New sets of adjacent kinds, and 5. the empty points that they concern.
    set_bit(graph.stale, 0, chain)
    clear_bit(graph.stale, 0, BORDER_VERTEX)
    if n_own > 1 and not _are_all_large(board, graph, rows, chain, n_own):
        _mark_liberties_changed(board, graph, chain)
    for word in range(N_WORDS):
        stale = graph.stale[0, word]
        graph.stale[0, word] = _ZERO
        _refresh_empties(board, graph, rows, word, stale & board.vacant[0, word])
        _refresh_chains(board, graph, rows, word, stale & ~board.vacant[0, word])
    _mark_next_to_seen(graph)


@jit_inline
def _refresh_empties(board, graph, rows, word, points):
    """Refreshes empty points, a word of a set, and stores in `seen` on which sides of each a point
    has a path over it to a kind that came or went.

    Branches, and stores between them, would cost more than the sums, so there are none.
    """
    east = west = north = south = _ZERO
    while points != _ZERO:
        bit = np.uint64(lowest_bit(points))
        points &= points - _ONE
        point = np.uint64(word << 6) + bit
        k0, k1, k2, k3 = _kinds_around(board, graph, point)
        came_or_went = _refresh_empty(graph, point, k0, k1, k2, k3)
        kind = graph.kind[point]
        east |= np.uint64(rows[k0, kind, 0] & came_or_went != _ZERO) << bit
        west |= np.uint64(rows[k1, kind, 0] & came_or_went != _ZERO) << bit
        north |= np.uint64(rows[k2, kind, 0] & came_or_went != _ZERO) << bit
        south |= np.uint64(rows[k3, kind, 0] & came_or_went != _ZERO) << bit
    graph.seen[0, word] = east
    graph.seen[1, word] = west
    graph.seen[2, word] = north
    graph.seen[3, word] = south


@jit_inline
def _refresh_chains(board, graph, rows, word, heads):
    """Refreshes chains, a word of a set of heads; large ones that no path needs have to wait."""
    waiting = graph.waiting[0, word] & ~heads
    while heads != _ZERO:
        bit = lowest_bit(heads)
        heads &= heads - _ONE
        head = (word << 6) + bit
        matter = rows[N_VERTEX_KINDS, graph.kind[head], 0]
        if board.n_liberties[head] >= MANY_LIBERTIES and matter == _ZERO:
            waiting |= _ONE << np.uint64(bit)
            continue
        came_or_went = _refresh_chain(board, graph, head)
        if came_or_went & matter != _ZERO:
            _mark_liberties_if_it_matters(board, graph, rows, head, came_or_went)
    graph.waiting[0, word] = waiting


@jit
def _mark_liberties_if_it_matters(board, graph, rows, head, came_or_went):
    """Adds to `changed` a chain's liberties with paths to a kind that came or went next to it."""
    middle_kind = graph.kind[head]
    for word in range(N_WORDS):
        bits = board.liberties[head, word]
        changed = _ZERO
        while bits != _ZERO:
            lowest = np.uint64(lowest_bit(bits))
            bits &= bits - _ONE
            start = graph.kind[np.uint64(word << 6) + lowest]
            matters = rows[start, middle_kind, 0] & came_or_went != _ZERO
            changed |= np.uint64(matters) << lowest
        graph.changed[0, word] |= changed


@jit_inline
def _mark_next_to_seen(graph):
    """Adds to `changed` the points next to those in `seen`, whose rows stand for directions."""
    for word in range(N_WORDS):
        changed = graph.seen[0, word] << _ONE | graph.seen[1, word] >> _ONE
        changed |= graph.seen[2, word] << _ROW | graph.seen[3, word] >> _ROW
        if word > 0:
            changed |= graph.seen[0, word - 1] >> (_WORD - _ONE)
            changed |= graph.seen[2, word - 1] >> (_WORD - _ROW)
        if word < N_WORDS - 1:
            changed |= graph.seen[1, word + 1] << (_WORD - _ONE)
            changed |= graph.seen[3, word + 1] << (_WORD - _ROW)
        graph.changed[0, word] |= changed


@jit_inline
def _are_all_large(board, graph, rows, chain, n_own):
    """Tells whether merged chains and the one they became are of one kind, of many liberties, over
    which no path matters.
    """
    alike = board.n_liberties[chain] >= MANY_LIBERTIES
    alike &= rows[N_VERTEX_KINDS, graph.kind[chain], 0] == _ZERO
    for i in range(n_own):
        alike &= graph.kind[graph.own[i]] == graph.kind[chain]
    return alike


@jit
def _find_shared_liberties(board, graph, n_own):
    """Stores the liberties shared by chains to be merged: each will be next to fewer chains."""
    _clear_set(graph.shared, 0)
    for i in range(n_own):
        for j in range(i):
            for word in range(N_WORDS):
                graph.shared[0, word] |= (
                    board.liberties[graph.own[i], word] & board.liberties[graph.own[j], word]
                )


@jit
def _relabel_after_merge(board, graph, point, chain, n_own):
    """Gives new kinds to what was adjacent to several of the merged chains.

    Neighbours of one of them are now adjacent to a chain that may be of another kind.
    """
    clear_bit(graph.shared, 0, point)
    for word in range(N_WORDS):
        bits = graph.shared[0, word]
        while bits != _ZERO:
            _relabel_empty(board, graph, (word << 6) + lowest_bit(bits))
            bits &= bits - _ONE
    _relabel_enemies(board, graph, chain)
    for i in range(n_own):
        if graph.kind[graph.own[i]] != graph.kind[chain]:
            _add_all(graph.stale, board.liberties, chain)
            _add_all(graph.stale, graph.enemies, chain)
            break


@jit
def _relabel_after_capture(board, graph, n_captured):
    """Gives new kinds to the chains around captured ones, and to the points that are empty now."""
    for i in range(n_captured):
        _relabel_enemies(board, graph, np.int64(graph.captured[i]))
        _add_all(graph.stale, graph.enemies, np.int64(graph.captured[i]))
    for i in range(board.n_removed):
        point = np.int64(board.removed[i])
        graph.kind[point] = _kind_of_empty(board, point)
        set_bit(graph.stale, 0, point)
        _mark_around_empty(board, graph, point)
