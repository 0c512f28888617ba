"""Collections of game records: which records are kept, and why the others are not."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cfggo.base.words import counted
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, WHITE
from cfggo.records.archives import printable
from cfggo.records.game_files import Doubt
from cfggo.records.game_record import BOTH, GameRecord
from cfggo.records.parsing import Unusable, parsed_games
from cfggo.records.ranks import parse_rank
from cfggo.records.results import counted_score, has_winner, was_played_out

OTHER_SIZE = "other board size"
"""A filter's reason for records on other boards."""


@dataclass(frozen=True)
class RecordFilter:
    """The conditions for records to be kept.

    Records that name a handicap but have neither its stones nor Black's moves that place them are
    never kept: all their positions are wrong.

    Public attributes:
      size         -- board size, or None for any
      min_handicap -- fewest handicap stones
      max_handicap -- most handicap stones, or None for any number
      min_moves    -- fewest moves, passes included
      max_moves    -- most moves, or None for any number
      min_rank     -- lowest rank of both players, as `parse_rank` returns it, or None for any rank,
                      unknown ones too
      result       -- "any"; "known" for a winner or a draw; or "played-out" for games that ended by
                      their moves, too, not by time or forfeit
      max_margin   -- most points by which a game is won; others, and those that were not counted,
                      are dropped; None for any result
      player       -- part of a player's name, in capitals or not: games without such a player are
                      dropped, and of the others only that player's moves count; "" for all
    """

    size: int | None = None
    min_handicap: int = 0
    max_handicap: int | None = None
    min_moves: int = 0
    max_moves: int | None = None
    min_rank: int | None = None
    result: str = "any"
    max_margin: int | None = None
    player: str = ""

    def reason_to_drop(self, line: MainLine) -> str | None:
        """Returns why a record must be dropped, or None if it is kept."""
        if self.size is not None and line.size != self.size:
            return OTHER_SIZE
        if line.handicap < self.min_handicap:
            return "too little handicap"
        if self.max_handicap is not None and line.handicap > self.max_handicap:
            return "too much handicap"
        if len(line.moves) < self.min_moves:
            return "too few moves"
        if self.max_moves is not None and len(line.moves) > self.max_moves:
            return "too many moves"
        if line.lacks_handicap:
            return "handicap stones missing"
        if self.min_rank is not None:
            ranks = [parse_rank(line.black_rank), parse_rank(line.white_rank)]
            if any(rank is None or rank < self.min_rank for rank in ranks):
                return "rank too low or unknown"
        if self.result != "any" and not has_winner(line.result):
            return "no result"
        if self.result == "played-out" and not was_played_out(line.result):
            return "lost by time or forfeit"
        if self.max_margin is not None:
            score = counted_score(line.result)
            if score is None:
                return "not counted"
            if abs(score) > self.max_margin:
                return "won by too much"
        if not self.players_of(line):
            return "not of that player"
        return None

    def players_of(self, line: MainLine) -> tuple[int, ...]:
        """Returns whose moves count: BLACK, WHITE or both; () for a game of others."""
        if not self.player:
            return BOTH
        names = (BLACK, line.black_name), (WHITE, line.white_name)
        wanted = self.player.casefold()
        return tuple(colour for colour, name in names if wanted in name.casefold())


@dataclass
class DropReport:
    """Counts the records that were not used, or other things that files hold.

    Public attributes:
      noun     -- what they are called, in the singular
      reasons  -- number of records by reason
      examples -- what was wrong with the first record of each reason, with its name
    """

    noun: str = "record"
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, reason: str, detail: str = "") -> None:
        """Counts one record."""
        self.reasons[reason] += 1
        self.examples.setdefault(reason, printable(f"{name}: {detail or reason}"))

    def __str__(self) -> str:
        if not self.reasons:
            return f"no {self.noun}s left out"
        counts = (f"{count:,} {reason}" for reason, count in self.reasons.most_common())
        return f"{counted(self.reasons.total(), self.noun)} left out ({', '.join(counts)})"


@dataclass
class DoubtReport:
    """Counts the records that are used although something of them was mended, or is not followed.

    Public attributes:
      n_records -- how many there are
      kinds     -- how many of each kind of doubt
      examples  -- the first of each kind, with its record's name
    """

    n_records: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, doubts: Collection[Doubt]) -> None:
        """Counts a record, if there are doubts about it."""
        self.n_records += bool(doubts)
        for kind, sentence in doubts:
            self.kinds[kind] += 1
            self.examples.setdefault(kind, printable(f"{name}: {sentence}"))

    def lines(self) -> list[str]:
        """Returns a report of them: a line in all, and an example of each kind."""
        if not self.n_records:
            return []
        counts = ", ".join(f"{count:,} {kind}" for kind, count in self.kinds.most_common())
        heading = f"{counted(self.n_records, 'record')} mended or doubtful ({counts})"
        return [heading, *(f"  {example}" for example in self.examples.values())]


def read_records(
    paths: Iterable[str | Path], keep: RecordFilter, dropped: DropReport
) -> Iterator[GameRecord]:
    """Yields the records of all paths, as `iter_sources` finds them; comments may be missing.

    A file may hold several games.  Records that can't be read or that the filter refuses, and all
    but the first of equal games, go into the report instead.
    """
    seen = set()
    for game in parsed_games(paths):
        if isinstance(game, Unusable):
            dropped.add(*game)
        elif reason := keep.reason_to_drop(game.line):
            dropped.add(game.name, reason)
        elif game.digest in seen:
            dropped.add(game.name, "duplicate")
        else:
            seen.add(game.digest)
            yield game.of_players(keep.players_of(game.line))
