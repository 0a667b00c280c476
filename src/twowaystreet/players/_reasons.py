"""What explains a review: the reasons of decisions, luck, and hindsight."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.lines import signed
from twowaystreet._core.display.screen import player_names
from twowaystreet._core.display.usual import usual_button
from twowaystreet._core.display.values import Effect, HandEnd
from twowaystreet._core.display.words import sentence, sign_text, signs_text
from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.moves import Move, Play, cards_of
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.trials import PlainPlayouts
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import worlds
from twowaystreet._util.numbers import listed, mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._searches import is_compiled, policy_for, streams_for

ERRORS: Final = 2.0  # a difference of at most this number of its standard errors is no difference
VERY_CLEAR: Final = 5.0
"""Beyond this number of standard errors one difference is as clear as another."""
MOST: Final = 2  # facts that explain a decision
SEVERAL: Final = 2
"""The least number of groups of cards of a move that people compare group by group."""
LONGEST: Final = 24  # letters of a move that facts repeat
_Groups: TypeAlias = Sequence[Sequence[Card]]
_DEALS: Final = "of the deals you could imagine"
_ONE_OF_MANY: Final = re.compile(r"\b1 ((?:more |unwanted )?\w+?)s\b")
_GET: Final = "get "  # numbers of these effects below 0 are losses


def text_of(view: AnyView, move: Move) -> str:
    """Return a move as people read it, such as ``Q♠``; several groups of cards in their order."""
    display = display_of(view)
    groups = display.groups(move, view)
    if len(groups) >= SEVERAL:
        return " / ".join(map(signs_text, groups))
    return signed(display.move_text(move)) if is_of_cards(view, move) else _in_words(view, move)


def _in_words(view: AnyView, move: Move) -> str:
    """Return a move besides those of tricks: in the words of its button, if they tell it all."""
    display = display_of(view)
    typed = signed(display.move_text(move))
    option = display.option(view, player_names(len(view.scores)), move)
    words = option.text if option else display.button_text(move, view) if cards_of(move) else ""
    if words == usual_button(move) or words.casefold().startswith(typed.casefold()):
        return typed
    if not words or words[0].isdigit():  # "bid 3 high" tells more than the button "3 high"
        return typed
    return f"{words[0].lower()}{words[1:]}"


def different_texts(view: AnyView, move: Move, other: Move) -> tuple[str, str]:
    """Return two moves as people read them; of several groups of cards only those that differ."""
    display = display_of(view)
    groups, others = (display.groups(each, view) for each in (move, other))
    if move == other or min(len(groups), len(others)) < SEVERAL:
        return text_of(view, move), text_of(view, other)
    return _groups_text(display, view, groups, others), _groups_text(display, view, others, groups)


def _groups_text(display: AnyDisplay, view: AnyView, groups: _Groups, others: _Groups) -> str:
    named = [
        signs_text(each) + (f" ({kind})" if (kind := display.kind_of(each, view)) else "")
        for each in groups
        if each not in others
    ]
    return listed(named)


def quoted_moves(view: AnyView, made: Move, best: Move) -> tuple[str, str]:
    one, other = different_texts(view, made, best)
    return _quoted(view, made, one), _quoted(view, best, other)


def _quoted(view: AnyView, move: Move, text: str) -> str:
    is_plain = is_of_cards(view, move) or len(display_of(view).groups(move, view)) >= SEVERAL
    return _with_article(text) if is_plain else f"“{text}”"


def _with_article(cards: str) -> str:
    return re.sub(r"((?:Red |Black )?Joker)", r"the \1", cards)


def is_of_cards(view: AnyView, move: Move) -> bool:
    return isinstance(move, display_of(view).trick_moves) and bool(cards_of(move))


def facts(
    view: AnyView, made: Move, best: Move, ends: Sequence[HandEnd], best_ends: Sequence[HandEnd]
) -> tuple[str, ...]:
    """Return the facts that explain a decision best, by the ends of the hand in each world."""
    display = display_of(view)
    rows, best_rows = (
        zip(*[_effects(display, view, made, best, end, at) for end in each], strict=True)
        for at, each in enumerate((ends, best_ends))
    )
    found = list[tuple[bool, float, str]]()
    for row, best_row in zip(rows, best_rows, strict=True):
        values, best_values = ([float(each.value) for each in some] for some in (row, best_row))
        clearness = min(_clearness(values, best_values, row[0].good), VERY_CLEAR)
        told = _told(view, made, best, row[0], values, best_values) if clearness > ERRORS else ""
        if told:
            found.append((row[0].good is None, -clearness, told))
    found.sort(key=lambda each: each[:2])
    return tuple(text for *_, text in found[:MOST])


def _clearness(made: Sequence[float], best: Sequence[float], good: bool | None) -> float:
    mean, error = mean_and_error([two - one for one, two in zip(made, best, strict=True)])
    speaks_against = good is not None and (mean > 0) is not good
    if not mean or math.isnan(error) or speaks_against:
        return 0.0
    return abs(mean) / error if error else math.inf


def _told(
    view: AnyView,
    made: Move,
    best: Move,
    effect: Effect,
    values: Sequence[float],
    best_values: Sequence[float],
) -> str:
    is_share = isinstance(effect.value, bool)
    means = [math.fsum(each) / len(each) for each in (values, best_values)]
    is_certain = not is_share and len({*values}) == len({*best_values}) == 1
    is_certain = is_certain and all(mean.is_integer() for mean in means)
    form = "{:.0%}" if is_share else "{:.0f}" if is_certain else "{:.1f}"
    one, other = (form.format(mean).replace("%", " %") for mean in means)
    if one == other:
        return ""
    if "{made}" in effect.words:
        return effect.words.format(made=one, best=other)
    after, instead = (
        words if len(text) > LONGEST else _quoted(view, move, text)
        for move, words in ((made, "your move"), (best, "the best move"))
        for text in [text_of(view, move)]
    )
    if is_share:
        return f"After {after} you {effect.words} in {one} {_DEALS}, after {instead} in {other}."
    words, verbs = effect.words, ["", ""]
    if words.startswith(_GET):
        words = words.removeprefix(_GET)
        verbs = ["lose " if each.startswith("-") else _GET for each in (one, other)]
        one, other = one.lstrip("-"), other.lstrip("-")
    also = "" if verbs[0] == verbs[1] else f"you {verbs[1]}"
    text = f"After {after} you {verbs[0]}{words.format(one)}"
    if not is_certain:
        text += " on average"
    elif one == "1":
        text = _ONE_OF_MANY.sub(r"1 \1", text)
    return f"{text}, after {instead} {also}{other}."


def _effects(
    display: AnyDisplay, view: AnyView, made: Move, best: Move, end: HandEnd, at: int
) -> Iterator[Effect]:
    """Yield what a hand brought the player, after the move that was made or (1) the best one."""
    if not isinstance(view, TrickView):
        yield from display.effects(view, end)
        return
    seat, wants, trick = view.seat, display.wants_tricks(view), display.trick_word
    assert seat is not None
    is_play = isinstance(best, Play)

    def takes(card: Card) -> bool:
        return any(_takes(each, card, seat) for each in end.tricks)

    pairs = [
        [card for card in cards_of(one) if card not in cards_of(other)]
        for one, other in ((best, made), (made, best))
    ]
    if wants is not None and all(len(each) == 1 for each in pairs):
        (card,), (instead,) = pairs
        name, other = (_with_article(sign_text(each)) for each in (card, instead))
        if not wants:
            words = f"You kept {name}: it takes a {trick} that you do not want in {{made}} {_DEALS}"
            kept = instead if at else card
            yield Effect(f"{words}, {other} in its place in {{best}}.", takes(kept), good=False)
        elif is_play:
            words = f"{name} takes a {trick} in {{best}} {_DEALS} if you play it now, and in "
            yield Effect(f"{sentence(words)}{{made}} if you keep it.", takes(card), good=True)
    yield from display.effects(view, end)
    side, number = side_of(view.rules, seat), len(view.tricks)
    if is_play:
        unlike = ", which you do not want," if wants is False else ""
        yield Effect(f"take this {trick}{unlike}", end.tricks[number].winner in side, wants)
    if is_play or wants is not None:
        number_of_tricks = sum(each.winner in side for each in end.tricks)
        unwanted = "unwanted " if wants is False else ""
        yield Effect(f"take {{}} {unwanted}{trick}s", number_of_tricks, wants)


def _takes(trick: Trick, card: Card, seat: int) -> bool:
    if trick.winner != seat or card not in trick.cards:
        return False
    taker = trick._taker
    return taker is not None and trick.cards[[*trick._hands].index(taker)] == card


@attrs.frozen(kw_only=True)
class Luck(Value):
    """The parts of a seat's result in one hand, in points of payoff.

    The three parts sum to the result, apart from rounding.

    Attributes:
        hand: the number of the hand in the record, from 1.
        seat: the seat.
        deal: the luck of the deal: the value of the first view after it, over worlds. It includes
            the seat's place at the table.
        decisions: the sum of the worth of the seat's decisions that are judged, each in comparison
            with the move of the rule of thumb in the same worlds.
        result: the payoff of the hand.

    >>> part = Luck(hand=1, seat=0, deal=1.5, decisions=-0.5, result=-2.0)
    >>> part.after, part.play
    (1.0, -3.0)
    """

    hand: int
    seat: int
    deal: float
    decisions: float
    result: float

    @property
    def after(self) -> float:
        """The sum of the luck of the deal and the decisions, not a measurement."""
        return self.deal + self.decisions

    @property
    def play(self) -> float:
        """The luck of the play, which hidden cards and the moves of others make."""
        return self.result - self.after

    @property
    def rounded(self) -> tuple[float, float, float]:
        """The luck of the deal, the decisions and the luck of the play, as people read them.

        They have one place after the point, and sum to the result of as many places.
        """
        deal, decisions = round(self.deal, 1), round(self.decisions, 1)
        return deal, decisions, round(round(self.result, 1) - deal - decisions, 1)


def parts_of(
    record: SeatRecord, gains: Iterable[tuple[int, float]], player: MonteCarlo, seed: int
) -> tuple[Luck, ...]:
    """Return the parts of the seat's result in each finished hand of its record."""
    seat, begun = record.seat, record.start.hands_played
    assert seat is not None
    firsts, found = dict[int, AnyView](), list[Luck]()
    gained = [*gains]
    for event in record:
        hand = event.view.hands_played - begun + (not event.view.hand_over)
        first = firsts.setdefault(hand, event.view)  # the first event of a hand is its deal
        if event.view.score is not None:
            decisions = math.fsum(gain for number, gain in gained if number == hand)
            result = payoffs_of(event.view.score, event.view.rules)[seat]
            deal = value_of(first, player, seed)
            found.append(Luck(hand=hand, seat=seat, deal=deal, decisions=decisions, result=result))
    return tuple(found)


def value_of(view: AnyView, player: MonteCarlo, seed: int) -> float:
    seat, count = view.seat, player.worlds or 0
    assert seat is not None
    if view.score is not None:  # the deal ended the hand
        return payoffs_of(view.score, view.rules)[seat]
    of_view, policy = worlds(view), policy_for(player.engine, player.playouts, view._state)
    sources = streams_for(player.engine, view._state)(seed, 0, count)
    states = [of_view.sample(rng) for rng in sources]
    playouts = PlainPlayouts(policy, states[0])
    payoffs = [
        playouts.payoffs(state, chance.key_of(seed, number, 1))[seat]
        for number, state in enumerate(states)
    ]
    return math.fsum(payoffs) / count


SOLVED: Final = 6  # the most cards in a hand whose play is solved
NODES: Final = 300_000  # of a position that the solver visits: about 0.1 s


@attrs.frozen(kw_only=True)
class Hindsight(Value):
    """A move in the light of all cards, from the solver: it can be right and cost points.

    Attributes:
        number: the number of the move in the record, from 1.
        seat: the seat.
        text: the move as people read it.
        best_texts: the moves that are best with all cards open, as people read them.
        value: the payoff that the seat and its partners can force against all others after it.
        best_value: the payoff that they can force after the best moves.
    """

    number: int
    seat: int
    text: str
    best_texts: tuple[str, ...]
    value: float
    best_value: float

    @property
    def loss(self) -> float:
        """The loss of the move in hindsight, at least 0."""
        return self.best_value - self.value


def hindsight_of(record: Record, seats: Sequence[int]) -> Iterator[Hindsight]:
    """Yield the moves of the endings of finished hands with all cards open, by the solver."""
    if not is_compiled("auto", type(record.state)):
        return
    over = record.state.hands_played
    from twowaystreet.solve import values as solve  # noqa: PLC0415  # an extra

    for number, (state, move) in enumerate(record, start=1):
        if not isinstance(state, TrickState) or state.actor is None or state.actor not in seats:
            continue
        is_ending = state._order and max(state.hand_sizes) <= SOLVED
        if state.hands_played == over or not is_ending or len(legal_moves(state)) == 1:
            continue
        try:
            values = solve(state, limit=NODES)
        except TwoWayStreetError:  # a game that the solver does not know, or too many positions
            continue
        top = max(values.values())
        texts = {each: signed(display_of(state).move_text(each)) for each in values}
        yield Hindsight(
            number=number,
            seat=state.actor,
            text=texts[move],
            best_texts=tuple(texts[each] for each, value in values.items() if value == top),
            value=values[move],
            best_value=top,
        )
