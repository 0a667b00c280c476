"""A rules engine for card games: typed, with immutable states.

>>> import random
>>> import twowaystreet as tws
>>> from twowaystreet.games import street
>>> state = street.new_game(street.Rules(players=4, target=20), dealer=0)
>>> rng = random.Random(7)
>>> while not state.hand_over:
...     move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
...     state = tws.apply(state, move)
>>> sum(len(trick.cards) for trick in state.tricks)
40
"""

from __future__ import annotations

from twowaystreet._util.interrupts import end_at_interrupt, is_program

if is_program():  # pragma: no cover  # no test is the program, before modules that take a while
    end_at_interrupt()

from typing import TYPE_CHECKING

from twowaystreet._core.cards.cards import CARDS, Card, Color, Joker, Rank, Suit, cards
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.game import GAMES, OURS, Game, register
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.moves import Deal, Move, Phase, Play, cards_of
from twowaystreet._core.engine.setup import score_sheet
from twowaystreet._core.engine.state import AnyState, GameState
from twowaystreet._core.engine.verbs import (
    apply,
    deal_hands,
    legal_moves,
    parse_move,
    payoffs,
    score_hand,
    shuffle,
)
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import Event, SeatRecord, event_of
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.claims import Claim, claim_of
from twowaystreet._core.views.trick_views import TrickView, Void
from twowaystreet._core.views.views import View, view
from twowaystreet._core.worlds.weighted import PastMove, WeightedWorlds, history
from twowaystreet._core.worlds.worlds import Worlds, determinize, worlds
from twowaystreet._util.publishing import publish
from twowaystreet._util.values import OfGame, Pictured
from twowaystreet.errors import (
    CardError,
    HandNotOver,
    IllegalMove,
    ParseError,
    RecordError,
    RulesError,
    SeatError,
    TwoWayStreetError,
    WorldsError,
)
from twowaystreet.ratings import draw_dealer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__version__ = "0.4.0"
"""The version of the library; the build reads the package's version from here."""

__all__ = [
    "CARDS",
    "GAMES",
    "AnyState",
    "Card",
    "CardError",
    "Claim",
    "Color",
    "Deal",
    "Event",
    "Game",
    "GameState",
    "HandNotOver",
    "HandScore",
    "IllegalMove",
    "Joker",
    "Move",
    "Pack",
    "ParseError",
    "PastMove",
    "Phase",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "RulesError",
    "SeatError",
    "SeatRecord",
    "SeatScore",
    "Suit",
    "Trick",
    "TrickState",
    "TrickView",
    "TwoWayStreetError",
    "View",
    "Void",
    "WeightedWorlds",
    "Worlds",
    "WorldsError",
    "__version__",
    "apply",
    "cards",
    "cards_of",
    "claim_of",
    "deal_hands",
    "determinize",
    "draw_dealer",
    "event_of",
    "history",
    "legal_moves",
    "parse_move",
    "payoffs",
    "register",
    "score_hand",
    "score_sheet",
    "shuffle",
    "view",
    "worlds",
]

# Pictures, texts, the places of games and models of players build on what they show. Most programs
# need none of them, so that they are loaded on first use.


def _draw(value: OfGame) -> str:
    from twowaystreet import svg  # noqa: PLC0415  # see above

    picture: str = getattr(svg, value._drawn_by)(value)
    return picture


def _write(view: OfGame, names: Sequence[str] | None) -> str:
    from twowaystreet._core.display.screen import picture  # noqa: PLC0415  # see above

    return picture(view, names)


def _send(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    from twowaystreet._core.engine.game_places import sent  # noqa: PLC0415  # see above

    return sent(game)


def _read(model: object) -> Callable[..., Mapping[Move, float]]:
    from twowaystreet.players._models import chances_of  # noqa: PLC0415  # see above

    return chances_of(model)


Pictured._draw, View._write, Game._send, Worlds._read = _draw, _write, _send, _read
_OURS = ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag")
OURS.update((name, f"twowaystreet.games.{name}:GAME") for name in _OURS)
publish(__name__)
