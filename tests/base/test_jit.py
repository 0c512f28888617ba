"""How kernels are compiled."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

from cfggo.base import jit


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


def test_ctrl_c_waits_until_a_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the midst of it Numba would lose its own result, or Ctrl-C."""
    monkeypatch.setattr(jit, "folder_of", lambda module: tmp_path)

    @jit.jit
    def inner(n):
        return n + 1

    @jit.jit
    def outer(n):
        return inner(n) + inner(1.5)

    codegen = cpu_target.target_context.codegen()
    engine, library = codegen._engine, codegen._library_class
    hooks = library._object_compiled_hook, library._object_getbuffer_hook

    def interrupted(*args: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        hooks[0](*args)

    engine.set_object_cache(interrupted, hooks[1])
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(KeyboardInterrupt):
            outer(1)
    finally:
        engine.set_object_cache(*hooks)
    kernels: Any = inner, outer
    assert [len(kernel.signatures) for kernel in kernels] == [1, 0]
    assert signal.getsignal(signal.SIGINT) is before
    assert outer(1) == 4.5


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
