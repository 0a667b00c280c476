"""Sites that may frame the pages of tables, and whose pages may connect."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import Mock

import pytest

from tests.web.test_server import Duel, invoked, messages
from twowaystreet.table import TableError
from twowaystreet.web import pages  # test_server skips where the extra is missing
from twowaystreet.web.hosts import TableHost  # as above
from twowaystreet.web.server import application  # as above

if TYPE_CHECKING:
    from starlette.types import Message

CLUB: Final = "https://club.example"
PHONES: Final = "http://phones.example:8080"
POLICY: Final = "content-security-policy"
ALLOW: Final = "access-control-allow-origin"


def ancestors_of(policy: str) -> str:
    assert policy.count("frame-ancestors") == 1
    return policy.partition("frame-ancestors ")[2]


# Headers


async def test_every_answer_names_the_sites_that_may_frame_it_and_allows_their_programs() -> None:
    site = Duel(embed_in=[f"{CLUB.upper()}/", PHONES, "self"])
    for path in ("/", "/client.js", "/page.css", "/health", "/missing", "/table/"):
        for origin, allowed in ((CLUB, CLUB), (PHONES, PHONES), ("https://evil.example", None)):
            site.more = {"origin": origin}
            headers = (await site.answer("GET", path)).headers
            assert ancestors_of(headers[POLICY]) == f"'self' {PHONES} {CLUB}", path
            assert headers.get(ALLOW) == allowed and "origin" in headers["vary"].lower()
            assert "'none'" in headers[POLICY] and "*" not in headers[POLICY]
    site.more = {}
    assert ALLOW not in (await site.answer("GET", "/client.js")).headers


async def test_without_the_option_nobody_may_frame_or_ask() -> None:
    site = Duel()
    site.more = {"origin": CLUB}
    for path in ("/", "/client.js", "/missing"):
        headers = (await site.answer("GET", path)).headers
        assert ancestors_of(headers[POLICY]) == "'none'"
        assert ALLOW not in headers and "origin" not in headers.get("vary", "").lower()


async def test_a_page_with_its_own_policy_can_be_framed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pages.packed("<style>a {}</style>", **{POLICY: pages.policy_of("<style>a {}</style>")})
    hand = pages.Hand("friday", ("Ann", "Ben"), 0, 1)
    monkeypatch.setattr(pages, "reviewed_hand", Mock(return_value=(hand, lambda: made)))
    for sites, expected in (([CLUB], CLUB), ([], "'none'")):
        site = Duel(embed_in=sites)
        token = f"token={site.tokens[0]}".encode()
        answer = await site.answer("POST", "/api/tables/friday/review", body=token)
        assert answer.status == 200 and "style-src 'sha256-" in answer.headers[POLICY]
        assert ancestors_of(answer.headers[POLICY]) == expected


# Connections


async def test_pages_of_named_sites_connect_and_change_nothing_else() -> None:
    site = Duel(embed_in=[CLUB, "https://cards.example:443"])
    for origin in (CLUB, CLUB.upper(), "https://cards.example", "http://test"):
        site.more = {"origin": origin}
        assert messages(await site.open())[0]["type"] == "table", origin
    for origin in (
        *("http://club.example", f"{CLUB}:8443", "https://evil.club.example", "null", "'self'"),
    ):
        site.more = {"origin": origin}
        line = await site.open()
        assert line.closed is not None and not line.texts, origin
    site.more = {"origin": CLUB}
    for method, path in (("POST", "/review"), ("DELETE", "/missing")):
        assert (await site.ask(method, path, site.tokens[0]))[0] == 403


# The log


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [each.getMessage() for each in caplog.records if "--embed-in" in each.getMessage()]
    caplog.clear()
    return found


async def test_the_log_says_once_what_would_allow_a_site(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")
    site = Duel(embed_in=[CLUB])
    line = f"a page of {PHONES} asked: --embed-in {PHONES} would allow it"
    site.more = {"origin": PHONES}
    for _ in range(3):
        await site.open()
    assert told(caplog) == [line]
    other = Duel()
    other.more = {"sec-fetch-dest": "iframe", "referer": f"{PHONES}/page?token=x#y"}
    for _ in range(3):
        await other.answer("GET", "/")
    assert told(caplog) == [line]
    third = Duel()
    third.more = {"origin": PHONES}  # loads client.js, which its browser refuses
    await third.answer("GET", "/client.js")
    assert told(caplog) == [line]
    for sites, lines in ((["self"], 0), ([], 1)):  # the own site may perhaps not frame itself
        own = Duel(embed_in=sites)
        own.more = {"sec-fetch-dest": "iframe", "referer": "http://test/around"}
        await own.answer("GET", "/")
        assert len(told(caplog)) == lines
    for more in (
        *({"origin": CLUB}, {"sec-fetch-dest": "iframe", "referer": f"{CLUB}/games"}),
        *({"sec-fetch-dest": "document", "referer": f"{PHONES}x/"}, {"sec-fetch-dest": "iframe"}),
        {"sec-fetch-dest": "iframe", "referer": "https://x\n--embed-in evil"},
        *({"sec-fetch-dest": "iframe", "referer": "javascript:alert(1)"}, {"origin": "null"}),
        {"origin": f"https://{'a' * 10_000}"},
    ):
        site.more = more
        await site.answer("GET", "/")
        await site.open()
        assert told(caplog) == [], more


async def test_a_crowd_of_sites_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")
    site = Duel()
    for number in range(300):
        site.more = {"sec-fetch-dest": "iframe", "referer": f"https://site{number}.example/"}
        await site.answer("GET", "/health")
    assert len(told(caplog)) == 100


# Bad sites

BAD: Final = (
    *("", "club.example", "https://", "*", "https://*.club.example", "ftp://club.example"),
    *("https://club.example/games", "https://club.example; script-src *", "null", "https://a b"),
    *("https://club.example:port", "https://user@club.example", "https://club.example\n", "'none'"),
    "https://club.example:0443",
)


@pytest.mark.parametrize("bad", [*BAD, None, 5, b"https://club.example"])
def test_a_text_that_is_no_site_is_named_in_the_error(bad: Any) -> None:
    with pytest.raises(TableError, match=r"^embed_in: .*expected a site such as https") as caught:
        application(TableHost(), embed_in=[CLUB, bad])
    assert repr(bad) in str(caught.value)


@pytest.mark.parametrize("bad", [CLUB, None, 5])
def test_sites_are_a_list(bad: Any) -> None:
    with pytest.raises(TableError, match=r"^embed_in=.*: expected a list of sites$"):
        application(TableHost(), embed_in=bad)


async def test_other_servers_tell_an_application_that_they_start_and_stop() -> None:
    got: list[Message] = []
    said = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> Message:
        return {"type": next(said)}

    async def send(message: Message) -> None:
        got.append(message)

    await application(TableHost())({"type": "lifespan"}, receive, send)
    assert [each["type"] for each in got] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_the_command_refuses_a_site_before_it_makes_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    said = invoked("duel", "--embed-in", CLUB, "--embed-in", "club", "--save", str(path))
    assert "embed_in: 'club': expected a site such as https://club.example" in said
    assert not path.exists()


# In a browser
