"""The facts of each game are in its pictures."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import twowaystreet as tws
from examples import put_away
from tests.svg.positions import (
    NAMES,
    SVG,
    attributes,
    parsed,
    play,
    positions,
    states,
    titles,
    words_in,
)
from twowaystreet import svg
from twowaystreet._core.tricks.tricks import tricks_won
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.svg.elements import words_of


def facts(seen: tws.View) -> Iterator[str]:
    """Yield the words that a picture of a view has to show."""
    if isinstance(seen, tws.TrickView) and not isinstance(seen, spades.View):
        for won in tricks_won(seen.tricks, len(seen.scores)):
            yield f"{won} trick"
    if seen.score is not None:
        yield from (f"{seat.points:+}".replace("-", "−") for seat in seen.score.seats)
    match seen:
        case street.View():
            yield from (f"{each.direction}" for each in seen.declarations if each)
            yield from ("forced" for each in seen.declarations if each and each.forced)
            if seen.phase is street.Phase.EXCHANGE:
                said = {True: "exchanged", False: "kept all"}
                yield from (said[each] for each in seen.has_exchanged if each is not None)
        case duel.View():
            yield from (str(bid) for bid in seen.bids if bid)
            yield from (f"{len(pairs)} captured" for pairs in seen.captured if pairs)
            yield from ("markers" for markers in seen.markers if markers)
            if seen.direction:
                yield f"{seen.direction}: "
        case spades.View():
            yield from (str(bid) for bid in seen.bids if bid is not None)
            yield from (f"{books} book" for books in seen.books)
            yield from (f"{number} overbook" for number in seen.overbooks if number)
            yield from (f"{number} perfect bid" for number in seen.perfect_bids if number)
            yield from (f"{len(books)} renege" for books in seen.called if books)
            yield from ("dummy" for up in seen.face_up if up)
            if seen.hand_to_play:
                yield f"{seen.hand_to_play} hand to play"
        case twenty_down.View():
            yield from (str(status) for status in seen.statuses if status)
            if str(seen.phase) in ("draw", "declare"):
                drawn = zip(seen.discard_sizes, seen.statuses, strict=True)
                yield from (
                    f"drew {size}" for size, said in drawn if size is not None and said != "out"
                )
            if seen.trumps:
                yield "trumps"
        case tien_len.View():
            yield from (f"{place} out" for place, _ in zip(_PLACES, seen.went_out, strict=False))
            last = {play.seat: play.cards for play in seen.trick.plays}
            yield from ("pass" for cards in last.values() if not cards)
            if not last and seen.trick.leader is not None:
                yield "leads"
            if not seen.to_beat and seen.tricks:
                yield "took it"
            if seen.to_beat:
                yield f"to beat: {tien_len.kind_of(seen.to_beat.cards)}"
        case brag.View():
            if seen.antes:
                yield f"pot: {seen.antes} stake"
            yield from ("shown" for cards in seen.shown if cards)
            for hand in (hand for hands in seen.laid for hand in hands or ()):
                yield str(brag.rank_hand(hand, seen.rules).kind)
            if seen.score and seen.score.taker is not None:
                yield "takes the pot"
        case twos.View():
            for seat in range(4):
                taken = [card for each in seen.tricks if each.winner == seat for card in each.cards]
                if honours := sum(str(card.rank) in "AKQJ" for card in taken):
                    yield f"{honours} honour"
            yield from (f"caught {each}" for each in points(seen.catches, "catcher"))
            yield from (f"lost {each}" for each in points(seen.catches, "victim"))
        case _:
            pass


_PLACES = ("first", "second", "third")


def points(catches: Sequence[twos.Catch], who: str) -> list[int]:
    """Return the points of each seat that caught or lost a two."""
    found = Counter[int]()
    for catch in catches:
        found[getattr(catch, who)] += catch.points
    return [*found.values()]


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_the_facts_of_its_game(name: str) -> None:
    for state in states(name):
        for seat in (0, 1, None):
            seen = tws.view(state, seat)
            words = words_in(svg.table(seen))
            for fact, number in Counter(facts(seen)).items():
                assert len(re.findall(rf"(?<![\w-]){re.escape(fact)}", words)) >= number, (
                    fact,
                    words,
                )


def test_rare_facts_of_spades_are_to_be_seen() -> None:
    for state in [[*play(tws.GAMES["spades"], 5, 347, renege="penalised")][-1]]:
        seen = tws.view(state, 0)
        assert isinstance(seen, spades.View)
        assert any(seen.called)
        assert any(seen.overbooks)
        words = words_in(svg.table(seen))
        for fact in facts(seen):
            assert fact in words
    seen = tws.view([*play(tws.GAMES["spades"], 0, 522)][-1], 0)
    assert "1 perfect bid" in words_in(svg.table(seen))


@pytest.mark.parametrize("name", ["street", "duel"])
def test_the_suit_that_a_joker_was_led_for_is_to_be_seen(name: str) -> None:
    """ST-16: the suit is named in words and drawn."""
    last = [*play(tws.GAMES[name], 0, 34 if name == "street" else 9)][-1]
    seen = tws.view(last, 0)
    assert isinstance(seen, tws.TrickView)
    led = seen.trick.led
    assert led and seen.trick.cards[0].joker
    picture = svg.table(seen)
    assert f"led for {led.word}." in picture
    assert "led for" in words_in(picture)
    assert drawn_suit(picture) == led


def drawn_suit(picture: str) -> tws.Suit:
    """Return the suit in the circle in the middle of a picture."""
    elements = list(parsed(picture).iter())
    at = [element.tag for element in elements].index(f"{SVG}circle")
    return tws.Suit(elements[at + 1].attrib["href"][-1].upper())


def test_trumps_are_to_be_seen() -> None:
    for state in states("twenty_down"):
        seen = tws.view(state, 0)
        assert isinstance(seen, twenty_down.View)
        if seen.trumps:
            assert drawn_suit(svg.table(seen)) == seen.trumps


def test_cards_shown_in_brag_and_cards_discarded_are_to_be_seen() -> None:
    rows = 0
    for state in [*states("brag"), *states("twenty_down"), *states("tien_len")]:
        seen, shown = tws.view(state, 0), set[tws.Card]()
        if isinstance(seen, brag.View):
            shown |= {card for cards in seen.shown for card in cards}
            shown |= {card for hands in seen.laid for hand in hands or () for card in hand}
        elif isinstance(seen, twenty_down.View):
            shown |= {*(seen.discards[0] or ())}
        elif isinstance(seen, tien_len.View):
            last = {play.seat: play.cards for play in seen.trick.plays}
            shown |= {card for cards in last.values() for card in cards}
        rows += bool(shown)
        named = {title.split(",")[0] for title in titles(svg.table(seen))}
        assert {*map(words_of, shown)} <= named
    assert rows > 20


def test_markers_of_the_duel_are_to_be_seen() -> None:
    """DU-6: with cards as markers, the cards that make a bid lie open."""
    found = 0
    for state in play(tws.GAMES["duel"], 3, 60, bid_markers="cards"):
        seen = tws.view(state, 0)
        assert isinstance(seen, duel.View)
        picture = svg.table(seen)
        shown = {card for cards in seen.markers for card in cards or ()}
        assert {*map(words_of, shown)} <= {*titles(picture)}
        assert words_in(picture).count("markers") == sum(map(bool, seen.markers))
        found += bool(shown)
    assert found


def test_hands_of_tien_len_are_in_its_own_order_of_ranks() -> None:
    for state in positions("tien_len"):
        seen = tws.view(state, 0)
        ranks = [card[:-1] for card in attributes(svg.table(seen), "data-card")]
        order = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
        assert ranks == sorted(ranks, key=order.index)


def test_a_seat_that_kept_all_cards_says_so() -> None:
    """ST-9 with optional exchanges."""
    found = set[bool | None]()
    for seed in range(4):
        for state in play(tws.GAMES["street"], seed, 9, exchange="optional"):
            seen = tws.view(state, 0)
            assert isinstance(seen, street.View)
            if seen.phase is street.Phase.EXCHANGE:
                words = words_in(svg.table(seen))
                assert words.count("kept all") == seen.has_exchanged.count(False)
                assert words.count("exchanged") == seen.has_exchanged.count(True)
                found |= {*seen.has_exchanged}
    assert found == {True, False, None}


def test_only_the_hand_that_plays_next_is_named() -> None:
    for state in positions("spades", 3, 90):
        seen = tws.view(state, 0)
        assert isinstance(seen, spades.View)
        shown = words_in(svg.table(seen)).count("hand to play")
        assert shown == (seen.hand_to_play is not None)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["street", "duel"])
def test_cards_put_away_are_shown_to_their_seat_until_the_play(name: str) -> None:
    """ST-9: the seat knows which cards it has put under the stock."""
    found = 0
    for state in [*play(tws.GAMES[name], 2, 40)]:
        for seat in range(len(state.scores)):
            seen = tws.view(state, seat)
            assert isinstance(seen, street.View | duel.View)
            own = seen.exchanged[seat]
            put_away = own.given if own and not (seen.tricks or seen.trick.cards) else ()
            assert words_in(svg.table(seen)).count("put away") == bool(put_away)
            found += bool(put_away)
    assert found


def test_a_card_for_each_seat_in_a_game_of_ones_own_is_to_be_seen() -> None:
    state: Any = put_away.GAME.new_game(dealer=0)  # Any: a state of that game
    state = tws.apply(state, tws.shuffle(state, random.Random(2)))
    assert state.actor is not None
    seat, move = state.actor, tws.legal_moves(state)[0]
    state = tws.apply(state, move)
    (card,) = tws.cards_of(move)
    assert f"away {card}" in words_in(svg.table(tws.view(state, seat)))
    assert f"away {card}" not in words_in(svg.table(tws.view(state, 1 - seat)))


@pytest.mark.rule("TD-3")
def test_cards_of_a_draw_are_chosen_one_by_one() -> None:
    states = play(twenty_down.GAME, 3, 60)
    state = next(state for state in states if state.phase is twenty_down.Phase.DRAW)
    picture = svg.table(tws.view(state, state.actor))
    assert "data-move" not in picture
    assert "You can play" not in picture


@pytest.mark.rule("SP-9")
def test_a_book_of_spades_marks_the_hand_that_took_it() -> None:
    done = [state for state in play(spades.GAME, 1, 522) if isinstance(state, spades.State)]
    books = next(state.tricks for state in done if len(state.tricks) == 13)
    for book in books:
        taker = ("Ann", "Ben")[book.winner or 0]
        first = book.hands[0] == book.winning_hand and book.seats[0] == book.winner
        words = re.findall(r">([^<]*)<", svg.trick(book, names=["Ann", "Ben"]))
        marked = [text for text in words if text.endswith("took it") and taker in text]
        assert marked == [f"{taker}, {book.winning_hand}, {'led, ' if first else ''}took it"]


def test_the_best_hands_of_brag_are_marked_and_no_label_is_cut() -> None:
    """BR-10: a frame shows which hand is the best of its place, at 360 pixels with its kind."""
    state = next(
        each for each in states("brag") if each.hand_over and tws.view(each, 0).score is not None
    )
    score = tws.view(state, 0).score
    assert isinstance(score, brag.HandScore)
    picture = svg.table(tws.view(state, 0), size=360)
    shared = sum(len(best) > 1 for best in score.best)
    assert picture.count('class="t-mark"') == len(score.best) - shared
    assert picture.count(" wins: ") == 2 * (len(score.best) - shared)  # of plates and of all
    kinds = {str(hand.kind) for seat in score.seats for hand in seat.hands}
    for kind in kinds - {"running flush"}:
        assert f">{kind}<" in picture
