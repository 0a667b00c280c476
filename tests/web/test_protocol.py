"""The messages of a table: their version, what does not fit them, and connections that return."""

import json
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from tests.web.hosting import Line, settle
from tests.web.test_server import Duel, messages
from twowaystreet.schemas import wire
from twowaystreet.web.limits import Limits

V1: Final = "twowaystreet.v1"
MANY: Final = 10**9
LOOK: Final = '{"do": "look", "as": "facts"}'


def facts(line: Line) -> list[dict[str, Any]]:
    """Return the facts that a client has got. Any: JSON."""
    return [each for each in messages(line) if each["type"] == "facts"]


class Table(Duel):
    """A table whose clients draw for themselves, and may come as often as they like."""

    def __init__(self) -> None:
        super().__init__(Limits(openings=MANY, burst=MANY, per_address=MANY))

    async def client(self, who: int = 0, since: object = 0) -> Line:
        return await self.connect("friday", self.tokens[who], since, look=LOOK)


# Versions


async def test_version_1_and_no_version_are_served_with_a_token_in_a_header_or_address() -> None:
    site = Table()
    for offered, in_address, chosen in (
        ([], True, None),
        ([V1], True, V1),
        ([V1, f"token.{site.tokens[0]}"], False, V1),
        ([f"token.{site.tokens[0]}", V1], False, V1),
        ([f"{V1}, token.{site.tokens[0]}"], False, V1),  # as older versions of uvicorn give it
        (["twowaystreet.v2", V1], True, V1),
        ([f"token.{site.tokens[0]}"], False, None),
    ):
        site.protocols = [*offered]
        line = await site.connect("friday", site.tokens[0] if in_address else "", look=LOOK)
        assert (line.closed, line.protocol) == (None, chosen), offered
        assert facts(line)[0]["you"] == 0
        await line.leave()
    site.protocols = [V1, "token.forged"]
    assert (await site.connect("friday", "", look=LOOK)).closed == 4401


async def test_an_unknown_version_ends_the_connection_and_hears_the_known_one() -> None:
    site = Table()
    for offered in (
        *(["twowaystreet.v2"], ["twowaystreet"], ["chat", "token.x"], ["TWOWAYSTREET.V1"]),
    ):
        for token in (site.tokens[0], "forged"):
            site.protocols = offered
            line = await site.connect("friday", token, look=LOOK)
            assert (line.closed, line.texts) == (4406, []), offered
            assert line.reason == f"this version is unknown: expected {V1}; load the page again"
            assert line.protocol == offered[0]  # a browser takes no other one


# What does not fit

STRANGE: Final[tuple[object, ...]] = (
    *(None, True, -1, 1.5, 10**30, "", "QS", "\0", [], [1], {}, {"do": "play"}),
)


def near_misses(rng: random.Random) -> Iterator[str]:
    """Yield each message of clients with parts changed, left out, added or doubled."""
    kinds = wire()["$defs"]
    names = [each["$ref"].rpartition("/")[2] for each in kinds["ToServer"]["anyOf"]]
    for message in (example for name in names for example in kinds[name]["examples"]):
        text = json.dumps(message)
        yield from (text[:-1], f"[{text}]", f"{text}{text}", text.replace('"', "'"), text.upper())
        for key in message:
            yield json.dumps({name: value for name, value in message.items() if name != key})
            yield json.dumps(
                {f"{name}s" if name == key else name: message[name] for name in message}
            )
            yield from (json.dumps({**message, key: value}) for value in STRANGE)
        for key in ("as", "seen", "seat", "move", "card", "width"):
            yield json.dumps({**message, key: rng.choice(STRANGE)})
    yield from (json.dumps(value) for value in STRANGE)
    yield from ("", "{", "NaN", '{"do": NaN}', '{"do": "play", "do": 5}', "\ud7ff", "9" * 1900)
    yield from ("[" * 1900, "\0")
    for move, seen in (("x", "9" * 1900), ("x", "1e999"), ("\\ud800", "2")):
        yield f'{{"do": "play", "move": "{move}", "seen": {seen}}}'


def fits(text: str) -> bool:
    """Return whether a text is a message of clients, with any more keys."""
    try:
        return bool(VALIDATOR.is_valid(json.loads(text)))
    except ValueError:
        return False


# Any: the types of jsonschema are unknown in part.
VALIDATOR: Final[Any] = Draft202012Validator({"$defs": wire()["$defs"], "$ref": "#/$defs/ToServer"})


async def test_what_does_not_fit_is_refused_with_what_was_expected_and_harms_nobody() -> None:
    site = Table()
    line, ben, refusals = await site.client(), await site.client(1), 0
    before = site.table.to_text()
    for text in near_misses(random.Random(5)):
        if fits(text):
            continue
        got = len(line.texts)
        line.send(text)
        await settle()
        answer = json.loads(line.texts[-1])
        assert line.closed is None and len(line.texts) == got + 1 and answer["type"] == "refused", (
            text
        )
        assert "xpected " in answer["text"], (text, answer)
        assert answer["rule"] is None and answer["cards"] == []
        assert site.table.to_text() == before
        refusals += 1
    assert refusals > 100 and ben.closed is None
    ben.play("deal")
    await settle()
    assert facts(ben)[-1]["events"][-1]["sentences"] == ["New deal."]


async def test_messages_that_fit_are_answered_and_never_end_a_connection() -> None:
    site = Table()
    for text in filter(fits, near_misses(random.Random(7))):
        line = await site.client()
        line.send(text)
        await settle()
        assert line.closed is None and {each["type"] for each in messages(line)} <= KNOWN, text
        await line.leave()
    line = await site.client()
    line.play("deal")
    await settle()
    assert facts(line)[-1]["events"][-1]["sentences"] == ["New deal."]


KNOWN: Final = {"facts", "refused", "said", "table"}


async def test_a_card_against_the_rules_is_refused_with_its_rule_and_the_cards_that_may() -> None:
    site = Table()
    ann, ben = [await site.client(who) for who in (0, 1)]
    ann.play("deal")
    await settle()
    for _ in range(40):
        mover = ann if facts(ann)[-1]["offers"] else ben
        legal = [one["move"] for each in facts(mover)[-1]["offers"] for one in each["moves"]]
        others = {*map(str, facts(mover)[-1]["view"]["hand"])} - {*legal}
        if others and {*legal} <= {*map(str, facts(mover)[-1]["view"]["hand"])}:
            mover.play(min(others))
            await settle()
            answer = messages(mover)[-1]
            assert (answer["type"], answer["reason"]) == ("refused", "MustFollow")
            assert {*answer["cards"]} == {*legal} and answer["rule"] == "ST-13"
            break
        mover.play(legal[0])
        await settle()
    else:
        pytest.fail("every card was legal")


# Connections that return
