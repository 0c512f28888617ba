"""The analysis engine as a process: what it starts with, and how it ends."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from cfggo.base.pipes.hangup import HangUp
from cfggo.base.pipes.sinks import DescriptorSink, tell, write_aside
from cfggo.base.pipes.sources import DescriptorSource, read_lines
from cfggo.config import EngineConfig
from cfggo.interfaces.analysis.output import AnswerOutput
from cfggo.interfaces.analysis.override_settings import Perspective
from cfggo.interfaces.analysis.queries import Defaults
from cfggo.interfaces.analysis.scheduler import Scheduler
from cfggo.interfaces.analysis.server import MAX_LINE, Server
from cfggo.search.effort import Effort
from cfggo.search.searcher import Searcher
from cfggo.search.starting import load_engine

_INTERRUPTED = 128 + signal.SIGINT


def run_analysis(
    config: EngineConfig, n_threads: int, perspective: Perspective, *, waits_at_end: bool
) -> int:
    """Answers the queries on standard input, and returns the exit code when it has ended.

    Ctrl-C ends the searches under way, which answer with what they have found out; a second one
    ends the process.  If answers can't be written, the process ends at once.

    n_threads    -- positions searched at a time
    perspective  -- whose win rates answers give, unless a query says otherwise
    waits_at_end -- whether the queries that wait are answered when the input has ended

    Raises CfggoError if the engine can't be loaded.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    output = AnswerOutput(DescriptorSink(1), _give_up)
    scheduler: Scheduler | None = None
    try:
        first = load_engine(config)
        scheduler = Scheduler(
            lambda number: Searcher(config) if number else first,
            n_threads,
            output.send,
            HangUp(1).has_come,
        )
        defaults = Defaults(Effort.at_full_strength(config).certain_limit, perspective)
        tell("Started, ready to begin handling requests")
        Server(scheduler, output, defaults, config.name).serve(
            read_lines(DescriptorSource(0), MAX_LINE)
        )
        if waits_at_end:
            scheduler.wait()
        else:
            scheduler.stop()
        output.close()
        return 0
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
        if scheduler is not None:
            scheduler.stop()
        output.close()
        write_aside("interrupted\n")
        return _INTERRUPTED


def _give_up(error: OSError) -> NoReturn:
    tell(f"error: standard output: {error.strerror or error}")
    os._exit(2)
