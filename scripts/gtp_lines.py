"""Makes lines that a GTP engine may be sent: sensible, half sensible, and damaged ones."""

from collections.abc import Iterator
from random import Random

from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.interfaces.gtp.lines import MAX_LINE
from cfggo.interfaces.gtp.protocol import is_interrupt, parse_command

_COLOURS = ("b", "w", "B", "white", "BLACK")
_VERTICES = ("A1", "b2", "C3", "d4", "E5", "J9", "T19", "pass", "PASS", "resign", "I5", "Z99", "A0")
_NUMBERS = ("0", "1", "2", "5", "7", "9", "10", "19", "361", "-1", "7.5", "1e3", "1e308", "nan",
            "99999999999", "2147483647", "0x10", "1_0", "٣")  # fmt: skip
_WORDS = (
    "true", "false", "alive", "dead", "seki", "all", "none", "absolute", "byoyomi", "canadian",
    "fischer", "fischer-capped", "interval", "minmoves", "maxmoves", "avoid", "allow", "ownership",
    "movesOwnership", "pvVisits", "rootInfo", "ownershipStdev", "chinese", "japanese", "aga-button",
    "tromp-taylor", "ko", "scoring", "AREA", "TERRITORY", "suicide", "game", "private", "score?",
    "level", "12k", "full", "live_gfx", "maxVisits", "maxTime", "allowResignation", "name",
    "genmove", "A1,B2,pass", "nothing.sgf", "-", "#", "=", "?", "\t", "\\", "ä", "\0",
    '{"ko":"SIMPLE","scoring":"AREA"}', '{"suicide":true}', '{"a":{"b":[', "{",
)  # fmt: skip

_POOLS = {
    "colour": _COLOURS,
    "vertex": (*(f"{col}{row}" for col in "ABCDEFG" for row in range(1, 8)), *_VERTICES),
    "vertices": _VERTICES,
    "moves": ("b A1", "w B2", "b C3", "w D4", "b pass", "w"),
    "stones": ("b A1", "w B2", "b C3", "w D4", "b E5", "w"),
    "size": ("5", "5", "7", "9", *_NUMBERS),
    "komi": ("0", "0.5", "6.5", "-7", *_NUMBERS),
    "number_of_moves": _NUMBERS,
    "number_of_stones": _NUMBERS,
    "status": ("alive", "dead", "seki", "x"),
    "options": (
        "b", "w", "10", "interval 5", "minmoves 3", "maxmoves 2", "ownership true", "rootInfo true",
        "movesOwnership true", "pvVisits true", "avoid b A1,B2 5", "avoid w pass 9", "allow b C3 2",
        "allow w A1,A2 30", "ownershipStdev true", "movesOwnershipStdev true",
    ),
    "rules": ("chinese", "japanese", "aga", "nz", "stone-scoring", '{"ko":"SIMPLE"}', "{"),
    "numbers": ("0", "1", "10", "30", "300", "2.5", "-1"),
    "system": ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"),
    "main_time": ("0", "60"), "byo_yomi_time": ("0", "10"), "byo_yomi_stones": ("0", "5"),
    "seconds": ("0", "5", "1e9"),
    "seed": ("1", "2", "-1"),
    "field": ("ko", "scoring", "suicide", "hasButton", "tax"),
    "value": ("SIMPLE", "AREA", "TERRITORY", "true", "false", "1", "0"),
    "name": ("name", "play", "maxVisits", "maxTime", "ponderingEnabled", "allowResignation"),
    "symmetry": ("0", "7", "all", "8"),
    "height": ("5", "7"),
    "parameters": (
        '{"maxVisits":20}', '{"maxTime":"0.1","ponderingEnabled":true}', '{"allowResignation":""}',
        '{"maxPlayouts":[[1]]}', '{"numSearchThreads":1e999}', "[]", "{", "[" * 9999,
    ),
}  # fmt: skip
"""What a command's arguments are drawn from, by their names."""

_LIMITS = ("cfggo-param", "kata-set-param")
"""Commands after which a move could take long."""

LIMIT = b"cfggo-param level full", b"cfggo-param playouts 10"
"""Lines that limit a move again."""

_UNSAFE = (b"printsgf", b"loadsgf")
"""Commands that open a file: only plain names may follow them."""


def fuzzed_lines(random: Random) -> Iterator[bytes]:
    """Yields lines without their ends, for ever; none of them ends the engine, and the moves that
    they ask for are short if `LIMIT` was sent before.
    """
    while True:
        line = _line(random)
        if random.random() < 0.3:
            line = _damaged(line, random)
        line = line.replace(b"\n", b" ")
        command = parse_command(line)
        if command is not None and command.name == "quit":
            continue
        if any(name in line for name in _UNSAFE) and (b"/" in line or b".." in line):
            continue
        yield line
        if any(name.encode() in line for name in _LIMITS):
            yield from LIMIT


def expected_id(line: bytes) -> str | None:
    """Returns the id that the answer to a line has, "" for none, or None if it is not answered.

    A line that is too long is read in part, and that part may be all digits.
    """
    command = None if is_interrupt(line) else parse_command(line[: MAX_LINE + 1])
    return None if command is None else command.id


def _line(random: Random) -> bytes:
    name = random.choice([*COMMANDS, "boardsize", *["play"] * 6, "genmove", "undo"])
    words = [name]
    if random.random() < 0.7:
        for argument in COMMANDS[name].arguments:
            pool = _POOLS.get(argument.name, _WORDS)
            n = random.choice((0, 0, 1, 2, 4)) if argument.is_repeated else 1
            words += random.choices(pool, k=n)
    else:
        pools = _COLOURS, _VERTICES, _NUMBERS, _WORDS
        words += [random.choice(random.choice(pools)) for _ in range(random.randint(0, 8))]
    if random.random() < 0.3:
        words.insert(0, str(random.randint(0, 10**6)))
    if random.random() < 0.05:
        words.append("# a comment")
    return random.choice((" ", " ", " ", "  ", "\t")).join(words).encode()


def _damaged(line: bytes, random: Random) -> bytes:
    data = bytearray(line)
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(data))
        match random.randrange(5):
            case 0 if data:
                data[at % len(data)] = random.randrange(256)
            case 1:
                data[at:at] = bytes(random.randrange(256) for _ in range(random.randint(1, 5)))
            case 2:
                del data[at : at + random.randint(1, 5)]
            case 3:
                data[at:at] = data[: random.randint(0, len(data))]
            case _:
                data[at:at] = b" " * random.choice((1, 10, 1000))
    if random.random() < 0.01:
        data += b"9" * 70000
    return bytes(data)
