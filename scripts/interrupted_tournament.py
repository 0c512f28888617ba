#!/usr/bin/env python3
"""Plays a tournament that is killed again and again, and checks that nothing is lost by it.

Starts `cfggo tournament FILE.toml --out DIR`, kills it with SIGKILL three times at random moments,
starts it again each time, and lets it end. Then it checks that

- no process that the killed runs had started outlived them;
- the journal has every game once, and keeps the lines that it had when the run was killed;
- every game has its SGF file, which replays to the same length and has the same players and result.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
import uuid
from pathlib import Path

import common

from cfggo.commands.arguments import count
from cfggo.go.game import Game
from cfggo.match.contests.tournament import Tournament, read_tournament
from cfggo.match.results.store import JOURNAL, SgfFiles
from cfggo.records.sgf.reading import read_main_line

KILLS = 3
LONGEST_RUN = 60.0  # seconds until a run is killed
SECONDS_TO_DIE = 2.0  # for the programs of a run that was killed
MARK = "CFGGO_INTERRUPTED_TOURNAMENT"


def main() -> None:
    """Runs, kills, runs on, checks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, metavar="FILE.toml", help="the tournament")
    parser.add_argument("folder", type=Path, metavar="DIR", help="of its games, a new one")
    parser.add_argument("jobs", type=count, nargs="?", default=2, help="default %(default)s")
    args = parser.parse_args()
    tournament, folder = read_tournament(args.file), args.folder
    command = [sys.executable, "-m", "cfggo", "tournament", str(args.file)]
    command += ["--out", str(folder), "--jobs", str(args.jobs)]
    for _ in range(KILLS):
        kill_at_random(command, folder)
    kept = journal(folder)
    subprocess.run(command, check=True)
    check(journal(folder)[: len(kept)] == kept, "the journal keeps what it had")
    check_games(tournament, folder)


def kill_at_random(command: list[str], folder: Path) -> None:
    """Runs the tournament for a while, kills it, and checks what is left."""
    mark = str(uuid.uuid4())
    process = subprocess.Popen(command, env={**os.environ, MARK: mark}, stderr=subprocess.DEVNULL)
    seconds = random.uniform(1.0, LONGEST_RUN)
    time.sleep(seconds)
    check(process.poll() is None, f"the run is going on after {seconds:.1f} s")
    started = len(processes_with(mark))
    process.kill()
    process.wait()
    time.sleep(SECONDS_TO_DIE)
    left = processes_with(mark)
    check(not left, f"killed with {started} processes; none is left")
    print(f"    {len(journal(folder))} games so far")


def processes_with(mark: str) -> list[int]:
    """Returns the processes that inherited a mark."""
    pids = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in environment.read_bytes().split(b"\0"):
                pids.append(int(environment.parent.name))
        except OSError:  # it ended, or is someone else's
            continue
    return pids


def journal(folder: Path) -> list[bytes]:
    """Returns the complete lines of the journal."""
    path = folder / JOURNAL
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    return lines[:-1]


def check_games(tournament: Tournament, folder: Path) -> None:
    """Checks that journal and SGF files have every game, once, and agree."""
    summaries = sorted(map(json.loads, journal(folder)), key=lambda summary: summary["number"])
    numbers = [summary["number"] for summary in summaries]
    check(numbers == list(range(1, tournament.n_games + 1)), f"{len(numbers)} games, each once")
    check(len(list(folder.glob("*.sgf"))) == len(numbers), "one SGF file for each")
    for summary in summaries:
        line = read_main_line(SgfFiles(folder).path(summary["number"]).read_bytes())
        game = Game.from_main_line(line, tournament.conditions.game.rules)
        in_sgf = (line.black_name, line.white_name, line.result, len(game.moves))
        expected = tuple(summary[key] for key in ("black", "white", "result", "moves"))
        if in_sgf != expected:
            number = summary["number"]
            check(False, f"game {number}: {in_sgf} in the SGF, {expected} in the journal")
    check(True, "every SGF replays, and agrees with the journal")


def check(holds: bool, statement: str) -> None:
    """Prints a statement; exits with 1 if it does not hold."""
    print("ok " if holds else "NOT", statement, flush=True)
    if not holds:
        sys.exit(1)


if __name__ == "__main__":
    common.run(main)
