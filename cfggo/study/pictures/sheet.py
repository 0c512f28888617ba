"""A document of one or several pictures: headings, boards, legends, tables and notes.

A picture is laid out for a width of WIDTH, and the document is scaled as a whole.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from cfggo.study.pictures.board_svg import margin_of
from cfggo.study.pictures.picture import Key, MoveTable, Picture
from cfggo.study.pictures.svg import INK, PALE_INK, clean, element, group, label, number, texts

WIDTH = 640
"""Of a picture, in the units of the document."""

DOCUMENT_CLASS = "cfggo-picture"
"""Class of the root element, by which our own files are known."""

_EDGE = 16
_GAP = 14
_LARGEST_UNIT = 76.0  # between two lines: small boards do not fill the width
_HEADING, _TEXT = 21.0, 14.0  # heights of fonts
_LINE = 20.0  # between lines of text
_ROW = 25.0  # of a legend or a table
_SYMBOL = 20.0  # what a unit of the board is in legends and tables
_LETTER = 0.54  # mean width of a letter, in heights of the font
_BAR = "#d7e9f5"


def sheet(pictures: Sequence[Picture], pixels: int = WIDTH) -> str:
    """Returns an SVG document, in ASCII, of pictures side by side, four of them in two rows.

    pixels -- width of one picture
    """
    panels = [_Panel(picture) for picture in pictures]
    columns = 2 if len(panels) == 4 else len(panels)
    parts = []
    y = 0.0
    for i in range(0, len(panels), columns):
        row = panels[i : i + columns]
        for column, panel in enumerate(row):
            parts.append(panel.at(column * WIDTH, y))
        y += max(panel.height for panel in row)
    width = columns * WIDTH
    scale = pixels / WIDTH
    headings = ", ".join(picture.heading for picture in pictures)
    title = f"{headings}: {pictures[0].scene.words}"
    document = element(
        "svg",
        element("title", clean(title))
        + element("desc", clean(" ".join(picture.description for picture in pictures)))
        + element("rect", width=width, height=y, fill="#fff")
        + "".join(parts)
        + "\n",
        xmlns="http://www.w3.org/2000/svg",
        **{"class": DOCUMENT_CLASS},
        role="img",
        width=scale * width,
        height=scale * y,
        viewBox=f"0 0 {width} {number(y)}",
    )
    return document.encode("ascii", "xmlcharrefreplace").decode()


class _Panel:
    """A picture, laid out.

    Public attributes:
      height -- float
    """

    def __init__(self, picture: Picture) -> None:
        self.height = float(_EDGE)
        self._parts: list[str] = []
        self._add_lines([picture.heading], _HEADING, INK, font_weight="bold")
        self._add_lines(_wrapped(picture.scene.words), _TEXT, PALE_INK)
        self._add_board(picture.drawing, picture.scene.game.size)
        if picture.legend:
            self._add_legend(picture.legend)
        if picture.table is not None:
            self._add_table(picture.table)
        self._add_lines(
            [line for note in picture.notes for line in _wrapped(note)], _TEXT, PALE_INK
        )
        self.height += _EDGE - _GAP / 2

    def at(self, x: float, y: float) -> str:
        """Returns the picture with its upper left corner at a place."""
        content = "\n" + "\n".join(self._parts) + "\n"
        if x == y == 0:
            return content
        return group(content, transform=f"translate({number(x)} {number(y)})")

    def _add_lines(self, lines: Sequence[str], size: float, colour: str, **attributes: str) -> None:
        """Adds lines of text."""
        step = max(_LINE, 1.3 * size)
        parts = [
            label(_EDGE, self.height + (i + 0.5) * step, line, size) for i, line in enumerate(lines)
        ]
        self._parts.append(texts(*parts, size=size, fill=colour, **attributes))
        self.height += len(lines) * step + (_GAP / 2 if lines else 0)

    def _add_board(self, drawing: str, size: int) -> None:
        """Adds the board, in the middle."""
        margin = margin_of(size)
        width = size - 1 + 2 * margin
        unit = min((WIDTH - 2 * _EDGE) / width, _LARGEST_UNIT)
        x, y = WIDTH / 2 - unit * (size - 1) / 2, self.height + unit * margin
        self._parts.append(_placed(drawing, x, y, unit))
        self.height += unit * width + _GAP

    def _add_legend(self, keys: Sequence[Key]) -> None:
        """Adds a legend, as many entries in a row as there is room for."""
        x = float(_EDGE)
        symbols, words = [], []
        for key in keys:
            width = 1.5 * _SYMBOL + _LETTER * _TEXT * len(key.words)
            if x > _EDGE and x + width > WIDTH - _EDGE:
                x = _EDGE
                self.height += _ROW
            y = self.height + _ROW / 2
            symbols.append(_placed(key.symbol, x + _SYMBOL / 2, y, _SYMBOL))
            words.append(label(x + 1.35 * _SYMBOL, y, key.words, _TEXT))
            x += width + _GAP
        self._parts += [*symbols, texts(*words, size=_TEXT, fill=INK)]
        self.height += _ROW + _GAP / 2

    def _add_table(self, table: MoveTable) -> None:
        """Adds a table: in each row a symbol, and cells in front of a bar."""
        bars, symbols = [], []
        left: list[str] = []
        right: list[str] = []
        room = WIDTH - 2 * _EDGE
        rows = [("", table.heads, 0.0), *((row.symbol, row.cells, row.share) for row in table.rows)]
        for symbol, cells, share in rows:
            y = self.height + _ROW / 2
            if share:
                bars.append(element("rect", x=_EDGE, y=y - 11, width=share * room, height=22, rx=3))
            if symbol:
                symbols.append(_placed(symbol, _EDGE + 0.65 * _SYMBOL, y, _SYMBOL))
            for end, cell in zip(table.ends, cells, strict=True):
                column = right if end > 0 else left
                column.append(label(_EDGE + abs(end) * room, y, cell, _TEXT))
            self.height += _ROW
        self._parts += [
            group(*bars, fill=_BAR),
            *symbols,
            texts(*left, size=_TEXT, fill=INK),
            texts(*right, size=_TEXT, fill=INK, text_anchor="end"),
        ]
        self.height += _GAP / 2


def _placed(drawing: str, x: float, y: float, unit: float) -> str:
    """Returns a drawing in units of the board, its (0, 0) at a place.

    unit -- how long a unit of it is
    """
    transform = f"translate({number(x)} {number(y)}) scale({number(unit)})"
    return group(drawing, transform=transform)


def _wrapped(words: str) -> list[str]:
    """Returns a text in lines that are not longer than a picture is wide."""
    return textwrap.wrap(words, int((WIDTH - 2 * _EDGE) / (_LETTER * _TEXT)))
