"""What the options of `cfggo gtp` and `cfggo selfplay` make of a configuration."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.base.resources import configs_folder
from cfggo.commands import play, review
from cfggo.commands.engine_options import (
    chosen_config,
    defaults_for_people,
    engine_settings,
    limit_of,
)
from cfggo.config import MOST_THREADS, load_config
from cfggo.search.effort import SECONDS_WITHOUT_LIMIT, Effort
from cfggo.search.levels import LEVELS
from cfggo.search.limits import NO_LIMIT, Limit
from cfggo.study.api import engine as api_engine


def effort_of(words: str) -> tuple[int, float, int]:
    """Returns playouts and seconds of a move, and its playouts at most when a clock runs."""
    args = cli._parser().parse_args(words.split())
    effort = Effort(engine_settings(args, *(["level"] if "level" in args else [])))
    return effort.playouts, effort.seconds, effort.most_playouts


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", (1000, 0, 0)), ("--playouts 300", (300, 0, 300)),
        ("--set playouts=300", (300, 0, 300)),
        ("--set rave_bias=0.2,playouts=1000", (1000, 0, 1000)), ("--seconds 5", (0, 5, 0)),
        ("--set seconds=5", (0, 5, 0)), ("--seconds 5 --playouts 300", (300, 5, 300)),
        ("--set playouts=300 --set seconds=5", (300, 5, 300)),
        ("--set seconds=5,playouts=300", (300, 5, 300)), ("--seconds 0", (1000, 0, 0)),
        ("--playouts 0", (0, 0, 0)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("preset", ["", f"--config {configs_folder() / 'cfggo.toml'}"])
def test_what_is_asked_for_replaces_the_playouts_of_the_preset(
    preset: str, options: str, expected: tuple[int, float, int]
) -> None:
    assert effort_of(f"gtp {preset} {options}") == expected


LOW = LEVELS["13k"].playouts


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("", "", (1000, 0, 0)),
        ("[search]\nseconds = 5\n", "", (0, 5, 0)),
        ("[search]\nplayouts = 1000\n", "", (1000, 0, 1000)),
        ("[search]\nplayouts = 300\nseconds = 5\n", "", (300, 5, 300)),
        ("[search]\nplayouts = 300\n", "--seconds 5", (0, 5, 0)),
        ("[search]\nplayouts = 300\n", "--set seconds=5", (0, 5, 0)),
        ("[search]\nplayouts = 300\n", "--set seconds=5,playouts=50", (50, 5, 50)),
        ("[search]\nseconds = 5\n", "--playouts 300", (300, 5, 300)),
        ('[play]\nlevel = "13k"\n', "", (LOW, 0, LOW)),
        ('[search]\nplayouts = 300\n[play]\nlevel = "13k"\n', "", (300, 0, 300)),
        ("[search]\nplayouts = 300\nseconds = 5\n", "--seconds 0", (300, 0, 300)),
        ("[search]\nplayouts = 300\n", "--set level=", (300, 0, 300)),
        ("[search]\nplayouts = 300\n", "--level 13k", (LOW, 0, LOW)),
        ("[search]\nplayouts = 300\n", "--level 13k --playouts 50", (50, 0, 50)),
    ],
)
def test_a_file_of_ones_own_is_a_wish_too(
    tmp_path: Path, text: str, options: str, expected: tuple[int, float, int]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    assert effort_of(f"gtp --config {file} {options}") == expected


def test_selfplay_takes_options_the_same_way() -> None:
    assert effort_of("selfplay --seconds 5") == (0, 5, 0)
    assert effort_of("selfplay --seconds 5 --playouts 300") == (300, 5, 300)


@pytest.mark.parametrize("command", ["gtp", "selfplay"])
@pytest.mark.parametrize(
    ("options", "komi"),
    [
        ("", 7.5), ("--rules japanese", 6.5), ("--rules new-zealand --config cfg-full", 7.0),
        ("--rules japanese --komi 0.5", 0.5), ("--rules japanese --komi 7.5", 7.5),
        ("--rules japanese --config {file}", 5.5), ("--config {japanese}", 6.5),
    ],
)  # fmt: skip
def test_komi_is_that_of_the_rules_unless_another_is_given(
    tmp_path: Path, command: str, options: str, komi: float
) -> None:
    file, japanese = tmp_path / "mine.toml", tmp_path / "japanese.toml"
    file.write_text("[play]\nkomi = 5.5\n")
    japanese.write_text('[play]\nrules = "japanese"\n')
    words = f"{command} {options.format(file=file, japanese=japanese)}".split()
    config = engine_settings(cli._parser().parse_args(words), "rules", "komi")
    assert config.play.komi == komi


def test_komi_in_overrides_is_given_too() -> None:
    args = cli._parser().parse_args(["gtp", "--rules", "japanese", "--set", "seed=1,komi=7.5"])
    assert engine_settings(args, "rules", "komi").play.komi == 7.5


def test_auto_takes_the_cores_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    def threads_of(words: str) -> int:
        return engine_settings(cli._parser().parse_args(words.split())).play.threads

    for cores, threads in ((1, 1), (6, 6), (200, MOST_THREADS)):
        monkeypatch.setattr("cfggo.commands.engine_options.available_cores", lambda n=cores: n)
        assert threads_of("gtp --threads auto") == threads
    assert threads_of("gtp --threads 3") == 3
    assert threads_of("gtp") == 1


@pytest.mark.parametrize(
    ("words", "threads", "limit"),
    [
        ("gtp", 6, Limit(seconds=SECONDS_WITHOUT_LIMIT)),
        ("gtp --threads 2", 2, Limit(seconds=SECONDS_WITHOUT_LIMIT)),
        ("gtp --seconds 2", 6, Limit(seconds=2.0)),
        ("gtp --level 3k", 6, Limit(playouts=LEVELS["3k"].playouts)),
        ("gtp --playouts 50", 1, Limit(playouts=50)),
        ("gtp --seed 1", 1, Limit(playouts=1000)),
        ("play", 6, Limit(seconds=SECONDS_WITHOUT_LIMIT)),
        ("play --seconds 2", 6, Limit(seconds=2.0)),
        ("play --set seed=1", 1, Limit(playouts=1000)),
    ],
)
def test_people_get_five_seconds_on_all_cores(
    words: str, threads: int, limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfggo.commands.engine_options.available_cores", lambda: 6)
    args = cli._parser().parse_args(words.split())
    if words.startswith("gtp"):
        config = engine_settings(args, "level", "seed", "rules", "komi")
        config = config.with_values(**defaults_for_people(config.given))
    else:
        chosen = chosen_config(args)
        config = api_engine._config_of(args.config, play._settings(args, chosen))
    assert config.play.threads == threads
    effort = Effort(config)
    assert effort.certain_limit == limit
    effort.set_level(LEVELS["10k"])  # on the page, or by a command
    assert effort.limit.playouts == LEVELS["10k"].playouts


def test_a_level_of_the_settings_does_not_weaken_searches_that_judge(tmp_path: Path) -> None:
    config = load_config("cfggo").with_values(level="20k")
    assert Effort.at_full_strength(config).limit == Limit(playouts=1000)
    (tmp_path / "weak.toml").write_text('[play]\nlevel = "20k"\n')
    args = cli._parser().parse_args(["review", "game.sgf", "--config", f"{tmp_path}/weak.toml"])
    assert review._settings(args).config.search.playouts == 1000


@pytest.mark.parametrize(
    ("values", "limit"),
    [
        ({}, Limit(playouts=1000)),
        ({"seconds": 2.0, "playouts": 70}, Limit(70, 2.0)),
        ({"level": "13k"}, Limit(LEVELS["13k"].playouts)),
    ],
)
def test_limit_of_a_search(values: dict[str, Any], limit: Limit) -> None:
    config = load_config("cfggo").with_values(**values)
    effort = Effort(replace(config, given=frozenset(values)))
    assert effort.limit == effort.certain_limit == limit_of(effort) == limit


def test_search_without_a_limit_is_refused_or_takes_five_seconds() -> None:
    effort = Effort(load_config("cfggo").with_values(playouts=0))
    assert effort.limit == NO_LIMIT
    assert effort.certain_limit == Limit(seconds=SECONDS_WITHOUT_LIMIT)
    with pytest.raises(CfggoError, match="a search needs a limit"):
        limit_of(effort)
