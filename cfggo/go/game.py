"""A game with its history: what the rules forbid because of it, and how to take moves back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cfggo.go import scoring
from cfggo.go.board import BOARD_DTYPE, NEVER, give_turn, is_own_eye, new_board, play
from cfggo.go.handicap import fixed_handicap, handicap_of_setup
from cfggo.go.katago_rules import rules_text
from cfggo.go.legality import (
    LEGAL,
    NOT_ON_BOARD,
    SUICIDE,
    SUPERKO,
    hashes_after,
    play_legal,
    verdicts_of,
)
from cfggo.go.main_line import Edit, MainLine
from cfggo.go.points import (
    BLACK,
    COLOUR_NAMES,
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    PASS,
    WHITE,
    check_colour,
    format_vertex,
)
from cfggo.go.rules import CHINESE, Ruleset
from cfggo.go.setup import set_up_board

_REASONS = (None, "off board", "occupied", "ko", "suicide", "superko")
"""The reason why a move is illegal, by its verdict."""


class IllegalMoveError(ValueError):
    """A move that the rules forbid; the text names the move and the reason.

    Public attributes:
      number -- of the move in its record, counted from 1, or 0 if it is from none
    """

    def __init__(self, text: str, number: int = 0) -> None:
        super().__init__(text)
        self.number = number


class IllegalSetupError(ValueError):
    """Stones set up in the middle of a record that can't be read or can't stand so.

    Public attributes:
      index -- of the edit among the record's
    """

    def __init__(self, text: str, index: int) -> None:
        super().__init__(text)
        self.index = index


class Move(NamedTuple):
    """One move of a game."""

    colour: int
    """BLACK or WHITE."""

    point: int
    """A point, or PASS."""


class Game:
    """A game from its first position on, with positional superko.

    Public attributes:
      size         -- int
      komi         -- float, may be set
      rules        -- Ruleset, may be set
      handicap     -- int, number of handicap stones (0 in an even game), may be set
      boards       -- array of one board, shape (1,); `boards[0]` is the position
      moves        -- list of Move, without set-up and handicap stones
      setup_black  -- list of points that had a black stone at the start, handicap included
      setup_white  -- the same for White

    To try moves, use a copy of `boards`.

    Raises ValueError if the size is not in 2..19.
    """

    def __init__(self, size: int = 19, komi: float = 7.5, rules: Ruleset = CHINESE) -> None:
        self.size = size
        self.komi = komi
        self.rules = rules
        self._start(new_board(size), [], [])

    @classmethod
    def from_main_line(
        cls,
        line: MainLine,
        rules: Ruleset = CHINESE,
        *,
        edits: Iterable[Edit] = (),
        may_repeat: bool = False,
    ) -> Game:
        """Returns the game of a record, after its last move.

        A record without komi has that of the rules, or of handicap games; may_repeat as in `play`.

        edits -- where stones are set up in the middle of it, as `read_parts` returns them; the game
                 then begins with the last of these positions

        Raises IllegalMoveError, which gives the number of the move, if these rules forbid a move;
        IllegalSetupError, which gives the edit, if it is impossible; ValueError if the set-up at
        the start is.
        """
        game = cls(line.size, line.komi_by(rules), rules)
        game.setup(line.black, line.white, line.first_player)
        number = game._follow(line, 0, may_repeat)
        if game.handicap != line.placed_handicap:
            game.handicap = line.placed_handicap
        for index, edit in enumerate(edits):
            try:
                game._edit(edit)
            except ValueError as error:
                text = f"stones set up after move {number}: {error}"
                raise IllegalSetupError(text, index) from None
            number = game._follow(edit, number, may_repeat)
        return game

    def _follow(self, part: MainLine | Edit, number: int, may_repeat: bool) -> int:
        """Plays the moves of a part of a record; returns the number of the last one.

        number -- that of the last move before them
        """
        for colour, point in part.moves:
            number += 1
            try:
                self.play(colour, point, may_repeat=may_repeat)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}", number) from None
        if part.next_player is not None:
            self.to_play = part.next_player
        return number

    def _edit(self, edit: Edit) -> None:
        """Starts again from the present position with some points changed.

        The handicap and the prisoners stay. If no point changes, neither does the history.

        Raises ValueError if the stones could not be read, or a chain has no liberty.
        """
        if edit.malformed:
            raise ValueError(edit.malformed)
        present = self.boards[0]["colour"]
        changed = dict.fromkeys(edit.empty, EMPTY)
        changed |= dict.fromkeys(edit.black, BLACK) | dict.fromkeys(edit.white, WHITE)
        player = self.to_play if edit.first_player is None else edit.first_player
        if all(present[point] == colour for point, colour in changed.items()):
            self.to_play = player
            return
        colours = present.copy()
        colours[[*changed]] = [*changed.values()]
        handicap, prisoners = self.handicap, self.boards[0]["prisoners"].copy()
        black, white = (np.flatnonzero(colours == colour).tolist() for colour in (BLACK, WHITE))
        self.setup(black, white, player)
        self.handicap = handicap
        self.boards[0]["prisoners"] = prisoners

    def to_main_line(self) -> MainLine:
        """Returns the game for a record; names, result and date are left empty."""
        return MainLine(
            size=self.size,
            moves=tuple(self.moves),
            black=tuple(sorted(self.setup_black)),
            white=tuple(sorted(self.setup_white)),
            first_player=self.moves[0].colour if self.moves else self.to_play,
            next_player=self._player_out_of_turn(),
            komi=self.komi,
            handicap=self.handicap,
            rules=rules_text(self.rules),
        )

    def _player_out_of_turn(self) -> int | None:
        """Returns who is to play if that player also made the last move, else None."""
        out_of_turn = self.moves and self.to_play == self.moves[-1].colour
        return self.to_play if out_of_turn else None

    def _start(self, boards: np.ndarray, black: list[int], white: list[int]) -> None:
        """Makes these stones the first position of the game."""
        self.boards = boards
        self.setup_black = black
        self.setup_white = white
        self.moves: list[Move] = []
        # None for what stones and moves say.
        self._handicap: int | None = 0 if black or white else None
        # A board for every move takes 31 KB, but makes undo exact and quick.
        self._earlier_boards: list[np.ndarray] = []
        self._first_seen = {self._hash(): 0}  # position -> number of moves before it

    @property
    def handicap(self) -> int:
        """The number of handicap stones.

        Controllers also set up positions by moves, or by the commands for handicap stones. So
        stones count as a handicap only while the moves agree with that (`handicap_of_setup`); a
        number that was set stays.
        """
        if self._handicap is not None:
            return self._handicap
        first_player = None if self.moves else self.to_play
        return handicap_of_setup(self.setup_black, self.setup_white, first_player, self.moves)

    @handicap.setter
    def handicap(self, n: int) -> None:
        self._handicap = n

    @property
    def to_play(self) -> int:
        """The colour whose turn it is.  Setting the other one frees the point of a simple ko."""
        return int(self.boards[0]["to_play"])

    @to_play.setter
    def to_play(self, colour: int) -> None:
        self.boards = self._turned_to(colour)

    def stones_placed(self, colour: int) -> int:
        """Returns how many stones of a colour came on the board, set-up and handicap included."""
        board = self.boards[0]
        return int(np.count_nonzero(board["colour"] == colour)) + int(board["prisoners"][colour])

    @property
    def moves_to_here(self) -> int:
        """The moves that the position has taken; if it was set up, as many as it would have taken
        at least, handicap apart.
        """
        placed = self.stones_placed(BLACK) + self.stones_placed(WHITE) - self.handicap
        return max(placed, len(self.moves))

    @property
    def is_over(self) -> bool:
        """Whether the last two moves were passes (and the last one White's, if the rules ask)."""
        if self.boards[0]["n_passes"] < 2:
            return False
        return not self.rules.white_passes_last or self.moves[-1].colour == WHITE

    def play(self, colour: int, point: int, *, may_repeat: bool = False) -> None:
        """Plays a move, or PASS, whether or not it is that colour's turn or the game is over.

        may_repeat -- whether the move may bring back an earlier position, as other superko rules
                      allow; the rules of simple ko and suicide still hold

        Raises IllegalMoveError if the move is illegal, ValueError if the colour is none.
        """
        reason = self.why_illegal(colour, point, may_repeat=may_repeat)
        if reason is not None:
            on_board = 0 <= point < N_POINTS and reason != "off board"
            vertex = format_vertex(point) if on_board else f"point {point}"
            raise IllegalMoveError(f"illegal move: {COLOUR_NAMES[colour]} {vertex} ({reason})")
        self._earlier_boards.append(self.boards)
        self.boards = self._turned_to(colour)
        play(self.boards[0], point)
        self.moves.append(Move(colour, point))
        self._first_seen.setdefault(self._hash(), len(self.moves))

    def play_through(self, moves: Sequence[Move]) -> None:
        """Plays moves that may repeat positions, far quicker than `play` does.

        They, and those before them, can't be taken back.

        Raises IllegalMoveError if a move is illegal; those before it are played.  ValueError, and
        plays none, if a colour is none.
        """
        pairs = np.array(moves, dtype=np.int64).reshape(-1, 2)
        for colour in np.unique(pairs[:, 0]):
            check_colour(colour)
        hashes = np.empty(len(moves), dtype=np.uint64)
        done = 0
        while done < len(moves):
            self.boards = self.boards.copy()
            n = play_legal(self.boards[0], pairs[done:], hashes[done:])
            for number, position in enumerate(hashes[done : done + n].tolist(), len(self.moves)):
                self._first_seen.setdefault(position, number + 1)
            self.moves.extend(moves[done : done + n])
            self._earlier_boards.clear()
            done += n
            if done < len(moves):  # a suicide, or an illegal move
                self.play(*moves[done], may_repeat=True)
                self._earlier_boards.clear()
                done += 1

    def is_legal(self, colour: int, point: int) -> bool:
        """Tells whether a move is legal for a colour; PASS always is."""
        return self.why_illegal(colour, point) is None

    def why_illegal(self, colour: int, point: int, *, may_repeat: bool = False) -> str | None:
        """Returns why a move is illegal, or None if it is legal; may_repeat as in `play`.

        That is one of "off board", "occupied", "ko", "suicide" and "superko".

        Raises ValueError if the colour is none.
        """
        check_colour(colour)
        if point == PASS:
            return None
        if not 0 <= point < N_POINTS:
            return _REASONS[NOT_ON_BOARD]
        boards = self._turned_to(colour)
        verdict = verdicts_of(boards[0])[point]
        if verdict == LEGAL or (verdict == SUICIDE and self.rules.suicide_allowed):
            if may_repeat and not (verdict == SUICIDE and self._is_alone(boards, point)):
                return None
            repeats = self._repeating(boards, np.array([point]))
            return _REASONS[SUPERKO] if repeats else None
        return _REASONS[verdict]

    @staticmethod
    def _is_alone(boards: np.ndarray, point: int) -> bool:
        """Tells whether a move connects to no own stone: as a suicide it changes nothing."""
        board = boards[0]
        near = board["colour"][[point + offset for offset in NEIGHBOURS]]
        return bool((near != board["to_play"]).all())

    def legal_points(self, colour: int) -> list[int]:
        """Returns the points where a colour may play, in the order of the points."""
        boards = self._turned_to(colour)
        playable = self._playable(boards)
        repeats = self._repeating(boards, playable)
        return [point for point in playable.tolist() if point not in repeats]

    def searched_moves(self, colour: int) -> set[int]:
        """Returns a colour's legal moves, and PASS, without suicides and those that fill an own eye
        of one point: no search looks at these.
        """
        board = self._turned_to(colour)[0]
        verdicts = verdicts_of(board)
        return {
            PASS,
            *(
                point
                for point in self.legal_points(colour)
                if verdicts[point] == LEGAL and not is_own_eye(board, point, colour)
            ),
        }

    def superko_points(self, colour: int) -> set[int]:
        """Returns the points where only the superko rule forbids a colour to play.

        A point that the simple ko forbids is not among them.
        """
        boards = self._turned_to(colour)
        return self._repeating(boards, self._playable(boards))

    def undo(self) -> None:
        """Takes back the last move; the board is what it was before, bit for bit.

        Raises ValueError if there is no move to take back.
        """
        if not self._earlier_boards:
            raise ValueError("no move to take back")
        if self._first_seen[self._hash()] == len(self.moves):
            del self._first_seen[self._hash()]
        self.moves.pop()
        self.boards = self._earlier_boards.pop()

    def setup(self, black: Iterable[int], white: Iterable[int], to_play: int = BLACK) -> None:
        """Starts again from a position with these stones on the board, which are no handicap.

        Raises ValueError if a point is off the board or given twice, a chain has no liberty, or
        to_play is no colour.
        """
        check_colour(to_play)
        black, white = list(black), list(white)
        self._start(set_up_board(self.size, black, white, to_play), black, white)

    def place_fixed_handicap(self, n: int) -> list[int]:
        """Places GTP's fixed handicap of n stones and returns its points; White is to play.

        Raises ValueError if the board is not empty, or the size has no such handicap.
        """
        points = fixed_handicap(self.size, n)
        self.place_free_handicap(points)
        return points

    def place_free_handicap(self, points: Sequence[int]) -> None:
        """Places handicap stones on these points; White is to play.

        `cfggo.go.handicap.free_handicap` suggests points.

        Raises ValueError if the board is not empty, there are fewer than two points or one for
        every point of the board, or one is off the board or given twice.
        """
        if self.moves or self.setup_black or self.setup_white:
            raise ValueError("board is not empty")
        if len(points) < 2:
            raise ValueError("a handicap has at least two stones")
        self.setup(points, [], to_play=WHITE)
        self._handicap = None

    def score(self, dead: Iterable[int] = ()) -> float:
        """Returns Black's points minus White's; dead: points of the chains that are dead.

        Raises ValueError if a dead point has no stone.
        """
        return scoring.score(self.boards[0], self.rules, self.komi, self.handicap, dead)

    def copy(self) -> Game:
        """Returns a copy that can be played on without changing this game."""
        other = Game(self.size, self.komi, self.rules)
        other._handicap = self._handicap
        other.boards = self.boards.copy()
        other.setup_black = self.setup_black.copy()
        other.setup_white = self.setup_white.copy()
        other.moves = self.moves.copy()
        other._earlier_boards = self._earlier_boards.copy()  # the boards themselves never change
        other._first_seen = self._first_seen.copy()
        return other

    def _hash(self) -> int:
        """Returns the Zobrist hash of the stones on the board."""
        return int(self.boards[0]["hash"])

    def boards_for(self, colour: int) -> np.ndarray:
        """Returns a copy of the board with that colour to play.

        If it is the other one's turn, the point of a simple ko is free in the copy. Its number of
        moves is `moves_to_here`: policies know by it how late in a game it is.  So moves that were
        played since a set-up have higher numbers in the copy, too.
        """
        boards = self._turned_to(colour)
        before = self.moves_to_here - int(boards[0]["n_moves"])
        boards[0]["n_moves"] += before
        boards[0]["played_at"][boards[0]["played_at"] != NEVER] += before
        return boards

    def _turned_to(self, colour: int) -> np.ndarray:
        """Returns the boards of `boards_for`, for the rules, without moves before the set-up."""
        check_colour(colour)
        boards = self.boards.copy()
        give_turn(boards[0], colour)
        return boards

    def _playable(self, boards: np.ndarray) -> np.ndarray:
        """Returns the points where the board alone, without its history, allows a move."""
        verdicts = verdicts_of(boards[0])
        playable = verdicts == LEGAL
        if self.rules.suicide_allowed:
            playable |= verdicts == SUICIDE
        return np.flatnonzero(playable)

    def _repeating(self, boards: np.ndarray, points: np.ndarray) -> set[int]:
        """Returns those of these points where a move brings back an earlier position."""
        colour = int(boards[0]["to_play"])
        # A stone can only return to where that colour had one before; a suicide leaves no stone.
        earlier = {move.point for move in self.moves if move.colour == colour}
        earlier.update(self.setup_black if colour == BLACK else self.setup_white)
        suspects = [point for point in points.tolist() if point in earlier]
        if self.rules.suicide_allowed:
            suicides = verdicts_of(boards[0])[points] == SUICIDE
            suspects.extend(points[suicides].tolist())
        if not suspects:
            return set()
        hashes = hashes_after(boards, np.empty(1, dtype=BOARD_DTYPE), np.array(suspects))
        return {
            point
            for point, position in zip(suspects, hashes.tolist(), strict=True)
            if position in self._first_seen
        }
