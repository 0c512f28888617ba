"""A GTP program, run as a script, that behaves as badly as it is told to.

usage: misbehaving.py BEHAVIOUR MOVES

It plays on the first empty points of the board, row by row from A1, MOVES times, and then passes.
What else it does, the class says that BEHAVIOUR names. The process writes its id, and those of its
children, as lines to the file that PIDS_FILE names in the environment.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

COLUMNS = "ABCDEFGHJKLMNOPQRST"
FOREVER = 1000.0
PIDS_FILE = "CFGGO_TEST_PIDS"


def write_pid(pid: int) -> None:
    with open(os.environ[PIDS_FILE], "a") as file:
        file.write(f"{pid}\n")


class Player:
    """A program that does everything right."""

    size = 19
    score = "0"

    def __init__(self, moves: int) -> None:
        self.moves = moves
        self.taken: set[str] = set()
        self.n_genmoves = 0

    def main(self) -> None:
        for line in sys.stdin:
            self.hear(line)
            words = line.split()
            if not words:
                continue
            method: Callable[..., str | None] | None = getattr(
                self, f"gtp_{words[0].replace('-', '_')}", None
            )
            try:
                if method is None:
                    raise ValueError("unknown command")
                answer = f"= {method(*words[1:]) or ''}"
            except ValueError as error:
                answer = f"? {error}"
            print(f"{answer}\n", flush=True)
            if words[0] == "quit":
                return

    def hear(self, line: str) -> None:
        pass

    def gtp_name(self) -> str:
        return "player"

    def gtp_version(self) -> str:
        return "1"

    def gtp_boardsize(self, size: str) -> None:
        self.size = int(size)

    def gtp_clear_board(self) -> None:
        self.taken.clear()

    def gtp_komi(self, komi: str) -> None:
        pass

    def gtp_time_settings(self, *times: str) -> None:
        pass

    def gtp_play(self, colour: str, vertex: str) -> None:
        self.taken.add(vertex)

    def gtp_genmove(self, colour: str) -> str:
        self.n_genmoves += 1
        if self.n_genmoves > self.moves:
            return "pass"
        vertices = (f"{c}{row}" for row in range(1, 20) for c in COLUMNS[: self.size])
        vertex = next(v for v in vertices if v not in self.taken)
        self.taken.add(vertex)
        return vertex

    def gtp_final_score(self) -> str:
        return self.score

    def gtp_quit(self) -> None:
        print("bye", file=sys.stderr, flush=True)


class Misbehaving(Player):
    """Does what `trouble` says when asked for its third move."""

    def trouble(self) -> str:
        raise NotImplementedError

    def gtp_genmove(self, colour: str) -> str:
        return super().gtp_genmove(colour) if self.n_genmoves < 2 else self.trouble()


class Silent(Player):
    """Never says a word."""

    def main(self) -> None:
        time.sleep(FOREVER)


class Slow(Misbehaving):
    """Thinks for ever."""

    def trouble(self) -> str:
        print("thinking", file=sys.stderr, flush=True)
        time.sleep(FOREVER)
        return ""


class Slower(Player):
    """Takes a second for each move."""

    def gtp_genmove(self, colour: str) -> str:
        time.sleep(1.0)
        return super().gtp_genmove(colour)


class Garbage(Misbehaving):
    """Forgets the protocol."""

    def trouble(self) -> str:
        print("Traceback: \x1b[31msomething\x00 went wrong", flush=True)
        return "C3"


class Endless(Misbehaving):
    """Gives an answer that does not end."""

    def trouble(self) -> str:
        while True:
            print("= C3" * 1000)


class Floods(Misbehaving):
    """Writes empty lines without end, and heeds no signal."""

    def trouble(self) -> str:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            print("\n" * 1000)


class Dies(Player):
    """Dies after ten moves."""

    def gtp_genmove(self, colour: str) -> str:
        if self.n_genmoves == 10:
            print("out of memory", file=sys.stderr, flush=True)
            os._exit(3)
        return super().gtp_genmove(colour)


class Crashes(Misbehaving):
    """Is killed by a signal."""

    def trouble(self) -> str:
        os.kill(os.getpid(), signal.SIGSEGV)
        return ""


class DiesOddly(Misbehaving):
    """Is killed by a signal without a name."""

    def trouble(self) -> str:
        os.kill(os.getpid(), 40)
        return ""


class LeavesAChild(Misbehaving):
    """Dies and leaves a child in a session of its own, which has its streams."""

    def trouble(self) -> str:
        sleep = [sys.executable, "-c", "import time; time.sleep(1000)"]
        write_pid(subprocess.Popen(sleep, start_new_session=True).pid)
        os._exit(3)


class Deaf(Player):
    """Answers whatever it is going to be asked, and reads none of it."""

    def main(self) -> None:
        print("= \n\n" * 10_000, flush=True)
        time.sleep(FOREVER)


class Boasts(Player):
    """Has done more playouts than a float can hold."""

    def gtp_cfggo_searched(self) -> str:
        return f"{10**400} 1.0"


class Thinks(Player):
    """Tells what it thought of its moves, and some nonsense."""

    def gtp_cfggo_values(self) -> str:
        lines = "1 0.25 -3.5", "3 1.0 20", "0 0.5 0", "-1 0.5 0", "9 0.5 0", "3 2 0", "3 nan 0", "3"
        return "\n".join(lines)


class Illegal(Misbehaving):
    """Plays on its own stone."""

    def trouble(self) -> str:
        return "A1"


class Repeats(Player):
    """On 2x2 brings back the position after Black's first move, as White's program does too."""

    def gtp_genmove(self, colour: str) -> str:
        self.n_genmoves += 1
        return {"black": "A1 A2 A1 A1", "white": "B2 B1 A2"}[colour].split()[self.n_genmoves - 1]


class Nonsense(Misbehaving):
    """Answers with what is no move."""

    def trouble(self) -> str:
        return "hello"


class WrongSize(Player):
    """Knows 13x13 only."""

    def gtp_boardsize(self, size: str) -> None:
        if size != "13":
            raise ValueError("unacceptable size")


class Refuses(Player):
    """Takes the opponent's second move for illegal."""

    def gtp_play(self, colour: str, vertex: str) -> None:
        if self.n_genmoves == 1:
            raise ValueError("illegal move")
        super().gtp_play(colour, vertex)


class Flood(Player):
    """Writes megabytes to standard error, while it thinks and while it waits."""

    def gtp_genmove(self, colour: str) -> str:
        for i in range(20):
            sys.stderr.write(f"line {i} " * 10_000)
        print("\nthe last line", file=sys.stderr, flush=True)
        return super().gtp_genmove(colour)


class IgnoresQuit(Player):
    """Neither quits nor heeds SIGTERM, and has a child that doesn't either."""

    def main(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(1000)"
        write_pid(subprocess.Popen([sys.executable, "-c", stubborn]).pid)
        super().main()
        time.sleep(FOREVER)


class Resigns(Misbehaving):
    """Gives up."""

    def trouble(self) -> str:
        return "resign"


class Handicapper(Player):
    """Takes handicap stones all at once."""

    def gtp_set_free_handicap(self, *vertices: str) -> None:
        self.taken.update(vertices)


class Scribe(Player):
    """Writes down what it is told, beside the file of ids, and takes rules as KataGo does."""

    score = "W+3"

    def hear(self, line: str) -> None:
        with open(os.environ[PIDS_FILE] + ".heard", "a") as file:
            file.write(line)

    def gtp_kata_set_rules(self, rules: str) -> None:
        pass


class Sure(Player):
    """Claims to have won by 100 as White."""

    score = "W+100"


class CountsSlowly(Player):
    """Takes seconds to count, and finds what would pass for a number of playouts and their time."""

    score = "100 2.0"

    def gtp_final_score(self) -> str:
        time.sleep(1.5)
        return super().gtp_final_score()


class Shy(Player):
    """Refuses to count."""

    def gtp_final_score(self) -> str:
        raise ValueError("cannot score")


if __name__ == "__main__":
    write_pid(os.getpid())
    behaviour, moves = sys.argv[1:]
    globals()[behaviour](int(moves)).main()
