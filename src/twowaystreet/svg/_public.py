"""The functions that draw pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple, Protocol

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.table_facts import TableFacts, sentences_of, title_of
from twowaystreet._core.display.values import count
from twowaystreet._core.display.words import card_words, signs_text
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.seats import checked_numbers
from twowaystreet._core.views.views import AnyView, View, not_a_view
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, as_tuple, quoted
from twowaystreet.svg.choosing import choice_of
from twowaystreet.svg.elements import at, document, face, group, rectangle, safe, text
from twowaystreet.svg.geometry import LARGE, Box, CardPlace, bounds, clean, fan, fitted, width_of
from twowaystreet.svg.scene import Item
from twowaystreet.svg.seating import zoom_of
from twowaystreet.svg.sheets import sheet
from twowaystreet.svg.stage import drawn_size, lines_of, scene_of
from twowaystreet.svg.style import Theme, theme_of

WIDTH: Final = 720  # the width of a table, if no other is asked for
LEAST: Final = 360
MOST: Final = 2000
_WIDEST: Final = 900  # the greatest width of a table for few players, before it is enlarged
_PER_SEAT: Final = 120  # the width for each of many players
_MOST_CHARACTERS: Final = 20_000  # of a table; beyond them, cards are drawn with less detail


def table(
    view: AnyView,
    *,
    names: Sequence[str] | None = None,
    hands: Sequence[Sequence[Card] | None] | None = None,
    size: int | tuple[int, int] = WIDTH,
    theme: str = "",
    colors: Mapping[str, str] | None = None,
    highlight: Iterable[Card] = (),
    arrows: Iterable[Card | tuple[Card | int, Card | int]] = (),
    keys: bool = False,
    chosen: Iterable[Card] | None = None,
) -> str:
    """Draw the table as one seat sees it, from its view alone.

    The seat's own cards are at the lower edge, in a fan. The other seats follow clockwise. A card
    that the seat can play is raised, and its element has the attribute ``data-move`` with the text
    of the move, such as ``QS``. Every card of the seat's own hand, and of its own dummy, has
    ``data-card`` with its own text.

    Args:
        view: the view of a seat or of a spectator, in any game.
        names: the names of the players in the order of seats; ``Seat 0`` and so on by default.
        hands: open hands in the order of ``view.hand_sizes``, such as ``state.hands``, each with
            the cards that it still holds, or ``None`` for a closed hand. Give them only to people
            who may see all cards.
        size: the width in pixels, from 360 to 2000, or the width and the height. Without a height
            the picture is as high as the table needs. Narrow and low pictures have layouts of
            their own, and large ones have larger cards.
        theme: ``four_colour`` for a colour for each suit, ``large`` for large numbers on cards, or
            both with a blank between them.
        colors: other colours, such as ``{"felt": "#26476b"}``, for any of ``cloth``, ``felt``,
            ``plate``, ``card``, ``dimmed``, ``back``, ``paper``, ``highlight``, ``arrow`` and
            ``winner``.
        highlight: cards that get a frame wherever they lie face up.
        arrows: arrows on the table. A card alone has an arrow to the middle, as if it was played.
            A pair has an arrow from a card or a seat to a card or a seat, such as ``(card, 2)`` for
            a card that goes to seat 2. The cards lie face up.
        keys: make cards with ``data-move`` into buttons, which people reach with the Tab key. A
            picture has no script: the listener of the guide *Pictures* turns Enter and Space into a
            click.
        chosen: the cards of a move with several cards that the viewer has chosen so far, in their
            order; ``[]`` before the first one. They are raised and marked, with ``aria-pressed``.
            They and the cards that can still join them in a legal move are buttons as with
            ``keys``, and have ``data-choose`` with their own texts; others are dim. If the chosen
            cards are a whole move, ``data-move`` on each of them has its text. Before the first
            one it is only on cards that can be played in no other way than alone.

    Returns:
        One ``svg`` element.

    Raises:
        RulesError: if the names are not one text for each seat, the hands do not have the sizes of
            the view's hands or contradict its own hand, the size is out of range, the theme, a
            colour or a card is unknown, an arrow has no such card or seat at its ends, or a chosen
            card is not in the viewer's own hand.
        TypeError: if ``view`` is not a view.

    >>> from twowaystreet import svg, view
    >>> from twowaystreet.games import street
    >>> seen = view(street.new_game(), 0)
    >>> "Two Way Street · hand 1 · deal" in svg.table(seen, size=360)
    True
    >>> "An arrow from Seat 0 to Seat 2" in svg.table(seen, arrows=[(0, 2)])
    True

    In Tien Len a player chooses a pair, one card after the other:

    >>> from random import Random
    >>> from twowaystreet import apply, cards, shuffle
    >>> from twowaystreet.games import tien_len
    >>> state = tien_len.new_game()
    >>> state = apply(state, shuffle(state, Random(0)))
    >>> seen = view(state, state.actor)
    >>> 'data-choose="3D"' in svg.table(seen, chosen=cards("3S"))
    True
    >>> svg.table(seen, chosen=cards("3S 3D")).count('data-move="3D 3S"')
    2
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    game = game_of(type(view))
    title = game.title if game else view._state.title
    facts = TableFacts(view, _checked_names(names, len(view.scores)), game=clean(title))
    facts = attrs.evolve(facts, hands=_checked_hands(hands, view, facts.own_hand))
    width, height = _checked_sizes(size)
    looks = theme_of(theme, colors)
    marked = {str(one) for one in _checked_cards("highlight", highlight)}
    choice = None if chosen is None else choice_of(facts, chosen)
    if height is None:
        inner = min(width, max(_WIDEST, _PER_SEAT * len(facts.names)))
        scale, scene = width / inner, scene_of(facts, inner, choice=choice)
    else:
        scale = zoom_of(width, height)
        scene = scene_of(facts, width / scale, height / scale, choice=choice)
    pointers = lines_of(arrows, scene, facts)
    named = keys or choice is not None
    return document(
        scene.places.whole,
        chain(
            (_drawn(item, marked, named) for item in sorted(scene.items, key=lambda item: item.z)),
            chain.from_iterable(pointers.values()),
        ),
        title=title_of(facts),
        words=" ".join([*sentences_of(facts), *(f"{words}." for words in pointers)]),
        role="group",
        scale=scale,
        theme=looks,
        most=_MOST_CHARACTERS,
    )


def _drawn(item: Item, marked: Collection[str], keys: bool) -> str:
    """Return an item as an element; those of marked cards have a frame."""
    move = at(CardPlace(item.x, item.y, item.angle), item.scale)
    name = item.name.partition(".")[0]
    data = f' role="{_role(item, keys)}"' if item.label else ""
    data += f' data-card="{item.card}"' if item.card else ""
    data += f' data-choose="{item.card}" aria-pressed="{item.pressed}"' if item.pressed else ""
    data += f' data-move="{safe(item.move)}"' if item.move else ""
    if item.move or item.pressed:
        data += ' class="pick key" tabindex="0"' if keys else ' class="pick"'
    art = item.art.replace('class="card"', 'class="idle"') if item.dim else item.art
    for frame in ["mark"] * (item.pressed == "true") + ["spot"] * (name in marked):
        size = drawn_size(item)
        art += rectangle(Box(-size.width / 2, -size.height / 2, *size), frame, 0.08 * size.height)
    if not data and art.startswith("<use ") and art.count("<") == 1 and " transform=" not in art:
        return art.replace("/>", f"{move}/>")  # a card face down
    title = f"<title>{safe(item.label)}</title>" if item.label else ""
    return f"<g{move}{data}>{title}{art}</g>"


def _role(item: Item, keys: bool) -> str:
    return "button" if keys and (item.move or item.pressed) else "img"


def _checked_sizes(size: int | tuple[int, int]) -> tuple[int, int | None]:
    if isinstance(size, tuple) and len(size) == 2:
        width, height = size
        return _checked_size(width), _checked_size(height)
    return _checked_size(size), None


def _checked_size(size: int) -> int:
    if not is_int(size) or not LEAST <= size <= MOST:
        raise RulesError("size", size, f"a whole number from {LEAST} to {MOST}")
    return size


def _checked_names(
    names: Sequence[str] | None, seats: int, *, more: bool = False
) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Seat {seat}" for seat in range(seats))
    expected = f"{seats} names, as texts"
    given = as_tuple("names", names, expected)
    fits = len(given) >= seats if more else len(given) == seats
    if not fits or not all(isinstance(name, str) for name in given):
        raise RulesError("names", names, expected)
    return tuple(clean(str.__str__(name)) for name in given)


def _checked_hands(
    hands: Sequence[Sequence[Card] | None] | None, view: AnyView, own: int | None
) -> tuple[tuple[Card, ...] | None, ...]:
    if hands is None:
        return (None,) * len(view.hand_sizes)
    expected = f"hands of {', '.join(map(str, view.hand_sizes))} cards"
    # Any: each element is checked here
    given: tuple[Any, ...] = as_tuple("hands", hands, expected)
    checked = tuple(each if each is None else as_tuple("hands", each, expected) for each in given)
    if len(checked) != len(view.hand_sizes) or not all(
        each is None or (len(each) == size and all(isinstance(card, Card) for card in each))
        for each, size in zip(checked, view.hand_sizes, strict=True)
    ):
        raise RulesError("hands", hands, expected)
    mine = None if own is None else checked[own]
    if mine is not None and view.hand is not None and Counter(mine) != Counter(view.hand):
        wanted = text_of(view.hand)
        raise RulesError("hands", hands, f"{wanted} in hand {own}, as the view has it")
    return checked


def _checked_cards(name: str, some: Iterable[Card]) -> tuple[Card, ...]:
    given = as_tuple(name, some, "cards")
    if not all(isinstance(one, Card) for one in given):
        raise RulesError(name, some, "cards")
    return given


def card(card: Card, *, theme: str = "", colors: Mapping[str, str] | None = None) -> str:
    """Draw a card face up.

    Args:
        card: the card.
        theme: ``four_colour``, ``large``, or both with a blank between them, as for :func:`table`.
        colors: other colours, as for :func:`table`.

    Raises:
        RulesError: if the theme or a colour is unknown.
        TypeError: if ``card`` is not a card.

    >>> from twowaystreet import Card, svg
    >>> "<title>queen of spades</title>" in svg.card(Card.parse("QS"))
    True
    """
    if not isinstance(card, Card):
        raise TypeError(f"expected a Card, not {quoted(card)}")
    return _spread((card,), card_words(card), 80, theme_of(theme, colors), role="img")


def hand(
    cards: Iterable[Card],
    *,
    size: int = 420,
    theme: str = "",
    colors: Mapping[str, str] | None = None,
) -> str:
    """Draw cards in a fan, in the order in which they are given.

    Args:
        cards: the cards.
        size: the greatest width in pixels, from 360 to 2000.
        theme: ``four_colour``, ``large``, or both with a blank between them, as for :func:`table`.
        colors: other colours, as for :func:`table`.

    Raises:
        RulesError: if one of them is not a card, the size is out of range, or the theme or a
            colour is unknown.

    >>> from twowaystreet import cards, svg
    >>> svg.hand(cards("QS 10C")).count("<title>")
    3
    """
    given = _checked_cards("cards", cards)
    title = f"{count(len(given), 'card')}: {signs_text(given)}" if given else "no cards"
    return _spread(given, title, _checked_size(size), theme_of(theme, colors))


def _spread(
    cards: Sequence[Card], title: str, width: float, theme: Theme, role: str = "group"
) -> str:
    places = fan(len(cards), Box(0, 0, width - 4, 0)) if cards else ()
    box = bounds(place.box(LARGE) for place in places)
    edge = Box(box.x - 2, box.y - 2, box.width + 4, box.height + 4)
    faces = (face(one, place) for one, place in zip(cards, places, strict=True))
    return document(edge, faces, title=title, role=role, theme=theme)


class AnyTrick(Protocol):
    """A trick of any game; its game's display tells the plays."""

    _drawn_by: ClassVar[str]

    @property
    def winner(self) -> int | None:
        """The seat that took the trick; ``None`` while it is open."""
        ...


def trick(
    trick: AnyTrick,
    *,
    names: Sequence[str] | None = None,
    theme: str = "",
    colors: Mapping[str, str] | None = None,
) -> str:
    """Draw a trick: the cards in the order of play, with their players.

    Args:
        trick: a trick of any game, complete or open.
        names: the names of the players in the order of seats; ``Seat 0`` and so on by default.
        theme: ``four_colour``, ``large``, or both with a blank between them, as for :func:`table`.
        colors: other colours, as for :func:`table`.

    Raises:
        RulesError: if the names are not texts, a seat has none, or the theme or a colour is
            unknown.
        TypeError: if ``trick`` is not a trick.

    >>> from twowaystreet import Suit, Trick, cards, svg
    >>> done = Trick(0, cards("QS KS 2H"), (0, 1, 2), Suit.SPADES, 1)
    >>> "Ben, took it" in svg.trick(done, names=["Ann", "Ben", "Cem"])
    True
    """
    if not isinstance(trick, Value) or getattr(trick, "_drawn_by", "") != "trick":
        raise TypeError(f"expected a trick, not {quoted(trick)}")
    played = [*display_of(trick).plays(trick)]
    given = _checked_names(names, max((play.seat for play in played), default=-1) + 1, more=True)
    while trick.winner is not None and not played[-1].cards:
        played.pop()  # the last play took it, as all others passed
    taking = [at for at, play in enumerate(played) if play.won and play.cards]
    shown = [
        _Shown(
            given[play.seat],
            play.cards,
            ", ".join(filter(None, [play.hand, "led" * (at == 0)])),
            took=taking[-1:] == [at],
        )
        for at, play in enumerate(played)
    ]
    title = f"A trick: {' '.join(signs_text(play.cards) or 'pass' for play in played)}"
    return _plays(shown, title, WIDTH, theme_of(theme, colors))


class _Shown(NamedTuple):
    """A play of a trick, marked if it took it: the player, the cards if any, and a word."""

    name: str
    cards: Sequence[Card]
    note: str
    took: bool


_STEP: Final = 20.0  # the distance between the cards of one play
_BESIDE: Final = 30.0  # the distance between two plays
_UNDER: Final = 21.0
_NAME: Final = 13.0
_NOTE: Final = 12.0
_WIDE_NAME: Final = 120.0  # the greatest width of a name that is not cut


def _plays(played: Sequence[_Shown], title: str, width: float, theme: Theme) -> str:
    parts: list[str] = []
    x = y = right = 0.0
    height = LARGE.height + 2 * _UNDER
    for name, cards, word, took in played:
        note = ", ".join(filter(None, [word, "took it" * took]))
        spread = LARGE.width + max(len(cards) - 1, 0) * _STEP
        wide = min(width_of(name, _NAME, bold=True), _WIDE_NAME) - _BESIDE + 4
        cell = max(spread, wide, width_of(note, _NAME if took else _NOTE, bold=took))
        if x and x + cell > width:
            x, y = 0.0, y + height
        centre, left = x + cell / 2, x + (cell - spread) / 2
        faces = [
            face(card, CardPlace(left + LARGE.width / 2 + place * _STEP, y + LARGE.height / 2 + 2))
            for place, card in enumerate(cards)
        ]
        if took:
            around = Box(left - 4, y - 2, spread + 8, LARGE.height + 8)
            parts.append(rectangle(around, "best thick", 9))
        parts += group(f"{name}{f', {note}' if note else ''}", faces)
        if not cards:
            parts.append(text("pass", centre, y + LARGE.height / 2, "dim small m"))
        shown = fitted(name, cell + _BESIDE - 4, _NAME, bold=True)
        parts.append(text(shown, centre, y + LARGE.height + 20, "name ink m"))
        if note:
            classes = "name ink m" if took else "dim small m"
            parts.append(text(note, centre, y + LARGE.height + 34, classes))
        right = max(right, x + cell)
        x += cell + _BESIDE
    edge = _BESIDE / 2
    box = Box(-edge, -edge, right + 2 * edge, y + height + edge if played else 0)
    lines = [rectangle(box, "paper", 8), *parts] if played else []
    return document(box, lines, title=title, role="group", theme=theme)


def score(
    hands: HandScore[SeatScore] | Iterable[HandScore[SeatScore]],
    *,
    names: Sequence[str] | None = None,
    scores: Sequence[int] | None = None,
    size: int = WIDTH,
    theme: str = "",
    short: bool = False,
) -> str:
    """Draw the score sheet of one hand or of several, with the best total in a ring.

    The points of each hand have their reasons in words.

    Args:
        hands: the score of a hand, or those of several hands in the order of play, at least one.
        names: the names of the players in the order of seats; ``Seat 0`` and so on by default.
        scores: the totals before the first hand, for a match that began elsewhere; ``None`` for
            those with which the game begins.
        size: the width in pixels, from 360 to 2000. Players without room go into
            further rows of columns, and many hands of few players stand side by side.
        theme: ``large`` for larger figures; a sheet has no cards, so ``four_colour`` changes
            nothing.
        short: True for the short entries of players who keep score on paper, instead of words.

    Raises:
        RulesError: if a hand has another number of players than the first, or the names, the
            scores, the size or the theme are not those of such a sheet.

    >>> from twowaystreet import svg
    >>> from twowaystreet.games import street
    >>> done = street.score(["HD", "LD", "LD"], [7, 2, 1])
    >>> "high: 7 tricks minus penalty" in svg.score(done, names=["Ann", "Ben", "Cem"])
    True
    >>> "HD,7-6:1" in svg.score(done, short=True)
    True
    """
    expected = "the score of a hand, or of several hands with the same players"
    given = (hands,) if isinstance(hands, HandScore) else as_tuple("hands", hands, expected)
    if (
        not given
        or not all(isinstance(each, HandScore) for each in given)
        or len({len(each.seats) for each in given}) != 1
    ):
        raise RulesError("hands", hands, expected)
    seats = len(given[0].seats)
    before = checked_numbers("scores", scores, seats, "ST-25", default=given[0].starts_at)
    looks = theme_of(theme)
    players = _checked_names(names, seats)
    return sheet(players, given, before, _checked_size(size), looks, short=short)
