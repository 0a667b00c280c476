"""The watcher of Spades for two players: two actual hands and two dummies."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from tests.leaks.watcher import Plain, Watcher
from tests.reference import common, spades

HAND_TYPES = ("dummy", "actual")


class SpadesWatcher(Watcher):
    """Watcher of four hands: dummy and actual hand of player 0, then of player 1."""

    @override
    def clear(self) -> None:
        super().clear()
        self.sizes = [0] * 4
        self.hand = None  # no player has looked yet
        self.bids: list[str | None] = [None, None]
        self.stands = 0
        self.up: list[list[str]] = [[], []]
        self.down = [0, 0]
        self.called: list[list[int]] = [[], []]
        self.moved = 0
        self.chosen = 0
        self.to_ask: list[int] = []
        self.penalised = self.rules["renege"] == "penalised"

    @override
    def first_leader(self) -> int:
        return 1 - self.dealer

    @override
    def deal(self, look: Plain) -> None:
        self.sizes, self.down = [13] * 4, [13] * 2
        self.phase, self.actor = "look", 1 - self.dealer

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        if text.endswith("renege") or text.startswith("renege"):
            self.call(seat, text, look)
        elif self.phase == "look":
            self.bids[seat] = None if text == "look" else text
            self.chosen += 1
            self.actor = 1 - seat
            if self.chosen == 2:
                self.look(look)
        elif self.phase == "bid":
            self.bids[seat] = text
            self.next_to_bid()
        elif text == "stand":
            self.stands += 1
            self.actor = 1 - seat
            if self.stands == 2:
                first = 2 * (1 - self.dealer)
                self.order = [(first + place) % 4 for place in range(4)]
                self.turn(look)
        else:
            self.bids[seat], self.stands = text, 0
            self.actor = 1 - seat

    def look(self, look: Plain) -> None:
        """Read the seat's hand and six cards of each dummy, which no event names (SP-5)."""
        self.look_at_hand(look)
        for player in (0, 1):
            assert self.turned_up(player, look) == 6
        self.next_to_bid()

    def turned_up(self, player: int, look: Plain) -> int:
        """Read the newly turned cards of a dummy, and return their number."""
        new = [card for card in look["face_up"][player] if card not in self.up[player]]
        assert sorted(self.up[player] + new) == sorted(look["face_up"][player])
        self.up[player] += new
        self.down[player] -= len(new)
        return len(new)

    def next_to_bid(self) -> None:
        """Ask for the next bid, then for a raise or a stand (SP-7, SP-8)."""
        to_bid = [player for player in (1 - self.dealer, self.dealer) if not self.bids[player]]
        self.phase = "bid" if to_bid else "raise"
        self.actor = to_bid[0] if to_bid else 1 - self.dealer

    # Books

    @property
    def number(self) -> int:
        """The number of the hand to play."""
        return self.order[len(self.table)]

    def turn(self, look: Plain) -> None:
        """Start the turn of the next hand; a dummy turns up cards first (SP-12, SP-13)."""
        self.phase, self.actor = "play", self.number // 2
        if self.number % 2 == 0:
            self.turn_up(self.actor, look)
        if self.to_call(self.actor):
            self.phase = "call"

    def turn_up(self, player: int, look: Plain) -> None:
        """Check that a dummy turns up the required cards, which no event names."""
        before, down = list(self.up[player]), self.down[player]
        count = self.turned_up(player, look)
        new = [card for card in self.up[player] if card not in before]
        wanted = [card for card in new if self.suffices(card)]
        if any(map(self.suffices, before)):
            assert not count
        else:
            assert len(wanted) == 1 or (not wanted and count == down)

    def suffices(self, card: str) -> bool:
        """Return True if a dummy with this card face up needs no other card."""
        return self.led is None or spades.suit_of(card) in (self.led, "S")

    @override
    def play(self, seat: int, card: str, look: Plain) -> None:
        number = self.number
        suit = spades.suit_of(card)
        if not self.table:
            self.led = suit
        elif number % 2 and suit != self.led and not self.penalised:
            assert self.led is not None
            self.note_void(seat, self.led, card, "SP-10")
        if number % 2 == 0:
            self.up[seat].remove(card)
        elif seat == self.seat and self.hand is not None:
            self.hand.remove(card)
        self.sizes[number] -= 1
        self.table.append(card)
        self.played_by.append(seat)
        if len(self.table) == 4:
            self.end_book()
        if any(self.sizes):
            self.turn(look)
        else:
            self.to_ask = [1 - self.dealer, self.dealer]
            self.ask(look)

    def end_book(self) -> None:
        """Close the book; its taker leads the next one (SP-9, SP-11)."""
        best = spades.best_card(self.table, str(self.led))
        place = self.table.index(best)
        taker = {"winner": self.played_by[place], "winning_hand": HAND_TYPES[self.order[place] % 2]}
        self.tricks.append(self.trick(self.played_by[0]) | taker)
        self.order = self.order[place:] + self.order[:place]
        self.table, self.played_by, self.led = [], [], None

    @override
    def trick(self, leader: int) -> dict[str, Any]:
        first = self.order[0] // 2 if self.order else leader
        hands = [HAND_TYPES[number % 2] for number in self.order[: len(self.table)]]
        return super().trick(first) | {"hands": hands, "winning_hand": None}

    # Reneges

    def books(self) -> list[int]:
        """Return the number of books of each player."""
        winners = [trick["winner"] for trick in self.tricks]
        return [winners.count(0) + self.moved, winners.count(1) - self.moved]

    def to_call(self, caller: int) -> list[int]:
        """Return the other player's visible reneges that are not called yet (SP-14)."""
        other = 1 - caller
        if not self.penalised or not self.books()[other]:
            return []
        played: list[tuple[str, str]] = []
        for trick in [*self.tricks, self.trick(0)]:
            for card, seat, hand in zip(
                trick["cards"], trick["seats"], trick["hands"], strict=True
            ):
                if seat == other and hand == "actual":
                    played.append((trick["led"], spades.suit_of(card)))
        return [
            number
            for number, (led, suit) in enumerate(played)
            if suit != led
            and led in [later for _, later in played[number + 1 :]]
            and number not in self.called[other]
        ]

    def call(self, seat: int, text: str, look: Plain) -> None:
        """Note a called renege, or a "no renege" after the last book (SP-14)."""
        if text == "no renege":
            self.to_ask.pop(0)
        else:
            self.called[1 - seat].append(self.to_call(seat)[0])
            count = int(text.split(" ")[1])
            self.moved += -count if seat else count
        if self.to_ask or not any(self.sizes):
            self.ask(look)
        else:
            self.turn(look)

    def ask(self, look: Plain) -> None:
        """Ask the players who may still call, after the last book (SP-14)."""
        while self.to_ask and not self.to_call(self.to_ask[0]):
            self.to_ask.pop(0)
        self.order = []
        if self.to_ask:
            self.phase, self.actor = "call", self.to_ask[0]
        else:
            self.finish(look)

    @override
    def facts(self) -> dict[str, Any]:
        playing = len(self.order) > 0
        return super().facts() | {
            "hand_to_play": HAND_TYPES[self.number % 2] if playing else None,
            "bids": self.bids,
            "stands": self.stands,
            "books": self.books(),
            "called": self.called,
            "face_up": [common.in_order(cards) for cards in self.up],
            "face_down_sizes": self.down,
        }
