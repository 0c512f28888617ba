"""How opponents are found, wrapped and asked for their versions, with stand-ins for them."""

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]

# Answers `name` and `version`, and `words` with the command line that it was started with.
ENGINE = """\
import os, sys
for line in sys.stdin:
    answers = {"name": NAME, "version": VERSION, "data": os.environ.get("DATA_DIR", "")}
    answers["words"] = " ".join(sys.argv[1:])
    print("= " + answers.get(line.strip(), "") + "\\n", flush=True)
    if line.strip() == "quit":
        break
"""


@pytest.fixture
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("set_up_peers.py")


@pytest.fixture
def make_engine(tmp_path: Path) -> Callable[..., Path]:
    """Returns a function that makes a stand-in that says a name and a version."""

    def make(name: str, version: str, code: str = ENGINE) -> Path:
        folder = tmp_path / "installed there"
        folder.mkdir(exist_ok=True)
        program = folder / name.lower()
        program.write_text(f"#!{sys.executable}\nNAME, VERSION = {name!r}, {version!r}\n{code}")
        program.chmod(0o755)
        for pattern in ("patterns_mm.gamma", "patterns_mm.spat"):
            (folder / pattern).touch()
        return program

    return make


def ask(command: Path, question: str) -> str:
    done = subprocess.run(
        [str(command)], input=f"{question}\nquit\n", capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")[0].removeprefix("= ")


def test_versions_are_told_and_commands_start_with_their_files(
    run_script: Run, make_engine: Callable[..., Path], tmp_path: Path
) -> None:
    pachi, fuego = make_engine("Pachi", "12.90 (Jowa)"), make_engine("Fuego", "0.4")
    out = tmp_path / "a folder"
    done = run_script(
        "set_up_peers.py", "pachi", "fuego", f"--pachi={pachi}", f"--fuego={fuego}", f"--out={out}"
    )
    assert (done.returncode, done.stdout.splitlines()[2:]) == (
        0,
        ["| pachi | Pachi 12.90 (Jowa) | the same |", "| fuego | Fuego 0.4 | Fuego 1.1.SVN |"],
    ), done.stderr
    assert ask(out / "bin" / "peer-pachi", "data") == str(pachi.parent)
    assert ask(out / "bin" / "peer-fuego", "words") == "--quiet --nobook"
    settings = (out / "1-second.cfg").read_text()
    assert "ko_rule pos_superko\n" in settings
    assert settings.endswith("timelimit 1\n")


def test_katago_gets_network_and_configuration(
    script: ModuleType,
    make_engine: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    network = tmp_path / "net.bin.gz"
    network.write_bytes(b"weights")
    monkeypatch.setattr(script, "NETWORK_SHA256", hashlib.sha256(b"weights").hexdigest())
    katago, out = make_engine("KataGo", "1.17.2"), tmp_path / "out"
    options = [f"--katago={katago}", f"--network={network}", f"--out={out}"]
    monkeypatch.setattr(sys, "argv", ["set-up-peers", "katago", *options])
    script.main()
    assert capsys.readouterr().out.splitlines()[-1] == "| katago | KataGo 1.17.2 | the same |"
    words = ask(out / "bin" / "peer-katago", "words")
    assert words == f"gtp -model {network} -config {out / 'katago.cfg'}"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["katago"], "KataGo needs --network FILE: "),
        (["katago", "--network=NETWORK"], "net.bin.gz: is not g170-b6c96-"),
        (["katago", "--network=none.gz"], "none.gz: No such file or directory"),
        (["pachi", "--pachi-data=."], ".: no patterns_mm.gamma and "),
        (["fuego", "--fuego=no-such-program"], "no program 'no-such-program'; say where with "),
        (["gnuchess"], "no peer 'gnuchess'; there are pachi, fuego, katago"),
    ],
)
def test_what_is_missing_is_said_in_one_line(
    run_script: Run,
    make_engine: Callable[..., Path],
    tmp_path: Path,
    options: list[str],
    problem: str,
) -> None:
    network = tmp_path / "net.bin.gz"
    network.write_bytes(b"cut off")
    programs = [f"--{name.lower()}={make_engine(name, '1')}" for name in ("KataGo", "Pachi")]
    words = [word.replace("NETWORK", str(network)) for word in options]
    out = tmp_path / "out"
    done = run_script("set_up_peers.py", *programs, *words, f"--out={out}")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()[-1:]
    assert line.startswith("scripts/set_up_peers.py: ")
    assert problem in line
    assert not (out / "bin").exists()
