"""The command line: help, version, errors and exit codes."""

import argparse
import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from cfggo import __version__, cli, level_names
from cfggo.__main__ import main
from cfggo.base.errors import CfggoError

Run = Callable[[argparse.Namespace], int]
Install = Callable[[Run], None]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Returns a function that makes `cfggo probe` do what it is given."""

    def install(run: Run) -> None:
        module = ModuleType("cfggo.commands.probe")
        module.DESCRIPTION = ""  # type: ignore[attr-defined]
        module.run = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "probe"))

    return install


def raising(error: BaseException) -> Run:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_command_gives_the_exit_code(command: Install) -> None:
    command(lambda args: 3)
    assert cli.main(["probe"]) == 3


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            CfggoError("games.tar: no SGF files found"),
            2,
            "cfggo: error: games.tar: no SGF files found",
        ),
        (CfggoError("a\nb.toml: no such file"), 2, "cfggo: error: a b.toml: no such file"),
        (
            PermissionError(13, "Permission denied", "a.tar"),
            2,
            "cfggo: error: a.tar: Permission denied",
        ),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_error_is_one_line(
    error: BaseException, code: int, said: str, command: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    command(raising(error))
    assert cli.main(["probe"]) == code
    assert capsys.readouterr() == ("", f"{said}\n")


@pytest.mark.parametrize(
    ("arguments", "explains"),
    [
        (["no-such-command"], "cfggo --help"),
        (["match", "--games", "none"], "cfggo match --help"),
        (["gtp", "--no-such-option"], "cfggo gtp --help"),
        (["gtp", "no-such-word"], "cfggo gtp --help"),
        (["help", "no-such-command"], "cfggo help"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    arguments: list[str], explains: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("cfggo: error: ")
    assert line.endswith(f"(try: {explains})")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        cli.main(["--help"])
    assert exit_info.value.code == 0
    listed = capsys.readouterr().out.partition("options:")[0]
    for name in (*cli.COMMANDS, "help", "analysis"):
        assert f"\n  {name} " in listed


@pytest.mark.parametrize("name", ["", *cli.COMMANDS])
def test_help_explains_as_the_option_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*name.split(), "--help"])
    expected = capsys.readouterr().out
    assert expected.startswith(f"usage: cfggo {name}")
    assert cli.main(["help", *name.split()]) == 0
    assert capsys.readouterr().out == expected


def test_ctrl_c_while_the_command_line_is_imported_ends_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Importing:
        @property
        def main(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "cfggo.cli", Importing())
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as exit_info:
        main()
    assert exit_info.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_what_was_printed_before_ctrl_c_reaches_a_pipe() -> None:
    code = "import cfggo.cli, cfggo.__main__ as start\n"
    code += "cfggo.cli.main = lambda: print('kept') or 130\n"
    code += "start.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "kept\n")


def test_version_when_run_as_a_module() -> None:
    command = [sys.executable, "-m", "cfggo", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"cfggo {__version__}\n"


PROBE = (
    "import sys; from types import ModuleType; from cfggo import cli\n"
    "module = ModuleType('cfggo.commands.probe')\n"
    "module.DESCRIPTION = ''\n"
    "module.run = lambda args: print('x' * int(sys.argv[1])) or 0\n"
    "sys.modules[module.__name__] = module\n"
    "cli.COMMANDS = ('probe',); cli.GROUPS = {'of this test': {'help': ''}}\n"
    "sys.exit(cli.main(sys.argv[2:]))\n"
)


def run_probe(where: str, size: int, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command that prints so many characters, with the shell's redirections."""
    command = ["sh", "-c", f'exec "$@" {where}', "sh", sys.executable, "-c", PROBE, str(size)]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [*command, *arguments], capture_output=True, text=True, env=environment, check=False
    )


@pytest.mark.parametrize("size", [1, 1_000_000])
@pytest.mark.parametrize(
    ("where", "problem"),
    [(">/dev/full", "No space left on device"), (">&-", "closed"), ("1</dev/null", "Bad file")],
)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_output_that_cannot_be_written_is_one_line(where: str, problem: str, size: int) -> None:
    done = run_probe(where, size, "probe")
    assert done.returncode == 2
    assert done.stderr.startswith(f"cfggo: error: standard output: {problem}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_a_run_goes_on_when_its_progress_cannot_be_written() -> None:
    work = (
        "from cfggo import cli\n"
        "from cfggo.commands import warmup\n"
        "from cfggo.base.terminal import console\n"
        "def run(args):\n"
        "    for _ in range(3):\n"
        "        console().print('a game')\n"
        "    print('the result')\n"
        "    return 0\n"
        "warmup.run = run\n"
        "raise SystemExit(cli.main(['warmup']))"
    )
    command = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", sys.executable, "-c", work]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "the result\n")


@pytest.mark.parametrize("option", ["--help", "--version"])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_help_that_cannot_be_written_is_one_line(option: str) -> None:
    done = run_probe(">/dev/full", 0, option)
    assert done.returncode == 2
    assert done.stderr == "cfggo: error: standard output: No space left on device\n"


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no /dev/full")
def test_errors_that_cannot_be_said_keep_their_exit_code(where: str) -> None:
    done = run_probe(where, 0, "nonsense")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("size", [1, 1_000_000])
def test_reader_that_goes_away_is_one_line(size: int) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROBE, str(size), "probe"],
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (2, "cfggo: error: standard output: Broken pipe\n")


def test_parsing_imports_nothing_slow() -> None:
    modules = [importlib.import_module(f"cfggo.commands.{name}") for name in cli.COMMANDS]
    assert all(callable(module.run) for module in modules)
    code = (
        "import sys; from cfggo import cli; cli._parser()\n"
        "print(*{'numpy', 'numba', 'rich', 'sgfmill'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("command", [["selfplay"], ["match", "--black", "a", "--white", "b"]])
def test_a_file_is_no_folder_for_games(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.sgf").touch()
    assert cli.main([*command, "--out", str(tmp_path / "game.sgf")]) == 2
    assert "game.sgf: is a file, not a folder" in capsys.readouterr().err


def test_help_says_how_each_level_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["help", "levels"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == level_names()
    assert "reads nothing ahead" in lines[0]
