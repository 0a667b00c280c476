"""Refused moves: the reason, its rule, and the message."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, play, refused, replay, shuffled, texts
from tests.spades.table import dealt, face_up, playing
from twowaystreet import Suit, reasons
from twowaystreet.games import duel, spades, street, twos
from twowaystreet.games.spades import Bid, BidType, Look, Renege, Stand

SAID = {
    "look": Look(),
    "nil": Bid(BidType.NIL),
    "bid 4": Bid(BidType.NUMBER, 4),
    "stand": Stand(),
    "renege 1": Renege(1),
    "no renege": Renege(),
}


@pytest.mark.rule("AL-2")
def test_before_the_deal_only_a_deal_is_accepted() -> None:
    state = spades.new_game()
    for text in (*SAID, "2C", "R*"):
        assert refused(state, text, reasons.DealDue).rule == "AL-2"


LOOK = ("SP-6", "look, nil, double nil, or if losing by 100 points blind 6 to 12")
BID = ("SP-7", "a bid: bid 4 to 13, bemo, big bemo, naught or double naught")
RAISE = ("SP-8", "a higher bid of the same family, or stand")
PLAY = ("SP-9", "a card")


@pytest.mark.rule("SP-6", "SP-7", "SP-8", "SP-9", "SP-14")
@pytest.mark.parametrize(
    ("earlier", "due", "others"),
    [
        ("", LOOK, "stand/renege 1/no renege/2C/R*"),
        ("look", LOOK, "stand/renege 1/no renege/2C/R*"),
        ("look/look", BID, "look/stand/renege 1/no renege/2C/R*"),
        ("look/look/bemo", BID, "look/stand/renege 1/no renege/2C/R*"),
        ("look/look/bemo/bid 5", RAISE, "look/renege 1/no renege/2C/R*"),
        ("nil/nil/stand", RAISE, "look/renege 1/no renege/2C/R*"),
        ("nil/nil/stand/stand", PLAY, "look/nil/bid 4/stand/renege 1/no renege"),
    ],
)
def test_moves_of_another_phase_are_refused(
    earlier: str, due: tuple[str, str], others: str
) -> None:
    state = replay(dealt(), filter(None, earlier.split("/")))
    for text in others.split("/"):
        reason = refused(state, text, reasons.WrongMove)
        assert (reason.rule, reason.expected) == due
    refused(state, tws.shuffle(state, random.Random(0)), reasons.NoDealDue)


@pytest.mark.parametrize(
    ("earlier", "text", "rule"),
    [
        ("", "bid 4", LOOK),
        ("", "blind 6", LOOK),
        ("look/look", "nil", BID),
        ("look/look", "blind 12", BID),
        ("look/look/bid 5/bemo", "bid 5", RAISE),
        ("look/look/bid 5/bemo", "bid 4", RAISE),
        ("look/look/bid 5/bemo", "big bemo", RAISE),
        ("look/look/bid 5/bemo/stand", "bemo", RAISE),
        ("look/look/bid 5/bemo/stand", "bid 13", RAISE),
    ],
)
@pytest.mark.rule("SP-6", "SP-7", "SP-8")
def test_bids_that_are_not_offered_are_refused(
    earlier: str, text: str, rule: tuple[str, str]
) -> None:
    state = replay(dealt(), filter(None, earlier.split("/")))
    reason = refused(state, text, reasons.NotOffered)
    assert (reason.rule, reason.expected) == rule


STATES = {
    "deal": spades.new_game(),
    "look": dealt(),
    "bid": replay(dealt(), ["look", "look"]),
    "raise": replay(dealt(), ["nil", "nil"]),
    "play": playing(),
}


@pytest.mark.parametrize("phase", STATES)
def test_other_values_are_refused_as_moves(phase: str) -> None:
    state = STATES[phase]
    assert state.phase == phase
    foreign: tuple[object, ...] = (
        None,
        7,
        "look",
        "2C",
        b"nil",
        tws.Card.parse("2C"),
        BidType.NIL,
        Bid,
        ("bid", 4),
        object(),
        Hostile(),
        Hostile,
        duel.Bid(4, duel.Direction.HIGH),
        street.Declare(street.Direction.HIGH),
        street.Keep(),
        street.NameSuit(Suit.SPADES),
        street.Exchange(tws.cards("2C 3C")),
    )
    for thing in foreign:
        with pytest.raises(tws.IllegalMove) as caught:
            tws.apply(state, thing)
        assert caught.value.move is thing
        assert caught.value.reason == reasons.NotAMove(None, "Spades for two")
        assert "this is not a move of Spades for two: expected one" in str(caught.value)
    for other in (duel.new_game(), street.new_game(), twos.new_game()):
        for move in (Look(), Bid(BidType.NIL), Renege(1)):
            with pytest.raises(tws.IllegalMove) as caught:
                tws.apply(anything(other), move)
            assert type(caught.value.reason) is reasons.NotAMove


@pytest.mark.rule("SP-1", "AL-4")
@pytest.mark.parametrize(
    ("change", "missing", "extra"),
    [
        ({"2C": None}, "2C", ""),
        ({"2C": "3C"}, "2C", "3C"),
        ({"R*": "X*"}, "R*", "X*"),
        ({"2S": "2D", "3C": "2H"}, "3C 2S", "2D 2H"),
        ({"2C": None, "R*": None}, "2C R*", ""),
    ],
)
def test_deals_of_other_cards_than_the_pack_are_refused(
    change: dict[str, str | None], missing: str, extra: str
) -> None:
    state = spades.new_game()
    pack = [change.get(str(one), str(one)) for one in state.rules.pack.cards]
    deal = tws.Deal(tws.cards(" ".join(one for one in pack if one)))
    reason = refused(state, deal, reasons.WrongPack)
    assert (reason.rule, reason.missing, reason.extra) == (
        "AL-4",
        tws.cards(missing),
        tws.cards(extra),
    )
    assert missing in reason.explain() and extra in reason.explain()


def test_deals_of_other_games_are_refused() -> None:
    state = spades.new_game()
    rng = random.Random(0)
    for other in (duel.new_game(), twos.new_game()):
        refused(state, tws.shuffle(other, rng), reasons.WrongPack)
    reason = refused(
        state, tws.Deal([*state.rules.pack.cards, tws.Card.parse("QS")]), reasons.WrongPack
    )
    assert (reason.missing, reason.extra) == ((), tws.cards("QS"))
    refused(state, tws.Deal(()), reasons.WrongPack)
    assert tws.apply(state, tws.Deal(state.rules.pack.cards)) == shuffled_like(state)


def shuffled_like(state: spades.State) -> spades.State:
    """Return the same deal, parsed from its text."""
    return replay(state, [str(tws.Deal(state.rules.pack.cards))])


@pytest.mark.rule("SP-5", "SP-12", "AL-4")
@pytest.mark.parametrize("renege", ["impossible", "penalised"])
def test_cards_that_are_not_held_are_refused(renege: str) -> None:
    state = playing("KC QC 3D 4D 5H 6H R* AS", "AC 3C", "4C", "5C", renege=renege)
    hidden = set(map(str, state.hands[0])) - set(face_up(state)[0].split())
    assert len(hidden) == 7
    for one in state.rules.pack.cards:
        if str(one) in texts(state):
            continue
        # The answer is the same for cards in the player's own hand, in another hand and face down.
        reason = refused(state, tws.Play(one), reasons.NotHeld)
        assert (reason.rule, reason.held) == ("AL-4", state.face_up[0])
        assert reason.missing == (one,)
        assert not (hidden - {str(one)}) & set(reason.explain().split())
    state = play(state, "KC")
    for text in ("R*", "QC", "4C", "5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert (reason.rule, reason.held) == ("AL-4", state.hands[1])
    refused(state, "X*", reasons.NotHeld)
    refused(state, "2D", reasons.NotHeld)


def test_a_refused_move_does_not_change_the_state() -> None:
    for state in STATES.values():
        before = hash(state), repr(state), texts(state)
        for text in (*SAID, "2D"):
            if text not in texts(state):
                with pytest.raises(tws.IllegalMove):
                    tws.apply(state, tws.parse_move(state, text))
        assert (hash(state), repr(state), texts(state)) == before


@pytest.mark.parametrize("seed", range(3))
def test_every_move_is_offered_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    state = shuffled(spades.new_game(spades.Rules(renege=spades.RenegeRule.PENALISED)), seed)
    every: list[tws.Move] = [*SAID.values(), *map(tws.Play, tws.CARDS)]
    every += [Bid(BidType.BLIND, 7), Bid(BidType.NUMBER, 13), Renege(3), Bid(BidType.BIG_BEMO)]
    while not state.hand_over:
        offered = tws.legal_moves(state)
        assert len(set(offered)) == len(offered) > 0
        for move in every:
            if move in offered:
                tws.apply(state, move)
            else:
                with pytest.raises(tws.IllegalMove, match=r"expected"):
                    tws.apply(state, move)
        state = tws.apply(state, rng.choice(offered))
