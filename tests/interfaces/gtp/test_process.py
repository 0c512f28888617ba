"""The command `cfggo gtp` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE = 600.0
"""Seconds after which a test gives up; if it is the first one, the kernels are compiled."""

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts engines, and ends those that a test left running."""
    processes = []

    def start(
        *options: str, stdin: int = subprocess.PIPE, **environment: str
    ) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "cfggo", "gtp", *options],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # `communicate` does not see what a buffer holds
            env=os.environ | environment,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def write(process: "subprocess.Popen[bytes]", text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text.encode())
    process.stdin.flush()


def read_line(process: "subprocess.Popen[bytes]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode()


BEFORE_THE_GAME_IS_LOADED = """
import io, sys
from cfggo.config import EngineConfig
from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.interfaces.gtp.lines import CommandLines
from cfggo.interfaces.gtp.loading import Loader
from cfggo.interfaces.gtp.log import Log
from cfggo.interfaces.gtp.output import Output
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.session import Session


class Impatient(Loader):
    def _wait(self, decided):
        raise GtpError("not loaded yet")


lines = CommandLines(io.BytesIO())
session = Session(EngineConfig(), Impatient(None), lines, Output(io.BytesIO(), Log()))
for name, command in COMMANDS.items():
    for words in ([], ["b"], ["7"], ["none"], ["b", "D4"], ["level", "full"], ["b", "1", "2"]):
        try:
            command.run(session, words)
        except GtpError:
            pass
        if "numpy" in sys.modules:
            sys.exit(f"{name} {words}")
"""


def test_no_command_imports_numpy_before_the_loading_thread_has(tmp_path: Path) -> None:
    """Two threads in the middle of Numba's modules could see halves of them."""
    command = [sys.executable, "-c", BEFORE_THE_GAME_IS_LOADED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_light_commands_are_answered_at_once_and_quit_ends_it(
    start: Start, tmp_path: Path, cache: str
) -> None:
    environment = {"CFGGO_CACHE_DIR": str(tmp_path)} if cache == "cold" else {}
    process = start(**environment)
    write(process, "name\nversion\nprotocol_version\nknown_command genmove\nlist_commands\n")
    assert read_line(process) == "= cfggo\n"
    write(process, "quit\n")
    output, _ = process.communicate(timeout=PATIENCE)
    assert output.endswith(b"\n\n=\n\n")
    assert process.returncode == 0
    assert not any(tmp_path.rglob("warm"))  # it has not waited until all was compiled


def test_light_commands_import_nothing_heavy() -> None:
    script = "import sys, cfggo.interfaces.gtp.server, cfggo.commands.gtp; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "cfggo.interfaces.gtp.commands.gogui" in modules
    assert not {"numpy", "numba", "sgfmill", "rich"} & set(modules)


def test_the_end_of_the_input_ends_it(start: Start) -> None:
    process = start()
    output, _ = process.communicate(b"1 name", timeout=PATIENCE)
    assert output == b"=1 cfggo\n\n"
    assert process.returncode == 0


def test_a_controller_that_stops_listening_gets_no_traceback(start: Start) -> None:
    process = start()
    assert process.stdout is not None
    process.stdout.close()
    write(process, "name\nname\n")
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors == b"cfggo: error: standard output: Broken pipe\n"
    assert process.returncode == 2


def test_without_standard_error_answers_stay_clean(tmp_path: Path) -> None:
    """What is for the user must not go where the controller reads."""
    bad = tmp_path / "bad.weights"
    bad.write_bytes(b"PK\x03\x04 no archive")
    done = subprocess.run(
        f"exec {sys.executable} -m cfggo gtp --set tree={bad} 2>&-",
        shell=True, input=b"genmove b\nplay b D4\n", stdout=subprocess.PIPE,
        timeout=PATIENCE,
    )  # fmt: skip
    assert re.fullmatch(rb"\? no engine: .*bad\.weights.*\n\n=\n\n", done.stdout)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("&-", b"gtp needs an open standard input and output"),
        ("/dev/full", b"standard output: No space left on device"),
    ],
)
def test_an_output_that_takes_nothing_is_reported_in_a_line(output: str, message: bytes) -> None:
    command = f"exec {sys.executable} -m cfggo gtp >{output}"
    done = subprocess.run(command, shell=True, input=b"name\n", stderr=subprocess.PIPE)
    assert done.stderr == b"cfggo: error: " + message + b"\n"
    assert done.returncode == 2


def test_an_input_that_does_not_block_has_not_ended(start: Start) -> None:
    pipe = read, write_end = os.pipe()
    os.set_blocking(read, False)
    process = start(stdin=read)
    for command, answer in (("name", "= cfggo"), ("protocol_version", "= 2")):
        os.write(write_end, f"{command}\n".encode())
        assert [read_line(process), read_line(process)] == [f"{answer}\n", "\n"]
        time.sleep(0.1)
    for end in pipe:
        os.close(end)
    assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_an_interrupt_without_a_search_ends_it(start: Start, tmp_path: Path, cache: str) -> None:
    process = start(**{"CFGGO_CACHE_DIR": str(tmp_path)} if cache == "cold" else {})
    if cache == "warm":
        write(process, "cfggo-policy b\nname\n")
        while read_line(process) != "= cfggo\n":
            pass
    else:  # while it compiles
        write(process, "name\ngenmove b\n")
        assert process.stderr is not None
        assert b"compiling" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors.endswith(b"interrupted\n")
    assert b"Traceback" not in errors
    assert process.returncode == 130


@pytest.mark.parametrize("command", ["genmove b", "kata-analyze b 99999", "compiling"])
def test_a_controller_that_hangs_up_stops_it(start: Start, tmp_path: Path, command: str) -> None:
    options = ["--playouts", "0", "--seconds", "600"]
    if command == "compiling":
        process = start(*options, CFGGO_CACHE_DIR=str(tmp_path))
        write(process, "name\ngenmove b\n")
    else:
        process = start(*options)
        write(process, f"cfggo-policy b\nname\n{command}\n")
    while read_line(process) != "= cfggo\n":
        pass
    time.sleep(0.3)
    assert process.poll() is None
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # first: an analysis that ends with the input still says so
    process.stdin.close()
    process.wait(timeout=PATIENCE)
    (error,) = [line for line in process.stderr if b"compiling" not in line]
    assert error.startswith(b"cfggo: error: standard output: ")
    assert process.returncode == 2


def test_the_end_of_the_input_does_not_stop_a_search(start: Start) -> None:
    output, errors = start("--playouts", "300").communicate(b"genmove b\n", timeout=PATIENCE)
    assert re.fullmatch(rb"= [A-T][0-9]+\n\n", output)
    assert b"error" not in errors


def test_after_quit_it_is_gone_at_once(start: Start) -> None:
    process = start("--threads", "2", "--playouts", "3000", "--set", "expand_visits=1")
    write(process, "genmove b\nquit\n")
    while read_line(process) != "=\n":
        pass
    assert process.wait(timeout=PATIENCE) == 0


def test_missing_weights_end_it_at_once(start: Start, tmp_path: Path) -> None:
    process = start("--set", f"tree={tmp_path / 'none.weights'}")
    output, errors = process.communicate(timeout=PATIENCE)
    assert output == b""
    message = f"cfggo: error: {tmp_path / 'none.weights'}: No such file or directory\n"
    assert errors.decode() == message
    assert process.returncode == 2


def test_a_program_can_be_told_as_which_one_to_answer_and_to_log_each_line_with_its_time(
    start: Start, tmp_path: Path
) -> None:
    log = tmp_path / "gtp.log"
    process = start("--as", "katago", "--ogs", "--log", str(log))
    commands = b"1 name\n# thanks\n2 version\nquit\n"
    output, errors = process.communicate(commands, timeout=PATIENCE)
    assert re.fullmatch(rb"=1 KataGo \(cfggo [0-9.]+\)\n\n=2 1\.[0-9]+\n\n=\n\n", output)
    assert errors.startswith(b"cfggo: tells of its moves in KataGo's form\n")
    time_stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} "
    lines = log.read_text(encoding="utf-8").splitlines()
    assert all(re.match(time_stamp, line) for line in lines)
    said = [re.sub(time_stamp, "", line).rstrip() for line in lines]
    name, version = output.decode().split("\n\n")[:2]
    commands_said = ["< 1 name", f"> {name}", "< # thanks", "< 2 version", f"> {version}"]
    assert said == [*commands_said, "< quit", "> ="]
