"""What is said about a game."""

import numpy as np
import pytest

from cfggo.interfaces.terminal.table_words import hint, standing
from cfggo.study.api.analysis import Analysis
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game


@pytest.mark.parametrize(
    ("to_play", "score", "winrate", "words"),
    [
        ("black", 1.04, 0.48, "Black is 1.0 point ahead with komi; Black's win rate is 48% {}"),
        ("black", -12.0, 0.3, "White is 12.0 points ahead with komi; White's win rate is 70% {}"),
        ("white", 0.96, 0.6, "White is 1.0 point ahead with komi; White's win rate is 60% {}"),
        ("white", 0.04, 0.6, "Neither side is ahead with komi; Black's win rate is 40% {}"),
    ],
)
def test_it_is_said_who_is_ahead_and_whose_win_rate_it_is(
    to_play: str, score: float, winrate: float, words: str
) -> None:
    analysis = Analysis(
        to_play=to_play,
        playouts=1000,
        visits=1000,
        seconds=1.0,
        winrate=winrate,
        score=score,
        mean_lead=score,
        mean_score=score,
        score_stdev=27.3,
        ownership=np.zeros((9, 9), np.float32),
        candidates=[],
    )
    assert standing(analysis) == words.format("after 1,000 playouts.")


def test_a_hint_lists_moves_by_their_playouts() -> None:
    analysis = Engine(seed=1).analyse(Game(size=9), playouts=200)
    policy = {one.move: 0.1 for one in reversed(analysis.candidates)}  # the likeliest have few
    marks, table = hint(analysis, policy)
    rows = [line.split() for line in table.splitlines()[1:]]
    visits = [int(row[4].replace(",", "")) for row in rows]
    assert visits == sorted(visits, reverse=True)
    assert {move: mark for mark, move, *_ in rows if move != "pass"} == marks
