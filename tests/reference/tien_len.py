"""A reference implementation of Tien Len (TL-1..TL-9)."""

from itertools import combinations, product
from typing import Any, TypedDict

from tests.reference import common


class Play(TypedDict):
    """A play of one seat to a trick; a pass has no cards."""

    seat: int
    cards: list[str]


class Trick(TypedDict):
    """A trick; the winner is None while it is on the table."""

    leader: int | None
    plays: list[Play]
    winner: int | None


# TL-1: from the lowest up.
RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = ["S", "C", "D", "H"]


def rank_of(card: str) -> int:
    """Return the rank of a card as a number; the two is highest (TL-1)."""
    return RANKS.index(card[:-1])


def strength(card: str) -> tuple[int, int]:
    """Return the strength of a card: the rank counts before the suit (TL-1)."""
    return rank_of(card), SUITS.index(card[-1])


def text_of(cards: list[str]) -> str:
    """Return the text of a play: its cards in the order of cards."""
    return " ".join(common.in_order(cards))


def kind(cards: list[str]) -> str | None:
    """Return the kind of a play; None if the cards are no play (TL-3)."""
    if not cards or len(set(cards)) < len(cards):
        return None
    ranks = sorted(rank_of(card) for card in cards)
    different = sorted(set(ranks))
    if len(different) == 1:
        return ["single", "pair", "triplet", "four of a kind"][len(cards) - 1]
    if len(different) < 3:
        return None
    if different != list(range(different[0], different[-1] + 1)):
        return None
    counts = {ranks.count(rank) for rank in different}
    if counts == {1}:
        return "sequence"
    if counts == {2}:
        return "double sequence"
    return None


def beats(cards: list[str], other: list[str]) -> bool:
    """Return True if a play beats another play (TL-4, TL-7)."""
    return (
        kind(cards) == kind(other)
        and len(cards) == len(other)
        and max(map(strength, cards)) > max(map(strength, other))
    )


def plays(hand: list[str]) -> list[list[str]]:
    """Return every play of a hand (TL-3)."""
    by_rank = [[card for card in hand if rank_of(card) == rank] for rank in range(13)]
    found: list[list[str]] = []
    for cards in by_rank:
        for number in [1, 2, 3, 4]:
            found += [list(chosen) for chosen in combinations(cards, number)]
    for number in [1, 2]:  # Sequences, then double sequences.
        choices = [[list(chosen) for chosen in combinations(cards, number)] for cards in by_rank]
        for first in range(13):
            for last in range(first + 2, 13):
                for chosen in product(*choices[first : last + 1]):
                    found.append([card for part in chosen for card in part])
    return found


def score(went_out: list[int]) -> common.Score:
    """Score a hand from the order in which the players ran out of cards (TL-6)."""
    (loser,) = [seat for seat in range(4) if seat not in went_out]
    points = [1, 1, 1, 1]
    points[loser] = -3
    order = [*went_out, loser]
    places = [order.index(seat) + 1 for seat in range(4)]
    return {"points": points, "places": places, "went_out": list(went_out), "loser": loser}


class ReferenceTienLen(common.ReferenceGame):
    """A game of Tien Len; `play` changes it in place."""

    def __init__(
        self,
        *,
        max_hands: int = 4,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        # The leader of the next deal; None before the first deal (TL-2).
        self.last_winner: int | None = None
        pack = common.make_pack(1, "none")  # TL-1
        super().__init__(pack, [0, 0, 0, 0], max_hands, **where)

    def _clear_table(self) -> None:
        self.hands: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []  # Always empty: the hands hold all cards.
        self.tricks: list[Trick] = []
        self.trick: Trick = {"leader": None, "plays": [], "winner": None}
        self.went_out: list[int] = []

    @property
    def to_beat(self) -> Play | None:
        """The last play of the trick that is not a pass."""
        laid = [play for play in self.trick["plays"] if play["cards"]]
        return laid[-1] if laid else None

    @property
    def passes(self) -> int:
        """The number of passes since that play."""
        found = 0
        for play in self.trick["plays"]:
            found = 0 if play["cards"] else found + 1
        return found

    def _legal(self, actor: int) -> list[str]:
        found = plays(self.hands[actor])
        if self.to_beat is not None:
            found = [cards for cards in found if beats(cards, self.to_beat["cards"])]
            return [*map(text_of, found), "pass"]
        if self.last_winner is None and not self.tricks:
            found = [cards for cards in found if "3S" in cards]
        return list(map(text_of, found))

    # Moves.

    def _move(self, text: str, actor: int) -> None:
        if text == "pass":
            self._pass()
        else:
            self._play_cards(text.split(" "))

    def _deal(self, cards: list[str]) -> None:
        hands = common.deal_singly(cards, (self.dealer + 1) % 4)  # TL-1
        self.hands = list(map(common.in_order, hands))
        leader = self.last_winner
        if leader is None:  # TL-2
            leader = next(seat for seat in range(4) if "3S" in self.hands[seat])
        self._begin_trick(leader)
        self.stage = "play"

    def _begin_trick(self, leader: int) -> None:
        self.trick = {"leader": leader, "plays": [], "winner": None}
        self.actor = leader

    def _next_with_cards(self, seat: int) -> int:
        """Return the next seat to the left that holds cards (TL-5)."""
        seat = (seat + 1) % 4
        while not self.hands[seat]:
            seat = (seat + 1) % 4
        return seat

    def _play_cards(self, cards: list[str]) -> None:
        assert self.actor is not None
        for card in cards:
            self.hands[self.actor].remove(card)
        self.trick["plays"].append({"seat": self.actor, "cards": common.in_order(cards)})
        if not self.hands[self.actor]:
            self.went_out.append(self.actor)
            if len(self.went_out) == 3:  # TL-6
                self._end_hand()
                return
        self.actor = self._next_with_cards(self.actor)

    def _pass(self) -> None:
        assert self.actor is not None
        self.trick["plays"].append({"seat": self.actor, "cards": []})
        best = self.to_beat
        assert best is not None
        others = [seat for seat in range(4) if self.hands[seat] and seat != best["seat"]]
        if self.passes < len(others):
            self.actor = self._next_with_cards(self.actor)
            return
        # TL-5: all others have passed.
        self._complete_trick(best["seat"])
        if self.hands[best["seat"]]:
            self._begin_trick(best["seat"])
        else:
            self._begin_trick(self._next_with_cards(best["seat"]))

    def _complete_trick(self, winner: int) -> None:
        self.trick["winner"] = winner  # TL-8
        self.tricks.append(self.trick)

    def _end_hand(self) -> None:
        assert self.actor is not None
        self._complete_trick(self.actor)
        self.trick = {"leader": None, "plays": [], "winner": None}
        self.last_score = score(self.went_out)
        self.last_winner = self.went_out[0]
        self._finish(self.last_score["points"])
