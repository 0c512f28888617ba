"""Measurements of strength: what their file says, and what their tables show."""

import shutil
from collections.abc import Callable
from pathlib import Path

import experiments
import pytest
import results
from experiments import (
    engine_digest,
    experiment_titles,
    read_experiment,
    results_to_json,
    results_to_text,
)

import cfggo
from cfggo.base import resources
from cfggo.base.errors import CfggoError
from cfggo.match.playing import programs
from cfggo.match.results.statistics import expected_rate
from cfggo.match.results.store import FinishedGame, GameStore
from cfggo.match.results.summaries import GameSummary
from tests.scripts.called import SCRIPTS, call_script

SHIPPED = SCRIPTS / "strength.toml"

TEXT = """
[trial]
title = "A trial"
games = 4
size = [9, 13]
komi = 7.5
pairs = [["cfggo:playouts=2", "cfggo:playouts=1"], ["cfggo:playouts=3", "cfggo:playouts=1"]]

[ladder]
preset = "cfg-tree"
levels = ["20k", "12k", "3k"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "trials.toml"
    path.write_text(TEXT)
    return path


def test_rows_are_all_pairs_on_all_sizes(file: Path) -> None:
    assert list(experiment_titles(file)) == ["trial", "ladder"]
    trial = read_experiment(file, "trial")
    assert (trial.title, trial.games) == ("A trial", 4)
    rows = [(p.first.program, p.game.size) for p in trial.contest.pairings]
    assert rows == [(f"cfggo:playouts={n}", size) for size in (9, 13) for n in (2, 3)]
    assert {p.game.komi for p in trial.contest.pairings} == {7.5}
    assert trial.contest.conditions.alternate


def test_another_seed_plays_other_games(file: Path) -> None:
    settings = read_experiment(file, "trial").to_json()
    others = read_experiment(file, "trial", seed=2).to_json()
    assert (settings["seed"], others["seed"]) == (1, 2)
    assert {key for key in settings if settings[key] != others[key]} == {"seed"}


def test_levels_play_the_one_before(file: Path) -> None:
    pairings = read_experiment(file, "ladder").contest.pairings
    weak, middle, strong = (f"cfggo:cfg-tree,level={level}" for level in ("20k", "12k", "3k"))
    pairs = [(pairing.first.program, pairing.second.program) for pairing in pairings]
    assert pairs == [(middle, weak), (strong, middle)]


@pytest.mark.parametrize(
    ("old", "new", "name", "message"),
    [
        ('"cfggo:playouts=3", ', "", "trial", "pairs must be a list of pairs of strings"),
        ('levels = ["20k", "12k", "3k"]', "", "ladder", r"\[ladder\] pairs: missing"),
        ('preset = "cfg-tree"', "level = 1", "ladder", "unknown key 'level'"),
    ],
)
def test_malformed_files(file: Path, old: str, new: str, name: str, message: str) -> None:
    file.write_text(TEXT.replace(old, new))
    with pytest.raises(CfggoError, match=message):
        read_experiment(file, name)


def test_unknown_experiment(file: Path) -> None:
    with pytest.raises(CfggoError, match="no experiment 'tenuki'; there are trial, ladder"):
        read_experiment(file, "tenuki")


def test_results_row_by_row(file: Path, make_summary: Callable[..., GameSummary]) -> None:
    trial = read_experiment(file, "trial")
    # Game n is of row (n - 1) modulo 4; the first player of the pair is Black in its first game.
    summaries = [
        make_summary(1, "black"),
        make_summary(2, "white", is_forfeit=True),
        make_summary(5, "white", first_plays="white"),
        make_summary(6, None, first_plays="white"),
    ]
    first, second, third, _ = results_to_json(trial, summaries)["rows"]
    assert (first["games"], first["wins"], first["win_rate"], first["elo"]) == (2, 2, 1.0, None)
    assert (second["losses"], second["draws"], second["forfeits"]) == (1, 1, 1)
    assert second["elo"] == pytest.approx(-190.8, abs=0.1)
    assert [expected_rate(elo) for elo in second["elo_interval"]] == pytest.approx(
        second["interval"]
    )
    assert third["size"] == 13
    text = results_to_text(trial, summaries)
    assert "| `cfggo:playouts=3` | `cfggo:playouts=1` | 9x9 | 2 | 0.5 | 25.0%, " in text
    assert "| -191, " in text
    assert "| 13x13 | 0 | 0 |  |  |  |" in text
    assert "forfeits and errors: 1" in text


def test_win_over_a_program_that_broke_down_is_left_out(
    file: Path, make_summary: Callable[..., GameSummary]
) -> None:
    trial = read_experiment(file, "trial")
    summaries = [
        make_summary(1, "white"),
        make_summary(5, "black", is_forfeit=True),
        make_summary(9, "black", first_plays="white", is_forfeit=True),
    ]
    row = results_to_json(trial, summaries)["rows"][0]
    assert (row["games"], row["wins"], row["losses"]) == (2, 0, 2)
    assert (row["left_out"], row["forfeits"]) == (1, 1)
    assert results_to_text(trial, summaries).endswith("forfeited: 1")


def test_seconds_of_a_move_are_told_apart(
    file: Path, make_summary: Callable[..., GameSummary]
) -> None:
    summaries = [
        make_summary(1, "white", moves=5, seconds={"black": 3.0, "white": 8.0}),
        make_summary(
            5, "black", first_plays="white", moves=5, seconds={"black": 4.0, "white": 1.0}
        ),
    ]
    trial = read_experiment(file, "trial")
    rows = results_to_json(trial, summaries)["rows"]
    assert "| 0.80, 2.40 |" in results_to_text(trial, summaries)
    assert rows[0]["seconds_per_move"] == [4 / 5, 12 / 5]
    assert rows[1]["seconds_per_move"] == [None, None]


def test_engine_digest_follows_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "weights_folder", lambda: tmp_path)
    weights = tmp_path / "a.weights"
    weights.write_bytes(b"1")
    before = engine_digest()
    assert engine_digest() == before
    weights.write_bytes(b"2")
    assert engine_digest() != before


def test_engine_digest_follows_the_sources_that_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(cfggo.__file__).parent
    shutil.copytree(package, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(experiments, "_PACKAGE", tmp_path)
    digests = {engine_digest()}
    sources = [
        *("config.py", "base/jit.py", "base/resources.py", "interfaces/gtp/session.py"),
        *("search/searcher.py", "models/pattern_beliefs/choice.py"),
        *("models/territory/model.py", "models/tsumego/graph_kernel.py"),
        *("commands/gtp.py", "commands/engine_options.py"),
    ]
    for number, source in enumerate(sources, 1):
        with open(tmp_path / source, "a") as file:
            file.write("# changed\n")
        digests.add(engine_digest())
        assert len(digests) == 1 + number, source


def test_shipped_experiments_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(programs, "find_gnugo", lambda: "/usr/games/gnugo")
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    for name in experiment_titles(SHIPPED):
        experiment = read_experiment(SHIPPED, name)
        experiment.contest.require_programs()
        assert experiment.games >= 100


def test_script_lists_and_tabulates(tmp_path: Path) -> None:
    listed = call_script("strength.py").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(experiment_titles(SHIPPED))
    settings = read_experiment(SHIPPED, "scaling").to_json()
    with GameStore(tmp_path, "strength", settings):
        done = call_script(
            "strength.py", "scaling", "--report", "--out", str(tmp_path)
        )  # while games are added
    assert "| `cfggo:playouts=500` | `cfggo:playouts=250` | 9x9 | 0 | 0 |" in done.stdout
    done = call_script("strength.py", "tenuki")
    assert done.returncode == 2
    assert "no experiment 'tenuki'" in done.stderr


def test_script_keeps_the_games_of_seeds_apart(
    tmp_path: Path, make_summary: Callable[..., GameSummary], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read_experiment(SHIPPED, "scaling", seed=5).to_json()
    folder = tmp_path / "games" / "scaling-seed-5"
    with GameStore(folder, "strength", settings) as store:
        store.add(FinishedGame(make_summary(1, "black").to_json(), b"(;)"))
    monkeypatch.chdir(tmp_path)
    done = call_script("strength.py", "scaling", "--report", "--seed", "5")
    assert "| `cfggo:playouts=500` | `cfggo:playouts=250` | 9x9 | 1 | 1 |" in done.stdout
    done = call_script("strength.py", "scaling", "--report", "--out", str(folder))
    assert done.returncode == 2
    assert "seed" in done.stderr


def test_games_of_another_engine_are_tabulated_and_not_published(tmp_path: Path) -> None:
    settings = read_experiment(SHIPPED, "scaling").to_json() | {"engine": "older"}
    with GameStore(tmp_path, "strength", settings):
        pass
    command = ["strength.py", "scaling", "--report", "--out", str(tmp_path)]
    done = call_script(*command)
    assert done.returncode == 0
    assert done.stderr == f"{tmp_path}: games of another engine than this one\n"
    assert "| program | against |" in done.stdout
    before = sorted(results.FOLDER.iterdir())
    done = call_script(*command, "--publish")
    assert (done.returncode, done.stdout) == (2, "")
    assert "games of another engine than this one, whose commit the published" in done.stderr
    assert sorted(results.FOLDER.iterdir()) == before
