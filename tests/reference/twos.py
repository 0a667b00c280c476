"""A reference implementation of Twos (TW-1..TW-11)."""

from typing import TypedDict

from tests.reference import common
from tests.reference.common import OpenTrick, Trick


class Score(TypedDict):
    """The score of one hand."""

    points: list[int]
    honours: list[int]
    caught: list[int]
    lost: list[int]


def is_two(card: str) -> bool:
    """Return True for one of the four wild cards (TW-4)."""
    return card in ["2C", "2D", "2H", "2S"]


def playable(hand: list[str], led: str | None) -> list[str]:
    """Return the legal cards; `led` is None for the leader (TW-3..TW-5)."""
    if led is None or not common.holds_suit(hand, led):
        return common.in_order(hand)
    # TW-5: the two of the suit led belongs to the suit, so its holder must follow.
    allowed: list[str] = []
    for card in common.in_order(hand):
        if common.suit_of(card) == led or is_two(card):
            allowed.append(card)
    return allowed


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


def score(tricks: list[Trick]) -> Score:
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


class ReferenceTwos:
    """A game of Twos; `play` changes it in place."""

    def __init__(
        self,
        *,
        target: int | None = None,
        max_hands: int | None = 4,
        dealer: int = 0,
        scores: list[int] | None = None,
        hands_played: int = 0,
    ) -> None:
        if target is None and max_hands is None:  # TW-11
            raise ValueError("expected a target or a max_hands")
        if target is not None and target < 1:
            raise ValueError("expected a target of at least 1")
        if max_hands is not None and max_hands < 1:
            raise ValueError("expected a max_hands of at least 1")
        if not 0 <= dealer < 4:
            raise ValueError(f"unknown dealer: {dealer}")
        if scores is not None and len(scores) != 4:
            raise ValueError("expected one score per player")
        if hands_played < 0:
            raise ValueError("expected a hands_played of at least 0")

        self._pack = common.make_pack(1, "none")  # TW-1
        self.target = target
        self.max_hands = max_hands

        self.dealer = dealer
        self.scores = [0, 0, 0, 0] if scores is None else list(scores)
        self.hands_played = hands_played
        self.hand_over = False
        self.last_score: Score | None = None

        self.hands: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []  # Always empty: the hands hold all cards.
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick((dealer + 1) % 4)
        self.actor: int | None = None
        # The stage of the game: "deal", "play" or "over".
        self.stage = "deal"
        self._end_game_if_due()

    # Queries.

    def pack(self) -> list[str]:
        """Return all cards, sorted."""
        return list(self._pack)

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
        """All seats with the most points after the end of the game (TW-11)."""
        return common.best_seats(self.scores) if self.is_over else []

    def legal(self) -> list[str]:
        """Return the legal actions of the player to move."""
        if self.actor is None:
            return []
        return playable(self.hands[self.actor], self.trick["led"])

    # Moves.

    def play(self, text: str) -> None:
        """Make the move; ValueError if it is not legal."""
        if self.stage == "deal":
            self._deal(common.read_deal(text, self._pack))
            return
        if self.actor is None or text not in self.legal():
            raise ValueError(f"not legal: {text}")
        self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        if self.hand_over:  # TW-2: the deal moves left.
            self.dealer = (self.dealer + 1) % 4
        self.hand_over = False
        left = (self.dealer + 1) % 4
        self.hands = [[], [], [], []]
        seat = left
        for card in cards:  # TW-2: one at a time.
            self.hands[seat].append(card)
            seat = (seat + 1) % 4
        self.hands = [common.in_order(hand) for hand in self.hands]
        self.tricks = []
        self.trick = common.new_trick(left)
        self.actor = left
        self.stage = "play"

    def _play_card(self, card: str) -> None:
        assert self.actor is not None
        self.hands[self.actor].remove(card)
        common.lay(self.trick, self.actor, card)  # TW-5: a led two sets its suit.
        self.actor = (self.actor + 1) % 4
        if len(self.trick["cards"]) < 4:
            return
        self.tricks.append(completed(self.trick))
        leader = self.tricks[-1]["winner"]  # TW-2
        self.trick = common.new_trick(leader)
        self.actor = leader
        if len(self.tricks) == 13:
            self._end_hand()

    def _end_hand(self) -> None:
        self.last_score = score(self.tricks)
        for seat in range(4):
            self.scores[seat] += self.last_score["points"][seat]
        self.hands_played += 1
        self.hand_over = True
        self.actor = None
        self.stage = "deal"
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        if self.target is not None and max(self.scores) >= self.target:  # TW-11
            self.stage = "over"
        if self.max_hands is not None and self.hands_played >= self.max_hands:  # TW-11, AL-2
            self.stage = "over"
