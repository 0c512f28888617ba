"""The common fate graph of a board, kept up to date move by move in a record beside the board's.

The board already knows the chains and their liberties, so the record adds just what is missing: the
enemy chains adjacent to each chain, the kind of every vertex (see `cfggo.graph.labels`) and the set
of kinds adjacent to it.  A vertex is named by its point or, for a chain, by its head, which is what
`board.head` holds for both; sets of vertices are bit sets over the points.

`play_on_graph` plays a move on both.  It touches only what the move can change, in this order:

1. chains that the move merges or captures are noted before it;
2. the move is played on the board, and the adjacency of chains follows;
3. vertices that may have another kind now get it;
4. vertices next to those get a new set of adjacent kinds;
5. `changed` holds the empty points whose path features may be different now.

`build_graph` makes the same record from a board alone.
"""

from __future__ import annotations

import numpy as np

from cfggo.go.bits import lowest_bit, popcount
from cfggo.go.board import N_WORDS, NEIGHBOURS, clear_bit, has_bit, play, set_bit
from cfggo.go.points import BLACK, EMPTY, N_POINTS, OFF_BOARD, PASS, STRIDE
from cfggo.graph.labels import KIND_OF_CHAIN, KIND_OF_EMPTY, MANY_LIBERTIES, MAX_ENEMIES, N_KINDS
from cfggo.jit import jit, jit_inline

KIND_WORDS = (N_KINDS + 63) // 64
"""Length, in 64-bit words, of a bit set over the kinds."""

BORDER_VERTEX = 0
"""What `board.head` names off the board; it has no kind, and no kinds next to it."""

GRAPH_DTYPE = np.dtype(
    [
        ("kind", np.uint8, N_POINTS),  # of a vertex; N_KINDS of the border
        ("n_enemies", np.int16, N_POINTS),  # enemy chains adjacent to a chain, at its head
        ("near", np.uint64, (N_POINTS, KIND_WORDS)),  # kinds adjacent to a vertex
        ("enemies", np.uint64, (N_POINTS, N_WORDS)),  # heads of the enemies of a chain, at its head
        ("changed", np.uint64, (1, N_WORDS)),  # points whose paths the last move may have changed
        # Scratch, meaningless between calls.
        ("n_stale", np.int64),
        ("move", np.int32),
        ("stale_since", np.int32, N_POINTS),
        ("stale", np.uint16, N_POINTS),
        ("shared", np.uint64, (1, N_WORDS)),
        ("own", np.uint16, 4),
        ("captured", np.uint16, 4),
    ],
    align=True,
)
"""The graph of one position; see the module's text."""

_KIND_BITS = np.zeros((N_KINDS + 1, KIND_WORDS), dtype=np.uint64)
for _kind in range(N_KINDS):
    _KIND_BITS[_kind, _kind // 64] = np.uint64(1) << np.uint64(_kind % 64)

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit_inline
def _clear_set(words):
    """Empties a bit set; words: uint64[1, N_WORDS]."""
    for word in range(N_WORDS):
        words[0, word] = _ZERO


@jit_inline
def _kind_of_chain(board, graph, head):
    """Returns the kind of a chain from its liberties and the number of its enemies."""
    return KIND_OF_CHAIN[
        board.colour[head],
        min(board.n_liberties[head], MANY_LIBERTIES),
        min(graph.n_enemies[head], MAX_ENEMIES),
    ]


@jit
def _kind_of_empty(board, point):
    """Returns the kind of an empty point from its neighbours, each chain counted once."""
    black = 0
    white = 0
    empty = 0
    head0 = 0
    head1 = 0
    head2 = 0
    for offset in NEIGHBOURS:
        near = point + offset
        colour = board.colour[near]
        if colour == EMPTY:
            empty += 1
        elif colour != OFF_BOARD:
            head = board.head[near]
            if head != head0 and head != head1 and head != head2:
                head2 = head1
                head1 = head0
                head0 = head
                if colour == BLACK:
                    black += 1
                else:
                    white += 1
    return KIND_OF_EMPTY[black, white, empty]


@jit
def _refresh(board, graph, vertex):
    """Stores the set of kinds adjacent to a vertex; returns whether it is another than before."""
    low = _ZERO
    high = _ZERO
    if board.colour[vertex] == EMPTY:
        for offset in NEIGHBOURS:
            kind = graph.kind[board.head[vertex + offset]]
            low |= _KIND_BITS[kind, 0]
            high |= _KIND_BITS[kind, 1]
    else:
        for word in range(N_WORDS):
            bits = board.liberties[vertex, word] | graph.enemies[vertex, word]
            while bits != _ZERO:
                kind = graph.kind[(word << 6) + lowest_bit(bits)]
                bits &= bits - _ONE
                low |= _KIND_BITS[kind, 0]
                high |= _KIND_BITS[kind, 1]
    if graph.near[vertex, 0] == low and graph.near[vertex, 1] == high:
        return False
    graph.near[vertex, 0] = low
    graph.near[vertex, 1] = high
    return True


@jit
def build_graph(board, graph):
    """Makes the graph of a board anew; `changed` holds all empty points afterwards."""
    _clear_set(graph.changed)
    graph.kind[BORDER_VERTEX] = N_KINDS
    graph.near[BORDER_VERTEX, 0] = _ZERO
    graph.near[BORDER_VERTEX, 1] = _ZERO
    graph.move = 0
    for point in range(N_POINTS):
        graph.stale_since[point] = 0
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
            if board.head[point] == point:
                _refresh(board, graph, point)


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
    """Makes two chains adjacent, if they are not."""
    if not has_bit(graph.enemies, chain, enemy):
        set_bit(graph.enemies, chain, enemy)
        set_bit(graph.enemies, enemy, chain)
        graph.n_enemies[chain] += 1
        graph.n_enemies[enemy] += 1


@jit
def _replace_chain(graph, old, new):
    """Takes a chain out of the adjacency of its enemies; they become enemies of another instead.

    The enemies' kinds may change.  `new` is BORDER_VERTEX for a chain that was captured.
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
def _mark_stale(graph, vertex):
    """Notes that a vertex needs a new set of adjacent kinds, once in each move."""
    if graph.stale_since[vertex] != graph.move:
        graph.stale_since[vertex] = graph.move
        graph.stale[graph.n_stale] = vertex
        graph.n_stale += 1


@jit
def _mark_all_stale(graph, words, row):
    """Notes all vertices of the bit set `words[row]`."""
    for word in range(N_WORDS):
        bits = words[row, word]
        while bits != _ZERO:
            _mark_stale(graph, (word << 6) + lowest_bit(bits))
            bits &= bits - _ONE


@jit_inline
def _mark_liberties_changed(board, graph, head):
    """Notes that the liberties of a chain may have other path features."""
    for word in range(N_WORDS):
        graph.changed[0, word] |= board.liberties[head, word]


@jit
def _mark_around_empty(board, graph, point):
    """Notes an empty point of another kind than before, and the vertices next to it."""
    set_bit(graph.changed, 0, point)
    for offset in NEIGHBOURS:
        near = point + offset
        colour = board.colour[near]
        if colour == EMPTY:
            set_bit(graph.changed, 0, near)
        if colour != OFF_BOARD:
            _mark_stale(graph, board.head[near])


@jit
def _relabel_empty(board, graph, point):
    """Gives an empty point its kind and notes a change."""
    kind = _kind_of_empty(board, point)
    if kind != graph.kind[point]:
        graph.kind[point] = kind
        _mark_around_empty(board, graph, point)


@jit
def _relabel_chain(board, graph, head):
    """Gives a chain its kind and notes a change, and the vertices next to it."""
    kind = _kind_of_chain(board, graph, head)
    if kind != graph.kind[head]:
        graph.kind[head] = kind
        _mark_liberties_changed(board, graph, head)
        _mark_all_stale(graph, board.liberties, head)
        _mark_all_stale(graph, graph.enemies, head)


@jit
def _relabel_enemies(board, graph, head):
    """Gives all enemies of a chain their kinds."""
    for word in range(N_WORDS):
        bits = graph.enemies[head, word]
        while bits != _ZERO:
            _relabel_chain(board, graph, (word << 6) + lowest_bit(bits))
            bits &= bits - _ONE


@jit_inline
def _note_head(heads, n, head):
    """Adds a head to a list of different ones; returns the list's new length."""
    for i in range(n):
        if heads[i] == head:
            return n
    heads[n] = head
    return n + 1


@jit
def play_on_graph(board, graph, point):
    """Plays a legal move, or PASS, on a board and its graph; sets `graph.changed`.

    A suicide, which playouts never play, makes the graph anew.
    """
    _clear_set(graph.changed)
    if point == PASS:
        play(board, point)
        return
    graph.move += 1
    graph.n_stale = 0
    colour = board.to_play

    # 1. Which chains the move merges and captures.
    n_own = 0
    n_captured = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        head = board.head[near]
        if near_colour == colour:
            n_own = _note_head(graph.own, n_own, head)
        elif near_colour == 3 - colour and board.n_liberties[head] == 1:
            n_captured = _note_head(graph.captured, n_captured, head)
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
            _mark_stale(graph, near)
            _relabel_empty(board, graph, near)
        elif near_colour == 3 - colour:
            head = np.int64(board.head[near])
            _mark_stale(graph, head)
            _relabel_chain(board, graph, head)
    if n_own > 1:
        _relabel_after_merge(board, graph, point, chain, n_own)
    if n_captured > 0:
        _relabel_after_capture(board, graph, n_captured)

    # 4. New sets of adjacent kinds, and 5. who sees them.
    if _refresh(board, graph, chain) or not _looks_like_all(graph, chain, n_own):
        _mark_liberties_changed(board, graph, chain)
    for i in range(graph.n_stale):
        vertex = np.int64(graph.stale[i])
        if vertex == chain or not _refresh(board, graph, vertex):
            continue
        if board.colour[vertex] == EMPTY:
            for offset in NEIGHBOURS:
                near = vertex + offset
                if board.colour[near] == EMPTY:
                    set_bit(graph.changed, 0, near)
        else:
            _mark_liberties_changed(board, graph, vertex)


@jit_inline
def _looks_like_all(graph, chain, n_own):
    """Tells whether a chain looks, to its liberties, like all the chains that were merged to it."""
    alike = True
    for i in range(n_own):
        head = graph.own[i]
        alike &= (
            (graph.kind[head] == graph.kind[chain])
            & (graph.near[head, 0] == graph.near[chain, 0])
            & (graph.near[head, 1] == graph.near[chain, 1])
        )
    return alike


@jit
def _find_shared_liberties(board, graph, n_own):
    """Stores the liberties that two chains to be merged share: they will see one chain less."""
    _clear_set(graph.shared)
    for i in range(n_own):
        for j in range(i):
            for word in range(N_WORDS):
                graph.shared[0, word] |= (
                    board.liberties[graph.own[i], word] & board.liberties[graph.own[j], word]
                )


@jit
def _relabel_after_merge(board, graph, point, chain, n_own):
    """Gives new kinds to what was adjacent to several of the merged chains.

    What was adjacent to one that is gone sees a chain that may be of another kind.
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
            _mark_all_stale(graph, board.liberties, chain)
            _mark_all_stale(graph, graph.enemies, chain)
            break


@jit
def _relabel_after_capture(board, graph, n_captured):
    """Gives new kinds to the chains around captured ones, and to the points that are empty now."""
    for i in range(n_captured):
        _relabel_enemies(board, graph, np.int64(graph.captured[i]))
        _mark_all_stale(graph, graph.enemies, np.int64(graph.captured[i]))
    for i in range(board.n_removed):
        point = np.int64(board.removed[i])
        graph.kind[point] = _kind_of_empty(board, point)
        _mark_stale(graph, point)
        _mark_around_empty(board, graph, point)
