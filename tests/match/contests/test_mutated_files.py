"""Files of settings with random damage: each is read, or refused in one line, soon."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cfggo.base import resources
from cfggo.base.errors import CfggoError
from cfggo.config import load_config
from cfggo.match.contests.experiments import experiment_titles
from cfggo.match.contests.tournament import read_tournament
from cfggo.match.contests.tune import read_tuning

MUTANTS = 300

TOURNAMENT = b"""\
size = [9, 13]
komi = 7.5
time = "10+5/2"
format = "gauntlet"
challengers = ["a"]
[players]
a = "cfggo:cfg-tree,playouts=200,seed=3"
b = "gnugo:0"
"""
TUNING = b"""\
base = "cfggo:cfg-tree"
seconds = 0.5
[sprt]
elo1 = 40
[grid]
rave_bias = [0.05, 0.2]
[candidates]
full = "cfggo:cfg-full"
"""
EXPERIMENT = b"""\
[table1]
games = 200
pairs = [["cfggo:baseline", "gnugo:0"], ["cfggo:cfg-full", "gnugo:0"]]
published = [46.6, 72.5]
"""
TOKENS = [
    *(b"[", b"]", b"{", b"}", b'"', b"'", b'"""', b"=", b".", b",", b"\n", b"#", b"_", b""),
    *(b"nan", b"inf", b"1e999", b"9" * 30, b"0x" + b"f" * 20, b"-1", b"0", b"true", b"2020-01-01"),
    *(b"[[a]]", b"\xff", b"\0", b"\\u0000", b"\\ud800", b"~", b"../", b"[" * 2000, b"a." * 200),
]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Returns a file with one to four damages."""
    mutant = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place, length = rng.randrange(len(mutant) + 1), rng.randint(0, 8)
        kind = rng.randrange(3)
        if kind == 0:
            mutant[place : place + length] = rng.choice(TOKENS)
        elif kind == 1:
            mutant[place : place + length] = b""
        else:
            start = rng.randrange(len(mutant) + 1)
            mutant[place:place] = mutant[start : start + 5 * length]
    return bytes(mutant)


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (lambda path: load_config(str(path)), resources.find_config("cfg-full").read_bytes()),
        (read_tournament, TOURNAMENT),
        (read_tuning, TUNING),
        (experiment_titles, EXPERIMENT),
    ],
)
def test_mutants(read: Callable[[Path], object], data: bytes, tmp_path: Path) -> None:
    rng = random.Random(1)
    path = tmp_path / "file.toml"
    refused = 0
    for _ in range(MUTANTS):
        path.write_bytes(mutant := mutated(data, rng))
        lines = [""]
        started = time.monotonic()
        try:
            read(path)
        except CfggoError as error:
            refused += 1
            lines = str(error).splitlines()
        except Exception as error:
            raise AssertionError(mutant) from error
        assert len(lines) == 1, mutant
        assert time.monotonic() - started < 2, mutant
    assert MUTANTS / 2 < refused < MUTANTS
