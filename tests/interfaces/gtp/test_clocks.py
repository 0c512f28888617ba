"""How long a move may take by what programs and servers send, each in its own way of telling time.

Each row is what a controller sends before a `genmove`, and the least and the most that the search
for that move may take, in seconds; 0 for a move that must be made at once.
"""

import pytest

from cfggo.go.points import BLACK
from cfggo.search.limits import Haste, Limit
from tests.interfaces.gtp.conftest import Gtp

BYO_YOMI = "kgs-time_settings byoyomi 600 30 5"
CANADIAN = "kgs-time_settings canadian 600 300 25"
ONE_STONE = "time_settings 600 30 1"
FISCHER = "kata-time_settings fischer-capped 300 30 600 -1"
AS_CANADIAN = "kgs-time_settings canadian 1780 20 1"
YZY = "kata-time_settings byoyomi 600 60 5"

CLOCKS: list[tuple[str, list[str], float, float]] = [
    # kgsGtp: seconds of the present period, and the periods that are left with it.
    ("KGS, main time", [BYO_YOMI, "time_left b 540 0"], 28, 60),
    ("KGS, end of main time", [BYO_YOMI, "time_left b 12 0"], 28, 41.8),
    ("KGS, main time just over", [BYO_YOMI, "time_left b 0 0"], 28, 29.8),
    ("KGS, a whole period", [BYO_YOMI, "time_left b 30 5"], 28, 29.8),
    ("KGS, most of a period", [BYO_YOMI, "time_left b 20 5"], 18, 19.8),
    ("KGS, little of a period", [BYO_YOMI, "time_left b 5 5"], 28, 34.8),
    ("KGS, nothing of a period", [BYO_YOMI, "time_left b 0 5"], 28, 29.8),
    ("KGS, nothing of the last but one", [BYO_YOMI, "time_left b 0 2"], 28, 29.8),
    ("KGS, the last period", [BYO_YOMI, "time_left b 30 1"], 28, 29.8),
    ("KGS, little of the last period", [BYO_YOMI, "time_left b 4 1"], 3, 3.8),
    ("KGS, nothing of the last period", [BYO_YOMI, "time_left b 0 1"], 0, 0),
    ("KGS, byo-yomi from the start", ["kgs-time_settings byoyomi 0 10 3"], 9, 9.8),
    ("KGS, a minute was added", [BYO_YOMI, "time_left b 20 3", "time_left b 80 0"], 28, 60),
    ("KGS, Canadian, main time", [CANADIAN, "time_left b 400 0"], 11, 40),
    ("KGS, Canadian, a new period", [CANADIAN, "time_left b 300 25"], 11, 11.8),
    ("KGS, Canadian, in a period", [CANADIAN, "time_left b 100 5"], 18, 19.8),
    ("KGS, Canadian, the last stone", [CANADIAN, "time_left b 9 1"], 8, 8.8),
    ("KGS, Canadian, period to begin", [CANADIAN, "time_left b 0 25"], 11, 11.8),
    ("KGS, absolute", ["kgs-time_settings absolute 300", "time_left b 300 0"], 1, 10),
    ("KGS, absolute, nearly out", ["kgs-time_settings absolute 300", "time_left b 3 0"], 0, 0),
    ("KGS, no limit", ["kgs-time_settings none", "time_left b 0 0"], 0, 0),
    # gtp2ogs sends the settings before each move, and rounds down what is left.
    ("OGS, byo-yomi", [BYO_YOMI, "time_left b 29 4", BYO_YOMI, "time_left b 29 4"], 27, 28.8),
    ("OGS, byo-yomi, late by a period", [BYO_YOMI, "time_left b 0 4"], 28, 29.8),
    ("OGS, settings by the clock", ["kgs-time_settings byoyomi 0 4 10", "time_left b 24 9"], 3, 8),
    ("OGS, all periods as main time", ["time_settings 720 30 1", "time_left b 700 0"], 28, 70),
    ("OGS, the last of them", ["time_settings 720 30 1", "time_left b 29 1"], 27, 28.8),
    ("OGS, Canadian", [CANADIAN, "time_left b 150 13"], 10.5, 11.4),
    ("OGS, Fischer", [FISCHER, "time_left b 290 0"], 29, 60),
    ("OGS, Fischer, nearly out", [FISCHER, "time_left b 31 0"], 20, 30),
    ("OGS, Fischer as Canadian time", [AS_CANADIAN, "time_left b 1917 1"], 19, 100),
    ("OGS, the same at its end", [AS_CANADIAN, "time_left b 19 1"], 18, 18.8),
    ("OGS, simple", ["time_settings 0 15 1", "time_left b 14 1"], 13, 13.8),
    ("OGS, absolute", ["time_settings 1200 0 0", "time_left b 1200 0"], 4, 20),
    # CGOS has main time alone.
    ("CGOS", ["time_settings 300 0 0", "time_left b 299 0"], 1, 10),
    ("CGOS, a second left", ["time_settings 300 0 0", "time_left b 1 0"], 0, 0),
    ("CGOS, less than a second left", ["time_settings 300 0 0", "time_left b 0 0"], 0, 0),
    # Lizzie does not say what is left; LizzieYzy does, in hundredths, and for clocks of its user's.
    ("Lizzie", ["time_settings 0 10 1"], 9, 9.8),
    ("Lizzie, later", ["time_settings 0 10 1", "genmove b", "time_settings 0 10 1"], 9, 9.8),
    ("LizzieYzy", ["time_settings 120 2 1", "time_left B 2 1"], 1.5, 1.8),
    ("LizzieYzy, main time said to be over", [YZY, "time_left b 0 5"], 57, 59.8),
    ("LizzieYzy, byo-yomi", [YZY, "time_left B 60.00 5"], 57, 59.8),
    ("LizzieYzy, no period left", [YZY, "time_left B 60 1", "time_left B 60 0"], 57, 59.8),
    ("LizzieYzy, Fischer", ["kata-time_settings fischer 300 5", "time_left B 305.00 0"], 5, 20),
    ("LizzieYzy, absolute", ["kata-time_settings absolute 600", "time_left B 599.98 0"], 2, 10),
    # GoGui: Canadian time; it goes on when time is over, also below 0.
    ("GoGui", ["time_settings 600 60 10", "time_left b 60 10"], 5, 5.8),
    ("GoGui, main time over", ["time_settings 600 0 0", "time_left b -3 0"], 0, 0),
    ("GoGui, no limit", ["time_settings 0 1 0", "time_left b 0 0"], 0, 0),
    # Sabaki has no clock: its users write settings into its start commands.
    ("Sabaki", ["time_settings 0 5 1"], 4.5, 4.8),
    # Others.
    ("main time with the periods to come", [BYO_YOMI, "time_left b 540 5"], 28, 60),
    ("main time with the stones to come", [CANADIAN, "time_left b 540 25"], 11, 60),
    ("byo-yomi by GTP's own command", [ONE_STONE, "time_left b 30 5"], 28, 29.8),
    ("the same, main time just over", [ONE_STONE, "time_left b 0 5"], 28, 29.8),
    ("more stones than a period has", [CANADIAN, "time_left b 300 40"], 11, 11.8),
    ("overtime alone, without a count", ["time_settings 0 30 1", "time_left b 9 0"], 8, 8.8),
    (
        "Canadian overtime without a count",
        ["time_settings 0 300 25", "time_left b 100 5", "time_left b 90 0"], 16, 17.8,
    ),
    ("main time after overtime", [BYO_YOMI, "time_left b 9 2", "time_left b 200 0"], 28, 60),
]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "least", "most"), [row[1:] for row in CLOCKS], ids=[row[0] for row in CLOCKS]
)
def test_the_time_that_a_move_may_take(
    gtp: Gtp, lines: list[str], least: float, most: float
) -> None:
    for line in lines:
        assert gtp.ask(line).startswith("=")
    gtp.ask("genmove b")
    limit = gtp.engine.limits[-1]
    if most:
        assert limit.haste is Haste.NONE
        assert least <= limit.seconds
        assert limit.seconds + limit.extra_seconds <= most
    elif gtp.session.clocks[BLACK].is_limited:
        assert limit.haste is Haste.NO_PLAYOUTS
    else:
        assert limit == Limit(playouts=1000)


def test_settings_that_are_sent_before_each_move_leave_the_clocks_as_they_are(gtp: Gtp) -> None:
    gtp.ask("time_settings 300 0 0", "time_left b 200 0", "time_settings 300 0 0")
    assert gtp.session.clocks[BLACK].remaining == 200
    gtp.ask("time_settings 400 0 0")
    assert gtp.session.clocks[BLACK].remaining == 400


def test_a_move_without_playouts_says_nothing_of_the_game(gtp: Gtp) -> None:
    gtp.engine.visits = ()
    gtp.engine.moves_left = 0
    assert gtp.ask("genmove b", "cfggo-values") == "="
