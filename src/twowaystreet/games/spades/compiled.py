"""The compiled code of Spades for two: the deal, looking, bids and raises, and their steps."""

from __future__ import annotations

from typing import Final

import numpy as np

from twowaystreet.fast import authoring as fast
from twowaystreet.fast.authoring import ONE, ZERO, Number, Records, Shared, StepArrays
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.state import State

U: Final = np.uint64
BIDS: Final = (*spades.AFTER_LOOKING, *spades.BEFORE_LOOKING, *spades.BLIND)
"""All bids by their codes, those after looking first."""
_FIRST_RAISE: Final[fast.Unsigned] = np.array(
    [BIDS.index(spades.RAISES[bid][0]) if spades.RAISES.get(bid) else 0 for bid in BIDS], np.uint64
)
"""The code of the first raise of each bid; the raises of a bid have codes in succession."""
_RAISES_OF: Final[fast.Unsigned] = np.array(
    [len(spades.RAISES.get(bid, ())) for bid in BIDS], np.uint64
)
_CODES: Final = {bid: code for code, bid in enumerate((*BIDS, None))}
_POINT_BID: Final[Number] = fast.POINT_OWN
_POINT_STOOD: Final[Number] = fast.POINT_OWN + U(2)
_STEPS: Final[Number] = U(spades.BOOKS - spades.BOARD)
_BOTH: Final[Number] = U(3)
_LOOKED: Final[Number] = U(len(spades.AFTER_LOOKING))
_NONE: Final[Number] = U(len(BIDS))
_STAND: Final[Number] = U(len(BIDS) + 1)  # the code of standing; that of looking is ``_NONE``
_BOOKS: Final[Number] = U(spades.BOOKS)
_TURNED_UP: Final[Number] = U(spades.TURNED_UP)
_PLAYERS: Final[Number] = U(spades.PLAYERS)
_BITS: Final[Number] = U(5)
_HANDS: Final[Number] = U(len(spades.HANDS))
_PER_PLAYER: Final[Number] = U(2)
_DUMMY_OF: Final[fast.Unsigned] = np.array(
    [spades.NUMBER[player, spades.DUMMY] for player in range(spades.PLAYERS)], np.uint64
)
_BID_WORD: Final[Number] = U(len(fast.WORDS))
_NIL: Final[Number] = _BID_WORD + U(len(spades.AFTER_LOOKING))
_AFTER_NIL: Final[Number] = _NIL + U(len(spades.BEFORE_LOOKING))
_LOOK_WORD: Final[Number] = _BID_WORD + U(len(BIDS))
_STAND_WORD: Final[Number] = _LOOK_WORD + ONE
_LOOKING, _BIDDING, _RAISING = (
    U(list(spades.Phase).index(phase)) for phase in (spades.LOOKING, spades.BID, spades.RAISING)
)
_piece: Final = fast.Pieces(*fast.PIECES)
_AUCTION, _BIDS, _AT_BOOKS = map(_piece, ("auction", "bids", "books"))
_FACE_DOWN_SIZES, _FACE_UP = map(_piece, ("face_down_sizes", "face_up"))
_HAND_TO_PLAY, _STANDS, _AT_TURNED_UP = map(_piece, ("hand_to_play", "stands", "turned_up"))
_SAID: Final[Number] = fast.OWN
"""The first column of the bids of the players: one more than their codes; 0 before the bid."""
_STOOD: Final[Number] = fast.OWN + U(2)
_HAVE_LOOKED: Final[Number] = fast.OWN + U(3)
_TYPE: Final[fast.Unsigned] = np.array(
    [list(spades.BidType).index(bid.bid_type) for bid in BIDS], np.uint64
)
_NUMBER: Final[fast.Unsigned] = np.array([bid.books for bid in BIDS], np.uint64)
_TYPES: Final[Number] = U(len(spades.BidType))


@fast.compiled
def _open(
    first: int,
    last: int,
    offset: int,
    setup: fast.Setup,
    points: fast.Points,
    tables: tuple[fast.Signed, fast.Signed],
    starts: fast.Starts,
    codes: fast.Unsigned,
) -> None:
    """SP-3 to SP-9: deal, look or bid blind, bid, and raise until both stand."""
    dealer = setup.options[0]
    responder = ONE - dealer
    worth, steps = tables
    pack, hands, rules = setup.pack, setup.hands, setup.rules
    held, turned, pile = starts.held, starts.turned, starts.pile
    cards, bids = np.empty(len(pack), np.uint64), np.empty(spades.PLAYERS, np.uint64)
    for hand in range(first, last):
        start = U(hand)
        point = (U(offset) + start) // setup.n
        key, made, given = fast.begin(points, setup, U(offset), starts, start, _DUMMY_OF[responder])
        for other in range(_HANDS):
            turned[start, other] = ZERO
            pile[start, other, ZERO] = ZERO
        for player in range(_PLAYERS):
            pile[start, _DUMMY_OF[player], ZERO] = ONE + _TURNED_UP
        stage, player, stands = points.facts[point, fast.POINT_STAGE], responder, ZERO
        if stage == fast.DEAL:
            made += ONE
            fast.shuffle(cards, pack, fast.mixed(key + fast.STEP * made), len(hands))
            fast.deal(held, start, cards, hands)
            bids[0], bids[1] = _NONE, _NONE
            for dealt in range(U(len(hands))):
                if pile[start, hands[dealt], ZERO] != ZERO:
                    pile[start, hands[dealt], ONE + dealt // _HANDS] = cards[dealt]
            stage = _LOOKING
        else:
            fast.resume(points, point, held, start, cards)
            player = points.facts[point, fast.POINT_SEAT]
            stands = points.facts[point, _POINT_STOOD]
            for other in range(_PLAYERS):
                bids[other] = points.facts[point, _POINT_BID + other]
                for rank in range(_BOOKS):
                    pile[start, _DUMMY_OF[other], ONE + rank] = cards[other * _BOOKS + rank]
        for other in range(_PLAYERS):
            dummy = _DUMMY_OF[other]
            for rank in range(_TURNED_UP):
                turned[start, dummy] |= ONE << pile[start, dummy, ONE + rank]
        while stage == _LOOKING:  # look, or bid blind
            made, choice = made + ONE, ZERO
            if not fast.is_ruled(given, rules[player]):
                choice = fast.pick(given, key, made, ONE + setup.options[ONE + player])
            given = fast.FREE
            bids[player] = _NONE if choice == ZERO else _LOOKED + choice - ONE
            fast.note(starts, start, player, bids[player])
            if player == dealer:
                stage = _BIDDING
            player = ONE - player
        if stage == _BIDDING:
            for turn in range(_PLAYERS):
                player = responder if turn == ZERO else dealer
                if bids[player] == _NONE:
                    made += ONE
                    if fast.is_ruled(given, rules[player]):
                        dummy = _DUMMY_OF[player]
                        rule, seen = rules[player], turned[start, dummy]
                        seen |= held[start, ZERO, dummy + ONE]
                        likely, number = fast.worth_of_cards(seen, worth, rule), ZERO
                        while number < _STEPS and steps[rule, number] <= likely:
                            number += ONE
                        bids[player] = number
                    else:
                        bids[player] = fast.pick(given, key, made, _LOOKED)
                    given = fast.FREE
                    fast.note(starts, start, player, bids[player])
            player = responder
        while stands < _PLAYERS:  # raise or stand
            made += ONE
            raises = _RAISES_OF[bids[player]]
            choice, said = raises, _STAND
            if not fast.is_ruled(given, rules[player]):
                choice = fast.pick(given, key, made, raises + ONE)
            given = fast.FREE
            stands += ONE
            if choice < raises:
                said = _FIRST_RAISE[bids[player]] + choice
                bids[player], stands = said, ZERO
            fast.note(starts, start, player, said)
            player = ONE - player
        starts.facts[start, fast.START_MADE] = made
        codes[start] = bids[ZERO] << _BITS | bids[ONE]


def _options(state: State) -> tuple[int, ...] | None:
    if state.rules.renege is spades.PENALISED:
        return None
    behind = state.scores[1] - state.scores[0]
    return state.dealer, *(len(spades.bids_before_looking(by)) for by in (behind, -behind))


def _point(state: State) -> tuple[int, ...]:
    return 0, *map(_CODES.__getitem__, state._hand_data.bids), state._hand_data.stands


@fast.embedded
def _begin(row: Number, shared: Shared, records: Records) -> None:
    """SP-3, SP-4: deal four hands of thirteen; the responder looks or bids blind first."""
    facts = records.facts
    for player in range(_PLAYERS):
        facts[row, _SAID + player] = ZERO
        records.own[row, player, ZERO] = 0
        records.turned[row, _PER_PLAYER * player] = ZERO
        records.next_up[row, _PER_PLAYER * player] = ZERO
        records.next_up[row, _PER_PLAYER * player + ONE] = fast.NONE
    facts[row, _STOOD], facts[row, _HAVE_LOOKED] = ZERO, ZERO
    facts[row, fast.STAGE] = _LOOKING
    facts[row, fast.SEAT] = ONE - fast.dealer_of(row, shared, records)


@fast.embedded
def _look(row: Number, shared: Shared, records: Records) -> None:
    """SP-5: both players look at the same time, and see six cards of each dummy."""
    records.facts[row, _HAVE_LOOKED] = ONE
    for player in range(_PLAYERS):
        for place in range(_TURNED_UP):
            card = fast.dummy_card(row, _PER_PLAYER * player, place, shared, records)
            records.turned[row, _PER_PLAYER * player] |= ONE << card
        records.next_up[row, _PER_PLAYER * player] = _TURNED_UP


@fast.embedded
def _decide(row: Number, number: Number, shared: Shared, records: Records) -> None:
    """SP-5 to SP-8: look, bid, raise or stand."""
    facts, dealer = records.facts, fast.dealer_of(row, shared, records)
    stage, seat, word = facts[row, fast.STAGE], facts[row, fast.SEAT], shared.word_of[number]
    if word == _STAND_WORD:
        facts[row, _STOOD] += ONE
    elif word != _LOOK_WORD:
        facts[row, _SAID + seat] = word - _BID_WORD + ONE
        facts[row, _STOOD] = ZERO
    if stage == _LOOKING and seat != dealer:
        facts[row, fast.SEAT] = dealer
    elif stage == _RAISING:
        facts[row, fast.SEAT] = ONE - seat
        if facts[row, _STOOD] == _PLAYERS:
            first, second = facts[row, _SAID] - ONE, facts[row, _SAID + ONE] - ONE
            facts[row, fast.CODE] = first << _BITS | second
            fast.lead(row, _PER_PLAYER * (ONE - dealer), shared, records)
    else:
        if stage == _LOOKING:
            _look(row, shared, records)
        facts[row, fast.STAGE], facts[row, fast.SEAT] = _BIDDING, ONE - dealer
        if facts[row, _SAID + ONE - dealer] != ZERO:
            facts[row, fast.SEAT] = dealer
            if facts[row, _SAID + dealer] != ZERO:
                facts[row, fast.STAGE], facts[row, fast.SEAT] = _RAISING, ONE - dealer


@fast.embedded
def _allow(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    stage = records.facts[row, fast.STAGE]
    if stage == _LOOKING:
        fast.allow_words(row, _NIL, _AFTER_NIL, shared, shown)
        fast.allow_words(row, _LOOK_WORD, _STAND_WORD, shared, shown)
    elif stage == _BIDDING:
        fast.allow_words(row, _BID_WORD, _NIL, shared, shown)
    elif stage == _RAISING:
        bid = records.facts[row, _SAID + records.facts[row, fast.SEAT]] - ONE
        first = _BID_WORD + _FIRST_RAISE[bid]
        fast.allow_words(row, first, first + _RAISES_OF[bid], shared, shown)
        fast.allow_words(row, _STAND_WORD, _STAND_WORD + ONE, shared, shown)


@fast.embedded
def _observe_auction(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    """Write the bids and raises in order of time, with the players who made them."""
    facts, seen, dealer = records.facts, shown.hand, fast.dealer_of(row, shared, records)
    start, turns, has_bid = shared.at[_AUCTION], ZERO, ZERO
    for place in range(facts[row, fast.PATH]):
        word = shared.word_of[records.path[row, place]]
        if place < _PLAYERS:  # looking
            is_dealer = place
        elif has_bid != _BOTH:
            is_dealer = has_bid >> (ONE - dealer) & ONE
        else:
            is_dealer = turns & ONE
            turns += ONE
        player = dealer if is_dealer == ONE else ONE - dealer
        if word < _LOOK_WORD:
            has_bid |= ONE << player
            bid = word - _BID_WORD
            seen[row, start + fast.relative(player, facts[row, fast.SEAT], _PLAYERS)] = 1
            seen[row, start + _PLAYERS + _TYPE[bid]] = 1
            seen[row, start + _PLAYERS + _TYPES] = _NUMBER[bid]
            start += _PLAYERS + _TYPES + ONE


@fast.embedded
def _observe_turned_up(
    row: Number, player: Number, shared: Shared, records: Records, shown: StepArrays
) -> None:
    """Note whether a dummy has turned up more cards; write those of each time."""
    own, dummy = records.own, _PER_PLAYER * player
    noted, up_to = U(own[row, player, ZERO]), U(records.next_up[row, dummy])
    if noted != up_to:
        # A number between two times is free.
        cards, number = ZERO, ZERO if noted == ZERO else U(own[row, player, noted + noted]) + ONE
        for rank in range(noted, up_to):
            cards |= ONE << fast.dummy_card(row, dummy, rank, shared, records)
        own[row, player, ZERO] = up_to
        for rank in range(noted, up_to):
            number += ONE
            own[row, player, rank + rank + ONE] = fast.ones((cards & (ZERO - cards)) - ONE)
            own[row, player, rank + rank + ONE + ONE] = number
            cards &= cards - ONE
    place = fast.relative(player, records.facts[row, fast.SEAT], _PLAYERS)
    start = shared.at[_AT_TURNED_UP] + shared.setup[fast.CARDS] * place
    for rank in range(up_to):
        card = U(own[row, player, rank + rank + ONE])
        shown.hand[row, start + shared.column[card]] = own[row, player, rank + rank + ONE + ONE]


@fast.embedded
def _observe(row: Number, shared: Shared, records: Records, shown: StepArrays) -> None:
    facts, at, seen = records.facts, shared.at, shown.hand
    viewer, cards = facts[row, fast.SEAT], shared.setup[fast.CARDS]
    if facts[row, _HAVE_LOOKED] == ZERO:
        for place in range(at[fast.AT_HAND], at[fast.AT_HAND] + ONE + cards):
            seen[row, place] = 0
    for player in range(_PLAYERS):
        place, said = fast.relative(player, viewer, _PLAYERS), facts[row, _SAID + player]
        if said != ZERO:
            start = at[_BIDS] + (_TYPES + ONE) * place
            seen[row, start + _TYPE[said - ONE]] = 1
            seen[row, start + _TYPES] = _NUMBER[said - ONE]
        dummy = _PER_PLAYER * player
        seen[row, at[_FACE_DOWN_SIZES] + place] = fast.DUMMY_CARDS - U(records.next_up[row, dummy])
        fast.put(row, records.turned[row, dummy], at[_FACE_UP] + cards * place, shared, shown)
        _observe_turned_up(row, player, shared, records, shown)
    _observe_auction(row, shared, records, shown)
    for trick in range(facts[row, fast.TRICKS]):
        taker = U(records.taker[row, trick]) >> ONE
        seen[row, at[_AT_BOOKS] + fast.relative(taker, viewer, _PLAYERS)] += 1
    seen[row, at[_STANDS]] = facts[row, _STOOD]
    if facts[row, fast.STAGE] == shared.setup[fast.PLAY]:
        turn = (facts[row, fast.LEADER] + facts[row, fast.PLAYED]) % facts[row, fast.COUNT]
        seen[row, at[_HAND_TO_PLAY] + (U(records.ring[row, turn]) & ONE)] = 1


COMPILED: Final = fast.Opening(
    _options,
    _open,
    phases=(spades.LOOKING, spades.BID, spades.RAISING),
    point=_point,
    columns=3,
    tables=(1, 1),
    cards=lambda state: sum(state._hand_data.dummies, ()),
    # The score depends on the counters of the match (SP-17, SP-18).
    shared=lambda state: (state._hand_data.overbooks, state._hand_data.perfect_bids),
    has_dummies=True,
    move=(*BIDS, spades.LOOK, spades.STAND).__getitem__,
    # Each player looks and bids. Then a player raises at most once for each step of a number, and
    # the other stands at most once after each raise.
    longest=lambda state: (
        2 * spades.PLAYERS + 2 * spades.PLAYERS * (1 + spades.BOOKS - spades.BOARD)
    ),
    steps=fast.Stepping(
        fast.run_of(begin=_begin, decide=_decide, allow=_allow, observe=_observe),
        words=(*map(str, BIDS), "look", "stand"),
        pieces=_piece.names,
        # The most bids, raises and words to stand, rounded up; of each dummy the number of its open
        # cards, and each with its number in the array.
        shapes=lambda state: {"path": (64,), "own": (spades.PLAYERS, 1 + 2 * spades.BOOKS)},
    ),
)
