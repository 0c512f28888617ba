"""The words that can be typed, and what they do."""

from __future__ import annotations

from collections.abc import Callable

from cfggo.base.errors import CfggoError
from cfggo.go.points import MAX_SIZE, MIN_SIZE, format_vertex
from cfggo.go.rules import nearest_ruleset
from cfggo.interfaces.terminal import table_words, vocabulary
from cfggo.interfaces.terminal.drawing import Overlay
from cfggo.interfaces.terminal.session import Session
from cfggo.interfaces.terminal.table import Table
from cfggo.interfaces.terminal.vocabulary import (
    Command,
    Leave,
    file_of,
    help_lines,
    matching_files,
    matching_moves,
    nothing_after,
)
from cfggo.search.levels import FULL_STRENGTH, LEVELS, find_level
from cfggo.study.api.arguments import point_of
from cfggo.study.api.game import Game
from cfggo.study.api.lessons import lesson_on
from cfggo.study.explaining.deeds import deed_in
from cfggo.study.explaining.first_sight import plain_sentences
from cfggo.study.games.records import opened
from cfggo.study.page_parts.translation import language_of_user, translator

_PLAYOUTS = 1000
"""Playouts of a hint, a score or an explanation."""

_MOST_PLAYOUTS = 10_000_000


def obey(session: Session, line: str) -> None:
    """Does what a line says. Raises CfggoError, in one line for the user, if that can't be done,
    and Leave.
    """
    vocabulary.obey(COMMANDS, _play, session, line)


def complete(session: Session, before: str) -> list[str]:
    """Returns the completions of a text's last word, as whole words."""

    def among(names: list[str]) -> Callable[[str], list[str]]:
        return lambda word: [name for name in names if name.startswith(word.lower())]

    values = {
        "vertex": lambda word: matching_moves(session.table.game.legal_moves()[:-1], word),
        "file": matching_files,
        "level": among([*LEVELS, FULL_STRENGTH]),
        "size": among(["9", "13", "19"]),
    }
    return vocabulary.complete(COMMANDS, before, values)


def _play(session: Session, arguments: list[str]) -> None:
    session.table.play(arguments[0])
    session.changed()


def _pass(session: Session, arguments: list[str]) -> None:
    nothing_after(arguments)
    _play(session, ["pass"])


def _resign(session: Session, arguments: list[str]) -> None:
    nothing_after(arguments)
    lines = session.lines
    if session.table.is_over or not lines.is_interactive or lines.agrees("Resign this game?"):
        _play(session, ["resign"])


def _undo(session: Session, arguments: list[str]) -> None:
    nothing_after(arguments)
    session.table.undo()
    session.changed()


def _swap(session: Session, arguments: list[str]) -> None:
    nothing_after(arguments)
    session.table.swap()
    session.say(table_words.conditions(session.table))


def _hint(session: Session, arguments: list[str]) -> None:
    playouts = _number_of_playouts(arguments)
    if session.table.is_over:
        raise CfggoError("the game is over")
    game = session.table.game
    policy = session.ask_engine("cfggo looks", lambda engine, watch: engine.policy(game))
    marks, table = table_words.hint(session.analyse(playouts), policy)
    session.show(Overlay(marks=marks))
    session.say(table, "In the order of playouts: cfggo plays the move with the most.")


def _score(session: Session, arguments: list[str]) -> None:
    playouts = _number_of_playouts(arguments)
    if session.table.is_over and session.table.resigned is None:
        session.show_end()
        return
    analysis = session.analyse(playouts)
    session.show(Overlay(owners=analysis.ownership))
    session.say(table_words.standing(analysis))


def _explain(session: Session, arguments: list[str]) -> None:
    game = session.table.game
    move = _vertex(game, arguments, "explain D4")
    made = [n for n, (_, vertex) in enumerate(game.moves) if vertex == move]
    if made and move in game.stones:
        session.say(f"Move {made[-1] + 1}:")
        game = game.at(made[-1])
    explanation = session.ask_engine(
        "cfggo explains",
        lambda engine, watch: engine.explain(game, move, playouts=_PLAYOUTS, stop=watch.stop),
    )
    plain = plain_sentences(explanation, game.size, deed_in(game.rules_game, move))
    sentences = [*plain, *explanation.sentences()]
    session.say(*map(translator(language_of_user()), sentences))


def _why(session: Session, arguments: list[str]) -> None:
    playouts = _number_of_playouts(arguments)
    table = session.table
    numbers = [n for n, (colour, _) in enumerate(table.game.moves) if colour == table.you]
    if not numbers:
        raise CfggoError("you have not moved yet")
    (_, move), game = table.game.moves[numbers[-1]], table.game.at(numbers[-1])
    lost, lesson = session.ask_engine(
        "cfggo looks back",
        lambda engine, watch: lesson_on(engine, game, move, playouts, watch.stop),
    )
    reply = next(iter(table.game.moves[numbers[-1] + 1 :]), None)
    session.say(*table_words.lesson(move, lost, lesson, reply))


def _dead(session: Session, arguments: list[str]) -> None:
    session.table.change_life(_vertex(session.table.game, arguments, "dead D4"))
    session.show_end()
    session.keep()


def _level(session: Session, arguments: list[str]) -> None:
    if not arguments:
        now = session.table.level or FULL_STRENGTH
        how = f" {LEVELS[now].description}" if now in LEVELS else ""
        session.say(f"Level {now}.{how} There are {' '.join(LEVELS)} {FULL_STRENGTH}.")
        return
    name = arguments[0].lower()
    nothing_after(arguments[1:])
    session.table.level = "" if name == FULL_STRENGTH else find_level(name).name
    session.say(table_words.conditions(session.table))
    if session.table.level:
        session.say(LEVELS[session.table.level].description)


def _new(session: Session, arguments: list[str]) -> None:
    size, handicap, komi = session.table.game.size, 0, None
    rules = nearest_ruleset(session.table.game.rules_game.rules).name
    given = iter(arguments)
    for word in given:
        value = next(given, "") if word in ("size", "handicap", "komi", "rules") else word
        try:
            if word == "komi":
                komi = float(value)
            elif word == "handicap":
                handicap = int(value)
            elif word == "rules":
                rules = value
            else:
                size = int(value)
        except ValueError:
            raise CfggoError("type for instance: new 13, new 9 handicap 2 komi 0.5") from None
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise CfggoError(f"boards have {MIN_SIZE} to {MAX_SIZE} lines, not {size}")
    game = Game(size, komi, rules, handicap)
    session.offer_to_save()
    session.begin(Table(game, session.table.you, session.table.level))


def _load(session: Session, arguments: list[str]) -> None:
    game, origin = opened(file_of(arguments, "load"))
    session.offer_to_save()
    session.say(*origin.doubts)
    session.begin(Table(game, game.to_play, session.table.level, origin=origin))


def _save(session: Session, arguments: list[str]) -> None:
    if not arguments and session.file is None:
        raise CfggoError("type a name: save game.sgf")
    session.save(file_of(arguments, "save") if arguments or session.file is None else session.file)


def _board(session: Session, arguments: list[str]) -> None:
    nothing_after(arguments)
    session.say(table_words.conditions(session.table))
    session.show()


def _help(session: Session, arguments: list[str]) -> None:
    session.say(*help_lines(COMMANDS, "play there"))


def _quit(session: Session, arguments: list[str]) -> None:
    raise Leave


_SCORE = Command("score, owners [N]", "who is ahead, and who owns which points", _score)
_QUIT = Command("quit", "leave; offers to save the game", _quit)

COMMANDS: dict[str, Command[Session]] = {
    "pass": Command("pass", "pass; two passes end the game", _pass),
    "undo": Command("undo", "take back your last move and the answer", _undo),
    "resign": Command("resign", "give up", _resign),
    "hint": Command("hint [N]", f"best and likeliest moves, from N playouts ({_PLAYOUTS})", _hint),
    "score": _SCORE,
    "owners": _SCORE,
    "explain": Command("explain D4", "what there is to say of a move", _explain, "vertex"),
    "why": Command("why [N]", "what your last move lost, and what was better", _why),
    "dead": Command("dead D4", "after two passes: that chain is dead, or alive", _dead, "vertex"),
    "board": Command("board", "show the board again", _board),
    "level": Command(
        "level 12k", f"how strong cfggo plays, 20k to 3k or {FULL_STRENGTH}", _level, "level"
    ),
    "swap": Command("swap", "change colours with cfggo", _swap),
    "new": Command("new [9] [handicap 2] [komi 0.5] [rules R]", "begin another game", _new, "size"),
    "save": Command("save FILE", "write the game as SGF", _save, "file"),
    "load": Command("load FILE", "go on with a game; you have the turn", _load, "file"),
    "help": Command("help", "this list", _help),
    "quit": _QUIT,
    "exit": _QUIT,
}
"""All commands by their words, in the order of the help."""


def _number_of_playouts(arguments: list[str]) -> int:
    if not arguments:
        return _PLAYOUTS
    nothing_after(arguments[1:])
    text = arguments[0]
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) <= _MOST_PLAYOUTS):
        raise CfggoError(f"type a number of playouts, at most {_MOST_PLAYOUTS:,}")
    return int(text[:10])


def _vertex(game: Game, arguments: list[str], example: str) -> str:
    """Returns the vertex that follows a word, as the engine writes it."""
    if len(arguments) != 1:
        raise CfggoError(f"type for instance: {example}")
    return format_vertex(point_of(arguments[0][:20], game.size))
