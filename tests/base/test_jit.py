"""How kernels are compiled."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

from cfggo.base import interrupts, jit
from cfggo.base.executor import Threads


def test_kernels_divide_as_numpy_does() -> None:
    @jit.jit_inline
    def divide(a, b):
        return a / b

    @jit.jit
    def ratio(a, b):
        return divide(a, b)

    assert ratio(1.0, 0.0) == float("inf")


def test_a_kernel_is_not_compiled_anew_for_every_number_that_it_is_called_with() -> None:
    @jit.jit
    def twice(n):
        return 2 * n

    @jit.jit
    def ten(n):
        return twice(2) + twice(3) + twice(n)

    assert ten(0) == 10
    kernel: Any = twice
    assert len(kernel.signatures) == 1


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Any, Any]:
    """Returns two new kernels, of which the second calls the first for two types."""
    monkeypatch.setattr(jit, "folder_of", lambda module: tmp_path)

    @jit.jit
    def inner(n):
        return n + 1

    @jit.jit
    def outer(n):
        return inner(n) + inner(1.5)

    return inner, outer


@contextmanager
def in_the_midst_of_a_kernel(action: Callable[[], object]) -> Iterator[None]:
    """Does something whenever LLVM has compiled a kernel, and Numba has not."""
    codegen = cpu_target.target_context.codegen()
    engine, library = codegen._engine, codegen._library_class
    hooks = library._object_compiled_hook, library._object_getbuffer_hook

    def compiled(*args: Any) -> None:
        action()
        hooks[0](*args)

    engine.set_object_cache(compiled, hooks[1])
    try:
        yield
    finally:
        engine.set_object_cache(*hooks)


def test_ctrl_c_waits_until_a_kernel_is_compiled_and_says_so(
    kernels: tuple[Any, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """In the midst of it Numba would lose its own result, or Ctrl-C."""
    _, outer = kernels
    before = signal.getsignal(signal.SIGINT)
    ctrl_c = partial(signal.raise_signal, signal.SIGINT)
    with in_the_midst_of_a_kernel(ctrl_c), pytest.raises(KeyboardInterrupt):
        outer(1)
    assert [len(kernel.signatures) for kernel in kernels] == [1, 0]
    assert signal.getsignal(signal.SIGINT) is before
    assert capsys.readouterr().err == "cfggo: stopping once this kernel is compiled\n"
    assert outer(1) == 4.5


def test_ctrl_c_waits_for_one_kernel_of_another_thread_and_says_so(
    kernels: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, outer = kernels
    is_said = threading.Event()
    said: list[str] = []

    def tell(text: str) -> None:
        said.append(text)
        is_said.set()

    def press_ctrl_c() -> None:
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, signal.SIGINT)
        assert is_said.wait(60)

    monkeypatch.setattr(interrupts, "tell", tell)
    with (
        in_the_midst_of_a_kernel(press_ctrl_c),
        pytest.raises(KeyboardInterrupt),
        interrupts.compiling.told(),
        Threads(1) as threads,
    ):
        list(threads.map(lambda common, shared, n: outer(n), None, None, [1]))
    assert [len(kernel.signatures) for kernel in kernels] == [1, 0]
    assert said[-1:] == ["stopping once this kernel is compiled"]
    assert outer(1) == 4.5


def test_compiling_is_told_once_and_loading_is_not(
    kernels: tuple[Any, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for is_new in (True, False):
        with interrupts.compiling.told():
            for kernel in kernels:
                assert kernel(1) > 0
        told = "cfggo: this command's first run: compiling; later runs need not\n"
        assert capsys.readouterr().err == (told if is_new else "")


def test_options_that_numba_does_not_know_are_left_out() -> None:
    assert jit._if_known(_nrt=False, _nothing=True) == {"_nrt": False}


def test_kernels_of_others_are_kept_where_they_want(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "theirs")

    @jit.jit
    def kernel(n):
        return n

    assert numba.config.CACHE_DIR == "theirs"


@pytest.mark.parametrize("checked", [False, True])
def test_bounds_are_checked_on_request(checked: bool, tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(
        "import numpy as np\n"
        "from cfggo.base.jit import jit\n"
        "@jit\n"
        "def at(array, i):\n"
        "    return array[i]\n"
        "at(np.zeros(100)[:1], 5)\n"
    )
    environment = os.environ | {"NUMBA_BOUNDSCHECK": str(int(checked))}
    done = subprocess.run(
        [sys.executable, str(file)], env=environment, capture_output=True, text=True, check=False
    )
    assert ("IndexError" in done.stderr) == checked == bool(done.returncode)


def test_kernels_are_listed() -> None:
    @jit.jit_inline
    def copied(array):
        return array[0]

    @jit.jit
    def first(array):
        return copied(array)

    assert jit.declared[-1] is first
    assert first(np.ones(1)) == 1
