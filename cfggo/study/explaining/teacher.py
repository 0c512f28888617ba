"""The teacher: what the answer to a move does, and what a better move would have done, in
sentences.

Two searches know that: of the position before the move, which knows the better move, and of the one
after it, which knows the answer.  Their variations are played on boards, and they say who owns the
points at the end of playouts:

- captures, ataris, cuts and connections are those of the boards;
- a group dies, lives or is in danger by its owner after the better move and after the move played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING

import numpy as np

from cfggo.base.said import Said, listed, said, said_n
from cfggo.features.ladders import DOOMED, new_ladder_scratch, read_ladders
from cfggo.go.chains import chains_of, n_liberties
from cfggo.go.points import BLACK, N_POINTS, PASS, format_vertex
from cfggo.study.explaining.comparison import Comparison
from cfggo.study.explaining.deeds import deed_of
from cfggo.study.explaining.first_sight import FirstSight, is_rare
from cfggo.study.explaining.lesson import Lesson, Variation
from cfggo.study.explaining.phrases import SIDES
from cfggo.study.explaining.places import Group, Part

if TYPE_CHECKING:
    from cfggo.go.game import Game

_MOST_SENTENCES = 3
"""Of each kind: what the answer does, what the better move does, what strong players see."""

_LARGE_SHARE = 0.4
"""Of the points that a move loses: in a part with fewer they are not said to be there."""

_FOLLOWING = 4
"""Moves that are said to follow the better move."""

_Remarks = Iterator[tuple[str, Group | Part | None]]
"""Sentences, each with the group or the part of the board that it has told of, if it has."""


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
    return _Teacher(Comparison(game, move, better, answer)).lesson(sights)


class _Teacher:
    """Finds what is to be said, and speaks of nothing twice."""

    def __init__(self, it: Comparison) -> None:
        self._it = it
        self._reply = it.answer[0] if it.answer else "pass"
        self._their_reply = _move_of(it.theirs, self._reply)
        self._least_territory = max(2.0, it.size / 6)  # points that are worth a sentence
        self._told: list[Group | Part | None] = []

    def lesson(self, sights: tuple[FirstSight, FirstSight] | None) -> Lesson:
        """Returns the lesson."""
        it = self._it
        fears = self._tell(self._fears())
        wins = self._tell(self._wins()) or self._expected()
        sees = self._tell(self._sees(sights))
        line, point = tuple(it.line.vertices), it.point(it.better)
        where = "" if point == PASS else Part.of(point, it.size).words
        points = tuple(format_vertex(point) for point in sorted(self._told_points))
        return Lesson(it.move, it.better, it.answer, line, fears, wins, sees, where, points)

    def _tell(self, remarks: _Remarks) -> tuple[str, ...]:
        """Tells the first remarks, each before the next one is thought of."""
        sentences = []
        for sentence, about in islice(remarks, _MOST_SENTENCES):
            sentences.append(sentence)
            self._told.append(about)
        return tuple(sentences)

    @property
    def _told_groups(self) -> list[Group]:
        return [about for about in self._told if isinstance(about, Group)]

    @property
    def _told_points(self) -> set[int]:
        return {point for group in self._told_groups for point in group.points}

    def _deed(self, before: np.void, after: np.void, move: str, owned: np.ndarray) -> Said | None:
        """Returns what a move does between two boards; owned: as without it."""
        it = self._it
        reply, better = it.point(self._reply), it.point(it.better)
        if PASS in (reply, better) or it.is_near(reply, [better]):
            owned = np.zeros_like(owned)  # both sides play there, and nobody knows
        return deed_of(before, after, self._it.point(move), owned, self._told_points)

    # What the answer does

    def _fears(self) -> _Remarks:
        if self._reply == "pass":
            return
        yield from self._captures()
        yield from self._ladders()
        it = self._it
        deed = self._deed(it.after, it.played.boards[2], self._reply, -it.then)
        values = {"side": SIDES["black" if it.theirs == BLACK else "white"], "answer": self._reply}
        if deed and not self._told and self._answer_takes_them():
            yield said("{side} {answer} {deed}.", deed=deed, **values), None
        yield from self._deaths()
        yield from self._territory()

    def _captures(self) -> _Remarks:
        """Says which of the player's groups are taken at once, or as the variation goes on."""
        it = self._it

        def counts(ply: int, chain: Sequence[int]) -> bool:
            return ply % 2 == 1 and it.is_lost(chain)

        for ply, points in it.played.taken(it.after, it.mine, counts):
            group = Group.of(it.mine, points)
            if ply == 1:
                yield said_n(
                    "{stones} is captured by {answer}.", "{stones} are captured by {answer}.",
                    **group.values, answer=self._their_reply,
                ), group  # fmt: skip
            else:
                line = listed((self._their_reply, *it.answer[1:ply]))
                yield _captured_after(group, line), group

    def _ladders(self) -> _Remarks:
        """Says which groups the answer puts in atari that no ladder or capture saves."""
        it = self._it
        board, told = it.played.boards[2], self._told_points
        chains = [
            chain
            for chain in chains_of(board, it.mine)
            if len(chain) > 1
            and n_liberties(board, chain[0]) == 1
            and not told.intersection(chain)
            and it.is_lost(chain)
        ]
        if not chains:
            return
        status, catches = np.zeros(N_POINTS, np.uint8), np.zeros(N_POINTS, np.uint8)
        read_ladders(board, new_ladder_scratch(), status, catches)
        for chain in chains:
            if status[board["head"][chain[0]]] == DOOMED:
                group = Group.of(it.mine, chain)
                yield said_n(
                    "{answer} puts {stones} in atari, and it can't escape.",
                    "{answer} puts {stones} in atari, and they can't escape.",
                    **group.values, answer=self._their_reply,
                ), group  # fmt: skip

    def _deaths(self) -> _Remarks:
        """Says which groups die, live or are in danger by the move."""
        it = self._it
        for group in it.dying(it.after, it.mine, self._told_points):
            if self._reply_is_near(group.points):
                yield said_n(
                    "{stones} dies after {answer}.", "{stones} die after {answer}.",
                    **group.values, answer=self._their_reply,
                ), group  # fmt: skip
            else:
                yield said_n("{stones} dies.", "{stones} die.", **group.values), group
        for group in it.dying(it.before, it.theirs, self._told_points):
            yield said_n(
                "{stones} was as good as captured, and lives now.",
                "{stones} were as good as captured, and live now.",
                **group.values,
            ), group  # fmt: skip
        for group in it.endangered(self._told_points):
            yield said_n(
                "{stones} is in danger now.", "{stones} are in danger now.", **group.values
            ), group  # fmt: skip

    def _territory(self) -> _Remarks:
        """Says where the opponent gets points, besides those of groups that were spoken of."""
        it = self._it
        found = self._largest_loss()
        if found is None:
            return
        part, n = found
        if self._reply_is_near(part.points(it.size)):
            yield said_n(
                "{answer} gains about {n} point {where}.",
                "{answer} gains about {n} points {where}.",
                n=n, answer=self._their_reply, where=part.words,
            ), part  # fmt: skip
        elif it.theirs == BLACK:
            yield said_n(
                "Black gains about {n} point {where}.", "Black gains about {n} points {where}.",
                n=n, where=part.words,
            ), part  # fmt: skip
        else:
            yield said_n(
                "White gains about {n} point {where}.", "White gains about {n} points {where}.",
                n=n, where=part.words,
            ), part  # fmt: skip

    def _largest_loss(self) -> tuple[Part, int] | None:
        """Returns the part of the board where the player loses a large share of the points, and how
        many, without those of groups that were spoken of; None if they are few or everywhere.
        """
        part, points = self._it.largest_loss(self._told_points)
        is_most = points >= _LARGE_SHARE * self._it.all_lost(self._told_points)
        return (part, round(points)) if points >= self._least_territory and is_most else None

    def _lost_part(self) -> tuple[Part, int] | None:
        """Returns as `_largest_loss`; if such a part was spoken of that one, without points."""
        told = next((about for about in self._told if isinstance(about, Part)), None)
        return (told, 0) if told else self._largest_loss()

    def _answer_takes_them(self) -> bool:
        """Tells whether the answer is near a group or a part of the board that the player loses by
        the move, or these can't be told.
        """
        it = self._it
        dying = it.dying(it.after, it.mine, ()) + it.dying(it.before, it.theirs, ())
        places: list[Sequence[int]] = [group.points for group in dying + it.endangered(())]
        if found := self._largest_loss():
            places.append(found[0].points(it.size))
        return not places or any(map(self._reply_is_near, places))

    def _reply_is_near(self, points: Sequence[int]) -> bool:
        return self._it.is_near(self._it.point(self._reply), points)

    # What the better move does

    def _wins(self) -> _Remarks:
        it = self._it
        if it.better == "pass" or not it.line.vertices:
            return
        point = it.point(it.better)
        yield from self._catches(point)
        if deed := self._deed(it.before, it.line.boards[1], it.better, it.now):
            yield said("{better} {reason}.", better=it.better, reason=deed), None
        for told in self._told_groups:
            group = Group.of(
                told.colour, (p for p in told.points if it.before["colour"][p] == it.mine)
            )
            if group.points and it.is_near(point, group.points):
                yield said_n(
                    "{better} keeps {stones} alive.", "{better} keeps {stones} alive.",
                    **group.values, better=it.better,
                ), None  # fmt: skip
        part, n = self._lost_part() or (None, 0)
        if part is None or not it.is_near(point, part.points(it.size)):
            return
        if part in self._told:
            yield said("{better} keeps these points.", better=it.better), None
        else:
            yield said_n(
                "{better} is worth about {n} point {where}.",
                "{better} is worth about {n} points {where}.",
                n=n, better=it.better, where=part.words,
            ), None  # fmt: skip

    def _catches(self, point: int) -> _Remarks:
        """Says what the better move, at a point, takes at once or as its variation goes on."""
        it = self._it

        def counts(ply: int, chain: Sequence[int]) -> bool:
            is_its = ply == 0 or (ply % 2 == 0 and it.is_near(point, chain))
            return is_its and it.then_of(chain) > 0

        for ply, points in it.line.taken(it.before, it.theirs, counts):
            group = Group.of(it.theirs, points)
            if ply == 0:
                yield said_n(
                    "{stones} is captured by {better}.", "{stones} are captured by {better}.",
                    **group.values, better=it.better,
                ), group  # fmt: skip
            else:
                line = " ".join(it.line.vertices[: ply + 1])
                yield _captured_after(group, line), group

    def _expected(self) -> tuple[str, ...]:
        """Says how the game goes on with the better move, where nothing else is to be said."""
        it = self._it
        others = takewhile(lambda vertex: vertex != "pass", it.line.vertices[1:])
        line = " ".join(islice(others, _FOLLOWING))
        if it.better == "pass" or not line:
            return ()
        return (said("{better} is bigger. It may go on {line}.", better=it.better, line=line),)

    # What a strong player sees

    def _sees(self, sights: tuple[FirstSight, FirstSight] | None) -> _Remarks:
        """Says what is plain to who knows it: the policy knows strong players' moves."""
        it = self._it
        if self._reply == it.better != "pass":
            yield said("{better} is the key point: both sides want it.", better=it.better), None
        move, better, reply = map(it.point, (it.move, it.better, self._reply))
        part, _ = self._lost_part() or (None, 0)
        if (
            part
            and PASS not in (move, better)
            and part.is_opposite(Part.of(move, it.size))
            and it.is_near(better, part.points(it.size))
        ):
            yield said(
                "The points are {where}: {move} is elsewhere.", where=part.words, move=it.move
            ), None  # fmt: skip
        elif PASS not in (move, reply) and not it.is_near(reply, [move]):
            yield said("{move} threatens too little: the reply is elsewhere.", move=it.move), None
        yield from self._sente(better)
        if sights is None:
            return
        played, instead = sights
        if instead.reason:
            yield said("{better} {reason}.", better=it.better, reason=instead.reason), None
        if rare := is_rare(it.move, played.rank, it.size):
            yield rare, None

    def _sente(self, better: int) -> _Remarks:
        """Says whether the better move, at a point, has to be answered."""
        it = self._it
        line = it.line.vertices
        if len(line) < 3 or "pass" in line[:3]:
            return
        answer, next_move = it.point(line[1]), it.point(line[2])
        if it.is_near(answer, [better]) and not it.is_near(next_move, [better, answer]):
            yield said(
                "{better} is sente: after {answer} there is time for {next}.",
                better=it.better, answer=line[1], next=line[2],
            ), None  # fmt: skip


def _move_of(colour: int, vertex: str) -> Said:
    if colour == BLACK:
        return said("Black {vertex}", vertex=vertex)
    return said("White {vertex}", vertex=vertex)


def _captured_after(group: Group, line: str) -> str:
    return said_n(
        "{stones} is captured after {line}.", "{stones} are captured after {line}.",
        **group.values, line=line,
    )  # fmt: skip
