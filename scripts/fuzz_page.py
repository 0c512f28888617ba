#!/usr/bin/env python3
"""Sends odd requests to the server of `cfggo play`, to find one that it does not survive.

Some are proper, others have wrong names, origins, tokens, methods, lengths, values or bytes, or are
no HTTP at all. A fault is an answer that is none, or that the server should not give; one that
takes longer than ten seconds; a change by a request of a stranger; a traceback; or a server that
does not answer its own page any more. Prints one JSON object with the counts; the exit code is 1 if
there are faults.
"""

import argparse
import contextlib
import io
import json
import random
import threading
import time
from collections import Counter

import common
from page_fuzzing import make_request, send

from cfggo.base.terminal import console, progress
from cfggo.commands.arguments import count
from cfggo.interfaces.browser.events import Events
from cfggo.interfaces.browser.open_game import OpenGame, game_actions
from cfggo.interfaces.browser.server import PageServer
from cfggo.interfaces.browser.worker import EngineWorker
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game


def main() -> int:
    """Sends the requests; returns the exit code."""
    about, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=details, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=count, default=5000, help="default 5000")
    parser.add_argument("--seed", type=count, default=1, help="default 1")
    args = parser.parse_args()

    started = time.monotonic()
    rng = random.Random(args.seed)
    counts: Counter[str] = Counter()
    faults = []
    events = Events()
    worker = EngineWorker(lambda: Engine(seed=1))
    game = OpenGame(worker, events, Game(size=9), level="20k", you="both")
    server = PageServer(game, game_actions(game), events)
    worker.start(game)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with (
        progress("sending", args.requests, "requests") as done,
        contextlib.redirect_stderr(io.StringIO()) as errors,
        contextlib.suppress(KeyboardInterrupt),
    ):
        for number in range(args.requests):
            request = make_request(rng, server.server_port, server.guard.token)
            before = game.state()["ids"]
            verdict = send(request, server.server_port)
            if not request.is_known and game.state()["ids"] != before and _is_idle(game):
                verdict = "a stranger changed the game"
            if errors.getvalue():
                verdict = errors.getvalue().splitlines()[-1]
                errors.seek(0)
                errors.truncate()
            counts[verdict] += 1
            if verdict not in ("done", "refused", "closed"):
                faults.append(f"{number}: {verdict}: {request.data[:200]!r}")
            done(1)
    server.shutdown()
    worker.end()
    for fault in faults:
        console().print(fault, markup=False)
    result = {
        "seed": args.seed,
        "requests": counts.total(),
        "counts": dict(sorted(counts.items())),
        "faults": faults,
        "minutes": round((time.monotonic() - started) / 60, 1),
    }
    print(json.dumps(result))
    return 1 if faults else 0 if counts.total() == args.requests else 130


def _is_idle(game: OpenGame) -> bool:
    """Tells whether nobody but the user makes moves."""
    return game.state()["engine"] is None


if __name__ == "__main__":
    common.run(main)
