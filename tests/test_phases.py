"""What is due in each phase of a hand, in every game, and the refusal of everything else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import OURS, Start, facts_of, name_of, starts
from tests.helpers import AnyState, hand_played, positions, refused, shuffled
from twowaystreet import reasons

rule = pytest.mark.rule
NAMES = [name for name in starts() if name != "oh_hell"]
MOVES = tuple(move for name in OURS for move in facts_of(name).moves)
LOOKS = "look, nil, double nil, or if losing by 100 points blind 6 to 12"
BIDS = "a bid: bid 4 to 13, bemo, big bemo, naught or double naught"
CALLS = "a card, or a call such as renege 1; no renege only after the last book"
# The moves that are due, by game and phase, with the rule that says so.
DUE = [
    pytest.param(game, phase, expected, marks=rule(cited), id=f"{game}-{phase}")
    for game, phase, cited, expected in (
        ("street", "declare", "ST-7", "a declaration: high or low"),
        ("street", "exchange", "ST-9", "exchange and two cards"),
        ("street", "name", "ST-16", "the suit led: name and a suit"),
        ("street", "play", "ST-12", "a card"),
        ("duel", "bid", "DU-3", "a bid such as bid 3 high, or no bid"),
        ("duel", "choose", "DU-9", "the direction: high or low"),
        ("duel", "exchange", "DU-7", "exchange and two cards"),
        ("duel", "name", "ST-16", "the suit led: name and a suit"),
        ("duel", "play", "DU-10", "a card"),
        ("twos", "play", "TW-3", "a card"),
        ("spades", "look", "SP-6", LOOKS),
        ("spades", "bid", "SP-7", BIDS),
        ("spades", "raise", "SP-8", "a higher bid of the same family, or stand"),
        ("spades", "play", "SP-9", "a card"),
        ("spades", "call", "SP-14", CALLS),
        ("twenty_down", "trump", "TD-2", "trump and a suit"),
        ("twenty_down", "draw", "TD-3", "draw and up to 3 cards"),
        ("twenty_down", "declare", "TD-4", "in or out"),
        ("twenty_down", "play", "TD-6", "a card"),
        ("tien_len", "play", "TL-5", "cards, or pass"),
        ("brag", "lay", "BR-8", "lay and hands of three cards, with strokes between them"),
    )
]


def kinds(game: tws.Game) -> set[type[tws.Move]]:
    """Return the classes of the moves of a game besides deals."""
    state: Any = game.State  # Any: of any game
    plays = {tws.Play} if issubclass(state, tws.TrickState) else set[type[tws.Move]]()
    decisions = state._decisions.values()
    return plays.union(*(decision.handlers for decision in decisions))


def moves_of(game: tws.Game) -> list[tws.Move]:
    taken = kinds(game)
    return [move for move in (*MOVES, *map(tws.Play, tws.cards("KC 7D"))) if type(move) in taken]


def hand_of(start: Start, seed: int = 1) -> Iterator[AnyState]:
    """Yield the positions of a hand, from before the deal."""
    fresh: AnyState = start()
    yield fresh
    yield from positions(shuffled(fresh, seed), random.Random(seed))


@rule("AL-2")
@pytest.mark.parametrize("name", NAMES)
def test_deals_are_due_between_hands_and_moves_within_them(name: str) -> None:
    for number, state in enumerate(hand_of(starts()[name])):
        moves = [] if number % 9 else moves_of(tws.GAMES[name_of(state)])
        assert (state.actor is None) is state.needs_deal is not bool(tws.legal_moves(state))
        assert (state.score is not None) is state.hand_over
        if state.needs_deal:
            for move in (*moves[:60], *moves[-60:]):
                refused(state, move, reasons.DealDue, "AL-2", "expected a Deal")
        if state.needs_deal or number % 9:
            continue
        deal = tws.shuffle(state, random.Random(0))
        refused(state, deal, reasons.NoDealDue, "AL-2", "the hand in play must end first")
        with pytest.raises(tws.HandNotOver, match=f"the phase is {state.phase}"):
            tws.score_hand(state)


@pytest.mark.parametrize(("name", "phase", "expected"), DUE)
def test_moves_of_another_phase_are_refused(
    name: str, phase: str, expected: str, request: pytest.FixtureRequest
) -> None:
    game = tws.GAMES[name]
    (cited,) = request.node.get_closest_marker("rule").args
    decision = game.State._decisions[game.State._phases(phase)]
    taken = {*decision.handlers, *[tws.Play] * (phase in ("play", "call"))}
    others = [move for move in moves_of(game) if type(move) not in taken]
    begun = [start for start in facts_of(name).starts.values() for _ in range(3)]
    hands = (hand_of(start, seed) for seed, start in enumerate(begun))
    found = [each for hand in hands for each in hand if each.phase == phase]
    assert found or phase in ("call", "choose")  # which few hands have
    for state in found[:2]:
        for move in others:
            refused(state, move, reasons.WrongMove, cited, f"expected {expected}")


@rule("AL-2")
@pytest.mark.parametrize("name", OURS)
def test_no_move_is_legal_after_the_game(name: str) -> None:
    game = tws.GAMES[name]
    state = hand_played(game.new_game(game.Rules(max_hands=1)), random.Random(0))
    assert state.is_over and state.hand_over and not state.needs_deal and state.winners
    assert state.actor is None and tws.legal_moves(state) == ()
    fresh = game.new_game()
    deals = tws.shuffle(state, random.Random(0)), tws.Deal(fresh.rules.pack.cards), "deal 2C"
    for move in (*moves_of(game), *deals):
        refused(state, move, reasons.GameOver, "AL-2", "expected no further move")
    refused(state, 7, reasons.NotAMove, None, f"not a move of {game.title}")


@rule("AL-4", "ST-1", "DU-1", "TW-1", "SP-1", "TD-1", "TL-1", "BR-1")
@pytest.mark.parametrize("name", OURS)
def test_a_deal_is_the_whole_pack(name: str) -> None:
    state = tws.GAMES[name].new_game()
    pack = list(state.rules.pack.cards)
    first, last = pack[0], pack[-1]
    foreign = next(card for card in tws.CARDS[::-1] if card not in pack)
    for cards, missing, extra in (
        (pack[1:], (first,), ()),
        ([], tuple(sorted(pack)), ()),
        ([*pack[:-1], foreign], (last,), (foreign,)),
        ([*pack[:-1], first], (last,), (first,)),
        ([*pack, last], (), (last,)),
    ):
        reason = refused(state, tws.Deal(cards), reasons.WrongPack, "AL-4", "every card")
        assert (reason.missing, reason.extra) == (missing, extra)
        for kind, some in (("missing", missing), ("extra", extra)):
            assert not some or f"{kind} {' '.join(map(str, some[:9]))}" in reason.explain()
    assert tws.apply(state, tws.Deal(pack)) == tws.apply(state, tws.Deal(iter(pack)))
