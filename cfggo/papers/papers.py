"""All papers and their claims."""

from __future__ import annotations

from cfggo.base.errors import CfggoError
from cfggo.base.words import did_you_mean
from cfggo.papers import graepel, graf_platzner, kamenetsky, sliwa, stern
from cfggo.papers.claim import Claim, Paper

PAPERS = {
    each.number: each
    for each in (graf_platzner.PAPER, sliwa.PAPER, stern.PAPER, kamenetsky.PAPER, graepel.PAPER)
}
"""The papers by their numbers."""


def find_paper(number: str) -> Paper:
    """Returns a paper. Raises CfggoError if there is none of that number."""
    if number not in PAPERS:
        raise CfggoError(f"unknown paper {number!r}; {did_you_mean(number, PAPERS)}")
    return PAPERS[number]


def find_claim(paper: Paper, name: str) -> Claim:
    """Returns a claim of a paper. Raises CfggoError if it has none of that name."""
    claims = {claim.name: claim for claim in paper.claims}
    if name not in claims:
        raise CfggoError(
            f"paper {paper.number} has no claim {name!r}; {did_you_mean(name, claims)}"
        )
    return claims[name]
