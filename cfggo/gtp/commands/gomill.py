"""What Gomill's ringmaster keeps in its game records."""

from cfggo import __version__
from cfggo.gtp.commands.gogui import cfggo_winrate
from cfggo.gtp.registry import command
from cfggo.gtp.session import Session
from cfggo.search.levels import FULL_STRENGTH


@command("gomill-describe_engine")
def gomill_describe_engine(session: Session) -> str:
    """Returns name, version and everything that the moves depend on, on several lines."""
    engine, effort = session.engine, session.effort
    config = engine.config
    limits = [f"{effort.playouts} playouts"] * bool(effort.playouts)
    limits += [f"{effort.seconds:g} seconds"] * bool(effort.seconds)
    return "\n".join(
        [
            f"cfggo {__version__}",
            f"preset {config.name}, tree policy {config.policy.tree}, "
            f"playout policy {config.policy.playout}",
            f"level {effort.level.name if effort.level else FULL_STRENGTH}, "
            f"{' or '.join(limits) or 'no limit'} a move without a clock",
            f"threads {config.play.threads}, seed {engine.seed}",
            f"rules {session.game.rules.name}, resigns below {config.play.resign_below:g}",
        ]
    )


@command("gomill-cpu_time")
def gomill_cpu_time(session: Session) -> str:
    """Returns the processor time that went into moves so far, in seconds, of all threads."""
    return f"{session.processor_seconds:.3f}"


@command("gomill-explain_last_move")
def gomill_explain_last_move(session: Session) -> str:
    """Returns what cfggo-winrate does, "" if nothing was searched; Gomill keeps it as a comment."""
    return cfggo_winrate(session) if session.last_search else ""
