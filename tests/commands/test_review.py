"""cfggo review as a person uses it: what it prints, refuses, keeps and goes on with."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.resources import games_folder, reviews_folder
from cfggo.interfaces.browser.my_games import MyGames
from tests.waiting import wait_until

GAME = "(;SZ[5]PB[Ann]PW[Ben];B[cc];W[bb];B[dd])"

LONG = "(;SZ[9]" + "".join(f";{'BW'[i % 2]}[]" for i in range(24)) + ")"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


def run(*args: object) -> int:
    return cli.main(["review", *map(str, args)])


def test_a_game_gets_its_files_and_a_summary(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(game, "--out", out, "--playouts", 20) == 0
    printed = capsys.readouterr()
    *table, _ = printed.out.partition("move 1")[0].partition("\n\n")[0].splitlines()
    assert "engine's" in printed.out
    assert max(map(len, table)) <= 80
    assert "Black" in printed.out
    assert str(out / "game.review.html") in printed.out
    assert "1 game, 4 positions to search" in printed.err.replace("\n", " ")
    assert (out / "game.review.sgf").exists()


def test_a_folder_that_cannot_be_written_is_refused_before_any_search(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "--out", game / "out" / "reviews") == 2
    assert capsys.readouterr().err == (
        f"cfggo: error: {game / 'out' / 'reviews'}: Not a directory\n"
    )


def test_without_a_file_the_users_games_are_reviewed_for_the_pages_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CFGGO_DATA_DIR", str(tmp_path))
    assert run("--playouts", 10) == 2
    assert "no games" in capsys.readouterr().err
    games = MyGames(games_folder(), reviews_folder())
    games.keep(GAME.encode(), "ours.sgf")
    assert run("--playouts", 10) == 0
    (listed,) = games.listed()
    assert listed["review"]
    assert b"Ann" in games.review_of("ours.sgf")


def test_the_page_is_opened_when_it_is_made(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def open_address(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_address)
    monkeypatch.setattr("cfggo.commands.opening.has_display", lambda: True)
    assert run(game, "--out", tmp_path, "--playouts", 20, "--open") == 0
    assert opened == [(tmp_path / "game.review.html").as_uri()]
    monkeypatch.setattr("cfggo.commands.opening.has_display", lambda: False)
    assert run(game, "--out", tmp_path, "--playouts", 20, "--open") == 0
    assert "no browser opens here" in capsys.readouterr().err
    assert run(game, "--no-html", "--open") == 2


def test_a_game_without_mistakes_has_uncertain_ones(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--out", tmp_path / "out", "--playouts", 20, "--threshold", 1000)
    assert run(game, *options) == 0
    out = capsys.readouterr().out
    assert (
        "\n\nNo move is sure to have lost 1000 points or more.\nThe largest losses, all uncertain\n"
        in out
    )


def test_json_is_one_object(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "--out", tmp_path / "out", "--playouts", 20, "--json", "--no-html") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["settings"]["playouts"] == 20
    (review,) = value["reviews"]
    assert [move["move"] for move in review["moves"]] == ["C3", "B4", "D2"]
    assert review["whole"]
    assert list(review["files"]) == ["sgf"]


def test_a_folder_names_what_is_broken_and_goes_on(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.sgf").write_text("(;SZ[5];B[zz])")
    (tmp_path / "other.sgf").write_text("(;SZ[5];B[cb];W[bc])")
    assert run(tmp_path, "--out", tmp_path / "out", "--playouts", 20, "--no-html") == 1
    printed = capsys.readouterr()
    assert f"{tmp_path}/broken.sgf: malformed move" in printed.err.replace("\n", "")
    assert printed.out.count("accuracy") == 4
    assert "game.review.sgf" in printed.out


def test_a_file_that_is_missing_stops_nothing(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.sgf"
    assert run(missing, game, "--out", tmp_path / "out", "--playouts", 20, "--no-html") == 1
    printed = capsys.readouterr()
    assert "missing.sgf: No such file" in printed.err.replace("\n", "")
    assert "game.review.sgf" in printed.out
    assert run(missing, missing, "--out", tmp_path / "out") == 2


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--playouts", "0"], "a search needs a limit"),
        (["--from", "3", "--to", "2"], "--from 3 --to 2: no moves between them"),
        (["--threshold", "0"], "expected points above 0"),
        (["--jobs", "0"], "expected a whole number"),
        (["--jobs", "1001"], "expected 1000 at most, not '1001'"),
        (["--config", "nothing"], "unknown preset"),
        (["--from", "9"], "no moves"),
    ],
)
def test_wrong_options_are_an_error_in_a_line(
    options: list[str], reason: str, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "--out", tmp_path / "out", *options) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("cfggo: error: ")
    assert reason in error
    assert not (tmp_path / "out").exists()


def test_a_single_broken_game_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("nothing")
    assert run(path, "--out", tmp_path / "out") == 2
    assert f"cfggo: error: {path}: not SGF" in capsys.readouterr().err.replace("\n", "")


def test_another_effort_is_refused_until_it_restarts(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(game, "--out", out, "--playouts", 20) == 0
    assert run(game, "--out", out, "--playouts", 30) == 2
    assert "playouts was 20 and is now 30" in capsys.readouterr().err
    assert run(game, "--out", out, "--playouts", 30, "--restart") == 0


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_and_the_run_goes_on(tmp_path: Path) -> None:
    """To the same end, says test_review_run.py."""
    path, out = tmp_path / "game.sgf", tmp_path / "out"
    path.write_text(LONG)
    options = [str(path), "--out", str(out), "--playouts", "400"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cfggo", "review", *options, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    journal = out / "game.review.journal"
    wait_until(
        lambda: (
            process.poll() is not None
            or (journal.exists() and journal.read_bytes().count(b"\n") >= 3)
        ),
        600.0,
    )
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes of the group
    _, stderr = process.communicate(timeout=600)
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    assert "not finished" in (out / "game.review.html").read_text()
    kept = journal.read_bytes()
    assert 2 <= kept.count(b"\n") - 1 < 25
    assert run(*options, "--to", 1, "--sure", 0) == 0
    assert "not finished" not in (out / "game.review.html").read_text()
    assert journal.read_bytes().startswith(kept)
