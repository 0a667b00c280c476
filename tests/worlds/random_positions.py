"""Positions of random play in small games in which every history can be tried."""

import random
from collections.abc import Callable
from functools import partial
from itertools import chain, product
from typing import Any, Final

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState
from tests.leaks.small import SMALL
from tests.testing.broken import hell
from tests.testing.faults import TwoDuties
from tests.worlds.harness import Key, Position, generator, played, position_of, sorted_places
from tests.worlds.positions import DUEL, STREET, TWENTY_DOWN, Make, Patch, rows
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet.games import brag, tien_len, twos
from twowaystreet.games.brag import Outcome
from twowaystreet.games.brag import rules as brag_rules
from twowaystreet.games.tien_len import rules as tl_rules
from twowaystreet.games.tien_len import state as tl_state


def _twos(number: int, patch: Patch) -> Position:
    rng = generator("twos", number)
    start = twos.new_game(dealer=number % 4)
    moves = played(start, rng, 2 + (number == 14), more=number % 8)
    return position_of(start, moves, None if number == 7 else rng.randrange(4))


def _oh_hell(number: int, patch: Patch) -> Position:
    patch.setattr(oh_hell, "PACK", Pack(tws.cards("2C 3C 4C 2D 3D 4D 2H 3H 4H 5H")))
    rng = generator("oh_hell", number)
    start = oh_hell.GAME.new_game(oh_hell.Rules(players=3, cards=2 + number % 2), dealer=number % 3)
    moves = played(start, rng, 3, more=2 * number)
    return position_of(start, moves, None if number == 7 else rng.randrange(3))


def _equal_cards(name: str, number: int, patch: Patch) -> Position:
    small = SMALL[name]
    small.prepare(patch)
    rng, start = generator(name, number), small.start()
    moves, seats = played(start, rng, 9, more=number), start.rules.seats
    groups = [[hand, seats + hand] for hand in range(seats)]
    groups += [[place] for place in range(2 * seats, len(start.rules.pack))]
    viewer = None if number == 7 else rng.randrange(seats)
    return Position(start=start, moves=moves, viewer=viewer, groups=groups, is_complete=True)


TWO_DUTIES: Final = hell("two_duties_of_worlds", TwoDuties)


def _needs(number: int, patch: Patch) -> Position:
    """Return a position in which a hand must hold one of some cards."""
    patch.setattr(oh_hell, "PACK", Pack(tws.cards("2C KC 3D KD 2H KH 2S 3S KS AS")))
    rng, start = generator("needs", number), TWO_DUTIES.new_game(oh_hell.Rules(players=3, cards=3))
    while True:
        moves = played(start, rng, 3, more=3 + rng.randint(2, 4))
        position = position_of(start, moves, rng.randrange(3))
        seen = tws.view(position.states()[-1], position.viewer)
        needs = any(place.needs for case in seen._hidden() for place in case.places)
        if needs and tws.worlds(seen).count > 1:
            return position


def _tien_len(hands: int, more: int, viewer: int | None, patch: Patch) -> Position:
    """Return a position after some whole hands and a few moves: a pass proves nothing."""
    cards = 2 if viewer is None else 3
    pack = Pack(tws.cards("3S 3C 4S 4C 5S 5C 5D 6S 6C 6D AH 2H 7S 7C 7D 7H")[: 4 * cards])
    patch.setattr(tl_rules, "PACK", pack)
    patch.setattr(tl_state, "ONE_BY_ONE", (1,) * cards)
    start: Any = tien_len.new_game(dealer=more % 4)
    rng = generator("tien_len", hands, more)
    for _ in range(hands):
        for move in played(start, rng, 0, more=999):
            start = tws.apply(start, move)
    return position_of(start, played(start, rng, more=more), viewer)


FOUR, PAIRS = Outcome.FOUR_OF_A_KIND, Outcome.FOUR_PAIRS
BRAG: Final = {
    # name: (cards, players, pack, moves, viewer, outcome)
    "six cards before the first lay": (6, 2, 14, 1, 0, None),
    "six cards with a hidden lay": (6, 2, 14, 2, 0, None),
    "six cards after the own lay": (6, 2, 14, 2, 1, None),
    "six cards, three players, nothing undealt": (6, 3, 18, 2, 0, None),
    "six cards, three players, before the first lay": (6, 3, 19, 1, 2, None),
    "six cards, a spectator": (6, 2, 13, 1, None, None),
    "six cards, a spectator after a lay": (6, 2, 12, 2, None, None),
    "six cards after the showing": (6, 2, 14, 3, 0, None),
    "seven cards before the first lay": (7, 2, 16, 1, 1, None),
    "seven cards with a hidden lay": (7, 2, 16, 2, 0, None),
    "seven cards after the showing": (7, 2, 20, 3, 0, None),
    "nine cards before the first lay": (9, 2, 20, 1, 0, None),
    "nine cards with a hidden lay": (9, 2, 19, 2, 0, None),
    "nine cards, many ranks": (9, 2, 22, 1, 1, None),
    "nine cards after the showing": (9, 2, 18, 3, 1, None),
    "six cards, four of a kind": (6, 2, 16, 1, 0, FOUR),
    "seven cards, four of a kind": (7, 2, 17, 1, 1, FOUR),
    "seven cards, four of a kind, a spectator": (7, 2, 15, 1, None, FOUR),
    "six cards, four of a kind, three players": (6, 3, 20, 1, 1, FOUR),
    "nine cards, four of a kind": (9, 2, 22, 1, 0, FOUR),
    "nine cards, four of a kind, a spectator": (9, 2, 19, 1, None, FOUR),
    "nine cards, four pairs": (9, 2, 22, 1, 0, PAIRS),
    "nine cards, four pairs, a spectator": (9, 2, 21, 1, None, PAIRS),
    "nine cards, four pairs, three players": (9, 3, 28, 1, 2, PAIRS),
}


def _brag(name: str, patch: Patch) -> Position:
    cards, players, pack, count, viewer, outcome = BRAG[name]
    small_pack_of_brag(pack, patch)
    start = brag.new_game(brag.Rules(cards=cards, players=players), dealer=players - 1)
    moves, state = played_brag(start, generator("brag", name), count, outcome)
    seen = tws.view(state, viewer)
    laid = chain(*(hand for hands in seen.laid if hands for hand in hands))
    known = [*(seen.hand or ()), *laid, *chain(*seen.shown)]
    return position_of(start, moves, viewer, known, _of_brag)


def small_pack_of_brag(cards: int, patch: Patch) -> None:
    """Let a pack have the lowest ranks, all suits of a rank before the next rank."""
    some = [tws.Card(rank, suit) for rank in tws.Rank for suit in tws.Suit]
    patch.setattr(brag_rules, "PACK", Pack(tuple(some[:cards])))


def played_brag(
    start: brag.State, rng: random.Random, moves: int, outcome: Outcome | None = None
) -> tuple[list[tws.Move], brag.State]:
    """Return a deal that the hand goes on from, or ends with an outcome, and random lays."""
    while True:
        made: list[tws.Move] = [tws.shuffle(start, rng)]
        state = tws.apply(start, made[0])
        if (state.score.outcome if state.score else None) is outcome:
            break
    while len(made) < moves:
        made.append(rng.choice(tws.legal_moves(state)))
        state = tws.apply(state, made[-1])
    return made, state


def _of_brag(state: AnyState, viewer: int | None) -> Key:
    """Return the cards that each other seat was dealt, and those that were not dealt."""
    held = [cards_in(cards) for cards in state._hand_data.held]
    others = [hand for seat, hand in enumerate(held) if seat != viewer]
    return sorted_places((*others, state.stock))


def _numbered(name: str, make: Callable[..., Position], *cases: tuple[Any, ...]) -> dict[str, Make]:
    return {f"{name}: {' '.join(map(str, case))}": partial(make, *case) for case in cases}


TABLES: Final[dict[str, dict[str, Make]]] = {
    "duel": dict(rows("duel", DUEL)),
    "street": dict(rows("street", STREET)),
    "twenty_down": dict(rows("twenty_down", TWENTY_DOWN)),
    "twos": _numbered("twos", _twos, *((number,) for number in range(15))),
    "oh_hell": _numbered("oh_hell", _oh_hell, *((number,) for number in range(10)))
    | _numbered("equal cards", _equal_cards, *product(("twos", "oh hell"), range(10)))
    | _numbered("needs", _needs, *((number,) for number in range(6))),
    "tien_len": _numbered(
        "tien_len", _tien_len, *product((0, 1), (0, 1, 2, 4, 7, 100), (None, 0, 1, 2, 3))
    ),
    "brag": _numbered("brag", _brag, *((name,) for name in BRAG)),
}
"""For each game the positions by their names."""
EVERY: Final = {"duel": 6, "street": 6, "twenty_down": 8, "twos": 7, "tien_len": 12}
"""Each change tries the first of every so many positions of these games; the night tries all."""
MANY: Final = (
    *("six cards, a spectator after a lay", "nine cards, four of a kind, a spectator"),
    *("six cards, three players, before the first lay", "six cards, a spectator"),
)
"""The positions of Brag with the most histories, which only the night tries."""
