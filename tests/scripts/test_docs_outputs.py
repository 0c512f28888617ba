"""scripts/docs_outputs.py: the pages show what their commands print."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from cfggo.base.errors import CfggoError
from tests.scripts.called import call_script

PAGES = ("analysis-protocol", "gtp", "solve", "study")


@pytest.fixture
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("docs_outputs.py")


@pytest.mark.parametrize("name", PAGES)
def test_pages_show_what_their_commands_print(script: ModuleType, name: str) -> None:
    text = (script.DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert script.renewed(text).splitlines() == text.splitlines(), "run scripts/docs_outputs.py"


def test_all_pages_with_outputs_are_compared(script: ModuleType) -> None:
    assert [page.stem for page in script.pages()] == list(PAGES)


def console(*lines: str) -> str:
    return "\n".join(["before", "```console", *lines, "```", "after", ""])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["$ echo one", "..."], ["$ echo one", "one"]),
        (["$ echo one", "1", "$ echo two"], ["$ echo one", "one", "$ echo two", "two"]),
        (["$ printf 'a  \\n\\nb\\n\\n'", "..."], ["$ printf 'a  \\n\\nb\\n\\n'", "a", "", "b"]),
        (["$ echo one \\", "  two", "..."], ["$ echo one \\", "  two", "one two"]),
        (["$ sort -r <<END", "$ a", "END", "c"], ["$ sort -r <<END", "$ a", "END", "$ a"]),
        (["$ ls; echo error >&2", "..."], ["$ ls; echo error >&2", "docs"]),
    ],
)  # fmt: skip
def test_outputs_are_written_below_commands(
    script: ModuleType, old: list[str], new: list[str]
) -> None:
    assert script.renewed(console(*old)) == console(*new)
    assert script.renewed(console(*new)) == console(*new)


@pytest.mark.parametrize("lines", [["$ false", "$ cfggo train records/ --out my.weights"], []])
def test_blocks_without_output_are_left_alone(script: ModuleType, lines: list[str]) -> None:
    assert script.renewed(console(*lines)) == console(*lines)


def test_a_command_that_fails(script: ModuleType) -> None:
    with pytest.raises(CfggoError, match=r"^cat nothing \| sort: failed \(exit code 1\): cat: "):
        script.renewed(console("$ cat nothing | sort", "..."))


def test_page_that_is_not_there() -> None:
    done = call_script("docs_outputs.py", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "scripts/docs_outputs.py: no page with outputs of commands has 'nothing' in its name\n"
    )


def test_a_page_is_written_anew(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "old.md").write_text(console("$ echo new", "old"))
    (tmp_path / "other.md").write_text(console("$ echo new"))
    monkeypatch.setattr(script, "DOCS", tmp_path)
    monkeypatch.setattr("sys.argv", ["docs-outputs"])
    assert script.main() == 0
    assert (tmp_path / "old.md").read_text() == console("$ echo new", "new")
    assert (tmp_path / "other.md").read_text() == console("$ echo new")
