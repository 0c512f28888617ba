"""Komi has one limit, wherever it is given."""

from collections.abc import Callable

import pytest

from cfggo import cli
from cfggo.base.toml_tables import Place, read_table
from cfggo.config import KOMI, EngineConfig
from cfggo.go.katago_rules import is_komi
from cfggo.go.rules import MAX_KOMI
from cfggo.interfaces.browser.requests import NewGame
from cfggo.match.playing.conditions import ConditionKeys
from cfggo.records.sgf.reading import read_main_line
from cfggo.study.api.game import Game

LARGEST = 361.0
"""Points of the largest board: whoever has more is sure to win."""


def on_the_page(komi: float) -> None:
    game = {"size": 9, "rules": "chinese", "handicap": 0, "level": "", "you": "both"}
    read_table(NewGame, {**game, "komi": komi}, Place("page"))


def in_a_query(komi: float) -> None:
    if not is_komi(komi):
        raise ValueError(komi)


def in_a_record(komi: float) -> None:
    # Of another program's large numbers the last two figures are decimals.
    if read_main_line(f"(;AP[cfggo:1]SZ[9]KM[{komi}])".encode()).komi != komi:
        raise ValueError(komi)


INTERFACES: dict[str, Callable[[float], object]] = {
    "settings": lambda komi: EngineConfig().with_values(komi=komi),
    "--set": lambda komi: EngineConfig().with_overrides(f"komi={komi}"),
    "a contest's file": lambda komi: read_table(ConditionKeys, {"komi": komi}, Place("file")),
    "Python": lambda komi: Game(komi=komi),
    "the page": on_the_page,
    "the analysis protocol": in_a_query,
    "SGF": in_a_record,
}


@pytest.mark.parametrize("name", INTERFACES)
def test_komi_has_one_limit_in_all_interfaces(name: str) -> None:
    assert (KOMI.low, KOMI.high, MAX_KOMI) == (-LARGEST, LARGEST, LARGEST)
    take = INTERFACES[name]
    take(LARGEST)
    take(-LARGEST)
    for komi in (LARGEST + 0.5, -LARGEST - 0.5, LARGEST + 100):
        with pytest.raises(Exception, match=f"{komi}"):
            take(komi)


@pytest.mark.parametrize("command", ["gtp", "play", "selfplay", "match --black a --white b"])
def test_komi_has_that_limit_on_the_command_line(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for komi in ("361.5", "-362"):
        assert cli.main([*command.split(), f"--komi={komi}"]) == 2
        said = capsys.readouterr().err
        assert f"--komi: expected a number between -361 and 361, not '{komi}'" in said
