"""Queries that are searched: which of them first, and how they end."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import partial

from cfggo.base.pipes.hangup import never
from cfggo.base.pipes.sinks import tell
from cfggo.base.worker import Job, Stop, Worker
from cfggo.interfaces.analysis.answers import AnswerWriter, error_answer, no_results
from cfggo.interfaces.analysis.fields import QueryError
from cfggo.interfaces.analysis.positions import Positions
from cfggo.interfaces.analysis.queries import Query
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher


class Scheduler:
    """Searches the positions of queries, as many at a time as it has analysis threads.

    Every position that is submitted gets exactly one answer that is not "during search".  Each
    thread has an engine of its own, which it makes when there is work for it.
    """

    def __init__(
        self,
        make_engine: Callable[[int], Searcher],
        n_threads: int,
        send: Callable[[str], None],
        has_hung_up: Callable[[], bool] = never,
    ) -> None:
        """Makes a scheduler.

        make_engine -- makes the engine of a thread, by its number; called in that thread
        send        -- takes an answer
        has_hung_up -- tells that nobody reads the answers any more
        """
        self._worker = Worker(
            lambda number: _Analyst(make_engine(number), send, has_hung_up), n_threads, "analysis"
        )
        self._send = send
        self._changed = threading.Condition()
        self._open: dict[Job[None], tuple[str, int]] = {}  # the query's id and the turn

    def submit(self, query: Query) -> None:
        """Queues the positions of a query."""
        for turn, priority in sorted(query.turns, key=lambda pair: -pair[1]):
            with self._changed:
                job = self._worker.submit(
                    partial(_Analyst.analyse, query=query, turn=turn), priority
                )
                self._open[job] = query.id, turn
            job.when_done(self._close)

    def terminate(self, query_id: str | None, turns: set[int] | None) -> None:
        """Ends the searches of a query, or of all, for some turns, or for all.

        Searches under way end soon, with what they have found out; others get no results.
        """
        with self._changed:
            for job, (its_query, its_turn) in list(self._open.items()):
                if query_id not in (None, its_query) or (
                    turns is not None and its_turn not in turns
                ):
                    continue
                if job.cancel():
                    self._send(no_results(its_query, its_turn))
                job.stop()

    def wait(self) -> None:
        """Returns when every position has its answer."""
        with self._changed:
            while self._open:
                self._changed.wait()

    def stop(self) -> None:
        """Ends the searches under way, which answer with what they have found out, and drops the
        positions that wait.  Returns when the searches have ended.
        """
        with self._changed:
            for job in list(self._open):
                job.cancel()
                job.stop()
        self.wait()

    def _close(self, job: Job[None]) -> None:
        """Takes a job off the open ones; if it failed, that is its answer."""
        with self._changed:
            query_id, _ = self._open[job]
            if not job.cancelled() and (error := job.exception()) is not None:
                tell("".join(traceback.format_exception(error)))
                self._send(error_answer(query_id, QueryError(f"internal error: {error!r}")))
            del self._open[job]
            self._changed.notify_all()


_LATEST = 0.1
"""Seconds that a report may come late, if the first one is not due when the others are."""


class _Analyst:
    """Searches positions with one engine, and sends the answers."""

    def __init__(
        self, engine: Searcher, send: Callable[[str], None], has_hung_up: Callable[[], bool]
    ) -> None:
        self._engine = engine
        self._send = send
        self._has_hung_up = has_hung_up
        self._positions = Positions()

    def analyse(self, stop: Stop, query: Query, turn: int) -> None:
        """Searches a position of a query until its limit is reached or it is terminated."""
        engine = self._engine
        game = self._positions.game(query.start, query.moves, turn)
        avoid = frozenset(point for colour, point in query.avoid if colour == game.to_play)
        writer = AnswerWriter(engine, game, query.id, turn, query.wanted, avoid)
        due = query.first_report

        def report_if_due(report: SearchReport) -> None:
            nonlocal due
            if due is not None and report.seconds >= due:
                self._send(writer.write(report, is_during_search=True))
                due = None if query.report_every is None else report.seconds + query.report_every

        intervals = {seconds for seconds in (due, query.report_every) if seconds is not None}
        if len(intervals) == 2:  # the first report is due at no multiple of what follows
            intervals.add(_LATEST)
        # What is found out does not depend on what was asked before.
        engine.forget()
        if engine.config.play.seed is not None:
            engine.set_seed(engine.config.play.seed)
        later = {move: depth for move, depth in query.avoid.items() if depth > 1}
        report = engine.analyze(
            SearchRequest(game, game.to_play, query.limit, avoid=avoid, avoid_later=later),
            stop=lambda: stop() or self._has_hung_up(),
            on_report=report_if_due,
            report_interval=min(intervals, default=float("inf")),
        )
        self._send(writer.write(report, is_during_search=False))
