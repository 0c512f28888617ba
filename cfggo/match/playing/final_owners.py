"""Who owns the points of a finished game by a program's word: its final_status_list."""

from __future__ import annotations

from typing import Self

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE
from cfggo.go.scoring import owner_map
from cfggo.match.playing.client import GtpClient, ProgramError
from cfggo.match.playing.programs import find_gnugo
from cfggo.match.playing.scoring import dead_stones


class GnuGoOwners:
    """GNU Go, asked which stones are dead.  Use it as a context manager."""

    def __init__(self) -> None:
        """Starts the program.  Raises CfggoError if it is not installed or can't be started."""
        program = find_gnugo()
        if program is None:
            raise CfggoError("GNU Go is not installed (Debian: apt install gnugo)")
        try:
            self._client = GtpClient([program, "--mode", "gtp", "--quiet"])
        except ProgramError as error:
            raise CfggoError(f"GNU Go: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def owners(self, game: Game) -> np.ndarray:
        """Returns the owners of the points without the stones that are dead to it.

        Returns float64[N_POINTS]: +1 for Black, -1 for White, 0 for nobody.

        Raises CfggoError if it gives no answer.
        """
        try:
            owners = owner_map(game.boards[0], dead_stones(self._client, game))
        except (ProgramError, ValueError) as error:
            raise CfggoError(f"GNU Go: {error}") from error
        return (owners == BLACK).astype(np.float64) - (owners == WHITE)
