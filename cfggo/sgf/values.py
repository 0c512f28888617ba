"""The values of SGF properties, as records in the wild have them.

A value that does not affect the game, such as a text in an unknown encoding or a malformed date, is
never an error; one that does, such as a move outside the board, always is.
"""

from collections.abc import Mapping
from math import isfinite

from sgfmill import sgf_grammar, sgf_properties

from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, PASS, WHITE, point_from_row_col
from cfggo.go.rules import MAX_KOMI
from cfggo.sgf.errors import SgfError

_SIZES = {str(size) for size in range(MIN_SIZE, MAX_SIZE + 1)}

_SHOWN = 20
"""Characters of a malformed value that an error shows."""

MAX_SETUP_POINTS = 1_000_000
"""Points that a record's setup properties may name: a whole board 2,770 times."""

_HUNDREDTHS_FROM = 100
"""Komi of this much or more is read as hundredths; no game has that many points of komi."""

_HALF_KOMI_BELOW = 4
"""Quarters of komi below this are read as half of it; the largest in use is 3.75, for 7.5."""

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

PropertyMap = Mapping[str, list[bytes]]
"""The properties of a node, with their values as they stand in the record."""


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


def check_game(root: PropertyMap) -> None:
    """Raises SgfError if a record says that its game is not Go."""
    if read_number(root, "GM") not in (None, 1):
        written = read_text(root, "GM", "utf-8")[:_SHOWN]
        raise SgfError("not a game of Go", f"GM[{written}]")


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
    name = node.get("PL", [b""])[0].strip().lower()[:1]
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

    Some write a comma for the point.
    """
    try:
        number = float(read_text(node, name, "ascii").replace(",", "."))
    except ValueError:
        return None
    return number if isfinite(number) else None


def read_size(root: PropertyMap) -> int:
    """Returns the size of the board. Raises SgfError if it is none that there is, or not square."""
    written = read_text(root, "SZ", "ascii") or str(MAX_SIZE)
    columns, _, rows = written.partition(":")
    if columns in _SIZES and rows in ("", columns):
        return int(columns)
    raise SgfError("unsupported board size", f"SZ[{written[:_SHOWN]}]")


def read_komi(root: PropertyMap) -> float | None:
    """Returns the komi in points, or None if there is none that can be meant.

    Fox writes hundredths: KM[650] is 6.5. Under Chinese rules it and others count stones, of which
    each is worth two points: KM[375] and KM[3.75] are 7.5. A larger one, as KM[7.25], and our own
    records mean what they say.
    """
    komi = read_number(root, "KM")
    if komi is None:
        return None
    if not read_text(root, "AP", "ascii").startswith(f"{OWN_NAME}:"):
        if abs(komi) >= _HUNDREDTHS_FROM:
            komi /= 100
        if komi % 0.5 == 0.25 and abs(komi) < _HALF_KOMI_BELOW:
            komi *= 2
    return komi if abs(komi) <= MAX_KOMI else None


def unread_values(root: PropertyMap) -> tuple[str, ...]:
    """Returns the properties of komi and handicap that have a value, but none that can be meant."""
    usable = {"KM": read_komi(root), "HA": read_number(root, "HA")}
    written = {name: read_text(root, name, "utf-8")[:_SHOWN] for name in usable}
    return tuple(
        f"{name}[{written[name]}]"
        for name, value in usable.items()
        if value is None and written[name]
    )


def read_move(value: bytes, size: int, number: int) -> int:
    """Returns the point of a move, or PASS. Raises SgfError, with its number, if it has none."""
    try:
        row_col = sgf_properties.interpret_go_point(value.strip(), size)
    except ValueError as error:
        written = value.decode("ascii", "replace")
        raise SgfError("malformed move", f"move {number} is [{written}]") from error
    return PASS if row_col is None else point_from_row_col(*row_col)
