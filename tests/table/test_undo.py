"""What people ask of each other: moves back, claims, new games; and moves without a choice."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.table.tables import Tokens, check_saved, go_on, play_out, refuses, seated, steady, told
from twowaystreet import Claim
from twowaystreet._core.views.claims import finishing_move
from twowaystreet.games import duel, street, twenty_down, twos
from twowaystreet.players import simple
from twowaystreet.table import Happened, Table, TableError


def finished(**options: Any) -> tuple[Table[street.View], Tokens]:
    """Return a finished game of two people and a bot. Any: options of the table."""
    rules = street.Rules(players=3, max_hands=1)
    table, tokens = seated(street.GAME, rules=rules, bots={2: "simple"}, **options)
    play_out(table, tokens)
    return table, tokens


def test_all_people_agree_to_take_back_a_move(tmp_path: Path) -> None:
    table = Table(twos.GAME, bots={3: "simple"}, dealer=3, path=tmp_path / "table.json")
    tokens = [table.join(name) for name in ("Ann", "Ben", "Cat")]
    table.play(tokens[0], "deal")
    for token in tokens:
        refuses(table, "no move of yours", table.undo, token)
        refuses(table, "nobody asks", table.decline, token)
    before = table.view(tokens[0])
    table.play(tokens[0], str(tws.legal_moves(before)[0]))
    for token in (tokens[0], tokens[2]):
        assert not table.undo(token)
        refuses(table, "agreed already", table.undo, token)
    asked = table.events(tokens[1])[-2:]
    assert [(one.seat, one.happened, one.text) for one in asked] == [
        (0, "ask", "asks to take back a move"),
        (2, "agree", "agrees to take back the move"),
    ]
    assert Table.load(tmp_path / "table.json").events(tokens[1])[-2:] == asked
    assert table.undo(tokens[1]) and table.asked is None
    assert table.view(tokens[0]) == before
    assert [str(one.happened) for one in table.events(tokens[1])][3:] == ["move", "undo"]


@pytest.mark.parametrize("who", [0, 1])
def test_a_no_ends_a_request_and_the_moves_stand(who: int) -> None:
    table, tokens = seated(duel.GAME, moves=1)
    table.play(tokens[0], "no bid")
    before, seen = table.view(tokens[0]), table.last_number
    table.undo(tokens[0])
    refuses(table, "gone on meanwhile", table.decline, tokens[who], seen=seen)
    table.decline(tokens[who], seen=table.last_number)
    assert table.asked is None and table.view(tokens[0]) == before
    assert table.events(tokens[1])[-1].text == "declines to take back the move"
    assert table.can_undo(0) == (who == 0)
    if who == 0:  # who gives a request up can ask anew
        assert not table.undo(tokens[0])
        table.decline(tokens[1])
    for again in (table, Table.from_text(table.to_text())):
        refuses(again, "declined: ask again after the next move", again.undo, tokens[0])
    table.play(tokens[1], "no bid")
    assert table.asked is None and not {"ask", "decline"} & {*happenings(table)}
    _move(table, tokens[table.actor])
    assert not table.undo(tokens[0])


def _move(table: Table, token: str) -> None:
    table.play(token, str(table.offers(token)[0].moves[0]))


def happenings(table: Table) -> list[str]:
    return [str(event.happened) for event in table.events(table.spectate())]


def _ask(table: Table, tokens: list[str]) -> None:
    table.undo(tokens[0])


def _give_up(table: Table, tokens: list[str]) -> None:
    table.undo(tokens[0])
    table.decline(tokens[0])


def _decline(table: Table, tokens: list[str]) -> None:
    for who in (0, 1):
        with suppress(TableError):
            table.undo(tokens[who])
            table.undo(tokens[2])
        with suppress(TableError):
            table.decline(tokens[1 - who])


def _take_back(table: Table, tokens: list[str]) -> None:
    for token in tokens:
        table.undo(token)
    _move(table, tokens[0])


def _leave(table: Table, tokens: list[str], name: str = "Cat") -> None:
    table.leave(tokens[2])
    tokens[2] = table.join(name)


def _others(table: Table, tokens: list[str]) -> None:
    _leave(table, tokens, f"Cat {table.last_number}")


def _replace(table: Table, tokens: list[str]) -> None:
    table.replace(2, bot="simple", stays=True)
    table.come_back(tokens[2])


def _replace_by_others(table: Table, tokens: list[str]) -> None:
    tokens[2] = table.replace(2, name=f"Cat {table.last_number}")
    check_saved(table, {2: tokens[2]})  # the log gets shorter after somebody has read it


def _again(table: Table, tokens: list[str]) -> None:
    while not table.is_over:
        table.act_for(table.actor)
    with suppress(TableError):
        table.play_again(tokens[0])
    table.play_again(tokens[2])


@pytest.mark.parametrize(
    "repeated",
    [
        *([_give_up], [_decline], [_take_back], [_ask, _leave], [_leave], [_others], [_replace]),
        *([_replace_by_others, _give_up], [_leave, _take_back], [_again, _leave]),
    ],
)
def test_repetitions_grow_no_table(repeated: list[Callable[[Table, list[str]], None]]) -> None:
    rules = twos.Rules(max_hands=1)
    table: Table = steady(Table(twos.GAME, rules, bots={3: "simple"}, dealer=3))
    tokens = [table.join(name) for name in ("Ann", "Ben", "Cat")]
    table.play(tokens[0], "deal")
    _move(table, tokens[0])
    sizes: list[int] = []
    for _ in range(30):
        for step in repeated:
            step(table, tokens)
        table = check_saved(table, {2: tokens[2]})
        log = table.events(tokens[1])
        assert table.last_number == log[-1].number
        assert [event.sentences[0] for event in log[:4]] == [
            *("Ann joins.", "You join.", "Cat joins.", "New deal.")
        ] or repeated[0] in (_others, _replace_by_others)
        sizes.append(len(table._now.log))
    assert max(sizes[15:]) <= max(sizes[:15])


def test_a_late_agreement_is_not_taken_for_another_request() -> None:
    table, tokens = seated(duel.GAME, moves=1)
    ann, ben = tokens[0], tokens[1]
    table.play(ann, "bid 1 high")
    table.undo(ann)
    seen = table.last_number
    assert table.undo(ben, seen=seen)
    with pytest.raises(TableError, match="gone on"):  # the second click of Ben
        table.undo(ben, seen=seen)
    assert table.asked is None


def test_a_table_can_refuse_to_take_back_moves() -> None:
    table, tokens = seated(duel.GAME, moves=1, takes_back=False)
    table.play(tokens[0], "no bid")
    for each in (table, check_saved(table, tokens)):
        assert not each.can_undo(0)
        refuses(each, "takes back", each.undo, tokens[0])


def test_a_table_makes_the_only_legal_move_of_a_player() -> None:
    forced = 0
    for is_on in (False, True):
        rules = twos.Rules(max_hands=1)
        table, tokens = seated(twos.GAME, rules=rules, play_forced=is_on)
        table.play(tokens[0], "deal")
        while table.actor is not None:
            moves = tws.legal_moves(table.view(tokens[table.actor]))
            assert table.goes_on is False and (not is_on or len(moves) > 1)
            number = len(table.record.moves)
            table.play(tokens[table.actor], str(moves[0]))
            forced += len(table.record.moves) - number - 1
            assert is_on or not forced
        check_saved(table, tokens)
    assert forced


def test_forced_moves_wait_for_advance_and_for_a_free_seat() -> None:
    table, tokens = seated(twos.GAME, bots={3: "simple"}, play_forced=True)
    while not table.goes_on or table.bot_is_to_move:
        go_on(table, tokens, 1)
    again = check_saved(table, tokens)
    actor = table.actor
    assert actor is not None and table.think() is table.give_up("slow") is None
    assert table.advance() and again.advance()
    assert table.events(tokens[None])[-1].seat == actor
    assert again.record == table.record and not table.faults
    while not table.bot_is_to_move:
        go_on(table, tokens, 1)
    thought = table.think()
    table.leave(tokens[0])
    assert not table.goes_on and not table.bot_is_to_move
    assert table.think() is table.give_up("slow") is None
    assert not table.advance() and not table.advance(thought)
    table.join("Eve")
    assert table.advance()


def test_an_undo_goes_back_to_a_move_with_a_choice() -> None:
    table, tokens = seated(street.GAME, rules=street.Rules(players=3), play_forced=True)
    went_back = 0
    while not table.record.state.hand_over:
        while table.goes_on:
            table.advance()
        for seat in filter(table.can_undo, table.people):
            one = steady(Table.from_text(table.to_text()))
            for each in (seat, *({0, 1, 2} - {seat})):
                one.undo(tokens[each])
            assert one.actor == seat and len(tws.legal_moves(one.record.state)) > 1
            assert not one.goes_on
            went_back += len(table.record.moves) - len(one.record.moves) > 3
        if not table.record.state.hand_over:
            go_on(table, tokens, 1)
    assert went_back


def test_a_new_game_has_the_same_people_and_no_old_events(tmp_path: Path) -> None:
    table, tokens = finished(path=tmp_path / "table.json")
    before, number = (table.names, table.bots, table.rules), table.last_number
    table.rematch(dealer=1)
    assert (table.names, table.bots, table.rules) == before
    assert table.record == tws.Record(table.game.new_game(table.rules, dealer=1))
    assert table.hand_scores == () and not table.is_over
    for token in tokens.values():
        (event,) = table.events(token)
        assert (event.number, event.happened, event.seat) == (number + 1, Happened.REMATCH, None)
        assert event.before == event.view == table.view(token)
        assert event.sentences == ("A new game begins.",) and event.move is None
    check_saved(table, tokens)
    refuses(table, "gone on meanwhile", table.play, tokens[0], "deal", seen=number)
    refuses(table, "no move of yours", table.undo, tokens[0])
    refuses(table, "the game is not over", table.rematch)
    table.play(tokens[0], "deal", seen=number + 1)
    play_out(table, tokens)
    check_saved(table, tokens)


def test_a_new_game_needs_the_word_of_all_people() -> None:
    table, tokens = finished()
    refuses(table, "you watch", table.play_again, tokens[None])
    assert not table.play_again(tokens[1]) and table.again == (1,)
    assert told(table, tokens[0]) == ["P 1 wants to play again."]
    assert told(table, tokens[1]) == ["You want to play again."]
    assert check_saved(table, tokens).again == (1,)
    refuses(table, "agreed already", table.play_again, tokens[1])
    assert table.play_again(tokens[0]) and not table.again and not table.is_over
    refuses(table, "not over", table.play_again, tokens[0])
    # A person who takes a seat has not given the word of the earlier one.
    table, tokens = finished()
    table.play_again(tokens[1])
    table.leave(tokens.pop(1))
    eve = table.join("Eve", 1)
    assert not table.again and not table.play_again(tokens[0])
    table.replace(0, bot="simple", stays=True)
    table.come_back(tokens[0])
    assert not table.again and not table.play_again(eve)


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
