"""One search: playouts are added to a tree until its limit is reached."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from cfggo.search.kept_tree import KeptTree
from cfggo.search.leading_move import leader_is_in_doubt
from cfggo.search.limits import NO_LIMIT, Limit
from cfggo.search.settings import Settings
from cfggo.search.threads import SearchThreads
from cfggo.search.tree import ROOT

CHUNK_SECONDS = 0.02
"""How long a search runs between two looks at the clock."""

MOST_VISITS = 2**30 - 2**20
"""Visits of the root at which a search with a limit ends, and another stops growing its tree: a
node's half wins, up to two a visit, are an int32; the margin is for playouts under way. On a small
board many threads get there in some hours of analysis."""


def run_search(
    tree: KeptTree, threads: SearchThreads, settings: Settings, limit: Limit, started: float
) -> Iterator[float]:
    """Adds playouts to the tree until the limit is reached, and yields in between, so that whoever
    searches can stop.

    tree, threads -- with the position to search as their root
    started       -- time.perf_counter() from which its seconds count: a large tree takes some to
                     be moved to the root

    Yields time.perf_counter().
    """
    began = time.perf_counter()
    deadline = started + (limit.seconds or math.inf)
    extra_seconds = limit.extra_seconds
    done = 0
    chunk = 1
    while not limit.playouts or done < limit.playouts:
        n = min(chunk, limit.playouts - done) if limit.playouts else chunk
        if tree.nodes[ROOT]["visits"] < MOST_VISITS:
            threads.run(tree.arrays, settings, n)
        elif limit != NO_LIMIT:
            return
        else:
            time.sleep(CHUNK_SECONDS)
        done += n
        now = time.perf_counter()
        if now >= deadline and extra_seconds and leader_is_in_doubt(tree.children):
            deadline += extra_seconds
            extra_seconds = 0.0
        if now >= deadline:
            return
        yield now
        rate = done / (now - began)
        chunk = max(1, int(rate * min(CHUNK_SECONDS, deadline - now)))
