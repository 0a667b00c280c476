"""Sides: seats that win and lose together, in payoffs, matches, searches, worlds and pictures."""

import random
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import oh_hell, whist
from tests.helpers import AnyState, made_again
from tests.web.pages import FakePage
from twowaystreet import arena, svg
from twowaystreet import authoring as core
from twowaystreet._core.engine.seats import alone, leads, sides_of, with_partners
from twowaystreet._page.engine import Engine
from twowaystreet.arena.hands import Seating, lineups
from twowaystreet.games import twos
from twowaystreet.players import MonteCarlo, TreeSearch, at_random, simple
from twowaystreet.table import Table
from twowaystreet.testing import conformance

PARTNERS = ((0, 2), (1, 3))
NAMES = ["Ann", "Ben", "Cem", "Dee"]
SMALL = tws.Pack(tws.cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H"))


def game_like(view: Any = None, state: Any = None, **rules: object) -> core.Game:
    """Return Whist with another view, other states or other attributes of its rules."""
    own: Any = attrs.frozen(kw_only=True)(type("Rules", (whist.Rules,), rules))
    return made_again(whist, "whist_like", state=state, view=view, rules=own, player=whist.player)


def played(start: AnyState, rng: random.Random, tricks: int = 13) -> Any:
    """Return the state after some tricks of a random hand. Any: a state with tricks."""
    state: Any = tws.apply(start, tws.shuffle(start, rng)) if start.needs_deal else start
    while len(state.tricks) < tricks and not state.hand_over:
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    return state


def test_seats_are_alone_unless_the_rules_name_sides_and_leads_are_over_others() -> None:
    assert sides_of(whist.Rules()) == PARTNERS
    for game in tws.GAMES.values():
        rules = game.Rules()
        assert sides_of(rules) == alone(rules.seats) == tuple((n,) for n in range(rules.seats))
    assert with_partners(whist.Rules(), [3]) == (1, 3)
    assert with_partners(oh_hell.Rules(), [3]) == (3,)
    assert game_like(seats=6, sides=((0, 3), (1, 4), (2, 5))).new_game().rules.seats == 6
    wrong: tuple[object, ...] = (
        *((), ((0, 1, 2, 3),), ((0, 1), (2,)), ((0, 1), (2, 3, 3)), ((0, 1), (1, 2))),
        *(((0, 1), (2, 4)), ((0, 1), (2, True)), [[0, 2], [1, 3]], (0, 1, 2, 3), "0213"),
    )
    for sides in wrong:
        with pytest.raises(tws.RulesError, match="each seat from 0 to 3 in one of them") as no:
            game_like(sides=sides).new_game()
        assert repr(sides) in str(no.value)
    found, size = leads([5, 1, 2, 0, 0, 3], ((0, 3), (1, 4), (2, 5)))
    means = [2.5, 0.5, 2.5]
    wanted = [means[s] - sum(means[:s] + means[s + 1 :]) / 2 for s in (0, 1, 2)] * 2
    assert [lead / size for lead in found] == wanted


def test_conformance_finds_wrong_sides_and_winners_without_their_partners() -> None:
    game = game_like(sides=((0,), (1, 2, 3)))
    rules = game.Rules()

    def unchecked(given: Any = None, *, dealer: int = 0, **rest: object) -> Any:
        first: Any = whist.GAME.new_game(dealer=dealer)
        match = attrs.evolve(first._match, rules=given or rules)
        return game.State._build(match, first._hand_data, first.phase)

    with pytest.raises(conformance.Broken, match="new_game accepts wrong sides"):
        conformance.check(attrs.evolve(game, new_game=unchecked), promises=["opening"], hands=1)

    class Lonely(whist.State):
        __slots__ = ()

        @property
        @override
        def winners(self) -> tuple[int, ...]:
            return super().winners[:1]

    with pytest.raises(conformance.Broken, match="without their partners"):
        conformance.check(game_like(state=Lonely), promises=["ending"])


class Uneven(whist.State):
    """States of a game in which one partner of each side gets all points, always the same ones."""

    __slots__ = ()

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        return core.HandScore(tuple(map(core.SeatScore, (0, 4, 3, 0))))


SHARED = (-0.5, 0.5, -0.5, 0.5)


@pytest.mark.rule("AL-2")
def test_partners_share_payoffs_and_wins() -> None:
    state = played(whist.GAME.new_game(whist.Rules(target=1)), random.Random(1))
    points, worth = tws.score_hand(state).points, tws.payoffs(state)
    assert points[0] == points[2] and points[1] == points[3] and max(points) > 0
    pairs = zip(points, points[1:] + points[:1], strict=True)
    assert worth == tuple(own - other for own, other in pairs)
    assert state.is_over and state.winners == ((0, 2) if points[0] else (1, 3))
    game = game_like(state=Uneven)
    state = played(game.new_game(game.Rules(target=4)), random.Random(1))
    assert tws.payoffs(state) == SHARED and state.winners == (1, 3)


@pytest.mark.nightly
def test_compiled_playouts_share_payoffs() -> None:
    pytest.importorskip("numba")
    from twowaystreet import fast  # noqa: PLC0415  # it needs numba

    def partners(rules: Any) -> Any:
        return attrs.frozen(kw_only=True)(type("Rules", (rules,), {"sides": PARTNERS}))()

    bidding = played(oh_hell.GAME.new_game(partners(oh_hell.Rules)), random.Random(1), tricks=0)
    while bidding.phase is oh_hell.Phase.BID:
        bidding = tws.apply(bidding, tws.legal_moves(bidding)[1])
    starts = {
        "a tally": bidding,
        "points of cards": twos.new_game(partners(twos.Rules)),
        "whole tricks": game_like(state=Uneven).new_game(),
    }
    for name, start in starts.items():
        state = played(start, random.Random(2), tricks=3)
        found = fast.playouts(state, 20, seed=1)
        both = found.points[0] + found.points[0][:, [2, 3, 0, 1]]
        assert (found.payoffs[0] == (both - both[:, [1, 2, 3, 0]]) / 2).all(), name
        assert (found.payoffs[0] != 0).any(), name


@pytest.mark.parametrize("seating", [*Seating])
def test_partners_have_the_same_player(seating: Seating) -> None:
    for deal in range(3):
        for lineup in lineups(seating, 2, PARTNERS, deal):
            assert lineup in {(0, 1, 0, 1), (1, 0, 1, 0)}
        for lineup in lineups(seating, 2, ((0, 1), (2, 3)), deal):
            assert lineup in {(0, 0, 1, 1), (1, 1, 0, 0)}


def test_a_match_of_partners() -> None:
    tws.register(whist.GAME)
    results = arena.play("whist", [simple, at_random], deals=20)
    assert results.means[0] == -results.means[1] > 1
    mean, _ = results.difference(0, 1)
    assert mean == pytest.approx(results.means[0])  # a point for each trick of either side
    with pytest.raises(tws.RulesError, match="2 to 2 players, as the game has 2 sides"):
        arena.play("whist", ["simple"] * 4, deals=1)


@pytest.mark.parametrize(
    "player",
    [MonteCarlo(worlds=4), MonteCarlo(worlds=4, engine="python"), TreeSearch(iterations=40)],
)
def test_searches_play_for_the_side(player: MonteCarlo | TreeSearch) -> None:
    for tricks in (1, 2):
        state = played(game_like(state=Uneven).new_game(), random.Random(tricks), tricks=tricks)
        for _ in range(4):
            found = player.evaluate(tws.view(state, state.actor), random.Random(1))
            assert {each.mean for each in found.values()} == {SHARED[state.actor]}
            state = tws.apply(state, tws.legal_moves(state)[0])


@pytest.mark.nightly
def test_the_solver_takes_the_side_of_the_mover() -> None:
    pytest.importorskip("numba")
    from twowaystreet import solve  # noqa: PLC0415  # it needs numba

    rng, more = random.Random(4), 0
    for _ in range(5):
        state = played(whist.GAME.new_game(), rng, tricks=9)
        side = {state.actor, (state.actor + 2) % 4}
        taken = sum(trick.winner in side for trick in state.tricks)
        assert solve.tricks(state) == solve.tricks(state, side) == max(solve.values(state).values())
        assert solve.values(state) == {
            move: best_of(tws.apply(state, move), side) - taken for move in tws.legal_moves(state)
        }
        more += solve.tricks(state) - solve.tricks(state, {state.actor})
    assert more > 0


def best_of(state: Any, side: set[int]) -> int:
    """Return the tricks of a side at the end of a hand, by brute force."""
    if state.hand_over:
        return sum(trick.winner in side for trick in state.tricks)
    found = [best_of(tws.apply(state, move), side) for move in tws.legal_moves(state)]
    return max(found) if state.actor in side else min(found)


def test_text_pictures_and_the_page_name_partners() -> None:
    state = played(whist.GAME.new_game(), random.Random(3), tricks=2)
    seen = tws.view(state, 0)
    lines = seen.to_text(NAMES).splitlines()
    assert lines[0].split()[:4] == ["Trick", "3", "with", "cards"]
    assert all(str(tws.view(state, each)).startswith("Trick 3 ") for each in (None, 1, 2, 3))
    partners = [line.removeprefix(">").split()[1] for line in lines[1:5]]
    assert partners == ["Cem", "Dee", "Ann", "Ben"]
    picture = str(svg.table(seen, names=NAMES))
    assert all(f"with {name}" in picture for name in NAMES)
    other = tws.view(played(oh_hell.GAME.new_game(), random.Random(3), tricks=0), 0)
    assert "with" not in other.to_text(NAMES)
    tws.register(whist.GAME)
    table = Table(whist.GAME, bots=dict.fromkeys((1, 2, 3), "simple"), dealer=3)
    engine, token = Engine(table), table.join("Ann")
    page = FakePage(engine, token)
    assert page.send("deal") is None and "with you" in page.shown()
    assert {*page.moves} == {*map(str, table.view(token).legal_moves or ())}


def test_the_card_turned_up_lies_in_the_hand_of_the_dealer_until_it_is_played() -> None:
    rng = random.Random(6)
    state: Any = whist.GAME.new_game(dealer=2)
    state = tws.apply(state, tws.shuffle(state, rng))
    card, places = state._hand_data.turned_up, set[bool]()
    while not state.hand_over:
        is_held = card in state.hands[2]
        places.add(is_held)
        for viewer in (None, 0, 1, 2, 3):
            of_view = tws.worlds(tws.view(state, viewer))
            assert of_view.chance(2, card) == is_held
            assert of_view.chance(1, card) == 0
            assert (card in of_view.sample(rng).hands[2]) == is_held
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    assert places == {True, False}


@pytest.mark.nightly
def test_whist_keeps_every_promise() -> None:
    found = conformance.check(whist.GAME, hands=2)
    assert min(found.values()) > 0


@pytest.mark.parametrize("held_by", ["left", ""])
def test_a_wrong_hand_of_the_card_turned_up_is_found(held_by: str) -> None:
    @attrs.frozen(kw_only=True)
    class View(core.TrickView[whist.Rules, core.Score, whist.State]):
        left: int = core.public_fact(lambda state: (state.dealer + 1) % 4, "match.dealer")
        turned_up: core.Card | None = core.public_fact("hand_data.turned_up", held_by=held_by)

    game = game_like(view=View)
    if not held_by:
        seen = tws.view(played(game.new_game(), random.Random(1), tricks=0), 1)
        with pytest.raises(tws.WorldsError, match="held_by='dealer'"):
            tws.worlds(seen)
    with pytest.raises(conformance.Broken, match="its promise 'worlds'"):
        conformance.check(game, promises=["worlds"])


def test_equal_cards_beside_a_card_in_a_hand_are_refused() -> None:
    game = game_like(pack=tws.Pack([*SMALL.cards, *SMALL.cards]))
    seen = tws.view(game.new_game(), 0)
    with pytest.raises(tws.WorldsError, match="equal cards beside the fact turned_up"):
        tws.worlds(seen)
