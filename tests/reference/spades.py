"""A reference implementation of Spades for two (SP-1..SP-19).

The four hands are numbered round the table from the dealer's left: the non-dealer's dummy, the
non-dealer's actual hand, the dealer's dummy, the dealer's actual hand. Players are numbered 0, 1.
"""

from tests.reference import common, spades_scoring
from tests.reference.common import OpenTrick
from tests.reference.spades_scoring import Score

# SP-1: spades from the lowest to the highest. SP-2: the Big Joker is the Red one.
SPADES = [rank + "S" for rank in common.RANKS if rank != "2"] + ["2S", "B*", "R*"]

# SP-6, SP-7: the number bids before looking, for a player well behind, and after it.
BLIND = [f"blind {number}" for number in range(6, 13)]
NUMBERS = [f"bid {number}" for number in range(4, 14)]


class OpenBook(OpenTrick):
    """The book on the table. `hands` says for each card whether "actual" or "dummy" played it."""

    hands: list[str]


class Book(OpenBook):
    """A complete book."""

    winner: int
    winning_hand: str


def make_pack() -> list[str]:
    """SP-1: a deck with two Jokers, without two red twos."""
    return [card for card in common.ORDER if card not in ["2D", "2H", "X*"]]


def suit_of(card: str) -> str:
    """The suit of a card; Jokers are spades (SP-1)."""
    return "S" if card in SPADES else card[-1]


def of_suit(cards: list[str], suit: str) -> list[str]:
    """The cards of this suit, in the order of cards."""
    return common.in_order([card for card in cards if suit_of(card) == suit])


def best_card(cards: list[str], led: str) -> str:
    """SP-11: the card that takes the book."""
    spades = of_suit(cards, "S")
    if spades:
        return max(spades, key=SPADES.index)
    return max(of_suit(cards, led), key=common.rank_of)


class ReferenceSpades:
    """A game of Spades for two, changed in place by `play`."""

    def __init__(
        self,
        *,
        renege: str = "impossible",
        boston_failed: int = -130,
        target: int = 500,
        max_hands: int | None = None,
        dealer: int = 0,
        scores: list[int] | None = None,
        overbooks: list[int] | None = None,
        perfect_bids: list[int] | None = None,
        hands_played: int = 0,
    ) -> None:
        if renege not in ["impossible", "penalised"]:
            raise ValueError(f"unknown renege: {renege}")
        if boston_failed > 0:
            raise ValueError("a failed Boston gains nothing")
        if dealer not in [0, 1]:
            raise ValueError("there is no such dealer")
        for given in [scores, overbooks, perfect_bids]:
            if given is not None and len(given) != 2:
                raise ValueError("one number for each player is needed")
        if overbooks is not None and min(overbooks) < 0:
            raise ValueError("overbooks are not negative")
        if perfect_bids is not None and any(count not in [0, 1, 2] for count in perfect_bids):
            raise ValueError("a third perfect bid starts the count anew")  # SP-18

        self.renege = renege
        self.boston_failed = boston_failed
        self.target = target
        self.max_hands = max_hands

        self.dealer = dealer
        self.scores = [0, 0] if scores is None else list(scores)
        self.overbooks = [0, 0] if overbooks is None else list(overbooks)
        self.perfect_bids = [0, 0] if perfect_bids is None else list(perfect_bids)
        self.hands_played = hands_played
        self.hand_over = False
        self.last_score: Score | None = None

        self._clear_table()
        # What is to be done: "deal", "look", "bid", "raise", "play", "ask" or "over".
        self.stage = "deal"
        self._end_game_if_due()

    def _clear_table(self) -> None:
        """No cards anywhere but in the pack, and nothing said."""
        self.bids: list[str | None] = [None, None]
        self.stands = 0  # How many in succession.
        self.actual: list[list[str]] = [[], []]  # These three are by player.
        self.face_up: list[list[str]] = [[], []]
        self.face_down: list[list[str]] = [[], []]
        self.place = 0  # Which of the four hands is to play.
        self.tricks: list[Book] = []
        self.trick = self._new_book()
        self.books = [0, 0]
        # SP-14: the reneges of each player that have been called, by the number of their book.
        self.called: list[list[int]] = [[], []]
        self.to_ask: list[int] = []  # After the last book: who may yet call a renege.
        self.actor: int | None = None

    def _new_book(self) -> OpenBook:
        """A book to which nothing has been played; the hand at `place` is to lead."""
        return {"leader": self._owner(), "cards": [], "seats": [], "led": None, "hands": []}

    # Looking at the game.

    def pack(self) -> list[str]:
        """All cards, in the order of cards."""
        return make_pack()

    @property
    def non_dealer(self) -> int:
        """The player who is not the dealer."""
        return 1 - self.dealer

    @property
    def hands(self) -> list[list[str]]:
        """SP-3: the cards in each of the four hands; a dummy in the order dealt."""
        return [
            self.face_up[self.non_dealer] + self.face_down[self.non_dealer],
            list(self.actual[self.non_dealer]),
            self.face_up[self.dealer] + self.face_down[self.dealer],
            list(self.actual[self.dealer]),
        ]

    @property
    def hand_to_play(self) -> str | None:
        """Which hand of the player to move is to play a card."""
        return self._kind() if self.stage == "play" else None

    @property
    def needs_deal(self) -> bool:
        """Whether the next move is a deal."""
        return self.stage == "deal"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == "over"

    @property
    def winners(self) -> list[int]:
        """SP-19: the most points, then the fewest overbooks, else shared; once it is over."""
        if not self.is_over:
            return []
        best = common.best_seats(self.scores)
        fewest = min(self.overbooks[player] for player in best)
        return [player for player in best if self.overbooks[player] == fewest]

    def legal(self) -> list[str]:
        """Every move of the player to move."""
        if self.actor is None:
            return []
        if self.stage == "look":  # SP-6
            losing_by = self.scores[1 - self.actor] - self.scores[self.actor]
            return ["look", "nil", "double nil"] + (BLIND if losing_by >= 100 else [])
        if self.stage == "bid":  # SP-7
            return [*NUMBERS, "bemo", "big bemo", "naught", "double naught"]
        if self.stage == "raise":
            return [*spades_scoring.raises(str(self.bids[self.actor])), "stand"]
        if self.stage == "ask":
            return [*self._calls(self.actor), "no renege"]
        if self._kind() == "dummy":
            return self._dummy_cards(self.actor) + self._calls(self.actor)
        return self._actual_cards(self.actor) + self._calls(self.actor)

    def _owner(self) -> int:
        """SP-3: the player whose hand is to play."""
        return self.non_dealer if self.place in [0, 1] else self.dealer

    def _kind(self) -> str:
        """SP-3: whether the hand to play is an actual hand or a dummy."""
        return "dummy" if self.place in [0, 2] else "actual"

    def _actual_cards(self, player: int) -> list[str]:
        """SP-9, SP-10, SP-14: what the actual hand may play."""
        cards = common.in_order(self.actual[player])
        led = self.trick["led"]
        if led is None or self.renege == "penalised":
            return cards
        return of_suit(cards, led) or cards

    def _dummy_cards(self, player: int) -> list[str]:
        """SP-12, SP-13: what the dummy may play. What had to be turned up is turned up already."""
        cards = common.in_order(self.face_up[player])
        led = self.trick["led"]
        if led is None:
            return cards
        return of_suit(cards, led) or of_suit(cards, "S") or cards

    def _reneges(self, player: int) -> list[int]:
        """SP-14: the books, by number, to which the actual hand reneged as everybody can see."""
        played: list[tuple[str, str]] = []  # Book for book: the suit led, this hand's card.
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
        """SP-14: the other player's reneges that this one can call, the oldest first."""
        other = 1 - caller
        if self.renege == "impossible" or self.books[other] == 0:
            return []
        return [number for number in self._reneges(other) if number not in self.called[other]]

    def _calls(self, caller: int) -> list[str]:
        """SP-14: one to three books, no more than the other player has."""
        if not self._to_call(caller):
            return []
        return [f"renege {n}" for n in [1, 2, 3] if n <= self.books[1 - caller]]

    # Playing it.

    def play(self, text: str) -> None:
        """Make the move; ValueError if it is not legal."""
        if self.stage == "deal":
            self._deal(common.read_deal(text, self.pack()))
            return
        if self.actor is None or text not in self.legal():
            raise ValueError(f"not legal: {text}")
        if text.startswith("renege "):
            self._call(int(text.split(" ")[1]))
        elif self.stage == "look":
            self._choose(text)
        elif self.stage == "bid":
            self.bids[self.actor] = text
            self._next_bidder()
        elif self.stage == "raise":
            self._raise(text)
        elif self.stage == "ask":  # "no renege"
            self.to_ask.pop(0)
            self._ask_or_score()
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        if self.hand_over:  # SP-4: the deal alternates.
            self.dealer = 1 - self.dealer
        self.hand_over = False
        self._clear_table()
        hands: list[list[str]] = [[], [], [], []]
        for i in range(52):  # SP-4: one at a time, from the dealer's left.
            hands[i % 4].append(cards[i])
        self.face_down[self.non_dealer] = hands[0]
        self.actual[self.non_dealer] = common.in_order(hands[1])
        self.face_down[self.dealer] = hands[2]
        self.actual[self.dealer] = common.in_order(hands[3])
        self.stage = "look"
        self.actor = self.non_dealer

    def _choose(self, text: str) -> None:
        """SP-5, SP-6: to look, or a bid before seeing any card."""
        assert self.actor is not None
        if text != "look":
            self.bids[self.actor] = text
        if self.actor == self.non_dealer:
            self.actor = self.dealer
            return
        for player in [0, 1]:  # Both look at once, a player who has bid already does so too.
            for _ in range(6):
                self._turn_up(player)
        self._next_bidder()

    def _next_bidder(self) -> None:
        """SP-7: who has yet to bid does so, the non-dealer first; then they raise (SP-8)."""
        self.stage = "bid"
        if self.bids[self.non_dealer] is None:
            self.actor = self.non_dealer
        elif self.bids[self.dealer] is None:
            self.actor = self.dealer
        else:
            self.stage = "raise"
            self.actor = self.non_dealer

    def _raise(self, text: str) -> None:
        """SP-8: raise or stand in turn, until both have stood in succession."""
        assert self.actor is not None
        if text == "stand":
            self.stands += 1
        else:
            self.stands = 0
            self.bids[self.actor] = text
        if self.stands < 2:
            self.actor = 1 - self.actor
            return
        self.stage = "play"
        self._begin_turn(0)  # SP-9

    def _begin_turn(self, place: int) -> None:
        """It is this hand's turn. SP-12, SP-13: a dummy turns up what it has to, at once."""
        self.place = place
        player = self._owner()
        self.actor = player
        if not self.trick["cards"]:
            self.trick = self._new_book()
        if self._kind() == "actual":
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

    def _play_card(self, card: str) -> None:
        assert self.actor is not None
        if self._kind() == "dummy":
            self.face_up[self.actor].remove(card)
        else:
            self.actual[self.actor].remove(card)
        if not self.trick["cards"]:
            self.trick["led"] = suit_of(card)
        self.trick["cards"].append(card)
        self.trick["seats"].append(self.actor)
        self.trick["hands"].append(self._kind())
        next_place = (self.place + 1) % 4
        if len(self.trick["cards"]) < 4:
            self._begin_turn(next_place)
        else:  # The next hand round the table is the one that led.
            self._end_book(next_place)

    def _end_book(self, led_by: int) -> None:
        """SP-9, SP-11: the hand that takes the book leads the next."""
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

    def _call(self, books: int) -> None:
        """SP-14: call the oldest renege; the player stays to move."""
        assert self.actor is not None
        other = 1 - self.actor
        self.called[other].append(self._to_call(self.actor)[0])
        self.books[other] -= books
        self.books[self.actor] += books
        if self.stage == "ask":
            self._ask_or_score()

    def _ask_or_score(self) -> None:
        """SP-14: ask who has something to call; when nobody is left to be asked, score."""
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
        self.last_score = spades_scoring.score(
            bids, self.books, taken, self.overbooks, self.perfect_bids, self.boston_failed
        )
        for player in [0, 1]:
            self.scores[player] += self.last_score["points"][player]
            self.overbooks[player] += self.last_score["overbooks"][player]
            perfect = spades_scoring.is_perfect(bids[player], self.books[player])
            count = self.perfect_bids[player] + 1 if perfect else 0
            self.perfect_bids[player] = 0 if count == 3 else count  # SP-18
        self.hands_played += 1
        self.hand_over = True
        self.actor = None
        self.stage = "deal"
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        if max(self.scores) >= self.target:  # SP-19
            self.stage = "over"
        if self.max_hands is not None and self.hands_played >= self.max_hands:  # AL-2
            self.stage = "over"
