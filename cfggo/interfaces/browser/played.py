"""A line of a game on the page: its positions, who plays it, and how it ended."""

from __future__ import annotations

import hashlib
from copy import copy
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, listed, said, said_n
from cfggo.go.points import BLACK, COLOUR_NAMES, EMPTY, PASS, WHITE, format_vertex
from cfggo.records.game_tree import GameTree, is_move
from cfggo.study.explaining.phrases import SIDES, YOU, points_words, rules_words
from cfggo.study.games.played_game import OTHER, PlayedGame, handicap_words
from cfggo.study.games.records import Origin, Player, engine_name
from cfggo.study.games.remarks import areas_of, position_of
from cfggo.study.reviewing.curve import is_opening

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node

    from cfggo.go.game import Move
    from cfggo.study.api.game import Game


FEW = 5
"""Moves of games that were begun, at least."""


class Played(PlayedGame):
    """A line of a game, with what the page needs to know of each of its moves.

    Public attributes, besides those of PlayedGame:
      engine    -- the engine's colour, None if people play both
      level     -- of the engine, "" for full strength
      moves     -- list of dicts for the page: colour, vertex, captures (vertices of the stones that
                   the move takes off, its own among them if it is a suicide), ko, whether it takes
                   one, and early, whether the board is nearly empty
      prisoners -- list of dicts, one more than moves: how many stones each colour has captured
      ids       -- list of str, one more than moves: positions with equal ids have equal histories
      nodes     -- list of Tree_node, one more than moves: that of each position
      origin    -- the record that was opened, None for a game begun here
    """

    def __init__(
        self,
        game: Game,
        engine: str | None,
        level: str,
        origin: Origin | None = None,
        tree: GameTree | None = None,
    ) -> None:
        """Takes a line over.

        origin -- the record that was opened, None for a game begun here
        tree   -- at the line's last move; by default that of the record
        """
        is_whole = origin is not None and tree is None
        super().__init__(
            game, origin.result if origin and is_whole else "", tree or (origin and origin.tree)
        )
        self.engine = engine
        self.level = level
        self.origin = origin
        rules_game = game.rules_game.copy()
        boards = [rules_game.boards[0]]
        for _ in rules_game.moves[:]:
            rules_game.undo()
            boards.insert(0, rules_game.boards[0])
        self.moves: list[dict[str, Any]] = []
        self.prisoners = [_prisoners(boards[0])]
        self.ids = [_id_of_start(game)]
        made = [node for node in self.tree.path if is_move(node)]
        made = made[len(made) - len(game.rules_game.moves) :]
        self.nodes = [position_of(made[0].parent if made else self.tree.node)]
        moves = zip(game.rules_game.moves, made, boards, boards[1:], strict=False)
        for move, node, before, after in moves:
            self._add(move, node, before, after)
        areas = areas_of(self.nodes[-1])
        if areas and self.needs_judge and self.can_have_dead:
            graph, stones = game.graph(), game.stones
            dead = [v for v, owner in areas.items() if stones.get(v) == OTHER[owner]]
            self.dead = sorted({stone for v in dead for stone in graph.at(v).points})

    @property
    def is_the_engines_turn(self) -> bool:
        """Whether the engine is to play."""
        return not self.is_over and self.game.to_play == self.engine

    @property
    def is_tried_out(self) -> bool:
        """Whether it is a game against the engine of a few moves, of which nothing is said."""
        is_short = len(self.moves) < FEW and not self.is_over and self.origin is None
        is_plain = all(len(node) < 2 and not node.has_property("C") for node in self.nodes)
        return is_short and self.engine is not None and is_plain

    @property
    def players(self) -> dict[str, Player]:
        """Who plays, by colour; a record's names stay where the engine has not sat down."""
        named = self.origin.players if self.origin else {}
        people = {colour: Player(YOU if self.engine else SIDES[colour]) for colour in OTHER} | {
            colour: player for colour, player in named.items() if any(player)
        }
        engine = {} if self.engine is None else {self.engine: Player(engine_name(self.level))}
        return people | engine

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play. Raises CfggoError if it is illegal."""
        rules_game = self.game.rules_game
        before = rules_game.boards[0]
        super().play(vertex)
        self._add(rules_game.moves[-1], self.tree.node, before, rules_game.boards[0])

    @property
    def is_to_be_studied(self) -> bool:
        """Whether it is a record that tells how its game ended."""
        return self.origin is not None and bool(self.given)

    @property
    def can_be_resigned(self) -> bool:
        """Whether it goes on: it is not over, nor a record of a game that has ended."""
        return not self.is_over and not (self.engine is None and self.given)

    def resign(self) -> None:
        """Ends the game as lost for the user, or for the side to move where people play both."""
        self.resigned = OTHER[self.engine] if self.engine else self.game.to_play

    def check_number(self, n: int) -> None:
        """Raises CfggoError if it has no n moves."""
        if n > len(self.moves):
            raise CfggoError(said("the game has changed meanwhile"))

    def branch(self, n: int) -> Played:
        """Returns a variation of it, after its first n moves, in which people play both colours."""
        variation = self.reopened(n)
        variation._given, variation.engine = "", None
        return variation

    def reopened(self, n: int) -> Played:
        """Returns it as it was after its first n moves, to go on with."""
        earlier = copy(self)
        earlier.game, earlier.tree = self.game.at(n), self.tree.copy()
        earlier.tree.back(len(self.moves) - n)
        earlier.moves, earlier.prisoners = self.moves[:n], self.prisoners[: n + 1]
        earlier.ids, earlier.nodes = self.ids[: n + 1], self.nodes[: n + 1]
        earlier.reopen()
        return earlier

    def n_common(self, other: Played) -> int:
        """Returns with how many moves both it and another line of the same game begin."""
        pairs = zip(self.nodes, other.nodes, strict=False)
        return max(0, sum(mine is its for mine, its in pairs) - 1)

    def number_of(self, position: str) -> int:
        """Returns how many moves lead to a position. Raises CfggoError if it is none of these."""
        try:
            return self.ids.index(position)
        except ValueError:
            raise CfggoError(said("the game has changed meanwhile")) from None

    def conditions(self) -> str:
        """Returns board, komi and rules in words, and what the record says of its game."""
        game = self.game
        conditions = listed(
            (
                f"{game.size}×{game.size}",
                said("komi {komi}", komi=f"{game.komi:g}"),
                rules_words(game.rules_game.rules.name),
                handicap_words(game),
            )
        )
        doubts = self.origin.doubts if self.origin else ()
        sentences = tuple(filter(None, (self.outcome_words, *doubts)))
        if not sentences:
            return conditions
        return in_a_row((said("{sentence}.", sentence=conditions), *sentences))

    def ending(self) -> str | None:
        """Returns how the game ended, in words, None while nobody knows."""
        if self.resigned is not None:
            values = {"colour": SIDES[self.resigned], "other": SIDES[OTHER[self.resigned]]}
            if self.on_time:
                return said("{colour} ran out of time: {other} wins", **values)
            return said("{colour} resigns: {other} wins", **values)
        if self.needs_judge:
            return said("Both passed: counting …")
        score = self.score
        if score is None:
            return (self.outcome_words or None) if self.engine is None else None
        if score == 0:
            return said("A draw")
        winner = SIDES["black" if score > 0 else "white"]
        points = points_words(abs(score))
        return said("{colour} wins by {points}", colour=winner, points=points)

    def counted(self) -> dict[str, Any] | None:
        """Returns the score after two passes as the page shows it, None before."""
        if self.score is None or self.dead is None:
            return None
        n = len(self.dead)
        dead = said_n("{n} stone taken off as dead.", "{n} stones taken off as dead.", n=n)
        sentences: list[str] = [dead if n else said("All stones live.")]
        if self.can_have_dead:
            sentences.append(said("Click a chain that is judged wrongly."))
        if self.given not in ("", self.counted_result):
            sentences.append(self.given_sentence)
        owners = self.game.owners(self.dead)
        left = int((owners == 0).sum())
        if left > self.game.size and (owners > 0).any() and (owners < 0).any():
            why = said(
                "{n} points are nobody’s, as both colours live around them: "
                "Undo goes on with the game.",
                n=left,
            )
            sentences.append(why)
        return {
            "score": self.score,
            "rows": [asdict(row) for row in self.count],
            "text": self.ending(),
            "words": in_a_row(sentences),
            "dead": self.dead,
            "owners": owners.tolist(),
        }

    def _add(self, move: Move, node: Tree_node, before: np.void, after: np.void) -> None:
        """Adds a move between two boards, each a BOARD_DTYPE record."""
        had_stone = before["colour"] != EMPTY
        if move.point != PASS:
            had_stone[move.point] = True  # which a suicide takes off again
        taken = np.flatnonzero(had_stone & (after["colour"] == EMPTY)).tolist()
        colour, vertex = COLOUR_NAMES[move.colour], format_vertex(move.point)
        captures = [format_vertex(point) for point in taken]
        size = int(after["size"])
        n_stones = np.count_nonzero((before["colour"] == BLACK) | (before["colour"] == WHITE))
        told = {"colour": colour, "vertex": vertex, "captures": captures, "ko": bool(after["ko"])}
        self.moves.append(told | {"early": is_opening(int(n_stones), size)})
        self.prisoners.append(_prisoners(after))
        self.ids.append(id_after(self.ids[-1], colour, vertex))
        self.nodes.append(node)


def _prisoners(board: np.void) -> dict[str, int]:
    """Returns how many stones each colour has captured on a board, a BOARD_DTYPE record."""
    lost = board["prisoners"]
    return {"black": int(lost[WHITE]), "white": int(lost[BLACK])}


def setup_of(game: Game) -> dict[str, list[str]]:
    """Returns the vertices of the stones that were there before the first move, by colour."""
    rules_game = game.rules_game
    stones = {BLACK: rules_game.setup_black, WHITE: rules_game.setup_white}
    return {
        COLOUR_NAMES[colour]: [format_vertex(point) for point in sorted(points)]
        for colour, points in stones.items()
    }


def id_after(position: str, colour: str, vertex: str) -> str:
    """Returns the id of the position that a move makes of another one."""
    return _digest(f"{position} {colour} {vertex}")


def _id_of_start(game: Game) -> str:
    return _digest(
        f"{game.size} {game.komi} {game.rules} {setup_of(game)} {game.at(0).to_play} "
        f"{game.handicap}"
    )


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=8).hexdigest()
