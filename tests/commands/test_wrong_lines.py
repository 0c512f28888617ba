"""Wrong command lines, as people type them: each is answered in a line that says what to type."""

import argparse
import shlex
from collections import defaultdict
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.commands.parser import Parser
from cfggo.search.levels import LEVELS

GAME = "(;GM[1]SZ[9];B[dd];W[ff];B[fd];W[df];B[ee])"

LINES = {
    # commands
    "paly": "unknown command 'paly'; did you mean cfggo play?",
    "reveiw game.sgf": "unknown command 'reveiw'; did you mean cfggo review?",
    "analyse": "unknown command 'analyse'; did you mean cfggo analyze?",
    "Play": "unknown command 'Play'; did you mean cfggo play?",
    "eval expert records/": "unknown command 'eval'; did you mean cfggo evaluate?",
    "why game.sgf": "unknown command 'why'; did you mean cfggo explain?",
    "problems": "unknown command 'problems'; did you mean cfggo play --problems?",
    "level": "unknown command 'level'; did you mean cfggo help levels?",
    "analyze game.sgf": "unexpected 'game.sgf'; did you mean cfggo review game.sgf?",
    "sing": "unknown command 'sing' (try: cfggo --help)",
    "game.sgf": "'game.sgf' is no command; to open a record: cfggo play game.sgf",
    "help reveiw": "COMMAND: unknown 'reveiw'; did you mean review?",
    "help nonsense": "COMMAND: unknown 'nonsense' (try: cfggo help)",
    "completion bsh": "SHELL: unknown 'bsh'; did you mean bash?",
    # options
    "gtp --secnds 5": "unknown option --secnds; did you mean --seconds?",
    "gtp -seconds 5": "unknown option -seconds; did you mean --seconds?",
    "explain --mvoe 10": "unknown option --mvoe; did you mean --move?",
    "match --blak cfggo --white gnugo": "unknown option --blak; did you mean --black?",
    "review game.sgf --restrat": "unknown option --restrat; did you mean --restart?",
    "gtp --frobnicate": "unknown option --frobnicate (try: cfggo gtp --help)",
    "--verison": "unknown option --verison; did you mean --version?",
    "--size 9 play": "options follow the command: cfggo play --size 9",
    "--config 'my own.toml' gtp": "options follow the command: cfggo gtp --config 'my own.toml'",
    "--level 15k": "a command comes first, such as: cfggo play --level 15k",
    "train policy r/ --out a.weights --method laplas":
        "--method: unknown 'laplas'; did you mean laplace?",
    "gtp --as kataog": "--as: unknown 'kataog'; did you mean katago?",
    "match --black a --white b --resume":
        "cfggo match has no --resume: a run goes on by itself; --restart begins anew",
    "train policy r/ --out a.weights --resume":
        "cfggo train policy has no --resume: a run goes on by itself; --restart begins anew",
    "train policy r/ --out a.weights --moves 9":
        "cfggo train policy has no --moves: --kernel-moves N is that of svm and perceptron",
    "show game.sgf --size 900":
        "cfggo show has no --size: --width PIXELS is that of each picture",
    "show game.sgf --policy":
        "cfggo show has no --policy: --probabilities draws how likely moves are",
    "match --black cfggo --white gnugo --playouts 100":
        "cfggo match has no --playouts: each program has its own, such as "
        "--black cfggo:playouts=1000",
    # words without an option, and too few
    "explain game.sgf 10": "unexpected '10'; did you mean --move 10?",
    "show game.sgf 10": "unexpected '10'; did you mean --move 10?",
    "explain game.sgf D4": "unexpected 'D4'; did you mean --at D4?",
    "gtp 15k": "unexpected '15k'; did you mean --level 15k?",
    "gtp cfg-full": "unexpected 'cfg-full'; did you mean --config cfg-full?",
    "gtp rave_bias=0.2": "unexpected 'rave_bias=0.2'; did you mean --set rave_bias=0.2?",
    "selfplay 100": "unexpected '100'; did you mean --games 100?",
    "gtp please": "unexpected 'please' (try: cfggo gtp --help)",
    "play 15k": "15k: no record; did you mean --level 15k?",
    "play 9": "9: no record; did you mean --size 9?",
    "match cfggo:9k":
        "unexpected 'cfggo:9k'; did you mean --black cfggo:level=9k --white cfggo?",
    "match cfggo gnugo:0": "unexpected 'cfggo'; did you mean --black cfggo --white gnugo:0?",
    "match": "cfggo match needs --black and --white, as in: "
        "cfggo match --black cfggo:level=9k --white gnugo:0",
    "explain": "cfggo explain needs GAME.sgf, as in: cfggo explain game.sgf --move 57",
    "train": "cfggo train needs WHAT, as in: cfggo train policy records/ --out my.weights",
    "train policy":
        "cfggo train policy needs RECORDS and --out, as in: cfggo train policy records/ "
        "--out my.weights",
    "train records/ --out a.weights --passes 2":
        "cfggo train needs policy, territory, problems or informed first; did you mean "
        "cfggo train policy records/ --out a.weights --passes 2?",
    "train ends/ --size 9 --method territory --out a.weights":
        "cfggo train needs policy, territory, problems or informed first; did you mean "
        "cfggo train territory ends/ --size 9 --out a.weights?",
    "train some.jsonl.gz --method svm --out a.weights":
        "cfggo train needs policy, territory, problems or informed first; did you mean "
        "cfggo train problems some.jsonl.gz --method svm --out a.weights?",
    "evaluate tsumego some.jsonl": "cfggo evaluate needs policy, moves, territory or problems "
        "first; did you mean cfggo evaluate problems tsumego some.jsonl?",
    "train polcy records/ --out a.weights":
        "cfggo train needs policy, territory, problems or informed first; did you mean "
        "cfggo train policy records/ --out a.weights?",
    "evaluate expert records/": "cfggo evaluate needs policy, moves, territory or problems "
        "first; did you mean cfggo evaluate policy expert records/?",
    "completion": "cfggo completion needs SHELL, as in: cfggo completion bash",
    "tune": "cfggo tune needs FILE.toml (try: cfggo tune --help)",
    "evaluate policy game.sgf expert": "'expert' is a model, and records come last; did you mean "
        "cfggo evaluate policy expert game.sgf?",
    "evaluate policy expert cfggo": "'cfggo' is a model, and records come last; did you mean "
        "cfggo evaluate policy expert cfggo records/?",
    # values
    "play --level 15": "unknown level '15'; did you mean 15k?",
    "play --level 15kyu": "unknown level '15kyu'; did you mean 15k?",
    "gtp --level 15": "unknown level '15'; did you mean 15k?",
    "gtp --set level=15": "unknown level '15'; did you mean 15k?",
    "play --level 1d": "unknown level '1d'; levels go from 20k to 3k; without one cfggo plays at "
        "its best",
    "gtp --rules nine-pin":
        "--rules: unknown rules 'nine-pin': there are chinese, tromp-taylor, new-zealand, "
        "aga, japanese (try: cfggo gtp --help)",
    "gtp --playouts -1":
        "--playouts: expected a whole number of at least 0, not '-1' (try: cfggo gtp --help)",
    "gtp --log /no/such/folder/log": "/no/such/folder/log: No such file or directory",
    "gtp --threads many":
        "--threads: expected a whole number or \"auto\", not 'many' (try: cfggo gtp --help)",
    "analyze --winrates-as mine":
        "--winrates-as: expected one of BLACK, WHITE, SIDETOMOVE, not 'mine'",
    "analyze -override-config reportAnalysisWinratesAs=mine":
        "reportAnalysisWinratesAs: expected one of BLACK, WHITE, SIDETOMOVE, not 'mine'",
    "analyze --analysis-threads 0":
        "--analysis-threads/-analysis-threads: expected a whole number of at least 1, not '0' "
        "(try: cfggo analyze --help)",
    "analyze --set tree=none.weights": "none.weights: No such file or directory",
    "play --size 20": "--size: expected 2 to 19, not '20' (try: cfggo play --help)",
    "play --handicap 1": "no fixed handicap of 1 stone: that is an even game with a komi of 0.5",
    "play --komi many":
        "--komi: expected a number between -361 and 361, not 'many' (try: cfggo play --help)",
    "play --port 70000": "--port must be between 0 and 65535, not 70000",
    "play --config nothing":
        "unknown preset 'nothing'; expected one of: baseline, cfg-full, cfg-playout, "
        "cfg-tree, cfggo, frequency, frequency-reference, ranking",
    "play --seconds -1":
        "--seconds: expected a number of at least 0, not '-1' (try: cfggo play --help)",
    "play --black --white": "--white: not allowed with argument --black (try: cfggo play --help)",
    "play notes.sgf": "notes.sgf: not SGF: no SGF data found",
    "match --black cfggo --white cfggo --size 1":
        "--size: expected 2 to 19, not '1' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --games 0":
        "--games: expected a whole number of at least 1, not '0' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --komi nan":
        "--komi: expected a number between -361 and 361, not 'nan' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --patience inf":
        "--patience: expected a number between 1 and 86400, not 'inf' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --patience 0":
        "--patience: expected a number between 1 and 86400, not '0' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --patience soon":
        "--patience: expected a number between 1 and 86400, not 'soon' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --opening-moves 3": "--opening-moves: needs openings",
    "match --black cfggo --white cfggo --rules chess":
        "--rules: unknown rules 'chess': there are chinese, tromp-taylor, new-zealand, aga, "
        "japanese (try: cfggo match --help)",
    "match --black cfggo --white cfggo --seed -1":
        "--seed: expected a whole number of at least 0, not '-1' (try: cfggo match --help)",
    "match --black cfggo --white cfggo --time soon":
        "--time: time control 'soon': expected MAIN, MAIN+PERIOD or MAIN+PERIOD/STONES "
        "in whole seconds below a million, such as 300, 0+5 or 600+30/5",
    "match --black cfggo --white cfggo --jobs 999999999999999999999999999999":
        "--jobs: expected 1000 at most, not '999999999999999999999999999999' (try: cfggo "
        "match --help)",
    "match --black cfggo --white cfggo --jobs 2 --scheduler tcp://head:8786":
        "--scheduler: not allowed with argument --jobs (try: cfggo match --help)",
    "match --black cfggo --white cfggo --boards --scheduler tcp://head:8786":
        "--boards: games on a cluster (--scheduler) can't be watched",
    "match --black cfggo --white cfggo --restart":
        "--restart and --report need --out DIR, the folder of the match's games",
    "match --black cfggo --white cfggo --report":
        "--restart and --report need --out DIR, the folder of the match's games",
    "match --black cfggo --white no-such-program":
        "no program 'no-such-program' (in the command line 'no-such-program')",
    "review game.sgf --playouts 1.5": "--playouts: expected a whole number, such as 1000, not "
        "'1.5'; for a time: --seconds 1.5 (try: cfggo review --help)",
    "review game.sgf --playouts 10k": "--playouts: expected a whole number of at least 0, not "
        "'10k'; did you mean 10000?",
    "gtp --playouts 1,000": "--playouts: expected a whole number of at least 0, not "
        "'1,000'; did you mean 1000?",
    "gtp --seconds five": "--seconds: expected a number of at least 0, not 'five' (try: cfggo gtp "
        "--help)",
    "match --black cfggo:9k --white cfggo":
        "unknown program 'cfggo:9k'; did you mean cfggo:level=9k?",
    "match --black cfggo:expert --white cfggo":
        "unknown program 'cfggo:expert'; did you mean cfggo:tree=expert?",
    "match --black cfggo --white gungo": "no program 'gungo'; did you mean gnugo?",
    "show .": ".: a folder; name a record, such as game.sgf",
    "explain .": ".: a folder; name a record, such as game.sgf",
    "play .": ".: a folder; name a record, such as game.sgf",
    "show game.sgf --move 60": "game.sgf: the game has only 5 moves",
    # presets, weights, keys
    "gtp --config cfg-ful": "unknown preset 'cfg-ful'; did you mean cfg-full?",
    "gtp --config expert": "unknown preset 'expert'; did you mean the weights, --set tree=expert?",
    "gtp --config boostd": "unknown preset 'boostd'; did you mean the weights, "
        "--set tree=boosted?",
    "bench --config expert":
        "unknown preset 'expert'; did you mean --search --set tree=expert?",
    "train policy game.sgf --config expert --out a.weights":
        "unknown preset 'expert'; did you mean the weights, --start expert?",
    "gtp --set tree=game.sgf": "game.sgf: no .weights file",
    "gtp --config game.sgf": "game.sgf: no .toml file",
    "evaluate policy game.sgf .": "game.sgf: no model, as those end with .weights or .toml",
    "evaluate policy exprt game.sgf": "unknown model 'exprt'; did you mean expert?",
    "gtp --set tree=expret": "unknown weights 'expret'; did you mean expert?",
    "gtp --set tree=cfggo": "unknown weights 'cfggo'; did you mean the preset, --config cfggo?",
    "gtp --set rave_bais=0.2": "unknown key 'rave_bais'; did you mean rave_bias?",
    "gtp --set rave-bias=0.2": "unknown key 'rave-bias'; did you mean rave_bias?",
    "gtp --config search.toml": "search.toml: unknown key 'playout' in [search]; did you mean "
        "playouts?",
    "gtp --config table.toml": "table.toml: unknown table or key 'serach'; did you mean search?",
    "gtp --config place.toml": "place.toml: komi belongs below [play]",
    "gtp --config top.toml": "top.toml: playouts belongs below [search]",
    "tournament games.toml": "games.toml: unknown table or key 'komy'; did you mean komi?",
    # what would do nothing
    "gtp --set boost_trees=10": "boost_trees has no meaning for an engine, but for `cfggo "
        "train policy`",
    "gtp --set playouts=9,method=laplace": "method has no meaning for an engine, but for "
        "`cfggo train policy`",
    "match --black cfggo:passes=2 --white cfggo": "passes has no meaning for an engine, but for "
        "`cfggo train policy`",
    "review game.sgf --set level=9k": "--set level has no meaning for this command",
    "explain game.sgf --set playouts=9": "--set playouts has no meaning for this command",
    "explain game.sgf --set seed=5": "--set seed has no meaning for this command",
    "solve game.sgf --set threads=2": "--set threads has no meaning for this command",
    "play --set komi=0.5": "--set komi: this is given by --komi",
    "bench --set tree=expert": "--set tree has no meaning for playouts; add --search",
}  # fmt: skip
"""What is said, by what was typed."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the current folder, with a record and some files of settings."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "game.sgf": GAME,
        "notes.sgf": "hello",
        "search.toml": "[search]\nplayout = 100\n",
        "table.toml": "[serach]\nplayouts = 100\n",
        "place.toml": "[search]\nkomi = 0.5\n",
        "top.toml": "playouts = 100\n",
        "games.toml": 'komy = 0.5\n[players]\na = "cfggo"\nb = "gnugo"\n',
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def answer(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Returns the only thing that is said of a wrong command line: one line."""
    assert cli.main(shlex.split(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("cfggo: error: ").rstrip("\n")


@pytest.mark.parametrize("line", LINES)
def test_the_answer_says_what_to_type(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    assert answer(line, capsys) == LINES[line]
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    "line",
    [
        "review none.sgf", "explain none.sgf", "show none.sgf", "play none.sgf", "solve none.sgf",
        "play --terminal none.sgf", "play --problems none.sgf",
        "train policy none.sgf --out a.weights", "train problems none.sgf --out a.weights",
        "evaluate policy expert none.sgf",
        "evaluate territory territory none.sgf", "evaluate policy none.sgf game.sgf",
        "regress none.sgf", "gtp --config none.sgf", "solve none.jsonl", "regress none.tst",
        "match --black cfggo:baseline --white cfggo:baseline --openings none.sgf",
        "tournament none.toml", "tune none.toml", "gtp --config none.toml",
        "gtp --set tree=none.weights", "gtp --set playout=none.weights",
        "gtp --set glance=none.weights", "evaluate policy none.weights game.sgf",
        "evaluate policy none.toml .", "bench --config none.toml",
        "train policy game.sgf --out a.weights --method laplace --start none.weights",
        "match --black cfggo:none.toml --white cfggo",
    ],
)  # fmt: skip
def test_a_file_that_is_not_there_is_named_alike_by_all_and_no_bar_comes_before(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (name,) = (word for word in shlex.split(line.replace(":", " ")) if "none." in word)
    said = answer(line, capsys)
    if line in (
        "evaluate policy none.sgf game.sgf",
        "gtp --config none.sgf",
    ):  # where no file is asked for
        assert said.startswith("unknown ")
    else:
        assert said == f"{name.rpartition('=')[2]}: No such file or directory"


def commands() -> dict[str, Parser]:
    """Returns the parsers of all commands, or of their parts."""
    (subparsers,) = (
        action
        for action in cli._parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    found: dict[str, Parser] = {}
    for name in cli.COMMANDS:
        parser = subparsers.choices[name]
        parts = parser.parts or {"": parser}
        found |= {f"{name} {part}".strip(): each for part, each in parts.items()}
    return found


def test_an_option_means_one_thing_in_all_commands() -> None:
    """It has a value in all or in none, and of the same sort."""
    meanings = defaultdict(set)
    for parser in commands().values():
        for action in parser._actions:
            for name in action.option_strings:
                value = None if action.nargs == 0 else (action.metavar, tuple(action.choices or ()))
                meanings[name].add(value)
    different = {name for name, found in meanings.items() if len(found) > 1}
    assert different == {
        "--black", "--white",  # who has the stones: you, or a program
        "--out",  # what a command makes: a file or a folder
        "--split",  # all problems, or games that nothing learnt from
        "--method",  # how policies are learnt, or models of problems
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["review", "match", "tournament", "tune", "selfplay", "train policy"]
)
def test_whatever_can_be_interrupted_goes_on_by_itself_unless_restarted(name: str) -> None:
    options = commands()[name]._option_string_actions
    assert "--restart" in options
    assert "--resume" not in options


@pytest.mark.parametrize(
    "line",
    [
        "evaluate policy expert --size 9 my.weights --json records/",
        "evaluate policy --siz=9 expert my.weights records/ --json",
        "evaluate policy --json expert --size 9 -- my.weights records/",
    ],
)
def test_files_and_options_may_stand_in_any_order(line: str) -> None:
    args = cli._parser().parse_args(shlex.split(line))
    assert (args.models, args.records) == (["expert", "my.weights"], "records/")
    assert (args.size, args.json) == (9, True)


def test_every_level_but_for_its_letter_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    for level in LEVELS:
        number = level.removesuffix("k")
        assert f"did you mean {level}?" in answer(f"gtp --level {number}", capsys)


def test_bare_cfggo_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    bare = capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert capsys.readouterr().out == bare
    titles = [line.removesuffix(":") for line in bare.splitlines() if line.endswith(":")]
    assert titles[:6] == list(cli.GROUPS)
    assert next(iter(cli.GROUPS)) == "play and study"
    assert set(cli.GROUPS["cfggo itself"]) == {"warmup", "completion", "help", "analysis"}
