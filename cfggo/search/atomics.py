"""Atomic operations on arrays that threads share."""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


def _pointer(context, builder, array_type, array, index):
    """Returns the address of an array's element."""
    view = make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index])


@intrinsic
def atomic_add(typingctx, array, index, value):
    """Adds to `array[index]`, an integer; returns what was there before."""
    item = array.dtype

    def codegen(context, builder, signature, args):
        pointer = _pointer(context, builder, array, args[0], args[1])
        return builder.atomic_rmw("add", pointer, args[2], "seq_cst")

    return item(array, types.intp, item), codegen


@intrinsic
def load_acquire(typingctx, array, index):
    """Returns `array[index]`, an integer, and lets no later reading come before this one."""
    item = array.dtype

    def codegen(context, builder, signature, args):
        pointer = _pointer(context, builder, array, args[0], args[1])
        return builder.load_atomic(pointer, "acquire", item.bitwidth // 8)

    return item(array, types.intp), codegen


@intrinsic
def compare_and_set(typingctx, array, index, expected, value):
    """Sets `array[index]`, an integer, if it is as expected; tells whether it was."""
    item = array.dtype

    def codegen(context, builder, signature, args):
        pointer = _pointer(context, builder, array, args[0], args[1])
        result = builder.cmpxchg(pointer, args[2], args[3], "seq_cst", "seq_cst")
        return builder.extract_value(result, 1)

    return types.boolean(array, types.intp, item, item), codegen
