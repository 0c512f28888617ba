"""Which games are equal, and the parts of a collection."""

from collections import Counter

import pytest

from cfggo.go.main_line import MainLine
from cfggo.go.points import board_points
from cfggo.records.game_record import GameRecord, Split


def test_split_depends_on_the_game_alone() -> None:
    game = MainLine(moves=((1, 45),), black_name="Kuro", result="B+R")
    same_game = MainLine(moves=((1, 45),), comments={0: "!"}, komi=6.5)
    assert GameRecord("a.sgf", game).split is GameRecord("b.zip/c.sgf", same_game).split


def test_split_is_80_10_10() -> None:
    points = board_points(19)
    records = [
        GameRecord("", MainLine(moves=((1, first), (2, second))))
        for first in points[:50]
        for second in points[100:150]
    ]
    shares = Counter(record.split for record in records)
    assert shares[Split.TRAINING] == pytest.approx(2000, abs=100)
    assert shares[Split.VALIDATION] == pytest.approx(250, abs=75)
    assert shares[Split.TEST] == pytest.approx(250, abs=75)
