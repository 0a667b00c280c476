"""Broken games, with faults in moves, cards, turns, ends or scores."""

from __future__ import annotations

import time
from typing import Any, ClassVar

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, altered, bidding, by_name, checked_bid, hell
from twowaystreet import authoring as core


def offer_all(state: Any, seat: int) -> tuple[core.Move, ...]:
    """Return all bids, also the one that the dealer may not make."""
    return tuple(map(oh_hell.Bid, range(state.rules.cards + 1)))


class OfferedAndRefused(oh_hell.State):
    """States that offer the dealer a bid that they refuse."""

    __slots__ = ()
    _decisions: ClassVar = bidding(offer_all)


def bid_anything(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Accept any bid, offered or not."""
    bids = core.replace_at(state._hand_data.bids, seat, move.number)
    hand_data = attrs.evolve(state._hand_data, bids=bids)
    left = core.rotation((seat + 1) % len(bids), len(bids))
    if seat != state.dealer:
        return state._await_move(hand_data, oh_hell.Phase.BID, left[0])
    return state._lead(hand_data, left)


class TakenAndNotOffered(oh_hell.State):
    """States that accept a bid of the dealer that they do not offer."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_anything)


def offer_in_any_order(state: Any, seat: int) -> tuple[core.Move, ...]:
    """Return the bids, in reverse order for a hand with hearts."""
    bids = oh_hell.State._bids(state, seat)
    hearts = core.SUIT[core.Suit.HEARTS] & state._hand_data.held[seat]
    return bids[::-1] if hearts else bids


class InAnyOrder(oh_hell.State):
    """States that list moves in different orders."""

    __slots__ = ()
    _decisions: ClassVar = bidding(offer_in_any_order)


@attrs.frozen(kw_only=True)
class Crowded(oh_hell.Rules):
    """Rules that allow more players than the pack has cards for."""

    players: int = core.number(4, at_least=3, at_most=9, rule="OH-1")


@attrs.frozen(kw_only=True)
class Raising(oh_hell.Rules):
    """Rules that raise a ``KeyError`` for one option."""

    def __attrs_post_init__(self) -> None:
        if self.cards == 5:
            raise KeyError("five")


class DealtTwice(oh_hell.State):
    """States in which the lowest card of one hand is in the next hand, too."""

    __slots__ = ()

    @override
    def _deal_packets(
        self, deal: core.Deal, first: int, sizes: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[core.Card, ...]]:
        held, stock = super()._deal_packets(deal, first, sizes)
        doubled = (held[0] & -held[0]) << 64  # as a second copy
        return (held[0], held[1] & (held[1] - 1) | doubled, *held[2:]), stock


def bid_and_lose(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Make the bid; a bid of 0 removes a card from the hand."""
    after: Any = checked_bid(state, seat, move)
    if move.number or after.phase is oh_hell.Phase.PLAY:
        return after
    held = after._hand_data.held
    hand_data = attrs.evolve(
        after._hand_data, held=core.replace_at(held, seat, held[seat] & (held[seat] - 1))
    )
    return after._await_move(hand_data, after.phase, after.actor)


class Lost(oh_hell.State):
    """States that lose a card from a hand."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_and_lose)


class WrongTurn(oh_hell.State):
    """States with a wrong actor after each play."""

    __slots__ = ()

    @override
    def _may_play(
        self, hand: int, table: tuple[core.Card, ...], led: core.Suit | None
    ) -> tuple[core.Phase, int]:
        return oh_hell.Phase.PLAY, core.follow(hand, core.FOLLOW_SUIT[led])

    _following: ClassVar[Any] = dict.fromkeys(core.FOLLOW_SUIT)  # always by _next_decision

    # Any: it has the parameters of the real method.
    def _late(self, *parts: Any) -> Any:
        hand_data, phase, actor, *rest = super()._next_decision(*parts)
        table = parts[4]
        return hand_data, phase, (actor + (len(table) == 2)) % self.rules.players, *rest

    _next_decision: Any = _late


class WrongLeader(oh_hell.State):
    """States whose complete tricks have a wrong leader."""

    __slots__ = ()

    @override
    def _complete(
        self, order: tuple[int, ...], table: tuple[core.Card, ...], led: core.Suit | None, won: int
    ) -> core.Trick:
        return attrs.evolve(super()._complete(order, table, led, won), leader=order[-1])


def bid_for_ever(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Make the bid; after the bid of the dealer, begin the bidding again."""
    after = checked_bid(state, seat, move)
    if seat != state.dealer:
        return after
    hand_data = attrs.evolve(after._hand_data, bids=(None,) * state.rules.players)
    return after._await_move(hand_data, oh_hell.Phase.BID, (seat + 1) % state.rules.players)


class Endless(oh_hell.State):
    """States in which the bidding never ends."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_for_ever)


class OneMoreHand(oh_hell.State):
    """States that continue a match after its last hand."""

    __slots__ = ()

    @override
    def _finish(self, tricks: Any, remaining: int = 0) -> Any:
        after: Any = super()._finish(tricks, remaining)
        match = attrs.evolve(after._match, game_over=False)
        return altered(after, _match=match, phase=after._ends[0])


class NobodyWins(oh_hell.State):
    """States without winners at the end of a match."""

    __slots__ = ()

    @override
    def _leaders(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        return ()


class WrongSum(oh_hell.State):
    """States that add the points of a hand twice."""

    __slots__ = ()

    @override
    def _finish(self, tricks: Any, remaining: int = 0) -> Any:
        after: Any = super()._finish(tricks, remaining)
        scores = tuple(map(sum, zip(after.scores, after.score.points, strict=True)))
        return altered(after, _match=attrs.evolve(after._match, scores=scores))


class LateScore(oh_hell.State):
    """States whose score depends on the clock."""

    __slots__ = ()

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> oh_hell.Score:
        late = time.perf_counter_ns()
        return core.HandScore((core.SeatScore(late), *super()._score(tricks).seats[1:]))


@attrs.frozen
class Streak(oh_hell.HandData):
    """Hand data that also count the hands of one match."""

    streak: int = 0


class CarriesMore(oh_hell.State):
    """States that keep a number between hands which ``new_game`` does not take."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        after: Any = super()._deal_hands(deal)
        before: Any = self._hand_data
        table: list[Any] = [*attrs.astuple(after._hand_data, recurse=False), before.streak + 1]
        hand_data = Streak(*table)
        return altered(after, _hand_data=hand_data)


@attrs.frozen(kw_only=True)
class Streaks(oh_hell.View):
    """Views that show the number."""

    streak: int = core.public_fact("hand_data.streak")


GAMES = (
    BrokenGame(hell("offers_too_much", OfferedAndRefused), "legal_moves", "apply refuses it"),
    BrokenGame(hell("takes_too_much", TakenAndNotOffered), "legal_moves", "apply accepts it"),
    BrokenGame(hell("any_order", InAnyOrder), "legal_moves", "but elsewhere"),
    BrokenGame(hell("crowded", rules=Crowded), "legal_moves", "apply raises IndexError"),
    BrokenGame(hell("raising", rules=Raising), "opening", "raises KeyError: 'five'"),
    BrokenGame(hell("dealt_twice", DealtTwice), "cards", "more copies than in the pack"),
    BrokenGame(hell("lost_card", Lost), "cards", "removes cards from hands"),
    BrokenGame(hell("wrong_turn", WrongTurn), "turns", "changes the hands of"),
    BrokenGame(hell("wrong_leader", WrongLeader), "tricks", "whose leader is not its first seat"),
    BrokenGame(hell("endless", Endless), "ending", "the hand does not end"),
    BrokenGame(hell("one_more_hand", OneMoreHand), "ending", "hands the game is not over"),
    BrokenGame(hell("nobody_wins", NobodyWins), "ending", "the winners are ()"),
    BrokenGame(hell("wrong_sum", WrongSum), "scores", "gives ("),
    BrokenGame(hell("late_score", LateScore), "determinism", "the same moves again"),
    BrokenGame(
        hell("carries_more", CarriesMore, Streaks, hand_data=Streak()),
        "carrying_on",
        "after a new start with its rules",
    ),
)
globals().update(by_name(GAMES))
