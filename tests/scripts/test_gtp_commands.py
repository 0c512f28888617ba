"""scripts/gtp_commands.py: docs/gtp.md has the list of commands as their docstrings make it."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from cfggo.interfaces.gtp import commands
from cfggo.interfaces.gtp.registry import COMMANDS


@pytest.fixture
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("gtp_commands.py")


def test_the_page_has_the_list_as_it_is_now(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["gtp-commands", "--check"])
    assert script.main() == 0, "run scripts/gtp_commands.py"


def test_the_list_names_every_command_once(script: ModuleType) -> None:
    rows = [line for line in script.command_list().splitlines() if line.startswith("| `")]
    names = [
        usage.strip("`").split()[0] for row in rows for usage in row.split(" | ")[0][2:].split(", ")
    ]
    assert sorted(names) == sorted(COMMANDS)


def test_every_module_of_commands_has_its_place(script: ModuleType) -> None:
    assert sorted(script.ORDER) == sorted(set(commands.__all__) - {"COMMANDS"})


def test_a_page_that_is_out_of_date_is_written_anew(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "gtp.md"
    page.write_text(f"before\n{script.BEGIN}\nold\n{script.END}\nafter\n")
    monkeypatch.setattr(script, "PAGE", page)
    monkeypatch.setattr("sys.argv", ["gtp-commands", "--check"])
    assert script.main() == 1
    assert "out of date" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["gtp-commands"])
    assert script.main() == 0
    assert page.read_text().startswith(f"before\n{script.BEGIN}\n\n### ")
    assert page.read_text().endswith(f"\n{script.END}\nafter\n")
