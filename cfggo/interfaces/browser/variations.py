"""The tree of a game on the page: the line that is shown, the game itself, what was saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.go.main_line import PositionValue
from cfggo.interfaces.browser.node_index import NodeIndex, is_in_tree
from cfggo.interfaces.browser.played import Played
from cfggo.interfaces.browser.saved_record import SavedRecord
from cfggo.interfaces.browser.tree_view import TreeView, all_nodes
from cfggo.records.game_tree import is_move, line_from, move_of
from cfggo.records.sgf.writing import set_value
from cfggo.study.api.game import Game
from cfggo.study.explaining.findings import findings_of
from cfggo.study.explaining.lesson import Lesson
from cfggo.study.games import remarks
from cfggo.study.games.remarks import AREAS, children_of, position_of

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node

_LITTLE = 5
"""Moves that were taken back stay as a variation if there are so many."""

Evaluation = dict[str, Any]


class Variations:
    """A game with all its variations in one tree: moves in the game and moves elsewhere.

    The engine plays in the game; in other lines people play both colours.

    Public attributes:
      here    -- Played, the line that is shown
      game    -- Played, the game itself; may be `here`
      shows   -- the number of moves after which a page that knows no better is to show the line
      line    -- how many lines were shown so far
      version -- how often the tree has changed
      index   -- NodeIndex of the tree
      deleted -- what can be brought back: the index among its siblings, the node, the game then
    """

    def __init__(self, played: Played, keep: Callable[[bytes], None]) -> None:
        """Opens a game, which somebody has as it is.

        keep -- keeps a record that would go lost, and may raise CfggoError
        """
        self.here = self.game = played
        self.shows = 0 if played.is_to_be_studied else len(played.moves)
        self.line = self.version = 0
        self._keep = keep
        self._taken_back: Tree_node | None = None
        root = played.tree.root
        self.index = NodeIndex(root)
        self._view = TreeView()
        self.deleted: list[tuple[int, Tree_node, Played]] = []
        self._leads = played.origin is None  # whether moves in the game become the main line's
        self._of_record = {*all_nodes(root)} if played.origin else set()
        self.show(played, self.shows)
        self._record = SavedRecord(played)

    @property
    def branch(self) -> int | None:
        """The number of the variation's first move, None in the game itself."""
        if self.here is self.game:
            return None
        return self.here.n_common(self.game) + 1

    # Moves

    def play(self, vertex: str, at: int) -> None:
        """Plays a move after the first `at` moves of the line.

        If that is not the end of the game it is one of a variation, which may be there already.

        Raises CfggoError if there are not so many, if it is illegal, or not the user's turn.
        """
        self.here.check_number(at)
        is_games = self.here is self.game and at == len(self.here.moves)
        if at == len(self.here.moves):
            if self.here.is_over:
                raise CfggoError(said("the game is over"))
            if self.here.is_the_engines_turn:
                raise CfggoError(said("it is cfggo's turn"))
        played = self.here if is_games else self.here.branch(at)
        played.play(vertex)
        self.version += 1
        self._settle(played)
        if is_games:
            self._make_first(played)
            self.shows = len(played.moves)
        else:
            self.show(self._line_to(played), at + 1)

    def answer(self, vertex: str) -> None:
        """Plays the engine's move in the game."""
        self.game.play(vertex)
        self.version += 1
        self._settle(self.game)
        self._make_first(self.game)
        self.shows = len(self.here.moves)

    def take_seat(self, engine: str | None, level: str, at: int) -> None:
        """Gives the engine a colour, or none, and a level. If it gets another colour it plays on
        after the first `at` moves of the line, which is the game then.

        A game that was saved stays so. Raises CfggoError if the line has not so many moves.
        """
        is_new = engine not in (None, self.here.engine)
        if is_new:
            self.here.check_number(at)
        was_saved = self._record.is_saved(self.game)
        if is_new:
            if at < len(self.here.moves):
                self.show(self.here.reopened(at), at)
            self._leads = self._leads and not self.game.is_over
            self.game = self.here
            if self._leads:
                self.game.tree.promote()
                self.version += 1
        self.here.engine = engine
        self.game.level = level
        if was_saved:
            self._record.save(self.game)

    def undo(self) -> None:
        """Takes back the user's resignation, or else their last move and the engine's answer.

        The moves go when others are played in their place, unless they are more than a few, or the
        record had them, or something is said of them.

        Raises CfggoError if there is nothing to take back.
        """
        n = self.here.n_to_undo(self.here.engine)
        if n is None:
            raise CfggoError(said("there is no move to take back"))
        rest = len(self.here.moves) - n
        is_games = self.here is self.game
        if n:
            self._taken_back = self.here.nodes[rest + 1]
        self.here = self.here.reopened(rest)
        if is_games:
            self.game = self.here
        elif self.game.tree.goes_on_from(self.here.nodes[-1]):
            self.show(self.game, rest)

    @property
    def can_resign(self) -> bool:
        """Whether the line is the game itself, and goes on."""
        return self.here is self.game and self.game.can_be_resigned

    def resign(self) -> None:
        """Ends the game as lost for whoever is to resign it. Raises CfggoError if nobody can."""
        if not self.can_resign:
            raise CfggoError(said("there is no game to resign"))
        self.game.resign()

    # Where to look

    def back(self) -> None:
        """Leaves a variation for where it begins, or for the last position of a game that goes on
        against the engine. Raises CfggoError in the game itself.
        """
        game = self.game
        if self.here is game:
            raise CfggoError(said("this is the game itself"))
        goes_on = game.engine is not None and not game.is_over
        self.show(game, len(game.moves) if goes_on else self.here.n_common(game))

    def go(self, number: int) -> None:
        """Shows the line through a node. Raises CfggoError if it can't be followed to there."""
        node = self.index.node(number)
        self._settle()
        self.go_to(node)

    def go_to(self, node: Tree_node) -> None:
        """Shows the line through a node. Raises CfggoError if it can't be followed to there."""
        node = position_of(node)
        shown = self.game if node in self.game.nodes else self.followed(node)
        self.show(shown, shown.nodes.index(node) if node in shown.nodes else len(shown.moves))

    def show(self, played: Played, shows: int) -> None:
        """Shows a line after some moves."""
        self.here, self.shows = played, shows
        self.index.start(played.nodes[0], played.ids[0])
        self.line += 1

    def followed(self, node: Tree_node, extend: bool = True) -> Played:
        """Returns the line through a node, as far as it can be followed, or up to stones set up.

        Raises CfggoError if it can't be followed to the node.
        """
        tree = self.here.tree.copy()
        tree.node = node
        try:
            rules_game = tree.game(self.here.game.rules_game.rules)
        except ValueError as error:
            raise CfggoError(
                said("this line can't be followed: {error}", error=str(error))
            ) from error
        for follows in line_from(node) if extend else ():
            if follows is node:
                continue
            if follows.has_setup_stones():
                break
            if is_move(follows):
                try:
                    rules_game.play(*move_of(follows), may_repeat=True)  # type: ignore[misc]
                except (TypeError, ValueError):
                    break
            tree.node = follows
        return Played(Game.of(rules_game), None, self.game.level, self.game.origin, tree)

    # What was saved

    def judge(self, dead: list[str]) -> None:
        """Takes the engine's word on the dead stones. A game that was saved stays so: it can be
        counted again.
        """
        was_saved = self._record.is_saved(self.game)
        self.here.dead = dead
        if was_saved:
            self._record.save(self.game)

    def to_sgf(self, evaluation_of: Callable[[str], Evaluation | None], sure: int) -> bytes:
        """Returns the record, which somebody has then.

        evaluation_of -- returns that of a position, by its id, as
                         `cfggo.interfaces.browser.evaluations` makes them, or None
        sure          -- playouts from which on it takes the place of what the record says
        """
        self._settle()
        self._write_values(evaluation_of, sure)
        return self._record.save(self.game)

    def so_far(self) -> bytes:
        """Returns the record without anybody having it, and without who is ahead, which takes time
        after each move; moves that were taken back are in it, as long as no others are played.
        """
        return self._record.written(self.game)

    def save(self, evaluation_of: Callable[[str], Evaluation | None], sure: int) -> None:
        """Keeps the record if there is something in it that was not saved."""
        self._settle()
        if not self._record.is_saved(self.game):
            self._write_values(evaluation_of, sure)
            self._keep(self._record.written(self.game))
            self._record.save(self.game)

    # What is told

    def view(self, since: int = -1) -> dict[str, Any]:
        """Returns the tree for the page, or what has changed since a version of it; and whether
        something deleted can be brought back.
        """
        nodes = self._view.changes(self.here.tree, self.index.number, self.version, since)
        return {"nodes": nodes, "can_restore": bool(self.deleted)}

    def neighbours(self) -> dict[str, int | None]:
        """Returns the numbers of the positions before the line and behind it, None if there are
        none: those where stones are set up, and the moves before them.
        """
        first = self.here.nodes[0].parent
        follows = next(children_of(self.here.nodes[-1]), None)
        if follows is not None and is_move(follows):
            follows = None
        return {
            "before": None if first is None else self.index.number(position_of(first)),
            "after": None if follows is None else self.index.number(follows),
        }

    def given(self) -> list[Evaluation | None]:
        """Returns what the record says of who is ahead in the line's positions, as evaluations; no
        playouts stand behind those that are not cfggo's.
        """
        evaluations: list[Evaluation | None] = []
        for node in self.here.nodes:
            value, found = remarks.value_of(node), findings_of(node)
            evaluations.append(
                value
                and {
                    "winrate": value.winrate,
                    "score": value.score,
                    "playouts": found.playouts,
                    "lost": found.lost,
                }
            )
        return evaluations

    def lesson(self, number: int) -> Lesson | None:
        """Returns what the record says that there is to learn from the line's move of a number."""
        here = self.here
        given = findings_of(here.nodes[number]).lesson
        if given is None:
            return None
        try:
            lesson = Lesson.from_json(given, here.game.size)
        except ValueError:
            return None
        return lesson if lesson.move == here.moves[number - 1]["vertex"] else None

    # Helpers

    def _write_values(self, evaluation_of: Callable[[str], Evaluation | None], sure: int) -> None:
        for node, position in self.index.ids().items():
            found = evaluation_of(position)
            if found and (found["playouts"] >= sure or not node.has_property("SBKV")):
                set_value(node, PositionValue(found["winrate"], found["score"]))

    def _line_to(self, played: Played) -> Played:
        """Returns the line that goes on from the end of another one, which may be the game."""
        node = played.tree.node
        if node in self.game.nodes:
            return self.game
        return self.followed(node) if len(node) else played

    def _make_first(self, played: Played) -> None:
        """Makes the game's last move the main line's, unless that is a record's or has ended."""
        node = played.tree.node
        if self._leads and node.parent[0] is not node:
            node.reparent(node.parent, 0)

    def _settle(self, *lines: Played) -> None:
        """Lets moves go that were taken back, unless they are worth keeping, or played again.

        lines -- that are shown, besides those that are
        """
        node, self._taken_back = self._taken_back, None
        if node is None or not is_in_tree(node):
            return
        if any(line.tree.goes_on_from(node) for line in (self.here, self.game, *lines)):
            return
        nodes = [*all_nodes(node)]
        if len(nodes) < _LITTLE and not any(map(self._is_worth, nodes)):
            cursor = self.here.tree.copy()
            cursor.node = node
            cursor.delete()
            self.version += 1

    def _is_worth(self, node: Tree_node) -> bool:
        """Tells whether a node was in the record, or has more than a move and its value."""
        return node in self._of_record or bool(
            {*node.properties()} - {"B", "W", "SBKV", "SBKS", *AREAS.values()}
        )
