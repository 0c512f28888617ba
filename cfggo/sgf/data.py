"""SGF data before it is read: its games, and its main line, mended where it broke off."""

import codecs
import re

from cfggo.sgf.encoding import without_ambiguity
from cfggo.sgf.errors import SgfError

MAX_NODES = 10_000
"""Nodes of a main line; no game has that many moves."""

_GAME_START = re.compile(rb"\(\s*;")
_COMMENT = re.compile(rb"(?<![A-Za-z])C\s*\[")
_VARIATION = re.compile(rb"\)\s*\(")
_TOKEN = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|(?P<cut_off>\\?\Z))|[();]", re.DOTALL)
"""A value, a parenthesis, or the start of a node."""


def split_collection(data: bytes) -> list[bytes]:
    """Returns the games of SGF data, each as SGF data of its own.

    What stands before the first game stays with it, and the last one may be cut off.  Data that has
    no more than one game is returned whole.
    """
    data = without_ambiguity(data)
    starts = [0] if _lacks_parenthesis(data) else []
    depth = len(starts)
    for token in _TOKEN.finditer(data):
        if token[0] == b"(":
            if depth == 0 and _GAME_START.match(data, token.start()):
                starts.append(token.start())
            depth += 1
        elif token[0] == b")":
            depth = max(depth - 1, 0)
    if len(starts) < 2:
        return [data]
    ends = [*starts[1:], len(data)]
    return [data[: ends[0]], *(data[a:b] for a, b in zip(starts[1:], ends[1:], strict=True))]


def main_line_data(data: bytes) -> bytes:
    """Returns SGF data without what follows the main line of its first game.

    The main line ends where a parenthesis is closed for the first time. Some records lack the
    opening parenthesis, or break off before the closing ones.

    Raises SgfError if it has more nodes than any game, or is in UTF-16.
    """
    data = repaired(data)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SgfError("not SGF", "a text in UTF-16; save it as UTF-8")
    start = _GAME_START.search(data)
    if start is None:
        return b""
    depth = n_nodes = 0
    end = start.start()
    for token in _TOKEN.finditer(data, end):
        if token["cut_off"] is not None:
            break
        if token[0] == b")":
            end = token.start()
            break
        if token[0] == b";":
            n_nodes += 1
        else:
            depth += token[0] == b"("
            end = token.end()
        if max(depth, n_nodes) > MAX_NODES:
            raise SgfError("too many nodes", f"more than {MAX_NODES}")
    return data[start.start() : end] + b")" * depth


def is_cut_off(data: bytes) -> bool:
    """Tells whether SGF data breaks off before the main line of its first game ends.

    Not of a record without its first parenthesis, which may lack the last one, too.
    """
    data = without_ambiguity(data)
    if _lacks_parenthesis(data):
        return False
    start = _GAME_START.search(data)
    tokens = _TOKEN.finditer(data, start.start()) if start else ()
    return all(token[0] != b")" for token in tokens)


def is_annotated(data: bytes) -> bool:
    """Tells whether the first game of SGF data has comments or variations."""
    game = _TOKEN.sub(lambda it: b"[]" if it[0][:1] == b"[" else it[0], split_collection(data)[0])
    return _COMMENT.search(game) is not None or _VARIATION.search(game) is not None


def repaired(data: bytes) -> bytes:
    """Returns SGF data with the opening parenthesis that some records lack, and in an encoding in
    which no part of a character is taken for a bracket or a backslash.
    """
    data = without_ambiguity(data)
    if _lacks_parenthesis(data):
        return b"(" + data.removeprefix(codecs.BOM_UTF8).lstrip()
    return data


def _lacks_parenthesis(data: bytes) -> bool:
    """Tells whether SGF data begins without the parenthesis of its game."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b";")
