"""What short names stand for, and the seeds of games."""

import sys

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.own_command import own_command
from cfggo.config import DEFAULT_PRESET
from cfggo.go.rules import CHINESE, JAPANESE, TROMP_TAYLOR
from cfggo.match.playing import programs
from cfggo.match.playing.programs import game_seed, parse_program


def test_gnugo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_gnugo", lambda: "/usr/games/gnugo")
    words = parse_program("gnugo:3").command(match_seed=1, game=1, player=0)
    assert " ".join(words[:5]) == "/usr/games/gnugo --mode gtp --level 3"
    assert {"--chinese-rules", "--capture-all-dead", "--positional-superko"} <= set(words)
    assert words[-2:] == ["--seed", str(game_seed(1, 1, 0))]
    assert parse_program("gnugo").argv == parse_program("gnugo:10").argv
    assert "--japanese-rules" in parse_program("gnugo", JAPANESE).argv
    assert "--allow-suicide" in parse_program("gnugo", TROMP_TAYLOR).argv
    assert "--allow-suicide" not in parse_program("gnugo", CHINESE).argv
    monkeypatch.setattr(programs, "find_gnugo", lambda: None)
    with pytest.raises(CfggoError, match="apt install gnugo"):
        parse_program("gnugo:0")


def test_cfggo() -> None:
    words = parse_program("cfggo:cfg-tree,playouts=1000,rave_bias=0.2").command(1, 1, 0)
    assert words[:-8] == [*own_command("gtp", "--config", "cfg-tree")]
    assert " ".join(words[-8:-2]) == "--rules chinese --playouts 1000 --set rave_bias=0.2"
    assert words[-2:] == ["--seed", str(game_seed(1, 1, 0))]
    words = parse_program("cfggo:level=10k").command(1, 1, 0)
    assert words[-8:-2] == ["--config", DEFAULT_PRESET, "--rules", "chinese", "--level", "10k"]
    with pytest.raises(CfggoError, match="unknown level '10'"):
        parse_program("cfggo:level=10")
    words = parse_program("cfggo:baseline,seed=7").command(1, 5, 1)
    assert words[-1] == str(game_seed(7, 5, 1))  # by its own seed, not the match's
    program = parse_program(f"'{sys.executable}' -s {{seed}} 'two words'")
    assert program.command(1, 2, 1) == [sys.executable, "-s", str(game_seed(1, 2, 1)), "two words"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gnugo:strong", "levels are 0 to 15"),
        ("gnugo:99", "levels are 0 to 15"),
        ("cfggo:playout=50", "is playouts=50 meant"),
        ("cfggo:nosuch", "unknown preset 'nosuch'"),
        ("cfggo:baseline,playouts=many", "playouts must be an integer"),
        ("cfggo:tree=typo.weights", "typo.weights: No such file"),
        ("cfggo:glance=typo.weights", "typo.weights: No such file"),
        ("cfggo:playout=typo", "unknown weights 'typo'"),
        (
            "cfggo:tree=territory",
            'not a weight file, but a file of the kind "cfggo territory field"',
        ),
        ("cfggo:tree=frequency", "has no tree policy, only playout"),
        ("cfggo:owners=mine", "unknown owners 'mine'"),
        ("cfggo:territory=expert", "not a territory field, but a file of the kind"),
        ("cfggo:pattern_answers=4", "'baseline' have no counts of patterns"),
        ("cfggo:playout_exponent=4,playout=paper-cfg", "playout_exponent 4 is too high"),
        ("cfggo:baseline,volume=1", "unknown key 'volume'"),
        ("cfggo:baseline,rave_bias=much", "rave_bias must be a number"),
        ("no-such-program --gtp", "no program 'no-such-program'"),
        ("'open quote", "quotation"),
        ("  ", "empty"),
    ],
)
def test_what_is_no_program(text: str, message: str) -> None:
    with pytest.raises(CfggoError, match=message):
        parse_program(text)


def test_no_seed_of_a_match_is_used_twice() -> None:
    seeds = {game_seed(1, game, player) for game in range(1, 20_001) for player in (0, 1)}
    assert len(seeds) == 40_000
    assert min(seeds) > 0
    assert max(seeds) < 2**31
    assert not seeds & {game_seed(2, game, 0) for game in range(1, 100)}
