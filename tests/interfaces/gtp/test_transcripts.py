"""Conversations between a controller and the engine, as a Go programmer would type them."""

from pathlib import Path

import pytest

from tests.interfaces.gtp.conftest import Gtp

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def exchanges(transcript: str) -> list[tuple[int, str, str]]:
    """Returns (number of the line, command, expected answer) for each command in a transcript."""
    found: list[tuple[int, str, str]] = []
    for number, line in enumerate(transcript.splitlines(), 1):
        if line.startswith(">"):
            found.append((number, line[1:].removeprefix(" "), ""))
        elif line.startswith("<"):
            at, command, answer = found[-1]
            found[-1] = (at, command, f"{answer}{line[1:].removeprefix(' ')}\n")
    return found


def without_trailing_spaces(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(gtp: Gtp, path: Path) -> None:
    for number, command, expected in exchanges(path.read_text(encoding="utf-8")):
        answer = gtp.send(f"{command}\n".encode()).decode()
        if not command.partition("#")[0].strip():
            assert answer == "", f"line {number}: a blank line is not answered"
            continue
        assert answer.endswith("\n\n"), f"line {number}: {command}"
        found = without_trailing_spaces(answer.removesuffix("\n"))
        assert found == without_trailing_spaces(expected or "="), f"line {number}: {command}"
