"""A reference implementation of Two Way Street for three or more players (ST-1..ST-25)."""

from typing import TypedDict

from tests.reference import common
from tests.reference.common import OpenTrick, Trick

# ST-20: what a low player starts from; 1 from eleven players on.
LOW_START = {3: 8, 4: 6, 5: 5, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}


class Score(TypedDict):
    """One hand's score."""

    points: list[int]
    raw: list[int]
    refined: list[int]
    penalty: int
    case: str
    entries: list[str]


def penalty_of(raw: list[int]) -> tuple[str, int]:
    """ST-21, ST-22: which case it is, and the penalty."""
    s = sorted(raw, reverse=True)
    s1, s2, s3 = s[0], s[1], s[2]
    if s2 != s3:
        return "A", s3
    # From here on the second and the third are level. With three players there is no fourth
    # and the tie reaches the bottom: as if the fourth were in it (ST-22).
    s4 = s[3] if len(s) > 3 else s3
    if s4 != s3:
        return "B", s4
    if s1 > s2:
        return "C", s2
    below = [score for score in s if score < s1]
    if below:
        return "D", max(below)
    return "D", s1


def score(declarations: list[str], tricks: list[int]) -> Score:
    """ST-20..ST-23, ST-25: the score of a hand, from "HD", "LF", ... and the tricks taken."""
    players = len(declarations)
    raw: list[int] = []
    for seat in range(players):
        if declarations[seat][0] == "H":
            raw.append(tricks[seat])
        else:
            raw.append(LOW_START.get(players, 1) - tricks[seat])

    case, penalty = penalty_of(raw)
    refined = [max(0, one - penalty) for one in raw]

    points: list[int] = []
    for seat in range(players):
        forced = declarations[seat][1] == "F"
        if case == "C" and forced and raw[seat] == penalty:  # In the tie.
            points.append(1)
        elif forced:
            points.append(3 * refined[seat])
        else:
            points.append(2 * refined[seat])

    entries = [
        f"{declarations[seat]},{raw[seat]}-{penalty}:{refined[seat]}" for seat in range(players)
    ]
    return {
        "points": points,
        "raw": raw,
        "refined": refined,
        "penalty": penalty,
        "case": case,
        "entries": entries,
    }


class ReferenceStreet:
    """A game of Two Way Street, changed in place by `play`."""

    def __init__(
        self,
        *,
        players: int = 4,
        decks: int | None = None,
        jokers: str = "red_and_black",
        exchange: str = "obligatory",
        named_suit: str = "either",
        target: int = 20,
        max_hands: int | None = None,
        dealer: int = 0,
        scores: list[int] | None = None,
        hands_played: int = 0,
    ) -> None:
        if players == 2:
            raise ValueError("two players play the Duel")  # ST-4
        if players < 3:
            raise ValueError("three or more players are needed")
        if exchange not in ["obligatory", "optional"]:
            raise ValueError(f"unknown exchange: {exchange}")
        if named_suit not in ["either", "held"]:
            raise ValueError(f"unknown named_suit: {named_suit}")
        if not 0 <= dealer < players:
            raise ValueError("there is no such dealer")
        if scores is not None and len(scores) != players:
            raise ValueError("one score for each player is needed")
        if decks is None:  # ST-1, ST-2: the fewest that serve.
            decks = 1
            while len(common.make_pack(decks, jokers)) < 10 * players:
                decks += 1
        self._pack = common.make_pack(decks, jokers)
        if len(self._pack) < 10 * players:
            raise ValueError("not enough cards")  # ST-2

        self.players = players
        self.exchange = exchange
        self.named_suit = named_suit
        self.target = target
        self.max_hands = max_hands

        self.dealer = dealer
        self.scores = [0] * players if scores is None else list(scores)
        self.hands_played = hands_played
        self.hand_over = False
        self.last_score: Score | None = None

        self.declarations: list[str | None] = [None] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stock: list[str] = []
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick(dealer)
        self.actor: int | None = None
        # What is to be done: "deal", "declare", "exchange", "play" or "over".
        self.stage = "deal"
        self._end_game_if_due()

    # Looking at the game.

    def pack(self) -> list[str]:
        """All cards, in the order of cards."""
        return list(self._pack)

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
        """ST-24: everybody with the most points, once the game is over."""
        return common.best_seats(self.scores) if self.is_over else []

    @staticmethod
    def score(declarations: list[str], tricks: list[int]) -> Score:
        """The score of a hand; see the function of the same name."""
        return score(declarations, tricks)

    def legal(self) -> list[str]:
        """Every move of the player to move."""
        if self.actor is None:
            return []
        hand = self.hands[self.actor]
        if self.stage == "declare":
            return ["high", "low"]
        if self.stage == "exchange":
            moves = common.exchanges(hand)
            if self.exchange == "optional":  # ST-10
                moves.append("keep")
            return moves
        return common.table_moves(hand, self.trick, self.named_suit)

    # Playing it.

    def play(self, text: str) -> None:
        """Make the move; ValueError if it is not legal."""
        if self.stage == "deal":
            self._deal(common.read_deal(text, self._pack))
            return
        if self.actor is None or text not in self.legal():
            raise ValueError(f"not legal: {text}")
        if self.stage == "declare":
            self.declarations[self.actor] = {"high": "HD", "low": "LD"}[text]
            self.stage = "exchange"
        elif self.stage == "exchange":
            if text != "keep":
                common.do_exchange(text, self.hands[self.actor], self.stock)
            self._next_declarer()
        elif text.startswith("name "):  # ST-17: naming; the same player then plays.
            self.trick["led"] = text.split(" ")[1]
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        if self.hand_over:  # ST-6: further hands are begun by the player to the left.
            self.dealer = (self.dealer + 1) % self.players
        self.hand_over = False
        self.hands, self.stock = common.deal_out(cards, self.players, self.dealer)
        self.declarations = [None] * self.players
        self.tricks = []
        self.trick = common.new_trick(self.dealer)
        self.actor = self.dealer
        self.stage = "declare"  # Nobody can be forced yet.

    def _next_declarer(self) -> None:
        """ST-7..ST-9: after an exchange the next player speaks, or the play begins."""
        assert self.actor is not None
        self.actor = (self.actor + 1) % self.players
        if self.actor == self.dealer:  # All have spoken; ST-12: the first declarer leads.
            self.stage = "play"
        elif 2 * self.declarations.count("HD") > self.players:  # ST-8
            self.declarations[self.actor] = "LF"
            self.stage = "exchange"
        elif 2 * self.declarations.count("LD") > self.players:  # ST-8
            self.declarations[self.actor] = "HF"
            self.stage = "exchange"
        else:
            self.stage = "declare"

    def _play_card(self, card: str) -> None:
        assert self.actor is not None
        self.hands[self.actor].remove(card)
        common.lay(self.trick, self.actor, card)
        self.actor = (self.actor + 1) % self.players
        if len(self.trick["cards"]) < self.players:
            return
        self.tricks.append(common.completed(self.trick))
        leader = (self.trick["leader"] + 1) % self.players  # ST-12
        self.trick = common.new_trick(leader)
        self.actor = leader
        if len(self.tricks) == 10:
            self._end_hand()

    def _end_hand(self) -> None:
        taken = [0] * self.players
        for trick in self.tricks:
            taken[trick["winner"]] += 1
        self.last_score = score([str(said) for said in self.declarations], taken)
        for seat in range(self.players):
            self.scores[seat] += self.last_score["points"][seat]
        self.hands_played += 1
        self.hand_over = True
        self.actor = None
        self.stage = "deal"
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        if max(self.scores) >= self.target:  # ST-24
            self.stage = "over"
        if self.max_hands is not None and self.hands_played >= self.max_hands:  # AL-2
            self.stage = "over"
