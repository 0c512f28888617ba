"""The game on the page: what the user may do with it, and what the engine is to find out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.base.worker import Stop
from cfggo.go.rules import nearest_ruleset
from cfggo.interfaces.browser import requests
from cfggo.interfaces.browser.clocks import NO_CLOCK, GameClocks, TimeControl
from cfggo.interfaces.browser.evaluations import evaluations_of
from cfggo.interfaces.browser.lessons import lesson_view, verdict_on
from cfggo.interfaces.browser.my_games import MyGames
from cfggo.interfaces.browser.played import Played, setup_of
from cfggo.interfaces.browser.searches import Found, analyse, choose, policy
from cfggo.interfaces.browser.server import Action
from cfggo.interfaces.browser.variations import Variations
from cfggo.interfaces.browser.view import explanation_view, graph_view
from cfggo.interfaces.browser.wishes import REVIEW, TEACH, Wishes
from cfggo.interfaces.browser.worker import EngineWorker, Task
from cfggo.search.levels import LEVELS, find_level
from cfggo.study.api.game import Game
from cfggo.study.games.played_game import OTHER
from cfggo.study.games.records import game_and_origin, new_file_name, seats_of

if TYPE_CHECKING:
    from cfggo.interfaces.browser.events import Events
    from cfggo.study.api.engine import Engine


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
        loading: str = said("The engine is being loaded"),
        keep: Callable[[bytes], Path | None] = lambda sgf: None,
        games: MyGames | None = None,
    ) -> None:
        """Makes a game for a worker.

        level   -- name of a level, or "" for full strength
        you     -- what the user plays: "black", "white" or "both"
        loading -- what is said until the engine is there
        keep    -- is given the record of a game that was not saved, before another one takes its
                   place; returns its file, and may raise CfggoError
        games   -- where finished games are kept; None for nowhere
        """
        self._clocks = GameClocks(NO_CLOCK)
        self._flag: threading.Timer | None = None  # falls when a side's time is over
        self._games = games
        self._file = ""  # of the game, where finished ones are kept
        self._filed: tuple[str, str] | None = None  # position and result that the file has
        self._not_kept = ""  # why it couldn't be written
        self._worker = worker
        self._lock = worker.lock
        self._events = events
        self._loading = loading
        self._told_failure = ""
        self._keep = keep
        self._kept: list[str] = []  # files
        self._version = 0
        self._number = 0  # of games since the start
        self._far_behind = ""  # the position in which the engine was, after its last move
        self._lines = Variations(Played(game, OTHER.get(you), level), self._keep_record)
        self._wishes = Wishes(events.reach)
        self._answer: tuple[str, str] | None = None  # a move to be judged, and where

    # What the user does

    def start(
        self, game: Game, level: str, you: str, control: TimeControl = NO_CLOCK
    ) -> dict[str, Any]:
        """Begins a new game."""
        _check_level(level)
        with self._lock:
            self.keep_unsaved()
            return self._open(Played(game, OTHER.get(you), level), control)

    def load(self, sgf: bytes, you: str = "both") -> dict[str, Any]:
        """Opens a record; you: what the user plays when it goes on."""
        game, origin = game_and_origin(sgf)
        with self._lock:
            played = Played(game, OTHER.get(you), self._lines.game.level, origin)
            self.keep_unsaved()
            return self._open(played)

    def take_seat(self, you: str, level: str, at: int) -> dict[str, Any]:
        """Changes who plays on, and how strong.

        If the engine gets another side, it plays from the position after the first `at` moves on,
        which is the game then.
        """
        _check_level(level)
        engine = OTHER.get(you)
        with self._lock:
            if engine not in (None, self._here.engine):
                self._check_number(at)
            self._lines.take_seat(engine, level, at)
            return self._changed()

    def play(self, vertex: str, at: int) -> dict[str, Any]:
        """Plays a move of the colour to play after the first `at` moves.

        Elsewhere than at the end of the game it is one of a variation, in which the engine does not
        play.
        """
        with self._lock:
            self._check_number(at)
            self._lines.play(vertex, at)
            return self._changed()

    def undo(self) -> dict[str, Any]:
        """Takes back the user's resignation, or else their last move and the engine's answer."""
        with self._lock:
            self._lines.undo()
            return self._changed()

    def resign(self) -> dict[str, Any]:
        """Ends the game as lost for the user."""
        with self._lock:
            if self._here.engine is None or self._here.is_over:
                raise CfggoError(said("there is no game to resign"))
            self._here.resigned = OTHER[self._here.engine]
            return self._changed()

    def pause(self, on: bool) -> dict[str, Any]:
        """Stops the clocks, or lets them go on. Raises CfggoError in a game of two people."""
        with self._lock:
            if self._game.engine is None:
                raise CfggoError(said("clocks of two people don't stop"))
            self._clocks.pause(on)
            return self._changed()

    def accept(self) -> dict[str, Any]:
        """Takes what the engine offers: to count, or to give up."""
        with self._lock:
            offer = self._offer
            if offer is None:
                raise CfggoError(said("cfggo offers nothing"))
            if offer == "count":
                self._lines.play("pass", len(self._here.moves))
            else:
                self._here.resigned = self._here.engine
            return self._changed()

    def back(self) -> dict[str, Any]:
        """Leaves a variation for the game that it left."""
        with self._lock:
            self._lines.back()
            return self._changed()

    def go(self, node: int) -> dict[str, Any]:
        """Shows the line through a node of the tree."""
        with self._lock:
            self._lines.go(node)
            return self._changed()

    def tree(self) -> dict[str, Any]:
        """Returns the tree of the game, as `Variations.view` does, with what `state` calls it."""
        with self._lock:
            return {"tree": self._tree_name(), **self._lines.view()}

    def edit(self, change: Callable[[Variations], None]) -> dict[str, Any]:
        """Changes the tree."""
        with self._lock:
            change(self._lines)
            return self._changed()

    def toggle_dead(self, vertex: str) -> dict[str, Any]:
        """Says that a chain of a finished game is dead, or that it lives."""
        with self._lock:
            self._here.change_life(vertex)
            return self._changed()

    # The user's games

    def games(self) -> dict[str, Any]:
        """Returns the user's games, the newest first, and how strong they show the user to be."""
        if (games := self._games) is None:
            return {"games": [], "rating": None, "folder": ""}
        return {
            "games": games.listed(),
            "rating": games.rating(),
            "folder": str(games.folder.absolute()),
        }

    def open_kept(self, name: str) -> dict[str, Any]:
        """Opens one of the user's games; if it isn't finished, it is to be played on."""
        sgf = self._my_games.read(name)
        you, level = seats_of(sgf)
        with self._lock:
            state = self.load(sgf)
            if you is None or self._game.result:
                return state
            self._game.engine, self._game.level, self._file = OTHER[you], level, name
            return self._changed()

    @property
    def documents(self) -> Mapping[str, Callable[[str], bytes]]:
        """Pages of reviews of the user's games."""
        return {} if self._games is None else {"game-review": self._games.review_of}

    def delete_kept(self, name: str) -> dict[str, Any]:
        """Deletes one of the user's games, and returns the others as `games` does."""
        self._my_games.delete(name)
        return self.games()

    def look(self, page: str, position: str, wants: str, lesson: bool = False) -> dict[str, Any]:
        """Says which position a page looks at, what it wants of it, and whether it wants to know
        what the last moves lost; tells what is known.

        Only what pages want to which events go counts. A position that is not there is searched
        when it is.
        """
        with self._lock:
            view = self._wishes.look(page, position, wants, lesson).view
            if wants != "nothing" and view is not None:
                self._events.publish("analysis", view)
            if self._worker.failure_of(self.next_task()) != self._told_failure:
                self._changed()
            self._worker.wake()
        return {}

    def follow(self, on: bool) -> dict[str, Any]:
        """Says whether every position is to be evaluated as it comes up."""
        with self._lock:
            self._wishes.follows = on
            return self._changed()

    def review(self, on: bool) -> dict[str, Any]:
        """Begins to search all positions of the line, or ends that."""
        with self._lock:
            self._wishes.reviews = on
            return self._changed()

    def graph(self, position: str) -> dict[str, Any]:
        """Returns the common fate graph of a position."""
        return graph_view(self._game_at(position))

    def explain(self, vertex: str, position: str) -> dict[str, Any]:
        """Returns why the engine's policy likes a move in a position or not."""
        with self._lock:
            game = self._game_at(position)
            found = self._wishes.found(position)
        explanation = self._worker.ask(lambda engine: engine.explain(game, vertex))
        return explanation_view(explanation, found.words_for(vertex))

    def lesson(self, position: str) -> dict[str, Any]:
        """Returns what there is to learn from the move that led to a position.

        Raises CfggoError if there is none, or one of the positions around it was not searched.
        """
        with self._lock:
            number = self._here.number_of(position)
            if number == 0:
                raise CfggoError(said("no move led to this position"))
            before = self._here.ids[number - 1]
            vertex = self._here.moves[number - 1]["vertex"]
            game = self._game_at(before)
            found = self._wishes.found(before), self._wishes.found(position)
        return self._worker.ask(lambda engine: lesson_view(engine, game, vertex, *found))

    def answer(self, vertex: str, position: str) -> dict[str, Any]:
        """Takes a move as the answer to "what is better here?", to be judged by a search: the
        verdict is told as an event.

        Raises CfggoError if it is illegal.
        """
        with self._lock:
            game = self._game_at(position)
            game.play(vertex)
            _, vertex = game.moves[-1]  # as the engine writes it
            self._answer = (vertex, position)
            self._worker.wake()
        return {}

    # What is told

    def state(self) -> dict[str, Any]:
        """Returns all that the page shows besides analyses."""
        with self._lock:
            here, game = self._here, self._here.game
            return {
                "version": self._version,
                "game": self._number,
                "size": game.size,
                "komi": game.komi,
                "rules": nearest_ruleset(game.rules_game.rules).name,
                "handicap": game.handicap,
                "conditions": here.conditions(),
                "setup": setup_of(game),
                "moves": list(here.moves),
                "prisoners": list(here.prisoners),
                "ids": list(here.ids),
                "evaluations": self._evaluations(),
                "to_play": game.to_play,
                "over": here.is_over,
                "resigned": here.resigned,
                "ending": here.ending(),
                "result": here.counted(),
                "offer": self._offer,
                "clock": self._clocks.view(),
                "control": asdict(self._clocks.control),
                "can_undo": here.n_to_undo(here.engine) is not None,
                "branch": self._lines.branch,
                "line": self._lines.line,
                "shows": self._lines.shows,
                "nodes": [self._lines.number(node) for node in here.nodes],
                **self._lines.neighbours(),
                "tree": self._tree_name(),
                "engine": here.engine,
                "level": self._lines.game.level,
                "levels": {level.name: level.description for level in LEVELS.values()},
                "names": {c: str(player) for c, player in self._lines.game.players.items()},
                "follow": self._wishes.follows,
                "review": {"on": self._wishes.reviews, "playouts": REVIEW},
                "loading": self._loading,
                "failure": self._worker.failure_of(self.next_task()),
                "kept": list(self._kept),
                "not_kept": self._not_kept,
            }

    def to_sgf(self) -> bytes:
        """Returns the record with all that was added, and who is ahead in positions searched."""
        with self._lock:
            return self._lines.to_sgf(self._evaluation_of(), REVIEW)

    def keep_unsaved(self) -> None:
        """Gives the record away to be kept, if there is something in it that was not saved."""
        with self._lock:
            self._lines.save(self._evaluation_of(), REVIEW)

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
        last = self._here.ids[-1]
        if self._here.is_the_engines_turn:
            level = self._here.level
            return self._task(("move", last, level), last, partial(self._think, last, level))
        if self._here.needs_judge:
            return self._task(("dead", last), last, partial(self._judge, last))
        if self._answer is not None and self._answer[1] in self._here.ids:
            vertex, position = self._answer
            judge = partial(self._judge_answer, vertex, position)
            return self._task(("answer", position, vertex), position, judge)
        wish = self._wishes.next(self._here.ids)
        return None if wish is None else self._search_task(*wish)

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

    def _game_at(self, position: str) -> Game:
        """Returns the line's game as it stood in a position. Raises CfggoError if it has gone."""
        with self._lock:
            return self._here.game.at(self._here.number_of(position))

    def _think(self, position: str, level: str, game: Game, engine: Engine, stop: Stop) -> None:
        """Chooses the engine's move and plays it."""
        with self._lock:
            n_moves = game.rules_game.moves_to_here
            clock = self._clocks.for_engine(game.to_play, n_moves, game.size)
        vertex = choose(engine, game, level, clock, stop)
        with self._lock:
            if stop() or self._here.ids[-1] != position or not self._here.is_the_engines_turn:
                return
            if vertex == "resign":
                self._here.resigned = self._here.engine
            else:
                self._lines.answer(vertex)
                self._far_behind = self._here.ids[-1] if engine.is_far_behind else ""
            self._changed()

    def _judge(self, position: str, game: Game, engine: Engine, stop: Stop) -> None:
        """Finds out which stones of a finished game are dead."""
        dead = engine.dead_stones(game)
        with self._lock:
            if not stop() and self._here.ids[-1] == position:
                self._lines.judge(dead)
                self._changed()

    def _search(
        self, kind: str, position: str, playouts: int, game: Game, engine: Engine, stop: Stop
    ) -> None:
        """Finds out about a position, and tells it as it becomes known."""

        def take(found: Found) -> None:
            with self._lock:
                self._wishes.take(position, found)
            if kind != "evaluation":
                self._events.publish("analysis", found.view)
            if found.searched is not None:
                with self._lock:
                    line = self._evaluations()
                self._events.publish("evaluations", {"id": position, "line": line})

        known = self._wishes.found(position)
        if kind == "policy":
            take(policy(engine, game, position, known))
        else:
            analyse(engine, game, position, playouts, known, stop, take, kind == "analysis")

    def _judge_answer(
        self, vertex: str, position: str, game: Game, engine: Engine, stop: Stop
    ) -> None:
        """Finds out what a move would lose in a position, and tells it."""
        verdict = verdict_on(engine, game, vertex, TEACH, stop)
        if verdict is None:
            return
        with self._lock:
            if self._answer == (vertex, position):
                self._answer = None
        self._events.publish("verdict", {"id": position, **verdict})

    # Helpers; the lock is held

    @property
    def _game(self) -> Played:
        """The game itself."""
        return self._lines.game

    @property
    def _my_games(self) -> MyGames:
        """Raises CfggoError if there is no folder for them."""
        if self._games is None:
            raise CfggoError(said("games are kept nowhere"))
        return self._games

    @property
    def _here(self) -> Played:
        """The line that is shown."""
        return self._lines.here

    @property
    def _offer(self) -> str | None:
        """What the engine offers the user, whose turn it is: to "count", as it has passed, or its
        "resignation"; None for nothing.
        """
        here = self._here
        if here.is_over or here.engine is None or here.is_the_engines_turn:
            return None
        if here.moves and here.moves[-1]["vertex"] == "pass":
            return "count"
        return "resignation" if self._far_behind == here.ids[-1] else None

    def _check_number(self, at: int) -> None:
        """Raises CfggoError if the line has no `at` moves."""
        if at > len(self._here.moves):
            raise CfggoError(said("the game has changed meanwhile"))

    def _evaluations(self) -> list[dict[str, Any] | None]:
        """Returns what the chart shows of the line, by number of moves; where nothing was searched
        it is what the record says.
        """
        here = self._here
        found = evaluations_of(here.ids, [*map(self._wishes.found, here.ids)], here.moves)
        return [one or given for one, given in zip(found, self._lines.given(), strict=True)]

    def _evaluation_of(self) -> Callable[[str], dict[str, Any] | None]:
        """Returns what tells the evaluation of a position: as the line has it, or by its own search
        where it is not on the line.
        """
        shown: dict[str, dict[str, Any] | None] = {}
        shown |= {one["id"]: one for one in self._evaluations() if one and one["playouts"]}

        def of(position: str) -> dict[str, Any] | None:
            if position not in shown:
                (shown[position],) = evaluations_of([position], [self._wishes.found(position)], [])
            return shown[position]

        return of

    def _tree_name(self) -> str:
        """Returns what tells the tree as it is now from all others that there were."""
        return f"{self._number}.{self._lines.version}"

    def _keep_record(self, sgf: bytes) -> None:
        """Gives a record away to be kept, in the game's file if it has one."""
        if self._games is not None and self._file:
            self._games.keep(sgf, self._file)
        elif (file := self._keep(sgf)) is not None:
            self._kept.append(str(file))

    def _open(self, played: Played, control: TimeControl = NO_CLOCK) -> dict[str, Any]:
        self._clocks = GameClocks(control)
        self._file, self._filed = "", None
        self._lines = Variations(played, self._keep_record)
        self._wishes.reviews = False
        self._number += 1
        return self._changed()

    def _changed(self) -> dict[str, Any]:
        """Tells everybody the new state, and returns it."""
        self._follow_clocks()
        self._file_result()
        self._version += 1
        state = self.state()
        self._told_failure = state["failure"]
        self._events.publish("state", state)
        self._worker.wake()
        return state

    def _follow_clocks(self) -> None:
        """Lets the clocks take note of how the game stands; who has no time left has lost."""
        game, clocks = self._game, self._clocks
        waits = game.is_the_engines_turn and (
            bool(self._loading)
            or bool(self._worker.failure_of(self.next_task()))
            or self._here is not game  # it is not asked while a variation is looked at
        )
        if clocks.loser is not None and not game.is_over:  # the user goes on in spite of it
            self._clocks = clocks = GameClocks(NO_CLOCK)
        clocks.follow(len(game.moves), game.game.to_play, not game.is_over and not waits)
        if clocks.loser is not None and not game.is_over:
            game.resigned, game.on_time = clocks.loser, True
        if self._flag is not None:
            self._flag.cancel()
        seconds = clocks.seconds_left()
        self._flag = None
        if seconds is not None:
            self._flag = threading.Timer(seconds, self._flag_falls)
            self._flag.daemon = True
            self._flag.start()

    def _flag_falls(self) -> None:
        """Ends the game if the time of the side to play is over."""
        with self._lock:
            self._clocks.look()
            if self._clocks.loser is not None and not self._game.is_over:
                self._game.resigned, self._game.on_time = self._clocks.loser, True
            self._changed()

    def _file_result(self) -> None:
        """Keeps a game of the user's that has ended, and again when its result changes."""
        game = self._game
        filed = game.ids[-1], game.result
        if self._games is None or not game.moves or not game.result:
            return
        if filed == self._filed or game.engine is None or game.given:
            return
        self._filed, self._not_kept = filed, ""
        try:
            self._file = self._games.keep(self.to_sgf(), self._file).name
        except CfggoError as error:
            self._not_kept = str(error)


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
        "pause": Action(requests.Switch, lambda it: game.pause(it.on)),
        "games": Action(requests.Nothing, lambda it: game.games()),
        "open": Action(requests.KeptGame, lambda it: game.open_kept(it.file)),
        "delete-game": Action(requests.KeptGame, lambda it: game.delete_kept(it.file)),
        "accept": Action(requests.Nothing, lambda it: game.accept()),
        "back": Action(requests.Nothing, lambda it: game.back()),
        "new": Action(
            requests.NewGame,
            lambda it: game.start(
                Game(it.size, it.komi, it.rules, it.handicap), it.level, it.you, it.clock
            ),
        ),
        "seat": Action(requests.Seat, lambda it: game.take_seat(it.you, it.level, it.at)),
        "load": Action(None, game.load),
        "look": Action(
            requests.Look, lambda it: game.look(it.page, it.position, it.wants, it.lesson)
        ),
        "lesson": Action(requests.Position, lambda it: game.lesson(it.position)),
        "answer": Action(requests.Candidate, lambda it: game.answer(it.vertex, it.position)),
        "follow": Action(requests.Switch, lambda it: game.follow(it.on)),
        "review": Action(requests.Switch, lambda it: game.review(it.on)),
        "dead": Action(requests.Chain, lambda it: game.toggle_dead(it.vertex)),
        "tree": Action(requests.Nothing, lambda it: game.tree()),
        "go": Action(requests.Node, lambda it: game.go(it.node)),
        "comment": Action(
            requests.Comment, lambda it: game.edit(lambda tree: tree.comment(it.node, it.text))
        ),
        "mark": Action(
            requests.Mark,
            lambda it: game.edit(lambda tree: tree.mark(it.node, it.vertex, it.shape, it.text)),
        ),
        "delete": Action(requests.Node, lambda it: game.edit(lambda tree: tree.delete(it.node))),
        "restore": Action(requests.Nothing, lambda it: game.edit(lambda tree: tree.restore())),
        "promote": Action(requests.Node, lambda it: game.edit(lambda tree: tree.promote(it.node))),
        "setup": Action(
            requests.SetUp,
            lambda it: game.edit(lambda tree: tree.set_up(it.node, it.black, it.white, it.to_play)),
        ),
        "graph": Action(requests.Position, lambda it: game.graph(it.position)),
        "explain": Action(requests.Candidate, lambda it: game.explain(it.vertex, it.position)),
    }
