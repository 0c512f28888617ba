"""Where records go: to the user's games, after each move, and others before they would go lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser.my_games import MyGames, outcomes_of, rating_by
from cfggo.interfaces.browser.played import FEW, Played
from cfggo.interfaces.browser.rating import LEAST_GAMES


class Filing:
    """Files the records of one game after another.

    Public attributes:
      games      -- MyGames
      unfinished -- `MyGames.unfinished` at the start
      kept       -- int, how many games that were not saved it has kept in files
      not_kept   -- why the last game couldn't be written, "" if it was
    """

    def __init__(self, games: MyGames) -> None:
        """Takes the user's games."""
        self.games = games
        self.unfinished = games.unfinished()
        self.kept = 0
        self.not_kept = ""
        self.begin()

    def begin(self, file: str = "", game: Played | None = None) -> None:
        """Turns to another game, or to one that has a file among the user's."""
        self._file = file
        self._is_draft = False  # whether it has what nobody was told that it is kept
        # Position and result that the file has.
        self._filed = (game.ids[-1], game.result) if game else None
        self._is_deleted = False

    def keep(self, sgf: bytes) -> None:
        """Keeps a record in the game's file, or else in one of its own, and says where that is.

        Raises CfggoError if it can't be kept.
        """
        path = self.games.keep(sgf, self._file)
        if not self._file or self._is_draft:
            self._is_draft = False
            self.kept += 1
            print(f"The game is kept in {path}", flush=True)

    def follow(
        self, game: Played, to_sgf: Callable[[], bytes], so_far: Callable[[], bytes]
    ) -> None:
        """Keeps a game after each move from the FEWth on, and when it has ended or its result
        changes; of records of other people's games none, and none that the user has deleted.

        to_sgf, so_far -- return the record of a game that has ended, and of one that goes on
        """
        is_others = game.engine is None and game.origin is not None
        is_begun = game.result or self._file or len(game.moves) >= FEW
        if not game.moves or is_others or game.given or not is_begun or self._is_deleted:
            return
        filed = game.ids[-1], game.result
        if filed == self._filed:
            return
        self._filed, self.not_kept = filed, ""
        try:
            sgf = to_sgf() if game.result else so_far()
            is_new = not self._file
            self._file = self.games.keep(sgf, self._file).name
            self._is_draft = not game.result and (is_new or self._is_draft)
        except CfggoError as error:
            self.not_kept = str(error)

    # The user's games

    def view(self) -> dict[str, Any]:
        """Returns the user's games, the newest first, and how strong they show the user to be."""
        games = self.games.listed()
        outcomes = outcomes_of(games)
        return {
            "games": games,
            "rating": rating_by(outcomes),
            "rated": len(outcomes),
            "least": LEAST_GAMES,
            "folder": str(self.games.folder.absolute()),
        }

    def read(self, name: str) -> bytes:
        """Returns the record of one of the user's games. Raises CfggoError if it can't be read."""
        return self.games.read(name)

    def delete(self, name: str) -> dict[str, Any]:
        """Deletes one of the user's games, and returns the others as `view` does."""
        self.games.delete(name)
        if name == self._file:
            self._file, self._is_deleted = "", True
        self.unfinished = self.games.unfinished()
        return self.view()

    @property
    def documents(self) -> Mapping[str, Callable[[str], bytes]]:
        """Pages of reviews of the user's games."""
        return {"game-review": self.games.review_of}
