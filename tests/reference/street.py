"""A reference implementation of Two Way Street for three or more players (ST-1..ST-25)."""

from typing import TypedDict

from tests.reference import common
from tests.reference.common import OpenTrick, Trick

# ST-20: the start score of a low player; 1 for eleven or more players.
LOW_START = {3: 8, 4: 6, 5: 5, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}


class Score(TypedDict):
    """The score of one hand."""

    points: list[int]
    raw: list[int]
    refined: list[int]
    penalty: int
    case: str
    entries: list[str]


def penalty_of(raw: list[int]) -> tuple[str, int]:
    """Return the case and the penalty (ST-21, ST-22)."""
    s = sorted(raw, reverse=True)
    s1, s2, s3 = s[0], s[1], s[2]
    if s2 != s3:
        return "A", s3
    # From here on the second and the third score are equal. Three players have only three
    # scores, so the tie reaches the bottom, as if a fourth score were in it (ST-22).
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
    """Score a hand from "HD", "LF", ... and the tricks taken (ST-20..ST-23, ST-25)."""
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
    """A game of Two Way Street; `play` changes it in place."""

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
            raise ValueError("expected three or more players; two play the Duel")  # ST-4
        if players < 3:
            raise ValueError("expected three or more players")
        if exchange not in ["obligatory", "optional"]:
            raise ValueError(f"unknown exchange: {exchange}")
        if named_suit not in ["either", "held"]:
            raise ValueError(f"unknown named_suit: {named_suit}")
        if not 0 <= dealer < players:
            raise ValueError(f"unknown dealer: {dealer}")
        if scores is not None and len(scores) != players:
            raise ValueError("expected one score per player")
        if decks is None:  # ST-1, ST-2: the smallest sufficient number.
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
        # The stage of the game: "deal", "declare", "exchange", "play" or "over".
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
        """All seats with the most points after the end of the game (ST-24)."""
        return common.best_seats(self.scores) if self.is_over else []

    @staticmethod
    def score(declarations: list[str], tricks: list[int]) -> Score:
        """Score a hand; see the function of the same name."""
        return score(declarations, tricks)

    def legal(self) -> list[str]:
        """Return the legal actions of the player to move."""
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

    # Moves.

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
        elif text.startswith("name "):  # ST-17: the same player plays next.
            self.trick["led"] = text.split(" ")[1]
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        if self.hand_over:  # ST-6: the next player to the left begins the next hand.
            self.dealer = (self.dealer + 1) % self.players
        self.hand_over = False
        self.hands, self.stock = common.deal_out(cards, self.players, self.dealer)
        self.declarations = [None] * self.players
        self.tricks = []
        self.trick = common.new_trick(self.dealer)
        self.actor = self.dealer
        self.stage = "declare"  # No player can be forced yet.

    def _next_declarer(self) -> None:
        """Ask the next player to declare, or start the play (ST-7..ST-9)."""
        assert self.actor is not None
        self.actor = (self.actor + 1) % self.players
        if self.actor == self.dealer:  # All have declared; ST-12: the first declarer leads.
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
