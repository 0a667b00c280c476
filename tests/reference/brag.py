"""A reference implementation of Brag (BR-1..BR-13)."""

from typing import Any

from tests.reference import common

KINDS = ["high card", "pair", "flush", "run", "running flush", "prial"]  # BR-5, the best last.

# BR-5: the runs, the best last.
RUNS = [*(common.RANKS[first : first + 3] for first in range(11)), ["2", "3", "A"]]

# BR-4: the highest rank by the number of cards, above the ace.
HIGH = {9: "9", 7: "7", 6: "6"}
MOST_PLAYERS = {9: 5, 7: 7, 6: 8}


def rank_of(card: str) -> str:
    """Return the rank of a card as text."""
    return card[:-1]


def heights(cards: list[str], high: str | None) -> list[int]:
    """Return the ranks as numbers, the highest first; `high` is above the ace (BR-4)."""
    order = [rank for rank in common.RANKS if rank != high]
    if high is not None:
        order.append(high)
    return sorted([order.index(rank_of(card)) for card in cards], reverse=True)


def kind_of(hand: list[str]) -> str:
    """Return the kind of a hand of three (BR-5)."""
    ranks = sorted([rank_of(card) for card in hand], key=common.RANKS.index)
    different = len(set(ranks))
    suits = len({common.suit_of(card) for card in hand})
    if different == 1:
        return "prial"
    if ranks in RUNS and suits == 1:
        return "running flush"
    if ranks in RUNS:
        return "run"
    if suits == 1:
        return "flush"
    if different == 2:
        return "pair"
    return "high card"


def value(hand: list[str], cards: int, high_rank: str) -> list[int]:
    """Return the value of a hand of three: the greater list is the better hand (BR-4 to BR-6)."""
    kind = kind_of(hand)
    found = [KINDS.index(kind)]
    if kind in ["run", "running flush"]:
        ranks = sorted([rank_of(card) for card in hand], key=common.RANKS.index)
        found.append(RUNS.index(ranks))
    elif kind == "prial":
        found.append(heights(hand, HIGH[cards])[0])
    else:
        high = HIGH[cards] if high_rank == "everywhere" else None
        numbers = heights(hand, high)
        # A pair counts before its third card; other ranks occur once, or all alike.
        found += sorted(numbers, key=lambda number: (numbers.count(number), number), reverse=True)
    return found


def divisions(cards: list[str]) -> list[list[list[str]]]:
    """Return every way to divide sorted cards, 3, 6 or 9 of them, into hands of three (BR-8)."""
    if not cards:
        return [[]]
    found: list[list[list[str]]] = []
    for i in range(1, len(cards)):
        for j in range(i + 1, len(cards)):
            rest = [cards[k] for k in range(1, len(cards)) if k not in [i, j]]
            for others in divisions(rest):
                found.append([[cards[0], cards[i], cards[j]], *others])
    return found


def lays(hand: list[str]) -> list[str]:
    """Return every lay as text; with seven cards one is left out (BR-8)."""
    cards = common.in_order(hand)
    found: list[str] = []
    choices = [cards]
    if len(cards) == 7:
        choices = [[other for other in cards if other != card] for card in cards]
    for chosen in choices:
        for hands in divisions(chosen):
            found.append("lay " + " / ".join([" ".join(three) for three in hands]))
    return found


def held(hand: list[str], times: int) -> list[str]:
    """Return the cards of the ranks that the hand holds exactly this number of times."""
    ranks = [rank_of(card) for card in hand]
    return [card for card in hand if ranks.count(rank_of(card)) == times]


def best_seats(values: list[list[int]]) -> list[int]:
    """Return the seats with the best of these hands, one hand for each seat (BR-9)."""
    return [seat for seat in range(len(values)) if values[seat] == max(values)]


def settle(players: int, antes: int, taker: int | None) -> list[int]:
    """Return the points of all seats (BR-12)."""
    if taker is None:
        return [0] * players
    return [antes * (players - 1) if seat == taker else -antes for seat in range(players)]


def score(laid: list[list[list[str]]], cards: int, high_rank: str, antes: int) -> common.Score:
    """Score the lays of all players (BR-9 to BR-12)."""
    players = len(laid)
    in_order: list[list[list[str]]] = []
    for hands in laid:  # BR-8: the best hand first.
        by_value = sorted(hands, key=lambda hand: value(hand, cards, high_rank))
        in_order.append(by_value[::-1])
    best: list[list[int]] = []
    for number in range(len(laid[0])):
        values = [value(hands[number], cards, high_rank) for hands in in_order]
        best.append(best_seats(values))
    hand_points = [0] * players
    for seats in best:
        for seat in seats:
            if cards != 9 or len(seats) == 1:  # BR-10: a tie is nobody's point.
                hand_points[seat] += 1
    winners = [seat for seat in range(players) if hand_points[seat] >= 2]
    taker = winners[0] if len(winners) == 1 else None  # BR-11
    return {
        "points": settle(players, antes, taker),
        "outcome": "stays" if taker is None else "taken",
        "antes": antes,
        "taker": taker,
        "best": best,
        "kinds": [[kind_of(hand) for hand in hands] for hands in in_order],
        "hand_points": hand_points,
    }


class ReferenceBrag(common.ReferenceGame):
    """A game of Brag; `play` changes it in place."""

    def __init__(
        self,
        *,
        cards: int = 9,
        players: int = 4,
        high_rank: str = "everywhere",
        max_hands: int = 12,
        antes: int = 0,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        self.cards = cards
        self.players = players
        self.high_rank = high_rank
        self.antes = antes
        pack = [rank + suit for suit in common.SUITS for rank in common.RANKS]
        super().__init__(pack, [0] * players, max_hands, **where)

    def _clear_table(self) -> None:
        """Put all cards back into the pack."""
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.stock: list[str] = []
        self.laid: list[list[list[str]] | None] = [None] * self.players
        self.shown: list[list[str]] = [[] for _ in range(self.players)]

    # Queries.

    def _legal(self, actor: int) -> list[str]:
        return lays(self.hands[actor])

    # Moves.

    def _deal(self, cards: list[str]) -> None:
        self.antes += 1  # BR-3
        self.stock = list(cards)
        for _ in range(self.cards):
            for step in range(self.players):
                seat = (self.dealer + 1 + step) % self.players
                self.hands[seat].append(self.stock.pop(0))
        self.hands = [common.in_order(hand) for hand in self.hands]
        self.stage = "lay"
        self.actor = (self.dealer + 1) % self.players
        self._look_for_four()

    def _look_for_four(self) -> None:
        """End the hand at once after four of a kind or four pairs (BR-7)."""
        fours = [held(hand, 4) for hand in self.hands]
        if any(fours):
            self.shown = fours
            taker = best_seats([heights(cards, HIGH[self.cards])[:1] for cards in fours])[0]
            self._end(self._without_lays("four of a kind", taker))
            return
        pairs = [held(hand, 2) for hand in self.hands]
        four_pairs = [cards if len(cards) == 8 else [] for cards in pairs]
        if any(four_pairs):
            self.shown = four_pairs
            self._end(self._without_lays("four pairs", None))

    def _without_lays(self, outcome: str, taker: int | None) -> common.Score:
        return {
            "points": settle(self.players, self.antes, taker),
            "outcome": outcome,
            "antes": self.antes,
            "taker": taker,
            "best": [],
            "kinds": [[] for _ in range(self.players)],
            "hand_points": [0] * self.players,
        }

    def _move(self, text: str, actor: int) -> None:
        """Lay hands of three; after the dealer all are compared (BR-9)."""
        hands = [three.split(" ") for three in text.removeprefix("lay ").split(" / ")]
        for three in hands:
            for card in three:
                self.hands[actor].remove(card)
        self.laid[actor] = hands
        if actor != self.dealer:
            self.actor = (actor + 1) % self.players
            return
        laid = [hands for hands in self.laid if hands is not None]
        self._end(score(laid, self.cards, self.high_rank, self.antes))

    def _end(self, result: common.Score) -> None:
        """Add the points; end the game after the last hand (BR-12, BR-13)."""
        self.last_score = result
        if result["taker"] is not None:
            self.antes = 0
        self._finish(result["points"])
