"""What the pages want to know of the positions of a line, and what is known of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from cfggo.interfaces.browser.found import CAREFUL, Found
from cfggo.interfaces.browser.searches import LOOKS

REVIEW = 1000
"""Playouts of each position in a review."""

_REVIEWED_AGAIN = 24
"""Positions around likely mistakes that a review searches again, with `CAREFUL`: of 12 moves, as
many as `cfggo review` looks at again.
"""

FOLLOW = 300
"""Playouts of each position that the chart keeps up with."""

TEACH = 1000
"""Playouts of a position before or after a move that is to be learnt from."""

LONG = 2400
"""Playouts of the same positions if there is time: some mistakes show only then.  They are fewer
than `CAREFUL`, as the second opinion is still to come where a mistake may be.
"""

_TAUGHT = 3
"""Positions that a page needs to hear of its player's last move: the one before it, the one after
it, and the one after the answer, which is the next one to move from.
"""

_MOST_POSITIONS = 3000
"""Positions of which something is kept."""


class SearchAgenda:
    """What is to be searched, and what searches have found.

    Public attributes:
      follows  -- whether every position is to be evaluated as it comes up
      doubtful -- positions around moves that may be mistakes, the most urgent first
      reviews  -- whether all positions of the line are to be searched
      searched -- the position that something was found out of last
    """

    def __init__(self, is_open: Callable[[str], bool]) -> None:
        """Makes an empty agenda; is_open: tells whether somebody has a page open."""
        self._is_open = is_open
        self.follows = False
        self.reviews = False
        self.doubtful: Sequence[str] = ()
        self.searched = ""
        # By page: a position, what is wanted of it, and whether the last moves are.
        self._looks: dict[str, tuple[str, Sequence[str], bool]] = {}
        self._found: OrderedDict[str, Found] = OrderedDict()

    def look(self, page: str, position: str, wants: Sequence[str], lesson: bool = False) -> Found:
        """Takes note of the position that a page looks at, and of which `LOOKS` it wants to know of
        it, and whether of the moves that led there; returns what is known.
        """
        self._looks.pop(page, None)
        self._looks[page] = (position, wants, lesson)
        self._forget_looks()
        return self.found(position)

    @property
    def teaches(self) -> bool:
        """Whether a page wants to know what the last moves lost."""
        self._forget_looks()
        return any(lesson for _, _, lesson in self._looks.values())

    def found(self, position: str) -> Found:
        """Returns what is known of a position."""
        return self._found.get(position, Found())

    def take(self, position: str, found: Found) -> None:
        """Takes what a search has found."""
        self.searched = position
        self._found[position] = found
        self._found.move_to_end(position)
        if len(self._found) > _MOST_POSITIONS:
            self._found.popitem(last=False)

    def next(self, positions: Sequence[str]) -> tuple[str, str, int] | None:
        """Returns what is to be searched next of a line's positions, None if there is nothing:
        one of `LOOKS` or "evaluation", the position, and the playouts.

        The newest wish of a page that is open comes first.
        """
        self._forget_looks()
        for position, wants, lesson in reversed(self._looks.values()):
            if position not in positions:
                continue
            if lesson:
                for taught in self._taught(positions, position):
                    if self.found(taught).playouts < TEACH:
                        return "evaluation", taught, TEACH
            for want in wants:
                playouts, is_known = LOOKS[want]
                if not is_known(self.found(position)):
                    return want, position, playouts
        for position, _, lesson in reversed(self._looks.values()):
            if not lesson or position not in positions:
                continue
            for doubtful in self.doubtful:
                if doubtful in positions and self.found(doubtful).playouts < CAREFUL:
                    return "evaluation", doubtful, CAREFUL
            if gap := self._gap(positions[: positions.index(position)]):
                return "evaluation", gap, TEACH
            for taught in self._taught(positions, position):
                if self.found(taught).playouts < LONG:
                    return "evaluation", taught, LONG
        if self.follows:
            for position in reversed(positions):
                if self.found(position).playouts < FOLLOW:
                    return "evaluation", position, FOLLOW
        if self.reviews:
            if left := self._left_of_review(positions):
                return "evaluation", *left
            self.reviews = False  # moves that come later are not reviewed unasked
        return None

    def is_reviewing(self, positions: Sequence[str]) -> bool:
        """Tells whether a review of a line is wanted and not done."""
        return self.reviews and self._left_of_review(positions) is not None

    def _left_of_review(self, positions: Sequence[str]) -> tuple[str, int] | None:
        """Returns the position that a review of a line searches next, and the playouts; None if it
        is done.
        """
        playouts = [self.found(position).playouts for position in positions]
        for position, so_far in zip(positions, playouts, strict=True):
            if so_far < REVIEW:
                return position, REVIEW
        if sum(so_far >= CAREFUL for so_far in playouts) < _REVIEWED_AGAIN:
            for doubtful in self.doubtful:
                if doubtful in positions and self.found(doubtful).playouts < CAREFUL:
                    return doubtful, CAREFUL
        return None

    @staticmethod
    def _taught(positions: Sequence[str], position: str) -> Sequence[str]:
        """Returns the positions that tell what the last moves before a position lost."""
        at = positions.index(position) + 1
        return positions[max(at - _TAUGHT, 0) : at]

    def _gap(self, positions: Sequence[str]) -> str | None:
        """Returns the last of some positions that was passed over when its player was quick: after
        one that was searched for a lesson; None if there is none.
        """
        is_taught = [self.found(position).playouts >= TEACH for position in positions]
        if True not in is_taught:
            return None
        first = is_taught.index(True)
        passed = [at for at, taught in enumerate(is_taught) if at > first and not taught]
        return positions[passed[-1]] if passed else None

    def _forget_looks(self) -> None:
        """Forgets what pages that have gone looked at; those that are left stay in their order."""
        self._looks = {page: look for page, look in self._looks.items() if self._is_open(page)}
