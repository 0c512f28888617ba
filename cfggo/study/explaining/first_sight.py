"""What a player sees of a move at once: how natural it is, and what it plainly does."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from cfggo.base.said import Said, listed, said, said_from_json, said_to_json
from cfggo.study.explaining.phrases import LAST_MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cfggo.study.explaining.explanation import Explanation, Factor

_TACTICS = "tactics"
"""The theme of the policy's reasons that a player can see on the board."""

_POLICY_SIZE = 19
"""The boards of the strong players' games that the policy has learnt from."""

_CLEAR, _STRONG_REASON = 1.5, 3.0
"""From which factor of a move's probability on a reason is told, and told alone."""

_TELLING = ("captures", "catches", "extends", "saves")
"""Words with which reasons begin that tell a player something."""

_ALSO_PLAIN = ("gives atari", "puts its own chain in atari")
"""Further words that a player can see to be true."""

_NEAR = ("next to", "diagonal to", "one point from", "a knight's move from")
"""Words with which themes begin of moves near the last one."""

_FEW, _RARE = 5, 10
"""The first so many moves are those to look at; later ones are rare."""


@dataclass(frozen=True)
class FirstSight:
    """What a player sees of a move before reading.

    Public attributes:
      rank   -- place among the legal moves by the policy's probability, from 1
      reason -- what the move plainly does, as the end of a sentence, or ""
    """

    rank: int
    reason: str = ""

    @classmethod
    def of(cls, explanation: Explanation) -> Self:
        """Returns what an explanation says of its move."""
        reason = next((each for each in explanation.named if each.name == _TACTICS), None)
        if (
            reason is None
            or reason.factor < _STRONG_REASON
            or not reason.words.startswith(_TELLING)
            or "its own chain in atari" in reason.words
        ):
            return cls(explanation.rank)
        return cls(explanation.rank, reason.words)

    def to_json(self) -> dict[str, Any]:
        """Returns what `from_json` takes."""
        return said_to_json(asdict(self))

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Returns what `to_json` has written. Raises KeyError, TypeError or ValueError if it is
        anything else.
        """
        return cls(int(value["rank"]), said_from_json(value["reason"]))


def is_natural(move: str, rank: int, size: int) -> Said | None:
    """Returns that a move is one of the first to look at, on a board of a size; or None."""
    if size != _POLICY_SIZE:  # there the policy says what has good shape
        if rank == 1:
            return said("By its shape {better} is the first move to look at.", better=move)
        return None
    if rank == 1:
        return said("Strong players look at {better} first here.", better=move)
    if rank <= _FEW:
        return said(
            "{better} is among the first five moves that strong players look at here.",
            better=move,
        )
    return None


def is_rare(move: str, rank: int, size: int) -> Said | None:
    """Returns that strong players would rarely play a move; or None."""
    if size != _POLICY_SIZE or rank <= _RARE:
        return None
    return said("Strong players would rarely play {move} here.", move=move)


def plain_sentences(
    explanation: Explanation, size: int, deed: Said | None = None
) -> Iterator[Said]:
    """Yields what an explanation comes to, as a player would say it; deed: what the move does."""
    move, rank = explanation.move, explanation.rank
    values = {"move": move, "n": explanation.n_moves}
    yield (
        is_natural(move, rank, size)
        or is_rare(move, rank, size)
        or (
            said("{move} is a move to look at, if not the first one.", **values)
            if rank <= _RARE
            else said("By its shape {move} is not among the first moves to look at.", **values)
        )
    )
    tactics = next((each for each in explanation.named if each.name == _TACTICS), None)
    if deed is not None and not (tactics and _plain(tactics)):
        yield said("{better} {reason}.", better=move, reason=deed)
    good = listed(_plain(factor) for factor in explanation.named if factor.factor >= _CLEAR)
    bad = listed(_plain(factor) for factor in explanation.named if factor.factor <= 1 / _CLEAR)
    if good:
        yield said("For it: {words}.", words=good)
    if bad:
        yield said("Against it: {words}.", words=bad)


def _plain(factor: Factor) -> str:
    """Returns what a player can see of a factor, or ""."""
    if factor.name == _TACTICS and factor.words.startswith(_TELLING + _ALSO_PLAIN):
        return factor.words
    if factor.name == "last moves":
        is_near = factor.words.startswith(_NEAR)
        return (
            said("near {move}", move=LAST_MOVE)
            if is_near
            else said("far from {move}", move=LAST_MOVE)
        )
    if factor.name == "line" and isinstance(factor.words, Said):
        return str(factor.words.values.get("place", factor.words))
    return ""
