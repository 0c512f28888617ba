"""The game on the page: what the user may do with it, and what the engine is to find out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.worker import Stop
from cfggo.go.rules import nearest_ruleset
from cfggo.interfaces.browser import requests
from cfggo.interfaces.browser.line import Line, setup_of
from cfggo.interfaces.browser.played import Played
from cfggo.interfaces.browser.searches import FOLLOW, LOOK, REVIEW, Found, analyse, choose, policy
from cfggo.interfaces.browser.server import Action
from cfggo.interfaces.browser.view import explanation_view, graph_view
from cfggo.interfaces.browser.worker import EngineWorker, Task
from cfggo.search.levels import LEVELS, find_level
from cfggo.study.api.game import Game
from cfggo.study.games.played_game import OTHER
from cfggo.study.games.records import game_and_origin, new_file_name

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.study.api.engine import Engine

_MOST_ANALYSES = 3000
"""Positions of which analyses are kept."""

_WORTH_KEEPING = 5
"""Moves of a variation that is kept when it is left for another line, or for the game; and moves
that are kept when they are taken back.
"""


class OpenGame:
    """The one game that all pages show.

    What the user does returns the new state, and raises CfggoError, in words for the user, if it
    can't be done.
    """

    def __init__(
        self,
        worker: EngineWorker,
        events: Events,
        game: Game,
        *,
        level: str,
        you: str,
        loading: str = "The engine is being loaded",
        keep: Callable[[bytes], Path | None] = lambda sgf: None,
    ) -> None:
        """Makes a game for a worker.

        level   -- name of a level, or "" for full strength
        you     -- what the user plays: "black", "white" or "both"
        loading -- what is said until the engine is there
        keep    -- is given the record of a game with moves or a result that were not saved, before
                   another one takes its place; returns its file, and may raise CfggoError
        """
        self._worker = worker
        self._lock = worker.lock
        self._events = events
        self._loading = loading
        self._told_failure = ""
        self._keep = keep
        self._kept: list[str] = []  # files
        self._version = 0
        self._number = 0  # of games since the start
        self._here = Played(Line.of(game), OTHER.get(you), level)
        self._game: Played | None = None  # that a variation has left
        self._branch: int | None = None  # the number of the variation's first move
        self._whole: Played | None = None  # the line before moves of it were taken back
        self._looks: dict[str, tuple[str, str]] = {}  # page -> a position, what is wanted of it
        self._follows = False
        self._reviews = False
        self._found: OrderedDict[str, Found] = OrderedDict()
        self._saved = {_ending_of(self._here)}  # of lines as somebody has them

    # What the user does

    def start(self, game: Game, level: str, you: str) -> dict[str, Any]:
        """Begins a new game."""
        _check_level(level)
        with self._lock:
            self.keep_unsaved()
            return self._open(Played(Line.of(game), OTHER.get(you), level))

    def load(self, sgf: bytes, you: str = "both") -> dict[str, Any]:
        """Opens a record; you: what the user plays when it goes on."""
        game, origin = game_and_origin(sgf)
        line = Line.of(game)
        with self._lock:
            self.keep_unsaved()
            return self._open(Played(line, OTHER.get(you), self._here.level, origin))

    def take_seat(self, you: str, level: str, at: int) -> dict[str, Any]:
        """Changes who plays on, and how strong.

        If the engine gets another side, it plays from the position after the first `at` moves on,
        in a variation if there are more.
        """
        _check_level(level)
        engine = OTHER.get(you)
        with self._lock:
            self._check_number(at)
            if engine not in (None, self._here.engine) and at < len(self._here.line.moves):
                self._begin_variation(self._here.line.at(at), at)
            self._here.engine, self._here.level = engine, level
            return self._changed()

    def play(self, vertex: str, at: int) -> dict[str, Any]:
        """Plays a move of the colour to play after the first `at` moves.

        If there are more, it begins a variation, and the game is kept to go back to.
        """
        with self._lock:
            self._check_number(at)
            line = self._here.line
            if at == len(line.moves):
                if self._here.is_over:
                    raise CfggoError("the game is over")
                if self._here.is_the_engines_turn:
                    raise CfggoError("it is cfggo's turn")
                line.play(vertex)
            else:
                variation = line.at(at)
                variation.play(vertex)
                self._begin_variation(variation, at)
            return self._changed()

    def undo(self) -> dict[str, Any]:
        """Takes back the user's resignation, or else their last move and the engine's answer.

        A line of which more than a few moves in a row are taken back is kept.
        """
        with self._lock:
            n = self._here.n_to_undo(self._here.engine)
            if n is None:
                raise CfggoError("there is no move to take back")
            if self._whole is None or not self._whole.line.goes_on_from(self._here.line):
                self._whole = self._here
            rest = len(self._here.line.moves) - n
            if len(self._whole.line.moves) - rest >= _WORTH_KEEPING:
                self._keep_line(self._whole)
            self._here = self._here.reopened(rest)
            if self._branch is not None:
                self._branch = min(self._branch, rest + 1)
            return self._changed()

    def resign(self) -> dict[str, Any]:
        """Ends the game as lost for the user."""
        with self._lock:
            if self._here.engine is None or self._here.is_over:
                raise CfggoError("there is no game to resign")
            self._here.resigned = OTHER[self._here.engine]
            return self._changed()

    def back(self) -> dict[str, Any]:
        """Leaves a variation for the game that it left."""
        with self._lock:
            if self._game is None or self._branch is None:
                raise CfggoError("this is the game itself")
            self._keep_variation(self._branch - 1)
            self._here, self._game, self._branch = self._game, None, None
            return self._changed()

    def toggle_dead(self, vertex: str) -> dict[str, Any]:
        """Says that a chain of a finished game is dead, or that it lives."""
        with self._lock:
            self._here.change_life(vertex)
            return self._changed()

    def look(self, page: str, position: str, wants: str) -> dict[str, Any]:
        """Says which position a page looks at, and what it wants of it; tells what is known.

        Only what pages want to which events go counts.
        """
        with self._lock:
            self._here.line.number_of(position)  # refuses one that has gone
            self._looks.pop(page, None)
            self._looks[page] = (position, wants)
            self._forget_looks()
            found = self._found.get(position)
            if wants != "nothing" and found is not None and found.view is not None:
                self._events.publish("analysis", found.view)
            if self._worker.failure_of(self.next_task()) != self._told_failure:
                self._changed()
            self._worker.wake()
        return {}

    def follow(self, on: bool) -> dict[str, Any]:
        """Says whether every position is to be evaluated as it comes up."""
        with self._lock:
            self._follows = on
            return self._changed()

    def review(self, on: bool) -> dict[str, Any]:
        """Begins to search all positions of the line, or ends that."""
        with self._lock:
            self._reviews = on
            return self._changed()

    def graph(self, position: str) -> dict[str, Any]:
        """Returns the common fate graph of a position."""
        return graph_view(self._game_at(position))

    def explain(self, vertex: str, position: str) -> dict[str, Any]:
        """Returns why the engine's policy likes a move in a position or not."""
        with self._lock:
            game = self._game_at(position)
            found = self._found.get(position)
        explanation = self._worker.ask(lambda engine: engine.explain(game, vertex))
        return explanation_view(explanation, found.words_for(vertex) if found else "")

    # What is told

    def state(self) -> dict[str, Any]:
        """Returns all that the page shows besides analyses."""
        with self._lock:
            here, line, game = self._here, self._here.line, self._here.line.game
            return {
                "version": self._version,
                "game": self._number,
                "size": game.size,
                "komi": game.komi,
                "rules": nearest_ruleset(game.rules_game.rules).name,
                "handicap": game.handicap,
                "conditions": here.conditions(),
                "setup": setup_of(game),
                "moves": list(line.moves),
                "prisoners": list(line.prisoners),
                "ids": list(line.ids),
                "evaluations": [self._evaluation(position) for position in line.ids],
                "to_play": game.to_play,
                "over": here.is_over,
                "resigned": here.resigned,
                "ending": here.ending(),
                "result": here.counted(),
                "can_undo": here.n_to_undo(here.engine) is not None,
                "branch": self._branch,
                "engine": here.engine,
                "level": here.level,
                "levels": list(LEVELS),
                "names": {colour: str(player) for colour, player in here.players.items()},
                "follow": self._follows,
                "review": {"on": self._reviews, "playouts": REVIEW},
                "loading": self._loading,
                "failure": self._worker.failure_of(self.next_task()),
                "kept": list(self._kept),
            }

    def to_sgf(self) -> bytes:
        """Returns the line as an SGF record, with the evaluations as comments."""
        with self._lock:
            self._saved.add(_ending_of(self._here))
            return self._sgf(self._here)

    def keep_unsaved(self) -> None:
        """Gives records away to be kept: of the line, and of the game that it left, each if its
        moves or its result were not saved.
        """
        with self._lock:
            for played in filter(None, (self._game, self._here)):
                self._keep_line(played)

    def file_name(self) -> str:
        """Returns a name for the record's file."""
        return new_file_name()

    # What the engine has to do

    def engine_is_ready(self, failure: str) -> None:
        """Takes the news that the engine is loaded, or why it is not."""
        with self._lock:
            self._loading = failure
            self._changed()

    def task_failed(self) -> None:
        """Takes the news that a task failed."""
        with self._lock:
            self._changed()

    def next_task(self) -> Task | None:
        """Returns what the engine should search now: the most urgent of all there is to do."""
        line = self._here.line
        last = line.ids[-1]
        if self._here.is_the_engines_turn:
            level = self._here.level
            return self._task(("move", last, level), last, partial(self._think, last, level))
        if self._here.needs_judge:
            return self._task(("dead", last), last, partial(self._judge, last))
        self._forget_looks()
        for position, wants in reversed(self._looks.values()):
            if position not in line.ids:
                continue
            found = self._found.get(position, Found())
            if wants == "policy" and not found.has_policy:
                return self._search_task("policy", position, 0)
            if wants == "analysis" and found.playouts < LOOK:
                return self._search_task("analysis", position, LOOK)
        if self._follows:
            for position in reversed(line.ids):
                if self._playouts(position) < FOLLOW:
                    return self._search_task("evaluation", position, FOLLOW)
        if self._reviews:
            for position in line.ids:
                if self._playouts(position) < REVIEW:
                    return self._search_task("evaluation", position, REVIEW)
            self._reviews = False  # moves that come later are not reviewed unasked
        return None

    def _search_task(self, kind: str, position: str, playouts: int) -> Task:
        search = partial(self._search, kind, position, playouts)
        return self._task((kind, position, playouts), position, search)

    def _task(
        self, key: tuple[Any, ...], position: str, do: Callable[[Game, Engine, Stop], None]
    ) -> Task:
        """Returns a task about a position, whose game is made when it starts."""

        def run(engine: Engine, stop: Stop) -> None:
            try:
                game = self._game_at(position)
            except CfggoError:  # it has gone since; there is something else to do
                return
            do(game, engine, stop)

        return Task(key, run)

    def _playouts(self, position: str) -> int:
        found = self._found.get(position)
        return found.playouts if found else 0

    def _game_at(self, position: str) -> Game:
        """Returns the line's game as it stood in a position. Raises CfggoError if it has gone."""
        with self._lock:
            line = self._here.line
            return line.game.at(line.number_of(position))

    def _think(self, position: str, level: str, game: Game, engine: Engine, stop: Stop) -> None:
        """Chooses the engine's move and plays it."""
        vertex = choose(engine, game, level, stop)
        with self._lock:
            line = self._here.line
            if stop() or line.ids[-1] != position or not self._here.is_the_engines_turn:
                return
            if vertex == "resign":
                self._here.resigned = self._here.engine
            else:
                line.play(vertex)
            self._changed()

    def _judge(self, position: str, game: Game, engine: Engine, stop: Stop) -> None:
        """Finds out which stones of a finished game are dead.

        A game that was saved before stays so: it can be counted again.
        """
        dead = engine.dead_stones(game)
        with self._lock:
            if not stop() and self._here.line.ids[-1] == position:
                was_saved = _ending_of(self._here) in self._saved
                self._here.dead = dead
                if was_saved:
                    self._saved.add(_ending_of(self._here))
                self._changed()

    def _search(
        self, kind: str, position: str, playouts: int, game: Game, engine: Engine, stop: Stop
    ) -> None:
        """Finds out about a position, and tells it as it becomes known."""

        def take(found: Found) -> None:
            with self._lock:
                self._found[position] = found
                self._found.move_to_end(position)
                while len(self._found) > _MOST_ANALYSES:
                    self._found.popitem(last=False)
            if kind != "evaluation":
                self._events.publish("analysis", found.view)
            if found.evaluation is not None:
                self._events.publish("evaluation", found.evaluation)

        known = self._found.get(position, Found())
        if kind == "policy":
            take(policy(engine, game, position, known))
        else:
            analyse(engine, game, position, playouts, known, stop, take, kind == "analysis")

    # Helpers; the lock is held

    def _forget_looks(self) -> None:
        """Forgets what pages that have gone looked at; those that are left stay in their order."""
        self._looks = {page: look for page, look in self._looks.items() if self._events.reach(page)}

    def _check_number(self, at: int) -> None:
        """Raises CfggoError if the line has no `at` moves."""
        if at > len(self._here.line.moves):
            raise CfggoError("the game has changed meanwhile")

    def _begin_variation(self, variation: Line, at: int) -> None:
        """Leaves the line after its first `at` moves."""
        self._keep_variation(at)
        if self._game is None or self._branch is None:
            self._game, self._branch = self._here, at + 1
        self._branch = min(self._branch, at + 1)
        self._here = self._here.branch(variation)

    def _keep_line(self, played: Played) -> None:
        """Gives a line's record away to be kept, if it has moves, and they or how it ended were not
        saved.
        """
        ending = _ending_of(played)
        if played.line.moves and ending not in self._saved:
            if (file := self._keep(self._sgf(played))) is not None:
                self._kept.append(str(file))
            self._saved.add(ending)

    def _keep_variation(self, at: int) -> None:
        """Keeps a variation that is left, unless only a few of its moves, after the first `at`, go
        lost.
        """
        if self._game is None or self._branch is None:
            return
        if len(self._here.line.moves) - max(at, self._branch - 1) >= _WORTH_KEEPING:
            self._keep_line(self._here)

    def _open(self, played: Played) -> dict[str, Any]:
        self._here, self._game, self._branch, self._whole = played, None, None, None
        self._reviews = False
        self._number += 1
        self._saved = {_ending_of(played)}
        return self._changed()

    def _changed(self) -> dict[str, Any]:
        """Tells everybody the new state, and returns it."""
        self._version += 1
        state = self.state()
        self._told_failure = state["failure"]
        self._events.publish("state", state)
        self._worker.wake()
        return state

    def _evaluation(self, position: str) -> dict[str, Any] | None:
        found = self._found.get(position)
        return found.evaluation if found else None

    def _sgf(self, played: Played) -> bytes:
        return played.sgf([self._evaluation(position) for position in played.line.ids])


def _ending_of(played: Played) -> tuple[str, str]:
    """Returns what tells whether a record of it is up to date: its last position and its result."""
    return played.line.ids[-1], played.result


def _check_level(level: str) -> None:
    """Raises CfggoError if there is no such level; "" is full strength."""
    if level:
        find_level(level)


def game_actions(game: OpenGame) -> dict[str, Action]:
    """Returns what each request of the page of a game does."""
    return {
        "play": Action(requests.Play, lambda it: game.play(it.vertex, it.at)),
        "undo": Action(requests.Nothing, lambda it: game.undo()),
        "resign": Action(requests.Nothing, lambda it: game.resign()),
        "back": Action(requests.Nothing, lambda it: game.back()),
        "new": Action(
            requests.NewGame,
            lambda it: game.start(Game(it.size, it.komi, it.rules, it.handicap), it.level, it.you),
        ),
        "seat": Action(requests.Seat, lambda it: game.take_seat(it.you, it.level, it.at)),
        "load": Action(None, game.load),
        "look": Action(requests.Look, lambda it: game.look(it.page, it.position, it.wants)),
        "follow": Action(requests.Switch, lambda it: game.follow(it.on)),
        "review": Action(requests.Switch, lambda it: game.review(it.on)),
        "dead": Action(requests.Chain, lambda it: game.toggle_dead(it.vertex)),
        "graph": Action(requests.Position, lambda it: game.graph(it.position)),
        "explain": Action(requests.Candidate, lambda it: game.explain(it.vertex, it.position)),
    }
