"""The test positions: what is drawn is what is loaded, the answers can be played, and the engine
finds most of them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cfggo.config import load_config
from cfggo.go.points import PASS, format_vertex, parse_vertex
from cfggo.match.playing.regression import Step, read_test_file
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.position_files import check_numbers, check_question, game_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.tst"))
FEWEST = 60

SOLVED, PLAYOUTS, SEED = 65, 300, 1
"""Positions that the default preset solves, of 71, with so few playouts and this seed."""

_VERTEX = re.compile(r"[A-HJ-T][0-9]+|pass", re.IGNORECASE)


def positions_of(path: Path) -> Iterator[tuple[Path, Step]]:
    """Yields the records that a file loads, each with the test that is made of it."""
    record = None
    for step in read_test_file(path):
        if step.expectation is None:
            name, file = step.command.split()
            assert name == "loadsgf"
            record = path.parent / file
        else:
            assert record is not None, f"{path.name}: line {step.line}: no position"
            yield record, step
            record = None


ALL = [pair for path in FILES for pair in positions_of(path)]


def test_there_are_enough_and_every_record_is_used_once() -> None:
    records = [record for record, _ in ALL]
    assert len(records) >= FEWEST
    assert sorted(records) == sorted((FOLDER / "sgf").iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_positions(path: Path) -> None:
    check_numbers(path)
    for record, step in positions_of(path):
        game = game_of(record)
        check_question(game, step)
        assert step.expectation is not None
        for vertex in _VERTEX.findall(step.expectation.pattern):
            point = parse_vertex(vertex, game.size)
            assert point == PASS or game.is_legal(game.to_play, point), (record, vertex)
            assert step.expectation.accepts(vertex) != step.expectation.is_negated, record


def test_the_engine_solves_as_many_as_it_did() -> None:
    """`cfggo regress` asks the same in a match's way; lab/test-positions.md has more playouts."""
    engine = Searcher(load_config().with_values(seed=SEED))
    missed = []
    for record, step in ALL:
        game = game_of(record)
        decision = engine.choose_move(
            SearchRequest(game, game.to_play, Limit(playouts=PLAYOUTS), reg=True)
        )
        assert step.expectation is not None
        if not step.expectation.accepts(format_vertex(decision.point)):
            missed.append(record.stem)
    assert len(ALL) - len(missed) >= SOLVED, missed
