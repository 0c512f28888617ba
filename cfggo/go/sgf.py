"""Reads the main line of SGF game records, and writes it.

Reading is made for the records that are found in the wild. What is of no use to a game, such as
text in an unknown encoding or a malformed date, is never an error; what would change the game, such
as a move outside the board, always is.
"""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from math import isfinite

from sgfmill import sgf, sgf_grammar, sgf_properties

from cfggo import __version__
from cfggo.go.points import (
    BLACK,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WHITE,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.go.rules import MAX_KOMI

_SIZES = {str(size) for size in range(MIN_SIZE, MAX_SIZE + 1)}

_SHOWN = 20
"""Characters of what can't be read that an error shows."""

_HUNDREDTHS_FROM = 100
"""Komi from here on is taken for hundredths; no game has that many points of komi."""

_OWN_NAME = "cfggo"
"""What records that are written here call their application."""

_PropertyMap = Mapping[str, list[bytes]]


class SgfError(ValueError):
    """A game that can't be read.

    Public attributes:
      reason -- words that are the same for all errors of a kind, so that they can be counted
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


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
      handicap     -- number of handicap stones as the record says it, or else as they are set up
      comments     -- text by index of the move it stands at
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


_TEXT_PROPERTIES = {
    "result": "RE",
    "rules": "RU",
    "date": "DT",
    "event": "EV",
    "black_name": "PB",
    "white_name": "PW",
    "black_rank": "BR",
    "white_rank": "WR",
}


_GAME_START = re.compile(rb"\(\s*;")
_VALUE_OR_PARENTHESIS = re.compile(
    rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|(?P<cut_off>\\?\Z))|[()]", re.DOTALL
)


def split_collection(data: bytes) -> list[bytes]:
    """Returns the games of SGF data, each as SGF data of its own.

    What stands before the first game stays with it, and the last one may be cut off.  Data that has
    no more than one game is returned as it is.
    """
    starts = []
    depth = 1 if _lacks_parenthesis(data) else 0
    for token in _VALUE_OR_PARENTHESIS.finditer(data):
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
    """Returns the main line of the first game in SGF data.

    Where there are variations, the first is taken. A property that is given twice counts the first
    time, but setup stones add up. Setup stones may stand in several nodes before the first move.

    A record that was cut off counts as far as it goes.

    Raises SgfError if the data is no SGF, if the game is not Go or has an unsupported size, or if a
    setup stone or move can't be read.
    """
    nodes = _main_sequence(data)
    root = nodes[0]
    if _number(root, "GM") not in (None, 1):
        raise SgfError("not a game of Go", f"GM[{_text(root, 'GM', 'utf-8')[:_SHOWN]}]")
    size = _size(root)
    encoding = _encoding(root)

    setup = _Setup(size)
    moves: list[tuple[int, int]] = []
    next_player = None
    comments = {}
    for node in nodes:
        if not moves:
            setup.apply(node)
        elif node.keys() & {"AB", "AW", "AE"}:
            raise SgfError("setup stones after the first move", f"after move {len(moves)}")
        if "B" in node and "W" in node:
            raise SgfError("two moves in one node", f"after move {len(moves)}")
        if moves:
            next_player = _player(node) or next_player
        for colour, name in ((BLACK, "B"), (WHITE, "W")):
            if name in node:
                next_player = None
                if comment := _text(node, "C", encoding):
                    comments[len(moves)] = comment
                moves.append((colour, _move(node[name][0], size, len(moves) + 1)))

    black, white = setup.stones(BLACK), setup.stones(WHITE)
    handicap = _number(root, "HA")
    return MainLine(
        size=size,
        moves=tuple(moves),
        black=black,
        white=white,
        first_player=setup.player or _expected_first_player(black, white, moves),
        next_player=next_player,
        komi=_komi(root),
        handicap=_handicap_stones(black, white) if handicap is None else max(0, int(handicap)),
        comments=comments,
        **{name: _text(root, key, encoding) for name, key in _TEXT_PROPERTIES.items()},
    )


def write_sgf(line: MainLine) -> bytes:
    """Returns the main line as SGF data in UTF-8."""
    game = sgf.Sgf_game(size=line.size)
    root = game.get_root()
    root.set("AP", (_OWN_NAME, __version__))
    if line.komi is not None:
        root.set("KM", line.komi)
    if line.handicap or _handicap_stones(line.black, line.white):
        root.set("HA", line.handicap)
    for name, key in _TEXT_PROPERTIES.items():
        if text := getattr(line, name):
            root.set(key, text)
    if line.black or line.white:
        root.set_setup_stones(
            [row_col_from_point(point) for point in line.black],
            [row_col_from_point(point) for point in line.white],
        )
    if line.first_player != _expected_first_player(line.black, line.white, line.moves):
        root.set("PL", _SGF_COLOURS[line.first_player])
    for index, (colour, point) in enumerate(line.moves):
        node = game.extend_main_sequence()
        row_col = None if point == PASS else row_col_from_point(point)
        node.set_move(_SGF_COLOURS[colour], row_col)
        if index in line.comments:
            node.set("C", line.comments[index])
    if line.moves and line.next_player is not None:
        game.extend_main_sequence().set("PL", _SGF_COLOURS[line.next_player])
    serialised: bytes = game.serialise()
    return serialised


_SGF_COLOURS = {BLACK: "b", WHITE: "w"}


class _Setup:
    """The stones and the player set up in the nodes before the first move.

    Public attributes:
      player -- colour that PL names, or None
    """

    def __init__(self, size: int) -> None:
        self.player: int | None = None
        self._context = sgf_properties.Presenter(size, "UTF-8")
        self._colours: dict[int, int] = {}

    def apply(self, node: _PropertyMap) -> None:
        """Takes a node's setup properties. Raises SgfError if a stone's point can't be read."""
        for point in self._points(node, "AE"):
            self._colours.pop(point, None)
        for colour, name in ((BLACK, "AB"), (WHITE, "AW")):
            for point in self._points(node, name):
                self._colours[point] = colour
        self.player = _player(node) or self.player

    def stones(self, colour: int) -> tuple[int, ...]:
        """Returns the points with stones of a colour, sorted."""
        return tuple(sorted(point for point, c in self._colours.items() if c == colour))

    def _points(self, node: _PropertyMap, name: str) -> list[int]:
        values = [value for value in node.get(name, ()) if value]
        try:
            coordinates = sgf_properties.interpret_point_list(values, self._context)
        except ValueError as error:
            written = b"".join(values).decode("ascii", "replace")
            raise SgfError("malformed setup stones", f"{name}[{written}]") from error
        return [point_from_row_col(row, col) for row, col in coordinates]


def _player(node: _PropertyMap) -> int | None:
    """Returns the colour that a node says is to play, or None if it names none."""
    name = node.get("PL", [b""])[0].strip().lower()[:1]
    return {b"b": BLACK, b"w": WHITE}.get(name)


def _expected_first_player(
    black: tuple[int, ...], white: tuple[int, ...], moves: Sequence[tuple[int, int]]
) -> int:
    """Returns who plays first where PL is missing: who does; or White, after a handicap."""
    if moves:
        return moves[0][0]
    return WHITE if _handicap_stones(black, white) else BLACK


def _handicap_stones(black: tuple[int, ...], white: tuple[int, ...]) -> int:
    """Returns how many of the stones set up are a handicap; other positions have none."""
    return len(black) if len(black) >= 2 and not white else 0


def _main_sequence(data: bytes) -> list[_PropertyMap]:
    """Returns the nodes of the main line. Raises SgfError if the data is no SGF.

    Some records lack the opening parenthesis, or break off before the closing ones.
    """
    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if _lacks_parenthesis(data):
        data = b"(" + data
    try:
        tree = sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        try:
            tree = sgf_grammar.parse_sgf_game(_completed(data))
        except ValueError:
            raise SgfError("not SGF", str(error)) from error
    return list(sgf_grammar.main_sequence_iter(tree))


def _completed(data: bytes) -> bytes:
    """Returns a record that was cut off as far as it goes, with the parentheses that it lacks."""
    depth = end = 0
    for token in _VALUE_OR_PARENTHESIS.finditer(data):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if token["cut_off"] is None:
            end = token.end()
    return data[:end] + b")" * depth


def _lacks_parenthesis(data: bytes) -> bool:
    """Tells whether SGF data begins without the parenthesis of its game."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b";")


def _text(node: _PropertyMap, name: str, encoding: str) -> str:
    raw = sgf_grammar.text_value(node.get(name, [b""])[0])
    try:
        return str(raw, encoding, "replace").strip()
    except ValueError:  # some encodings can't replace what they can't read
        return str(raw, "utf-8", "replace").strip()


def _number(node: _PropertyMap, name: str) -> float | None:
    """Returns a property's number, or None if it is missing or no number."""
    try:
        number = float(_text(node, name, "ascii"))
    except ValueError:
        return None
    return number if isfinite(number) else None


def _encoding(root: _PropertyMap) -> str:
    """Returns the encoding that the record names, or UTF-8, which most use without naming it."""
    try:
        name = codecs.lookup(_text(root, "CA", "ascii")).name
        str(b"x", name, "replace")  # fails for codecs that are no encodings of text
    except (LookupError, ValueError):
        return "utf-8"
    return name


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
    if not _text(root, "AP", "ascii").startswith(f"{_OWN_NAME}:"):
        if abs(komi) >= _HUNDREDTHS_FROM:
            komi /= 100
        if komi % 0.5 == 0.25:
            komi *= 2
    return komi if abs(komi) <= MAX_KOMI else None


def _move(value: bytes, size: int, number: int) -> int:
    try:
        row_col = sgf_properties.interpret_go_point(value.strip(), size)
    except ValueError as error:
        written = value.decode("ascii", "replace")
        raise SgfError("malformed move", f"move {number} is [{written}]") from error
    return PASS if row_col is None else point_from_row_col(*row_col)
