"""How a review's figures are written: on its page, in its SGF and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from cfggo.base.words import counted, percent_rounded, points_in_tenths
from cfggo.study.reviewing.review import FIRST_FEW, PHASES, GameReview, ReviewedMove, Tally

_PHASE_NAMES = {"opening": "opening", "middle": "middle game", "end": "endgame"}


def share_words(count: int, total: int) -> str:
    """Returns a share of moves in percent, "-" of none."""
    return percent_rounded(count / total) if total else "-"


def loss_words(move: ReviewedMove) -> str:
    """Returns what a move lost, "" if that is not known."""
    if move.points_lost is None or move.winrate_lost is None:
        return ""
    lost = [points_in_tenths(move.points_lost), f"{percent_rounded(move.winrate_lost)} win rate"]
    if move.loses_lead:
        lost.append("the lead")
    text = f"loses {', '.join(lost[:-1])} and {lost[-1]}"
    return f"{text} (searched again)" if move.is_sure else text


def rank_words(move: ReviewedMove) -> str:
    """Returns which of the engine's moves a move is."""
    if move.rank is None:
        return "not among the moves that the search looked at"
    return "the engine's move" if move.rank == 1 else f"the engine's choice number {move.rank}"


def unfinished_words(review: GameReview) -> str:
    """Returns how far a review is that is not finished, "" of one that is."""
    if review.is_whole:
        return ""
    if review.wanted_again:
        left = counted(len(review.wanted_again), "position")
        return f"the moves that lost most are still to be looked at again ({left} or more)"
    done = sum(position in review.positions for position in review.wanted)
    return f"{done} of {len(review.wanted)} positions were searched"


def part_words(review: GameReview) -> str:
    """Returns which of the record's moves are reviewed, "" if all of them are to be."""
    wanted, moves = set(review.wanted), review.record.moves
    numbers = [
        step.number
        for position, step in enumerate(review.record.steps)
        if step.is_move and {position, position + 1} <= wanted
    ]
    if len(numbers) == len(moves):
        return ""
    first, last = numbers[0], numbers[-1]
    part = f"moves {first} to {last}" if first < last else f"move {first}"
    return f"only {part} of {len(moves)} {'are' if first < last else 'is'} reviewed"


def variation_words(pv: Sequence[str]) -> str:
    """Returns a variation as text, such as "D4" or "D4 (then C6 F3)"."""
    first, *others = pv
    return f"{first} (then {' '.join(others)})" if others else first


def summary_heads(review: GameReview) -> list[str]:
    """Returns the heads of the columns of `summary_rows`, without that of the first.

    In lines, so that the table fits in a terminal of 80 columns.
    """
    return [
        "moves",
        "engine's\nfirst",
        f"in its\nfirst {FIRST_FEW}",
        "mean\npoints\nlost",
        "mean\nwin rate\nlost",
        f"lost {review.threshold:g}\nor more",
        "accuracy",
    ]


def summary_rows(review: GameReview) -> list[tuple[str, str, list[str]]]:
    """Returns what the players' moves come to, in the whole game and in its phases.

    Triples (colour, name of the phase or "" for the game, cells); phases without moves are left
    out.
    """
    rows = []
    for colour in ("black", "white"):
        for phase in (None, *PHASES):
            tally = review.tally(colour, phase)
            if tally.moves:
                rows.append((colour, _PHASE_NAMES.get(phase or "", ""), _cells(tally)))
    return rows


def _cells(tally: Tally) -> list[str]:
    shares = [share_words(tally.first, tally.moves), share_words(tally.first_few, tally.moves)]
    if tally.points_lost is None or tally.accuracy is None:
        return [str(tally.moves), *shares, "-", "-", "-", "-"]
    return [
        str(tally.moves),
        *shares,
        f"{tally.points_lost:.2f}",
        percent_rounded(tally.winrate_lost, 1),
        str(tally.mistakes),
        f"{tally.accuracy:.0f}%",
    ]
