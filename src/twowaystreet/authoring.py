"""What games are written with: everything that a rule module of one's own imports.

A game is its rules, its moves, what is settled before the play, its score, its states and its view,
put together in a :class:`Game`. The guide *Write your own game* builds one step by step.
"""

from twowaystreet import reasons
from twowaystreet._cards.cards import (
    CARDS,
    SUITS,
    Card,
    Color,
    Joker,
    Rank,
    Suit,
    cards,
    read_cards,
    read_suit,
)
from twowaystreet._cards.masks import JOKER, RANK, SUIT, cards_in, mask_of
from twowaystreet._cards.packs import FRENCH_DECK, Pack, dealt
from twowaystreet._engine.decisions import Ask
from twowaystreet._engine.game import Game, register
from twowaystreet._engine.match import Settled
from twowaystreet._engine.moves import PLAYS, Deal, Move, Play, SuitMove, WordMove
from twowaystreet._engine.options import choice, flag, number
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._engine.seats import rotation, turned, with_seat
from twowaystreet._engine.setup import checked_numbers, checked_rules, opened, opening
from twowaystreet._engine.state import GameState
from twowaystreet._tricks.tricks import (
    FOLLOW_SUIT,
    SUIT_LED,
    TRUMPED,
    Following,
    Powers,
    Trick,
    follow,
    ordering,
    taken,
    taken_by,
)
from twowaystreet._util.constructors import changer
from twowaystreet._util.reader import Reader
from twowaystreet._views.facts import each, own, public, seen, to_owner, when
from twowaystreet._views.views import Unseen, View
from twowaystreet.errors import IllegalMove, ParseError, Reason, RulesError

__all__ = [
    "CARDS",
    "FOLLOW_SUIT",
    "FRENCH_DECK",
    "JOKER",
    "PLAYS",
    "RANK",
    "SUIT",
    "SUITS",
    "SUIT_LED",
    "TRUMPED",
    "Ask",
    "Card",
    "Color",
    "Deal",
    "Following",
    "Game",
    "GameState",
    "HandScore",
    "IllegalMove",
    "Joker",
    "Move",
    "Pack",
    "ParseError",
    "Phase",
    "Play",
    "Powers",
    "Rank",
    "Reader",
    "Reason",
    "RulesError",
    "SeatScore",
    "Settled",
    "Suit",
    "SuitMove",
    "Trick",
    "Unseen",
    "View",
    "WordMove",
    "cards",
    "cards_in",
    "changer",
    "checked_numbers",
    "checked_rules",
    "choice",
    "dealt",
    "each",
    "flag",
    "follow",
    "mask_of",
    "number",
    "opened",
    "opening",
    "ordering",
    "own",
    "public",
    "read_cards",
    "read_suit",
    "reasons",
    "register",
    "rotation",
    "seen",
    "taken",
    "taken_by",
    "to_owner",
    "turned",
    "when",
    "with_seat",
]
