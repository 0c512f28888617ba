"""Settings from presets, files and short texts."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from cfggo.base import resources
from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import declared_settings
from cfggo.cli import main
from cfggo.config import (
    DEFAULT_PRESET,
    EngineConfig,
    PlayConfig,
    PolicyConfig,
    SearchConfig,
    config_digest,
    load_config,
    load_options,
)
from cfggo.methods import LaplaceOptions, StochasticOptions

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


@pytest.mark.parametrize(
    ("name", "tree", "playout"),
    [
        ("baseline", "paper-baseline", "paper-baseline"),
        ("cfg-playout", "paper-baseline", "paper-cfg"),
        ("cfg-tree", "paper-cfg", "paper-baseline"),
        ("cfg-full", "paper-cfg", "paper-cfg"),
    ],
)
def test_presets_are_the_four_programs_of_table_1(name: str, tree: str, playout: str) -> None:
    config = load_config(name)
    assert config.name == name
    assert (config.policy.tree, config.policy.playout) == (tree, playout)
    assert config.search.playouts == 1000


def test_the_four_share_everything_but_the_weights() -> None:
    configs = [load_config(name) for name in ("baseline", "cfg-playout", "cfg-tree", "cfg-full")]
    constants = {(config.search, config.play) for config in configs}
    assert constants == {(SearchConfig(), PlayConfig())}
    for config in configs:
        policy = dataclasses.replace(config.policy, tree="paper-cfg", playout="paper-cfg")
        assert policy == PolicyConfig()


def test_the_default_preset_is_the_strongest() -> None:
    assert load_config().name == DEFAULT_PRESET == "cfggo"
    assert load_config().policy.tree == "boosted"


def test_weights_are_those_that_the_engine_plays_by() -> None:
    config = EngineConfig().with_values(tree="a", playout="b", glance="c")
    assert {*config.files} == {"a", "b"}
    glances = config.with_values(candidates=10)
    assert {*glances.files} == {"a", "b", "c"}


def test_cfg_full_has_the_defaults() -> None:
    assert load_config("cfg-full") == EngineConfig()
    assert load_options("cfg-full") == StochasticOptions()


def test_every_setting_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "settings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for table in (PolicyConfig, SearchConfig, PlayConfig):
        for name, setting in declared_settings(table).items():
            i = lines.index(f"  {name}={setting.placeholder}")
            words = " ".join(line.strip() for line in lines[i + 1 : i + 5])
            assert len(setting.help) > 10
            assert words.startswith(setting.explained())


def test_file_gives_only_what_differs(write: Write) -> None:
    config = load_config(write("[search]\nplayouts = 0\nseconds = 5\n[play]\nkomi = 0.5\n"))
    assert config.name == "mine"
    assert (config.search.playouts, config.search.seconds) == (0, 5.0)
    assert isinstance(config.search.seconds, float)
    assert config.play.komi == 0.5
    assert config.search.exploration == EngineConfig().search.exploration


def test_what_a_file_of_ones_own_gives_is_known(write: Write) -> None:
    config = load_config(write("[search]\nplayouts = 1000\n[play]\nkomi = 0.5\n"))
    assert config.given == {"playouts", "komi"}
    assert config.with_values(seed=3).given == {"playouts", "komi"}
    assert config == dataclasses.replace(config, given=frozenset())


@pytest.mark.parametrize("name", ["cfg-full", str(resources.configs_folder() / "cfg-full.toml")])
def test_presets_give_nothing(name: str) -> None:
    assert load_config(name).given == frozenset()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[serach]\nplayouts = 1", "unknown table or key 'serach'; did you mean search?"),
        ("playouts = 1", r"playouts belongs below \[search\]"),
        ("[policy]\nkomi = 1", r"komi belongs below \[play\]"),
        ("[play]\nzebra = 1", r"unknown key 'zebra' in \[play\]; expected one of: resign_below"),
        ("search = 1", "search must be a table"),
        ("learning = 1", "learning must be a table"),
        ("passes = 1", r"passes belongs below \[learning\]"),
        ("[play]\npasses = 1", r"passes belongs below \[learning\]"),
        ("[learning]\nkomi = 1", r"komi belongs below \[play\]"),
        ("[search]\nplayout = 1", r"unknown key 'playout' in \[search\]; did you mean playouts"),
        ("[search]\nplayouts = 1.5", r"\[search\] playouts must be an integer, not 1.5"),
        ("[search]\nplayouts = true", r"\[search\] playouts must be an integer, not True"),
        ("[search]\nreuse_tree = 1", r"\[search\] reuse_tree must be true or false, not 1"),
        ("[policy]\ntree = 1", r"\[policy\] tree must be a string, not 1"),
        ("[search]\nplayouts = -1", r"\[search\] playouts must be at least 0, not -1"),
        ("[play]\nresign_below = 2", r"\[play\] resign_below must be between 0 and 1, not 2"),
        ("[search]\nmax_nodes = 2147483653", r"\[search\] max_nodes must be between 1 and 1e\+09"),
        ("[play]\nkomi = nan", r"\[play\] komi must be between -361 and 361, not nan"),
        ("[search]\nplayouts = x1\n", "line 2"),
    ],
)
def test_error_names_the_file_and_what_is_wrong(write: Write, text: str, message: str) -> None:
    path = write(text)
    with pytest.raises(CfggoError, match=message) as error:
        load_config(path)
    assert str(error.value).startswith(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[learning]\nzebra = 1", r"unknown key 'zebra' in \[learning\]; expected one of: tree_"),
        (
            '[learning]\nmethod = "laplas"',
            r"\[learning\] method: unknown 'laplas'; did you mean lapl",
        ),
        ("[learning]\nmethod = 1", r"\[learning\] method: unknown 1; expected one of: stochastic"),
        (
            '[learning]\nmethod = "laplace"\npasses = 1',
            r"\[learning\] passes is no option of method \"laplace\", but of stochastic",
        ),
        ("[learning]\npasses = 0", r"\[learning\] passes must be at least 1, not 0"),
        (
            '[learning]\ntree_labels = "best"',
            r"\[learning\] tree_labels must be one of exact, hash8",
        ),
    ],
)
def test_error_names_what_is_wrong_in_how_to_learn(write: Write, text: str, message: str) -> None:
    """An engine does not mind: its file may be a copy of one of an older version."""
    path = write(text)
    with pytest.raises(CfggoError, match=message) as error:
        load_options(path)
    assert str(error.value).startswith(path)
    assert load_config(path) == dataclasses.replace(EngineConfig(), name="mine")


def test_unknown_preset_lists_the_presets_if_none_is_like_it() -> None:
    with pytest.raises(CfggoError, match=r"unknown preset 'strong'; expected one of: .*cfg-tree"):
        load_config("strong")


@pytest.mark.parametrize("path", ["nowhere/mine.toml", "mine.toml", "nowhere/mine"])
def test_missing_file_is_named(path: str) -> None:
    with pytest.raises(CfggoError, match=path):
        load_config(path)


def test_overrides_reach_every_table() -> None:
    config = EngineConfig().with_overrides("tree=my.weights, playouts=10,reuse_tree=false,komi=-3")
    assert config.policy.tree == "my.weights"
    assert config.search.playouts == 10
    assert config.search.reuse_tree is False
    assert config.play.komi == -3.0
    assert config.policy.playout == EngineConfig().policy.playout


def test_no_value_leaves_the_setting_alone() -> None:
    config = EngineConfig().with_values(playouts=10, seed=None)
    assert config == EngineConfig().with_overrides("playouts=10")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("playots=10", r"unknown key 'playots'; did you mean playouts\?"),
        ("zebra=10", "unknown key 'zebra'; `cfggo help settings` explains all"),
        ("boost_trees=10", "boost_trees has no meaning for an engine"),
        ("playouts", "expected KEY=VALUE, found 'playouts'"),
        ("playouts=10,", "expected KEY=VALUE, found ''"),
        ("playouts=many", "playouts must be an integer, not 'many'"),
        ("reuse_tree=yes", "reuse_tree must be true or false, not 'yes'"),
        ("threads=0", "threads must be between 1 and 64, not 0"),
    ],
)
def test_override_error_names_the_setting(text: str, message: str) -> None:
    with pytest.raises(CfggoError, match=message):
        EngineConfig().with_overrides(text)


def test_weights_beside_a_file_are_found_from_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[policy]\ntree = "my.weights"\nplayout = "baseline"\nglance = "my.weights"\n')
    assert load_config(str(path)).policy.tree == "my.weights"
    (tmp_path / "my.weights").touch()
    policy = load_config(str(path)).policy
    mine = str(tmp_path / "my.weights")
    assert (policy.tree, policy.playout, policy.glance) == (mine, "baseline", mine)
    path.write_text('[learning]\nmethod = "laplace"\nstart = "my.weights"\n')
    options = load_options(str(path))
    assert isinstance(options, LaplaceOptions)
    assert options.start == mine


@pytest.mark.parametrize(
    "key", ["tree", "playout", "glance", "informed", "mistakes", "territory", "kernel"]
)
def test_other_content_of_a_file_of_weights_gives_another_digest(key: str, tmp_path: Path) -> None:
    file = tmp_path / "my.weights"
    config = load_config().with_values(**{key: str(file)})
    file.write_bytes(b"one")
    before = config.digests()
    file.write_bytes(b"two")
    assert config.digests() != before


def test_a_list_of_strings(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[learning]\ntree_features = ["shapes", "answers"]\n')
    assert load_options(str(file)).to_json()["tree_features"] == ["shapes", "answers"]
    file.write_text("[learning]\ntree_features = [1, 2]\n")
    with pytest.raises(CfggoError, match=r"tree_features must be a list of strings, not \[1, 2\]"):
        load_options(str(file))


SAID = '[search]\nrave_bias = 0.5\n[policy]\ntree = "baseline"\n'


@pytest.mark.parametrize(
    ("text", "is_same"),
    [
        ('# mine\n[policy]\ntree = "baseline"  # good\n[search]\nrave_bias = 5e-1\n', True),
        (SAID + 'playout = "paper-cfg"\n[play]\nthreads = 1\n', True),
        (SAID + "[learning]\nmin_wins = 3\n", True),
        (SAID + 'playout = "baseline"\n', False),
        ('[search]\nrave_bias = 0.5\nplayouts = 1000\n[policy]\ntree = "baseline"\n', False),
    ],
)
def test_digest_follows_what_a_file_says_not_how(write: Write, text: str, is_same: bool) -> None:
    before = config_digest(write(SAID))
    assert (config_digest(write(text)) == before) == is_same


def test_digest_does_not_depend_on_the_folder(tmp_path: Path) -> None:
    found = set()
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        (folder / "own.weights").write_bytes(b"1")
        (folder / "own.toml").write_text('[policy]\ntree = "own.weights"\n')
        found.add(config_digest(str(folder / "own.toml")))
    assert len(found) == 1
