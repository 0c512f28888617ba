"""Which position is searched next, and by which thread."""

from __future__ import annotations

import heapq
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from cfggo.base.pipes.hangup import never
from cfggo.base.pipes.sinks import tell
from cfggo.interfaces.analysis.answers import AnswerWriter, error_answer, no_results
from cfggo.interfaces.analysis.fields import QueryError
from cfggo.interfaces.analysis.positions import Positions
from cfggo.interfaces.analysis.queries import Query
from cfggo.search.engine import Engine, SearchReport


@dataclass
class _Job:
    """One position of a query.

    Public attributes:
        query    -- Query
        turn     -- int, how many of its moves are made
        number   -- int, the number of jobs before it
        is_begun -- bool, whether a thread has taken it on
        must_end -- bool, whether it was terminated
    """

    query: Query
    turn: int
    number: int
    is_begun: bool = False
    must_end: bool = False


@dataclass(order=True)
class _Place:
    """A job's place in the queue: the highest priority first, and the earliest of equals."""

    urgency: int
    number: int
    job: _Job = field(compare=False)


class Scheduler:
    """Searches the positions of queries, as many at a time as it has analysis threads.

    Every position that is submitted gets exactly one answer that is not "during search".  Each
    thread has an engine of its own, which it makes when there is work for it.
    """

    def __init__(
        self,
        make_engine: Callable[[int], Engine],
        n_threads: int,
        send: Callable[[str], None],
        has_hung_up: Callable[[], bool] = never,
    ) -> None:
        """Makes a scheduler.

        make_engine -- makes the engine of a thread, by its number; called in that thread
        send        -- takes an answer
        has_hung_up -- tells that nobody reads the answers any more
        """
        self._make_engine = make_engine
        self._n_threads = n_threads
        self._send = send
        self._has_hung_up = has_hung_up
        self._changed = threading.Condition()
        self._queue: list[_Place] = []
        self._open: dict[str, dict[int, _Job]] = {}  # by the query's id and the job's number
        self._n_jobs = 0
        self._n_open = 0
        self._n_started = 0
        self._n_idle = 0  # threads started that are at no job

    def submit(self, query: Query) -> None:
        """Queues the positions of a query."""
        with self._changed:
            for turn, priority in query.turns:
                job = _Job(query, turn, self._n_jobs)
                self._n_jobs += 1
                self._n_open += 1
                self._open.setdefault(query.id, {})[job.number] = job
                heapq.heappush(self._queue, _Place(-priority, job.number, job))
            while self._n_started < self._n_threads and len(self._queue) > self._n_idle:
                name = f"analysis-{self._n_started}"
                args = (self._n_started,)
                threading.Thread(target=self._work, args=args, name=name, daemon=True).start()
                self._n_started += 1
                self._n_idle += 1
            self._changed.notify(len(query.turns))

    def terminate(self, query_id: str | None, turns: set[int] | None) -> None:
        """Ends the searches of a query, or of all, for some turns, or for all.

        Searches under way end soon, with what they have found out; others get no results.
        """
        with self._changed:
            ids = list(self._open) if query_id is None else [query_id]
            jobs = [job for name in ids for job in self._open.get(name, {}).values()]
            for job in jobs:
                if turns is not None and job.turn not in turns:
                    continue
                if not job.is_begun and not job.must_end:
                    self._send(no_results(job.query.id, job.turn))
                    self._close(job)
                job.must_end = True

    def wait(self) -> None:
        """Returns when every position has its answer."""
        with self._changed:
            while self._n_open:
                self._changed.wait()

    def stop(self) -> None:
        """Ends the searches under way, which answer with what they have found out, and drops the
        positions that wait.  Returns when the searches have ended.
        """
        with self._changed:
            for place in self._queue:
                if not place.job.must_end:
                    self._close(place.job)
                place.job.must_end = True
            self._queue.clear()
        self.terminate(None, None)
        self.wait()

    def _close(self, job: _Job) -> None:
        """Takes a job off the open ones; the lock is held."""
        jobs = self._open[job.query.id]
        del jobs[job.number]
        if not jobs:
            del self._open[job.query.id]
        self._n_open -= 1
        if not self._n_open:
            self._changed.notify_all()

    def _work(self, number: int) -> None:
        """Does the jobs of a thread."""
        analyst: _Analyst | None = None
        while True:
            with self._changed:
                while not self._queue:
                    self._changed.wait()
                self._n_idle -= 1
                job = heapq.heappop(self._queue).job
                job.is_begun = not job.must_end
            if job.is_begun:
                try:
                    if analyst is None:
                        analyst = _Analyst(self._make_engine(number), self._send)
                    analyst.analyse(job, self._has_hung_up)
                except Exception as error:
                    tell(traceback.format_exc())
                    self._send(error_answer(job.query.id, QueryError(f"internal error: {error!r}")))
            with self._changed:
                if job.is_begun:
                    self._close(job)
                self._n_idle += 1


_LATEST = 0.1
"""Seconds that a report may come late, if the first one is not due when the others are."""


class _Analyst:
    """Searches positions with one engine, and sends the answers."""

    def __init__(self, engine: Engine, send: Callable[[str], None]) -> None:
        self._engine = engine
        self._send = send
        self._positions = Positions()

    def analyse(self, job: _Job, has_hung_up: Callable[[], bool]) -> None:
        """Searches a job's position until its limit is reached or it is terminated."""
        query, engine = job.query, self._engine
        game = self._positions.game(query.start, query.moves, job.turn)
        avoid = frozenset(point for colour, point in query.avoid if colour == game.to_play)
        writer = AnswerWriter(engine, game, query.id, job.turn, query.wanted, avoid)
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
        report = engine.analyze(
            game,
            game.to_play,
            query.limit,
            stop=lambda: job.must_end or has_hung_up(),
            on_report=report_if_due,
            report_interval=min(intervals, default=float("inf")),
            avoid=avoid,
            avoid_later={move: depth for move, depth in query.avoid.items() if depth > 1},
        )
        self._send(writer.write(report, is_during_search=False))
