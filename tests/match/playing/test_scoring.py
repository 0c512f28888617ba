"""Disputed scores are settled by the rules of the game."""

import pytest

from cfggo.go.game import Game
from cfggo.go.points import PASS, parse_colour, parse_vertex
from cfggo.go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR, Ruleset
from cfggo.match.playing import scoring
from cfggo.match.playing.client import GtpClient, ProgramError
from cfggo.match.playing.scoring import settle_score


class Silent(GtpClient):
    """A player that gives no score."""

    def __init__(self) -> None: ...

    def send(self, command: str, seconds: float) -> str:
        raise ProgramError("no answer")


def settled(game: Game) -> tuple[float, str]:
    """Returns the score of a game about which the players say nothing, and who gave it."""
    settlement = settle_score(game, {1: Silent(), 2: Silent()}, "players")
    return settlement.score, settlement.decided_by


def divided_board(rules: Ruleset, komi: float, handicap: int = 0, dead: str = "") -> Game:
    """Returns a finished 9x9 game: Black has columns A to E, White F to J.

    handicap -- how many stones of Black's wall are handicap stones
    dead     -- a point in Black's area with a white stone
    """
    game = Game(9, komi, rules)
    if handicap:
        rows = range(3, 3 + handicap)
        game.place_free_handicap([parse_vertex(f"E{row}", 9) for row in rows])
    wall = [row for row in range(1, 10) if not 3 <= row < 3 + handicap]
    black = [parse_vertex(f"E{row}", 9) for row in wall]
    white = [parse_vertex(f"F{row}", 9) for row in range(1, 10)]
    if dead:
        white.append(parse_vertex(dead, 9))
    while black or white:
        for colour, points in (("w", white), ("b", black)):
            game.play(parse_colour(colour), points.pop(0) if points else PASS)
    for colour in ("w", "b"):
        game.play(parse_colour(colour), PASS)
    return game


@pytest.mark.usefixtures("needs_gnugo")
@pytest.mark.parametrize(
    ("rules", "score"),
    [(CHINESE, 4.5), (AGA, 5.5), (NEW_ZEALAND, 8.5), (JAPANESE, 8.5)],
    ids=lambda value: getattr(value, "name", None),
)
def test_gnugo_settles_a_handicap_game_by_its_rules(rules: Ruleset, score: float) -> None:
    game = divided_board(rules, 0.5, handicap=4)
    assert game.score() == score
    assert settled(game) == (score, "gnugo")


@pytest.mark.usefixtures("needs_gnugo")
def test_gnugo_says_which_stones_are_dead() -> None:
    assert settled(divided_board(CHINESE, 7.5, dead="B5")) == (1.5, "gnugo")


def test_where_all_stones_live_the_board_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "find_gnugo", lambda: "/usr/games/gnugo")
    game = divided_board(TROMP_TAYLOR, 7.5, dead="B5")
    assert settled(game) == (game.score(), "cfggo")
    assert game.score() < -30
