"""The loop of a GTP engine: a line in, an answer out."""

import traceback

from cfggo.base.pipes.sinks import OutputError, tell
from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.interfaces.gtp.lines import MAX_LINE, CommandLines
from cfggo.interfaces.gtp.log import Log
from cfggo.interfaces.gtp.protocol import Command, GtpError, parse_command
from cfggo.interfaces.gtp.session import Session


def serve(session: Session, lines: CommandLines, log: Log) -> None:
    """Answers the controller until `quit` or the end of its input.

    Raises OutputError if an answer can't be written.
    """
    for line in lines:
        log.write("<", line.decode("utf-8", "replace"))
        command = parse_command(line)
        if command is None:
            continue
        session.output.expect(command.id)
        if len(line) > MAX_LINE:
            session.output.close(False, f"line too long: more than {MAX_LINE} bytes")
            continue
        session.output.close(*_run(session, command, log))
        if session.is_over:
            break
        _ponder(session, log)


def _run(session: Session, command: Command, log: Log) -> tuple[bool, str]:
    """Returns whether a command succeeded, and the answer's text."""
    declaration = COMMANDS.get(command.name)
    if declaration is None:
        return False, "unknown command"
    try:
        return True, declaration.run(session, command.arguments)
    except GtpError as error:
        return False, str(error)
    except OutputError:
        raise
    except Exception as error:
        _report_error(log)
        return False, f"internal error: {error!r}"


def _ponder(session: Session, log: Log) -> None:
    """Ponders if it may; an internal error is reported, but has no command to answer."""
    try:
        session.ponder()
    except Exception:
        _report_error(log)


def _report_error(log: Log) -> None:
    """Writes the traceback of the current exception to the log and to standard error."""
    log.write("!", traceback.format_exc())
    tell(traceback.format_exc())
