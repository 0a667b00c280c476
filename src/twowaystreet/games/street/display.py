"""The words and facts of Two Way Street: declarations, exchanges, the penalty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import display as twoway
from twowaystreet.games._twoway.display import TEN
from twowaystreet.games._twoway.rules import Declare, Direction, Keep
from twowaystreet.games.street.rules import FORCING, MOST, Declaration, Phase
from twowaystreet.games.street.score import FACTOR, LOW_MINUEND, Case, HandScore, low_minuend, score
from twowaystreet.games.street.state import View

_EXCHANGED: Final = {True: "exchanged", False: "kept all"}
_PENALTIES: Final = {
    Case.A: "the third best count",
    Case.B: "the fourth best count, as the second and third are equal",
    Case.C: "the second best count, which several have",
    Case.D: "as several have the best count",
}
_DECLARE: Final = (
    "In turn you say high or low. High wants tricks, low avoids them. Once more than half of all "
    "players have said the same, those after them must go the other way."
)
_MINUENDS: Final = ", ".join(
    f"{minuend} with {core.listed(map(core.spelled, same), 'or')}"
    for minuend, same in groupby(LOW_MINUEND, low_minuend)
)
_DECLARED, _FORCED = (
    {2: "twice"}.get(FACTOR[said], f"{core.spelled(FACTOR[said])} times")
    for said in (Declaration.LOW_DECLARED, Declaration.LOW_FORCED)
)
_SCORE: Final = (
    "Your count is your number of tricks if you went high. If you went low, it is a number minus "
    f"your tricks, by the number of players: {_MINUENDS}, {low_minuend(MOST)} with more. A "
    "penalty, mostly the third best count, is taken from all counts. The rest, if above 0, counts "
    f"{_DECLARED}, or {_FORCED} if you were forced."
)


class StreetDisplay(twoway.TwoWayDisplay[View]):
    """The words and facts of Two Way Street."""

    verbs: ClassVar = {Phase.DECLARE: "declare high or low", Phase.EXCHANGE: "exchange two cards"}
    tasks: ClassVar = {Phase.DECLARE: "Declare high for many tricks, or low for few"}
    leads: ClassVar = ("You declared first", "the lead moves to the left")
    sheet_legend: ClassVar = (
        "H high or L low, D declared or F forced, count - penalty : rest; below it the total"
    )
    summary: ClassVar = (
        "Say whether you want many tricks or few, and exchange two cards. Only about half of you "
        "may go the same way."
    )
    emblem: ClassVar = "R* B* AS QH 7D"
    how_to_play: ClassVar[tuple[str, ...]] = (
        f"Everybody gets {TEN} cards; the rest is the stock. {_DECLARE} {twoway.EXCHANGE_HELP}",
        f"There are {TEN} tricks. The first to declare leads the first, the next player the second "
        f"and so on, whoever takes them. {twoway.FOLLOW_HELP}",
        twoway.NAME_HELP,
        _SCORE,
        "The game ends when somebody has the target. The most points win.",
    )
    phase_help: ClassVar = {
        Phase.DECLARE: _DECLARE,
        Phase.EXCHANGE: twoway.EXCHANGE_HELP,
        Phase.NAME: twoway.NAME_HELP,
        Phase.PLAY: twoway.FOLLOW_HELP,
    }
    own_shelf_size: ClassVar = 2
    hand_form: ClassVar = (
        "high or low and the number of tricks of each player, such as H 4 L 0 L 0 H 6; "
        "the dealer declares first"
    )
    score_help: ClassVar = _SCORE
    hints: ClassVar = {
        Phase.DECLARE: ("Say high with many aces, kings and Jokers, low with small cards.",),
        Phase.EXCHANGE: ("Put away the cards that go against what you said.",),
        Phase.PLAY: ("No trumps. The lead goes round the table, whoever takes the trick.",),
    }
    none_means: ClassVar = {"decks": "as few as the players need"}
    option_words: ClassVar = {
        **twoway.OPTION_WORDS,
        "players": core.OptionWords(
            "Players", {"3": "Three", "4": "Four", "5": "Five", "6": "Six"}
        ),
        "decks": core.OptionWords("Decks of cards", {"none": "As few as the players need"}),
        "exchange": core.OptionWords(
            "Exchange",
            {
                "obligatory": "Everybody exchanges two cards",
                "optional": f"A player may keep all {TEN} cards",
            },
        ),
    }

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        words = re.findall(r"[A-Za-z]+|-?[0-9]+|[^\s,]", line)
        if len(words) != 2 * len(view.scores):
            raise ValueError
        return score(words[::2], [*map(core.typed_number, words[1::2])], dealer=view.dealer)

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        made, exchanged = view.declarations[seat], view.has_exchanged[seat]
        if made is None:
            yield core.SeatFact("declared", "-")
        else:
            declared = f"{made.direction}{', forced' if made.forced else ''}"
            yield core.SeatFact("declared", declared, declared)
        if exchanged is not None and view.phase is Phase.EXCHANGE:
            yield core.SeatFact(words=_EXCHANGED[exchanged])

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        if view.phase in (Phase.DECLARE, Phase.EXCHANGE):
            yield core.Fact("stock", core.count(view.stock_size or 0, "card"), words="")
        yield from super().facts(view, names)

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        if step.before.phase is Phase.DECLARE:
            return f"declare {step.text}"
        if step.before.phase is not Phase.EXCHANGE:
            return super().tell_move(step)
        made = step.after.declarations[step.seat]
        exchanged = step.after.has_exchanged[step.seat]
        action = super().tell_move(step) if exchanged else f"keep all {TEN} cards"
        return f"{action}, forced to go {made.direction}" if made and made.forced else action

    @override
    def wants_tricks(self, view: View) -> bool | None:
        assert view.seat is not None
        said = view.declarations[view.seat]
        return None if said is None else said.direction is Direction.HIGH

    @override
    def effects(self, view: View, end: core.HandEnd) -> list[core.Effect]:
        return [core.Effect("score points", end.score.seats[view.seat].points > 0, good=True)]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        usual = super().task(view, names)
        if view.seat is None or view.actor != view.seat or view.phase is not Phase.EXCHANGE:
            return usual
        made = view.declarations[view.seat]
        forced = made is not None and made.forced and made.direction
        if not any(isinstance(move, Keep) for move in view.legal_moves or ()):
            return f"You are forced {forced}: c{usual[1:]}" if forced else usual
        if forced:
            return f"Forced {forced}: exchange two cards, or keep all {TEN}"
        return f"{usual}, or keep all {TEN}"

    @override
    def option(self, view: View, names: Sequence[str], move: core.Move) -> core.Option | None:
        if isinstance(move, Keep):
            return core.Option(move, f"Keep all {TEN}", note="Your hand stays as it is")
        if not isinstance(move, Declare):
            return super().option(view, names, move)
        direction, players = move.direction, len(view.scores)
        made_by = zip(names, view.declarations, strict=True)
        same = [name for name, made in made_by if made and made.direction is direction]
        note = (
            "You want tricks: each counts one"
            if direction is Direction.HIGH
            else f"You avoid tricks: your count is {low_minuend(players)} minus your tricks"
        )
        for declaration, forced in FORCING:
            if declaration.direction is direction:
                said = 1 + view.declarations.count(declaration)
                if 2 * said > players and view.declarations.count(None) > 1:
                    note += f"; all after you must then go {forced.direction}"
        text = str(direction).capitalize()
        return core.Option(move, text, note=note, big=True, badge=self.chosen_by(same))

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        own = score.seats[seat]
        tricks = core.count(own.tricks, "trick")
        is_high = own.direction is Direction.HIGH
        start = tricks if is_high else f"{own.raw + own.tricks} minus {tricks}"
        rest = own.raw - own.penalty
        penalty = f"minus penalty {own.penalty}" if own.penalty >= 0 else f"plus {-own.penalty}"
        sum_of = f"{own.direction}: {start} {penalty} is {rest}"
        if rest > 0:
            forced = ", forced" if own.forced else ""
            factor = FACTOR[own.declaration]
            return core.ScoreRow(f"{sum_of}, times {factor}{forced}", "ST-23")
        if own.points:
            points = core.count(own.points, "point")
            return core.ScoreRow(f"{sum_of}; forced and in the tie: {points}", "ST-21")
        return core.ScoreRow(f"{sum_of}, which counts as 0" if rest else sum_of, "ST-23")

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> Sequence[str]:
        assert view.score is not None
        penalty = view.score.penalty
        number = f"{penalty} (adds {-penalty})" if penalty < 0 else f"{penalty}"
        counts = f"High counts tricks, low {low_minuend(len(names))} minus tricks"
        return [f"Penalty for all: {number}, {_PENALTIES[view.score.case]}", counts]


DISPLAY: Final = StreetDisplay()
