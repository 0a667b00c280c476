"""Somebody at the table who notes down what is said and played: lists and strings, no engine.

A watcher is told the options, where the match stands, and then of every event who made it and what
was heard. Besides, it may look at things that no word tells, each time for a reason that is given
with it: the own cards after a deal or a draw, cards that are turned over, and the totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference import common

Plain = Mapping[str, Any]
"""Plain data of a view, of which a watcher reads only what it must. Any: what JSON can hold."""


class Watcher:
    """What is common to all games: tricks, hands, the order of play, and voids.

    Args:
        seat: who watches; ``None`` for a spectator.
        start: the view before the first deal, for the options and the standing of the match.
    """

    def __init__(self, seat: int | None, start: Plain) -> None:
        self.seat = seat
        self.rules: Plain = start["rules"]
        self.seats = len(start["scores"])
        self.dealer: int = start["dealer"]
        self.hands_played: int = start["hands_played"]
        self.phase = "deal"
        self.actor: int | None = None
        self.hand: list[str] | None = None if seat is None else []
        self.clear()

    def clear(self) -> None:
        """Begin a hand with nothing on the table."""
        self.tricks: list[dict[str, Any]] = []
        self.table: list[str] = []
        self.played_by: list[int] = []
        self.led: str | None = None
        self.order: list[int] = []
        self.sizes = [0] * self.seats
        self.stock: list[str | None] = []
        self.voids: list[dict[str, Any]] = []

    def left_of(self, seat: int) -> int:
        """The next seat."""
        return (seat + 1) % self.seats

    def round_from(self, first: int) -> list[int]:
        """Every seat, from this one on."""
        return [(first + place) % self.seats for place in range(self.seats)]

    # Events

    def hear(self, seat: int | None, text: str, look: Plain) -> None:
        """An event: who made it, what was heard, and what there is to look at after it."""
        assert seat == self.actor
        if text == "deal":
            assert self.phase in ("deal", "hand over")
            if self.phase == "hand over":
                self.dealer = self.left_of(self.dealer)
            self.clear()
            self.deal(look)
        elif text in common.ORDER:
            assert seat is not None
            self.play(seat, text, look)
        else:
            assert seat is not None
            self.heard(seat, text, look)

    def deal(self, look: Plain) -> None:
        """The cards are dealt."""
        raise NotImplementedError  # every game deals

    def heard(self, seat: int, text: str, look: Plain) -> None:
        """Something was said or done that is no play."""
        raise NotImplementedError  # Twos has nothing to say

    def look_at_hand(self, look: Plain) -> None:
        """See the own cards: what is dealt or drawn is named in no event."""
        self.hand = None if self.seat is None else list(look["hand"])

    def play(self, seat: int, card: str, look: Plain) -> None:
        """A card is played to the trick."""
        if not self.table:
            self.led = self.suit_led_by(card)
        else:
            self.note_voids(seat, card)
        self.take_from_hand(seat, card)
        self.table.append(card)
        self.played_by.append(seat)
        if len(self.table) < len(self.order):
            self.ask_to_play(self.order[len(self.table)])
            return
        winner = self.winner()
        self.tricks.append({**self.trick(self.order[0]), "winner": winner})
        self.table, self.played_by, self.led = [], [], None
        leader = self.next_leader(winner)
        place = self.order.index(leader)
        self.order = self.order[place:] + self.order[:place]
        if any(self.sizes[seat] for seat in self.order):
            self.ask_to_play(leader)
        else:
            self.finish(look)

    def take_from_hand(self, seat: int, card: str) -> None:
        """A card leaves a hand."""
        self.sizes[seat] -= 1
        if seat == self.seat and self.hand is not None:
            self.hand.remove(card)

    def start_play(self, order: Sequence[int]) -> None:
        """The first card is asked for."""
        self.order = list(order)
        self.ask_to_play(self.order[0])

    def ask_to_play(self, seat: int) -> None:
        """A card is asked for."""
        self.phase, self.actor = "play", seat

    def finish(self, look: Plain) -> None:
        """The hand is over; whether the game is, only the points tell, which are not ours."""
        self.hands_played += 1
        self.actor, self.order = None, []
        self.phase = "game over" if look["is_over"] else "hand over"

    # What the games have each in their way

    def suit_led_by(self, card: str) -> str | None:
        """The suit that a card leads."""
        return common.suit_of(card)

    def note_voids(self, seat: int, card: str) -> None:
        """Note down what a card shows that does not follow."""
        raise NotImplementedError  # Spades plays in its own way

    def winner(self) -> int:
        """Who takes the trick on the table."""
        return self.played_by[self.table.index(self.best_card())]

    def best_card(self) -> str:
        """The card that takes the trick on the table."""
        raise NotImplementedError  # Spades plays in its own way

    def next_leader(self, winner: int) -> int:
        """Who leads the next trick."""
        return winner

    def note_void(self, seat: int, suit: str, card: str, rule: str) -> None:
        """Note down that somebody has none of a suit, unless it is known."""
        known = [(void["seat"], void["suit"]) for void in self.voids]
        if (seat, suit) not in known:
            self.voids.append(
                {"seat": seat, "suit": suit, "trick": len(self.tricks), "card": card, "rule": rule}
            )

    # What comes of it

    def trick(self, leader: int) -> dict[str, Any]:
        """The trick on the table."""
        cards, seats = list(self.table), list(self.played_by)
        return {"leader": leader, "cards": cards, "seats": seats, "led": self.led, "winner": None}

    def first_leader(self) -> int:
        """Who leads the first trick."""
        return self.left_of(self.dealer)

    def facts(self) -> dict[str, Any]:
        """What must be in the view, by name."""
        over = self.phase in ("hand over", "game over")
        return {
            "seat": self.seat,
            "rules": self.rules,
            "phase": self.phase,
            "actor": self.actor,
            "dealer": self.dealer,
            "hands_played": self.hands_played,
            "hand_over": over,
            "is_over": self.phase == "game over",
            "tricks": self.tricks,
            "trick": self.trick(self.order[0] if self.order else self.first_leader()),
            "stock_size": len(self.stock),
            "hand_sizes": self.sizes,
            "hand": None if self.hand is None else common.in_order(self.hand),
            "voids": self.voids,
        }
