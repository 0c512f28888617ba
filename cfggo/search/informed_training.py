"""Learns informed trees (`cfggo.search.informed_trees`) from games whose positions were judged.

Judged positions are searched, and looked at after some playouts: what the search has seen of each
likely move are its numbers, what the judge thinks of it is what its probability ought to be.

Trees that tell mistakes learn from the moves played: a search as for a review looks at the position
before, and the judge's leads before and after say what the move lost.
"""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Executor, PerThread
from cfggo.base.training_run import Arrays, Status, Trainer, TrainingRun
from cfggo.base.words import counted, today
from cfggo.config import EngineConfig, load_config
from cfggo.go.board import forget_moves
from cfggo.go.game import Game
from cfggo.go.points import PASS
from cfggo.learning.boosting import HELD_OUT, Forest, Logistic, Softmax, growing, lightgbm
from cfggo.learning.trainers import TRAINERS
from cfggo.methods import InformedOptions, MistakeOptions
from cfggo.models.bradley_terry.boosted_trees import FORK_DTYPE, BoostedTrees
from cfggo.records.judged_games import JudgedGame
from cfggo.records.replay import followed_moves, game_arrays
from cfggo.search.informed_trees import INFORMED_SIZE, save_informed_trees
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

LOOKS = (128, 256)
MORE_LOOKS = (128, 256, 512, 1024)
"""Playouts after which a position is looked at, and those of one position in MORE_EVERY."""

MORE_EVERY = 10

FORGOTTEN_EVERY = 5
"""One position in so many is searched as if its stones had been set up."""

TWINS = 8
"""Games that begin with so many equal moves are learnt from together, or held out together."""

MISTAKE = 5.0
"""Points by the judge that a mistake loses, at least."""

REVIEWED = (1000, 300, 1000, 3000)
"""Playouts of searches that tell mistakes, in turn."""

_SEED = 5


class Place(NamedTuple):
    """A position to be searched.

    number -- among all that are
    game   -- JudgedGame without labels
    turn   -- of the position
    wanted -- the judge's probability of each point; or of the move played, 1 if it is a mistake
    """

    number: int
    game: JudgedGame
    turn: int
    wanted: dict[int, float]


class InformedModel(NamedTuple):
    """Trees, and `about` them as in their file."""

    trees: BoostedTrees
    about: dict[str, Any]


class Lookout:
    """An engine for each thread that asks, which keeps what trees want to know."""

    def __init__(self, config: EngineConfig) -> None:
        self._config = config

    @PerThread
    def engine(self) -> Searcher:
        """The calling thread's engine."""
        forks = np.zeros(1, FORK_DTYPE)
        forks[0] = (1, 0.0, 2)
        idle = BoostedTrees(forks, np.zeros(2, np.float32), np.array([0, 1], np.int32))
        return Searcher(self._config, informed=idle)


Look = tuple[np.ndarray, np.ndarray]
"""Numbers of moves, float32[n, N_INFORMED], and what is wanted of each, float32[n]."""


def looks_at(lookout: Lookout, shared: object, place: Place) -> list[Look]:
    """Returns the looks at a position's likely moves.

    shared -- nothing; executors pass it
    """
    game = _game_at(place)
    if place.number % FORGOTTEN_EVERY == 0:
        forget_moves(game.boards[0])
    engine = lookout.engine
    engine.forget()
    engine.set_seed(place.number)
    found, done = [], 0
    for playouts in MORE_LOOKS if place.number % MORE_EVERY == 0 else LOOKS:
        engine.analyze(SearchRequest(game, game.to_play, Limit(playouts - done)))
        done = playouts
        points, numbers = engine.informed_moves()
        share = np.array([place.wanted.get(point, 0.0) for point in points.tolist()], np.float32)
        if share.sum() > 0:
            found.append((numbers, share / share.sum()))
    return found


def look_before(lookout: Lookout, shared: object, place: Place) -> list[Look]:
    """Returns the look at the move played in a position, if it is a likely one.

    shared -- nothing; executors pass it
    """
    game = _game_at(place)
    engine = lookout.engine
    engine.set_seed(place.number)
    playouts = REVIEWED[place.number % len(REVIEWED)]
    engine.analyze(SearchRequest(game, game.to_play, Limit(playouts), for_points=True))
    points, numbers = engine.informed_moves()
    ((played, is_mistake),) = place.wanted.items()
    is_played = points == played
    wanted = np.full(int(is_played.sum()), is_mistake, np.float32)
    return [(numbers[is_played], wanted)] if len(wanted) else []


def _game_at(place: Place) -> Game:
    game = Game(place.game.size, place.game.komi)
    for point in place.game.moves[: place.turn]:
        game.play(game.to_play, point, may_repeat=True)
    return game


def _liked(game: JudgedGame, turn: int) -> dict[int, float]:
    """Returns the judge's probability of each point in a position, {} if it would rather pass."""
    return game.labels[turn].wanted(game.size)


def _is_mistake(game: JudgedGame, turn: int) -> dict[int, float]:
    """Returns whether the move played in a position is a mistake, 1 or 0; {} if nobody knows."""
    then, now = game.labels[turn], game.labels.get(turn + 1)
    if now is None or game.moves[turn] == PASS:
        return {}
    lost = (then.lead - now.lead) * (-1 if turn % 2 else 1)
    return {game.moves[turn]: float(lost >= MISTAKE)}


class Teaching(NamedTuple):
    """How trees of a kind are taught.

    needs   -- what is learnt from
    wanted  -- what is wanted of which moves in a position of a game, {} for nothing
    look    -- looks at a position
    loss    -- of probabilities, by numbers, counts of moves and what is wanted
    growing -- how LightGBM is to grow the trees
    words   -- of the measure beside the likelihood
    """

    needs: str
    wanted: Callable[[JudgedGame, int], dict[int, float]]
    look: Callable[[Lookout, object, Place], list[Look]]
    loss: type[Softmax] | type[Logistic]
    growing: dict[str, Any]
    words: str


_TEACHINGS = {
    InformedOptions: Teaching(
        "judged positions",
        _liked,
        looks_at,
        Softmax,
        {**growing(24, 0.1), "min_data_in_leaf": 100, "lambda_l2": 3.0},
        "the judge's move is first in",
    ),
    MistakeOptions: Teaching(
        "judged positions with the next one judged as well",
        _is_mistake,
        look_before,
        Logistic,
        {**growing(8, 0.03), "min_data_in_leaf": 20, "lambda_l2": 5.0, "feature_fraction": 0.3},
        "of the likeliest mistakes, as many as there are, so many are:",
    ),
}


class InformedTrainer(Trainer):
    """Learns informed trees. What was seen so far is kept in a checkpoint; trees grow anew."""

    def __init__(
        self, games: Sequence[JudgedGame], options: InformedOptions, executor: Executor
    ) -> None:
        """Draws positions; raises CfggoError if there are none, or all from games alike."""
        self._options, self._executor = options, executor
        self._teaching = _TEACHINGS[type(options)]
        config = load_config().with_values(threads=1, seed=1, mistakes="")
        self._config = config.with_values(tree=options.tree) if options.tree else config
        self._places = _drawn(games, options.positions, self._teaching)
        self._is_held_out = _held_out([place.game for place in self._places])
        self._numbers: list[np.ndarray] = []
        self._wanted: list[np.ndarray] = []
        self._of: list[int] = []
        self._done = 0

    @staticmethod
    def check(options: InformedOptions) -> None:
        """Raises CfggoError if LightGBM is not installed."""
        lightgbm()

    def identity(self) -> dict[str, Any]:
        """Returns what the looks and the trees depend on."""
        content = hashlib.sha256(repr(self._places).encode()).hexdigest()[:16]
        return {**self._options.to_json(), "hash": content, "weights": self._config.digests()}

    def state(self) -> tuple[Status, Arrays] | None:
        """Returns what was seen; None before anything was."""
        if not self._of:
            return None
        arrays = {
            "numbers": np.concatenate(self._numbers),
            "wanted": np.concatenate(self._wanted),
            "counts": np.array([len(each) for each in self._wanted], np.int32),
            "of": np.array(self._of, np.int32),
        }
        return {"done": self._done}, arrays

    def go_on_from(self, status: Status, arrays: Arrays) -> None:
        """Takes what was seen in an earlier run."""
        ends = np.cumsum(arrays["counts"])[:-1]
        self._numbers = np.split(arrays["numbers"], ends)
        self._wanted = np.split(arrays["wanted"], ends)
        self._of, self._done = arrays["of"].tolist(), status["done"]

    def learn(self, run: TrainingRun) -> InformedModel:
        """Looks, then grows trees; see `Trainer`."""
        lookout, places = Lookout(self._config), self._places
        with run.stage("looking", len(places), "positions") as advance:
            advance(self._done)
            look = self._teaching.look
            for found in self._executor.map(look, lookout, None, places[self._done :]):
                for numbers, wanted in found:
                    self._numbers.append(numbers)
                    self._wanted.append(wanted)
                    self._of.append(self._done)
                self._done += 1
                run.keep_if_due()
                advance(1)
        looks = self._is_held_out[np.array(self._of, np.int64)]
        learnt, held_out = self._part(~looks), self._part(looks)
        loss = self._teaching.loss
        of_learnt, of_held_out = (loss(*part) for part in (learnt, held_out))
        forest = Forest(learnt[0], of_learnt, held_out[0], of_held_out, self._teaching.growing)
        trees, before, after = forest.grow(run, self._options.trees)
        run.say(
            f"{counted(trees.n_trees, 'tree')} from {counted(int((~looks).sum()), 'look')}; on "
            f"{counted(int(looks.sum()), 'look')} at other games {self._teaching.words} "
            f"{before.first:.1%}, then {after.first:.1%}; log-likelihood {before.likelihood:.3f}, "
            f"then {after.likelihood:.3f}"
        )
        about = {
            "date": today(),
            "positions": len(places),
            "looks": len(looks),
            "trees": trees.n_trees,
            "held out": {"looks": int(looks.sum()), **before._asdict()},
            "held out, with trees": after._asdict(),
            "learning": self._options.to_json(),
        }
        return InformedModel(trees, about)

    def _part(self, looks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns numbers, counts and wanted probabilities of some looks; raises CfggoError for
        none.
        """
        chosen = np.flatnonzero(looks).tolist()
        if not chosen:
            raise CfggoError("the judge likes no move that the engine finds likely; judge more")
        wanted = [self._wanted[i] for i in chosen]
        counts = np.array([len(each) for each in wanted], np.int32)
        return np.concatenate([self._numbers[i] for i in chosen]), counts, np.concatenate(wanted)

    def save(self, path: Path, model: InformedModel) -> None:
        """Writes trees; raises CfggoError if they can't be written."""
        save_informed_trees(path, *model)


for _options in _TEACHINGS:
    TRAINERS[_options] = InformedTrainer


def _drawn(games: Sequence[JudgedGame], most: int, teaching: Teaching) -> list[Place]:
    """Returns so many judged positions where something is wanted, or all of them; raises CfggoError
    if there are none.
    """
    found = []
    games = sorted(games, key=lambda game: game.key)
    followed = followed_moves(game_arrays([game.record for game in games]))
    for game, n_moves in zip(games, followed.tolist(), strict=True):
        bare = JudgedGame(game.moves, game.size, game.komi)
        for turn in sorted(game.labels):
            wanted = teaching.wanted(game, turn) if turn <= n_moves else {}
            if wanted and game.size == INFORMED_SIZE and not game.others.get("instrument"):
                found.append((bare, turn, wanted))
    if not found:
        raise CfggoError(f"no {teaching.needs} on {INFORMED_SIZE}x{INFORMED_SIZE}")
    drawn = random.Random(_SEED).sample(found, min(most, len(found)))
    return [Place(number, *each) for number, each in enumerate(drawn)]


def _held_out(games: Sequence[JudgedGame]) -> np.ndarray:
    """Returns which of some games are held out: one in HELD_OUT, twins together."""
    twins = [zlib.crc32(repr(game.moves[:TWINS]).encode()) for game in games]
    kinds = sorted(set(twins))
    if len(kinds) < 2:
        raise CfggoError("all judged games begin alike, so that none can be held out; judge more")
    return np.isin(twins, kinds[: max(1, len(kinds) // HELD_OUT)])
