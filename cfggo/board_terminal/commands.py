"""The words that can be typed, and what they do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cfggo.board_terminal import words
from cfggo.board_terminal.drawing import Overlay
from cfggo.board_terminal.session import Session
from cfggo.board_terminal.table import Table
from cfggo.errors import CfggoError
from cfggo.go.points import MAX_SIZE, MIN_SIZE, format_vertex, parse_vertex
from cfggo.resources import user_path
from cfggo.search.levels import LEVELS, find_level
from cfggo.study.game import Game

FULL_STRENGTH = "full"

_PLAYOUTS = 1000
"""Playouts of a hint, a score or an explanation."""

_MOST_PLAYOUTS = 10_000_000

_VERTEX = re.compile(r"[a-z]\d+", re.IGNORECASE)


class Leave(Exception):
    """The user wants to leave."""


@dataclass(frozen=True)
class Command:
    """A word that can be typed.

    Public attributes:
        usage   -- str, the word and what may follow it
        summary -- str, what it does
        run     -- does it, with the words that follow; raises CfggoError
        takes   -- what Tab completes after it: "file", "level", "vertex", "size" or ""
    """

    usage: str
    summary: str
    run: Callable[[Session, list[str]], None]
    takes: str = ""


def obey(session: Session, line: str) -> None:
    """Does what a line says. Raises CfggoError, in one line for the user, if that can't be done,
    and Leave.
    """
    first, *rest = line.split() or [""]
    name = first.lower()
    if not first:
        return
    if _VERTEX.fullmatch(first):
        _nothing_after(rest)
        _play(session, [first])
    elif name in COMMANDS:
        COMMANDS[name].run(session, rest)
    else:
        raise CfggoError(_not_understood(first[:20]))


def complete(session: Session, before: str) -> list[str]:
    """Returns what the last word of a text may become, as whole words."""
    *typed, word = before.split(" ")
    typed = [each for each in typed if each]
    if not typed:
        found = [name for name in COMMANDS if name.startswith(word.lower())]
        return [f"{name} " for name in found] + (_vertices(session, word) if word else [])
    command = COMMANDS.get(typed[0].lower())
    kind = command.takes if command and len(typed) == 1 else ""
    if kind == "file":
        return _files(word)
    if kind == "vertex":
        return _vertices(session, word)
    names = {"level": [*LEVELS, FULL_STRENGTH], "size": ["9", "13", "19"]}.get(kind, [])
    return [name for name in names if name.startswith(word.lower())]


def _play(session: Session, arguments: list[str]) -> None:
    session.table.play(arguments[0])
    session.changed()


def _pass(session: Session, arguments: list[str]) -> None:
    _nothing_after(arguments)
    _play(session, ["pass"])


def _resign(session: Session, arguments: list[str]) -> None:
    _nothing_after(arguments)
    session.table.play("resign")
    session.changed()


def _undo(session: Session, arguments: list[str]) -> None:
    _nothing_after(arguments)
    session.table.undo()
    session.changed()


def _swap(session: Session, arguments: list[str]) -> None:
    _nothing_after(arguments)
    session.table.swap()
    session.say(words.conditions(session.table))


def _hint(session: Session, arguments: list[str]) -> None:
    playouts = _number_of_playouts(arguments)
    if session.table.is_over:
        raise CfggoError("the game is over")
    game = session.table.game
    policy = session.ask_engine("cfggo looks", lambda engine, watch: engine.policy(game))
    marks, table = words.hint(session.analyse(playouts), policy)
    session.show(Overlay(marks=marks))
    session.say(table)


def _score(session: Session, arguments: list[str]) -> None:
    playouts = _number_of_playouts(arguments)
    if session.table.is_over and session.table.resigned is None:
        session.show_end()
        return
    analysis = session.analyse(playouts)
    session.show(Overlay(owners=analysis.ownership))
    session.say(words.standing(analysis))


def _explain(session: Session, arguments: list[str]) -> None:
    game = session.table.game
    move = _vertex(game, arguments, "explain D4")
    if move not in game.legal_moves():
        raise CfggoError(f"{move} is no legal move")
    session.say(
        *session.ask_engine(
            "cfggo explains",
            lambda engine, watch: engine.explain(
                game, move, playouts=_PLAYOUTS, stop=watch.stop
            ).sentences(),
        )
    )


def _dead(session: Session, arguments: list[str]) -> None:
    session.table.change_life(_vertex(session.table.game, arguments, "dead D4"))
    session.show_end()
    session.keep()


def _level(session: Session, arguments: list[str]) -> None:
    if not arguments:
        now = session.table.level or FULL_STRENGTH
        session.say(f"Level {now}. There are {' '.join(LEVELS)} {FULL_STRENGTH}.")
        return
    name = arguments[0].lower()
    _nothing_after(arguments[1:])
    session.table.level = "" if name == FULL_STRENGTH else find_level(name).name
    session.say(words.conditions(session.table))


def _new(session: Session, arguments: list[str]) -> None:
    size, handicap, komi = session.table.game.size, 0, None
    given = iter(arguments)
    for word in given:
        value = next(given, "") if word in ("size", "handicap", "komi") else word
        try:
            if word == "komi":
                komi = float(value)
            elif word == "handicap":
                handicap = int(value)
            else:
                size = int(value)
        except ValueError:
            raise CfggoError("type for instance: new 13, new 9 handicap 2 komi 0.5") from None
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise CfggoError(f"boards have {MIN_SIZE} to {MAX_SIZE} lines, not {size}")
    game = Game(size, komi, session.table.game.rules, handicap)
    session.offer_to_save()
    session.begin(Table(game, session.table.you, session.table.level))


def _load(session: Session, arguments: list[str]) -> None:
    game = Game.from_sgf(_file(arguments, "load"))
    session.offer_to_save()
    session.begin(Table(game, game.to_play, session.table.level))


def _save(session: Session, arguments: list[str]) -> None:
    if not arguments and session.file is None:
        raise CfggoError("type a name: save game.sgf")
    session.save(_file(arguments, "save") if arguments or session.file is None else session.file)


def _board(session: Session, arguments: list[str]) -> None:
    _nothing_after(arguments)
    session.say(words.conditions(session.table))
    session.show()


def _help(session: Session, arguments: list[str]) -> None:
    width = max(len(command.usage) for command in COMMANDS.values())
    shown = [("D4", "play there")]
    shown += [(command.usage, command.summary) for command in dict.fromkeys(COMMANDS.values())]
    session.say(*(f"  {usage:{width}}  {summary}" for usage, summary in shown))
    session.say("Tab completes, Ctrl-C ends a search, Ctrl-D leaves.")


def _quit(session: Session, arguments: list[str]) -> None:
    raise Leave


_SCORE = Command("score [N]", "who is ahead, and who owns which points", _score)
_QUIT = Command("quit", "leave; offers to save the game", _quit)

COMMANDS = {
    "pass": Command("pass", "pass; two passes end the game", _pass),
    "undo": Command("undo", "take back your last move and the answer", _undo),
    "resign": Command("resign", "give up", _resign),
    "hint": Command("hint [N]", f"best and likeliest moves, from N playouts ({_PLAYOUTS})", _hint),
    "score": _SCORE,
    "owners": _SCORE,
    "explain": Command("explain D4", "what there is to say of a move", _explain, "vertex"),
    "dead": Command("dead D4", "after two passes: that chain is dead, or alive", _dead, "vertex"),
    "board": Command("board", "show the board again", _board),
    "level": Command(
        "level 12k", f"how strong cfggo plays, 20k to 3k or {FULL_STRENGTH}", _level, "level"
    ),
    "swap": Command("swap", "change colours with cfggo", _swap),
    "new": Command("new [9] [handicap 2] [komi 0.5]", "begin another game", _new, "size"),
    "save": Command("save FILE", "write the game as SGF", _save, "file"),
    "load": Command("load FILE", "go on with a game; you have the turn", _load, "file"),
    "help": Command("help", "this list", _help),
    "quit": _QUIT,
    "exit": _QUIT,
}
"""All commands by their words, in the order of the help."""


def _nothing_after(arguments: list[str]) -> None:
    if arguments:
        raise CfggoError(f"{arguments[0][:20]!r} is one word too many")


def _number_of_playouts(arguments: list[str]) -> int:
    if not arguments:
        return _PLAYOUTS
    _nothing_after(arguments[1:])
    text = arguments[0]
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) <= _MOST_PLAYOUTS):
        raise CfggoError(f"type a number of playouts, at most {_MOST_PLAYOUTS:,}")
    return int(text[:10])


def _vertex(game: Game, arguments: list[str], example: str) -> str:
    """Returns the vertex that follows a word, as the engine writes it."""
    if len(arguments) != 1:
        raise CfggoError(f"type for instance: {example}")
    try:
        return format_vertex(parse_vertex(arguments[0][:20], game.size))
    except ValueError as error:
        raise CfggoError(str(error)) from error


def _file(arguments: list[str], word: str) -> Path:
    """Returns the file that follows a word; its name may have blanks."""
    if not arguments:
        raise CfggoError(f"type a name: {word} game.sgf")
    return user_path(" ".join(arguments))


def _not_understood(word: str) -> str:
    close = difflib.get_close_matches(word.lower(), COMMANDS, 1, 0.6)
    meant = f"did you mean {close[0]}?" if close else "type a point such as D4, or help"
    return f"{word!r} is no move and no command; {meant}"


def _vertices(session: Session, word: str) -> list[str]:
    """Returns the legal moves that a word begins, as it is written."""
    moves = session.table.game.legal_moves()[:-1]
    found = [move for move in moves if move.startswith(word.upper())]
    return [move.lower() for move in found] if word == word.lower() else found


def _files(word: str) -> list[str]:
    """Returns the folders and SGF files that a word begins."""
    folder = word.rpartition("/")[0] + "/" if "/" in word else ""
    try:
        paths = sorted(user_path(folder or ".").iterdir())
    except (OSError, ValueError, CfggoError):
        return []
    found = [
        f"{folder}{path.name}{'/' if path.is_dir() else ''}"
        for path in paths
        if path.is_dir() or path.suffix.lower() == ".sgf"
    ]
    return [name for name in found if name.startswith(word)]
