"""A reference implementation of Twos (TW-1..TW-11)."""

from typing import Any

from tests.reference import common
from tests.reference.common import OpenTrick, Trick


def is_two(card: str) -> bool:
    """Return True for one of the four wild cards (TW-4)."""
    return card in ["2C", "2D", "2H", "2S"]


def playable(hand: list[str], led: str | None) -> list[str]:
    """Return the legal cards; `led` is None for the leader (TW-3..TW-5)."""
    if led is None or not common.holds_suit(hand, led):
        return common.in_order(hand)
    # TW-5: the two of the suit led belongs to the suit, so its holder must follow.
    cards = common.in_order(hand)
    return [card for card in cards if common.suit_of(card) == led or is_two(card)]


def best_card(cards: list[str], led: str | None) -> str:
    """Return the card that takes the trick; cards are in order of play (TW-6, TW-7)."""
    for card in cards:
        if is_two(card):  # The first two; later twos cannot win.
            three = "3" + common.suit_of(card)
            return three if three in cards else card  # Played before or after the two.
    return max([card for card in cards if common.suit_of(card) == led], key=common.rank_of)


def completed(trick: OpenTrick) -> Trick:
    """Return the trick with its winner (TW-6, TW-7)."""
    return common.won_with(best_card(trick["cards"], trick["led"]), trick)


def score(tricks: list[Trick]) -> common.Score:
    """Score a hand from its tricks (TW-8..TW-10)."""
    honours = [0, 0, 0, 0]
    caught = [0, 0, 0, 0]
    lost = [0, 0, 0, 0]
    for trick in tricks:
        winner = trick["winner"]
        for card in trick["cards"]:  # TW-8
            if card[:-1] in ["A", "K", "Q", "J"]:
                honours[winner] += 1
        # TW-9, TW-10: the card that takes the trick catches every other two in the trick.
        # If the trick contains a two, that card is a two or a three.
        taking = trick["cards"][trick["seats"].index(winner)]
        price = 2 if is_two(taking) else 3
        for seat, card in zip(trick["seats"], trick["cards"], strict=True):
            if is_two(card) and seat != winner:
                caught[winner] += price
                lost[seat] += price
    points = [honours[seat] + caught[seat] - lost[seat] for seat in range(4)]
    return {"points": points, "honours": honours, "caught": caught, "lost": lost}


class ReferenceTwos(common.ReferenceGame):
    """A game of Twos; `play` changes it in place."""

    def __init__(
        self,
        *,
        target: int | None = None,
        max_hands: int | None = 4,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        self.target = target
        pack = common.make_pack(1, "none")  # TW-1
        super().__init__(pack, [0, 0, 0, 0], max_hands, **where)

    def _clear_table(self) -> None:
        self.hands: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []  # Always empty: the hands hold all cards.
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick((self.dealer + 1) % 4)

    def _legal(self, actor: int) -> list[str]:
        return playable(self.hands[actor], self.trick["led"])

    # Moves.

    def _deal(self, cards: list[str]) -> None:
        self.actor = (self.dealer + 1) % 4
        self.hands = list(map(common.in_order, common.deal_singly(cards, self.actor)))  # TW-2
        self.stage = "play"

    def _move(self, text: str, actor: int) -> None:
        self.hands[actor].remove(text)
        common.lay(self.trick, actor, text)  # TW-5: a led two sets its suit.
        self.actor = (actor + 1) % 4
        if len(self.trick["cards"]) < 4:
            return
        self.tricks.append(completed(self.trick))
        leader = self.tricks[-1]["winner"]  # TW-2
        self.trick = common.new_trick(leader)
        self.actor = leader
        if len(self.tricks) == 13:
            self.last_score = score(self.tricks)
            self._finish(self.last_score["points"])

    def _is_decided(self) -> bool:
        return self.target is not None and max(self.scores) >= self.target  # TW-11
