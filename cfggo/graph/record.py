"""The common fate graph of a board, kept up to date move by move in a record beside the board's.

The board already knows the chains and their liberties, so the record adds just what is missing: the
enemy chains adjacent to each chain, the kind of every vertex (see `cfggo.graph.labels`) and the set
of kinds adjacent to it.  A vertex is named by its point or, for a chain, by its head; sets of
vertices are bit sets over the points.

`play_on_graph` plays a move on both.  It touches only what the move can change, in this order:

1. before the move, chains that it merges or captures leave the adjacency of their enemies;
2. the move is played on the board, and its chain joins the adjacency of its enemies;
3. vertices that may have another kind now get it;
4. vertices next to those get a new set of adjacent kinds;
5. `changed` holds the empty points whose path features may be different now.

`build_graph` makes the same record from a board alone.
"""

from __future__ import annotations

import numpy as np

from cfggo.go.bits import lowest_bit, popcount
from cfggo.go.board import N_WORDS, NEIGHBOURS, clear_bit, play, set_bit
from cfggo.go.points import BLACK, EMPTY, N_POINTS, OFF_BOARD, PASS, STRIDE
from cfggo.graph.labels import KIND_OF_CHAIN, KIND_OF_EMPTY, MANY_LIBERTIES, MAX_ENEMIES, N_KINDS
from cfggo.jit import jit, jit_inline

KIND_WORDS = (N_KINDS + 63) // 64
"""Length, in 64-bit words, of a bit set over the kinds."""

GRAPH_DTYPE = np.dtype(
    [
        ("kind", np.uint8, N_POINTS),  # of a vertex
        ("n_enemies", np.int16, N_POINTS),  # enemy chains adjacent to a chain, at its head
        ("enemies", np.uint64, (N_POINTS, N_WORDS)),  # the heads of those
        ("near", np.uint64, (N_POINTS, KIND_WORDS)),  # kinds adjacent to a vertex
        ("changed", np.uint64, (1, N_WORDS)),  # points whose paths the last move may have changed
        # Scratch, meaningless between calls.
        ("relabelled", np.uint64, (1, N_WORDS)),
        ("stale", np.uint64, (1, N_WORDS)),
        ("around_captured", np.uint64, (1, N_WORDS)),
        ("shared", np.uint64, (1, N_WORDS)),
        ("own", np.int16, 4),
        ("captured", np.int16, 4),
    ],
    align=True,
)
"""The graph of one position; see the module's text."""

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit_inline
def _clear_set(words):
    """Empties a bit set; words: uint64[1, N_WORDS]."""
    for word in range(N_WORDS):
        words[0, word] = _ZERO


@jit_inline
def vertex_at(board, point):
    """Returns the vertex that a point on the board belongs to."""
    return point if board.colour[point] == EMPTY else board.head[point]


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
def _collect_near(board, graph, vertex):
    """Stores the set of kinds adjacent to a vertex; returns whether it differs from before."""
    low = _ZERO
    high = _ZERO
    if board.colour[vertex] == EMPTY:
        for offset in NEIGHBOURS:
            near = vertex + offset
            if board.colour[near] != OFF_BOARD:
                kind = graph.kind[vertex_at(board, near)]
                if kind < 64:
                    low |= _ONE << np.uint64(kind)
                else:
                    high |= _ONE << np.uint64(kind - 64)
    else:
        for word in range(N_WORDS):
            bits = board.liberties[vertex, word] | graph.enemies[vertex, word]
            while bits != _ZERO:
                kind = graph.kind[(word << 6) + lowest_bit(bits)]
                bits &= bits - _ONE
                if kind < 64:
                    low |= _ONE << np.uint64(kind)
                else:
                    high |= _ONE << np.uint64(kind - 64)
    if graph.near[vertex, 0] == low and graph.near[vertex, 1] == high:
        return False
    graph.near[vertex, 0] = low
    graph.near[vertex, 1] = high
    return True


@jit
def build_graph(board, graph):
    """Makes the graph of a board anew; `changed` holds all empty points afterwards."""
    _clear_set(graph.changed)
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            colour = board.colour[point]
            if colour == EMPTY:
                graph.kind[point] = _kind_of_empty(board, point)
                set_bit(graph.changed, 0, point)
            elif board.head[point] == point:
                for word in range(N_WORDS):
                    graph.enemies[point, word] = _ZERO
                stone = point
                while True:
                    for offset in NEIGHBOURS:
                        near = stone + offset
                        if board.colour[near] == 3 - colour:
                            set_bit(graph.enemies, point, board.head[near])
                    stone = board.next[stone]
                    if stone == point:
                        break
                _count_enemies(graph, point)
                graph.kind[point] = _kind_of_chain(board, graph, point)
    for row in range(1, board.size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + board.size + 1):
            if vertex_at(board, point) == point:
                _collect_near(board, graph, point)


@jit_inline
def _count_enemies(graph, head):
    """Sets `n_enemies` of a chain from its set of enemies."""
    count = 0
    for word in range(N_WORDS):
        count += popcount(graph.enemies[head, word])
    graph.n_enemies[head] = count


@jit
def _leave_enemies(graph, head):
    """Takes a chain out of the adjacency of all its enemies."""
    for word in range(N_WORDS):
        bits = graph.enemies[head, word]
        while bits != _ZERO:
            enemy = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            clear_bit(graph.enemies, enemy, head)
            graph.n_enemies[enemy] -= 1


@jit
def _mark_relabelled(board, graph, vertex):
    """Notes that a vertex has another kind than before, or is new.

    The vertices next to it need a new set of adjacent kinds, and the empty points among them, and
    the vertex itself, other path features.
    """
    set_bit(graph.relabelled, 0, vertex)
    if board.colour[vertex] == EMPTY:
        set_bit(graph.changed, 0, vertex)
        for offset in NEIGHBOURS:
            near = vertex + offset
            colour = board.colour[near]
            if colour == EMPTY:
                set_bit(graph.changed, 0, near)
                set_bit(graph.stale, 0, near)
            elif colour != OFF_BOARD:
                set_bit(graph.stale, 0, board.head[near])
    else:
        for word in range(N_WORDS):
            liberties = board.liberties[vertex, word]
            graph.changed[0, word] |= liberties
            graph.stale[0, word] |= liberties | graph.enemies[vertex, word]


@jit_inline
def _relabel_empty(board, graph, point):
    """Gives an empty point its kind and notes a change."""
    kind = _kind_of_empty(board, point)
    if kind != graph.kind[point]:
        graph.kind[point] = kind
        _mark_relabelled(board, graph, point)


@jit_inline
def _relabel_chain(board, graph, head):
    """Gives a chain its kind and notes a change."""
    kind = _kind_of_chain(board, graph, head)
    if kind != graph.kind[head]:
        graph.kind[head] = kind
        _mark_relabelled(board, graph, head)


@jit
def play_on_graph(board, graph, point):
    """Plays a legal move, or PASS, on a board and its graph; sets `graph.changed`.

    A suicide, which playouts never play, makes the graph anew.
    """
    _clear_set(graph.changed)
    if point == PASS:
        play(board, point)
        return
    colour = board.to_play
    _clear_set(graph.relabelled)
    _clear_set(graph.stale)
    _clear_set(graph.around_captured)
    _clear_set(graph.shared)

    # 1. Chains that the move merges or captures leave their enemies' adjacency.
    n_own = 0
    n_captured = 0
    for offset in NEIGHBOURS:
        near = point + offset
        near_colour = board.colour[near]
        if near_colour == colour:
            head = board.head[near]
            known = False
            for i in range(n_own):
                known |= graph.own[i] == head
            if not known:
                for i in range(n_own):
                    for word in range(N_WORDS):
                        graph.shared[0, word] |= (
                            board.liberties[head, word] & board.liberties[graph.own[i], word]
                        )
                graph.own[n_own] = head
                n_own += 1
        elif near_colour == 3 - colour:
            head = board.head[near]
            if board.n_liberties[head] == 1:
                known = False
                for i in range(n_captured):
                    known |= graph.captured[i] == head
                if not known:
                    graph.captured[n_captured] = head
                    n_captured += 1
    for i in range(n_own):
        _leave_enemies(graph, graph.own[i])
    for i in range(n_captured):
        head = graph.captured[i]
        _leave_enemies(graph, head)
        for word in range(N_WORDS):
            graph.around_captured[0, word] |= graph.enemies[head, word]
        for j in range(n_own):
            clear_bit(graph.enemies, graph.own[j], head)

    # 2. The move; its chain inherits the enemies of the chains it merges.
    play(board, point)
    if board.colour[point] == EMPTY:
        build_graph(board, graph)
        return
    chain = board.head[point]
    old_kind = -1
    old_low = _ZERO
    old_high = _ZERO
    same = n_own > 0
    for i in range(n_own):
        head = graph.own[i]
        if i == 0:
            old_kind = graph.kind[head]
            old_low = graph.near[head, 0]
            old_high = graph.near[head, 1]
        else:
            same &= (
                graph.kind[head] == old_kind
                and graph.near[head, 0] == old_low
                and graph.near[head, 1] == old_high
            )
    for word in range(N_WORDS):
        enemies = _ZERO
        for i in range(n_own):
            enemies |= graph.enemies[graph.own[i], word]
        graph.enemies[chain, word] = enemies
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == 3 - colour:
            set_bit(graph.enemies, chain, board.head[near])
            set_bit(graph.stale, 0, board.head[near])
    count = 0
    for word in range(N_WORDS):
        bits = graph.enemies[chain, word]
        while bits != _ZERO:
            enemy = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            set_bit(graph.enemies, enemy, chain)
            graph.n_enemies[enemy] += 1
            count += 1
    graph.n_enemies[chain] = count

    # 3. New kinds.
    kind = _kind_of_chain(board, graph, chain)
    graph.kind[chain] = kind
    if not same or kind != old_kind:
        _mark_relabelled(board, graph, chain)
    for word in range(N_WORDS):
        bits = graph.enemies[chain, word] | graph.around_captured[0, word]
        while bits != _ZERO:
            head = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            _relabel_chain(board, graph, head)
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] == EMPTY:
            set_bit(graph.stale, 0, near)
            _relabel_empty(board, graph, near)
    if n_own > 1:
        for word in range(N_WORDS):
            bits = graph.shared[0, word]
            while bits != _ZERO:
                near = (word << 6) + lowest_bit(bits)
                bits &= bits - _ONE
                if near != point:
                    _relabel_empty(board, graph, near)
    for i in range(board.n_removed):
        near = board.removed[i]
        graph.kind[near] = _kind_of_empty(board, near)
        set_bit(graph.stale, 0, near)
        _mark_relabelled(board, graph, near)

    # 4. New sets of adjacent kinds, and 5. the points that see a vertex with another set.
    for word in range(N_WORDS):
        graph.stale[0, word] |= graph.around_captured[0, word]
    clear_bit(graph.stale, 0, chain)
    _collect_near(board, graph, chain)
    if not same or graph.near[chain, 0] != old_low or graph.near[chain, 1] != old_high:
        for word in range(N_WORDS):
            graph.changed[0, word] |= board.liberties[chain, word]
    for word in range(N_WORDS):
        bits = graph.stale[0, word]
        while bits != _ZERO:
            vertex = (word << 6) + lowest_bit(bits)
            bits &= bits - _ONE
            if _collect_near(board, graph, vertex):
                if board.colour[vertex] == EMPTY:
                    for offset in NEIGHBOURS:
                        near = vertex + offset
                        if board.colour[near] == EMPTY:
                            set_bit(graph.changed, 0, near)
                else:
                    for other in range(N_WORDS):
                        graph.changed[0, other] |= board.liberties[vertex, other]
