"""Files that come with the program."""

from pathlib import Path

import pytest

from cfggo.base import resources
from cfggo.base.errors import CfggoError


def test_shipped_names_and_paths_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cfg.weights").touch()
    (tmp_path / "README.md").touch()
    monkeypatch.setattr(resources, "weights_folder", lambda: tmp_path)
    assert resources.find_weights("cfg") == tmp_path / "cfg.weights"
    assert resources.find_weights(f"{tmp_path}/README.md") == tmp_path / "README.md"
    with pytest.raises(CfggoError, match="unknown weights 'zebra'; expected one of: cfg"):
        resources.find_weights("zebra")
    with pytest.raises(CfggoError, match=r"^cfg\.weights: No such file"):
        resources.find_weights("cfg.weights")


def test_a_home_folder_that_there_is_not() -> None:
    assert resources.user_path("~/a.toml").is_absolute()
    with pytest.raises(CfggoError, match=r"~nobody-at-all/a\.toml: no such home folder"):
        resources.find_config("~nobody-at-all/a.toml")


def test_installed_package_brings_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "cfggo")
    assert resources.configs_folder() == tmp_path / "configs"
    assert resources.weights_folder() == tmp_path / "data" / "weights"
    (tmp_path / "cfggo" / "share" / "configs").mkdir(parents=True)
    assert resources.configs_folder() == tmp_path / "cfggo" / "share" / "configs"
