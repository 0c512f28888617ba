"""Odd requests: the server answers or refuses each of them, and goes on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import page_fuzzing
import pytest

if TYPE_CHECKING:
    from tests.interfaces.browser.conftest import Page


@pytest.mark.parametrize("seed", range(4))
def test_odd_requests(page: Page, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(seed)
    port, token = page.server.server_port, page.server.guard.token
    verdicts = []
    for _ in range(150):
        request = page_fuzzing.make_request(rng, port, token)
        before = page.game.state()
        verdicts.append(page_fuzzing.send(request, port))
        after = page.game.state()
        if not request.is_known and before["engine"] is None:
            assert after["ids"] == before["ids"], request.data
    assert set(verdicts) <= {"done", "refused", "closed"}
    assert verdicts.count("done") > 10
    assert verdicts.count("refused") > 50
    assert capfd.readouterr().err == ""
    assert page.get()[0] == 200


def test_a_fault_is_seen() -> None:
    verdict = page_fuzzing._verdict
    assert verdict(b"HTTP/1.1 500 Internal Server Error\r\n\r\n{}") == "status 500"
    assert verdict(b"HTTP/1.1 400 Bad Request\r\n\r\nTraceback (most recent") != "refused"
    assert verdict(b"Traceback").startswith("no HTTP")
    assert verdict(b"HTTP/1.1 400 Bad Request\r\n\r\n{}") == "refused"
