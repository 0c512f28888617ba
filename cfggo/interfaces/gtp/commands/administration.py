"""The engine itself: these commands are answered while it is still loading."""

from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import COMMANDS, command
from cfggo.interfaces.gtp.session import Session


@command("protocol_version")
def protocol_version(session: Session) -> str:
    """Returns the version of the protocol."""
    return "2"


@command("name")
def name(session: Session) -> str:
    """Returns the engine's name."""
    return session.identity.name


@command("version")
def version(session: Session) -> str:
    """Returns the engine's version."""
    return session.identity.version


@command("known_command")
def known_command(session: Session, name: str) -> str:
    """Returns whether the engine knows a command."""
    return "true" if name in COMMANDS else "false"


@command("list_commands")
def list_commands(session: Session) -> str:
    """Returns the names of all commands."""
    return "\n".join(COMMANDS)


@command("help")
def help_(session: Session, name: str = "") -> str:
    """Returns all commands with arguments and effects, or details of one."""
    if not name:
        return "\n".join(f"{declared.usage}: {declared.help}" for declared in COMMANDS.values())
    if name not in COMMANDS:
        raise GtpError(f"unknown command: {name!r}")
    declared = COMMANDS[name]
    return f"{declared.usage}\n{declared.help}\n{declared.details}"


@command("quit")
def quit_(session: Session) -> None:
    """Ends the engine."""
    session.is_over = True
