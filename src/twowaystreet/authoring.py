"""The tools for writing games; a module with a new game imports everything from here.

A game consists of its rules, moves, hand data, score, states and view. A :class:`Game` joins them.
The guide *Write your own game* builds a game step by step.
"""

from twowaystreet import reasons
from twowaystreet._core.cards.cards import (
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
from twowaystreet._core.cards.masks import JOKER, RANK, SUIT, cards_in, mask_of
from twowaystreet._core.cards.packs import FRENCH_DECK, Pack, deal_packets
from twowaystreet._core.cards.reader import Reader
from twowaystreet._core.display.display import Display, display_of
from twowaystreet._core.display.lines import Line, Span, Style, faint, joined, padded, phrase, plain
from twowaystreet._core.display.values import (
    Each,
    Effect,
    Fact,
    HandEnd,
    Laid,
    Option,
    OptionWords,
    Played,
    Row,
    ScoreRow,
    SeatFact,
    Step,
)
from twowaystreet._core.engine.bounds import (
    AtMost,
    Between,
    CardCount,
    CardSet,
    PerHand,
    PerSeat,
    Seat,
)
from twowaystreet._core.engine.game import Game, register
from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.moves import PLAYS, Deal, Move, NumberMove, Play, SuitMove, WordMove
from twowaystreet._core.engine.notation import move_types
from twowaystreet._core.engine.options import choice, flag, number, options_of
from twowaystreet._core.engine.phases import Decision, Phase
from twowaystreet._core.engine.scores import HandScore, SeatScore
from twowaystreet._core.engine.seats import replace_at, rotate_to, rotation
from twowaystreet._core.engine.setup import (
    begin_match,
    checked_numbers,
    checked_rules,
    new_game_for,
)
from twowaystreet._core.engine.sides import Sides, side_of, sides_of
from twowaystreet._core.engine.state import GameState
from twowaystreet._core.players import RuleOfThumb, best_play, constant
from twowaystreet._core.tricks.card_play import CardPlay, Situation
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints, play_tables
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import (
    FOLLOW_SUIT,
    SUIT_LED,
    TRUMPED,
    Following,
    Strengths,
    Trick,
    follow,
    ordering,
    tricks_won,
    winning_index,
)
from twowaystreet._core.views.facts import (
    conditional_fact,
    per_seat_fact,
    private_fact,
    public_fact,
    to_owner,
    viewer_fact,
)
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.trick_worlds import (
    builder_of,
    cases_of,
    limits_of,
    match_of,
    plays_of,
    unseen_cards,
)
from twowaystreet._core.views.views import MoveRedactor, View, view_types
from twowaystreet._core.worlds.places import Division, Hidden, Holding, Place
from twowaystreet._util.constructors import fast_replace
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
    "AtMost",
    "Between",
    "Card",
    "CardCount",
    "CardPlay",
    "CardSet",
    "Color",
    "Deal",
    "Decision",
    "Display",
    "Division",
    "Each",
    "Effect",
    "Fact",
    "Following",
    "Game",
    "GameState",
    "HandData",
    "HandEnd",
    "HandScore",
    "Hidden",
    "Holding",
    "IllegalMove",
    "Joker",
    "Laid",
    "Line",
    "Move",
    "MoveRedactor",
    "NumberMove",
    "Option",
    "OptionWords",
    "Pack",
    "ParseError",
    "PerHand",
    "PerSeat",
    "Phase",
    "Place",
    "Play",
    "PlayTables",
    "Played",
    "Rank",
    "Reader",
    "Reason",
    "Row",
    "RuleOfThumb",
    "RulesError",
    "ScoreRow",
    "Seat",
    "SeatFact",
    "SeatScore",
    "Sides",
    "Situation",
    "Span",
    "Step",
    "Strengths",
    "Style",
    "Suit",
    "SuitMove",
    "Tally",
    "Trick",
    "TrickPoints",
    "TrickState",
    "TrickView",
    "View",
    "WordMove",
    "begin_match",
    "best_play",
    "builder_of",
    "cards",
    "cards_in",
    "cases_of",
    "checked_numbers",
    "checked_rules",
    "choice",
    "conditional_fact",
    "constant",
    "deal_packets",
    "display_of",
    "faint",
    "fast_replace",
    "flag",
    "follow",
    "joined",
    "limits_of",
    "mask_of",
    "match_of",
    "move_types",
    "new_game_for",
    "number",
    "options_of",
    "ordering",
    "padded",
    "per_seat_fact",
    "phrase",
    "plain",
    "play_tables",
    "plays_of",
    "private_fact",
    "public_fact",
    "read_cards",
    "read_suit",
    "reasons",
    "register",
    "replace_at",
    "rotate_to",
    "rotation",
    "side_of",
    "sides_of",
    "to_owner",
    "tricks_won",
    "unseen_cards",
    "view_types",
    "viewer_fact",
    "winning_index",
]


def __dir__() -> list[str]:
    return __all__
