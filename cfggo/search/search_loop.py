"""One search: playouts are added to a tree until its limit is reached."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from cfggo.search.goal import Goal
from cfggo.search.kept_tree import KeptTree
from cfggo.search.lead import lead, leader_is_in_doubt
from cfggo.search.limits import NO_LIMIT, Limit
from cfggo.search.report import SearchReport, make_report
from cfggo.search.settings import Settings
from cfggo.search.threads import SearchThreads
from cfggo.search.tree import ROOT

CHUNK_SECONDS = 0.02
"""How long a search runs between two looks at the clock."""

STOP_STEP = 50
"""Playouts between two checks whether the leader can still be caught. They are counted, not
timed, so that a search that is limited by playouts always ends after the same number of them."""

MOST_VISITS = 2**30 - 2**20
"""Visits of the root at which a search with a limit ends, and another stops growing its tree: a
node's half wins, up to two a visit, are an int32; the margin is for playouts under way. On a small
board many threads get there in some hours of analysis."""


def run_search(
    tree: KeptTree,
    threads: SearchThreads,
    settings: Settings,
    goal: Goal,
    limit: Limit,
    started: float,
    *,
    stop: Callable[[], bool] | None = None,
    stop_early: bool = False,
    on_report: Callable[[SearchReport], None] | None = None,
    report_interval: float = 0.0,
) -> SearchReport:
    """Adds playouts to the tree until the limit is reached or `stop` returns True.

    tree, threads -- with the position to search as their root
    started       -- time.perf_counter() from which its seconds count: a large tree takes some to
                     be moved to the root
    stop_early    -- whether to end it when what is left can't change which move has most visits
    on_report     -- is called every `report_interval` seconds

    Raises ValueError if neither the limit nor `stop` can end the search.
    """
    if not limit.playouts and not limit.seconds and stop is None:
        raise ValueError("nothing would end the search")
    began = time.perf_counter()
    deadline = started + (limit.seconds or math.inf)
    next_report = started + report_interval
    extra_seconds = limit.extra_seconds
    done = 0
    chunk = 1
    while not limit.playouts or done < limit.playouts:
        n = min(chunk, limit.playouts - done) if limit.playouts else chunk
        if stop_early:
            n = min(n, STOP_STEP - done % STOP_STEP)
        if tree.nodes[ROOT]["visits"] < MOST_VISITS:
            threads.run(tree.counters, tree.nodes, settings, n)
        elif limit != NO_LIMIT:
            break
        else:
            time.sleep(CHUNK_SECONDS)
        done += n
        now = time.perf_counter()
        if now >= deadline and extra_seconds and leader_is_in_doubt(tree.children):
            deadline += extra_seconds
            extra_seconds = 0.0
        if now >= deadline or (stop is not None and stop()):
            break
        if on_report is not None and now >= next_report:
            on_report(make_report(tree, goal, now - started))
            next_report = now + report_interval
        rate = done / (now - began)
        if stop_early and done % STOP_STEP == 0:
            to_come = rate * (deadline + extra_seconds - now)
            if limit.playouts:
                to_come = min(to_come, limit.playouts - done)
            if lead(tree.children) > to_come:
                break
        chunk = max(1, int(rate * min(CHUNK_SECONDS, deadline - now)))
    return make_report(tree, goal, time.perf_counter() - started)
