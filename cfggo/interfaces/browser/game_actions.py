"""What each request of the page of a game does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cfggo.interfaces.browser import edits
from cfggo.interfaces.browser import requests as r
from cfggo.interfaces.browser.server import Action
from cfggo.study.api.game import Game

if TYPE_CHECKING:
    from cfggo.interfaces.browser.open_game import OpenGame
    from cfggo.interfaces.browser.variations import Variations


def game_actions(game: OpenGame) -> dict[str, Action]:
    """Returns what each request of the page of a game does."""

    def changes(kind: type[Any], change: Callable[[Variations, Any], None]) -> Action:
        return Action(kind, lambda it: game.change(lambda lines: change(lines, it)))

    def begin(it: r.NewGame) -> dict[str, Any]:
        new = Game(it.size, it.komi, it.rules, it.handicap)
        return game.start(new, it.level, it.you, it.clock)

    asked = game.questions
    return {
        "new": Action(r.NewGame, begin),
        "load": Action(None, lambda it: game.load(it.data, name=it.name)),
        "games": Action(r.Nothing, lambda it: game.filing.view()),
        "open": Action(r.KeptGame, lambda it: game.open_kept(it.file)),
        "delete-game": Action(r.KeptGame, lambda it: game.filing.delete(it.file)),
        "seat": Action(r.Seat, lambda it: game.take_seat(it.you, it.level, it.at)),
        "play": changes(r.Play, lambda lines, it: lines.play(it.vertex, it.at)),
        "undo": changes(r.Nothing, lambda lines, it: lines.undo()),
        "resign": changes(r.Nothing, lambda lines, it: lines.resign()),
        "accept": Action(r.Nothing, lambda it: game.accept()),
        "pause": Action(r.Switch, lambda it: game.pause(it.on)),
        "dead": changes(r.Chain, lambda lines, it: lines.here.change_life(it.vertex)),
        "back": changes(r.Nothing, lambda lines, it: lines.back()),
        "go": changes(r.Node, lambda lines, it: lines.go(it.node)),
        "tree": Action(r.Tree, lambda it: game.tree(it.game, it.since)),
        "comment": changes(r.Comment, lambda lines, it: edits.comment(lines, it.node, it.text)),
        "mark": changes(
            r.Mark, lambda lines, it: edits.mark(lines, it.node, it.vertex, it.shape, it.text)
        ),
        "delete": changes(r.Node, lambda lines, it: edits.delete(lines, it.node)),
        "restore": changes(r.Nothing, lambda lines, it: edits.restore(lines)),
        "promote": changes(r.Node, lambda lines, it: edits.promote(lines, it.node)),
        "setup": changes(
            r.SetUp,
            lambda lines, it: edits.set_up(lines, it.node, it.black, it.white, it.to_play),
        ),
        "look": Action(r.Look, lambda it: game.look(it.page, it.position, it.wants, it.lesson)),
        "follow": Action(r.Switch, lambda it: game.follow(it.on)),
        "review": Action(r.Switch, lambda it: game.review(it.on)),
        "answer": Action(r.Candidate, lambda it: game.answer(it.vertex, it.position)),
        "graph": Action(r.Position, lambda it: asked.graph(it.position)),
        "explain": Action(r.Candidate, lambda it: asked.explain(it.vertex, it.position)),
        "lesson": Action(r.Position, lambda it: asked.lesson(it.position)),
    }
