"""The effect of a move on the chains around it, and of the last move: numbers of situations.

Kernels number the situations, and plain functions at the end say what a number stands for.
"""

from __future__ import annotations

from typing import NamedTuple

from cfggo.base.jit import jit, jit_inline
from cfggo.features.ladders import DOOMED, ESCAPES, THREATENED
from cfggo.features.tactics import liberties_after
from cfggo.go.points import EMPTY, NEIGHBOURS, OFF_BOARD

_MANY_LIBERTIES = 5
_N_LIBERTIES = _MANY_LIBERTIES + 1
_N_SIZES = 4
N_THREATS = 4

N_LIBERTY_SITUATIONS = (2 * _N_SIZES + 3 * _N_LIBERTIES) * _N_LIBERTIES**2
"""Numbers of `liberty_situations` are below this."""

N_LADDER_SITUATIONS = ((THREATENED - ESCAPES + 1) * _N_SIZES + 1) * _N_LIBERTIES
"""Numbers of `ladder_situations` are below this."""

N_LAST_CHAINS = 5 * N_THREATS * 3 + 1
"""Numbers of the last move's chain are below this, numbers of its threat below N_THREATS."""


@jit_inline
def _size_class(n_stones):
    """Returns the class of a chain's size: one stone, two, up to four, or more."""
    return 0 if n_stones <= 1 else (1 if n_stones == 2 else (2 if n_stones < 5 else 3))


@jit
def _weakest_neighbour(board, point, colour):
    """Returns a number for a neighbour of a colour: the one of fewest liberties, then most stones.

    It tells its liberties, 0 for no such neighbour, and its size class: below
    _N_LIBERTIES * _N_SIZES.
    """
    liberties = _MANY_LIBERTIES + 1
    stones = 0
    for offset in NEIGHBOURS:
        near = point + offset
        if board.colour[near] != colour:
            continue
        head = board.head[near]
        own = min(board.n_liberties[head], _MANY_LIBERTIES)
        if own < liberties or (own == liberties and board.n_stones[head] > stones):
            liberties = own
            stones = board.n_stones[head]
    return liberties % (_MANY_LIBERTIES + 1) * _N_SIZES + _size_class(stones)


@jit
def liberty_situations(board, point):
    """Returns three numbers for the liberties of the chains next to a move, before and after it.

    They combine the liberties of its own chain after the move with the weakest own neighbour, with
    the weakest enemy neighbour, and with the liberties of both and the number of own neighbours.
    """
    own = _weakest_neighbour(board, point, board.to_play)
    enemy = _weakest_neighbour(board, point, 3 - board.to_play)
    joined = 0
    empty = 0
    for offset in NEIGHBOURS:
        joined += board.colour[point + offset] == board.to_play
        empty += board.colour[point + offset] == EMPTY
    after = empty
    if joined > 0 or enemy // _N_SIZES == 1:
        after = min(liberties_after(board, point), _MANY_LIBERTIES)
    n = _N_LIBERTIES * _N_SIZES
    both = (own // _N_SIZES * _N_LIBERTIES + enemy // _N_SIZES) * 3 + min(joined, 2)
    return (
        after * n + own,
        (_N_LIBERTIES + after) * n + enemy,
        2 * _N_LIBERTIES * n + after * _N_LIBERTIES * _N_LIBERTIES * 3 + both,
    )


@jit
def ladder_situations(board, point, status, catches):
    """Returns numbers for a move's part in ladders, 0 for none.

    The first is for a chain of its own in atari or threatened, with the liberties after the move;
    the second for an enemy chain that it captures; the third for an atari, on its way to a capture
    or not.
    status, catches: of `read_ladders`.
    """
    own_chain = 0
    captures = 0
    gives_atari = 0
    for offset in NEIGHBOURS:
        near = point + offset
        colour = board.colour[near]
        if colour == EMPTY or colour == OFF_BOARD:
            continue
        head = board.head[near]
        size = _size_class(board.n_stones[head])
        if colour == board.to_play:
            if status[head] != 0:
                own_chain = max(own_chain, (status[head] - ESCAPES) * _N_SIZES + size + 1)
        elif board.n_liberties[head] == 1:
            captures = max(captures, (DOOMED - status[head]) * _N_SIZES + size + 1)
        elif board.n_liberties[head] == 2:
            gives_atari = 1
    if own_chain > 0:
        own_chain = own_chain * _N_LIBERTIES + min(liberties_after(board, point), _MANY_LIBERTIES)
    if catches[point] > 0:
        gives_atari = 2 + _size_class(catches[point])
    return own_chain, captures, gives_atari


@jit
def last_move_situation(board):
    """Returns numbers for the last move's own chain, and for how it threatens what it touches."""
    threat = 0
    for offset in NEIGHBOURS:
        near = board.last + offset
        if board.colour[near] == board.to_play:
            threat = max(threat, N_THREATS - min(board.n_liberties[board.head[near]], 3))
    if board.colour[board.last] == EMPTY:
        return 0, threat
    head = board.head[board.last]
    liberties = min(board.n_liberties[head], 4)
    stones = min(board.n_stones[head], 3)
    return (liberties * N_THREATS + threat) * 3 + stones, threat


class Chain(NamedTuple):
    """The meaning of a chain's number.

    size      -- int, class of its size: 0 for one stone, 1 for two, 2 for three or four, 3 for more
    liberties -- int up to 5, which stands for more too; 0 for no such chain
    """

    size: int
    liberties: int


class LibertySituation(NamedTuple):
    """The meaning of a number of `liberty_situations`; None for what it leaves open.

    after      -- int up to 5, liberties of the move's chain after it
    own, enemy -- Chain, the weakest of that colour beside the move
    liberties  -- pair of int, liberties of both, without their sizes
    joined     -- int up to 2, own stones beside the move
    """

    after: int
    own: Chain | None = None
    enemy: Chain | None = None
    liberties: tuple[int, int] | None = None
    joined: int | None = None


def liberty_situation(number: int) -> LibertySituation:
    """Returns the meaning of a number of `liberty_situations`."""
    n = _N_LIBERTIES * _N_SIZES
    if number < 2 * _N_LIBERTIES * n:
        of_enemy, number = divmod(number, _N_LIBERTIES * n)
        after, number = divmod(number, n)
        liberties, size = divmod(number, _N_SIZES)
        chain = Chain(size, liberties)
        return LibertySituation(after, enemy=chain) if of_enemy else LibertySituation(after, chain)
    after, number = divmod(number - 2 * _N_LIBERTIES * n, _N_LIBERTIES * _N_LIBERTIES * 3)
    both, joined = divmod(number, 3)
    return LibertySituation(after, liberties=divmod(both, _N_LIBERTIES), joined=joined)


class OwnLadder(NamedTuple):
    """The meaning of the first number of `ladder_situations`.

    status -- ESCAPES, DOOMED or THREATENED
    size   -- int, class of the chain's size, as in Chain
    after  -- int up to 5, liberties of the move's chain after it
    """

    status: int
    size: int
    after: int


def own_ladder(number: int) -> OwnLadder:
    """Returns the meaning of the first number of `ladder_situations`, above 0."""
    chain, after = divmod(number, _N_LIBERTIES)
    status, size = divmod(chain - 1, _N_SIZES)
    return OwnLadder(status + ESCAPES, size, after)


def captured_chain(number: int) -> tuple[bool, int]:
    """Returns what the second number of `ladder_situations`, above 0, stands for: whether the chain
    could have escaped, and the class of its size.
    """
    escapes, size = divmod(number - 1, _N_SIZES)
    return bool(escapes), size


def caught_size(number: int) -> int | None:
    """Returns what the third number of `ladder_situations`, above 0, stands for: the class of the
    size of the chain that the atari catches, or None if it catches none.
    """
    return number - 2 if number >= 2 else None


class LastChain(NamedTuple):
    """The meaning of the first number of `last_move_situation`.

    stones    -- int up to 3, of the last move's chain
    liberties -- int up to 4
    threat    -- int below N_THREATS, as `last_move_situation` numbers it
    """

    stones: int
    liberties: int
    threat: int


def last_chain(number: int) -> LastChain | None:
    """Returns the meaning of the first number of `last_move_situation`, None for no chain."""
    if number == 0:
        return None
    rest, stones = divmod(number - 1, 3)
    liberties, threat = divmod(rest, N_THREATS)
    return LastChain(stones + 1, liberties, threat)
