"""Games of the engine against itself: repeatable, resumable, counted."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from cfggo import cli
from cfggo.config import EngineConfig, load_config
from cfggo.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, PASS, parse_vertex
from cfggo.go.rules import CHINESE
from cfggo.go.sgf import read_main_line
from cfggo.match.selfplay import SETTINGS_NAME, SelfPlay, play_self
from cfggo.match.store import GameStore
from cfggo.search.engine import Decision, Limit, SearchReport

MOVES = 12


def decide(point: int, colour: int, resign: bool = False) -> Decision:
    report = SearchReport(
        colour=colour, playouts=100, seconds=0.0, winrate=0.5, score=0.0, nodes=1, moves=[]
    )
    return Decision(point, resign, report)


class RandomEngine:
    """Plays random moves of its seed, then passes or resigns; owns what it is told to.

    Public attributes:
      resigns -- whether it ends a game by resigning
      owner   -- ownership by vertex; other points are neutral
    """

    resigns = False
    owner: ClassVar[dict[str, float]] = {}

    def __init__(self, config: EngineConfig) -> None:
        self._random = random.Random(config.play.seed)

    def choose_move(self, game: Game, colour: int, limit: Limit) -> Decision:
        assert limit == Limit(playouts=100)
        done = len(game.moves) >= MOVES
        point = PASS if done else self._random.choice(game.legal_points(colour))
        return decide(point, colour, resign=done and self.resigns)

    def ownership(self) -> np.ndarray:
        ownership = np.zeros(N_POINTS, dtype=np.float32)
        for vertex, value in self.owner.items():
            ownership[parse_vertex(vertex, 5)] = value
        return ownership


class ResigningEngine(RandomEngine):
    resigns = True


class PlannedEngine(RandomEngine):
    """Lets White keep a dead stone inside Black's area."""

    owner: ClassVar = {"A5": 0.9, "B1": 1.0, "C3": 0.8}

    def choose_move(self, game: Game, colour: int, limit: Limit) -> Decision:
        vertices = ["B1", "A5", "C3", "pass", "pass"]
        point = parse_vertex(vertices[len(game.moves)], 5)
        return decide(point, colour)


Play = Callable[..., list[bytes]]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Returns a function that plays games into a folder and returns all its SGF files."""

    def play_games(
        folder: str, games: int, seed: int = 1, komi: float = 7.5, engine: Any = RandomEngine
    ) -> list[bytes]:
        config = load_config("baseline").with_values(playouts=100)
        settings = SelfPlay(config, size=5, komi=komi, rules=CHINESE, seed=seed)
        path = tmp_path / folder
        with GameStore(path, SETTINGS_NAME, settings.to_json(), resume=True) as store:
            play_self(settings, games, store, make_engine=engine)
        return [file.read_bytes() for file in sorted(path.glob("*.sgf"))]

    return play_games


def test_same_seed_gives_the_same_records_to_the_byte(play: Play) -> None:
    games = play("first", 4)
    assert games == play("second", 4)
    assert len(set(games)) == 4
    assert not set(games) & set(play("third", 4, seed=2))


def test_game_does_not_depend_on_the_games_before(play: Play) -> None:
    play("resumed", 1)
    assert play("resumed", 3) == play("whole", 3)


def test_records_replay(play: Play) -> None:
    for sgf in play("games", 3):
        line = read_main_line(sgf)
        game = Game.from_main_line(line)
        assert len(game.moves) == MOVES + 2
        assert (line.size, line.komi, line.date) == (5, 7.5, "")
        assert line.result[:2] in ("B+", "W+")


def test_resignation(play: Play) -> None:
    assert all(b"RE[W+R]" in sgf for sgf in play("games", 2, engine=ResigningEngine))


def test_dead_stones_are_the_opponents_points(play: Play) -> None:
    (sgf,) = play("games", 1, engine=PlannedEngine)
    assert b"RE[B+17.5]" in sgf  # 25 points, less komi


def test_other_settings_are_not_mixed(play: Play) -> None:
    play("games", 1)
    with pytest.raises(CfggoError, match=r"komi was 7\.5 and is now 0\.5"):
        play("games", 2, komi=0.5)


def test_command_gives_the_same_games_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--size", "9", "--playouts", "20", "--seed", "1", "--json"]
    games = []
    for folder in ("first", "second"):
        out = tmp_path / folder
        assert cli.main(["selfplay", "--games", "2", *options, "--out", str(out)]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["games"] == 2
        assert result["black_wins"] + result["white_wins"] + result["draws"] == 2
        games.append([(out / f"000{number}.sgf").read_bytes() for number in (1, 2)])
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]
