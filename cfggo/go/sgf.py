"""Reads the main line of SGF game records, and writes it.

Records in the wild are often faulty. A fault that does not affect the game, such as text in an
unknown encoding or a malformed date, is never an error; one that does, such as a move outside the
board, always is.

Commented records set up stones in the middle, to show variations. So a record is read in
parts: a main line, up to the first of these edits, and the edits, each with the moves that follow.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import isfinite
from typing import NamedTuple

from sgfmill import sgf, sgf_grammar, sgf_properties

from cfggo.go.handicap import handicap_of_setup
from cfggo.go.points import (
    BLACK,
    COLOUR_LETTERS,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    N_POINTS,
    PASS,
    WHITE,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.go.rules import MAX_KOMI
from cfggo.version import __version__

_SIZES = {str(size) for size in range(MIN_SIZE, MAX_SIZE + 1)}

_MOST_DETAIL = 100
"""Characters of an error's detail, after its reason."""

_MOVES = {colour: [(colour, point) for point in range(N_POINTS)] for colour in (BLACK, WHITE)}
"""All moves, once each: a collection of millions of moves holds the same few objects."""

_SHOWN = 20
"""Characters of a malformed value that an error shows."""

MAX_NODES = 10_000
"""Nodes of a main line; no game has that many moves."""

MAX_SETUP_POINTS = 1_000_000
"""Points that a record's setup properties may name: a whole board 2,770 times."""

_HUNDREDTHS_FROM = 100
"""Komi of this much or more is read as hundredths; no game has that many points of komi."""

OWN_NAME = "cfggo"
"""The application (AP) that records written here name."""

_PropertyMap = Mapping[str, list[bytes]]


class SgfError(ValueError):
    """A game that can't be read.

    Public attributes:
      reason -- words that are the same for all errors of a kind, so that they can be counted
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        shown = " ".join(detail.split())[:_MOST_DETAIL]
        super().__init__(f"{reason}: {shown}" if shown else reason)
        self.reason = reason


class PositionValue(NamedTuple):
    """What somebody thinks of a position, as Sabaki draws it over a game."""

    winrate: float
    """Black's, 0 to 1."""

    score: float
    """Points by which Black is ahead."""


@dataclass(frozen=True)
class MainLine:
    """The main line of a game record.

    Public attributes:
      size         -- board size, 2 to 19
      moves        -- pairs (colour, point), with PASS for a pass; not checked for legality
      black, white -- points set up before the first move, sorted
      first_player -- colour that is to play before the first move
      next_player  -- colour that is to play after the last move, or None for the other one's turn
      komi         -- points, or None if the record does not say
      handicap     -- number of handicap stones as the record says it, or else as
                      `handicap_of_setup` counts them
      comments     -- text by index of the move it stands at
      values       -- PositionValue by index of the move that led to the position; written, not read
      black_area, white_area -- points that the record gives to a colour after its last move (TB,
                      TW), sorted; stones may be among them
      unread       -- properties of the game that say nothing that can be meant, as "KM[abc]"
      malformed    -- what is wrong with the move at which the game ends, "" if nothing is
      encoding     -- of the record's texts
      ownership    -- who owns the points after the last move in playouts, as
                      `cfggo.territory.endings` writes it (OWN, a property of ours)
      result, rules, date, event, black_name, white_name, black_rank, white_rank -- text as in the
                      record, "" if it does not say
    """

    size: int = MAX_SIZE
    moves: tuple[tuple[int, int], ...] = ()
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    first_player: int = BLACK
    next_player: int | None = None
    komi: float | None = None
    handicap: int = 0
    comments: Mapping[int, str] = field(default_factory=dict)
    values: Mapping[int, PositionValue] = field(default_factory=dict)
    black_area: tuple[int, ...] = ()
    white_area: tuple[int, ...] = ()
    unread: tuple[str, ...] = ()
    malformed: str = ""
    encoding: str = "utf-8"
    ownership: str = ""
    result: str = ""
    rules: str = ""
    date: str = ""
    event: str = ""
    black_name: str = ""
    white_name: str = ""
    black_rank: str = ""
    white_rank: str = ""

    @property
    def placed_handicap(self) -> int:
        """How many of the handicap's stones there are: set up, or placed by Black's first moves."""
        placed = len(self.black) or len(list(takewhile(lambda move: move[0] == BLACK, self.moves)))
        n = min(self.handicap, placed)
        return n if n >= 2 else 0

    @property
    def lacks_handicap(self) -> bool:
        """Whether the record names a handicap but has none of its stones."""
        return self.handicap >= 2 and not self.placed_handicap


@dataclass(frozen=True)
class Edit:
    """Stones that a record sets up after a move, and the moves that follow.

    Public attributes:
      black, white, empty -- points that get a stone of that colour, or lose theirs; sorted
      first_player        -- colour that is to play then, or None if the turn does not change
      moves, next_player  -- as in MainLine
    """

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    first_player: int | None = None
    moves: tuple[tuple[int, int], ...] = ()
    next_player: int | None = None


_TEXT_PROPERTIES = {
    "ownership": "OWN",
    "result": "RE",
    "rules": "RU",
    "date": "DT",
    "event": "EV",
    "black_name": "PB",
    "white_name": "PW",
    "black_rank": "BR",
    "white_rank": "WR",
}


_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")

_MOSTLY = 0.75
"""Share of the bytes beyond ASCII that are in runs of even length in a text of pairs."""

_GAME_START = re.compile(rb"\(\s*;")
_TOKEN = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|(?P<cut_off>\\?\Z))|[();]", re.DOTALL)
"""A value, a parenthesis, or the start of a node."""


def split_collection(data: bytes) -> list[bytes]:
    """Returns the games of SGF data, each as SGF data of its own.

    What stands before the first game stays with it, and the last one may be cut off.  Data that has
    no more than one game is returned as it is.
    """
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


def read_main_line(data: bytes) -> MainLine:
    """Returns the main line of the first game in SGF data, up to where it is edited.

    Raises SgfError, and reads everything, as `read_parts` does.
    """
    return read_parts(data)[0]


def read_parts(
    data: bytes, *, stop_at_malformed: bool = False
) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the main line of the first game in SGF data, and the edits that it goes on with.

    stop_at_malformed -- whether a move that can't be read ends the game, instead of an SgfError;
                         `malformed` names it

    Where there are variations, the first is taken. A property that is given twice counts the first
    time, but setup stones add up. Setup stones may stand in several nodes before a move.

    A record that was cut off counts as far as it goes.

    Raises SgfError if the data is no SGF, if the game is not Go or has an unsupported size, if a
    setup stone or move can't be read, or if there are more of them than in any game.
    """
    data = main_line_data(data)
    nodes = _main_sequence(data)
    root = nodes[0]
    if _number(root, "GM") not in (None, 1):
        raise SgfError("not a game of Go", f"GM[{_text(root, 'GM', 'utf-8')[:_SHOWN]}]")
    size = _size(root)
    encoding = _encoding(root, data)

    setups = _Setups(size)
    parts = [_Part()]
    comments = {}
    number = 1
    malformed = ""
    for node in nodes:
        if changed := setups.read(node):
            if parts[-1].moves:
                parts.append(_Part(first_player=parts[-1].next_player))
            parts[-1].colours |= changed
        part = parts[-1]
        if "B" in node and "W" in node:
            raise SgfError("two moves in one node", f"after move {number - 1}")
        if (player := _player(node)) is not None:
            part.set_player(player)
        for colour, name in ((BLACK, "B"), (WHITE, "W")):
            if name in node:
                if len(parts) == 1 and (comment := _text(node, "C", encoding)):
                    comments[len(part.moves)] = comment
                try:
                    point = _move(node[name][0], size, number)
                except SgfError as error:
                    if not stop_at_malformed:
                        raise
                    malformed = str(error)
                    break
                part.moves.append(_MOVES[colour][point])
                part.next_player = None
                number += 1
        if malformed:
            break

    first, *others = parts
    marked = {} if any(part.moves for part in others) else nodes[-1]
    black, white = first.stones(BLACK), first.stones(WHITE)
    handicap = _number(root, "HA")
    if handicap is None:
        handicap = handicap_of_setup(black, white, first.first_player, first.moves)
    line = MainLine(
        size=size,
        moves=tuple(first.moves),
        black=black,
        white=white,
        first_player=first.first_player or _expected_first_player(black, white, first.moves),
        next_player=first.next_player,
        komi=_komi(root),
        handicap=max(0, int(handicap)),
        comments=comments,
        values={},
        black_area=_area(marked, "TB", size),
        white_area=_area(marked, "TW", size),
        unread=_unread(root),
        malformed=malformed,
        encoding=encoding,
        **{name: _text(root, key, encoding) for name, key in _TEXT_PROPERTIES.items()},
    )
    return line, tuple(part.to_edit() for part in others)


def before_move(
    line: MainLine, edits: tuple[Edit, ...], number: int
) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the parts of a record without its moves from a number on, counted from 1.

    The player of that move is to play. If there is no such move, the parts are returned as they
    are.
    """
    n_before = max(number - 1, 0)
    if n_before < len(line.moves):
        player, _ = line.moves[n_before]
        return replace(line, moves=line.moves[:n_before], next_player=player), ()
    n_before -= len(line.moves)
    for i, edit in enumerate(edits):
        if n_before < len(edit.moves):
            player, _ = edit.moves[n_before]
            last = replace(edit, moves=edit.moves[:n_before], next_player=player)
            return line, (*edits[:i], last)
        n_before -= len(edit.moves)
    return line, edits


def write_sgf(line: MainLine) -> bytes:
    """Returns the main line as SGF data in UTF-8, with question marks for lone surrogates."""
    game = sgf.Sgf_game(size=line.size)
    root = game.get_root()
    root.set("AP", (OWN_NAME, __version__))
    if line.komi is not None:
        root.set("KM", line.komi)
    if line.handicap or handicap_of_setup(line.black, line.white, line.first_player, line.moves):
        root.set("HA", line.handicap)
    for name, key in _TEXT_PROPERTIES.items():
        if text := getattr(line, name):
            root.set(key, _encodable(text))
    if line.black or line.white:
        root.set_setup_stones(
            [row_col_from_point(point) for point in line.black],
            [row_col_from_point(point) for point in line.white],
        )
    if line.first_player != _expected_first_player(line.black, line.white, line.moves):
        root.set("PL", COLOUR_LETTERS[line.first_player])
    node = root
    for index, (colour, point) in enumerate(line.moves):
        node = node.new_child()
        row_col = None if point == PASS else row_col_from_point(point)
        node.set_move(COLOUR_LETTERS[colour], row_col)
        if index in line.comments:
            node.set("C", _encodable(line.comments[index]))
        if index in line.values:
            value = line.values[index]
            node.set_raw("SBKV", f"{100 * value.winrate:.2f}".encode())
            node.set_raw("SBKS", f"{value.score:z.2f}".encode())
    if line.moves and line.next_player is not None:
        node = node.new_child()
        node.set("PL", COLOUR_LETTERS[line.next_player])
    for name, area in (("TB", line.black_area), ("TW", line.white_area)):
        if area:
            node.set(name, [row_col_from_point(point) for point in area])
    serialised: bytes = game.serialise()
    return serialised


@dataclass
class _Part:
    """A main line or an edit, while it is read.

    Public attributes:
      colours      -- dict from points to what they become: BLACK, WHITE or EMPTY
      first_player, moves, next_player -- as in Edit
    """

    colours: dict[int, int] = field(default_factory=dict)
    first_player: int | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    next_player: int | None = None

    def set_player(self, colour: int) -> None:
        """Says whose turn it is after what was read so far."""
        if self.moves:
            self.next_player = colour
        else:
            self.first_player = colour

    def stones(self, colour: int) -> tuple[int, ...]:
        """Returns the points that become a colour, sorted."""
        return tuple(sorted(point for point, c in self.colours.items() if c == colour))

    def to_edit(self) -> Edit:
        """Returns the edit that was read."""
        return Edit(
            self.stones(BLACK),
            self.stones(WHITE),
            self.stones(EMPTY),
            self.first_player,
            tuple(self.moves),
            self.next_player,
        )


class _Setups:
    """Reads the setup properties of nodes."""

    def __init__(self, size: int) -> None:
        self._context = sgf_properties.Presenter(size, "UTF-8")
        self._n_points = 0

    def read(self, node: _PropertyMap) -> dict[int, int]:
        """Returns what a node's setup properties make of points: BLACK, WHITE or EMPTY.

        Raises SgfError if a point can't be read, or if there are too many.
        """
        colours: dict[int, int] = {}
        for colour, name in ((EMPTY, "AE"), (BLACK, "AB"), (WHITE, "AW")):
            for value in filter(None, node.get(name, ())):
                points = self._points(name, value)
                self._n_points += len(points)
                if self._n_points > MAX_SETUP_POINTS:
                    raise SgfError("too much set-up", f"more than {MAX_SETUP_POINTS} points")
                colours |= dict.fromkeys(points, colour)
        return colours

    def _points(self, name: str, value: bytes) -> list[int]:
        try:
            coordinates = sgf_properties.interpret_point_list([value], self._context)
        except ValueError as error:
            written = value[:_SHOWN].decode("ascii", "replace")
            raise SgfError("malformed setup stones", f"{name}[{written}]") from error
        return [point_from_row_col(row, col) for row, col in coordinates]


def _area(node: _PropertyMap, name: str, size: int) -> tuple[int, ...]:
    """Returns the points of TB or TW, sorted; none if they can't be read."""
    context = sgf_properties.Presenter(size, "UTF-8")
    values = [value for value in node.get(name, ()) if value]
    try:
        found = sgf_properties.interpret_point_list(values, context)
    except ValueError:
        return ()
    return tuple(sorted(point_from_row_col(row, col) for row, col in found))


def _player(node: _PropertyMap) -> int | None:
    """Returns the colour that a node says is to play, or None if it names none."""
    name = node.get("PL", [b""])[0].strip().lower()[:1]
    return {b"b": BLACK, b"w": WHITE}.get(name)


def _expected_first_player(
    black: tuple[int, ...], white: tuple[int, ...], moves: Sequence[tuple[int, int]]
) -> int:
    """Returns who plays first where PL is missing: by the first move, or by the handicap."""
    if moves:
        return moves[0][0]
    return WHITE if handicap_of_setup(black, white, None, moves) else BLACK


def _main_sequence(data: bytes) -> list[_PropertyMap]:
    """Returns the nodes of `main_line_data`. Raises SgfError if the data is no SGF."""
    try:
        tree = sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        raise SgfError("not SGF", str(error)) from error
    return list(sgf_grammar.main_sequence_iter(tree))


def main_line_data(data: bytes) -> bytes:
    """Returns SGF data without what follows the main line of its first game.

    The main line ends where a parenthesis is closed for the first time. Some records lack the
    opening parenthesis, or break off before the closing ones.

    Raises SgfError if it has more nodes than any game, or is in UTF-16.
    """
    data = repaired_start(data)
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
    if _lacks_parenthesis(data):
        return False
    start = _GAME_START.search(data)
    tokens = _TOKEN.finditer(data, start.start()) if start else ()
    return all(token[0] != b")" for token in tokens)


def repaired_start(data: bytes) -> bytes:
    """Returns SGF data with the opening parenthesis that some records lack."""
    if _lacks_parenthesis(data):
        return b"(" + data.removeprefix(codecs.BOM_UTF8).lstrip()
    return data


def _lacks_parenthesis(data: bytes) -> bool:
    """Tells whether SGF data begins without the parenthesis of its game."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b";")


def _text(node: _PropertyMap, name: str, encoding: str) -> str:
    raw = sgf_grammar.text_value(node.get(name, [b""])[0])
    try:
        text = str(raw, encoding, "replace")
    except ValueError:  # some encodings can't replace what they can't read
        text = str(raw, "utf-8", "replace")
    return _encodable(text).strip()


def _encodable(text: str) -> str:
    """Returns a text without lone surrogates, which UTF-8 can't have."""
    return text.encode("utf-8", "replace").decode()


def _number(node: _PropertyMap, name: str) -> float | None:
    """Returns a property's number, or None if it is missing or no number.

    Some write a comma for the point.
    """
    try:
        number = float(_text(node, name, "ascii").replace(",", "."))
    except ValueError:
        return None
    return number if isfinite(number) else None


def _encoding(root: _PropertyMap, data: bytes) -> str:
    """Returns the encoding that the record names, or UTF-8, which most use without naming it.

    Where the data is neither, a likely one: Chinese records are often GB 2312 without saying so,
    whose characters beyond ASCII are pairs of bytes; else SGF's own, Latin-1.
    """
    try:
        name = codecs.lookup(_text(root, "CA", "ascii")).name
        str(b"x", name, "replace")  # fails for codecs that are no encodings of text
    except (LookupError, ValueError):
        name = "utf-8"
    if data.isascii():
        return name
    runs = [len(run) for run in _BEYOND_ASCII.findall(data)]
    in_pairs = sum(n for n in runs if n % 2 == 0) >= _MOSTLY * sum(runs)
    for likely in (name, "utf-8", *(("gb18030",) if in_pairs else ())):
        with suppress(ValueError):
            str(data, likely)
            return likely
    return "latin-1"


def _size(root: _PropertyMap) -> int:
    written = _text(root, "SZ", "ascii") or str(MAX_SIZE)
    columns, _, rows = written.partition(":")
    if columns in _SIZES and rows in ("", columns):
        return int(columns)
    raise SgfError("unsupported board size", f"SZ[{written[:_SHOWN]}]")


def _komi(root: _PropertyMap) -> float | None:
    """Returns the komi in points, or None if there is none that can be meant.

    Fox writes hundredths: KM[650] is 6.5. Under Chinese rules it and others count stones, of which
    each is worth two points: KM[375] and KM[3.75] are 7.5. Our own records mean what they say.
    """
    komi = _number(root, "KM")
    if komi is None:
        return None
    if not _text(root, "AP", "ascii").startswith(f"{OWN_NAME}:"):
        if abs(komi) >= _HUNDREDTHS_FROM:
            komi /= 100
        if komi % 0.5 == 0.25:
            komi *= 2
    return komi if abs(komi) <= MAX_KOMI else None


def _unread(root: _PropertyMap) -> tuple[str, ...]:
    """Returns the properties of komi and handicap that have a value, but none that can be meant."""
    usable = {"KM": _komi(root), "HA": _number(root, "HA")}
    written = {name: _text(root, name, "utf-8")[:_SHOWN] for name in usable}
    return tuple(
        f"{name}[{written[name]}]"
        for name, value in usable.items()
        if value is None and written[name]
    )


def _move(value: bytes, size: int, number: int) -> int:
    try:
        row_col = sgf_properties.interpret_go_point(value.strip(), size)
    except ValueError as error:
        written = value.decode("ascii", "replace")
        raise SgfError("malformed move", f"move {number} is [{written}]") from error
    return PASS if row_col is None else point_from_row_col(*row_col)
