"""Small games in which every history can be tried: one table of positions for all games.

A position of the Duel, Two Way Street or Twenty Down is written in full: viewer and options, the
hands, the stock from the top, the moves after the deal, and a name. Those of the other games come
from random play.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs
import pytest

import twowaystreet as tws
from tests.games import game_of
from tests.helpers import AnyState, trick_state
from tests.worlds.harness import Key, Position, sorted_places
from twowaystreet._core.cards.masks import Pack, cards_in, deal_packets
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet.games import duel, street, twenty_down
from twowaystreet.games.duel import state as duel_state
from twowaystreet.games.street import state as street_state
from twowaystreet.games.twenty_down import rules as td_rules

Patch: TypeAlias = pytest.MonkeyPatch
Make: TypeAlias = Callable[[Patch], Position]

# Any: options of any game.
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "duel": {"max_strength": 1},
    "street": {},
    "twenty_down": {},
    "-": {"max_strength": 10},
    "to 1": {"bid_markers": "cards", "max_strength": 1},
    "to 2": {"bid_markers": "cards", "max_strength": 2},
    "cards": {"bid_markers": "cards", "max_strength": None},
    "held": {"named_suit": "held"},
    "optional": {"exchange": "optional"},
    "one hand": {"max_hands": 1},
    "hearts": {"hands_played": 8},
    "no duty": {"must_trump": False},
}
HIGH: Final = "no bid, no bid, high"
ONE_HIGH: Final = "bid 1 high, no bid, exchange KH 2C"
LAST_TWO: Final = "6C 7C 8C 3C 2D 3D 4D"

DUEL: Final = f"""
0        | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | | the dealer bids
1        | 2C 3C KH, 4C 5C QH | 6C 7C 8C | bid 1 low | a sealed bid on paper
1 to 2   | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | bid 2 high | a sealed bid with cards
- to 1   | 2C KH, 4C QH | 6C 7C 8C | no bid | a sealed bid with cards and a spectator
0 to 2   | 2C KH, 4C QH | 6C 7C 8C | bid 2 low | the dealer's own low bid
0 to 1   | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | bid 1 high | the dealer's own high bid
1 to 1   | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | no bid, no bid | the dealer's choice
1        | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | {HIGH}, exchange 2C 3C | one of two exchanges
0        | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | {HIGH}, exchange 2C 3C, exchange 4C 5C |
         one's own exchange came first
1        | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C | {HIGH}, exchange 2C 3C, exchange 4C 5C |
         one's own exchange came second
0 to 1   | 2C KH, 4C QH | 6C 7C 8C 9C 10C | bid 1 low, bid 1 low, exchange 2C KH |
         equal bids with markers
1 to 1   | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C 10C JC | bid 1 low, no bid, exchange 2C 3C, KH |
         a low bid, and the other player's view
0 to 1   | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C 10C JC | bid 1 low, no bid, exchange 2C 3C, KH, QH |
         a low bid, and the winner's view
- to 1   | 2C KH, 4C QH | 6C 7C 8C 9C 10C | bid 1 low, no bid, exchange 2C KH, 9C |
         a low bid and a spectator
0 cards  | 2C 3C KH, 4C 5C QH | 6C 7C 8C 9C 10C JC 2D 3D 4D 5D |
         bid 1 low, bid 2 high, exchange 4C QH, KH | low and high markers
0        | 2C X* KH, 4C X* QH | 6C 7C 8C 9C | {HIGH}, exchange 2C KH, exchange 4C X*, 7C |
         both hold a plain Joker
0        | 2C X* KH, 4C X* QH | 6C 7C 8C 9C | {HIGH}, exchange 2C X*, exchange 4C QH, 7C |
         a plain Joker is given away
-        | X* KH, X* 4C | 6C 7C 8C 9C | bid 1 high, no bid, exchange X* KH, 8C |
         plain Jokers and a spectator
0        | R* KH 2C, 4D 5C 6C | 8C 9C 2H 3D 7H 7C 8S | {ONE_HIGH}, R*, name H, 4D, 5C |
         a suit was named while only the other one was held
1        | R* KH 2C, 4D 5C 6C | 8C 9C 2H 3D 7H | {ONE_HIGH}, R* | a player who has to name a suit
-        | R* 3H, 4D 5C | 8C 9C 2H 3D | no bid, bid 1 high, exchange 4D 5C, R*, name H |
         named suits and a spectator
0        | KH 3H 2C, 4C 5C 6C | 8C 9C 2H 3D 7H 7C 8S | {ONE_HIGH}, 3H, 4C |
         void after a suit was led
0 to 1   | 2C 3C, 4C QH | 6C 7C 8C 9C 2D 3D |
         no bid, bid 1 low, exchange 4C QH, 2C, 9C, 2D, 3C | a finished hand
- to 1, one hand | 2C 3C, 4C QH | 6C 7C 8C 9C 2D 3D |
         no bid, bid 1 low, exchange 4C QH, 2C, 9C, 2D, 3C | a finished match and a spectator
1 to 2   | 2C 9C KH, 4C 5C QH | {LAST_TWO} 5D | bid 2 high, bid 1 high, exchange 2C KH |
         the last card of the stock
1 to 2   | 2C 9C KH, 4C 5C QH | {LAST_TWO} 7D | bid 2 high, bid 1 high, exchange 2C KH, 7D |
         the last card of the stock, after a play
0 to 2   | 3C 9C KH, 4C 5C QH | 2C 7C 8C 6C 2D 3D 4D 7D |
         bid 1 low, bid 2 low, exchange 4C QH, KH | the last card of the stock, and two low bids
0 to 2   | 2C 9C KH, 4C 5C QH | {LAST_TWO} 5D | bid 2 low, bid 1 high, exchange 2C KH |
         the last card of the stock, and the winner
- to 2   | 2C KH, 4C QH | {LAST_TWO} 5D | bid 2 low, bid 1 high, exchange 2C KH, 2C |
         the last card of the stock, and a spectator
"""

TWO: Final = "2C KH, 4C QS, 6C 7D"
THREE: Final = "2C 5D KH, 4C 5H QS, 6C 7D 8H"
TWO_PAIRS: Final = "high, exchange 2C KH, high, exchange 4C QS"
THREE_PAIRS: Final = f"{TWO_PAIRS}, exchange 6C 7D"
FIRST_PAIRS: Final = "high, exchange 2C 5D, high, exchange 4C QS"
KEPT: Final = "high, keep, high, keep, keep"

STREET: Final = f"""
0 | {TWO} | 9S 10S | | the first player declares
- | {TWO} | 9S 10S | high | no exchange so far, and a spectator
2 | {TWO} | 9S 10S | {TWO_PAIRS} | some have exchanged
0 | {THREE} | 9S 10S | {FIRST_PAIRS} | the next player drew the viewer's pair
2 | {TWO} | 9S 10S | {THREE_PAIRS} | the viewer's pair lies in the stock
0 | {THREE} | 9S 10S | {FIRST_PAIRS}, exchange 7D 8H, 9S, 2C |
  a card of the viewer's pair was played
1 | {TWO} | | {THREE_PAIRS}, 2C, 4C | an empty stock: every player draws the own pair
- | {TWO} | | {THREE_PAIRS} | an empty stock and a spectator
0 optional | {THREE} | 9S 10S | high, exchange 2C 5D, high, keep, exchange 6C 7D, KH, 5H, 8H |
  players who keep their cards draw nothing
0 | {TWO} | 9S | {THREE_PAIRS} | a stock of one card
1 | {TWO} | 9S | {THREE_PAIRS} | a stock of one card, the second player
2 | {TWO} | 9S | {THREE_PAIRS} | a stock of one card, the last player
2 | {THREE} | 9S | {FIRST_PAIRS}, exchange 7D 8H, KH, 5H | a stock of one card, and hands of three
0 | {TWO} | 9S | {TWO_PAIRS} | a stock of one card, between two exchanges
- | {TWO} | 9S | {THREE_PAIRS} | a stock of one card and a spectator
- | {TWO} | 9S | {THREE_PAIRS}, 2C | a stock of one card and a spectator, in the play
0 | {TWO}, JD AS | 9S | {TWO_PAIRS}, high, exchange 6C 7D, exchange JD AS, 2C, 4C, 6C |
  four players and a stock of one card, in the play
1 | {TWO} | 9S 8D 10D | {THREE_PAIRS}, 8D | a stock of three cards
1 optional | {TWO}, JD AS | 9S 8D 10D | {TWO_PAIRS}, high, keep, exchange JD AS, 9S, 2C, 7D, 4C |
  a stock of three cards, one player kept
1 | {THREE} | 9S | {FIRST_PAIRS}, exchange 7D 8H, KH, 5H, 6C | an odd stock, and voids
0 | 2C 4C, 4C QS, 6C 7D | 9S | high, exchange 2C 4C, high, exchange 4C QS |
  an odd stock, and equal cards
- | 2C 4C, 4C QS, QS 7D | 9S | high, exchange 2C 4C, high, exchange 4C QS, exchange 7D QS, 2C |
  an odd stock, equal cards, and a spectator
1 | {TWO} | 9S | {THREE_PAIRS}, 2C, 4C, 6C, KH, QS, 9S | an odd stock, and a finished hand
2 | R* 2C, 5D QS, 6C 7D | KH | high, exchange R* 2C, high, exchange 5D QS, exchange 6C 7D, KH |
  an odd stock, and a suit was named
1 | {TWO} | 9S 8D 10D | {THREE_PAIRS}, 9S, 10D, KH |
  a stock of three cards, and the viewer's lower card is below a card played
2 | R* KH 2C, 4D 5C B*, 3C 7D 8S | 9S |
  high, exchange 2C KH, high, exchange 4D 5C, exchange 3C 8S, R*, name D, B* |
  an odd stock, and a suit was named before a Joker was played
0 optional | R* KH 2C, 4D 5C 6H, 3C 7D 8S | 9H | {KEPT}, R*, name D | a suit was named
0 optional, held | R* KH 2C, 4D 5C 6H, 3C 7D 8S | 9H | {KEPT}, R*, name D | a named suit was held
0 optional | R* KH 2C, 4D 5C 6S, 3C 7D 8S | 9H | {KEPT}, R*, name H, 5C |
  a suit was named while only the other one was held
0 optional | R* KH 2C, 4D 5C B*, 3C 7D 8S | 9H | {KEPT}, R*, name H, B*, 7D, 4D |
  a suit was named, and its card was played later
0 optional | R* KH 2C, R* 5C 4D, 3C 7D 8S | 9H | {KEPT}, R*, name D, R* |
  a suit was named, and a Joker of its colour was played
0 optional | X* KH 2C, 4D X* 6H, 3C 7D 8S | 9H | {KEPT}, X*, name H, X* |
  a plain Joker, a named suit, and a plain Joker
0 optional | X* KH 2C, 4D X* 6H, 3C 7D 8S | 9H | {KEPT}, X*, X* | a plain Joker on a plain Joker
0 optional | R* KH 2C, 4S 5C 6S, 3C 7D 8S | 9H | {KEPT}, R*, 4S | a player did not name a suit
0 optional | R* KH 2C, 4D 5C 6H, 3C 7D 8S | 9H | {KEPT}, R* | a player who may have to name a suit
1 optional | R* KH 2C, 4D 5C 6H, 3C 7D 8S | 9H | {KEPT}, R* | a player who has to name a suit
2 optional | R* KH 2C, B* 4D 5C, 3C 7D 8S | 9H | {KEPT}, R*, name H, B*, 7D, 4D, 8S, 2C |
  suits of both colours were named
0 optional | 2C 2C KH, 4C 4C 5H, 6C 2C KH | 4C | {KEPT}, 2C, 4C, 6C |
  equal cards, and one was played
2 | 2C 2C, 4C 4C, 6C 2C | 9S 4C | high, exchange 2C 2C, low, exchange 4C 4C |
  equal cards, and a pair of them
0 | 2C 5D KH, 4C 2C QS, 6C 7D 8H | 9S 10S | {FIRST_PAIRS}, exchange 7D 8H, KH, 2C |
  copies: the player who drew the viewer's card played an equal one
0 | 2C 5D KH, 2C 3S QS, 6C 7D 8H | 9S 10S |
  high, exchange 2C 5D, high, exchange 3S QS, exchange 7D 8H, KH, 5D, 6C, 2C |
  copies: that player may have held both
0 | 2C 5D KH, 4C 5S QS, 6C 2C 8H | 9S 10S | {FIRST_PAIRS}, exchange 6C 8H, KH, 2C, 2C |
  copies: another player played an equal one
0 | 2C 2C KH, 4C 5S QS, 6C 2C 8H | 9S 10S |
  high, exchange 2C 2C, high, exchange 4C QS, exchange 6C 8H, KH, 2C |
  copies: a pair of equal cards, and one of them was played
1 | KH 9H, 2C QS, QS 6C | 9S |
  high, exchange KH 9H, high, exchange 2C QS, exchange QS 6C, 9S, KH, QS |
  copies: an odd stock splits the viewer's pair
"""

SMALL_HANDS: Final = "AC 8D, 7C 9D, 7H 8H, 10C KH"
"""Hands of two, in which seat 1 follows clubs and seat 2 is void in clubs and spades."""
WHOLE: Final = "AC KC QC 7D 8D, 7C 8C 9C AD KD, 7H 8H 9H 10H JH, 10C JC QH KH AH"
DRAWN: Final = "trump S, draw, draw 7C, draw, draw"
PLAYING: Final = f"{DRAWN}, in, in, in"
FIVE: Final = "trump S, draw, draw, draw, draw, in, in, in"
THREE_TRICKS: Final = f"{FIVE}, AC, 7C, 7H, 10C, KC, 8C, 8H, JC, QC, 9C, 9H, QH"

TWENTY_DOWN: Final = f"""
0 | {SMALL_HANDS} | 7S 8S | | before trumps are named
- | {SMALL_HANDS} | | | before trumps are named, with a spectator
0 | {SMALL_HANDS} | 7S | trump S | nobody has drawn
0 | {SMALL_HANDS} | 7S 8S | trump S, draw AC, draw 7C | some have drawn
2 | {SMALL_HANDS} | 7S | trump S, draw AC | the viewer has yet to draw
0 | {SMALL_HANDS} | 7S | {DRAWN}, in | declarations
0 hearts | {SMALL_HANDS} | 7S | draw AC 8D, draw, draw, draw |
  from the ninth hand on hearts are trumps
0 | {SMALL_HANDS} | 9H | {PLAYING}, AC, 9D | void in the suit led and in trumps
0 | {SMALL_HANDS} | 7S | {PLAYING}, AC, 7S, 7H | void in the suit led
0 no duty | {SMALL_HANDS} | 7S | {PLAYING}, AC, 9D, 7H | no duty to trump
0 | {SMALL_HANDS} | 9H 8S | trump S, draw, draw 7C, draw, draw 10C, in, in, in, AC, 9D, 7H, 8S |
  the second trick after two draws
0 | {SMALL_HANDS} | 7S 8S 9S | {PLAYING}, AC, 7S, 7H, 10C | two cards of the stock left
0 | {SMALL_HANDS} | 7S | {DRAWN}, out, in, out, AC, 8H | players who are out
1 | {SMALL_HANDS} | 7S | {DRAWN}, out, in, in, AC | the viewer is out
0 | {SMALL_HANDS} | 7S | {DRAWN}, out, out, out | only one player is in
2 | {SMALL_HANDS} | 7S | {DRAWN}, out, in, out, AC, 8H, 8D, 7H | a finished hand
1 one hand | {SMALL_HANDS} | 7S | {DRAWN}, out, out, out | a finished match
0 | {SMALL_HANDS} | 7S | trump S, draw 8D, draw, draw, draw, in, in, in, AC | an own draw
0 | {WHOLE} | 7S | {THREE_TRICKS} | five cards each, with the last tricks to come
- | {WHOLE} | 7S | {THREE_TRICKS}, 7D, AD, 10H | five cards each, and a spectator
"""


def rows(game: str, table: str) -> Iterator[tuple[str, Make]]:
    """Yield the name of each position of a table, and the function that makes it."""
    for row in re.sub(r"\n +", " ", table).strip().splitlines():
        viewer, hands, stock, moves, name = map(str.strip, row.split("|"))
        yield f"{game}: {name}", partial(_written, game, name, viewer, hands, stock, moves)


def _words(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _written(
    game: str, name: str, who: str, hands: str, stock: str, text: str, patch: Patch
) -> Position:
    seat, _, chosen = who.partition(" ")
    viewer = None if seat == "-" else int(seat)
    options = dict(chain(*(OPTIONS[word].items() for word in (game, *_words(chosen)))))
    dealt = [tws.cards(hand) for hand in _words(hands)]
    pack, begin = Pack((*chain(*dealt), *tws.cards(stock))), dict[str, Any]()
    _shrink(game, len(dealt[0]), patch)
    if game == "street":
        options["players"] = len(dealt)
    elif game == "twenty_down":
        begin = {"dealer": 3, "hands_played": options.pop("hands_played", 0)}
    start = game_of(game).new_game(_small_rules(game)(few=pack, **options), **begin)
    moves: list[tws.Move] = [tws.deal_hands(start, dealt, tws.cards(stock))]
    state = tws.apply(start, moves[0])
    for word in _words(text):
        moves.append(tws.parse_move(state, word))
        state = tws.apply(state, moves[-1])
    has_copies = name.startswith("copies")
    return Position(
        start=start,
        moves=tuple(moves),
        viewer=viewer,
        groups=[*_unknown(start, moves[0], state, viewer)],
        places=_hands_and_stock if has_copies else _PLACES[game],
        is_complete=True,
        has_copies=has_copies,
    )


def _small_rules(game: str) -> Any:  # Any: the class of the rules of any game
    few = {"few": attrs.field(default=Pack(()))}
    options: Any = {"frozen": True, "kw_only": True, "slots": False}
    made: Any = attrs.make_class("SmallRules", few, (game_of(game).Rules,), **options)
    made.pack = property(attrgetter("few"))
    return made


def _shrink(game: str, size: int, patch: Patch) -> None:
    """Let a game deal hands of this size. The tables of the game cover whole hands alone."""
    if game != "twenty_down":
        module = duel_state if game == "duel" else street_state
        patch.setattr(module, "PACKETS", (1,) * size)
        patch.setattr(module, "exchanges", _exchanges)
    elif size == 2:
        patch.setattr("twowaystreet.authoring.deal_packets", _no_more_cards)
        patch.setattr(td_rules, "draws", _draws)


def _exchanges(held: int) -> tuple[tws.Move, ...]:
    return tuple(map(street.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def _draws(held: int) -> tuple[tws.Move, ...]:
    hand = cards_in(held)
    return tuple(twenty_down.Draw(some) for size in range(3) for some in combinations(hand, size))


def _no_more_cards(cards: Sequence[tws.Card], order: Sequence[int], sizes: tuple[int, ...]) -> Any:
    """Deal two cards to each player at first, and none after trumps were named."""
    if sizes == td_rules.AFTER_NAMING:
        return (0,) * len(order), tuple(cards)
    return deal_packets(cards, order, sizes)


def _unknown(
    start: AnyState, deal: tws.Move, state: AnyState, viewer: int | None
) -> Iterator[list[int]]:
    """Yield the places of the deal that a viewer does not know: other hands, then single cards."""
    assert isinstance(deal, tws.Deal)
    left = {*range(len(deal.cards))}
    for seat, places in enumerate(deal_places(start)):
        left -= {*places}
        if seat != viewer:
            # A player who gave no card away was dealt every card that it played, unless another
            # copy of the card was played instead.
            shown = () if _has_given(state, seat) else _played_by(state, seat)
            yield [
                place
                for place in places
                if deal.cards[place] not in shown or deal.cards.count(deal.cards[place]) > 1
            ]
    if isinstance(state, duel.State):
        seen, first = tws.view(state, viewer), min(left, default=0)
        markers = list[bool]()
        for mine, shown_to in zip(state.markers, seen.markers, strict=True):
            markers += [card is None for card in shown_to or (None,) * len(mine)]
        captured = sum(map(len, chain(*state.captured)))
        left -= {first + place for place, hidden in enumerate(markers) if not hidden}
        left -= {first + len(markers) + place for place in range(captured)}
    yield from ([place] for place in sorted(left))


# Any: below, the state of one of the three games.
def _has_given(state: Any, seat: int) -> bool:
    if isinstance(state, twenty_down.State):
        return bool(state.discards[seat])
    return bool(state.exchanged[seat] and state.exchanged[seat].given)


def _played_by(state: AnyState, seat: int) -> list[tws.Card]:
    return [
        card
        for trick in (*trick_state(state).tricks, trick_state(state).trick)
        for player, card in zip(trick.seats, trick.cards, strict=True)
        if player == seat
    ]


def _hands_and_stock(state: AnyState, viewer: int | None) -> Key:
    return sorted_places((*state.hands, state.stock))


def _of_duel(state: Any, viewer: int | None) -> Key:
    """Return the unseen cards of each place: hands, markers of low bids, and the stock.

    Markers count as stock as long as the viewer does not know their number.
    """
    seen = tws.view(state, viewer)
    stock: Iterable[tws.Card] = state.stock
    if seen.stock is None:
        stock = chain(stock, state.markers[state.dealer])
    else:
        stock = [card for card, known in zip(stock, seen.stock, strict=True) if known is None]
    low = [
        cards if seen.stock is not None and seen.markers[seat] is None else ()
        for seat, cards in enumerate(state.markers)
    ]
    hands = [() if seat == viewer else hand for seat, hand in enumerate(state.hands)]
    return sorted_places((*hands, *low, stock))


def _of_street(state: Any, viewer: int | None) -> Key:
    """Return the unseen cards of the other hands, and the stock.

    A card that the viewer gave away is not among them. Where an equal card was played, the viewer
    may have seen it: such positions are named "copies".
    """
    seen = tws.view(state, viewer)
    stock = [card for card, known in zip(state.stock, seen.stock, strict=True) if known is None]
    hands = [[] if seat == viewer else list(hand) for seat, hand in enumerate(state.hands)]
    turns = [(state.dealer + number) % len(hands) for number in range(len(hands))]
    exchangers = [seat for seat in turns if seen.has_exchanged[seat]]
    if viewer in exchangers:
        first = exchangers.index(viewer)
        given = state.exchanged[viewer].given
        for place, card in enumerate(given, len(state.stock) + 2 * first):
            if place < 2 * len(exchangers) and card in (hand := hands[exchangers[place // 2]]):
                hand.remove(card)
    return sorted_places((*hands, stock))


def _of_twenty_down(state: Any, viewer: int | None) -> Key:
    hands = [() if seat == viewer else hand for seat, hand in enumerate(state.hands)]
    discards = [() if seat == viewer else cards or () for seat, cards in enumerate(state.discards)]
    return sorted_places((*hands, *discards, state.stock))


_PLACES: Final = {"duel": _of_duel, "street": _of_street, "twenty_down": _of_twenty_down}
