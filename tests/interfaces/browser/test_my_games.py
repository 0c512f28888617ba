"""The games of the user: kept when they end, listed, opened, deleted."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser.events import Events
from cfggo.interfaces.browser.my_games import MyGames, outcome_of, outcomes_of
from cfggo.interfaces.browser.open_game import OpenGame
from cfggo.interfaces.browser.rating import Outcome
from cfggo.interfaces.browser.worker import EngineWorker
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game
from tests.interfaces.browser.conftest import Page

LOST = b"(;FF[4]SZ[9]KM[7.5]PB[You]PW[cfggo 15k]DT[2026-11-01]RE[W+3.5];B[ee];W[cc];B[gg])"
UNFINISHED = b"(;FF[4]SZ[9]KM[0.5]HA[2]AB[gc][cg]PB[You]PW[cfggo 18k];W[ee];B[ed])"


@pytest.fixture
def games(tmp_path: Path) -> MyGames:
    """Returns a folder of games that is not there yet."""
    return MyGames(tmp_path / "games", tmp_path / "reviews")


def test_a_folder_that_is_not_there_is_empty(games: MyGames) -> None:
    assert games.listed() == []
    assert games.rating() is None
    with pytest.raises(CfggoError, match="no game"):
        games.read("a.sgf")


def test_games_are_listed_with_what_they_were(games: MyGames) -> None:
    games.keep(LOST)
    games.keep(UNFINISHED)
    names = [game["name"] for game in games.listed()]
    assert len({*names}) == 2
    by_result = {game["result"]: game for game in games.listed()}
    lost, unfinished = by_result["W+3.5"], by_result[""]
    assert (lost["you"], lost["level"], lost["winner"], lost["moves"]) == (
        "black", "15k", "white", 3,
    )  # fmt: skip
    assert (lost["date"], lost["size"], lost["review"]) == ("2026-11-01", 9, False)
    assert (unfinished["handicap"], unfinished["winner"]) == (2, None)
    assert outcome_of(lost) == Outcome("15k", won=False, handicap=0, size=9)
    assert outcome_of(unfinished) is None
    for _ in range(3):
        games.keep(LOST)
    assert games.rating() is None
    games.keep(LOST)
    rating = games.rating()
    assert rating is not None
    assert rating["games"] == 5
    assert rating["rank"] > 15


@pytest.mark.parametrize(
    ("end", "n", "counts"), [("T", 8, False), ("R", 8, False), ("R", 9, True), ("3.5", 3, True)]
)
def test_a_game_that_is_broken_off_early_says_nothing(
    games: MyGames, end: str, n: int, counts: bool
) -> None:
    moves = "".join(f";{'BW'[i % 2]}[{'abcdefghi'[i]}c]" for i in range(n))
    games.keep(f"(;SZ[9]PB[You]PW[cfggo 15k]RE[W+{end}]{moves})".encode())
    assert len(outcomes_of(games.listed())) == counts


def test_what_cannot_be_read_is_listed_as_such(games: MyGames) -> None:
    games.keep(LOST)
    (games.folder / "broken.sgf").write_bytes(b"\x00\xff no record")
    (games.folder / "notes.txt").write_text("not a game")
    (games.folder / "large.sgf").write_bytes(b"(" * (2 << 20))
    (games.folder / "folder.sgf").mkdir()
    listed = {game["name"]: game for game in games.listed()}
    assert len(listed) == 4
    assert all("error" in listed[name] for name in ("broken.sgf", "large.sgf", "folder.sgf"))
    games.delete("broken.sgf")
    assert len(games.listed()) == 3
    with pytest.raises(CfggoError):
        games.delete("folder.sgf")
    for name in ("notes.txt", "../secret.sgf", "", "large.sgf/.."):
        with pytest.raises(CfggoError, match="no game"):
            games.delete(name)


def test_a_start_offers_a_game_of_the_last_day_to_go_on_with(games: MyGames) -> None:
    worker, events = EngineWorker(lambda tell: Engine(seed=1)), Events()

    def offered(you: str = "black") -> str | None:
        game = OpenGame(worker, events, Game(size=9), games, level="", you=you)
        found = game.state()["unfinished"]
        game.change(lambda lines: lines.play("E5", 0))
        assert game.state()["unfinished"] is None
        return found and found["name"]

    assert offered() is None
    games.keep(LOST, "lost.sgf")
    games.keep(UNFINISHED.replace(b"cfggo 18k", b"Ben"), "others.sgf")
    old = games.keep(UNFINISHED, "unfinished.sgf")
    games.keep(b"no record", "broken.sgf")
    assert offered() == offered("both") == "unfinished.sgf"
    os.utime(old, (0, time.time() - 25 * 3600))
    assert offered() is None


def test_a_changed_file_is_read_again(games: MyGames) -> None:
    path = games.keep(LOST)
    assert games.listed()[0]["result"] == "W+3.5"
    games.keep(LOST.replace(b"W+3.5", b"B+12.5"), path.name)
    assert [game["result"] for game in games.listed()] == ["B+12.5"]


@pytest.fixture
def kept(page: Page, games: MyGames) -> Iterator[MyGames]:
    """Returns the folder in which a page keeps its games."""
    before, page.game.filing.games = page.game.filing.games, games
    yield games
    page.new()
    page.game.filing.games = before


def free(page: Page) -> str:
    """Returns a point that the engine has not played on."""
    played = {move["vertex"] for move in page.game.state()["moves"]}
    return next(vertex for vertex in ("C3", "G7") if vertex not in played)


def test_a_finished_game_is_kept_and_again_when_its_result_changes(
    page: Page, kept: MyGames
) -> None:
    page.new_answered(level="20k")
    page.do("resign")
    (game,) = page.do("games")["games"]
    assert (game["result"], game["you"], game["level"]) == ("W+R", "black", "20k")
    page.do("undo")
    page.play(free(page))
    page.wait_for(lambda state: len(state["moves"]) == 4)
    page.do("resign")
    (game,) = page.do("games")["games"]
    assert game["moves"] == 4
    page.new()
    assert len(page.do("games")["games"]) == 1


def test_games_of_two_people_and_opened_records_are_none_of_the_users(
    page: Page, kept: MyGames
) -> None:
    page.play("E5 E3 pass pass")
    page.wait_for(lambda state: state["result"])
    page.load(LOST)
    found = page.do("games")
    assert ([game["you"] for game in found["games"]], found["rated"]) == ([None], 0)


def test_opening_a_kept_game(page: Page, kept: MyGames) -> None:
    """A finished one is there to study, with nobody who plays on; another one goes on."""
    kept.keep(LOST, "lost.sgf")
    kept.keep(UNFINISHED, "unfinished.sgf")
    state = page.do("open", file="lost.sgf")
    assert (state["engine"], len(state["moves"])) == (None, 3)
    state = page.do("open", file="unfinished.sgf")
    assert (state["engine"], state["level"]) == ("white", "18k")
    page.wait_for(lambda state: len(state["moves"]) == 3)
    page.new()  # it is kept as it is, in its file
    assert {game["name"]: game.get("moves") for game in kept.listed()} == {
        "lost.sgf": 3,
        "unfinished.sgf": 3,
    }
    page.do("open", file="unfinished.sgf")
    page.do("resign")
    assert sorted(game["result"] for game in kept.listed()) == ["W+3.5", "W+R"]
    assert "no game" in page.fails("open", file="other.sgf")
    assert [game["name"] for game in page.do("delete-game", file="lost.sgf")["games"]] == [
        "unfinished.sgf"
    ]


def test_a_folder_that_cannot_be_written_ends_no_game(
    page: Page, kept: MyGames, tmp_path: Path
) -> None:
    (tmp_path / "games").write_text("a file")
    page.new_answered(level="20k")
    state = page.do("resign")
    assert state["over"]
    assert "games" in state["not_kept"]


def test_who_has_no_time_left_loses(page: Page, kept: MyGames) -> None:
    clock = {"system": "absolute", "main": 0.4}
    page.new(you="black", level="20k", clock=clock)
    page.do("play", vertex="E5", at=0)
    state: dict[str, Any] = page.wait_for(lambda state: state["over"])
    assert (state["ending"], len(state["moves"])) == ("Black ran out of time: White wins", 2)
    assert state["clock"]["runs"] is None
    assert [game["result"] for game in kept.listed()] == ["W+T"]
    state = page.do("undo")
    assert (state["over"], state["clock"]) == (False, None)


def test_clocks_can_be_stopped_in_games_against_the_engine(page: Page) -> None:
    clock = {"system": "byoyomi", "main": 60, "period": 30, "count": 3}
    state = page.new_answered(level="20k", clock=clock)
    assert state["clock"]["runs"] == "black"
    assert [left for _, left in state["clock"]["black"]] == [0, 3, 2, 1]
    state = page.do("pause", on=True)
    assert (state["clock"]["runs"], state["clock"]["paused"]) == (None, True)
    page.play(free(page))
    state = page.wait_for(lambda state: len(state["moves"]) == 4)
    assert state["clock"]["runs"] == "black"
    page.new(clock=clock)
    assert "two people" in page.fails("pause", on=True)


def test_clocks_stop_while_the_teacher_is_on(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page.game._table.agenda, "_is_open", lambda name: True)
    clock = {"system": "byoyomi", "main": 60, "period": 30, "count": 3}
    here = page.new_answered(level="20k", clock=clock)["ids"][-1]
    for lesson, runs in ((True, None), (False, "black")):
        page.do("look", page="tablet", position=here, wants=[], lesson=lesson)
        state = page.game.state()
        assert (state["clock"]["runs"], state["clock"]["paused"]) == (runs, False)
