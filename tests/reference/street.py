"""A reference implementation of Two Way Street for three or more players (ST-1..ST-25)."""

from typing import Any

from tests.reference import common
from tests.reference.common import OpenTrick, Trick

# ST-20: the start score of a low player; 1 for eleven or more players.
LOW_START = {3: 8, 4: 6, 5: 5, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}


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


def score(declarations: list[str], tricks: list[int]) -> common.Score:
    """Score a hand from "HD", "LF", ... and the tricks taken (ST-20..ST-23, ST-25)."""
    players = len(declarations)
    low = LOW_START.get(players, 1)
    raw = [
        taken if said[0] == "H" else low - taken
        for said, taken in zip(declarations, tricks, strict=True)
    ]

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


class ReferenceStreet(common.ReferenceGame):
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
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        if decks is None:  # ST-1, ST-2: the smallest sufficient number.
            decks = 1
            while len(common.make_pack(decks, jokers)) < 10 * players:
                decks += 1
        self.players = players
        self.exchange = exchange
        self.named_suit = named_suit
        self.target = target
        pack = common.make_pack(decks, jokers)
        super().__init__(pack, [0] * players, max_hands, **where)

    def _clear_table(self) -> None:
        self.declarations: list[str | None] = [None] * self.players
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.stock: list[str] = []
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick(self.dealer)

    def _legal(self, actor: int) -> list[str]:
        hand = self.hands[actor]
        if self.stage == "declare":
            return ["high", "low"]
        if self.stage == "exchange":
            moves = common.exchanges(hand)
            if self.exchange == "optional":  # ST-10
                moves.append("keep")
            return moves
        return common.table_moves(hand, self.trick, self.named_suit)

    # Moves.

    def _move(self, text: str, actor: int) -> None:
        if self.stage == "declare":
            self.declarations[actor] = {"high": "HD", "low": "LD"}[text]
            self.stage = "exchange"
        elif self.stage == "exchange":
            if text != "keep":
                common.do_exchange(text, self.hands[actor], self.stock)
            self._next_declarer(actor)
        elif text.startswith("name "):  # ST-17: the same player plays next.
            self.trick["led"] = text.split(" ")[1]
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        self.hands, self.stock = common.deal_out(cards, self.players, self.dealer)
        self.actor = self.dealer
        self.stage = "declare"  # No player can be forced yet.

    def _next_declarer(self, actor: int) -> None:
        """Ask the next player to declare, or start the play (ST-7..ST-9)."""
        self.actor = actor = (actor + 1) % self.players
        if actor == self.dealer:  # All have declared; ST-12: the first declarer leads.
            self.stage = "play"
        elif 2 * self.declarations.count("HD") > self.players:  # ST-8
            self.declarations[actor] = "LF"
            self.stage = "exchange"
        elif 2 * self.declarations.count("LD") > self.players:  # ST-8
            self.declarations[actor] = "HF"
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
        taken = common.taken_by(self.tricks, self.players)
        self.last_score = score([str(said) for said in self.declarations], taken)
        self._finish(self.last_score["points"])

    def _is_decided(self) -> bool:
        return max(self.scores) >= self.target  # ST-24
