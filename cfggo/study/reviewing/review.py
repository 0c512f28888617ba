"""Reviews of games: what each move lost, and what that comes to for each player and phase.

Leads, win rates and what a move lost are those of a curve that all searches of the game make
together (`cfggo.study.reviewing.curve`).  Where both positions around a move were searched again,
the difference of these searches is evidence of what the move lost: their playouts are of another
kind, so that their leads themselves compare with each other only.  During a ko fight searches count
for less.  The engine's own move loses nothing.

All searches count komi and handicap by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cfggo.go.main_line import PositionValue
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, board_points, format_vertex
from cfggo.study.explaining.lesson import Lesson, Variation
from cfggo.study.explaining.teacher import lesson_of
from cfggo.study.reviewing.curve import (
    LEAST_LOST,
    Curve,
    CurveStep,
    curve_of,
    is_opening,
    likelihood_of_mistake,
)
from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.record import ReviewedRecord, Step

if TYPE_CHECKING:
    from cfggo.go.game import Game

PHASES = ("opening", "middle", "end")
"""The parts of a game."""

MIDDLE_FROM, END_FROM = 1 / 6, 5 / 12
"""Stones that came on the board, set-up included, for each of its points, from which on a game is
in its middle and at its end: after 60 and 150 moves on 19x19."""

ACCURACY_HALVES = 5.0
"""Points that a move must lose to count half in the accuracy."""

TAUGHT = 3.0
"""Points from which on it is said what there is to learn from a move, as on the page of games."""

LEAST_LOSS = 0.5
"""Points from which on a move may have lost something, as on the page."""

LEAD = 1.0
"""Points from which a player is said to lead, or to be behind."""

_SIGNS = {BLACK: 1, WHITE: -1, 0: 0}

_NOTHING: Mapping[int, SearchedPosition] = MappingProxyType({})

FIRST_FEW = 5
"""The engine's first so many moves, of which a review says how often they were played."""


@dataclass(frozen=True)
class ReviewedMove:
    """A review's verdict on a move; values are those of the player who made it.

    Public attributes:
      number   -- of the move in the game, from 1
      position -- number of the position before it
      colour   -- "black" or "white"
      move     -- vertex, or "pass"
      phase    -- one of PHASES
      best     -- the engine's move there
      pv       -- the variation that it expects, from that move on
      reply    -- the variation that it expects after the move played; () if that position was not
                  searched
      rank     -- of the move played among those that the search looked at, from 1, or None
      policy_rank -- of the move played by the policy's probability, from 1
      probability -- that the policy gives it
      winrate, score -- before the move, 0 to 1 and in points
      winrate_after, score_after -- after it; None if the position after it was not
                  searched, or it is not the opponent's turn there
      points_lost, winrate_lost -- by the move, at least 0; None in the same cases
      why      -- what the policy thinks of the move played, in sentences
      why_best -- the same of the engine's move
      loses_lead -- whether the player leads by LEAD or more with the best move, and is as much
                  behind with the move played
      is_sure  -- whether both positions were searched again, and all that is said here is by these
                  searches
    """

    number: int
    position: int
    colour: str
    move: str
    phase: str
    best: str
    pv: tuple[str, ...]
    reply: tuple[str, ...]
    rank: int | None
    policy_rank: int | None
    probability: float
    winrate: float
    score: float
    winrate_after: float | None
    score_after: float | None
    points_lost: float | None
    winrate_lost: float | None
    why: tuple[str, ...]
    why_best: tuple[str, ...]
    loses_lead: bool
    is_sure: bool


@dataclass(frozen=True)
class Tally:
    """Summary of some moves of a player.

    Public attributes:
      moves     -- how many there are
      first     -- how many are the engine's first move
      first_few -- how many are among its first FIRST_FEW
      judged    -- how many have a known loss; the rest is about these
      points_lost, winrate_lost -- mean loss of a move, None without any
      accuracy  -- in percent: a move counts the less the more it lost, half for ACCURACY_HALVES
                   points; None without any
      mistakes  -- moves that lost as much as the review's threshold or more
    """

    moves: int
    first: int
    first_few: int
    judged: int
    points_lost: float | None
    winrate_lost: float | None
    accuracy: float | None
    mistakes: int


@dataclass(frozen=True)
class GameReview:
    """The review of a game.

    Public attributes:
      record    -- ReviewedRecord
      positions -- SearchedPosition by number, those that were searched so far
      again     -- the same of those that were searched again
      values    -- PositionValue by number, of all positions that were searched
      moves     -- ReviewedMove of the moves whose position was searched, in their order
      threshold -- points that a move must lose to be a mistake
      wanted    -- numbers of the positions that are to be searched
      wanted_again -- numbers of those that are still to be searched again, all others being done
    """

    record: ReviewedRecord
    positions: Mapping[int, SearchedPosition]
    again: Mapping[int, SearchedPosition]
    values: Mapping[int, PositionValue]
    moves: Sequence[ReviewedMove]
    threshold: float
    wanted: Sequence[int]
    wanted_again: Sequence[int]

    @property
    def is_whole(self) -> bool:
        """Whether all positions were searched that are to be."""
        return not self.wanted_again and all(at in self.positions for at in self.wanted)

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The moves that lost as much as the threshold or more, the worst first."""
        return self._worst_first(self.is_mistake)

    @property
    def uncertain_losses(self) -> list[ReviewedMove]:
        """The moves that may have lost something, the worst first, if none is a mistake: too little
        is known of them to say more.
        """
        return [] if self.mistakes else self._worst_first(lambda move: _lost(move) >= LEAST_LOSS)

    def is_mistake(self, move: ReviewedMove) -> bool:
        """Tells whether a move lost as much as the threshold or more, in tenths of a point as
        people read it.
        """
        return move.points_lost is not None and float(f"{move.points_lost:.1f}") >= self.threshold

    @cached_property
    def lessons(self) -> Mapping[int, Lesson]:
        """What there is to learn from mistakes, and from other moves that lost TAUGHT points or
        more, by the number of the position before them.
        """
        taught = {
            move.position: move
            for move in self.moves
            if self.is_mistake(move) or _lost(move) >= TAUGHT
        }
        return {
            number: self._lesson(game, taught[number])
            for number, game in self.record.positions(sorted(taught))
        }

    def _lesson(self, game: Game, move: ReviewedMove) -> Lesson:
        searched = self.again if move.is_sure else self.positions
        before, after = searched[move.position], searched[move.position + 1]
        better, answer = (Variation(each.best.pv, each.owners) for each in (before, after))
        return lesson_of(game, move.move, better, answer, before.sights)

    def tally(self, colour: str, phase: str | None = None) -> Tally:
        """Returns a summary of a player's moves in a phase or in the whole game."""
        moves = [move for move in self.moves if move.colour == colour]
        return self._tally([move for move in moves if phase in (None, move.phase)])

    def to_json(self) -> dict[str, Any]:
        """Returns the review as JSON can hold it."""
        line = self.record.line
        return {
            "name": self.record.name,
            "size": line.size,
            "komi": self.record.komi,
            "rules": self.record.rules.name,
            "handicap": line.placed_handicap,
            "black": line.black_name,
            "white": line.white_name,
            "result": line.result,
            "problem": self.record.problem,
            "whole": self.is_whole,
            "threshold": self.threshold,
            "players": {
                colour: {
                    part or "game": asdict(self.tally(colour, part)) for part in (None, *PHASES)
                }
                for colour in ("black", "white")
            },
            "moves": [
                asdict(move)
                | (
                    {"lesson": found.to_json()}
                    if (found := self.lessons.get(move.position))
                    else {}
                )
                for move in self.moves
            ],
            "positions": [
                {
                    **position.to_json(),
                    "black_winrate": round(self.values[number].winrate, 4),
                    "black_score": round(self.values[number].score, 2),
                }
                for number, position in sorted(self.positions.items())
            ],
            "searched_again": [position.to_json() for _, position in sorted(self.again.items())],
        }

    def _worst_first(self, counts: Callable[[ReviewedMove], bool]) -> list[ReviewedMove]:
        return sorted(filter(counts, self.moves), key=lambda move: (-_lost(move), move.number))

    def _tally(self, moves: Sequence[ReviewedMove]) -> Tally:
        points = [move.points_lost for move in moves if move.points_lost is not None]
        winrates = [move.winrate_lost for move in moves if move.winrate_lost is not None]
        credits = [100.0 * 0.5 ** (lost / ACCURACY_HALVES) for lost in points]
        return Tally(
            moves=len(moves),
            first=sum(move.rank == 1 for move in moves),
            first_few=sum(move.rank is not None and move.rank <= FIRST_FEW for move in moves),
            judged=len(points),
            points_lost=_mean(points),
            winrate_lost=_mean(winrates),
            accuracy=_mean(credits),
            mistakes=sum(self.is_mistake(move) for move in moves),
        )


def review_of(
    record: ReviewedRecord,
    positions: Mapping[int, SearchedPosition],
    threshold: float,
    wanted: Sequence[int],
    again: Mapping[int, SearchedPosition] = _NOTHING,
    wanted_again: Sequence[int] = (),
) -> GameReview:
    """Returns the review that the searches of some positions of a record make.

    wanted       -- the positions before and after the moves that are to be reviewed
    again        -- what was found where positions were searched again
    wanted_again -- those that are still to be searched again
    """
    needed = set(wanted)
    if not positions:
        return GameReview(record, positions, again, {}, [], threshold, wanted, wanted_again)
    curve = _curve(record, positions, again)
    values = {at: PositionValue(curve.winrates[at], curve.leads[at]) for at in sorted(positions)}
    moves = []
    for number, step in enumerate(record.steps):
        if step.is_move and number in positions and number + 1 in needed:
            is_sure = number in again and number + 1 in again
            searched = again if is_sure else positions
            moves.append(_reviewed_move(record, step, searched, curve, number, is_sure))
    return GameReview(record, positions, again, values, moves, threshold, wanted, wanted_again)


def _curve(
    record: ReviewedRecord,
    positions: Mapping[int, SearchedPosition],
    again: Mapping[int, SearchedPosition],
) -> Curve:
    """Returns the curve through the searches of a game's positions."""
    searched = {**positions, **again}
    evidence = [
        searched[at].evidence if at in searched else None for at in range(len(record.steps) + 1)
    ]
    steps = [
        CurveStep(
            _SIGNS[step.colour],
            _measured(again.get(at), again.get(at + 1)),
            takes_ko=at + 1 in record.kos,
            mistakes=_likelihood_of_mistake(record, step, positions.get(at)),
        )
        for at, step in enumerate(record.steps)
    ]
    return curve_of(evidence, steps)


def _likelihood_of_mistake(
    record: ReviewedRecord, step: Step, before: SearchedPosition | None
) -> float:
    """Returns how many times as likely as others a move is a mistake, by the search before it."""
    if before is None or not step.is_move:
        return 1.0
    return likelihood_of_mistake(
        before.mistake,
        before.visits,
        is_tried=before.rank is not None,
        is_early=is_opening(_stones_before(record, step), record.line.size),
        size=record.line.size,
    )


def _measured(before: SearchedPosition | None, after: SearchedPosition | None) -> float | None:
    """Returns what a move lost by second searches of the positions around it; None if there are
    none, or the same side is to play in both.
    """
    if before is None or after is None or before.to_play == after.to_play:
        return None
    return before.sign * (before.evidence.lead - after.evidence.lead)


def wanted_positions(record: ReviewedRecord, first: int | None, last: int | None) -> list[int]:
    """Returns the positions to search for a review of the moves between two numbers.

    These are the positions before them, and the one after each.  None means from the first move, or
    to the last.
    """
    wanted: set[int] = set()
    for position, step in enumerate(record.steps):
        is_in = (first is None or step.number >= first) and (last is None or step.number <= last)
        if step.is_move and is_in:
            wanted |= {position, position + 1}
    return sorted(wanted)


def _reviewed_move(
    record: ReviewedRecord,
    step: Step,
    searched: Mapping[int, SearchedPosition],
    curve: Curve,
    number: int,
    is_sure: bool,
) -> ReviewedMove:
    """Returns a review's verdict on a move.

    searched -- where the position before it and the next one are, by their numbers
    curve    -- of the game
    """
    before, after = searched[number], searched.get(number + 1)
    played = before.played
    if played is None:
        raise ValueError(f"position {before.position} was searched without its move")
    if after is not None and after.to_play == before.to_play:
        after = None  # the player moves twice, so what came of the first move is not known
    score = before.sign * curve.leads[number]
    winrate = curve.winrate_of(number, score)
    winrate_after = score_after = points_lost = winrate_lost = None
    loses_lead = False
    if after is not None:
        points_lost = 0.0 if before.rank == 1 else max(round(curve.losses[number], 2), LEAST_LOST)
        score_after = score - points_lost
        winrate_after = curve.winrate_of(number, score_after)
        winrate_lost = round(winrate - winrate_after, 4)
        loses_lead = score >= LEAD and score_after <= -LEAD
    return ReviewedMove(
        number=step.number,
        position=before.position,
        colour=COLOUR_NAMES[step.colour],
        move=format_vertex(step.point),
        phase=_phase(record, step),
        best=before.best.move,
        pv=before.best.pv,
        reply=() if after is None else after.best.pv,
        rank=before.rank,
        policy_rank=before.policy_rank,
        probability=played.prior,
        winrate=round(winrate, 4),
        score=round(score, 2),
        winrate_after=None if winrate_after is None else round(winrate_after, 4),
        score_after=None if score_after is None else round(score_after, 2),
        points_lost=points_lost,
        winrate_lost=winrate_lost,
        why=before.why,
        why_best=before.why_best,
        loses_lead=loses_lead,
        is_sure=is_sure and after is not None,
    )


def _phase(record: ReviewedRecord, step: Step) -> str:
    """Returns the phase of a move, by the stones set up at the start and the moves before it."""
    share = _stones_before(record, step) / len(board_points(record.line.size))
    return PHASES[(share >= MIDDLE_FROM) + (share >= END_FROM)]


def _stones_before(record: ReviewedRecord, step: Step) -> int:
    """Returns how many stones were placed before a move."""
    return len(record.line.black) + len(record.line.white) + step.number - 1


def _lost(move: ReviewedMove) -> float:
    """Returns the points that a move lost, 0 where that is not known."""
    return move.points_lost or 0.0


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return round(sum(values) / len(values), 4) if values else None
