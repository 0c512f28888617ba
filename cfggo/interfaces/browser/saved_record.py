"""The record of a game on the page, and whether somebody has it as it is."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from cfggo.interfaces.browser.played import Played
from cfggo.records.game_tree import line_from, properties_of
from cfggo.study.games.remarks import position_of, set_areas

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node


class SavedRecord:
    """What was saved of a game last."""

    def __init__(self, game: Played) -> None:
        """Begins with a game that somebody has."""
        self._result = properties_of(game.tree.root).get("RE")
        self._saved = self.written(game)

    def is_saved(self, game: Played) -> bool:
        """Tells whether somebody has the game with all that is in its tree."""
        return self.written(game) == self._saved

    def save(self, game: Played) -> bytes:
        """Takes the news that somebody has the game, and returns its record."""
        self._saved = self.written(game)
        return self._saved

    def written(self, game: Played) -> bytes:
        """Returns the record, with what is known of its players and its result."""
        root = game.tree.root
        for colour, (name, rank) in {"black": ("PB", "BR"), "white": ("PW", "WR")}.items():
            if game.origin is None or game.engine is not None:
                player = game.players[colour]
                for key, text in ((name, player.name), (rank, player.rank)):
                    if text and not (root.has_property(key) and root.get(key) == text):
                        root.set(key, text)
        if game.origin is None and not root.has_property("DT"):
            root.set("DT", datetime.date.today().isoformat())
        *_, end = line_from(root)
        if position_of(end) is game.nodes[-1]:
            self._write_result(game, root)
        return game.tree.write()

    def _write_result(self, game: Played, root: Tree_node) -> None:
        if game.given and self._result:
            root.set_raw_list("RE", self._result)
        elif game.result:
            root.set("RE", game.result)
        elif root.has_property("RE"):
            root.unset("RE")
        if not game.given and game.dead is not None:
            set_areas(game.nodes[-1], game.areas())
