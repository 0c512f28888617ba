"""The encoding of SGF data, and data in which characters look like brackets and backslashes.

SGF is read byte by byte, while its texts may be in any encoding. In some, such as Shift JIS and
Big5, the second byte of a character can be that of a backslash or a bracket: read as such, it would
end a text, or go on with it over the moves that follow. Such data is made UTF-8 before it is read.
"""

import codecs
import re

_CA = re.compile(rb"CA(?<![A-Z]CA)\s*\[([^\]]*)\]")  # letters first: quick to find

_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")

_MOSTLY = 0.75
"""Share of the bytes beyond ASCII that are in runs of even length in a text of pairs."""

_GOOD_FOR_BAD = 2
"""Characters beyond ASCII for each damaged one in a text that is UTF-8 all the same."""

_REPLACEMENT = "\ufffd"

_SHIFT = b"\x1b"
"""Byte with which ISO 2022 changes what the following ones mean; they are ASCII, all of them."""

_SYNTAX = b"(;)[]"

_BACKSLASH = ord("\\")
_BRACKET = ord("]")


def encoding_of(data: bytes) -> str:
    """Returns the encoding that a record names, or UTF-8, which most use without naming it.

    Where the data is neither, a likely one: UTF-8 with some damage, such as names that were cut off
    within a character; GB 2312, which Chinese records often are without saying so, whose characters
    beyond ASCII are pairs of bytes; else SGF's own, Latin-1.
    """
    named = _CA.search(data)
    try:
        name = codecs.lookup(named[1].decode("ascii").strip() if named else "utf-8").name
        str(b"x", name, "replace")  # fails for codecs that are no encodings of text
    except (LookupError, ValueError):
        name = "utf-8"
    if data.isascii():
        return name
    for likely in (name, "utf-8"):
        if _can_read(likely, data):
            return likely
    if _is_damaged_utf8(data):
        return "utf-8"
    runs = [len(run) for run in _BEYOND_ASCII.findall(data)]
    in_pairs = sum(n for n in runs if n % 2 == 0) >= _MOSTLY * sum(runs)
    return "gb18030" if in_pairs and _can_read("gb18030", data) else "latin-1"


def _can_read(encoding: str, data: bytes) -> bool:
    """Tells whether data can be a text in an encoding."""
    try:
        str(data, encoding)
    except ValueError:
        return False
    return True


def _is_damaged_utf8(data: bytes) -> bool:
    """Tells whether most characters beyond ASCII are right as UTF-8.

    What is left on both sides of a question mark is one damaged character: in records of the Fox
    server some bytes have become question marks.
    """
    text = str(data, "utf-8", "replace")
    unread = text.count(_REPLACEMENT)
    good = sum(c > "\x7f" for c in text) - unread
    bad = unread - text.count(f"{_REPLACEMENT}?{_REPLACEMENT}")
    return good >= _GOOD_FOR_BAD * bad


def without_ambiguity(data: bytes) -> bytes:
    """Returns SGF data in which each bracket and each backslash is one.

    That is the data itself, or the same in UTF-8. Programs that write byte by byte put another
    backslash behind one that is half of a character; what they wrote is left as it is.
    """
    if data.isascii() and _SHIFT not in data:
        return data
    encoding = encoding_of(data)
    if encoding in ("utf-8", "latin-1"):
        return data
    try:
        if str(_SYNTAX, encoding) != _SYNTAX.decode():
            return data
        text = str(data, encoding)
    except ValueError:
        return data
    if _SHIFT not in data:
        ambiguous = "".join(c for c in set(text) if _ends_in_syntax(c, encoding))
        if not ambiguous or not re.search(rf"[{re.escape(ambiguous)}](?!\\)", text):
            return data
    return _CA.sub(b"CA[UTF-8]", text.encode("utf-8", "replace"))


def _ends_in_syntax(character: str, encoding: str) -> bool:
    """Tells whether the last byte of a character beyond ASCII is that of a backslash or bracket."""
    if character.isascii():
        return False
    try:
        return character.encode(encoding)[-1] in (_BACKSLASH, _BRACKET)
    except ValueError:
        return False
