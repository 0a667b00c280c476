"""The words and facts of Twos: the high cards among the tricks, and the twos that were caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Final

from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.twos.rules import ONE_BY_ONE, Phase
from twowaystreet.games.twos.score import HONOURS, PRICE, Catch, HandScore, score, scored
from twowaystreet.games.twos.state import View

_FOR_TWO, _FOR_THREE = (
    core.count(PRICE[rank], "point") for rank in (core.Rank.TWO, core.Rank.THREE)
)
_PLAY: Final = (
    "Follow the suit led if you can. The twos are wild: you may play one at any time, even if you "
    "can follow suit. The first two in a trick takes it, unless the three of its suit is in the "
    "same trick, before or after the two: then that three takes the trick. Without twos the "
    "highest card of the suit led takes it. A two also belongs to its suit: if it is your only "
    "card of the suit led, play it or another two."
)
_SCORE: Final = (
    "Each ace, king, queen and jack in your tricks is a point. If you take a trick with a two, you "
    f"catch every other player's two in it, for {_FOR_TWO} from that player to you. If you take it "
    f"with a three, you catch every other player's two in it for {_FOR_THREE}."
)


class TwosDisplay(core.Display[View]):
    """The words and facts of Twos."""

    sheet_legend: ClassVar = "honours + caught - lost : points; below it the total"
    summary: ClassVar = (
        "Every two is wild and takes the trick, unless the three of its suit catches it."
    )
    emblem: ClassVar = "2H 2S 3H AD QC"
    how_to_play: ClassVar[tuple[str, ...]] = (
        f"Four players get {len(ONE_BY_ONE)} cards each, and play for themselves. The player at "
        "the dealer's left leads first; whoever takes a trick leads the next. Aces are high.",
        _PLAY,
        _SCORE,
        "The game ends after the agreed number of hands, or when somebody has the target if there "
        "is one. The most points win.",
    )
    phase_help: ClassVar = {Phase.PLAY: f"{_PLAY} {_SCORE}"}
    hand_form: ClassVar = (
        "the aces, kings, queens and jacks of each player, then for each two that was caught its "
        "catcher, its player and the rank that caught it, such as 7 3 6 0; Ann Derek 3"
    )
    score_help: ClassVar = _SCORE
    hints: ClassVar = {
        Phase.PLAY: (
            "A two is wild: play it at any time, and take nearly any trick.",
            "Aces, kings, queens and jacks that you take are honours: a point each.",
            f"A three takes the two of its suit, for {_FOR_THREE}.",
        )
    }
    option_words: ClassVar = {
        "target": core.OptionWords(
            "Points that end the game",
            {"none": "No target", "20": "Short, 20", "40": "40", "60": "Long, 60"},
        ),
        "max_hands": core.OptionWords(
            "Most hands", {"none": "No limit", "1": "One", "4": "Four", "8": "Eight"}
        ),
    }

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        honours, *caught = line.split(";")
        catches = [
            core.words_of(each) if "," in each else each.strip().rsplit(maxsplit=2)
            for each in caught
        ]
        return score(
            [*map(core.typed_number, core.words_of(honours))],
            [(seat_of(by), seat_of(victim), rank) for by, victim, rank in catches],
        )

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        won = [trick.cards for trick in view.tricks if trick.winner == seat]
        honours = sum((core.mask_of(cards) & HONOURS).bit_count() for cards in won)
        caught = sum(catch.points for catch in view.catches if catch.catcher == seat)
        lost = sum(catch.points for catch in view.catches if catch.victim == seat)
        yield core.SeatFact("honours", honours, core.count(honours, "honour") if honours else "")
        yield core.SeatFact("caught", caught, None if caught else "")
        yield core.SeatFact("lost", lost, None if lost else "")

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        for catch in _described(view.catches, names):
            yield core.Fact("catch", catch, words="")

    @override
    def describe_events(self, before: View, after: View, names: Sequence[str]) -> list[str]:
        return [*_described(after.catches[len(before.catches) :], names)]

    @override
    def effects(self, view: View, end: core.HandEnd) -> list[core.Effect]:
        assert view.seat is not None
        points = [scored([trick]).points[view.seat] for trick in end.tricks]
        number, own_score = len(view.tricks), end.score.seats[view.seat]
        cards = tws.cards_of(end.move) if end.move else ()
        now = [trick for trick in end.tricks[number : number + 1] if trick.winner != view.seat]
        own = core.mask_of([card for each in now for card in cards if card in each.cards])
        return [
            core.Effect("get {} points in this trick", sum(points[number : number + 1]), good=True),
            core.Effect("get {} points in later tricks", sum(points[number + 1 :]), good=True),
            core.Effect("lose a two to another player", own_score.lost > 0, good=False),
            core.Effect("catch a two", own_score.caught > 0, good=True),
            core.Effect("give an honour to another player", bool(own & HONOURS), good=False),
        ]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        return core.idle_task(view, names) or core.play_task(view, wild="the wild ")

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        own = score.seats[seat]
        parts = [core.count(own.honours, "honour")]
        if caught := [catch.catcher for catch in score.catches].count(seat):
            parts.append(f"caught {core.count(caught, 'two')} (+{own.caught})")
        if lost := [catch.victim for catch in score.catches].count(seat):
            parts.append(f"lost {core.count(lost, 'two')} (-{own.lost})")
        return core.ScoreRow(", ".join(parts), "TW-9" if len(parts) > 1 else "TW-8")

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> list[str]:
        assert view.score is not None
        return list(map(core.sentence, _described(view.score.catches, names)))


def _described(catches: Iterable[Catch], names: Sequence[str]) -> Iterator[str]:
    for catch in catches:
        whose = core.possessive(names[catch.victim])
        two = f"catch a two of {'yours' if whose == 'your' else whose} with a {catch.by.word}"
        yield f"{core.does(names[catch.catcher], two)}: {core.count(catch.points, 'point')}"


DISPLAY: Final = TwosDisplay()
