"""Checks of secrets: viewers with the same information see the same.

A viewer knows everything that a spectator sees and the visible part of each move. Of its own it
knows the moves in full, the hand, the cards that lie before it alone, and the stock cards that its
moves drew or looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain, islice
from random import Random
from typing import Final

import attrs

import twowaystreet as tws
from twowaystreet._core.records.seat_records import shown_move
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import AnyView
from twowaystreet.testing import playouts
from twowaystreet.testing.playouts import CheckedPosition, Context, Playout, fail, viewer_name
from twowaystreet.testing.reports import around_difference, cards_in, named_in, public_values

PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)  # swapped cards; with few, plays stay legal
TO_MOVE: Final = 3  # other playouts that are compared for the seat to move
MOST_RECORDS: Final = 25  # the longest record that is compared; it has a view for each move
OTHER_MOVES: Final = 6  # other moves that are compared with the last one


def visible_part(state: tws.AnyState, move: tws.Move, viewer: int | None) -> str:
    """Return the part of a move that a viewer sees, by the rules in ``redacted_moves``."""
    is_own = viewer is not None and state.actor == viewer
    return str(move) if is_own else shown_move(state, move, viewer)[0]


def same_for(
    context: Context, match: Playout, viewer: int | None, rng: Random
) -> Iterator[Playout]:
    """Yield other playouts with the same information for a viewer, which cannot tell them apart."""
    deals = [at for at, move in enumerate(match.moves) if isinstance(move, tws.Deal)]
    if not deals:
        return
    deal = deals[-1] if rng.random() < 3 / 4 else rng.choice(deals)
    met, end = set[tws.Card](), next((at for at in deals if at > deal), len(match.moves))
    for at in range(deal, end):
        before, after = match.states[at : at + 2]
        seen, told = tws.view(after, viewer), visible_part(before, match.moves[at], viewer)
        met.update(seen.hand or (), context.public(after), named_in(told), own_cards(seen))
        if viewer is not None and before.actor == viewer:
            met |= {*before.stock} & {*cards_in(seen)}  # its own move shows them
    known = [_known(match, at, viewer) for at in range(deal, len(match.moves))]
    hidden = sorted({*match.start.rules.pack.cards} - met)
    for pairs in PAIRS if len(hidden) > 1 else ():
        count = min(pairs, len(hidden) // 2)
        chosen = rng.sample(hidden, 2 * count)
        swaps = dict(zip(chosen, chosen[count:] + chosen[:count], strict=True))
        found = _made_again(match, viewer, known, swaps, rng)
        if found is not None and found.state != match.state:
            yield found


def _made_again(
    match: Playout,
    viewer: int | None,
    known: list[object],
    swaps: dict[tws.Card, tws.Card],
    rng: Random,
) -> Playout | None:
    """Make the last moves with swapped cards, or sometimes others that look the same."""
    first = len(match.moves) - len(known)
    found = match.until(first)
    for at, expected in enumerate(known, first):
        move, state = match.moves[at], found.state
        visible = visible_part(match.states[at], move, viewer)
        is_seen = visible == str(move)
        try:
            if isinstance(move, tws.Deal):
                move = tws.Deal([swaps.get(card, card) for card in move.cards])
            elif not is_seen and rng.random() < 1 / 10:
                moves = tws.legal_moves(state)
                move = rng.choice([x for x in moves if visible_part(state, x, viewer) == visible])
            elif not is_seen:
                move = tws.parse_move(state, swapped(str(move), swaps))
            found = found.play(move)
        except (tws.TwoWayStreetError, IndexError):
            return None  # for example, another seat must follow suit now
        is_last = at == len(match.moves) - 1  # its visible part is compared later
        looks = is_last or visible == visible_part(state, move, viewer)
        if not (looks and expected == _known(found, at, viewer)):
            return None
    return found


def _known(match: Playout, at: int, viewer: int | None) -> object:
    """Return who made a move, and what the viewer and a spectator see after it."""
    after = match.states[at + 1]
    seen = tws.view(after, viewer)
    return match.states[at].actor, seen.hand, own_cards(seen), tws.view(after, None)


def own_cards(seen: AnyView) -> list[tws.Card]:
    """Return the cards that lie before a seat for it alone, such as a sealed card."""
    if seen.seat is None:
        return []
    own = [name for name, fact in facts_of(type(seen)).items() if fact.own_only]
    return cards_in([getattr(seen, name)[seen.seat] for name in own])


def swapped(text: str, swaps: Mapping[tws.Card, tws.Card]) -> str:
    """Return the text of a move with other cards."""
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def no_leak(position: CheckedPosition) -> int:
    """Viewers with the same information see and hear the same."""
    step = position.last_step
    found = 0 if step is None else _redacted_move(*step, position.rng)
    state, context, match = position.state, position.context, position.so_far
    random_seat = position.rng.randrange(state.rules.seats)
    for viewer in dict.fromkeys((None, state.actor, random_seat)):
        mine = dict[str, object]()
        # The seat to move sees most: it also gets answers to offered moves.
        most = TO_MOVE if viewer is not None and viewer == state.actor else 1
        for other in islice(same_for(context, match, viewer, position.rng), most):
            found += 1
            makes = [partial(reduce, tws.apply, each.moves, each.start) for each in (match, other)]
            mine = mine or _shown_to(context, match, viewer)
            shown = [mine, _shown_to(context, other, viewer)]
            for part, one, two in _differences(viewer, shown, makes):
                fail(
                    f"{viewer_name(viewer)} has the same information in this playout and in the "
                    f"other one below, yet {part} differs:\n    {one}\nand in the other playout\n"
                    f"    {two}\nThe other playout:\n{other.text(context.game)}"
                )
    return found


def _differences(
    viewer: int | None,
    shown: Sequence[Mapping[str, object]],
    makes: Sequence[Callable[[], tws.AnyState]],
) -> Iterator[tuple[str, str, str]]:
    """Yield what tells two positions apart for a viewer, by name, and both texts around it.

    A property may depend on something that another view or state has left behind. So both
    positions are made in both orders, and all views are read after each of them.
    """
    for part, one in shown[0].items():
        if one != shown[1][part]:
            yield part, *around_difference(one, shown[1][part])
    known = dict[str, str]()
    for pair in (makes, makes[::-1]):
        made = list[AnyView]()
        for make in pair:
            made.append(tws.view(make(), viewer))
            for name, value in chain.from_iterable(map(public_values, made)):
                if known.setdefault(name, value) != value:
                    yield f"view.{name}", *around_difference(known[name], value)


def _forms_of(seen: AnyView) -> dict[str, object]:
    forms: dict[str, object] = {"the view": seen, "repr(view)": repr(seen), "str(view)": str(seen)}
    forms |= {"hash(view)": hash(seen), "the JSON of the view": seen.to_json()}
    return forms | {"voids": playouts.voids_shown(seen), "legal_moves(view)": tws.legal_moves(seen)}


def _shown_to(context: Context, match: Playout, viewer: int | None) -> dict[str, object]:
    state, last = match.state, visible_part(match.states[-2], match.moves[-1], viewer)
    shown = {"the visible part of the last move": last, **_forms_of(tws.view(state, viewer))}
    if viewer is not None and state.actor == viewer:
        shown["legal_moves(state)"] = tws.legal_moves(state)
        shown |= {f"the answer to {move}": _answer(state, move) for move in context.moves()}
    if len(match.moves) <= MOST_RECORDS:
        record = tws.Record(match.start, match.moves).for_seat(viewer)
        shown["the record of the seat"] = record.to_json()
        shown["the hash of the record of the seat"] = hash(record)
    return shown


def _answer(state: tws.AnyState, move: object) -> str:
    try:
        tws.apply(state, move)
    except tws.IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "accepted"


def _redacted_move(before: tws.AnyState, move: tws.Move, rng: Random) -> int:
    """Check that a viewer hears the same of two moves if and only if its views after them agree."""
    moves = [one for one in tws.legal_moves(before) if one != move]
    for other in rng.sample(moves, min(OTHER_MOVES, len(moves))):
        makes = partial(tws.apply, before, move), partial(tws.apply, before, other)
        after, changed = (make() for make in makes)
        for viewer in playouts.viewers(before):
            if viewer is not None and viewer == before.actor:
                continue
            heard, told = (visible_part(before, one, viewer) for one in (move, other))
            views = [tws.view(each, viewer) for each in (after, changed)]
            # The viewer may get the cards, and a hand may end with a showing.
            shown = (
                after.hand_over or views[0].hand != views[1].hand or after.actor != changed.actor
            )
            if heard == told and not shown:
                for part, *both in _differences(viewer, [*map(_forms_of, views)], makes):
                    fail(
                        f"{viewer_name(viewer)} sees {heard!r} both for {move} and for {other}, "
                        f"but {part} after it reveals the move:\n    {both[0]}\nand\n    {both[1]}"
                    )
            # A move that the state keeps in no field of its own may have been said aloud.
            kept = [attrs.astuple(one._hand_data, recurse=False)[2:] for one in (after, changed)]
            if heard != told and views[0] == views[1] and kept[0] != kept[1]:
                fail(
                    f"{viewer_name(viewer)} has the same view after {move} and after {other}, but "
                    f"hears {heard!r} and {told!r}: expected one text for both in "
                    f"View.redacted_moves[{type(move).__name__}], or a fact that shows the move"
                )
    return len(moves)
