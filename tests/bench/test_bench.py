"""cfggo bench, and what it measures with."""

import json
from pathlib import Path

import numpy as np
import pytest

from cfggo import cli
from cfggo.bench.playouts import (
    SideBySide,
    Speed,
    policy_run,
    random_run,
    record_bytes,
    record_playouts,
)
from cfggo.bench.turns import medians
from cfggo.go.board import is_legal, new_board, play
from cfggo.go.points import PASS
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from tests.conftest import RandomWeights


@pytest.mark.parametrize("labelling", ["", "exact", "hash8"])
def test_recorded_playouts_are_the_ones_that_are_timed(
    labelling: str, random_weights: RandomWeights
) -> None:
    weights = random_weights("playout", labelling)
    games = record_playouts(9, weights, 5)
    assert policy_run(9, weights)(0, 5) == games.lengths.sum()
    assert policy_run(9, weights)(2, 1) == games.lengths[2]
    assert len({tuple(moves) for moves in games.as_lists()}) == 5


def test_recorded_playouts_are_games_to_two_passes(random_weights: RandomWeights) -> None:
    for moves in record_playouts(9, random_weights("playout", "exact"), 5).as_lists():
        board = new_board(9)[0]
        for move in moves:
            assert board["n_passes"] < 2
            assert move == PASS or is_legal(board, move)
            play(board, move)
        assert board["n_passes"] == 2


def test_random_playouts_of_the_same_seeds_are_the_same() -> None:
    run = random_run(9)
    assert run(7, 3) == run(7, 1) + run(8, 1) + run(9, 1)
    assert len({run(seed, 1) for seed in range(10)}) > 1


def test_speed_adds_up(random_weights: RandomWeights) -> None:
    plain, cfg = random_weights("playout", ""), random_weights("playout", "exact")
    rounds: list[int] = []
    speed = SideBySide(9, plain, cfg, 0.3).measure(rounds.append)
    assert sum(rounds) == len(rounds) > 2
    assert speed.to_random["random"] == 1
    assert speed.to_random["cfg"] < speed.to_random["baseline"] < 1
    assert speed.two_threads["cfg"] > 0
    assert all(81 < moves < 3 * 81 for moves in speed.moves_per_playout.values())
    a_move = 1e6 / speed.playouts_per_s["cfg"] / speed.moves_per_playout["cfg"]
    assert 0.5 < sum(speed.parts.values()) / a_move < 2


def test_a_median_is_taken_of_each_figure() -> None:
    def of_round(rate: float, share: float) -> Speed:
        return Speed({"random": rate}, {"random": 1.0, "cfg": share}, {}, {}, {})

    rounds = [of_round(30.0, 0.1), of_round(10.0, 0.3), of_round(20.0, 0.2)]
    assert medians(rounds) == of_round(20.0, 0.2)


def test_the_record_holds_its_parts() -> None:
    sizes = record_bytes()
    whole = sizes.pop("position")
    assert whole == np.zeros(1, dtype=POSITION_DTYPE).nbytes
    assert list(sizes) == ["board", "graph", "playout"]
    assert sum(sizes.values()) <= whole < sum(sizes.values()) + 64


@pytest.fixture
def config(tmp_path: Path, random_weights: RandomWeights) -> str:
    """Returns a configuration whose playout policy has paths."""
    from cfggo.models.bradley_terry.weights import Model, save_model

    weights = tmp_path / "paths.weights"
    save_model(weights, Model({"playout": random_weights("playout", "exact")}))
    path = tmp_path / "paths.toml"
    path.write_text(f'[policy]\nplayout = "{weights}"\n')
    return str(path)


def test_json_is_one_object_on_standard_output(
    config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "--json", "--seconds", "0.5", "--games", "1", "--config", config]
    assert cli.main(command) == 0
    found = json.loads(capsys.readouterr().out)
    rates = [found[f"{name}_playouts_per_s"] for name in ("random", "baseline", "cfg")]
    assert rates[0] > rates[1] > rates[2] > 0
    shares = [found[f"{name}_to_random"] for name in ("baseline", "cfg")]
    assert 1 > shares[0] > shares[1] > 0
    assert found["two_thread_speedup"] > 0
    assert found["record_bytes"] < 128 * 1024
    assert [row["stage"] for row in found["path_updates"]] == [
        "0-100", "100-200", "200-300", "300-400",
    ]  # fmt: skip
    assert [row["stones"] for row in found["path_updates"][:3]] == [100, 100, 100]
    assert all(row["removals"] > row["starts"] > 4 for row in found["path_updates"][:3])


def test_the_table_shows_the_papers_figures(
    config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "--seconds", "0.05", "--games", "1", "--config", config]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if "0-100" in line and "(27.5)" in line]


def test_a_policy_without_paths_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--config", "baseline"]) == 2
    assert capsys.readouterr() == (
        "",
        "cfggo: error: baseline: its playout policy has no paths; try cfg-full\n",
    )


def test_search_figures_are_one_object_too(
    zero_weights_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from cfggo.bench import searches

    monkeypatch.setattr(searches, "SEARCHES", (20, 60))
    monkeypatch.setattr(searches, "MANY_NODES", 10_000)
    monkeypatch.setattr(searches, "STAGES", (0, 3))
    path = tmp_path / "zero.toml"
    path.write_text(f'[policy]\ntree = "{zero_weights_file}"\nplayout = "{zero_weights_file}"\n')
    assert cli.main(["bench", "--search", "--json", "--config", str(path), "--seconds", "0.1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["config"] == str(path)
    assert [search["playouts"] for search in found["searches"]] == [20, 60]
    assert [*found["seconds_after_moves"]] == ["0", "3"]
    assert found["tree_nodes"] >= 10_000
    assert found["node_bytes"] * found["tree_nodes"] < found["peak_bytes"]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_seconds_that_cannot_be_are_refused(
    seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", f"--seconds={seconds}"]) == 2
    assert "--seconds: expected a number between 0.001 and 86400" in capsys.readouterr().err
