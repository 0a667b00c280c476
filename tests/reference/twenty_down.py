"""A reference implementation of Twenty Down (TD-1..TD-11)."""

from itertools import combinations
from typing import Any

from tests.reference import common
from tests.reference.common import OpenTrick, Trick


def draws(hand: list[str]) -> list[str]:
    """Return every draw of zero to three cards as text (TD-3)."""
    chosen = [some for number in range(4) for some in combinations(common.in_order(hand), number)]
    return [" ".join(["draw", *cards]) for cards in chosen]


def playable(hand: list[str], led: str | None, trumps: str, must_trump: bool) -> list[str]:
    """Return the legal cards; `led` is None for the leader (TD-7)."""
    cards = common.in_order(hand)
    if led is None:
        return cards
    of_suit_led = [card for card in cards if common.suit_of(card) == led]
    if of_suit_led:
        return of_suit_led
    of_trumps = [card for card in cards if common.suit_of(card) == trumps]
    if of_trumps and must_trump:
        return of_trumps
    return cards


def best_card(cards: list[str], led: str | None, trumps: str) -> str:
    """Return the card that takes the trick (TD-8)."""
    of_trumps = [card for card in cards if common.suit_of(card) == trumps]
    if of_trumps:
        return max(of_trumps, key=common.rank_of)
    return max([card for card in cards if common.suit_of(card) == led], key=common.rank_of)


def completed(trick: OpenTrick, trumps: str) -> Trick:
    """Return the trick with its winner (TD-8)."""
    return common.won_with(best_card(trick["cards"], trick["led"], trumps), trick)


def score(trumps: str, is_in: list[bool], tricks: list[int]) -> common.Score:
    """Score a hand from the players in and the tricks of each seat (TD-5, TD-9)."""
    points = [0, 0, 0, 0]
    for seat in range(4):
        if not is_in[seat]:
            continue
        if is_in.count(True) == 1:  # TD-5: one player alone, no play.
            points[seat] = -5
        elif tricks[seat] == 0:  # TD-9: in, but without a trick.
            points[seat] = 5
        else:  # TD-9: all five tricks count -5.
            points[seat] = -tricks[seat]
        if trumps == "H":
            points[seat] = 2 * points[seat]
    return {"points": points, "tricks": tricks}


class ReferenceTwentyDown(common.ReferenceGame):
    """A game of Twenty Down; `play` changes it in place."""

    def __init__(
        self,
        *,
        must_trump: bool = True,
        max_hands: int | None = None,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        self.must_trump = must_trump
        # TD-1: from 7 to ace.
        pack = [rank + suit for suit in common.SUITS for rank in common.RANKS[5:]]
        super().__init__(pack, [20, 20, 20, 20], max_hands, **where)  # TD-9

    def _clear_table(self) -> None:
        """Put all cards back into the pack, and forget trumps and declarations."""
        self.hands: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []
        self.discards: list[list[str]] = [[], [], [], []]
        self.trumps: str | None = None
        self.is_in: list[bool | None] = [None, None, None, None]
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick(self.namer)  # TD-6

    # Queries.

    @property
    def namer(self) -> int:
        """The player left of the dealer: names trumps, draws and leads first (TD-2, TD-6)."""
        return (self.dealer + 1) % 4

    @property
    def fixed(self) -> bool:
        """True from the ninth hand on: hearts are trumps, and all are in (TD-11)."""
        return self.hands_played >= 8

    @property
    def winners(self) -> list[int]:
        """All seats with the fewest points after the end of the game (TD-10)."""
        if not self.is_over:
            return []
        return [seat for seat in range(4) if self.scores[seat] == min(self.scores)]

    def _legal(self, actor: int) -> list[str]:
        if self.stage == "trump":
            return [f"trump {suit}" for suit in common.SUITS]
        if self.stage == "draw":
            return draws(self.hands[actor])
        if self.stage == "ask":
            return ["in", "out"]
        hand = self.hands[actor]
        return playable(hand, self.trick["led"], str(self.trumps), self.must_trump)

    # Moves.

    def _move(self, text: str, actor: int) -> None:
        if self.stage == "trump":
            self._begin_draw(text.split(" ")[1])
        elif self.stage == "draw":
            self._draw(text.split(" ")[1:])
        elif self.stage == "ask":
            self._answer(text, actor)
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        self.stock = list(cards)
        self._give(2)
        self.actor = self.namer
        self.stage = "trump"
        if self.fixed:  # TD-11: no player names trumps.
            self._begin_draw("H")

    def _give(self, number: int) -> None:
        """Give each player this many cards at once, from the dealer's left (TD-2)."""
        for step in range(4):
            seat = (self.namer + step) % 4
            for _ in range(number):
                self.hands[seat].append(self.stock.pop(0))
            self.hands[seat].sort(key=common.ORDER.index)

    def _begin_draw(self, trumps: str) -> None:
        """Set trumps, fill up the hands, and start the draws with the namer (TD-2, TD-3)."""
        self.trumps = trumps
        self._give(3)
        self.stage = "draw"

    def _draw(self, cards: list[str]) -> None:
        """Discard these cards, and draw the same number from the stock (TD-3)."""
        assert self.actor is not None
        hand = self.hands[self.actor]
        for card in cards:
            hand.remove(card)
            self.discards[self.actor].append(card)
        for _ in cards:
            hand.append(self.stock.pop(0))
        hand.sort(key=common.ORDER.index)
        self.actor = (self.actor + 1) % 4
        if self.actor != self.namer:
            return
        # All have drawn.
        if self.trumps == "D" or self.fixed:  # TD-4, TD-11: all are in without a question.
            self.is_in = [True, True, True, True]
            self.stage = "play"
        else:  # TD-4: the namer is in; the others choose, from the namer's left.
            self.is_in[self.namer] = True
            self.actor = (self.namer + 1) % 4
            self.stage = "ask"

    def _answer(self, text: str, actor: int) -> None:
        """Note in or out; after the last answer start the play or score (TD-4, TD-5)."""
        self.is_in[actor] = text == "in"
        self.actor = actor = (actor + 1) % 4
        if actor != self.namer:
            return
        if self.is_in.count(True) == 1:
            self._end_hand()
        else:
            self.stage = "play"

    def _play_card(self, card: str) -> None:
        assert self.actor is not None
        self.hands[self.actor].remove(card)
        common.lay(self.trick, self.actor, card)
        self.actor = (self.actor + 1) % 4
        while not self.is_in[self.actor]:  # TD-6: skip players who are out.
            self.actor = (self.actor + 1) % 4
        if len(self.trick["cards"]) < self.is_in.count(True):
            return
        self.tricks.append(completed(self.trick, str(self.trumps)))
        leader = self.tricks[-1]["winner"]  # TD-6
        self.trick = common.new_trick(leader)
        self.actor = leader
        if len(self.tricks) == 5:
            self._end_hand()

    def _end_hand(self) -> None:
        taken = common.taken_by(self.tricks, 4)
        self.last_score = score(str(self.trumps), [said is True for said in self.is_in], taken)
        self._finish(self.last_score["points"])

    def _is_decided(self) -> bool:
        return min(self.scores) <= 0  # TD-10
