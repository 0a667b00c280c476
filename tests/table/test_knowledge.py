"""Answers of a table depend only on facts that the person knows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest

import twowaystreet as tws
from twowaystreet.games import duel
from twowaystreet.table import Table, TableError


def full_table(game: tws.Game, seed: int = 3) -> tuple[Table, dict[int | None, str]]:
    """Return a table with people in all seats, and the tokens of all and of a spectator."""
    table = Table(game, dealer=0)
    table._chance = random.Random(seed)
    tokens: dict[int | None, str] = {seat: table.join(f"P {seat}") for seat in table.free_seats}
    return table, {**tokens, None: table.spectate()}


def answers(table: Table, token: str) -> Iterator[object]:
    """Yield everything that a table answers to a person who is not to move."""
    yield from (table.view(token), table.actor, table.asked, table.hand_scores, repr(table))
    yield from (table.can_undo(seat) for seat in table.people)
    for event in table.events(token):
        yield from (event.number, event.happened, event.seat, event.text, event.move)
        yield from (event.before, event.view)
    for text in ("deal", "QS", "high", "no bid", "XX"):
        with pytest.raises(TableError) as caught:
            table.play(token, text)
        yield str(caught.value)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("name", list(tws.GAMES))
def test_two_deals_that_a_seat_cannot_tell_apart_give_the_same_answers(name: str) -> None:
    rng, pairs = random.Random(11), 0
    for length in (0, 1, 2, 4, 7, 12):
        table, tokens = full_table(tws.GAMES[name], length)
        table.play(tokens[0], "deal")
        for _ in range(length):
            if table.actor is not None:
                moves = tws.legal_moves(table.view(tokens[table.actor]))
                table.play(tokens[table.actor], str(rng.choice(moves)))
        if table.actor is None:
            continue
        kept = table._now
        for seat, token in tokens.items():
            if seat == table.actor:
                continue
            table._now = kept
            here = [*answers(table, token)]
            other = tws.worlds(table.view(token)).sample(rng)
            table._now = attrs.evolve(kept, states=(*kept.states[:-1], other))
            assert [*answers(table, token)] == here
            pairs += other != kept.state
    assert pairs


@pytest.mark.rule("DU-3", "DU-5")
@pytest.mark.parametrize("bid", ["no bid", "bid 1 high", "bid 2 low"])
def test_a_secret_bid_stays_secret_before_and_after_an_undo(bid: str) -> None:
    table, tokens = full_table(duel.GAME)
    table.play(tokens[0], "deal")
    table.play(tokens[0], bid)
    shown = {seat: table.events(tokens[seat], 3)[-1] for seat in tokens}
    assert {seat: event.text for seat, event in shown.items()} == {0: bid, 1: "bid", None: "bid"}
    assert shown[1].move is shown[None].move is None
    table.undo(tokens[0])
    table.undo(tokens[1])
    for seat in (1, None):
        assert bid not in [event.text for event in table.events(tokens[seat])]
        assert [event.number for event in table.events(tokens[seat], 3)] == [7]


def test_an_undo_leaves_the_cards_of_the_deal_as_they_were() -> None:
    table, tokens = full_table(duel.GAME)
    table.play(tokens[0], "deal")
    dealt = {seat: table.view(token) for seat, token in tokens.items()}
    table.play(tokens[0], "no bid")
    table.play(tokens[1], "no bid")
    table.undo(tokens[0])
    table.undo(tokens[1])
    assert {seat: table.view(token) for seat, token in tokens.items()} == dealt
