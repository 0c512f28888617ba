"""What the teacher says of a move, in lines to read: in commented records and in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cfggo.base.said import Said, in_a_row, said, said_n

if TYPE_CHECKING:
    from cfggo.study.explaining.lesson import Lesson

MISTAKE = 5.0
"""Points that a mistake loses, at least, unless the user says otherwise."""

_GOOD = 1.0
"""Points below which a search may err."""

_NOTHING, _IN_TENTHS = 0.5, 2.0
"""Points below which a loss is none, and below which it is said in tenths."""


def lost_sentence(move: str, lost: float) -> Said:
    """Returns what a move lost."""
    if lost < _NOTHING:
        return said("{move} lost nothing.", move=move)
    n = f"{lost:.{1 if lost < _IN_TENTHS else 0}f}"
    return said_n("{move} lost about {n} point.", "{move} lost about {n} points.", move=move, n=n)


def grade(lost: float, mistake: float = MISTAKE) -> Said:
    """Returns what a loss is called where a mistake loses so many points, as in `losses.js`."""
    lost = round(lost, 1)  # as people read it
    if lost < min(_GOOD, mistake):
        return said("Good move")
    if lost < mistake:
        return said("Inaccuracy")
    return said("Mistake") if lost < 2 * mistake else said("Blunder")


def lesson_lines(
    lesson: Lesson,
    lost: float,
    translate: Callable[[str], str],
    mistake: float = MISTAKE,
    reply: tuple[str, str] | None = None,
) -> Iterator[str]:
    """Yields what there is to learn from a move: what it lost, what it fears, what the better move
    wins, what a strong player sees, and what is expected.

    mistake -- points that a mistake loses, at least
    reply   -- colour and vertex of the move that followed, None if there was none
    """
    first = translate(said("{sentence}.", sentence=grade(lost, mistake)))
    second = _capital(translate(lost_sentence(lesson.move, lost)))
    yield translate(in_a_row((first, second)))
    parts = (
        (said("The danger"), [*lesson.fears, *_other_reply(lesson, reply)]),
        (said("Why {move}", move=lesson.better), lesson.wins),
        (said("A strong player sees"), lesson.sees),
    )
    for name, sentences in parts:
        if sentences:
            yield f"{translate(name)}:"
            for text in map(translate, sentences):
                yield f"- {_capital(text)}"
    if lesson.answer:
        yield translate(said("Expected now: {moves}", moves=" ".join(lesson.answer)))
    if lesson.line:
        yield translate(said("Better: {moves}", moves=" ".join(lesson.line)))


def _other_reply(lesson: Lesson, reply: tuple[str, str] | None) -> Iterator[Said]:
    """Yields that the game went on otherwise than it is feared, if it did; as `teacher.js` does."""
    if reply is None or not lesson.fears or reply[1] == lesson.answer[0]:
        return
    from cfggo.study.explaining.phrases import SIDES  # is slow to import

    values = {"colour": SIDES[reply[0]], "answer": lesson.answer[0]}
    if reply[1] == "pass":
        yield said("{colour} passed instead of playing {answer}.", **values)
    else:
        yield said("{colour} played {vertex} instead of {answer}.", vertex=reply[1], **values)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
