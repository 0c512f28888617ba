"""What pages say in other languages: the catalogues are whole, and pages use them."""

import json
from pathlib import Path
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, listed, said, said_from_json, said_n, said_to_json
from cfggo.records.game_files import doubts_of_line
from cfggo.records.sgf.reading import read_main_line
from cfggo.study.page_parts import LANGUAGES, page_part
from cfggo.study.page_parts.translation import ALL_LANGUAGES, language_of_user, translator

pytest.importorskip("babel", reason="needs Babel, of the extra test")

import languages


@pytest.fixture(scope="module")
def needed() -> Any:
    return languages.messages()


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_sentence_is_missing(name: str, needed: Any) -> None:
    catalogue = languages.read(name)
    missing = [
        message.id
        for message in needed
        if message.id
        and (
            message.id not in catalogue
            or catalogue[message.id].pluralizable != message.pluralizable
            or not languages.is_translated(catalogue[message.id])
        )
    ]
    assert missing == [], f"fill them in {name}.po after scripts/languages.py"


def test_values_of_sentences_are_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "module.py").write_text(
        """
        [said("komi {komi} of {side}", komi=f"{komi:g}", side=said("Black")), said(text)]
        said_n("{n} " "stone", "{n} stones", n=f"{n}")
        """.strip().replace("  ", "")
    )
    found = {*languages._messages_of(tmp_path / "module.py")}
    assert found == {"komi {komi} of {side}", "Black", ("{n} stone", "{n} stones")}
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", LANGUAGES)
def test_translations_have_the_places_of_their_messages(name: str) -> None:
    for message in languages.read(name):
        wanted = languages.places(message.id)
        for form in filter(None, languages.forms(message)):
            # "one move" needs no number
            assert languages.places([form]) | {"n"} == wanted | {"n"}, form


def test_pages_load_what_the_catalogues_say() -> None:
    catalogues = {name: languages.read(name) for name in LANGUAGES}
    assert page_part("languages.js") == languages.script(catalogues)


def test_a_sentence_is_english_and_keeps_what_it_is_made_of() -> None:
    stones = said_n("{n} stone", "{n} stones", n=2)
    sentence = said("captures {stones} of {n}", stones=stones, n=1000)
    assert sentence == "captures 2 stones of 1,000"
    assert said_to_json([str(CfggoError(sentence)), "D4"]) == [
        {
            "en": "captures 2 stones of 1,000",
            "id": "captures {stones} of {n}",
            "values": {
                "stones": {"en": "2 stones", "id": "{n} stone", "values": {"n": 2}},
                "n": 1000,
            },
        },
        "D4",
    ]
    assert said_to_json(said_from_json(said_to_json(sentence))) == said_to_json(sentence)
    for damaged in ({}, {"en": "x", "values": 3}, {"en": "x", "values": {"a": {"b": 1}}}):
        with pytest.raises((KeyError, TypeError, ValueError)):
            said_from_json(damaged)
    assert said_n("{n} point", "{n} points", n="1.0") == "1.0 point"
    assert listed(["a", "", "b", "c"]) == "a, b, c"
    assert listed([]) == ""
    assert said_to_json(in_a_row([said("Yes."), said("No.")]))["values"]["first"] == {"en": "Yes."}


CATALOGUES = {
    "ru": {
        "{n} stone": ["{n} камень", "{n} камня", "{n} камней"],
        "Pass": "Пас",
        "Best moves": "Лучшие ходы",
        "captures {stones}": "снимает: {stones}",
        "Black leads by {points}": "Чёрные впереди на {points}",
    },
    "zh-Hant": {"{n} stone": ["{n}子"]},
}


def run(chromium: Any, language: str, script: str, *arguments: Any) -> Any:
    """Returns what a script makes with `language.js` in a browser of that language."""
    catalogues = f"const CATALOGUES = {json.dumps(CATALOGUES)};"
    choice = f"const language = {json.dumps(language)};"
    return chromium.execute_script(
        f"{choice}{catalogues}{page_part('language.js')}; {script}", *arguments
    )


def test_pages_say_sentences_in_each_form(chromium: Any) -> None:
    chromium.get("about:blank")
    script = "return arguments[0].map((n) => tn('{n} stone', '{n} stones', { n }))"
    numbers = [1, 2, 5, 21, "1.5", 2000]
    assert run(chromium, "ru", script, numbers) == [
        "1 камень", "2 камня", "5 камней", "21 камень", "1,5 камня", "2\xa0000 камней",
    ]  # fmt: skip
    assert run(chromium, "zh-Hant", script, numbers)[-1] == "2,000子"
    assert run(chromium, "en", script, numbers)[3:] == ["21 stones", "1.5 stones", "2,000 stones"]
    assert run(chromium, "fr", script, [1, 2]) == ["1 stone", "2 stones"]  # not translated


def test_figures_are_written_as_the_language_does(chromium: Any) -> None:
    chromium.get("about:blank")
    script = "return arguments[0].map(figure)"
    figures = ["1,000", "-2.50", "x 1.3", "<0.1%", "40%", "D4", "B+2.5", "2026-11-27", 2000, 0]
    german = [
        "1.000",
        "-2,50",
        "x 1,3",
        "<0,1\xa0%",
        "40\xa0%",
        "D4",
        "B+2,5",
        figures[7],
        "2.000",
        "0",
    ]
    assert run(chromium, "de", script, figures) == german
    assert run(chromium, "en", script, figures) == [*figures[:8], "2,000", "0"]


def test_pages_take_sentences_of_the_server_and_of_their_html(chromium: Any) -> None:
    sentence = said("captures {stones}", stones=said_n("{n} stone", "{n} stones", n=3))
    data = json.dumps(
        said_to_json({"words": [sentence], "lead": said("Black leads by {points}", points="2.5")})
    )
    script = "return JSON.parse(arguments[0], revive)"
    taken = run(chromium, "ru", script, data)
    assert taken == {"words": ["снимает: 3 камня"], "lead": "Чёрные впереди на 2,5"}
    assert run(chromium, "de", script, data)["words"] == ["captures 3 stones"]
    page = """
      document.body.innerHTML = `<p title="Pass">Best
        moves <b translate="no">Pass</b> <a>Pass</a></p>`;
      translatePage();
      const { lang } = document.documentElement;
      return [document.body.textContent, document.querySelector("p").title, lang];
    """
    assert run(chromium, "ru", page) == ["Лучшие ходы Pass Пас", "Пас", "ru"]


_MOVES_OF_KOREAN = {"G6": "이", "A7": "이", "D4": "가", "G10": "이", "pass": "가"}


def test_korean_particles_fit_what_is_read() -> None:
    translate = translator("ko")
    for move, particle in _MOVES_OF_KOREAN.items():
        sentence = translate(said("{better} keeps these points.", better=move))
        assert sentence == f"{move.replace('pass', '통과')}{particle} 이 집을 지킵니다."
    for move, particle in (("G6", "으로"), ("A7", "로"), ("D4", "로")):
        sentence = said_n("{stones} dies after {answer}.", "", n=1, stones="…", answer=move)
        assert translate(sentence).startswith(move + particle)


def test_repairs_of_records_are_translated() -> None:
    line = read_main_line(b"(;SZ[9]B[EE]W[ff];b[cc] junk B[dd];W[jj])")
    (mended,) = doubts_of_line(line)
    assert translator("de")(mended) == (
        "Ausgebessert: zwei Züge in einem Knoten (nach Zug 1, und 1 weitere), "
        "Kleinbuchstaben (b nach Zug 2), "
        'überflüssiger Text ("junk" nach Zug 3), Großbuchstaben (Zug 1 ist [EE]), '
        "Passen (Zug 5 ist [jj])."
    )


def test_leads_and_results_name_the_colour_as_the_language_does() -> None:
    results = {
        "es": ("Negro +16,8", "Blanco +abandono"), "ko": ("흑+16.8", "백+불계"),
        "en": ("B+16.8", "W+R"),
    }  # fmt: skip
    for language, words in results.items():
        for wanted, value in zip(words, ("B+16.8", "W+R"), strict=True):
            told = translator(language)(said("Expected now: {moves}", moves=value))
            assert told.endswith(wanted)


_PARTS = ("settings.js", "languages.js", "language.js")


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_files_and_terminals_say_what_pages_say(language: str, chromium: Any) -> None:
    pytest.importorskip("selenium", reason="needs selenium, of the extra test")
    sentences = [
        *(said_n("{n} move", "{n} moves", n=n) for n in (0, 1, 2, 5, 11, 21, 22, 112, 1000)),
        *(said_n("{n} point", "{n} points", n=n) for n in ("0.5", "1.0", "1.5", "2.5", "-3")),
        said("{n} playouts", n=1_234_567),
        *(said("{better} keeps these points.", better=move) for move in _MOVES_OF_KOREAN),
        said("Expected now: {moves}", moves="M13 pass A5"),
        *(said("Result {result}.", result=result) for result in ("B+16.8", "W+R", "B+T", "W+F")),
        said("Black {winrate}, {lead}", winrate="12.3%", lead="B+2.3"),
        said("{words}: {factor}", words=said("on the {ordinal} line", ordinal="x"), factor="x 6.2"),
        said("{move} lost nothing.", move="pass"),
        said("no message of a page {n}", n="1.5"),
    ]
    parts = "".join(page_part(name).replace('"use strict";', "") for name in _PARTS)
    chosen = f"document.documentElement.dataset.language = {json.dumps(language)};"
    chromium.get("about:blank")
    shown = chromium.execute_script(
        f"{chosen}{parts}; return JSON.parse(arguments[0], revive);",
        json.dumps(said_to_json(sentences)),
    )
    if language == "en":
        assert shown == sentences
    assert [*map(translator(language), sentences)] == shown


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"), ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LC_MESSAGES": "zh_CN", "LANG": "fr_FR"}, "zh-Hans"), ({"LANG": "tlh"}, "en"), ({}, "en"),
    ],
)  # fmt: skip
def test_the_user_s_language(
    names: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, names.get(name, ""))
    assert language_of_user() == language
