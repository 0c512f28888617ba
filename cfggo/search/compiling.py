"""Compiles the engine's kernels in several processes at once.

A caller can only be compiled after what it calls.  So the kernels are dealt out in parts that have
little in common, and where they meet, one process waits for the other (`cfggo.base.jit`).
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from cfggo.base.executor import available_cores
from cfggo.base.jit import LONGEST_WAIT, count_kernels
from cfggo.base.kernel_cache import claims, folder_of, is_warm, mark_warm
from cfggo.base.own_command import own_code
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.features.catalogue import MAX_FEATURES
from cfggo.features.tree import look_at_position, tree_features
from cfggo.go.board import new_board, play
from cfggo.go.game import Game, Move
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, point_from_row_col
from cfggo.go.scoring import area_balance
from cfggo.models.bradley_terry.feature_lists import list_features
from cfggo.models.bradley_terry.playout_policy import play_on_position, set_up_position
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.registry import TREE_KINDS, TreeTables
from cfggo.search.engine import Engine
from cfggo.search.equipment import equip
from cfggo.search.kept_tree import KeptTree
from cfggo.search.owners import judges_of
from cfggo.search.playouts import new_buffers, play_out
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.settings import settings_of
from cfggo.search.threads import SearchThread

_STEP_SECONDS = 0.1

_IN_A_WORKER = "from cfggo.search.compiling import work; work()"


def kernels_are_compiled() -> bool:
    """Returns whether the engine's kernels, as the sources are now, were compiled before."""
    return is_warm(__name__)


def compile_kernels(advance: Callable[[int], None] = lambda done: None) -> None:
    """Compiles and loads the engine's kernels, of which other processes may have compiled some.

    They are the same for all presets whose tree policy is of the default's kind; an engine of
    another kind compiles its own few (`compile_other_kinds`).  Other processes may do this at the
    same time; each kernel is compiled once.

    advance -- called with the number of newly compiled kernels, by any process, of `n_kernels`
    """
    counted = 0

    def count(done: int) -> None:
        nonlocal counted
        advance(done - counted)
        counted = done

    if kernels_are_compiled():
        _whole_engine()
    else:
        with _workers() as workers:
            last_news = time.monotonic()
            # As soon as one has nothing left to do, its processor is free to load the kernels.
            while all(worker.poll() is None for worker in workers) or _parts_under_way() > 1:
                time.sleep(_STEP_SECONDS)
                before = counted
                count(min(count_kernels().compiled, n_kernels()))
                if counted != before:
                    last_news = time.monotonic()
                elif time.monotonic() - last_news > LONGEST_WAIT:
                    break
            _whole_engine()  # also compiles what workers failed to compile
    mark_warm(__name__)
    count(n_kernels())


def compile_other_kinds() -> None:
    """Compiles, or loads, the search for presets with a tree policy of another kind."""
    for kind in TREE_KINDS.values():
        if kind.preset != DEFAULT_PRESET:
            Engine(load_config(kind.preset))


def n_kernels() -> int:
    """Returns how many kernels the engine has."""
    return count_kernels().declared


def work() -> None:
    """Compiles the parts that no other process has claimed; ends when standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.disable()  # takes longer than compiling all the small kernels, and would find little
    for part in PARTS:
        name = _claim_of(part)
        if claims().claim(name):
            try:
                part()
            finally:
                claims().release(name)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


@contextmanager
def _workers() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Starts the worker processes, and ends them."""
    count = min(available_cores(), len(PARTS))
    workers = []
    try:
        for _ in range(count):
            workers.append(
                subprocess.Popen(
                    own_code(_IN_A_WORKER),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
            assert worker.stdin is not None
            worker.stdin.close()


def _parts_under_way() -> int:
    """Returns how many parts workers have claimed, also those of other processes."""
    n = 0
    for part in PARTS:
        if claims().claim(_claim_of(part)):
            claims().release(_claim_of(part))
        else:
            n += 1
    return n


def _claim_of(part: Callable[[], None]) -> str:
    return f"{folder_of(__name__)} {part.__name__}"


def _look_at_position() -> None:
    position = _position()
    look_at_position(position["board"], position["graph"], _tree_tables().tree)


def _find_features() -> None:
    position = _position()
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    tree_features(position["board"], position["graph"], _A_POINT, _tree_tables().tree, features)


def _list_features() -> None:
    list_features(_position()["board"], _tree_tables().tree)


def _whole_engine() -> None:
    Engine(load_config(DEFAULT_PRESET))


def _play_on_position() -> None:
    position, tables = _position(), _playout_tables()
    set_up_position(position, tables)
    play_on_position(position, tables, _A_POINT)


def _play_out() -> None:
    position, tables = _position(), _playout_tables()
    set_up_position(position, tables)
    play_out(position, tables, RulesOfThumb(0, False, False, False), new_buffers().first_player)


def _expand() -> None:
    tree = KeptTree(max_nodes=1)
    thread = SearchThread(_tree_tables(), _playout_tables())
    thread.set_root(_position()["board"])
    settings = settings_of(load_config(DEFAULT_PRESET), komi=0.0)
    thread.expand_root(tree.counters, tree.nodes, settings)


def _judge_owners() -> None:
    board = new_board(_SIZE)[0]
    play(board, _A_POINT)
    judges_of(load_config(DEFAULT_PRESET)).at_end(board, np.zeros(N_POINTS, dtype=np.float32))


def _keep_the_score() -> None:
    game = Game(_SIZE)
    game.play(BLACK, _A_POINT)
    game.play_through([Move(WHITE, PASS)])
    game.superko_points(BLACK)
    game.score(dead=[_A_POINT])
    area_balance(game.boards[0])


PARTS = (
    _look_at_position,
    _find_features,
    _play_on_position,
    _play_out,
    _expand,
    _judge_owners,
    _keep_the_score,
    _list_features,
    _whole_engine,
)
"""The parts in the order in which processes claim them: those that the engine needs for most of its
own kernels come before it."""

_SIZE = 5
_A_POINT = point_from_row_col(2, 2)


def _position() -> np.void:
    position = np.zeros(1, dtype=POSITION_DTYPE)[0]
    position["board"] = new_board(_SIZE)[0]
    return position


def _playout_tables() -> np.void:
    return equip(load_config(DEFAULT_PRESET)).playout_tables()


def _tree_tables() -> TreeTables:
    return equip(load_config(DEFAULT_PRESET)).tree_tables()
