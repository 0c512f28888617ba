"""How regular SGF looks, and where a regular game ends.

Regular is a game of which each parenthesis opens with a node, each node begins with a semicolon and
has one move at most, each property has values, brackets in texts are escaped, and nothing stands
between.  Most games are, and one match of a pattern tells; `cfggo.records.sgf.mending` reads the
others token by token.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from cfggo.records.sgf.encoding import UTF_8, Encoding

_NAME = rb"[A-Z][A-Za-z]{0,63}+\s*+"
_MOVE = rb"[BW][a-z]{0,63}+\s*+"
_OTHER = rb"(?!" + _MOVE + rb"\[)" + _NAME
_MOVE_BEGUN = rb";\s*[BW]\[[a-t]{2}"
UNCLOSED = re.compile(
    rb"(?:%b(?:\s*%b)*+|(?P<game>\(\s*;\s*(?:FF|GM|SZ)\[[0-9]{1,2}))\Z" % (_MOVE_BEGUN, _MOVE_BEGUN)
)
"""How a value ends of which the closing bracket is missing: within what follows, moves or another
game.
"""

_NOT_UNCLOSED = (
    rb"(?<!;[BW]\[[a-t][a-t])(?<!\(;FF\[[0-9])(?<!\(;GM\[[0-9])"
    rb"(?<!\(;SZ\[[0-9])(?<!\(;SZ\[[0-9][0-9])"
)
"""The same as a condition of a value's end, where there is no space in it."""

_KNOWN = (
    rb"(?:A[BEPW]|BR?|CA?|DT|EV|FF|G[CMN]|H[AD]|K[MO]|L[CNT]|OT|P[BCLW]|R[DEOU]|S[OZ]|T[EM]|US|WR?)"
    rb"\s*+\["
)
"""Properties with which a game may begin that lacks its parenthesis or semicolon."""

_START = re.compile(
    rb"\(\s*+(?:;|%b)|;\s*+%b|\A(?:\xef\xbb\xbf)?\s*+(?:;|%b)" % (_KNOWN, _KNOWN, _KNOWN)
)
ROOT = re.compile(rb"\(\s*+;?\s*+(?:FF|GM|SZ|CA)\s*+\[")
"""How no variation begins, but a game."""

_OPENING = re.compile(rb"\(\s*+(?=;)")
_CLOSING = re.compile(rb"\)\s*+")
NODE = re.compile(rb";\s*+" + _NAME + rb"\[")
EXTRA = re.compile(rb"\)\s*+;\s*+[BW]\s*+\[")
"""A parenthesis behind which the game goes on all the same."""

SPACE = re.compile(rb"\s*+")
_TEXT = rb"(?:A[NP]|B[RT]|C[AP]?|DT|EV|G[CN]|LB|N|O[NT]|P[BCW]|R[EOU]|SO|US|W[RT])\s*+\["
"""Properties whose values are texts, in which brackets may stand that are not escaped."""

IS_TEXT = re.compile(_TEXT)


class Patterns(NamedTuple):
    """The patterns of SGF's parts where some characters hide brackets.

    run     -- regular nodes, one after the other
    value   -- a property's value: `text`, and `cut_off` if the data ends in it
    token   -- a value, a property's name, a parenthesis, a semicolon, space, or else `stray`
    goes_on -- what makes sense behind a text: the rest of its node and the next one, up to another
               text
    bracket -- a value, `other` text, or `bare` brackets, which close none
    """

    run: re.Pattern[bytes]
    value: re.Pattern[bytes]
    token: re.Pattern[bytes]
    goes_on: re.Pattern[bytes]
    bracket: re.Pattern[bytes]


@cache
def patterns_of(unit: bytes, leads: bytes) -> Patterns:
    """Returns the patterns; unit, leads: as in `Encoding`."""
    text = rb"[^\\\]]*+(?:\\.[^\\\]]*+)*+"
    if unit:
        text = rb"(?:[^\\\]%b]++|%b|\\(?:%b|.)|[%b])*+" % (leads, unit, unit, leads)
    closed = rb"\[" + text + rb"\]\s*+"
    value = rb"\[(?:[^\\\]\[%b]*+\]|%b%b\])\s*+" % (leads, text, _NOT_UNCLOSED)
    others = rb"(?:%b(?:%b)++)*+" % (_OTHER, value)
    move = rb"%b\[[^\\\]\[]*+\]\s*+" % _MOVE
    properties = rb"(?:(?!%b)%b(?:%b)++)*+" % (_TEXT, _NAME, closed)
    patterns = {
        "run": rb"(?:;\s*+%b(?:%b%b)?+)*+" % (others, move, others),
        "value": rb"\[(?P<text>%b)(?:\]|(?P<cut_off>\\?\Z))" % text,
        "token": rb"(?P<space>\s++)|(?P<node>;)|(?P<open>\((?=\s*+(?:;|%b\[)))|(?P<close>\))"
        rb"|(?P<name>[A-Za-z]{1,64}+(?=\s*+\[))|(?P<bare>\[)|(?P<stray>[^\s;()\[\]]++|.)" % _NAME,
        "goes_on": rb"\s*+(?:%b)*+%b(?:;\s*+%b)?+(?=\Z|;|%b|\(\s*+(?:;|%b\[)|\)(?![^\[\]]*+\]))"
        % (closed, properties, properties, _TEXT, _NAME),
        "bracket": rb"(?P<other>(?<![A-Za-z])%b)|%b|(?P<bare>\]++)" % (_TEXT, closed),
    }
    return Patterns(**{name: re.compile(each, re.DOTALL) for name, each in patterns.items()})


def looks_unclosed(text: bytes) -> bool:
    """Tells whether a text ends as one of which the closing bracket is missing."""
    return UNCLOSED.search(text) is not None


def find_game(data: bytes, at: int = 0) -> int | None:
    """Returns where the next game begins, or seems to, or None if there is none."""
    start = _START.search(data, at)
    return start and start.start()


def regular_end(
    data: bytes, start: int, encoding: Encoding = UTF_8, *, whole: bool = True
) -> tuple[int, int] | None:
    """Returns where a game ends, and how many parentheses are open then, or None if it is not
    regular.

    encoding -- of the data, if some of its characters look like brackets
    whole    -- whether the end is behind the game, or before its first closing parenthesis, where
                its main line ends
    """
    run = patterns_of(encoding.unit, encoding.leads).run
    at, depth = start, 0
    while opening := _OPENING.match(data, at):
        if depth and ROOT.match(data, at):
            return None
        depth += 1
        at = run.match(data, opening.end()).end()  # type: ignore[union-attr]
        if depth == 1 and EXTRA.match(data, at):
            return None
        if not whole:
            continue
        while closing := _CLOSING.match(data, at):
            depth -= 1
            at = closing.end()
            if not depth:
                return at, 0
    if whole or not data.startswith(b")", at) or (depth > 1 and has_stray(data, at)):
        return None
    return at, depth


def has_stray(data: bytes, at: int) -> bool:
    """Tells whether something else than a parenthesis follows the one that closes a variation."""
    behind = _CLOSING.match(data, at).end()  # type: ignore[union-attr]
    return behind < len(data) and not data.startswith((b"(", b")"), behind)
