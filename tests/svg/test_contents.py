"""Every fact that players see at a table is in its picture."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import atan2

import attrs
import pytest

import twowaystreet as tws
from tests.svg.positions import NAMES, OWN, SVG, attributes, parsed, play, positions, titles
from twowaystreet import svg
from twowaystreet._tricks.tricks import tricks_won
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.games import pieces_of
from twowaystreet.svg.games.twos import PIECES
from twowaystreet.svg.scenes import ANY_GAME, scene_of
from twowaystreet.svg.tables import layout

EVERY_GAME = [*NAMES, *OWN]


def states(name: str) -> Iterator[tws.AnyState]:
    """Yield states of several games."""
    for seed in range(3):
        yield from positions(name, seed, 200)


def words_in(picture: str) -> str:
    """Return all texts of a picture; those that a title hides behind a cut are not in it."""
    return " ".join(text.text or "" for text in parsed(picture).iter(f"{SVG}text"))


def counts(words: Sequence[str]) -> Counter[str]:
    """Return the words with a number before them."""
    return Counter(re.findall(r"-?\d+ [a-z]+", " ".join(words)))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_backs_are_as_many_as_the_cards_that_the_seat_does_not_see(name: str) -> None:
    for state in states(name):
        for seat in (0, None):
            seen = tws.view(state, seat)
            groups = [
                (title, sum(each.tag == f"{SVG}use" for each in group))
                for group in parsed(svg.table(seen)).iter(f"{SVG}g")
                if (title := group.findtext(f"{SVG}title") or "").endswith("face down")
            ]
            drawn = [int(title.split()[-4]) for title, _ in groups]
            assert drawn == [backs for _, backs in groups]
            assert Counter(drawn) == Counter(filter(None, closed(seen)))


@pytest.mark.parametrize("seats", [9, 15])
def test_among_many_players_the_numbers_of_cards_are_in_figures(seats: int) -> None:
    for state in [*play(tws.GAMES["street"], 1, 5 * seats, players=seats)][1::7]:
        seen = tws.view(state, 3)
        words = [text.text or "" for text in parsed(svg.table(seen)).iter(f"{SVG}text")]
        found = [int(first[0]) for text in words if (first := re.match(r"\d+(?= · )", text))]
        held = [size for seat, size in enumerate(seen.hand_sizes) if seat != 3 and size]
        assert Counter(held) <= Counter(found)


def closed(seen: tws.View) -> Iterator[int]:
    """Yield the numbers of cards face down in each hand and row."""
    if isinstance(seen, spades.View):
        dummies = zip(seen.face_up, seen.face_down_sizes, strict=True)
        for seat, (up, down) in enumerate(dummies):
            yield down if up or down else seen.hand_sizes[2 * seat]
            yield (
                0 if seat == seen.seat and seen.hand is not None else seen.hand_sizes[2 * seat + 1]
            )
        return
    yield from (size for seat, size in enumerate(seen.hand_sizes) if seat != seen.seat)
    if isinstance(seen, brag.View):
        laid = zip(seen.has_laid, seen.laid, strict=True)
        yield from (3 * seen.rules.hands for has_laid, hands in laid if has_laid and hands is None)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_stock_the_scores_the_turn_and_the_dealer_are_to_be_seen(name: str) -> None:
    for state in states(name):
        seen = tws.view(state, 0)
        picture = svg.table(seen)
        texts = [text.text for text in parsed(picture).iter(f"{SVG}text")]
        assert (f"stock {seen.stock_size}" in texts) is bool(seen.stock_size)
        for seat, score in enumerate(seen.scores):
            assert texts[texts.index(f"Seat {seat}") + 1] == str(score)
        assert words_in(picture).count("dealer") == 1
        frames = attributes(picture, "class").count("t-panel t-on")
        assert frames == picture.count("; to move.") == (seen.actor is not None)
        assert attributes(picture, "class").count("t-panel t-won") == len(
            set(seen.winners) - {seen.actor}
        )
        assert f"· hand {seen.hands_played + (not seen.hand_over)} · {seen.phase}" in picture


@pytest.mark.parametrize("name", NAMES)
def test_the_trick_has_its_cards_its_leader_and_its_winner(name: str) -> None:
    for state in states(name):
        seen = tws.view(state, 0)
        if isinstance(seen, tws.TrickView) and (seen.trick.cards or seen.tricks):
            picture = svg.table(seen)
            trick = seen.trick if seen.trick.cards else seen.tricks[-1]
            word, seat = ("led", trick.leader) if seen.trick.cards else ("took it", trick.winner)
            hand = ""
            if isinstance(trick, spades.Trick):
                which = trick.hands[0] if seen.trick.cards else trick.winning_hand
                hand = "dummy" if which is spades.Hand.DUMMY else "actual hand"
            parts = list(parsed(picture))
            words = f"{hand} {word}".strip()
            (note,) = (place for place, part in enumerate(parts) if part.text == words)
            assert str(parts[note - 1].findtext(f"{SVG}title")).startswith(f"Seat {seat}")
            shown = {
                group.findtext(f"{SVG}title"): {title.text for title in group.iter(f"{SVG}title")}
                for group in parts
            }
            last = "" if seen.trick.cards else ", last trick"
            for card, player in zip(trick.cards, trick.seats, strict=True):
                assert words_of(card) in shown[f"Seat {player}{last}"]


def facts(seen: tws.View) -> Iterator[str]:
    """Yield the words that a picture of a view has to show."""
    if isinstance(seen, tws.TrickView) and not isinstance(seen, spades.View):
        for won in tricks_won(seen.tricks, len(seen.scores)):
            yield f"{won} trick"
    if seen.score is not None:
        yield from (f"{seat.points:+}" for seat in seen.score.seats)
    match seen:
        case street.View():
            yield from (f"{each.direction}" for each in seen.declarations if each)
            yield from ("forced" for each in seen.declarations if each and each.forced)
        case duel.View():
            yield from (str(bid) for bid in seen.bids if bid)
            yield from (f"{len(pairs)} captured" for pairs in seen.captured if pairs)
            yield from ("markers" for markers in seen.markers if markers)
            if seen.direction:
                yield f"direction {seen.direction}"
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
                yield from (f"drew {size}" for size in seen.discard_sizes if size is not None)
            if seen.trumps:
                yield "trumps"
        case tien_len.View():
            yield from (f"{place} out" for place, _ in zip(_PLACES, seen.went_out, strict=False))
            if seen.to_beat:
                yield f"to beat: {tien_len.kind_of(seen.to_beat.cards)}"
        case brag.View():
            if seen.antes:
                yield f"pot: {seen.antes} ante"
            yield from ("shown" for cards in seen.shown if cards)
        case twos.View():
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
        assert {*map(words_of, shown)} <= {*titles(svg.table(seen))}
    assert rows > 20


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
    state = positions("oh_hell")[3]
    seen = attrs.evolve(tws.view(state, 0), hand_sizes=hands)
    picture = svg.table(seen)
    for number in range(len(hands)):
        assert f"hand {number}:" in picture
    scene = scene_of(seen, pieces_of(seen), "Game", ["Ann"] * 4, (None,) * len(hands))
    assert scene.seats[0].hand == seen.hand
    assert not any(seat.hand for seat in scene.seats[1:])


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


@pytest.mark.parametrize("name", NAMES)
def test_a_card_and_its_move_are_one_element_with_one_title(name: str) -> None:
    for state in positions(name):
        if state.actor is None:
            continue
        seen = tws.view(state, state.actor)
        for element in parsed(svg.table(seen)).iter():
            move = element.get("data-move")
            if move is not None:
                card = tws.Card.parse(element.attrib["data-card"])
                assert element.findtext(f"{SVG}title") == words_of(card)
                assert tws.cards_of(tws.parse_move(state, move)) == (card,)


def test_pictures_are_the_same_in_every_process() -> None:
    program = (
        "from tests.svg.positions import positions; from twowaystreet import svg, view;"
        "print([svg.table(view(each, 0)) for each in positions('spades')[::5]])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert len(printed.pop()) > 10_000


def test_the_module_lists_its_functions() -> None:
    assert dir(svg) == svg.__all__ == ["card", "hand", "score", "table", "trick"]


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


def test_single_values_of_a_view_without_pieces_are_facts() -> None:
    seen = [tws.view(state, 0) for state in positions("spades", 1, 20)][-1]
    assert isinstance(seen, spades.View)
    shown = {fact.words for fact in ANY_GAME.facts(seen)}
    assert {f"stands {seen.stands}", f"hand to play {seen.hand_to_play}"} <= shown


@pytest.mark.parametrize("viewer", [0, 2])
@pytest.mark.parametrize("size", [360, 720])
def test_the_next_player_sits_at_the_left(viewer: int, size: int) -> None:
    seats = 7
    for state in [*play(tws.GAMES["street"], 1, 30, players=seats)][1::9]:
        picture = svg.table(tws.view(state, viewer), size=size)
        width, height = (float(each) for each in parsed(picture).attrib["viewBox"].split()[2:])
        place = {
            str(text.text): (float(text.attrib["x"]), float(text.attrib["y"]))
            for text in parsed(picture).iter(f"{SVG}text")
        }
        after = [place[f"Seat {(viewer + step) % seats}"] for step in range(seats)]
        assert after[0][1] > max(y for _, y in after[1:])
        angles = [atan2(x - width / 2, height - y) for x, y in after[1:]]
        assert angles == sorted(angles)


def test_cards_that_can_be_played_are_raised() -> None:
    raised = 0
    for state in positions("twos"):
        if state.actor is None:
            continue
        picture = svg.table(tws.view(state, state.actor))
        scene = scene_of(tws.view(state, state.actor), PIECES, "Game", ["Ann"] * 4, (None,) * 4)
        cards = [each for each in parsed(picture).iter() if "data-card" in each.attrib]
        for card, place in zip(cards, layout(scene, 720).hand, strict=True):
            y = float(card.attrib["transform"].split("(")[1].split()[1].split(")")[0])
            lift = place.y - y
            assert lift > 11 if "data-move" in card.attrib else abs(lift) < 0.1
            raised += lift > 11
    assert raised > 10
