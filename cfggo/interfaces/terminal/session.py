"""A sitting at the board: shows it, lets the engine move, counts at the end, keeps the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.interfaces.terminal import table_words
from cfggo.interfaces.terminal.drawing import Overlay, board_to_text, legend
from cfggo.interfaces.terminal.lines import YES, Lines
from cfggo.interfaces.terminal.screen import Screen
from cfggo.interfaces.terminal.table import Table
from cfggo.interfaces.terminal.thinking import INTERVAL, Thinker, Watch
from cfggo.study.games.records import new_file_name

if TYPE_CHECKING:
    from rich.console import Console

    from cfggo.study.api.analysis import Analysis
    from cfggo.study.api.engine import Engine

_T = TypeVar("_T")


class Session:
    """One sitting, of one game or several.

    Public attributes:
        table -- Table
        lines -- Lines
        file  -- Path that the game was saved under or is kept in, or None
        keeps -- whether it is kept there after every move
    """

    def __init__(
        self, table: Table, thinker: Thinker, lines: Lines, output: Console, keep: Path | None
    ) -> None:
        """Sits down at a table; keep: the file to keep the game in, or None."""
        self.table = table
        self.lines = lines
        self.file = keep
        self.keeps = keep is not None
        self._thinker = thinker
        self._screen = Screen(output)
        self._analysed: tuple[tuple[object, ...], Analysis] | None = None

    def say(self, *lines: str) -> None:
        """Prints lines."""
        self._screen.say(*lines)

    def show(self, overlay: Overlay | None = None) -> None:
        """Prints the board, what was the last move, and whose turn it is."""
        self._screen.show(lambda means: board_to_text(self.table.game, means, overlay))
        if overlay is not None and overlay.owners is not None:
            self.say(legend(self._screen.means))
        self.say(table_words.state(self.table))

    def show_end(self) -> None:
        """Prints the board after two passes, with the points of both, and the result."""
        self.show(Overlay(owners=self.table.game.owners(self.table.dead or ())))
        self.say(*table_words.ending(self.table))

    def ask_engine(self, doing: str, work: Callable[[Engine, Watch], _T]) -> _T:
        """Returns the result of some work with the engine at the table's level; see Thinker.run."""

        def at_level(engine: Engine, watch: Watch) -> _T:
            if (engine.level or "") != self.table.level:
                engine.set_level(self.table.level or None)
            return work(engine, watch)

        return self._thinker.run(doing, at_level)

    def analyse(self, playouts: int) -> Analysis:
        """Returns an analysis of the position: the last one if that was of as many playouts."""
        game = self.table.game
        asked = self.table, tuple(game.moves), self.table.level, playouts
        if self._analysed is not None and self._analysed[0] == asked:
            return self._analysed[1]
        analysis = self.ask_engine(
            "cfggo searches",
            lambda engine, watch: engine.analyse(
                game,
                playouts=playouts,
                stop=watch.stop,
                on_progress=watch.tell,
                interval=INTERVAL,
            ),
        )
        if analysis.playouts >= playouts:  # no Ctrl-C ended it
            self._analysed = asked, analysis
        return analysis

    def go_on(self) -> None:
        """Lets the engine move if it is its turn; judges the dead stones when both have passed."""
        table = self.table
        if table.is_the_engines_turn:
            move = self.ask_engine(
                f"{table.engine_name} thinks",
                lambda engine, watch: engine.move(
                    table.game, stop=watch.stop, on_progress=watch.tell, interval=INTERVAL
                ),
            )
            table.play(move)
            self.changed()
        if table.needs_judge:
            table.dead = self.ask_engine(
                "cfggo counts",
                lambda engine, watch: engine.dead_stones(table.game),
            )
            self.show_end()
            if not table.is_saved:
                self.keep()

    def changed(self) -> None:
        """Shows a game that has changed, and keeps it in its file."""
        self.show()
        if self.table.resigned is not None:
            self.say(*table_words.ending(self.table))
        self.keep()

    def keep(self) -> None:
        """Writes the game to the file that it is kept in, if there is one."""
        if self.keeps and self.file is not None:
            self._write(self.file)

    def begin(self, table: Table) -> None:
        """Turns to another game; the file of the last one stays as it is."""
        if self.keeps:
            self.say(f"The last game is in {self.file}. This one is not kept: save it.")
        self.table = table
        self.file, self.keeps = None, False
        self.say(table_words.conditions(table))
        self.show()

    def save(self, path: Path) -> None:
        """Writes the game to a file; one that is there already is replaced if the user says so.

        Raises CfggoError if it can't be written.
        """
        if path != self.file:
            self.lines.ask_to_replace(path)
        self._save(path)

    def offer_to_save(self) -> None:
        """Asks a person whether to save a game that is not saved; no answer is taken for yes."""
        if self.table.is_saved or not self.lines.is_interactive:
            return
        name = self._usual_name()
        while True:
            try:
                answer = self.lines.ask(f"Save the game? [Enter: {name}, or a name, or n] ")
                if answer.lower() in ("n", "no"):
                    return
                if answer.lower() not in ("", *YES) and not answer.lower().endswith(".sgf"):
                    self.say("Type Enter, n, or a name that ends with .sgf")
                    continue
                self.save(name if answer.lower() in ("", *YES) else Path(answer).expanduser())
                return
            except (EOFError, KeyboardInterrupt):
                self.say("")
                self._save(name)
                return
            except (CfggoError, RuntimeError) as error:  # RuntimeError for no home folder
                self.say(str(error))

    def rescue(self) -> None:
        """Writes a game that is not saved, without a word: there may be nobody to read it."""
        if not self.table.is_saved:
            self._write(self._usual_name())

    def _usual_name(self) -> Path:
        return self.file or Path(new_file_name())

    def _save(self, path: Path) -> None:
        self._write(path)
        self.file = path
        self.say(f"Saved in {path}")

    def _write(self, path: Path) -> None:
        save_file(path, self.table.to_sgf().encode())
        self.table.was_saved()
