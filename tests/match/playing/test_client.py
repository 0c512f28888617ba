"""Talking to programs that answer, and to some that don't."""

import importlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.match.playing import client as client_module
from cfggo.match.playing.client import (
    BadAnswer,
    Cancellation,
    Cancelled,
    GtpClient,
    GtpFailure,
    ProgramDied,
    ProgramHung,
)
from cfggo.match.playing.guard import guard
from tests.match.conftest import PATIENCE
from tests.waiting import wait_until

CommandLine = Callable[..., list[str]]
RunningAfter = Callable[[list[int], float], list[int]]


def echo(answers: str) -> list[str]:
    """Returns the command of a program that writes some text as soon as it is started."""
    return [sys.executable, "-c", f"import sys, time; sys.stdout.write({answers!r});"
            "sys.stdout.flush(); time.sleep(1000)"]  # fmt: skip


def test_answers_and_refusals(command_line: CommandLine) -> None:
    with GtpClient(command_line()) as client:
        assert client.send("name", PATIENCE) == "player"
        assert client.send("komi 7.5", PATIENCE) == ""
        for unknown in ("dance", os.fsdecode(b"loadsgf caf\xe9.sgf")):  # a name that is no text
            with pytest.raises(GtpFailure, match="unknown command"):
                client.send(unknown, PATIENCE)
        assert client.send("genmove black", PATIENCE) == "A1"
        assert client.offer("name", PATIENCE)
        assert not client.offer("no-such-command", PATIENCE)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("= D4\r\n\r\n", "D4"),
        ("\n\n=\tD4\x07\n\n", "D4"),
        ("= one\ntwo\n\n", "one\ntwo"),
        ("=\n\n", ""),
    ],
)
def test_forms_of_answers(written: str, answer: str) -> None:
    with GtpClient(echo(written)) as client:
        assert client.send("genmove b", PATIENCE) == answer


def test_program_that_leaves_in_time_is_not_killed(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "_QUIT_SECONDS", PATIENCE)
    client = GtpClient(command_line())
    client.send("name", PATIENCE)
    client.close()
    assert client.last_words()[-1] == "stderr: bye"


def test_program_that_cannot_be_started() -> None:
    with pytest.raises(ProgramDied, match="can't be started"):
        GtpClient(["/no/such/program"])
    with pytest.raises(ProgramDied, match="can't be started: embedded null byte"):
        GtpClient(["/bin/echo", "a\0b"])


def test_death_tells_the_exit_code_and_the_last_words() -> None:
    words = "import sys; print('= half an answer'); sys.exit('no memory')"
    with GtpClient([sys.executable, "-c", words]) as client:
        with pytest.raises(ProgramDied, match="exit code 1"):
            client.send("name", PATIENCE)
        assert client.last_words() == ["stdout: = half an answer", "stderr: no memory"]


def open_files() -> set[str]:
    return set(os.listdir("/dev/fd"))


def test_child_that_left_the_group_delays_nothing(
    command_line: CommandLine, tmp_path: Path
) -> None:
    GtpClient(command_line()).close()  # the guard has its helper now
    before = open_files()
    with GtpClient(command_line("LeavesAChild")) as client:
        for _ in range(2):
            client.send("genmove b", PATIENCE)
        with pytest.raises(ProgramDied, match="exit code 3"):
            client.send("genmove b", PATIENCE)
    assert open_files() == before
    os.kill(int((tmp_path / "pids").read_text().split()[-1]), signal.SIGKILL)


@pytest.mark.parametrize(
    ("behaviour", "moves", "command", "seconds", "words"),
    [
        ("Silent", 0, "name", 0.3, r"'name' within 0\.3 s"),
        ("Floods", 2, "genmove b", 0.3, r"'genmove b' within 0\.3 s"),
        ("Deaf", 0, "x" * 1_000_000, 0.5, r"within 0\.5 s"),
    ],
)
def test_a_program_that_does_not_answer_is_not_waited_for(
    command_line: CommandLine, running_after: RunningAfter, behaviour: str, moves: int,
    command: str, seconds: float, words: str,
) -> None:  # fmt: skip
    with GtpClient(command_line(behaviour)) as client:
        for _ in range(moves):
            client.send("genmove b", PATIENCE)
        with pytest.raises(ProgramHung, match=words):
            client.send(command, seconds)
    assert not running_after([client.pid], 0.0)


@pytest.mark.parametrize(("seconds", "words"), [(1200.0, "1200 s"), (0.25, "0.2 s")])
def test_a_long_limit_is_said_in_seconds(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch, seconds: float, words: str
) -> None:
    with GtpClient(command_line("Player")) as client:
        monkeypatch.setattr(client, "_write", lambda command, deadline: False)
        with pytest.raises(ProgramHung, match=f"within {words}"):
            client.send("name", seconds)


@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), OSError(24, "Too many"), KeyboardInterrupt()]
)
@pytest.mark.parametrize("where", ["guard", "thread"])
def test_failing_start_leaves_nothing(
    command_line: CommandLine,
    running_after: RunningAfter,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    where: str,
) -> None:
    GtpClient(command_line()).close()
    before = open_files()
    started = []
    start = subprocess.Popen

    def popen(*args: Any, **options: Any) -> Any:
        started.append(start(*args, **options))
        return started[-1]

    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "Popen", popen)
    if where == "guard":
        monkeypatch.setattr(guard, "add", fail)
    else:
        monkeypatch.setattr(threading.Thread, "start", fail)
    is_users = isinstance(error, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt if is_users else ProgramDied):
        GtpClient(command_line("IgnoresQuit"))
    assert not running_after([process.pid for process in started], 0.0)
    assert open_files() == before


@pytest.mark.parametrize("seconds", [1e9, float("inf")])
def test_time_limits_may_be_longer_than_the_system_can_wait_at_a_time(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    with GtpClient(command_line("Slower")) as client:
        assert client.send("name", seconds) == "player"
        monkeypatch.setattr(client_module, "_LONGEST_POLL", 0.1)
        assert client.send("genmove b", seconds) == "A1"  # after a second


@pytest.mark.parametrize("wait", [0.0, 0.05])
def test_a_second_answer_to_a_command_is_told(wait: float) -> None:
    words = (
        f"import sys, time\ninput()\nprint('= D4\\n', flush=True)\ntime.sleep({wait})\n"
        "print('= E5\\n', flush=True)\nsys.stderr.write('both\\n')\ntime.sleep(1000)"
    )
    with GtpClient([sys.executable, "-c", words]) as client:
        assert client.send("genmove b", PATIENCE) == "D4"
        wait_until(lambda: "stderr: both" in client.last_words())
        with pytest.raises(BadAnswer, match="more than one answer to a command: '= E5'"):
            client.send("genmove w", PATIENCE)
    welcome = GtpClient(echo("Welcome!\n= player\n\n"))
    with welcome as client, pytest.raises(BadAnswer, match="'Welcome!'"):
        client.send("name", PATIENCE)


def test_flood_of_stderr_blocks_no_game(command_line: CommandLine) -> None:
    with GtpClient(command_line("Flood")) as client:
        for vertex in ("A1", "B1", "C1"):
            assert client.send("genmove b", PATIENCE) == vertex
        # A thread of its own reads it.
        wait_until(lambda: client.last_words()[-1] == "stderr: the last line")
        assert sum(map(len, client.last_words())) < 5000


def test_closing_ends_the_children_of_a_program_that_ignores_quit(
    command_line: CommandLine, running_after: RunningAfter
) -> None:
    # The fixture no_process_left looks for the child.
    client = GtpClient(command_line("IgnoresQuit"))
    client.send("name", PATIENCE)
    client.close()
    assert not running_after([client.pid], 0.0)


@pytest.mark.parametrize("behaviour", ["Player", "IgnoresQuit"])
def test_program_ends_when_its_caller_is_killed(
    command_line: CommandLine, running_after: RunningAfter, behaviour: str
) -> None:
    # The fixture no_process_left looks for the child of the one that ignores everything.
    caller = (
        "import sys, time; from cfggo.match.playing.client import GtpClient\n"
        "client = GtpClient(sys.argv[1:]); client.send('name', 60)\n"
        "print(client.pid, flush=True); time.sleep(1000)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", caller, *command_line(behaviour)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    pid = int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    assert not running_after([pid], PATIENCE)


def test_cancellation_ends_all_waiting(command_line: CommandLine) -> None:
    cancellation = Cancellation()
    try:
        with GtpClient(command_line("Silent"), cancellation=cancellation) as client:
            threading.Timer(0.2, cancellation.set).start()
            with pytest.raises(Cancelled):
                client.send("name", PATIENCE)
            with pytest.raises(Cancelled):
                client.send("name", PATIENCE)
    finally:
        cancellation.close()


def test_systems_without_poll_get_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(select, "poll")
    monkeypatch.delitem(sys.modules, "cfggo.match.playing.client")
    with pytest.raises(CfggoError, match="Linux and macOS only"):
        importlib.import_module("cfggo.match.playing.client")
    assert cli.main(["regress", "any.tst"]) == 2
    assert capsys.readouterr().err.endswith("on Linux and macOS only\n")
