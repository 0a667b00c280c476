"""The moves of Spades for two as values and texts, looking, bids and raises (SP-6 to SP-8)."""

import pickle
import random
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, at, card, refused, replay, some_move, texts
from tests.spades.table import dealt
from twowaystreet import reasons
from twowaystreet._core.cards.cards import in_suits
from twowaystreet.games import spades
from twowaystreet.games.spades import Bid, BidType, Look, Renege, Stand

MOVES: dict[str, tws.Move] = {
    "look": Look(),
    "stand": Stand(),
    "nil": Bid(BidType.NIL),
    "double nil": Bid(BidType.DOUBLE_NIL),
    "bemo": Bid(BidType.BEMO),
    "big bemo": Bid(BidType.BIG_BEMO),
    "naught": Bid(BidType.NAUGHT),
    "double naught": Bid(BidType.DOUBLE_NAUGHT),
    **{f"bid {books}": Bid(BidType.NUMBER, books) for books in range(4, 14)},
    **{f"blind {books}": Bid(BidType.BLIND, books) for books in range(6, 13)},
    **{f"renege {books}": Renege(books) for books in (1, 2, 3)},
    "no renege": Renege(),
    "QS": tws.Play(card("QS")),
    "R*": tws.Play(card("R*")),
    "deal QS 2C": tws.Deal([card("QS"), card("2C")]),
}


@pytest.mark.rule("SP-6", "SP-7", "SP-8", "SP-14")
@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_every_move_and_its_text(text: str, move: tws.Move) -> None:
    state = spades.new_game()
    assert str(move) == text
    for spelling in (text, f"  {text.replace(' ', '  ')} ", text.replace(" ", ", ")):
        assert tws.parse_move(state, spelling) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert [other for other in MOVES.values() if other == move] == [move]
    assert len({hash(move), hash(tws.parse_move(state, text))}) == 1


WHOLE = "expected bid 4 to 13, blind 6 to 12, or 0 books"


@pytest.mark.rule("SP-6", "SP-7", "SP-14")
@pytest.mark.parametrize(
    ("make", "parts", "expected"),
    [
        *((Bid, (BidType.NUMBER, books), WHOLE) for books in (0, 3, 14, -4)),
        *((Bid, (BidType.NUMBER, books), WHOLE) for books in (True, 4.0, "4", None, Hostile())),
        *((Bid, (BidType.BLIND, books), WHOLE) for books in (0, 5, 13)),
        *((Bid, (kind, 4), WHOLE) for kind in BidType if kind not in ("bid", "blind")),
        *((Bid, (BidType.NIL, books), WHOLE) for books in (False, 0.0, "", None, ())),
        *((Bid, (kind,), "big bemo") for kind in ("", "NIL", "blind 6", None, 4, ["nil"])),
        *((Renege, (books,), "a number of books from 0 to 3") for books in (4, -1, True, 1.0)),
        *((Renege, (books,), "a number of books from 0 to 3") for books in ("1", None, Hostile())),
    ],
)
def test_invalid_parts_of_moves_are_refused(make: object, parts: Any, expected: str) -> None:
    with pytest.raises(tws.IllegalMove) as caught:
        anything(make)(*parts)
    reason = caught.value.reason
    assert isinstance(reason, reasons.Malformed) and reason.rule is None
    assert reason.explain() in str(caught.value) and expected in str(caught.value)


UNSEEN = ["look", "nil", "double nil"]
BLIND = [f"blind {books}" for books in range(6, 13)]
NUMBERS = [f"bid {books}" for books in range(4, 14)]
SEEN = [*NUMBERS, "bemo", "big bemo", "naught", "double naught"]
EVERY = [*UNSEEN, *BLIND, *SEEN, "stand"]


def refused_here(state: spades.State, offered: Sequence[str], rule: str, word: str) -> None:
    """Check that each bidding move is either offered or refused with the words of the phase."""
    assert texts(state) == list(offered)
    for text in EVERY:
        move = tws.parse_move(state, text)
        if text in offered:
            assert tws.apply(state, move) != state
            continue
        if isinstance(move, spades.Bid):
            reason = refused(state, move, reasons.NotOffered)
            assert reason.rule == rule and word in reason.expected
        else:
            other = refused(state, move, reasons.WrongMove)
            assert other.rule == rule and word in other.expected


@pytest.mark.rule("SP-6")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("scores", "behind"),
    [
        ([0, 0], None),
        ([0, 100], 0),
        ([0, 99], None),
        ([100, 0], 1),
        ([99, 0], None),
        ([-250, -150], 0),
        ([-250, -151], None),
        ([499, -100], 1),
    ],
)
def test_choices_before_looking(dealer: int, scores: list[int], behind: int | None) -> None:
    state = dealt(dealer=dealer, scores=scores)
    for player in (1 - dealer, dealer):
        assert (state.actor, state.phase) == (player, spades.Phase.LOOK)
        offered = [*UNSEEN, *BLIND] if player == behind else UNSEEN
        refused_here(state, offered, "SP-6", "look, or nil")
        state = replay(state, ["look"])
    assert at(state, spades.Phase.BID)


@pytest.mark.rule("SP-6", "SP-7")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("blind", ["nil", "double nil", *BLIND])
def test_a_blind_bidder_makes_no_further_bid(dealer: int, blind: str) -> None:
    for player in (0, 1):
        scores = [0, 0]
        scores[1 - player] = 150
        state = dealt(dealer=dealer, scores=scores)
        first, second = (blind, "look") if player != dealer else ("look", blind)
        state = replay(state, [first])
        assert state.bids[1 - dealer] == (None if first == "look" else tws.parse_move(state, blind))
        state = replay(state, [second])
        assert (state.actor, state.phase) == (1 - player, spades.Phase.BID)
        assert str(state.bids[player]) == blind and state.bids[1 - player] is None
        state = replay(state, ["bid 5"])
        # SP-8: a blind bid cannot be raised.
        assert (state.actor, state.phase) == (1 - dealer, spades.Phase.RAISE)
        if state.actor != player:
            state = replay(state, ["stand"])
        assert state.actor == player
        refused_here(state, ["stand"], "SP-8", "stand")


@pytest.mark.rule("SP-7")
@pytest.mark.parametrize("dealer", [0, 1])
def test_bids_after_looking(dealer: int) -> None:
    state = replay(dealt(dealer=dealer, scores=[-400, 400]), ["look", "look"])
    for player in (1 - dealer, dealer):
        assert (state.actor, state.phase) == (player, spades.Phase.BID)
        assert state.bids[player] is None
        refused_here(state, SEEN, "SP-7", "bid 4 to 13, bemo, big bemo, naught or double naught")
        state = replay(state, ["bid 4"])
    assert (state.actor, state.phase) == (1 - dealer, spades.Phase.RAISE)


RAISES = {
    **{bid: NUMBERS[place + 1 :] for place, bid in enumerate(NUMBERS)},
    "bemo": ["big bemo"],
    "naught": ["double naught"],
    "big bemo": [],
    "double naught": [],
}


@pytest.mark.rule("SP-8")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("bid", RAISES)
def test_raises_stay_in_the_same_family(bid: str, dealer: int) -> None:
    state = replay(dealt(dealer=dealer), ["look", "look", bid, "bid 7"])
    refused_here(state, [*RAISES[bid], "stand"], "SP-8", "stand")
    for higher in RAISES[bid]:
        raised = replay(state, [higher])
        assert str(raised.bids[1 - dealer]) == higher and str(raised.bids[dealer]) == "bid 7"
        assert raised.actor == dealer
        again = replay(raised, ["stand"])
        refused_here(again, [*RAISES[higher], "stand"], "SP-8", "stand")


@pytest.mark.rule("SP-8", "SP-9")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    "calls",
    [
        "stand/stand",
        "bid 5/stand/stand",
        "stand/bid 8/stand/stand",
        "stand/bid 8/bid 5/stand/stand",
        "bid 5/stand/bid 6/bid 8/bid 7/stand/stand",
        "bid 13/bid 13/stand/stand",
    ],
)
def test_bidding_ends_when_both_stand_in_succession(calls: str, dealer: int) -> None:
    state = replay(dealt(dealer=dealer), ["look", "look", "bid 4", "bid 7"])
    player, stands, bids = 1 - dealer, 0, {1 - dealer: "bid 4", dealer: "bid 7"}
    for word in calls.split("/"):
        assert (state.actor, state.phase) == (player, spades.Phase.RAISE)
        assert anything(tws.view(state, None)).stands == stands
        state = replay(state, [word])
        if word == "stand":
            stands += 1
        else:
            stands, bids[player] = 0, word
        player = 1 - player
    assert [str(state.bids[seat]) for seat in (0, 1)] == [bids[0], bids[1]]
    # The hand at the dealer's left leads, and players can no longer raise.
    assert (state.actor, state.phase) == (1 - dealer, spades.Phase.PLAY)
    assert state.hand_to_play is spades.Hand.DUMMY
    for text in EVERY:
        reason = refused(state, text, reasons.WrongMove)
        assert (reason.rule, reason.expected) == (
            "SP-9",
            f"a card: {in_suits(card(one) for one in texts(state))}",
        )


@pytest.mark.rule("SP-8", "SP-12", "SP-13", "SP-14")
@pytest.mark.parametrize("seed", range(4))
def test_views_tell_the_bids_the_turns_of_dummies_and_the_calls_in_order(seed: int) -> None:
    rng, state = random.Random(seed), spades.new_game(spades.Rules(renege="penalised"))
    auction, calls = list[Any](), list[Any]()
    turned_up: list[list[tuple[tws.Card, ...]]] = [[], []]
    while not state.hand_over:
        before, move = state, some_move(state, rng)
        state = tws.apply(before, move)
        if isinstance(move, Bid):
            auction.append((before.actor, move))
        if isinstance(move, Renege) and move.books:
            calls.append((before.actor, len(before.tricks), len(before.trick.cards), move.books))
        for player, groups in enumerate(turned_up):
            if new := {*state.face_up[player]} - {*before.face_up[player]}:
                groups.append(tuple(sorted(new)))
        seen = tws.view(state, rng.choice([None, 0, 1]))
        assert [attrs.astuple(each, recurse=False) for each in seen.auction] == auction
        assert [attrs.astuple(each) for each in seen.calls] == calls
        assert list(map(list, seen.turned_up)) == turned_up
    assert (len(auction), len(calls)) > (1, 0) and max(map(len, turned_up)) > 1


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("auction", [{"seat": 0, "bid": "bid 4"}], "that led to the bids"),
    ("calls", [{"seat": 2, "book": 3, "cards": 0, "taken": 1}], "seats from 0 to 1, at most"),
    ("turned_up", [[["2C", "3C"], ["2C"]], []], "each card of a dummy once"),
    ("turned_up", [[[]], []], "each card of a dummy once"),
]


@pytest.mark.parametrize(("fact", "value", "expected"), IMPOSSIBLE)
def test_views_with_an_impossible_past_are_refused(fact: str, value: Any, expected: str) -> None:
    data = tws.view(replay(dealt(), ["look", "nil", "bid 5"]), 0).to_dict()
    with pytest.raises(tws.RecordError, match=expected):
        spades.View.from_dict({**data, fact: value})
