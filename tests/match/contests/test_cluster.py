"""Games on a cluster of this machine's processes, of which one is killed."""

import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.match.contests.cluster import ClusterVenue
from cfggo.match.contests.contest import Contest, Entrant, Pairing
from cfggo.match.playing.referee import GameSettings
from cfggo.match.results.store import JOURNAL, FinishedGame
from tests.match.conftest import PATIENCE, PIDS_FILE, running_after
from tests.waiting import wait_until

GAMES = 6


@pytest.fixture(scope="module")
def pids_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the file of the ids of processes that workers start."""
    return tmp_path_factory.mktemp("workers") / "pids"


@pytest.fixture(scope="module")
def cluster(pids_file: Path) -> Iterator[Any]:
    """Returns a cluster of two workers, none of whose programs may be left."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with (
        patch.dict(os.environ, {PIDS_FILE: str(pids_file)}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
    ):
        cluster.wait_for_workers(2)
        yield cluster
    assert not running_after(ids_in(pids_file), PATIENCE)


def ids_in(file: Path) -> list[int]:
    return [int(pid) for pid in file.read_text().split()]


def test_abandoned_games_are_not_played_on(
    cluster: Any, pids_file: Path, command_line: Callable[..., list[str]]
) -> None:
    quick, slow = (shlex.join(command_line(name, 1000)) for name in ("Player", "Slower"))
    settings = GameSettings(size=19, max_moves=1000)
    pids_file.unlink(missing_ok=True)  # those of another test
    pairings = [
        Pairing(Entrant("quick", quick), Entrant("quick", quick), replace(settings, max_moves=1)),
        Pairing(Entrant("slow", slow), Entrant("slow", slow), settings),
    ]
    contest = Contest(pairings)
    with ClusterVenue(cluster.scheduler_address) as venue:
        kept: list[FinishedGame] = []
        games = venue.play([contest.task(1), contest.task(2)], kept.append)
        assert next(games).summary["number"] == 1
        assert [game.summary["number"] for game in kept] == [1]
        wait_until(lambda: len(ids_in(pids_file)) == 4)  # the other game's programs run
        time.sleep(1.5)  # it is in its second move or later, unless the machine is busy
        games.close()
        assert not running_after(ids_in(pids_file), PATIENCE)


def kill_worker(cluster: Any, folder: Path, pids_file: Path) -> None:
    """Kills a worker in the middle of a game, once another game is finished."""
    with cluster.get_client() as client:
        pids = list(client.run(os.getpid).values())
    wait_until(lambda: (folder / JOURNAL).exists() and (folder / JOURNAL).read_bytes(), 300.0)
    worker = pytest.importorskip("psutil").Process(pids[0])  # which Dask needs, too
    wait_until(lambda: {child.pid for child in worker.children()} & {*ids_in(pids_file)})
    os.kill(pids[0], signal.SIGKILL)


def test_games_of_a_worker_that_vanishes_are_played_again(
    cluster: Any,
    pids_file: Path,
    tmp_path: Path,
    command_line: Callable[..., list[str]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pids_file.unlink(missing_ok=True)  # those of another test
    monkeypatch.setenv(PIDS_FILE, str(pids_file))  # also for the worker that is started anew
    folder = tmp_path / "out"
    killer = threading.Thread(target=kill_worker, args=(cluster, folder, pids_file), daemon=True)
    killer.start()
    black, white = shlex.join(command_line("Slower")), shlex.join(command_line("Player"))
    options = ["--size", "5", "--games", str(GAMES), "--max-moves", "3", "--out", str(folder)]
    scheduler = ["--scheduler", cluster.scheduler_address]
    assert (
        cli.main(["match", "--black", black, "--white", white, *options, *scheduler, "--json"]) == 0
    )
    killer.join()
    result = json.loads(capsys.readouterr().out)
    assert (result["games"], result["forfeits"], result["errors"]) == (GAMES, 0, 0)
    summaries = [json.loads(line) for line in (folder / JOURNAL).read_text().splitlines()]
    assert sorted(summary["number"] for summary in summaries) == list(range(1, GAMES + 1))
    # More programs were started than these games needed: one was played in part, and again.
    assert len(ids_in(pids_file)) > 2 * GAMES


def test_a_cluster_without_workers_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("cfggo.match.contests.cluster.SECONDS_WITHOUT_WORKERS", 0.5)
    monkeypatch.setattr("cfggo.base.dask.SECONDS_UNTIL_SAID", 0.1)
    monkeypatch.setattr("cfggo.base.dask.SECONDS_BETWEEN_LOOKS", 0.2)
    contest = Contest([Pairing(Entrant("a", "a"), Entrant("b", "b"), GameSettings(size=9))])
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        ClusterVenue(cluster.scheduler_address) as venue,
        pytest.raises(CfggoError, match="the Dask cluster has had no workers for"),
    ):
        next(venue.play([contest.task(1)], lambda game: None))
    assert "has no workers; waiting for some" in capsys.readouterr().err


def test_missing_dask_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CfggoError, match=r"pip install \"cfggo\[cluster\]\""):
        ClusterVenue("tcp://127.0.0.1:9")
