"""A reference implementation of Two Way Street Duel (DU-1..DU-12)."""

from typing import Any, Literal

from tests.reference import common
from tests.reference.common import OpenTrick, Trick

Direction = Literal["high", "low"]


def score(direction: str, tricks: list[int], captured: list[int], dealer: int) -> common.Score:
    """Score a hand from the tricks taken and captured by each seat (DU-11)."""
    total = [tricks[0] + captured[0], tricks[1] + captured[1]]
    points = [0, 0]
    if total[0] == total[1]:
        points[dealer] = 1
        return {"points": points}
    more = 0 if total[0] > total[1] else 1
    winner = more if direction == "high" else 1 - more
    points[winner] = 2 * abs(total[0] - total[1])
    return {"points": points}


def strength_of(bid: str) -> int:
    """Return the strength of a bid (DU-3)."""
    return 0 if bid == "no bid" else int(bid.split(" ")[1])


def direction_of(bid: str) -> Direction | None:
    """Return the direction of a bid; "no bid" has none (DU-3)."""
    if bid == "no bid":
        return None
    return "high" if bid.split(" ")[2] == "high" else "low"


class ReferenceDuel(common.ReferenceGame):
    """A Duel; `play` changes it in place."""

    def __init__(
        self,
        *,
        jokers: str = "red_and_black",
        named_suit: str = "either",
        bid_markers: str = "paper",
        max_strength: int | None = None,
        target: int = 20,
        max_hands: int | None = None,
        **where: Any,  # the dealer, the scores and the number of hands so far
    ) -> None:
        most = 8 if bid_markers == "cards" else 10  # DU-4
        if max_strength is None:
            max_strength = most

        self.named_suit = named_suit
        self.bid_markers = bid_markers
        self.max_strength = max_strength
        self.target = target
        self.bids: list[str | None] = [None, None]
        pack = common.make_pack(1, jokers)
        super().__init__(pack, [0, 0], max_hands, **where)

    def _clear_table(self) -> None:
        """Put all cards back into the pack. The bids stay (DU-6)."""
        self.direction: Direction | None = None
        self.hands: list[list[str]] = [[], []]
        self.stock: list[str] = []
        self.captured: list[list[list[str]]] = [[], []]
        self.markers: list[list[str]] = [[], []]
        self.tricks: list[Trick] = []
        self.trick: OpenTrick = common.new_trick(self.dealer)
        self.to_exchange: list[int] = []  # The seats that still exchange.
        self.actor = None

    # Queries.

    @property
    def responder(self) -> int:
        """The player other than the dealer."""
        return 1 - self.dealer

    def _legal(self, actor: int) -> list[str]:
        if self.stage == "bid":  # DU-3, DU-4
            moves = ["no bid"]
            for strength in range(1, self.max_strength + 1):
                moves.append(f"bid {strength} high")
                moves.append(f"bid {strength} low")
            return moves
        if self.stage == "choose":  # DU-9
            return ["high", "low"]
        if self.stage == "exchange":
            return common.exchanges(self.hands[actor])
        return common.table_moves(self.hands[actor], self.trick, self.named_suit)

    # Moves.

    def _move(self, text: str, actor: int) -> None:
        if self.stage == "bid":
            self._bid(text, actor)
        elif self.stage == "choose":
            self.direction = "high" if text == "high" else "low"
            self._begin_exchanges([self.dealer, self.responder])
        elif self.stage == "exchange":
            common.do_exchange(text, self.hands[actor], self.stock)
            self._begin_exchanges(self.to_exchange[1:])
        elif text.startswith("name "):  # ST-17: the same player plays next.
            self.trick["led"] = text.split(" ")[1]
        else:
            self._play_card(text)

    def _deal(self, cards: list[str]) -> None:
        self.bids = [None, None]
        self.hands, self.stock = common.deal_out(cards, 2, self.dealer)
        self.actor = self.dealer  # DU-2
        self.stage = "bid"

    def _bid(self, text: str, actor: int) -> None:
        self.bids[actor] = text
        if self.bid_markers == "cards":  # DU-5
            for _ in range(strength_of(text)):
                self.markers[actor].append(self.stock.pop(0))
        if actor == self.dealer:
            self.actor = self.responder
        else:
            self._compare_bids()

    def _compare_bids(self) -> None:
        """Compare the two bids (DU-6..DU-9)."""
        bids = [str(bid) for bid in self.bids]
        if bids[0] == bids[1] == "no bid":  # DU-9
            self.actor = self.dealer
            self.stage = "choose"
            return
        if bids[0] == bids[1]:  # DU-8
            self.direction = direction_of(bids[0])
            self._begin_exchanges([self.dealer, self.responder])
            return
        if strength_of(bids[0]) == strength_of(bids[1]):  # DU-6
            self._clear_table()
            self.stage = "deal"
            return
        # DU-7
        winner = 0 if strength_of(bids[0]) > strength_of(bids[1]) else 1
        self.direction = direction_of(bids[winner])
        taker = 1 - winner if self.direction == "high" else winner
        for _ in range(strength_of(bids[winner])):
            self.captured[taker].append([self.stock.pop(0), self.stock.pop(0)])
        self._begin_exchanges([winner])

    def _begin_exchanges(self, seats: list[int]) -> None:
        """Let these seats exchange in turn; then the dealer leads."""
        self.to_exchange = seats
        if seats:
            self.actor = seats[0]
            self.stage = "exchange"
        else:
            self.actor = self.dealer
            self.stage = "play"

    def _play_card(self, card: str) -> None:
        assert self.actor is not None
        self.hands[self.actor].remove(card)
        common.lay(self.trick, self.actor, card)
        self.actor = 1 - self.actor
        if len(self.trick["cards"]) < 2:
            return
        self.tricks.append(common.completed(self.trick))
        leader = self.dealer if len(self.tricks) % 2 == 0 else self.responder  # DU-10
        self.trick = common.new_trick(leader)
        self.actor = leader
        if len(self.tricks) == 10:
            self._end_hand()

    def _end_hand(self) -> None:
        taken = common.taken_by(self.tricks, 2)
        captured = [len(self.captured[0]), len(self.captured[1])]
        self.last_score = score(str(self.direction), taken, captured, self.dealer)
        self._finish(self.last_score["points"])

    def _is_decided(self) -> bool:
        return max(self.scores) >= self.target  # DU-12
