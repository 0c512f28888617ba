"""Scripts of the checkout, loaded as modules."""

import importlib.util
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.called import SCRIPTS


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
