"""Explanations of a move, as text and as data.

A Bradley-Terry model explains itself.  A move's probability is exp(theta) over the sum for all
moves, and theta is a sum over features; so it is a product

    probability = base x factor x factor x ...

with one factor for each theme: exp(theta of the features of that theme - the same, on average over
all legal moves).  The *base* is the geometric mean of all moves' probabilities, which is that of a
move whose theta is the mean in every theme.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from cfggo.base.said import Ordinal, Said, said
from cfggo.base.words import percent_in_two_digits, two_digits
from cfggo.study.explaining.phrases import factor_to_text
from cfggo.study.explaining.searched import Searched

EVERYTHING_ELSE = said("everything else")
"""The name of the factors that are not worth a line of their own."""

ONLY_ON_THE_BOARD = said("what a move on the board has, and a pass has not")
"""The same where a pass is explained."""

_PASS = "pass"
_PASSING = "passing"
"""The theme that says something of a pass."""

_SMALL = 1.15
"""Factors between this and its inverse are not worth a line of their own."""


@dataclass(frozen=True)
class Factor:
    """The factor of one kind of features in a move's probability.

    Public attributes:
        name   -- str, the kind: a theme of `cfggo.study.explaining.themes`; as a part of one, a
                  group of features, or as a part of that what stands beside it in the group
        words  -- str, what the move has of it
        factor -- float above 0; 1 where the move's theta is the mean of all moves'
        parts  -- tuple of Factor whose product it is; empty where there is nothing to take apart
        points -- tuple of vertices, such as "D4", which the words are about
    """

    name: str
    words: str
    factor: float
    parts: tuple[Factor, ...] = ()
    points: tuple[str, ...] = ()

    @property
    def matters(self) -> bool:
        """Whether it makes a difference that is worth a line."""
        return _matters(self.factor)

    def to_json(self) -> dict[str, Any]:
        """Returns it as a JSON object."""
        return {
            "name": self.name,
            "words": self.words,
            "factor": self.factor,
            "points": list(self.points),
            "parts": [part.to_json() for part in self.parts],
        }

    def __str__(self) -> str:
        return _with_factor(self.words, self.factor)


@dataclass(frozen=True)
class Explanation:
    """Why a tree policy finds a move likely or not.

    Public attributes:
        colour      -- "black" or "white"
        move        -- vertex such as "D4", or "pass"
        rank        -- int, place among the legal moves by probability, from 1
        n_moves     -- int, number of legal moves, PASS among them
        probability -- float, what `Searcher.policy` (`cfggo.search.searcher`) says of the move if
                       no graph kernel is set
        base        -- float, geometric mean of all moves' probabilities; times all factors it is
                       `probability`
        factors     -- tuple of Factor, those that make the largest difference first
        searched    -- Searched, or None if there was no search
    """

    colour: str
    move: str
    rank: int
    n_moves: int
    probability: float
    base: float
    factors: tuple[Factor, ...]
    searched: Searched | None = None

    @property
    def named(self) -> list[Factor]:
        """The factors that are worth a line: those that matter, of a pass that it is one."""
        return [
            factor
            for factor in self.factors
            if factor.matters and (self.move != _PASS or factor.name == _PASSING)
        ]

    @property
    def rest_words(self) -> str:
        """The name of all other factors together."""
        return ONLY_ON_THE_BOARD if self.move == _PASS else EVERYTHING_ELSE

    def opening_sentences(self) -> list[str]:
        """Returns what `sentences` begin with, before the factors: how likely the move is, and how
        much likelier than the geometric mean of all, which is left unsaid of the only legal move.
        """
        first = said("{move}: {sentence}", move=self.title, sentence=self.likelihood)
        if self.n_moves == 1:
            return [first]
        ratio = self.probability / self.base
        mean = percent_in_two_digits(self.base)
        if ratio >= 1:
            return [
                first,
                said(
                    "The geometric mean of all moves is {mean}. "
                    "What makes this one {ratio} times as likely:",
                    mean=mean,
                    ratio=two_digits(ratio),
                ),
            ]
        return [
            first,
            said(
                "The geometric mean of all moves is {mean}. "
                "What makes this one {ratio} times less likely:",
                mean=mean,
                ratio=two_digits(1 / ratio),
            ),
        ]

    @property
    def title(self) -> Said:
        """The move: "Black D4"."""
        if self.colour == "black":
            return said("Black {vertex}", vertex=self.move)
        return said("White {vertex}", vertex=self.move)

    @property
    def likelihood(self) -> Said:
        """How likely the move is, and its place among all moves."""
        probability = percent_in_two_digits(self.probability)
        if self.n_moves == 1:
            return said("{probability}, the only legal move.", probability=probability)
        values = {"probability": probability, "n": self.n_moves}
        if self.rank == 1:
            return said("{probability}, the likeliest of {n} moves.", **values)
        rank = Ordinal(self.rank)
        return said("{probability}, the {rank} likeliest of {n} moves.", rank=rank, **values)

    def sentences(self, indents: bool = True) -> list[str]:
        """Returns the explanation as lines to read: one for each factor that matters.

        indents -- whether these begin with two spaces
        """
        line = _line if indents else _with_factor
        lines = self.opening_sentences()
        named = self.named
        rest = [factor for factor in self.factors if factor not in named]
        if self.n_moves > 1:
            lines += [line(factor.words, factor.factor) for factor in named]
            if rest:
                product = math.prod(factor.factor for factor in rest)
                lines.append(line(self.rest_words, product))
        if self.searched is not None:
            lines.append(self.searched.sentence())
        return lines

    def to_json(self) -> dict[str, Any]:
        """Returns the explanation as a JSON object, with its sentences."""
        searched = self.searched
        return {
            "colour": self.colour,
            "move": self.move,
            "rank": self.rank,
            "moves": self.n_moves,
            "probability": self.probability,
            "base": self.base,
            "factors": [factor.to_json() for factor in self.factors],
            "search": None if searched is None else searched.to_json(),
            "sentences": self.sentences(),
        }


def compare(move: Explanation, other: Explanation) -> list[str]:
    """Returns what makes another move likelier than a move, as lines to read.

    Both must be explained in one position.
    """
    ratio = other.probability / move.probability
    likely = (
        f"{two_digits(ratio)} times as likely as" if ratio >= _SMALL else "hardly likelier than"
    )
    lines = [
        f"Compared with {other.move} ({percent_in_two_digits(other.probability)}), {likely} "
        f"{move.move}:"
    ]
    mine = {factor.name: factor for factor in move.factors}
    theirs = {factor.name: factor for factor in other.factors}
    ratios = {name: theirs[name].factor / mine[name].factor for name in mine}
    by_size = sorted(ratios, key=lambda name: -abs(math.log(ratios[name])))
    named = [name for name in by_size if _matters(ratios[name])]
    for name in named:
        words, instead = theirs[name].words, mine[name].words
        if words != instead:
            both = {other.move: words, move.move: instead}
            if name != _PASSING:  # of all else a pass has nothing to say
                both.pop(_PASS, None)
            words = "; ".join(f"{vertex}: {its}" for vertex, its in both.items())
        lines.append(_line(words, ratios[name]))
    rest = [ratios[name] for name in by_size if name not in named]
    if rest:
        lines.append(_line(EVERYTHING_ELSE, math.prod(rest)))
    if other.searched is not None:
        lines.append(other.searched.sentence())
    return lines


def _matters(factor: float) -> bool:
    return not 1 / _SMALL < factor < _SMALL


def _with_factor(words: str, factor: float) -> Said:
    return said("{words}: {factor}", words=words, factor=factor_to_text(factor))


def _line(words: str, factor: float) -> Said:
    return said("  {words}: {factor}", words=words, factor=factor_to_text(factor))
