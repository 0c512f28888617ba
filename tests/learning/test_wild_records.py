"""A folder such as people have: training and evaluation use what they can and say the rest."""

import json
import os
from pathlib import Path

import pytest

from cfggo.cli import main
from cfggo.models.registry import load_model
from cfggo.records.sgf.writing import write_sgf
from tests.conftest import RandomRecords

BROKEN = {
    "empty.sgf": b"",
    "nonsense.sgf": b"Dear reader, this is no game.",
    "binary.sgf": bytes(range(256)) * 4,
    "endless.sgf": b"(;SZ[9]" * 5000,
    "13x13.sgf": b"(;SZ[13]" + b";B[aa];W[bb]" * 15 + b")",
    "rectangle.sgf": b"(;SZ[9:13]" + b";B[aa];W[bb]" * 15 + b")",
    "too large.sgf": b"(;SZ[25];B[aa])",
    "outside.sgf": b"(;SZ[9];B[zz])",
    "short.sgf": b"(;SZ[9];B[ee])",
    "handicap without stones.sgf": b"(;SZ[9]HA[3];W[ee]" + b";B[aa];W[bb]" * 15 + b")",
}

OPENING = b";B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[ce];W[ge];B[eg];W[dd]"

USABLE = {
    # Names in GBK without a word about it, a property given twice, and a variation.
    "names.sgf": b"(;SZ[9]PB[\xba\xda\xc6\xe5]PW[\xb0\xd7]AP[one]AP[two]" + OPENING + b";B[dc])",
    "variations.sgf": b"(;SZ[9]" + OPENING + b"(;B[cd];W[bb](;B[bc])(;B[cb]))(;B[fc]))",
    "handicap.sgf": b"(;SZ[9]HA[2];AB[gc][cg]" + b";W[ee];B[ge];W[gg];B[ce];W[cc];B[ec];W[eg])",
    "cut off.sgf": b"(;SZ[9]KM[650]" + OPENING + b";B[ed];W[dc];B[d",
    "impossible.sgf": b"(;SZ[9]" + OPENING + b";B[dd];W[fe])",
    # Stones without a liberty: the black one in the corner should be gone.
    "dead stones.sgf": b"(;SZ[9]AB[aa]AW[ab][ba]" + OPENING + b")",
}


@pytest.fixture
def folder(tmp_path: Path, random_records: RandomRecords) -> Path:
    folder = tmp_path / "games"
    (folder / "more").mkdir(parents=True)
    for i, record in enumerate(random_records(12, 9, 40)):
        (folder / "more" / f"{i}.sgf").write_bytes(write_sgf(record.line))
    (folder / "more" / "copy.sgf").write_bytes((folder / "more" / "3.sgf").read_bytes())
    for name, data in (BROKEN | USABLE).items():
        (folder / name).write_bytes(data)
    not_utf8 = Path(os.fsdecode(bytes(folder) + b"/\xe9checs.sgf"))
    not_utf8.write_bytes(b"(;GM[3]SZ[9];B[ee])")
    (folder / "gone.sgf").symlink_to(folder / "nowhere")
    return folder


def test_training_uses_what_it_can_and_says_what_not(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "small.toml"
    config.write_text("[learning]\npasses = 1\nmin_wins = 1\n")
    out = tmp_path / "wild.weights"
    command = ["train", "policy", str(folder), "--all", "--size", "9", "--min-moves", "5"]
    assert main([*command, "--config", str(config), "--out", str(out)]) == 0
    model = load_model(out)
    assert len(model.games) == 12 + len(USABLE)
    assert model.about["records"]["dropped"] == {
        "not SGF": 3, "unsupported board size": 2, "not a game of Go": 1, "other board size": 1,
        "malformed move": 1, "too few moves": 2, "handicap stones missing": 1, "duplicate": 1,
        "unreadable file": 1,
    }  # fmt: skip
    said = capsys.readouterr().err
    assert "18 games; 13 records left out (3 not SGF, " in said
    assert "?checs.sgf: not a game of Go: GM[3]" in said
    assert "gone.sgf: can't be read: No such file" in said
    assert "games that end early, at an impossible move: 1\n" in said
    assert "impossible.sgf: move 11" in said


def test_evaluation_of_the_same_folder(
    folder: Path, tmp_path: Path, zero_weights_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "evaluate", "policy", str(zero_weights_file), str(folder), "--size", "9", "--min-moves",
        "5",
    ]  # fmt: skip
    pytest.importorskip("matplotlib")
    plot = tmp_path / "curves.svg"
    assert main([*command, "--json", "--plot", str(plot)]) == 0
    assert plot.stat().st_size > 1000
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 12 + len(USABLE)
    tree = found["models"][0]
    assert tree["policy"] == "tree"
    assert len(tree["top"]) == len(tree["top_intervals"]) == 50
    assert len(tree["log_likelihood_by_phase"]) == len(tree["log_likelihood_intervals"]) == 12
    assert tree["log_likelihood_by_phase"][11] is None
    bins = tree["calibration"]["bins"]
    assert sum(part["candidates"] for part in bins) > tree["positions"]
    moves = sum(part["candidates"] * (part["observed"] or 0.0) for part in bins)
    assert moves == pytest.approx(tree["positions"], rel=0.01)
    assert bins[0]["predicted"] is None  # all of some 70 moves are equally likely


def test_the_table_of_an_evaluation_fits_into_80_columns(
    folder: Path, zero_weights_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = zero_weights_file.with_name("my-own-weights.weights")
    model.write_bytes(zero_weights_file.read_bytes())
    assert main(["evaluate", "policy", str(model), str(folder), "--size", "9", "--games", "2"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert max(map(len, lines)) < 80
    ranks, calibration = lines[: lines.index("")], lines[lines.index("") + 1 :]
    assert ranks[0].endswith(" moves of 2 games")
    assert calibration[0].startswith("moves expected and played")
    for (_, headings, *rows), last in ((ranks, "log-likelihood"), (calibration, "error")):
        assert headings.split("  ")[0] == "model"
        assert headings.endswith(last)
        assert [row.split()[:2] for row in rows] == [
            ["my-own-weights", "tree"],
            ["my-own-weights", "playout"],
        ]
    # Without weights all moves are alike, and of these a 9x9 board has more than ten.
    assert "100.0%, 100.0%" in calibration[-1]
