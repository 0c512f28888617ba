"""How kernels are compiled."""

import gc
import os
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock

from cfggo.base import jit
from cfggo.base.kernel_cache import claims, folder_of


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


def test_kernels_of_others_are_kept_where_they_want(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "theirs")

    @jit.jit
    def kernel(n):
        return n

    assert numba.config.CACHE_DIR == "theirs"


def test_a_kernel_is_claimed_under_numbas_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that others call is claimed while they compile; an order of locks of its own would
    let two processes wait for each other.
    """
    was_locked = []

    def claimed(name: str, seconds: float) -> AbstractContextManager[None]:
        was_locked.append(global_compiler_lock.is_locked())
        return nullcontext()

    monkeypatch.setattr(claims(), "claimed", claimed)

    @jit.jit
    def kernel(n):
        return n

    assert kernel(1) == 1
    assert was_locked == [True]


def test_a_kernel_that_fails_to_compile_is_given_up() -> None:
    @jit.jit
    def wrong(n):
        return n.nothing

    with pytest.raises(numba.TypingError):
        wrong(1)
    kernel: Any = wrong
    name = f"{folder_of(__name__)} {kernel.py_func.__qualname__}"
    code = "import sys, cfggo.base.kernel_cache as k; exit(k.claims().claim(sys.argv[1]))"
    assert subprocess.run([sys.executable, "-c", code, name], check=False).returncode == 1
    assert gc.isenabled()


class FullDisk:
    """Stands in for Numba's cache."""

    def load_overload(self, *_: Any) -> None:
        """Finds nothing."""

    def save_overload(self, *_: Any) -> None:
        """Raises OSError."""
        raise OSError(28, "No space left on device")


def test_a_kernel_works_though_its_code_can_t_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @jit.jit
    def inner(n):
        return n + 1

    @jit.jit
    def outer(n):
        return inner(n) + 1

    for kernel in (inner, outer):
        monkeypatch.setattr(kernel, "_cache", FullDisk())
    monkeypatch.setattr(jit, "_has_complained", False)
    assert outer(1) == 3
    assert capsys.readouterr().err == (
        "cfggo: compiled code can't be kept: [Errno 28] No space left on device\n"
    )


KERNELS = """
from cfggo.base.jit import jit

@jit
def leaf(n):
    for i in range(n):
        n += i
    return n

@jit
def left(n):
    return leaf(n) + 1

@jit
def right(n):
    return leaf(n) + 2

@jit
def top(n):
    return left(n) + right(n)

top(5)
"""


def test_processes_that_begin_together_compile_each_kernel_once(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(KERNELS)
    environment = os.environ | {
        "CFGGO_CACHE_DIR": str(tmp_path / "cache"),
        "NUMBA_DEBUG_CACHE": "1",
    }
    processes = [
        subprocess.Popen(
            [sys.executable, str(file)], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    said = [process.communicate()[0] for process in processes]
    assert all(process.returncode == 0 for process in processes)
    saved = [line.split()[4] for text in said for line in text.splitlines() if "data saved" in line]
    assert len(saved) == len(set(saved)) == 4
    assert all("data saved" in text or "data loaded" in text for text in said)


def test_damaged_machine_code_is_made_anew(tmp_path: Path) -> None:
    """A power cut may leave files empty, cut off or full of zeros."""
    file = tmp_path / "kernels.py"
    file.write_text(KERNELS + "print(top(5))")
    environment = os.environ | {"CFGGO_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> str:
        return subprocess.run(
            [sys.executable, str(file)], env=environment, capture_output=True, text=True, check=True
        ).stdout

    answer = run()
    for kind, n in (("nbi", 2), ("nbc", 3)):
        files = sorted((tmp_path / "cache").rglob(f"*.{kind}"))
        assert len(files) == 4
        for i, path in enumerate(files):
            data = path.read_bytes()
            path.write_bytes((data[: len(data) // 2], bytes(len(data)), b"")[i % n])
        assert run() == answer
        assert all(path.read_bytes().strip(b"\0") for path in files)


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


def test_kernels_and_those_compiled_are_counted() -> None:
    before = jit.count_kernels()

    @jit.jit
    def first(array):
        return array[0]

    assert jit.count_kernels().declared == before.declared + 1
    first(np.zeros(1))
    assert jit.count_kernels().compiled > 0
    assert claims()
