"""Equal information states give equal output, and views keep the promises of the testing kit."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import ALL, facts_of, game_of
from tests.helpers import AnyState, anything
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import states_of
from tests.leaks.playouts import offers, playout_of
from twowaystreet.games import duel
from twowaystreet.testing import conformance
from twowaystreet.testing._playouts import Playout
from twowaystreet.testing.conformance._views import visible_part

PROMISES = ("values", "views", "voids")
"""What each change checks in a few hands; the night checks all promises in many."""


def output_for(game: str, state: AnyState, seat: int | None) -> list[object]:
    seen = tws.view(state, seat)
    found: list[object] = [seen, repr(seen), str(seen), hash(seen)]
    found += [getattr(seen, name) for name in seen._derived]
    found += [anything(seen).to_json(), tws.legal_moves(anything(seen))]
    if state.actor != seat or seat is None:
        return found
    found += [tws.legal_moves(state)]
    for offer in offers(game):
        try:
            tws.apply(state, offer)
        except tws.IllegalMove as error:
            found += [error.reason, str(error)]
        else:
            found += [None]
    return found


def check_playout(
    game: str, playout: Playout, rng: random.Random, found: set[str], cuts: int = 3
) -> None:
    """Compare a playout with disguised ones, at its end and at some random positions.

    The records of the whole playout cover every position.
    """
    length = len(playout.moves)
    places = {length, *(rng.randint(1, length) for _ in range(cuts - 1))}
    places |= {rng.randint(1, 4), rng.randint(2, 12)}  # before the first trick
    for place in sorted(places & set(range(length + 1))):
        check_at(game, playout.until(place), rng, found)
    if game in tws.GAMES:
        start = playout.states[0]
        for viewer in _viewers(start, rng):
            moves = disguised(playout.states, playout.moves, viewer, rng)
            if moves is not None:
                both = (tws.Record(start, some).for_seat(viewer) for some in (playout.moves, moves))
                one, two = both
                assert (one, one.to_json()) == (two, two.to_json())


def check_at(game: str, playout: Playout, rng: random.Random, found: set[str]) -> None:
    """Compare the last state of a playout with that of disguised playouts."""
    *_, before, state = playout.states
    for viewer in _viewers(state, rng):
        moves = disguised(playout.states, playout.moves, viewer, rng)
        if moves is None:
            continue
        *_, other_before, other = states_of(playout.states[0], moves)
        assert output_for(game, other, viewer) == output_for(game, state, viewer)
        event = tws.event_of(before, playout.moves[-1], viewer)
        assert tws.event_of(other_before, moves[-1], viewer) == event
        if other != state:
            found.add(str(state.phase))


def _viewers(state: AnyState, rng: random.Random) -> list[int | None]:
    return sorted({None, state.actor, rng.randrange(len(state.scores))}, key=str)


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("game", ALL)
def test_hidden_information_does_not_change_many_hands(game: str, block: int) -> None:
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        check_playout(game, playout_of(game, seed), random.Random(seed), set(), cuts=8)


RULES = [
    pytest.param(
        game, marks=pytest.mark.rule(*facts_of(game).hiding_rules, *facts_of(game).shown_rules)
    )
    for game in ALL
]


@pytest.mark.rule("AL-3", "AL-4")
@pytest.mark.parametrize("game", RULES)
def test_hidden_information_changes_no_output_in_any_phase(game: str) -> None:
    found = set[str]()
    for seed in range(40):
        check_playout(game, playout_of(game, seed), random.Random(seed), found)
        if seed > 4 and found >= facts_of(game).hiding:
            return
    pytest.fail(f"no comparison in {facts_of(game).hiding - found}")


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("name", ALL)
def test_views_keep_their_promises(name: str) -> None:
    assert all(conformance.check(game_of(name), promises=PROMISES, hands=1).values())


@pytest.mark.rule("DU-2", "DU-5")
@pytest.mark.parametrize("markers", duel.BidMarkers)
def test_all_sealed_bids_look_the_same_to_the_others(markers: duel.BidMarkers) -> None:
    start = duel.new_game(duel.Rules(bid_markers=markers))
    deal = tws.shuffle(start, random.Random(1))
    dealt = tws.apply(start, deal)
    for viewer in (None, 1):
        bids = tws.legal_moves(dealt)
        seen = {tws.Record(start, [deal, bid]).for_seat(viewer).to_json() for bid in bids}
        first, *others = (output_for("duel", tws.apply(dealt, bid), viewer) for bid in bids)
        assert len(seen) == 1 and all(one == first for one in others)


@pytest.mark.parametrize("part", ["", (), 0, b"bid", "bid\n", "\x1b[2J"])
def test_a_redaction_without_text_is_refused(part: object, monkeypatch: pytest.MonkeyPatch) -> None:
    state, bid = playout_of("duel", 1).states[1], duel.Bid(2, duel.Direction.HIGH)

    def redact(state: object, move: object, viewer: object) -> object:
        return part

    hooks: dict[Any, Any] = {**duel.View.redacted_moves, duel.Bid: redact}
    monkeypatch.setattr(duel.View, "redacted_moves", hooks)
    for show in (tws.event_of, visible_part):
        with pytest.raises(tws.RulesError) as caught:
            show(state, bid, None)
        text = str(caught.value)
        assert text.startswith(f"View.redacted_moves[Bid]={part!r}: expected one line of text")
