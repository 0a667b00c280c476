"""Two Way Street for three or more players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), and its earlier wording of the scoring.

A hand is dealt (ST-5); from the first declarer leftwards everybody declares high or low, or is
forced, and exchanges two cards (ST-7 to ST-11); ten tricks are played, each led by the next player
to the left (ST-12 to ST-19); then those who did what they said they would score (ST-20 to ST-23).
The game ends when somebody has reached the target (ST-24).

Where the source is silent: the exchange is obligatory unless the option says otherwise (ST-10),
the two cards go under the stock the lower one first (ST-11), and a trick in which a Joker was led
may end without a suit having been named (ST-19).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, Self, cast

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine import phases
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.options import choice, number
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.setup import begin_match, checked_rules
from twowaystreet._tricks.tricks import Trick, tricks_won
from twowaystreet._util.constructors import fast_constructor, fast_replace
from twowaystreet._util.values import Value
from twowaystreet._views.facts import public_fact, viewer_fact
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.games._street_scoring import (
    DECLARED,
    Case,
    Declaration,
    HandScore,
    SeatScore,
    score,
    score_of,
)
from twowaystreet.games._twoway import (
    NAMING,
    Exchanged,
    NamedSuit,
    Naming,
    TwoWayHandData,
    TwoWayState,
    TwoWayView,
)
from twowaystreet.games._twoway_cards import PACKETS, TRICKS, Jokers, pack_of
from twowaystreet.games._twoway_moves import (
    DECLARATIONS,
    KEEP,
    Declare,
    Direction,
    Exchange,
    Keep,
    NameSuit,
    exchanges,
)

__all__ = [
    "GAME",
    "Case",
    "Declaration",
    "Declare",
    "Direction",
    "Exchange",
    "ExchangeRule",
    "Exchanged",
    "HandScore",
    "Jokers",
    "Keep",
    "NameSuit",
    "NamedSuit",
    "Naming",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]


def __dir__() -> list[str]:
    return __all__


MOST: Final = 1000
"""How many players or decks there may be: a game that is loaded cannot ask for all the memory."""

FORCING: Final = (
    (Declaration.HIGH_DECLARED, Declaration.LOW_FORCED),
    (Declaration.LOW_DECLARED, Declaration.HIGH_FORCED),
)
"""What the rest are forced to, once more than half have declared (ST-8)."""


class ExchangeRule(StrEnum):
    """Whether a player must exchange two cards (ST-10)."""

    OBLIGATORY = "obligatory"
    OPTIONAL = "optional"


_OPTIONAL: Final = ExchangeRule.OPTIONAL


class Phase(phases.Phase):
    """The phases of Two Way Street."""

    DEAL = "deal"
    DECLARE = "declare"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
DECLARE: Final = Phase.DECLARE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Two Way Street.

    Args:
        players: how many play, 3 to 1000 (ST-4).
        decks: how many decks, 1000 at the most; by default the fewest that give everybody ten
            cards (ST-1, ST-2).
        jokers: which Jokers each deck holds (ST-3).
        exchange: whether two cards must be exchanged (ST-10).
        named_suit: which suits may be named after a coloured Joker led (ST-17).
        target: how many points end the game, 1 to a billion (ST-24).
        max_hands: after how many hands it ends at the latest; ``None`` for no such bound (AL-2).

    Raises:
        RulesError: if an option has an impossible value, or the cards do not suffice.

    >>> Rules(players=6).decks
    2
    >>> Rules(players=2)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: players=2: expected a whole number, 3 to 1000; two play the ...
    """

    players: int = number(
        4, at_least=3, at_most=MOST, note="two play the Duel (twowaystreet.games.duel)", rule="ST-4"
    )
    decks: int = number(None, at_least=1, at_most=MOST, rule="ST-1")
    jokers: Jokers = choice(Jokers, rule="ST-3")
    exchange: ExchangeRule = choice(ExchangeRule, rule="ST-10")
    named_suit: NamedSuit = choice(NamedSuit, rule="ST-17")
    target: int = number(20, at_least=1, rule="ST-24")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the number of decks, or see whether those given suffice."""
        fewest = -(-self.players * TRICKS // len(pack_of(1, self.jokers)))
        if cast("int | None", self.decks) is None:
            object.__setattr__(self, "decks", fewest)
        elif self.decks < fewest:
            players = f"{self.players} players with ten cards each"
            raise RulesError("decks", self.decks, f"{fewest} or more for {players}", "ST-2")

    @property
    def seats(self) -> int:
        """How many play."""
        return self.players

    @property
    def pack(self) -> Pack:
        """All the cards."""
        return pack_of(self.decks, self.jokers)


@attrs.frozen
class HandData(TwoWayHandData):
    """What is settled before the play.

    Attributes:
        declarations: for each seat what it declared or was forced to; ``None`` if it is yet to.
    """

    declarations: tuple[Declaration | None, ...] = ()


_new_hand_data: Final = fast_constructor(HandData)
_UNDEALT: Final = HandData()


class State(TwoWayState[Rules, HandData, HandScore, "View"]):
    """A game of Two Way Street at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    title: ClassVar = "Two Way Street"
    _dealing_rule: ClassVar = "ST-5"
    _renewed: ClassVar = staticmethod(fast_replace(HandData))

    @property
    def declarations(self) -> tuple[Declaration | None, ...]:
        """What each seat declared, or was forced to; ``None`` for those who are yet to speak."""
        return self._hand_data.declarations or (None,) * self._match.rules.players

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """ST-5, ST-6: ten cards each; the first declarer speaks first."""
        held, stock = self._deal_packets(deal, self.dealer, PACKETS)
        nothing = (None,) * len(held)
        return self._await_move(
            _new_hand_data(held, stock, nothing, (), nothing), DECLARE, self.dealer
        )

    def _declare(self, seat: int, move: Declare) -> Self:
        """ST-7: declare high or low."""
        return self._declared(self._hand_data, seat, DECLARED[move.direction], self._remaining)

    def _declared(
        self, hand_data: HandData, seat: int, declaration: Declaration, remaining: int
    ) -> Self:
        """ST-9: whoever has a direction exchanges before the next player speaks."""
        said = replace_at(hand_data.declarations, seat, declaration)
        after = _new_hand_data(hand_data.held, hand_data.stock, hand_data.exchanged, (), said)
        return self._await_move(after, EXCHANGE, seat, remaining)

    def _exchange(self, seat: int, move: Exchange | Keep) -> Self:
        """ST-9, ST-10: exchange; then the next player speaks, or the first declarer leads."""
        if type(move) is Keep and not self._may_keep:
            raise IllegalMove(move, reasons.NotOffered("ST-10", Exchange.form))
        said = self._hand_data.declarations
        held, stock, exchanged, remaining = self._after_exchange(seat, move)
        hand_data = _new_hand_data(held, stock, exchanged, (), said)
        after = (seat + 1) % len(said)
        if after == self.dealer:
            return self._lead(hand_data, rotation(after, len(said)))
        for declaration, forced in FORCING:
            if 2 * said.count(declaration) > len(said):  # ST-8
                return self._declared(hand_data, after, forced, remaining)
        return self._await_move(hand_data, DECLARE, after, remaining)

    @property
    def _may_keep(self) -> bool:
        return self._match.rules.exchange is _OPTIONAL

    def _exchanges(self, seat: int) -> tuple[Move, ...]:
        found = exchanges(self._hand_data.held[seat])
        return (*found, KEEP) if self._may_keep else found

    _decisions: ClassVar = {
        DECLARE: Decision(
            "a declaration: high or low",
            "ST-7",
            lambda state, seat: DECLARATIONS,
            {Declare: _declare},
        ),
        EXCHANGE: Decision(
            "exchange and two cards",
            "ST-9",
            _exchanges,
            {Exchange: _exchange, Keep: _exchange},
        ),
        NAME: NAMING,
        PLAY: Decision("a card", "ST-12"),
    }

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        said: Any = self._hand_data.declarations  # Any: declarations, as all have spoken
        return score_of(said, tricks_won(tricks, len(said)))


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a game of Two Way Street, or go on with one that was begun elsewhere.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the seat that declares first in the first hand (ST-6).
        scores: every seat's points so far, 0 or more each and less than the target; ``None`` for
            none.
        hands_played: how many hands have been played so far; counts against ``max_hands``.

    Returns:
        A state that waits for its deal.

    Raises:
        SeatError: if the dealer is no seat.
        RulesError: if the scores or the number of hands cannot be.

    >>> new_game(Rules(players=3), dealer=2)
    <Two Way Street: deal, scores 0 0 0>
    """
    rules = checked_rules(Rules, rules)
    return begin_match(
        State, _UNDEALT, rules, dealer, scores, hands_played, at_least=0, rule="ST-24"
    )


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore]):
    """What one seat may know of a state of Two Way Street.

    Attributes:
        rules: the options the game is played with.
        score: the score of the hand just finished, ``None`` until then.
        declarations: what each seat declared, or was forced to.
        exchanged: what the seat itself exchanged; ``None`` for the others.
        has_exchanged: whether each seat has exchanged, or kept all ten; ``None`` until it does.
        stock: the stock from the top, with the cards that the seat itself has put there; ``None``
            for each of the others.
        named: who named which suit after a Joker led, in this hand.
    """

    declarations: tuple[Declaration | None, ...] = public_fact(
        lambda state: state.declarations, "hand_data.declarations"
    )
    has_exchanged: tuple[bool | None, ...] = public_fact(
        lambda state: tuple(one and bool(one.given) for one in state.exchanged),
        "hand_data.exchanged",
    )
    stock: tuple[Card | None, ...] = viewer_fact(
        lambda state, seat: state._stock_seen_by(seat), "hand_data.stock"
    )


GAME: Final = Game(
    name="street",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Two Way Street and its classes."""
