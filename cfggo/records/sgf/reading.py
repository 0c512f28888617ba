"""Reads the main line of SGF game records, and the edits that it goes on with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sgfmill import sgf_grammar

from cfggo.base.said import said
from cfggo.go.handicap import handicap_of_setup
from cfggo.go.main_line import Edit, MainLine, expected_first_player
from cfggo.go.points import BLACK, EMPTY, N_POINTS, WHITE
from cfggo.records.sgf.data import GameData, first_game
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.mending import Notes
from cfggo.records.sgf.results import standard_result
from cfggo.records.sgf.values import (
    TEXT_PROPERTIES,
    PropertyMap,
    Setups,
    check_game,
    read_area,
    read_komi,
    read_move,
    read_number,
    read_player,
    read_size,
    read_text,
    root_of,
    unread_values,
)

_MOVES = {colour: [(colour, point) for point in range(N_POINTS)] for colour in (BLACK, WHITE)}
"""All moves, once each: a collection of millions of moves holds the same few objects."""


def read_main_line(data: bytes) -> MainLine:
    """Returns the main line of the first game in SGF data, up to where it is edited.

    Raises SgfError, and reads everything, as `read_parts` does.
    """
    return read_parts(data)[0]


def read_parts(
    data: bytes, *, stop_at_malformed: bool = False
) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the main line of the first game in SGF data, and the edits that it goes on with.

    stop_at_malformed -- whether what can't be read after the first move ends the game, instead of
                         an SgfError: a move, or stones set up; `malformed` of the line or of the
                         edit says what it is

    Where there are variations, the first is taken. A property that is given twice counts the first
    time, but setup stones add up. Setup stones may stand in several nodes before a move.

    A record that was cut off counts as far as it goes. Text that is not quite SGF is mended if its
    meaning is clear; `mended` of the line says what, and where.

    Raises SgfError if the data is no SGF, if the game is not Go or has an unsupported size, if a
    setup stone or move can't be read, or there are more than in any game.
    """
    game = first_game(data, whole=False)
    nodes = [*sgf_grammar.main_sequence_iter(parsed(game))]
    return parts_of(nodes, game.encoding, game.mended, stop_at_malformed=stop_at_malformed)


def parts_of(
    nodes: Sequence[PropertyMap],
    encoding: str = "utf-8",
    mended: tuple[str, ...] = (),
    *,
    stop_at_malformed: bool = False,
) -> tuple[MainLine, tuple[Edit, ...]]:
    """Returns the line of some nodes, the root first, as `read_parts` returns a main line.

    encoding -- of their texts
    mended   -- what was mended in them, as in MainLine

    Raises SgfError as `read_parts` does.
    """
    root = root_of(nodes)
    check_game(root)
    size = read_size(root)

    notes = Notes()
    parts, comments, malformed = _read_nodes(nodes, size, encoding, notes, stop_at_malformed)
    first, *others = parts
    marked = {} if any(part.moves for part in others) else nodes[-1]
    black, white = first.stones(BLACK), first.stones(WHITE)
    handicap = read_number(root, "HA")
    if handicap is None:
        handicap = handicap_of_setup(black, white, first.first_player, first.moves)
    texts = {name: read_text(root, key, encoding) for name, key in TEXT_PROPERTIES.items()}
    texts["result"] = standard_result(texts["result"])
    begins_twice = [colour for colour, _ in first.moves[:2]] == [BLACK, BLACK]
    is_even = not (handicap or first.colours or begins_twice)
    komi = read_komi(root, texts["rules"], texts["result"], is_even=is_even)
    komi_note: tuple[str, ...] = ()
    if komi is not None and komi != read_number(root, "KM"):
        written = "".join(c for c in read_text(root, "KM", encoding) if c.isprintable())
        komi_note = (
            said("komi (KM[{written}] taken as {komi})", written=written, komi=f"{komi:g}"),
        )
    line = MainLine(
        size=size,
        moves=tuple(first.moves),
        black=black,
        white=white,
        first_player=first.first_player or expected_first_player(black, white, first.moves),
        next_player=first.next_player,
        komi=komi,
        handicap=max(0, int(handicap)),
        comments=comments,
        values={},
        black_area=read_area(marked, "TB", size),
        white_area=read_area(marked, "TW", size),
        unread=unread_values(root, komi),
        mended=(*mended, *notes.lines(), *komi_note),
        malformed=malformed,
        encoding=encoding,
        **texts,
    )
    return line, tuple(part.to_edit() for part in others)


@dataclass
class _Part:
    """A main line or an edit, while it is read.

    Public attributes:
      colours      -- dict from points to what they become: BLACK, WHITE or EMPTY
      first_player, moves, next_player, malformed -- as in Edit
    """

    colours: dict[int, int] = field(default_factory=dict)
    first_player: int | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    next_player: int | None = None
    malformed: str = ""

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
            self.malformed,
        )


def parsed(game: GameData) -> Any:
    """Returns sgfmill's Coarse_game_tree of a game. Raises SgfError if the data is no SGF."""
    try:
        return sgf_grammar.parse_sgf_game(game.data)
    except ValueError as error:
        raise SgfError(said("not SGF"), str(error)) from error


def _read_nodes(
    nodes: Sequence[PropertyMap], size: int, encoding: str, notes: Notes, stop_at_malformed: bool
) -> tuple[list[_Part], dict[int, str], str]:
    """Returns the parts of a record, the comments of the first by the index of their move, and
    what is wrong with the node of a move at which the game ends, "" if nothing is.

    notes -- take values that are not proper SGF
    """
    setups = Setups(size)
    part = _Part()
    parts = [part]
    comments: dict[int, str] = {}
    number = 1
    for node in nodes:
        malformed = ""
        try:
            changed = setups.read(node)
        except SgfError as error:
            if number == 1 or not stop_at_malformed:
                raise
            changed, malformed = {}, str(error)
        if changed or malformed:
            if part.moves:
                part = _Part(first_player=part.next_player)
                parts.append(part)
            part.colours |= changed
            part.malformed = malformed
        if malformed:
            break
        if (player := read_player(node)) is not None:
            part.set_player(player)
        colour = BLACK if "B" in node else WHITE if "W" in node else None
        if colour is None:
            continue
        try:
            point = read_move(node["B" if colour == BLACK else "W"][0], size, number, notes)
        except SgfError as error:
            if not stop_at_malformed:
                raise
            return parts, comments, str(error)
        if len(parts) == 1 and "C" in node and (comment := read_text(node, "C", encoding)):
            comments[len(part.moves)] = comment
        part.moves.append(_MOVES[colour][point])
        part.next_player = None
        number += 1
    return parts, comments, ""
