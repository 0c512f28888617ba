"""Reviews of many games: which files each has, and how they are made, kept and gone on with."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.said import in_a_row
from cfggo.records.archives import iter_sources, printable, reason_of
from cfggo.records.sgf.data import split_collection
from cfggo.study.reviewing.commented_sgf import review_to_sgf
from cfggo.study.reviewing.journal import SUFFIX as JOURNAL_SUFFIX
from cfggo.study.reviewing.journal import Journal
from cfggo.study.reviewing.page import review_to_html
from cfggo.study.reviewing.position import SearchedPosition
from cfggo.study.reviewing.processes import Job, search_all
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from cfggo.study.reviewing.search import ReviewSettings, work_of_one
from cfggo.study.reviewing.second_look import SecondLook, second_look

SGF_SUFFIX, PAGE_SUFFIX = ".review.sgf", ".review.html"
"""Suffixes of what a review writes."""

_UNSAFE = re.compile(r'[\x00-\x1f<>:"|?*\\]')
_LONGEST_NAME = 180
"""Bytes; files have 255, and suffixes come behind."""


@dataclass(frozen=True)
class Task:
    """A game that is to be reviewed.

    Public attributes:
      record -- ReviewedRecord
      stem   -- path of its files, without their suffixes
    """

    record: ReviewedRecord
    stem: Path

    def file(self, suffix: str) -> Path:
        """Returns the path of one of its files."""
        return self.stem.with_name(self.stem.name + suffix)


@dataclass(frozen=True)
class ReviewOptions:
    """The options of a review besides its searches.

    Public attributes:
      threshold   -- points that a move must lose to be a mistake
      first, last -- numbers of the moves to review, or None for all
      sure        -- moves that are looked at again, at most: those that may be mistakes, the worst
                     first
      page        -- whether to write a page
      restart     -- whether to begin anew where there is a journal
      language    -- of comments, and of pages unless another is chosen there
    """

    threshold: float
    first: int | None = None
    last: int | None = None
    sure: int = 0
    page: bool = True
    restart: bool = False
    language: str = "en"


def find_games(
    paths: Iterable[Path], out: Path, options: ReviewOptions, on_failure: Callable[[str], None]
) -> list[Task]:
    """Returns the games of SGF files, folders and archives; their files are to be in folder `out`.

    A folder's and an archive's own folders are kept, so that equal names don't clash.  SGF files
    that a review has written are left out of folders.

    on_failure -- is told, in a line that begins with its name, of each game that can't be reviewed

    Raises CfggoError if none of the paths can be read and has SGF files.
    """
    tasks: list[Task] = []
    taken: set[Path] = set()
    unread: list[str] = []
    paths = list(paths)
    for path in paths:
        for source, data in _sources(path, unread):
            name = printable(source)
            if path.is_dir() and name.endswith(SGF_SUFFIX):
                continue
            if isinstance(data, Exception):
                on_failure(f"{name}: can't be read: {reason_of(data)}")
                continue
            inner = source if path == Path() else source[len(str(path)) + 1 :] or path.name
            games = split_collection(data)
            for number, game in enumerate(games, 1):
                is_one = len(games) == 1
                try:
                    record = _read(name if is_one else f"{name}, game {number}", game, options)
                except CfggoError as error:
                    on_failure(str(error))
                    continue
                stem = _free(out / _safe(inner, "" if is_one else f"-{number}"), taken)
                taken.add(stem)
                tasks.append(Task(record, stem))
    if unread and len(unread) == len(paths):
        raise CfggoError(unread[0])
    for line in unread:
        on_failure(line)
    return tasks


def _sources(path: Path, unread: list[str]) -> Iterator[tuple[str, bytes | Exception]]:
    """Yields what `iter_sources` does; if the path can't be read, adds the reason to `unread`."""
    try:
        yield from iter_sources([path])
    except CfggoError as error:
        unread.append(str(error))


def _read(name: str, data: bytes, options: ReviewOptions) -> ReviewedRecord:
    """Returns a record.  Raises CfggoError if it can't be reviewed."""
    record = ReviewedRecord.read(name, data)
    if not wanted_positions(record, options.first, options.last):
        last = record.moves[-1].number
        raise CfggoError(f"{name}: no moves to review, the last one is number {last}")
    return record


class ReviewRun:
    """Reviews games, and keeps each position as soon as it is searched.

    Public attributes:
      tasks -- the games
      jobs  -- what is to be searched next of each game; games that are done have none
      searches -- what the searches depend on, as JSON can hold it
    """

    def __init__(
        self, tasks: Sequence[Task], settings: ReviewSettings, options: ReviewOptions
    ) -> None:
        """Looks what earlier runs have done.

        Raises CfggoError if a game's journal is of other settings or another record, or damaged, or
        if a file of weights is not there.
        """
        self.tasks = tasks
        self._settings = settings
        self.searches = settings.to_json()
        self._options = options
        self._wanted = [
            wanted_positions(task.record, options.first, options.last) for task in tasks
        ]
        found = [self._next_job(i, self._journal(i)) for i in range(len(tasks))]
        self.jobs = [job for job in found if job]

    def review(
        self,
        processes: int,
        on_position: Callable[[int, int], None],
        on_review: Callable[[Task, GameReview], None],
    ) -> None:
        """Makes the reviews and writes their files, also when interrupted.

        processes   -- that search at a time; one searches in this process
        on_position -- is called after each position that was searched with the work that this was,
                       and with what has come to the work to do, both in usual searches
        on_review   -- is told of each review whose files were written; those of games that were
                       interrupted come last, and games of which nothing was searched not at all

        Raises CfggoError if a file can't be written, or the engine can't be loaded.
        """
        journals: dict[int, Journal] = {}

        def finish(i: int) -> None:
            journal = journals.pop(i, None) or self._journal(i)
            journal.close()
            on_review(self.tasks[i], self._write(i, journal))

        def finish_all(numbers: Iterable[int]) -> None:
            errors = []
            for i in [*numbers]:
                try:
                    finish(i)
                except CfggoError as error:  # the other games' files may well be written
                    errors.append(error)
            if errors:
                raise errors[0]

        left = {job.number: set(job.positions) for job in self.jobs}
        finish_all(i for i in range(len(self.tasks)) if i not in left)
        jobs = deque(self.jobs)
        try:
            with closing(search_all(self._settings, jobs, processes)) as found:
                for i, position in found:
                    if i not in journals:
                        journals[i] = self._journal(i)
                    journals[i].add(position)
                    left[i].discard(position.position)
                    more = None if left[i] else self._next_job(i, journals[i])
                    done = work_of_one(position.times)
                    on_position(done, work_of(more) if more else 0)
                    if more:
                        left[i] = set(more.positions)
                        jobs.appendleft(more)
                    elif not left[i]:
                        finish(i)
        finally:
            finish_all(journals)

    def _next_job(self, i: int, journal: Journal) -> Job | None:
        """Returns what is to be searched next of a game, None if nothing is left."""
        record = self.tasks[i].record
        if missing := [at for at in self._wanted[i] if at not in journal.positions]:
            return Job(i, record, missing)
        again = self._look_again(i, self._first_look(i, journal), journal).missing
        return Job(i, record, again, self._settings.times) if again else None

    def _first_look(self, i: int, journal: Journal) -> dict[int, SearchedPosition]:
        """Returns what first searches found of the positions that a game's review is about."""
        return {at: journal.positions[at] for at in self._wanted[i] if at in journal.positions}

    def _look_again(
        self, i: int, first: Mapping[int, SearchedPosition], journal: Journal
    ) -> SecondLook:
        """Returns how far the second look is; it waits until no first search is missing."""
        record, wanted, options = self.tasks[i].record, self._wanted[i], self._options
        if len(first) < len(wanted):
            return SecondLook({}, [])
        return second_look(record, first, journal.again, options.threshold, wanted, options.sure)

    def _journal(self, i: int) -> Journal:
        task = self.tasks[i]
        return Journal(
            task.file(JOURNAL_SUFFIX),
            task.record,
            self.searches,
            restart=self._options.restart,
        )

    def _write(self, i: int, journal: Journal) -> GameReview:
        """Writes the files of a review, and returns it."""
        task, first = self.tasks[i], self._first_look(i, journal)
        again, missing = self._look_again(i, first, journal)
        review = review_of(
            task.record, first, self._options.threshold, self._wanted[i], again, missing
        )
        heading, language = self._heading(review), self._options.language
        files = {task.file(SGF_SUFFIX): review_to_sgf(review, heading, language)}
        if self._options.page:
            page = review_to_html(review, heading, language)
            files[task.file(PAGE_SUFFIX)] = page.encode(errors="replace")
        for path, data in files.items():
            save_file(path, data, folders=True)
        return review

    def _heading(self, review: GameReview) -> str:
        """Returns how the positions were searched, in sentences."""
        settings = self._settings
        return in_a_row(
            (
                settings.to_text(review.record.line.size),
                settings.again_to_text() if review.again else "",
            )
        )


def work_of(job: Job) -> int:
    """Returns how many usual searches a job takes."""
    return len(job.positions) * work_of_one(job.times)


def _safe(name: str, ending: str) -> Path:
    """Returns a relative path for a game's files, whatever an archive calls it."""
    parts = [_UNSAFE.sub("_", printable(part)) for part in re.split(r"[/\\]", name)]
    kept = [_cut(part) for part in parts if part not in ("", ".", "..")]
    *folders, last = kept or ["game"]
    stem = last[:-4] if last.lower().endswith(".sgf") else last
    return Path(*folders, (stem or "game") + ending)


def _cut(name: str) -> str:
    """Returns the name, or as much of it as is no longer than _LONGEST_NAME."""
    return name.encode(errors="replace")[:_LONGEST_NAME].decode(errors="ignore")


def _free(stem: Path, taken: set[Path]) -> Path:
    """Returns the path, or one like it that is not taken."""
    free, number = stem, 2
    while free in taken:
        free = stem.with_name(f"{stem.name}~{number}")
        number += 1
    return free
