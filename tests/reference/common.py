"""What several reference games need: cards, the deal, tricks, who has most points.

Jokers, packets, exchanges and what follows a suit are of Two Way Street and its Duel alone.

A card is a string, its rank and then its suit; a Joker is "R*", "B*" or "X*" (plain).
"""

from typing import TypedDict


class OpenTrick(TypedDict):
    """The trick on the table. `led` is the suit led, None while no suit is (Joker led)."""

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

# ST-3: which Jokers there are in each deck.
JOKERS = {
    "red_and_black": ["R*", "B*"],
    "two_alike": ["X*", "X*"],
    "one": ["X*"],
    "none": [],
}

# ST-13, ST-16: the suits of a coloured Joker's colour. A plain Joker is not listed.
COLOUR = {"R*": ["D", "H"], "B*": ["C", "S"]}


def suit_of(card: str) -> str:
    """The suit of a card; a Joker has none (ST-14), and its "*" is never a suit led."""
    return card[-1]


def rank_of(card: str) -> int:
    """The rank of a card that is no Joker, as a number: the ace is the highest."""
    return RANKS.index(card[:-1])


def is_joker(card: str) -> bool:
    """Whether the card is any of the Jokers."""
    return card in ["R*", "B*", "X*"]


def in_order(cards: list[str]) -> list[str]:
    """The cards in the order of cards."""
    return sorted(cards, key=ORDER.index)


def each_once(cards: list[str]) -> list[str]:
    """The different cards among these, in the order of cards (AL-4: copies are the same)."""
    return in_order(list(set(cards)))


def holds_suit(hand: list[str], suit: str) -> bool:
    """Whether there is a card of the suit in the hand. Jokers are of no suit (ST-14)."""
    return any(suit_of(card) == suit for card in hand)


def make_pack(decks: int, jokers: str) -> list[str]:
    """ST-1, ST-3: that many decks with their Jokers, in the order of cards."""
    if jokers not in JOKERS:
        raise ValueError(f"unknown jokers: {jokers}")
    deck = [rank + suit for suit in SUITS for rank in RANKS] + JOKERS[jokers]
    return in_order(deck * decks)


def read_deal(text: str, pack: list[str]) -> list[str]:
    """The pack as a deal move lists it from the top; ValueError if it is not the whole pack."""
    words = text.split(" ")
    if words[0] != "deal":
        raise ValueError(f"a deal is due, not: {text}")
    cards = words[1:]
    if sorted(cards) != sorted(pack):
        raise ValueError("the deal is not the whole pack")
    return cards


def deal_out(cards: list[str], players: int, first: int) -> tuple[list[list[str]], list[str]]:
    """ST-5, DU-1: the hands and the stock. Packets of 1, 2, 3, 4 to all, round to the left."""
    stock = list(cards)
    hands: list[list[str]] = [[] for _ in range(players)]
    for packet in [1, 2, 3, 4]:
        for step in range(players):
            seat = (first + step) % players
            for _ in range(packet):
                hands[seat].append(stock.pop(0))
    return [in_order(hand) for hand in hands], stock


def exchanges(hand: list[str]) -> list[str]:
    """ST-9, ST-11: every pair that can be put away, as the text of the move."""
    cards = in_order(hand)
    found: list[str] = []
    for i in range(len(cards)):
        for j in range(i + 1, len(cards)):
            text = f"exchange {cards[i]} {cards[j]}"
            if text not in found:
                found.append(text)
    return found


def do_exchange(text: str, hand: list[str], stock: list[str]) -> None:
    """ST-9, ST-11: two cards under the stock, the lower above the other; then draw the top two."""
    lower, higher = text.split(" ")[1:]
    hand.remove(lower)
    hand.remove(higher)
    stock.append(lower)
    stock.append(higher)
    hand.append(stock.pop(0))
    hand.append(stock.pop(0))
    hand.sort(key=ORDER.index)


def new_trick(leader: int) -> OpenTrick:
    """A trick to which nothing has been played."""
    return {"leader": leader, "cards": [], "seats": [], "led": None}


def joker_follows(joker: str, suit: str) -> bool:
    """ST-13: whether this Joker may be played by somebody who has to follow this suit."""
    if joker == "X*":
        return True
    return suit in COLOUR[joker]


def following(hand: list[str], suit: str) -> list[str]:
    """ST-13, ST-14: the cards that may be played when this suit is the suit led."""
    if not holds_suit(hand, suit):
        return each_once(hand)
    allowed: list[str] = []
    for card in each_once(hand):
        if suit_of(card) == suit or (is_joker(card) and joker_follows(card, suit)):
            allowed.append(card)
    return allowed


def table_moves(hand: list[str], trick: OpenTrick, named_suit: str) -> list[str]:
    """ST-13..ST-19: what the player with this hand may do now: name a suit or play a card."""
    if not trick["cards"]:  # Leading: any card.
        return each_once(hand)
    if trick["led"] is not None:
        return following(hand, trick["led"])

    # A Joker was led and no suit has been named so far.
    joker = trick["cards"][0]
    if joker in COLOUR:
        if not any(holds_suit(hand, suit) for suit in COLOUR[joker]):
            return each_once(hand)  # ST-19: no duty to name.
        if named_suit == "held":  # ST-17
            return [f"name {suit}" for suit in COLOUR[joker] if holds_suit(hand, suit)]
        return [f"name {suit}" for suit in COLOUR[joker]]

    # ST-18: a plain Joker. With nothing but Jokers in hand there is no duty (ST-19).
    names = [f"name {suit}" for suit in SUITS if holds_suit(hand, suit)]
    return names + each_once([card for card in hand if is_joker(card)])


def lay(trick: OpenTrick, seat: int, card: str) -> None:
    """Put the card on the table; the first one, if no Joker, sets the suit led."""
    if not trick["cards"] and not is_joker(card):
        trick["led"] = suit_of(card)
    trick["cards"].append(card)
    trick["seats"].append(seat)


def best_card(cards: list[str], led: str | None) -> str:
    """ST-15: the card that takes the trick."""
    if "R*" in cards:
        return "R*"
    for joker in ["B*", "X*"]:  # Never both in the same game.
        if joker in cards:
            return joker
    return max([card for card in cards if suit_of(card) == led], key=rank_of)


def completed(trick: OpenTrick) -> Trick:
    """ST-15: the trick with its winner."""
    return won_with(best_card(trick["cards"], trick["led"]), trick)


def won_with(card: str, trick: OpenTrick) -> Trick:
    """The trick with its winner. Of equal cards the one played first counts (ST-15)."""
    place = trick["cards"].index(card)
    return {
        "leader": trick["leader"],
        "cards": trick["cards"],
        "seats": trick["seats"],
        "led": trick["led"],
        "winner": trick["seats"][place],
    }


def best_seats(scores: list[int]) -> list[int]:
    """ST-24, AL-2: everybody with the most points."""
    return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]
