"""A reference implementation of Spades for two (SP-1..SP-19); bids and scores come first.

The four hands have numbers, from the dealer's left: the non-dealer's dummy, the non-dealer's actual
hand, the dealer's dummy, the dealer's actual hand. The players are 0 and 1.
"""

from typing import Any

from tests.reference import common
from tests.reference.common import OpenTrick

# SP-15: the points of each bid, made and failed. `contract_of` handles a failed Boston.
POINTS = (
    {"bid 4": (40, -40), "bid 5": (50, -50), "bid 6": (60, -60), "bid 7": (70, -70)}
    | {"bid 8": (80, -80), "bid 9": (90, -90), "bid 10": (200, -100), "bid 11": (220, -110)}
    | {"bid 12": (240, -120), "bid 13": (500, -130), "blind 6": (100, -60), "blind 7": (120, -70)}
    | {"blind 8": (140, -80), "blind 9": (160, -90), "blind 10": (300, -100)}
    | {"blind 11": (320, -110), "blind 12": (340, -120), "bemo": (100, -100)}
    | {"big bemo": (200, -100), "nil": (300, -50), "double nil": (500, -100)}
    | {"naught": (200, -100), "double naught": (400, -100)}
)


def number_of(bid: str) -> int | None:
    """Return the books of a number bid, blind or not; None for any other bid."""
    if bid.startswith(("bid ", "blind ")):
        return int(bid.split(" ")[1])
    return None


def raises(bid: str) -> list[str]:
    """Return the raises of this bid (SP-8)."""
    if bid.startswith("bid "):  # Except blind bids.
        number = number_of(bid)
        assert number is not None
        return [f"bid {higher}" for higher in range(number + 1, 14)]
    if bid == "bemo":
        return ["big bemo"]
    if bid == "naught":
        return ["double naught"]
    return []


def is_made(bid: str, player: int, books: int, taken: list[tuple[int, str]]) -> bool:
    """Return True if the player has made the bid (SP-16).

    `books` is the player's total; `taken` has the player and the hand of each book. The two differ
    after a renege: moved books count for number bids only (SP-14).
    """
    number = number_of(bid)
    if number is not None:
        return books >= number
    if bid in ["bemo", "big bemo"]:  # Both hands count.
        first = 4 if bid == "bemo" else 6
        return [winner for winner, _ in taken[:first]] == [player] * first
    by_actual = taken.count((player, "actual"))
    by_dummy = taken.count((player, "dummy"))
    if bid in ["nil", "naught"]:
        return by_actual == 0 or by_dummy == 0
    return by_actual == 0 and by_dummy == 0  # Double Nil, Double Naught.


def contract_of(bid: str, made: bool, boston_failed: int) -> int:
    """Return the points of the bid, made or failed (SP-15)."""
    if bid == "bid 13" and not made:
        return boston_failed
    return POINTS[bid][0] if made else POINTS[bid][1]


def overbooks_of(bid: str, books: int) -> int:
    """Return the overbooks of a made number bid; 0 for other bids (SP-17)."""
    number = number_of(bid)
    return 0 if number is None else max(0, books - number)


def is_perfect(bid: str, books: int) -> bool:
    """Return True for a number bid made exactly (SP-18)."""
    return number_of(bid) == books


def score(
    bids: list[str],
    books: list[int],
    taken: list[tuple[int, str]],
    overbooks: list[int],
    perfect_bids: list[int],
    boston_failed: int,
) -> common.Score:
    """Score a hand from its bids and the totals before it (SP-15..SP-18)."""
    names = ["made", "contract", "overbooks", "penalty", "bonus", "points"]
    result: common.Score = {"bid": list(bids), "books": list(books), **{name: [] for name in names}}
    for player in [0, 1]:
        made = is_made(bids[player], player, books[player], taken)
        contract = contract_of(bids[player], made, boston_failed)

        over = overbooks_of(bids[player], books[player])
        penalty = 0
        for count in range(overbooks[player] + 1, overbooks[player] + over + 1):
            if count % 10 == 0:  # SP-17: another ten overbooks are complete.
                penalty -= 100

        bonus = 0
        if is_perfect(bids[player], books[player]) and perfect_bids[player] == 2:
            bonus = 80  # SP-18: the third in succession.

        result["made"].append(made)
        result["contract"].append(contract)
        result["overbooks"].append(over)
        result["penalty"].append(penalty)
        result["bonus"].append(bonus)
        result["points"].append(contract + over + penalty + bonus)
    return result


# SP-1: spades from the lowest to the highest. SP-2: the Big Joker is the Red one.
SPADES = [rank + "S" for rank in common.RANKS if rank != "2"] + ["2S", "B*", "R*"]

# SP-6, SP-7: the number bids before looking (for a player far behind) and after it.
BLIND = [f"blind {number}" for number in range(6, 13)]
NUMBERS = [f"bid {number}" for number in range(4, 14)]


class OpenBook(OpenTrick):
    """The book on the table. `hands` has "actual" or "dummy" for each card."""

    hands: list[str]


class Book(OpenBook):
    """A complete book."""

    winner: int
    winning_hand: str


def make_pack() -> list[str]:
    """Return a deck with two Jokers, but without the two red twos (SP-1)."""
    return [card for card in common.ORDER if card not in ["2D", "2H", "X*"]]


def suit_of(card: str) -> str:
    """Return the suit of a card; Jokers are spades (SP-1)."""
    return "S" if card in SPADES else card[-1]


def of_suit(cards: list[str], suit: str) -> list[str]:
    """Return the cards of this suit, sorted."""
    return common.in_order([card for card in cards if suit_of(card) == suit])


def best_card(cards: list[str], led: str) -> str:
    """Return the card that takes the book (SP-11)."""
    spades = of_suit(cards, "S")
    if spades:
        return max(spades, key=SPADES.index)
    return max(of_suit(cards, led), key=common.rank_of)


class ReferenceSpades(common.ReferenceGame):
    """A game of Spades for two; `play` changes it in place."""

    def __init__(
        self,
        *,
        renege: str = "impossible",
        boston_failed: int = -130,
        target: int = 500,
        max_hands: int | None = None,
        overbooks: list[int] | None = None,
        perfect_bids: list[int] | None = None,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        self.renege = renege
        self.boston_failed = boston_failed
        self.target = target
        self.overbooks = [0, 0] if overbooks is None else list(overbooks)
        self.perfect_bids = [0, 0] if perfect_bids is None else list(perfect_bids)
        super().__init__(make_pack(), [0, 0], max_hands, **where)

    def _clear_table(self) -> None:
        """Put all cards back into the pack, and forget all bids."""
        self.bids: list[str | None] = [None, None]
        self.stands = 0  # The number of stands in succession.
        self.actual: list[list[str]] = [[], []]  # These three are by player.
        self.face_up: list[list[str]] = [[], []]
        self.face_down: list[list[str]] = [[], []]
        self.place = 0  # The number of the hand to play.
        self.tricks: list[Book] = []
        self.trick = self._new_book()
        self.books = [0, 0]
        # SP-14: the called reneges of each player, by number of the book.
        self.called: list[list[int]] = [[], []]
        self.to_ask: list[int] = []  # After the last book: the players who may still call a renege.

    def _new_book(self) -> OpenBook:
        """Return an empty book; the hand at `place` leads."""
        return {"leader": self._owner(), "cards": [], "seats": [], "led": None, "hands": []}

    # Queries.

    @property
    def non_dealer(self) -> int:
        """The player other than the dealer."""
        return 1 - self.dealer

    @property
    def hands(self) -> list[list[str]]:
        """The cards of the four hands; a dummy keeps the order of the deal (SP-3)."""
        return [
            self.face_up[self.non_dealer] + self.face_down[self.non_dealer],
            list(self.actual[self.non_dealer]),
            self.face_up[self.dealer] + self.face_down[self.dealer],
            list(self.actual[self.dealer]),
        ]

    @property
    def hand_to_play(self) -> str | None:
        """The type of the hand to play: "actual" or "dummy"."""
        return self._hand_type() if self.stage == "play" else None

    @property
    def winners(self) -> list[int]:
        """The winners: most points, then fewest overbooks, else both (SP-19)."""
        if not self.is_over:
            return []
        best = common.best_seats(self.scores)
        fewest = min(self.overbooks[player] for player in best)
        return [player for player in best if self.overbooks[player] == fewest]

    def _legal(self, actor: int) -> list[str]:
        if self.stage == "look":  # SP-6
            losing_by = self.scores[1 - actor] - self.scores[actor]
            return ["look", "nil", "double nil"] + (BLIND if losing_by >= 100 else [])
        if self.stage == "bid":  # SP-7
            return [*NUMBERS, "bemo", "big bemo", "naught", "double naught"]
        if self.stage == "raise":
            return [*raises(str(self.bids[actor])), "stand"]
        if self.stage == "ask":
            return [*self._calls(actor), "no renege"]
        if self._hand_type() == "dummy":
            return self._dummy_cards(actor) + self._calls(actor)
        return self._actual_cards(actor) + self._calls(actor)

    def _owner(self) -> int:
        """Return the owner of the hand to play (SP-3)."""
        return self.non_dealer if self.place in [0, 1] else self.dealer

    def _hand_type(self) -> str:
        """Return the type of the hand to play: "actual" or "dummy" (SP-3)."""
        return "dummy" if self.place in [0, 2] else "actual"

    def _actual_cards(self, player: int) -> list[str]:
        """Return the legal cards of the actual hand (SP-9, SP-10, SP-14)."""
        cards = common.in_order(self.actual[player])
        led = self.trick["led"]
        if led is None or self.renege == "penalised":
            return cards
        return of_suit(cards, led) or cards

    def _dummy_cards(self, player: int) -> list[str]:
        """Return the legal cards of the dummy, after it turned up cards (SP-12, SP-13)."""
        cards = common.in_order(self.face_up[player])
        led = self.trick["led"]
        if led is None:
            return cards
        return of_suit(cards, led) or of_suit(cards, "S") or cards

    def _reneges(self, player: int) -> list[int]:
        """Return the numbers of the books with a visible renege of the actual hand (SP-14)."""
        played: list[tuple[str, str]] = []  # For each book: the suit led, the suit played.
        for book in [*self.tricks, self.trick]:
            for i in range(len(book["cards"])):
                if book["seats"][i] == player and book["hands"][i] == "actual":
                    played.append((str(book["led"]), book["cards"][i]))
        found: list[int] = []
        for number, (led, card) in enumerate(played):
            later = [other for _, other in played[number + 1 :]]
            if suit_of(card) != led and of_suit(later, led):
                found.append(number)
        return found

    def _to_call(self, caller: int) -> list[int]:
        """Return the other player's reneges open to a call, the oldest first (SP-14)."""
        other = 1 - caller
        if self.renege == "impossible" or self.books[other] == 0:
            return []
        return [number for number in self._reneges(other) if number not in self.called[other]]

    def _calls(self, caller: int) -> list[str]:
        """Return the calls: one to three books, at most the other's books (SP-14)."""
        if not self._to_call(caller):
            return []
        return [f"renege {n}" for n in [1, 2, 3] if n <= self.books[1 - caller]]

    # Moves.

    def _move(self, text: str, actor: int) -> None:
        if text.startswith("renege "):
            self._call(int(text.split(" ")[1]), actor)
        elif self.stage == "look":
            self._choose(text, actor)
        elif self.stage == "bid":
            self.bids[actor] = text
            self._next_bidder()
        elif self.stage == "raise":
            self._raise(text, actor)
        elif self.stage == "ask":  # "no renege"
            self.to_ask.pop(0)
            self._ask_or_score()
        else:
            self._play_card(text, actor)

    def _deal(self, cards: list[str]) -> None:
        hands = common.deal_singly(cards, 0)  # SP-4: from the dealer's left.
        self.face_down[self.non_dealer] = hands[0]
        self.actual[self.non_dealer] = common.in_order(hands[1])
        self.face_down[self.dealer] = hands[2]
        self.actual[self.dealer] = common.in_order(hands[3])
        self.stage = "look"
        self.actor = self.non_dealer

    def _choose(self, text: str, actor: int) -> None:
        """Look at the cards, or bid before looking (SP-5, SP-6)."""
        if text != "look":
            self.bids[actor] = text
        if actor == self.non_dealer:
            self.actor = self.dealer
            return
        for player in [0, 1]:  # Both look together, even after a bid before looking.
            for _ in range(6):
                self._turn_up(player)
        self._next_bidder()

    def _next_bidder(self) -> None:
        """Ask for missing bids, the non-dealer's first, then for raises (SP-7, SP-8)."""
        self.stage = "bid"
        if self.bids[self.non_dealer] is None:
            self.actor = self.non_dealer
        elif self.bids[self.dealer] is None:
            self.actor = self.dealer
        else:
            self.stage = "raise"
            self.actor = self.non_dealer

    def _raise(self, text: str, actor: int) -> None:
        """Raise or stand in turn, until both stand in succession (SP-8)."""
        if text == "stand":
            self.stands += 1
        else:
            self.stands = 0
            self.bids[actor] = text
        if self.stands < 2:
            self.actor = 1 - actor
            return
        self.stage = "play"
        self._begin_turn(0)  # SP-9

    def _begin_turn(self, place: int) -> None:
        """Start the turn of a hand; a dummy turns up cards at once (SP-12, SP-13)."""
        self.place = place
        player = self._owner()
        self.actor = player
        if not self.trick["cards"]:
            self.trick = self._new_book()
        if self._hand_type() == "actual":
            return
        led = self.trick["led"]
        if led is None:
            if not self.face_up[player]:
                self._turn_up(player)
            return
        while self.face_down[player]:
            if of_suit(self.face_up[player], led) or of_suit(self.face_up[player], "S"):
                return
            self._turn_up(player)

    def _turn_up(self, player: int) -> None:
        """Turn up the first face-down card of this player's dummy."""
        self.face_up[player].append(self.face_down[player].pop(0))

    def _play_card(self, card: str, actor: int) -> None:
        if self._hand_type() == "dummy":
            self.face_up[actor].remove(card)
        else:
            self.actual[actor].remove(card)
        if not self.trick["cards"]:
            self.trick["led"] = suit_of(card)
        self.trick["cards"].append(card)
        self.trick["seats"].append(actor)
        self.trick["hands"].append(self._hand_type())
        next_place = (self.place + 1) % 4
        if len(self.trick["cards"]) < 4:
            self._begin_turn(next_place)
        else:  # The next hand is the one that led this book.
            self._end_book(next_place)

    def _end_book(self, led_by: int) -> None:
        """End the book; the hand that takes it leads the next one (SP-9, SP-11)."""
        best = self.trick["cards"].index(best_card(self.trick["cards"], str(self.trick["led"])))
        winner = self.trick["seats"][best]
        self.tricks.append(
            {**self.trick, "winner": winner, "winning_hand": self.trick["hands"][best]}
        )
        self.books[winner] += 1
        self.place = (led_by + best) % 4
        self.trick = self._new_book()
        if len(self.tricks) < 13:
            self._begin_turn(self.place)
        else:
            self.to_ask = [self.non_dealer, self.dealer]
            self._ask_or_score()

    def _call(self, books: int, actor: int) -> None:
        """Call the oldest renege; the same player moves again (SP-14)."""
        other = 1 - actor
        self.called[other].append(self._to_call(actor)[0])
        self.books[other] -= books
        self.books[actor] += books
        if self.stage == "ask":
            self._ask_or_score()

    def _ask_or_score(self) -> None:
        """Ask the players who can call a renege, then score the hand (SP-14)."""
        while self.to_ask:
            if self._to_call(self.to_ask[0]):
                self.actor = self.to_ask[0]
                self.stage = "ask"
                return
            self.to_ask.pop(0)
        self._end_hand()

    def _end_hand(self) -> None:
        bids = [str(bid) for bid in self.bids]
        taken = [(book["winner"], book["winning_hand"]) for book in self.tricks]
        self.last_score = score(
            bids, self.books, taken, self.overbooks, self.perfect_bids, self.boston_failed
        )
        for player in [0, 1]:
            self.overbooks[player] += self.last_score["overbooks"][player]
            perfect = is_perfect(bids[player], self.books[player])
            count = self.perfect_bids[player] + 1 if perfect else 0
            self.perfect_bids[player] = 0 if count == 3 else count  # SP-18
        self._finish(self.last_score["points"])

    def _is_decided(self) -> bool:
        return max(self.scores) >= self.target  # SP-19
