"""The pages name what exists: links, paths, functions, presets, settings, commands, options.

A page's *code* is what stands between backticks, or in a block that is fenced or indented.
"""

import argparse
import ast
import re
import shlex
import subprocess
import sys
import tomllib
from calendar import month_name
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_config, names_weights
from cfggo.commands.problem_regress import SOLVER
from cfggo.config import DEFAULT_PRESET, load_config
from cfggo.features.catalogue import TREE_GROUPS
from tests.scripts.called import call_script

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    {*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "data").glob("*/README.md")}
    - {ROOT / "CHANGELOG.md"}  # it names things as they were
)
LAB = sorted((ROOT / "lab").glob("*.md"))
"""History, which may name what is no more; but its links and result files are there."""

SOURCES = sorted(
    file
    for folder in ("cfggo", "scripts", "configs")
    for file in (ROOT / folder).rglob("*")
    if file.is_file() and file.suffix in ("", ".py", ".sh", ".toml")
)

_BLOCK = re.compile(r"^(```+)[^\n]*\n(.*?)^\1$|((?:^    [^\n]*\n|^\n(?=    ))+)", re.DOTALL | re.M)
_SPAN = re.compile("`([^`]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_PATH = re.compile(r"(?:\.ci|cfggo|configs|data|docs|scripts|tests)/[\w./*-]*")
_NAMES_IN_FILE = re.compile(r"((?:`[\w.]+`(?:, | and )?)+) in `(cfggo/[\w/]+\.py)`")
_OWN_WEIGHTS = re.compile(r"--out ([\w-]+\.weights)")
_CITATION = re.compile(
    r"([A-Z][a-z]\w*)(?:(?:,\s+[A-Z]\w+)*\s+and\s+[A-Z]\w+|\s+et\s+al\.)?,?\s+((?:19|20)\d\d)\b(?!-)"
)
_PLACEHOLDER = re.compile(r"[A-Z]{3}|\.\.\.|[{<]")

OF_OTHERS = ("mode", "cgosclient.py")
"""A key of kgsGtp's file, and a program of CGOS."""


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def blocks_of(page: Path) -> tuple[str, ...]:
    """Returns the blocks of code, lines that go on after a backslash joined."""
    blocks = (match[2] or match[3] or "" for match in _BLOCK.finditer(_without_lists(page)))
    return tuple(re.sub(r"\\\n\s*", " ", block) for block in blocks)


@cache
def prose_of(page: Path) -> str:
    """Returns a page without its blocks of code, paragraphs in one line each."""
    return re.sub(r"(?<!\n)\n(?![\n|#-])", " ", _BLOCK.sub("\n", _without_lists(page)))


def _without_lists(page: Path) -> str:
    """Returns a page whose lists are not indented; else their second lines look like code."""
    return re.sub(r"^(?:   ?|  )(?=[^ ])", "", text_of(page), flags=re.M)


@cache
def code_of(page: Path) -> tuple[str, ...]:
    """Returns all code, one text for each line of a block and for what stands in backticks."""
    lines = [line.strip() for block in blocks_of(page) for line in block.splitlines()]
    return tuple(lines + _SPAN.findall(prose_of(page)))


def words_of(page: Path) -> Iterator[str]:
    """Yields the words of all code, without the quotes and the punctuation around them."""
    for code in code_of(page):
        for word in code.split():
            yield word.strip("\"',;()[]$")


@cache
def names_in(file: Path) -> frozenset[str]:
    """Returns what a Python file defines: functions, classes, constants, and Class.method."""
    names = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        names.update(_defined_by(node))
        if isinstance(node, ast.ClassDef):
            names.update(f"{node.name}.{name}" for part in node.body for name in _defined_by(part))
    return frozenset(names)


def _defined_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [
        name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
    ]


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Returns the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _BLOCK.sub("", text_of(page)), re.M)
    return frozenset(
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings
    )


def links_lead_somewhere(page: Path) -> None:
    broken = []
    for text, target in _LINK.findall(prose_of(page)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors_of(file)):
            broken.append(f"[{text}]({target})")
    assert broken == []


def functions_are_where_the_page_says(page: Path) -> None:
    found = [
        (text.strip("`"), (page.parent / target).resolve())
        for text, target in _LINK.findall(prose_of(page))
        if target.endswith(".py") and text.startswith("`") and "/" not in text
    ]
    for names, file in _NAMES_IN_FILE.findall(prose_of(page)):
        found += [(name, ROOT / file) for name in _SPAN.findall(names)]
    missing = [
        f"{name} in {file.relative_to(ROOT)}"
        for name, file in found
        if file.exists() and name not in names_in(file)
    ]
    assert missing == []


def paths_exist(page: Path) -> None:
    paths = {word.rstrip(".,:") for word in words_of(page) if _PATH.fullmatch(word.rstrip(":"))}
    assert [path for path in sorted(paths) if not any(ROOT.glob(path))] == []


def result_files_exist(page: Path) -> None:
    there = {path.name for path in (ROOT / "data" / "results").iterdir()}
    assert set(_result_files(text_of(page))) - there == set()


def modules_are_named_by_their_whole_path(page: Path) -> None:
    bare = {word for word in words_of(page) if re.fullmatch(r"[a-z]\w*\.py", word)}
    assert bare.difference(OF_OTHERS) == set()


def _result_files(text: str) -> list[str]:
    return re.findall(r"(?<![\w/-])([a-z][\w-]*-\d{4}-\d\d-\d\d\.json)", text)


def weights_are_shipped_or_made_by_a_command_on_a_page(page: Path) -> None:
    made = {name for other in PAGES for name in _OWN_WEIGHTS.findall(text_of(other))}
    named = {word for part in words_of(page) for word in re.findall(r"[\w/-]+\.weights", part)}
    shipped = {path.name for path in (ROOT / "data" / "weights").glob("*.weights")}
    missing = {name for name in named if Path(name).name not in made | shipped}
    assert {name for name in missing if not _PLACEHOLDER.search(name)} == set()


def commands_exist_with_their_options_and_presets(page: Path) -> None:
    wrong = {}
    for line in code_of(page):
        match = re.search(r"(?<![\w:/.-])cfggo (?=[a-z-])([^|<>#;)]*)", line)
        if match is None or re.search(r"\bCOMMAND\b", line):
            continue
        words = shlex.split(match[1].replace(" ...", ""))
        try:
            args = cli._parser().parse_args(words)
            for key in ("config", "engine", "black", "white"):
                named = getattr(args, key, None) or "cfggo"
                for spec in named if isinstance(named, list) else [named]:
                    _check_spec(str(spec))
            for model in getattr(args, "models", ()):
                if not _PLACEHOLDER.search(model) and not names_weights(model):
                    find_config(model)
        except CfggoError as error:
            # What a sentence leaves out of a command is no mistake; what it says may be.
            options = [word for word in words if word.startswith("--")]
            is_cut = " needs " in str(error) and set(options) <= _options_of(words[0])
            is_old = page.name == "CHANGELOG.md" and " first; did you mean " in str(error)
            if not (is_cut or is_old):
                wrong[line] = str(error)
        except SystemExit:
            pass  # --help, --version
    assert wrong == {}


def _options_of(command: str) -> set[str]:
    (subparsers,) = (
        action
        for action in cli._parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return set(subparsers.choices[command].options)


def _check_spec(spec: str) -> None:
    """Raises CfggoError if a preset with values, as cfggo:cfg-full,playouts=100, is none.

    Other programs and people's own files pass.
    """
    if (
        spec in ("cfggo", SOLVER)
        or _PLACEHOLDER.search(spec)
        or ".toml" in spec
        or ".weights" in spec
    ):
        return
    kind, colon, rest = spec.partition(":")
    if colon and kind != "cfggo":
        return
    name, _, values = (rest if colon else spec).partition(",")
    if "=" in name:
        name, values = DEFAULT_PRESET, rest
    config = load_config(name)
    if values:
        config.with_overrides(values)


def presets_and_settings_exist(page: Path) -> None:
    wrong = {}
    for word in words_of(page):
        spec = re.fullmatch(r"cfggo:[\w=.,+-]+|[a-z-]+(?:,[a-z_]+=[\w.+-]+)+", word)
        values = re.fullmatch(r"[a-z][a-z_]+=[\w.+-]+(?:,[a-z_]+=[\w.+-]+)*", word)
        try:
            if spec:
                _check_spec(word)
            elif values and word.partition("=")[0] not in OF_OTHERS and _is_text(page, word):
                _check_spec(f"cfggo:{word}")
        except CfggoError as error:
            wrong[word] = str(error)
    assert wrong == {}


def _is_text(page: Path, word: str) -> bool:
    """Tells whether a word is all that stands in some backticks, and no part of a command."""
    return f"`{word}`" in prose_of(page)


def scripts_have_the_options_that_are_named(page: Path) -> None:
    wrong = []
    for line in code_of(page):
        match = re.search(
            r"(?<![\w/])scripts/([\w-]+(?:\.py)?)( [^|>#;]*)?$", line.partition(" #")[0]
        )
        if match is None or match[1] in ("test", "publish.py"):  # they hand arguments on
            continue
        words = (match[2] or "").split()
        for word in words:
            if word.startswith("--") and word not in _help_of(match[1]):
                wrong.append(f"scripts/{match[1]} {word}")
        if match[1] == "strength.py" and words and re.fullmatch(r"[a-z][\w-]*", words[0]):
            wrong += [f"scripts/strength.py {words[0]}"] * (words[0] not in _measurements())
    assert wrong == []


@cache
def _help_of(script: str) -> str:
    path = ROOT / "scripts" / script
    if "python" in path.read_text(encoding="utf-8").partition("\n")[0]:
        return call_script(script, "--help").stdout
    environment = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    return subprocess.run(
        [str(path), "--help"], capture_output=True, text=True, check=True, env=environment
    ).stdout


def _measurements() -> list[str]:
    return list(tomllib.loads((ROOT / "scripts" / "strength.toml").read_text()))


def test_all_groups_of_features_are_described() -> None:
    table = text_of(ROOT / "docs" / "models.md").partition("## What the tree policy knows")[2]
    named = re.findall("`([a-z-]+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.M)))
    assert set(named) >= set(TREE_GROUPS)


def test_the_tour_lists_the_rooms() -> None:
    tour = text_of(ROOT / "docs" / "code-tour.md")
    rooms = tour.partition("## Rooms")[2].partition("\n## ")[0]
    named = {word.rstrip("/") for word in re.findall("`cfggo/([^`]+)`", rooms)}
    package = ROOT / "cfggo"
    there = {path.parent.name for path in package.glob("*/__init__.py")}
    there |= {path.name for path in package.glob("*.py") if path.name != "__init__.py"}
    assert there <= named


def test_the_lab_lists_its_pages() -> None:
    index = text_of(ROOT / "lab" / "README.md")
    assert [page.name for page in LAB if f"({page.name})" not in index] == ["README.md"]


def test_the_license_is_named() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
    name, _, holder, *_ = text_of(ROOT / "LICENSE").splitlines()
    assert name == "MIT License"
    assert holder.endswith(" the cfggo developers")
    assert "[MIT](LICENSE), the cfggo developers" in text_of(ROOT / "README.md")


def test_index_leads_to_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / target.partition("#")[0]).resolve()
        for _, target in _LINK.findall(prose_of(index))
    }
    assert set(PAGES) - {index, ROOT / "README.md"} <= linked
    assert "(docs/README.md)" in text_of(ROOT / "README.md")


def test_sources_name_pages_and_modules_that_exist() -> None:
    missing = {}
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        named = re.findall(r"(?<![\w/.-])((?:docs|data)/[\w/-]+\.(?:md|svg))", text)
        named += re.findall(r"(?<![\w/.-])(cfggo/[\w/]+\.py)", text)
        modules = re.findall(r"(?<![\w./-])cfggo\.([a-z_0-9]+(?:\.[a-z_0-9]+)*)`", text)
        named += [f"cfggo/{name.replace('.', '/')}" for name in modules]
        wrong = [name for name in named if not _is_there(name)]
        if wrong:
            missing[str(source.relative_to(ROOT))] = wrong
    assert missing == {}


def test_examples_learn_from_records_not_from_the_games_that_cfggo_keeps() -> None:
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in {*SOURCES, *PAGES}
        if (found := re.findall(r"cfggo (?:train|evaluate) [^\n]*(?<!\S)games/", file.read_text()))
    }
    assert wrong == {}


def test_publications_that_are_cited_are_listed() -> None:
    rows = text_of(ROOT / "docs" / "papers.md").partition("## Sources")[2].splitlines()
    missing = {
        f"{name} {year}"
        for file in {*SOURCES, *PAGES}
        for name, year in _CITATION.findall(file.read_text(encoding="utf-8"))
        if name not in month_name and not any(name in row and year in row for row in rows)
    }
    assert missing == set()


def _is_there(name: str) -> bool:
    """Tells whether a file, a package or a module is there, or what a module defines."""
    path = ROOT / name
    if path.exists() or path.with_suffix(".py").exists():
        return True
    module = path.parent.with_suffix(".py")
    return module.exists() and path.name in names_in(module)


CHECKS = (
    links_lead_somewhere,
    result_files_exist,
    functions_are_where_the_page_says,
    paths_exist,
    modules_are_named_by_their_whole_path,
    weights_are_shipped_or_made_by_a_command_on_a_page,
    commands_exist_with_their_options_and_presets,
    presets_and_settings_exist,
    scripts_have_the_options_that_are_named,
)


@pytest.mark.parametrize("page", [*PAGES, *LAB], ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page: Path) -> None:
    for check in CHECKS:
        if page not in LAB or check in (links_lead_somewhere, result_files_exist):
            check(page)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (links_lead_somewhere, "[a page](nowhere.md)"),
        (links_lead_somewhere, f"[a section]({ROOT}/README.md#nothing)"),
        (functions_are_where_the_page_says, f"[`mane`]({ROOT}/cfggo/cli.py)"),
        (functions_are_where_the_page_says, "`main` and `mane` in `cfggo/cli.py`"),
        (paths_exist, "- a list that goes on\n  to `cfggo/nothing.py`"),
        (result_files_exist, "figures in `trial-2026-11-21.json`"),
        (modules_are_named_by_their_whole_path, "`cli.py`"),
        (weights_are_shipped_or_made_by_a_command_on_a_page, "`nobodys.weights`"),
        (commands_exist_with_their_options_and_presets, "```\n$ cfggo gtp --playoutz 3\n```"),
        (commands_exist_with_their_options_and_presets, "so:\n\n    cfggo bench --serch\n\n"),
        (commands_exist_with_their_options_and_presets, "`cfggo train GAMES --confg cfggo`"),
        (commands_exist_with_their_options_and_presets, "`cfggo gtp --config nothing`"),
        (presets_and_settings_exist, "`cfggo:nothing,playouts=3`"),
        (presets_and_settings_exist, "`cfg-tree,rave_bais=0.2`"),
        (presets_and_settings_exist, "`bias_visits=many`"),
        (scripts_have_the_options_that_are_named, "`scripts/strength.py gnugo --gamez 3`"),
        (scripts_have_the_options_that_are_named, "`scripts/strength.py gnuchess`"),
    ],
)
def test_checks_can_fail(check: Callable[[Path], None], text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{text}\n")
    with pytest.raises(AssertionError):
        check(page)
