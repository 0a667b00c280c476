"""Broken rules, each of which must change at least one count."""

# The replacements stand for methods and table entries of any game, so they have no types.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from twowaystreet._core.cards.cards import SUITS, Rank, Suit, cards
from twowaystreet._core.cards.masks import JOKERS, RANK, SUIT
from twowaystreet._core.engine.moves import Phase
from twowaystreet._core.engine.seats import replace_at
from twowaystreet._core.tricks import trick_state
from twowaystreet._core.tricks.tricks import TRUMPED, Trick, ordering, winning_index
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games._twoway import rules as twoway_rules
from twowaystreet.games._twoway import state as twoway_state
from twowaystreet.games.brag import hands as brag_hands
from twowaystreet.games.brag import scoring as brag_scoring
from twowaystreet.games.brag import state as brag_state
from twowaystreet.games.duel import rules as duel_rules
from twowaystreet.games.spades import hand_data as spades_hand_data
from twowaystreet.games.spades import rules as spades_rules
from twowaystreet.games.spades import scoring as spades_scoring
from twowaystreet.games.spades import state as spades_state
from twowaystreet.games.street import rules as street_rules
from twowaystreet.games.street import state as street_state
from twowaystreet.games.street.rules import FORCING
from twowaystreet.games.tien_len import plays as tien_len_plays
from twowaystreet.games.tien_len import rules as tien_len_rules
from twowaystreet.games.tien_len import state as tien_len_state
from twowaystreet.games.twenty_down import rules as twenty_down_rules
from twowaystreet.games.twenty_down import state as twenty_down_state
from twowaystreet.games.twos import rules as twos_rules
from twowaystreet.games.twos import state as twos_state

# Any: a replacement takes the arguments of any method.
Break = Callable[[pytest.MonkeyPatch], None]


def _sets(target: Any, name: str, value: Any) -> Break:
    return lambda patch: patch.setattr(target, name, value)


def _items(table: Any, changed: Callable[[Any, Any], Any]) -> Break:
    """Change the values of a read-only table, given each key and old value."""

    def break_rule(patch: pytest.MonkeyPatch) -> None:
        (inside,) = gc.get_referents(table)  # the dict behind the read-only table
        for key, value in list(table.items()):
            patch.setitem(inside, key, changed(key, value))

    return break_rule


def _offered(state: Any, phase: Phase, moves: Callable[[Any, Any], Any]) -> Break:
    """Change the legal moves of a phase, given the right ones."""

    def break_rule(patch: pytest.MonkeyPatch) -> None:
        decision = state._decisions[phase]
        wrong = attrs.evolve(
            decision, moves=lambda state, seat: moves(state, decision.moves(state, seat))
        )
        patch.setattr(state, "_decisions", {**state._decisions, phase: wrong})

    return break_rule


def _wraps(target: Any, name: str, wrong: Callable[..., Any]) -> Break:
    """Replace a function by one that receives the right function as first argument."""

    def break_rule(patch: pytest.MonkeyPatch) -> None:
        right = getattr(target, name)
        patch.setattr(target, name, lambda *given: wrong(right, *given))

    return break_rule


def _without_odd_card(right: Any, cards: Any, rules: Any) -> Any:
    found = right(cards, rules)
    return attrs.evolve(found, worth=found.worth[:2]) if found.kind == "pair" else found


def _ace_low_last(right: Any, cards: Any, rules: Any) -> Any:
    found = right(cards, rules)
    is_ace_low = "run" in found.kind and found.worth[1] == brag_hands.HIGHEST
    return attrs.evolve(found, worth=(found.worth[0], 0)) if is_ace_low else found


def _winner_leads(state: Any, trick: Trick, won: int) -> int:
    return won


def _higher_card_above(right: Any, state: Any, seat: int, move: Any) -> Any:
    held, stock, exchanged, remaining = right(state, seat, move)
    return held, (*stock[:-2], *stock[:-3:-1]), exchanged, remaining


def _last_two(state: Any, table: Any, led: Any) -> int:
    found = [card for card in table if card._bit & twos_rules.TWOS]
    return winning_index(table, twos_state.STRENGTHS[led, found[-1].suit if found else None])


def _wrong_captor(right: Any, state: Any, hand_data: Any, *given: Any) -> Any:
    changed = attrs.evolve(hand_data, captured=hand_data.captured[::-1])
    return right(state, changed, *given)


def _next_deals(right: Any, state: Any, hand_data: Any) -> Any:
    after = right(state, hand_data)
    if after.phase != "deal":
        return after
    match = attrs.evolve(after._match, dealer=1 - after.dealer)
    return after._build(match, after._hand_data, after.phase)


def _only_the_dealer(right: Any, state: Any, hand_data: Any, way: Any, exchanging: Any) -> Any:
    return right(state, hand_data, way, exchanging[:1])


def _draws_four(right: Any, held: int) -> Any:
    return right(held)[:-1]


def _of_higher_ranks(right: Any, hand: int, play: Any) -> Any:
    return tuple(each for each in right(hand, play) if each._top // 4 > play._top // 4)


def _without_double_sequences(right: Any, hand: int) -> Any:
    return tuple(each for each in right(hand) if each.kind is not tien_len.Kind.DOUBLE_SEQUENCE)


def _chops(right: Any, hand: int, play: Any) -> Any:
    fours = [each for each in tien_len_plays.leads(hand) if each.kind is tien_len.Kind.FOUR]
    return (*right(hand, play), *(fours if str(play)[0] == "2" else ()))


def _stay_out(state: Any, moves: Any) -> Any:
    passed = any(play.seat == state.actor and not play.cards for play in state.trick.plays)
    return moves[-1:] if passed else moves


def _all_are_asked(right: Any, state: Any, hand_data: Any) -> Any:
    if hand_data.trumps is not Suit.DIAMONDS or state.phase != "draw":
        return right(state, hand_data)
    statuses = replace_at((None,) * 4, state.namer, twenty_down.Status.IN)
    asking = attrs.evolve(hand_data, statuses=statuses)
    return state._await_move(asking, twenty_down.Phase.DECLARE, (state.namer + 1) % 4)


def _one_more_up(hand_data: Any, player: int, remaining: int, wanted: int) -> Any:
    """Turn up a single card of a dummy, needed or not."""
    place = hand_data.face_up[player].bit_count()
    more = sum(card._bit for card in hand_data.dummies[player][place : place + 1])
    up = list(hand_data.face_up)
    up[player] |= more
    return attrs.evolve(hand_data, face_up=tuple(up))


BROKEN: dict[str, dict[str, Break]] = {
    "street": {
        "ST-7: only high can be declared": _offered(
            street.State, street.Phase.DECLARE, lambda state, moves: moves[:1]
        ),
        "ST-8: the forced players follow the majority": _sets(
            street_state,
            "FORCING",
            tuple(
                (said, next(one for one in street.Declaration if one.forced and one[0] == said[0]))
                for said, _ in FORCING
            ),
        ),
        "ST-8: no player is forced": _sets(street_state, "FORCING", ()),
        "ST-10: all players may keep": _sets(street.State, "_may_keep", True),
        "ST-11: the higher card goes above the lower": _wraps(
            twoway_state.TwoWayState, "_after_exchange", _higher_card_above
        ),
        "ST-12: the winner leads": _sets(street.State, "_leader_after", _winner_leads),
        "ST-13: any Joker follows": _items(
            twoway_rules.FOLLOWING,
            lambda led, was: led and ((SUIT[led], SUIT[led] | JOKERS),),
        ),
        "ST-13: no Joker follows": _items(
            twoway_rules.FOLLOWING, lambda led, was: ((SUIT[led], SUIT[led]),) if led else was
        ),
        "ST-14: a Joker obliges": _items(
            twoway_rules.FOLLOWING,
            lambda led, was: ((was[0][1], was[0][1]),) if led else was,
        ),
        "ST-15: the Black Joker beats the Red one": _items(
            twoway_rules.STRENGTHS,
            lambda led, was: ordering(*(SUITS[led] if led else ()), *cards("X* R* B*")),
        ),
        "ST-15: of equal cards the last one played takes the trick": _wraps(
            trick_state,
            "winning_index",
            lambda right, cards, strengths: len(cards) - 1 - right(cards[::-1], strengths),
        ),
        "ST-16: no player must name a suit": _items(twoway_rules.DUTY, lambda joker, was: 0),
        "ST-17: either suit, against the option": _wraps(
            twoway_state.TwoWayState,
            "_nameable",
            lambda right, state: twoway_rules.NAMEABLE[state._table[0].joker],
        ),
        "ST-18: no plain Joker on a plain one": _wraps(
            twoway_state.TwoWayState,
            "_may_play",
            lambda right, state, *given: (
                (found[0], 0) if (found := right(state, *given))[0] == "name" else found
            ),
        ),
        "ST-20: another number for low": _items(
            street_rules.LOW_MINUEND, lambda players, was: was - 1
        ),
        "ST-21: cases B and C are one": _wraps(
            street_rules,
            "penalty_of",
            lambda right, raw: (sorted(raw)[-2], right(raw)[1]),
        ),
        "ST-21: no point for forced players in a tie": _sets(street_rules, "_FORCED_IN_TIE", 0),
        "ST-23: forced counts double, too": _items(street_rules._FACTOR, lambda way, was: 2),
        "ST-24: more than the target is needed": _sets(
            street.State,
            "_ends_game",
            lambda state, scores: max(scores) > state.rules.target,
        ),
    },
    "duel": {
        "DU-4: one bid too few": _offered(
            duel.State, duel.Phase.BID, lambda state, moves: moves[:-1]
        ),
        "DU-6: the other player deals anew": _wraps(duel.State, "_compare", _next_deals),
        "DU-7: the wrong player captures": _wraps(duel.State, "_ready", _wrong_captor),
        "DU-8: only the dealer exchanges": _wraps(duel.State, "_ready", _only_the_dealer),
        "DU-10: the winner leads": _sets(duel.State, "_leader_after", _winner_leads),
        "DU-11: two points if level": _sets(duel_rules, "FOR_LEVEL", 2),
        "DU-12: more than the target is needed": _sets(
            duel.State,
            "_ends_game",
            lambda state, scores: max(scores) > state.rules.target,
        ),
    },
    "twos": {
        "TW-4: twos are not wild": _items(
            twos_state.FOLLOWING, lambda led, was: ((SUIT[led], SUIT[led]),) if led else was
        ),
        "TW-5: a two does not oblige": _items(
            twos_state.FOLLOWING,
            lambda led, was: ((SUIT[led] & ~twos_rules.TWOS, was[0][1]),) if led else was,
        ),
        "TW-6: the last two counts": _sets(twos.State, "_wins", _last_two),
        "TW-6: threes catch nothing": _items(
            twos_state.STRENGTHS,
            lambda key, was: ordering(*SUITS[key[0]], *([cards("2C 2D 2H 2S")] if key[1] else [])),
        ),
        "TW-8: tens are honours, jacks are not": _sets(
            twos_state,
            "HONOURS",
            sum(RANK[rank] for rank in (Rank.TEN, Rank.QUEEN, Rank.KING, Rank.ACE)),
        ),
        "TW-9: a three catches for two": _items(twos_rules.PRICE, lambda rank, was: 2),
        "TW-2: the next seat leads": _sets(
            twos.State, "_leader_after", lambda state, trick, won: 1
        ),
    },
    "spades": {
        "SP-1: the two is the lowest spade": _items(
            spades_rules.STRENGTHS,
            lambda led, was: ordering(*SUITS[led], *SUITS[Suit.SPADES], *cards("B* R*")),
        ),
        "SP-2: the Little Joker is the Red one": _items(
            spades_rules.STRENGTHS,
            lambda led, was: ordering(*SUITS[led], *spades_rules.SPADES[:-2], *cards("R* B*")),
        ),
        "SP-5: five cards are turned up": _sets(spades_state, "TURNED_UP", 5),
        "SP-6: blind bids when more than 100 behind": _sets(spades_rules, "BEHIND", 101),
        "SP-7: no bid of 13": _sets(
            spades_rules,
            "AFTER_LOOKING",
            tuple(bid for bid in spades_rules.AFTER_LOOKING if bid.books != 13),
        ),
        "SP-8: a raise is at most one book": _items(spades_rules.RAISES, lambda bid, was: was[:1]),
        "SP-10: Jokers are no spades": _items(
            spades_rules.FOLLOWING,
            lambda led, was: ((SUIT[led], SUIT[led]),) if led else was,
        ),
        "SP-12: a dummy turns up a single card": _sets(spades_state, "turned_up", _one_more_up),
        "SP-13: a dummy need not play a spade": _items(
            spades_rules.DUMMY_FOLLOWING, lambda led, was: was[:1]
        ),
        "SP-14: nothing is a renege": _sets(spades_hand_data, "reneges", lambda books, player: []),
        "SP-14: at most two books": _sets(spades_rules, "RENEGES", spades_rules.RENEGES[:2]),
        "SP-15: a Bemo is worth 110": _items(
            spades_scoring.MADE, lambda bid, was: 110 if str(bid) == "bemo" else was
        ),
        "SP-16: every Bemo is made": _items(spades_scoring.FIRST_BOOKS, lambda bid_type, was: 0),
        "SP-16: every Nil and Naught is made": _items(
            spades_scoring.EMPTY_HANDS, lambda bid_type, was: 0
        ),
        "SP-17: a penalty for eleven overbooks": _sets(spades_scoring, "_PENALISED_OVERBOOKS", 11),
        "SP-18: two perfect bids": _sets(spades_scoring, "FOR_PERFECT_BIDS", 40),
        "SP-19: overbooks do not break ties": _sets(
            spades.State,
            "_leaders",
            lambda state, scores: tuple(
                seat for seat, score in enumerate(scores) if score == max(scores)
            ),
        ),
    },
    "twenty_down": {
        "TD-2: four more cards": _sets(twenty_down_state, "AFTER_NAMING", (4,)),
        "TD-3: one legal draw is missing": _wraps(twenty_down_state, "draws", _draws_four),
        "TD-4: players may go out with diamonds": _wraps(
            twenty_down.State,
            "_play_out",
            _all_are_asked,
        ),
        "TD-5: four points for playing alone": _sets(twenty_down_rules, "FOR_STANDING_ALONE", -4),
        "TD-6: the next in play leads": _sets(
            twenty_down.State, "_leader_after", lambda state, trick, won: 1
        ),
        "TD-7: trumping is never a duty": _items(
            twenty_down_state.FOLLOWING,
            lambda key, was: twenty_down_state.FOLLOWING[key[0], False],
        ),
        "TD-7: trumping is always a duty": _items(
            twenty_down_state.FOLLOWING,
            lambda key, was: twenty_down_state.FOLLOWING[key[0], True],
        ),
        "TD-8: trumps beat nothing": _items(TRUMPED, lambda key, was: ordering(*SUITS[key[1]])),
        "TD-9: spades count double": _sets(twenty_down_rules, "DOUBLED", Suit.SPADES),
        "TD-10: below zero wins": _sets(
            twenty_down.State, "_ends_game", lambda state, scores: min(scores) < 0
        ),
        "TD-10: the most points win": _sets(
            twenty_down.State,
            "_leaders",
            lambda state, scores: tuple(
                seat for seat, score in enumerate(scores) if score == max(scores)
            ),
        ),
        "TD-11: from the tenth hand on": _sets(twenty_down_state, "EARLY_HANDS", 9),
    },
    "tien_len": {
        "TL-1: the deal begins with the dealer": _wraps(
            tien_len.State,
            "_deal_packets",
            lambda right, state, deal, first, sizes: right(state, deal, (first - 1) % 4, sizes),
        ),
        "TL-2: any play may be led first": _sets(
            tien_len.State, "_leads_first", property(lambda state: False)
        ),
        "TL-2: the winner of the last hand has no right to lead": _sets(
            tien_len.State, "_after_hand", lambda state, score: state._hand_data
        ),
        "TL-3: four cards make a sequence": _sets(tien_len_plays, "_LENGTHS", range(4, 14)),
        "TL-3: no double sequences": _wraps(tien_len_state, "leads", _without_double_sequences),
        "TL-4: a play of the same rank beats no other": _wraps(
            tien_len_state, "beating", _of_higher_ranks
        ),
        "TL-4: other kinds beat a single two": _wraps(tien_len_state, "beating", _chops),
        "TL-5: nobody may come back in": _offered(tien_len.State, tien_len.Phase.PLAY, _stay_out),
        "TL-5: a pass is legal only for want of a play": _offered(
            tien_len.State, tien_len.Phase.PLAY, lambda state, moves: moves[:-1] or moves
        ),
        "TL-5: seat 1 leads after a trick of seat 0": _wraps(
            tien_len.State,
            "_next",
            lambda right, state, seat, remaining: right(state, max(seat, 0), remaining),
        ),
        "TL-6: the loser pays two stakes": _sets(tien_len_rules, "STAKE", 2),
        "TL-6: the fewest stakes win": _sets(
            tien_len.State,
            "_leaders",
            lambda state, scores: tuple(
                seat for seat, score in enumerate(scores) if score == min(scores)
            ),
        ),
    },
    "brag": {
        "BR-3: one ante less": _wraps(
            brag_state, "score_of", lambda right, laid, antes, rules: right(laid, antes - 1, rules)
        ),
        "BR-4: the ace is the highest": _sets(
            brag.Rules, "highest", property(lambda rules: Rank.ACE)
        ),
        "BR-5: A-2-3 is the lowest run": _wraps(brag_scoring, "ranked", _ace_low_last),
        "BR-6: the odd card of a pair is of no account": _wraps(
            brag_scoring, "ranked", _without_odd_card
        ),
        "BR-7: four pairs are played": _sets(brag_scoring, "PAIRS", 5),
        "BR-7: four of a kind is played": _sets(brag_scoring, "FOUR", 5),
        "BR-8: one lay is missing": _offered(
            brag.State, brag.Phase.LAY, lambda state, moves: moves[:-1]
        ),
        "BR-10, BR-11: one point is enough": _sets(brag_scoring, "TO_TAKE", 1),
        "BR-12: a pot that nobody takes is lost": _sets(
            brag.State,
            "_after_hand",
            lambda state, score: attrs.evolve(state._hand_data, antes=0),
        ),
        "BR-13: the fewest stakes win": _sets(
            brag.State,
            "_leaders",
            lambda state, scores: tuple(
                seat for seat, score in enumerate(scores) if score == min(scores)
            ),
        ),
    },
}
"""Broken rules by game and description."""
