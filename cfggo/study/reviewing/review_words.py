"""How a review's figures are written: on its page, in its SGF and in the terminal."""

from __future__ import annotations

from cfggo.base.said import Said, said, said_n
from cfggo.base.words import percent_rounded
from cfggo.study.explaining.phrases import SIDES, points_words
from cfggo.study.reviewing.review import FIRST_FEW, PHASES, GameReview, Tally

_MOVED_BY = 10.0
"""Points by which the lead of a game moves through more than the errors of its searches."""

_PHASE_NAMES = {
    "opening": said("opening"),
    "middle": said("middle game"),
    "end": said("endgame"),
}


def share_words(count: int, total: int) -> str:
    """Returns a share of moves in percent, "-" of none."""
    return percent_rounded(count / total) if total else "-"


def unfinished_words(review: GameReview) -> str:
    """Returns how far a review is that is not finished, "" of one that is."""
    if review.is_whole:
        return ""
    if review.wanted_again:
        return said_n(
            "the moves that lost most are still to be looked at again ({n} position or more)",
            "the moves that lost most are still to be looked at again ({n} positions or more)",
            n=len(review.wanted_again),
        )
    done = sum(position in review.positions for position in review.wanted)
    return said("{n} of {all} positions were searched", n=done, all=len(review.wanted))


def part_sentence(review: GameReview) -> str:
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
    if first == last:
        return said("Only move {n} of {all} is reviewed.", n=first, all=len(moves))
    values = {"first": first, "last": last, "all": len(moves)}
    return said("Only moves {first} to {last} of {all} are reviewed.", **values)


def notes(review: GameReview) -> list[str]:
    """Returns sentences on what a review leaves out, or can't follow, of its record, or has not
    searched.
    """
    found = list(review.record.doubts)
    if review.record.problem:
        problem = review.record.problem
        found.append(said("The record can't be followed to its end: {problem}.", problem=problem))
    if part := part_sentence(review):
        found.append(part)
    if text := unfinished_words(review):
        found.append(said("This review is not finished: {why}.", why=text))
    elif doubt := _doubt_of_small_losses(review):
        found.append(doubt)
    return found


def _doubt_of_small_losses(review: GameReview) -> str:
    """Returns why no move of a game is named though its lead moved far, "" where that is not so."""
    leads = [value.score for value in review.values.values()]
    if review.mistakes or not leads or (moved := max(leads) - min(leads)) < _MOVED_BY:
        return ""
    return said(
        "The lead moved by {points}, but in steps too small or too uncertain to name moves; "
        "more playouts may find them ({options}).",
        points=points_words(round(moved)),
        options="--playouts 10000 --restart",
    )


def tally_sentences(review: GameReview) -> list[Said]:
    """Returns what the players' moves come to, a sentence for each; none if it can't be told."""
    sentences: list[Said] = []
    if _doubt_of_small_losses(review):
        return sentences
    for colour, side in SIDES.items():
        tally = review.tally(colour)
        if tally.points_lost is None or tally.accuracy is None:
            continue
        sentences.append(
            said(
                "{colour}: mean loss {points}, accuracy {accuracy}, {n} lost {least} or more.",
                colour=side,
                points=said_n("{n} point", "{n} points", n=f"{tally.points_lost:.1f}"),
                accuracy=percent_rounded(tally.accuracy / 100),
                n=tally.mistakes,
                least=points_words(review.threshold),
            )
        )
    return sentences


def summary_heads(review: GameReview) -> list[str]:
    """Returns the heads of the columns of `summary_rows`, without that of the first.

    In lines, so that the table fits in a terminal of 80 columns.
    """
    return [
        said("moves"),
        said("engine's\nfirst"),
        said("in its\nfirst {n}", n=FIRST_FEW),
        said("mean\npoints\nlost"),
        said("mean\nwin rate\nlost"),
        said("lost {n}\nor more", n=f"{review.threshold:g}"),
        said("accuracy"),
    ]


def summary_rows(review: GameReview) -> list[tuple[str, str, list[str]]]:
    """Returns a summary of the players' moves, in the whole game and in its phases.

    Triples (colour, name of the phase or "" for the game, cells); phases without moves are left
    out.  What moves lost has no figures where no move can be named.
    """
    rows = []
    doubt = _doubt_of_small_losses(review)
    for colour in ("black", "white"):
        for phase in (None, *PHASES):
            tally = review.tally(colour, phase)
            if tally.moves:
                rows.append((colour, _PHASE_NAMES.get(phase or "", ""), _cells(tally, doubt)))
    return rows


def _cells(tally: Tally, doubt: str) -> list[str]:
    shares = [share_words(tally.first, tally.moves), share_words(tally.first_few, tally.moves)]
    if doubt or tally.points_lost is None or tally.accuracy is None:
        return [str(tally.moves), *shares, "-", "-", "-", "-"]
    return [
        str(tally.moves),
        *shares,
        f"{tally.points_lost:.2f}",
        percent_rounded(tally.winrate_lost, 1),
        str(tally.mistakes),
        f"{tally.accuracy:.0f}%",
    ]
