"""What is counted, and the run that counts it."""

import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.cli import main
from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, MAX_SIZE, PASS, WHITE, row_col_from_point
from cfggo.learning.trainers import new_run
from cfggo.methods import FrequencyOptions
from cfggo.models.frequency.classes import class_paper_ids
from cfggo.models.frequency.harvest import count_games
from cfggo.models.frequency.model import FrequencyModel
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays
from cfggo.records.sgf.writing import write_sgf
from tests.conftest import MakeRecord, RandomRecords
from tests.silence import say_nothing, show_nothing


def count(records: list[GameRecord], threads: int = 1, **values: Any) -> FrequencyModel:
    with Threads(threads) as executor:
        run = new_run(records, FrequencyOptions(), executor, Path("none"), **values)
        model = run.run(show_nothing, say_nothing)
    return model


def by_paper_id(counts: np.ndarray) -> dict[int, int]:
    ids = class_paper_ids()
    return {int(ids[index]): int(counts[index]) for index in np.flatnonzero(counts)}


def paper_id_at(cells: dict[tuple[int, int], int], row: int, col: int, mover: int) -> int:
    """Returns the smallest id of a pattern in eight orientations, from stones by row and column.

    cells -- colours of the points of a board; others are off it
    """

    def state(point: tuple[int, int]) -> int:
        if point not in cells:
            return 3
        return 2 if cells[point] == EMPTY else int(cells[point] == mover)

    return _smallest_id(*(state((row + dy, col + dx)) for dy in (1, 0, -1) for dx in (-1, 0, 1)))


@cache
def _smallest_id(*states: int) -> int:
    """Returns the smallest id of nine states, row by row."""
    square = [list(states[i : i + 3]) for i in (0, 3, 6)]
    found = []
    for _ in range(2):
        for _ in range(4):
            square = [list(line) for line in zip(*square[::-1], strict=True)]
            flat = [*square[0], square[1][0], square[1][2], *square[2]]
            found.append(sum(value * 4 ** (7 - i) for i, value in enumerate(flat)))
        square = [line[::-1] for line in square]
    return min(found)


def counted_plainly(records: list[GameRecord]) -> tuple[Counter[int], Counter[int]]:
    """Returns how often each paper id was played and offered, by dictionaries."""
    played: Counter[int] = Counter()
    offered: Counter[int] = Counter()
    for record in records:
        game = Game(record.line.size)
        for colour, point in record.line.moves:
            board = game.boards[0]
            cells = {
                (row, col): int(board["colour"][(row + 1) * (MAX_SIZE + 2) + col + 1])
                for row in range(game.size)
                for col in range(game.size)
            }
            if point != PASS:
                # Superko needs a history, which the count does not keep.
                legal = {*game.legal_points(colour), *game.superko_points(colour)}
                played[paper_id_at(cells, *row_col_from_point(point), colour)] += 1
                for candidate in legal:
                    offered[paper_id_at(cells, *row_col_from_point(candidate), colour)] += 1
            game.play(colour, point, may_repeat=True)
    return played, offered


@pytest.mark.parametrize(("size", "n_moves"), [(5, 40), (9, 90)])
def test_the_kernel_counts_what_dictionaries_count(
    random_records: RandomRecords, size: int, n_moves: int
) -> None:
    records = random_records(50, size, n_moves)
    played, offered = counted_plainly(records)
    model = count(records)
    assert by_paper_id(model.played) == dict(played)
    assert by_paper_id(model.offered) == dict(offered)


def test_passes_and_what_comes_after_an_illegal_move_do_not_count(make_record: MakeRecord) -> None:
    # White's second move is on a stone.
    model = count([make_record(5, "C3 pass B2 C3 D4 A1")])
    assert model.played.sum() == 2
    assert model.offered.sum() == 25 + 24


def test_games_are_the_samples_of_intervals(random_records: RandomRecords) -> None:
    from cfggo.base.intervals import ratio_interval

    records = random_records(40, 7, 45)
    model = count(records)
    games = game_arrays(records)
    own = np.array([count_games(games, None, range(game, game + 1)) for game in range(40)])
    checked = 0
    for index in np.flatnonzero(model.sums[2] > 1):
        played, offered = own[:, 0, index], own[:, 1, index]
        has_any = offered > 0
        low, high = ratio_interval(played[has_any].astype(float), offered[has_any].astype(float))
        assert model.intervals[index] == pytest.approx([max(low, 0), min(high, 1)], abs=1e-4)
        checked += 1
    assert checked > 100
    assert np.isnan(model.intervals[model.sums[2] < 2]).all()


def test_nothing_to_count_is_an_error(make_record: MakeRecord) -> None:
    with pytest.raises(CfggoError, match="no moves to count"):
        count([make_record(5, "pass pass")])


def test_train_writes_weights_and_a_table(
    random_records: RandomRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfggo.models.registry import load_model

    games = tmp_path / "games"
    games.mkdir()
    records = random_records(30, 7, 45)
    for number, record in enumerate(records):
        (games / f"{number}.sgf").write_bytes(write_sgf(record.line))
    monkeypatch.chdir(tmp_path)
    command = "train policy games --method frequency --size 7 --out f.weights"
    assert main([*command.split(), "--table", "f.csv"]) == 0
    model = load_model(Path("f.weights"))
    assert list(model.policies) == ["playout"]
    assert 0 < len(model.games) < 30  # those for validation and test took no part
    frequencies = model.policies["playout"].frequencies
    assert frequencies is not None
    rows = [line.split(",") for line in Path("f.csv").read_text().splitlines()]
    assert rows[0][:5] == ["rank", "paper id", "diagram", "played", "offered"]
    assert len(rows) == 1 + np.count_nonzero(frequencies.offered)
    assert sum(int(row[3]) for row in rows[1:]) == frequencies.played.sum()
    ranked = [row for row in rows[1:] if row[0]]
    assert [int(row[0]) for row in ranked] == list(range(1, len(ranked) + 1))
    assert math.isclose(float(ranked[-1][8]), 1.0)
    assert [row[9] for row in ranked].count("yes") == len(frequencies.kept)
    assert not Path("f.weights.checkpoint").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--table f.csv", '--table is no option of method "laplace", but of frequency'),
        ("--method frequency --table no/f.csv", "no folder no"),
        ("--method frequency --table ./f.weights", "writes another file"),
        ("--method frequency --policy tree", 'method "frequency" learns no tree policy'),
    ],
)
def test_options_that_do_not_go_together(
    random_records: RandomRecords,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_bytes(write_sgf(random_records(1, 7, 45)[0].line))
    command = [
        "train", "policy", "game.sgf", "--all", "--size", "7", "--out", "f.weights",
        *options.split(),
    ]  # fmt: skip
    assert main(command) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf"]


def test_nothing_that_is_there_is_replaced(
    random_records: RandomRecords,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    game, weights = Path("game.sgf"), Path("f.weights")
    game.write_bytes(write_sgf(random_records(1, 7, 45)[0].line))
    words = "train policy game.sgf --all --size 7 --method frequency --out f.weights"

    def refusal(*more: str) -> str:
        there = {path: path.read_bytes() for path in tmp_path.iterdir()}
        assert main([*words.split(), *more]) == 2
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == there
        return capsys.readouterr().err.splitlines()[-1]

    assert "--table game.sgf: is there already" in refusal("--table", "game.sgf")
    assert main(words.split()) == 0
    assert "--out f.weights: is there already; " in refusal()
    checkpoint = Path("f.weights.checkpoint")
    checkpoint.write_bytes(b"of another run")
    assert "f.weights.checkpoint: not a checkpoint" in refusal()
    assert "--out f.weights: is there already; " in refusal("--restart")
    weights.unlink()
    assert main([*words.split(), "--restart"]) == 0
    assert not checkpoint.exists()


def test_a_table_that_a_file_names_is_not_replaced_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('[learning]\nmethod = "frequency"\ntable = "mine.csv"\n')
    Path("mine.csv").write_text("")
    assert main(["train", "policy", "nowhere", "--config", "mine.toml", "--out", "f.weights"]) == 2
    assert "--table mine.csv: is there already" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no folder that nobody can write to")
@pytest.mark.parametrize("options", ["--out /proc/f.weights", "--out f.weights --table /proc/f"])
def test_where_nothing_can_be_written_nothing_is_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = f"train policy nowhere --method frequency {options}"
    assert main(words.split()) == 2
    assert "can't be written: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_only_the_moves_of_a_player_count(random_records: RandomRecords) -> None:
    records = random_records(6, 7, 30)
    both, black, white = (
        count([record.of_players(players) for record in records])
        for players in ((BLACK, WHITE), (BLACK,), (WHITE,))
    )
    assert np.array_equal(black.played + white.played, both.played)
    assert np.array_equal(black.offered + white.offered, both.offered)
    assert 0 < black.played.sum() < both.played.sum()
