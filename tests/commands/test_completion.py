"""Completion in shells: the scripts, and what they complete."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.resources import preset_names
from cfggo.methods import METHODS
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


def in_bash(scripts: Path, line: str, folder: Path) -> list[str]:
    """Returns what bash offers at the end of a line, or the files that it offers itself."""
    code = """
        source "$1"; COMP_LINE=$2 COMP_POINT=${#2}
        compopt() { [[ "$*" == "-o default" ]] && wants_files=yes; }
        _cfggo cfggo; printf '%s\\n' "${COMPREPLY[@]}"
        [[ -z $wants_files ]] || compgen -f -- "${2##*[ =]}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", code, "bash", str(scripts / "bash"), line],
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    assert done.stderr == ""
    return [word for word in done.stdout.splitlines() if word]


@needs("bash")
def test_bash(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "my games.sgf").write_text("")
    (tmp_path / "my.toml").write_text("")

    def completed(line: str) -> list[str]:
        return in_bash(scripts, line, tmp_path)

    assert completed("cfggo ") == [*cli.COMMANDS, "help"]
    assert completed("cfggo pl") == ["play"]
    assert completed("cfggo --v") == ["--version"]
    assert completed("cfggo play --ter") == ["--terminal"]
    assert completed("cfggo play --level 1") == [name for name in level_names() if name[0] == "1"]
    assert completed("cfggo play --level=3") == ["3k"]
    assert completed("cfggo gtp --config ") == preset_names()
    assert completed("cfggo gtp --config cfg-") == ["cfg-full", "cfg-playout", "cfg-tree"]
    assert sorted(completed("cfggo gtp --config my")) == ["my games.sgf", "my.toml"]
    assert completed("cfggo gtp --rules j") == ["japanese"]
    assert completed("cfggo gtp --set rave_") == ["rave_bias="]
    assert completed("cfggo match --black cfggo:cfg-t") == ["cfg-tree"]  # what follows the colon
    assert completed("cfggo match --size ") == []
    assert completed("cfggo evaluate policy --policy ") == ["tree", "playout"]
    assert "my.toml" in completed("cfggo evaluate policy cfggo my")
    assert completed("cfggo train policy --start exp") == ["expert"]
    assert completed("cfggo analyze --winrates-as S") == ["SIDETOMOVE"]
    assert completed("cfggo help tou") == ["tournament"]
    assert completed("cfggo train p") == ["policy", "problems"]
    assert completed("cfggo completion ") == ["bash", "zsh", "fish"]
    assert completed("cfggo no-such-command ") == []
    assert completed("cfggo analysis --an") == completed("cfggo analyze --an") != []


@needs("bash")
def test_every_command_has_its_options_in_bash(scripts: Path, tmp_path: Path) -> None:
    offered = in_bash(scripts, "cfggo train policy --", tmp_path)
    shown = ""
    for part in METHODS:
        shown += subprocess.run(
            [sys.executable, "-m", "cfggo", "train", part, "--help"],
            capture_output=True, text=True, check=True, env=os.environ | {"COLUMNS": "200"},
        ).stdout  # fmt: skip
    assert len(offered) > 10
    assert all(option in shown for option in offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_the_help_leaves_out_is_not_offered(scripts: Path, shell: str) -> None:
    assert "SUPPRESS" not in (scripts / shell).read_text()


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
    person.types(f"source {scripts / shell[0]}; cfggo() {{ echo got: \"$@\"; }}; echo rea''dy\r")
    person.sees("ready")
    for typed, completed in (
        ("pla", "play"),
        ("play --ter", "play --terminal"),
        ("gtp --config cfg-fu", "gtp --config cfg-full"),
        ("gtp --config ow", "gtp --config own.toml"),
        ("gtp --set rave_", "gtp --set rave_bias="),
        ("match --black cfggo:cfg-t", "match --black cfggo:cfg-tree"),
        ("play --level 3", "play --level 3k"),
        ("help tou", "help tournament"),
        ("evaluate policy cfggo ow", "evaluate policy cfggo own.toml"),
    ):
        person.types(f"cfggo {typed}\t\r")
        person.sees("got: ")
        assert person.sees("\n") == f"{completed}\n"


@needs("fish")
def test_fish(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("")

    def completed(line: str) -> list[str]:
        code = f"source {scripts / 'fish'}; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", code],
            capture_output=True, text=True, check=True, cwd=tmp_path,
        )  # fmt: skip
        return [each.partition("\t")[0] for each in done.stdout.splitlines()]

    assert sorted(completed("cfggo ")) == sorted([*cli.COMMANDS, "help"])
    assert completed("cfggo play --ter") == ["--terminal"]
    assert sorted(completed("cfggo play --level 1")) == [f"1{n}k" for n in range(10)]
    assert completed("cfggo gtp --config cfg-f") == ["cfg-full"]
    assert "mine.toml" in completed("cfggo gtp --config m")
    assert completed("cfggo match --size ") == []
    assert "cfggo:cfg-tree" in completed("cfggo match --black cfggo:")


def test_scripts_come_without_the_engine() -> None:
    code = (
        "import sys; from cfggo.cli import main; main(['completion', 'zsh']); "
        "sys.exit('numba' in sys.modules or 'rich' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0
