"""The words and facts that Two Way Street and the Duel have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, Final

from typing_extensions import TypeVar, override

from twowaystreet._display.display import Display
from twowaystreet._display.lines import signed
from twowaystreet._display.option_words import OptionWords
from twowaystreet._display.signs import signs_text
from twowaystreet._display.values import Fact, Row, Step
from twowaystreet.games._twoway.choice_words import exchange_slots
from twowaystreet.games._twoway.moves import Exchange, NameSuit
from twowaystreet.games._twoway.state import TwoWayView

# Any: the rules and the scores of each game.
TwoWayViewT = TypeVar("TwoWayViewT", bound=TwoWayView[Any, Any])

EXCHANGE_HELP: Final = "Two cards of yours go under the stock, and you draw its top two."
NAME_HELP: Final = (
    "A Joker was led and you hold a card of a suit that it stands for: name the suit led, "
    "then play. On a plain Joker you may play another one instead."
)
FOLLOW_HELP: Final = (
    "Follow the suit led if you can; a Joker of its colour, or a plain one, follows too."
)
TELL_EXCHANGE: Final = "exchange two cards"
OPTION_WORDS: Final = MappingProxyType(
    {
        "jokers": OptionWords(
            "Jokers in each deck",
            {
                "red_and_black": "A red one and a black one",
                "two_alike": "Two without a colour",
                "one": "One without a colour",
                "none": "No Jokers",
            },
        ),
        "named_suit": OptionWords(
            "Suit after a red or black Joker",
            {
                "either": "Any of its colour",
                "held": "One of its colour in the hand of the next player",
            },
        ),
        "target": OptionWords(
            "Length of the game",
            {"10": "Short, to 10", "20": "To 20", "30": "Long, to 30"},
        ),
        "max_hands": OptionWords("Most hands", {"none": "No limit", "1": "One hand"}),
    }
)
"""The words of the options that both games have."""


class TwoWayDisplay(Display[TwoWayViewT]):
    """The words and facts of both games."""

    @override
    def describe_move(self, step: Step[TwoWayViewT]) -> str:
        """Describe an exchange with the drawn cards, if known, and a named suit in words."""
        if isinstance(step.move, NameSuit):
            return _naming(step.move)
        exchanged = step.after.exchanged[step.seat]
        if not isinstance(step.move, Exchange) or exchanged is None:
            return signed(step.text)
        return f"{signed(step.text)}, drawing {signs_text(sorted(exchanged.drawn))}"

    @override
    def tell_move(self, step: Step[TwoWayViewT]) -> str:
        """Describe a named suit in words."""
        if isinstance(step.move, NameSuit):
            return _naming(step.move)
        return super().tell_move(step)

    @override
    def slots(self, view: TwoWayViewT) -> tuple[int, ...]:
        """Return the places for the two cards of an exchange (ST-9)."""
        return exchange_slots(view.legal_moves)

    @override
    def slot_labels(self, view: TwoWayViewT) -> Sequence[str]:
        return ("put away",) * len(self.slots(view))


def _naming(move: NameSuit) -> str:
    return f"name {move.suit.word} as the suit led"


# Any: as above.
def named_suit(view: TwoWayView[Any, Any]) -> Iterator[Fact]:
    """Yield the suit led, if a Joker was led and a suit has been named (ST-16).

    Text has it beside the card.
    """
    if view.trick.cards and view.trick.cards[0].joker and view.trick.led:
        yield Fact("", view.trick.led, words="led for")


def put_away(view: TwoWayView[Any, Any], seat: int) -> Iterator[Row]:
    """Yield the cards that the viewer has put under the stock, until the play begins (ST-9)."""
    exchanged = view.exchanged[seat]
    if exchanged and exchanged.given and not (view.tricks or view.trick.cards):
        yield Row("put away", exchanged.given)
