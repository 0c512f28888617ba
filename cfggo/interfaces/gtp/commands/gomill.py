"""Gomill: notes for the game records of its ringmaster."""

from dataclasses import asdict

from cfggo.config import EngineConfig
from cfggo.interfaces.gtp.commands.gogui import cfggo_winrate
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session
from cfggo.search.levels import FULL_STRENGTH
from cfggo.version import __version__


@command("gomill-describe_engine")
def gomill_describe_engine(session: Session) -> str:
    """Returns name, version, preset, weights and the given settings, on several lines."""
    engine, effort = session.engine, session.effort
    config = engine.config
    limits = [f"{effort.playouts} playouts"] * bool(effort.playouts)
    limits += [f"{effort.seconds:g} seconds"] * bool(effort.seconds)
    others = _given_besides(config)
    return "\n".join(
        [
            f"cfggo {__version__}",
            f"preset {config.name}, tree policy {config.policy.tree}, "
            f"playout policy {config.policy.playout}",
            f"level {effort.level.name if effort.level else FULL_STRENGTH}, "
            f"{' or '.join(limits) or 'no limit'} a move without a clock",
            f"threads {config.play.threads}, seed {engine.seed}",
            f"rules {session.game.rules.name}, resigns below {config.play.resign_below:g}",
            *([f"also set: {', '.join(others)}"] if others else []),
        ]
    )


_DESCRIBED = {"tree", "playout", "level", "playouts", "seconds", "threads", "seed", "rules"}
_DESCRIBED |= {"resign_below", "komi"}
"""Settings that a description names by themselves, and the komi, which is the game's."""


def _given_besides(config: EngineConfig) -> list[str]:
    """Returns the other settings that the user gave, as KEY=VALUE, by name."""
    values = {**asdict(config.policy), **asdict(config.search), **asdict(config.play)}
    given = sorted(config.given & values.keys() - _DESCRIBED)
    return [f"{key}={_written(values[key])}" for key in given]


def _written(value: object) -> str:
    """Returns a setting's value as --set takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@command("gomill-cpu_time")
def gomill_cpu_time(session: Session) -> str:
    """Returns the processor time that went into moves so far, in seconds, of all threads."""
    return f"{session.processor_seconds:.3f}"


@command("gomill-explain_last_move")
def gomill_explain_last_move(session: Session) -> str:
    """Returns the answer of cfggo-winrate, or "" without a search; Gomill keeps it as a comment."""
    return cfggo_winrate(session) if session.last_search else ""
