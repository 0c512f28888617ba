"""Learns graph kernels: the samples of problems, the kernel perceptron, the support vector machine.

(Graepel et al. 2001, section 3.)  `cfggo.models.tsumego.game_samples` has the samples of games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.words import counted
from cfggo.go.points import PASS
from cfggo.models.tsumego.graph_kernel import GAMMA, Vectors, kernel_matrix
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import local_moves

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

LANDMARKS = 2000
"""Samples that stand for all of a larger number (Williams and Seeger 2001).

Learning needs four bytes of memory for each landmark and sample."""

_LEAST_VARIANCE = 1e-4
"""Share of the largest variance below which a direction among the landmarks is left out."""

_SGD_PASSES = 20


def kernel_samples(
    problems: Sequence[Problem],
    labels: str,
    seed: int,
    advance: Callable[[int], None] = lambda problems: None,
) -> tuple[np.ndarray, np.ndarray]:
    """Returns vectors, float32[n, d], and whether each is of a right move, bool[n].

    A problem gives two samples: its best move and its worst.  Where these are not known, they are a
    solution and a wrong local move, both drawn at random.
    """
    finder = Vectors(labels)
    vectors, is_right = [], []
    for problem in problems:
        boards = problem.boards()
        good, bad = problem.best, problem.worst
        rng = np.random.default_rng((seed, problem.short_digest))
        if good == PASS:
            good = int(rng.choice(problem.solutions))
        if bad == PASS:
            wrong = np.setdiff1d(local_moves(boards), problem.solutions)
            bad = int(rng.choice(wrong)) if len(wrong) else PASS
        if bad != PASS:
            vectors.append(finder.of(boards, np.array([good, bad])))
            is_right += [True, False]
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


def learn_large_svm(
    vectors: np.ndarray, is_right: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Returns landmarks, float32[m, d], and their alpha, float64[m], for samples too many for
    `learn_svm`.

    LANDMARKS of the samples, drawn at random, span the space in which a linear support vector
    machine parts all samples: Nystroem's approximation of the kernel (Williams and Seeger 2001).

    Raises CfggoError if scikit-learn is not installed.
    """
    require_svm()
    from sklearn.linear_model import SGDClassifier

    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.choice(len(vectors), min(LANDMARKS, len(vectors)), replace=False))
    landmarks = vectors[chosen]
    variances, axes = np.linalg.eigh(kernel_matrix(landmarks, landmarks).astype(np.float64))
    is_wide = variances > _LEAST_VARIANCE * variances[-1]
    to_space = axes[:, is_wide] / np.sqrt(variances[is_wide])
    to_space32 = to_space.astype(np.float32)
    places = np.empty((len(vectors), to_space.shape[1]), dtype=np.float32)
    for i in range(0, len(vectors), MOST_EXACT):
        part = slice(i, i + MOST_EXACT)
        places[part] = kernel_matrix(vectors[part], landmarks) @ to_space32
    machine = SGDClassifier(
        loss="hinge",
        alpha=1.0 / (SVM_C * len(vectors)),
        max_iter=_SGD_PASSES,
        tol=None,
        average=True,
        random_state=seed,
    )
    machine.fit(places, is_right)
    alpha: np.ndarray = to_space @ machine.coef_[0]
    return landmarks, alpha


def learn_graph_kernel(
    method: str,
    vectors: np.ndarray,
    is_right: np.ndarray,
    seed: int,
    is_stopped: Callable[[], bool],
    say: Callable[[str], None],
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the vectors that are kept, float32[m, d] as in a file, and their alpha,
    float32[m].

    method   -- "svm" or "perceptron"
    vectors  -- float16 or float32[n, d]
    is_right -- bool[n]
    seed     -- of what stands for samples that are too many
    is_stopped -- tells whether a perceptron is to end
    say      -- called with lines on how it went

    Raises KeyboardInterrupt if a perceptron was stopped.
    """
    # As they are stored, so that what is learnt is what is read.
    vectors = vectors.astype(np.float16, copy=False).astype(np.float32)
    if method == "perceptron":
        passes: list[int] = []  # how many moves were wrong in each
        alpha = learn_perceptron(
            vectors, is_right, is_stopped, lambda _, wrong: passes.append(wrong)
        )
        say(f"passes: {len(passes):,}; wrong in the last one: {counted(passes[-1], 'move')}")
    elif len(vectors) <= MOST_EXACT:
        alpha = learn_svm(vectors, is_right)
    else:
        n = len(vectors)
        vectors, alpha = learn_large_svm(vectors, is_right, seed)
        say(f"{len(alpha):,} moves stand for {n:,}")
    kept = alpha != 0.0
    say(f"{kept.sum():,} of {len(alpha):,} moves are kept")
    return vectors[kept], alpha[kept].astype(np.float32)
