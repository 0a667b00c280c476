"""The rule of thumb of Spades for two, which bids the worth of its cards and tries to make it."""

from __future__ import annotations

import random
from bisect import bisect
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.rules import Phase
from twowaystreet.games.spades.state import State, View


def _play(view: View, seat: int) -> core.Play:
    trick = view.trick
    wanted = _wanted(view.bids[seat], view.books[seat])
    has_enough = wanted is not None and wanted <= 0
    if not trick.cards:
        return core.best_play(view, value, has_enough=has_enough)
    strengths = spades.STRENGTHS[trick.led]
    is_ahead = trick.seats[core.winning_index(trick.cards, strengths)] == seat
    return core.best_play(
        view, value, lambda _: strengths, is_ahead=is_ahead, has_enough=has_enough
    )


def _wanted(bid: spades.Bid | None, books: int) -> int | None:
    return bid.books - books if bid is not None and bid.is_number else None


def value(card: core.Card, facts: core.Situation) -> tuple[int, ...]:
    """Lead high, but not spades; take books from the opponent cheaply, until the bid is made."""
    suit = spades.suit_played(card)
    strength, height = spades.STRENGTHS[suit][card.index], core.card_place(card)
    if facts.is_lead and not facts.has_enough:
        return suit is not spades.TRUMPS, strength, height
    if facts.is_lead:
        return suit is not spades.TRUMPS, -strength, -height
    taking = facts.takes and not facts.is_ahead and not facts.has_enough
    return suit is facts.led, taking, -strength, -height


_EARLIER: Final = MappingProxyType(
    {
        "0.2.0": MappingProxyType(
            {
                "worth_ace": 0.8,
                "worth_king": 0.5,
                "worth_queen": 0.2,
                "worth_third_spade": 0.9,
                "worth_fourth_spade": 0.8,
                "worth_low_spade": 0.4,
                "unseen": 1.0,
            }
        )
    }
)


@attrs.frozen
class SpadesPlayer(core.RuleOfThumb[View, State]):
    """Look, bid a number, stand, play for that number, and call every renege.

    Args:
        worth_ace: the books that an ace takes on average, 0 to 2.
        worth_king: the same for a king.
        worth_queen: the same for a queen; lower cards of these suits are worth nothing.
        worth_best_spade: the same for each of the two highest spades.
        worth_third_spade: the same for the third highest.
        worth_fourth_spade: the same for the fourth highest.
        worth_fifth_spade: the same for the fifth highest.
        worth_low_spade: the same for each lower spade.
        unseen: the expected books of all face-down cards of the dummy together, -5 to 10.
    """

    worth_ace: float = core.constant(0.55, 0.0, 2.0)
    worth_king: float = core.constant(0.25, 0.0, 2.0)
    worth_queen: float = core.constant(0.15, 0.0, 2.0)
    worth_best_spade: float = core.constant(1.0, 0.0, 2.0)
    worth_third_spade: float = core.constant(1.0, 0.0, 2.0)
    worth_fourth_spade: float = core.constant(0.9, 0.0, 2.0)
    worth_fifth_spade: float = core.constant(0.7, 0.0, 2.0)
    worth_low_spade: float = core.constant(0.45, 0.0, 2.0)
    unseen: float = core.constant(1.2, -5.0, 10.0)
    presets: ClassVar = _EARLIER
    most_trials: ClassVar = 400

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """The worth of each card by its index, in millionths of a book."""
        next_best = self.worth_third_spade, self.worth_fourth_spade, self.worth_fifth_spade
        best = self.worth_best_spade, self.worth_best_spade, *next_best
        plain = {"A": self.worth_ace, "K": self.worth_king, "Q": self.worth_queen}
        worth = {card: plain.get(str(card)[0], 0.0) for card in spades.PACK.cards}
        worth |= dict.fromkeys(spades.SPADES, self.worth_low_spade)
        worth |= zip(reversed(spades.SPADES), best, strict=False)
        # The plain Joker, which comes last, is not in the pack.
        return tuple(core.units(worth.get(card, 0.0)) for card in core.CARDS[:-1])

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        assert view.seat is not None
        if view.phase is Phase.LOOK:
            return spades.Look()
        if view.phase is Phase.BID:
            assert view.hand is not None
            seen, worths = (*view.hand, *view.face_up[view.seat]), self.worths
            likely = sum([worths[card.index] for card in seen])
            return spades.Bid(spades.BidType.NUMBER, spades.BOARD + bisect(self.steps, likely))
        if view.phase is Phase.RAISE:
            return spades.Stand()
        calls = [move for move in core.moves_of(view) if isinstance(move, spades.Renege)]
        return max(calls, key=lambda call: call.books) if calls else _play(view, view.seat)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The least worth of the cards in sight for each bid above the lowest."""
        books = range(spades.BOARD + 1, spades.BOOKS + 1)
        return tuple([core.units(one) - core.units(self.unseen) for one in books])

    @override
    def opening(self, state: State) -> core.Tables:
        return self.worths, self.steps

    @override
    def card_play(self, state: State) -> core.CardPlay:
        players = tuple(player for player, _ in spades.HANDS)
        wanted = tuple(_wanted(state.bids[player], state.books[player]) for player in players)
        return core.CardPlay((value,), (0,) * len(players), wanted, players)


PLAYER: Final = SpadesPlayer()
