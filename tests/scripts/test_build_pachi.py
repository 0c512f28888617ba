"""How Pachi is taught its patterns, with a stand-in for Pachi."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.go.sgf import MainLine
from cfggo.records.game_record import GameRecord

# Lists two patterns, with numbers that have gaps; then says what it is told in every game.
PACHI = """\
import sys
games = sys.stdin.read().count("clear_board")
if "gen_spat_dict" in sys.argv[-1]:
    open("patterns.spat", "w").write("# maxdist 7\\n3 3 ...\\n7 4 XO.\\n")
elif FAILS:
    sys.exit(1)
else:
    print("= [(s:1) (border:1 s:2)] [(s:1) (border:1 s:2) (s:2)]\\n\\n" * games)
"""

GAME = GameRecord("a.sgf", MainLine(9, ((BLACK, parse_vertex("E5", 9)), (WHITE, PASS))))


@pytest.fixture
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("build-pachi")


@pytest.fixture
def make_pachi(tmp_path: Path) -> Callable[[bool], Path]:
    """Returns a function that makes a folder with a Pachi, which fails when it is to count or not.

    It has learnt before.
    """

    def make(fails: bool) -> Path:
        program = tmp_path / "pachi"
        program.write_text(f"#!{sys.executable}\nFAILS = {fails}\n{PACHI}")
        program.chmod(0o755)
        for name in ("patterns.spat", "patterns.prob"):
            (tmp_path / name).write_text("old")
        return tmp_path

    return make


def test_patterns_are_learnt(script: ModuleType, make_pachi: Callable[[bool], Path]) -> None:
    folder = make_pachi(False)
    script.learn_patterns(folder, [GAME, GAME])
    assert (folder / "patterns.spat").read_text() == "# maxdist 7\n1 3 ...\n2 4 XO.\n"
    assert sorted((folder / "patterns.prob").read_text().splitlines()) == [
        "0.000 0 2 (s:2)",
        "1.000 2 2 (border:1 s:2)",
        "1.000 2 2 (s:1)",
    ]
    assert sorted(os.listdir(folder)) == ["pachi", "patterns.prob", "patterns.spat"]


def test_interrupted_learning_leaves_what_was_learnt_before(
    script: ModuleType, make_pachi: Callable[[bool], Path]
) -> None:
    folder = make_pachi(True)
    with pytest.raises(subprocess.CalledProcessError):
        script.learn_patterns(folder, [GAME])
    assert (folder / "patterns.spat").read_text() == "old"
    assert (folder / "patterns.prob").read_text() == "old"
    assert sorted(os.listdir(folder)) == ["pachi", "patterns.prob", "patterns.spat"]


def test_patterns_are_numbered_without_gaps(script: ModuleType) -> None:
    assert script.renumbered("# head\n4 3 ab\n9 5 cd ef\n") == "# head\n1 3 ab\n2 5 cd ef\n"


def test_combinations_are_told_apart(script: ModuleType) -> None:
    assert script.combinations("(s:1) (border:1 s:2) (s:1)") == {"(s:1)", "(border:1 s:2)"}


def test_game_as_commands(script: ModuleType) -> None:
    stones = (parse_vertex("C3", 9), parse_vertex("G7", 9))
    moves = ((WHITE, parse_vertex("E5", 9)), (BLACK, PASS))
    assert list(script.gtp_of(MainLine(9, moves, black=stones))) == [
        "boardsize 9", "clear_board", "set_free_handicap C3 G7", "play w E5", "play b pass",
    ]  # fmt: skip


def test_records_that_pachi_cannot_be_told_are_left_out_before_anything_is_downloaded(
    run_script: Callable[..., "subprocess.CompletedProcess[str]"], tmp_path: Path
) -> None:
    moves = "".join(f";B[a{c}];W[c{c}]" for c in "abcdefghi") + ";B[ea];W[eb];B[ec]"
    (tmp_path / "game.sgf").write_text(f"(;SZ[9]AW[gg]{moves})")
    out = tmp_path / "out"
    done = run_script("build-pachi", str(tmp_path), "--size", "9", "--out", str(out))
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("scripts/build-pachi: there is nothing to learn from: ")
    assert "white setup stones" in last
    assert not out.exists()
