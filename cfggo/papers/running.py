"""Runs the steps of a claim, and writes its table and figure."""

from __future__ import annotations

import json
import math
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.base.files import save_file
from cfggo.base.own_command import own_command
from cfggo.base.plotting import require_plot
from cfggo.base.terminal import console, duration_to_text
from cfggo.base.words import counted
from cfggo.papers.claim import Claim, Form, Outputs, Result, Row, Statement, Step
from cfggo.papers.figure import draw
from cfggo.version import __version__

SETTINGS_NAME = "claim.json"
"""The file of a folder that says which claim it is of."""

FIGURES = ("figure.svg", "figure.png")


class Run(NamedTuple):
    """A claim that is measured.

    claim   -- Claim
    is_full -- whether in the full form
    out     -- folder of all that comes of it
    records -- the user's, None for those that the steps make
    size    -- of the boards of the records
    """

    claim: Claim
    is_full: bool
    out: Path
    records: Path | None
    size: int

    @property
    def form(self) -> Form:
        """The form that is run."""
        return self.claim.full if self.is_full else self.claim.small

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the form, without those that make records if the user has some."""
        return (*(() if self.records else self.form.records), *self.form.steps)

    @property
    def board(self) -> int:
        """The size of the boards of the records."""
        return self.size if self.records else 9

    def words_of(self, step: Step) -> list[str]:
        """Returns the words of a step's command line, without `cfggo`."""
        own = self.form.shipped() if self.form.shipped else self.out / "games"
        places = {"out": self.out, "records": self.records or own, "size": self.board}
        return [word.format(**places) for word in shlex.split(step.line)]

    def line_of(self, step: Step) -> str:
        """Returns a step's command line."""
        return shlex.join(["cfggo", *self.words_of(step)])

    def output_of(self, step: Step) -> Path:
        """Returns the file of what a step printed; it is there once the step is done."""
        return self.out / f"{step.name}.out"

    def steps_left(self) -> list[Step]:
        """Returns the steps that are not done."""
        return [step for step in self.steps if not self.output_of(step).exists()]


def measure(run: Run) -> Result:
    """Runs the steps that are left, writes table and figure, and returns the result.

    Raises CfggoError if something is missing, if the folder is of something else, or if a step
    fails.
    """
    _check(run)
    left = run.steps_left()
    if left:
        minutes = sum(step.minutes for step in left)
        note = "; your own records may take longer" if run.records else ""
        console().print(
            f"{counted(len(left), 'step')}, about {duration_to_text(60 * minutes)} on one free "
            f"core{note}; Ctrl-C stops, the same command goes on",
            soft_wrap=True,
        )
    for number, step in enumerate(run.steps, 1):
        if step in left:
            console().print(
                f"step {number} of {len(run.steps)}: {run.line_of(step)}", soft_wrap=True
            )
            _do(run, step)
    printed = {step.name: run.output_of(step).read_text() for step in run.steps}
    outputs = {
        step.name: json.loads(printed[step.name])
        for step in run.steps
        if "--json" in run.words_of(step)
    }
    result = run.claim.result(Outputs(outputs, run.out, run.board))
    save_file(run.out / "table.md", markdown(run, result).encode())
    save_file(run.out / "table.json", (json.dumps(as_json(run, result), indent=1) + "\n").encode())
    draw([run.out / name for name in FIGURES], run.claim, result)
    return result


def _check(run: Run) -> None:
    """Makes the folder; raises CfggoError if it is of something else, or if anything is missing."""
    for check in run.claim.needs:
        check()
    if run.form.wants and run.records is None:
        raise CfggoError(f"the full form needs --records: {run.form.wants}")
    if run.records is not None and not run.records.exists():
        raise CfggoError(f"--records {run.records}: no such file or folder")
    settings = {
        "claim": f"{run.claim.paper} {run.claim.name}, {'full' if run.is_full else 'small'}",
        "commands": [run.line_of(step) for step in run.steps],
    }
    file = run.out / SETTINGS_NAME
    if file.exists():
        stored = json.loads(file.read_text())
        if stored["claim"] != settings["claim"]:
            raise CfggoError(f"--out {run.out}: is of {stored['claim']}; choose another folder")
        if stored != settings:
            raise CfggoError(
                f"--out {run.out}: was begun with other records or command lines; choose another "
                "folder"
            )
    elif run.out.exists() and any(run.out.iterdir()):
        raise CfggoError(f"--out {run.out}: has other files; choose another folder")
    run.out.mkdir(parents=True, exist_ok=True)
    for name in FIGURES:
        require_plot(run.out / name)
    save_file(file, (json.dumps(settings, indent=1) + "\n").encode())


def _do(run: Run, step: Step) -> None:
    """Runs a step and keeps what it prints; raises CfggoError if it fails."""
    words = run.words_of(step)
    _remove_weights(words)
    part = run.output_of(step).with_suffix(".part")
    # A file, because a pipe that nobody reads would stop a step that ends after Ctrl-C.
    with part.open("wb") as printed, subprocess.Popen(own_command(*words), stdout=printed) as child:
        try:
            code = child.wait()
        except KeyboardInterrupt:
            child.wait()  # it was interrupted, too, and saves what it has
            raise
    if code:
        raise CfggoError(
            f"the step {step.name} ended with code {code}; the same command goes on from there"
        )
    part.replace(run.output_of(step))


def _remove_weights(words: list[str]) -> None:
    """Removes the weights of a step that wrote them and was ended before it was done."""
    for option, word in pairwise(words):
        path = Path(word)
        if option == "--out" and words[0] == "train" and not Path(f"{word}.checkpoint").exists():
            path.unlink(missing_ok=True)


def cells(claim: Claim, row: Row) -> tuple[str, ...]:
    """Returns a row as texts: name, value here, its interval, samples, the paper's value."""
    value = claim.published.get(row.name, "")
    if isinstance(value, float | int):
        value = f"{value:,g}" + ("%" if claim.in_percent else "")
    interval = "" if math.isnan(row.low) else f"{_text(claim, row.low)} to {_text(claim, row.high)}"
    return row.name, _text(claim, row.value), interval, f"{row.n:,}", value


def _text(claim: Claim, value: float) -> str:
    if math.isnan(value):
        return ""
    return f"{value:.1%}" if claim.in_percent else f"{value:,.1f}".removesuffix(".0")


def sentence(claim: Claim, statement: Statement) -> str:
    """Returns a statement with its verdict."""
    words, effect, low, high = statement
    unit = " points" if claim.in_percent else ""
    values = [100 * v if claim.in_percent else v for v in (effect, low, high)]
    found = f"{values[0]:+.1f}{unit}"
    if not math.isnan(low):
        found += f", {values[1]:+.1f} to {values[2]:+.1f}"
    return f"{words}: {statement.verdict} ({found})"


def heads(claim: Claim) -> tuple[str, ...]:
    """Returns the heads of the columns of `cells`."""
    return "", "here", "95% interval", claim.counted, "the paper"


def about(run: Run) -> list[str]:
    """Returns what the paper says, and what differs here, as paragraphs."""
    form = "The full form" if run.is_full else "The small form, for a first look"
    records = f" The records are {run.records}." if run.records else ""
    return [f"The paper: {run.claim.says}", f"{form}: {run.form.differs}{records}"]


def markdown(run: Run, result: Result) -> str:
    """Returns the table as a page of Markdown."""
    claim = run.claim
    lines = [f"# Paper {claim.paper}, {claim.name}: {claim.title}", ""]
    for paragraph in about(run):
        lines += [paragraph, ""]
    lines += [f"| {' | '.join(heads(claim))} |", "|---" * 5 + "|"]
    lines += [f"| {' | '.join(cells(claim, row))} |" for row in result.rows]
    lines += ["", *(f"- {sentence(claim, statement)}" for statement in result.statements)]
    lines += ["", f"![{claim.title}]({FIGURES[0]})", "", f"cfggo {__version__}:", "", "```sh"]
    lines += [*(run.line_of(step) for step in run.steps), "```", ""]
    return "\n".join(lines)


def as_json(run: Run, result: Result) -> dict[str, Any]:
    """Returns the table as JSON can hold it, None for NaN."""
    claim = run.claim
    return {
        "paper": claim.paper,
        "claim": claim.name,
        "form": "full" if run.is_full else "small",
        "version": __version__,
        "differs": run.form.differs,
        "counted": claim.counted,
        "rows": [
            {
                "name": row.name,
                "value": _or_none(row.value),
                "interval": [_or_none(row.low), _or_none(row.high)],
                "n": row.n,
                "published": claim.published.get(row.name),
            }
            for row in result.rows
        ],
        "statements": [
            {
                "words": each.words,
                "effect": _or_none(each.effect),
                "interval": [_or_none(each.low), _or_none(each.high)],
                "verdict": each.verdict,
            }
            for each in result.statements
        ],
        "commands": [run.line_of(step) for step in run.steps],
    }


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 5)
