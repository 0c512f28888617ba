"""Writes the main line of a game as SGF."""

from sgfmill import sgf

from cfggo.go.handicap import handicap_of_setup
from cfggo.go.main_line import MainLine, PositionValue, expected_first_player
from cfggo.go.points import COLOUR_LETTERS, PASS, row_col_from_point
from cfggo.records.sgf.regular import looks_unclosed
from cfggo.records.sgf.values import OWN_NAME, TEXT_PROPERTIES, encodable
from cfggo.version import __version__


def write_sgf(line: MainLine) -> bytes:
    """Returns the main line as SGF data in UTF-8, with question marks for lone surrogates."""
    serialised: bytes = game_of_line(line).serialise()
    return serialised


def game_of_line(line: MainLine) -> sgf.Sgf_game:
    """Returns the main line as sgfmill has games, in UTF-8."""
    game = sgf.Sgf_game(size=line.size)
    root = game.get_root()
    root.set("AP", (OWN_NAME, __version__))
    if line.komi is not None:
        root.set("KM", line.komi)
    if line.handicap or handicap_of_setup(line.black, line.white, line.first_player, line.moves):
        root.set("HA", line.handicap)
    for name, key in TEXT_PROPERTIES.items():
        if text := getattr(line, name):
            root.set(key, _closed(text))
    if line.black or line.white:
        root.set_setup_stones(
            [row_col_from_point(point) for point in line.black],
            [row_col_from_point(point) for point in line.white],
        )
    if line.first_player != expected_first_player(line.black, line.white, line.moves):
        root.set("PL", COLOUR_LETTERS[line.first_player])
    node = root
    for index, (colour, point) in enumerate(line.moves):
        node = node.new_child()
        set_move(node, colour, point)
        if index in line.comments:
            node.set("C", _closed(line.comments[index]))
        if index in line.values:
            set_value(node, line.values[index])
    if line.moves and line.next_player is not None:
        node = node.new_child()
        node.set("PL", COLOUR_LETTERS[line.next_player])
    for name, area in (("TB", line.black_area), ("TW", line.white_area)):
        if area:
            node.set(name, [row_col_from_point(point) for point in area])
    return game


def set_move(node: sgf.Tree_node, colour: int, point: int) -> None:
    """Gives a node a move."""
    node.set_move(COLOUR_LETTERS[colour], None if point == PASS else row_col_from_point(point))


def set_value(node: sgf.Tree_node, value: PositionValue) -> None:
    """Writes who is ahead in a node's position, as Sabaki draws it."""
    node.set_raw("SBKV", f"{100 * value.winrate:.2f}".encode())
    node.set_raw("SBKS", f"{value.score:z.2f}".encode())


def _closed(text: str) -> str:
    """Returns a text that can be written, and is not taken for one whose bracket is missing."""
    text = encodable(text)
    return f"{text} " if looks_unclosed(text.encode()) else text
