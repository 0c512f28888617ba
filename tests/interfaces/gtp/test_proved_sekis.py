"""The default preset asked about two chains that share liberties, in seki or one of them dead.

Of the positions in sekis.jsonl, drawn at random on 9x9, a search of all moves proved which chain is
dead, or that both live in seki, what each way to count says, and which moves lose one's own chain
or let the other one live.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cfggo.config import load_config
from cfggo.go.rules import RULESETS
from cfggo.go.scoring import format_result
from cfggo.search.searcher import Searcher
from tests.interfaces.gtp.conftest import Gtp

Position = dict[str, Any]

POSITIONS = Path(__file__).with_name("sekis.jsonl")
PLAYOUTS = 100


def test_the_default_preset_knows_sekis() -> None:
    engine = Searcher(load_config().with_values(seed=1, resign_below=0.0))
    gtp = Gtp(engine.config.with_values(playouts=PLAYOUTS), load=lambda: engine)

    def ask(command: str) -> str:
        answer = gtp.ask(command)
        assert answer.startswith("="), answer
        return answer[1:].strip()

    positions = [json.loads(line) for line in POSITIONS.read_text().splitlines()]
    assert {bool(position["seki"]) for position in positions} == {True, False}
    assert {p["board"]: wrong for p in positions if (wrong := [*wrong_answers(p, ask)])} == {}


def wrong_answers(position: Position, ask: Callable[[str], str]) -> Iterator[str]:
    """Yields commands that are answered wrong, with the answers."""
    rows = position["board"].split()
    stones = [
        f"{'b' if mark == 'X' else 'w'} {'ABCDEFGHJ'[column]}{9 - row}"
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != "."
    ]
    for command in ("boardsize 9", "clear_board", "komi 0", f"gogui-setup {' '.join(stones)}"):
        ask(command)
    for status in ("dead", "seki"):
        answer = ask(f"final_status_list {status}")
        if sorted(answer.split()) != sorted(position[status].split()):
            yield f"final_status_list {status}: {answer}"
    for rules in RULESETS.values():
        ask(f"kgs-rules {rules.name}")
        points = position["all alive" if rules.all_stones_alive else rules.scoring]
        if (answer := ask("final_score")) != format_result(points):
            yield f"final_score by {rules.name}: {answer}"
    ask("kgs-rules chinese")
    dead = {"X": "b", "O": "w"}.get(mark_at(rows, position["dead"].split()))
    for colour, other, sign in (("b", "w", -1), ("w", "b", 1)):
        loses = position["loses"][colour].split()
        for margin in (1.5, -1.5):  # by which the side to move wins, or loses
            ask(f"komi {position['area'] + sign * margin}")
            ask(f"play {other} pass")
            if (move := ask(f"genmove {colour}")) in loses:
                yield f"genmove {colour}, by {margin}: {move}"
            ask("undo")
            ask(f"play {colour} pass")
            move = ask(f"kgs-genmove_cleanup {colour}")
            if move in loses or (move.lower() == "pass" and dead == other):
                yield f"kgs-genmove_cleanup {colour}, by {margin}: {move}"
            ask("gg-undo 3")


def mark_at(rows: list[str], vertices: list[str]) -> str:
    """Returns the mark of the first of some vertices, "" if there are none."""
    return rows[9 - int(vertices[0][1:])]["ABCDEFGHJ".index(vertices[0][0])] if vertices else ""
