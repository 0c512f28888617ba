"""A game of a person and the engine: how it ended, what Undo takes back."""

from __future__ import annotations

from cfggo.base.errors import CfggoError
from cfggo.base.said import Said, said, said_n
from cfggo.go.points import COLOUR_NAMES, EMPTY, board_points, format_vertex, parse_vertex
from cfggo.go.scoring import format_result, owner_map
from cfggo.records.game_tree import GameTree
from cfggo.study.api.arguments import points_of
from cfggo.study.api.game import Game
from cfggo.study.explaining.phrases import points_words, rules_words
from cfggo.study.games.counting import Row, count_of

OTHER = {"black": "white", "white": "black"}
"""The opponent of each colour."""


def handicap_words(game: Game) -> str:
    """Returns the handicap of a game and what White gets for it, "" for none."""
    n = game.handicap
    if not n:
        return ""
    points = game.rules_game.rules.points_for_handicap(n)
    if not points:
        return said_n("{n} handicap stone", "{n} handicap stones", n=n)
    return said_n(
        "{n} handicap stone ({points} to White)",
        "{n} handicap stones ({points} to White)",
        n=n,
        points=points_words(points),
    )


class PlayedGame:
    """A game and how it ended.

    Public attributes:
        game     -- Game
        tree     -- GameTree, at the game's last move
        resigned -- the colour that gave up or ran out of time, or None
        on_time  -- whether it ran out of time
        dead     -- vertices of the dead stones after two passes, or None if nobody has judged them
    """

    def __init__(self, game: Game, result: str = "", tree: GameTree | None = None) -> None:
        """Takes a game over.

        result -- as in its record, "" if there is none; it stays until a move changes the game,
                  somebody resigns, or a person says otherwise which stones are dead
        tree   -- of that record, at the game's last move; None for one of the game's moves
        """
        self.game = game
        self.tree = tree or GameTree.of(game.rules_game.to_main_line())
        self.resigned: str | None = None
        self.on_time = False
        self.dead: list[str] | None = None
        self._given, self._given_at = result, self.tree.node

    @property
    def goes_on(self) -> bool:
        """Whether the moves are still those that the record had, and perhaps others after them."""
        return self.tree.goes_on_from(self._given_at)

    @property
    def is_over(self) -> bool:
        """Whether somebody has resigned, or both have passed."""
        return self.resigned is not None or self.game.is_over

    @property
    def needs_judge(self) -> bool:
        """Whether both have passed, and the dead stones are still to be found."""
        return self.resigned is None and self.game.is_over and self.dead is None

    @property
    def can_have_dead(self) -> bool:
        """Whether the rules take stones off as dead."""
        return not self.game.rules_game.rules.all_stones_alive

    @property
    def score(self) -> float | None:
        """Black's points minus White's after two passes, once the dead stones are judged."""
        if self.resigned is not None or self.dead is None:
            return None
        return self.game.score(self.dead)

    @property
    def count(self) -> list[Row]:
        """How the score is made up, none while there is none."""
        return [] if self.score is None or self.dead is None else count_of(self.game, self.dead)

    @property
    def result(self) -> str:
        """The result as in SGF, "" while there is none."""
        if self.resigned is not None:
            return f"{OTHER[self.resigned][0].upper()}+{'T' if self.on_time else 'R'}"
        return self.given or self.counted_result

    @property
    def given(self) -> str:
        """The result that the record gives, "" if there is none or it does not hold any more."""
        return self._given if self.tree.node is self._given_at else ""

    @property
    def given_sentence(self) -> Said:
        """That result in a sentence: as it is, but for a draw, which SGF writes as 0."""
        if self.given.strip().lower() in ("0", "draw"):
            return said("The record says that it was a draw.")
        return said("The record says {result}.", result=self.given)

    @property
    def outcome_words(self) -> str:
        """How the record says that the game ended, in a sentence, where its moves do not tell."""
        return self.given_sentence if self.given and not self.is_over else ""

    @property
    def counted_result(self) -> str:
        """The result of counting after two passes as in SGF, "" while there is none."""
        return "" if self.score is None else format_result(self.score)

    def play(self, vertex: str) -> None:
        """Plays a move of the colour to play. Raises CfggoError if it is illegal."""
        self.game.play(vertex)
        self.tree.play(*self.game.rules_game.moves[-1])

    def change_life(self, vertex: str) -> None:
        """Says that a chain is dead, or alive if it was dead.

        Dead stones that only the chain held captive live again with its death.

        Raises CfggoError if no dead stones are to be judged, if there is no chain, or if one that
        is to be dead has only its own colour living around it.
        """
        if self.dead is None:
            raise CfggoError(said("dead stones are judged when both have passed"))
        if not self.can_have_dead:
            rules = rules_words(self.game.rules_game.rules.name)
            raise CfggoError(said("{rules} count all stones as alive", rules=rules))
        node = self.game.graph().at(vertex)
        if not node.is_chain:
            raise CfggoError(said("no stone at {vertex}", vertex=node.name))
        chain, dead = set(node.points), set(self.dead)
        changed = sorted(dead - chain if chain & dead else dead | chain)
        board = self.game.rules_game.boards[0]
        point_of = {vertex: parse_vertex(vertex, self.game.size) for vertex in changed}
        owners = owner_map(board, point_of.values())
        left = [
            vertex
            for vertex in changed
            if owners[point_of[vertex]] != board["colour"][point_of[vertex]]
        ]
        if not chain & dead and not chain & set(left):
            raise CfggoError(
                said(
                    "{vertex} can't be dead: only its own colour lives around it",
                    vertex=node.name,
                )
            )
        self._given = ""
        self.dead = left

    def areas(self) -> dict[str, str]:
        """Returns the colour that owns a point after two passes, by its vertex; none for a point of
        a stone that lives, or while nobody has judged the dead.

        A dead stone in nobody's area counts as the other colour's, so that it is known for dead.
        """
        if self.dead is None:
            return {}
        game = self.game
        board = game.rules_game.boards[0]
        dead = points_of(self.dead, game.size)
        owners = owner_map(board, dead)
        owned = {
            format_vertex(point): COLOUR_NAMES[owners[point]]
            for point in board_points(game.size)
            if owners[point] not in (EMPTY, board["colour"][point])
        }
        colours = {format_vertex(point): COLOUR_NAMES[board["colour"][point]] for point in dead}
        return {vertex: OTHER[colour] for vertex, colour in colours.items()} | owned

    def n_to_undo(self, engine: str | None) -> int | None:
        """Returns how many moves go when the person takes back; None if there is nothing to take.

        A resignation of the person's is taken back alone. Else it is their last move and all that
        came after it, a resignation of the engine's, too.

        engine -- the engine's colour; None if the person plays both
        """
        if self.resigned is not None and self.resigned != engine:
            return 0
        colours = [colour for colour, _ in reversed(self.game.moves)]
        return next((n for n, colour in enumerate(colours, 1) if colour != engine), None)

    def reopen(self) -> None:
        """Lets the game go on, after moves or a resignation were taken back."""
        self.resigned = self.dead = None
        self.on_time = False
