"""Shared functions of the reference games: cards, deals, tricks and winners.

Only Two Way Street and its Duel use the functions for Jokers, packets, exchanges and following.

A card is a string of its rank and its suit. A Joker is "R*", "B*" or "X*" (plain).
"""

from itertools import combinations
from typing import Any, TypeAlias, TypedDict

# Any: the parts of a score are numbers, texts and lists; `Pair.parts` names them.
Score: TypeAlias = dict[str, Any]


class OpenTrick(TypedDict):
    """The trick on the table. `led` is the suit led, or None (after a led Joker)."""

    leader: int
    cards: list[str]
    seats: list[int]
    led: str | None


class Trick(OpenTrick):
    """A complete trick."""

    winner: int


SUITS = ["C", "D", "H", "S"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

# The order of cards: suit by suit from the two up to the ace, then the Jokers.
ORDER = [rank + suit for suit in SUITS for rank in RANKS] + ["R*", "B*", "X*"]

# ST-3: the Jokers in each deck.
JOKERS = {"red_and_black": ["R*", "B*"], "two_alike": ["X*", "X*"], "one": ["X*"], "none": []}

# ST-13, ST-16: the suits of a coloured Joker's colour. A plain Joker is not listed.
COLOUR = {"R*": ["D", "H"], "B*": ["C", "S"]}


def suit_of(card: str) -> str:
    """Return the suit of a card; the "*" of a Joker is never a suit led (ST-14)."""
    return card[-1]


def rank_of(card: str) -> int:
    """Return the rank of a card, except a Joker, as a number; the ace is highest."""
    return RANKS.index(card[:-1])


def is_joker(card: str) -> bool:
    """Return True for a Joker."""
    return card in ["R*", "B*", "X*"]


def in_order(cards: list[str]) -> list[str]:
    """Return the cards sorted."""
    return sorted(cards, key=ORDER.index)


def each_once(cards: list[str]) -> list[str]:
    """Return the different cards, sorted; copies are the same card (AL-4)."""
    return in_order(list(set(cards)))


def holds_suit(hand: list[str], suit: str) -> bool:
    """Return True if the hand has a card of the suit; Jokers have no suit (ST-14)."""
    return any(suit_of(card) == suit for card in hand)


def make_pack(decks: int, jokers: str) -> list[str]:
    """Return the decks with their Jokers, sorted (ST-1, ST-3)."""
    if jokers not in JOKERS:
        raise ValueError(f"unknown jokers: {jokers}")
    deck = [rank + suit for suit in SUITS for rank in RANKS] + JOKERS[jokers]
    return in_order(deck * decks)


def read_deal(text: str, pack: list[str]) -> list[str]:
    """Read the cards of a deal, from the top; ValueError if it is not the whole pack."""
    words = text.split(" ")
    if words[0] != "deal":
        raise ValueError(f"a deal is due, found: {text}")
    cards = words[1:]
    if sorted(cards) != sorted(pack):
        raise ValueError("expected a deal of the whole pack")
    return cards


def deal_out(cards: list[str], players: int, first: int) -> tuple[list[list[str]], list[str]]:
    """Deal packets of 1, 2, 3, 4; return the hands and the stock (ST-5, DU-1)."""
    stock = list(cards)
    hands: list[list[str]] = [[] for _ in range(players)]
    for packet in [1, 2, 3, 4]:
        for step in range(players):
            seat = (first + step) % players
            for _ in range(packet):
                hands[seat].append(stock.pop(0))
    return [in_order(hand) for hand in hands], stock


def deal_singly(cards: list[str], first: int) -> list[list[str]]:
    """Deal all cards to four hands, one at a time; return the hands, unsorted."""
    return [cards[(seat - first) % 4 :: 4] for seat in range(4)]


def exchanges(hand: list[str]) -> list[str]:
    """Return every legal exchange as text (ST-9, ST-11)."""
    pairs = combinations(in_order(hand), 2)
    return list({f"exchange {lower} {higher}" for lower, higher in pairs})


def do_exchange(text: str, hand: list[str], stock: list[str]) -> None:
    """Put two cards under the stock, the lower on top; draw two (ST-9, ST-11)."""
    lower, higher = text.split(" ")[1:]
    hand.remove(lower)
    hand.remove(higher)
    stock.append(lower)
    stock.append(higher)
    hand.append(stock.pop(0))
    hand.append(stock.pop(0))
    hand.sort(key=ORDER.index)


def new_trick(leader: int) -> OpenTrick:
    """Return an empty trick."""
    return {"leader": leader, "cards": [], "seats": [], "led": None}


def joker_follows(joker: str, suit: str) -> bool:
    """Return True if this Joker is legal for a player who must follow the suit (ST-13)."""
    if joker == "X*":
        return True
    return suit in COLOUR[joker]


def following(hand: list[str], suit: str) -> list[str]:
    """Return the legal cards after a lead in this suit (ST-13, ST-14)."""
    if not holds_suit(hand, suit):
        return each_once(hand)
    return [
        card
        for card in each_once(hand)
        if suit_of(card) == suit or (is_joker(card) and joker_follows(card, suit))
    ]


def table_moves(hand: list[str], trick: OpenTrick, named_suit: str) -> list[str]:
    """Return the legal actions of this hand: named suits or cards (ST-13..ST-19)."""
    if not trick["cards"]:  # Leading: any card.
        return each_once(hand)
    if trick["led"] is not None:
        return following(hand, trick["led"])

    # A Joker was led, and no suit is named yet.
    joker = trick["cards"][0]
    if joker in COLOUR:
        if not any(holds_suit(hand, suit) for suit in COLOUR[joker]):
            return each_once(hand)  # ST-19: no duty to name.
        if named_suit == "held":  # ST-17
            return [f"name {suit}" for suit in COLOUR[joker] if holds_suit(hand, suit)]
        return [f"name {suit}" for suit in COLOUR[joker]]

    # ST-18: a plain Joker. A hand of Jokers only has no duty (ST-19).
    names = [f"name {suit}" for suit in SUITS if holds_suit(hand, suit)]
    return names + each_once([card for card in hand if is_joker(card)])


def lay(trick: OpenTrick, seat: int, card: str) -> None:
    """Play a card to the trick; a first card other than a Joker sets the suit led."""
    if not trick["cards"] and not is_joker(card):
        trick["led"] = suit_of(card)
    trick["cards"].append(card)
    trick["seats"].append(seat)


def best_card(cards: list[str], led: str | None) -> str:
    """Return the card that takes the trick (ST-15)."""
    if "R*" in cards:
        return "R*"
    for joker in ["B*", "X*"]:  # Never both in the same game.
        if joker in cards:
            return joker
    return max([card for card in cards if suit_of(card) == led], key=rank_of)


def completed(trick: OpenTrick) -> Trick:
    """Return the trick with its winner (ST-15)."""
    return won_with(best_card(trick["cards"], trick["led"]), trick)


def won_with(card: str, trick: OpenTrick) -> Trick:
    """Return the trick with its winner; the first of equal cards wins (ST-15)."""
    place = trick["cards"].index(card)
    return {**trick, "winner": trick["seats"][place]}


def taken_by(tricks: list[Trick], seats: int) -> list[int]:
    """Return the number of tricks of each seat."""
    return [[trick["winner"] for trick in tricks].count(seat) for seat in range(seats)]


def best_seats(scores: list[int]) -> list[int]:
    """Return all seats with the most points (ST-24, AL-2)."""
    return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]


class ReferenceGame:
    """What all reference games have: the stages, the check of moves, and the end of a hand."""

    # Each game deals in `_deal`, makes other moves in `_move`, and lists them in `_legal`.
    # The first stage is "deal"; after the end of the game it is "over".
    stage = "deal"
    actor: int | None = None
    last_score: Score | None = None

    def __init__(
        self,
        pack: list[str],
        usual: list[int],
        max_hands: int | None,
        *,
        dealer: int = 0,
        scores: list[int] | None = None,
        hands_played: int = 0,
    ) -> None:
        self._pack = pack
        self.dealer = dealer
        self.scores = list(scores or usual)
        self.hands_played = hands_played
        self.max_hands = max_hands
        self.hand_over = False
        self._clear_table()
        self._end_game_if_due()

    @property
    def needs_deal(self) -> bool:
        """True if the next move is a deal."""
        return self.stage == "deal"

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.stage == "over"

    @property
    def winners(self) -> list[int]:
        """All seats with the most points after the end of the game."""
        return best_seats(self.scores) if self.is_over else []

    def play(self, text: str) -> None:
        """Make the move; ValueError if it is not legal."""
        if self.stage == "deal":
            cards = read_deal(text, self._pack)
            if self.hand_over:  # The deal moves left.
                self.dealer = (self.dealer + 1) % len(self.scores)
            self.hand_over = False
            self._clear_table()
            self._deal(cards)
        elif self.actor is None or text not in self.legal():
            raise ValueError(f"not legal: {text}")
        else:
            self._move(text, self.actor)

    def legal(self) -> list[str]:
        """Return the legal actions of the player to move."""
        return [] if self.actor is None else self._legal(self.actor)

    def _legal(self, actor: int) -> list[str]:
        raise NotImplementedError

    def _clear_table(self) -> None:
        """Put all cards back into the pack."""
        raise NotImplementedError

    def _deal(self, cards: list[str]) -> None:
        raise NotImplementedError

    def _move(self, text: str, actor: int) -> None:
        raise NotImplementedError

    def _finish(self, points: list[int]) -> None:
        """Add the points of the hand, and end the game if it is due."""
        for seat, more in enumerate(points):
            self.scores[seat] += more
        self.hands_played += 1
        self.hand_over = True
        self.actor = None
        self.stage = "deal"
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        last = self.max_hands is not None and self.hands_played >= self.max_hands  # AL-2
        if last or self._is_decided():
            self.stage = "over"

    def _is_decided(self) -> bool:
        """Return True if the scores end the game before the last hand."""
        return False
