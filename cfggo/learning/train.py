"""Learns a model, a tree policy and a playout policy, from game records."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from cfggo.config import LearningConfig
from cfggo.learning.harvest import count_wins, harvest_shapes
from cfggo.learning.mm import Learner, new_state
from cfggo.learning.records import Record
from cfggo.learning.samples import games_from_records, make_extractor
from cfggo.policy.weights import KINDS, Model, Weights


class Training:
    """A training run.

    Public attributes:
        work    -- number of times that a game is looked at, over the whole run
        stopped -- whether `stop` was called
    """

    def __init__(self, records: Sequence[Record], config: LearningConfig) -> None:
        """Prepares to learn from the records, in an order that does not depend on theirs."""
        records = sorted(records, key=lambda record: record.digest)
        self._games = games_from_records(records)
        self._config = config
        self._seen = np.array(
            sorted(int.from_bytes(record.digest[:4], "big") for record in records), dtype=np.uint32
        )
        self._stop = threading.Event()
        self._lock = threading.Lock()
        # The tree policy needs one pass to harvest shapes; each policy one to count features.
        self.work = len(records) * (1 + len(KINDS) * (1 + config.passes))

    @property
    def stopped(self) -> bool:
        """Whether the run was stopped before its end."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ends the run after the games that are being learnt; `run` returns what was learnt."""
        self._stop.set()

    def run(self, advance: Callable[[int], None], say: Callable[[str], None]) -> Model:
        """Learns both policies, each in a thread of its own, and returns the model.

        advance -- is told the number of games looked at since its last call
        say     -- is told, in a line, how well each pass went
        """

        def advance_one(games: int) -> None:
            with self._lock:
                advance(games)

        with ThreadPoolExecutor(len(KINDS)) as pool:
            jobs = {kind: pool.submit(self._learn, kind, advance_one, say) for kind in KINDS}
            results = {kind: job.result() for kind, job in jobs.items()}
        about = {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "games": len(self._seen),
            "moves": len(self._games.moves),
            "passes": self._config.passes,
            "min_wins": self._config.min_wins,
            "complete": not self.stopped,
            **{kind: notes for kind, (_, notes) in results.items()},
        }
        return Model({kind: weights for kind, (weights, _) in results.items()}, self._seen, about)

    def _learn(
        self, kind: str, advance: Callable[[int], None], say: Callable[[str], None]
    ) -> tuple[Weights, dict[str, Any]]:
        """Returns the weights of one policy and notes about them."""
        config = self._config
        games = self._games
        labels = config.tree_labels if kind == "tree" else config.playout_labels
        shape_keys = np.zeros(0, dtype=np.uint64)
        if kind == "tree":
            shape_keys = harvest_shapes(games, config.min_wins, advance)
        wins = count_wins(games, kind, labels, shape_keys, advance)
        learner = Learner(
            games, make_extractor(kind, labels, shape_keys), new_state(wins > config.min_wins)
        )
        state = learner.state
        by_pass = []
        for number in range(config.passes):
            state.log_likelihood[:] = 0.0
            for game in range(len(games.sizes)):
                if self.stopped:
                    break
                learner.learn(game, number == 0)
                advance(1)
            total, positions = state.log_likelihood
            if positions:
                by_pass.append(round(float(total / positions), 4))
                say(f"{kind} policy, pass {number + 1}: mean log-likelihood {by_pass[-1]:.4f}")
        notes = {
            "labels": labels,
            "features": int(np.count_nonzero(state.learnt)),
            "shapes": len(shape_keys),
            "log_likelihood_by_pass": by_pass,
        }
        return Weights(kind, labels, state.theta, shape_keys), notes
