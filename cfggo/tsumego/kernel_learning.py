"""Learns graph kernels: the samples of problems, the kernel perceptron, the support vector machine.

(Graepel et al. 2001, section 3.)  `cfggo.tsumego.game_samples` has the samples of games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

import numpy as np

from cfggo.errors import CfggoError
from cfggo.executor import Stop
from cfggo.go.points import PASS
from cfggo.tsumego.graph_kernel import GAMMA, Vectors, kernel_matrix
from cfggo.tsumego.problem import Problem
from cfggo.tsumego.rankers import local_moves
from cfggo.words import counted

PENALTY = 0.05
"""The perceptron's lambda: what a sample's likeness with itself is above 1, so that any samples can
be told apart."""

MOST_PASSES = 1000
"""Passes of the perceptron after which it ends in any case."""

SVM_C = 5.0
"""scikit-learn's C.  The paper has 10, without the factor 1/2 of the margin's term."""

MOST_EXACT = 10_000
"""Samples from which a support vector machine is learnt exactly; its time grows with their square
or faster, and a file keeps most of them."""

OTHERS = 4
"""Wrong moves that a right one is compared with where there are more samples than that."""

LANDMARKS = 2000
"""Samples that stand for all of a larger number (Williams and Seeger 2001).

Learning needs four bytes of memory for each landmark and wrong move."""

RANKING_C = 50.0
"""scikit-learn's C for `learn_ranking`; chosen on moves of games."""

_LEAST_VARIANCE = 1e-4
"""Share of the largest variance below which a direction among the landmarks is left out."""

_SGD_PASSES = 10
_CHUNK = 2000  # right moves, with their wrong ones, that are mapped at a time


def n_others(method: str, n_right: int) -> int:
    """Returns how many wrong moves are to stand beside each of so many right ones."""
    return OTHERS if method == "svm" and 2 * n_right > MOST_EXACT else 1


def kernel_samples(
    problems: Sequence[Problem],
    labels: str,
    n_others: int,
    seed: int,
    advance: Callable[[int], None] = lambda problems: None,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns vectors, float32[n, d], and whether each is of a right move, bool[n].

    A problem gives its best move and then its worst.  Where these are not known, they are a
    solution and n_others wrong local moves, or as many as there are, all drawn at random.
    """
    finder = Vectors(labels)
    vectors, is_right = [], []
    for problem in problems:
        boards = problem.boards()
        rng = np.random.default_rng((seed, problem.short_digest))
        good, bad = problem.best, np.array([problem.worst])
        if good == PASS:
            good = int(rng.choice(problem.solutions))
        if problem.worst == PASS:
            wrong = np.setdiff1d(local_moves(boards), problem.solutions)
            bad = rng.choice(wrong, min(n_others, len(wrong)), replace=False)
        if len(bad):
            vectors.append(finder.of(boards, np.append(good, bad)))
            is_right += [True] + [False] * len(bad)
        advance(1)
    if not vectors:
        raise CfggoError("no problem has a wrong move to learn from")
    return np.concatenate(vectors), np.array(is_right)


def learn_perceptron(
    vectors: np.ndarray,
    is_right: np.ndarray,
    stopped: Callable[[], bool] = lambda: False,
    say: Callable[[int, int], None] = lambda passes, wrong: None,
) -> np.ndarray:
    """Returns the alpha of a kernel perceptron, float64[n].

    Passes over the samples in their order and adds a sample's class, 1 or -1, to its alpha wherever
    the sign of f is wrong, until none is, or for MOST_PASSES.

    stopped -- asked after each change whether to raise KeyboardInterrupt
    say     -- called after each pass with the number of passes and of samples that were wrong in it
    """
    classes = np.where(is_right, 1.0, -1.0)
    alpha = np.zeros(len(vectors))
    values = np.zeros(len(vectors))
    passes, wrong = 0, len(vectors)
    while wrong and passes < MOST_PASSES:
        wrong = 0
        for i, y in enumerate(classes):
            if y * values[i] <= 0.0:
                wrong += 1
                alpha[i] += y
                values += y * kernel_matrix(vectors, vectors[i : i + 1])[:, 0]
                values[i] += y * PENALTY
                if stopped():
                    raise KeyboardInterrupt
        passes += 1
        say(passes, wrong)
    return alpha


def require_svm() -> None:
    """Raises CfggoError if scikit-learn is not installed; call it before long work."""
    if find_spec("sklearn") is None:
        raise CfggoError(
            'an SVM needs scikit-learn, which is not installed: pip install "cfggo[tsumego]"'
        )


def learn_svm(vectors: np.ndarray, is_right: np.ndarray) -> np.ndarray:
    """Returns the alpha of a support vector machine, float64[n]; its bias changes no ranking.

    Raises CfggoError if scikit-learn is not installed.
    """
    require_svm()
    from sklearn.svm import SVC

    machine = SVC(kernel="rbf", gamma=GAMMA, C=SVM_C, cache_size=500)
    machine.fit(vectors, is_right)
    alpha = np.zeros(len(vectors))
    alpha[machine.support_] = machine.dual_coef_[0]
    return alpha


def learn_ranking(
    vectors: np.ndarray, is_right: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Returns landmarks, float32[m, d], and their alpha, float64[m], for samples too many for
    `learn_svm`.

    A linear support vector machine asks that every right move scores higher than the wrong ones of
    its position (Herbrich, Graepel and Obermayer 2000).  The space is that which LANDMARKS of the
    samples, drawn at random, span: Nystroem's approximation of the kernel (Williams and Seeger
    2001).

    vectors  -- float16[n, d]
    is_right -- bool[n]: wrong moves follow the right one that they are compared with

    Raises CfggoError if scikit-learn is not installed.
    """
    require_svm()
    from sklearn.linear_model import SGDClassifier

    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.choice(len(vectors), min(LANDMARKS, len(vectors)), replace=False))
    landmarks = vectors[chosen].astype(np.float32)
    variances, axes = np.linalg.eigh(kernel_matrix(landmarks, landmarks).astype(np.float64))
    is_wide = variances > _LEAST_VARIANCE * variances[-1]
    to_space = axes[:, is_wide] / np.sqrt(variances[is_wide])
    differences = _differences(vectors, is_right, landmarks, to_space.astype(np.float32))
    # A classifier needs two classes, so half of the differences are the other way round.
    signs = rng.choice(np.array([-1.0, 1.0], dtype=np.float32), len(differences))
    differences *= signs[:, None]
    machine = SGDClassifier(
        loss="hinge",
        alpha=1.0 / (RANKING_C * len(differences)),
        max_iter=_SGD_PASSES,
        tol=None,
        average=True,
        fit_intercept=False,
        random_state=seed,
    )
    machine.fit(differences, signs > 0.0)
    alpha: np.ndarray = to_space @ machine.coef_[0]
    return landmarks, alpha


def _differences(
    vectors: np.ndarray, is_right: np.ndarray, landmarks: np.ndarray, to_space: np.ndarray
) -> np.ndarray:
    """Returns for each wrong move the place of its right move less its own, float32[].

    to_space -- float32[m, d]: from likenesses with the landmarks to a place
    """
    differences = np.empty((np.count_nonzero(~is_right), to_space.shape[1]), dtype=np.float32)
    rights = np.flatnonzero(is_right)
    n = 0
    for i in range(0, len(rights), _CHUNK):
        end = rights[i + _CHUNK] if i + _CHUNK < len(rights) else len(vectors)
        part = slice(rights[i], end)
        places = kernel_matrix(vectors[part].astype(np.float32), landmarks) @ to_space
        is_wrong = ~is_right[part]
        of_right = places[~is_wrong][np.cumsum(~is_wrong) - 1]
        found = of_right[is_wrong] - places[is_wrong]
        differences[n : n + len(found)] = found
        n += len(found)
    return differences


def learn_kernel(
    method: str,
    vectors: np.ndarray,
    is_right: np.ndarray,
    seed: int,
    stop: Stop,
    say: Callable[[str], None],
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the vectors that are kept, float32[m, d] as a file has them, and their alpha,
    float32[m].

    method   -- "svm" or "perceptron"
    vectors  -- float16 or float32[n, d]
    is_right -- bool[n]: each right move is followed by the wrong ones of its position
    seed     -- of what stands for samples that are too many
    say      -- called with lines on how it went

    Raises KeyboardInterrupt if a perceptron was stopped.
    """
    # As they are stored, so that what is learnt is what is read.
    vectors = vectors.astype(np.float16, copy=False)
    if method == "svm" and len(vectors) > MOST_EXACT:
        n = len(vectors)
        vectors, alpha = learn_ranking(vectors, is_right, seed)
        say(f"{len(alpha):,} moves stand for {n:,}")
    else:
        vectors = vectors.astype(np.float32)
        alpha = _learn_exactly(method, vectors, is_right, stop, say)
    kept = alpha != 0.0
    say(f"{kept.sum():,} of {len(alpha):,} moves are kept")
    return vectors[kept], alpha[kept].astype(np.float32)


def _learn_exactly(
    method: str,
    vectors: np.ndarray,
    is_right: np.ndarray,
    stop: Stop,
    say: Callable[[str], None],
) -> np.ndarray:
    """Returns the alpha of all samples, float64[n]; otherwise as `learn_kernel`."""
    if method == "svm":
        return learn_svm(vectors, is_right)
    passes: list[int] = []  # how many moves were wrong in each
    alpha = learn_perceptron(vectors, is_right, stop.is_set, lambda _, wrong: passes.append(wrong))
    say(f"passes: {len(passes):,}; wrong in the last one: {counted(passes[-1], 'move')}")
    return alpha
