"""The injected faults that the kit must find: games that each break one promise.

Below ``fault``, a class takes the place of the states, views, rules or bids of Oh Hell. A function
of three values makes a bid there, and one of two lists the bids.
"""

# Faults replace methods of any form.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from inspect import isfunction, signature
from typing import Any, ClassVar, Self, TypeVar

import attrs

import twowaystreet as tws
from examples import crazy_eights, high_card, oh_hell, put_away
from tests import shapes
from tests.helpers import made_again
from tests.testing.broken import altered, bidding, checked_bid, hell, remade, shown, two_ways
from tests.worlds import german_whist
from twowaystreet import Game
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.views.facts import FACT, ViewFact
from twowaystreet._core.worlds.ways import Division, Ways
from twowaystreet._core.worlds.worlds import Hidden
from twowaystreet.games import street

T = TypeVar("T")
BIDS = oh_hell.State._bids


@attrs.frozen
class Fault:
    """A game with a fault, the first promise that it breaks, and a part of the message."""

    game: Game
    promise: str
    says: str


FAULTS: dict[str, Fault] = {}


def injected(promise: str, says: str, game: Game) -> None:
    """Add a game, which another process finds by its name in this module."""
    FAULTS[game.name] = Fault(game, promise, says)
    globals()[f"GAME_{game.name}"] = game


def fault(promise: str, says: str, **parts: Any) -> Callable[[T], T]:
    """Add Oh Hell with the part below and other ones. Any: parts may have wrong types."""

    def add(part: T) -> T:
        kind, made = _part(part)
        name = re.sub(r"(?<=.)([A-Z])", r"_\1", getattr(part, "__name__", "")).lower()
        injected(promise, says, hell(name, **{kind: made}, **parts))
        return part

    return add


def _part(part: Any) -> tuple[str, Any]:
    if isfunction(part):
        decision = "bid" if len(signature(part).parameters) == 3 else "bids"
        return "state", _bidding(**{decision: part})
    if issubclass(part, oh_hell.Bid):
        return "state", _bids_as(part)
    bases = {"state": oh_hell.State, "view": oh_hell.View, "rules": oh_hell.Rules}
    return next((kind, part) for kind, base in bases.items() if issubclass(part, base))


def _bidding(**decision: Any) -> Any:
    return type("State", (oh_hell.State,), {"__slots__": (), "_decisions": bidding(**decision)})


def _bids_as(move_type: type[oh_hell.Bid]) -> Any:
    def bids(state: Any, seat: int) -> tuple[core.Move, ...]:
        return tuple(move_type(bid.number) for bid in BIDS(state, seat))

    def bid(state: Any, seat: int, move: oh_hell.Bid) -> Any:
        try:
            return checked_bid(state, seat, oh_hell.Bid(move.number))
        except core.IllegalMove as error:
            raise core.IllegalMove(move, error.reason) from None

    return _bidding(bids=bids, bid=bid, move_type=move_type)


def with_methods(**methods: Any) -> Any:
    """Return states with other methods. Any: functions of any kind."""
    return type("State", (oh_hell.State,), {"__slots__": (), **methods})


def late_start(self: Any, *parts: Any) -> Any:
    """Let the seat after the right one play the third card of a trick."""
    hand_data, phase, actor, *rest = oh_hell.State._next_decision(self, *parts)
    return hand_data, phase, (actor + (len(parts[4]) == 2)) % self.rules.players, *rest


def raises(error: BaseException) -> Any:
    raise error


def one_more_hand(self: Any, tricks: Any, remaining: int = 0) -> Any:
    after: Any = oh_hell.State._finish(self, tricks, remaining)
    match = attrs.evolve(after._match, game_over=False)
    return altered(after, _match=match, phase=after._ends[0])


@attrs.frozen
class Golf(core.HandScore[core.SeatScore]):
    """A score of which few points are better, unlike that which Oh Hell declares."""

    fewer_is_better: ClassVar[bool] = True


def methods(name: str, promise: str, says: str, **methods: Any) -> None:
    """Add states with other methods. Any: functions of any kind."""
    injected(promise, says, hell(name, with_methods(**methods)))


APPLY: Any = oh_hell.State._apply
methods(
    *("after_the_end", "ending", "the game is over, but apply accepts deal "),
    _apply=lambda self, move: self if self.is_over else APPLY(self, move),
)
methods(
    *("shouting", "errors", "raises KeyError, not IllegalMove"),
    _apply=lambda self, move: (
        raises(KeyError(move)) if isinstance(move, str) else APPLY(self, move)
    ),
)
methods(
    *("patient", "errors", "expected IllegalMove"),
    _apply=lambda self, move: self if isinstance(move, str) else APPLY(self, move),
)


def lost_at_a_deal(self: Any, deal: core.Deal) -> Any:
    """Lose all hands when cards are shuffled within a hand."""
    made = shapes.State._deal_hands(self, deal)
    if not self._hand_data.waits:
        return made
    return self._build(made._match, made._hand_data, made.phase, made.actor, 0)


vanishing = made_again(shapes, "vanishing", members={"_deal_hands": lost_at_a_deal})
injected("cards", "lies nowhere", vanishing)
methods(
    *("wrong_turn", "tricks", "but the trick is"),
    _may_play=lambda self, hand, table, led: (
        (oh_hell.Phase.PLAY, core.follow(hand, core.FOLLOW_SUIT[led]))
    ),
    _following=dict.fromkeys(core.FOLLOW_SUIT),  # always by _next_decision
    _next_decision=late_start,
)
# A score whose hand is never over.
methods("scoring", "ending", "but hands_played is", hand_over=property(lambda self: False))
methods(
    *("wrong_leader", "tricks", "whose leader is not its first seat"),
    _complete=lambda self, order, *parts: attrs.evolve(
        oh_hell.State._complete(self, order, *parts), leader=order[-1]
    ),
)
methods("one_more_hand", "ending", "hands the game is not over", _finish=one_more_hand)
methods("nobody_wins", "ending", "the winners are ()", _leaders=lambda self, scores: ())
methods(
    *("undeclared", "scores", "the score is a Golf, but the State declares that its"),
    _score=lambda self, tricks: Golf(oh_hell.State._score(self, tricks).seats),
)
methods("other_hashes", "values", "has another hash", __hash__=lambda self: id(self) + 1)


# Moves and rules.


@fault("legal_moves", "but elsewhere")
def any_order(state: Any, seat: int) -> Any:
    hearts = core.SUIT[core.Suit.HEARTS] & state._hand_data.held[seat]
    return BIDS(state, seat)[:: -1 if hearts else 1]


@fault("opening", "a deal with players=8 raises IndexError")
@attrs.frozen(kw_only=True)
class Crowded(oh_hell.Rules):
    """Rules that allow more players than the pack has cards for."""

    players: int = core.number(4, at_least=3, at_most=9, rule="OH-1")


@fault("opening", "raises KeyError: 'five'")
@attrs.frozen(kw_only=True)
class Raising(oh_hell.Rules):
    def __attrs_post_init__(self) -> None:
        if self.cards == 5:
            raise KeyError("five")


@fault("cards", "lies nowhere")
def lost_card(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    after = checked_bid(state, seat, move)
    if move.number or after.phase is oh_hell.Phase.PLAY:
        return after
    held = after._hand_data.held
    fewer = core.replace_at(held, seat, held[seat] & (held[seat] - 1))
    return after._await_move(attrs.evolve(after._hand_data, held=fewer), after.phase, after.actor)


# Ends and scores.


@fault("ending", "the hand does not end")
def endless(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    after = checked_bid(state, seat, move)
    if seat != state.dealer:
        return after
    hand_data = attrs.evolve(after._hand_data, bids=(None,) * state.rules.players)
    return after._await_move(hand_data, oh_hell.Phase.BID, (seat + 1) % state.rules.players)


def two_at_once(self: Any, *given: Any) -> Any:
    after: Any = oh_hell.State._finish(self, *given)
    return altered(after, _match=attrs.evolve(after._match, hands_played=after.hands_played + 1))


methods("two_at_once", "ending", "but hands_played is", _finish=two_at_once)


@attrs.frozen
class Streak(oh_hell.HandData):
    """Hand data that also count the hands of one match, which ``new_game`` does not take."""

    streak: int = 0


@attrs.frozen(kw_only=True)
class Streaks(oh_hell.View):
    streak: int = core.public_fact("hand_data.streak")


@fault("carrying_on", "after a new start with its rules", view=Streaks, hand_data=Streak())
class CarriesMore(oh_hell.State):
    def _deal_hands(self, deal: core.Deal) -> Any:
        after, before = super()._deal_hands(deal), self._hand_data
        assert isinstance(before, Streak)
        table: list[Any] = [*attrs.astuple(after._hand_data, recurse=False), before.streak + 1]
        return altered(after, _hand_data=Streak(*table))


# Values and texts.


@attrs.frozen
class Log(oh_hell.HandData):
    """Hand data with a list that all states of a hand share."""

    said: list[str] = attrs.field(factory=list[str], eq=False)


@attrs.frozen(kw_only=True)
class Logs(oh_hell.View):
    said: int = core.public_fact(lambda state: 0, "hand_data.said")


def bid_into_a_list(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    state._hand_data.said.append(str(move))
    return checked_bid(state, seat, move)


@fault("purity", "changes the state", view=Logs, hand_data=Log())
class SharedList(oh_hell.State):
    _decisions: ClassVar = bidding(bid=bid_into_a_list)

    def _deal_hands(self, deal: core.Deal) -> Any:
        after = super()._deal_hands(deal)
        return altered(after, _hand_data=Log(*attrs.astuple(after._hand_data, recurse=False)))


@fault("values", "the rules is not frozen")
@attrs.frozen(kw_only=True)
class LooseRules(oh_hell.Rules):
    pass


_loose: Any = LooseRules
_loose.__setattr__ = object.__setattr__  # a game refuses such a class from the start


@fault("errors", "raises KeyError")
@attrs.frozen
class CarelessBids(oh_hell.Bid):
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if not reader.accept("bid"):
            return None
        tricks = {str(number): number for number in range(8)}[reader.word]
        reader.accept(reader.word)
        return cls(tricks)


@fault("errors", "raises LookupError")
@attrs.frozen
class StrictBids(oh_hell.Bid):
    def __attrs_pre_init__(self, number: object) -> None:
        if not isinstance(number, int):
            raise LookupError(number)


@fault("records", "is read from JSON as")
@attrs.frozen(kw_only=True)
class Forgetful(oh_hell.View):
    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"trumps": None}


# The same game later, or in another process.


def more_points(points: Callable[[], int]) -> Any:
    """Return states that score more for one seat."""

    def _score(self: Any, tricks: Any) -> Any:
        scored = oh_hell.State._score(self, tricks)
        return core.HandScore(
            (core.SeatScore(scored.seats[0].points + points()), *scored.seats[1:])
        )

    return with_methods(_score=_score)


DEALS: list[core.Deal] = []
SAID: list[int] = []
STARTED = os.urandom(8)
"""Things of this process, on which no game may depend."""
ELSEWHERE = "in another process"
for _name, _points, _says in (
    ("late_score", time.perf_counter_ns, "the same moves again"),
    # Few sets have a string at one place.
    ("by_set", lambda: [*{f"seat{seat}" for seat in range(1000)}].index("seat0"), ELSEWHERE),
    ("by_process", lambda: os.getpid() % 1000, ELSEWHERE),
    ("by_clock", lambda: int(time.time() / 10_000_000), ELSEWHERE),
):
    injected("determinism", _says, hell(_name, more_points(_points)))


@fault("determinism", ELSEWHERE)
class FirstDeal(more_points(lambda: DEALS[0].cards.index(min(DEALS[0].cards, key=str)))):  # type: ignore[misc]  # made by a call
    def _deal_hands(self, deal: core.Deal) -> Any:
        DEALS.append(deal)
        dealt: Any = oh_hell.State._deal_hands(self, deal)
        return dealt


def bid_and_note(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    SAID.append(move.number)
    return checked_bid(state, seat, move)


@fault("determinism", "last_bid of the view", state=_bidding(bid=bid_and_note))
@attrs.frozen(kw_only=True)
class LastBid(oh_hell.View):
    @property
    def last_bid(self) -> int | None:
        return SAID[-1] if SAID else None


@fault("determinism", "salt of the view")
@attrs.frozen(kw_only=True)
class Salted(oh_hell.View):
    @property
    def salt(self) -> bytes:
        return STARTED


@fault("determinism", "the default rules")
@attrs.frozen(kw_only=True)
class ByDefault(oh_hell.Rules):
    max_hands: int = core.number(1 + os.getpid(), at_least=1, rule="AL-2")


# Secrets.


def neighbours(state: Any, viewer: int | None) -> Any:
    """Return the hand of the seat to the left."""
    return None if viewer is None else state.hand_of((viewer + 1) % state.rules.players)


@fault("views", "holds a State")
@attrs.frozen(kw_only=True)
class Carrying(oh_hell.View):
    state: Any = attrs.field(
        eq=False, repr=False, metadata={FACT: ViewFact(lambda state, viewer: state, ())}
    )

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"state": None}


@fault("voids", "but the seat holds")
@attrs.frozen(kw_only=True)
class WrongVoids(oh_hell.View):
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        assert trick.led is not None and self.trumps is not None
        return core.FOLLOW_SUIT[trick.led] + core.FOLLOW_SUIT[self.trumps], "OH-1"


SAME = "has the same information in this playout"


def facts(name: str, promise: str, says: str, **facts: Any) -> None:
    """Add views with other or additional facts. Any: facts have any types."""
    injected(promise, says, hell(name, view=shown(oh_hell.View, **facts)))


facts("neighbour", "secrets", SAME, left=core.viewer_fact(neighbours))
facts(
    *("others_moves", "views", "has the legal moves"), legal_moves=core.public_fact(tws.legal_moves)
)
facts("wrong_hand", "views", "as its hand, but holds", hand=core.viewer_fact(neighbours))
facts("no_hand", "views", "does not see its hand", hand=core.public_fact(lambda state: None))


LEFT: dict[str, Any] = {}
"""Things that views and states have left behind."""


class Leaving(oh_hell.State):
    """States that leave the dealt hands behind."""

    def _deal_hands(self, deal: core.Deal) -> Any:
        dealt = super()._deal_hands(deal)
        LEFT["hands"] = dealt.hands
        return dealt


def leaving(base: Any, **members: Any) -> Any:
    """Return views that leave their state behind, and have more members."""

    def _of(cls: Any, state: Any, seat: int | None) -> Any:
        LEFT.update(before=LEFT.get("state", state), state=state)
        return base._of.__func__(cls, state, seat)

    made = shown(base)
    for name, member in {"_of": classmethod(_of), **members}.items():
        setattr(made, name, member)
    return made


def hands(seen: Any) -> Any:
    return LEFT["state"].hands


# Any: members of a class.
MEMBERS: dict[str, Any] = {
    "property": property(hands),
    "property_of_an_earlier_view": property(lambda seen: LEFT["before"].hands),
    "property_of_a_deal": property(lambda seen: LEFT["hands"]),
    "property_with_an_error": property(lambda seen: raises(LookupError(hands(seen)))),
    "method": lambda seen, seat=1: hands(seen)[seat],
    "method_with_an_iterator": lambda seen: (hand for hand in hands(seen)),
    "method_of_a_class": classmethod(hands),
}
for _name, _member in MEMBERS.items():
    _says = f"yet view.others{'()' * _name.startswith('method')} differs:\n"
    injected("secrets", _says, hell(_name, Leaving, leaving(oh_hell.View, others=_member)))


given = leaving(street.View, given=property(lambda seen: LEFT["state"].exchanged))
says = "but view.given after it reveals the move"
injected("secrets", says, two_ways("given_exchanges", given))


# Worlds.

Cases = tuple[Hidden[Any], ...]
TRUTH: dict[object, Any] = {}
"""The state behind each view of a game that cheats."""
LOW = sum(core.RANK[rank] for rank in list(core.Rank)[:6])
SPADES = core.SUIT[core.Suit.SPADES]
DIFFER = "lead to a sample"


class TwoDuties(oh_hell.State):
    """States of a game with two duties.

    A player with the suit led must play it or a spade. A player without it must play a low card.
    """

    __slots__ = ()
    _following: ClassVar = {
        None: (),
        **{suit: ((core.SUIT[suit], core.SUIT[suit] | SPADES), (LOW, LOW)) for suit in core.Suit},
    }


@fault("worlds", "but the chance is")
@attrs.frozen(kw_only=True)
class Truth(oh_hell.View):
    """Views that remember the true state, which every sample is."""

    @classmethod
    def _of(cls, state: Any, seat: int | None) -> Any:
        seen = super()._of(state, seat)
        TRUTH[seen] = state
        return seen

    def _hidden(self) -> Any:
        def build(division: Division, rng: random.Random) -> Any:
            return TRUTH[self]

        return [attrs.evolve(case, build=build) for case in super()._hidden()]


def places_with(**changes: Any) -> Callable[[Cases], Cases]:
    """Return a change of all places of cards."""
    return lambda cases: tuple(
        attrs.evolve(case, places=tuple(attrs.evolve(place, **changes) for place in case.places))
        for case in cases
    )


def with_weights(cases: Cases) -> Cases:
    """Count the worlds in which the first place holds the lowest unseen card twice."""
    found = list[Hidden[Any]]()
    for case in cases:
        if not case.unseen or not case.places[0].size:
            found.append(case)
            continue
        low, first = card_types_among(case.unseen[:1]), case.places[0]
        without = attrs.evolve(first, barred=first.barred | low)
        holds = attrs.evolve(first, needs=(*first.needs, low))
        for place in (without, holds, holds):
            found.append(attrs.evolve(case, places=(place, *case.places[1:])))
    return tuple(found)


def always_the_same(cases: Cases) -> Cases:
    """Return the first world in place of each."""

    def fixed(case: Hidden[Any]) -> Hidden[Any]:
        first = next(Ways(case.unseen, case.places).divisions())

        def build(division: Division, rng: random.Random) -> Any:
            return case.build(first, random.Random(0))

        return attrs.evolve(case, build=build)

    return tuple(map(fixed, cases))


def without_played_cards(cases: Cases) -> Cases:
    """Take the cards that were played from the dealt hands of samples."""

    def lacking(case: Hidden[Any]) -> Hidden[Any]:
        def build(division: Division, rng: random.Random) -> Any:
            state: Any = case.build(division, rng)
            held = tuple([each & state._remaining for each in state._hand_data.held])
            return altered(state, _hand_data=attrs.evolve(state._hand_data, held=held))

        return attrs.evolve(case, build=build)

    return tuple(map(lacking, cases))


def changed(change: Callable[[Cases], Cases], is_due: Callable[[Any], bool]) -> Any:
    """Return views of Oh Hell with other worlds where the change is due."""

    @attrs.frozen(kw_only=True)
    class View(oh_hell.View):
        def _hidden(self) -> Any:
            cases = super()._hidden()
            return change(cases) if is_due(self) else cases

    return View


def worlds(
    name: str, says: str, change: Any, is_due: Any = lambda seen: True, state: Any = None
) -> None:
    injected("worlds", says, hell(name, state, changed(change, is_due)))


worlds("no_voids", DIFFER, places_with(barred=0))
worlds("no_needs", DIFFER, places_with(needs=()), state=TwoDuties)
worlds("weights", "worlds differ", with_weights)
worlds("one_world", "but the chance is", always_the_same)
worlds("first_hand", DIFFER, places_with(barred=0), lambda seen: bool(seen.hands_played))
worlds("forgetting", "the number of cards in hand", without_played_cards)
worlds("failing", "contradicts the rules", lambda cases: raises(AssertionError("a fault")))
worlds(
    *("failing_later", "this raises WorldsError: not now"),
    lambda cases: raises(tws.WorldsError("not now")),
    lambda seen: bool(seen.hands_played or seen.bids),
)


# Games that say where their cards lie.


@attrs.frozen(kw_only=True)
class Miscounted(crazy_eights.View):
    """Views that say that a player who passed has no card beside those that it could play."""

    def _counted(self) -> tuple[core.Counted, ...]:
        every = core.mask_of(core.FRENCH_DECK)
        return tuple([core.Counted(seat, every & ~mask) for seat, mask in self.passes])


@attrs.frozen(kw_only=True)
class OneForBoth(put_away.View):
    """Views that say that both have put a card away when seat 0 has."""

    has_put: core.PerSeat[bool] = core.public_fact(
        lambda state: (state._hand_data.away[0] is not None,) * 2, "hand_data.away"
    )


@attrs.frozen(kw_only=True)
class NoVoids(german_whist.View):
    """Views that forget what a hand lacked when it did not follow suit, and could have drawn."""

    def _hidden(self) -> Any:
        return places_with(barred=0)(super()._hidden())


for part, says, view in (
    (crazy_eights, "count is 0", Miscounted),
    (put_away, "neither hands, tricks nor the stock hold", OneForBoth),
    (german_whist, "worlds differ, but count is", NoVoids),
):
    injected("worlds", says, remade(view.__name__, part.Rules, part.State, view, part.HandData()))


# A game without tricks.


class Loses(high_card.State):
    def _show_two(self, seat: int, move: high_card.Show) -> Any:
        after: Any = self._show(seat, move)
        if after.hand_over:
            return after
        own = after._hand_data.held[seat] & after._remaining
        replace: Any = core.fast_replace(high_card.State)  # Any: it takes fields by name
        return replace(after, _remaining=after._remaining & ~(own & -own))

    _decisions: ClassVar = {
        high_card.Phase.SHOW: core.Decision(
            "a card", "HC-1", high_card.Show.of_hand, {high_card.Show: _show_two}
        )
    }


class Leaky(high_card.State):
    pass


class Again(high_card.State):
    @property
    def needs_deal(self) -> bool:
        return False  # never, also before the first one


LEAKY_VIEW = shown(
    high_card.View,
    other=core.viewer_fact(lambda one, viewer: None if viewer is None else one.hand_of(1 - viewer)),
)


def without_tricks(state: Any, view: Any = high_card.View) -> Game:
    """Return High Card with a fault."""
    new_game: Any = core.new_game_for(high_card.Rules, state, high_card.Table(), rule="AL-2")
    own = attrs.frozen(kw_only=True)(type("View", (view,), {"__module__": __name__}))
    name = f"high_card_{state.__name__.lower()}"
    return attrs.evolve(high_card.GAME, name=name, State=state, View=own, new_game=new_game)


injected("cards", "lies nowhere", without_tricks(Loses))
injected("secrets", SAME, without_tricks(Leaky, LEAKY_VIEW))
injected("opening", "needs_deal", without_tricks(Again))


# Errors in the code of the game.


@fault("legal_moves", "in _score)")
class RaisingScore(oh_hell.State):
    def _score(self, tricks: Any) -> Any:
        return 1 // len(tricks[0].cards[:0])


@fault("ending", "in _score)")
class RaisingLater(oh_hell.State):
    def _score(self, tricks: Any) -> Any:
        return 1 // 0 if self.hands_played == 1 else super()._score(tricks)


@fault("opening", "in _deal_hands)")
class RaisingBegin(oh_hell.State):
    def _deal_hands(self, deal: core.Deal) -> Any:
        return deal.cards[1 // 0]


@fault("legal_moves", "in _refuse)")
class RaisingRefuse(oh_hell.State):
    def _refuse(self, move: core.Move) -> core.IllegalMove:
        raise ZeroDivisionError("integer division or modulo by zero")


@fault("legal_moves", "in is_over)")
class RaisingWin(oh_hell.State):
    @property
    def is_over(self) -> bool:
        return bool(self.hands_played and 1 // 0)


@fault("opening", "raises IllegalMove")
class RefusingBegin(oh_hell.State):
    def _deal_hands(self, deal: core.Deal) -> Any:
        raise core.IllegalMove(deal, core.reasons.NotOffered("OH-1", "no deal"))
