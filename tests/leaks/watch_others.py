"""Watchers of Twos and Twenty Down."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from tests.leaks.watcher import Plain, Watcher
from tests.reference import common, twos


class TwosWatcher(Watcher):
    """Watcher of Twos: players catch twos, and the stock is empty."""

    @override
    def deal(self, look: Plain) -> None:
        self.look_at_hand(look)
        self.sizes = [13] * 4
        self.start_play(self.round_from(self.first_leader()))

    @override
    def note_voids(self, seat: int, card: str) -> None:
        # TW-4: a two is always legal, so it does not show a void.
        if self.led is not None and common.suit_of(card) != self.led and not twos.is_two(card):
            self.note_void(seat, self.led, card, "TW-3")

    @override
    def best_card(self) -> str:
        return twos.best_card(self.table, self.led)

    @override
    def facts(self) -> dict[str, Any]:
        catches: list[dict[str, Any]] = []
        for trick in self.tricks:
            taking = trick["cards"][trick["seats"].index(trick["winner"])]
            for seat, card in zip(trick["seats"], trick["cards"], strict=True):
                if twos.is_two(card) and seat != trick["winner"]:
                    catches.append({"catcher": trick["winner"], "victim": seat, "by": taking[0]})
        return super().facts() | {"catches": catches}


class TwentyDownWatcher(Watcher):
    """Watcher of Twenty Down: trumps, draws and declarations."""

    @override
    def clear(self) -> None:
        super().clear()
        self.trumps: str | None = None
        self.discards: list[list[str] | None] = [None] * 4
        self.discard_sizes: list[int | None] = [None] * 4
        self.statuses: list[str | None] = [None] * 4
        self.late = self.hands_played >= 8  # TD-11

    @override
    def deal(self, look: Plain) -> None:
        self.look_at_hand(look)
        self.sizes = [2] * 4
        self.stock = [None] * 24
        self.phase, self.actor = "trump", self.first_leader()
        if self.late:
            self.name_trumps("H", look)

    def name_trumps(self, suit: str, look: Plain) -> None:
        """Note the trumps and the second packet of three cards (TD-2)."""
        self.trumps = suit
        self.look_at_hand(look)
        self.sizes = [5] * 4
        self.stock = [None] * 12
        self.phase, self.actor = "draw", self.first_leader()

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        word, *rest = text.split(" ")
        if word == "trump":
            self.name_trumps(rest[0], look)
        elif word == "draw":
            self.draw(seat, rest, look)
        else:
            self.statuses[seat] = word
            self.next_to_declare(seat, look)

    def draw(self, seat: int, rest: list[str], look: Plain) -> None:
        """Note a draw; other seats see only the number of discards (TD-3)."""
        if seat == self.seat:
            self.discards[seat] = rest
            left = list(self.hand or ())
            for card in rest:
                left.remove(card)
            self.look_at_hand(look)  # no event names the drawn cards
            assert len(self.hand or ()) == 5 and all(card in (self.hand or ()) for card in left)
            count = len(rest)
        else:
            count = int(rest[0])
        self.discard_sizes[seat] = count
        self.stock = self.stock[count:]
        self.actor = self.left_of(seat)
        if seat != self.dealer:
            return
        if self.trumps == "D" or self.late:  # TD-4, TD-11
            self.statuses = ["in"] * 4
            self.start_play(self.round_from(self.first_leader()))
        else:
            self.statuses[self.first_leader()] = "in"
            self.phase = "declare"
            self.actor = self.left_of(self.first_leader())

    def next_to_declare(self, seat: int, look: Plain) -> None:
        """Ask the next player to declare, or start the play (TD-4 to TD-6)."""
        self.actor = self.left_of(seat)
        if None in self.statuses:
            return
        order = [one for one in self.round_from(self.first_leader()) if self.statuses[one] == "in"]
        if len(order) > 1:
            self.start_play(order)
        else:
            self.finish(look)  # TD-5

    @override
    def note_voids(self, seat: int, card: str) -> None:
        assert self.led is not None and self.trumps is not None
        suit = common.suit_of(card)
        if suit == self.led:
            return
        self.note_void(seat, self.led, card, "TD-7")
        if self.rules["must_trump"] and suit != self.trumps:
            self.note_void(seat, self.trumps, card, "TD-7")

    @override
    def best_card(self) -> str:
        trumps = [card for card in self.table if common.suit_of(card) == self.trumps]
        of_suit = [card for card in self.table if common.suit_of(card) == self.led]
        return max(trumps or of_suit, key=common.rank_of)

    @override
    def facts(self) -> dict[str, Any]:
        return super().facts() | {
            "trumps": self.trumps,
            "statuses": self.statuses,
            "discards": self.discards,
            "discard_sizes": self.discard_sizes,
        }
