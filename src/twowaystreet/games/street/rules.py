"""The options and phases of Two Way Street."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, cast

import attrs

from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine import moves
from twowaystreet._core.engine.fields import number, word, worded
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.games._twoway.cards import TRICKS, Jokers, pack_of
from twowaystreet.games._twoway.rules import NamedSuit

MOST: Final = 1000
"""The greatest number of players and of decks, so that a loaded game cannot use all memory."""


class ExchangeRule(StrEnum):
    """The duty to exchange two cards, or the choice (ST-10)."""

    OBLIGATORY = "obligatory"
    OPTIONAL = "optional"


class Phase(moves.Phase):
    """The phases of Two Way Street."""

    DEAL = "deal"
    DECLARE = "declare"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
DECLARE: Final = Phase.DECLARE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Two Way Street.

    Args:
        players: the number of players, 3 to 1000 (ST-4).
        decks: the number of decks, at most 1000; by default as few as give each player ten
            cards (ST-1, ST-2).
        jokers: the Jokers of each deck (ST-3).
        exchange: ``obligatory`` or ``optional`` (ST-10).
        named_suit: the suits that a player may name after a coloured Joker led (ST-17).
        target: the number of points that ends the game, 1 to a billion (ST-24).
        max_hands: the greatest number of hands; ``None`` for no limit (AL-2).

    Raises:
        RulesError: if the value of an option is impossible, or there are too few cards.

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
    jokers: Jokers = worded(default=Jokers.RED_AND_BLACK, converter=word, metadata={"rule": "ST-3"})
    exchange: ExchangeRule = worded(
        default=ExchangeRule.OBLIGATORY, converter=word, metadata={"rule": "ST-10"}
    )
    named_suit: NamedSuit = worded(
        default=NamedSuit.EITHER, converter=word, metadata={"rule": "ST-17"}
    )
    target: int = number(20, at_least=1, rule="ST-24")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the number of decks, or check the given number."""
        fewest = -(-self.players * TRICKS // len(pack_of(1, self.jokers)))
        if cast("int | None", self.decks) is None:
            object.__setattr__(self, "decks", fewest)
        elif self.decks < fewest:
            players = f"{self.players} players with ten cards each"
            raise RulesError("decks", self.decks, f"{fewest} or more for {players}", "ST-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def pack(self) -> Pack:
        """All the cards."""
        return pack_of(self.decks, self.jokers)
