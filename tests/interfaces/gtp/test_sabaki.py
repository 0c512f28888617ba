"""Sabaki's own module for engines, npm's @sabaki/gtp, attached to the engine."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

MODULE = Path(os.environ.get("CFGGO_NODE_MODULES", ROOT / ".venv" / "node_modules")) / "@sabaki/gtp"
"""Where `scripts/test` puts it."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js (node)"),
    pytest.mark.skipif(
        not MODULE.is_dir(),
        reason="needs npm's @sabaki/gtp: npm install --prefix .venv @sabaki/gtp@3.0.0",
    ),
]

MOST_SECONDS = 600
"""For the whole conversation, on a busy machine that has to compile first."""


@pytest.fixture(scope="module")
def conversation() -> dict[str, Any]:
    """What came of it (see the script)."""
    script = Path(__file__).with_name("sabaki_client.js")
    engine = [sys.executable, "-m", "cfggo", "gtp", "--playouts", "100", "--seed", "5"]
    done = subprocess.run(
        ["node", str(script), str(MODULE), *engine],
        capture_output=True, text=True, timeout=MOST_SECONDS, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_finds_the_commands_that_sabaki_looks_for(conversation: dict[str, Any]) -> None:
    wanted = {"analyze", "genmove_analyze", "undo", "loadsgf", "set_free_handicap", "final_score"}
    assert wanted <= set(conversation["commands"])


def test_a_whole_game_is_played(conversation: dict[str, Any]) -> None:
    moves = conversation["game"]["moves"]
    assert len(moves) > 20
    assert moves[-1] == "resign" or moves[-2:] == ["pass", "pass"]
    assert all(re.fullmatch("[A-HJ][1-9]|pass|resign", move) for move in moves)
    assert re.fullmatch(r"[BW]\+[0-9.]+|0", conversation["score"])


def test_win_rate_and_score_are_read_from_each_line(conversation: dict[str, Any]) -> None:
    lines = [*conversation["game"]["lines"], *conversation["analysis"]["lines"]]
    for line in lines:
        best = fields_as_sabaki_reads_them(line.split(" info ")[0].removeprefix("info "))
        assert 0 <= int(best["winrate"]) <= 10000  # in analyze's form, which Sabaki takes for it
        assert -90 <= float(best["scoreLead"]) <= 90
        assert int(best["visits"]) > 0
        assert best["pv"][0] == best["move"]


def fields_as_sabaki_reads_them(info: str) -> dict[str, Any]:
    """Returns the fields of a move: pairs of words up to the variation, which ends the text."""
    words, variation = info.split(" pv ")
    moves = variation.split()
    assert all(re.fullmatch("[A-Z][0-9]+|pass", move) for move in moves)
    keys_and_values = words.split()
    pairs = zip(keys_and_values[::2], keys_and_values[1::2], strict=True)
    return {**dict(pairs), "pv": moves}


def test_a_move_interrupts_an_analysis(conversation: dict[str, Any]) -> None:
    analysis = conversation["analysis"]
    assert len(analysis["lines"]) >= 3
    assert analysis["order"] == [["analyze", True], ["play", True]]
    assert conversation["stones"] == "E5"
