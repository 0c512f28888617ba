"""The values of SGF properties, as found in real records.

A value that does not affect the game, such as a text in an unknown encoding or a malformed date, is
never an error; one that does, such as a move outside the board, always is.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite, nan

from sgfmill import sgf_grammar, sgf_properties

from cfggo.base.said import said
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, PASS, WHITE, point_from_row_col
from cfggo.go.rules import MAX_KOMI
from cfggo.records.sgf.amounts import read_amount
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.komi import komi_in_points
from cfggo.records.sgf.mending import Notes

_SIZES = {str(size) for size in range(MIN_SIZE, MAX_SIZE + 1)}

_SHOWN = 20
"""Characters of a malformed value that an error shows."""

MAX_SETUP_POINTS = 1_000_000
"""Points that a record's setup properties may name: a whole board 2,770 times."""

OWN_NAME = "cfggo"
"""The application (AP) that records written here name."""

TEXT_PROPERTIES = {
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
"""Texts of a `MainLine` and their properties."""

_OTHER_NAMES = {"KM": "KO", "DT": "RD", "EV": "TE", "HA": "HD", "SZ": "LN"}
"""Properties and what stands in their place in records of Sina and other servers of its kind."""

_TEXTS_THERE = ("DT", "EV")
"""Those of them whose values are texts; of the others they are numbers."""

_FOX = b"foxwq"
_FOX_TIMES = ("TC", "TT")
"""How the Fox server writes its clocks. Older records of it name no other program than GNU Go."""

_SETUPS = {"AB", "AW", "AE"}

PropertyMap = Mapping[str, list[bytes]]
"""The properties of a node, with their values as they stand in the record."""


def root_of(nodes: Sequence[PropertyMap]) -> PropertyMap:
    """Returns the properties of a game: those of its first nodes, up to the first move.

    Properties of other dialects count where the usual ones have no value.
    """
    root = dict(nodes[0])
    for node in nodes[1:]:
        if "B" in node or "W" in node:
            break
        root = {**node, **root}
    for name, other in _OTHER_NAMES.items():
        if other in root and not any(root.get(name, ())):
            value = root[other][0].strip()
            is_number = read_amount(value.decode("ascii", "replace")) is not None
            if value and is_number == (name not in _TEXTS_THERE):
                root[name] = [value]
    return root


class Setups:
    """Reads the setup properties of nodes."""

    def __init__(self, size: int) -> None:
        self._context = sgf_properties.Presenter(size, "UTF-8")
        self._n_points = 0

    def read(self, node: PropertyMap) -> dict[int, int]:
        """Returns what a node's setup properties make of points: BLACK, WHITE or EMPTY.

        Raises SgfError if a point can't be read, or if there are too many.
        """
        colours: dict[int, int] = {}
        if not _SETUPS & node.keys():
            return colours
        for colour, name in ((EMPTY, "AE"), (BLACK, "AB"), (WHITE, "AW")):
            for value in filter(None, node.get(name, ())):
                points = self._points(name, value)
                self._n_points += len(points)
                if self._n_points > MAX_SETUP_POINTS:
                    raise SgfError(said("too much set-up"), f"more than {MAX_SETUP_POINTS} points")
                colours |= dict.fromkeys(points, colour)
        return colours

    def _points(self, name: str, value: bytes) -> list[int]:
        try:
            coordinates = sgf_properties.interpret_point_list([value], self._context)
        except ValueError as error:
            written = value[:_SHOWN].decode("ascii", "replace")
            raise SgfError(said("malformed setup stones"), f"{name}[{written}]") from error
        return [point_from_row_col(row, col) for row, col in coordinates]


def check_game(root: PropertyMap) -> None:
    """Raises SgfError if a record says that its game is not Go."""
    if read_number(root, "GM") not in (None, 1):
        written = read_text(root, "GM", "utf-8")[:_SHOWN]
        raise SgfError(said("not a game of Go"), f"GM[{written}]")


def read_area(node: PropertyMap, name: str, size: int) -> tuple[int, ...]:
    """Returns the points of TB or TW, sorted; none if they can't be read."""
    context = sgf_properties.Presenter(size, "UTF-8")
    values = [value for value in node.get(name, ()) if value]
    try:
        found = sgf_properties.interpret_point_list(values, context)
    except ValueError:
        return ()
    return tuple(sorted(point_from_row_col(row, col) for row, col in found))


def read_player(node: PropertyMap) -> int | None:
    """Returns the colour that a node says is to play, or None if it names none."""
    if "PL" not in node:
        return None
    name = node["PL"][0].strip().lower()[:1]
    return {b"b": BLACK, b"w": WHITE}.get(name)


def read_text(node: PropertyMap, name: str, encoding: str) -> str:
    """Returns a property's text, "" if it is missing."""
    raw = sgf_grammar.text_value(node.get(name, [b""])[0])
    try:
        text = str(raw, encoding, "replace")
    except ValueError:  # some encodings can't replace what they can't read
        text = str(raw, "utf-8", "replace")
    return encodable(text).strip()


def encodable(text: str) -> str:
    """Returns a text without lone surrogates, which UTF-8 can't have."""
    return text.encode("utf-8", "replace").decode()


def read_number(node: PropertyMap, name: str) -> float | None:
    """Returns a property's number, or None if it is missing or no number.

    Stones count as two where they are said to be points.
    """
    text = read_text(node, name, "utf-8")
    try:
        number = float(text)
    except ValueError:
        amount = read_amount(text)
        number = nan if amount is None else amount.points if name == "KM" else amount.number
    return number if isfinite(number) else None


def read_size(root: PropertyMap) -> int:
    """Returns the size of the board. Raises SgfError if it is none that there is, or not square."""
    written = read_text(root, "SZ", "ascii") or str(MAX_SIZE)
    columns, _, rows = re.sub(r"\s*[xX*:]\s*", ":", written).partition(":")
    if columns in _SIZES and rows in ("", columns):
        return int(columns)
    raise SgfError(said("unsupported board size"), f"SZ[{written[:_SHOWN]}]")


def read_komi(root: PropertyMap, rules: str, result: str, *, is_even: bool) -> float | None:
    """Returns the komi in points (`komi_in_points`), or None if there is none that can be meant.

    Our own records mean what they say.
    """
    komi = read_number(root, "KM")
    if komi is None:
        return None
    if not read_text(root, "AP", "ascii").startswith(f"{OWN_NAME}:"):
        komi = komi_in_points(komi, rules, result, is_even=is_even, is_fox=_is_of_fox(root))
    return komi if abs(komi) <= MAX_KOMI else None


def _is_of_fox(root: PropertyMap) -> bool:
    """Tells whether a record is from the Fox server, which writes GNU Go's name, then its own."""
    programs = root.get("AP", [])
    if any(program.strip().startswith(_FOX) for program in programs):
        return True
    return any(program.startswith(b"GNU Go") for program in programs) and all(
        name in root for name in _FOX_TIMES
    )


def unread_values(root: PropertyMap, komi: float | None) -> tuple[str, ...]:
    """Returns the properties of komi and handicap that have a value, but none that can be meant.

    komi -- as `read_komi` reads it
    """
    return tuple(
        f"{name}[{text[:_SHOWN]}]"
        for name, value in (("KM", komi), ("HA", read_number(root, "HA")))
        if value is None and (text := read_text(root, name, "utf-8"))
    )


def read_move(value: bytes, size: int, number: int, notes: Notes) -> int:
    """Returns the point of a move, or PASS. Raises SgfError, with its number, if it has none.

    notes -- take what is not proper SGF: a pass as the point beyond both edges, as Lizzie writes
             it, or in words; a point in capitals
    """
    try:
        row_col = sgf_properties.interpret_go_point(value.strip(), size)
    except ValueError as error:
        written = value.decode("ascii", "replace")
        plain = value.strip().lower()
        where = said("move {n} is [{written}]", n=number, written=written)
        if plain in (b"pass", 2 * bytes([ord("a") + size])):
            notes.add(said("pass"), where)
            return PASS
        if plain != value.strip():
            with suppress(ValueError):
                row_col = sgf_properties.interpret_go_point(plain, size)
                notes.add(said("capitals"), where)
                return PASS if row_col is None else point_from_row_col(*row_col)
        raise SgfError(said("malformed move"), where) from error
    return PASS if row_col is None else point_from_row_col(*row_col)
