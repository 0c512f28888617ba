"""The proofs of the hard positions: some are repeated, and a wrong answer is told."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[1] / "hard"
FILES = sorted(FOLDER.glob("*.tst"))

MOST_NODES = 12_000
"""Of a proof that is repeated here; those that take more are left to the script itself."""

FEWEST_PROVED = 16

# White's eye space is three points in a row; Black, with two eyes outside, plays the middle one.
CORNER = (
    "(;SZ[5]AW[ad][bd][cd][dd][de]AB[ac][bc][cc][dc][ec][ed][ee]"
    "AB[ab][bb][cb][db][eb][aa][ca][ea]TR[ad]PL[b])"
)

# One neutral point is left.
LAST_POINT = (
    "(;SZ[5]AB[ab][ac][ad][ba][bb][bc][bd][be][ce][cd]"
    "AW[da][db][dc][dd][de][eb][ec][ed][ca][cb]KM[0]PL[b])"
)

# A ko is left: Black connects at C1, or loses it.
KO = (
    "(;SZ[6]AB[ab][ad][ae][af][ba][bb][bc][bd][be][bf][ca][cb][cc][cd][ce][df]"
    "AW[da][db][dc][dd][de][ea][eb][ec][ed][ee][ef][fb][fd][fe][ff]KM[0]PL[b])"
)
# The same with an eye more for Black, to wait with.
SPARE_EYES = (
    "(;SZ[6]AB[ab][ad][af][ba][bb][bc][bd][be][bf][ca][cb][cc][cd][ce][df]"
    "AW[da][db][dc][dd][de][ea][eb][ec][ed][ee][ef][fb][fd][fe][ff]KM[0]PL[b])"
)


def write_test(folder: Path, record: str, answer: str) -> Path:
    (folder / "a.sgf").write_text(record)
    path = folder / "a.tst"
    path.write_text(f"loadsgf a.sgf\n1 reg_genmove b\n#? [{answer}]\n")
    return path


def test_answers_are_proved(load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("prove_positions.py")
    n_proved = 0
    for path in FILES:
        record, step = next(script.positions_of(path))
        proof = script.prove(record, MOST_NODES)
        assert step.expectation is not None
        answers = set(step.expectation.pattern.split("|"))
        if not proof.opened:
            assert set(proof.right) == answers, record.stem
            n_proved += 1
    assert n_proved >= FEWEST_PROVED


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("B1", 0, "1 of 1 proved, 0 of them kos and 0 ladders; "),
        ("A1|B1", 1, "\na: expected A1|B1, proved B1\n"),
    ],
)
def test_what_is_not_proved_is_told(
    load_script: Callable[[str], ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
    code: int,
    said: str,
) -> None:
    test_file = write_test(tmp_path, CORNER, answer)
    monkeypatch.setattr(sys, "argv", ["prove-positions", str(test_file)])
    assert load_script("prove_positions.py").main() == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("record", "right", "opened"),
    [
        (LAST_POINT, ("C3",), ()),
        (KO, ("C1",), ()),
        (SPARE_EYES, (), ("all",)),
        ("(;SZ[5]AB[be][ad][bc]AW[ce][bd][dd][cc]KM[0]PL[b])", (), ("all",)),  # too many positions
    ],
)
def test_endgame_is_played_out(
    load_script: Callable[[str], ModuleType],
    tmp_path: Path,
    record: str,
    right: tuple[str, ...],
    opened: tuple[str, ...],
) -> None:
    write_test(tmp_path, record, "B1")
    proof = load_script("prove_positions.py").prove(tmp_path / "a.sgf", 500)
    assert (proof.right, proof.opened) == (right, opened)
