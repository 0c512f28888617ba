#!/usr/bin/env python3
"""Sets up the opponents of `scripts/strength.py` that you have installed: Pachi, Fuego, KataGo.

It builds and downloads nothing: install the programs as their authors say. Those in the PATH are
found; for others say where they are.

    scripts/set_up_peers.py --katago KATAGO --network g170-b6c96-s175395328-d26788732.bin.gz
    PATH="$PWD/games/peers/bin:$PATH" scripts/strength.py pachi

In FOLDER/bin it makes peer-pachi, peer-fuego and peer-katago, which start each program with the
files that it needs: Pachi with its patterns, Fuego with its settings, KataGo with the network and
a configuration. Each is then asked for its name and version by GTP, and a table tells what was
found and whether it is the version that docs/benchmarks.md is about.
"""

import argparse
import hashlib
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import common

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.terminal import progress
from cfggo.commands.parser import Parser
from cfggo.match.playing.client import GtpClient, ProgramError

NETWORK = "g170-b6c96-s175395328-d26788732.bin.gz"
NETWORK_SHA256 = "f5d32604e3675c480c7c8f6aa579a1ea857135628a0afccc8fa56330fbacd38d"
PATTERNS = ("patterns_mm.gamma", "patterns_mm.spat")
"""What guides Pachi's search; it would play without them, too."""

PATIENCE = 120.0  # seconds for the first answer of a program that loads its files

# One thread, no pondering, and no repeated position, which the referee forbids. No books either: a
# move from a table costs nothing and says nothing.
KATAGO_SETTINGS = """\
logAllGTPCommunication = false
logSearchInfo = false
rules = tromp-taylor
allowResignation = true
resignThreshold = -0.90
resignConsecTurns = 6
ponderingEnabled = false
lagBuffer = 0
maxVisits = 1000000000
numSearchThreads = 1
nnMaxBatchSize = 1
numEigenThreadsPerModel = 1
nnCacheSizePowerOfTwo = 18
"""
FUEGO_SETTINGS = """\
go_param_rules ko_rule pos_superko
uct_param_player ponder 0
uct_param_player reuse_subtree 1
uct_param_search number_threads 1
"""
FUEGO_BUDGETS = {
    "1000-playouts.cfg": "uct_param_player max_games 1000\ngo_param timelimit 999999\n",
    "1-second.cfg": "go_param timelimit 1\n",
}


@dataclass(frozen=True)
class Peer:
    """A program to set up.

    Public attributes:
      key      -- of the option, and of the command in the user's PATH
      measured -- how the version begins that docs/benchmarks.md is about
      make     -- writes its files to a folder and returns the words of its command line
    """

    key: str
    measured: str
    make: Callable[[argparse.Namespace, Path, Path], Sequence[str]]


def main() -> None:
    """Sets up what is there and prints the table."""
    parser = Parser(description=__doc__)
    parser.add_argument(
        "peers", nargs="*", metavar="PEER", help=f"of {', '.join(PEERS)} (default: all there are)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("games/peers"), metavar="FOLDER", help="%(default)s"
    )
    for name in PEERS:
        parser.add_argument(f"--{name}", metavar="PROGRAM", help=f"default: {name} in the PATH")
    parser.add_argument(
        "--pachi-data", type=Path, metavar="FOLDER", help="with Pachi's patterns, if not beside it"
    )
    parser.add_argument("--network", type=Path, metavar="FILE", help="of KataGo, 6 blocks")
    args = parser.parse_args()
    if unknown := [name for name in args.peers if name not in PEERS]:
        raise CfggoError(f"no peer {unknown[0]!r}; there are {', '.join(PEERS)}")
    rows = []
    with progress("setting up", len(PEERS), "programs") as advance:
        for name, peer in PEERS.items():
            if not args.peers or name in args.peers:
                rows.append(set_up(peer, args, is_wanted=name in args.peers))
            advance(1)
    if all(found is None for _, found in rows):
        raise CfggoError(f"none of {', '.join(PEERS)} is in the PATH; name one, as --pachi PROGRAM")
    print(table(rows))


def set_up(peer: Peer, args: argparse.Namespace, is_wanted: bool) -> tuple[Peer, str | None]:
    """Returns a peer with the version that it says it is, None if it isn't installed.

    is_wanted -- whether the user asked for it by name

    Raises CfggoError if it was asked for and isn't there, lacks a file, or doesn't answer.
    """
    given = getattr(args, peer.key)
    path = shutil.which(given or peer.key)
    if path is None:
        if given or is_wanted:
            raise CfggoError(
                f"no program {given or peer.key!r}; say where with --{peer.key} PROGRAM"
            )
        return peer, None
    words = peer.make(args, args.out.resolve(), Path(path).resolve())
    command = args.out / "bin" / f"peer-{peer.key}"
    folder = shlex.quote(str(args.out.resolve()))
    script = f'#!/bin/sh\ncd {folder} && exec {shlex.join(words)} "$@"\n'
    save_file(command, script.encode(), folders=True)
    command.chmod(0o755)
    try:
        return peer, version_of(command.resolve())
    except ProgramError as error:
        raise CfggoError(f"{command}: {error}") from error


def version_of(command: Path) -> str:
    """Returns a program's name and version by GTP. Raises ProgramError if it doesn't say."""
    with GtpClient([str(command)]) as client:
        try:
            return " ".join(client.send(question, PATIENCE) for question in ("name", "version"))
        except ProgramError as error:
            client.close()  # so that all it wrote has come
            raise ProgramError("; ".join([str(error), *client.last_words()[-1:]])) from error


def table(rows: Sequence[tuple[Peer, str | None]]) -> str:
    """Returns the peers in Markdown, with what they said and whether it is what was measured."""
    lines = ["| program | version | measured |", "|---|---|---|"]
    for peer, found in rows:
        is_same = found is not None and found.startswith(peer.measured)
        note = "not installed" if found is None else found
        lines.append(f"| {peer.key} | {note} | {'the same' if is_same else peer.measured} |")
    return "\n".join(lines)


def make_pachi(args: argparse.Namespace, out: Path, program: Path) -> Sequence[str]:
    """Pachi finds its files in the folder that an environment variable names."""
    folders = (
        [args.pachi_data] if args.pachi_data else [program.parent, Path("/usr/share/pachi-go")]
    )
    for folder in folders:
        if all((folder / name).is_file() for name in PATTERNS):
            return ["env", f"DATA_DIR={folder.resolve()}", str(program), "-d", "0", "--patterns"]
    raise CfggoError(
        f"{folders[0]}: no {PATTERNS[0]} and {PATTERNS[1]}, which come with Pachi and guide "
        "its search; name their folder by --pachi-data"
    )


def make_fuego(args: argparse.Namespace, out: Path, program: Path) -> Sequence[str]:
    """Fuego takes its budget from a file of GTP commands, one of those written here."""
    for name, text in FUEGO_BUDGETS.items():
        save_file(out / name, (FUEGO_SETTINGS + text).encode(), folders=True)
    return [str(program), "--quiet", "--nobook"]


def make_katago(args: argparse.Namespace, out: Path, program: Path) -> Sequence[str]:
    """KataGo needs a network and a configuration."""
    if args.network is None:
        raise CfggoError(f"KataGo needs --network FILE: {NETWORK}, of its published test networks")
    try:
        digest = hashlib.sha256(args.network.read_bytes()).hexdigest()
    except OSError as error:
        raise CfggoError(f"{args.network}: {error.strerror}") from error
    if digest != NETWORK_SHA256:
        raise CfggoError(f"{args.network}: is not {NETWORK} (its SHA-256 is another)")
    settings = out / "katago.cfg"
    save_file(settings, KATAGO_SETTINGS.encode(), folders=True)
    network = str(args.network.resolve())
    return [str(program), "gtp", "-model", network, "-config", str(settings)]


PEERS = {
    "pachi": Peer("pachi", "Pachi 12.90", make_pachi),
    "fuego": Peer("fuego", "Fuego 1.1.SVN", make_fuego),
    "katago": Peer("katago", "KataGo 1.17", make_katago),
}


if __name__ == "__main__":
    common.run(main)
