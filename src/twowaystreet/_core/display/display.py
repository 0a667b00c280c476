"""Displays: the words and the facts of a game, which text, pictures and pages render."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeAlias, get_args

from twowaystreet._core.cards.cards import Card, Suit, place_by_suit
from twowaystreet._core.display import usual, values
from twowaystreet._core.display.lines import Line, flowed, grouped, joined, joined_lines, signed
from twowaystreet._core.display.words import many
from twowaystreet._core.engine.game import Game, own_part_of, part_of
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.moves import CardMove, Draw, Move, Pass, Play, groups_of
from twowaystreet._core.engine.seats import checked_numbers, side_of
from twowaystreet._core.views.views import View
from twowaystreet._util.numbers import listed, spelled, typed_number, words_of
from twowaystreet._util.values import freeze_tables
from twowaystreet.errors import quoted


class Display(Generic[values.ViewT]):
    """The words and the facts of a game; a game overrides what differs.

    Each method says once what is worth saying about a seat, a hand, a move or a score. The text at
    the terminal, pictures, replay pages and the page in the browser show it in their own forms.
    Without any method of its own a display shows the facts that the view class declares.

    A display sees views alone, so that it can show nothing that a seat may not know.

    Attributes:
        trick_word: the game's word for a trick.
        trick_moves: the types of the moves that belong to a trick.
        tricks_in_columns: True if a seat plays at most one card from each of its hands to a trick,
            so that the cards of complete tricks stand in columns.
        hand_names: the names of each player's hands, in the order of ``View.hand_sizes``. The
            last one is the hand of the view.
        sheet_legend: the legend of the score sheet's entries; empty if they need no words.
        summary: what the game is about, in one or two short sentences; empty without words for it.
        emblem: four to six cards that stand for the game in a list of games, such as
            ``"2H 2S 3H AD"``; empty for cards of a sample deal.
        how_to_play: the rules on one screen, a text for each paragraph; a game can also pass them
            as ``Game(how_to_play=...)``.
        phase_help: for each phase, the player's task and its rules.
        typing_help: for each phase, the way to type a move, if it is not plain from the rules.
        none_means: for each option, the meaning of the value none, if it is not "no limit".
        hints: for each phase, short hints for the first decisions of this kind.
        score_help: how a hand is scored, in a few sentences; empty without words for it.
        hand_form: what people type for the score of a hand that was played with real cards.
        hand_size: the most cards of a hand, for which tables keep room.
        shelf_size: the most cards that lie beside another player, besides the hand.
        own_shelf_size: the same before the viewer.
        shelf_from_hand: True if these cards come from the hand, which is the smaller for them.
        slot_size: the most cards of a player in one trick.
        option_words: the words of options for people, by the name of the option. Options without
            words show their names and values.
        unjudged: the phases in which sampled worlds mislead, so that a review does not judge their
            decisions, with the reason, which follows the word "as".
    """

    trick_word: ClassVar[str] = "trick"
    trick_moves: ClassVar[tuple[type[Move], ...]] = (Play,)
    tricks_in_columns: ClassVar[bool] = True
    hand_names: ClassVar[tuple[str, ...]] = ("",)
    sheet_legend: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    emblem: ClassVar[str] = ""
    how_to_play: ClassVar[tuple[str, ...]] = ()
    # Any: each game has its own phases, and the keys of a mapping must be of its very type.
    phase_help: ClassVar[Mapping[Any, str]] = MappingProxyType({})
    typing_help: ClassVar[Mapping[Any, str]] = MappingProxyType({})
    none_means: ClassVar[Mapping[str, str]] = MappingProxyType({})
    hints: ClassVar[Mapping[Any, tuple[str, ...]]] = MappingProxyType({})
    score_help: ClassVar[str] = ""
    hand_form: ClassVar[str] = "the points of each player, such as 4 0 -2 1"
    hand_size: ClassVar[int] = 13
    shelf_size: ClassVar[int] = 0
    own_shelf_size: ClassVar[int] = 0
    shelf_from_hand: ClassVar[bool] = False
    slot_size: ClassVar[int] = 1
    option_words: ClassVar[Mapping[str, values.OptionWords]] = MappingProxyType({})
    unjudged: ClassVar[Mapping[Any, str]] = MappingProxyType({})

    _described: ClassVar[Any] = None
    """The view class that the display is written for, its type argument; ``None`` for any class.

    Any: the classes of games.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        """Make the tables of each display read-only, and note the view class."""
        super().__init_subclass__(**options)
        freeze_tables(cls)
        for base in vars(cls).get("__orig_bases__", ()):
            for each in get_args(base):
                if isinstance(each, type) and issubclass(each, View):
                    cls._described = each

    def _declared(self, view: values.ViewT) -> Sequence[str]:
        """Return the names of the facts that the view class declares, as far as described."""
        seen: Any = type(view)  # Any: to a type checker only its instances have a hash
        return usual.facts_added_to(View, self._described or seen)

    def _added(self, view: values.ViewT) -> Sequence[str]:
        """Return the names of the facts that a class derived from the described one adds."""
        seen: Any = type(view)  # Any: as above
        return usual.facts_added_to(self._described or seen, seen)

    def all_seat_facts(self, view: values.ViewT, seat: int) -> Iterator[values.SeatFact]:
        """Yield :meth:`seat_facts`, then the facts that a derived view class adds."""
        yield from self.seat_facts(view, seat)
        if added := self._added(view):
            yield from usual.declared_seat_facts(view, seat, added)

    def all_facts(self, view: values.ViewT, names: Sequence[str]) -> Iterator[values.Fact]:
        """Yield :meth:`facts`, then the facts that a derived view class adds."""
        yield from self.facts(view, names)
        yield from usual.declared_facts(view, self._added(view), names)

    # Cards

    def place_of(self, card: Card) -> Any:
        """Return the key by which terminal, pictures and page sort the cards of a hand.

        Any: whatever can be compared.

        >>> from twowaystreet import cards
        >>> from twowaystreet.games import tien_len, twos
        >>> for game in (twos.GAME, tien_len.GAME):
        ...     print(*sorted(cards("3C 2D KH 4S"), key=display_of(game).place_of))
        4S KH 3C 2D
        3C 4S KH 2D
        """
        return place_by_suit(card)

    def group_of(self, card: Card) -> object:
        """Return the group of a card; text shows a gap between groups."""
        return card.suit

    def show_cards(self, cards: Iterable[Card], bright: Iterable[Card] | None = None) -> Line:
        """Return a line of cards in the order of the game, with a gap between groups.

        Args:
            cards: the cards.
            bright: the cards to show in full; the others are faint. ``None`` for all.
        """
        return grouped(sorted(cards, key=self.place_of), self.group_of, bright)

    # Seats

    def seat_facts(self, view: values.ViewT, seat: int) -> Iterable[values.SeatFact]:
        """Return the game's own facts about a seat; by default those that the view declares.

        All seats have the same facts in the same order, apart from those without a column.
        """
        return usual.declared_seat_facts(view, seat, self._declared(view))

    def trick_facts(self, view: values.ViewT, seat: int) -> Iterable[values.SeatFact]:
        """Return the number of a seat's tricks; nothing in games without tricks."""
        return usual.tricks_taken(view, seat, self.trick_word)

    def side_facts(
        self, view: values.ViewT, seat: int, names: Sequence[str]
    ) -> Iterable[values.SeatFact]:
        """Return the partners of a seat by name; nothing in games without partners."""
        partners = [names[other] for other in side_of(view.rules, seat) if other != seat]
        return [values.SeatFact("with", listed(many(partners)))] if partners else []

    def rows(self, view: values.ViewT, seat: int) -> Iterable[values.Row]:
        """Return further cards of a seat in rows; by default those that the view declares."""
        return usual.declared_rows(view, seat, self._declared(view))

    # The hand

    def facts(self, view: values.ViewT, names: Sequence[str]) -> Iterable[values.Fact]:
        """Return the facts about the whole hand; by default those that the view declares."""
        return usual.declared_facts(view, self._declared(view), names)

    def row_facts(
        self, view: values.ViewT, names: Sequence[str], *labels: str
    ) -> Iterator[values.Fact]:
        """Yield the rows of all seats with these labels as facts that only text shows."""
        for seat, name in enumerate(names):
            for row in self.rows(view, seat):
                if row.label in labels:
                    yield values.Fact(
                        row.label, text=(f"{name}: ", *self._row_line(view, row)), words=""
                    )

    def _row_line(self, view: values.ViewT, row: values.Row) -> Line:
        """Return a row as a line; in a hand to play from, cards that are not legal are faint."""
        cards = [card for card in row.cards if card is not None]
        down = len(row.cards) - len(cards)
        hidden: Line = (f"{down} face down",) if down else ()
        if not row.is_hand:
            size = row.group_size or len(cards) or 1
            groups = [joined(cards[place : place + size]) for place in range(0, len(cards), size)]
            return (*joined_lines(groups, ", "), *hidden)
        plays = {move.card for move in view.legal_moves or () if isinstance(move, Play)}
        shown = self.show_cards(cards, plays if plays.intersection(cards) else None)
        return (*shown, "  and ", *hidden) if shown and hidden else (*shown, *hidden)

    def worth(self, view: values.ViewT) -> Iterable[Line]:
        """Return lines about the points that the legal moves can bring."""
        return ()

    @staticmethod
    def flowed(cells: Iterable[Line]) -> list[Line]:
        """Return cells as lines for :meth:`worth`, as many in each as there is room for."""
        return flowed(cells)

    def score_lines(self, view: values.ViewT, names: Sequence[str]) -> Sequence[str]:
        """Return short sentences about the whole hand that just ended, without a full stop."""
        return ()

    def score_rows(self, view: values.ViewT, names: Sequence[str]) -> Sequence[values.ScoreRow]:
        """Return the points of each seat in the hand that just ended, in words."""
        assert view.score is not None
        return [self.score_row(view.score, seat) for seat in range(len(view.score.seats))]

    def score_row(
        self, score: Any, seat: int
    ) -> values.ScoreRow:  # Any: each game has its own score
        """Return the points of a seat in the hand that just ended, in words."""
        return usual.usual_row(score.seats[seat])

    # Real cards

    def read_hand(
        self, line: str, view: values.ViewT, seat_of: Callable[[str], int]
    ) -> HandScore[SeatScore]:
        """Score a hand that was played with real cards, as ``hand_form`` says.

        Args:
            line: what a person has typed, not empty.
            view: the public view before the deal.
            seat_of: returns the seat of a player's name, or of a seat's number.

        Raises:
            TwoWayStreetError: if no hand can end so, with a message for people. The pad puts
                names where a :class:`~twowaystreet.errors.RulesError` says "seat 2".
            ValueError: if the line has another form; also any ``LookupError``.
        """
        points = [*map(typed_number, words_of(line))]
        if len(points) != len(view.scores):
            raise ValueError
        return HandScore(
            tuple(map(SeatScore, checked_numbers("points", points, len(points), None)))
        )

    # Reviews

    def wants_tricks(self, view: values.ViewT) -> bool | None:
        """Return whether the viewer wants tricks now; ``None`` if that depends on the cards."""
        return None

    def effects(self, view: values.ViewT, end: values.HandEnd) -> Iterable[values.Effect]:
        """Return what a hand brought the viewer; a review counts it, to explain a decision.

        The review itself counts tricks.

        Args:
            view: the view before the decision.
            end: an end of the hand. All ends of a decision have effects with the same words.
        """
        assert view.seat is not None
        return [values.Effect("come out ahead", end.payoffs[view.seat] > 0, good=True)]

    # Tricks

    # Any: games can have tricks of their own, here and below.
    def tricks(self, view: values.ViewT) -> Sequence[Any]:
        """Return the complete tricks of the hand; none in games without tricks."""
        return usual.tricks_of(view)

    def plays(self, trick: Any) -> Sequence[values.Laid]:
        """Return the plays of a trick, complete or open, in their order."""
        played = zip(trick.seats, trick.cards, strict=True)
        return [values.Laid(seat, (card,), seat == trick.winner) for seat, card in played]

    def on_table(self, view: values.ViewT) -> Sequence[Line]:
        """Return each seat's part of the open trick for text; nothing if the table is empty."""
        trick = usual.open_trick(view)
        if trick is None or not trick.cards:
            return ()
        plays = self.plays(trick)
        return [usual.on_table(trick, plays, seat) for seat in range(len(view.scores))]

    def played(self, view: values.ViewT) -> Sequence[values.Played]:
        """Return each seat's cards in the open trick or the last one; nothing without tricks."""
        trick = usual.open_trick(view)
        if trick is None:
            return ()
        seats, tricks = range(len(view.scores)), self.tricks(view)
        past = not trick.cards
        if past and not tricks:
            return [values.NOT_PLAYED for _ in seats]
        shown = tricks[-1] if past else trick
        plays = self.plays(shown)
        noted, note = (shown.winner, "took it") if past else (shown.leader, "led")
        return [
            values.Played(
                tuple(chain.from_iterable(play.cards for play in plays if play.seat == seat)),
                note if seat == noted else "",
                past,
                seat == shown.winner,
            )
            for seat in seats
        ]

    def best_so_far(self, view: values.ViewT) -> int | None:
        """Return the place of the card that wins the open trick so far; ``None`` without one.

        Also ``None`` if a game decides its tricks by more than the cards and the trumps.
        """
        return usual.best_so_far(view)

    def hand_to_play(self, view: values.ViewT) -> str:
        """Return the name of the hand that must play now; empty if no hand must."""
        return ""

    def showing(self, view: values.ViewT, names: Sequence[str]) -> Sequence[str]:
        """Return a sentence for each row of cards that opens at the end of a hand, in order."""
        return ()

    # Moves

    @staticmethod
    def held_text(hand: Iterable[Card], suit: Suit) -> str:
        """Return how many cards of a suit a player holds, for the note of a choice.

        >>> from twowaystreet import Suit, cards
        >>> Display.held_text(cards("2C 9D"), Suit.CLUBS)
        'You hold one club'
        >>> Display.held_text(cards("2C 9D"), Suit.SPADES)
        'You hold no spades'
        """
        held = sum(card.suit is suit for card in hand)
        number = spelled(held) if held <= 4 else held
        return f"You hold {number} {suit.word.removesuffix('s') if held == 1 else suit.word}"

    @staticmethod
    def chosen_by(names: Sequence[str]) -> str:
        """Return the badge of a choice: the others who have made it so far.

        >>> Display.chosen_by([]), Display.chosen_by(["Ben", "Cem"])
        ('so far: nobody', 'so far: Ben and Cem')
        """
        return f"so far: {listed(names) if names else 'nobody'}"

    def move_text(self, move: Move) -> str:
        """Return a move as people type it at the terminal; by default its notation."""
        return str(move)

    def button_text(self, move: Move, view: values.ViewT) -> str:
        """Return the words of the button that makes a move with cards, such as "Play Q♠"."""
        return usual.usual_button(move)

    def options(self, view: values.ViewT, names: Sequence[str]) -> Sequence[values.Option]:
        """Return the legal moves without cards in words."""
        found = (self.option(view, names, move) for move in usual.in_order(view.legal_moves or ()))
        return [option for option in found if option is not None] or usual.usual_options(view)

    def option(self, view: values.ViewT, names: Sequence[str], move: Move) -> values.Option | None:
        """Return a move without cards in words; ``None`` for other moves.

        If all legal moves have none, those without cards have the usual words.
        """
        return None

    def task(self, view: values.ViewT, names: Sequence[str]) -> str:
        """Return what the viewer has to do now, or what the table waits for, in twelve words."""
        return usual.usual_task(view, names, self.trick_word)

    def forced(self, view: values.ViewT, names: Sequence[str]) -> str:
        """Return why the viewer has one legal move alone; empty with a choice."""
        return usual.forced_words(view, self.task(view, names), self.hand_to_play(view))

    def target_text(self, rules: Any) -> str:  # Any: the options of each game
        """Return the points that end the game, such as "to 20 points"; empty without a target."""
        target = getattr(rules, "target", None)
        return "" if target is None else f"to {target} points"

    def kind_of(self, cards: Sequence[Card], view: values.ViewT) -> str:
        """Return the name of some cards together, such as "pair of queens"; empty without one."""
        return ""

    def groups(self, move: Move, view: values.ViewT) -> Sequence[Sequence[Card]]:
        """Return the groups of cards that a move has, in the order of :meth:`slots`."""
        return groups_of(move)

    def slots(self, view: values.ViewT) -> Sequence[int]:
        """Return the sizes of the places that chosen cards fill, such as 2 for an exchange."""
        return ()

    def slot_labels(self, view: values.ViewT) -> Sequence[str]:
        """Return a label for each of :meth:`slots`."""
        return ("",) * len(self.slots(view))

    def tell_move(self, step: values.Step[values.ViewT]) -> str:
        """Describe a player's move as far as the viewer knows it, such as "lead Q♠".

        The verb comes first, in the basic form. Cards have the signs of their suits.
        """
        if isinstance(step.move, (CardMove, Draw, Pass)):
            return signed(step.text)
        if not isinstance(step.move, Play):
            return f"choose {signed(step.text)}"
        trick = usual.open_trick(step.before)
        is_lead = trick is not None and not trick.cards
        return f"{'lead' if is_lead else 'play'} {signed(step.text)}"

    def describe_events(
        self, before: values.ViewT, after: values.ViewT, names: Sequence[str]
    ) -> Iterable[str]:
        """Describe the public effects of a move, from the views before and after it."""
        return ()

    def list_moves(self, view: values.ViewT, moves: Sequence[Move]) -> Sequence[values.Entry]:
        """Return the entries that list the legal moves of one type, at least one, at the prompt."""
        if not isinstance(moves[0], Play):
            return usual.moves_or_example(moves, self.move_text)
        hand = self.hand_to_play(view)
        return [values.Each(tuple(moves), (f"from your {hand} hand:",) if hand else ())]


AnyDisplay: TypeAlias = Display[Any]  # a display of any game. Any: each game has its own view


def trick_title(display: AnyDisplay, number: int) -> str:
    return f"{display.trick_word.capitalize()} {number}"


_DEFAULT: Final[AnyDisplay] = Display()
"""The display of a game without one of its own; it shows the facts that the view declares."""
_made: Final[dict[Any, AnyDisplay]] = {}
"""The only object of each display class that a game gave instead of an object. Any: a class."""


def display_of(subject: object) -> AnyDisplay:
    """Return the display of a game, from the game itself, a state, a view or a trick.

    The display of a base of the state class counts if the game has none of its own.

    Raises:
        TypeError: if the part that the game names as its display is something else.

    >>> from twowaystreet.games import twos
    >>> from twowaystreet import view
    >>> display_of(twos.GAME) is display_of(view(twos.new_game(), 0))
    True
    """
    state = _state_of(subject)
    part: Any = part_of(state, "display")  # Any: checked here
    if part is None:
        return _DEFAULT
    is_class = isinstance(part, type)
    if not issubclass(part if is_class else type(part), Display):
        raise TypeError(
            f"the display of {state.__module__}.{state.__qualname__}: found {quoted(part)}, "
            "expected an object of a class derived from twowaystreet.authoring.Display"
        )
    if is_class and part not in _made:
        _made[part] = part()
    display: AnyDisplay = _made[part] if is_class else part
    return display


def _state_of(subject: object) -> type:
    if isinstance(subject, Game):
        return subject.State
    # A class of tricks has no state, and stands beside the display itself.
    kind: type = type(subject)
    return getattr(kind, "_state", kind)


def how_to_play_of(subject: object) -> tuple[str, ...]:
    """Return the rules on one screen, as paragraphs, for a game, or its states, views or tricks.

    Those of ``Game(how_to_play=...)`` come before those of its display, and those of a game before
    those of the game from which it derives. A game without any has ``()``.

    >>> from twowaystreet.games import twos
    >>> how_to_play_of(twos.GAME)[-1].partition(", or")[0]
    'The game ends after the agreed number of hands'
    """
    for cls in _state_of(subject).__mro__:
        given: Any = own_part_of(cls, "how_to_play")  # Any: `Game` has checked it
        if given or own_part_of(cls, "display") is not None:
            return given or display_of(subject).how_to_play
    return display_of(subject).how_to_play
