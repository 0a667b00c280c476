"""The facts of a table: they fit their schema, and offer the legal moves."""

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.games import OURS
from tests.helpers import nightly_but_every
from tests.table.tables import full, go_on, play_out, refuses, seated, steady
from tests.web.wire import checked
from twowaystreet import schemas
from twowaystreet._page.engine import Engine
from twowaystreet._page.viewers import FACTS, Viewer
from twowaystreet.games import duel, twos
from twowaystreet.table import Table, TokenError
from twowaystreet.table._facts import MOST_EVENTS

OF_SERVER = {"phrases": list[str](), "clock": None, "absent": False, "stakes": ""}
"""The facts that a server adds."""
EXAMPLES = {game.name: game for game in (oh_hell.GAME, high_card.GAME)}


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the games of the examples for a test."""
    registered = {**tws.GAMES, **EXAMPLES}
    monkeypatch.setattr("twowaystreet._core.engine.game._games._registered", registered)


# Any: JSON, here and below.
def offered(facts: dict[str, Any]) -> list[dict[str, Any]]:
    return [move for offer in facts["offers"] for move in offer["moves"]]


@pytest.mark.parametrize("name", nightly_but_every(4, [*OURS, *EXAMPLES]))
@pytest.mark.usefixtures("examples")
def test_the_facts_of_each_step_fit_their_schema_and_offer_the_legal_moves(name: str) -> None:
    game = {**tws.GAMES, **EXAMPLES}[name]
    # Any: the types of jsonschema are unknown in part.
    views: Any = Draft202012Validator(schemas.schema_of(game, schemas.Form.VIEW))
    table, rng = steady(Table(game, dealer=0)), random.Random(name)
    tokens, hands = full(table), 0
    known = dict.fromkeys(tokens, 0)
    while not hands and len(table.record.moves) < 60:
        for seat, token in tokens.items():
            facts = table.facts(token, known[seat])
            assert json.loads(json.dumps(facts)) == facts
            view, found = table.view(token), offered(facts)
            if seat == table.actor or table.actor is None:
                checked(json.dumps({**facts, **OF_SERVER}))
                views.validate(facts["view"])
            assert type(view).from_dict(facts["view"]) == view and facts["you"] == seat
            legal = [str(move) for move in view.legal_moves or ()]
            deals = ["deal"] if table.actor is None and seat is not None else []
            assert sorted(move["move"] for move in found) == sorted(legal or deals)
            assert all(move["words"][0] == move["words"][0].upper() for move in found)
            cards = {str(move): tws.cards_of(move) for move in view.legal_moves or ()}
            assert all(move["cards"] == [*map(str, cards.get(move["move"], ()))] for move in found)
            new = table.events(token, known[seat])
            assert facts["all"] is (known[seat] == 0)
            assert [each["number"] for each in facts["events"]] == [each.number for each in new]
            known[seat] = facts["number"]
        moves = [move["move"] for move in offered(table.facts(tokens[table.actor or 0]))]
        table.play(tokens[table.actor or 0], str(rng.choice(moves)), bots=False)
        hands = len(table.hand_scores)
    play_out(table, tokens, hand=True)
    for token in tokens.values():
        facts = checked(json.dumps({**table.facts(token), **OF_SERVER}))
        assert len(facts["result"]["rows"]) == len(table.names)


def test_words_of_offers_tell_the_moves_of_a_group_apart() -> None:
    for name in OURS:
        table, tokens = seated(tws.GAMES[name])
        for _ in range(12):
            for token in tokens.values():
                for offer in table.facts(token)["offers"]:
                    words = [move["words"] for move in offer["moves"]]
                    assert len({*words}) == len(words), (name, words)
            if not table.is_over:
                go_on(table, tokens, 1)


def test_events_are_those_since_a_number_and_all_anew_after_an_undo() -> None:
    table, tokens = seated(duel.GAME, moves=3)
    ann, last = tokens[0], table.last_number
    everything = table.facts(ann)
    assert everything["all"] and [one["number"] for one in everything["events"]][-1] == last
    assert table.facts(ann, last)["events"] == [] and not table.facts(ann, last)["all"]
    assert [one["number"] for one in table.facts(ann, last - 1)["events"]] == [last]
    for strange in (0, -5, last + 1, 10**9):  # a server may have lost the last events
        assert table.facts(ann, strange)["events"] == everything["events"]
    mover = next(seat for seat in (0, 1) if table.can_undo(seat))
    table.undo(tokens[mover])
    while table.asked:
        table.undo(tokens[1 - mover])
    for seat in (0, 1, None):
        again = table.facts(tokens[seat], last)
        assert again["all"] and again["events"][-1]["happened"] == "undo"
        assert len(again["events"]) < len(everything["events"]) + 2
        assert not table.facts(tokens[seat], again["number"])["all"]


def test_a_long_game_tells_its_last_events() -> None:
    table, tokens = seated(twos.GAME, rules=twos.Rules(max_hands=8))
    play_out(table, tokens)
    assert table.last_number > MOST_EVENTS + 20
    facts = table.facts(tokens[None])
    assert facts["all"] and len(facts["events"]) == MOST_EVENTS
    assert table.facts(tokens[None], 5)["events"] == facts["events"]
    assert facts["result"]["over"] and facts["offers"] == [] and facts["view"]["winners"]


def test_people_who_wait_hear_for_whom() -> None:
    table = steady(Table(duel.GAME, dealer=0))
    ann, watcher = table.join("Ann"), table.spectate()
    assert table.facts(ann)["task"] == table.facts(watcher)["task"] == "Waiting for a player"
    assert table.facts(ann)["free"] == 1 and table.facts(ann)["offers"] == []
    ben = table.join("Ben")
    assert table.facts(ann, away=[1])["task"] == "Ben has not come yet"
    assert table.facts(ann)["offers"][0]["moves"][0]["move"] == "deal"
    assert table.facts(watcher)["offers"] == [] and table.facts(watcher)["you"] is None
    assert table.facts(ben)["names"] == ["Ann", "Ben"]


def test_nobody_else_gets_facts_and_a_number_is_a_whole_one() -> None:
    table, tokens = seated(duel.GAME, moves=2)
    for token in ("", "x", None, 5):
        refuses(table, None, table.facts, token, error=TokenError)
    for since in ("5", 1.0, None, True):
        refuses(table, f"^since={since!r}: expected the number", table.facts, tokens[0], since)


def test_who_is_away_is_a_list_of_seats() -> None:
    table, tokens = seated(duel.GAME, moves=2)
    for away in (None, 5, {0}):
        refuses(table, "^away=.*: expected a list of seats", table.facts, tokens[0], away=away)
    for seat in (2, -1, "0", None, True, 1.0):
        refuses(table, "seat", table.facts, tokens[0], away=[seat], error=tws.SeatError)
    assert table.facts(tokens[0], away=(1, 0, 1))["away"] == [0, 1]


def test_a_client_gets_facts_once_and_all_of_them_again_after_another_look() -> None:
    table, tokens = seated(duel.GAME, moves=2)
    engine, viewer = Engine(table), Viewer()
    assert engine.news(tokens[0], viewer) is None
    viewer.change(FACTS)
    assert engine.news(tokens[0], viewer) == table.facts(tokens[0])
    assert engine.news(tokens[0], viewer) is None
    viewer.change(FACTS)
    assert engine.news(tokens[0], viewer) is None
    go_on(table, tokens, 1)
    news = engine.news(tokens[0], viewer)
    assert news and len(news["events"]) == 1 and not news["all"]
    lost = Viewer(10**6)
    lost.change(FACTS)
    assert (engine.news(tokens[0], lost) or {})["all"]
