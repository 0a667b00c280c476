"""Deals of chosen hands give each hand its chosen cards in every game."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell
from tests import helpers
from tests.games import ALL, facts_of, game_of, name_of
from tests.helpers import AnyState, anything, hand_played, made_again, play
from tests.hostile import Hostile
from twowaystreet import Card, cards, reasons
from twowaystreet.games import duel, spades, street, twenty_down, twos
from twowaystreet.testing import openings

Hands: TypeAlias = list[tuple[Card, ...]]
GAMES = {name: game_of(name) for name in ALL}


def sizes_of(state: AnyState) -> list[int]:
    return facts_of(name_of(state)).dealt(state.rules)


def cut(state: AnyState, pack: Sequence[Card]) -> Hands:
    """Cut hands of the right sizes from the top of a pack."""
    found: Hands = []
    for size in sizes_of(state):
        place = sum(map(len, found))
        found.append(tuple(pack[place : place + size]))
    return found


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_each_hand_gets_its_cards(name: str, data: st.DataObject) -> None:
    state: AnyState = data.draw(openings(GAMES[name]))
    rng = data.draw(st.randoms(use_true_random=False))
    pack = list(state.rules.pack.cards)
    rng.shuffle(pack)
    hands = cut(state, pack)
    left = pack[sum(map(len, hands)) :]
    top = left[: data.draw(st.integers(0, len(left)))]
    deal = tws.deal_hands(state, hands, top)
    after = tws.apply(state, deal)
    if after.phase == "trump":  # more cards are dealt before the play
        after = tws.apply(after, twenty_down.Trump(tws.Suit.SPADES))
    assert list(after.hands) == [tuple(sorted(hand)) for hand in hands]
    # The other cards keep their order; in Oh Hell the first of them is turned up for trumps.
    rest = (*top, *sorted(left[len(top) :]))
    assert after.stock == rest[isinstance(after, oh_hell.State) :]
    assert deal == tws.Deal(deal.cards) and tws.apply(state, tws.Deal(deal.cards)).hands


@pytest.mark.rule("DU-6")
def test_hands_are_dealt_after_a_thrown_in_deal() -> None:
    state = helpers.shuffled(duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS)))
    state = helpers.replay(state, ["bid 2 high", "bid 2 low"])
    hands = cut(state, state.rules.pack.cards)
    assert tws.apply(state, tws.deal_hands(state, hands)).hands == tuple(hands)


@pytest.mark.rule("SP-4", "SP-5")
def test_the_first_six_cards_of_a_dummy_are_turned_up() -> None:
    state = spades.new_game(dealer=0)
    pack = list(state.rules.pack.cards)
    random.Random(2).shuffle(pack)
    hands = cut(state, pack)
    deal = tws.deal_hands(state, hands)
    after = play(tws.apply(state, deal), "look look")
    assert after.face_up == (tuple(sorted(hands[0][:6])), tuple(sorted(hands[2][:6])))
    assert after._hand_data.dummies == (hands[0], hands[2])


@pytest.mark.rule("AL-4")
def test_copies_go_to_the_chosen_hands() -> None:
    state = street.new_game(street.Rules(players=3, decks=3, jokers=street.Jokers.TWO_ALIKE))
    aces = cards("AC AC AC X* X* X* AD AD AD AS")
    hands = [aces, cards("X* X* X* AS AS 2C 2C 2C 2D 2D"), cards("2D 2H 2H 2H 2S 2S 2S 3C 3C 3C")]
    after = tws.apply(state, tws.deal_hands(state, hands))
    assert list(after.hands) == [tuple(sorted(hand)) for hand in hands]
    with pytest.raises(tws.RulesError, match=r"^cards='X\*': expected cards of the pack"):
        tws.deal_hands(state, hands, cards("KC X*"))


def wrong(hands: Hands) -> Iterator[tuple[str, Any]]:
    """Yield a field and hands that are wrong in it; Any: hands of any type."""
    yield from (("hands", each) for each in (hands[:-1], [*hands, ()], None, "2C 3C", Hostile()))
    yield "hands[0]", [hands[0][1:], *hands[1:]]
    yield "hands[1]", [hands[0], (*hands[1], hands[1][0]), *hands[2:]]
    texts = [*map(str, hands[1])]
    for other in (set(hands[1]), " ".join(texts), texts, [Hostile()] * len(hands[1])):
        yield "hands[1]", [hands[0], other, *hands[2:]]
    yield "hands[0]", [None, *hands[1:]]


@pytest.mark.parametrize("name", GAMES)
def test_missing_cards_and_hands_of_other_sizes_are_refused(name: str) -> None:
    state: AnyState = GAMES[name].new_game()
    hands = cut(state, state.rules.pack.cards)
    for other in (hands[1][0], *cards("X*")):
        changed = [(other, *hands[0][1:]), *hands[1:]]
        with pytest.raises(tws.RulesError) as caught:
            tws.deal_hands(state, changed)
        assert (caught.value.field, caught.value.value) == ("cards", str(other))
        assert caught.value.rule == "AL-6"
    left = len(state.rules.pack) - sum(sizes_of(state))
    for stock in (cards("2C") * (left + 1), None, "QS", [7] * left or [7]):
        with pytest.raises(tws.RulesError, match=rf"^stock=.*: expected (at most )?{left} cards"):
            tws.deal_hands(state, hands, anything(stock))
    for field, hands in wrong(cut(state, state.rules.pack.cards)):
        with pytest.raises(tws.RulesError) as caught:
            tws.deal_hands(state, hands)
        error = caught.value
        assert (error.field, error.rule) == (field, facts_of(name).deal_rule)
        count = sizes_of(state)[0] if "[" in field else len(sizes_of(state))
        assert error.expected.startswith(f"{count} {'cards' if '[' in field else 'hands'}")
        assert str(error).startswith(f"{field}=") and str(error).endswith(f"({error.rule})")


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_refused_unless_a_deal_is_due(name: str) -> None:
    rules = GAMES[name].Rules(max_hands=1)
    state: AnyState = GAMES[name].new_game(rules)
    hands = cut(state, state.rules.pack.cards)
    playing = tws.apply(state, tws.deal_hands(state, hands))
    over = hand_played(playing, random.Random(0))
    assert over.is_over
    for moment, reason in ((playing, reasons.NoDealDue), (over, reasons.GameOver)):
        with pytest.raises(tws.IllegalMove) as caught:
            tws.deal_hands(moment, hands)
        assert caught.value.move is hands and caught.value.reason == reason("AL-6")
    with pytest.raises(TypeError, match="expected a GameState"):
        tws.deal_hands(anything(hands), hands)


class Widow(twos.State):
    """Twos with six cards set aside in the middle; a seat gets eleven or twelve cards."""

    __slots__ = ()

    def _deal_hands(self, deal: tws.Deal) -> "Widow":
        packs = (deal.cards[:12], deal.cards[12:23], deal.cards[29:40], deal.cards[40:])
        held = tuple(sum(card._bit for card in some) for some in packs)
        hand_data = attrs.evolve(self._hand_data, held=held, stock=deal.cards[23:29])
        return self._lead(hand_data, (0, 1, 2, 3))


def test_hands_for_a_game_with_its_own_way_of_dealing() -> None:
    state = made_again(twos, "widow", state=Widow).new_game()
    pack = list(state.rules.pack.cards)
    random.Random(1).shuffle(pack)
    hands = [pack[:12], pack[12:23], pack[23:34], pack[34:46]]
    after = tws.apply(state, tws.deal_hands(state, hands, pack[50:]))
    assert list(after.hands) == [tuple(sorted(hand)) for hand in hands]
    assert after.stock == (*pack[50:], *sorted(pack[46:50]))
    with pytest.raises(tws.RulesError, match=r"^hands\[1\]=.*expected 11 cards, found 12"):
        tws.deal_hands(state, [pack[:12], pack[12:24], pack[24:35], pack[35:47]])
