"""Framing: a problem becomes a position of a whole board that the local result decides.

Seen as a game, a problem is a few stones on a board that is otherwise empty, and the empty board
weighs more than they do.  A *frame* fills the rest with stones that live:

    . . . . . . .        . . X X X X X      X  attacker      O  defender
    . . . . . . .        . . X X X . X      .  near the problem, everything stays as it is;
    X X X X . . .   ->   X X X X . X X         an eye in the frame
    O O O X . . .        O O O X . X X
    . . O X . . .        . . O X . X X

- No stone of the frame touches one of the problem, so it gives none a liberty and takes none.
- Whoever attacks also has the ground all around, so nobody gets away.
- The defender has what is farther away, as much as makes both sides about equal.
- Stones of the frame are two groups, each of one chain with at least two eyes: they live whatever
  happens, and leave nothing to threaten.  So a ko is won by whoever can take it first, or who
  need not take it.
- Komi lies between what Black's area is if the defender owns nothing near the problem, and what it
  is with `LIFE` points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cfggo.go.points import (
    BLACK,
    DIAGONALS,
    NEIGHBOURS,
    WHITE,
    board_points,
    point_from_row_col,
    row_col_from_point,
)

LIFE = 5
"""Points near the problem with which the defender counts as living. Two eyes and the fewest
stones around them, in a corner, are more."""

_MARGIN = 1  # lines around the stones of a problem that stay free; beyond it stones don't touch
_NEAR = 2  # steps from a stone within which a point of their box belongs to the problem
_EDGE = 4  # most lines between the problem and an edge that still belong to it
_NARROW = 5  # lines of a board on which none do; one more does for each three lines more
_BAND = 2  # lines around the problem that are the attacker's at least, room for eyes
_EYES = 4  # of each group of the frame, if there is room


@dataclass(frozen=True)
class Framed:
    """A problem's stones, and those of the frame around it.

    Public attributes:
        size     -- int
        black    -- points of Black's stones, of problem and frame
        white    -- the same for White
        attacker -- colour that owns the ground around the problem
        area     -- frozenset of points near the problem, where it is decided
        komi     -- float: whoever wins the local fight wins with it
    """

    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    attacker: int
    area: frozenset[int]
    komi: float


def frame(size: int, black: Collection[int], white: Collection[int], attacker: int) -> Framed:
    """Returns a problem with its frame.

    size, black, white -- of the board, and the points of the stones
    attacker -- colour of the side that encloses; `likely_attacker` guesses

    Raises ValueError if there is no stone.
    """
    stones = {*black, *white}
    if not stones:
        raise ValueError("there are no stones")
    area = _area(size, stones)
    outside = [point for point in board_points(size) if point not in area]
    ground = _defenders_ground(outside, area, size)
    groups = {attacker: {*outside} - ground, 3 - attacker: ground}
    frames = {colour: points - _eyes(points, size) for colour, points in groups.items()}
    balance = len(area) - 2 * LIFE + 1.0 + len(groups[attacker]) - len(ground)
    return Framed(
        size,
        tuple(sorted({*black} | frames[BLACK])),
        tuple(sorted({*white} | frames[WHITE])),
        attacker,
        frozenset(area),
        balance if attacker == BLACK else -balance,
    )


def likely_attacker(size: int, black: Collection[int], white: Collection[int]) -> int:
    """Returns the colour that more of the stones have that are seen from outside the problem.

    One looks along every line from the sides of the problem that are not at the board's edge.
    """
    stones = dict.fromkeys(black, 1) | dict.fromkeys(white, -1)
    low_row, high_row, low_col, high_col = _box(size, stones)
    rows, cols = range(low_row, high_row + 1), range(low_col, high_col + 1)
    views: list[list[tuple[int, int]]] = []
    for row in rows:
        if low_col > 0:
            views.append([(row, col) for col in cols])
        if high_col < size - 1:
            views.append([(row, col) for col in reversed(cols)])
    for col in cols:
        if low_row > 0:
            views.append([(row, col) for row in rows])
        if high_row < size - 1:
            views.append([(row, col) for row in reversed(rows)])
    balance = 0
    for view in views:
        seen = (stones.get(point_from_row_col(*place)) for place in view)
        balance += next((colour for colour in seen if colour), 0)
    return BLACK if balance >= 0 else WHITE


def _box(size: int, stones: Iterable[int]) -> tuple[int, int, int, int]:
    """Returns first and last row, first and last column of the stones, moved to near edges."""
    places = [row_col_from_point(point) for point in stones]
    edge = max(min(_EDGE, (size - _NARROW) // 3), 0)

    def ends(numbers: list[int]) -> tuple[int, int]:
        low, high = min(numbers), max(numbers)
        return (0 if low <= edge else low, size - 1 if high >= size - 1 - edge else high)

    return (*ends([row for row, _ in places]), *ends([col for _, col in places]))


def _area(size: int, stones: Collection[int]) -> set[int]:
    """Returns the points near the problem.

    They are those in the box of its stones, and a line around it, but for what can be reached from
    outside without coming near a stone.
    """
    low_row, high_row, low_col, high_col = _box(size, stones)
    near = set(stones)
    for _ in range(_NEAR):
        near |= around(near)
    outside = {
        point_from_row_col(row, col)
        for row in range(size)
        for col in range(size)
        if not (
            low_row - _MARGIN <= row <= high_row + _MARGIN
            and low_col - _MARGIN <= col <= high_col + _MARGIN
        )
    }
    outside = flood(outside, {*board_points(size)} - near)
    return {*board_points(size)} - outside


def _defenders_ground(outside: list[int], area: Collection[int], size: int) -> set[int]:
    """Returns the points of the frame that are the defender's: half of the board, in one piece,
    the farthest from the problem; less where the attacker would have no room for two eyes, and none
    where the defender has none.
    """
    distance = dict.fromkeys(area, 0)
    ring, free = {*area}, {*outside}
    while ring := around(ring, NEIGHBOURS + DIAGONALS) & free:
        distance |= dict.fromkeys(ring, max(distance.values()) + 1)
        free -= ring
    candidates = sorted(outside, key=lambda point: (-distance[point], point))
    for wanted in range(size * size // 2, 0, -size):
        far = {point for point in candidates[:wanted] if distance[point] > _BAND}
        piece = max(_pieces(far), key=len, default=set())
        if len(_eyes(piece, size)) < 2:
            break
        rest = {*outside} - piece
        attackers = max(_pieces(rest), key=len)  # what is cut off from it is not theirs
        if len(_eyes(attackers, size)) >= 2:
            return {*outside} - attackers
    return set()


def _pieces(points: set[int]) -> list[set[int]]:
    """Returns the connected parts of a set of points."""
    left = set(points)
    pieces = []
    while left:
        piece = flood([left.pop()], left)
        left -= piece
        pieces.append(piece)
    return pieces


def around(points: Iterable[int], offsets: tuple[int, ...] = NEIGHBOURS) -> set[int]:
    """Returns what is beside points, they themselves included where they are side by side."""
    return {point + offset for point in points for offset in offsets}


def flood(starts: Iterable[int], free: Collection[int]) -> set[int]:
    """Returns points and the free ones that are connected with them."""
    reached = set(starts)
    queue = [*reached]
    while queue:
        for near in around([queue.pop()]):
            if near in free and near not in reached:
                reached.add(near)
                queue.append(near)
    return reached


def _eyes(points: set[int], size: int) -> set[int]:
    """Returns places for eyes, apart from each other, with none but these points around them."""
    on_board = frozenset(board_points(size))
    eyes: set[int] = set()
    for point in sorted(points):
        near = around([point], NEIGHBOURS + DIAGONALS)
        if near & on_board <= points and not around(near, NEIGHBOURS + DIAGONALS) & eyes:
            eyes.add(point)
            if len(eyes) == _EYES:
                break
    return eyes
