"""What is kept of a game: one line of a journal, and an SGF file."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from sgfmill import sgf

from cfggo.errors import CfggoError
from cfggo.go.points import COLOUR_NAMES
from cfggo.go.sgf import write_sgf
from cfggo.match.clock import TimeControl
from cfggo.match.referee import GameResult, Player


@dataclass(frozen=True)
class GameRecord:
    """A game of a match, as the journal has it.

    Public attributes:
      number              -- from 1
      black, white        -- the programs' names
      first_plays         -- colour of the match's first program, "black" or "white"
      winner              -- "black", "white", or None
      result, reason, detail, last_words, is_void, is_forfeit, duration, date -- as in GameResult
      moves               -- number of moves
      scored_by, claims   -- who decided the score and what was claimed, as in Settlement
      seconds, versions, commands -- by "black" and "white"
    """

    number: int
    black: str
    white: str
    first_plays: str
    winner: str | None
    result: str
    reason: str
    detail: str
    last_words: list[str]
    is_void: bool
    is_forfeit: bool
    moves: int
    scored_by: str | None
    claims: dict[str, str | None]
    seconds: dict[str, float]
    duration: float
    versions: dict[str, str]
    commands: dict[str, list[str]]
    date: str

    @classmethod
    def from_result(
        cls, number: int, black: Player, white: Player, first_plays: str, result: GameResult
    ) -> Self:
        """Returns the record of a game that was just played."""
        settlement = result.settlement
        return cls(
            number=number,
            black=black.name,
            white=white.name,
            first_plays=first_plays,
            winner=None if result.winner is None else COLOUR_NAMES[result.winner],
            result=result.result,
            reason=result.reason,
            detail=result.detail,
            last_words=result.last_words,
            is_void=result.is_void,
            is_forfeit=result.is_forfeit,
            moves=len(result.game.moves),
            scored_by=settlement.decided_by if settlement else None,
            claims=settlement.claims if settlement else {},
            seconds={COLOUR_NAMES[c]: round(s, 3) for c, s in result.seconds.items()},
            duration=round(result.duration, 3),
            versions={COLOUR_NAMES[c]: version for c, version in result.versions.items()},
            commands={"black": list(black.command), "white": list(white.command)},
            date=result.date,
        )

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """Returns the record that a journal's line holds. Raises CfggoError if it is no record."""
        try:
            return cls(**fields)
        except TypeError as error:
            raise CfggoError(f"game {fields.get('number')} of the journal: {error}") from error

    def to_json(self) -> dict[str, Any]:
        """Returns the fields by name."""
        return asdict(self)

    @property
    def is_disputed(self) -> bool:
        """Whether the players were asked and did not both give the same score."""
        return "black" in self.claims and self.scored_by != "players"

    @property
    def comment(self) -> str:
        """What happened, for the record's reader; "" if there is nothing to tell."""
        lines = [self.detail] if self.detail else []
        if self.is_disputed:
            said = ", ".join(f"{who}: {claim or 'none'}" for who, claim in self.claims.items())
            lines.append(f"Scored by {self.scored_by}; claimed scores: {said}")
        if self.last_words:
            lines += ["Last words:", *self.last_words]
        return "\n".join(lines)


def game_sgf(record: GameRecord, result: GameResult, time_control: TimeControl | None) -> bytes:
    """Returns the game as SGF data, with the record's comment in its root."""
    line = replace(
        result.game.to_main_line(),
        result=record.result,
        date=record.date,
        black_name=record.black,
        white_name=record.white,
    )
    game = sgf.Sgf_game.from_bytes(write_sgf(line))
    root = game.get_root()
    if record.comment:
        root.set("C", record.comment)
    if time_control is not None:
        root.set("TM", time_control.main)
        if time_control.period:
            root.set("OT", f"{time_control.stones}/{time_control.period} Canadian")
    data: bytes = game.serialise()
    return data
