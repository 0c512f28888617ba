"""Beliefs about the values of patterns and of other features, and the files that hold them.

A feature's value is how much it adds to what an expert sees in a move; the belief of it is
N(mean, sigma^2).  A file is an archive (`cfggo.base.array_archive`) of the features that were seen.
Its header has

    groups  names of the groups of features
    beta    standard deviation of a move's latent value, given the values of its features
    passes  [passes made, positions] after another move, and the same after a pass
    about   how they were learnt, for people

and its arrays are

    games    uint32[]  first four bytes of the digests of the games learnt from, ascending
    numbers  uint32[]  features without keys that were seen, ascending (`features.catalogue`)
    keys     uint64[]  features with keys, ascending (`features.lookups`)
    template int8[]    for each key the number of its template, -1 for other features
    mean     float16[] of the beliefs of features without keys and with
    sigma    float16[] their standard deviations
    wins     uint32[]  moves played that had the feature
    seen     uint32[]  positions in which a legal move had it
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
from cfggo.features.catalogue import TREE_GROUPS, TREE_PATHS
from cfggo.features.key_table import check_keys
from cfggo.features.templates import N_TEMPLATES
from cfggo.graph.labels import labelling

FORMAT = ArchiveFormat("cfggo pattern beliefs", 1, "file of pattern beliefs")

PRIOR_VARIANCE = 1.0
"""Variance of every belief before anything is learnt; its mean is 0."""

MOST_MEAN = 20.0
"""Means are between plus and minus this."""

LEAST_SIGMA = 0.001
"""Standard deviations are at least this, and at most that of the prior."""

LEAST_BETA, MOST_BETA = 0.05, 10.0
"""Range of beta."""

_ARRAYS = ("games", "numbers", "keys", "template", "mean", "sigma", "wins", "seen")


@dataclass
class Beliefs:
    """The learnt beliefs about the features of moves.

    Public attributes:
        groups     -- names of the groups of features
        keys       -- uint64[]: keys of the known features that have one, ascending
        templates  -- int8[]: for each key the number of its template, -1 for other features
        means      -- float32[n]: of every feature's belief, those with keys last
        variances  -- float32[n]
        wins       -- uint32[n]: moves played that had the feature
        seen       -- uint32[n]: positions in which a legal move had it
        beta       -- float, standard deviation of a move's latent value around its features'
        passes     -- int64[2, 2]: passes made and positions, after another move and after a pass
        games      -- uint32[], ascending: first four bytes of the digests of the games learnt from
        about      -- how they were learnt, for people
    """

    groups: tuple[str, ...]
    keys: np.ndarray
    templates: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    wins: np.ndarray
    seen: np.ndarray
    beta: float
    passes: np.ndarray
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def pass_shares(self) -> np.ndarray:
        """Probabilities of a pass after another move and after a pass, float64[2].

        A pass has no pattern: it is as likely as it was in the games (with Laplace's rule of
        succession), whatever the position.  What is known of other moves counts as one more move
        after a pass: most records end without passes, so there may be none.
        """
        (passed, asked), (answered, asked_again) = self.passes.tolist()
        share = (passed + 1) / (asked + 2)
        return np.array([share, (answered + share) / (asked_again + 1)])

    def template_of_feature(self) -> np.ndarray:
        """Returns the template of each feature that is a pattern, -1 of others: int8[n]."""
        templates = np.full(len(self.means), -1, dtype=np.int8)
        templates[len(templates) - len(self.keys) :] = self.templates
        return templates


def n_features(n_keys: int, labelling_name: str = "") -> int:
    """Returns how many features there are: those without keys, and as many with.

    labelling_name -- of the path features, "" for none
    """
    n_labels = labelling(labelling_name).n_labels if labelling_name else 0
    return TREE_PATHS + n_labels**3 + n_keys


def save_beliefs(path: Path, beliefs: Beliefs) -> None:
    """Writes a file of beliefs; on return it is on the disk, in place of any older one.

    Raises CfggoError if the file can't be written, or if the beliefs are out of bounds.
    """
    # The others are as beliefs that nothing was learnt of begin.
    known = (beliefs.seen > 0) | (beliefs.variances != PRIOR_VARIANCE)
    numbers = np.flatnonzero(known[:TREE_PATHS])
    kept = np.concatenate([numbers, np.arange(TREE_PATHS, len(beliefs.means))])
    arrays = {
        "games": beliefs.games.astype(np.uint32),
        "numbers": numbers.astype(np.uint32),
        "keys": beliefs.keys.astype(np.uint64),
        "template": beliefs.templates.astype(np.int8),
        "mean": beliefs.means[kept].astype(np.float16),
        "sigma": np.sqrt(beliefs.variances[kept]).astype(np.float16),
        "wins": beliefs.wins[kept].astype(np.uint32),
        "seen": beliefs.seen[kept].astype(np.uint32),
    }
    traits = {
        "groups": list(beliefs.groups),
        "beta": beliefs.beta,
        "passes": beliefs.passes.tolist(),
        "about": beliefs.about,
    }
    write_valid_archive(path, (FORMAT, validated_beliefs), traits, arrays)


def validated_beliefs(traits: dict[str, Any], arrays: dict[str, np.ndarray]) -> Beliefs:
    """Returns the beliefs of a file's traits and arrays.

    No beliefs that it accepts make a kernel hang, crash, or read outside an array.  Raises
    InvalidContent for anything else.
    """
    check_names("trait", traits, ("groups", "beta", "passes", "about"))
    check_names("array", arrays, _ARRAYS)
    groups, beta = traits["groups"], traits["beta"]
    if not isinstance(groups, list) or any(name not in TREE_GROUPS for name in groups):
        raise InvalidContent("groups of features that this cfggo does not know")
    if type(beta) not in (int, float) or not LEAST_BETA <= beta <= MOST_BETA:
        raise InvalidContent(f"beta: not between {LEAST_BETA} and {MOST_BETA}")
    check_origin(traits["about"], games=arrays["games"])
    numbers, keys = arrays["numbers"], arrays["keys"]
    check_array("numbers", numbers, np.uint32)
    check_ascending("numbers", numbers)
    check_range("numbers", numbers, 0, TREE_PATHS - 1)
    check_keys("keys", keys)
    check_array("template", arrays["template"], np.int8, (len(keys),))
    check_range("template", arrays["template"], -1, N_TEMPLATES - 1)
    n_kept = len(numbers) + len(keys)
    for name, dtype in (
        ("mean", np.float16),
        ("sigma", np.float16),
        ("wins", np.uint32),
        ("seen", np.uint32),
    ):
        check_array(name, arrays[name], dtype, (n_kept,))
    check_range("mean", arrays["mean"], -MOST_MEAN, MOST_MEAN)
    check_range("sigma", arrays["sigma"], LEAST_SIGMA, PRIOR_VARIANCE**0.5)
    n = n_features(len(keys))
    kept = np.concatenate([numbers.astype(np.int64), np.arange(TREE_PATHS, n)])
    means = np.zeros(n, dtype=np.float32)
    variances = np.full(n, PRIOR_VARIANCE, dtype=np.float32)
    wins, seen = np.zeros(n, dtype=np.uint32), np.zeros(n, dtype=np.uint32)
    means[kept] = arrays["mean"]
    variances[kept] = arrays["sigma"].astype(np.float32) ** 2
    wins[kept], seen[kept] = arrays["wins"], arrays["seen"]
    passes = validated_passes(traits["passes"])
    return Beliefs(
        tuple(groups),
        keys,
        arrays["template"],
        means,
        variances,
        wins,
        seen,
        float(beta),
        passes,
        arrays["games"],
        traits["about"],
    )


def validated_passes(counts: Any) -> np.ndarray:
    """Returns counts of passes as int64[2, 2]; raises InvalidContent if they can't be counts."""
    is_pair = isinstance(counts, list) and len(counts) == 2
    for pair in counts if is_pair else [None]:
        if not isinstance(pair, list) or [type(count) for count in pair] != [int, int]:
            raise InvalidContent("passes: not two pairs of numbers")
        if not 0 <= pair[0] <= pair[1] < 2**40:
            raise InvalidContent("passes: more than positions, or too many")
    return np.array(counts, dtype=np.int64)
