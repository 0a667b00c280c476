"""Watchers of Two Way Street and the Duel."""

from __future__ import annotations

from collections import Counter
from typing import Any

from typing_extensions import override

from tests.leaks.watcher import Plain, Watcher
from tests.reference import common

TEN = 10


class TwoWayWatcher(Watcher):
    """Shared part of both games: exchanges, known cards in the stock, named suits."""

    @override
    def clear(self) -> None:
        super().clear()
        self.exchanged: list[dict[str, list[str]] | None] = [None] * self.seats
        self.named: list[dict[str, Any]] = []

    @override
    def deal(self, look: Plain) -> None:
        self.look_at_hand(look)
        self.sizes = [TEN] * self.seats
        decks = self.rules.get("decks", 1)
        size = decks * (52 + len(common.JOKERS[self.rules["jokers"]]))
        self.stock = [None] * (size - TEN * self.seats)

    def exchange(self, seat: int, text: str, look: Plain) -> None:
        """Note an exchange with the stock, whose cards only the actor knows (ST-11)."""
        given = text.split(" ")[1:]
        mine = seat == self.seat
        assert len(given) == (2 if mine else 0)
        self.stock += given or [None, None]
        top, self.stock = self.stock[:2], self.stock[2:]
        if not mine or self.hand is None:
            return
        before = Counter(self.hand)
        self.look_at_hand(look)  # no event names the drawn cards
        new = Counter(self.hand) - (before - Counter(given))
        # Only the view shows the order of the two drawn cards.
        assert look["exchanged"][seat] is not None
        drawn: list[str] = look["exchanged"][seat]["drawn"]
        assert Counter(drawn) == new and len(self.hand) == TEN
        assert all(known in (None, card) for known, card in zip(top, drawn, strict=True))
        self.exchanged[seat] = {"given": given, "drawn": drawn}

    @override
    def first_leader(self) -> int:
        return self.dealer

    @override
    def next_leader(self, winner: int) -> int:
        return self.order[1]  # ST-12

    @override
    def suit_led_by(self, card: str) -> str | None:
        return None if common.is_joker(card) else common.suit_of(card)

    @override
    def best_card(self) -> str:
        return common.best_card(self.table, self.led)

    @override
    def ask_to_play(self, seat: int) -> None:
        super().ask_to_play(seat)
        # The seat can see its own duty to name a suit, but not the duty of others.
        if seat == self.seat and self.hand and self.table and self.led is None:
            moves = common.table_moves(
                self.hand, {**common.new_trick(0), "cards": self.table}, self.rules["named_suit"]
            )
            self.phase = "name" if any(move.startswith("name") for move in moves) else "play"

    def name(self, seat: int, text: str) -> None:
        """Note a named suit; the same player continues (ST-16 to ST-18)."""
        self.led = text.split(" ")[1]
        self.named.append({"trick": len(self.tricks), "seat": seat, "suit": self.led})
        self.phase = "play"

    @override
    def note_voids(self, seat: int, card: str) -> None:
        if self.led is None:
            # ST-16: a holder of the Joker's colour must name a suit first.
            for suit in common.COLOUR.get(self.table[0], []):
                self.note_void(seat, suit, card, "ST-16")
            # ST-18: a second plain Joker needs no named suit.
            assert self.table[0] in common.COLOUR or card == "X*"
        elif common.suit_of(card) != self.led:
            follows = common.is_joker(card) and common.joker_follows(card, self.led)
            if not follows:
                self.note_void(seat, self.led, card, "ST-13")

    @override
    def facts(self) -> dict[str, Any]:
        return super().facts() | {
            "exchanged": self.exchanged,
            "named": self.named,
            "stock": self.stock,
        }


class StreetWatcher(TwoWayWatcher):
    """Watcher of Two Way Street: declarations and exchanges."""

    @override
    def clear(self) -> None:
        super().clear()
        self.said: list[str | None] = [None] * self.seats
        self.has_exchanged: list[bool | None] = [None] * self.seats

    @override
    def deal(self, look: Plain) -> None:
        super().deal(look)
        self.phase, self.actor = "declare", self.dealer

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        if text.startswith("name"):
            self.name(seat, text)
        elif text in ("high", "low"):
            self.said[seat] = text[0].upper() + "D"
            self.phase = "exchange"
        else:
            self.has_exchanged[seat] = text != "keep"
            if text != "keep":
                self.exchange(seat, text, look)
            elif seat == self.seat:
                self.exchanged[seat] = {"given": [], "drawn": []}
            self.next_to_speak(self.left_of(seat))

    def next_to_speak(self, seat: int) -> None:
        """Ask the next player to declare, force it, or start the play (ST-7, ST-8)."""
        if seat == self.dealer:
            self.start_play(self.round_from(seat))
            return
        self.phase, self.actor = "declare", seat
        for declared, forced in (("HD", "LF"), ("LD", "HF")):
            if 2 * self.said.count(declared) > self.seats:
                self.said[seat] = forced
                self.phase = "exchange"

    @override
    def facts(self) -> dict[str, Any]:
        more = {"declarations": self.said, "has_exchanged": self.has_exchanged}
        return super().facts() | more


class DuelWatcher(TwoWayWatcher):
    """Watcher of the Duel: bids, markers and captured tricks."""

    @override
    def clear(self) -> None:
        super().clear()
        self.bids: list[str | None] = [None, None]
        self.markers: list[list[str] | None] = [[], []]
        self.captured: list[list[list[str]]] = [[], []]
        self.direction: str | None = None
        self.to_exchange: list[int] = []
        self.counted = True
        """True if this viewer knows the size of the stock."""
        self.by_cards = self.rules["bid_markers"] == "cards"
        self.hide_markers()

    def hide_markers(self) -> None:
        """Hide the other player's markers until both bids are shown (DU-5)."""
        if self.by_cards:
            self.markers = [[] if seat == self.seat else None for seat in (0, 1)]

    @override
    def deal(self, look: Plain) -> None:
        super().deal(look)
        self.phase, self.actor = "bid", self.dealer

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        if text.startswith("name"):
            self.name(seat, text)
        elif text.startswith("exchange"):
            self.exchange(seat, text, look)
            self.to_exchange.pop(0)
            self.ask_to_exchange()
        elif text in ("high", "low"):
            self.direction = text
            self.ask_to_exchange()
        elif seat == self.dealer:
            self.actor = 1 - seat
            self.counted = seat == self.seat or not self.by_cards
            if seat == self.seat:
                self.bids[seat] = text
                self.mark(seat, text, look)
        else:
            # The dealer's bid is visible from here on, without an event for it.
            self.bids[self.dealer] = shown = look["bids"][self.dealer]
            if self.seat != self.dealer:
                assert shown is not None
                self.mark(self.dealer, shown, look)
            assert shown == look["bids"][self.dealer]
            self.bids[seat] = text
            self.mark(seat, text, look)
            self.counted = True
            self.compare(shown, text, look)

    def mark(self, seat: int, bid: str, look: Plain) -> None:
        """Note the marker cards of a bid; those of a high bid are face up (DU-5)."""
        if not self.by_cards:
            return
        strength, high = _strength(bid), not bid.endswith("low")
        self.markers[seat] = list(look["markers"][seat]) if high else None
        # When a deal is thrown in, its markers go back as well (DU-6).
        assert not high or len(self.markers[seat] or ()) in (strength, 0)
        self.stock = self.stock[strength:]

    def compare(self, first: str, second: str, look: Plain) -> None:
        """Compare the two bids (DU-6 to DU-9)."""
        strengths = {self.dealer: _strength(first), 1 - self.dealer: _strength(second)}
        if first == second:
            self.to_exchange = [self.dealer, 1 - self.dealer]
            if first == "no bid":
                self.phase, self.actor = "choose", self.dealer
                return
            self.direction = first.rsplit(" ", maxsplit=1)[-1]
        elif strengths[0] == strengths[1]:
            bids, markers = self.bids, self.markers
            self.clear()
            self.hand = None if self.seat is None else []
            self.bids, self.markers = bids, [None if one is None else [] for one in markers]
            self.phase, self.actor = "deal", None
            return
        else:
            winner = max(strengths, key=lambda seat: strengths[seat])
            self.direction = str(self.bids[winner]).split(" ")[-1]
            captor = winner if self.direction == "low" else 1 - winner
            # The captured cards lie open, but no event names them.
            self.captured[captor] = look["captured"][captor]
            assert [len(pair) for pair in self.captured[captor]] == [2] * strengths[winner]
            self.stock = self.stock[2 * strengths[winner] :]
            self.to_exchange = [winner]
        self.ask_to_exchange()

    def ask_to_exchange(self) -> None:
        """Ask for the next exchange, or start the play with the dealer's lead (DU-8)."""
        if self.to_exchange:
            self.phase, self.actor = "exchange", self.to_exchange[0]
        else:
            self.start_play(self.round_from(self.dealer))

    @override
    def facts(self) -> dict[str, Any]:
        return super().facts() | {
            "bids": self.bids,
            "markers": self.markers,
            "captured": self.captured,
            "direction": self.direction,
            "to_exchange": self.to_exchange,
            "stock_size": len(self.stock) if self.counted else None,
            "stock": self.stock if self.counted else None,
        }


def _strength(bid: str) -> int:
    return 0 if bid == "no bid" else int(bid.split(" ")[1])
