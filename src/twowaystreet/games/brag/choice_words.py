"""The choices of a player of Brag in words: hands of three, lays, and who takes the pot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card
from twowaystreet._display.choices import ScoreRow
from twowaystreet._display.people import does, sentence, whom
from twowaystreet._display.rank_words import rank_word, rank_words
from twowaystreet._display.tasks import idle_task
from twowaystreet._display.values import count
from twowaystreet._util.words import listed
from twowaystreet.games.brag.hands import HandOfThree, Kind, rank_hand
from twowaystreet.games.brag.rules import THREE, Phase, Rules
from twowaystreet.games.brag.scoring import HandScore, Outcome
from twowaystreet.games.brag.state import View

NUMBERS: Final = MappingProxyType({2: "two", 3: "three"})
PLACES: Final = ("best", "second", "third")
"""The places of the hands of a lay."""


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    hands = f"{NUMBERS[view.rules.hands]} hands"
    if idle := idle_task(view, names, {Phase.LAY: f"lay {hands}"}):
        return idle
    task = f"Divide your cards into {hands}"
    left = view.rules.cards % THREE
    return f"{task}; leave one out" if left else f"{task} of three"


def kind_text(cards: Sequence[Card], rules: Rules) -> str:
    """Return a hand of three in words; empty for other numbers of cards.

    >>> from twowaystreet._cards.cards import cards
    >>> [kind_text(cards(text), Rules()) for text in ("QC QD 4S", "7C 7D 7S", "2C AD 3H")]
    ['pair of queens', 'prial of sevens', 'run A 2 3']
    >>> [kind_text(cards(text), Rules()) for text in ("2C 9C KC", "2C KD 7C", "2C KD")]
    ['flush, nine high', 'king high', '']
    """
    return _in_words(rank_hand(cards, rules)) if len(cards) == THREE else ""


def _in_words(hand: HandOfThree) -> str:
    first = hand.cards[0]
    match hand.kind:
        case Kind.PRIAL | Kind.PAIR:
            return f"{hand.kind} of {rank_words(first)}"
        case Kind.RUN | Kind.RUNNING_FLUSH:
            return str(hand)
        case Kind.FLUSH:
            return f"flush, {rank_word(first)} high"
        case _:
            return f"{rank_word(first)} high"


def row_of(score: HandScore, seat: int) -> ScoreRow:
    """Return the hands that a seat has won, and the stakes (BR-7, BR-10 to BR-12)."""
    own = score.seats[seat]
    if score.outcome is Outcome.FOUR_PAIRS:
        return ScoreRow("four pairs dealt: the pot stays", "BR-7")
    if score.outcome is Outcome.FOUR_OF_A_KIND:
        before = "" if seat == score.taker else "against "
        return ScoreRow(f"{before}four of a kind: {_pot(score, seat)}", "BR-7")
    won, tied = list[str](), list[str]()
    for place, best in enumerate(score.best):
        if own.best[place]:
            (won if len(best) == 1 else tied).append(PLACES[place])
    parts = [f"{listed(won)} hand won"] if won else []
    parts += [f"{listed(tied)} hand tied"] if tied else []
    rule = "BR-10" if len(score.best) == len(PLACES) else "BR-11"
    return ScoreRow(f"{', '.join(parts) or 'no hand won'}: {_pot(score, seat)}", rule)


def _pot(score: HandScore, seat: int) -> str:
    """Return what becomes of the stakes of a seat (BR-12)."""
    if score.taker is None:
        return "the pot stays"
    if seat != score.taker:
        return f"loses {count(score.antes, 'stake')}"
    points = score.seats[seat].points
    return f"takes the pot of {score.antes * len(score.seats)}, {points} of it from the others"


def lines_of(view: View, names: Sequence[str]) -> list[str]:
    """Explain who takes the pot, or why it stays (BR-7, BR-10 to BR-12)."""
    score = view.score
    assert score is not None
    pot = f"the pot of {count(score.antes * len(score.seats), 'stake')}"
    if score.taker is not None:
        takes = does(names[score.taker], f"take {pot}")
        return [f"{sentence(takes)}{_how(score, score.taker)}", *_showdown(score, names)]
    if score.outcome is Outcome.FOUR_PAIRS:
        return [f"Four pairs: nobody plays this hand, and {pot} stays"]
    if len(score.best) == len(PLACES):
        return [f"Nobody has won two hands, so {pot} stays", *_showdown(score, names)]
    several = any(seat.hand_points == len(score.best) for seat in score.seats)
    who = "Several players have" if several else "Nobody has"
    return [f"{who} both hands among the best, so {pot} stays", *_showdown(score, names)]


def _showdown(score: HandScore, names: Sequence[str]) -> Iterator[str]:
    """Yield for each place the best hand, with those who laid it (BR-9)."""
    for place, seats in enumerate(score.best):
        hand = score.seats[seats[0]].hands[place]
        who = listed(whom(names[seat]) for seat in seats)
        yield f"{PLACES[place].capitalize()} hands: {who} with {_in_words(hand)}"


def _how(score: HandScore, taker: int) -> str:
    """Return how the taker has won the pot."""
    if score.outcome is Outcome.FOUR_OF_A_KIND:
        return " at once, with four of a kind"
    if len(score.best) == len(PLACES):
        won = NUMBERS[score.seats[taker].hand_points]
        return f": {won} of three hands won"
    return ": both hands are among the best"
