"""The task and the choices of a player in words that serve any game.

A task is a sentence of at most twelve words, without a full stop, about the move that is due.
Displays of games add their own phases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from twowaystreet._core.cards.cards import Card, Joker, Suit, is_card
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.display.cards import sign_text, signs_text
from twowaystreet._core.display.people import possessive
from twowaystreet._core.display.values import Each, Entry, Option, ScoreRow
from twowaystreet._core.engine.match import SeatScore
from twowaystreet._core.engine.moves import Move, NumberMove, Play, SuitMove, cards_of
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.words import in_runs, listed

MOST_WORDS: Final = 12
"""The greatest number of words of a task."""
FEW: Final = 3
"""The greatest number of cards that a task names."""
# Any: each game has its own phases, and the keys of a mapping must be of its very type.
Verbs: TypeAlias = Mapping[Any, str]
"""For each phase what the player to move is to do, such as "bid"."""
_NONE: Final[Verbs] = MappingProxyType({})


def short(*texts: str) -> str:
    """Return the first text that is no longer than a task may be, else the last one.

    >>> short("Exchange " * 20, "Exchange two cards")
    'Exchange two cards'
    """
    return next((text for text in texts if len(text.split()) <= MOST_WORDS), texts[-1])


def idle_task(view: AnyView, names: Sequence[str], verbs: Verbs = _NONE) -> str:
    """Return what the table waits for; empty if it waits for the viewer.

    Args:
        view: the view.
        names: the names of the players.
        verbs: for each phase what the player to move is to do; other phases tell their name.
    """
    if view.is_over:
        return "The game is over"
    if view.actor is None:
        return "Deal the next hand" if view.hands_played or view.hand_over else "Deal the cards"
    if view.actor == view.seat:
        return ""
    verb = verbs.get(view.phase, "play" if view.phase == "play" else "")
    if verb:
        return f"{names[view.actor]} is to {verb}"
    return f"{possessive(names[view.actor])} turn: {view.phase}"


def usual_task(view: AnyView, names: Sequence[str], trick_word: str = "trick") -> str:
    """Return the task in a game whose display has no words of its own for it."""
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
        view: the view of the player.
        held: the cards of the hand that plays; ``None`` for the hand of the view.
        due: the cards that should be played; ``None`` for all legal ones.
        trumps: the suit that is trumps, if any.
        where: the name of the hand that plays, if the player has several.
        lead: the words for a lead of any card; by default they tell why the player leads.
        wild: what a card of another suit is that may be played all the same, such as "the wild ".
        closed: the number of face-down cards of the hand that plays.
        trick_word: the game's word for a trick.

    >>> from twowaystreet._core.engine.verbs import shuffle, apply
    >>> from twowaystreet._core.views.views import view
    >>> from twowaystreet.games import twos
    >>> import random
    >>> state = twos.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> play_task(view(state, state.actor))
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
    """Return the task of a player who may lead any card, with the reason for the lead."""
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
    """Return the task of a player who follows to a trick.

    Args:
        legal: the cards that may be played.
        held: the cards of the hand that plays.
        led: the suit led; ``None`` after a Joker without a suit.
        suits: the cards of each suit as masks.
        trumps: the suit that is trumps, if any.
        where: the name of the hand that plays, if the player has several.
        wild: what a card of another suit is that may be played all the same, such as "the wild ".
        closed: the number of face-down cards of the hand that plays.

    >>> from twowaystreet._core.cards.cards import cards
    >>> hand = cards("6C 9C 2H KH")
    >>> follow_task(cards("6C 9C"), hand, Suit.CLUBS)
    'Follow clubs: 6 or 9'
    >>> follow_task(cards("6C 9C 2H"), hand, Suit.CLUBS)
    'Follow clubs: 6, 9 or 2♥'
    >>> follow_task(hand, hand, Suit.SPADES)
    'You have no spades: play any card'
    >>> follow_task(cards("2H KH"), hand, Suit.SPADES, trumps=Suit.HEARTS)
    'You have no spades: trump with 2♥ or K♥'
    """
    if len(held) + closed == 1:
        return f"Play the last card of your {where}" if where else "Play your last card"
    if led is None:
        return "No suit is named yet: play any card"
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


def _few(texts: Iterable[str]) -> str:
    return listed(dict.fromkeys(texts), "or")


def _rank(card: Card) -> str:
    """Return a card of the suit that the sentence names."""
    return str(card.rank) if card.suit else sign_text(card)


def _sign(card: Card) -> str:
    return "a Joker" if card.joker is Joker.PLAIN else sign_text(card)


def usual_target(rules: Any) -> str:  # Any: the options of each game
    """Return the points that end a game, in a few words; empty without a target.

    >>> from types import SimpleNamespace
    >>> usual_target(SimpleNamespace(target=20)), usual_target(SimpleNamespace(target=None))
    ('to 20 points', '')
    """
    target = getattr(rules, "target", None)
    return "" if target is None else f"to {target} points"


def usual_options(view: AnyView) -> list[Option]:
    """Return the legal moves without cards in words that serve any game."""
    moves = [move for move in view.legal_moves or () if not cards_of(move)]
    texts = [_usual_text(move) for move in moves]
    return [
        Option(
            move,
            text if texts.count(text) == 1 else str(move),
            number=move.number if isinstance(move, NumberMove) else None,
        )
        for move, text in zip(moves, texts, strict=True)
    ]


def _usual_text(move: Move) -> str:
    if isinstance(move, SuitMove):
        return suit_text(move.suit)
    text = str(move)
    return text[:1].upper() + text[1:]


def suit_text(suit: Suit) -> str:
    """Return a suit with its sign.

    >>> suit_text(Suit.CLUBS)
    '♣ clubs'
    """
    return f"{suit.sign} {suit.word}"


_FEW: Final = ("no", "one", "two", "three", "four")


def held_text(hand: Iterable[Card], suit: Suit) -> str:
    """Return how many cards of a suit a player holds.

    >>> from twowaystreet._core.cards.cards import cards
    >>> held_text(cards("2C 9D"), Suit.CLUBS), held_text(cards("2C 9D"), Suit.SPADES)
    ('You hold one club', 'You hold no spades')
    """
    held = sum(card.suit is suit for card in hand)
    number = _FEW[held] if held < len(_FEW) else held
    return f"You hold {number} {suit.word.removesuffix('s') if held == 1 else suit.word}"


def usual_button(move: Move) -> str:
    """Return the words of the button that makes a move with cards.

    >>> from twowaystreet._core.engine.moves import Play
    >>> usual_button(Play(Card.parse("QS")))
    'Play Q♠'
    """
    verb = str(move).partition(" ")[0]
    cards = signs_text(cards_of(move))
    return f"{'Play' if is_card(verb) else verb.capitalize()} {cards}".rstrip()


def usual_row(score: SeatScore) -> ScoreRow:
    """Return the entry of the score sheet, unless it only repeats the points.

    >>> usual_row(SeatScore(4))
    ScoreRow(words='', rule='')
    """
    return ScoreRow("" if score.entry == f"{score.points:+}" else score.entry)


def chosen_by(names: Sequence[str]) -> str:
    """Return the badge of a choice: the others who have made it so far.

    >>> chosen_by([]), chosen_by(["Ben", "Cem"])
    ('so far: nobody', 'so far: Ben and Cem')
    """
    return f"so far: {listed(names) if names else 'nobody'}"


def points_text(points: int) -> str:
    """Return points as a result: what they do to a total.

    >>> points_text(50), points_text(-50), points_text(0)
    ('50', '50 off', 'nothing')
    """
    return f"{-points} off" if points < 0 else str(points or "nothing")


MOST_LISTED: Final = 6
"""The greatest number of moves of a type to list; for more moves the prompt gives an example."""


def moves_or_example(moves: Sequence[Move], text: Callable[[Move], str]) -> list[Entry]:
    """Return few moves of one type each, and of many their form with an example.

    Args:
        moves: the moves, at least one.
        text: gives the text of a move for people.
    """
    if len(in_runs(map(str, moves))) <= MOST_LISTED:
        return [Each(tuple(moves))]
    return [(f"{moves[0].form}, such as {text(moves[len(moves) // 2])}",)]
