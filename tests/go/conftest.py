import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def gnugo() -> Iterator[Callable[..., Callable[[list[str]], list[str]]]]:
    """Starts GNU Go with some options; what it returns sends GTP commands and returns answers."""
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if program is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    processes = []

    def start(*options: str) -> Callable[[list[str]], list[str]]:
        process = subprocess.Popen(
            [program, "--mode", "gtp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)

        def ask(commands: list[str]) -> list[str]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n".join(commands) + "\n")
            process.stdin.flush()
            answers = []
            for command in commands:
                lines = list(iter(process.stdout.readline, "\n"))
                assert lines, f"GNU Go ended at {command}"
                answers.append("".join(lines).strip())
            return answers

        return ask

    yield start
    for process in processes:
        process.communicate("quit\n", timeout=60)
