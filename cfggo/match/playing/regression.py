"""Regression tests in files of GTP commands, as GoGui, GNU Go and Fuego have them.

    # Black catches the cutting stone in a net.
    loadsgf net.sgf
    10 reg_genmove b
    #? [E5]

A line `#? [PATTERN]` says what the command before it must answer: a regular expression for the
whole answer, such as `D4|E5`, or with a `!` in front for anything else. A `*` behind it marks a
test that is known to fail. Files are named relative to the test file's folder.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from cfggo.base.errors import CfggoError
from cfggo.match.playing.client import GtpClient, GtpFailure, ProgramError

_EXPECTATION = re.compile(r"#\?\s*\[(?P<negated>!?)(?P<pattern>.*)\]\s*(?P<known>\*?)\s*")
_COMMAND = re.compile(r"(?P<id>[0-9]+)?\s*(?P<command>.+)")
_FILE_AND_NUMBER = re.compile(r"(?P<file>.*\S)\s+(?P<number>[0-9]+)")


@dataclass(frozen=True)
class Expectation:
    """The answer that a command must give.

    Public attributes:
      pattern    -- regular expression for the whole answer; upper and lower case are the same
      is_negated -- whether any other answer is right instead
      known_to_fail -- whether the file says that programs get it wrong
    """

    pattern: str
    is_negated: bool = False
    known_to_fail: bool = False

    def __str__(self) -> str:
        return ("!" if self.is_negated else "") + self.pattern

    def accepts(self, answer: str) -> bool:
        """Tells whether an answer is right."""
        matches = re.fullmatch(self.pattern, answer.strip(), re.IGNORECASE) is not None
        return matches != self.is_negated


@dataclass(frozen=True)
class Step:
    """A command of a test file.

    Public attributes:
      line        -- number of the line, from 1
      id          -- as the file numbers it, "" if it doesn't
      command     -- the command without its number
      remarks     -- the comment lines of a test since the last blank line, without their "#"
      expectation -- Expectation, or None for a command that only prepares a test
    """

    line: int
    id: str
    command: str
    remarks: tuple[str, ...] = ()
    expectation: Expectation | None = None

    @property
    def title(self) -> str:
        """The subject of the test: its first paragraph of remarks, as one line."""
        text = "\n".join(remark.strip() for remark in self.remarks).strip()
        return text.partition("\n\n")[0].replace("\n", " ")


@dataclass(frozen=True)
class Outcome:
    """A program's result on a test.

    Public attributes:
      file    -- Path of the test file
      step    -- Step, which has an expectation
      answer  -- the program's, or why there is none
      solved  -- whether it is right
      seconds -- that the answer took
    """

    file: Path
    step: Step
    answer: str
    solved: bool
    seconds: float

    @property
    def expectation(self) -> Expectation:
        """The expected answer."""
        assert self.step.expectation is not None
        return self.step.expectation

    @property
    def known_to_fail(self) -> bool:
        """Whether the file says that programs get it wrong."""
        return self.expectation.known_to_fail


def read_test_file(path: Path) -> list[Step]:
    """Returns the commands of a test file, UTF-8 with or without a byte order mark.

    Raises CfggoError, which names the line, if the file can't be read, or for an expectation that
    is malformed or follows no command.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problem = error.strerror if isinstance(error, OSError) else "is no UTF-8 text"
        raise CfggoError(f"{path}: {problem}") from error
    steps: list[Step] = []
    remarks: list[str] = []
    awaits_expectation = False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("#?"):
            if not awaits_expectation:
                raise CfggoError(f"{path}: line {number}: no command to which this is the answer")
            expectation = _parse_expectation(line, f"{path}: line {number}")
            last = steps.pop()
            steps.append(Step(last.line, last.id, last.command, tuple(remarks), expectation))
            remarks = []
            awaits_expectation = False
        elif line.startswith("#"):
            remarks.append(line[1:])
        elif not line:
            remarks = []
        elif match := _COMMAND.fullmatch(line.partition("#")[0].strip()):
            steps.append(Step(number, match["id"] or "", match["command"]))
            awaits_expectation = True
    return steps


def run_test_file(path: Path, client: GtpClient, patience: float) -> Iterator[Outcome]:
    """Yields the outcomes of a file's tests, as they come.

    patience -- seconds that a program may take for a command

    A test is not solved if the program refuses one of its commands. A program that dies or hangs
    solves none of those that are left.

    Raises CfggoError as `read_test_file` does.
    """
    with TemporaryDirectory() as links:
        loadable = _Loadable(path.parent, Path(links))
        problem = ""  # that the test at hand can't be solved for
        is_lost = False
        for step in read_test_file(path):
            started = monotonic()
            answer = ""
            if not problem:
                try:
                    answer = client.send(loadable.command(step.command), patience)
                except GtpFailure as error:
                    problem = f"refused {step.command!r}: {error}"
                except ProgramError as error:
                    problem, is_lost = str(error), True
            if step.expectation is not None:
                solved = not problem and step.expectation.accepts(answer)
                yield Outcome(path, step, problem or answer, solved, monotonic() - started)
                if not is_lost:
                    problem = ""


def _parse_expectation(line: str, where: str) -> Expectation:
    match = _EXPECTATION.fullmatch(line)
    if match is None:
        raise CfggoError(f"{where}: expected `#? [PATTERN]`, found {line!r}")
    try:
        re.compile(match["pattern"])
    except re.error as error:
        raise CfggoError(f"{where}: pattern {match['pattern']!r}: {error}") from error
    return Expectation(match["pattern"], bool(match["negated"]), bool(match["known"]))


class _Loadable:
    """Names the files to load from the root of the file system, and without spaces.

    GTP knows no quotes: GNU Go takes a name to end at a space. A file with one gets a link.
    """

    def __init__(self, folder: Path, links: Path) -> None:
        self._folder = folder
        self._links = links

    def command(self, command: str) -> str:
        """Returns a command in which a file to load is named so."""
        name, _, arguments = command.partition(" ")
        if name != "loadsgf":
            return command
        file, space, number = arguments.strip(), "", ""
        if (parts := _FILE_AND_NUMBER.fullmatch(file)) and not (self._folder / file).exists():
            file, space, number = parts["file"], " ", parts["number"]
        path = (self._folder / file).resolve()
        if any(map(str.isspace, str(path))):
            link = self._links / f"{len(list(self._links.iterdir()))}{path.suffix}"
            link.symlink_to(path)
            path = link
        return f"{name} {path}{space}{number}"
