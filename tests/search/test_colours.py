"""Black and White are alike to a search: with colours exchanged it is the same one."""

from pathlib import Path

import pytest

from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE
from cfggo.records.sgf.reading import read_main_line
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

GAMES = sorted(Path(__file__, "../../../docs/example-tournament/games").resolve().glob("*.sgf"))[:7]
OTHER = {BLACK: WHITE, WHITE: BLACK}


@pytest.fixture(scope="module")
def engine() -> Searcher:
    return Searcher(load_config().with_values(seed=1))


def searched(engine: Searcher, game: Game) -> SearchReport:
    engine.forget()
    engine.set_seed(1)
    return engine.analyze(SearchRequest(game, game.to_play, Limit(playouts=200)))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_search_does_not_see_colours(engine: Searcher, file: Path, share: float) -> None:
    line = read_main_line(file.read_bytes())
    game, exchanged = Game(line.size), Game(line.size)
    exchanged.komi = -game.komi
    for colour, point in line.moves[: int(share * len(line.moves))]:
        game.play(colour, point)
        exchanged.play(OTHER[colour], point)
    found, other = searched(engine, game), searched(engine, exchanged)
    assert other.colour == OTHER[found.colour]
    assert other.winrate == found.winrate
    assert other.score == found.score
    assert [(move.point, move.visits) for move in other.moves] == [
        (move.point, move.visits) for move in found.moves
    ]
