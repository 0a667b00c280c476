"""Every fact that players see is in its picture."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import put_away
from tests.svg.positions import (
    NAMES,
    OWN,
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
from twowaystreet._core.display import Display, display_of
from twowaystreet._core.display.usual import best_so_far
from twowaystreet._core.tricks.tricks import tricks_won
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.brag import display as brag_display
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.layout import Needs
from twowaystreet.svg.planning import layout
from twowaystreet.svg.scene import Scene, difference
from twowaystreet.svg.stage import scene_of
from twowaystreet.svg.table_facts import facts_of, sort_key


def scene(seen: tws.View, size: int = 720, *, without_moves: bool = False) -> Scene:
    """Return the scene of a picture."""
    names = [f"Seat {seat}" for seat in range(len(seen.scores))]
    facts = facts_of(seen, display_of(seen), "Game", names)
    return scene_of(facts._replace(moves={}) if without_moves else facts, size)


# All games.


@pytest.mark.parametrize("seats", [9, 15])
def test_among_many_players_the_numbers_of_cards_are_in_figures(seats: int) -> None:
    for state in [*play(tws.GAMES["street"], 1, 5 * seats, players=seats)][1::7]:
        seen = tws.view(state, 3)
        words = [text.text or "" for text in parsed(svg.table(seen)).iter(f"{SVG}text")]
        found = [int(first[0]) for text in words if (first := re.match(r"\d+(?= · )", text))]
        held = [size for seat, size in enumerate(seen.hand_sizes) if seat != 3 and size]
        assert Counter(held) <= Counter(found)


@pytest.mark.parametrize("name", [*NAMES, *OWN])
def test_the_stock_the_scores_the_turn_and_the_dealer_are_to_be_seen(name: str) -> None:
    for state in [*states(name)][::4]:
        seen = tws.view(state, 0)
        picture = svg.table(seen)
        texts = [text.text for text in parsed(picture).iter(f"{SVG}text")]
        assert (f"stock {seen.stock_size}" in texts) is bool(seen.stock_size)
        for seat, score in enumerate(seen.scores):
            assert texts[texts.index(f"Seat {seat}") + 1] == str(score).replace("-", "−")
        assert words_in(picture).count("dealer") == 1
        frames = attributes(picture, "class").count("t-turn t-on")
        assert frames == picture.count("; to move.") == (seen.actor is not None)
        assert attributes(picture, "class").count("t-panel t-won") == len(seen.winners)
        assert f"· hand {seen.hands_played + (not seen.hand_over)} · {seen.phase}" in picture


@pytest.mark.parametrize("name", NAMES)
def test_the_trick_has_its_cards_its_leader_and_its_winner(name: str) -> None:
    for state in [*states(name)][::2]:
        seen = tws.view(state, 0)
        if not isinstance(seen, tws.TrickView) or not (seen.trick.cards or seen.tricks):
            continue
        trick = seen.trick if seen.trick.cards else seen.tricks[-1]
        word, seat = ("led", trick.leader) if seen.trick.cards else ("took it", trick.winner)
        if isinstance(trick, spades.Trick):
            which = trick.hands[0] if seen.trick.cards else trick.winning_hand
            word = f"{'dummy' if which is spades.Hand.DUMMY else 'actual hand'} {word}"
        items = scene(seen).by_name()
        (note,) = (name for name, item in items.items() if f">{word}<" in item.art)
        assert note == f"note-{seat}"
        last = "" if seen.trick.cards else "last trick, "
        labels = Counter(item.label for item in items.values())
        for card, player in zip(trick.cards, trick.seats, strict=True):
            assert labels[f"{words_of(card)}, {last}played by Seat {player}"] == 1
        is_best = display_of(seen).best_so_far(seen) is not None
        assert ("best" in items) is (is_best or bool(last))
        dim = sum(item.dim for item in items.values() if "played by" in item.label)
        if name in ("street", "spades"):  # after a trick only the card that took it is bright
            assert dim == (len(trick.cards) - 1 if last else 0)


def test_a_scene_of_another_size_is_new_as_a_whole() -> None:
    seen = tws.view(street.new_game(), 0)
    small, large = scene(seen, 360), scene(seen, 720)
    assert difference(small, large) == difference(None, large) != difference(large, large)


def test_three_winners_are_named_in_a_list() -> None:
    seen = attrs.evolve(tws.view(street.new_game(), 0), winners=(0, 1, 3))
    picture = svg.table(seen, names=["Ann", "Ben", "Cem", "Dot"])
    assert "Ann, Ben and Dot win" in words_in(picture)


def test_a_large_picture_has_larger_cards() -> None:
    seen = tws.view(positions("street")[3], 0)
    for size in (360, 720, 900, 2000):
        picture = parsed(svg.table(seen, size=size))
        width, height = (float(length) for length in picture.attrib["viewBox"].split()[2:])
        assert float(picture.attrib["width"]) == size
        assert width == min(size, 900)
        assert float(picture.attrib["height"]) == pytest.approx(height * size / width, abs=0.2)


@pytest.mark.parametrize("hands", [(5, 4, 3, 2, 1, 0), (4,)])
def test_hands_that_are_not_those_of_the_seats_are_in_the_middle(hands: tuple[int, ...]) -> None:
    seen = attrs.evolve(tws.view(positions("oh_hell")[3], 0), hand_sizes=hands)
    picture = svg.table(seen)
    assert all(f"hand {number}:" in picture for number in range(len(hands)))
    facts = facts_of(seen, display_of(seen), "Game", ["Ann"] * 4, (None,) * len(hands))
    assert sorted(filter(None, facts.seats[0].hand)) == sorted(seen.hand or ())
    assert not any(seat.hand for seat in facts.seats[1:])


def test_an_open_hand_must_be_the_one_that_the_view_shows() -> None:
    for name in NAMES:
        for state in positions(name, 2)[2:9:3]:
            for seat in (0, 1):
                seen, hands = tws.view(state, seat), list(state.hands)
                svg.table(seen, hands=hands)
                own = 2 * seat + 1 if name == "spades" else seat
                other = own - len(hands) // 2
                if seen.hand and len(hands[own]) == len(hands[other]):
                    hands[own] = hands[other]
                    with pytest.raises(tws.RulesError, match=f"in hand {own}, as the view has it"):
                        svg.table(seen, hands=hands)


def test_single_values_of_a_view_are_facts_without_a_display() -> None:
    seen = [tws.view(state, 0) for state in positions("spades", 1, 20)][-1]
    assert isinstance(seen, spades.View)
    shown = {fact.in_pictures for fact in Display[tws.View]().facts(seen, ["Ann", "Ben"])}
    assert {f"stands {seen.stands}", f"hand to play {seen.hand_to_play}"} <= shown


@pytest.mark.parametrize("viewer", [0, 2])
@pytest.mark.parametrize("size", [360, 720])
def test_players_sit_in_the_order_of_turns_from_the_left(viewer: int, size: int) -> None:
    seats = 7
    for state in [*play(tws.GAMES["street"], 1, 30, players=seats)][1::9]:
        shown = scene(tws.view(state, viewer), size)
        items = shown.by_name()
        plates = [items[f"plate-{(viewer + step) % seats}"] for step in range(seats)]
        assert plates[0].y > max(plate.y for plate in plates[1:])
        others = [(plate.x, plate.y) for plate in plates[1:]]
        if size == 360:  # two rows: each sits beside the one before
            assert all({*one} & {*other} for one, other in pairwise(others))
            assert others[0] == (min(x for x, _ in others), max(y for _, y in others))
            continue
        middle, high = shown.places.whole.width / 2, shown.places.whole.height
        angles = [atan2(x - middle, high - y) for x, y in others]
        assert angles == sorted(angles)


def test_many_players_sit_in_rows_where_a_round_has_no_room() -> None:
    found = layout(Needs(others=9, hand=13, slot=1, prompt=True), 700, 500)
    assert len({plate.y for plate in found.plates}) <= 3
    assert max(plate.bottom for plate in found.plates) < found.own_plate.y


def test_cards_that_can_be_played_are_raised() -> None:
    raised = 0
    for state in positions("twos"):
        if state.actor is None:
            continue
        seen = tws.view(state, state.actor)
        hand = [item for item in scene(seen).items if item.card]
        flat = scene(seen, without_moves=True).by_name()
        for item in hand:
            assert item.dim is not bool(item.move)
            assert (item.y < flat[item.name].y - 11) is bool(item.move)
            raised += bool(item.move)
        found = attributes(svg.table(seen), "class")
        assert found.count("t-idle") == sum(item.dim for item in scene(seen).items)
    assert raised > 10


@pytest.mark.rule("TD-3")
def test_cards_that_are_chosen_one_by_one_are_no_moves() -> None:
    drawing = (each for each in play(twenty_down.GAME, 3, 60) if str(each.phase) == "draw")
    for state in (positions("brag")[1], next(drawing)):
        seen = tws.view(state, state.actor)
        assert seen.legal_moves
        picture = svg.table(seen)
        assert not any(word in picture for word in ("t-idle", "data-move", "You can play"))


def test_a_reversed_hand_keeps_the_places_of_its_game() -> None:
    usual, reverse = (sort_key(brag_display.DISPLAY, reverse=each) for each in (False, True))
    hand = tws.cards("2C KD 3H AS")
    assert sorted(hand, key=reverse) == sorted(hand, key=usual)[::-1]


def test_a_game_with_tricks_of_its_own_marks_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    state = [*play(twos.GAME, 1, 2)][-1]
    seen = tws.view(state, 0)
    assert best_so_far(seen) == 0
    methods: dict[str, object] = {"_trumps_of": classmethod(_nothing), "_wins": _nothing}
    for method, own in methods.items():
        with monkeypatch.context() as patch:
            patch.setattr(twos.State, method, own)
            assert best_so_far(seen) is None


def _nothing(*_: object) -> None:
    """Return nothing."""


# Single games.


def facts(seen: tws.View) -> Iterator[str]:
    """Yield the words that a picture of a view has to show."""
    if isinstance(seen, tws.TrickView) and not isinstance(seen, spades.View):
        yield from (f"{won} trick" for won in tricks_won(seen.tricks, len(seen.scores)))
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
            yield from [f"{seen.direction}: "] * bool(seen.direction)
        case spades.View():
            yield from (str(bid) for bid in seen.bids if bid is not None)
            yield from (f"{books} book" for books in seen.books)
            yield from (f"{number} overbook" for number in seen.overbooks if number)
            yield from (f"{number} perfect bid" for number in seen.perfect_bids if number)
            yield from (f"{len(books)} renege" for books in seen.called if books)
            yield from ("dummy" for up in seen.face_up if up)
            yield from [f"{seen.hand_to_play} hand to play"] * bool(seen.hand_to_play)
        case twenty_down.View():
            yield from (str(status) for status in seen.statuses if status)
            if str(seen.phase) in ("draw", "declare"):
                drawn = zip(seen.discard_sizes, seen.statuses, strict=True)
                yield from (
                    f"drew {size}" for size, said in drawn if size is not None and said != "out"
                )
            yield from ["trumps"] * bool(seen.trumps)
        case tien_len.View():
            out = zip(("first", "second", "third"), seen.went_out, strict=False)
            yield from (f"{place} out" for place, _ in out)
            last = {play.seat: play.cards for play in seen.trick.plays}
            yield from ("pass" for cards in last.values() if not cards)
            yield from ["leads"] * (not last and seen.trick.leader is not None)
            yield from ["took it"] * bool(not seen.to_beat and seen.tricks)
            if seen.to_beat:
                yield f"to beat: {tien_len.kind_of(seen.to_beat.cards)}"
        case brag.View():
            yield from [f"pot: {seen.antes} stake"] * bool(seen.antes)
            yield from ("shown" for cards in seen.shown if cards)
            for hand in (hand for hands in seen.laid for hand in hands or ()):
                yield str(brag.rank_hand(hand, seen.rules).kind)
            yield from ["takes the pot"] * bool(seen.score and seen.score.taker is not None)
        case twos.View():
            for seat in range(4):
                taken = [card for each in seen.tricks if each.winner == seat for card in each.cards]
                if honours := sum(str(card.rank) in "AKQJ" for card in taken):
                    yield f"{honours} honour"
            yield from (f"caught {each}" for each in points(seen.catches, "catcher"))
            yield from (f"lost {each}" for each in points(seen.catches, "victim"))
        case _:
            pass


def points(catches: Sequence[twos.Catch], who: str) -> list[int]:
    """Return the points of each seat that caught or lost a two."""
    found = Counter[int]()
    for catch in catches:
        found[getattr(catch, who)] += catch.points
    return [*found.values()]


def shown(seen: tws.View) -> set[tws.Card]:
    """Return the cards outside of the hand and the trick that a picture has to show."""
    match seen:
        case brag.View():
            laid = {card for hands in seen.laid for hand in hands or () for card in hand}
            return laid | {card for cards in seen.shown for card in cards}
        case duel.View():
            return {card for cards in seen.markers for card in cards or ()}
        case twenty_down.View():
            return {*(seen.discards[0] or ())}
        case tien_len.View():
            last = {play.seat: play.cards for play in seen.trick.plays}
            return {card for cards in last.values() for card in cards}
        case _:
            return set()


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_the_facts_and_open_cards_of_its_game(name: str) -> None:
    options = {"duel": {"bid_markers": "cards"}, "street": {"exchange": "optional"}}
    own = [*play(tws.GAMES[name], 1, 60, **options.get(name, {}))]
    for state in [*states(name)][::4] + own[:8] + own[8::6]:
        for seat in (0, None):
            seen = tws.view(state, seat)
            picture = svg.table(seen)
            words = words_in(picture)
            for fact, number in Counter(facts(seen)).items():
                found = re.findall(rf"(?<![\w-]){re.escape(fact)}", words)
                assert len(found) >= number, (fact, words)
            if seat == 0:
                named = {title.split(",")[0] for title in titles(picture)}
                assert {*map(words_of, shown(seen))} <= named
            if isinstance(seen, twenty_down.View) and seen.trumps and seat == 0:
                assert drawn_suit(picture) == seen.trumps


def test_rare_facts_of_spades_are_to_be_seen() -> None:
    seen = tws.view([*play(tws.GAMES["spades"], 5, 347, renege="penalised")][-1], 0)
    assert isinstance(seen, spades.View)
    assert any(seen.called) and any(seen.overbooks)
    words = words_in(svg.table(seen))
    assert all(fact in words for fact in facts(seen))
    seen = tws.view([*play(tws.GAMES["spades"], 0, 522)][-1], 0)
    assert "1 perfect bid" in words_in(svg.table(seen))


@pytest.mark.parametrize("name", ["street", "duel"])
def test_the_suit_that_a_joker_was_led_for_is_to_be_seen(name: str) -> None:
    """ST-16: the suit is named in words and drawn."""
    seen = tws.view([*play(tws.GAMES[name], 0, 34 if name == "street" else 9)][-1], 0)
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


def test_hands_of_tien_len_are_in_its_own_order_of_ranks() -> None:
    for state in positions("tien_len"):
        ranks = [card[:-1] for card in attributes(svg.table(tws.view(state, 0)), "data-card")]
        order = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
        assert ranks == sorted(ranks, key=order.index)


@pytest.mark.parametrize("name", ["street", "duel"])
def test_cards_put_away_are_shown_to_their_seat_until_the_play(name: str) -> None:
    """ST-9: the seat knows which cards it has put under the stock."""
    found = 0
    for state in [*play(tws.GAMES[name], 2, 40)][::2]:
        for seat in range(len(state.scores)):
            seen = tws.view(state, seat)
            assert isinstance(seen, street.View | duel.View)
            own = seen.exchanged[seat]
            given = own.given if own and not (seen.tricks or seen.trick.cards) else ()
            assert words_in(svg.table(seen)).count("put away") == bool(given)
            found += bool(given)
    assert found


def test_a_card_for_each_seat_in_a_game_of_ones_own_is_to_be_seen() -> None:
    state: Any = put_away.GAME.new_game(dealer=0)  # Any: a state of that game
    state = tws.apply(state, tws.shuffle(state, random.Random(2)))
    seat, move = state.actor, tws.legal_moves(state)[0]
    state = tws.apply(state, move)
    (card,) = tws.cards_of(move)
    assert f"away {card}" in words_in(svg.table(tws.view(state, seat)))
    assert f"away {card}" not in words_in(svg.table(tws.view(state, 1 - seat)))


@pytest.mark.rule("SP-9")
def test_a_book_of_spades_marks_the_hand_that_took_it() -> None:
    done = [state for state in play(spades.GAME, 1, 522) if isinstance(state, spades.State)]
    for book in next(state.tricks for state in done if len(state.tricks) == 13):
        taker = ("Ann", "Ben")[book.winner or 0]
        first = book.hands[0] == book.winning_hand and book.seats[0] == book.winner
        words = re.findall(r">([^<]*)<", svg.trick(book, names=["Ann", "Ben"]))
        marked = [text for text in words if text.endswith("took it") and taker in text]
        assert marked == [f"{taker}, {book.winning_hand}, {'led, ' if first else ''}took it"]


def test_the_best_hands_of_brag_are_marked_and_no_label_is_cut() -> None:
    """BR-10: a frame shows which hand is the best of its place, at 360 pixels with its kind."""
    seen = next(tws.view(each, 0) for each in states("brag") if each.score is not None)
    score = seen.score
    assert isinstance(score, brag.HandScore)
    picture = svg.table(seen, size=360)
    shared = sum(len(best) > 1 for best in score.best)
    assert picture.count('class="t-mark"') == len(score.best) - shared
    assert picture.count(" wins: ") == 2 * (len(score.best) - shared)  # of plates and of all
    kinds = {str(hand.kind) for seat in score.seats for hand in seat.hands}
    assert all(f">{kind}<" in picture for kind in kinds - {"running flush"})
