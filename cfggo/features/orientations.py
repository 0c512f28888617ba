"""The hashes of a shape in the eight orientations: a row of eight words, in one vector register.

Compilers do not find out by themselves that eight hashes which change together fit there; here they
are told.  Where the processor has no registers as wide, two or four take their place.

These functions do not check the bounds of arrays.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

_WORD = ir.IntType(64)
_ROW = ir.VectorType(_WORD, 8)


def _load_row(builder: Any, words: Any) -> Any:
    """Returns the eight words from an address on."""
    return builder.load(builder.bitcast(words, ir.PointerType(_ROW)), align=8)


def _store_row(builder: Any, row: Any, words: Any) -> None:
    """Stores eight words from an address on."""
    builder.store(row, builder.bitcast(words, ir.PointerType(_ROW)), align=8)


def _smallest(builder: Any, row: Any) -> Any:
    """Returns the smallest of eight words."""
    reduction = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(_WORD, [_ROW]), "llvm.vector.reduce.umin.v8i64"
    )
    return builder.call(reduction, [row])


@intrinsic
def add_cells(typingctx, hashes, keys, codes, middle, offsets, first, end):
    """Adds cells to the hashes: `hashes ^= keys[i, codes[middle + offsets[i]]]`, first <= i < end.

    Keys of 0 stand for codes that count nothing.  That takes no branches, which nobody could
    predict.

    hashes: uint64[8]; keys: uint64[cells, kinds of codes, 8]; codes: uint8[]; offsets: int64[cells]
    """

    def codegen(context, builder, signature, args):
        of_hashes, of_keys, of_codes, of_offsets = (
            make_array(signature.args[i])(context, builder, args[i]) for i in (0, 1, 2, 4)
        )
        n_codes = cgutils.unpack_tuple(builder, of_keys.shape, 3)[1]
        total = cgutils.alloca_once_value(builder, _load_row(builder, of_hashes.data))
        with cgutils.for_range_slice(builder, args[5], args[6], _WORD(1)) as (cell, _):
            offset = builder.load(builder.gep(of_offsets.data, [cell]))
            code = builder.load(builder.gep(of_codes.data, [builder.add(args[3], offset)]))
            row = builder.add(builder.mul(cell, n_codes), builder.zext(code, _WORD))
            key = builder.gep(of_keys.data, [builder.mul(row, _WORD(8))])
            builder.store(builder.xor(builder.load(total), _load_row(builder, key)), total)
        _store_row(builder, builder.load(total), of_hashes.data)
        return context.get_dummy_value()

    arguments = (hashes, keys, codes, types.intp, offsets, types.intp, types.intp)
    return types.none(*arguments), codegen


@intrinsic
def smallest(typingctx, hashes):
    """Returns the smallest of the hashes, uint64[8]: that of the shape in any orientation."""

    def codegen(context, builder, signature, args):
        words = make_array(signature.args[0])(context, builder, args[0]).data
        return _smallest(builder, _load_row(builder, words))

    return types.uint64(hashes), codegen


@intrinsic
def smallest_with(typingctx, hashes, keys):
    """Returns what the smallest of the hashes would be with one more cell: `min(hashes ^ keys)`.

    hashes, keys: uint64[8]
    """

    def codegen(context, builder, signature, args):
        of_hashes, of_keys = (
            make_array(of_type)(context, builder, value)
            for of_type, value in zip(signature.args, args, strict=True)
        )
        row = builder.xor(_load_row(builder, of_hashes.data), _load_row(builder, of_keys.data))
        return _smallest(builder, row)

    return types.uint64(hashes, keys), codegen
