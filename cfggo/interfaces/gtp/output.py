"""Writes answers."""

from cfggo.base.pipes.sinks import OutputError, Sink
from cfggo.interfaces.gtp.log import Log
from cfggo.interfaces.gtp.protocol import encode, format_answer, without_blank_lines


class Output:
    """One answer at a time, whole or line by line.

    All methods that write raise OutputError if they can't.
    """

    def __init__(self, sink: Sink, log: Log) -> None:
        self._sink = sink
        self._log = log
        self._id = ""
        self._is_open = False

    def expect(self, command_id: str) -> None:
        """Sets the id of the command that is answered next."""
        self._id = command_id
        self._is_open = False

    def open(self) -> None:
        """Begins a successful answer that is to be written line by line."""
        self._is_open = True
        self._write(f"={self._id}\n")

    def line(self, text: str) -> None:
        """Writes one line of an opened answer."""
        self._write(f"{text}\n")

    def close(self, success: bool, text: str) -> None:
        """Ends the answer with a text; one already begun can't fail, and just ends."""
        if not self._is_open:
            self._write(format_answer(self._id, success, text))
        elif success and text:
            self._write(f"{without_blank_lines(text)}\n\n")
        else:
            self._write("\n")

    def _write(self, text: str) -> None:
        self._log.write(">", text)
        try:
            self._sink.write(encode(text))
        except OSError as error:
            raise OutputError(f"standard output: {error.strerror or error}") from error
