"""Features in words that a Go player understands: one entry for each group of features.

The words are neutral: whether a feature speaks for a move or against it, its factor tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from cfggo.base.said import Said, Spelled, listed, said, said_n
from cfggo.features.catalogue import PASS_AFTER_PASS
from cfggo.features.circumstances import LONG_AGO
from cfggo.features.graph_distance import FAR
from cfggo.features.ladders import DOOMED, ESCAPES, THREATENED
from cfggo.features.plain_groups import (
    ATARI,
    ATARI_WITH_KO,
    BORDER,
    CAPTURE_CUTS_OFF_LAST_MOVE,
    CAPTURE_LAST_MOVE,
    CAPTURE_NEXT_TO_NEW_ATARI,
    CAPTURE_OTHERWISE,
    EXTENSION,
    LAST2_DISTANCE,
    LAST_DISTANCE,
    LINE_BY_PHASE,
    N_BORDER,
    N_DISTANCES,
    N_LINES,
    N_PHASES,
    PHASE_STARTS,
    SELF_ATARI,
)
from cfggo.features.shapes import CELLS, MAX_SHAPE, MIN_SHAPE, shape_distance
from cfggo.features.situation import (
    N_THREATS,
    captured_chain,
    caught_size,
    last_chain,
    liberty_situation,
    own_ladder,
)
from cfggo.features.templates import TEMPLATE_DISTANCES, WHOLE_BOARD
from cfggo.go.board import NEVER
from cfggo.go.chains import chain_at
from cfggo.go.points import (
    NEIGHBOURS,
    PASS,
    board_points,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.study.explaining.phrases import LAST_MOVE, MOVE_BEFORE, distance_to_text

_ORDINALS = (
    said("first"), said("second"), said("third"), said("fourth"), said("fifth"),
    said("sixth"), said("seventh"), said("eighth"), said("ninth"), said("tenth"),
)  # fmt: skip
_SIZES = (
    said("one stone"), said("two stones"),
    said("three or four stones"), said("five stones or more"),
)  # fmt: skip
"""Classes of sizes, as `cfggo.features.situation` tells them apart."""


@dataclass(frozen=True)
class Seen:
    """The features of a move, not PASS, from one group.

    Public attributes:
        board      -- the position, one element of an array of boards
        point      -- int, the move
        numbers    -- tuple of the feature numbers
        situations -- tuple of (index, value) of those features that are situations: which of the
                      group's kinds, and the number of the situation
        size       -- int, of the largest learnt shape; 0 in groups without sizes
    """

    board: np.void
    point: int
    numbers: tuple[int, ...]
    situations: tuple[tuple[int, int], ...] = ()
    size: int = 0

    @property
    def last(self) -> int:
        """The last move, or PASS."""
        return int(self.board["last"])

    @property
    def last2(self) -> int:
        """The move before it, or PASS."""
        return int(self.board["last2"])

    @property
    def own(self) -> int:
        """The side to move."""
        return int(self.board["to_play"])


def _nowhere(seen: Seen) -> list[int]:
    return []


@dataclass(frozen=True)
class GroupWords:
    """The words of one group of features.

    Public attributes:
        none     -- str, what is said of a move that has no feature of the group
        describe -- function that puts into words what a move has of the group, or of a part of it
        points   -- function that returns the points which that is about, to be shown on a board
    """

    none: str
    describe: Callable[[Seen], str]
    points: Callable[[Seen], list[int]] = _nowhere


def _chains_beside(seen: Seen, colour: int, liberties: Iterable[int]) -> list[int]:
    """Returns the stones of the chains of a colour beside a move that have so many liberties."""
    board = seen.board
    near = [seen.point + offset for offset in NEIGHBOURS]
    heads = {int(board["head"][p]) for p in near if board["colour"][p] == colour}
    wanted = [head for head in sorted(heads) if board["n_liberties"][head] in [*liberties]]
    return [point for head in wanted for point in chain_at(board, head)]


# Coulom's groups, line and distances.


def _tactics(seen: Seen) -> str:
    captured = len(_chains_beside(seen, 3 - seen.own, [1]))
    stones = said_n("{n} stone", "{n} stones", n=Spelled(captured))
    words = {
        CAPTURE_NEXT_TO_NEW_ATARI: said("captures {stones} to save a chain", stones=stones),
        CAPTURE_LAST_MOVE: said("captures the stone just played")
        if captured == 1
        else said("captures {stones}, the one just played among them", stones=stones),
        CAPTURE_CUTS_OFF_LAST_MOVE: said(
            "captures {stones} that the last move could join", stones=stones
        ),
        CAPTURE_OTHERWISE: said("captures {stones}", stones=stones),
        EXTENSION: said("extends a chain that the last move put in atari"),
        SELF_ATARI: said("puts its own chain in atari"),
        ATARI_WITH_KO: said("gives atari while there is a ko"),
        ATARI: said("gives atari"),
    }
    return listed(words[number] for number in seen.numbers)


def _tactics_points(seen: Seen) -> list[int]:
    points: list[int] = []
    if any(CAPTURE_NEXT_TO_NEW_ATARI <= number < EXTENSION for number in seen.numbers):
        points += _chains_beside(seen, 3 - seen.own, [1])
    if EXTENSION in seen.numbers:
        points += _chains_beside(seen, seen.own, [1])
    if ATARI in seen.numbers or ATARI_WITH_KO in seen.numbers:
        points += _chains_beside(seen, 3 - seen.own, [2])
    return points


def _border(seen: Seen) -> str:
    line = seen.numbers[0] - BORDER + 1
    return on_line(line, line == N_BORDER)


def on_line(line: int, or_higher: bool) -> Said:
    """Returns on which line a move is, from 1 on, or that it is on a higher one."""
    if or_higher:
        return said("on the {ordinal} line or higher", ordinal=_ORDINALS[line - 1])
    return said("on the {ordinal} line", ordinal=_ORDINALS[line - 1])


def _line_by_phase(seen: Seen) -> str:
    line, phase = divmod(seen.numbers[0] - LINE_BY_PHASE, N_PHASES)
    place = on_line(line + 1, line + 1 == N_LINES)
    if phase == 0:
        return said("{place} in the first {n} moves", place=place, n=PHASE_STARTS[0])
    if phase == N_PHASES - 1:
        return said("{place} after {n} moves", place=place, n=PHASE_STARTS[-1])
    return said(
        "{place} in moves {first} to {last}",
        place=place,
        first=PHASE_STARTS[phase - 1] + 1,
        last=PHASE_STARTS[phase],
    )


def _distances(seen: Seen) -> str:
    words = []
    if any(LAST_DISTANCE <= number < LAST2_DISTANCE for number in seen.numbers):
        words.append(distance_to_text(seen.point, seen.last, LAST_MOVE))
    if any(number >= LAST2_DISTANCE for number in seen.numbers):
        words.append(distance_to_text(seen.point, seen.last2, MOVE_BEFORE))
    return listed(words)


def _distance_pair(seen: Seen) -> str:
    return said(
        "{first} and {second}",
        first=distance_to_text(seen.point, seen.last, LAST_MOVE),
        second=distance_to_text(seen.point, seen.last2, MOVE_BEFORE),
    )


def _last_moves(seen: Seen) -> list[int]:
    return [point for point in (seen.last, seen.last2) if point != PASS]


def _last_move(seen: Seen) -> list[int]:
    return _last_moves(seen)[:1] if seen.last != PASS else []


# Shapes.

_POINTS_OF_SHAPE = {
    size: sum(shape_distance(*cell) <= size for cell in CELLS)
    for size in range(MIN_SHAPE, MAX_SHAPE + 1)
}


def _shape(words: Callable[[int], str]) -> Callable[[Seen], str]:
    """Returns a function that describes a shape by words about its number of points."""
    return lambda seen: words(_POINTS_OF_SHAPE[seen.size])


def _cells_around(seen: Seen, middle: int) -> list[int]:
    """Returns the points of a shape around a point, those that are on the board."""
    row, col = row_col_from_point(middle)
    size = int(seen.board["size"])
    cells = [(row + dy, col + dx) for dx, dy in CELLS if shape_distance(dx, dy) <= seen.size]
    return sorted(
        point_from_row_col(*cell) for cell in cells if min(cell) >= 0 and max(cell) < size
    )


def _around_move(seen: Seen) -> list[int]:
    return _cells_around(seen, seen.point)


def _template(seen: Seen) -> str:
    if seen.size == WHOLE_BOARD:
        return said("pattern of the whole board")
    distance = int(TEMPLATE_DISTANCES[seen.size])
    n = _POINTS_OF_SHAPE.get(distance, 0)
    return said("pattern of the {n} points around it", n=n)


def _in_template(seen: Seen) -> list[int]:
    if seen.size == WHOLE_BOARD:
        return board_points(int(seen.board["size"]))
    return _cells_around(replace(seen, size=int(TEMPLATE_DISTANCES[seen.size])), seen.point)


def _around_last(seen: Seen) -> list[int]:
    return _cells_around(seen, seen.last)


def _around_last2(seen: Seen) -> list[int]:
    return _cells_around(seen, seen.last2)


# Chains around the move.


def _surroundings(seen: Seen) -> str:
    steps = said_n("{n} step", "{n} steps", n=Spelled(len(seen.numbers)))
    return said("its surroundings in the graph up to {steps} away", steps=steps)


def _liberties_to_text(n: int, most: int) -> Said:
    if n == most:
        return said("{n} or more liberties", n=Spelled(n))
    return said_n("{n} liberty", "{n} liberties", n=Spelled(n))


_MOST_LIBERTIES = 5
"""The most liberties that `cfggo.features.situation` counts."""


def _liberties(seen: Seen) -> str:
    found = [liberty_situation(value) for _, value in seen.situations]
    left = _liberties_to_text(found[0].after, _MOST_LIBERTIES)
    words = said("leaves its chain {liberties}", liberties=left)
    own = next((each.own.liberties for each in found if each.own), None)
    enemy = next((each.enemy.liberties for each in found if each.enemy), None)
    for each in found:
        if each.liberties is not None:
            own, enemy = each.liberties
    beside = []
    if own:
        has = _liberties_to_text(own, _MOST_LIBERTIES)
        stones = said("own stones with {liberties}", liberties=has)
        beside.append(said("own stones in atari") if own == 1 else stones)
    if enemy:
        has = _liberties_to_text(enemy, _MOST_LIBERTIES)
        stones = said("enemy stones with {liberties}", liberties=has)
        beside.append(said("enemy stones in atari") if enemy == 1 else stones)
    if not beside:
        return words
    if len(beside) == 1:
        return said("{words}, beside {stones}", words=words, stones=beside[0])
    return said(
        "{words}, beside {first} and {second}", words=words, first=beside[0], second=beside[1]
    )


_STATUS = {
    ESCAPES: said("that can escape from its atari"),
    DOOMED: said("that can't escape from its atari"),
    THREATENED: said("that the opponent could catch in a ladder"),
}


def _ladders(seen: Seen) -> str:
    words = []
    for index, value in seen.situations:
        if index == 0:
            own = own_ladder(value)
            after = _liberties_to_text(own.after, _MOST_LIBERTIES)
            words.append(
                said(
                    "adds to an own chain of {size} {status}, with {liberties} then",
                    size=_SIZES[own.size],
                    status=_STATUS[own.status],
                    liberties=after,
                )
            )
        elif index == 1:
            escapes, size = captured_chain(value)
            stones = _SIZES[size]
            could = said("captures {stones} that could still escape", stones=stones)
            doomed = said("captures {stones} that could not escape anyway", stones=stones)
            words.append(could if escapes else doomed)
        elif (caught := caught_size(value)) is not None:
            words.append(said("catches {stones} by ataris", stones=_SIZES[caught]))
        else:
            words.append(said("gives an atari that catches nothing"))
    return listed(words)


def _chains_in_trouble(seen: Seen) -> list[int]:
    indices = {index for index, _ in seen.situations}
    own = _chains_beside(seen, seen.own, [1, 2]) if 0 in indices else []
    captured = _chains_beside(seen, 3 - seen.own, [1]) if 1 in indices else []
    in_atari = _chains_beside(seen, 3 - seen.own, [2]) if 2 in indices else []
    return own + captured + in_atari


# The last moves.

_LEAVES_TWO_LIBERTIES, _GIVES_ATARI = 2, 3
"""Numbers of `last_move_situation`; there are two others, of no threat."""

assert N_THREATS == _GIVES_ATARI + 1


def _last_move_and_what_it_did(seen: Seen) -> str:
    with_before = in_atari = False
    threat = 0
    for index, value in seen.situations:
        if index == 0:
            chain = last_chain(value // N_DISTANCES)
            if chain is not None:
                threat, in_atari = chain.threat, chain.liberties == 1
        else:
            with_before = value // N_THREATS % (N_DISTANCES + 1) > 0
            threat = value % N_THREATS
    where = distance_to_text(seen.point, seen.last, LAST_MOVE)
    if in_atari:
        where = said("{where}, which is in atari", where=where)
    elif threat == _LEAVES_TWO_LIBERTIES:
        where = said("{where}, which leaves a chain two liberties", where=where)
    elif threat == _GIVES_ATARI:
        where = said("{where}, which gives atari", where=where)
    if with_before:
        return listed((where, distance_to_text(seen.point, seen.last2, MOVE_BEFORE)))
    return where


def _graph_distances(seen: Seen) -> str:
    near = near2 = None
    for index, value in seen.situations:
        if index == 0:
            near, near2 = divmod(value, FAR + 2)
        elif index == 1:
            near = value // N_DISTANCES
        else:
            near2 = value // (N_DISTANCES + 1)
    words = []
    if near is not None:
        words.append(said("{steps} from the last move in the graph", steps=_steps(near)))
    if near2 is not None and near2 <= FAR:
        words.append(said("{steps} from the move before it", steps=_steps(near2)))
    return listed(words) or said("no move before the last")


def _steps(n: int) -> Said:
    if n == FAR:
        return said_n("{n} step or more", "{n} steps or more", n=Spelled(n))
    return said_n("{n} step", "{n} steps", n=Spelled(n))


def _passing(seen: Seen) -> str:
    return said("a pass after a pass") if PASS_AFTER_PASS in seen.numbers else said("a pass")


def _paths(seen: Seen) -> str:
    return said("paths of the graph")


_NEARBY = 2
"""Steps along the lines up to which a move was made nearby."""


def _circumstances(seen: Seen) -> str:
    row, col = row_col_from_point(seen.point)
    made = []
    for near in board_points(int(seen.board["size"])):
        near_row, near_col = row_col_from_point(near)
        if abs(near_row - row) + abs(near_col - col) <= _NEARBY:
            made.append(int(seen.board["played_at"][near]))
    if max(made) == NEVER:
        return said("the situation as a whole, with no move nearby yet")
    ago = int(seen.board["n_moves"]) - max(made)
    if ago >= LONG_AGO:
        return said("the situation as a whole, with nothing played nearby for long")
    if ago == 0:
        return said("the situation as a whole, with the last move nearby")
    moves = said_n("{n} move", "{n} moves", n=Spelled(ago))
    return said(
        "the situation as a whole, with a move nearby {moves} before the last one", moves=moves
    )


PATHS, PASSING, CIRCUMSTANCES = "paths", "passing", "circumstances"
"""What stands for the paths of the graph, for the features of a pass, and for what boosted trees
see, which are no groups."""

GROUP_WORDS = {
    PASSING: GroupWords(said("not a pass"), _passing),
    "tactics": GroupWords(said("no capture, extension or atari"), _tactics, _tactics_points),
    "border": GroupWords(said("on no line"), _border),
    "lines-by-phase": GroupWords(said("on no line at this stage of the game"), _line_by_phase),
    "distances": GroupWords(said("not near a last move"), _distances, _last_moves),
    "distance-pairs": GroupWords(said("not near the last two moves"), _distance_pair, _last_moves),
    "shapes": GroupWords(
        said("no learnt shape around it"),
        _shape(lambda n: said("shape of the {n} points around it", n=n)),
        _around_move,
    ),
    "responses": GroupWords(
        said("no learnt shape with the last move in it"),
        _shape(lambda n: said("shape of the {n} points around it with the last move marked", n=n)),
        _around_move,
    ),
    "liberty-shapes": GroupWords(
        said("no learnt shape with liberties around it"),
        _shape(lambda n: said("shape of the {n} points around it with the stones' liberties", n=n)),
        _around_move,
    ),
    "answers": GroupWords(
        said("no usual answer to the last move"),
        _shape(lambda n: said("continues the shape of {n} points around the last move", n=n)),
        _around_last,
    ),
    "follow-ups": GroupWords(
        said("no usual follow-up of the player's own last move"),
        _shape(
            lambda n: said(
                "continues the shape of {n} points around the player's own last move", n=n
            )
        ),
        _around_last2,
    ),
    "surroundings": GroupWords(said("no learnt look in the graph"), _surroundings),
    "liberties": GroupWords(said("no learnt liberties around it"), _liberties),
    "ladders": GroupWords(said("no part in a ladder"), _ladders, _chains_in_trouble),
    "last-move": GroupWords(
        said("nothing that the last move calls for"), _last_move_and_what_it_did, _last_move
    ),
    "graph-distances": GroupWords(
        said("no learnt distance in the graph"), _graph_distances, _last_moves
    ),
    "templates": GroupWords(said("no learnt pattern around it"), _template, _in_template),
    "nested-templates": GroupWords(
        said("no learnt pattern around it"), lambda seen: said("patterns of all sizes around it")
    ),
    PATHS: GroupWords(said("no learnt paths of the graph"), _paths),
    CIRCUMSTANCES: GroupWords(said("not among the likely moves"), _circumstances),
}
"""The words of every group in `TREE_GROUPS` (`cfggo.features.catalogue`), of paths, passes and
boosted trees."""
