"""The engine: messages in, messages out, and nothing hidden in them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import twowaystreet as tws
from twowaystreet._display import display_of
from twowaystreet.games import duel, street
from twowaystreet.table import Table, TokenError
from twowaystreet.web.engine import LONGEST, Engine, choices_of, read


def two_people() -> tuple[Engine, str, str]:
    table = Table(duel.GAME, dealer=0)
    return Engine(table), table.join("Ann"), table.join("Ben")


def play(engine: Engine, token: str, move: str) -> str | None:
    seen = engine.table.last_number
    return engine.receive(token, json.dumps({"do": "play", "move": move, "seen": seen}))


def shown(engine: Engine, token: str, since: int = 0) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(engine.show(token, since))
    return answer


MESSAGES = (
    "",
    "{",
    "[]",
    "null",
    "7",
    "{}",
    '{"do": "play"}',
    '{"do": "play", "move": 7, "seen": 0}',
    '{"do": "play", "move": "deal", "seen": "0"}',
    '{"do": "play", "move": "deal", "seen": null}',
    '{"do": "fly"}',
    "[" * 900,
    '{"do": "play", "move": "' + "Q" * LONGEST + '", "seen": 9}',
    '{"do": "play", "move": "\\u0000", "seen": 9}',
    '{"do": "undo"}',
)


@pytest.mark.parametrize("message", MESSAGES)
def test_bad_messages_are_refused_in_words(message: str) -> None:
    engine, ann, _ = two_people()
    before = engine.show(ann)
    answer = engine.receive(ann, message)
    assert answer is not None
    assert json.loads(answer)["type"] == "refused" and json.loads(answer)["text"]
    assert engine.show(ann) == before


def test_a_refusal_names_the_rule() -> None:
    engine = Engine(Table(street.GAME, bots={1: "simple", 2: "simple", 3: "simple"}, dealer=0))
    ann = engine.table.join("Ann")
    assert play(engine, ann, "deal") is None
    assert play(engine, ann, "high") is None
    hand = engine.table.view(ann).hand
    assert hand
    other = next(
        card for card in tws.cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC") if card not in hand
    )
    answer = play(engine, ann, f"exchange {hand[0]} {other}")
    assert answer is not None
    assert json.loads(answer)["rule"] == "ST-9"
    assert "expected cards among" in json.loads(answer)["text"]


def test_a_forged_token_gets_no_picture() -> None:
    engine, ann, _ = two_people()
    with pytest.raises(TokenError):
        engine.show(ann[::-1])
    answer = engine.receive("", '{"do": "undo"}')
    assert answer is not None and "nobody" in json.loads(answer)["text"]


def test_answers_depend_on_the_view_alone() -> None:
    """Other hidden cards, the same view: the same message, byte for byte."""
    engine, ann, ben = two_people()
    play(engine, ann, "deal")
    watcher = engine.table.spectate()
    before = [engine.show(token) for token in (ann, watcher)]
    hidden = engine.show(ben)
    sitting = engine.table._now
    record = sitting.record
    others = tws.worlds(engine.table.view(ann)).sample
    world = others(random.Random(7))
    deal = tws.deal_hands(record.start, world.hands, world.stock)
    changed = tws.Record(record.start, [deal])
    assert changed.state == world
    engine.table._now = type(sitting)(
        changed, (changed.start, changed.state), sitting.people, sitting.log
    )
    engine = Engine(engine.table)  # without the pictures that it keeps
    assert [engine.show(token) for token in (ann, watcher)] == before
    assert engine.show(ben) != hidden


def test_the_groups_of_a_move_contain_its_cards() -> None:
    for name, game in tws.GAMES.items():
        seats = game.Rules().seats
        table = Table(game, bots=dict.fromkeys(range(seats - 1), "random"))
        token = table.join("Ann")
        table.play(token, "deal")
        for _ in range(100):
            view = table.view(token)
            if view.actor is None:
                break
            for choice, move in zip(choices_of(table, view), view.legal_moves or (), strict=True):
                cards = [card for group in choice["groups"] for card in group]
                assert sorted(cards) == sorted(map(str, tws.cards_of(move))), name
                assert choice["move"] == str(move)
                shown = choice.get("text", choice["move"])
                assert shown == display_of(game).move_text(move)
            table.play(token, str(tws.legal_moves(view)[0]))


def test_the_log_tells_each_event_once() -> None:
    engine, ann, ben = two_people()
    play(engine, ann, "deal")
    play(engine, ann, "no bid")
    lines = [line for event in shown(engine, ben)["log"] for line in event["lines"]]
    assert lines[:3] == ["Ann joins.", "You join.", "New deal."]
    assert lines[3].startswith("Ann ")
    assert [event["number"] for event in shown(engine, ben, since=3)["log"]] == [4]
    assert play(engine, ben, "deal") is not None


def test_a_page_that_knows_lost_events_gets_the_whole_log() -> None:
    engine, ann, _ = two_people()
    play(engine, ann, "deal")
    last = engine.table.last_number
    assert not json.loads(engine.show(ann, last))["log"]
    log = json.loads(engine.show(ann, last + 1))["log"]
    assert [event["number"] for event in log] == [*range(1, last + 1)]


def test_a_spectator_gets_no_choices_and_no_undo() -> None:
    engine, ann, _ = two_people()
    watcher = engine.table.spectate()
    play(engine, ann, "deal")
    seen = shown(engine, watcher)
    assert (seen["choices"], seen["undo"]["can"], seen["yours"]) == ([], False, False)
    assert "data-card" not in seen["pictures"]["wide"]


def test_pictures_have_no_style_sheet_which_the_policy_would_block() -> None:
    engine, ann, _ = two_people()
    play(engine, ann, "deal")
    seen = shown(engine, ann)
    assert "<style" not in json.dumps(seen["pictures"]) and " style=" not in json.dumps(
        seen["pictures"]
    )
    assert all(".t-card" in style for style in seen["styles"][:2])


def test_the_turn_is_told_in_words() -> None:
    engine = Engine(Table(duel.GAME, duel.Rules(max_hands=1), dealer=0))
    ann = engine.table.join("Ann")
    assert shown(engine, ann)["turn"] == "The table waits for Seat 1."
    assert not shown(engine, ann)["choices"]
    ben = engine.table.join("Ben")
    assert shown(engine, ann)["turn"] == "A deal is due."
    play(engine, ann, "deal")
    assert shown(engine, ann)["turn"] == "Your turn." and "bid" in shown(engine, ann)["hint"]
    assert shown(engine, ben)["turn"] == "It is the turn of Ann." and not shown(engine, ben)["hint"]
    while not engine.table.view(ann).is_over:
        token = (ann, ben)[engine.table.actor or 0]
        play(engine, token, str(tws.legal_moves(engine.table.view(token))[0]))
    over = shown(engine, ann)
    assert over["over"] and "win" in over["turn"] and not over["choices"]
    assert "Ben" in over["result"] and "<svg" in over["sheet"]


def test_the_request_for_an_undo_is_told_in_words() -> None:
    engine, ann, ben = two_people()
    play(engine, ann, "deal")
    assert not shown(engine, ann)["undo"]["can"]
    play(engine, ann, "no bid")
    assert engine.receive(ann, '{"do": "undo"}') is None
    assert shown(engine, ann)["undo"] == {"can": False, "text": "You ask to take back a move."}
    assert shown(engine, ben)["undo"] == {"can": True, "text": "Ann asks to take back a move."}
    assert shown(engine, ann)["log"][-1]["lines"] == ["You ask to take back a move."]
    assert engine.receive(ben, '{"do": "undo"}') is None
    assert shown(engine, ben)["log"][-1]["lines"] == ["Ann takes back a move."]
    assert shown(engine, ann)["log"][-1]["lines"] == ["You take back a move."]


def test_the_engine_lets_one_bot_move_at_a_time() -> None:
    engine = Engine(Table(duel.GAME, bots={1: "simple"}, dealer=1))
    ann = engine.table.join("Ann")
    assert not engine.table.advance()
    play(engine, ann, "deal")
    number = engine.table.last_number
    assert engine.table.actor == 1
    assert engine.table.advance()
    assert engine.table.last_number == number + 1


def test_the_hand_over_is_told_before_the_next_deal() -> None:
    table = Table(duel.GAME, bots={0: "simple", 1: "simple"})
    watcher = table.spectate()
    while not table.hand_scores:
        table.advance()
    assert shown(Engine(table), watcher)["turn"] == "The hand is over. A deal is due."


def test_a_page_gets_the_picture_of_its_size() -> None:
    engine, ann, _ = two_people()
    both = shown(engine, ann)["pictures"]
    assert [*both] == ["wide", "narrow"]
    for size, width in (("wide", "720"), ("narrow", "360")):
        assert json.loads(engine.show(ann, sizes=(size,)))["pictures"] == {size: both[size]}
        assert f'width="{width}"' in both[size]
    look = '{"do": "look", "size": "wide"}'
    assert read(look) == {"do": "look", "size": "wide"}
    before = engine.table.last_number
    assert engine.receive(ann, look) is None
    assert engine.table.last_number == before
    for message in ('{"do": "look", "size": "huge"}', '{"do": "look"}'):
        assert read(message) is None


def test_spectators_share_a_picture_until_the_table_changes() -> None:
    engine, ann, _ = two_people()
    one, two = engine.table.spectate(), engine.table.spectate()
    first = engine.facts(one, 0, ("wide",))
    assert engine.facts(two, 0, ("wide",))["pictures"] is first["pictures"]
    assert engine.facts(ann, 0, ("wide",))["pictures"] != first["pictures"]
    play(engine, ann, "deal")
    assert engine.facts(one, 0, ("wide",))["pictures"] != first["pictures"]
