"""Who plays whom, and how: the games of a match, a tournament or a tuning run by their numbers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place
from cfggo.base.words import counted
from cfggo.go.points import BLACK, WHITE
from cfggo.match.contests.venues import Venue, play_and_keep
from cfggo.match.playing.client import Cancellation
from cfggo.match.playing.conditions import Conditions
from cfggo.match.playing.openings import Opening
from cfggo.match.playing.programs import check_digests, parse_program, program_digests
from cfggo.match.playing.referee import GameSettings, Player, Watcher, play_game
from cfggo.match.playing.scoring import CFGGO, PLAYERS
from cfggo.match.results.store import FinishedGame, GameStore
from cfggo.match.results.summaries import GameSummary, game_sgf

MOST_VOID_GAMES = 3
"""Void games of one pairing, one after the other, at which a contest is given up."""


@dataclass(frozen=True)
class Entrant:
    """A player: a name in the results, and a program as `parse_program` takes it."""

    name: str
    program: str


def check_name(place: Place, key: str, name: str) -> None:
    """Raises CfggoError, which names place and key, for a name that tables can't show."""
    if not name.isprintable():
        raise place.error(key, "a name has no line breaks and no control characters")


@dataclass(frozen=True)
class Pairing:
    """Two players of a series of games; the first is Black in the first of them."""

    first: Entrant
    second: Entrant
    game: GameSettings

    @property
    def programs(self) -> list[str]:
        """The programs that its games need: the players', and the referee's if there is one."""
        players = [self.first.program, self.second.program]
        referee = self.game.score_by
        return players if referee in (PLAYERS, CFGGO) else [*players, referee]

    def __str__(self) -> str:
        return f"{self.first.name} - {self.second.name}, {self.game.size}x{self.game.size}"


@dataclass(frozen=True)
class PairedGame:
    """One game of a pairing, to be played anywhere.

    Public attributes:
      number      -- from 1
      pairing     -- Pairing
      first_plays -- colour of the pairing's first player, "black" or "white"
      seed        -- of the contest
      opening     -- Opening, or None
      digests     -- of the settings and the contents of the files that the programs are to play
                     with, by name
    """

    number: int
    pairing: Pairing
    first_plays: str
    seed: int
    opening: Opening | None = None
    digests: Mapping[str, str] = field(default_factory=dict)

    def play(
        self, watcher: Watcher | None = None, cancellation: Cancellation | None = None
    ) -> FinishedGame:
        """Plays the game.

        A program's name is looked up here: other machines have other paths.

        Raises CfggoError if a program is not installed, or if its settings, or a file that it plays
        with, have changed since the start, Cancelled if the cancellation is set.
        """
        for needed in dict.fromkeys(self.pairing.programs):
            check_digests(program_digests(needed), self.digests)
        names, players, seeds = {}, {}, {}
        settings = self.pairing.game
        entrants = (self.pairing.first, self.pairing.second)
        for index, entrant in enumerate(entrants):
            is_black = (index == 0) == (self.first_plays == "black")
            colour = "black" if is_black else "white"
            program = parse_program(entrant.program, settings.rules)
            names[colour] = entrant.name
            seeds[colour] = program.seed_for(self.seed, self.number, index)
            players[BLACK if is_black else WHITE] = Player(
                entrant.name, program.command(self.seed, self.number, index)
            )
        result = play_game(
            self.number,
            players[BLACK],
            players[WHITE],
            settings,
            opening=self.opening,
            watcher=watcher,
            cancellation=cancellation,
        )
        summary = GameSummary.from_result(
            self.number,
            names,
            self.first_plays,
            None if self.opening is None else self.opening.name,
            seeds,
            result,
        )
        return FinishedGame(summary.to_json(), game_sgf(summary, result, settings.time_control))


@dataclass(frozen=True)
class Contest:
    """All games of a match, a tournament or a tuning run, in rounds of one game for each pairing.

    A game follows from its number alone, whatever is played before it or beside it, and more rounds
    add games without changing any.

    Public attributes:
      pairings   -- at least one
      conditions -- Conditions; each pairing has the settings of its games
    """

    pairings: Sequence[Pairing]
    conditions: Conditions = field(default_factory=Conditions)

    def require_programs(self) -> None:
        """Raises CfggoError if a program is unknown or not installed."""
        for pairing in self.pairings:
            for program in pairing.programs:
                parse_program(program, pairing.game.rules)

    @cached_property
    def digests(self) -> dict[str, str]:
        """Digests of the settings and the contents of files that the programs name, when first
        asked for.
        """
        programs = dict.fromkeys(p for pairing in self.pairings for p in pairing.programs)
        return {
            name: digest
            for program in programs
            for name, digest in program_digests(program).items()
        }

    def pairing_of(self, number: int) -> int:
        """Returns the index of the pairing that a game belongs to."""
        return (number - 1) % len(self.pairings)

    def games_left(self, rounds: int, kept: Collection[int]) -> int:
        """Returns how many games of a number of rounds are not among those numbers."""
        games = rounds * len(self.pairings)
        return games - sum(number <= games for number in kept)

    def task(self, number: int) -> PairedGame:
        """Returns a game."""
        round_, index = divmod(number - 1, len(self.pairings))
        pairing, alternate = self.pairings[index], self.conditions.alternate
        swaps = alternate and round_ % 2 == 1
        openings = [o for o in self.conditions.openings if o.line.size == pairing.game.size]
        turn = round_ // 2 if alternate else round_
        return PairedGame(
            number=number,
            pairing=pairing,
            first_plays="white" if swaps else "black",
            seed=self.conditions.seed,
            opening=openings[turn % len(openings)] if openings else None,
            digests=self.digests,
        )


def play_contest(
    contest: Contest,
    rounds: int,
    store: GameStore,
    venue: Venue,
    *,
    is_decided: Callable[[int], bool] = lambda pairing: False,
    on_game: Callable[[GameSummary], None] = lambda summary: None,
) -> None:
    """Plays those games of a number of rounds that the store doesn't have yet.

    is_decided -- tells, by a pairing's index, whether its remaining games need not be played
    on_game    -- called with each game once it is kept

    Raises CfggoError with the program's last words after MOST_VOID_GAMES, or when all is played and
    a pairing had only void games.
    """
    numbers = range(1, rounds * len(contest.pairings) + 1)
    # Asked game by game, when there is room for the next: an earlier one may have decided it.
    tasks = (contest.task(n) for n in numbers if not is_decided(contest.pairing_of(n)))
    began = {contest.pairing_of(number) for number in store.summaries}
    void_games: dict[int, list[GameSummary]] = {}  # one after the other, by pairing
    with closing(play_and_keep(tasks, venue, store)) as games:
        for game in games:
            summary = GameSummary.from_json(game.summary)
            on_game(summary)
            index = contest.pairing_of(summary.number)
            if summary.is_void:
                void_games.setdefault(index, []).append(summary)
            else:
                began.add(index)
                void_games.pop(index, None)
            if len(void_games.get(index, ())) == MOST_VOID_GAMES:
                raise _no_game_begins(void_games[index])
    for index, lost in void_games.items():
        if index not in began:
            raise _no_game_begins(lost)


def _no_game_begins(games: Sequence[GameSummary]) -> CfggoError:
    """Returns the error for void games of one pairing."""
    last = games[-1]
    times = counted(len(games), "game")
    return CfggoError(
        f"{last.black} (B) against {last.white} (W) can't begin, in {times}: "
        f"{' | '.join([last.detail, *last.last_words])}"
    )
