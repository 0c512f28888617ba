"""The lesson of a move that lost points: what its reply does, what a better move would have done.

The words are made of what two searches found: of the position before the move, which knows the
better move, and of the one after it, which knows the answer. They say what is on boards, on which
their variations are played, and who owns the points at the end of playouts:

- captures, ataris, cuts and connections are those of the boards;
- a group dies, lives or is in danger by its owner after the better move and after the move played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cfggo.base.said import Said, said, said_from_json, said_n
from cfggo.features.ladders import DOOMED, new_ladder_scratch, read_ladders
from cfggo.go.points import (
    BLACK,
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    PASS,
    board_points,
    format_vertex,
    parse_vertex,
    points_from_top,
    row_col_from_point,
)
from cfggo.study.explaining.first_sight import FirstSight, is_natural, is_rare

if TYPE_CHECKING:
    from cfggo.go.game import Game

_ALIVE, _DEAD = 0.35, -0.35
"""From how much on of 1 to -1 its owner's a group lives, or is dead."""

_FALL = 0.5
"""The part of that which a group must lose to be in danger."""

_SWING = 0.1
"""Of 1 to -1, by how much a point's owner changes if it counts as territory that is lost."""

_MOST_SENTENCES = 2
"""Of each kind: what the answer does, what the better move does, what strong players see."""

_FOLLOWING = 4
"""Moves that are said to follow the better move."""

_MOST_PLIES = 7
"""Moves of a variation that are played on the board to see what it captures."""


@dataclass(frozen=True)
class Lesson:
    """The lesson of a move.

    Public attributes:
      move    -- vertex, or "pass"
      better  -- vertex, or "pass"
      answer  -- the variation that follows the move, the opponent's answer first
      line    -- the variation that begins with the better move
      fears   -- sentences on what the answer does
      wins    -- sentences on what the better move does
      sees    -- sentences on what a strong player sees
      where   -- the part of the board in which the better move is, in words
      points  -- vertices of the groups that the sentences are about
    """

    move: str
    better: str
    answer: tuple[str, ...]
    line: tuple[str, ...]
    fears: tuple[str, ...]
    wins: tuple[str, ...]
    sees: tuple[str, ...]
    where: str
    points: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns it as a JSON object."""
        return {
            "move": self.move, "better": self.better, "answer": list(self.answer),
            "line": list(self.line), "fears": list(self.fears), "wins": list(self.wins),
            "sees": list(self.sees), "where": self.where, "points": list(self.points),
        }  # fmt: skip

    @classmethod
    def from_json(cls, value: Any, size: int) -> Self:
        """Returns what `told` has made of `to_json`, on a board of a size.

        Raises ValueError if it is anything else.
        """
        try:
            vertices = {
                name: tuple(_checked(vertex, size) for vertex in value[name])
                for name in ("answer", "line", "points")
            }
            sentences = {
                name: tuple(map(said_from_json, value[name])) for name in ("fears", "wins", "sees")
            }
            return cls(
                move=_checked(value["move"], size),
                better=_checked(value["better"], size),
                where=said_from_json(value["where"]),
                **vertices,
                **sentences,
            )
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError("no lesson") from error


@dataclass(frozen=True)
class Variation:
    """A search's expectations of a position.

    Public attributes:
      moves  -- vertices, the most visited move first
      owners -- float[size, size] from +1 for Black to -1 for White, the top row first: who owns the
                points after it
    """

    moves: Sequence[str]
    owners: np.ndarray


@dataclass(frozen=True)
class _Group:
    """Stones of one colour that are near each other and share a fate."""

    colour: int
    points: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.points)

    @property
    def vertex(self) -> str:
        """The stone in the middle."""
        places = np.array([row_col_from_point(point) for point in self.points])
        off = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
        return format_vertex(self.points[int(off.argmin())])

    @property
    def words(self) -> Said:
        """The group as the subject of a sentence."""
        if self.colour == BLACK:
            return said_n(
                "the black stone at {vertex}", "{n} black stones around {vertex}",
                n=len(self), vertex=self.vertex,
            )  # fmt: skip
        return said_n(
            "the white stone at {vertex}", "{n} white stones around {vertex}",
            n=len(self), vertex=self.vertex,
        )  # fmt: skip


def lesson_of(
    game: Game,
    move: str,
    better: Variation,
    answer: Variation,
    sights: tuple[FirstSight, FirstSight] | None = None,
) -> Lesson:
    """Returns the lesson of a move of the side to move.

    game   -- before the move
    better -- what a search of that position expects
    answer -- what a search of the position after the move expects
    sights -- of the move and of the better one
    """
    return _Teacher(game, move, better, answer).lesson(sights)


class _Teacher:
    """Compares what follows a move with what would have followed a better one."""

    def __init__(self, game: Game, move: str, better: Variation, answer: Variation) -> None:
        self._game, self._size = game, game.size
        self._mine, self._theirs = game.to_play, 3 - game.to_play
        self._move, self._better = move, better.moves[0]
        self._line = _Boards(game, better.moves)
        self._played = _Boards(game, [move, *answer.moves])
        self._before = game.boards[0]
        self._after = self._played.boards[min(1, len(self._played.boards) - 1)]
        self._answer = tuple(self._played.vertices[1:])
        sign = 1 if self._mine == BLACK else -1
        self._then = _by_point(better.owners, self._size) * sign  # mine: above 0
        self._now = _by_point(answer.owners, self._size) * sign
        self._least_territory = max(2.0, self._size / 6)  # points that are worth a sentence
        self._near = max(2, self._size // 4)  # lines at which a move may still be about something
        self._told: set[int] = set()  # points of groups that were spoken of
        self._lost: list[_Group] = []  # of these the player's own
        self._told_part: tuple[int, int] | None = None  # of the board, where points are lost

    def lesson(self, sights: tuple[FirstSight, FirstSight] | None) -> Lesson:
        """Returns the lesson."""
        fears = _first(self._fears())
        wins = _first(self._wins()) or self._expected()
        sees = _first(self._sees(sights))
        vertices = tuple(format_vertex(point) for point in sorted(self._told))
        line = tuple(self._line.vertices)
        point = parse_vertex(self._better, self._size)
        where = "" if point == PASS else _where(_part_of(point, self._size))
        return Lesson(
            self._move, self._better, self._answer, line, fears, wins, sees, where, vertices
        )

    # What the answer does

    def _fears(self) -> Iterator[str]:
        if not self._answer or self._answer[0] == "pass":
            return
        told = False
        for sentences in (
            self._captures(), self._deaths(), self._cuts(), self._ataris(), self._territory()
        ):  # fmt: skip
            for sentence in sentences:
                told = True
                yield sentence
        if not told:
            yield said("The answer to fear is {answer}.", answer=self._answer[0])

    def _captures(self) -> Iterator[str]:
        """Says which of the player's groups are caught at once, or as the variation goes on."""
        lost: dict[int, list[int]] = {}  # ply -> heads of chains of which it takes the stones
        for chain in self._chains(self._after, self._mine):
            ply = self._played.ply_that_takes(chain)
            if ply is not None and ply % 2 == 1 and self._then_of(chain) > 0 > self._now_of(chain):
                lost.setdefault(ply, []).extend(chain)
        for ply, points in sorted(lost.items()):
            group = self._told_group(self._mine, points)
            if ply == 1:
                yield said_n(
                    "{stones} is captured by {answer}.", "{stones} are captured by {answer}.",
                    n=len(group), stones=group.words, answer=self._answer[0],
                )  # fmt: skip
            else:
                line = " ".join(self._answer[:ply])
                yield said_n(
                    "{stones} is captured after {line}.", "{stones} are captured after {line}.",
                    n=len(group), stones=group.words, line=line,
                )  # fmt: skip
        for group in self._caught_by_ataris():
            yield said_n(
                "{answer} puts {stones} in atari, and it can't escape.",
                "{answer} puts {stones} in atari, and they can't escape.",
                n=len(group), stones=group.words, answer=self._answer[0],
            )  # fmt: skip

    def _caught_by_ataris(self) -> Iterator[_Group]:
        """Yields groups that the answer puts in atari and that no ladder or capture saves."""
        if len(self._played.boards) < 3:
            return
        board = self._played.boards[2]
        chains = [
            chain
            for chain in self._chains(board, self._mine)
            if board["n_liberties"][board["head"][chain[0]]] == 1
            and not self._told.intersection(chain)
            and self._then_of(chain) > 0 > self._now_of(chain)
            and len(chain) > 1
        ]
        if not chains:
            return
        status, catches = np.zeros(N_POINTS, np.uint8), np.zeros(N_POINTS, np.uint8)
        read_ladders(board, new_ladder_scratch(), status, catches)
        for chain in chains:
            if status[board["head"][chain[0]]] == DOOMED:
                yield self._told_group(self._mine, chain)

    def _deaths(self) -> Iterator[str]:
        """Says which groups die, live or are in danger by the move."""
        for group in self._changed(self._after, self._mine, _dies):
            if self._answer_is_near(group.points):
                yield said_n(
                    "{stones} dies after {answer}.", "{stones} die after {answer}.",
                    n=len(group), stones=group.words, answer=self._answer[0],
                )  # fmt: skip
            else:
                yield said_n("{stones} dies.", "{stones} die.", n=len(group), stones=group.words)
        for group in self._changed(self._before, self._theirs, _dies):
            yield said_n(
                "{stones} was as good as captured, and lives now.",
                "{stones} were as good as captured, and live now.",
                n=len(group), stones=group.words,
            )  # fmt: skip
        for group in self._changed(self._after, self._mine, _is_in_danger):
            yield said_n(
                "{stones} is in danger now.", "{stones} are in danger now.",
                n=len(group), stones=group.words,
            )  # fmt: skip

    def _cuts(self) -> Iterator[str]:
        """Says which of the player's chains the answer cuts."""
        point = parse_vertex(self._answer[0], self._size)
        if point == PASS or self._now[point] > -_SWING or len(self._played.boards) < 3:
            return
        for one, other in _cut_at(self._after, point, self._mine):
            if not (self._played.joins(one, other) or self._told & {one, other}):
                yield said(
                    "{answer} cuts {vertex} from {other}.",
                    answer=self._answer[0], vertex=format_vertex(one), other=format_vertex(other),
                )  # fmt: skip

    def _ataris(self) -> Iterator[str]:
        """Says which groups the answer puts in atari."""
        if len(self._played.boards) < 3:
            return
        before, board = self._after, self._played.boards[2]
        for chain in self._chains(board, self._mine):
            liberties = [
                int(each["n_liberties"][each["head"][chain[0]]]) for each in (before, board)
            ]
            is_news = len(chain) > 1 and not self._told.intersection(chain)
            if liberties[0] > 1 == liberties[1] and is_news and self._then_of(chain) > 0:
                group = self._told_group(self._mine, chain)
                yield said_n(
                    "{answer} puts {stones} in atari.", "{answer} puts {stones} in atari.",
                    n=len(group), stones=group.words, answer=self._answer[0],
                )  # fmt: skip

    def _territory(self) -> Iterator[str]:
        """Says where the opponent gets points, besides those of groups that were spoken of."""
        part, points = self._largest_loss()
        if points < self._least_territory:
            return
        self._told_part = part
        if self._answer_is_near(_points_of_part(part, self._size)):
            yield said_n(
                "{answer} gains about {n} point {where}.",
                "{answer} gains about {n} points {where}.",
                n=round(points), answer=self._answer[0], where=_where(part),
            )  # fmt: skip
        elif self._theirs == BLACK:
            yield said_n(
                "Black gains about {n} point {where}.", "Black gains about {n} points {where}.",
                n=round(points), where=_where(part),
            )  # fmt: skip
        else:
            yield said_n(
                "White gains about {n} point {where}.", "White gains about {n} points {where}.",
                n=round(points), where=_where(part),
            )  # fmt: skip

    def _largest_loss(self) -> tuple[tuple[int, int], float]:
        """Returns the part of the board where the player loses most by the move, and how much, but
        for groups that were spoken of.
        """
        lost = np.where(np.abs(self._then - self._now) >= _SWING, self._then - self._now, 0.0)
        lost[list(self._told)] = 0.0
        return _largest_part(lost, self._size)

    def _answer_is_near(self, points: Sequence[int]) -> bool:
        """Tells whether the answer is so near to points that what happens there is its doing."""
        answer = parse_vertex(self._answer[0], self._size)
        return answer != PASS and _distance([answer], points) <= self._near

    # What the better move does

    def _wins(self) -> Iterator[str]:
        if self._better == "pass" or len(self._line.boards) < 2:
            return
        first = parse_vertex(self._better, self._size)
        yield from self._their_losses(first)
        for one, other in _joined_at(self._before, first, self._mine)[:1]:
            yield said(
                "{better} connects {vertex} and {other}.",
                better=self._better, vertex=format_vertex(one), other=format_vertex(other),
            )  # fmt: skip
        for one, other in _cut_at(self._before, first, self._theirs):
            is_open = not (self._line.joins(one, other) or self._told & {one, other})
            if self._then[first] >= _SWING and is_open:
                yield said(
                    "{better} cuts {vertex} from {other}.",
                    better=self._better, vertex=format_vertex(one), other=format_vertex(other),
                )  # fmt: skip
        for group in self._lost:
            if _distance([first], group.points) > self._near:
                continue
            yield said_n(
                "{better} keeps {stones} alive.", "{better} keeps {stones} alive.",
                n=len(group), better=self._better, stones=group.words,
            )  # fmt: skip
        part, points = self._largest_loss()
        is_near = _distance([first], _points_of_part(part, self._size)) <= self._near
        if points >= self._least_territory and is_near and part == self._told_part:
            yield said("{better} keeps these points.", better=self._better)
        elif points >= self._least_territory and is_near:
            yield said_n(
                "{better} is worth about {n} point {where}.",
                "{better} is worth about {n} points {where}.",
                n=round(points), better=self._better, where=_where(part),
            )  # fmt: skip

    def _expected(self) -> tuple[str, ...]:
        """Says how the game goes on with the better move, where nothing else is to be said."""
        if self._better == "pass":
            return ()
        others = takewhile(lambda vertex: vertex != "pass", self._line.vertices[1:])
        line = " ".join(islice(others, _FOLLOWING))
        if not line:
            return ()
        return (said("{better} comes first; {line} may follow.", better=self._better, line=line),)

    def _their_losses(self, first: int) -> Iterator[str]:
        """Says what the better move takes, catches or puts in atari."""
        taken: dict[int, list[int]] = {}
        for chain in self._chains(self._before, self._theirs):
            ply = self._line.ply_that_takes(chain)
            is_its_doing = ply == 0 or _distance([first], chain) <= self._near
            if ply is not None and ply % 2 == 0 and is_its_doing and self._then_of(chain) > 0:
                taken.setdefault(ply, []).extend(chain)
        for ply, points in sorted(taken.items()):
            group = self._told_group(self._theirs, points)
            if ply == 0:
                yield said_n(
                    "{stones} is captured by {better}.", "{stones} are captured by {better}.",
                    n=len(group), stones=group.words, better=self._better,
                )  # fmt: skip
            else:
                yield said_n(
                    "{stones} is captured after {line}.", "{stones} are captured after {line}.",
                    n=len(group), stones=group.words,
                    line=" ".join(self._line.vertices[: ply + 1]),
                )  # fmt: skip
        board = self._line.boards[1]
        for chain in self._chains(board, self._theirs):
            is_new = self._before["n_liberties"][self._before["head"][chain[0]]] > 1
            in_atari = board["n_liberties"][board["head"][chain[0]]] == 1
            near = any(
                board["colour"][first + offset] == self._theirs
                and board["head"][first + offset] == board["head"][chain[0]]
                for offset in NEIGHBOURS
            )
            if (
                is_new
                and in_atari
                and near
                and not self._told.intersection(chain)
                and self._then[first] > 0
            ):
                group = _Group(self._theirs, tuple(chain))
                yield said_n(
                    "{better} puts {stones} in atari.", "{better} puts {stones} in atari.",
                    n=len(group), stones=group.words, better=self._better,
                )  # fmt: skip

    # What a strong player sees

    def _sees(self, sights: tuple[FirstSight, FirstSight] | None) -> Iterator[str]:
        """Says what is plain to who knows it: the policy knows strong players' moves."""
        if self._answer and self._answer[0] == self._better != "pass":
            yield said("{better} is the key point: both sides want it.", better=self._better)
        part, points = self._largest_loss()
        move = parse_vertex(self._move, self._size)
        is_elsewhere = (
            move != PASS and _distance([move], _points_of_part(part, self._size)) > self._near
        )
        if points >= self._least_territory and is_elsewhere:
            yield said(
                "The points are {where}: {move} is elsewhere.", where=_where(part), move=self._move
            )
        if sights is None:
            return
        played, better = sights
        if better.reason:
            yield said("{better} {reason}.", better=self._better, reason=better.reason)
        yield from filter(None, (
            is_natural(self._better, better.rank, self._size),
            is_rare(self._move, played.rank, self._size),
        ))  # fmt: skip

    # Groups

    def _chains(self, board: np.void, colour: int) -> list[list[int]]:
        """Returns the chains of a colour, as lists of points."""
        chains: dict[int, list[int]] = {}
        for point in board_points(self._size):
            if board["colour"][point] == colour:
                chains.setdefault(int(board["head"][point]), []).append(point)
        return list(chains.values())

    def _then_of(self, chain: Sequence[int]) -> float:
        """Returns how much of a chain of stones is the player's after the better move; of the move
        played itself all of it.
        """
        known = [point for point in chain if self._before["colour"][point] != EMPTY]
        return float(self._then[known].mean()) if known else 1.0

    def _now_of(self, chain: Sequence[int]) -> float:
        return float(self._now[list(chain)].mean())

    def _changed(self, board: np.void, colour: int, has_changed: Any) -> Iterator[_Group]:
        """Yields groups of which owners after the better move and after the one played, seen by
        their colour... have changed so; the player's losses in any case.
        """
        found: list[list[int]] = []
        for chain in self._chains(board, colour):
            if self._told.intersection(chain):
                continue
            known = [point for point in chain if self._before["colour"][point] != EMPTY]
            if known and has_changed(self._then_of(chain), self._now_of(chain)):
                found.append(chain)
        for chains in _near_each_other(found):
            yield self._told_group(colour, [point for chain in chains for point in chain])

    def _told_group(self, colour: int, points: Iterable[int]) -> _Group:
        group = _Group(colour, tuple(sorted(points)))
        self._told.update(group.points)
        if colour == self._mine:
            self._lost.append(group)
        return group


class _Boards:
    """A variation on the board.

    Public attributes:
      boards   -- list of BOARD_DTYPE records, before each of its moves and after the last one
      vertices -- the moves, as far as they are legal
    """

    def __init__(self, game: Game, vertices: Sequence[str]) -> None:
        game = game.copy()
        self.boards = [game.boards[0].copy()]
        self.vertices: list[str] = []
        for vertex in vertices[:_MOST_PLIES]:
            point = parse_vertex(vertex, game.size)
            if not game.is_legal(game.to_play, point):
                break
            game.play(game.to_play, point)
            self.boards.append(game.boards[0].copy())
            self.vertices.append(vertex)

    def ply_that_takes(self, chain: Sequence[int]) -> int | None:
        """Returns the number of the move, from 0, that takes a chain's stones off, None if they
        stay.
        """
        points, colour = list(chain), None
        for number, board in enumerate(self.boards):
            colours = board["colour"][points]
            if colour is None:
                if (colours != EMPTY).all() and (colours == colours[0]).all():
                    colour = colours[0]
            elif (colours != colour).all():
                return number - 1
        return None

    def joins(self, one: int, other: int) -> bool:
        """Tells whether two stones are of one chain in the end."""
        board = self.boards[-1]
        colours = board["colour"]
        return bool(colours[one] != EMPTY and colours[one] == colours[other]
                    and board["head"][one] == board["head"][other])  # fmt: skip


def _joined_at(board: np.void, point: int, colour: int) -> list[tuple[int, int]]:
    """Returns pairs of stones of different chains of a colour that a move at a point would join and
    that have no other liberty in common, the largest first; two single stones are none.
    """
    if board["colour"][point] != EMPTY:
        return []
    stones: dict[int, int] = {}  # head -> the stone next to the point
    for offset in NEIGHBOURS:
        if board["colour"][point + offset] == colour:
            stones.setdefault(int(board["head"][point + offset]), point + offset)
    heads = sorted(stones, key=lambda head: -int(board["n_stones"][head]))
    pairs = []
    for i, head in enumerate(heads):
        for other in heads[i + 1 :]:
            size = int(board["n_stones"][head]) + int(board["n_stones"][other])
            shared = _liberties(board, head) & _liberties(board, other)
            if size >= 3 and shared == {point}:
                pairs.append((stones[head], stones[other]))
    return pairs


def _cut_at(board: np.void, point: int, colour: int) -> list[tuple[int, int]]:
    """Returns those of these pairs of which the opponent's move at the point takes neither."""
    return [
        pair
        for pair in _joined_at(board, point, colour)
        if all(board["n_liberties"][board["head"][stone]] > 1 for stone in pair)
    ]


def _liberties(board: np.void, head: int) -> set[int]:
    """Returns the liberties of a chain."""
    stones = np.flatnonzero((board["head"] == head) & (board["colour"] == board["colour"][head]))
    near = {int(stone) + offset for stone in stones for offset in NEIGHBOURS}
    return {point for point in near if board["colour"][point] == EMPTY}


def _checked(vertex: str, size: int) -> str:
    """Returns a vertex. Raises ValueError if it is none of a board of that size."""
    return format_vertex(parse_vertex(vertex, size))


def _near_each_other(chains: Sequence[list[int]]) -> list[list[list[int]]]:
    """Returns chains in lists of those that are two lines or less from another one of the list."""
    groups: list[list[list[int]]] = []
    for chain in chains:
        near = [group for group in groups if any(_distance(chain, other) <= 2 for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([chain, *(other for group in near for other in group)])
    return groups


def _distance(points: Sequence[int], others: Sequence[int]) -> int:
    """Returns the smallest distance between two sets of points, along the lines."""
    places = np.array([row_col_from_point(point) for point in points])
    other_places = np.array([row_col_from_point(point) for point in others])
    return int(np.abs(places[:, None] - other_places[None]).sum(axis=2).min())


def _dies(then: float, now: float) -> bool:
    return then >= _ALIVE and now <= _DEAD


def _is_in_danger(then: float, now: float) -> bool:
    return then >= _ALIVE > now and then - now >= _FALL


def _largest_part(points: np.ndarray, size: int) -> tuple[tuple[int, int], float]:
    """Returns the part of the board that most points are in, and how many there are.

    points -- float[N_POINTS]
    """
    sums = {
        (row, col): float(points[_points_of_part((row, col), size)].sum())
        for row in range(3)
        for col in range(3)
    }
    part = max(sums, key=lambda part: sums[part])
    return part, sums[part]


def _part_of(point: int, size: int) -> tuple[int, int]:
    """Returns the part of the board of a point: a row of thirds from the bottom, and a column."""
    row, col = row_col_from_point(point)
    return _third(row, size), _third(col, size)


def _points_of_part(part: tuple[int, int], size: int) -> list[int]:
    """Returns the points of a part of the board."""
    return [point for point in board_points(size) if _part_of(point, size) == part]


def _third(line: int, size: int) -> int:
    """Returns which third of the board a line is in: 0, 1 or 2."""
    edge = (size + 1) // 3 + (size >= 13)
    return 0 if line < edge else 2 if line >= size - edge else 1


def _where(part: tuple[int, int]) -> str:
    """Returns a part of the board in words: its row of thirds from the bottom, its column."""
    return {
        (0, 0): said("in the lower left"), (0, 1): said("on the lower side"),
        (0, 2): said("in the lower right"), (1, 0): said("on the left side"),
        (1, 1): said("in the centre"), (1, 2): said("on the right side"),
        (2, 0): said("in the upper left"), (2, 1): said("on the upper side"),
        (2, 2): said("in the upper right"),
    }[part]  # fmt: skip


def _by_point(owners: np.ndarray, size: int) -> np.ndarray:
    """Returns a grid of owners by point, as float[N_POINTS]."""
    values = np.zeros(N_POINTS)
    values[[*points_from_top(size)]] = np.asarray(owners, dtype=np.float64).reshape(-1)
    return values


def _first(sentences: Iterator[str]) -> tuple[str, ...]:
    # In this order, so that no sentence is made that is not told.
    return tuple(sentence for _, sentence in zip(range(_MOST_SENTENCES), sentences, strict=False))
