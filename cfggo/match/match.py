"""Plays the games of a match, some of them at a time, and keeps each as it ends."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from cfggo.match.client import Cancellation
from cfggo.match.programs import parse_program
from cfggo.match.records import GameRecord, game_sgf
from cfggo.match.referee import GameSettings, Player, Watcher, play_game
from cfggo.match.store import GameStore

SETTINGS_NAME = "match"


@dataclass(frozen=True)
class Match:
    """What makes two matches the same, but for the number of games.

    Public attributes:
      first, second -- the programs as `parse_program` takes them; the first is Black, at least in
                       the first game
      alternate     -- whether the colours change from game to game
      seed          -- of which the programs' seeds are made
      game          -- GameSettings

    Raises CfggoError if a program is unknown or not installed.
    """

    first: str
    second: str
    game: GameSettings
    alternate: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        for text in (self.first, self.second):
            parse_program(text, self.game.rules)

    def to_json(self) -> dict[str, Any]:
        """Returns the settings by name."""
        game = self.game
        return {
            "black": self.first,
            "white": self.second,
            "alternate": self.alternate,
            "seed": self.seed,
            "size": game.size,
            "komi": game.komi,
            "rules": game.rules.name,
            "score": game.score_by,
            "time": None if game.time_control is None else str(game.time_control),
            "patience": game.patience,
            "max_moves": game.move_limit,
        }

    def players(self, number: int) -> tuple[Player, Player, str]:
        """Returns who is Black and who is White in a game, and the first program's colour."""
        players = [
            Player(text, parse_program(text, self.game.rules).command(self.seed, number, index))
            for index, text in enumerate((self.first, self.second))
        ]
        if self.alternate and number % 2 == 0:
            return players[1], players[0], "white"
        return players[0], players[1], "black"


def play_match(
    match: Match,
    games: int,
    store: GameStore,
    *,
    jobs: int = 1,
    watcher: Watcher | None = None,
    on_game: Callable[[GameRecord], None] = lambda record: None,
) -> None:
    """Plays those of the games 1 to `games` that the store doesn't have yet.

    jobs    -- number of games played at a time
    on_game -- told of each game once it is kept, from any thread

    Programs are started anew for every game: a game then depends on its number alone, whatever was
    played before it or beside it.

    However this ends, no program is left running, and the store has all games that were finished.
    """

    def play(number: int) -> None:
        black, white, first_plays = match.players(number)
        result = play_game(
            number, black, white, match.game, watcher=watcher, cancellation=cancellation
        )
        record = GameRecord.from_result(number, black, white, first_plays, result)
        store.add(record.to_json(), game_sgf(record, result, match.game.time_control))
        on_game(record)

    missing = [number for number in range(1, games + 1) if number not in store.records]
    cancellation = Cancellation()
    executor = ThreadPoolExecutor(max_workers=jobs)
    try:
        for future in as_completed([executor.submit(play, number) for number in missing]):
            future.result()
    finally:
        cancellation.set()
        executor.shutdown(cancel_futures=True)
        cancellation.close()
