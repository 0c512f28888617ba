"""The command line: help, version, errors and exit codes."""

import argparse
import importlib
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from cfggo import __version__, cli
from cfggo.errors import CfggoError

Run = Callable[[argparse.Namespace], int]
Install = Callable[[Run], None]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Returns a function that makes `cfggo probe` do what it is given."""

    def install(run: Run) -> None:
        module = ModuleType("cfggo.commands.probe")
        module.add_parser = lambda subparsers: subparsers.add_parser("probe")  # type: ignore[attr-defined]
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


def test_error_is_one_line_and_exit_code_2(
    command: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    command(raising(CfggoError("games.tar: no SGF files found")))
    assert cli.main(["probe"]) == 2
    assert capsys.readouterr() == ("", "cfggo: error: games.tar: no SGF files found\n")


def test_interrupt_is_no_traceback(command: Install, capsys: pytest.CaptureFixture[str]) -> None:
    command(raising(KeyboardInterrupt()))
    assert cli.main(["probe"]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


@pytest.mark.parametrize(
    ("arguments", "explains"),
    [
        ([], "cfggo --help"),
        (["no-such-command"], "cfggo --help"),
        (["match", "--games", "none"], "cfggo match --help"),
        (["gtp", "--no-such-option"], "cfggo --help"),
        (["help", "no-such-command"], "cfggo help --help"),
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
    listed = capsys.readouterr().out.partition("commands:")[2].partition("examples:")[0]
    for name in cli.COMMANDS:
        assert f"\n    {name} " in listed


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        cli.main([name, "--help"])
    assert exit_info.value.code == 0
    assert f"usage: cfggo {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", *cli.COMMANDS])
def test_help_explains_as_the_option_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*name.split(), "--help"])
    expected = capsys.readouterr().out
    assert cli.main(["help", *name.split()]) == 0
    assert capsys.readouterr().out == expected


def test_version_when_run_as_a_module() -> None:
    command = [sys.executable, "-m", "cfggo", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"cfggo {__version__}\n"


def test_reader_that_goes_away_is_no_traceback() -> None:
    code = (
        "import sys; from types import ModuleType; from cfggo import cli\n"
        "module = ModuleType('cfggo.commands.probe')\n"
        "module.add_parser = lambda subparsers: subparsers.add_parser('probe')\n"
        "module.run = lambda args: sys.stdout.write('x' * 1_000_000) and 0\n"
        "sys.modules[module.__name__] = module; cli.COMMANDS = ('probe',)\n"
        "sys.exit(cli.main(['probe']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_parsing_imports_nothing_slow() -> None:
    modules = [importlib.import_module(f"cfggo.commands.{name}") for name in cli.COMMANDS]
    assert all(callable(module.run) for module in modules)
    code = (
        "import sys; from cfggo import cli; cli._parser()\n"
        "print(*{'numpy', 'numba', 'rich', 'sgfmill'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
