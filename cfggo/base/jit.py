"""The decorators of all kernels.

A kernel is compiled when it is called first, for the types of its arguments, and kept on disk
(`cfggo.base.kernel_cache`).
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numba

from cfggo.base.interrupts import compiling, held_back
from cfggo.base.kernel_cache import folder_of

_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _if_known(**options: Any) -> dict[str, Any]:
    """Returns those options that this version of Numba knows; they are no published ones."""
    known = numba.core.options.DefaultOptions
    return {name: value for name, value in options.items() if hasattr(known, name)}


_BORROWING = _if_known(_nrt=False)
"""Without Numba's runtime, which counts references to the arrays that a kernel is given, by locked
instructions that take longer than many kernels and make threads that share the arrays wait.
Without it a kernel can't allocate anything."""

_ALLOCATING = _if_known(_nrt=True)
"""With it, also where a kernel without it is the caller."""

declared: list[Any] = []
"""The kernels of the modules imported so far, without those that are copied into others."""


def jit(function: _Function) -> _Function:
    """Compiles a kernel: cached on disk, without the GIL, with NumPy's division by zero.

    It makes no arrays, returns none, and calls no NumPy function of arrays: see `jit_allocating`.
    Array bounds are not checked, unless the environment has NUMBA_BOUNDSCHECK=1. An integer of
    fewer than 64 bits that another kernel passes arrives as an int64: what is to wrap around at 32
    bits must be converted again.
    """
    return _kernel(function, **_BORROWING)


def jit_inline(function: _Function) -> _Function:
    """Compiles a small helper like `jit`, copied into every kernel that calls it."""
    return _kernel(function, **_BORROWING, inline="always")


def jit_allocating(function: _Function) -> _Function:
    """Compiles a kernel like `jit` that may make arrays, return one, and call NumPy's functions."""
    return _kernel(function, **_ALLOCATING)


def _kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Returns Numba's dispatcher of a function, which compiles it on demand."""
    users_folder = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder_of(function.__module__))
    try:
        kernel = numba.njit(**_OPTIONS, **options)(function)
    finally:
        numba.config.CACHE_DIR = users_folder  # for kernels that are not ours
    if hasattr(kernel, "get_call_template"):
        kernel.get_call_template = partial(_call_template, kernel.get_call_template)
        kernel.compile = partial(_compile, kernel.compile)
    if "inline" not in options:
        declared.append(kernel)
    return kernel


def _compile(compile_for: Callable[..., Any], signature: Any) -> Any:
    """Compiles a kernel; Ctrl-C waits until that, or a kernel that it calls, is done.

    LLVM calls Numba back, and an exception in there goes lost.
    """
    with held_back(signal.SIGINT), held_back(signal.SIGTERM):
        if compiling.is_stopped:
            raise KeyboardInterrupt
        return compile_for(signature)


def _call_template(template_of: Callable[..., Any], args: Any, kws: Any) -> Any:
    """Compiles a kernel that others call only once for integers of all widths, and constants.

    Numba would compile it for each, which takes half as long again.
    """
    return template_of(
        tuple(_widened(arg) for arg in args), {name: _widened(arg) for name, arg in kws.items()}
    )


def _widened(argument: Any) -> Any:
    """Returns the type for which a kernel is compiled if it is called with an argument's type."""
    plain = numba.types.unliteral(argument)
    is_short = isinstance(plain, numba.types.Integer) and plain.bitwidth < 64
    return numba.types.int64 if is_short else plain
