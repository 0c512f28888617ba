"""Compiles the engine's kernels in several processes at once.

A caller can only be compiled after what it calls. So the kernels are compiled in stages: in each of
them parts that have little in common but what the stages before have compiled.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from cfggo.base.executor import available_cores
from cfggo.base.jit import declared
from cfggo.base.kernel_cache import (
    claims,
    folder_of,
    forget_damaged,
    is_warm,
    machine_code,
    mark_warm,
)
from cfggo.base.own_command import own_code
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.features.tree import look_at_position
from cfggo.go.board import new_board, play
from cfggo.go.game import Game, Move
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, point_from_row_col
from cfggo.go.scoring import area_balance
from cfggo.models.bradley_terry.feature_lists import list_features
from cfggo.models.bradley_terry.playout_policy import play_on_position, set_up_position
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.registry import TREE_KINDS
from cfggo.search.equipment import equip
from cfggo.search.kept_tree import KeptTree
from cfggo.search.owners import judges_of
from cfggo.search.policies import Policies
from cfggo.search.rules_of_thumb import RulesOfThumb
from cfggo.search.searcher import Searcher
from cfggo.search.settings import search_settings
from cfggo.search.threads import SearchThread
from cfggo.search.tree_search import new_buffers, play_out

_ROOM = "search"
Part = Callable[[], None]

_STEP_SECONDS = 0.2
_LONGEST_WAIT = 300.0
"""Seconds that a process waits for another one that compiles the same."""


def kernels_are_compiled() -> bool:
    """Returns whether the engine's kernels, as the sources are now, were compiled before."""
    return is_warm(_ROOM)


def compile_kernels(advance: Callable[[int], None] = lambda done: None) -> None:
    """Compiles and loads the engine's kernels.

    They are the same for all presets whose tree policy is of the default's kind; an engine of
    another kind compiles its own few (`compile_other_kinds`). If another process is compiling them,
    this one waits for it.

    advance -- called with the number of newly compiled kernels, of `n_kernels`, in a thread of its
               own; they count whoever compiles them
    """
    work_claimed = f"compiling {folder_of(__name__).name}"  # other versions are not waited for
    with _counted(advance), claims().claimed(work_claimed, _LONGEST_WAIT):
        if not kernels_are_compiled():
            forget_damaged(_ROOM)
            if available_cores() > 1:
                for stage in STAGES:
                    _compile(stage)
        _whole_engine()
        if not kernels_are_compiled():
            mark_warm(_ROOM)


def compile_other_kinds() -> None:
    """Compiles, or loads, the search for presets with a tree policy of another kind."""
    for kind in TREE_KINDS.values():
        if kind.preset != DEFAULT_PRESET:
            Searcher(load_config(kind.preset))


def n_kernels() -> int:
    """Returns about how many kernels the engine has."""
    return len(declared)


def work(part: str) -> None:
    """Compiles a part, by its name; ends when standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.disable()  # takes a fifth of the time, and would find little
    globals()[part]()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


@contextmanager
def _counted(advance: Callable[[int], None]) -> Iterator[None]:
    """Counts the kernels as they are compiled meanwhile, and at the end all of them."""
    counted = 0
    has_ended = threading.Event()

    def count(done: int) -> None:
        nonlocal counted
        if done != counted:
            advance(done - counted)
        counted = done

    def watch() -> None:
        while not has_ended.wait(_STEP_SECONDS):
            count(min(len(machine_code()), n_kernels()))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        has_ended.set()
        watcher.join()
    count(n_kernels())


def _compile(stage: tuple[Part, ...]) -> None:
    """Compiles a stage, each of its parts in a process."""
    workers: list[subprocess.Popen[bytes]] = []
    try:
        for part in stage:
            code = f"from cfggo.search.compiling import work; work({part.__name__!r})"
            null = subprocess.DEVNULL
            workers.append(
                subprocess.Popen(own_code(code), stdin=subprocess.PIPE, stdout=null, stderr=null)
            )
        for worker in workers:
            worker.wait()
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
            assert worker.stdin is not None
            worker.stdin.close()


def _positions() -> None:
    position = _position()
    look_at_position(position["board"], position["graph"], _policies().tree.tree)


def _owners() -> None:
    board = new_board(_SIZE)[0]
    play(board, _A_POINT)
    judges_of(load_config(DEFAULT_PRESET)).at_end(board, np.zeros(N_POINTS, dtype=np.float32))


def _tree_policy() -> None:
    tree = KeptTree(max_nodes=1)
    thread = SearchThread(_policies())
    thread.set_root(_position()["board"])
    settings = search_settings(load_config(DEFAULT_PRESET), komi=0.0)
    thread.expand_root(tree.arrays, settings)


def _playouts() -> None:
    position, tables = _position(), _policies().playout
    set_up_position(position, tables)
    play_on_position(position, tables, _A_POINT)
    play_out(position, tables, RulesOfThumb(0, False, False, False), new_buffers().first_player)


def _explanations() -> None:
    list_features(_position()["board"], _policies().tree.tree)


def _scores() -> None:
    game = Game(_SIZE)
    game.play(BLACK, _A_POINT)
    game.play_through([Move(WHITE, PASS)])
    game.superko_points(BLACK)
    game.score(dead=[_A_POINT])
    area_balance(game.boards[0])


def _whole_engine() -> None:
    Searcher(load_config(DEFAULT_PRESET))


STAGES: tuple[tuple[Part, ...], ...] = (
    (_positions, _owners),
    (_tree_policy, _playouts),
    (_explanations, _scores),
    (_whole_engine,),  # not here, where Ctrl-C would have to wait for its largest kernels
)
"""The parts by stages."""

_SIZE = 5
_A_POINT = point_from_row_col(2, 2)


def _position() -> np.void:
    position = np.zeros(1, dtype=POSITION_DTYPE)[0]
    position["board"] = new_board(_SIZE)[0]
    return position


def _policies() -> Policies:
    return equip(load_config(DEFAULT_PRESET)).policies()
