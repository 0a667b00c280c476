"""The display of Brag: the pot, the hands laid with their kinds, and the cards shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from twowaystreet._cards.cards import RANKS, Card, text_of
from twowaystreet._engine.moves import Move
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import Each, GameUI
from twowaystreet._text.output import Column, Line, grouped, joined, phrase
from twowaystreet._views.views import AnyView
from twowaystreet.games import brag
from twowaystreet.games.brag import Lay, Outcome, Phase

_NUMBERS: Final = {2: "two", 3: "three"}
_ORDER: Final = ("best", "second", "third")


def show_cards(cards: Iterable[Card], bright: Iterable[Card] | None = None) -> Line:
    """Return a line of cards from the lowest rank up, with a gap between the ranks."""
    ascending = sorted(cards, key=lambda card: (card.index % RANKS, card.index))
    return grouped(ascending, lambda card: card.rank, bright)


def best_first(hands: Iterable[Sequence[Card]], rules: brag.Rules) -> list[brag.HandOfThree]:
    """Return hands of three in the order in which they are compared (BR-9)."""
    ranked = [brag.rank_hand(hand, rules) for hand in hands]
    return sorted(ranked, key=lambda hand: hand.worth, reverse=True)


def columns(view: AnyView) -> list[Column]:
    """Return columns of the hands laid, as far as the viewer knows them.

    After the showing there is a column for the best hands, one for the second ones and so on, and
    a star marks the best of each.
    """
    assert isinstance(view, brag.View)
    if isinstance(view.score, brag.HandScore) and view.score.best:
        return _showing(view.score)
    if any(view.shown):
        return [Column("shown", [joined(cards) for cards in view.shown])]
    return [Column("laid", [_laid(view, seat) for seat in range(len(view.scores))])]


def _showing(score: brag.HandScore) -> list[Column]:
    """Return the columns of the hands, and of the points or best hands that decide the pot."""
    hands = [
        Column(
            f"{_ORDER[place]} hand",
            [
                (*joined(seat.hands[place].cards), f" {seat.hands[place].kind}")
                + (("*",) if seat.best[place] else ())
                for seat in score.seats
            ],
        )
        for place in range(len(score.best))
    ]
    counts: list[Line] = [(str(seat.hand_points),) for seat in score.seats]
    won = "won" if len(score.best) == len(_ORDER) else "best"
    return [*hands, Column(won, counts, to_right=True)]


def _laid(view: brag.View, seat: int) -> Line:
    """Return the hands of a seat, best first; of a hidden lay only that there is one."""
    hands = view.laid[seat]
    if hands is None:
        return ("laid" if view.has_laid[seat] else "-",)
    line: Line = ()
    for hand in best_first(hands, view.rules):
        line = (*line, *((" / ",) if line else ()), *joined(hand.cards))
    return line


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line with the pot."""
    assert isinstance(view, brag.View)
    return [("Pot", (_pot(view.antes),))] if view.antes else []


def _pot(antes: int) -> str:
    return f"{antes} {'ante' if antes == 1 else 'antes'} of each player"


def describe_move(before: AnyView, event: Event) -> str:
    """Describe a lay with the kinds of its hands, best first; a hidden lay as the viewer saw it."""
    assert isinstance(before, brag.View)
    if not isinstance(event.move, Lay):
        return event.text
    hands = best_first(event.move.hands, before.rules)
    return f"lay {' / '.join(f'{text_of(hand.cards)} ({hand.kind})' for hand in hands)}"


def tell(before: AnyView, event: Event) -> str:
    """Describe a lay without its cards."""
    return "lay hands face down"


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Explain who takes the pot, or why it stays (BR-7, BR-10 to BR-12)."""
    score = view.score
    assert isinstance(score, brag.HandScore) and isinstance(view, brag.View)
    pot = f"the pot of {_pot(score.antes)}"
    stays = f"the pot stays, with {_pot(score.antes)} (BR-12)"
    nine = view.rules.hands == len(_ORDER)
    taker = "" if score.taker is None else names[score.taker]
    match score.outcome:
        case Outcome.FOUR_OF_A_KIND:
            return [f"Four of a kind: {pot} goes to {taker} at once (BR-7)"]
        case Outcome.FOUR_PAIRS:
            return [f"Four pairs: the hand is dead (BR-7), and {stays}"]
        case Outcome.TAKEN if nine:
            points = score.seats[score.taker or 0].hand_points
            return [f"{_NUMBERS[points].capitalize()} points: {pot} goes to {taker} (BR-10)"]
        case Outcome.TAKEN:
            return [f"Both hands among the best: {pot} goes to {taker} (BR-11)"]
        case Outcome.STAYS if nine:
            return [f"Nobody has two points (BR-10): {stays}"]
        case _:
            several = any(seat.hand_points == len(score.best) for seat in score.seats)
            who = "Several players have" if several else "Nobody has"
            return [f"{who} both hands among the best (BR-11): {stays}"]


def list_lays(view: AnyView, moves: Sequence[Move]) -> list[Line | Each]:
    """Return the number of lays, their form, and an example."""
    assert isinstance(view, brag.View)
    hands = f"{_NUMBERS[view.rules.hands]} hands of three cards"
    return [
        (f"one of {len(moves)} lays: lay and {hands}, with strokes between them,",),
        ("such as ", *phrase(str(moves[len(moves) // 2]))),
    ]


_HOW_TO_PLAY: Final = (
    "Each player puts a stake (an ante) into the pot and gets nine cards, or seven or six with the "
    "option cards. You divide them into hands of three: three hands of nine cards, else two; with "
    "seven cards you leave one out. All lay face down, then all is shown.",
    "From the top the hands are: prial (three of a rank), running flush (a run in one suit), run "
    "(three successive ranks), flush (one suit), pair, high card. A 2 3 is the best run, then A K "
    "Q, K Q J and so on. Otherwise the rank that is the number of cards dealt is the highest, "
    "above the ace; with high_rank=prials only in prials and four of a kind.",
    "The best hands of all players are compared, then the second ones, and of nine cards the "
    "third. With nine cards the best in each place gets a point, with a tie nobody; two points "
    "take the pot. With six or seven cards a player takes the pot whose hands are both the best, "
    "alone or tied, unless another player's are, too. Otherwise the pot stays, and grows with the "
    "next antes.",
    "Four of a kind in a deal takes the pot at once. With nine cards, four pairs make the deal "
    "dead, and the pot stays.",
    "Points are the stakes that you have won from the others, or lost. The game ends after the "
    "agreed number of hands; the most points win.",
)

UI: Final = GameUI(
    show_cards=show_cards,
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    tell_move=tell,
    list_moves={Lay: list_lays},
    explain_score=explain_score,
    sheet_legend=(
        "the hands, the best first, with a star if among the best: stakes won; below it the total"
    ),
    how_to_play=_HOW_TO_PLAY,
    phase_help={
        Phase.LAY: (
            "Divide your cards into hands of three; with seven cards leave one out. The best hands "
            "of all players are compared, then the second ones, and with nine cards the third. "
            "With nine cards two of these three take the pot, and a tie counts for nobody; else "
            "both of your hands have to be the best, alone or tied. From the top: prial (three of "
            "a rank), running flush, run, flush, pair, high card. A 2 3 is the best run, then A K "
            "Q. The rank that is the number of cards dealt is above the ace, but not in runs; with "
            "high_rank=prials only in prials."
        ),
    },
    typing_help={Phase.LAY: "Type the cards of a hand in any order."},
)
