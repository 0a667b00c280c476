"""Hints over the wire and on the page: who gets them, when, and how often."""

import json
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.web import clicks
from tests.web.axe import findings
from tests.web.clicks import Browser
from tests.web.direct import Host
from tests.web.halls import Hall
from tests.web.hosting import Line, settle, steady
from tests.web.wire import checked
from twowaystreet.players import Hint, hint, simple
from twowaystreet.table import Table, _seen
from twowaystreet.web import TableHost, application  # halls skips where the extra is missing
from twowaystreet.web.rooms import HINTS_AT_ONCE

ASK = '{"do": "hint"}'
DUEL = tws.GAMES["duel"]


def told(line: Line, kind: str) -> list[Any]:  # Any: JSON
    return [each for each in map(checked, line.texts) if each["type"] == kind]


async def test_a_program_gets_the_hint_of_the_view_for_its_own_move_alone() -> None:
    host, table = TableHost(), steady(Table(DUEL, dealer=0))
    ann, ben, watching = table.join("Ann"), table.join("Ben"), table.spectate()
    host.add(table)
    table.play(ann, "deal")
    found = await host.send(ann, {"do": "hint"})
    assert found and checked(json.dumps(found))["number"] == table.last_number
    wanted = hint(table.view(ann))
    assert (found["move"], found["text"]) == (str(wanted.move), wanted.text)
    for token in (ben, watching):
        refused = await host.send(token, {"do": "hint"})
        assert refused and refused["text"] == "There is no hint for you now."


async def test_a_host_can_switch_hints_off() -> None:
    host, table = TableHost(hints=False), Table(DUEL, dealer=0)
    ann, _ = table.join("Ann"), table.join("Ben")
    host.add(table)
    application(host)
    table.play(ann, "deal")
    refused = await host.send(ann, {"do": "hint"})
    assert refused and refused["text"] == "Nobody gets hints at this table."
    async for facts in host.follow(ann):
        assert not facts["hint"] and table.facts(ann)["hint"]
        break


async def test_a_game_that_counts_for_ratings_has_no_hints() -> None:
    hall = Hall()
    (_, ann), (_, ben) = hall.enrolled("Ann", "Ben")
    counts, free = hall.listed(ann), hall.listed(ann, bots=1)
    hall.club.sit(counts, ben)
    for name, has_hints in ((counts, False), (free, True)):
        table = hall.table(name)
        line = await hall.connect(name, table.another_token(0))
        table.act_for(None)
        hall.club.note(name)
        await line.tell(ASK)
        assert [each["text"] for each in told(line, "refused")] == (
            [] if has_hints else ["Nobody gets hints at this table."]
        )
        assert bool(told(line, "hint")) is has_hints
        await line.leave()


async def test_a_person_asks_within_limits_at_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(view: Any, player: object) -> Hint:  # Any: the view of a game
        return Hint(view=view, move=view.legal_moves[0], values={})

    monkeypatch.setattr(_seen, "hint", quick)
    hall = Hall()
    (_, ann), _ = hall.enrolled("Ann", "Ben")
    lines = list[Line]()
    for _ in range(HINTS_AT_ONCE + 3):
        name = hall.listed(ann, bots=1)
        hall.table(name).act_for(None)
        lines.append(await hall.connect(name, hall.table(name).another_token(0)))
    for times in (1, 2):  # the second time the hints are there already
        for line in lines:
            line.send(ASK)
            await settle(0.01)
        assert sum(len(told(line, "hint")) for line in lines) == HINTS_AT_ONCE * times


# In Chromium


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
@pytest.mark.parametrize("game", nightly_but_every(1, tws.GAMES))
def test_each_decision_has_a_hint_that_lights_the_move(game: str, browser: Browser) -> None:
    host = Host(browser, game, max_hands=2)
    watched = host.open(viewport={"width": 390, "height": 844})
    page, phases = watched.page, set[str]()
    clicks.expect(page.locator("#ask-hint")).to_be_hidden()
    host.play("deal")
    while (view := host.table.view(host.token)).actor is not None:
        if len(view.legal_moves or ()) > 1 and view.phase not in phases:
            phases.add(view.phase)
            host.update()
            fills, chosen = page.locator("#slots").count(), page.locator(".chosen")
            if fills:
                page.locator("#table [data-card][role=button]").first.dispatch_event("click")
            task = page.locator("#turn").inner_text()
            page.click("#ask-hint[aria-disabled=false]")
            wanted = hint(view)
            clicks.expect(page.locator("#turn")).to_contain_text(wanted.text)
            clicks.expect(page.locator("#news")).to_contain_text(wanted.text)
            texts = {str(card) for card in tws.cards_of(wanted.move)}
            lit = page.locator(".lit").all()
            found = {str(each.get_attribute("data-card")) for each in lit}
            # The cards of several groups light up group by group.
            assert lit and (not texts or (found < texts if game == "brag" else found == texts))
            clicks.expect(chosen).to_have_count(fills)
            assert findings(page) == []
            page.click("#ask-hint[aria-pressed=true]")
            clicks.expect(page.locator(".lit")).to_have_count(0)
            clicks.expect(page.locator("#turn")).to_have_text(task)
            clicks.expect(chosen).to_have_count(fills)
        host.play(str(simple(view, host.table._chance)))
    host.update()
    clicks.expect(page.locator("#ask-hint")).to_have_attribute("aria-disabled", "true")
