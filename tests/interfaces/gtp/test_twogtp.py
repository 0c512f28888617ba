"""GoGui's referee, gogui-twogtp, lets the engine play itself."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cfggo.go.game import Game
from cfggo.records.sgf.reading import read_main_line

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("gogui-twogtp") is None,
        reason="needs GoGui's gogui-twogtp on the path; Debian 12 has no package of it",
    ),
]

MOST_SECONDS = 600
"""For two short games, on a busy machine that has to compile first."""


def test_two_games_end_without_an_error(tmp_path: Path) -> None:
    engine = f"{sys.executable} -m cfggo gtp --seed 1"
    options = ["-size", "9", "-komi", "7", "-games", "2", "-alternate", "-auto", "-sgffile", "game"]
    subprocess.run(
        [
            "gogui-twogtp",
            *options,
            *("-black", f"{engine} --playouts 50"),
            *("-white", f"{engine} --level 18k"),
        ],
        check=True,
        timeout=MOST_SECONDS,
        cwd=tmp_path,
    )
    table = (tmp_path / "game.dat").read_text().splitlines()
    names = next(line for line in table if line.startswith("#GAME"))[1:].split("\t")
    games = [dict(zip(names, line.split("\t"), strict=False)) for line in table if line[:1] != "#"]
    assert len(games) == 2
    for number, game in enumerate(games):
        assert game["ERR"] == "0"
        assert game["RES_B"] == game["RES_W"] != "?"  # both sides count the same
        line = read_main_line((tmp_path / f"game-{number}.sgf").read_bytes())
        assert len(line.moves) == int(game["LEN"]) > 10
        Game.from_main_line(line)  # all moves are legal
