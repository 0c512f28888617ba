"""What `cfggo train` and `cfggo evaluate` say when no record is left."""

from pathlib import Path

import pytest

from cfggo import cli


@pytest.fixture
def small_game(tmp_path: Path) -> Path:
    """A record of 30 moves on 9x9."""
    moves = [f"{column}{row}" for row in "ace" for column in "abcdefghi"]
    file = tmp_path / "small.sgf"
    file.write_text("(;GM[1]SZ[9]" + "".join(f";B[{m}];W[]" for m in moves) + ")")
    return file


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("train policy {} --out {}/my.weights", "{}: no games left"),
        ("evaluate policy baseline {}", "{}: no games left"),
    ],
)
def test_boards_of_another_size_are_named_with_the_option(
    small_game: Path, capsys: pytest.CaptureFixture[str], command: str, says: str
) -> None:
    words = command.format(small_game, small_game.parent).split()
    assert cli.main(words) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"cfggo: error: {says.format(small_game)}: 1 record left out (1 other board size); "
        "--size chooses the board, now 19x19"
    )


def test_other_reasons_are_named_too(small_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "policy", "baseline", str(small_game), "--size", "9", "--min-moves", "100"]
    assert cli.main(words) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"cfggo: error: {small_game}: no games left: 1 record left out (1 too few moves)"
    )


def test_one_players_moves_are_predicted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], zero_weights_file: Path
) -> None:
    moves = "".join(f";{'BW'[i % 2]}[{m}]" for i, m in enumerate(["aa", "bb", "cc", "dd", "ee"]))
    file = tmp_path / "game.sgf"
    file.write_text(f"(;SZ[9]PB[Ota Yuzo]PW[Shusaku]{moves})")
    words = [
        "evaluate", "policy", str(zero_weights_file), str(file), "--size", "9", "--min-moves", "1",
    ]  # fmt: skip
    words += ["--policy", "tree"]
    for player, n in (("shusaku", 2), ("YUZO", 3), ("u", 5)):
        assert cli.main([*words, "--player", player]) == 0
        assert f"{n} moves of 1 game" in capsys.readouterr().out
    assert cli.main([*words, "--player", "Jowa"]) == 2
    assert "1 record left out (1 not of that player)" in capsys.readouterr().err.splitlines()[-1]
    assert cli.main([*words, "--player", " "]) == 2
    assert "--player: expected a name, not ' '" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("method", ["frequency", "laplace"])
def test_a_handful_of_games_is_too_few_to_learn_from(
    small_game: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    out = small_game.with_name("learnt.weights")
    words = ["train", "policy", str(small_game), "--all", "--size", "9", "--method", method]
    assert cli.main([*words, "--out", str(out)]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "too few games to learn well from: 1, where thousands are usual" in said
    assert ("--start expert learns on from the shipped weights" in said) == (method == "laplace")
