"""Completion in shells: the scripts, and what they complete."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.resources import preset_names
from cfggo.search.levels import level_names
from tests.conftest import AtTerminal


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the scripts bash, zsh and fish."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in ("bash", "zsh", "fish"):
        done = subprocess.run(
            [sys.executable, "-m", "cfggo", "completion", shell],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        (folder / shell).write_text(done.stdout)
    return folder


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell}")


ASKED = (
    f"""cfggo() {{ [[ -z $_ARGCOMPLETE ]] && echo got: "$@" || {sys.executable} -m cfggo "$@"; }}"""
)
"""The command: it answers a shell that asks, and else says what it is given."""


def in_bash(scripts: Path, line: str, folder: Path) -> list[str]:
    """Returns what bash offers at the end of a line."""
    code = f"""
        {ASKED}; source "$1"; COMP_LINE=$2 COMP_POINT=${{#2}}
        _python_argcomplete cfggo; printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", str(scripts / "bash"), line],
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    return [word.strip() for word in done.stdout.splitlines() if word]


@needs("bash")
def test_bash(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "my games.sgf").write_text("")
    (tmp_path / "my.toml").write_text("")

    def completed(line: str) -> list[str]:
        return in_bash(scripts, line, tmp_path)

    assert {*completed("cfggo ")} == {*cli.COMMANDS, "analysis", "help"}
    assert completed("cfggo play --level 1") == [name for name in level_names() if name[0] == "1"]
    assert completed("cfggo play --level=3") == ["3k"]
    assert completed("cfggo gtp --config ")[: len(preset_names())] == preset_names()
    assert {*completed("cfggo gtp --config my")} == {r"my\ games.sgf", "my.toml"}
    assert completed("cfggo gtp --rules j") == ["japanese"]
    assert completed("cfggo match --size ") == []
    assert completed("cfggo evaluate policy --policy ") == ["tree", "playout"]
    assert completed("cfggo evaluate policy cfggo my.") == ["my.toml"]
    assert completed("cfggo train policy --start exp") == ["expert"]
    assert completed("cfggo analyze --winrates-as S") == ["SIDETOMOVE"]
    assert completed("cfggo analysis --an") == completed("cfggo analyze --an") != []


@needs("fish")
def test_fish(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("")
    code = f"function cfggo; {sys.executable} -m cfggo $argv; end; source {scripts}/fish"
    lines = ("play --ter", "gtp --config ow", "match --black cfggo:cfg-t", "train p")
    code += "".join(f"; complete -C 'cfggo {line}'" for line in lines)
    done = subprocess.run(
        ["fish", "--no-config", "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    words = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert words == ["--terminal", "own.toml", "cfggo:cfg-tree", "policy", "problems"]


@pytest.mark.parametrize(
    "shell",
    [
        pytest.param(["bash", "--norc", "-i"], id="bash", marks=needs("bash")),
        pytest.param(["zsh", "-f", "-i"], id="zsh", marks=needs("zsh")),
    ],
)
def test_the_tab_key(
    shell: list[str], scripts: Path, tmp_path: Path, at_terminal: AtTerminal
) -> None:
    (tmp_path / "own.toml").write_text("")
    person = at_terminal(shell, tmp_path, PS1="$ ")
    if shell[0] == "zsh":
        person.types(f"autoload -Uz compinit; compinit -u -d {tmp_path}/dump\r")
    person.types(f"source {scripts / shell[0]}; {ASKED}; echo rea''dy\r")
    person.sees("ready")
    for typed, completed in (
        ("play --ter", "play --terminal"),
        ("gtp --config ow", "gtp --config own.toml"),
        ("gtp --set rave_", "gtp --set rave_bias="),
        ("match --black cfggo:cfg-t", "match --black cfggo:cfg-tree"),
        ("help tou", "help tournament"),
    ):
        person.types(f"cfggo {typed}\t\r")
        person.sees("got: ")
        assert person.sees("\n") == f"{completed}\n"


def test_without_the_library_a_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    assert cli.main(["completion", "zsh"]) == 2
    assert capfd.readouterr().err == (
        "cfggo: error: completion needs argcomplete: pip install 'cfggo[completion]'\n"
    )
