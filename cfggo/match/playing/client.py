"""A GTP program as a subprocess: commands with a time limit, and no process left behind."""

import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Self, cast

from cfggo.base.errors import CfggoError
from cfggo.match.playing.guard import guard

if not hasattr(select, "poll"):  # on Windows, which has neither process groups nor fcntl
    raise CfggoError("programs are played, and games kept, on Linux and macOS only")

_TAIL_BYTES = 4096  # of each stream, kept for a report
_TAIL_LINES = 10
_CHUNK_BYTES = 65536
_MAX_ANSWER_BYTES = 1 << 20
_QUIT_SECONDS = 2.0  # for a program to leave after "quit", and again after SIGTERM
_LONGEST_POLL = 1.0  # between two looks at whether the program is still there
_LATE_SECONDS = 1.0  # in which what came in time may still be read
_EXIT_SECONDS = 1.0  # for a program that closed its output to be gone
_CONTROL_CHARACTERS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), "") | {9: " "}


class ProgramError(Exception):
    """A command had no useful answer; the message says why."""


class GtpFailure(ProgramError):
    """The program refused the command: its answer began with `?`."""


class ProgramDied(ProgramError):
    """The program couldn't be started, or is gone."""


class ProgramHung(ProgramError):
    """The program didn't answer within the time limit."""


class BadAnswer(ProgramError):
    """The program wrote something that is no GTP answer."""


class Cancelled(Exception):
    """The game was given up while an answer was awaited."""


class Cancellation:
    """Ends, from any thread, all waiting for programs' answers."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()
        self._lock = threading.Lock()
        self.is_set = False

    def set(self) -> None:
        """Lets every client that was given this object raise Cancelled, now and in future."""
        with self._lock:
            if not self.is_set:
                self.is_set = True
                os.close(self._write_end)  # the read end is ready from now on

    def fileno(self) -> int:
        """Returns a file descriptor that is ready to read once this is set."""
        return self._read_end

    def close(self) -> None:
        """Sets this and gives its descriptors back; to be called when no client is left."""
        self.set()
        os.close(self._read_end)


class GtpClient:
    """Runs a GTP program and talks to it.

    The program leads a process group of its own: closing the client ends whatever the program
    started, as does the end of this process, and a Ctrl-C at the terminal reaches only the caller.
    Use it as a context manager.

    Not for use from two threads at a time.

    Public attributes:
      listens -- whether every command so far has its answer; else the program is of no more use
    """

    def __init__(self, command: Sequence[str], *, cancellation: Cancellation | None = None) -> None:
        """Starts the program.

        Raises ProgramDied if it can't be started; nothing of it is left then.
        """
        self._cancellation = cancellation
        self._unread = b""
        self.listens = True
        self._has_answered = False
        self._is_ended = False
        self._stdout_tail, self._stderr_tail = _Tail(), _Tail()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:  # ValueError for words that no command can have
            raise ProgramDied(f"can't be started: {error}") from error
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = cast("tuple[IO[bytes], ...]", streams)
        try:
            self._prepare()
        except BaseException as error:
            self._end_group()
            for stream in (self._stdin, self._stdout, self._stderr):
                stream.close()
            if isinstance(error, OSError | RuntimeError):  # too many files, or threads
                raise ProgramDied(f"can't be started: {error}") from error
            raise

    def _prepare(self) -> None:
        """Gets everything ready that the process that was just started needs."""
        guard.add(self._process.pid)
        os.set_blocking(self._stdin.fileno(), False)
        self._output, self._room = select.poll(), select.poll()
        self._output.register(self._stdout, select.POLLIN)
        self._room.register(self._stdin, select.POLLOUT)
        if self._cancellation is not None:
            for poll in (self._output, self._room):
                poll.register(self._cancellation, select.POLLIN)
        self._stderr_closing = Cancellation()
        # A program blocks if its standard error is not read, even while it isn't to move.
        self._stderr_reader = threading.Thread(target=self._drain_stderr, daemon=True)
        try:
            self._stderr_reader.start()
        except BaseException:
            self._stderr_closing.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process's id, and its group's."""
        return self._process.pid

    def send(self, command: str, seconds: float) -> str:
        """Sends a command; returns its answer without the `=`, lines separated by newlines.

        seconds -- time limit

        Raises GtpFailure with the program's reason if it refuses the command.
        Raises ProgramDied, ProgramHung or BadAnswer if there is no answer to be had; the program
        is of no use then.
        Raises Cancelled if the cancellation is set before the answer is there.
        """
        deadline = time.monotonic() + seconds
        self.listens = False
        self._refuse_leftovers()
        hung = ProgramHung(f"no answer to {command!r} within {round(seconds, 1):g} s")
        if not self._write(command, deadline):
            raise hung
        while (answer := self._take_answer(command)) is None:
            if not self._receive(deadline):
                raise hung
        self.listens = self._has_answered = True
        text = answer[1:].translate(_CONTROL_CHARACTERS).strip()
        if answer[0] == "?":
            raise GtpFailure(" ".join(text.split()) or "no reason given")
        return text

    def offer(self, command: str, seconds: float) -> bool:
        """Sends a command that a program need not know; returns False if it refuses it.

        Otherwise as `send`.
        """
        try:
            self.send(command, seconds)
        except GtpFailure:
            return False
        return True

    def last_words(self) -> list[str]:
        """Returns the last lines that the program wrote, marked by the stream they went to."""
        lines = [f"stdout: {line}" for line in self._stdout_tail.lines()]
        return lines + [f"stderr: {line}" for line in self._stderr_tail.lines()]

    def close(self) -> None:
        """Asks the program to quit, or makes it; afterwards its whole process group is gone."""
        if self._stdin.closed:
            return
        try:
            # A program that owes an answer would not read the command.
            if self.listens:
                with suppress(OSError):
                    self._stdin.write(b"quit\n")
                    self._stdin.close()
            if not (self.listens and self._ends_output(_QUIT_SECONDS)):
                self._signal(signal.SIGTERM)
                self._ends_output(_QUIT_SECONDS)
        finally:
            self._end_group()
            self._stdin.close()
            self._stdout.close()
            self._end_stderr()

    def _write(self, command: str, deadline: float) -> bool:
        """Sends a command; returns whether the program took it before the deadline, or is gone.

        Raises Cancelled if the cancellation is set.
        """
        unsent = command.encode(errors="surrogateescape") + b"\n"
        with suppress(BrokenPipeError):  # reading will show why the program closed its input
            while unsent := unsent[self._stdin.write(unsent) or 0 :]:
                # It answers commands that it doesn't read, until they fill its standard input.
                if not self._wait(self._room, deadline):
                    return False
        return True

    def _refuse_leftovers(self) -> None:
        """Raises BadAnswer if the program wrote more than one answer to the last command.

        Raises ProgramDied or Cancelled, too, as waiting for an answer would.
        """
        if self._has_answered:
            self._receive(time.monotonic())  # what came since then
        if extra := self._unread.strip():
            line = extra.split(b"\n", 1)[0].decode(errors="replace")
            raise BadAnswer(f"more than one answer to a command: {line[:200]!r}")

    def _take_answer(self, command: str) -> str | None:
        """Returns the next answer from what was received, or None if it isn't complete.

        Raises BadAnswer if what was received can't become an answer.
        """
        self._unread = self._unread.lstrip(b"\n")
        if self._unread and self._unread[:1] not in b"=?":
            line = self._unread.split(b"\n", 1)[0].decode(errors="replace")
            raise BadAnswer(f"no GTP answer to {command!r}: {line[:200]!r}")
        text, end, rest = self._unread.partition(b"\n\n")
        if not end:
            if len(text) > _MAX_ANSWER_BYTES:
                raise BadAnswer(f"an answer without end to {command!r}")
            return None
        self._unread = rest
        return text.decode(errors="replace")

    def _receive(self, deadline: float) -> bool:
        """Waits for output and reads it; returns whether there was any before the deadline.

        Raises ProgramDied at the end of the output, Cancelled if the cancellation is set.
        """
        if not self._wait(self._output, deadline):
            return False
        chunk = self._stdout.read(_CHUNK_BYTES)
        if not chunk:
            raise ProgramDied(self._cause_of_death())
        self._stdout_tail.add(chunk)
        self._unread += chunk.replace(b"\r", b"")
        return True

    def _wait(self, stream: select.poll, deadline: float) -> bool:
        """Waits for a stream; returns whether it is ready before the deadline.

        Raises ProgramDied if the program is gone, Cancelled if the cancellation is set.
        """
        while True:
            seconds = deadline - time.monotonic()
            if seconds < -_LATE_SECONDS:
                return False  # the program writes without end
            seconds = max(0.0, seconds)
            ready = {number for number, _ in stream.poll(1000 * min(seconds, _LONGEST_POLL))}
            if self._cancellation is not None and self._cancellation.fileno() in ready:
                raise Cancelled
            if ready or seconds <= _LONGEST_POLL:
                return bool(ready)
            if self._process.poll() is not None:  # a child of its own keeps the stream open
                raise ProgramDied(self._cause_of_death())

    def _ends_output(self, seconds: float) -> bool:
        """Returns whether the program closes its output within some seconds."""
        deadline = time.monotonic() + seconds
        try:
            while self._receive(deadline):
                self._unread = b""
        except (ProgramDied, Cancelled):
            return True
        return False

    def _cause_of_death(self) -> str:
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._end_group()
        self._stderr_reader.join(_EXIT_SECONDS)
        if code < 0:
            return f"was killed by {_signal_name(-code)}"
        return f"ended with exit code {code}"

    def _end_group(self) -> None:
        """Kills what is left of the group, once; its id may belong to others afterwards."""
        if not self._is_ended:
            self._is_ended = True
            self._signal(signal.SIGKILL)
            guard.remove(self._process.pid)
            with suppress(subprocess.TimeoutExpired):  # of another user, it can't be killed
                self._process.wait(_EXIT_SECONDS)

    def _end_stderr(self) -> None:
        """Ends the reader of standard error, once it has read what there is.

        A process that left the group may hold the stream open for ever.
        """
        self._stderr_reader.join(_EXIT_SECONDS)
        self._stderr_closing.set()
        self._stderr_reader.join()
        self._stderr_closing.close()

    def _signal(self, number: signal.Signals) -> None:
        """Sends a signal to the whole group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _drain_stderr(self) -> None:
        poll = select.poll()
        poll.register(self._stderr, select.POLLIN)
        poll.register(self._stderr_closing, select.POLLIN)
        with self._stderr as stream:
            while True:
                if self._stderr_closing.fileno() in {number for number, _ in poll.poll()}:
                    return
                if not (chunk := stream.read(_CHUNK_BYTES)):
                    return
                self._stderr_tail.add(chunk)


def _signal_name(number: int) -> str:
    """Returns a signal's name, or its number where it has none, as most real-time signals."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _Tail:
    """The last bytes of a stream."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, chunk: bytes) -> None:
        self._bytes = (self._bytes + chunk)[-_TAIL_BYTES:]

    def lines(self) -> list[str]:
        """Returns the last lines that aren't blank, without control characters."""
        text = self._bytes.decode(errors="replace").replace("\r", "\n")
        lines = (line.translate(_CONTROL_CHARACTERS).rstrip() for line in text.split("\n"))
        return [line for line in lines if line][-_TAIL_LINES:]
