"""What pages say in other languages: the catalogues are whole, and pages use them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.said import in_a_row, listed, said, said_from_json, said_n, said_to_json
from cfggo.study.page_parts import LANGUAGES, page_part

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
    german = ["1.000", "-2,50", "x 1,3", "<0,1\xa0%", "40\xa0%", *figures[5:8], "2.000", "0"]
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
