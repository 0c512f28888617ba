"""Reads collections of problems: JSON lines, and SGF records whose solutions are marked.

A line of JSON is an object such as

    {"id": "a1", "size": 19, "black": ["eb", "fb"], "white": ["da"], "to_play": "B",
     "solutions": ["ba"], "kind": "life-and-death", "level": "1", "task": "Black to play"}

with points as in SGF; `kind`, `level` and `task` may be missing.  Solved problems also have `best`
and `worst`, a point each.

In SGF, the moves that follow the position are tried one by one.  One is a solution if its comment,
or one behind it, begins with "right" or "correct", or if it is marked as a good move itself (TE, or
GB for Black, GW for White).  Further on the word may mean anything, as in "escapes to the right".
Where nothing is marked and there is one move alone, it is the solution, unless it is marked as a
bad move (BM) or a comment calls it wrong.

A record whose root names both a kind of problem that games have (GE) and komi is a position of a
whole game. Its variations tell how it goes on after a first move, who is how far ahead (V), and
which stones it is about (TR).
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from sgfmill import sgf_grammar, sgf_properties
from sgfmill.sgf import Tree_node

from cfggo.base.errors import CfggoError
from cfggo.go.points import (
    BLACK,
    COLOUR_LETTERS,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.models.tsumego.problem import FirstMove, Problem
from cfggo.records.archives import reason_of
from cfggo.records.collection import DoubtReport, DropReport
from cfggo.records.game_files import doubt_of
from cfggo.records.game_tree import GameTree, is_move, line_from, move_of, properties_of
from cfggo.records.sgf.data import iter_games
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.mending import MAX_NODES
from cfggo.records.sgf.values import PropertyMap

LINES_SUFFIXES = (".jsonl", ".jsonl.gz")
"""How files of JSON lines are named."""

_MAX_LINE = 2**20
"""Characters of the longest line that is read."""

_MAX_TEXT = 1000
"""Characters of a problem's texts that are kept."""

KINDS_OF_GAMES = (
    "capture",
    "double atari",
    "ladder",
    "net",
    "snapback",
    "ko",
    "rescue",
    "connection",
    "cut",
    "race",
    "kill",
    "live",
    "endgame",
)
"""Kinds of problems that are positions of whole games."""

_COLOURS = {letter.upper(): colour for colour, letter in COLOUR_LETTERS.items()}

_VALUE = re.compile(r"[+-]?\d{1,3}(\.\d{1,3})?")
_RIGHT = re.compile(r"\W*((right|correct)\b|正解|正确|正確)", re.IGNORECASE)
_WRONG = re.compile(r"\b(wrong|incorrect|not (right|correct))\b|失败|失敗", re.IGNORECASE)


class _Broken(Exception):
    """Why a problem can't be used: a reason, the same for all of a kind, and a detail."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


def read_problems(
    paths: Iterable[str | Path],
    dropped: DropReport,
    doubtful: DoubtReport | None = None,
    *,
    need_solutions: bool = True,
) -> Iterator[Problem]:
    """Yields the problems of files of JSON lines, and of SGF files, folders and archives of them.

    Broken problems, and all but the first of those that are equal up to symmetry and colour, go
    into the report instead.

    doubtful       -- takes the records that were mended
    need_solutions -- whether problems without a solution are broken

    Raises CfggoError if a path can't be read or has nothing to read.
    """
    seen = set()
    for path in map(Path, paths):
        is_lines = is_problem_file(path) and not path.is_dir()
        found = _from_lines(path, dropped) if is_lines else _from_records(path, dropped, doubtful)
        for problem in found:
            if fault := problem.fault(need_solutions=need_solutions):
                _drop(dropped, problem.name, *fault)
            elif problem.digest in seen:
                dropped.add(problem.name, "duplicate")
            else:
                seen.add(problem.digest)
                yield problem


def to_json(problem: Problem) -> str:
    """Returns a problem as a line of JSON, without the line's end."""
    fields: dict[str, Any] = {"id": problem.name, "kind": problem.kind, "level": problem.level}
    fields |= {"size": problem.size, "black": problem.black, "white": problem.white}
    fields |= {"to_play": COLOUR_LETTERS[problem.to_play].upper(), "solutions": problem.solutions}
    fields["task"] = problem.task
    for key in ("black", "white", "solutions"):
        fields[key] = [_sgf_name(point, problem.size) for point in fields[key]]
    for key, point in (("best", problem.best), ("worst", problem.worst)):
        if point != PASS:
            fields[key] = _sgf_name(point, problem.size)
    return json.dumps(fields)


def _sgf_name(point: int, size: int) -> str:
    name: bytes = sgf_properties.serialise_go_point(row_col_from_point(point), size)
    return name.decode()


def is_problem_file(path: str | Path) -> bool:
    """Tells by its name whether a file has problems and nothing else: JSON lines."""
    return Path(path).name.lower().endswith(LINES_SUFFIXES)


def _drop(dropped: DropReport, name: str, reason: str, detail: str = "") -> None:
    dropped.add(name, reason, f"{reason}: {detail}" if detail else reason)


def _from_lines(path: Path, dropped: DropReport) -> Iterator[Problem]:
    """Yields the problems of a file of JSON lines, sound or not."""
    number = 0
    for number, line in enumerate(_lines_of(path), 1):
        name = f"{path}, line {number}"
        if not line.strip():
            continue
        try:
            yield _from_json(line, name)
        except _Broken as error:
            _drop(dropped, name, error.reason, error.detail)
    if not number:
        raise CfggoError(f"{path}: no problems found")


def _lines_of(path: Path) -> Iterator[bytes]:
    """Yields the lines of a file, each cut off after _MAX_LINE bytes; the rest is one more."""
    try:
        with path.open("rb") as raw:
            is_packed = path.name.lower().endswith(".gz")
            file: BinaryIO = gzip.GzipFile(fileobj=raw) if is_packed else raw  # type: ignore[assignment]
            while line := file.readline(_MAX_LINE):
                yield line
    except FileNotFoundError as error:
        raise CfggoError(f"{path}: {error.strerror}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise CfggoError(f"{path}: can't be read: {reason_of(error)}") from error


def _from_json(line: bytes, name: str) -> Problem:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Broken("not JSON") from error
    if not isinstance(fields, dict):
        raise _Broken("not a JSON object")
    size = fields.get("size", MAX_SIZE)
    if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
        raise _Broken("unsupported board size")
    to_play = fields.get("to_play")
    if to_play not in ("B", "W"):
        raise _Broken("it does not say who is to play")
    return Problem(
        _text_field(fields, "id") or name,
        size,
        _points_field(fields, "black", size),
        _points_field(fields, "white", size),
        _COLOURS[to_play],
        _points_field(fields, "solutions", size),
        _text_field(fields, "kind"),
        _text_field(fields, "level"),
        _text_field(fields, "task"),
        best=_point_of(fields["best"], "best", size) if "best" in fields else PASS,
        worst=_point_of(fields["worst"], "worst", size) if "worst" in fields else PASS,
    )


def _text_field(fields: dict[str, Any], key: str) -> str:
    """Returns a text that can be written: halves of surrogate pairs become question marks."""
    text = fields.get(key, "")
    if not isinstance(text, str | int):
        return ""
    return " ".join(str(text).encode(errors="replace").decode().split())[:_MAX_TEXT]


def _points_field(fields: dict[str, Any], key: str, size: int) -> tuple[int, ...]:
    written = fields.get(key, [])
    if not isinstance(written, list):
        raise _Broken("malformed points", f"{key} is no list")
    return tuple(sorted({_point_of(text, key, size) for text in written}))


def _point_of(text: Any, key: str, size: int) -> int:
    row_col = None
    if isinstance(text, str) and len(text) == 2 and text.isascii():
        with suppress(ValueError):
            row_col = sgf_properties.interpret_go_point(text.encode(), size)
    if row_col is None:
        raise _Broken("malformed points", f"{key} has {str(text)[:20]!r}")
    return point_from_row_col(*row_col)


def _from_records(
    path: Path, dropped: DropReport, doubtful: DoubtReport | None
) -> Iterator[Problem]:
    """Yields the problems of SGF data, sound or not."""
    for name, game in iter_games([path], "problem"):
        if isinstance(game, Exception):
            _drop(dropped, name, "unreadable file", reason_of(game))
            continue
        try:
            problem, mended = _from_sgf(game, name)
        except SgfError as error:
            dropped.add(name, error.reason, str(error))
        except _Broken as error:
            _drop(dropped, name, error.reason, error.detail)
        else:
            if doubtful is not None:
                doubtful.add(name, [doubt_of(text) for text in mended])
            yield problem


def _from_sgf(data: bytes, name: str) -> tuple[Problem, tuple[str, ...]]:
    """Returns the problem of an SGF game, and what was mended in it."""
    tree = GameTree.read(data)
    main = tree.copy()
    main.to_end()
    line, _ = main.parts()
    to_play = line.moves[0][0] if line.moves else line.first_player
    root, encoding = properties_of(tree.root), tree.encoding
    kind = _sgf_text(root, "GE", encoding)
    is_of_game = kind in KINDS_OF_GAMES and "KM" in root
    problem = Problem(
        name,
        line.size,
        line.black,
        line.white,
        to_play,
        _marked_solutions(tree, to_play),
        kind,
        _sgf_text(root, "DI", encoding),
        _sgf_text(root, "C", encoding),
        komi=line.komi if is_of_game else None,
        moves=_first_moves(tree, to_play) if is_of_game else (),
        about=_marked_stones(tree, line.black + line.white) if is_of_game else (),
    )
    return problem, tree.mended


def _first_moves(tree: GameTree, to_play: int) -> tuple[FirstMove, ...]:
    """Returns the first moves whose value a record tells, each with the line that follows."""
    moves = []
    for child in tree.root:
        line = [move for node in line_from(child) if (move := move_of(node))]
        value = _sgf_text(properties_of(child), "V", tree.encoding)
        if _VALUE.fullmatch(value) and line and line[0][0] == to_play:
            lead = float(value) if to_play == BLACK else -float(value)
            moves.append(FirstMove(line[0][1], tuple(point for _, point in line[1:]), lead))
    return tuple(moves)


def _marked_stones(tree: GameTree, stones: Sequence[int]) -> tuple[int, ...]:
    """Returns the stones of the position that are marked after a first move, sorted."""
    marked: set[int] = set()
    for child in tree.root:
        if child.has_property("TR"):
            with suppress(ValueError):
                marked |= {point_from_row_col(*place) for place in child.get("TR")}
    return tuple(sorted(marked.intersection(stones)))


def _marked_solutions(tree: GameTree, to_play: int) -> tuple[int, ...]:
    """Returns the solutions that the variations of a record mark, sorted."""
    good = "GB" if to_play == BLACK else "GW"
    tried: set[int] = set()
    right: set[int] = set()
    says_wrong = False
    waiting: list[tuple[Tree_node, int | None]] = [(tree.root, None)]  # with the path's first move
    n_nodes = 0
    while waiting:
        node, first = waiting.pop()
        n_nodes += 1
        if n_nodes > MAX_NODES:
            raise _Broken("too many nodes", f"more than {MAX_NODES}")
        if first is None and is_move(node):
            colour, first = move_of(node) or (None, PASS)
            if colour != to_play or first == PASS:
                continue
            tried.add(first)
            if node.has_property("TE") or node.has_property(good):
                right.add(first)
            elif node.has_property("BM"):
                says_wrong = True
        if first is not None:
            comment = _sgf_text(properties_of(node), "C", tree.encoding)
            if _RIGHT.match(comment):
                right.add(first)
            elif _WRONG.search(comment):
                says_wrong = True
        waiting.extend((child, first) for child in node)
    if not right and not says_wrong and len(tried) == 1:
        right = tried
    return tuple(sorted(right))


def _sgf_text(node: PropertyMap, key: str, encoding: str) -> str:
    raw = sgf_grammar.text_value(node.get(key, [b""])[0])
    return " ".join(str(raw, encoding, "replace").split())[:_MAX_TEXT]
