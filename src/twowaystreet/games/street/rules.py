"""The options and phases of Two Way Street, and its declarations."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, cast

import attrs

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import TRICKS, Direction, Jokers, NamedSuit, pack_of

FEWEST: Final = 3  # the least number of players (ST-4)
MOST: Final = 1000
"""The greatest number of players and of decks, so that a loaded game cannot use all memory."""


class ExchangeRule(StrEnum):
    """The duty to exchange two cards, or the choice (ST-10)."""

    OBLIGATORY = "obligatory"
    OPTIONAL = "optional"


class Phase(core.Phase):
    """The phases of Two Way Street."""

    DEAL = "deal"
    DECLARE = "declare"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
DEAL, DECLARE, EXCHANGE, NAME, PLAY, HAND_OVER, GAME_OVER = Phase


@attrs.frozen(kw_only=True)
class Rules(core.Value):
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
    twowaystreet.RulesError: players=2: expected a whole number, 3 to 1000; two play the ...
    """

    players: int = core.number(
        4,
        at_least=FEWEST,
        at_most=MOST,
        note="two play the Duel (twowaystreet.games.duel)",
        rule="ST-4",
    )
    decks: int = core.number(None, at_least=1, at_most=MOST, rule="ST-1")
    jokers: Jokers = core.worded(
        default=Jokers.RED_AND_BLACK, converter=core.word, metadata={"rule": "ST-3"}
    )
    exchange: ExchangeRule = core.worded(
        default=ExchangeRule.OBLIGATORY, converter=core.word, metadata={"rule": "ST-10"}
    )
    named_suit: NamedSuit = core.worded(
        default=NamedSuit.EITHER, converter=core.word, metadata={"rule": "ST-17"}
    )
    target: int = core.number(20, at_least=1, rule="ST-24")
    max_hands: int | None = core.number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the number of decks, or check the given number."""
        fewest = -(-self.players * TRICKS // len(pack_of(1, self.jokers)))
        if cast("int | None", self.decks) is None:
            object.__setattr__(self, "decks", fewest)
        elif self.decks < fewest:
            players = f"{self.players} players with {core.spelled(TRICKS)} cards each"
            raise core.RulesError("decks", self.decks, f"{fewest} or more for {players}", "ST-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def pack(self) -> core.Pack:
        """All the cards."""
        return pack_of(self.decks, self.jokers)


class Declaration(StrEnum):
    """A player's direction, declared or forced, as the score sheet writes it (ST-25).

    >>> Declaration.LOW_FORCED, Declaration("HD").direction
    (<Declaration.LOW_FORCED: 'LF'>, <Direction.HIGH: 'high'>)
    """

    HIGH_DECLARED = "HD"
    LOW_DECLARED = "LD"
    HIGH_FORCED = "HF"
    LOW_FORCED = "LF"

    @property
    def direction(self) -> Direction:
        """High or low."""
        return Direction.HIGH if self.value[0] == "H" else Direction.LOW

    @property
    def forced(self) -> bool:
        """True if the others' declarations forced the direction (ST-8)."""
        return self.value[1] == "F"


DECLARED: Final = MappingProxyType(
    {declaration.direction: declaration for declaration in Declaration if not declaration.forced}
)

FORCING: Final = (
    (Declaration.HIGH_DECLARED, Declaration.LOW_FORCED),
    (Declaration.LOW_DECLARED, Declaration.HIGH_FORCED),
)
"""A declaration, and the one it forces on the rest when more than half have made it (ST-8)."""
