"""The words and facts that Two Way Street and the Duel have in common, also in worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from typing_extensions import TypeVar, override

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import TRICKS, Exchange, NameSuit
from twowaystreet.games._twoway.state import Exchanged, TwoWayView

# Any: the rules, the scores and the phases of each game.
TwoWayViewT = TypeVar("TwoWayViewT", bound=TwoWayView[Any, Any])

TEN: Final = core.spelled(TRICKS)
EXCHANGE_HELP: Final = "You put two cards under the stock and draw its top two."
FOLLOW_HELP: Final = (
    "Follow the suit led if you hold it, with a card of the suit or a Joker of its colour (a plain "
    "Joker fits every suit); else play any card. The Red Joker takes the trick, else another "
    "Joker, else the highest card of the suit led. Aces are high."
)
NAME_HELP: Final = (
    "After a red or black Joker led, the next player with a card of its colour names the suit that "
    "it stands for. After a plain one, the next player with another card names a suit in hand, or "
    "plays a Joker."
)
OPTION_WORDS: Final = MappingProxyType(
    {
        "jokers": core.OptionWords(
            "Jokers in each deck",
            {
                "red_and_black": "A red one and a black one",
                "two_alike": "Two without a colour",
                "one": "One without a colour",
                "none": "No Jokers",
            },
        ),
        "named_suit": core.OptionWords(
            "Suit after a red or black Joker",
            {
                "either": "Any of its colour",
                "held": "One of its colour in the hand of the next player",
            },
        ),
        "target": core.OptionWords(
            "Length of the game", {"10": "Short, to 10", "20": "To 20", "30": "Long, to 30"}
        ),
        "max_hands": core.OptionWords("Most hands", {"none": "No limit", "1": "One hand"}),
    }
)


class TwoWayDisplay(core.Display[TwoWayViewT]):
    verbs: ClassVar[Mapping[Any, str]]
    tasks: ClassVar[Mapping[Any, str]]
    leads: ClassVar[tuple[str, str]]  # the reasons: to the first trick, and to later ones
    hand_size: ClassVar = TRICKS

    @override
    def task(self, view: TwoWayViewT, names: Sequence[str]) -> str:
        if idle := core.idle_task(view, names, self.verbs):
            return idle
        if view.phase in self.tasks:
            return self.tasks[view.phase]
        if view.phase == "exchange":
            return "Choose two cards to exchange with the stock"
        if view.phase == "name":
            joker = view.trick.cards[0]
            if any(not isinstance(move, NameSuit) for move in view.legal_moves or ()):
                return "Name the suit led, or play another Joker"
            the = "Joker" if joker.joker is core.Joker.PLAIN else core.signs_text([joker])
            return f"Name the suit that the {the} stands for"
        first, later = self.leads
        number = len(view.tricks) + 1
        usual = f"You lead trick {number}; {later}"
        lead = f"{first}, so you lead: play any card" if number == 1 else usual
        return core.play_task(view, lead=lead)

    @override
    def option(
        self, view: TwoWayViewT, names: Sequence[str], move: core.Move
    ) -> core.Option | None:
        if not isinstance(move, NameSuit):
            return None
        note = self.held_text(view.hand or (), move.suit)
        return core.Option(move, f"{move.suit.sign} {move.suit.word}", note=note)

    @override
    def move_text(self, move: core.Move) -> str:
        return core.text_in_order(move)

    @override
    def tell_move(self, step: core.Step[TwoWayViewT]) -> str:
        if isinstance(step.move, NameSuit):
            return f"name {step.move.suit.word} as the suit led"
        if step.before.phase != "exchange":
            return super().tell_move(step)
        exchanged = step.after.exchanged[step.seat]
        if exchanged is None:
            return "exchange two cards"
        given, drawn = map(core.set_text, (exchanged.given, exchanged.drawn))
        return f"exchange {given}, drawing {drawn}"

    @override
    def slots(self, view: TwoWayViewT) -> tuple[int, ...]:
        return (2,) if any(isinstance(move, Exchange) for move in view.legal_moves or ()) else ()

    @override
    def slot_labels(self, view: TwoWayViewT) -> Sequence[str]:
        return ("put away",) * len(self.slots(view))

    @override
    def facts(self, view: TwoWayViewT, names: Sequence[str]) -> Iterator[core.Fact]:
        """Yield the suit that a Joker led stands for (ST-16); text has it beside the card."""
        if view.trick.cards and view.trick.cards[0].joker and view.trick.led:
            yield core.Fact("", view.trick.led, words="led for")

    @override
    def rows(self, view: TwoWayViewT, seat: int) -> Iterator[core.Row]:
        """Yield the cards that the viewer has put under the stock, until the play begins (ST-9)."""
        exchanged = view.exchanged[seat]
        if exchanged and exchanged.given and not (view.tricks or view.trick.cards):
            yield core.Row("put away", exchanged.given)


# Any: the states of either game after the deal and after the last trick.
def hand_in_lines(
    dealt: Any, over: Any, said: Sequence[tuple[str, ...]], remark: str
) -> Iterator[str]:
    """Yield the hands, what each player said and exchanged, the tricks, and a remark."""
    names = core.Example.players[: len(said)]
    yield ""
    yield from core.columns(
        (name, core.text_of(hand)) for name, hand in zip(names, dealt.hands, strict=True)
    )
    yield ""
    yield from core.columns(
        (name, *words, _exchange(done))
        for name, words, done in zip(names, said, over.exchanged, strict=True)
    )
    yield ""
    tricks: Sequence[core.Trick] = over.tricks
    for number, trick in enumerate(tricks, start=1):
        assert trick.winner is not None
        leader, winner = core.Example.players[trick.leader], core.Example.players[trick.winner]
        cards = "  ".join(f"{card!s:<3}" for card in trick.cards)
        yield f"{number:>2}  {leader:<5} leads  {cards}  to {winner}"
    yield from ("", *remark.splitlines(), "")


def _exchange(done: Exchanged | None) -> str:
    if done is None:
        return ""
    given, drawn = map(core.text_of, (done.given, done.drawn))
    return f"gives {given} for {drawn}" if given else "keeps all ten"
