"""Claims: the cards of one seat prove that it takes, or loses, all that is left."""

import json
import random
from collections.abc import Iterator

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.table.tables import Tokens, check_saved, refuses, steady
from twowaystreet import Claim
from twowaystreet._core.views.claims import finishing_move
from twowaystreet.games import twenty_down
from twowaystreet.players import simple
from twowaystreet.table import Happened, Table

HANDS = {"twenty_down": 24, "street": 30, "twos": 12, "duel": 40, "spades": 6}


def takers(state: tws.AnyState) -> list[int | None]:
    assert isinstance(state, tws.TrickState)
    return [trick.winner for trick in state.tricks]


def claims(name: str, hands: int) -> Iterator[tuple[tws.AnyState, Claim]]:
    """Yield each position in which a seat can claim, in hands of players with a rule of thumb."""
    rng, game = random.Random(name), tws.GAMES[name]
    for _ in range(hands):
        state = game.new_game()
        state = tws.apply(state, tws.shuffle(state, rng))
        while state.actor is not None:
            seen = tws.view(state, state.actor)
            if claim := tws.claim_of(seen):
                yield state, claim
            state = tws.apply(state, simple(seen, rng))


@pytest.mark.parametrize("name", nightly_but_every(4, HANDS))
def test_a_claim_is_true_in_all_worlds_whatever_the_others_play(name: str) -> None:
    rng, found = random.Random(1), 0
    for state, claim in claims(name, HANDS[name]):
        seat, found = state.actor, found + 1
        assert seat is not None
        for _ in range(4):
            world = tws.determinize(tws.view(state, seat), rng)
            before = len(takers(world))
            while world.actor is not None:
                mine = world.actor == seat
                move = finishing_move(world, seat) if mine else rng.choice(tws.legal_moves(world))
                world = tws.apply(world, move)
            takes = {taker == seat for taker in takers(world)[before:]}
            assert takes == {claim is Claim.ALL}
    assert found or name == "street"  # where the taker does not lead, cards prove little


def test_other_moves_other_seats_and_games_without_tricks_have_no_claim() -> None:
    for game in tws.GAMES.values():
        state = game.new_game()
        assert tws.claim_of(tws.view(state, 0)) is None
        state = tws.apply(state, tws.shuffle(state, random.Random(3)))
        for seat in (None, *range(state.rules.seats)):
            assert tws.claim_of(tws.view(state, seat)) is None


def claimable(people: int) -> tuple[Table, Tokens, int]:
    """Return a table at which somebody can claim, with the seat."""
    for seed in range(100):
        bots = dict.fromkeys(range(people, 4), "simple")
        table = steady(Table(twenty_down.GAME, bots=bots, dealer=0), seed)
        tokens: Tokens = {seat: table.join(f"P {seat}") for seat in range(people)}
        tokens[None] = table.spectate()
        table.play(tokens[0], "deal")
        while (seat := table.actor) is not None:
            if table.claim_for(tokens[seat]):
                return table, tokens, seat
            table.play(tokens[seat], str(simple(table.view(tokens[seat]), random.Random(seed))))
    raise AssertionError


def test_bots_agree_and_the_hand_is_finished_by_moves() -> None:
    table, tokens, seat = claimable(1)
    before = len(takers(table.record.state))
    claim = table.claim_for(tokens[0])
    assert table.facts(tokens[0])["claim"]["can"] and seat == 0
    assert table.claim(tokens[0], seen=table.last_number)
    assert table.view(tokens[0]).hand_over and table.asked is None
    taken = takers(table.record.state)[before:]
    assert {taker == 0 for taker in taken} == {claim is Claim.ALL}
    assert "You lay down the cards: the rest is decided." in str(table.sentences(tokens[0]))
    assert tws.Record.from_text(table.record.to_text()).state == table.record.state
    check_saved(table, tokens)


def test_all_people_agree_to_a_claim_and_see_its_cards() -> None:
    table, tokens, seat = claimable(4)
    others = [each for each in range(4) if each != seat]
    asked = [str(card) for card in table.view(tokens[seat]).hand or ()]
    for each in others:
        refuses(table, "do not prove", table.claim, tokens[each])
        assert table.claim_for(tokens[each]) is None
        assert not table.facts(tokens[each])["claim"]["can"]
    refuses(table, "only players", table.claim, tokens[None])
    seen = table.last_number
    assert not table.claim(tokens[seat])
    for reader in (*others, None):
        facts = table.facts(tokens[reader])["claim"]
        assert (facts["cards"], facts["can"]) == (asked, reader is not None)
        assert f"P {seat} " in facts["text"] and not table.facts(tokens[reader])["forced"]
    refuses(table, "gone on meanwhile", table.claim, tokens[others[0]], seen=seen)
    refuses(table, "agreed already", table.claim, tokens[seat])
    refuses(table, "agree to the claim first", table.undo, tokens[others[0]])
    assert not any(map(table.can_undo, range(4)))
    assert Table.from_text(table.to_text()).asked == table.asked
    assert [table.claim(tokens[each]) for each in others] == [False, False, True]
    assert table.view(tokens[None]).hand_over
    happened = [event.happened for event in table.events(tokens[None])]
    assert happened.count(Happened.CLAIM) == 1 and happened.count(Happened.ACCEPT) == 3


@pytest.mark.parametrize("gives_up", [True, False])
def test_a_player_who_plays_on_ends_a_claim_until_the_next_move(gives_up: bool) -> None:
    table, tokens, seat = claimable(2)
    other = 1 - seat
    table.claim(tokens[seat])
    table.decline(tokens[seat if gives_up else other])
    assert table.asked is None and table.claim_for(tokens[seat]) is None
    refuses(table, "claim again after the next move", table.claim, tokens[seat])
    assert "play on" in table.events(tokens[None])[-1].sentences[0]
    table.undo(tokens[seat])
    refuses(table, "take back a move first", table.claim, tokens[other])
    check_saved(table, tokens)


def test_a_claim_that_a_file_makes_up_is_refused_and_files_without_claims_are_read() -> None:
    table, tokens, seat = claimable(2)
    table.undo(tokens[seat])
    data = json.loads(table.to_text())
    assert data["asked"].pop("claims") is False
    assert Table.from_text(json.dumps(data)).asked == table.asked
    data["asked"] = {"seat": 1 - seat, "agreed": [1 - seat], "claims": True}
    with pytest.raises(tws.TwoWayStreetError, match="or claims"):
        Table.from_text(json.dumps(data))


def test_a_move_without_a_choice_has_a_reason_but_not_after_an_undo() -> None:
    table, tokens, _ = claimable(1)
    while (reason := table.facts(tokens[0])["forced"]) == "":
        table.play(tokens[0], str(table.offers(tokens[0])[0].moves[0]))
    assert reason.startswith(("Your only ", "You have no "))
    assert len(table.view(tokens[0]).legal_moves or ()) == 1
    table.undo(tokens[0])
    while len(table.view(tokens[0]).legal_moves or ()) > 1:
        table.undo(tokens[0])
    assert table.facts(tokens[0])["forced"] == ""


def test_claims_that_come_to_nothing_leave_few_events() -> None:
    table, tokens, seat = claimable(2)
    sizes = set[int]()
    for _ in range(4):
        table.claim(tokens[seat])
        table.decline(tokens[1 - seat])
        table.play(tokens[seat], str(next(iter(table.view(tokens[seat]).legal_moves or ()))))
        for each in (seat, 1 - seat):
            table.undo(tokens[each])
        sizes.add(len(table.events(tokens[seat])))
    for _ in range(8):
        table.claim(tokens[seat])
        table.leave(tokens[1 - seat])
        tokens[1 - seat] = table.join("P", 1 - seat)
    sizes.add(len(table.events(tokens[seat])) - 5)
    assert len(sizes) <= 2
    check_saved(table, tokens)
