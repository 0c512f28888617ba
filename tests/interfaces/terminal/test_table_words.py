"""What is said about a game."""

from __future__ import annotations

import numpy as np
import pytest

from cfggo.interfaces.terminal.table_words import standing
from cfggo.study.api.analysis import Analysis


@pytest.mark.parametrize(
    ("to_play", "score", "winrate", "words"),
    [
        ("black", 1.04, 0.48, "Black is 1.0 point ahead with komi, {}; Black's win rate is 48% {}"),
        (
            "black",
            -12.0,
            0.3,
            "White is 12.0 points ahead with komi, {}; White's win rate is 70% {}",
        ),
        ("white", 0.96, 0.6, "White is 1.0 point ahead with komi, {}; White's win rate is 60% {}"),
        ("white", 0.04, 0.6, "Neither side is ahead with komi, {}; Black's win rate is 40% {}"),
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
        mean_score=score,
        score_stdev=27.3,
        ownership=np.zeros((9, 9), np.float32),
        candidates=[],
    )
    assert standing(analysis) == words.format("give or take 27", "after 1,000 playouts.")
