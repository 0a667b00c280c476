"""Watchers of Tien Len and Brag, the games without common tricks."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from tests.leaks.watcher import Plain, Watcher
from tests.reference import common

NO_COMMON_TRICKS = ("tricks", "trick", "voids")
"""The facts of other games that these games lack, or have in another form."""


def _without_tricks(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if name not in NO_COMMON_TRICKS}


class TienLenWatcher(Watcher):
    """Watcher of Tien Len: plays of several cards, passes, and the order of running out."""

    leads_next: int | None = None
    """The first player who ran out in the last deal (TL-2)."""

    @override
    def clear(self) -> None:
        super().clear()
        self.complete: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self.leader: int | None = None
        self.out: list[int] = []

    @override
    def deal(self, look: Plain) -> None:
        self.look_at_hand(look)
        self.sizes = [13] * 4
        # TL-2: all see the player who is to lead; in the first deal it shows who holds the 3S.
        lowest = "3S" in (self.hand or ())
        leader: int = look["actor"] if self.leads_next is None else self.leads_next
        assert self.leads_next is not None or self.seat is None or lowest is (leader == self.seat)
        self.leader = leader
        self.ask_to_play(leader)

    @override
    def play(self, seat: int, card: str, look: Plain) -> None:
        self.heard(seat, card, look)

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        cards = [] if text == "pass" else text.split(" ")
        self.plays.append({"seat": seat, "cards": cards})
        for card in cards:
            self.take_from_hand(seat, card)
        if cards and not self.sizes[seat]:
            self.out.append(seat)
            if len(self.out) == 3:  # TL-6
                self.end_trick(seat)
                self.leader = None
                self.leads_next = self.out[0]
                self.finish(look)
                return
        last = self.to_beat()
        assert last is not None
        others = [one for one in range(4) if self.sizes[one] and one != last["seat"]]
        if self.passes() < len(others):
            self.ask_to_play(self.with_cards_after(seat))
            return
        self.end_trick(last["seat"])  # TL-5
        winner: int = last["seat"]
        self.leader = winner if self.sizes[winner] else self.with_cards_after(winner)
        self.ask_to_play(self.leader)

    def end_trick(self, winner: int) -> None:
        """Put the trick on the table away."""
        self.complete.append({"leader": self.leader, "plays": self.plays, "winner": winner})
        self.plays = []

    def with_cards_after(self, seat: int) -> int:
        """Return the next seat to the left that holds cards."""
        return next(one for one in self.round_from(self.left_of(seat)) if self.sizes[one])

    def to_beat(self) -> dict[str, Any] | None:
        """Return the last play that is not a pass."""
        return next((play for play in reversed(self.plays) if play["cards"]), None)

    def passes(self) -> int:
        """Return the number of passes since that play."""
        count = 0
        while count < len(self.plays) and not self.plays[-1 - count]["cards"]:
            count += 1
        return count

    @override
    def facts(self) -> dict[str, Any]:
        return _without_tricks(super().facts()) | {
            "tricks": self.complete,
            "trick": {"leader": self.leader, "plays": self.plays, "winner": None},
            "to_beat": self.to_beat(),
            "passes": self.passes(),
            "went_out": self.out,
        }


class BragWatcher(Watcher):
    """Watcher of Brag: lays, the showing, and the antes in the pot."""

    def __init__(self, seat: int | None, start: Plain) -> None:
        super().__init__(seat, start)
        self.antes: int = start["antes"]

    @override
    def clear(self) -> None:
        super().clear()
        self.laid: list[list[list[str]] | None] = [None] * self.seats
        self.has_laid = [False] * self.seats
        self.shown: list[list[str]] = [[] for _ in range(self.seats)]

    @override
    def deal(self, look: Plain) -> None:
        cards: int = self.rules["cards"]
        self.look_at_hand(look)
        self.sizes = [cards] * self.seats
        self.stock = [None] * (52 - cards * self.seats)
        self.antes += 1  # BR-3
        # BR-7: all see the cards that end the hand, and no event names them.
        self.shown = look["shown"]
        if not any(self.shown):
            self.phase, self.actor = "lay", self.left_of(self.dealer)
            return
        for cards_shown in self.shown:
            ranks = [card[:-1] for card in cards_shown]
            assert {ranks.count(rank) for rank in ranks} in (set(), {4}, {2})
        if any(len(shown) == 4 for shown in self.shown):
            self.antes = 0
        self.finish(look)

    @override
    def heard(self, seat: int, text: str, look: Plain) -> None:
        word, *cards = text.replace(" /", "").split(" ")
        assert word == "lay"
        hands = [cards[first : first + 3] for first in range(0, len(cards), 3)]
        if seat == self.seat:
            self.laid[seat] = hands
            for card in cards:
                assert self.hand is not None
                self.hand.remove(card)
        else:
            assert not hands  # BR-9
        self.has_laid[seat] = True
        self.sizes[seat] -= self.rules["cards"] // 3 * 3
        self.actor = self.left_of(seat)
        if seat != self.dealer:
            return
        self.laid = look["laid"]  # BR-9: all lays are turned up, and no event names them
        assert all(hands is not None for hands in self.laid)
        if look["score"]["taker"] is not None:
            self.antes = 0
        self.finish(look)

    @override
    def facts(self) -> dict[str, Any]:
        return _without_tricks(super().facts()) | {
            "laid": self.laid,
            "has_laid": self.has_laid,
            "shown": [common.in_order(cards) for cards in self.shown],
            "antes": self.antes,
        }
