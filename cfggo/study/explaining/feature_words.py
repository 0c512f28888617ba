"""What features say, in words that a Go player understands: one entry for each group of features.

The words are neutral: whether a feature speaks for a move or against it, its factor tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from cfggo.base.words import counted_in_words, number_to_text
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
from cfggo.features.shapes import CELLS, MAX_WIDE_SHAPE, MIN_SHAPE, shape_distance
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
from cfggo.go.points import (
    EMPTY,
    NEIGHBOURS,
    PASS,
    board_points,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.study.explaining.phrases import distance_to_text

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth",
    "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_SIZES = ("one stone", "two stones", "three or four stones", "five stones or more")
"""Classes of sizes, as `cfggo.features.situation` tells them apart."""


@dataclass(frozen=True)
class Seen:
    """What a move, not PASS, has of one group of features.

    Public attributes:
        board      -- the position, one element of an array of boards
        point      -- int, the move
        numbers    -- tuple of the feature numbers
        situations -- tuple of (index, value) of those features that are situations: which of the
                      group's kinds, and the number of the situation
        size       -- int, of a nested feature; 0 where features do not nest
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


def chain_points(board: np.void, point: int) -> list[int]:
    """Returns the stones of the chain that a stone belongs to, sorted."""
    head = int(board["head"][point])
    return np.flatnonzero((board["head"] == head) & (board["colour"] != EMPTY)).tolist()


def _chains_beside(seen: Seen, colour: int, liberties: Iterable[int]) -> list[int]:
    """Returns the stones of the chains of a colour beside a move that have so many liberties."""
    board = seen.board
    near = [seen.point + offset for offset in NEIGHBOURS]
    heads = {int(board["head"][p]) for p in near if board["colour"][p] == colour}
    wanted = [head for head in sorted(heads) if board["n_liberties"][head] in [*liberties]]
    return [point for head in wanted for point in chain_points(board, head)]


# Coulom's groups, line and distances.


def _tactics(seen: Seen) -> str:
    captured = len(_chains_beside(seen, 3 - seen.own, [1]))
    stones = counted_in_words(captured, "stone")
    words = {
        CAPTURE_NEXT_TO_NEW_ATARI: f"captures {stones} to save a chain",
        CAPTURE_LAST_MOVE: "captures the stone just played"
        if captured == 1
        else f"captures {stones}, the one just played among them",
        CAPTURE_CUTS_OFF_LAST_MOVE: f"captures {stones} that the last move could join",
        CAPTURE_OTHERWISE: f"captures {stones}",
        EXTENSION: "extends a chain that the last move put in atari",
        SELF_ATARI: "puts its own chain in atari",
        ATARI_WITH_KO: "gives atari while there is a ko",
        ATARI: "gives atari",
    }
    return ", ".join(words[number] for number in seen.numbers)


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
    return f"on the {_ORDINALS[line - 1]} line" + (" or higher" if line == N_BORDER else "")


def _line_by_phase(seen: Seen) -> str:
    line, phase = divmod(seen.numbers[0] - LINE_BY_PHASE, N_PHASES)
    text = f"on the {_ORDINALS[line]} line" + (" or higher" if line + 1 == N_LINES else "")
    if phase == 0:
        return f"{text} in the first {PHASE_STARTS[0]} moves"
    if phase == N_PHASES - 1:
        return f"{text} after {PHASE_STARTS[-1]} moves"
    return f"{text} in moves {PHASE_STARTS[phase - 1] + 1} to {PHASE_STARTS[phase]}"


def _distances(seen: Seen) -> str:
    words = []
    if any(LAST_DISTANCE <= number < LAST2_DISTANCE for number in seen.numbers):
        words.append(f"{distance_to_text(seen.point, seen.last)} the last move")
    if any(number >= LAST2_DISTANCE for number in seen.numbers):
        words.append(f"{distance_to_text(seen.point, seen.last2)} the move before it")
    return ", ".join(words)


def _distance_pair(seen: Seen) -> str:
    return (
        f"{distance_to_text(seen.point, seen.last)} the last move and "
        f"{distance_to_text(seen.point, seen.last2)} the move before it"
    )


def _last_moves(seen: Seen) -> list[int]:
    return [point for point in (seen.last, seen.last2) if point != PASS]


def _last_move(seen: Seen) -> list[int]:
    return _last_moves(seen)[:1] if seen.last != PASS else []


# Shapes.

_POINTS_OF_SHAPE = {
    size: sum(shape_distance(*cell) <= size for cell in CELLS)
    for size in range(MIN_SHAPE, MAX_WIDE_SHAPE + 1)
}


def _shape(text: str) -> Callable[[Seen], str]:
    """Returns a function that describes a shape by a text with {} for its number of points."""
    return lambda seen: text.format(_POINTS_OF_SHAPE[seen.size])


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
        return "pattern of the whole board"
    distance = int(TEMPLATE_DISTANCES[seen.size])
    return f"pattern of the {_POINTS_OF_SHAPE.get(distance, 0)} points around it"


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
    steps = counted_in_words(len(seen.numbers), "step")
    return f"its surroundings in the graph up to {steps} away"


def _liberties_to_text(n: int, most: int) -> str:
    if n == most:
        return f"{number_to_text(n)} or more liberties"
    return counted_in_words(n, "liberty", "liberties")


_MOST_LIBERTIES = 5
"""What `cfggo.features.situation` counts liberties up to."""


def _liberties(seen: Seen) -> str:
    found = [liberty_situation(value) for _, value in seen.situations]
    words = f"leaves its chain {_liberties_to_text(found[0].after, _MOST_LIBERTIES)}"
    own = next((each.own.liberties for each in found if each.own), None)
    enemy = next((each.enemy.liberties for each in found if each.enemy), None)
    for each in found:
        if each.liberties is not None:
            own, enemy = each.liberties
    beside = []
    for name, liberties in (("own", own), ("enemy", enemy)):
        if liberties:
            has = f"with {_liberties_to_text(liberties, _MOST_LIBERTIES)}"
            beside.append(f"{name} stones {'in atari' if liberties == 1 else has}")
    return f"{words}, beside {' and '.join(beside)}" if beside else words


_STATUS = {
    ESCAPES: "that can escape from its atari",
    DOOMED: "that can't escape from its atari",
    THREATENED: "that the opponent could catch in a ladder",
}


def _ladders(seen: Seen) -> str:
    words = []
    for index, value in seen.situations:
        if index == 0:
            own = own_ladder(value)
            after = _liberties_to_text(own.after, _MOST_LIBERTIES)
            words.append(
                f"adds to an own chain of {_SIZES[own.size]} {_STATUS[own.status]}, "
                f"with {after} then"
            )
        elif index == 1:
            escapes, size = captured_chain(value)
            how = "that could still escape" if escapes else "that could not escape anyway"
            words.append(f"captures {_SIZES[size]} {how}")
        elif (caught := caught_size(value)) is not None:
            words.append(f"catches {_SIZES[caught]} by ataris")
        else:
            words.append("gives an atari that catches nothing")
    return ", ".join(words)


def _chains_in_trouble(seen: Seen) -> list[int]:
    indices = {index for index, _ in seen.situations}
    own = _chains_beside(seen, seen.own, [1, 2]) if 0 in indices else []
    captured = _chains_beside(seen, 3 - seen.own, [1]) if 1 in indices else []
    in_atari = _chains_beside(seen, 3 - seen.own, [2]) if 2 in indices else []
    return own + captured + in_atari


# The last moves.

_THREATS = ("", "", ", which leaves a chain two liberties", ", which gives atari")
"""By the numbers of `last_move_situation`; in the first two cases there is no threat."""

assert len(_THREATS) == N_THREATS


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
    text = f"{distance_to_text(seen.point, seen.last)} the last move"
    text += ", which is in atari" if in_atari else _THREATS[threat]
    if with_before:
        text += f", {distance_to_text(seen.point, seen.last2)} the move before it"
    return text


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
        words.append(f"{_steps(near)} from the last move in the graph")
    if near2 is not None and near2 <= FAR:
        words.append(f"{_steps(near2)} from the move before it")
    return ", ".join(words) or "no move before the last"


def _steps(n: int) -> str:
    return f"{counted_in_words(n, 'step')}{' or more' if n == FAR else ''}"


def _passing(seen: Seen) -> str:
    return "a pass after a pass" if PASS_AFTER_PASS in seen.numbers else "a pass"


def _paths(seen: Seen) -> str:
    return "paths of the graph"


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
        return "where no move was made"
    ago = int(seen.board["n_moves"]) - max(made)
    if ago >= LONG_AGO:
        return "where nothing was played for long"
    if ago == 0:
        return "where the last move was made"
    return f"where the last move nearby was {counted_in_words(ago, 'move')} before the last one"


PATHS, PASSING, CIRCUMSTANCES = "paths", "passing", "circumstances"
"""What stands for the paths of the graph, for the features of a pass, and for what boosted trees
see, which are no groups."""

GROUP_WORDS = {
    PASSING: GroupWords("no pass", _passing),
    "tactics": GroupWords("no capture, extension or atari", _tactics, _tactics_points),
    "border": GroupWords("on no line", _border),
    "lines-by-phase": GroupWords("on no line at this stage of the game", _line_by_phase),
    "distances": GroupWords("not near a last move", _distances, _last_moves),
    "distance-pairs": GroupWords("not near the last two moves", _distance_pair, _last_moves),
    "shapes": GroupWords(
        "no learnt shape around it", _shape("shape of the {} points around it"), _around_move
    ),
    "responses": GroupWords(
        "no learnt shape with the last move in it",
        _shape("shape of the {} points around it with the last move marked"),
        _around_move,
    ),
    "wide-shapes": GroupWords(
        "no learnt wide shape around it",
        _shape("wide shape of the {} points around it"),
        _around_move,
    ),
    "liberty-shapes": GroupWords(
        "no learnt shape with liberties around it",
        _shape("shape of the {} points around it with the stones' liberties"),
        _around_move,
    ),
    "answers": GroupWords(
        "no learnt answer to the last move",
        _shape("continues the shape of {} points around the last move"),
        _around_last,
    ),
    "follow-ups": GroupWords(
        "no learnt follow-up of the player's own last move",
        _shape("continues the shape of {} points around the player's own last move"),
        _around_last2,
    ),
    "surroundings": GroupWords("no learnt look in the graph", _surroundings),
    "liberties": GroupWords("no learnt liberties around it", _liberties),
    "ladders": GroupWords("no part in a ladder", _ladders, _chains_in_trouble),
    "last-move": GroupWords(
        "nothing that the last move calls for", _last_move_and_what_it_did, _last_move
    ),
    "graph-distances": GroupWords("no learnt distance in the graph", _graph_distances, _last_moves),
    "templates": GroupWords("no learnt pattern around it", _template, _in_template),
    "nested-templates": GroupWords(
        "no learnt pattern around it", lambda seen: "patterns of all sizes around it"
    ),
    PATHS: GroupWords("no learnt paths of the graph", _paths),
    CIRCUMSTANCES: GroupWords("not among the likely moves", _circumstances),
}
"""The words of every group in `TREE_GROUPS` (`cfggo.features.catalogue`), of paths, passes and
boosted trees."""
