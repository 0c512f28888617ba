"""Chains that share liberties, drawn at random, whose fate is proved by trying everything.

A *pocket* of a board of 9x9 holds a black chain, a white one, and empty points.  A line parts the
rest into walls of both colours, which have eyes enough.  So nobody needs to move elsewhere, and the
proof tries all moves in the pocket, and passes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

SIZE = 9
_STRIDE = SIZE + 1
"""Points are bits, row after row with a gap behind each; sets of points are integers."""

_LETTERS = "ABCDEFGHJ"

_BOARD = sum(1 << row * _STRIDE + col for row in range(SIZE) for col in range(SIZE))
_ROW = (1 << SIZE) - 1
_COLUMN = sum(1 << row * _STRIDE for row in range(SIZE))

SEED = 1

_SORTS = 60
"""How many sorts of positions there are, about."""

_TRIES = 50
"""To draw chains in a pocket."""

MOST_NODES = 10_000
"""Positions of a proof; a drawn position that takes more is left out."""

Stones = tuple[int, int]
"""Those of Black and of White."""


class TooHardError(Exception):
    """A fate that takes too many positions to prove."""


@dataclass(frozen=True)
class Position:
    """Two chains and their fate.

    Public attributes:
      stones  -- of the whole board
      pocket  -- the points where moves are tried
      chains  -- the black chain and the white one in it
      dead    -- the colour that is dead, 0 for Black or 1 for White, or None for a seki
    """

    stones: Stones
    pocket: int
    chains: Stones
    dead: int | None

    @property
    def rows(self) -> list[str]:
        """The board, the top row first: X, O and dots."""
        return [
            "".join(
                "X" if self.stones[0] >> at & 1 else "O" if self.stones[1] >> at & 1 else "."
                for at in range(row * _STRIDE, row * _STRIDE + SIZE)
            )
            for row in reversed(range(SIZE))
        ]

    @property
    def is_held_out(self) -> bool:
        """Whether it belongs to the half that nobody looks at before the end."""
        return hashlib.sha256("".join(self.rows).encode()).digest()[0] % 2 == 1

    @property
    def shorter(self) -> int:
        """Stones of the shorter chain."""
        return min(chain.bit_count() for chain in self.chains)

    @property
    def place(self) -> str:
        """Where on the board it is: "corner", "side" or "middle"."""
        at_edges = sum(bool(self.pocket & edge) for edge in (_ROW, _COLUMN))
        return ("middle", "side", "corner")[at_edges]

    @property
    def eyes(self) -> int:
        """How many of the two chains have an eye."""
        empty = self.pocket & ~(self.stones[0] | self.stones[1])
        return sum(bool(_eyes(chain, empty)) for chain in self.chains)

    @property
    def outside(self) -> int:
        """Liberties of a chain that touch a wall and not the other chain."""
        empty = self.pocket & ~(self.stones[0] | self.stones[1])
        walls = _near((self.stones[0] | self.stones[1]) & ~self.pocket)
        black, white = (_near(chain) & empty for chain in self.chains)
        return ((black ^ white) & walls).bit_count()

    def points(self, territory: bool, all_alive: bool = False) -> int:
        """Returns Black's points minus White's, without komi, by territory or by area.

        all_alive -- whether the dead chain is not taken off
        """
        black, white = (
            stones if all_alive or self.dead != colour else stones & ~self.chains[colour]
            for colour, stones in enumerate(self.stones)
        )
        points = 0 if territory else black.bit_count() - white.bit_count()
        for part in _parts(_BOARD & ~(black | white)):
            touches = _near(part)
            points += part.bit_count() * (bool(touches & black) - bool(touches & white))
        if territory and not all_alive and self.dead is not None:
            points += self.chains[self.dead].bit_count() * (1 if self.dead else -1)
        return points

    def keeps_fate(self, colour: int, vertex: str) -> bool:
        """Tells whether a colour's move loses nothing: its chain can't be captured if it lives, and
        the other one still can if that is dead.

        vertex -- of a legal move, or "pass"
        """
        if self.dead == colour:
            return True
        move = 0 if vertex == "pass" else point(vertex) & self.pocket
        proof = Proof(self.pocket, self.stones, 100 * MOST_NODES)
        after = proof.played(self.stones, colour, move) if move else self.stones
        assert after is not None, f"{vertex} is suicide"
        seen = frozenset((self.stones,))
        if self.dead is None:
            return not proof.takes(after, colour, self.chains[colour], 1 - colour, seen=seen)
        victim, keep = self.chains[1 - colour], self.chains[colour]
        return proof.takes(after, 1 - colour, victim, 1 - colour, keep, seen)


class Proof:
    """Finds out whether a chain can be captured, by trying all moves in a pocket, and passes.

    A move may not bring back an earlier position (positional superko); two passes end it.
    """

    def __init__(self, pocket: int, stones: Stones, most_nodes: int = MOST_NODES) -> None:
        """The stones outside of the pocket can't be captured.

        most_nodes -- positions of one proof
        """
        self._pocket, self._most_nodes = pocket, most_nodes
        self._walls = (stones[0] & ~pocket, stones[1] & ~pocket)
        self._n_nodes = 0
        self._known: dict[tuple[Stones, int, bool], bool] = {}

    def takes(
        self,
        stones: Stones,
        colour: int,
        victim: int,
        to_play: int,
        keep: int = 0,
        seen: frozenset[Stones] = frozenset(),
    ) -> bool:
        """Tells whether the opponent can capture a chain, whatever its owner does, without losing
        the stones of `keep`.

        colour, victim -- the owner's colour and the chain
        to_play -- the colour that begins
        seen    -- positions that there were before

        Raises TooHardError if that takes too many positions.
        """
        if victim & ~stones[colour]:
            return True
        self._n_nodes, self._known = 0, {}
        self._colour, self._victim, self._keep = colour, victim, keep
        grew = not any(black & ~stones[0] | white & ~stones[1] for black, white in seen)
        return self._search(stones, to_play, False, seen | {stones}, grew)[0]

    def _search(
        self, stones: Stones, to_play: int, passed: bool, seen: frozenset[Stones], grew: bool
    ) -> tuple[bool, bool]:
        """Returns whether the chain can be captured, and whether no stone but those that decide it
        is taken on any way to that.

        passed -- whether the last move was a pass
        grew   -- whether no stone was taken so far; then nothing can repeat what was before, and
                  what is known of a position holds however it came about
        """
        key = (stones, to_play, passed)
        if key in self._known and grew:
            return self._known[key], True
        attacks = to_play != self._colour
        if self._ways_to_wall(stones) > attacks:
            return False, True
        self._n_nodes += 1
        if self._n_nodes > self._most_nodes:
            raise TooHardError
        only_grows = True
        found = not attacks
        for move in self._ordered(stones):
            after = self.played(stones, to_play, move)
            if after is None or after in seen:
                only_grows &= after is None
                continue
            taken = stones[1 - to_play] & ~after[1 - to_play]
            if attacks and taken & self._victim:
                found = True
                break
            if not attacks and taken & self._keep:
                found = False
                break
            child = self._search(after, 1 - to_play, False, seen | {after}, grew and not taken)
            only_grows &= child[1] and not taken
            if child[0] == attacks:
                found = attacks
                break
        else:
            if passed:
                found = False
            else:
                child = self._search(stones, 1 - to_play, True, seen, grew)
                only_grows &= child[1]
                found = child[0]
        if grew and only_grows:
            self._known[key] = found
        return found, only_grows

    def _ordered(self, stones: Stones) -> Iterator[int]:
        """Yields the empty points of the pocket, those next to the chain first."""
        empty = self._pocket & ~(stones[0] | stones[1])
        liberties = _near(_chain(self._victim, stones[self._colour])) & empty
        yield from _bits(liberties)
        yield from _bits(empty & ~liberties)

    def _ways_to_wall(self, stones: Stones) -> int:
        """Returns how many moves would each join the chain to its wall; with two it is safe."""
        own = stones[self._colour]
        wall = _chain(self._walls[self._colour], own)
        if wall & self._victim:
            return 2
        ways = _near(_chain(self._victim, own)) & _near(wall) & ~(stones[0] | stones[1])
        return ways.bit_count()

    def played(self, stones: Stones, colour: int, move: int) -> Stones | None:
        """Returns the stones after a move, None if it is suicide."""
        own, other = stones[colour] | move, stones[1 - colour]
        for point in _bits(_near(move) & other):
            if point & other and not self._lives(point, other, own, 1 - colour):
                other &= ~_chain(point, other)
        if not self._lives(move, own, other, colour):
            return None
        return (own, other) if colour == 0 else (other, own)

    def _lives(self, point: int, own: int, other: int, colour: int) -> bool:
        """Tells whether a chain has a liberty, or is a wall."""
        chain = _chain(point, own)
        return bool(chain & self._walls[colour] or _near(chain) & ~(own | other))


def family(n: int, seed: int = SEED) -> list[Position]:
    """Returns sekis, and positions that look like one but where a chain is dead, as many of each
    sort as of most others: by fate, eyes, place, length and liberties outside.
    """
    found: dict[Stones, Position] = {}
    sorts: Counter[tuple[bool, int, str, int, bool]] = Counter()
    for position in _positions(Random(seed)):
        sort = (
            position.dead is None,
            position.eyes,
            position.place,
            position.shorter,
            position.outside > 0,
        )
        if sorts[sort] <= n // _SORTS and position.stones not in found:
            sorts[sort] += 1
            found[position.stones] = position
        if len(found) == n:
            break
    return list(found.values())


def _positions(random: Random) -> Iterator[Position]:
    """Yields positions without end."""
    while True:
        board = _drawn_board(random)
        if board is None:
            continue
        for _ in range(_TRIES):
            chains = _drawn_chains(*board, random)
            if chains is None:
                continue
            pocket, walls = board[0], [_with_eyes(wall) for wall in _walls(*board)]
            stones = (walls[0] | chains[0], walls[1] | chains[1])
            try:
                fate = _fate(Proof(pocket, stones), stones, chains)
            except TooHardError:
                continue
            if fate is not None:
                yield Position(stones, pocket, chains, fate[0])
                break


def _fate(proof: Proof, stones: Stones, chains: Stones) -> tuple[int | None] | None:
    """Returns which chain is dead, whoever begins, or None for neither; or None if that depends on
    who begins.
    """
    can = [proof.takes(stones, colour, chains[colour], 1 - colour) for colour in (0, 1)]
    if can == [False, False]:
        return (None,)
    if can == [True, True]:
        return None
    dead = can.index(True)
    is_dead = proof.takes(stones, dead, chains[dead], dead, chains[1 - dead])
    return (dead,) if is_dead else None


def _drawn_board(random: Random) -> tuple[int, int] | None:
    """Returns a pocket and White's side of the board, or None if the walls would not live."""
    height, width = (2 + _below(5, random) for _ in range(2))
    row, col = (_below(2, random) * (1 + _below(SIZE - 1 - n, random)) for n in (height, width))
    pocket = sum(
        1 << r * _STRIDE + c for r in range(row, row + height) for c in range(col, col + width)
    )
    slope, tilt, offset = (random.random() - 0.5 for _ in range(3))
    side = sum(
        1 << r * _STRIDE + c
        for r in range(SIZE)
        for c in range(SIZE)
        if slope * (r - row - height / 2) + tilt * (c - col - width / 2) > 3 * offset
    )
    return (pocket, side) if all(map(_with_eyes, _walls(pocket, side))) else None


def _walls(pocket: int, side: int) -> Stones:
    """Returns all points outside of a pocket on Black's side and on White's."""
    return _BOARD & ~pocket & ~side, side & ~pocket


def _drawn_chains(pocket: int, side: int, random: Random) -> Stones | None:
    """Returns a black and a white chain in a pocket, or None if they can't be in seki."""
    walls = _walls(pocket, side)
    rooms = [pocket & ~_near(wall) for wall in walls]
    if _below(3, random):
        stones, with_eyes = pocket, _below(2, random)
        for _ in range(1 + _below(2 if with_eyes else 4, random)):
            stones &= ~_chosen(pocket, random)
        black = stones & (side & rooms[0] | ~rooms[1])
        white = stones & ~black
        if with_eyes:
            black, white = _with_eye(black, random), _with_eye(white, random)
        if black & ~rooms[0] or not black or not white:
            return None
        if any(_chain(chain & -chain, chain) != chain for chain in (black, white)):
            return None
    else:
        black = _grown(rooms[0], 2 + _below(9, random), random)
        white = _grown(rooms[1] & ~black, 2 + _below(9, random), random)
    empty = pocket & ~(black | white)
    if not 2 <= min(black.bit_count(), white.bit_count()) <= 7 or empty.bit_count() > 7:
        return None
    if not _near(black) & _near(white) & empty:
        return None
    for chain, wall in zip((black, white), walls, strict=True):
        if (_near(chain) & empty).bit_count() < 2:
            return None
        if any(_near(part) & chain and _near(part) & wall for part in _parts(empty)):
            return None  # it may live by a connection
        eyes = _eyes(chain, empty)
        if len(eyes) > 1 or any(eye.bit_count() > 2 for eye in eyes):
            return None
    return black, white


def _chosen(points: int, random: Random) -> int:
    choice = list(_bits(points))
    return choice[_below(len(choice), random)]


def _below(n: int, random: Random) -> int:
    return int(random.random() * n)


def _grown(room: int, n: int, random: Random) -> int:
    """Returns a connected set of n points, 0 if it can't be had."""
    points = 0
    for _ in range(n):
        more = _near(points) & room & ~points if points else room
        if not more:
            return 0
        points |= _chosen(more, random)
    return points


def _with_eye(stones: int, random: Random) -> int:
    """Returns stones without one of those that have no other neighbours, 0 if there are none."""
    fit = stones & ~_near(_BOARD & ~stones)
    return stones & ~_chosen(fit, random) if fit else 0


def _with_eyes(wall: int) -> int:
    """Returns a wall with empty points in every other row inside of it; 0 if it is no chain with
    two eyes then.
    """
    inner = wall & ~_around(_BOARD & ~wall)
    eyes = inner & sum(((1 << SIZE) - 1) << row * _STRIDE for row in range(0, SIZE, 2))
    stones = wall & ~eyes
    is_alive = stones and _chain(stones & -stones, stones) == stones and len(_parts(eyes)) > 1
    return stones if is_alive else 0


def _eyes(chain: int, empty: int) -> list[int]:
    """Returns the parts of the empty points that only this chain touches."""
    return [part for part in _parts(empty) if not _near(part) & ~part & ~chain]


def vertices(points: int) -> list[str]:
    """Returns the points of a set as GTP writes them."""
    rows_and_columns = (divmod(point.bit_length() - 1, _STRIDE) for point in _bits(points))
    return [f"{_LETTERS[column]}{row + 1}" for row, column in rows_and_columns]


def point(vertex: str) -> int:
    """Returns the set of one point that GTP writes so."""
    return 1 << (int(vertex[1:]) - 1) * _STRIDE + _LETTERS.index(vertex[0].upper())


def _near(points: int) -> int:
    """Returns the points next to some."""
    return (points << 1 | points >> 1 | points << _STRIDE | points >> _STRIDE) & _BOARD


def _around(points: int) -> int:
    """Returns some points and those next to them, diagonally too."""
    row = points | (points << 1 | points >> 1) & _BOARD
    return (row | row << _STRIDE | row >> _STRIDE) & _BOARD


def _bits(points: int) -> Iterator[int]:
    while points:
        yield points & -points
        points &= points - 1


def _parts(points: int) -> list[int]:
    """Returns the connected parts of a set."""
    parts = []
    while points:
        parts.append(_chain(points & -points, points))
        points &= ~parts[-1]
    return parts


def _chain(points: int, stones: int) -> int:
    """Returns some points of a set and all that are connected with them."""
    chain, more = 0, points
    while more:
        chain |= more
        more = _near(more) & stones & ~chain
    return chain
