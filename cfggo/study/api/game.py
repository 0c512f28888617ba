"""A game for people and scripts: colours and vertices by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral, Real
from os import PathLike
from pathlib import Path

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.diagram import diagram
from cfggo.go.game import Game as RulesGame
from cfggo.go.game import IllegalMoveError
from cfggo.go.katago_rules import rules_named, rules_text
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex, parse_colour
from cfggo.go.rules import MAX_KOMI, Ruleset, ruleset_from_name
from cfggo.go.scoring import owner_map
from cfggo.records.game_files import open_record, read_game_file
from cfggo.records.sgf.writing import write_sgf
from cfggo.study.api.analysis import grid
from cfggo.study.api.arguments import is_integer, point_of, points_of
from cfggo.study.api.graph import Graph
from cfggo.study.explaining.phrases import illegal_move


class Game:
    """A game of Go with its history.

        game = Game(size=9)
        game.play("E5")
        print(game.diagram())

    Colours are "black" and "white", moves are vertices such as "D4", or "pass".

    Public attributes:
        rules_game -- cfggo.go.game.Game, the same game for code that knows points and boards
        doubts     -- what `from_sgf` did not follow of the record, in sentences
    """

    doubts: tuple[str, ...] = ()

    def __init__(
        self, size: int = 19, komi: float | None = None, rules: str = "chinese", handicap: int = 0
    ) -> None:
        """Starts a game on an empty board, or one with the usual handicap stones.

        size     -- 2 to 19
        komi     -- White's points for moving second; by default those of the rules, and 0.5 in a
                    handicap game
        rules    -- "chinese", "tromp-taylor", "new-zealand", "aga" or "japanese", or as records
                    name others: "Korean", KataGo's objects and texts
        handicap -- 0, or 2 stones and more

        Raises CfggoError if there is no such board, komi, ruleset or handicap.
        """
        given: tuple[tuple[str, object, type], ...] = (
            ("size", size, Integral),
            ("handicap", handicap, Integral),
            ("komi", 0 if komi is None else komi, Real),
            ("rules", rules, str),
        )
        for name, value, kind in given:
            if not isinstance(value, kind):
                raise CfggoError(f"{name} can't be {value!r}")
        try:
            ruleset = _ruleset(rules)
            if komi is None:
                komi = ruleset.komi_for(handicap)
            if not abs(komi) <= MAX_KOMI:
                raise ValueError(f"komi {komi} is not between -{MAX_KOMI} and {MAX_KOMI}")
            self.rules_game = RulesGame(size, komi, ruleset)
            if handicap:
                self.rules_game.place_fixed_handicap(handicap)
        except ValueError as error:
            raise CfggoError(str(error)) from error

    @classmethod
    def from_sgf(cls, source: str | bytes | PathLike[str], *, stop: bool = False) -> Game:
        """Returns the first game of an SGF record, after its last move.

        source -- the name of a file, or the record itself: bytes, or text that begins with "("
        stop   -- whether it ends before a move, or stones set up in the middle, that are
                  impossible or can't be read, which `doubts` names then, instead of a CfggoError

        Raises CfggoError if the file or the record can't be read, or a move is illegal.
        """
        data: bytes
        name = ""
        if not source or not isinstance(source, str | bytes | PathLike):
            raise CfggoError(f"no record: {source!r}")
        if isinstance(source, bytes):
            data = source
        elif isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("("):
            data = source.encode("utf-8", "replace")  # lone surrogates can't be in a record
        else:
            name = f"{source}: "
            try:
                data = read_game_file(Path(source))
            except OSError as error:
                raise CfggoError(f"{name}{error.strerror}") from error
            except ValueError as error:
                raise CfggoError(f"{name}{error}") from error
        try:
            record = open_record(data, stop=stop)
        except ValueError as error:
            raise CfggoError(f"{name}{error}") from error
        game = cls.of(record.game)
        game.doubts = (*record.doubts, *record.left_out)
        return game

    @classmethod
    def of(cls, rules_game: RulesGame) -> Game:
        """Returns a game that plays on a game of points and boards."""
        game = cls.__new__(cls)
        game.rules_game = rules_game
        return game

    def to_sgf(
        self,
        *,
        black: str = "",
        white: str = "",
        black_rank: str = "",
        white_rank: str = "",
        result: str = "",
        date: str = "",
        comments: Mapping[int, str] | None = None,
    ) -> str:
        """Returns the game as an SGF record.

        black, white -- names of the players
        black_rank, white_rank -- their ranks, such as "3d"
        result       -- as in SGF: "B+3.5", "W+R" if Black resigned, "0" for a draw
        date         -- "2026-11-22"
        comments     -- texts by number of the move that they stand at, from 1

        Raises CfggoError if one of them is no text, or for a comment at a move that is not there.
        """
        texts = (black, white, black_rank, white_rank, result, date)
        for text in (*texts, *(comments or {}).values()):
            if not isinstance(text, str):
                raise CfggoError(f"a text can't be {text!r}")
        n_moves = len(self.rules_game.moves)
        for number in comments or {}:
            if number not in range(1, n_moves + 1):
                raise CfggoError(f"a comment can't stand at move {number!r} of {n_moves}")
        line = replace(
            self.rules_game.to_main_line(),
            black_name=black,
            white_name=white,
            black_rank=black_rank,
            white_rank=white_rank,
            result=result,
            date=date,
            comments={number - 1: text for number, text in (comments or {}).items()},
        )
        return write_sgf(line).decode()

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self.rules_game.size

    @property
    def komi(self) -> float:
        """White's points for moving second."""
        return self.rules_game.komi

    @property
    def rules(self) -> str:
        """The name of the rules, or KataGo's object for rules that have none."""
        return rules_text(self.rules_game.rules)

    @property
    def handicap(self) -> int:
        """The number of handicap stones."""
        return self.rules_game.handicap

    @property
    def to_play(self) -> str:
        """The colour whose turn it is."""
        return COLOUR_NAMES[self.rules_game.to_play]

    @property
    def moves(self) -> list[tuple[str, str]]:
        """The moves so far, pairs (colour, vertex), without set-up and handicap stones."""
        return [
            (COLOUR_NAMES[colour], format_vertex(point)) for colour, point in self.rules_game.moves
        ]

    @property
    def stones(self) -> dict[str, str]:
        """The stones on the board: vertex -> colour."""
        colours = self.rules_game.boards[0]["colour"]
        return {
            format_vertex(point): COLOUR_NAMES[colours[point]]
            for point in range(len(colours))
            if colours[point] in (BLACK, WHITE)
        }

    @property
    def captures(self) -> dict[str, int]:
        """The numbers of stones that each colour has captured."""
        lost = self.rules_game.boards[0]["prisoners"]
        return {"black": int(lost[WHITE]), "white": int(lost[BLACK])}

    @property
    def is_over(self) -> bool:
        """Whether two passes have ended the game."""
        return self.rules_game.is_over

    def play(self, vertex: str, colour: str | None = None) -> None:
        """Plays a move; colour: by default the one whose turn it is.

        Raises CfggoError if there is no such vertex or the move is illegal.
        """
        if not isinstance(colour, str | None):
            raise CfggoError(f"colour can't be {colour!r}")
        point = point_of(vertex, self.size)
        try:
            mover = self.rules_game.to_play if colour is None else parse_colour(colour)
            self.rules_game.play(mover, point)
        except IllegalMoveError as error:
            reason = self.rules_game.why_illegal(mover, point) or ""
            raise CfggoError(illegal_move(mover, format_vertex(point), reason)) from error
        except ValueError as error:
            raise CfggoError(str(error)) from error

    def undo(self) -> None:
        """Takes back the last move. Raises CfggoError if there is none."""
        try:
            self.rules_game.undo()
        except ValueError as error:
            raise CfggoError(str(error)) from error

    def at(self, n_moves: int) -> Game:
        """Returns the game as it stood after some moves; this one stays as it is.

        Raises CfggoError if there are not so many.
        """
        moves = self.rules_game.moves
        if not is_integer(n_moves):
            raise CfggoError(f"a number of moves can't be {n_moves!r}")
        if not 0 <= n_moves <= len(moves):
            raise CfggoError(f"no position after move {n_moves}: the game has {len(moves)} moves")
        earlier = self.copy()
        for _ in moves[n_moves:]:
            earlier.rules_game.undo()
        if n_moves < len(moves):
            earlier.rules_game.to_play = moves[n_moves].colour
        return earlier

    def copy(self) -> Game:
        """Returns a copy that can be played on without changing this game."""
        game = Game.of(self.rules_game.copy())
        game.doubts = self.doubts
        return game

    def legal_moves(self) -> list[str]:
        """Returns the legal moves of the side to move, row by row from the lower left, then
        "pass".
        """
        points = self.rules_game.legal_points(self.rules_game.to_play)
        return [*map(format_vertex, points), "pass"]

    def score(self, dead: Iterable[str] = ()) -> float:
        """Returns Black's points minus White's; dead: vertices of chains that are dead.

        Raises CfggoError if a vertex is none, or has no stone.
        """
        points = points_of(dead, self.size)
        try:
            return self.rules_game.score(points)
        except ValueError as error:
            raise CfggoError(str(error)) from error

    def owners(self, dead: Iterable[str] = ()) -> np.ndarray:
        """Returns who owns each point if the game ends here, as area scoring counts.

        An int8[size, size], +1 for Black, -1 for White, 0 for nobody, the top row first.

        dead -- vertices of chains that are dead

        Raises CfggoError if a vertex is none, or has no stone.
        """
        points = points_of(dead, self.size)
        try:
            owners = owner_map(self.rules_game.boards[0], points)
        except ValueError as error:
            raise CfggoError(str(error)) from error
        return grid((owners == BLACK).astype(np.int8) - (owners == WHITE), self.size)

    def graph(self) -> Graph:
        """Returns the common fate graph of the position."""
        return Graph(self.rules_game.boards[0])

    def diagram(self) -> str:
        """Returns the board as text: X is Black, O is White, the last move in parentheses."""
        return diagram(self.rules_game.boards[0])

    def __len__(self) -> int:
        """Returns the number of moves."""
        return len(self.rules_game.moves)

    def __repr__(self) -> str:
        """Returns the game in short."""
        return f"<Game {self.size}x{self.size}, {len(self)} moves, {self.to_play} to play>"


def _ruleset(name: str) -> Ruleset:
    """Returns the rules of that name. Raises ValueError for one that is unknown, or of rules that
    can't be counted.
    """
    named = rules_named(name)
    return named.rules if named and not named.unsupported else ruleset_from_name(name)
