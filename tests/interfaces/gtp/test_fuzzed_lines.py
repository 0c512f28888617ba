"""Lines that nobody would type: each is answered once, in its turn."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from gtp_lines import LIMIT, expected_id, fuzzed_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interfaces.gtp.conftest import Gtp

LINES = 150


def test_an_id_that_is_too_long_is_cut(gtp: Gtp) -> None:
    line = b"9" * 70000
    answer = gtp.send(line + b"\n").split()[0]
    assert answer.decode() == f"?{expected_id(line)}"


@pytest.mark.parametrize("seed", range(4))
def test_each_line_is_answered_once(
    gtp: Gtp,
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)  # where `printsgf` may write
    gtp.send(b"".join(line + b"\n" for line in LIMIT))
    for line in islice(fuzzed_lines(Random(seed)), LINES):
        answer = gtp.send(line + b"\n")
        wanted = expected_id(line)
        if wanted is None:
            assert answer == b"", line
            continue
        assert answer[:1] in (b"=", b"?"), line
        assert answer[1:].startswith(wanted.encode()), line
        assert answer.endswith(b"\n\n"), line
        assert b"\n\n" not in answer[:-2], line
        assert b"internal error" not in answer, line
    assert "Traceback" not in capsys.readouterr().err
