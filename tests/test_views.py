"""Views: every stored field is covered and shown to the right viewers; plain data is read back."""

import random
from itertools import chain
from types import SimpleNamespace
from typing import Any, ClassVar, Generic, TypeVar
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.games import starts
from tests.helpers import AnyState, AnyView, Hostile, anything, play, shuffled, some_move, voids
from twowaystreet import authoring as core
from twowaystreet._core import plain_data
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.fields import field_types
from twowaystreet._core.engine.match import HandScore, Match, SeatScore
from twowaystreet._core.views import views
from twowaystreet._core.views.facts import (
    FACT,
    ViewFact,
    conditional_fact,
    per_seat_fact,
    private_fact,
    public_fact,
    to_owner,
    viewer_fact,
)
from twowaystreet.games import duel, street, twos
from twowaystreet.schemas import _making


def facts_of(state: AnyState) -> dict[str, ViewFact]:
    view_type = type(state).View
    return {one.name: one.metadata[FACT] for one in attrs.fields(view_type) if FACT in one.metadata}


def stored_in(state: AnyState) -> set[str]:
    own = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    match = {f"match.{field.name}" for field in attrs.fields(Match)}
    kept: type[attrs.AttrsInstance] = anything(state)._hand_data.__class__
    hand_data = {f"hand_data.{field.name}" for field in attrs.fields(kept)}
    assert {"match", "hand_data"} <= own
    own.add("legal")  # games without tricks do not store the legal cards
    return own - {"match", "hand_data"} | match | hand_data


@pytest.mark.parametrize("start", starts())
def test_every_stored_field_is_covered_by_a_fact(start: str) -> None:
    fresh: AnyState = starts()[start]()
    known = set(chain(*(fact.covers for fact in facts_of(fresh).values())))
    known |= set(type(fresh).View.hidden_fields)
    # Only games with tricks store the legal cards.
    assert known == stored_in(fresh) | {"legal"}
    names = {field.name for field in attrs.fields(type(fresh).View)}
    assert names - {"seat"} == set(facts_of(fresh))


def test_seats() -> None:
    for seat in (4, -1, True, False, 1.0, "0", (), 10**30, Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            tws.view(shuffled(street.new_game()), anything(seat))
        assert caught.value.seat is seat and caught.value.seats == 4
    with pytest.raises(tws.SeatError):
        tws.view(duel.new_game(), 2)


@pytest.mark.parametrize("name", ["seat", "actor", "dealer", "leader", "winner", "seats"])
def test_an_invalid_seat_is_refused(name: str) -> None:
    state, rng = shuffled(twos.new_game()), random.Random(1)
    while not state.tricks or not state.trick.cards:
        state = tws.apply(state, some_move(state, rng))
    for part in ("",) if name in ("seat", "actor", "dealer") else ("tricks", "trick"):
        plain: Any = tws.view(state, 0).to_dict()  # Any: plain data
        trick = plain["tricks"][0] if part == "tricks" else plain["trick"] if part else plain
        trick[name] = [*trick[name][:-1], 4] if name == "seats" else 4
        words = "." if part else r"seat, actor, dealer: expected seats from 0 to 3$"
        with pytest.raises(tws.RecordError, match=words):
            twos.View.from_dict(plain)


# Any: stands for a state of any game.
STATE: Any = SimpleNamespace(
    rules=SimpleNamespace(seats=3),
    cards=("a", "b", "c"),
    _hand_data=SimpleNamespace(trumps="hearts"),
)
VIEWERS = (None, 0, 1, 2)


@attrs.frozen
class Declared:
    everybody: Any = public_fact(lambda state: state.cards, "hand_data.held", "tricks")
    mine: Any = private_fact(lambda state, seat: state.cards[seat], "hand_data.held")
    differs: Any = viewer_fact(lambda state, viewer: (len(state.cards), viewer), "hand_data.stock")
    some: Any = conditional_fact(
        lambda state: state.cards[1], lambda state, viewer: viewer == 1, "x.y"
    )
    owned: Any = per_seat_fact(lambda state, seat: state.cards[seat], to_owner, "x.z")
    stored: Any = public_fact("hand_data.trumps")


def seen(name: str) -> list[object]:
    """Return the fact as a spectator and each seat see it."""
    fact = attrs.fields_dict(Declared)[name].metadata[FACT]
    return [fact.read(STATE, viewer) for viewer in VIEWERS]


def test_each_viewer_sees_the_right_facts() -> None:
    assert seen("everybody") == [("a", "b", "c")] * 4
    assert seen("mine") == [None, "a", "b", "c"]
    assert seen("differs") == [(3, None), (3, 0), (3, 1), (3, 2)]
    assert seen("some") == [None, None, "b", None]
    assert seen("stored") == ["hearts"] * 4
    owned = [("a", None, None), (None, "b", None), (None, None, "c")]
    assert seen("owned") == [(None, None, None), *owned]
    facts = [field.metadata[FACT] for field in attrs.fields(Declared)]
    one = ("hand_data.held", "hand_data.stock", "x.y", "x.z", "hand_data.trumps")
    covers = [("hand_data.held", "tricks"), *((each,) for each in one)]
    assert [fact.covers for fact in facts] == covers
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(facts[0]).covers = ()


T = TypeVar("T")


@attrs.frozen
class Box(Generic[T]):
    inside: T
    beside: tuple[int, str]


@attrs.frozen
class Crate(Box[T]):
    """A generic subclass."""


@attrs.frozen
class CardBox(Crate[tws.Card]):
    """A subclass with a concrete type."""


def test_values_survive_a_round_trip_and_schemas_describe_tuples_as_lists() -> None:
    assert field_types(Box)["inside"] is T
    assert field_types(CardBox) == {"inside": tws.Card, "beside": tuple[int, str]}
    assert field_types(HandScore[SeatScore]) == {"seats": tuple[SeatScore, ...]}
    ten = tws.Card.parse("10C")
    cases: tuple[tuple[Any, Any, object], ...] = (
        (CardBox, CardBox(ten, (3, "three")), {"inside": "10C", "beside": [3, "three"]}),
        (Box[int], Box[int](4, (0, "")), {"inside": 4, "beside": [0, ""]}),
    )
    for box_type, box, data in cases:
        assert plain_data.to_plain(box) == data
        assert plain_data.from_plain(box_type, data, ()) == box
    maker, each = anything(_making)._Maker(is_open=True), [{"type": "integer"}, {"type": "string"}]
    assert maker.of(tuple[int, str]) == {
        "type": "array",
        "prefixItems": each,
        "items": {"anyOf": each},
        "minItems": 2,
        "maxItems": 2,
    }


@pytest.mark.parametrize(
    ("inside", "beside", "message"),
    [
        ("tc", [3, ""], "inside: expected '10C', found 'tc'"),
        ("1C", [3, ""], "inside: cannot read '1C'"),
        (10, [3, ""], "inside: cannot read"),
        ("10C", [3], "beside: expected a list of 2, found one of 1"),
        ("10C", [3, "", 1], "beside: expected a list of 2, found one of 3"),
        ("10C", (3, ""), "beside: expected a list"),
        ("10C", [True, ""], "beside[0]: expected a whole number, found True"),
        ("10C", [3, None], "beside[1]: expected a string, found None"),
    ],
)
def test_wrong_plain_data_is_refused(inside: object, beside: object, message: str) -> None:
    with pytest.raises(tws.RecordError) as caught:
        plain_data.from_plain(CardBox, {"inside": inside, "beside": beside}, ())
    assert str(caught.value).startswith(message)


class State(twos.State):
    __slots__ = ()


@attrs.frozen(kw_only=True)
class View(core.TrickView[twos.Rules, twos.HandScore]):
    """A view with only the common facts."""


GAME = tws.Game(
    name="plain",
    title="Plain",
    Rules=twos.Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(twos.Rules, State, core.HandData(), rule="TW-11"),
)


@pytest.fixture
def state() -> AnyState:
    """A state in which 3C is led and seat 1, who holds all diamonds, has played the ace."""
    tws.register(GAME)
    first = GAME.new_game(twos.Rules(max_hands=7), dealer=3)
    rounds = zip(*(FRENCH_DECK[start : start + 13] for start in range(0, 52, 13)), strict=True)
    deal = tws.Deal([card for each in rounds for card in each])
    return play(tws.apply(first, deal), "3C AD")


def test_a_view_is_read_back_and_shows_who_does_not_follow(
    state: AnyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in (None, 0, 2):
        seen = tws.view(state, seat)
        assert type(seen) is View and seen.rules == twos.Rules(max_hands=7)
        assert View.from_dict(seen.to_dict()) == seen
        assert View.from_json(seen.to_json()) == seen == tws.View.from_json(seen.to_json())
        (void,) = voids(seen)
        assert (void.seat, str(void.suit), str(void.card), void.rule) == (1, "C", "AD", "TW-3")
    data = tws.view(state, 0).to_dict()
    monkeypatch.setattr(View, "_duty", Mock(side_effect=KeyError))  # as in impossible positions
    with pytest.raises(tws.RecordError, match=r"^voids: expected those that follow"):
        View.from_dict(data)


def test_a_view_class_refuses_views_of_another_game(state: AnyState) -> None:
    data = tws.view(state, 0).to_dict()
    with pytest.raises(tws.RecordError, match=r"'twos', found 'plain'; twowaystreet.View reads"):
        twos.View.from_dict(data)
    with pytest.raises(tws.RecordError, match=r"^there is no game 'whist'"):
        View.from_dict(data | {"game": "whist"})
    assert type(tws.View.from_dict(data)) is View


@pytest.mark.parametrize("reader", [View, tws.View])
def test_a_view_needs_all_marks_of_format_and_game_or_none(
    state: AnyState, reader: type[AnyView]
) -> None:
    data = tws.view(state, 0).to_dict()
    marks = {"format": "twowaystreet view", "version": 1, "game": "plain"}
    assert dict(list(data.items())[:3]) == marks
    refused = {
        "^missing (format, version, game: expected a .* view, found|seat, )": attrs.asdict(state),
        "^missing hand; unknown 'hnad', perhaps hand; expected the keys": {
            ("hnad" if key == "hand" else key): value for key, value in data.items()
        },
        "^format: expected 'twowaystreet view', found": data | {"format": "twowaystreet record"},
        "^version: expected 1, found 2": data | {"version": 2},
        "^version: expected 1, found True": data | {"version": True},
        **{f"^missing {one}: ": {key: data[key] for key in data if key != one} for one in marks},
    }
    for message, given in refused.items():
        with pytest.raises(tws.RecordError, match=message):
            reader.from_dict(given)
    unmarked = {key: data[key] for key in data if key not in marks}
    assert View.from_dict(unmarked) == tws.view(state, 0)


def test_views_of_an_unregistered_game_do_not_name_it(
    state: AnyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = tws.view(state, 0).to_dict()
    monkeypatch.setattr(registry._games, "_registered", {})
    plain = tws.view(state, 0).to_dict()
    assert plain == {key: marked[key] for key in marked.keys() - {"format", "version", "game"}}
    for reader in (View, tws.View):
        with pytest.raises(tws.RecordError, match="no game 'plain'"):
            reader.from_dict(marked)
    with pytest.raises(tws.RecordError, match="OtherView is not registered"):
        OtherView.from_dict({})


def test_views_of_a_game_that_needs_more_than_its_rules_are_read(
    state: AnyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tws.view(state, 0).to_dict()
    refusal = tws.RulesError("scores", None, "the totals of an earlier evening")
    game = attrs.evolve(GAME, new_game=Mock(side_effect=refusal))
    monkeypatch.setitem(registry._games._registered, "plain", game)
    views._per_seat.cache_clear()
    assert View.from_dict(data) == tws.view(state, 0)
    with pytest.raises(tws.RecordError, match="scores: expected those of 4 seats"):
        View.from_dict(data | {"scores": [0]})
    views._per_seat.cache_clear()


@attrs.frozen(kw_only=True)
class OtherView(core.TrickView[twos.Rules, twos.HandScore]):
    """A view that no game uses yet."""


def test_a_view_serves_only_games_in_which_the_same_cards_follow() -> None:
    class Trumps(twos.State):
        __slots__ = ()
        _following: ClassVar = core.FOLLOW_SUIT

    OtherView._link(twos.State)
    with pytest.warns(UserWarning, match="OtherView is the view of State, whose states its worlds"):
        OtherView._link(State)
    with pytest.raises(TypeError, match="expected a subclass of its own for "):
        OtherView._link(Trumps)
    assert OtherView._state is twos.State
    with pytest.raises(TypeError, match="OtherView needs a TrickState, not GameState"):
        OtherView._link(anything(core.GameState))
