"""Worlds: arguments, errors, views that no play can reach, and games that declare no worlds."""

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet as tws
from examples import crazy_eights, high_card, oh_hell, put_away
from tests.games import OURS
from tests.helpers import AnyState, anything, at, card, made_again, positions, shuffled
from tests.testing.broken import hell, shown
from twowaystreet import arena
from twowaystreet import authoring as core
from twowaystreet._core.views import declared_worlds, facts
from twowaystreet._core.views.facts import plan_of
from twowaystreet._core.views.trick_worlds import limits_after
from twowaystreet._core.worlds.ways import Place
from twowaystreet._core.worlds.worlds import ADVICE, Hidden, Holding, Worlds
from twowaystreet.games import spades, twenty_down, twos
from twowaystreet.players import MonteCarlo, PlayerError
from twowaystreet.table import Table
from twowaystreet.testing._playouts import registered


@pytest.fixture
def seen() -> twos.View:
    return tws.view(shuffled(twos.new_game()), 0)


def test_worlds_need_a_view_and_questions_a_generator_a_seat_and_a_card(seen: twos.View) -> None:
    worlds = tws.worlds(seen)
    for rng in (None, random):
        for ask in (worlds.sample, partial(tws.determinize, seen)):
            with pytest.raises(TypeError, match="expected a generator"):
                ask(anything(rng))
    for seat in (4, -1, None, True, "0"):
        with pytest.raises(tws.SeatError):
            worlds.chance(anything(seat), card("2C"))
    for thing in ("2C", None, tws.Play(card("2C"))):
        with pytest.raises(tws.CardError, match=r"^expected a Card, as Card.parse returns, not"):
            worlds.chance(1, anything(thing))
    for view in (None, "view", shuffled(twos.new_game()), 7):
        with pytest.raises(TypeError, match=r"^expected a view, such as view\(state, seat\) gives"):
            tws.worlds(anything(view))


@pytest.mark.parametrize("name", OURS)
def test_a_house_rule_has_worlds_of_its_own(name: str) -> None:
    """The worlds of a derived game are states of its class."""
    game = made_again(import_module(f"twowaystreet.games.{name}"), "house")
    state, rng = game.new_game(), random.Random(1)
    for _ in range(12):
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
        elif state.actor is not None:
            seen = tws.view(state, state.actor)
            world = tws.worlds(seen).sample(rng)
            assert type(world) is game.State and tws.view(world, state.actor) == seen
            state = tws.apply(state, rng.choice(tws.legal_moves(state)))


def test_the_same_seed_gives_the_same_sample(seen: twos.View) -> None:
    worlds = tws.worlds(seen)
    one = worlds.sample(random.Random(4))
    assert one == worlds.sample(random.Random(4)) == tws.determinize(seen, random.Random(4))
    assert one != worlds.sample(random.Random(5))
    assert isinstance(one, twos.State)
    assert tws.view(tws.determinize(seen, random.SystemRandom()), 0) == seen
    assert [repr(worlds), repr(tws.worlds(tws.view(twos.new_game(), None)))] == [
        *("<worlds of seat 0>", "<worlds of a spectator>")
    ]
    assert [worlds.chance(0, each) for each in seen.hand or ()] == [1] * 13


def impossible(seen: twos.View, **facts: object) -> twos.View:
    made: twos.View = attrs.evolve(anything(seen), **facts)
    return made


def test_a_view_with_wrong_cards_or_that_contradicts_itself_is_refused(seen: twos.View) -> None:
    assert seen.hand
    hand = seen.hand
    with pytest.raises(tws.WorldsError, match="cards that the pack lacks: "):
        tws.worlds(impossible(seen, hand=(*hand[:-1], hand[0])))
    assert tws.worlds(impossible(seen, hand=hand[1:])).count == 0
    assert tws.worlds(impossible(seen, hand_sizes=(13, -(10**9), 10**9, 39))).count == 0
    with pytest.raises(tws.WorldsError, match="neither hands, tricks nor the stock hold 1 of"):
        tws.worlds(impossible(seen, hand_sizes=(13, 13, 13, 12)))
    wrong_actor = tws.worlds(impossible(seen, actor=3))
    trick = attrs.evolve(seen.trick, leader=9, seats=(9,), cards=(card("2C"),))
    for ask in (
        lambda: wrong_actor.sample(random.Random(1)),
        lambda: next(wrong_actor.all()),
        lambda: tws.worlds(impossible(seen, trick=trick)).sample(random.Random(1)),
        lambda: tws.worlds(impossible(seen, trick=None)),
    ):
        with pytest.raises(tws.WorldsError, match=r"contradicts the rules|1 cards are neither"):
            ask()


def test_views_that_no_play_can_reach_have_no_worlds() -> None:
    state, rng = shuffled(twos.new_game()), random.Random(1)
    while not tws.view(state, None).voids:
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    void = tws.view(state, None).voids[0]
    seen = tws.view(state, void.seat)
    played = {each for trick in (*seen.tricks, seen.trick) for each in trick.cards}
    others = [each for each in tws.CARDS if each.suit is void.suit and each not in played]
    wrong = next(each for each in others if each.rank is not tws.Rank.TWO)
    worlds = tws.worlds(impossible(seen, hand=tuple(sorted((wrong, *(seen.hand or ())[1:])))))
    assert worlds.count == 0 and [*worlds.all()] == []
    for ask in (lambda: worlds.sample(random.Random(1)), lambda: worlds.chance(0, card("2C"))):
        with pytest.raises(tws.WorldsError, match="no state agrees with the view"):
            ask()
    state, rng = shuffled(twos.new_game()), random.Random(1)
    for _ in range(3):
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    seen = tws.view(state, 0)
    assert seen.hand is not None and seen.actor == 0
    (last,) = tws.cards_of(tws.legal_moves(seen)[0])
    trick = attrs.evolve(seen.trick, cards=(*seen.trick.cards, last), seats=(*seen.trick.seats, 0))
    hand = tuple(each for each in seen.hand if each != last)
    full = impossible(seen, trick=trick, hand=hand, hand_sizes=(12,) * 4)
    with pytest.raises(tws.WorldsError, match="contradicts the rules of its game: IndexError"):
        tws.worlds(full).sample(random.Random(1))
    rng = random.Random(1)
    states = positions(spades.new_game(), rng)
    raising = next(state for state in states if state.phase is spades.Phase.RAISE)
    data = tws.view(raising, raising.actor).to_dict()
    data["bids"] = data["bids"][:1]
    with pytest.raises(tws.TwoWayStreetError):
        tws.worlds(spades.View.from_dict(data)).sample(rng)
    in_play = (state for state in positions(twenty_down.new_game(), rng) if at(state, "play"))
    data = tws.view(next(state for state in in_play if state.trick.cards), None).to_dict()
    with pytest.raises(tws.TwoWayStreetError):
        tws.worlds(twenty_down.View.from_dict(data | {"trumps": None})).sample(rng)


def undeclared(view: tws.View[Any, Any, Any]) -> str:
    with pytest.raises(tws.WorldsError) as caught:
        tws.worlds(view)
    assert str(caught.value).endswith(ADVICE)
    return str(caught.value)


def test_hand_data_of_an_unknown_class_are_undeclared() -> None:
    unnamed: Any = type("Unnamed", (core.TrickState,), {"__slots__": (), "title": "Unnamed"})
    with pytest.raises(tws.WorldsError, match="Unnamed does not declare hand data of an unknown"):
        plan_of(anything(type("View", (), {"_state": unnamed})))
    unknown = attrs.frozen(type("Unknown", (), {"__annotations__": {"cards": "Missing"}}))
    assert facts._types_in(unknown) == {}
    assert {tws.Card, tws.Suit} < facts._classes_in(tuple[core.Trick | None, ...])


class Choosing(oh_hell.State):
    """States that decide in code which cards may be played."""

    __slots__ = ()

    def _may_play(self, hand: int, table: Any, led: Any) -> Any:
        return super()._may_play(hand, table, led)


class Deciding(oh_hell.State):
    """States that decide in code what follows hearts."""

    __slots__ = ()
    _following: ClassVar[Any] = {**oh_hell.State._following, tws.Suit.HEARTS: None}


@attrs.frozen(repr=False)
class Further(oh_hell.State):
    """States with a further field."""

    more: int = 0


def redacted() -> Any:
    view = shown(oh_hell.View)
    table: dict[Any, Any] = dict(oh_hell.View.redacted_moves)
    table[oh_hell.Bid] = table[tws.Deal]
    view.redacted_moves = table
    return view


OWN_BIDS = core.per_seat_fact(
    lambda state, seat: state._hand_data.bids and state._hand_data.bids[seat],
    *(core.to_owner, "hand_data.bids"),
)
OPEN_SUITS = core.public_fact(
    lambda state: tuple([hand[0].suit for hand in state.hands if hand]), "hand_data.held"
)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (hell("secret_bids", view=redacted()), "the move Bid"),
        (
            hell("own_bids", view=shown(oh_hell.View, bids=OWN_BIDS)),
            "the fact bids, hand_data.bids",
        ),
        (hell("open_hands", view=shown(oh_hell.View, suits=OPEN_SUITS)), "the fact suits"),
        (hell("choosing", Choosing), "the hook _may_play"),
        (hell("deciding", Deciding), "the hook _following"),
        (hell("further", Further), "the field more of its states"),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_hidden_information_beyond_the_deal_must_be_declared(game: tws.Game, says: str) -> None:
    assert f"does not declare {says} for worlds" in undeclared(tws.view(game.new_game(), 0))


def test_a_game_without_worlds_says_so_when_it_is_made_and_when_a_search_is_to_play_it() -> None:
    reason = "Oh Hell does not declare the hook _may_play for worlds"
    with pytest.warns(UserWarning, match=reason) as caught:
        game = hell("choosing_again", Choosing)
    assert len(caught) == 1
    for player in ("montecarlo", "treesearch", MonteCarlo, MonteCarlo(worlds=3)):
        with pytest.raises(PlayerError, match=f"needs the worlds of the game, but {reason}"):
            arena.play(game, [player, "random", "random", "random"], deals=1)
    with registered(game):
        Table(game, bots=dict.fromkeys(range(1, 4), "medium"))  # levels play by rule of thumb
        with pytest.raises(PlayerError, match=reason):
            Table(game, bots={1: "montecarlo"})


def of_game(game: tws.Game, name: str, pack: core.Pack | None = None, **facts: Any) -> tws.Game:
    """Return a game with other facts, and with another pack if any."""
    view = shown(game.View, **facts)
    fields = {"__slots__": (), "View": view, "__module__": __name__}
    state = type(f"State_{name}", (game.State,), fields)
    rules: Any = game.Rules
    if pack:
        more = {"__slots__": (), "pack": pack, "__module__": __name__}
        rules = attrs.frozen(kw_only=True)(type(f"Rules_{name}", (game.Rules,), more))
    begin: Any = core.new_game_for(rules, anything(state), hand_data_of(game), rule="AL-2")
    return tws.Game(name=name, Rules=rules, State=anything(state), View=view, new_game=begin)


def hand_data_of(game: tws.Game) -> Any:
    return game.new_game()._hand_data


AWAY_BY_FUNCTION = core.per_seat_fact(
    lambda state, seat: state._hand_data.away[seat], core.to_owner, "hand_data.away"
)
TOP = core.public_fact(lambda state: state.stock[:1], "hand_data.stock")


def test_hidden_piles_need_a_declared_fact_and_cards_that_nobody_has_taken_no_seat() -> None:
    with pytest.warns(UserWarning, match="Put Away does not declare the fact away"):
        of_game(put_away.GAME, "by_function", away=AWAY_BY_FUNCTION)
    taken = core.public_fact(lambda state: (), "hand_data.turned_up", held_by="taker")
    taker = core.public_fact(lambda state: None, "match.dealer")
    game = hell("not_taken", view=shown(oh_hell.View, taken=taken, taker=taker))
    assert tws.worlds(tws.view(shuffled(game.new_game()), 0)).count > 1


def test_known_cards_of_the_stock_are_refused_beside_equal_cards() -> None:
    game = of_game(high_card.GAME, "two_packs", core.Pack(core.FRENCH_DECK, decks=2), top=TOP)
    state = shuffled(game.new_game())
    moves = tws.legal_moves(state)
    assert len({*moves}) == len(moves)  # equal cards are one move
    with pytest.raises(tws.WorldsError, match="equal cards beside the fact top"):
        tws.worlds(tws.view(state, 0))
    # Each alone agrees with what the seat sees.
    one = of_game(high_card.GAME, "one_pack", top=TOP)
    two = of_game(high_card.GAME, "two_packs", core.Pack(core.FRENCH_DECK, decks=2))
    for state in (shuffled(one.new_game()), shuffled(two.new_game())):
        world: AnyState = tws.worlds(tws.view(state, 0)).sample(random.Random(1))
        assert tws.view(world, 0) == tws.view(state, 0) and world.hands[1:] != state.hands[1:]
        assert Counter(chain(*world.hands, world.stock)) == Counter(state.rules.pack.cards)


def test_hand_data_without_defaults_need_a_new_game() -> None:
    @attrs.frozen
    class HandData(core.HandData):
        more: int = attrs.field(kw_only=True)

    class State(core.GameState[oh_hell.Rules, HandData, core.Score]):
        __slots__ = ()
        title: ClassVar = "Bare"
        _phases: ClassVar = core.PlayPhase
        _decisions: ClassVar = {}

    state: Any = State
    with pytest.raises(TypeError, match="Bare does not say how it begins: expected Game"):
        tws.Game(name="bare", Rules=oh_hell.Rules, State=state, View=oh_hell.View)


def test_counted_cards_exclude_those_that_a_hand_lacks() -> None:
    hearts, queens = core.SUIT[tws.Suit.HEARTS], core.RANK[tws.Rank.QUEEN]
    state = shuffled(crazy_eights.GAME.new_game(crazy_eights.Rules(players=2)))
    view: Any = tws.view(state, 0)

    def counting(*counted: core.Counted) -> Worlds[Any]:
        def told(view: object) -> tuple[core.Counted, ...]:
            return counted

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(crazy_eights.View, "_counted", told)
            return Worlds(view)

    other = next(card for card in state.hands[1] if card.suit is tws.Suit.HEARTS)
    of_view = counting(core.Counted(1, hearts, 2), core.Counted(1, queens))
    assert of_view.chance(1, card("QH")) == of_view.chance(1, card("QS")) == 0
    assert of_view.chance(1, other) > 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(declared_worlds, "MOST_CASES", 0)
        with pytest.raises(tws.WorldsError, match="more than 0 cases: expected a later moment"):
            tws.worlds(view)
    with pytest.raises(tws.WorldsError, match="hand 1: _counted counts a card twice"):
        counting(core.Counted(1, hearts, 2), core.Counted(1, queens, 1))


def test_public_cards_that_were_played_are_seen() -> None:
    class Last(oh_hell.State):
        """States that keep the card turned up in the stock."""

        __slots__ = ()

        def _deal_hands(self, deal: tws.Deal) -> Any:
            state = super()._deal_hands(deal)
            hand_data = state._hand_data
            stock = anything((hand_data.turned_up, *hand_data.stock))
            return self._await_move(
                anything(attrs.evolve(hand_data, stock=stock)), oh_hell.Phase.BID, state.actor or 0
            )

    state = shuffled(hell("in_stock", Last).new_game())
    assert "the stock hold 0 of the cards" in undeclared(tws.view(state, 0))
    # The viewer sees a card of its own hand as a public fact, too.
    hand_data = attrs.evolve(state._hand_data, turned_up=state.hands[0][0])
    seen = tws.view(anything(state)._await_move(hand_data, oh_hell.Phase.BID, 1), 0)
    assert tws.worlds(seen).count == tws.worlds(seen).count > 1


class OfTwo:
    """A view with some cases, in a table of two seats."""

    scores = (0, 0)

    def __init__(self, *cases: Hidden[Any]) -> None:
        self.cases = cases

    def _hidden(self) -> tuple[Hidden[Any], ...]:
        return self.cases


def test_chances_of_cards_in_a_hand_and_limits_by_the_cards_played() -> None:
    unseen = tws.cards("2C 2C 3C 4C 5C 6C")
    holding, seven = Holding(place=0, share=Fraction(1, 2)), Holding((card("7C"),), 1)
    worlds = Worlds(OfTwo(Hidden(unseen, (Place(4), Place(2)), (holding, seven), anything(None))))
    assert worlds.chance(0, card("3C")) == Fraction(1, 3)
    # Two of the six cards are still in the hand.
    assert worlds.chance(0, card("2C")) == 1 - Fraction(4 * 3, 6 * 5)
    assert worlds.chance(1, card("7C")) == 1 and worlds.chance(1, card("8C")) == 0
    clubs, spades = core.SUIT[tws.Suit.CLUBS], core.SUIT[tws.Suit.SPADES]
    hearts = core.SUIT[tws.Suit.HEARTS]
    duty = ((clubs, clubs | spades), (hearts, hearts))
    assert limits_after([(0, ())], card("2H"), duty) == [(clubs, ())]
    either = limits_after([(0, ())], card("2S"), duty)
    assert either == [(0, (clubs,)), (clubs | hearts, ())]
    assert limits_after(either, card("3H")) == [(0, (clubs,))]
    assert limits_after([(clubs, ())], card("2S"), duty) == [(clubs | hearts, ())]
