"""Frequency models: exact counts of patterns, and the files that hold them.

A file is an archive (`cfggo.base.array_archive`).  Its header has `about`, how it was learnt, for
people, and its arrays are

    games                 uint32[]  first four bytes of the digests of the games, ascending
    codes                 uint16[]  classes that were offered, ascending (`frequency.classes`)
    played                int64[]   moves that played them
    offered               int64[]   legal moves that would have
    games_offering        int64[]   games that offered them
    played_squared        int64[]   sums over these games of (moves that played them) ** 2,
    offered_squared       int64[]   of (legal moves that would have) ** 2,
    played_times_offered  int64[]   and of the product of both
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cfggo.base.array_archive import (
    ArchiveFormat,
    InvalidContent,
    check_array,
    check_ascending,
    check_names,
    check_origin,
    check_range,
    write_valid_archive,
)
from cfggo.base.intervals import student_95
from cfggo.features.patterns3x3 import own_eye_codes
from cfggo.go.points import BLACK, WHITE
from cfggo.models.frequency.classes import (
    N_CLASSES,
    N_CODES,
    class_codes,
    class_indices,
    n_occupied,
)
from cfggo.models.frequency.harvest import N_SUMS, OFFERED, PLAYED, SUMS

FORMAT = ArchiveFormat("cfggo frequency patterns", 1, "file of frequency patterns")

LEAST_OCCUPIED = 3
"""Stones and points off the board that a pattern must have to be of interest (paper, 3.5)."""

COVERAGE = 0.8
"""Share of the uses of interesting patterns that those kept have together (paper, 3.5)."""

_MOST_COUNTED = 2**40
_MOST_SUMMED = 2**62


@dataclass(frozen=True)
class FrequencyModel:
    """The counts of one training run.

    Public attributes:
      sums  -- int64[N_SUMS, N_CLASSES]: sums over the games (`cfggo.models.frequency.harvest`), in
               the order of `class_codes`
      games -- uint32[], ascending: the first four bytes of the digests of the games learnt from
      about -- dict: how it was learnt, for people
    """

    sums: np.ndarray
    games: np.ndarray
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def played(self) -> np.ndarray:
        """Moves that played each class, int64[N_CLASSES]."""
        return self.sums[PLAYED]

    @property
    def offered(self) -> np.ndarray:
        """Legal moves that would have played each class, at all turns, int64[N_CLASSES]."""
        return self.sums[OFFERED]

    @cached_property
    def rates(self) -> np.ndarray:
        """How often each class is played where it is offered, float64[N_CLASSES]; NaN if never."""
        with np.errstate(invalid="ignore"):
            return self.played / self.offered

    @property
    def mean_rate(self) -> float:
        """The rate of all classes together."""
        return float(self.played.sum() / self.offered.sum())

    @cached_property
    def intervals(self) -> np.ndarray:
        """95% intervals of the rates, float64[N_CLASSES, 2]; NaN where fewer than two games offer.

        Games are the samples, as in `cfggo.base.intervals.ratio_interval`, whose residuals'
        squares are summed here from the games' own sums.
        """
        _, offered, n, played_squared, offered_squared, product = self.sums.astype(np.float64)
        n = np.where(n > 1, n, np.nan)
        rates = self.rates
        squares = played_squared - 2 * rates * product + rates**2 * offered_squared
        half = student_95(n - 1) * np.sqrt(n / (n - 1) * np.maximum(squares, 0)) / offered
        return np.clip(np.stack([rates - half, rates + half], axis=1), 0, 1)

    @cached_property
    def ranked(self) -> np.ndarray:
        """Indices of the interesting classes that were played, most played first, int64[]."""
        interesting = n_occupied(class_codes()) >= LEAST_OCCUPIED
        (found,) = np.nonzero(interesting & (self.played > 0))
        return found[np.argsort(-self.played[found], kind="stable")]

    @property
    def shares(self) -> np.ndarray:
        """Share of the uses of all `ranked` that each has with those before it, float64[]."""
        uses = np.cumsum(self.played[self.ranked])
        return uses / uses[-1] if len(uses) else uses.astype(np.float64)

    @cached_property
    def kept(self) -> np.ndarray:
        """Indices of the classes that the paper keeps: the head of `ranked` with COVERAGE, int64[].

        Shares are compared as whole numbers, so that rounding decides nothing.
        """
        uses = np.cumsum(self.played[self.ranked])
        if not len(uses):
            return self.ranked
        enough = round(100 * COVERAGE) * int(uses[-1])
        return self.ranked[: int(np.count_nonzero(100 * uses < enough)) + 1]

    def theta(self) -> np.ndarray:
        """Returns ln(rate / mean rate) of each class, float64[N_CLASSES].

        A class that was never played counts half a move, and one that was never offered has the
        mean rate; so has a class that was never played and offered too seldom to say more.
        """
        rates = np.maximum(self.played, 0.5) / np.maximum(self.offered, 1)
        rates = np.where(self.played == 0, np.minimum(rates, self.mean_rate), rates)
        return np.where(self.offered == 0, 0.0, np.log(rates / self.mean_rate))

    def preferences(self, by_rate: bool) -> np.ndarray:
        """Returns how much an answer is preferred, uint16[2, N_CODES], 0 for patterns not kept.

        The first index is the mover's colour - 1, codes are in absolute colours.  The pattern that
        was played most often, or at the highest rate, has the highest number.  Own eyes have 0.
        """
        order = self.kept
        if by_rate:
            order = order[np.argsort(-self.rates[order], kind="stable")]
        of_class = np.zeros(N_CLASSES + 1, dtype=np.uint16)  # the last is of what can't occur
        of_class[order] = np.arange(len(order), 0, -1)
        preferred = of_class[class_indices()[BLACK:]]
        preferred[own_eye_codes()[BLACK : WHITE + 1, :N_CODES]] = 0
        return preferred


def save_frequency_model(path: Path, model: FrequencyModel) -> None:
    """Writes a file of frequency patterns; on return it is on the disk, in place of any older one.

    Raises CfggoError if it can't be written.
    """
    found = model.offered > 0
    arrays = {"games": model.games.astype(np.uint32), "codes": class_codes()[found]}
    arrays |= {name: row[found] for name, row in zip(SUMS, model.sums, strict=True)}
    traits = {"about": model.about}
    write_valid_archive(path, (FORMAT, validated_frequency_model), traits, arrays)


def validated_frequency_model(
    traits: dict[str, Any], arrays: dict[str, np.ndarray]
) -> FrequencyModel:
    """Returns the model of a file's traits and arrays; raises InvalidContent if no games count so.

    Accepted counts make weights and preferences within their bounds.
    """
    check_names("trait", traits, ("about",))
    check_names("array", arrays, ("games", "codes", *SUMS))
    games, codes = arrays["games"], arrays["codes"]
    check_origin(traits["about"], games=games)
    check_array("codes", codes, np.uint16)
    check_ascending("codes", codes)
    if not np.isin(codes, class_codes()).all():
        raise InvalidContent("codes: one that is not the smallest of a class, or can't occur")
    for name in SUMS:
        check_array(name, arrays[name], np.int64, (len(codes),))
        check_range(name, arrays[name], 0, _MOST_SUMMED if "_" in name else _MOST_COUNTED)
    sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
    sums[:, np.isin(class_codes(), codes)] = [arrays[name] for name in SUMS]
    check_sums(sums, len(games))
    if not sums[PLAYED].any():
        raise InvalidContent("played: no moves at all")
    if (sums[OFFERED, np.isin(class_codes(), codes)] == 0).any():
        raise InvalidContent("offered: a class that was never offered")
    return FrequencyModel(sums, games, traits["about"])


def check_sums(sums: np.ndarray, n_games: int) -> None:
    """Raises InvalidContent if sums can't be those of so many games.

    sums -- int64[N_SUMS, N_CLASSES]
    """
    check_range("sums", sums, 0, _MOST_SUMMED)
    played, offered, n, played_squared, offered_squared, product = sums
    check_range("offered", offered, 0, _MOST_COUNTED)
    for is_wrong, what in (
        (played > offered, "played more often than offered"),
        (n > np.minimum(offered, n_games), "offered by more games than there can be"),
        ((n == 0) & (offered > 0), "offered by no game"),
        (played_squared < played, "squares smaller than the numbers"),
        (offered_squared < offered, "squares smaller than the numbers"),
        ((product < played_squared) | (product > offered_squared), "squares and products disagree"),
    ):
        if is_wrong.any():
            code = int(class_codes()[is_wrong][0])
            raise InvalidContent(f"class {code}: {what}")
