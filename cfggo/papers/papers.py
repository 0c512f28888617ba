"""All papers and their claims."""

from __future__ import annotations

from cfggo.papers import graepel, graf_platzner, kamenetsky, sliwa, stern

PAPERS = {
    "000": graf_platzner.PAPER,
    "001": sliwa.PAPER,
    "002": stern.PAPER,
    "003": kamenetsky.PAPER,
    "004": graepel.PAPER,
}
"""The papers by their numbers."""
