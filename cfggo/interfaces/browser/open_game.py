"""The game on the page: what pages may ask for, and who is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.interfaces.browser.clocks import NO_CLOCK, GameClocks, TimeControl
from cfggo.interfaces.browser.engine_tasks import EngineTasks
from cfggo.interfaces.browser.filing import Filing
from cfggo.interfaces.browser.game_view import game_view
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.played import Played
from cfggo.interfaces.browser.questions import Questions
from cfggo.interfaces.browser.search_agenda import REVIEW, SearchAgenda
from cfggo.interfaces.browser.table import Table
from cfggo.interfaces.browser.teller import Teller
from cfggo.interfaces.browser.timekeeper import Timekeeper
from cfggo.interfaces.browser.variations import Variations
from cfggo.interfaces.browser.worker import EngineWorker, Task
from cfggo.search.levels import LEVELS, find_level
from cfggo.study.games.played_game import OTHER
from cfggo.study.games.records import game_and_origin, new_file_name, seats_of

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.study.api.game import Game


class OpenGame(Teller):
    """The one game that all pages show.

    What the user does tells all pages the new state, returns its version, and raises CfggoError, in
    words for the user, if it can't be done.

    Public attributes:
      questions -- Questions, about positions
      filing    -- Filing, of records
    """

    def __init__(
        self,
        worker: EngineWorker,
        events: Events,
        game: Game,
        games: MyGames,
        *,
        level: str,
        you: str,
    ) -> None:
        """Makes a game for a worker.

        games -- where finished games are kept, and others that nobody saved before another one
                 takes their place
        level -- name of a level, or "" for full strength
        you   -- what the user plays: "black", "white" or "both"
        """
        super().__init__(worker, events)
        self.filing = Filing(games)
        lines = Variations(Played(game, OTHER.get(you), level), self.filing.keep)
        self._table = table = Table(worker.lock, lines, SearchAgenda(events.reach), self._changed)
        self.questions = Questions(table, worker)
        self._tasks = EngineTasks(table, events)
        self._time = Timekeeper(table, lambda: not (self._loading or self._failure))
        self._told_failure = ""
        self._name = ""

    # Which game there is

    def start(
        self, game: Game, level: str, you: str, control: TimeControl = NO_CLOCK
    ) -> dict[str, Any]:
        """Begins a new game."""
        _check_level(level)
        played = Played(game, OTHER.get(you), level)
        for key, text in control.sgf().items():
            played.tree.root.set_raw(key, text.encode())
        with self._table.lock:
            return self._open(played, control)

    def load(self, sgf: bytes, you: str = "both", name: str = "") -> dict[str, Any]:
        """Opens a record; you: what the user plays when it goes on; name: of its file."""
        game, origin = game_and_origin(sgf)
        with self._table.lock:
            played = Played(game, OTHER.get(you), self._table.game.level, origin)
            return self._open(played, name=name)

    def open_kept(self, name: str) -> dict[str, Any]:
        """Opens one of the user's games; if it isn't finished, it is to be played on."""
        sgf = self.filing.read(name)
        you, level = seats_of(sgf)
        with self._table.lock:
            version = self.load(sgf, name=name)
            game = self._table.game
            if you is None or game.result:
                return version
            game.engine, game.level = OTHER[you], level
            self.filing.begin(name, game)
            return self._changed()

    # What the user does in it

    def change(self, change: Callable[[Variations], None]) -> dict[str, Any]:
        """Changes the lines of the game: plays a move, goes elsewhere, says something."""
        with self._table.lock:
            change(self._table.lines)
            return self._changed()

    def take_seat(self, you: str, level: str, at: int) -> dict[str, Any]:
        """Changes who plays on, and how strong.

        If the engine gets another side, it plays from the position after the first `at` moves on,
        which is the game then.
        """
        _check_level(level)
        return self.change(lambda lines: lines.take_seat(OTHER.get(you), level, at))

    def accept(self) -> dict[str, Any]:
        """Takes what the engine offers: to count, or to give up."""
        with self._table.lock:
            offer, here = self._tasks.offer, self._table.here
            if offer is None:
                raise CfggoError(said("cfggo offers nothing"))
            if offer == "count":
                self._table.lines.play("pass", len(here.moves))
            else:
                here.resigned = here.engine
            return self._changed()

    def pause(self, on: bool) -> dict[str, Any]:
        """Stops the clocks, or lets them go on. Raises CfggoError in a game of two people."""
        with self._table.lock:
            self._time.pause(on)
            return self._changed()

    # What the user wants to know

    def look(
        self, page: str, position: str, wants: Sequence[str], lesson: bool = False
    ) -> dict[str, Any]:
        """Says which position a page looks at, what it wants of it, and whether it wants to know
        what the last moves lost; tells what is known.

        Only what pages want to which events go counts. A position that is not there is searched
        when it is.
        """
        with self._table.lock:
            taught = self._table.agenda.teaches
            view = self._table.agenda.look(page, position, wants, lesson).view
            if wants and view is not None:
                self._events.publish("analysis", view)
            if self._failure != self._told_failure or self._table.agenda.teaches != taught:
                self._changed()
            self._worker.wake()
        return {}

    def follow(self, on: bool) -> dict[str, Any]:
        """Says whether every position is to be evaluated as it comes up."""
        with self._table.lock:
            self._table.agenda.follows = on
            return self._changed()

    def review(self, on: bool) -> dict[str, Any]:
        """Begins to search all positions of the line, or ends that."""
        with self._table.lock:
            self._table.agenda.reviews = on
            return self._changed()

    def answer(self, vertex: str, position: str) -> dict[str, Any]:
        """Takes a move as the answer to "what is better here?", to be judged by a search: the
        verdict is told as an event.

        Raises CfggoError if it is illegal.
        """
        with self._table.lock:
            self._tasks.take_answer(vertex, position)
            self._worker.wake()
        return {}

    # What is told

    def state(self) -> dict[str, Any]:
        """Returns all that the page shows besides analyses."""
        with self._table.lock:
            return {
                "version": self._version,
                **game_view(self._table),
                "offer": self._tasks.offer,
                "loading": self._loading,
                "failure": self._failure,
                "unfinished": self._unfinished,
                "kept": self.filing.kept,
                "not_kept": self.filing.not_kept,
                "levels": {level.name: level.description for level in LEVELS.values()},
            }

    def tree(self, game: int = -1, since: int = -1) -> dict[str, Any]:
        """Returns the tree of the game, as `Variations.view` does, with what `state` calls it.

        game, since -- the number of a game, and the version of its tree that a page has; it is told
                       what has changed if that is the game still
        """
        with self._table.lock:
            is_same = game == self._table.number
            changes = self._table.lines.view(since if is_same else -1)
            return {"tree": self._table.tree_name, "since": since if is_same else -1, **changes}

    def to_sgf(self) -> bytes:
        """Returns the record with all that was added, and who is ahead in positions searched."""
        with self._table.lock:
            return self._table.lines.to_sgf(self._table.evaluation_of(), REVIEW)

    def keep_unsaved(self) -> None:
        """Gives the record away to be kept, if there is something in it that was not saved."""
        with self._table.lock:
            self._table.lines.save(self._table.evaluation_of(), REVIEW)

    def file_name(self) -> str:
        """Returns a name for the record's file: that of the one that was opened."""
        stem = PurePath(self._name).stem
        return f"{stem}.sgf" if stem else new_file_name()

    @property
    def documents(self) -> Mapping[str, Callable[[str], bytes]]:
        """Pages of reviews of the user's games."""
        return self.filing.documents

    # What the engine's worker asks and tells

    def next_task(self) -> Task | None:
        """Returns what the engine should do now."""
        return self._tasks.next()

    # Helpers; the lock is held

    @property
    def _unfinished(self) -> dict[str, Any] | None:
        """A game of before that can be gone on with, while the user has done nothing since."""
        game = self._table.game
        is_idle = all(move["colour"] == game.engine for move in game.moves)
        is_first = self._table.number == 0 and game.origin is None
        return self.filing.unfinished if is_first and is_idle else None

    @property
    def _failure(self) -> str:
        """Why the engine can't do what comes next, "" if it can."""
        return self._worker.failure_of(self._tasks.next())

    def _open(
        self, played: Played, control: TimeControl = NO_CLOCK, name: str = ""
    ) -> dict[str, Any]:
        """Puts a game in the place of this one, which is kept if it was not saved, and more than
        tried out.
        """
        if not self._table.game.is_tried_out:
            self.keep_unsaved()
        table = self._table
        self.filing.begin()
        table.clocks = GameClocks(control)
        table.lines = Variations(played, self.filing.keep)
        table.agenda.reviews = False
        table.number += 1
        self._name = name
        return self._changed()

    def _changed(self) -> dict[str, Any]:
        """Tells everybody the new state, and returns its version."""
        self._time.follow()
        self.filing.follow(self._table.game, self.to_sgf, self._table.lines.so_far)
        self._told_failure = self._failure
        return super()._changed()


def _check_level(level: str) -> None:
    """Raises CfggoError if there is no such level; "" is full strength."""
    if level:
        find_level(level)
