"""Scripts of the checkout, run as programs or loaded as modules."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def run_script() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Returns a function that runs a Python script with some arguments."""

    def run(
        name: str, *arguments: str, options: tuple[str, ...] = ()
    ) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *options, str(SCRIPTS / name), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def load_script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Returns a function that loads a Python script as a module."""

    def load(name: str) -> ModuleType:
        monkeypatch.syspath_prepend(SCRIPTS)
        loader = SourceFileLoader(Path(name).stem, str(SCRIPTS / name))
        spec = importlib.util.spec_from_loader(loader.name, loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        return module

    return load
