"""The command `cfggo analyze` as a process of its own, with an engine that knows nothing."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.interfaces.analysis import process
from cfggo.interfaces.analysis.override_settings import Perspective
from tests.interfaces.analysis.conftest import make_query

PATIENCE = 600
"""Seconds after which a test gives up; if it is the first one, the kernels are compiled."""

Start = Callable[..., "Analyze"]


class Analyze:
    """A process of `cfggo analyze`."""

    def __init__(self, *arguments: str, command: str = "analyze") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cfggo", command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=dict(os.environ),
        )

    def send(self, *queries: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        text = "".join(json.dumps(query) + "\n" for query in queries)
        self.process.stdin.write(text.encode())

    def read(self) -> dict[str, Any]:
        """Returns the next answer."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def finish(self, *queries: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
        """Returns all answers until the end, after that of the input, and what is told aside."""
        text = "".join(json.dumps(query) + "\n" for query in queries)
        answers, errors = self.process.communicate(text.encode(), timeout=PATIENCE)
        return [json.loads(line) for line in answers.splitlines()], errors.decode()


@pytest.fixture
def start(zero_weights_file: Path) -> Iterator[Start]:
    """Starts engines, and ends those that a test left running."""
    started = []
    file = str(zero_weights_file)
    weights = [f"--set=tree={file}", f"--set=playout={file}", f"--set=glance={file}"]

    def start(*arguments: str, command: str = "analyze") -> Analyze:
        started.append(Analyze(*weights, *arguments, command=command))
        return started[-1]

    yield start
    for analyze in started:
        analyze.process.kill()
        analyze.process.communicate()


def test_a_client_may_send_all_before_it_reads_and_its_end_finishes_what_waits(
    start: Start,
) -> None:
    analyze = start("--analysis-threads", "1")
    for _ in range(10):  # both pipes would be full long before
        analyze.send(*[make_query("long " * 100, maxVisits=1, includeOwnership=True)] * 30)
    moves = [["B", "C3"], ["W", "B2"], ["B", "pass"]]
    query = make_query(moves=moves, analyzeTurns=[0, 1, 2, 3], maxVisits=30, includePolicy=True)
    answers, errors = analyze.finish(query, make_query("last", maxVisits=5))
    assert len(answers) == 300 + 5
    assert [answer["turnNumber"] for answer in answers[300:]] == [0, 1, 2, 3, 0]
    assert [answer["rootInfo"]["visits"] for answer in answers[300:]] == [30, 30, 30, 30, 5]
    assert "Started, ready to begin handling requests" in errors
    assert analyze.process.returncode == 0


def test_two_positions_at_a_time(start: Start) -> None:
    """Both searches look for a client that hangs up, each a few times."""
    settings = {"maxTime": 0.5}
    queries = [make_query(str(i), maxVisits=10**9, overrideSettings=settings) for i in range(2)]
    answers, errors = start("--analysis-threads", "2").finish(*queries)
    assert sorted(answer["id"] for answer in answers) == ["0", "1"]
    assert all("rootInfo" in answer for answer in answers)
    assert "Traceback" not in errors


def test_what_waits_can_be_dropped_at_the_end(start: Start) -> None:
    analyze = start("-quit-without-waiting", "--analysis-threads", "1")
    queries = [make_query(str(i), maxVisits=10**9) for i in range(20)]
    answers, _ = analyze.finish(*queries)
    assert {answer["id"] for answer in answers} <= {"0"}
    assert analyze.process.returncode == 0


def test_katrain_starts_it_in_the_place_of_katago(start: Start, tmp_path: Path) -> None:
    config = tmp_path / "analysis.cfg"
    config.write_text("# of KataGo\nreportAnalysisWinratesAs = WHITE  # says who\nmaxVisits = 3\n")
    katago = ["-model", "/no/such.bin.gz", "-config", str(config), "-analysis-threads", "1"]
    analyze = start(*katago, "-override-config", "homeDataDir=/tmp/a,b=1", command="analysis")
    # With a komi of 150 White wins every game of 5x5.
    query = make_query(komi=150, maxVisits=20, overrideSettings={"wideRootNoise": 0.04})
    (answer,), errors = analyze.finish(query)
    assert answer["rootInfo"]["winrate"] == 1
    assert answer["rootInfo"]["scoreLead"] > 100
    assert "ignored but for reportAnalysisWinratesAs: -model, -config, -override-config" in errors


@pytest.mark.parametrize(
    ("arguments", "perspective"),
    [
        ([], Perspective.BLACK),
        (["--winrates-as", "WHITE"], Perspective.WHITE),
        (["-override-config", "reportAnalysisWinratesAs=WHITE"], Perspective.WHITE),
        (
            ["-override-config", "reportAnalysisWinratesAs=WHITE", "--winrates-as", "black"],
            Perspective.BLACK,
        ),
    ],
)
def test_whose_win_rates_it_gives(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], perspective: Perspective
) -> None:
    asked = []

    def run(config: object, threads: int, perspective: Perspective, *, waits_at_end: bool) -> int:
        asked.append(perspective)
        return 0

    monkeypatch.setattr(process, "run_analysis", run)
    monkeypatch.setattr(os, "_exit", asked.append)
    cli.main(["analyze", *arguments])
    assert asked == [perspective, 0]


def test_an_interrupt_keeps_what_was_found_out(start: Start) -> None:
    analyze = start("--analysis-threads", "1")
    analyze.send(make_query("a", maxVisits=10**9, reportDuringSearchEvery=0.05), make_query("b"))
    assert analyze.read()["isDuringSearch"]
    analyze.process.send_signal(signal.SIGINT)
    answers, errors = analyze.finish()
    assert [answer["id"] for answer in answers if not answer["isDuringSearch"]] == ["a"]
    assert errors.endswith("interrupted\n")
    assert "Traceback" not in errors
    assert analyze.process.returncode == 130


def test_an_interrupt_without_a_search_ends_it(start: Start) -> None:
    analyze = start()
    analyze.send({"id": "v", "action": "query_version"})
    assert analyze.read()["id"] == "v"
    analyze.process.send_signal(signal.SIGINT)
    answers, errors = analyze.finish()
    assert answers == []
    assert errors.endswith("interrupted\n")
    assert analyze.process.returncode == 130


def test_a_client_that_hangs_up_ends_it(start: Start) -> None:
    analyze = start()
    analyze.send(make_query(maxVisits=10**9, reportDuringSearchEvery=0.05))
    analyze.read()
    assert analyze.process.stdout is not None
    assert analyze.process.stderr is not None
    analyze.process.stdout.close()
    assert analyze.process.wait(PATIENCE) == 2
    assert b"cfggo: error: standard output: " in analyze.process.stderr.read()
