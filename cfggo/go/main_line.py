"""The content of a game record: its main line, and the edits that follow.

Commented records set up stones in the middle, to show variations. So a record has parts: a main
line, up to the first of these edits, and the edits, each with the moves that follow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cfggo.go.handicap import handicap_of_setup, moves_before_white, stones_placed
from cfggo.go.points import BLACK, MAX_SIZE, WHITE
from cfggo.go.rules import Ruleset


class PositionValue(NamedTuple):
    """An evaluation of a position, as Sabaki draws it over a game."""

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
      mended       -- what of the record is not quite SGF, or not in points, but was read all the
                      same: a line for each kind, "kind (where)"
      malformed    -- what is wrong with the move at which the game ends, "" if nothing is
      encoding     -- of the record's texts
      ownership    -- who owns the points after the last move in playouts, as
                      `cfggo.models.territory.endings` writes it (OWN, a property of ours)
      result       -- as in SGF ("B+3.5", "W+R", "0"), or the record's text if it is unknown
      rules, date, event, black_name, white_name, black_rank, white_rank -- text as in the
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
    mended: tuple[str, ...] = ()
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
        by_moves = stones_placed(self.moves[: moves_before_white(self.moves)])
        n = min(self.handicap, len(self.black) + (by_moves if by_moves > 1 else 0))
        return n if n >= 2 else 0

    def komi_by(self, rules: Ruleset) -> float:
        """Returns the komi, where the record says none that which is usual by these rules."""
        return rules.komi_for(self.placed_handicap) if self.komi is None else self.komi

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
      malformed           -- why the stones can't be read, "" if they can; the game ends there
    """

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    first_player: int | None = None
    moves: tuple[tuple[int, int], ...] = ()
    next_player: int | None = None
    malformed: str = ""


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


def expected_first_player(
    black: tuple[int, ...], white: tuple[int, ...], moves: Sequence[tuple[int, int]]
) -> int:
    """Returns who plays first where PL is missing: by the first move, or by the handicap."""
    if moves:
        return moves[0][0]
    return WHITE if handicap_of_setup(black, white, None, moves) else BLACK
