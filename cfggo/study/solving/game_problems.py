"""Problems that are positions of whole games: solved by their records, wrong moves by a search.

The komi of such a problem lies between what the right move leads to and what all others do, so
whoever plays right wins, and a search sees that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from cfggo.base.said import in_a_row, listed, said, said_n
from cfggo.go.board import play
from cfggo.go.chains import chains_of
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, format_vertex, row_col_from_point
from cfggo.models.tsumego.problem import FirstMove, Problem
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.study.explaining.places import groups_of
from cfggo.study.solving.prover import Result, SolvedMove
from cfggo.study.solving.solution import Solution
from cfggo.study.solving.solution_words import NAMES

if TYPE_CHECKING:
    from cfggo.search.searcher import Searcher

_LONGEST_LINE = 8
"""Moves of an answer that a search found."""

_NEAR = 4
"""Columns or rows from the moves before it within which a move goes on there."""

_NAMED_GROUPS = 2

_PLACES = {"side": "{side}", "other": "{other}"}

KIND_WORDS = {
    "capture": said("{side} can take stones at once.", **_PLACES),
    "double atari": said("{side} can give atari to two chains at once.", **_PLACES),
    "ladder": said(
        "A ladder: {side} can give atari again and again until stones of {other} are caught.",
        **_PLACES,
    ),
    "net": said(
        "A net: stones of {other} don't get away, though they are not in atari.", **_PLACES
    ),
    "snapback": said("A snapback: {side} lets a stone be taken, and takes more back.", **_PLACES),
    "ko": said("A ko: {side} takes it.", **_PLACES),
    "rescue": said("Stones of {side} are in atari, and can be saved.", **_PLACES),
    "connection": said("{side} can connect stones that would be cut off.", **_PLACES),
    "cut": said("{side} can cut stones of {other} off.", **_PLACES),
    "race": said("A race: stones of {side} and of {other} can't both live.", **_PLACES),
    "kill": said("Stones of {other} can be killed.", **_PLACES),
    "live": said("Stones of {side} would die, and can be made safe.", **_PLACES),
    "endgame": said("The endgame: the largest move that is left.", **_PLACES),
}
"""By the kind of a problem, what is true of its right move."""


def solution_of_game(problem: Problem) -> Solution:
    """Returns what the record of a problem of a game tells of its moves."""
    told = {move.point: move for move in problem.moves}
    right = [told.get(point, FirstMove(point, (), 0.0)) for point in problem.solutions]
    wrong = [move for move in problem.moves if move.point not in problem.solutions]
    moves = [SolvedMove(m.point, Result.WORKS, line=m.line) for m in right]
    moves += [SolvedMove(m.point, Result.FAILS, line=m.line) for m in wrong]
    return Solution(problem, None, tuple(moves), Result.OPEN, 0, 0)


def refutation_in_game(
    problem: Problem,
    point: int,
    load_engine: Callable[[], Searcher],
    playouts: int,
    stop: Callable[[], bool],
) -> SolvedMove:
    """Returns what answers a first move, by a search; a right one as far as it goes on there."""
    game = Game(problem.size, problem.komi or 0.0)
    game.setup(problem.black, problem.white, problem.to_play)
    game.play(problem.to_play, point, may_repeat=True)
    request = SearchRequest(game, game.to_play, Limit(playouts=playouts), reg=True)
    best = load_engine().choose_move(request, stop=stop).report.moves[:1]
    line = best[0].pv[:_LONGEST_LINE] if best else []
    line = line[: line.index(PASS)] if PASS in line else line
    is_right = point in problem.solutions
    answer = local_part(line, (point, *problem.solutions, *line[: 1 - is_right]))
    return SolvedMove(point, Result.FAILS, line=answer)


def local_part(line: Sequence[int], near: Iterable[int]) -> tuple[int, ...]:
    """Returns a line up to the first move that goes on elsewhere.

    near -- points where it begins
    """
    places = [row_col_from_point(point) for point in near]
    for i, point in enumerate(line):
        row, col = row_col_from_point(point)
        if all(max(abs(row - r), abs(col - c)) > _NEAR for r, c in places):
            return tuple(line[:i])
        places.append((row, col))
    return tuple(line)


def loss(problem: Problem, point: int) -> int | None:
    """Returns how many points a wrong move of the record loses, None of one that is not there."""
    leads = {move.point: move.lead for move in problem.moves}
    right = [leads[move] for move in problem.solutions if move in leads]
    return round(max(right) - leads[point]) if right and point in leads else None


def gain_words(problem: Problem, point: int) -> str:
    """Returns how much better a right move is than all others of the record, "" without any."""
    leads = {move.point: move.lead for move in problem.moves}
    others = [lead for move, lead in leads.items() if move not in problem.solutions]
    if point not in leads or not others or (n := round(leads[point] - max(others))) < 1:
        return ""
    return said_n("All others lose {n} point or more.", "All others lose {n} points or more.", n=n)


def taken(problem: Problem, line: Sequence[int]) -> int:
    """Returns how many of the stones at stake the side to play loses in a line."""
    boards = problem.boards()
    own = [point for point in problem.about if boards[0]["colour"][point] == problem.to_play]
    for point in line:
        play(boards[0], point)
    return sum(int(boards[0]["colour"][point]) != problem.to_play for point in own)


def goal_words(problem: Problem) -> str:
    """Returns what can be had in a problem of a game, and the stones that it is about."""
    side, other = NAMES[problem.to_play], NAMES[3 - problem.to_play]
    goal = said(KIND_WORDS[problem.kind].message, side=side, other=other)
    board, about = problem.boards()[0], set(problem.about)
    groups = [
        group
        for colour in (BLACK, WHITE)
        for group in groups_of(colour, [c for c in chains_of(board, colour) if about & {*c}])
    ]
    groups.sort(key=lambda group: -len(group.points))
    stones = listed(group.words for group in groups[:_NAMED_GROUPS])
    return in_a_row((goal, said("At stake: {stones}.", stones=stones) if stones else ""))


def wrong_words(problem: Problem, move: SolvedMove, other: str) -> str:
    """Returns why a wrong move of a problem of a game is wrong."""
    vertex = format_vertex(move.point)
    points = loss(problem, move.point)
    words = said("{move} is wrong.", move=vertex)
    if points is not None:
        words = said_n("{move} loses {n} point.", "{move} loses {n} points.", move=vertex, n=points)
    if not move.line:
        return words
    stones = taken(problem, (move.point, *move.line))
    line = " ".join(map(format_vertex, move.line))
    if stones > 1:
        answer = said("{other} takes {n} stones: {line}.", other=other, n=stones, line=line)
    else:
        answer = said("{other} answers {line}.", other=other, line=line)
    return in_a_row((words, answer))
