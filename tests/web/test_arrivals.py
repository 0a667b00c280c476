"""Guests take seats by the link of spectators, and bots those of people who have not come."""

from __future__ import annotations

import json
from typing import Any

from tests.web.hosting import LOOK, Line, Site, settle
from twowaystreet.games import street
from twowaystreet.table import Table
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.server import application


async def served(*names: str) -> tuple[Table, Site, Line]:
    """Serve a table as the command does; return it with the page of the first player."""
    table, host = Table(street.GAME, street.Rules(players=len(names))), TableHost()
    tokens = [table.join(name) for name in names]
    host.add(table)
    site = Site(application(host, guests=True))
    return table, site, await site.connect("", tokens[0])


async def said(line: Line, message: dict[str, str]) -> Any:
    """Send a message; return the last answer. Any: JSON."""
    line.send(json.dumps(message))
    await settle()
    return json.loads(line.texts[-1])


def waits(line: Line) -> list[str]:
    """Return what the page was told last about a table that waits."""
    messages = map(json.loads, line.texts)
    told: list[list[str]] = [each["waits"] for each in messages if "waits" in each]
    return told[-1]


async def test_a_guest_takes_a_seat_for_which_nobody_has_come() -> None:
    table, site, ann = await served("Ann", "Player 2", "Player 3")
    first = table.another_token(1)
    assert waits(ann) == ["invite", "fill"]
    link = (await said(ann, {"do": "invite"}))["link"]
    assert link == f"#{table.spectate()}"
    code = await site.answer("POST", "/invitation.svg", body=f"http://test/{link}".encode())
    assert code.headers["content-type"] == "image/svg+xml"
    guest = await site.connect("", link[1:])
    assert waits(guest) == ["join"]
    assert "nobody else has" in (await said(guest, {"do": "join", "name": "Ann"}))["text"]
    assert "could bring" in (await said(guest, {"do": "invite"}))["text"]
    for name in ("Player 2", " Player 9 "):  # others could take the seat as well
        assert "your own name" in (await said(guest, {"do": "join", "name": name}))["text"]
    token = (await said(guest, {"do": "join", "name": "Ben"}))["token"]
    assert table.seat(token) == table.seat(first) == 1  # the earlier link of the seat stays valid
    ben = await site.connect("", token)
    assert table.names == ("Ann", "Ben", "Player 3") and waits(ben) == ["invite", "fill"]
    for line in (ann, guest):  # as pages do after names in the log have changed
        line.send(LOOK)
    ben.play("deal")
    await settle()
    for line in (ann, ben, guest):
        assert waits(line) == []
    assert "could bring" in (await said(guest, {"do": "join", "name": "Cem"}))["text"]


async def test_bots_play_in_order_for_those_who_have_not_come_until_they_do() -> None:
    table, site, ann = await served("Ann", "Ben", "Player 3", "Cem")
    late = table.another_token(2)
    cem = await site.connect("", table.another_token(3))
    await said(ann, {"do": "fill"})
    assert table.names == ("Ann", "Bot 2", "Bot 3", "Cem") and waits(ann) == []
    assert "no seat for you to fill" in (await said(cem, {"do": "fill"}))["text"]
    await site.connect("", late)
    assert table.names == ("Ann", "Bot 2", "Player 3", "Cem")


async def test_only_a_host_that_says_so_lets_guests_in() -> None:
    table, host = Table(street.GAME, street.Rules(players=3)), TableHost()
    ann, name = table.join("Ann"), host.add(table)
    site = Site(application(host))
    page, guest = await site.connect(name, ann), await site.connect(name, table.spectate())
    assert waits(page) == ["fill"] and waits(guest) == []
    for line in (page, guest):
        for message in ({"do": "invite"}, {"do": "join", "name": "Ben"}):
            assert "could bring" in (await said(line, message))["text"]
    assert (await site.ask("POST", "/invitation.svg"))[0] in (404, 405)
    await said(page, {"do": "fill"})
    assert table.names == ("Ann", "Bot 2", "Bot 3")
