"""Frequent patterns: how often experts play what each move would make, and the playouts' answer."""

from typing import TYPE_CHECKING

from cfggo.go.points import EMPTY, PASS, format_vertex
from cfggo.interfaces.gtp.graphics import share_graphics
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError, format_vertices
from cfggo.interfaces.gtp.registry import Colour, command
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    import numpy as np

    from cfggo.config import PolicyConfig
    from cfggo.models.frequency.model import FrequencyModel

_ALL_AROUND = 8


@command("cfggo-frequency", needs=Need.ENGINE)
def cfggo_frequency(session: Session, colour: Colour) -> str:
    """Draws for each move with a known 3x3 pattern how often experts play the pattern, in percent.

    A circle marks the playouts' answer to the last two moves. If the settings give no answers, it
    marks the most played pattern beside them, diagonals included. The playout weights must have
    counts of patterns.
    """
    from cfggo.features.patterns3x3 import colour_code
    from cfggo.models.frequency.classes import class_indices
    from cfggo.models.frequency.policy import CountedWeights

    weights = session.engine.playout_weights
    if not isinstance(weights, CountedWeights):
        raise GtpError("the playout weights have no counts of patterns; --config frequency has")
    frequencies = weights.frequencies
    board = session.game.boards_for(colour)[0]
    classes = class_indices()[colour]
    kept = set(frequencies.kept.tolist())
    class_of = {
        point: int(classes[colour_code(board, point)])
        for point in session.game.legal_points(colour)
    }
    rates = {p: float(frequencies.rates[index]) for p, index in class_of.items() if index in kept}
    lines = share_graphics(rates)
    preferred = _answers(board, class_of, frequencies, session.engine.config.policy)
    if not preferred:
        return "\n".join([*lines, "TEXT no known pattern next to the last two moves"])
    index = class_of[preferred[0]]
    answer = " or ".join(format_vertex(point) for point in preferred)
    return "\n".join(
        [
            *lines,
            f"CIRCLE {format_vertices(preferred)}",
            f"TEXT answer {answer}: played {frequencies.played[index]:,} times of "
            f"{frequencies.offered[index]:,}, {100 * frequencies.rates[index]:.1f}%",
        ]
    )


def _answers(
    board: "np.void",
    class_of: dict[int, int],
    frequencies: "FrequencyModel",
    policy: "PolicyConfig",
) -> list[int]:
    """Returns the legal points next to the last two moves of which playouts prefer none to others.

    class_of -- the class of each legal point's pattern
    """
    from cfggo.features.patterns3x3 import AROUND, colour_code

    preferences = frequencies.preferences(policy.answers_by_rate)[board["to_play"] - 1]
    around = AROUND[: policy.pattern_answers or _ALL_AROUND]
    preference_of = {
        point: int(preferences[colour_code(board, point)])
        for last in (int(board["last"]), int(board["last2"]))
        if last != PASS
        for point in (last + offset for offset in around)
        if board["colour"][point] == EMPTY and point in class_of
    }
    most = max(preference_of.values(), default=0)
    return [point for point, preference in preference_of.items() if 0 < preference == most]
