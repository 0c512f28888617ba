"""The Python interface: what its page shows is so, and its names explain themselves."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import cfggo

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "python.md"


def test_examples_on_the_page() -> None:
    failed, run = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert run > 40
    assert failed == 0


def test_the_page_names_all_there_is() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    missing = [name for name in cfggo.__all__ if f"[`{name}`]" not in table]
    assert missing == []


@pytest.mark.parametrize("name", cfggo.__all__)
def test_public_names_have_docstrings(name: str) -> None:
    thing = getattr(cfggo, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        public = {key: part for key, part in vars(thing).items() if not key.startswith("_")}
        parts = [
            key for key, part in public.items() if callable(part) or isinstance(part, property)
        ]
        assert [key for key in parts if not inspect.getdoc(getattr(thing, key))] == []


def test_names_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys, cfggo; print('numba' in sys.modules, 'Game' in dir(cfggo)); "
        "cfggo.level_names(); cfggo.preset_names(); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        getattr(cfggo, "Nothing")  # noqa: B009


def test_types_are_marked_as_there() -> None:
    assert (Path(cfggo.__file__).parent / "py.typed").is_file()
