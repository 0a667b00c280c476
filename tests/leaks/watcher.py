"""A watcher that follows the events of one seat with lists and strings, without the engine.

A watcher gets the options and the standing of the match, then the actor and the text of each event.
It reads the view only for facts that no event names: the seat's cards after a deal or a draw, cards
turned face up, and the end of the game. A comment at each place gives the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference import common

Plain = Mapping[str, Any]
"""Plain data of a view, read only where necessary. Any: JSON values."""


class Watcher:
    """Shared part of all watchers: tricks, hands, the order of play, and voids.

    Args:
        seat: the seat to follow; ``None`` for a spectator.
        start: the view before the first deal, with the options and the standing of the match.
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
        """Start a hand with an empty table."""
        self.tricks: list[dict[str, Any]] = []
        self.table: list[str] = []
        self.played_by: list[int] = []
        self.led: str | None = None
        self.order: list[int] = []
        self.sizes = [0] * self.seats
        self.stock: list[str | None] = []
        self.voids: list[dict[str, Any]] = []

    def left_of(self, seat: int) -> int:
        """Return the next seat."""
        return (seat + 1) % self.seats

    def round_from(self, first: int) -> list[int]:
        """Return every seat in order, starting with this one."""
        return [(first + place) % self.seats for place in range(self.seats)]

    # Events

    def hear(self, seat: int | None, text: str, look: Plain) -> None:
        """Note an event: its seat, its text, and the view after it."""
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
        """Note a deal."""
        raise NotImplementedError  # every game deals

    def heard(self, seat: int, text: str, look: Plain) -> None:
        """Note a move that is neither a deal nor a play."""
        raise NotImplementedError  # Twos has only deals and plays

    def look_at_hand(self, look: Plain) -> None:
        """Read the seat's cards, as no event names dealt or drawn cards."""
        self.hand = None if self.seat is None else list(look["hand"])

    def play(self, seat: int, card: str, look: Plain) -> None:
        """Note a card played to the trick."""
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
        """Remove a card from a hand."""
        self.sizes[seat] -= 1
        if seat == self.seat and self.hand is not None:
            self.hand.remove(card)

    def start_play(self, order: Sequence[int]) -> None:
        """Start the play, and ask for the first lead."""
        self.order = list(order)
        self.ask_to_play(self.order[0])

    def ask_to_play(self, seat: int) -> None:
        """Ask a seat for a card."""
        self.phase, self.actor = "play", seat

    def finish(self, look: Plain) -> None:
        """End the hand; read the end of the game, as the watcher does not count points."""
        self.hands_played += 1
        self.actor, self.order = None, []
        self.phase = "game over" if look["is_over"] else "hand over"

    # Parts that differ between games

    def suit_led_by(self, card: str) -> str | None:
        """Return the suit that a card leads."""
        return common.suit_of(card)

    def note_voids(self, seat: int, card: str) -> None:
        """Note the voids that a played card shows."""
        raise NotImplementedError  # Spades has its own play

    def winner(self) -> int:
        """Return the seat that takes the trick on the table."""
        return self.played_by[self.table.index(self.best_card())]

    def best_card(self) -> str:
        """Return the card that takes the trick on the table."""
        raise NotImplementedError  # Spades has its own play

    def next_leader(self, winner: int) -> int:
        """Return the seat that leads the next trick."""
        return winner

    def note_void(self, seat: int, suit: str, card: str, rule: str) -> None:
        """Note a new void."""
        known = [(void["seat"], void["suit"]) for void in self.voids]
        if (seat, suit) not in known:
            self.voids.append(
                {"seat": seat, "suit": suit, "trick": len(self.tricks), "card": card, "rule": rule}
            )

    # Results

    def trick(self, leader: int) -> dict[str, Any]:
        """Return the trick on the table."""
        cards, seats = list(self.table), list(self.played_by)
        return {"leader": leader, "cards": cards, "seats": seats, "led": self.led, "winner": None}

    def first_leader(self) -> int:
        """Return the seat that leads the first trick."""
        return self.left_of(self.dealer)

    def facts(self) -> dict[str, Any]:
        """Return the expected facts of the view by field name."""
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
