"""`cfggo show`: which file it writes, what is in it, and what it refuses."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cfggo import cli
from cfggo.base.resources import find_weights
from cfggo.models.territory.model import load_territory, save_territory

SVG = "{http://www.w3.org/2000/svg}"
GAME = "(;GM[1]SZ[9]PB[A & B]PW[<C>];B[dd];W[ff];B[fd];W[df];B[ee])"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of five moves in the folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    path = Path("game.sgf")
    path.write_text(GAME)
    return path


def title_of(path: Path) -> str:
    return ElementTree.parse(path).getroot().findtext(f"{SVG}title", "")


def error_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["show", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line.removeprefix("cfggo: error: ")


def test_graph_at_the_end_and_after_a_move(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", str(game), "--graph"]) == 0
    assert capsys.readouterr() == ("", "the picture is in game-move-6-graph.svg\n")
    assert title_of(Path("game-move-6-graph.svg")) == (
        "Common fate graph: A & B (Black) – <C> (White), after move 5 (Black E5), White to play"
    )
    assert cli.main(["show", str(game), "--graph", "--move", "3", "--out", "two.svg"]) == 0
    assert title_of(Path("two.svg")).endswith("after move 2 (White F4), Black to play")
    assert cli.main(["show", str(game), "--graph", "--move", "1"]) == 0
    assert title_of(Path("game-move-1-graph.svg")).endswith("at the start, Black to play")


def test_standard_output(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", str(game), "--graph", "--labels", "--width", "300", "--out", "-"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert root.get("width") == "300"
    assert [path.name for path in Path().iterdir()] == ["game.sgf"]


def test_all_four_by_default_and_several_in_the_order_asked_for(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = ["--config", "baseline", "--playouts", "30", "--seed", "1"]
    assert cli.main(["show", str(game), "--move", "3", *engine]) == 0
    root = ElementTree.parse("game-move-3.svg").getroot()
    title, description = root.findtext(f"{SVG}title", ""), root.findtext(f"{SVG}desc", "")
    assert title.startswith("Common fate graph, Policy: ")
    assert "30 playouts" in description
    before = Path("game-move-3.svg").read_bytes()
    assert cli.main(["show", str(game), "--move", "3", *engine]) == 0
    assert Path("game-move-3.svg").read_bytes() == before

    words = ["show", str(game), "--probabilities", "--graph", "--probabilities", *engine]
    assert cli.main(words) == 0
    assert title_of(Path("game-move-6-probabilities-graph.svg")).startswith("Policy: how likely")


def test_edited_records_count_all_their_moves(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text("(;GM[1]SZ[9];B[dd];W[ff];AB[aa][bb]AE[dd];B[cc];W[gg])")
    for number, black, white in ((2, 1, 0), (3, 2, 1), (4, 3, 1)):
        words = ["show", str(game), "--graph", "--out", "g.svg", "--move", str(number)]
        assert cli.main(words) == 0
        description = ElementTree.parse("g.svg").getroot().findtext(f"{SVG}desc", "")
        assert f"has {black} vertices for black chains, {white} for white" in description
    capsys.readouterr()
    assert error_of(capsys, str(game), "--move", "6") == "game.sgf: the game has only 4 moves"


def test_faults_are_one_line(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert error_of(capsys, "none.sgf", "--graph") == "none.sgf: No such file or directory"
    assert error_of(capsys, "/dev/zero", "--graph") == "/dev/zero: not a file"
    assert error_of(capsys, str(game), "--move", "7") == "game.sgf: the game has only 5 moves"
    assert "expected a whole number" in error_of(capsys, str(game), "--move", "0")
    assert "expected 100 to 20000" in error_of(capsys, str(game), "--width", "50")
    for words in (["--labels"], ["--paths", "C2"]):
        error = error_of(capsys, str(game), "--probabilities", *words)
        assert error == f"{words[0]} are those of the graph: add --graph"
    for vertex in ("pass", "D6"):
        assert "--paths: no empty point" in error_of(capsys, str(game), "--paths", vertex)
    assert error_of(capsys, str(game), "--graph", "--out", "none/x.svg") == (
        "none/x.svg: no folder none"
    )
    assert error_of(capsys, str(game), "--graph", "--out", "x.png") == (
        "x.png: pictures are SVG, so its name must end with .svg"
    )
    for content, fault in (
        ("no record", "not SGF"),
        ("", "not SGF"),
        ("(;GM[1]SZ[9];B[zz])", "malformed move"),
        ("(;GM[1]SZ[9]AB[ee];W[ee])", "move 1: illegal move: white E5 (occupied)"),
    ):
        game.write_text(content)
        assert error_of(capsys, str(game), "--graph").startswith(f"game.sgf: {fault}")
    game.write_text("(;GM[1]SZ[9];B[dd];W[dd])")
    assert error_of(capsys, str(game), "--graph", "--move", "3").startswith(
        "game.sgf: move 2: illegal move"
    )
    for options in ([], ["--move", "2"]):
        assert cli.main(["show", str(game), "--graph", "--out", "-", *options]) == 0
        assert "It ends before move 2: illegal move" in capsys.readouterr().err.replace("\n", "")
    game.write_text("(;SZ[9];B[ee];W[cc];B[g")
    assert cli.main(["show", str(game), "--graph", "--out", "-"]) == 0
    assert "game.sgf: The record is cut off." in capsys.readouterr().err.replace("\n", "")


def test_only_own_pictures_are_overwritten(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = Path("drawing.svg")
    mine.write_text("<svg><!-- a week's work --></svg>")
    message = error_of(capsys, str(game), "--graph", "--out", "drawing.svg")
    assert message == "drawing.svg: not overwritten, for it is no picture of `cfggo show`"
    assert "a week's work" in mine.read_text()
    mine.unlink()
    for _ in range(2):
        assert cli.main(["show", str(game), "--graph", "--out", "drawing.svg"]) == 0


def test_interrupted_search_is_drawn(game: Path) -> None:
    words = ["show", str(game), "--search", "--seconds", "600", "--config", "baseline"]
    command = [sys.executable, "-m", "cfggo", *words, "--out", "s.svg"]
    environment = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "200"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr is not None
        shown = b""
        while b"searching" not in shown:
            shown += os.read(process.stderr.fileno(), 1000) or pytest.fail(shown.decode())
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read().decode()
        assert process.wait(60) == 130
    assert rest.endswith("the picture is in s.svg\ninterrupted\n")
    description = ElementTree.parse("s.svg").getroot().findtext(f"{SVG}desc", "")
    assert "playouts: White wins" in description


def test_territory_is_that_of_the_field_of_the_settings(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = load_territory(find_weights("territory"))
    other = replace(shipped, edges=-shipped.edges, nodes=-shipped.nodes)
    save_territory(Path("other.weights"), other)
    assert cli.main(["show", str(game), "--territory"]) == 0
    assert title_of(Path("game-move-6-territory.svg")).startswith("Territory")
    pictures = []
    for settings in ([], ["--set", "territory=territory"], ["--set", "territory=other.weights"]):
        assert cli.main(["show", str(game), "--territory", "--out", "t.svg", *settings]) == 0
        pictures.append(Path("t.svg").read_text())
    assert pictures[0] == pictures[1] != pictures[2]
    capsys.readouterr()
    for name, fault in (
        ("territory-playouts", "sees playouts, and here there are none"),
        ("none.weights", "none.weights"),
    ):
        assert fault in error_of(capsys, str(game), "--territory", "--set", f"territory={name}")


def test_a_picture_of_owners_says_whose_opinion_it_is(game: Path) -> None:
    for settings, words in (
        ([], "Owners at the end of 20 playouts"),
        (["--set", "owners=territory"], "Owners by a territory field"),
    ):
        search = ["--ownership", "--playouts", "20"]
        assert cli.main(["show", str(game), *search, "--out", "o.svg", *settings]) == 0
        assert words in Path("o.svg").read_text()
