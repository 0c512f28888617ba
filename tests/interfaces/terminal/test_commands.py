"""What the Tab key completes."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cfggo.interfaces.terminal.commands import COMMANDS, complete
from cfggo.interfaces.terminal.sitting import COMMANDS as PROBLEM_COMMANDS
from cfggo.study.api.game import Game


def completed(before: str, game: Game | None = None) -> list[str]:
    session = SimpleNamespace(table=SimpleNamespace(game=game or Game(5)))
    return complete(session, before)  # type: ignore[arg-type]


def test_words_and_legal_moves() -> None:
    assert completed("und") == ["undo "]
    assert completed("s") == ["score ", "swap ", "save "]
    assert completed("d") == ["dead ", "d1", "d2", "d3", "d4", "d5"]
    assert "undo " in completed("")
    game = Game(5)
    game.play("D4")
    assert completed("D", game) == ["dead ", "D1", "D2", "D3", "D5"]


def test_what_follows_a_word() -> None:
    assert completed("level 1") == [f"1{n}k" for n in range(9, -1, -1)]
    assert completed("new 1") == ["13", "19"]
    assert completed("explain c") == ["c1", "c2", "c3", "c4", "c5"]
    assert completed("hint ") == completed("level 12k ") == completed("nonsense ") == []


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    for name in ("games/a.sgf", "game.sgf", "game.txt"):
        (tmp_path / name).write_text("")
    assert completed("load ga") == ["game.sgf", "games/"]
    assert completed("load games/") == ["games/a.sgf"]
    assert completed("load nowhere/") == []


@pytest.mark.parametrize(
    ("page", "head", "column", "commands"),
    [
        ("play.md", "| word | |", 1, COMMANDS),
        ("solve.md", "| button, key | in the terminal | |", 2, PROBLEM_COMMANDS),
    ],
)
def test_the_pages_list_all_commands(
    page: str, head: str, column: int, commands: dict[str, Any]
) -> None:
    text = (Path(__file__).parents[3] / "docs" / page).read_text(encoding="utf-8")
    rows = text.partition(f"{head}\n")[2].partition("\n\n")[0].splitlines()
    words = re.findall("`([a-z]+)[` ]", "".join(row.split("|")[column] for row in rows))
    assert set(words) <= set(commands)
    assert {commands[word].usage for word in words} == {one.usage for one in commands.values()}
