"""The decorators of all kernels.

A kernel is compiled when it is called first, for the types of its arguments, and kept on disk
(`cfggo.base.kernel_cache`).  Processes that start at the same time share the work: each waits for a
kernel that another one is compiling.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numba
from numba.core.compiler_lock import global_compiler_lock

from cfggo.base.kernel_cache import claims, folder_of

LONGEST_WAIT = 300.0
"""Seconds that a process waits for what another one is compiling, before it compiles it too: the
other one may have been stopped."""

_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_BORROWING = {"_nrt": False}
"""Without Numba's runtime: it counts references to the arrays that a kernel is given, by locked
instructions that take longer than many kernels and make threads that share the arrays wait.
Without it a kernel can't allocate anything."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """Compiles a kernel: cached on disk, without the GIL, with NumPy's division by zero.

    It makes no arrays, returns none, and calls no NumPy function of arrays: see `jit_allocating`.
    Array bounds are not checked, unless the environment has NUMBA_BOUNDSCHECK=1.  An integer of
    fewer than 64 bits that another kernel passes arrives as an int64: what is to wrap around at 32
    bits must be converted again.
    """
    return _kernel(function, **_BORROWING)


def jit_inline(function: _Function) -> _Function:
    """Compiles a small helper like `jit`, copied into every kernel that calls it."""
    return _kernel(function, **_BORROWING, inline="always")


def jit_allocating(function: _Function) -> _Function:
    """Compiles a kernel like `jit` that may make arrays, return one, and call NumPy's functions."""
    return _kernel(function, _nrt=True)


class KernelCount(NamedTuple):
    """How many kernels the modules imported so far declare, and how many of them are compiled.

    Helpers that are copied into kernels do not count.
    """

    declared: int
    compiled: int


def count_kernels() -> KernelCount:
    """Returns how many kernels there are; compiled are those on disk, for whatever arguments."""
    folders = {folder_of(module) for module in _declared}
    compiled = sum(1 for folder in folders for _ in folder.rglob("*.nbi"))
    return KernelCount(_declared.total(), min(compiled, _declared.total()))


_declared: Counter[str] = Counter()


def _kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Returns Numba's dispatcher of a function, which compiles it on demand."""
    if "inline" not in options:
        _declared[function.__module__] += 1
    users_folder = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder_of(function.__module__))
    try:
        kernel = numba.njit(**_OPTIONS, **options)(function)
    finally:
        numba.config.CACHE_DIR = users_folder  # for kernels that are not ours
    kernel.compile = partial(_compile, kernel, kernel.compile)
    kernel.get_call_template = partial(_call_template, kernel.get_call_template)
    on_disk = kernel._cache
    on_disk.load_overload = partial(_load, on_disk, on_disk.load_overload)
    return kernel


def _compile(kernel: Any, compile_it: Callable[..., Any], signature: Any) -> Any:
    """Does what the kernel's own `compile` does, but waits while another process does it.

    Nor can two processes write Numba's files of a kernel at the same time.
    """
    if signature in kernel.overloads:
        return compile_it(signature)
    function = kernel.py_func
    name = f"{folder_of(function.__module__)} {function.__qualname__}"
    # Numba's lock first, as where one kernel's compilation begins another's: two processes whose
    # threads took it and the claims in different orders would wait for each other.
    with global_compiler_lock, claims().claimed(name, LONGEST_WAIT), _no_garbage_collection():
        try:
            return _call_with_room(compile_it, signature)
        except OSError as error:
            if signature not in kernel.overloads:
                raise
            _complain(error)
            return kernel.overloads[signature].entry_point


def _load(on_disk: Any, load_it: Callable[..., Any], signature: Any, target: Any) -> Any:
    """Does what the cache's own `load_overload` does, but has damaged files written anew.

    A power cut may leave them empty, cut off or full of zeros, and reading them raise anything.
    """
    try:
        return load_it(signature, target)
    except Exception:
        with suppress(OSError):  # a full disk
            on_disk.flush()
        return None


def _call_with_room(function: Callable[[Any], Any], argument: Any) -> Any:
    """Calls a function; see below."""
    return function(argument)


# Python keeps the frames of its calls in pieces of 16 KB and gives a piece back as soon as the
# first frame in it returns.  A compilation calls so deep that this happens a million times, which
# is a tenth of its time.  A frame that asks for this many values begins a piece of 1 MB.
_call_with_room.__code__ = _call_with_room.__code__.replace(co_stacksize=70_000)

_has_complained = False


def _complain(error: OSError) -> None:
    """Warns once that machine code can't be kept, as on a full disk."""
    global _has_complained
    if not _has_complained:
        _has_complained = True
        with suppress(OSError, AttributeError):  # standard error may be closed
            sys.stderr.write(f"cfggo: compiled code can't be kept: {error}\n")


def _call_template(template_of: Callable[..., Any], args: Any, kws: Any) -> Any:
    """Compiles a kernel that others call only once for integers of all widths."""
    return template_of(
        tuple(_widened(arg) for arg in args), {name: _widened(arg) for name, arg in kws.items()}
    )


def _widened(argument: Any) -> Any:
    """Returns the type for which a kernel is compiled if it is called with an argument's type."""
    plain = numba.types.unliteral(argument)
    is_short = isinstance(plain, numba.types.Integer) and plain.bitwidth < 64
    return numba.types.int64 if is_short else plain


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Switches garbage collection off, which takes a fifth of a compilation's time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
