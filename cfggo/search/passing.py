"""Whether to pass: two passes end the game, so a pass has to be right about who owns what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import BLACK, EMPTY, OFF_BOARD, PASS
from cfggo.go.scoring import owner_map
from cfggo.search.goal import Goal
from cfggo.search.leading_move import leader_of
from cfggo.search.limits import Limit
from cfggo.search.report import SearchReport
from cfggo.search.status import dead_points

SETTLED = 0.4
"""How sure the owner of a point is on average, from 0 to 1, where a pass may end the game."""

IN_DOUBT = 0.2
"""Mean ownership, from 0 to 1, up to which the fate of a chain is in doubt."""

OPEN = 0.5
"""Share of the points that are empty above which nobody passes without having looked at moves."""

SURE = 0.9
"""How sure the owner of each point is, from 0 to 1, where there is nothing left to play for."""

WORTH_PLAYING = 3.0
"""Points that a pass may give away: where more are left to play for, the game goes on."""

LOST = 0.05
"""Win rate up to which the answer to a pass is chosen by points: the game is lost."""

PASSED_PLAYOUTS, LEAST_PASSED_PLAYOUTS = 400, 50
"""Playouts of the search that tells who will own the points if the side to move passes: as a rule,
and at least, where a move's time is short."""

PASSED_SHARE, PASSED_SECONDS = 0.05, 0.1
"""Time of this search where a move's is limited: a share of that, in addition to it, and at most so
many seconds."""

_LEAST_SECONDS = 0.02
"""A shorter search counts as this long when its rate of playouts is taken."""


@dataclass(frozen=True)
class Owners:
    """Who owns each point of a position, from +1 for Black to -1 for White, float[N_POINTS] each.

    playouts -- at the end of a search's playouts
    judged   -- as the setting `owners` has it while the game goes on: the game may go on after
                a pass, and before its end a field that learnt from final positions is no guide
    """

    playouts: np.ndarray
    judged: np.ndarray


def answers_pass(game: Game) -> bool:
    """Tells whether the last move was a pass, and the game goes on."""
    return int(game.boards[0]["n_passes"]) > 0 and not game.is_over


def reopens_game(game: Game, goal: Goal) -> bool:
    """Tells whether a search goes on as if there had been no pass: the game is over, or one more
    pass would win it with all stones alive.

    Such a pass looks perfect to the search, but a referee may take dead stones off. So it looks at
    the moves that are left instead.
    """
    n_passes = int(game.boards[0]["n_passes"])
    if n_passes == 1:
        return not game.rules.all_stones_alive and goal.is_won_with_all_alive(game)
    return n_passes > 1


def move_or_pass(
    game: Game,
    goal: Goal,
    children: np.ndarray,
    owners: Owners,
    owners_after_pass: Callable[[], Owners],
    *,
    owners_now: Callable[[], Owners] | None = None,
    by_looks: bool = False,
    concedes: bool = False,
) -> int:
    """Returns the move with the most visits, or PASS where there is nothing left to play for.

    Two passes end the game.  The first of these rules that applies decides:

    1. PASS as an answer to a pass, if that wins and the count of the board is the result.  Where
       dead stones are taken off, an answer that leaves an area of one's own open does not count as
       a win from here on.
    2. PASS if all points have sure owners and keep them; to lose so, only where territory counts,
       or at a level that concedes.
    3. The best move, unless that is PASS or there is a pass to answer.
    4. PASS if it wins, whoever moves next, and gives no points away.
    5. If PASS is the best move but does not win so: the next best one, unless PASS draws and no
       other move looks better, or the search tried no other and the board is at least half full.
    6. The best move.

    children          -- the root's, NODE_DTYPE[:]
    owners            -- of the search for the move
    owners_after_pass -- finds out who owns what if the side to move passes
    owners_now        -- finds that out if it does not, where the search for the move was short
    by_looks          -- whether the likeliest move takes the place of the one with the most visits
    concedes          -- whether it also passes in a lost game once no move gains anything
    """
    best = int(children["move"][_first_of(children, by_looks)])
    others = children[children["move"] != PASS]
    if len(others) == len(children):
        return best  # PASS is among the moves to avoid
    pass_wins = wins_by_passing(game, goal, owners)
    if pass_wins and game.rules.all_stones_alive and answers_pass(game):
        return PASS  # the count of the board is the result
    # Where territory counts, moves that gain nothing cost points, even for the side behind.
    concedes = concedes and not game.rules.all_stones_alive
    pass_wins = pass_wins and not leaves_open(game, goal, owners)
    may_pass = pass_wins or concedes or game.rules.scoring == "territory"
    if may_pass and pass_keeps_all(game, owners, owners_after_pass):
        return PASS
    if best != PASS and not answers_pass(game):
        return best
    if pass_wins:
        after = owners_after_pass()
        if wins_by_passing(game, goal, after):
            now = owners_now() if owners_now else owners
            if not _gives_away(game, goal, now, after):
                return PASS
    if best == PASS and len(others) and (others["visits"].any() or is_open(game)):
        other = others[_first_of(others, by_looks or not others["visits"].any())]
        if not draws_by_passing(game, owners) or other["half_wins"] > other["visits"]:
            return int(other["move"])
    return best


def likeliest_or_pass(game: Game, goal: Goal, children: np.ndarray) -> int:
    """Returns the policy's likeliest move, also PASS, where no playout says who owns what.

    On an open board it does not pass, and where all stones count as alive only if that wins; a pass
    is answered by one if that wins with the stones as they are.

    children -- the root's, NODE_DTYPE[:]
    """
    best = int(children["move"][_first_of(children, by_looks=True)])
    others = children[children["move"] != PASS]
    if not len(others) or len(others) == len(children):
        return best  # there is no other move, or PASS is among the moves to avoid
    is_won = goal.is_won_with_all_alive(game)
    if not is_open(game):
        if answers_pass(game) and is_won:
            return PASS
        if best == PASS and (is_won or not game.rules.all_stones_alive):
            return PASS
    return int(others["move"][_first_of(others, by_looks=True)])


def _first_of(children: np.ndarray, by_looks: bool) -> int:
    """Returns the index of the child with the most visits, or by looks of the likeliest."""
    return int(children["prior"].argmax()) if by_looks else leader_of(children)


def plays_for_points(game: Game, children: np.ndarray, move: int) -> bool:
    """Tells whether a move that is to follow a pass loses the game, as others would, so that only
    points are left to play for.  To the search it is as good as any, even if it breaks a seki.

    children -- the root's, NODE_DTYPE[:]
    """
    if move == PASS or game.boards[0]["n_passes"] == 0:
        return False
    child = children[children["move"] == move][0]
    return bool(child["half_wins"] <= 2 * LOST * child["visits"])


def is_open(game: Game) -> bool:
    """Tells whether so many points are empty that a policy that would pass must be wrong."""
    board = game.boards[0]
    return bool(board["n_empty"] > OPEN * board["size"] ** 2)


def pass_keeps_all(game: Game, owners: Owners, owners_after_pass: Callable[[], Owners]) -> bool:
    """Tells whether every point has a sure owner, and keeps it if the side to move passes.

    Then no move gains anything.  Arguments as in `move_or_pass`.
    """
    before = owners.playouts
    if not all_owners_are_sure(game, before):
        return False
    return all_owners_stay(game, before, owners_after_pass().playouts)


def _gives_away(game: Game, goal: Goal, owners: Owners, after_pass: Owners) -> bool:
    """Tells whether a pass gives away points that are worth playing for."""
    lost = float((owners.playouts - after_pass.playouts)[_on_board(game)].sum())
    return (lost if goal.colour == BLACK else -lost) > WORTH_PLAYING


def leaves_open(game: Game, goal: Goal, owners: Owners) -> bool:
    """Tells whether an answer to a pass leaves more points of one's own to nobody, as a border is
    open, than a pass may give away.
    """
    if not answers_pass(game):
        return False
    counted = owner_map(game.boards[0], dead_points(game, owners.judged))
    left = owners.playouts[_on_board(game) & (counted == EMPTY)]
    own = left if goal.colour == BLACK else -left
    return float(np.maximum(own, 0.0).sum()) > WORTH_PLAYING


def wins_by_passing(game: Game, goal: Goal, owners: Owners) -> bool:
    """Tells whether the side to move wins if the game ends here.

    Where area counts and dead stones are taken off, it must win with them too, because moves that
    capture cost nothing and settle every argument; and the board must be settled, since a player
    who passes early does not mean to end the game.  Chains in doubt count against that side.
    """
    if game.rules.scoring == "area" and not goal.is_won_with_all_alive(game):
        return False
    if game.rules.all_stones_alive:
        return True
    if np.abs(owners.playouts[_on_board(game)]).mean() < SETTLED:
        return False
    is_black = goal.colour == BLACK
    against = owners.judged + (-IN_DOUBT if is_black else IN_DOUBT)
    score = game.score(dead_points(game, against))
    return score > 0 if is_black else score < 0


def draws_by_passing(game: Game, owners: Owners) -> bool:
    """Tells whether the game is a draw if it ends here."""
    return game.score(dead_points(game, owners.judged)) == 0


def playouts_after_pass(limit: Limit, report: SearchReport, threads: int) -> int:
    """Returns how many playouts may tell who owns what if the side to move passes.

    report, threads -- of the search for the move
    """
    if not limit.seconds:
        return PASSED_PLAYOUTS
    rate = report.playouts / max(report.seconds, _LEAST_SECONDS) / threads
    affordable = int(rate * min(PASSED_SHARE * limit.seconds, PASSED_SECONDS))
    return min(PASSED_PLAYOUTS, max(LEAST_PASSED_PLAYOUTS, affordable))


def all_owners_are_sure(game: Game, ownership: np.ndarray) -> bool:
    """Tells whether playouts agree who owns each point; ownership as in `Owners`."""
    return bool(np.abs(ownership[_on_board(game)]).min() >= SURE)


def all_owners_stay(game: Game, ownership: np.ndarray, after_pass: np.ndarray) -> bool:
    """Tells whether each point surely has the same owner when the side to move has passed.

    ownership, after_pass: before and after, as in `Owners`
    """
    on_board = _on_board(game)
    return bool((np.sign(ownership[on_board]) * after_pass[on_board]).min() >= SURE)


def _on_board(game: Game) -> np.ndarray:
    """Returns which points are on the board, bool[N_POINTS]."""
    return np.asarray(game.boards[0]["colour"] != OFF_BOARD)
