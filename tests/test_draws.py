"""Draws during the play, in a small game like German Whist: after a trick both players draw."""

import random
import sys
from math import comb
from typing import Any, ClassVar, Self

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import made_again, positions, shuffled
from twowaystreet import authoring as core
from twowaystreet.games import twos
from twowaystreet.testing import conformance


@attrs.frozen(kw_only=True)
class Rules:
    decks: int = core.number(1, at_least=1, at_most=2, rule="GW-1")
    seats, max_hands = 2, 2

    @property
    def pack(self) -> core.Pack:
        return core.Pack(core.FRENCH_DECK, decks=self.decks)


class State(core.TrickState[Rules, core.HandData, core.Score, "View"]):
    __slots__ = ()
    title: ClassVar = "Draws"
    _phases: ClassVar = twos.Phase
    _decisions: ClassVar = {twos.Phase.PLAY: core.Decision("a card", "GW-2")}

    def _deal_hands(self, deal: core.Deal) -> Self:
        order = core.rotation(self._first_leader(), 2)
        held, stock = self._deal_packets(deal, order[0], (1,) * 13)
        return self._lead(core.HandData(held, stock), order)

    def _after_trick(
        self,
        hand_data: core.HandData,
        remaining: int,
        order: tuple[int, ...],
        tricks: tuple[core.Trick, ...],
    ) -> tuple[core.HandData, int]:
        """GW-3: the winner draws, then the other player."""
        return self._draw_cards(*super()._after_trick(hand_data, remaining, order, tricks), order)

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        return core.HandScore(tuple(map(core.SeatScore, core.tricks_won(tricks, 2))))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    no_worlds: ClassVar = "nobody knows the drawn cards"

    def _duty(
        self, number: int, trick: core.Trick, place: int
    ) -> tuple[core.Following, str] | tuple[()]:
        """A player who draws later is not void for the rest of the hand."""
        played = sum(len(each.cards) for each in (*self.tricks[:number], trick))
        return super()._duty(number, trick, place) if played > self._drawn_at_most else ()

    @property
    def _drawn_at_most(self) -> int:
        return len(self.rules.pack) - 26


GAME = core.Game(
    name="draws",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, core.HandData(), rule="AL-2"),
)


@pytest.mark.parametrize("decks", [1, 2])
def test_the_winner_of_a_trick_draws_first(decks: int) -> None:
    first = GAME.new_game(Rules(decks=decks))
    before, drawn = first, 0
    for state in positions(first, random.Random(3)):
        if state.actor is not None and len(state.tricks) > len(before.tricks):
            winner = state.tricks[-1].winner
            assert state.actor == winner
            held = [[*state.hand_of(seat)] for seat in (0, 1)]
            for seat, card in zip((winner, 1 - winner), before.stock, strict=False):
                held[seat].remove(card)
                drawn += 1
            (last,) = state.tricks[-1].cards[1:]
            loser = [*before.hand_of(before.actor)]
            loser.remove(last)
            assert sorted(held[before.actor]) == sorted(loser) and state.stock == before.stock[2:]
        before = state
    assert drawn == 52 * decks - 26 and not before.stock
    assert sum(map(len, (trick.cards for trick in before.tricks))) == 52 * decks


def test_a_short_stock_ends_the_draws_and_cards_that_are_played_freely_show_no_void() -> None:
    state: Any = tws.apply(GAME.new_game(), tws.shuffle(GAME.new_game(), random.Random(3)))
    short = attrs.evolve(state._hand_data, stock=state.stock[:1])
    hand_data, remaining = state._draw_cards(short, state._remaining, (1, 0))
    assert [mask.bit_count() for mask in hand_data.held] == [13, 14]
    assert (hand_data.stock, remaining) == ((), sum(hand_data.held))
    voids = [tws.view(state, 0).voids for state in positions(GAME.new_game(), random.Random(3))]
    assert all(void.trick >= 13 for each in voids for void in each) and any(voids)


def test_a_game_with_draws_keeps_its_promises_and_declares_its_worlds() -> None:
    found = conformance.check(GAME, promises=["cards", "views", "ending"], hands=1)
    assert min(found.values()) > 0
    with pytest.raises(tws.WorldsError, match="nobody knows"):
        tws.worlds(tws.view(GAME.new_game(), 0))
    seen = tws.view(shuffled(GAME.new_game()), 1)
    assert seen.legal_moves and tws.claim_of(seen) is None
    plain: Any = type("View", (View,), {"no_worlds": ""})
    game = made_again(sys.modules[__name__], "other", view=plain)
    dealt = tws.apply(game.new_game(), tws.shuffle(game.new_game(), random.Random(3)))
    assert tws.worlds(tws.view(dealt, 0)).count == comb(39, 13)
    copies: Any = game.new_game(Rules(decks=2))
    with pytest.raises(tws.WorldsError, match="equal cards beside draws during the play"):
        tws.worlds(tws.view(copies, 0))
    counting: Any = type(
        "View", (plain,), {"_counted": staticmethod(lambda: (core.Counted(1, 1, 1),))}
    )
    game = made_again(sys.modules[__name__], "counting", view=counting)
    with pytest.raises(tws.WorldsError, match=r"View\._counted beside draws during the play"):
        tws.worlds(tws.view(shuffled(game.new_game()), 0))
    # A two need not follow; without a card of the suit led, hearts are due.
    any_two, hearts = core.RANK[core.Rank.TWO], core.SUIT[tws.Suit.HEARTS]
    rules = {led: ((mask, mask | any_two), (hearts, hearts)) for led, mask in core.SUIT.items()}
    members = {"_following": dict[Any, Any](State._following) | rules}
    game = made_again(sys.modules[__name__], "twos_free", view=plain, members=members)
    state = shuffled(game.new_game(), 1)
    (leader, other), moves = state._order, tws.legal_moves(state)
    two = next(card for card in state.hands[other] if card.rank is core.Rank.TWO)
    lead = next(move for move in moves if isinstance(move, tws.Play) and move.card.suit != two.suit)
    state = tws.apply(tws.apply(state, lead), tws.Play(two))
    with pytest.raises(tws.WorldsError, match="beside a duty that shows more than a void"):
        tws.worlds(tws.view(state, leader))
