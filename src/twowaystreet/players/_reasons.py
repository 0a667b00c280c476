"""The reasons of decisions: facts about the hands that follow two moves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.lines import signed
from twowaystreet._core.display.usual import usual_button
from twowaystreet._core.display.values import Effect, HandEnd
from twowaystreet._core.display.words import minus, player_names, sentence, sign_text, signs_text
from twowaystreet._core.engine.moves import Move, Play, cards_of
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import listed, mean_and_error

ERRORS: Final = 2.0  # a difference of at most this number of its standard errors is no difference
VERY_CLEAR: Final = 5.0
"""Beyond this number of standard errors one difference is as clear as another."""
LEAST: Final = 0.2  # a smaller difference is trivial
LEAST_SHARE: Final = 0.05
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
    return with_article(text) if is_plain else f"“{text}”"


def with_article(cards: str) -> str:
    return re.sub(r"((?:Red |Black )?Joker)", r"the \1", cards)


def is_of_cards(view: AnyView, move: Move) -> bool:
    return isinstance(move, display_of(view).trick_moves) and bool(cards_of(move))


def ends_of(trials: Trials, count: int) -> list[list[HandEnd]]:
    """Return for each move of some trials the ends of the hand in the worlds."""
    worlds, key = trials.sample(0, count), trials.of_playouts
    return [
        [
            attrs.evolve(
                trials.playouts.hand_end(apply(world, move), chance.key_of(key, number, place)),
                move=move,
            )
            for number, world in enumerate(worlds)
        ]
        for place, move in enumerate(trials.moves)
    ]


def facts(
    view: AnyView,
    made: Move,
    best: Move,
    ends: Sequence[HandEnd],
    best_ends: Sequence[HandEnd],
    *,
    is_ahead: bool = False,
) -> tuple[str, ...]:
    """Return the facts that explain a decision best, by the ends of the hand in each world.

    Before the decision they are a few words each, which speak for the best move.
    """
    display = display_of(view)
    rows, best_rows = (
        zip(*[_effects(display, view, made, best, end, at, is_ahead) for end in each], strict=True)
        for at, each in enumerate((ends, best_ends))
    )
    found = list[tuple[bool, float, str]]()
    for row, best_row in zip(rows, best_rows, strict=True):
        values, best_values = ([float(each.value) for each in some] for some in (row, best_row))
        clearness = min(_clearness(values, best_values, row[0].good), VERY_CLEAR)
        if clearness > ERRORS:
            moves = None if is_ahead else (made, best)
            told = _told(view, moves, row[0], values, best_values)
            found += [(row[0].good is None, -clearness, told)] if told else []
    found.sort(key=lambda each: each[:2])
    return tuple(text for *_, text in found[:MOST])


def _clearness(made: Sequence[float], best: Sequence[float], good: bool | None) -> float:
    mean, error = mean_and_error([two - one for one, two in zip(made, best, strict=True)])
    speaks_against = good is not None and (mean > 0) is not good
    least = LEAST_SHARE if {*made, *best} <= {0, 1} else LEAST
    if abs(mean) < least or math.isnan(error) or speaks_against:
        return 0.0
    return abs(mean) / error if error else math.inf


def _told(
    view: AnyView,
    moves: tuple[Move, Move] | None,
    effect: Effect,
    values: Sequence[float],
    best_values: Sequence[float],
) -> str:
    """Return an effect of two moves, or in a few words that of the best one before it is made."""
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
    if moves is None:
        only = "only " if effect.good is False and any(best_values) else ""
        if is_share:
            return f"you {effect.words} in {only}{other} of deals instead of {one}"
        text = _measured(
            effect.words.replace("{}", f"{only}{{}}"), minus(other), is_certain=is_certain
        )
        return f"you {text} instead of {minus(one)}"
    after, instead = (
        words if len(text) > LONGEST else _quoted(view, move, text)
        for move, words in zip(moves, ("your move", "the best move"), strict=True)
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
    text = _measured(words, one, is_certain=is_certain)
    return f"After {after} you {verbs[0]}{text}, after {instead} {also}{other}."


def _measured(words: str, number: str, *, is_certain: bool) -> str:
    text = words.format(number)
    if not is_certain:
        return f"{text} on average"
    return _ONE_OF_MANY.sub(r"1 \1", text) if number == "1" else text


def _effects(
    display: AnyDisplay,
    view: AnyView,
    made: Move,
    best: Move,
    end: HandEnd,
    at: int,
    is_ahead: bool = False,
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
        name, other = (with_article(sign_text(each)) for each in (card, instead))
        if is_ahead:
            found = _ahead(trick, other, wants, takes(card), takes(instead))
            yield from found if is_play else ()
        elif not wants:
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


def _ahead(trick: str, other: str, wants: bool, takes: bool, other_takes: bool) -> Iterator[Effect]:
    """Yield what speaks for a card now, and for another one later."""
    if wants:
        words = f"it takes a {trick} in {{best}} of deals now, in {{made}} if you keep it"
        yield Effect(words, takes, good=True)
        words = (
            f"you keep {other}, which takes a {trick} in {{best}} of deals later, in {{made}} now"
        )
        yield Effect(words, other_takes, good=True)
    else:
        words = f"it takes an unwanted {trick} in {{made}} of deals if you keep it, in {{best}} now"
        yield Effect(words, takes, good=False)


def _takes(trick: Trick, card: Card, seat: int) -> bool:
    if trick.winner != seat or card not in trick.cards:
        return False
    taker = trick._taker
    return taker is not None and trick.cards[[*trick._hands].index(taker)] == card
