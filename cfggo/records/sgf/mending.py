"""Games of SGF data that are not quite SGF, made regular, with notes of what was mended."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from cfggo.base.said import Said, said
from cfggo.records.sgf.encoding import UTF_8, Encoding
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.regular import (
    EXTRA,
    IS_TEXT,
    NODE,
    ROOT,
    SPACE,
    UNCLOSED,
    Patterns,
    has_stray,
    patterns_of,
)

MAX_NODES = 10_000
"""Nodes of a main line; no game has that many moves."""

_SMALL = bytes(range(ord("a"), ord("z") + 1))

_FARTHEST = 2000
"""Bytes behind a text in which a bracket is looked for that belongs to it."""

_MOST_BRACKETS = 15
"""Values behind a text among which such a bracket is looked for."""

_SHOWN = 20
"""Characters of stray text that a note shows."""

_LISTS = frozenset(b"AB AW AE TR SQ CR MA SL TB TW DD VW".split())
"""Properties that have many values, which some programs write with something between them."""


CUT_OFF = "cut off"
"""The kind of note for a game that breaks off before its main line ends."""

_STRAY, _NO_SEMICOLON = said("stray text"), said("missing semicolon")
"""Kinds of notes."""


@dataclass
class Notes:
    """The repairs of a game, by kind.

    Public attributes:
      first -- where it was done first
      times -- how often
    """

    first: dict[str, str] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, where: str) -> None:
        """Notes that something was mended; kind: words that are the same for all of a kind."""
        self.first.setdefault(kind, where)
        self.times[kind] = self.times.get(kind, 0) + 1

    def lines(self) -> tuple[str, ...]:
        """Returns a line for each kind: "kind (where, and 2 more)"."""
        return tuple(
            said("{kind} ({where}, and {n} more)", kind=kind, where=where, n=n)
            if (n := self.times[kind] - 1)
            else said("{kind} ({where})", kind=kind, where=where)
            for kind, where in self.first.items()
        )


class Mended(NamedTuple):
    """A game that was made regular.

    Public attributes:
      data -- the game as regular SGF, b"" if it is none but for its beginning
      end  -- where it ends in the data that it is from
    """

    data: bytes
    end: int


def mend(
    data: bytes, start: int, notes: Notes, encoding: Encoding = UTF_8, *, whole: bool = True
) -> Mended:
    """Returns a game that begins at some place of SGF data, read token by token.

    notes    -- take what was mended, and CUT_OFF
    encoding -- of the data, if some of its characters look like brackets: only the end is right
    whole    -- whether variations are wanted, or the main line alone, which ends where a
                parenthesis is closed for the first time

    Raises SgfError if the main line is wanted, and has more nodes than any game.
    """
    patterns = patterns_of(encoding.unit, encoding.leads)
    return _Mender(data, patterns, notes, whole).mend(start)


class _Mender:
    """Reads a game token by token.

    _out       -- pieces of regular SGF
    _depth     -- open parentheses
    _in_node   -- whether a property may follow: not behind a parenthesis
    _after     -- whether a variation was closed, so that only a parenthesis may follow
    _mover     -- of the node's move, b"B" or b"W", or b""
    _moved_to  -- the value of that move
    _list      -- the last property, if it may have many values, or b""
    _n_stray   -- parentheses that are open in stray text
    _has_values -- whether any property was read
    _broken_off_at -- where another game begins within a value, or None
    """

    def __init__(self, data: bytes, patterns: Patterns, notes: Notes, whole: bool) -> None:
        self._data = data
        self._patterns = patterns
        self._notes = notes
        self._whole = whole
        self._out: list[bytes] = []
        self._depth = self._n_nodes = self._n_moves = self._n_stray = 0
        self._in_node = self._after = self._is_main_over = self._has_values = False
        self._mover = self._moved_to = self._list = b""
        self._broken_off_at: int | None = None

    def mend(self, start: int) -> Mended:
        """Returns the game that begins there."""
        data, token = self._data, self._patterns.token
        at = start
        lacks_parenthesis = data[start : start + 1] != b"("
        if lacks_parenthesis:
            at = start + 3 * data.startswith(b"\xef\xbb\xbf", start)
            self._notes.add(said("missing parenthesis"), said("at the start"))
            self._open()
        is_cut_off = not lacks_parenthesis
        while at < len(data) and self._broken_off_at is None:
            found = token.match(data, at)
            assert found is not None  # the pattern has a part for whatever there is
            kind, begin, at = found.lastgroup, at, found.end()
            if kind == "close" and not self._n_stray:
                if self._depth == 1 and not self._is_main_over and EXTRA.match(data, begin):
                    self._note(_STRAY, '")"')
                    continue
                if not self._whole:
                    if self._depth > 1 and has_stray(data, begin):
                        self._note(_STRAY, said("behind a variation"))
                    is_cut_off, at = False, begin
                    break
                self._close()
                if not self._depth:
                    is_cut_off = False
                    break
            elif kind == "open":
                if self._depth and self._n_moves and ROOT.match(data, begin):
                    at = begin
                    break
                self._open()
            elif kind == "node" and not self._after:
                self._begin_node()
            elif kind == "name" and not self._after:
                at = self._property(found[0], at)
            elif kind == "space":
                pass
            elif kind == "bare" and self._list:
                at = self._values(self._list, begin)
            else:
                at = self._stray(found[0], kind, at)
        if not self._in_node and not self._after:
            self._begin_node()  # nothing follows a parenthesis that was opened
        if not self._has_values and _STRAY in self._notes.first:
            return Mended(b"", at)
        if is_cut_off and not self._is_main_over:
            self._note(CUT_OFF, "")
        self._out.append(b")" * self._depth)
        return Mended(b"".join(self._out), at)

    def _open(self) -> None:
        if self._depth and not self._in_node and not self._after:
            self._begin_node()
        self._out.append(b"(")
        self._depth += 1
        self._in_node = self._after = False
        self._check_size()

    def _close(self) -> None:
        if not self._in_node and not self._after:
            self._begin_node()
        self._out.append(b")")
        self._depth -= 1
        self._in_node, self._after, self._is_main_over = False, True, True
        self._list = b""

    def _begin_node(self) -> None:
        self._out.append(b";")
        self._n_nodes += 1
        self._in_node = True
        self._mover = self._list = b""
        self._n_stray = 0
        self._check_size()

    def _check_size(self) -> None:
        if not self._whole and max(self._depth, self._n_nodes) > MAX_NODES:
            raise SgfError(said("too many nodes"), f"more than {MAX_NODES}")

    def _property(self, written: bytes, at: int) -> int:
        """Reads a property whose name ends there; returns where its values end."""
        name = written.translate(None, _SMALL)
        if not name:
            name = written.upper()
            self._note(said("small letters"), written.decode())
        if name in (b"B", b"W"):
            value = self._patterns.value.match(self._data, _space_end(self._data, at))
            if value and self._mover == name and value["text"] == self._moved_to:
                return value.end()  # the same move once more
            self._begin_move(name, value["text"] if value else b"")
        elif not self._in_node:
            self._note(_NO_SEMICOLON, "")
            self._begin_node()
        self._out.append(name)
        self._list = name if name in _LISTS else b""
        n_pieces = len(self._out)
        at = self._values(name, at)
        if len(self._out) == n_pieces:  # the data ends in its first value
            self._out.pop()
            self._n_moves -= name in (b"B", b"W") and not self._is_main_over
        return at

    def _begin_move(self, name: bytes, text: bytes) -> None:
        """Makes sure that a node begins before a move, if another one has the node's.

        text -- of its value
        """
        if not self._in_node or self._mover:
            self._note(said("two moves in a node") if self._in_node else _NO_SEMICOLON, "")
            self._begin_node()
        self._n_moves += not self._is_main_over
        self._mover, self._moved_to = name, text

    def _values(self, name: bytes, at: int) -> int:
        """Reads the values that begin there, or behind space; returns where they end."""
        data = self._data
        is_text, is_move = IS_TEXT.match(name + b"[") is not None, name in (b"B", b"W")
        n_values = 0
        while data.startswith(b"[", start := _space_end(data, at)):
            value = self._patterns.value.match(data, start)
            if value is None or value["cut_off"] is not None:
                return len(data)
            text, at = value["text"], value.end()
            if is_text and (end := self._end_of_text(at)) > at:
                self._note(said("unescaped bracket"), _in_property(name))
                text, at = _escaped(data[start + 1 : end - 1]), end
            elif following := UNCLOSED.search(text):
                at = value.start("text") + following.start()
                text = text[: following.start()].rstrip()
                if following["game"]:
                    self._broken_off_at = at
                    if not is_text:
                        break
                self._note(said("missing bracket"), _in_property(name))
            if is_move and n_values:
                self._note(_STRAY, f'"[{_shown(text)}]"')
                continue
            self._out.append(b"[" + text + b"]")
            self._has_values = True
            n_values += 1
        return at

    def _end_of_text(self, at: int) -> int:
        """Returns where a text really ends whose value seems to end there: behind a bracket that
        closes nothing, if sense does not go on otherwise.
        """
        data, patterns = self._data, self._patterns
        while not patterns.goes_on.match(data, at):
            brackets = islice(
                patterns.bracket.finditer(data, at, self._horizon(at)), _MOST_BRACKETS
            )
            found = next((found for found in brackets if found["bare"] or found["other"]), None)
            if found is None or found["other"]:
                break
            at = found.end()
        return at

    def _horizon(self, at: int) -> int:
        """Returns where the next node but one begins, or how far a text may go on."""
        last = min(at + _FARTHEST, len(self._data))
        first = NODE.search(self._data, at, last)
        second = first and NODE.search(self._data, first.end(), last)
        return second.start() if second else last

    def _stray(self, text: bytes, kind: str | None, at: int) -> int:
        """Leaves out what makes no sense here, and returns where it ends; a move without a value is
        kept as a malformed one.
        """
        if text in (b"B", b"W") and kind == "stray" and not self._after:
            following = _space_end(self._data, at)
            if following < len(self._data) and not ROOT.match(self._data, following):
                self._begin_move(text, b"?")
                self._out.append(text + b"[?]")
            return at
        if kind in ("name", "bare"):
            begin = at
            while value := self._patterns.value.match(self._data, _space_end(self._data, at)):
                at = value.end()
            text += self._data[begin:at]
        self._n_stray += (text == b"(") - (text == b")")
        self._note(_STRAY, f'"{_shown(text)}"')
        return at

    def _note(self, kind: str, what: str) -> None:
        n = self._n_moves
        place = said("after move {n}", n=n) if n else said("before move 1")
        if self._is_main_over:
            place = said("in a variation")
        where = said("{what} {place}", what=what, place=place) if what else place
        self._notes.add(kind, where)


def _in_property(name: bytes) -> Said:
    return said("in {property}", property=name.decode())


def _shown(text: bytes) -> str:
    return " ".join(text[:_SHOWN].decode("utf-8", "replace").split())


def _space_end(data: bytes, at: int) -> int:
    """Returns where space ends that may begin there."""
    return SPACE.match(data, at).end()  # type: ignore[union-attr]


def _escaped(text: bytes) -> bytes:
    """Returns a text with backslashes before its brackets that have none."""
    return re.sub(rb"(\\.)|\]", lambda it: it[1] or rb"\]", text, flags=re.DOTALL)
