"""Positions, games and weights that many tests need; they import kernels only when asked for."""

from __future__ import annotations

import fcntl
import io
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

hypothesis.settings.register_profile("quick", deadline=None, derandomize=True)
hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=10_000)
hypothesis.settings.load_profile("quick")

if TYPE_CHECKING:
    import numpy as np

    from cfggo.models.bradley_terry.weights import Weights
    from cfggo.models.frequency.model import FrequencyModel
    from cfggo.records.game_record import GameRecord

MakeFrequencies = Callable[["dict[str, tuple[int, int]]"], "FrequencyModel"]
RandomBoard = Callable[[int, int], "np.ndarray"]
RandomWeights = Callable[..., "Weights"]
MakeRecord = Callable[..., "GameRecord"]
RandomRecords = Callable[..., "list[GameRecord]"]
MakeEndings = Callable[..., "list[GameRecord]"]
AtTerminal = Callable[..., "PersonAtTerminal"]
Resize = Callable[..., None]
RunCfggo = Callable[..., "subprocess.CompletedProcess[str]"]


LONGEST = ("test_bounds.py", "test_compiling.py", "test_chromium.py", "test_papers.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets the longest files begin, or else one process would be left alone with one of them."""
    items.sort(key=lambda item: (*LONGEST, item.path.name).index(item.path.name))


def pytest_configure() -> None:
    """Lets programs that tests start obey Ctrl-C, also if the tests run in a shell's background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def random_board() -> RandomBoard:
    """Returns, for a size and a seed, a board in the middle of a game of random legal moves.

    Every other seed fills own eyes too, so that large chains get captured.
    """
    import numpy as np

    from cfggo.go.board import new_board, play
    from cfggo.go.points import MAX_MOVES, PASS
    from cfggo.go.uniform import choose_uniform_move
    from cfggo.models.bradley_terry.tree_policy import legal_moves

    def make(size: int, seed: int) -> np.ndarray:
        rng = np.random.default_rng(seed)
        boards = new_board(size, seed)
        points = np.zeros(MAX_MOVES, dtype=np.int16)
        board = boards[0]
        for _ in range(rng.integers(1, size * size)):
            move = choose_uniform_move(board)
            if seed % 2:
                legal = points[1 : legal_moves(board, points)]  # PASS comes first
                move = rng.choice(legal) if len(legal) else PASS
            play(board, int(move))
        return boards

    return make


@pytest.fixture(scope="session")
def random_weights() -> RandomWeights:
    """Returns weights of a kind of policy with a labelling, the same again for the same seed.

    They are normal with a standard deviation of `spread`, and as coarse as in a weight file.
    """
    import numpy as np

    from cfggo.features.catalogue import COULOM_GROUPS
    from cfggo.models.bradley_terry.weights import Weights, n_features_of

    def make(
        kind: str,
        labelling: str,
        seed: int = 0,
        spread: float = 0.5,
        keys: np.ndarray | None = None,
        groups: tuple[str, ...] = COULOM_GROUPS,
    ) -> Weights:
        keys = np.zeros(0, dtype=np.uint64) if keys is None else keys
        n = n_features_of(kind, labelling, len(keys))
        theta = np.random.default_rng(seed).normal(0.0, spread, n)
        coarse = theta.astype(np.float16).astype(np.float32)
        return Weights(kind, labelling, coarse, keys, groups)

    return make


@pytest.fixture(scope="session")
def zero_weights_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a weight file with which all moves are equally likely."""
    import numpy as np

    from cfggo.models.bradley_terry.weights import Model, Weights, n_features_of, save_model

    path = tmp_path_factory.mktemp("weights") / "zero.weights"
    policies = {
        kind: Weights(kind, "", np.zeros(n_features_of(kind, ""), dtype=np.float32))
        for kind in ("tree", "playout")
    }
    save_model(path, Model(policies))
    return path


@pytest.fixture(scope="session")
def make_frequencies() -> MakeFrequencies:
    """Returns a frequency model of one game, by the moves that played and offered some patterns.

    Patterns are drawn as `cfggo.models.frequency.classes.diagram` does, White to move, in any
    orientation.
    """
    import numpy as np

    from cfggo.go.points import BLACK
    from cfggo.models.frequency.classes import N_CLASSES, N_CODES, class_indices, paper_ids
    from cfggo.models.frequency.harvest import N_SUMS
    from cfggo.models.frequency.model import FrequencyModel

    codes = np.argsort(paper_ids(np.arange(N_CODES)))  # by paper id

    def class_of(diagram: str) -> int:
        paper_id = 0
        for symbol in diagram.replace("/", "").replace("*", ""):
            paper_id = 4 * paper_id + "XO.#".index(symbol)
        return int(class_indices()[BLACK, codes[paper_id]])

    def make(counts: dict[str, tuple[int, int]]) -> FrequencyModel:
        sums = np.zeros((N_SUMS, N_CLASSES), dtype=np.int64)
        for diagram, (played, offered) in counts.items():
            row = played, offered, 1, played**2, offered**2, played * offered
            sums[:, class_of(diagram)] = row
        return FrequencyModel(sums, np.array([7], dtype=np.uint32))

    return make


@pytest.fixture(scope="session")
def make_record() -> MakeRecord:
    """Returns a record of moves given as text, Black first, such as "E5 C3 pass"."""
    from cfggo.go.main_line import MainLine
    from cfggo.go.points import parse_vertex
    from cfggo.records.game_record import GameRecord

    def make(
        size: int, moves: str, black: Sequence[int] = (), white: Sequence[int] = ()
    ) -> GameRecord:
        played = tuple(
            (1 + i % 2, parse_vertex(name, size)) for i, name in enumerate(moves.split())
        )
        return GameRecord("game", MainLine(size, played, tuple(black), tuple(white)))

    return make


@pytest.fixture(scope="session")
def random_records() -> RandomRecords:
    """Returns records of random games of a number of moves that fill no own eyes."""
    from cfggo.go.board import new_board, play
    from cfggo.go.main_line import MainLine
    from cfggo.go.uniform import choose_uniform_move
    from cfggo.records.game_record import GameRecord

    def make(n: int, size: int, n_moves: int) -> list[GameRecord]:
        records = []
        for seed in range(n):
            board = new_board(size, seed)[0]
            moves = []
            for _ in range(n_moves):
                colour, point = int(board["to_play"]), int(choose_uniform_move(board))
                moves.append((colour, point))
                play(board, point)
            records.append(GameRecord(f"game {seed}", MainLine(size, tuple(moves))))
        return records

    return make


@pytest.fixture(scope="session")
def random_endings() -> MakeEndings:
    """Returns records of random games, without their last moves, that say who owned the points."""
    import numpy as np

    from cfggo.go.board import new_board, play
    from cfggo.go.main_line import MainLine
    from cfggo.go.points import BLACK, PASS, WHITE
    from cfggo.go.scoring import owner_map
    from cfggo.go.uniform import choose_uniform_move
    from cfggo.records.game_record import GameRecord

    def make(n: int, size: int = 7, missing: int = 6) -> list[GameRecord]:
        records = []
        for seed in range(n):
            board = new_board(size, seed)[0]
            moves: list[tuple[int, int]] = []
            while board["n_passes"] < 2 and len(moves) < 3 * size * size:
                colour, point = int(board["to_play"]), int(choose_uniform_move(board))
                moves.append((colour, point))
                play(board, point)
            owners = owner_map(board)
            areas = (tuple(np.flatnonzero(owners == c).tolist()) for c in (BLACK, WHITE))
            black, white = areas
            played = [move for move in moves if move[1] != PASS][:-missing]
            line = MainLine(size, tuple(played), komi=0.5, black_area=black, white_area=white)
            records.append(GameRecord(f"game {seed}", line))
        return records

    return make


@pytest.fixture
def run_cfggo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunCfggo:
    """Returns what runs a command in this process, in the test's folder, with pipes for a terminal.

    It takes the words of the command, and its input.
    """
    from cfggo import cli

    def run(*words: object, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = typed if isinstance(typed, bytes) else typed.encode()
        line = [*map(str, words)]
        monkeypatch.chdir(tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            code = cli.main(line)
        return subprocess.CompletedProcess(line, code, *capsys.readouterr())

    return run


class PersonAtTerminal:
    """Somebody who runs a program at a terminal: a pseudo-terminal of the machine's.

    Public attributes:
        seen    -- all that the program has printed, without escape sequences
        process -- the program
    """

    def __init__(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        self._master, terminal = os.openpty()
        self.seen = ""
        self._read = 0

        def take_terminal() -> None:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        variables = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.process = subprocess.Popen(
            command,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            cwd=folder,
            env=variables | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment,
            preexec_fn=take_terminal,
        )
        os.close(terminal)

    def types(self, text: str) -> None:
        """Types a text; "\\r" is the Enter key, "\\x03" Ctrl-C."""
        os.write(self._master, text.encode())

    def sees(self, text: str, seconds: float = 200.0) -> str:
        """Waits for a text that was not there before; returns what came up to its end."""
        end = time.monotonic() + seconds
        while True:
            new = self.seen[self._read :]
            if (at := new.find(text)) >= 0:
                self._read += at + len(text)
                return new[: at + len(text)]
            if time.monotonic() >= end:
                raise TimeoutError(f"no {text!r} in {new[-2000:]!r}")
            assert self._reads(), f"ended without {text!r}: {new[-2000:]!r}"

    def is_read(self) -> None:
        """Types something, waits for its echo, then until the program sleeps.

        Python's line editor loses a signal that comes before it waits for the next key.
        """
        self.types("zz")
        self.sees("zz")
        stat = Path(f"/proc/{self.process.pid}/stat")  # of the main thread
        if not stat.exists():  # no Linux
            time.sleep(1.0)
            return
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            time.sleep(0.001)

    def leaves_with(self, seconds: float = 200.0) -> int:
        """Waits for the program's end; returns its exit code."""
        end = time.monotonic() + seconds
        while self._reads() and time.monotonic() < end:
            pass
        return self.process.wait(30.0)

    def goes(self) -> None:
        """Ends the program, if it runs."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _reads(self) -> bool:
        """Takes what the program has printed meanwhile; tells whether more may come."""
        if not select.select([self._master], [], [], 1.0)[0]:
            return True
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has closed its end
            return False
        text = data.decode(errors="replace")
        self.seen += re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>])|\x07|\r", "", text)
        return bool(data)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Returns selenium's driver of a Chromium without a window, and skips tests without one."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if not (browser and chromedriver):
        pytest.skip("needs Chromium and its driver (Debian: apt install chromium chromium-driver)")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-audio-output",  # or it may complain of a machine without a loudspeaker
        "--autoplay-policy=no-user-gesture-required",  # or of sounds before a click
    ):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": "en"})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    driver.set_window_size(1280, 900)
    yield driver
    driver.quit()


@pytest.fixture
def resize(chromium: Any) -> Iterator[Resize]:
    """Returns a function that gives the page another size until the test ends: width and height in
    CSS pixels, and how many pixels of the screen one of them has.
    """

    def set_metrics(width: int, height: int, scale: int = 1) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": True}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    yield set_metrics
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture
def at_terminal() -> Iterator[AtTerminal]:
    """Returns what makes a PersonAtTerminal."""
    people: list[PersonAtTerminal] = []

    def sit(command: Sequence[str], folder: Path, **environment: str) -> PersonAtTerminal:
        people.append(PersonAtTerminal(command, folder, **environment))
        return people[-1]

    yield sit
    for person in people:
        person.goes()
