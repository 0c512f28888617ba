"""A seki that playouts broke, in all that a controller asks about it."""

import pytest

from cfggo.config import load_config
from cfggo.search.searcher import Searcher
from tests.interfaces.gtp.conftest import Gtp

SEKI = (
    "gogui-setup w C6 w C5 w C4 w B4 w B3 w B2 w B1 b D6 b D5 b D4 w F6 w F5 w F4 w E4 w E3 w D3 "
    "b C3 b C2 b D2 b E2 b F2 b F3 b C1 b E1"
)
"""Black's D4 to D6 and White's D3 to F6 share E5 and E6; who plays there is captured.

   A B C D E F
 6 . . O X . O 6
 5 . . O X . O 5
 4 . O O X O O 4
 3 . O X O O X 3
 2 . O X X X X 2
 1 . O X . X . 1
   A B C D E F
"""

SCORES = {
    "chinese": "W+8", "japanese": "W+6", "aga": "W+8", "new_zealand": "W+8", "tromp-taylor": "W+8",
}  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> Searcher:
    return Searcher(load_config().with_values(seed=1))


@pytest.fixture
def seki(engine: Searcher) -> Gtp:
    """Returns a session of the default preset, 300 playouts a move, with the seki set up."""
    engine.forget()
    gtp = Gtp(engine.config.with_values(playouts=300), load=lambda: engine)
    for command in ("boardsize 6", "komi 0", SEKI):
        assert gtp.ask(command) == "="
    return gtp


def test_nothing_is_dead(seki: Gtp) -> None:
    assert seki.ask("final_status_list dead") == "="
    assert seki.ask("final_status_list seki") == "= D3 E3 E4 F4 F5 F6\nD4 D5 D6"


@pytest.mark.parametrize(("rules", "score"), SCORES.items())
def test_score(seki: Gtp, rules: str, score: str) -> None:
    seki.ask(f"kgs-rules {rules}")
    assert seki.ask("final_score") == f"= {score}"


@pytest.mark.parametrize("colour", ["b", "w"])
@pytest.mark.parametrize("command", ["genmove", "kgs-genmove_cleanup"])
def test_nobody_plays_there(seki: Gtp, command: str, colour: str) -> None:
    """After a pass that loses by a point, and after two where dead stones are to be taken."""
    seki.ask(f"komi {-9 if colour == 'b' else -7}")  # that side wins by one
    seki.ask(f"play {'w' if colour == 'b' else 'b'} pass")
    if command != "genmove":
        seki.ask(f"play {colour} pass")
    assert seki.ask(f"{command} {colour}") not in ("= E5", "= E6")
