"""The words and facts of Two Way Street: declarations, exchanges, the penalty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet._display.choices import Option, ScoreRow
from twowaystreet._display.lines import padded, plain, width_of
from twowaystreet._display.option_words import OptionWords
from twowaystreet._display.values import NOTHING, Effect, Fact, HandEnd, Row, SeatFact, Step, count
from twowaystreet.errors import RulesError
from twowaystreet.games._twoway.display import (
    EXCHANGE_HELP,
    FOLLOW_HELP,
    NAME_HELP,
    OPTION_WORDS,
    TELL_EXCHANGE,
    TwoWayDisplay,
    named_suit,
    put_away,
)
from twowaystreet.games._twoway.moves import Direction
from twowaystreet.games.street.choice_words import options_of, row_of, task_of
from twowaystreet.games.street.rules import Phase
from twowaystreet.games.street.scoring import (
    Case,
    Declaration,
    HandScore,
    SeatScore,
    said_in_turn,
    score,
)
from twowaystreet.games.street.state import View

_EXCHANGED: Final = {True: "exchanged", False: "kept all"}
_PENALTIES: Final = {
    Case.A: "the third best count",
    Case.B: "the fourth best count, as the second and the third are equal",
    Case.C: "the second best count, which several have",
    Case.D: "as the highest count is that of several",
}
_TYPED: Final = {
    word: each.direction
    for each in Declaration
    for word in (each.lower(), each.direction.value, each.direction[0])
}
"""The directions by the words that people type."""
_HOW_TO_PLAY: Final[tuple[str, ...]] = (
    "Everybody gets ten cards; the rest is the stock. In turn you say high, if you want tricks, or "
    "low, if you avoid them. Then you put two cards under the stock and draw its top two. Once "
    "more than half of all players have said the same, those after them must go the other way.",
    "There are ten tricks. The first to declare leads the first, the next player the second, and "
    "so on, whoever takes them. Follow the suit led if you hold it, with a card of the suit or a "
    "Joker of its colour (a plain Joker fits every suit); else play any card. The Red Joker takes "
    "the trick, else another Joker, else the highest card of the suit led. Aces are high.",
    "After a red or black Joker led, the next player with a card of its colour names the suit that "
    "it stands for. After a plain one, the next player with another card names a suit in hand, or "
    "plays a Joker.",
    "Your count is your number of tricks if you went high. If you went low, it is a number minus "
    "your tricks: 8 with three players, 6 with four, 5 with five, 4 with six, 3 with seven or "
    "eight, 2 with nine or ten, 1 with more. A penalty, mostly the third best count, is taken from "
    "all counts. The rest, if above 0, counts twice, or three times if you were forced.",
    "The game ends when somebody has the target. The most points win.",
)
_PHASE_HELP: Final = {
    Phase.DECLARE: (
        "High wants tricks, low avoids them. Once more than half of the players have declared "
        "the same, the rest are forced the other way, and their counts are tripled instead of "
        "doubled."
    ),
    Phase.EXCHANGE: EXCHANGE_HELP,
    Phase.NAME: NAME_HELP,
    Phase.PLAY: (
        f"{FOLLOW_HELP} "
        "The Red Joker takes the trick, else another Joker, else the highest card of the suit "
        "led."
    ),
}


class StreetDisplay(TwoWayDisplay[View]):
    """The words and facts of Two Way Street."""

    sheet_legend: ClassVar = (
        "H high or L low, D declared or F forced, count - penalty : rest; below it the total"
    )
    summary: ClassVar = (
        "Say whether you want many tricks or few, and exchange two cards. Only about half of you "
        "may go the same way."
    )
    emblem: ClassVar = "R* B* AS QH 7D"
    how_to_play: ClassVar = _HOW_TO_PLAY
    phase_help: ClassVar = _PHASE_HELP
    hand_size: ClassVar = 10
    own_shelf_size: ClassVar = 2
    hand_form: ClassVar = (
        "high or low and the number of tricks of each player, such as H 4 L 0 L 0 H 6; "
        "the dealer declares first"
    )
    score_help: ClassVar = _HOW_TO_PLAY[3]
    hints: ClassVar = {
        Phase.DECLARE: ("Say high with many aces, kings and Jokers, low with small cards.",),
        Phase.EXCHANGE: ("Put away the cards that go against what you said.",),
        Phase.PLAY: ("No trumps. The lead goes round the table, whoever takes the trick.",),
    }
    none_means: ClassVar = {"decks": "as few as the players need"}
    option_words: ClassVar = {
        **OPTION_WORDS,
        "players": OptionWords("Players", {"3": "Three", "4": "Four", "5": "Five", "6": "Six"}),
        "decks": OptionWords("Decks of cards", {"none": "As few as the players need"}),
        "exchange": OptionWords(
            "Exchange",
            {
                "obligatory": "Everybody exchanges two cards",
                "optional": "A player may keep all ten cards",
            },
        ),
    }

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        words = re.findall(r"[a-z]+|[0-9]+|[^\s,]", line.lower())
        if len(words) != 2 * len(view.scores):
            raise ValueError
        said = said_in_turn([_TYPED[word] for word in words[::2]], view.dealer)
        known = zip(words[::2], said or (), strict=False)
        if said is None or any(len(word) == 2 and word != each.lower() for word, each in known):
            expected = "forced ones exactly after more than half of all players said the other one"
            raise RulesError("directions", line, expected, "ST-8")
        return score(said, [int(word) for word in words[1::2]])

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[SeatFact]:
        """Yield the declaration of a seat, and in the exchange whether it exchanged."""
        made, exchanged = view.declarations[seat], view.has_exchanged[seat]
        if made is None:
            yield SeatFact("declared", NOTHING)
        else:
            declared = f"{made.direction}{', forced' if made.forced else ''}"
            yield SeatFact("declared", declared, declared)
        if exchanged is not None and view.phase is Phase.EXCHANGE:
            yield SeatFact(words=_EXCHANGED[exchanged])

    @override
    def rows(self, view: View, seat: int) -> Iterator[Row]:
        return put_away(view, seat)

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[Fact]:
        """Yield the stock, while players draw from it, and the suit that a Joker stands for."""
        if view.phase in (Phase.DECLARE, Phase.EXCHANGE):
            yield Fact("stock", count(view.stock_size or 0, "card"), words="")
        yield from named_suit(view)

    @override
    def describe_move(self, step: Step[View]) -> str:
        """Describe a move in words, with the known drawn cards and a forced direction."""
        described = super().describe_move(step)
        made = step.after.declarations[step.seat]
        if step.before.phase is not Phase.EXCHANGE or made is None or not made.forced:
            return described
        return f"{described}, forced to go {made.direction}"

    @override
    def tell_move(self, step: Step[View]) -> str:
        """Describe a declaration, an exchange with a forced direction, or another move."""
        if step.before.phase is Phase.DECLARE:
            return f"declare {step.text}"
        if step.before.phase is not Phase.EXCHANGE:
            return super().tell_move(step)
        made = step.after.declarations[step.seat]
        exchanged = step.after.has_exchanged[step.seat]
        action = TELL_EXCHANGE if exchanged else "keep all ten cards"
        return f"{action}, forced to go {made.direction}" if made and made.forced else action

    @override
    def explain_score(self, view: View, names: Sequence[str]) -> Iterator[str]:
        """Explain the penalty, and the points of each seat."""
        score = view.score
        assert score is not None
        yield f"Penalty {score.penalty}: {_PENALTIES[score.case]} (ST-21, case {score.case})"
        width = max(width_of((name,)) for name in names)
        for name, seat in zip(names, score.seats, strict=True):
            yield f"  {plain(padded((name,), width))}  {_calculation(seat)}"

    @override
    def wants_tricks(self, view: View) -> bool | None:
        assert view.seat is not None
        declaration = view.declarations[view.seat]
        return None if declaration is None else declaration.direction is Direction.HIGH

    @override
    def effects(self, view: View, end: HandEnd) -> list[Effect]:
        return [Effect("score points", end.score.seats[view.seat].points > 0, good=True)]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        return task_of(view, names)

    @override
    def options(self, view: View, names: Sequence[str]) -> Sequence[Option]:
        """Return high and low, a hand kept whole, or the suits to name."""
        return list(options_of(view, names))

    @override
    def score_rows(self, view: View, names: Sequence[str]) -> Sequence[ScoreRow]:
        """Return the sum of each seat in words (ST-20 to ST-23)."""
        assert view.score is not None
        return [row_of(seat) for seat in view.score.seats]

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> Sequence[str]:
        """Explain the penalty (ST-21)."""
        assert view.score is not None
        return [f"Everybody's penalty is {view.score.penalty}, {_PENALTIES[view.score.case]}"]


def _calculation(seat: SeatScore) -> str:
    """Explain a seat's points in words (ST-20 to ST-23)."""
    tricks = count(seat.tricks, "trick")
    high = seat.direction is Direction.HIGH
    counted = tricks if high else f"{seat.raw + seat.tricks} - {tricks}"
    rest = seat.raw - seat.penalty
    if rest > 0:
        note = ", tripled" if seat.forced else ", doubled"
    elif seat.points:
        note = ", forced and in the tie"
    else:
        note = ", which counts as 0" if rest else ""
    came_about = "forced" if seat.forced else "declared"
    return (
        f"{seat.direction}, {came_about}: {counted} - penalty {seat.penalty} = {rest}{note}: "
        f"{count(seat.points, 'point')}"
    )


DISPLAY: Final = StreetDisplay()
