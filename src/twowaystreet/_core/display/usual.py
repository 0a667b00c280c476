"""What the display of any game says: the facts that a view declares, tasks and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeGuard, cast

import attrs

from twowaystreet._core.cards.cards import SUIT_PLACES, Card, Joker, Suit, is_card, place_by_suit
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.display import values
from twowaystreet._core.display.lines import Line, faint, joined, joined_lines, padded, signed
from twowaystreet._core.display.words import possessive, sentence, set_text, sign_text
from twowaystreet._core.engine.fields import PER_SEAT, SEAT, Role, alternatives, field_types
from twowaystreet._core.engine.match import SeatScore
from twowaystreet._core.engine.moves import (
    CardMove,
    Move,
    NumberMove,
    Play,
    SuitMove,
    cards_of,
    groups_in,
    groups_of,
)
from twowaystreet._core.engine.state import hand_data_class
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick, tricks_won, winning_index
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView, View
from twowaystreet._util.numbers import in_runs, listed

SortKey: TypeAlias = Callable[[Card], Any]  # Any: whatever can be compared
# Any: attrs has no type for the classes that it makes.
_COMMON: Final = frozenset(
    each.name for base in (View, TrickView) for each in attrs.fields(cast(Any, base))
)


@cache
def facts_added_to(first: Any, then: Any) -> tuple[str, ...]:
    """Return the names of the facts that a view class adds to those of another.

    Any: to a type checker a class whose instances have a hash of their own has none.
    """
    known = _COMMON.union(each.name for each in attrs.fields(first))
    return tuple(each.name for each in attrs.fields(then) if each.name not in known)


def _named(view: AnyView, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    for name in names:
        yield name.replace("_", " "), getattr(view, name)


@cache
def _roles(view: Any) -> Mapping[str, Sequence[object]]:
    """Return the roles of the facts of a view class by their names in words. Any: as above."""
    return {
        name.replace("_", " "): [
            role for one in (each, *alternatives(each)) for role in getattr(one, "__metadata__", ())
        ]
        for name, each in field_types(view, annotated=True).items()
    }


def _has_role(role: Role, view: AnyView, name: str) -> bool:
    return role in _roles(cast("Any", type(view)))[name]


def declared_facts(
    view: AnyView, names: Iterable[str], players: Sequence[str]
) -> Iterator[values.Fact]:
    """Yield those of the named facts that are texts, numbers, seats, suits or cards."""
    for name, value in _named(view, names):
        if isinstance(value, Suit):
            yield values.Fact(name, value)
        elif cards := _as_cards(value):
            yield values.Fact(name, cards)
        elif value is True:
            yield values.Fact(name, text=("yes",))
        elif isinstance(value, (str, int, Move)) and value is not False:
            by_name = isinstance(value, int) and _has_role(SEAT, view, name)
            yield values.Fact(name, players[cast("int", value)] if by_name else str(value))
        elif _has_groups(value):
            is_per_seat = _has_role(PER_SEAT, view, name)
            for number, item in enumerate(value):
                line = joined_lines(map(joined, groups_in(item)), ", ")
                if line and is_per_seat:
                    yield values.Fact(name, text=(f"{players[number]}: ", *line), words="")
                elif line:
                    yield values.Fact(f"{name} {number + 1}", (*chain(*groups_in(item)),), line)


def declared_rows(view: AnyView, seat: int, names: Iterable[str]) -> Iterator[values.Row]:
    """Yield the cards of a seat in those of the named facts that have some for each seat."""
    for name, value in _named(view, names):
        if _has_groups(value) and _has_role(PER_SEAT, view, name):
            yield from (values.Row(name, group) for group in groups_in(value[seat]))


def declared_seat_facts(
    view: AnyView, seat: int, names: Iterable[str]
) -> Iterator[values.SeatFact]:
    """Yield those of the named facts that have a word for each seat, for one seat."""
    for name, value in _named(view, names):
        if not _as_cards(value) and isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if len(items) == len(view.scores) and all(map(_is_word, items)):
                yield _seat_fact(name, items[seat])


def _seat_fact(name: str, item: object) -> values.SeatFact:
    if item is None or item is False:
        return values.SeatFact(name, values.NOTHING)
    if item is True:
        return values.SeatFact(name, "yes", name)
    if isinstance(item, Suit):
        return values.SeatFact(name, item.word)
    return values.SeatFact(name, item if isinstance(item, int) else str(item))


def _as_cards(value: object) -> tuple[Card, ...]:
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        found = tuple(item for item in items if isinstance(item, Card))
        return found if len(found) == len(items) else ()
    return ()


def _has_groups(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple) and not all(map(_is_word, cast("tuple[object, ...]", value)))


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, (str, int, Move, Card, Suit))


def best_so_far(view: AnyView) -> int | None:
    if not isinstance(view, TrickView) or not view.trick.cards:
        return None
    # Any: each game has its own rules and trumps.
    state = cast("type[TrickState[Any, Any, Any, Any]]", view._state)
    if state._wins is not TrickState._wins:
        return None
    own: Any = state._trumps_of  # Any: a method with its function
    usual: Any = TrickState._trumps_of
    has_trumps = own.__func__ is not usual.__func__ or hasattr(hand_data_class(state), "trumps")
    if has_trumps and not hasattr(view, "trumps"):
        return None
    trumps = getattr(view, "trumps", None) if has_trumps else None
    table, led = view.trick.cards, view.trick.led
    decider = next((card for card in table if card._bit & state._deciders), None)
    return winning_index(table, state._strengths(view.rules, trumps, led, decider))


# Functions of any view, in which a type checker can tell the views with tricks.


def tricks_of(view: AnyView) -> Sequence[Trick]:
    return view.tricks if isinstance(view, TrickView) else ()


def open_trick(view: AnyView) -> Trick | None:
    return view.trick if isinstance(view, TrickView) else None


def tricks_taken(view: AnyView, seat: int, word: str) -> Iterator[values.SeatFact]:
    if isinstance(view, TrickView):
        taken = tricks_won(view.tricks, len(view.scores))[seat]
        yield values.SeatFact(f"{word}s", taken, values.count(taken, word))


def on_table(trick: Trick, plays: Sequence[values.Laid], seat: int) -> Line:
    line: Line = ()
    for place, play in enumerate(plays):
        if play.seat == seat:
            remarks = [faint(f"{play.hand} ")] if play.hand else []
            remarks += [faint(_led(trick))] if place == 0 else []
            line = (*line, *("  " if line else "",), *padded(play.cards, 4), *remarks)
    return line


def _led(trick: Trick) -> str:
    if trick.cards[0].suit is not None:
        return "led"
    return f"led for {trick.led.word}" if trick.led else "led, no suit named"


MOST_WORDS: Final = 12  # the greatest number of words of a task
FEW: Final = 3  # the greatest number of cards that a task names
# Any: each game has its own phases, and the keys of a mapping must be of its very type.
Verbs: TypeAlias = Mapping[Any, str]  # for each phase what the player to move is to do
_NONE: Final[Verbs] = MappingProxyType({})


def short(*texts: str) -> str:
    """Return the first text that is no longer than a task may be, else the last one."""
    return next((text for text in texts if len(text.split()) <= MOST_WORDS), texts[-1])


def idle_task(view: AnyView, names: Sequence[str], verbs: Verbs = _NONE) -> str:
    """Return what the table waits for; empty if it waits for the viewer.

    Args:
        view: the view.
        names: the names of the players, ``You`` for the viewer.
        verbs: for each phase what the player to move is to do, such as "bid"; other phases tell
            their name.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> idle_task(tws.view(twos.new_game(), 0), ["Ann", "Ben", "Cem", "Dan"])
    'Deal the cards'
    """
    if view.is_over:
        return "The game is over"
    if view.actor is None:
        return "Deal the next hand" if view.hand_over else "Deal the cards"
    if view.actor == view.seat:
        return ""
    verb = verbs.get(view.phase, "play" if view.phase == "play" else "")
    if verb:
        return f"{names[view.actor]} is to {verb}"
    return f"{possessive(names[view.actor])} turn: {view.phase}"


def usual_task(view: AnyView, names: Sequence[str], trick_word: str = "trick") -> str:
    if idle := idle_task(view, names):
        return idle
    moves = view.legal_moves or ()
    if isinstance(view, TrickView) and all(isinstance(move, Play) for move in moves):
        trumps = getattr(view, "trumps", None)
        known = trumps if isinstance(trumps, Suit) else None
        return play_task(view, trumps=known, trick_word=trick_word)
    return f"Your turn: {view.phase}"


def play_task(
    view: AnyView,
    *,
    held: Sequence[Card] | None = None,
    due: Sequence[Card] | None = None,
    trumps: Suit | None = None,
    where: str = "",
    lead: str = "",
    wild: str = "",
    closed: int = 0,
    trick_word: str = "trick",
) -> str:
    """Return the task of a player who plays a card to a trick.

    Args:
        view: the view of a game with tricks.
        held: the hand that plays; ``None`` for that of the view.
        due: the cards that should be played; ``None`` for all legal ones.
        trumps: the suit that is trumps, if any.
        where: the name of the hand if the player has several, such as "dummy".
        lead: the words for a lead of any card, if the usual ones do not serve.
        wild: the words before a card of another suit that may be played all the same.
        closed: the number of face-down cards of the hand that plays.
        trick_word: the word for a trick.

    >>> import random
    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> state = twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    >>> play_task(tws.view(state, state.actor))
    'You lead first: play any card'
    """
    assert isinstance(view, TrickView)
    hand = (view.hand or ()) if held is None else held
    legal = [move.card for move in view.legal_moves or () if isinstance(move, Play)]
    if view.trick.cards:
        return follow_task(
            due or legal, hand, view.trick.led, view._suits, trumps, where, wild, closed
        )
    if len(set(legal)) < len(set(hand)):
        return "You lead: play a bright card"
    if len(hand) + closed == 1 and not where:
        return "You lead your last card"
    return lead or _lead_task(view, where, trick_word)


def _lead_task(view: AnyView, where: str, trick_word: str) -> str:
    assert isinstance(view, TrickView)
    card = f"any card from your {where}" if where else "any card"
    if view.tricks and view.tricks[-1].winner == view.seat:
        return f"You took the {trick_word}: lead {card}"
    return f"You lead first: play {card}" if not view.tricks else f"You lead: play {card}"


def follow_task(
    legal: Sequence[Card],
    held: Sequence[Card],
    led: Suit | None,
    suits: Mapping[Suit, int] = SUIT,
    trumps: Suit | None = None,
    where: str = "",
    wild: str = "",
    closed: int = 0,
) -> str:
    """Return the task of a player who follows; a Joker led without a suit names none."""
    if len(held) + closed == 1:
        return f"Play the last card of your {where}" if where else "Play your last card"
    if led is None:
        return "No suit is named yet: play any card"
    legal = sorted(legal, key=place_by_suit)
    of_suit = [card for card in legal if card._bit & suits[led]]
    others = [card for card in legal if not card._bit & suits[led]]
    every = set(legal) == set(held)
    if not any(card._bit & suits[led] for card in held):
        none = f"No {led.word} in your {where}" if where else f"You have no {led.word}"
        is_trump = trumps is not None and all(card._bit & suits[trumps] for card in legal)
        if every and len(legal) > 1:
            return f"{none}: play {'a trump' if is_trump else 'any card'}"
        few = f"{none}: {'trump with' if is_trump else 'play'} {_few(map(_sign, legal))}"
        many = f"{none}: play a {'trump' if is_trump else 'bright card'}"
        return short(few, many) if len(legal) <= FEW else many
    follow = f"Follow {led.word} from your {where}" if where else f"Follow {led.word}"
    if not of_suit or (every and len(others) > FEW):
        card = f"any card from your {where}" if where else "any card"
        return f"Play {card}; {led.word} were led"
    if len(legal) == 1:
        return f"{follow}: only the {_rank(legal[0])}"
    named = [*map(_rank, of_suit), *(f"{wild}{_sign(card)}" for card in others)]
    few = f"{follow}: {_few(named)}"
    many = follow
    if 0 < len(others) <= FEW:
        many += f", or play {_few(f'{wild}{_sign(card)}' for card in others)}"
    return short(few, many, follow) if len(legal) <= FEW else short(many, follow)


def forced_words(view: AnyView, task: str, where: str = "") -> str:
    """Return why the viewer has one legal move alone, by the task if nothing is shorter.

    ``where`` is the name of the hand that plays if the player has several.
    """
    move, *others = view.legal_moves or (None,)
    if move is None or others:
        return ""
    named = cards_of(move)
    if len(named) != 1:
        return task
    if not where and len(view.hand or ()) == 1:
        return f"Your only card: {_sign(*named)}"
    led = view.trick.led if isinstance(view, TrickView) and view.trick.cards else None
    if led and isinstance(view, TrickView) and named[0]._bit & view._suits[led]:
        suit = led.word.removesuffix("s")
        whose = f"The only {suit} of your {where} hand" if where else f"Your only {suit}"
        return f"{whose}: {_sign(*named)}"
    return task


def _few(texts: Iterable[str]) -> str:
    return listed(dict.fromkeys(texts), "or")


def _rank(card: Card) -> str:
    """Return a card of the suit that the sentence names."""
    return str(card.rank) if card.suit else sign_text(card)


def _sign(card: Card) -> str:
    return "a Joker" if card.joker is Joker.PLAIN else sign_text(card)


def in_order(moves: Iterable[Move], place_of: SortKey = place_by_suit) -> list[Move]:
    """Return moves with the plays of one card, and the named suits, in the order for people."""
    ordered: list[Move] = []
    for each, same in groupby(moves, type):
        if issubclass(each, Play):
            ordered += sorted(same, key=lambda move: place_of(*cards_of(move)))
        elif issubclass(each, SuitMove):
            ordered += sorted(same, key=lambda move: SUIT_PLACES[cast("SuitMove", move).suit])
        else:
            ordered += same
    return ordered


def text_in_order(move: Move) -> str:
    """Return the text of a move with its cards in the order for people.

    >>> from twowaystreet import cards
    >>> from twowaystreet.games.twenty_down import Draw
    >>> text_in_order(Draw(cards("9C KS 8D")))
    'draw KS 9C 8D'
    """
    chosen = iter(sorted(cards_of(move), key=place_by_suit))
    words = str(move).split(" ")
    return " ".join(str(next(chosen)) if is_card(word) else word for word in words)


def usual_options(view: AnyView) -> list[values.Option]:
    moves = [move for move in in_order(view.legal_moves or ()) if not any(groups_of(move))]
    texts = [_usual_text(move) for move in moves]
    return [
        values.Option(
            move,
            text if texts.count(text) == 1 else str(move),
            number=move.number if isinstance(move, NumberMove) else None,
        )
        for move, text in zip(moves, texts, strict=True)
    ]


def _usual_text(move: Move) -> str:
    if isinstance(move, SuitMove):
        return f"{move.suit.sign} {move.suit.word}"
    return sentence(str(move))


def usual_button(move: Move) -> str:
    if isinstance(move, CardMove) and move.then:
        return sentence(signed(str(move)))
    verb = str(move).partition(" ")[0]
    cards = set_text(cards_of(move))
    return f"{'Play' if is_card(verb) else verb.capitalize()} {cards}".rstrip()


def usual_row(score: SeatScore) -> values.ScoreRow:
    return values.ScoreRow("" if score.entry == f"{score.points:+}" else score.entry)


MOST_LISTED: Final = 6  # moves of a type; for more the prompt gives an example


def moves_or_example(moves: Sequence[Move], text: Callable[[Move], str]) -> list[values.Entry]:
    """Return few moves of one type each, and of many their form with an example."""
    if len(in_runs(map(str, moves))) <= MOST_LISTED:
        return [values.Each(tuple(moves))]
    return [(f"{moves[0].form}, such as {text(moves[len(moves) // 2])}",)]
