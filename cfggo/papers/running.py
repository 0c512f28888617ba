"""Runs the steps of a claim, and writes its table and figure."""

from __future__ import annotations

import json
import math
import shlex
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.own_command import own_command
from cfggo.base.plotting import require_plot
from cfggo.base.terminal import duration_to_text, say
from cfggo.base.words import counted
from cfggo.papers.claim import Claim, Form, Outputs, Result, Row, Statement, Step
from cfggo.papers.figure import draw
from cfggo.version import __version__

SETTINGS_NAME = "claim.json"
"""The file of a folder that says which claim it is of."""

FIGURES = ("figure.svg", "figure.png")

_OWN_SIZE = 9
"""Of the boards of records that steps make."""


class Run(NamedTuple):
    """A claim that is measured.

    paper   -- its number
    claim   -- Claim
    form    -- Form, one of the claim's
    out     -- folder of all that comes of it
    records -- the user's, None for those that the steps make
    size    -- of the boards of the user's records
    """

    paper: str
    claim: Claim
    form: Form
    out: Path
    records: Path | None = None
    size: int = 19

    @property
    def name(self) -> str:
        """The claim and its form, as a folder is called."""
        form = "full" if self.form is self.claim.full else "small"
        return f"{self.paper}-{self.claim.name}-{form}"

    @property
    def steps(self) -> list[Step]:
        """The steps of the form, without those that make records if the user has some."""
        return [step for step in self.form.steps if not (self.records and step.makes_records)]

    @property
    def sources(self) -> Path:
        """The records, the user's or others."""
        own = self.form.shipped() if self.form.shipped else self.out / "games"
        return self.records or own

    def words_of(self, step: Step) -> list[str]:
        """Returns the words of a step's command line, without `cfggo`."""
        size = self.size if self.records else _OWN_SIZE
        places = {"out": self.out, "records": self.sources, "size": size}
        return [word.format(**places) for word in shlex.split(step.line)]

    @property
    def lines(self) -> list[str]:
        """The command lines of the steps."""
        return [shlex.join(["cfggo", *self.words_of(step)]) for step in self.steps]

    def output_of(self, step: Step) -> Path:
        """Returns the file of what a step printed; it is there once the step is done."""
        return self.out / f"{step.name}.out"


def measure(run: Run) -> Result:
    """Runs the steps that are left, writes table and figure, and returns the result.

    Raises CfggoError if something is missing, if the folder is of something else, or if a step
    fails.
    """
    _check(run)
    left = [step for step in run.steps if not run.output_of(step).exists()]
    if left:
        time = duration_to_text(60 * sum(step.minutes for step in left))
        note = "; your own records may take longer" if run.records else ""
        say(
            f"{counted(len(left), 'step')}, about {time} on one free core{note}; Ctrl-C stops, "
            "the same command goes on"
        )
    for number, (step, line) in enumerate(zip(run.steps, run.lines, strict=True), 1):
        if step in left:
            say(f"step {number} of {len(run.steps)}: {line}")
            _do(run.words_of(step), run.output_of(step))
    printed = {
        step.name: json.loads(run.output_of(step).read_text(encoding="utf-8"))
        for step in run.steps
        if "--json" in run.words_of(step)
    }
    result = run.claim.result(Outputs(printed, run.out, run.sources))
    save_file(run.out / "table.md", markdown(run, result).encode())
    save_file(run.out / "table.json", json.dumps(as_json(run, result), indent=1).encode())
    draw([run.out / name for name in FIGURES], run.claim, result)
    return result


def _check(run: Run) -> None:
    """Makes the folder; raises CfggoError if it is of something else, or if anything is missing."""
    for check in run.claim.needs:
        check()
    if run.form.wants and run.records is None:
        raise CfggoError(f"{run.name} needs --records: {run.form.wants}")
    if run.records is not None and not run.records.exists():
        raise CfggoError(f"--records {run.records}: no such file or folder")
    settings = {"claim": run.name, "commands": run.lines}
    file = run.out / SETTINGS_NAME
    try:
        stored = dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None
    except (TypeError, ValueError) as error:
        raise CfggoError(f"{file}: damaged; choose another folder") from error
    other = f"--out {run.out}: %s; choose another folder"
    if stored is None:
        if run.out.exists() and any(run.out.iterdir()):
            raise CfggoError(other % "has other files")
    elif stored.get("claim") != run.name:
        raise CfggoError(other % f"is of {stored.get('claim')}")
    elif stored != settings:
        raise CfggoError(other % "was begun with other records or by another version")
    run.out.mkdir(parents=True, exist_ok=True)
    for name in FIGURES:
        require_plot(run.out / name)
    save_file(file, json.dumps(settings, indent=1).encode())


def _do(words: list[str], output: Path) -> None:
    """Runs a command and keeps what it prints; raises CfggoError if it fails."""
    if words[0] == "train" and not any(output.parent.glob("*.checkpoint")):
        # A run that was ended after it wrote its files begins anew; with a checkpoint it goes on.
        for option, file in pairwise(words):
            if option in ("--out", "--table"):
                Path(file).unlink(missing_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    part = output.with_suffix(".part")
    # In a session of its own, so that Ctrl-C reaches it once, from here.
    with (
        part.open("wb") as printed,
        subprocess.Popen(own_command(*words), stdout=printed, start_new_session=True) as child,
    ):
        try:
            code = child.wait()
        except KeyboardInterrupt:
            if sys.platform != "win32":
                child.send_signal(signal.SIGINT)
            child.wait()  # it saves what it has
            raise
    if code:
        raise CfggoError(f"the step failed (code {code}); the same command goes on from there")
    part.replace(output)


def cells(claim: Claim, row: Row) -> tuple[str, ...]:
    """Returns a row as texts: name, value here, its interval, samples, the paper's value."""
    value = claim.published.get(row.name, "")
    if not isinstance(value, str):
        value = f"{value:,g}" + ("%" if claim.in_percent else "")
    interval = "" if math.isnan(row.low) else f"{_text(claim, row.low)} to {_text(claim, row.high)}"
    return row.name, _text(claim, row.value), interval, f"{row.n:,}", value


def _text(claim: Claim, value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:.1%}" if claim.in_percent else f"{value:,.1f}".removesuffix(".0")


def sentence(claim: Claim, statement: Statement) -> str:
    """Returns a statement with its verdict."""
    words, *values = statement
    if claim.in_percent:
        effect, low, high = (f"{100 * value:+.1f}" for value in values)
        effect += " points"
    else:
        effect, low, high = (f"{value:+.2f}" for value in values)
    return f"{words}: {statement.verdict} ({effect}, {low} to {high})"


def heads(claim: Claim) -> tuple[str, ...]:
    """Returns the heads of the columns of `cells`."""
    return "", "here", "95% interval", claim.counted, "the paper"


def about(run: Run) -> list[str]:
    """Returns what the paper says, and what differs here, as paragraphs."""
    form = "Full form" if run.form is run.claim.full else "Small form, for a first look"
    records = f" The records are {run.records}." if run.records else ""
    return [f"The paper: {run.claim.says}", f"{form}: {run.form.differs}{records}"]


def markdown(run: Run, result: Result) -> str:
    """Returns the table as a page of Markdown."""
    claim = run.claim
    table = [heads(claim), ("---",) * 5, *(cells(claim, row) for row in result.rows)]
    return "\n".join(
        [
            f"# Paper {run.paper}, {claim.name}: {claim.title}\n",
            *(f"{paragraph}\n" for paragraph in about(run)),
            *(f"| {' | '.join(line)} |" for line in table),
            "",
            *(f"- {sentence(claim, statement)}" for statement in result.statements),
            f"\n![{claim.title}]({FIGURES[0]})\n\ncfggo {__version__}:\n\n```sh",
            *run.lines,
            "```\n",
        ]
    )


def as_json(run: Run, result: Result) -> dict[str, Any]:
    """Returns the table as JSON can hold it, None for NaN."""
    published = run.claim.published
    found = {
        "claim": run.name,
        "version": __version__,
        "differs": run.form.differs,
        "counted": run.claim.counted,
        "commands": run.lines,
        "rows": [row._asdict() | {"paper": published.get(row.name)} for row in result.rows],
        "statements": [each._asdict() | {"verdict": each.verdict} for each in result.statements],
    }
    as_read = json.loads(json.dumps(found), parse_constant=lambda word: None)
    return dict(as_read)
