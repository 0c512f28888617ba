"""What programs are told before a game goes on."""

import pytest

from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.go.rules import CHINESE, NEW_ZEALAND, TROMP_TAYLOR, Ruleset
from cfggo.match.playing.setup import send_conditions, send_position


class Listener:
    """Records the commands, and obeys those that it must and those that it knows."""

    def __init__(self, *known: str) -> None:
        self.heard: list[str] = []
        self._known = known

    def ask(self, command: str) -> None:
        self.heard.append(command)

    def offer(self, command: str) -> bool:
        if command.split()[0] not in self._known:
            return False
        self.heard.append(command)
        return True


@pytest.mark.parametrize(
    ("rules", "known", "told"),
    [
        (CHINESE, ("kgs-rules", "kata-set-rules"), ["kgs-rules chinese"]),
        (NEW_ZEALAND, ("kgs-rules",), ["kgs-rules new_zealand"]),
        (NEW_ZEALAND, ("kata-set-rules",), ["kata-set-rules new-zealand"]),
        (TROMP_TAYLOR, ("kgs-rules", "kata-set-rules"), ["kata-set-rules tromp-taylor"]),
        (TROMP_TAYLOR, ("kgs-rules",), []),
        (CHINESE, (), []),
    ],
)
def test_rules_are_told_by_a_command_that_the_program_knows(
    rules: Ruleset, known: tuple[str, ...], told: list[str]
) -> None:
    listener = Listener(*known)
    send_conditions(Game(9, 5.5, rules), listener.ask, listener.offer)
    assert listener.heard == ["boardsize 9", "clear_board", *told, "komi 5.5"]


@pytest.mark.parametrize(
    ("known", "stones", "played"),
    [
        (("set_free_handicap",), ["set_free_handicap C3 G7"], 0),
        ((), ["play black C3", "play black G7"], 2),
    ],
)
def test_position(known: tuple[str, ...], stones: list[str], played: int) -> None:
    game = Game(9, 0.5, CHINESE)
    game.place_fixed_handicap(2)
    game.play(game.to_play, parse_vertex("E5", 9))
    game.play(BLACK, parse_vertex("E6", 9))
    listener = Listener(*known)
    assert send_position(game, listener.ask, listener.offer) == played
    assert listener.heard == [*stones, "play white E5", "play black E6"]


def test_white_stones_of_a_handicap_game_are_told_too() -> None:
    game = Game(9, 0.5, CHINESE)
    game.setup([parse_vertex("C3", 9), parse_vertex("G7", 9)], [parse_vertex("E5", 9)], WHITE)
    game.handicap = 2
    listener = Listener("set_free_handicap")
    assert send_position(game, listener.ask, listener.offer) == 3
    assert listener.heard == ["play black C3", "play black G7", "play white E5"]
