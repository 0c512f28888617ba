"""Elements of SVG as text, with what they say escaped."""

from __future__ import annotations

import re
from html import escape

BLUE, SKY, VERMILLION = "#0072b2", "#56b4e9", "#d55e00"
"""Colours that people with any kind of colour blindness can tell apart (Okabe and Ito 2008)."""

INK, PALE_INK = "#222", "#5a5a5a"
"""Of texts."""

_FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif"

_HALF_CAPITAL = 0.36
"""Half the height of capitals and digits, in heights of the font."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Returns a text for XML: `&`, `<`, `>` and quotes escaped, what XML can't have left out."""
    return escape(_NOT_XML.sub("", text))


def number(value: float) -> str:
    """Returns a number with three decimals at most."""
    return f"{value:z.3f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Returns an element; `_` in the name of an attribute stands for `-`.

    content -- elements, or cleaned text
    """
    words = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def group(*parts: str, **attributes: str | float) -> str:
    """Returns elements as one group, "" if there are none."""
    content = "".join(parts)
    return element("g", content, **attributes) if content else ""


def circle(x: float, y: float, radius: float, **attributes: str | float) -> str:
    """Returns a circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def texts(*parts: str, size: float, **attributes: str | float) -> str:
    """Returns texts as one group, "" if there are none.

    size -- of the font
    """
    return group(*parts, font_family=_FONT, font_size=size, **attributes)


def label(x: float, y: float, words: str, size: float, **attributes: str | float) -> str:
    """Returns a text whose capitals have their middle at a height y.

    size -- that of the font, which a group around it sets
    """
    return element("text", clean(words), x=x, y=y + _HALF_CAPITAL * size, **attributes)
