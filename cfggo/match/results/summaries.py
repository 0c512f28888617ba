"""Summaries of games: one line of a journal, and an SGF file."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal, Self, cast

from cfggo.base.errors import CfggoError
from cfggo.base.toml_tables import Place, Range, read_table
from cfggo.go.points import COLOUR_NAMES
from cfggo.match.playing.clock import TimeControl
from cfggo.match.playing.referee import GameResult
from cfggo.match.playing.scoring import parse_score
from cfggo.records.sgf.writing import game_of_line

_Colour = Literal["black", "white"]


@dataclass(frozen=True)
class GameSummary:
    """A game between two programs, as in the journal.

    Public attributes:
      number              -- from 1
      black, white        -- the players' names
      first_plays         -- colour of the player who is named first, "black" or "white"
      size, komi          -- as in Game
      opening             -- name of the opening, or None
      winner              -- "black", "white", or None
      result, reason, detail, last_words, is_void, is_forfeit, duration, date -- as in GameResult
      moves               -- number of moves, those of the opening included
      opening_moves       -- number of moves of the opening
      first_to_move       -- colour of the first move after the opening
      scored_by, claims   -- who decided the score and what was claimed, as in Settlement
      seconds, versions, seeds -- by "black" and "white"
      searched            -- pairs (playouts, seconds) by "black" and "white", as in GameResult
    """

    number: Annotated[int, Range(1)]
    black: str
    white: str
    first_plays: _Colour
    size: int
    komi: float
    opening: str | None
    winner: _Colour | None
    result: str
    reason: str
    detail: str
    last_words: tuple[str, ...]
    is_void: bool
    is_forfeit: bool
    moves: Annotated[int, Range(0)]
    opening_moves: Annotated[int, Range(0)]
    first_to_move: _Colour
    scored_by: str | None
    claims: dict[str, str | None]
    seconds: dict[str, float]
    searched: dict[str, tuple[int, float]]
    duration: float
    versions: dict[str, str]
    seeds: dict[str, int]
    date: str

    def __post_init__(self) -> None:
        """Raises CfggoError for a game that was played, but has no times."""
        if not self.is_void and not {"black", "white"} <= self.seconds.keys():
            raise CfggoError("seconds of black or white are missing")

    @classmethod
    def from_result(
        cls,
        number: int,
        players: dict[str, str],
        first_plays: str,
        opening: str | None,
        seeds: dict[str, int],
        result: GameResult,
    ) -> Self:
        """Returns the summary of a game that was just played; players: names by colour."""
        settlement = result.settlement
        return cls(
            number=number,
            black=players["black"],
            white=players["white"],
            first_plays=cast(_Colour, first_plays),
            size=result.game.size,
            komi=result.game.komi,
            opening=opening,
            winner=None if result.winner is None else cast(_Colour, COLOUR_NAMES[result.winner]),
            result=result.result,
            reason=result.reason,
            detail=result.detail,
            last_words=tuple(result.last_words),
            is_void=result.is_void,
            is_forfeit=result.is_forfeit,
            moves=len(result.game.moves),
            opening_moves=result.opening_moves,
            first_to_move=cast(_Colour, COLOUR_NAMES[result.first_to_move]),
            scored_by=settlement.decided_by if settlement else None,
            claims=settlement.claims if settlement else {},
            seconds={COLOUR_NAMES[c]: round(s, 3) for c, s in result.seconds.items()},
            searched={COLOUR_NAMES[c]: pair for c, pair in result.searched.items()},
            duration=round(result.duration, 3),
            versions={COLOUR_NAMES[c]: version for c, version in result.versions.items()},
            seeds=seeds,
            date=result.date,
        )

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """Returns the summary that a journal's line holds. Raises CfggoError if it holds none."""
        return read_table(cls, fields, Place(f"game {fields.get('number')} of the journal"))

    def to_json(self) -> dict[str, Any]:
        """Returns the fields by name."""
        return asdict(self)

    def colour_of(self, player: str) -> str | None:
        """Returns a player's colour, "black" or "white", or None if it did not play this game."""
        return "black" if player == self.black else "white" if player == self.white else None

    def moves_of(self, colour: str) -> int:
        """Returns how many moves a colour made, those of the opening left out."""
        made = self.moves - self.opening_moves
        return (made + 1) // 2 if colour == self.first_to_move else made // 2

    @property
    def is_disputed(self) -> bool:
        """Whether those who were asked for the score gave different ones."""
        scores = {parse_score(claim) for claim in self.claims.values()}
        return len(scores - {None}) > 1

    @property
    def comment(self) -> str:
        """The reason in words, for the summary's reader; "" if there is none."""
        lines = [self.detail] if self.detail else []
        if self.is_disputed:
            said = ", ".join(f"{who}: {claim or 'none'}" for who, claim in self.claims.items())
            lines.append(f"Scored by {self.scored_by}; claimed scores: {said}")
        if self.last_words:
            lines += ["Last output:", *self.last_words]
        return "\n".join(lines)


def summaries_by_number(lines: Mapping[int, dict[str, Any]]) -> list[GameSummary]:
    """Returns the games of a journal's lines, in the order of their numbers.

    Raises CfggoError if a line is no game's.
    """
    return [GameSummary.from_json(lines[number]) for number in sorted(lines)]


def game_sgf(summary: GameSummary, result: GameResult, time_control: TimeControl | None) -> bytes:
    """Returns the game as SGF data, with the summary's comment in its root."""
    line = replace(
        result.game.to_main_line(),
        result=summary.result,
        date=summary.date,
        black_name=summary.black,
        white_name=summary.white,
        values=result.values,
    )
    game = game_of_line(line)
    root = game.get_root()
    if summary.comment:
        root.set("C", summary.comment)
    if time_control is not None:
        root.set("TM", time_control.main)
        if time_control.period:
            root.set("OT", f"{time_control.stones}/{time_control.period} Canadian")
    data: bytes = game.serialise()
    return data
