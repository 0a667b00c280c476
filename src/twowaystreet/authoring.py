"""What games are written with: everything that a rule module of one's own imports.

A game is its rules, its moves, what is settled before the play, its score, its states and its view,
put together in a :class:`Game`. The guide *Write your own game* builds one step by step.
"""

from twowaystreet import reasons
from twowaystreet.asks import Ask
from twowaystreet.cards import (
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
from twowaystreet.draft import changer
from twowaystreet.errors import IllegalMove, ParseError, Reason, RulesError
from twowaystreet.facts import each, own, public, seen, to_owner, when
from twowaystreet.game import Game, register
from twowaystreet.masks import JOKER, RANK, SUIT, cards_in, mask_of
from twowaystreet.match import Settled
from twowaystreet.moves import PLAYS, Deal, Move, Play, SuitMove, WordMove
from twowaystreet.opening import checked_numbers, checked_rules, opened, opening
from twowaystreet.options import choice, flag, number
from twowaystreet.packs import FRENCH_DECK, Pack, dealt
from twowaystreet.phases import Phase
from twowaystreet.scores import HandScore, SeatScore
from twowaystreet.seats import rotation, turned, with_seat
from twowaystreet.state import GameState
from twowaystreet.text import Reader
from twowaystreet.tricks import (
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
from twowaystreet.views import Unseen, View

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
