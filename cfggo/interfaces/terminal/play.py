"""Begins a sitting at the terminal, and reads it to its end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from cfggo.base.errors import CfggoError
from cfggo.config import load_config
from cfggo.interfaces.terminal import table_words
from cfggo.interfaces.terminal.commands import complete, obey
from cfggo.interfaces.terminal.lines import Lines
from cfggo.interfaces.terminal.session import Session
from cfggo.interfaces.terminal.table import Table
from cfggo.interfaces.terminal.thinking import Thinker
from cfggo.interfaces.terminal.vocabulary import Leave
from cfggo.records.archives import printable
from cfggo.records.sgf.data import is_annotated
from cfggo.records.sgf.values import OWN_NAME
from cfggo.study.api.engine import Engine
from cfggo.study.api.game import Game
from cfggo.study.explaining.phrases import YOU
from cfggo.study.games.records import Origin, opened, record_in, seats_of

_INTERRUPTED = 128 + signal.SIGINT


def play_in_terminal(
    *,
    preset: str,
    settings: Mapping[str, Any],
    record: Path | None,
    keep: Path | None,
    size: int | None,
    komi: float | None,
    rules: str | None,
    handicap: int | None,
    level: str,
    you: str | None,
    prepare: Callable[[], None] = lambda: None,
) -> int:
    """Plays with whoever types, until they leave; returns the exit code.

    The engine is loaded while they think, so it is late to find that it can't be: look before.

    preset   -- name of a preset, or of a TOML file
    settings -- values of its keys: seconds, threads, ...
    record   -- a game to go on with, or None
    keep     -- the file to keep the game in after every move, and to go on with if it is there
    size, komi, rules, handicap -- of a new game, None for the usual; a game that goes on must have
                those that are given
    level    -- name of the engine's level; "" for full strength, or that of the game that goes on
    you      -- "black" or "white"; None for whose turn it is, or as in the game that goes on
    prepare  -- does what takes long, when nothing is wrong with the rest

    Raises CfggoError if a file can't be read or the engine can't be loaded.
    """
    conditions = {"size": size, "komi": komi, "rules": rules, "handicap": handicap}
    if record is not None:
        table, doubts = _continued(record, keep, level, you)
    elif keep is not None and keep.exists():
        table, doubts = _resumed(keep, level, you, conditions)
    else:
        game = Game(size or 19, komi, rules or load_config(preset).play.rules, handicap or 0)
        table, doubts = Table(game, you or "black", level), ()
    if keep is not None and not keep.parent.is_dir():
        raise CfggoError(f"{keep}: no folder {keep.parent}")
    prepare()
    lines = Lines()
    load = partial(Engine, preset, **settings)
    with Thinker(load, is_interactive=lines.is_interactive) as thinker:
        session = Session(table, thinker, lines, Console(highlight=False), keep)
        lines.complete_with(partial(complete, session))
        session.say(*doubts)
        session.say(f"{table_words.conditions(table)} Type help for all commands.")
        session.show()
        if table.resigned is not None:
            session.say(*table_words.ending(table))
        if not lines.is_interactive:
            return _sit(session)
        with _hang_ups():
            try:
                return _sit(session)
            except _HungUp as end:
                session.rescue()
                return 128 + end.signum


_Begun = tuple[Table, tuple[str, ...]]
"""A table, and what is said of the record that its game is from."""


def _continued(record: Path, keep: Path | None, level: str, you: str | None) -> _Begun:
    """Returns the table of a record's game, and its doubts; in a player's place you go on."""
    if keep is not None and keep.exists():
        raise CfggoError(f"{keep}: is there already, and {record} would take its place")
    game, origin = opened(record)
    if keep is not None:  # what is kept is a game of yours, and goes on as one
        origin = origin._replace(players={})
    return Table(game, you or game.to_play, level, origin=origin), origin.doubts


def _resumed(
    keep: Path, level: str, you: str | None, conditions: Mapping[str, float | str | None]
) -> _Begun:
    """Returns the table of a game that was kept. Raises CfggoError if it has other conditions than
    those given, or is none of yours.
    """
    game, origin, (person, its_level) = _own_game(keep)
    for name, value in conditions.items():
        its = getattr(game, name)
        if value is not None and value != its:
            raise CfggoError(f"--{name} {value}: the game in {keep} has {name} {its}")
    seat = you or person or game.to_play
    table = Table(game, seat, level or its_level, origin=origin, is_yours=True)
    text = f"Going on with {printable(str(keep))}, move {len(game)}."
    return table, (*origin.doubts, text)


class _HungUp(BaseException):
    """The terminal has gone, or the program is told to end."""

    def __init__(self, signum: int) -> None:
        self.signum = signum


@contextmanager
def _hang_ups() -> Iterator[None]:
    """Turns the signals of a terminal that goes, and SIGTERM, into _HungUp."""

    def hang_up(signum: int, frame: object) -> None:
        raise _HungUp(signum)

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), hang_up) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _own_game(path: Path) -> tuple[Game, Origin, tuple[str | None, str]]:
    """Returns the game of a record that may be written anew, what the record says of it, and
    `seats_of` it: of a game with a person, written here, with nothing but the game in it.

    Raises CfggoError if it can't be read or followed, is another program's or the engine's alone,
    or has comments or variations.
    """
    data = record_in(path)
    if f"AP[{OWN_NAME}:".encode() not in data:
        raise CfggoError(
            f"{path}: is not a record of cfggo's, and might lose what it says; choose another file"
        )
    if is_annotated(data):
        raise CfggoError(
            f"{path}: has comments or variations, which would be lost; choose another file"
        )
    game, origin = opened(path, stop=False)
    if all(str(player) not in ("", YOU) for player in origin.players.values()):
        raise CfggoError(f"{path}: is no game of yours, and would be changed; choose another file")
    return game, origin, seats_of(data)


def _sit(session: Session) -> int:
    """Does what is typed until the user leaves; returns the exit code."""
    while True:
        try:
            _let_engine_go_on(session)
            colour = session.table.game.to_play.capitalize()
            obey(session, session.lines.read("> " if session.table.is_over else f"{colour}> "))
        except _EngineFailedError as error:
            session.offer_to_save()
            raise CfggoError(str(error)) from error
        except CfggoError as error:
            session.say(str(error))
        except (Leave, EOFError) as end:
            if isinstance(end, EOFError):
                session.say("")
            session.offer_to_save()
            return 0
        except KeyboardInterrupt:
            if not session.lines.is_interactive:
                raise
            session.say("")
            if _wants_to_leave(session):
                session.offer_to_save()
                return _INTERRUPTED


class _EngineFailedError(Exception):
    """The engine can't move: there is nothing to go on with."""


def _let_engine_go_on(session: Session) -> None:
    """Lets the engine do what it has to do before something is typed.

    Raises CfggoError if only keeping the game failed.
    """
    try:
        session.go_on()
    except CfggoError as error:
        if session.table.is_the_engines_turn or session.table.needs_judge:
            raise _EngineFailedError(str(error)) from error
        raise


def _wants_to_leave(session: Session) -> bool:
    try:
        return session.lines.agrees("Leave the game?")
    except (EOFError, KeyboardInterrupt):
        session.say("")
        return True
