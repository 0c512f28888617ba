"""The error of records that can't be read."""

from cfggo.base.said import said

_MOST_DETAIL = 100
"""Characters of an error's detail, after its reason."""


class SgfError(ValueError):
    """A game that can't be read.

    Public attributes:
      reason -- words that are the same for all errors of a kind, so that they can be counted
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        shown = " ".join(detail.split())[:_MOST_DETAIL]
        super().__init__(
            said("{reason}: {detail}", reason=reason, detail=shown) if shown else reason
        )
        self.reason = reason
