"""An odd game: the lowest card wins, the red suits are trumps, and the lead passes strangely."""

from typing import ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twos import Phase

PACK = core.Pack(core.FRENCH_DECK, decks=2)
RED = (core.Suit.DIAMONDS, core.Suit.HEARTS)


@attrs.frozen(kw_only=True)
class Rules:
    """The options."""

    max_hands: int | None = core.number(4, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return 5

    @property
    def pack(self) -> core.Pack:
        """Two decks."""
        return PACK


class State(core.TrickState[Rules, core.HandData, core.Score, "View"]):
    """A game at one moment."""

    __slots__ = ()
    title: ClassVar = "Odd game"
    _phases: ClassVar = Phase
    _following: ClassVar = {
        None: ((core.SUIT[core.Suit.SPADES], core.SUIT[core.Suit.SPADES]),),
        **{
            led: (
                (core.SUIT[led], core.SUIT[led] | core.RANK[core.Rank.SEVEN]),
                (core.RANK[core.Rank.SEVEN], core.RANK[core.Rank.SEVEN]),
                (core.SUIT[core.Suit.CLUBS], core.SUIT[core.Suit.CLUBS]),
            )
            for led in core.Suit
        },
    }
    """Spades must be led; a seven may always be played, and must be if the suit led is missing."""
    _following_rule: ClassVar = "OG-1"
    _decisions: ClassVar = {Phase.PLAY: core.Decision("a card", "OG-1")}

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, (3, 4))
        return self._lead(core.HandData(held, stock), core.rotation(first, len(held)))

    @classmethod
    def _trumps_of(cls, hand_data: core.HandData) -> core.Suit:
        """The trumps follow from the hand of the first seat."""
        return RED[hand_data.held[0] % 3 % 2]

    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: core.Suit, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        """The lowest card of the suit led wins, unless the trumps of this deal beat it."""
        assert led is not None
        return core.ordering(*reversed(core.SUITS[led]), *reversed(core.SUITS[trumps]))

    @override
    @classmethod
    def _next_leader(cls, rules: Rules, size: int, won: int) -> int:
        """The seat two places to the left of the winner leads."""
        return (won + 2) % size

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        """The last trick counts ten, and each heart one."""
        points = [0] * self.rules.seats
        for number, trick in enumerate(tricks, start=1):
            hearts = sum(card.suit is core.Suit.HEARTS for card in trick.cards)
            points[trick.winner or 0] += hearts + 10 * (number == len(tricks))
        return core.HandScore(tuple(map(core.SeatScore, points)))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score]):
    """The knowledge of a seat."""


new_game = core.new_game_for(Rules, State, core.HandData(), rule="OG-1")
GAME = core.Game(name="odd_game", Rules=Rules, State=State, View=View, new_game=new_game)
