"""Twenty Down: four players count down from twenty, and need not play a hand that they dislike.

Source: *Twenty Down*, on a page of a book of card games, beside Tien Len.

Two cards are dealt to everybody, on which the player to the dealer's left names trumps; then three
more (TD-2). Everybody may draw (TD-3) and say in or out (TD-4). Those who are in play five tricks
(TD-6 to TD-8). Each trick takes a point off, no trick at all puts five on (TD-9); the first to
reach zero wins (TD-10).

Where the source is silent: everybody draws, and says in or out, in turn from the dealer's left
(TD-3, TD-4), and who cannot follow must trump unless the option says otherwise (TD-7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card, Suit
from twowaystreet._cards.masks import SUIT, cards_in, find_all, mask_of
from twowaystreet._cards.packs import Pack, deal_packets
from twowaystreet._engine import phases
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.game import Game
from twowaystreet._engine.match import HandData
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.options import flag, number
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.setup import begin_match, checked_rules
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import (
    FOLLOW_SUIT,
    GAME_DECIDES,
    TRUMPED,
    Following,
    Strengths,
    Trick,
    follow,
    tricks_won,
)
from twowaystreet._util.constructors import fast_replace
from twowaystreet._util.values import Value
from twowaystreet._views.facts import per_seat_fact, public_fact, to_owner
from twowaystreet._views.trick_views import TrickView
from twowaystreet.errors import IllegalMove, Reason
from twowaystreet.games._twenty_down_moves import (
    DECLARATIONS,
    PACK,
    TRUMPS,
    Declare,
    Draw,
    Trump,
    draws,
)
from twowaystreet.games._twenty_down_scoring import (
    PLAYERS,
    HandScore,
    SeatScore,
    Status,
    score,
    score_of,
)

__all__ = [
    "GAME",
    "Declare",
    "Draw",
    "HandScore",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "Status",
    "Trump",
    "View",
    "new_game",
    "score",
]


def __dir__() -> list[str]:
    return __all__


TO_NAME_ON: Final = (2,)
"""How many cards everybody has when trumps are named (TD-2)."""
AFTER_NAMING: Final = (3,)
START: Final = 20
"""How many points everybody begins with (TD-9)."""
EARLY_HANDS: Final = 8
"""After how many hands hearts are always trumps, and nobody may go out (TD-11)."""

FOLLOWING: Final[Mapping[tuple[Suit, Suit, bool], Following]] = MappingProxyType(
    {
        (trumps, led, must_trump): FOLLOW_SUIT[led] + (FOLLOW_SUIT[trumps] if must_trump else ())
        for trumps in Suit
        for led in Suit
        for must_trump in (True, False)
    }
)
"""By trumps, the suit led and whether trumping is a duty: the suit led, else a trump (TD-7)."""


class Phase(phases.Phase):
    """The phases of Twenty Down."""

    DEAL = "deal"
    TRUMP = "trump"
    DRAW = "draw"
    DECLARE = "declare"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
TRUMP: Final = Phase.TRUMP
DRAW: Final = Phase.DRAW
DECLARE: Final = Phase.DECLARE
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Twenty Down.

    Args:
        must_trump: whether a player without the suit led must play a trump (TD-7).
        max_hands: after how many hands a game ends at the latest; ``None`` for no such bound
            (AL-2).

    Raises:
        RulesError: if an option has an impossible value.

    >>> Rules(must_trump="false")
    Rules(must_trump=False, max_hands=None)
    """

    must_trump: bool = flag(True, rule="TD-7")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """How many play, which is four (TD-1)."""
        return PLAYERS

    @property
    def pack(self) -> Pack:
        """The 32 cards (TD-1)."""
        return PACK


@attrs.frozen
class Table(HandData):
    """What is settled before the play.

    Attributes:
        trumps: the suit that is trumps; ``None`` until it is named.
        discards: for each seat the cards it has discarded; ``None`` until it has drawn.
        statuses: for each seat whether it is in; ``None`` until that is known.
    """

    trumps: Suit | None = None
    discards: tuple[tuple[Card, ...] | None, ...] = (None,) * PLAYERS
    statuses: tuple[Status | None, ...] = (None,) * PLAYERS


_changed: Final = fast_replace(Table)
_UNDEALT: Final = Table()
_ALL_IN: Final = (Status.IN,) * PLAYERS


class State(TrickState[Rules, Table, HandScore, "View"]):
    """A game of Twenty Down at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    title: ClassVar = "Twenty Down"
    _following: ClassVar = GAME_DECIDES  # by trumps, too
    _following_rule: ClassVar = "TD-7"
    _dealing_rule: ClassVar = "TD-2"

    @property
    def namer(self) -> int:
        """The seat to the dealer's left, which names trumps and leads first."""
        return self._first_leader()

    @property
    def trumps(self) -> Suit | None:
        """The suit that is trumps; ``None`` until it is named."""
        return self._hand_data.trumps

    @property
    def discards(self) -> tuple[tuple[Card, ...] | None, ...]:
        """What each seat has discarded, which only that seat knows; ``None`` until it has drawn."""
        return self._hand_data.discards

    @property
    def statuses(self) -> tuple[Status | None, ...]:
        """Whether each seat is in or out; ``None`` until that is known."""
        return self._hand_data.statuses

    @property
    def _is_late(self) -> bool:
        """TD-11: hearts are trumps and everybody is in, from the ninth hand on."""
        return self.hands_played >= EARLY_HANDS

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """TD-2: two cards each, on which trumps are named."""
        hand_data = self._first_two(deal)
        if self._is_late:
            return self._complete_deal(hand_data, Suit.HEARTS)
        return self._await_move(hand_data, TRUMP, self.namer)

    def _first_two(self, deal: Deal) -> Table:
        held, stock = self._deal_packets(deal, self.namer, TO_NAME_ON)
        return _changed(_UNDEALT, held=held, stock=stock)

    @override
    def _deals_out(self, deal: Deal) -> tuple[int, ...]:
        """TD-2: five cards each, whatever trumps are; the first two are those to name them on."""
        return self._complete_deal(self._first_two(deal), Suit.HEARTS)._hand_data.held

    def _name(self, seat: int, move: Trump) -> Self:
        """TD-2: name trumps."""
        return self._complete_deal(self._hand_data, move.suit)

    def _complete_deal(self, hand_data: Table, trumps: Suit) -> Self:
        """TD-2: three more cards each; then they draw (TD-3)."""
        more, stock = deal_packets(hand_data.stock, rotation(self.namer, PLAYERS), AFTER_NAMING)
        held = tuple(map(add, hand_data.held, more))
        after = _changed(hand_data, held=held, stock=stock, trumps=trumps)
        return self._await_move(after, DRAW, self.namer)

    def _draw(self, seat: int, move: Draw) -> Self:
        """TD-3: discard and draw; then the next player does, or they say in or out."""
        hand_data = self._hand_data
        hand = hand_data.held[seat]
        given = find_all(hand, move.cards)
        if given is None:
            raise IllegalMove(move, reasons.NotHeld("TD-3", cards_in(hand)))
        count = len(move.cards)
        drawn = mask_of(hand_data.stock[:count])
        after = _changed(
            hand_data,
            held=replace_at(hand_data.held, seat, hand ^ given | drawn),
            stock=hand_data.stock[count:],
            discards=replace_at(hand_data.discards, seat, move.cards),
        )
        if seat != self.dealer:
            return self._await_move(after, DRAW, (seat + 1) % PLAYERS)
        if after.trumps is Suit.DIAMONDS or self._is_late:  # TD-4, TD-11
            return self._play_out(_changed(after, statuses=_ALL_IN))
        after = _changed(after, statuses=replace_at(after.statuses, self.namer, Status.IN))
        return self._await_move(after, DECLARE, (self.namer + 1) % PLAYERS)

    def _declare(self, seat: int, move: Declare) -> Self:
        """TD-4: say in or out; then the next player does, or those who are in play."""
        said = replace_at(self._hand_data.statuses, seat, move.status)
        after = _changed(self._hand_data, statuses=said)
        if seat != self.dealer:
            return self._await_move(after, DECLARE, (seat + 1) % PLAYERS)
        return self._play_out(after)

    def _play_out(self, hand_data: Table) -> Self:
        """TD-5, TD-6: who is in plays, the dealer's left leading; nobody does if that is all."""
        playing = tuple(
            seat for seat in rotation(self.namer, PLAYERS) if hand_data.statuses[seat] is Status.IN
        )
        first = self._lead(hand_data, playing)
        return first if len(playing) > 1 else first._finish((), first._remaining)

    @override
    def _may_play(self, hand: int, table: tuple[Card, ...], led: Suit | None) -> tuple[Phase, int]:
        trumps = self._hand_data.trumps
        if led is None or trumps is None:
            return PLAY, hand
        return PLAY, follow(hand, FOLLOWING[trumps, led, self._match.rules.must_trump])

    @override
    def _refuse_play(self, move: Play, held: int) -> Reason:
        assert self._led is not None and self.trumps is not None
        if held & SUIT[self._led]:
            return super()._refuse_play(move, held)
        return reasons.MustTrump("TD-7", self._led, self.trumps, cards_in(self._legal))

    @override
    def _strengths(self, table: tuple[Card, ...], led: Suit | None) -> Strengths:
        """TD-8: the suit led, above it the trumps."""
        trumps = self._hand_data.trumps
        assert trumps is not None and led is not None
        return TRUMPED[trumps, led]

    _decisions: ClassVar = {
        TRUMP: Decision("trump and a suit", "TD-2", lambda state, seat: TRUMPS, {Trump: _name}),
        DRAW: Decision(
            Draw.form,
            "TD-3",
            lambda state, seat: draws(state._hand_data.held[seat]),
            {Draw: _draw},
        ),
        DECLARE: Decision(
            Declare.form,
            "TD-4",
            lambda state, seat: DECLARATIONS,
            {Declare: _declare},
        ),
        PLAY: Decision("a card", "TD-6"),
    }

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        hand_data = self._hand_data
        assert hand_data.trumps is not None
        statuses: Any = hand_data.statuses  # Any: in or out, as all have spoken
        return score_of(tricks_won(tricks, PLAYERS), hand_data.trumps, statuses)

    @override
    def _leaders(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """TD-10: those with the fewest points."""
        return tuple(seat for seat, score in enumerate(scores) if score == min(scores))

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """TD-10: somebody has counted down to zero."""
        return min(scores) <= 0


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a game of Twenty Down, or go on with one that was begun elsewhere.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the seat that deals first, 0 to 3.
        scores: how many points every seat still has, 1 to a billion each; ``None`` for 20 each
            (TD-9).
        hands_played: how many hands have been played so far; eight of them make the next one a
            hand in hearts that everybody plays (TD-11), and they count against ``max_hands``.

    Returns:
        A state that waits for its deal.

    Raises:
        SeatError: if the dealer is no seat.
        RulesError: if the scores or the number of hands cannot be.

    >>> new_game(scores=[3, 25, 11, 7])
    <Twenty Down: deal, scores 3 25 11 7>
    """
    rules = checked_rules(Rules, rules)
    return begin_match(
        State,
        _UNDEALT,
        rules,
        dealer,
        scores,
        hands_played,
        at_least=1,
        start=START,
        rule="TD-10",
    )


def _draw_seen_by(state: State, move: Draw, viewer: int | None) -> str | None:
    """TD-3: how many cards a player draws is seen, not which ones were discarded."""
    return None if viewer == state.actor else f"draw {len(move.cards)}"


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """What one seat may know of a state of Twenty Down.

    Attributes:
        rules: the options the game is played with.
        score: the score of the hand just finished, ``None`` until then.
        trumps: the suit that is trumps; ``None`` until it is named.
        statuses: whether each seat is in or out; ``None`` until that is known.
        discards: what the seat itself has discarded; ``None`` for the others.
        discard_sizes: how many cards each seat has discarded; ``None`` until it has drawn.
    """

    trumps: Suit | None = public_fact(lambda state: state.trumps, "hand_data.trumps")
    statuses: tuple[Status | None, ...] = public_fact(
        lambda state: state.statuses, "hand_data.statuses"
    )
    discards: tuple[tuple[Card, ...] | None, ...] = per_seat_fact(
        lambda state, seat: state.discards[seat], to_owner, "hand_data.discards"
    )
    discard_sizes: tuple[int | None, ...] = public_fact(
        lambda state: tuple(None if some is None else len(some) for some in state.discards),
        "hand_data.discards",
    )

    redacted_moves: ClassVar = {**TrickView.redacted_moves, Draw: _draw_seen_by}

    @override
    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        assert self.trumps is not None and trick.led is not None
        return FOLLOWING[self.trumps, trick.led, self.rules.must_trump], "TD-7"


GAME: Final = Game(
    name="twenty_down",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Twenty Down and its classes."""
