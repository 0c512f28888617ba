"""What commands say of a record that is not quite SGF, and names rules that nobody knows."""

from pathlib import Path

import pytest

from cfggo import cli
from cfggo.study.games.records import opened

MENDED = (
    "Mended: missing semicolon (before move 1), unescaped bracket (in C after move 1), "
    "pass (move 2 is [jj])."
)
UNKNOWN = "Unknown rules: of my own."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text("(SZ[9]RU[of my own]PB[Ann];B[ee]C[a] b];W[jj];B[cc])")
    return path


def said_by(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert cli.main([*map(str, words)]) == 0
    return capsys.readouterr().err


def test_show_says_it(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    said = said_by(capsys, "show", file, "--graph").splitlines()
    assert said[:2] == [f"{file}: {MENDED}", f"{file}: {UNKNOWN}"]


def test_review_says_it_in_the_terminal_and_in_its_files(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", str(file), "--out", str(file.parent), "--playouts", "10"]) == 0
    printed = capsys.readouterr().out
    page = (file.parent / "game.review.html").read_text()
    record = (file.parent / "game.review.sgf").read_text()
    for sentence in (MENDED, UNKNOWN):
        assert sentence.rstrip(".") in printed
        assert sentence in page
        assert sentence.replace("]", "\\]") in record


def test_evaluate_counts_it(
    file: Path, capsys: pytest.CaptureFixture[str], zero_weights_file: Path
) -> None:
    words = ("evaluate", "policy", zero_weights_file, file, "--size", "9", "--min-moves", "1")
    said = said_by(capsys, *words, "--policy", "tree").splitlines()
    assert (
        "1 record mended or doubtful (1 missing semicolon, 1 unescaped bracket, 1 pass, "
        "1 unknown rules)"
    ) in said
    assert f"  {file}: {UNKNOWN}" in said


def test_play_says_it(file: Path) -> None:
    game, origin = opened(file)
    assert len(game) == 3
    assert origin.doubts[:2] == (MENDED, UNKNOWN)
