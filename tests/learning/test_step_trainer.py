"""Training ends with the same weights, however the work is shared and often it is stopped."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from cfggo.base.array_archive import read_archive
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.training_run import FORMAT
from cfggo.cli import main
from cfggo.go.points import BLACK, WHITE
from cfggo.learning.samples import Positions
from cfggo.learning.sums import PassInput
from cfggo.learning.trainers import new_run
from cfggo.methods import StochasticOptions
from cfggo.models.bradley_terry.weights import Model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord
from cfggo.records.sgf.writing import write_sgf
from cfggo.records.training_games import TrainingGames
from tests.conftest import RandomRecords
from tests.silence import say_nothing, show_nothing
from tests.waiting import wait_until

CONFIG = StochasticOptions(playout_labels="hash8", passes=3, min_wins=2, batch_games=4)


@pytest.fixture(scope="module")
def records(random_records: RandomRecords) -> list[GameRecord]:
    return random_records(22, 7, 35)


def assert_same(found: Model, expected: Model) -> None:
    """Bit for bit."""
    assert found.games.tolist() == expected.games.tolist()
    for kind, weights in expected.policies.items():
        assert found.policies[kind].theta.tobytes() == weights.theta.tobytes()
        assert found.policies[kind].keys.tobytes() == weights.keys.tobytes()
        assert weights.theta.any()


@pytest.fixture(scope="module")
def learnt(records: list[GameRecord], tmp_path_factory: pytest.TempPathFactory) -> Model:
    """Returns what one thread learns."""
    path = tmp_path_factory.mktemp("learnt") / "run.checkpoint"
    with Threads(1) as thread:
        model: Model = new_run(records, CONFIG, thread, path).run(show_nothing, say_nothing)
        return model


@contextmanager
def dask_workers(n: int) -> Iterator[str]:
    """Yields the address of the scheduler of a number of workers."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=n, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local.scheduler_address


def test_a_dask_worker_is_killed(records: list[GameRecord], learnt: Model, tmp_path: Path) -> None:
    """Another one does its work, and the weights are the same."""
    with dask_workers(2) as address:
        assert_same(learn_while_a_worker_is_killed(address, records, tmp_path), learnt)


def learn_while_a_worker_is_killed(address: str, records: list[GameRecord], folder: Path) -> Model:
    """Returns what the workers of a scheduler learn, of which one is killed on the way."""
    distributed = pytest.importorskip("distributed")
    from cfggo.base.dask import Cluster

    with distributed.Client(address) as client, Cluster(address) as cluster:
        workers = client.run(os.getpid)
        assert cluster.cores == len(workers)
        victim = next(iter(workers.values()))
        killed = []

        @contextmanager
        def kill_after_eight_games(
            title: str, n_steps: int, unit: str
        ) -> Iterator[Callable[[int], None]]:
            left = 8

            def advance(games: int) -> None:
                nonlocal left
                left -= games
                if left == 0 and title == "tree policy, pass 2 of 3":
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)

            yield advance

        training = new_run(records, CONFIG, cluster, folder / "run.checkpoint")
        found: Model = training.run(kill_after_eight_games, say_nothing)
    assert killed == [victim]
    return found


@pytest.mark.parametrize("address", ["nowhere", "tls://127.0.0.1:8786"])
def test_an_address_of_no_scheduler(address: str) -> None:
    pytest.importorskip("distributed")
    from distributed import Client

    from cfggo.base.dask import Cluster

    with pytest.raises(CfggoError, match=f"scheduler {address}: can't be reached"):
        Cluster(address)
    clients = [thing for thing in gc.get_objects() if isinstance(thing, Client)]
    assert {client.status for client in clients} <= {"closed"}


def test_a_cluster_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    words = ["train", "policy", "no-games", "--out", str(tmp_path / "a.weights")]
    assert main([*words, "--scheduler", "nowhere"]) == 2
    assert "scheduler nowhere: can't be reached" in capsys.readouterr().err  # before games are read


OTHER_SOURCES = {"none": {}, "others": {"dask.py": "def sources_digest(): return 'others'\n"}}


@pytest.mark.parametrize("sources", OTHER_SOURCES)
def test_a_worker_with_another_cfggo(sources: str, tmp_path: Path) -> None:
    """Left alone it would end when work comes, and the run would wait for ever."""
    pytest.importorskip("distributed")
    from cfggo.base.dask import Cluster

    package = tmp_path / "cfggo"
    package.mkdir()
    for name, text in {"__init__.py": "", **OTHER_SOURCES[sources]}.items():
        (package / name).write_text(text)
    refused = pytest.raises(CfggoError, match=r"worker tcp://[^ ]*: has no cfggo, or another one")
    with dask_workers(0) as address, one_worker(address, tmp_path), refused:
        Cluster(address)


def test_a_cluster_without_workers_left_says_so(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfggo.base import dask
    from cfggo.base.dask import Cluster

    monkeypatch.setattr(dask, "SECONDS_UNTIL_SAID", 0.2)
    monkeypatch.setattr(dask, "SECONDS_BETWEEN_LOOKS", 0.1)
    with dask_workers(1) as address, Cluster(address) as cluster:
        cluster.client.retire_workers()
        found = cluster.map(_sum_of_three, 1, 2, [3])
        waiting = threading.Thread(target=lambda: next(found, None), daemon=True)
        waiting.start()
        wait_until(lambda: "has no workers; waiting for some" in capfd.readouterr().err)
        with one_worker(address, Path(__file__).parents[2]):
            waiting.join(60)
            assert not waiting.is_alive()
    assert "no workers" not in capfd.readouterr().err  # said once


def _sum_of_three(first: int, second: int, third: int) -> int:
    return first + second + third


@contextmanager
def one_worker(address: str, folder: Path) -> Iterator[None]:
    """Runs a worker of a scheduler that finds modules in a folder first."""
    distributed = pytest.importorskip("distributed")
    words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    with subprocess.Popen(
        [*words, "--nthreads", "1"], cwd=folder, env=environment, stderr=subprocess.DEVNULL
    ) as worker:
        try:
            with distributed.Client(address) as client:
                client.wait_for_workers(1, timeout=60)
            yield
        finally:
            worker.terminate()


def test_a_share_of_the_positions(records: list[GameRecord], tmp_path: Path) -> None:
    """The moves that are not sampled are as if nobody had chosen them."""
    games = TrainingGames(records, 0.5).arrays
    assert 0.4 < games.sampled.mean() < 0.6
    assert (TrainingGames(records[::-1], 0.5).arrays.sampled == games.sampled).all()
    pass_input = PassInput(Positions(games, "tree", "", np.zeros(0, np.uint64)), np.arange(50))
    for game in range(5):
        moves = slice(games.starts[game], games.starts[game + 1])
        sums = pass_input.game_sums(np.zeros(50), game)
        assert sums.positions == games.sampled[moves].sum()


def test_moves_of_one_player(records: list[GameRecord]) -> None:
    """A run of one player's moves goes on with no checkpoint of all, and samples no others."""
    of_black = [record.of_players((BLACK,)) for record in records]
    games = TrainingGames(of_black, 0.5).arrays
    assert not games.sampled[games.colours == WHITE].any()
    assert 0.4 < games.sampled[games.colours == BLACK].mean() < 0.6
    assert TrainingGames(of_black).identity() != TrainingGames(records).identity()
    assert np.array_equal(
        TrainingGames(of_black).short_digests, TrainingGames(records).short_digests
    )
    first, second, third = sorted(records, key=lambda record: record.digest)[:3]
    one = [first.of_players((BLACK,)), second.of_players((WHITE,)), third]
    other = [first, second.of_players((BLACK,)), third.of_players((WHITE,))]
    assert TrainingGames(one).identity() != TrainingGames(other).identity()


def status_of(path: Path) -> dict[str, dict[str, int]]:
    """Returns how far the run of a checkpoint is."""
    traits, _ = read_archive(path, (FORMAT, lambda *content: content))
    status: dict[str, dict[str, int]] = traits["status"]
    return status


class Command(NamedTuple):
    """A `cfggo train`: its arguments but for --out, and the weights that it ends with."""

    options: list[str]
    weights: Model


def options_of(folder: Path, records: Sequence[GameRecord], passes: int) -> list[str]:
    """Writes games and a configuration into a folder; returns the arguments that learn by them."""
    games = folder / "games"
    games.mkdir()
    for i, record in enumerate(records):
        (games / f"{i}.sgf").write_bytes(write_sgf(record.line))
    config = folder / "small.toml"
    config.write_text(f'[learning]\nplayout_labels = ""\npasses = {passes}\nmin_wins = 3\n')
    return ["train", "policy", str(games), "--config", str(config), "--size", "9"]


@pytest.fixture(scope="module")
def command(random_records: RandomRecords, tmp_path_factory: pytest.TempPathFactory) -> Command:
    folder = tmp_path_factory.mktemp("command")
    options = options_of(folder, random_records(40, 9, 60), passes=12)
    assert main([*options, "--out", str(folder / "whole.weights")]) == 0
    return Command(options, load_model(folder / "whole.weights"))


OFTEN_KEPT = """
import sys
from cfggo.base.training_run import TrainingRun
from cfggo.cli import main

TrainingRun.keep_if_due = TrainingRun.keep
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_command_goes_on(
    number: signal.Signals, command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "killed.weights"
    checkpoint = tmp_path / "killed.weights.checkpoint"
    words = [*command.options, "--out", str(out)]

    process = subprocess.Popen(
        [sys.executable, "-c", OFTEN_KEPT, *words],
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None:
        if checkpoint.exists() and status_of(checkpoint)["tree"]["passes"] >= 2:
            os.kill(process.pid, signal.SIGSTOP)  # or it could have ended before the next line has
            assert main(words) == 2
            assert "another cfggo train is at work on it" in capsys.readouterr().err
            os.kill(process.pid, number)
            os.kill(process.pid, signal.SIGCONT)
            break
        time.sleep(0.01)
    _, errors = process.communicate()
    assert not out.exists()
    assert 2 <= status_of(checkpoint)["tree"]["passes"] < 12
    if number is not signal.SIGKILL:
        assert process.returncode == 130
        assert "the same command goes on from there" in errors
    else:
        assert process.returncode == -signal.SIGKILL

    assert main(words) == 0
    assert f"going on from {checkpoint}" in capsys.readouterr().err
    assert not checkpoint.exists()
    assert_same(load_model(out), command.weights)


def test_the_checkpoint_stays_until_the_weights_are_on_the_disk(
    random_records: RandomRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = options_of(tmp_path, random_records(30, 9, 60), passes=1)
    out = tmp_path / "out.weights"
    steps: list[str] = []
    fsync, unlink = os.fsync, Path.unlink

    def noted_fsync(descriptor: int) -> None:
        fsync(descriptor)
        steps.append("synced with weights" if out.exists() else "synced")

    def noted_unlink(path: Path, missing_ok: bool = False) -> None:
        steps.append(f"removed {path.name}")
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "unlink", noted_unlink)
    assert main([*options, "--out", str(out)]) == 0
    # The folder is synced after the weights got their name, and then only.
    assert steps[-3:] == ["synced", "synced with weights", "removed out.weights.checkpoint"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "--passes 2",
            '--passes is no option of method "laplace", but of stochastic',
        ),
        ("--policy playout", 'method "laplace" learns no playout policy'),
        ("--start paper-cfg", "learnt with other tree_features"),
        ("--start expert --config cfg-full", '--start is no option of method "stochastic"'),
        ("--method frequency --policy tree", 'method "frequency" learns no tree policy'),
        ("--method laplace --config ranking", 'ranking.toml: [learning] method: is "bayes", not'),
        ("--tree-labels best", "--tree-labels: unknown 'best'; expected one of: exact, hash8"),
        ("--tree-features magic", "unknown tree_features 'magic'"),
        ("--variance-floor 1", "variance_floor must be at most 0.01"),
        ("--prior-variance 0", "--prior-variance must be between 0.001 and 10, not 0"),
    ],
)
def test_what_is_not_learnt_is_refused_before_games_are_read(
    options: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", "policy", "nowhere", "--out", "a.weights", *options.split()]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("out", ["", "/", "my.txt", "folder"])
def test_a_weight_file_has_a_name_of_its_own(out: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "policy", "games", "--out", out]) == 2
    assert "the name of a weight file ends in .weights" in capsys.readouterr().err
