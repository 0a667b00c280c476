"""Every fact that players see is in its picture.

``python -m tests.golden`` stores the words, cards and digests of pictures anew.
"""

import hashlib
import re
from collections import Counter
from itertools import pairwise
from math import atan2
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import whist
from tests import shapes
from tests.games import OURS
from tests.svg.positions import NAMES, SVG, parsed, play, positions, states, titles, words_in
from twowaystreet import svg
from twowaystreet._core.display import display_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.usual import best_so_far
from twowaystreet._core.display.words import card_words, sign_text
from twowaystreet.games import brag, duel, spades, street, twos
from twowaystreet.svg.planning import layout
from twowaystreet.svg.scene import Scene, difference
from twowaystreet.svg.stage import needs_of, scene_of


def scene(seen: tws.View, size: int = 720, *, without_moves: bool = False) -> Scene:
    names = [f"Seat {seat}" for seat in range(len(seen.scores))]
    facts = TableFacts(seen, names, game="Game")
    return scene_of(facts.changed(moves={}) if without_moves else facts, size)


# All games.


@pytest.mark.parametrize("seats", [9, 15])
def test_among_many_players_the_numbers_of_cards_are_in_figures(seats: int) -> None:
    for state in (played := [*play(tws.GAMES["street"], 1, 5 * seats, players=seats)])[1::7]:
        seen = tws.view(state, 3)
        words = [text.text or "" for text in parsed(svg.table(seen)).iter(f"{SVG}text")]
        found = [int(first[0]) for text in words if (first := re.match(r"\d+(?= · )", text))]
        held = [size for seat, size in enumerate(seen.hand_sizes) if seat != 3 and size]
        assert Counter(held) <= Counter(found)
    facts = TableFacts(tws.view(played[-6], 3), ["Ann"] * seats, game="Game")
    rows = [len({at.y for at in layout(needs_of(facts), 720, high).plates}) for high in (480, 520)]
    assert rows == ([2, 4] if seats == 9 else [3, 3])  # few sit at the sides if there is room


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
            assert labels[f"{card_words(card)}, {last}played by Seat {player}"] == 1
        is_best = display_of(seen).best_so_far(seen) is not None
        assert ("best" in items) is (is_best or bool(last))
        dim = sum(item.dim for item in items.values() if "played by" in item.label)
        if name in ("street", "spades"):  # after a trick only the card that took it is bright
            assert dim == (len(trick.cards) - 1 if last else 0)


def test_three_winners_are_named_in_a_list_and_hands_of_no_seat_are_in_the_middle() -> None:
    seen = attrs.evolve(tws.view(street.new_game(), 0), winners=(0, 1, 3))
    picture = svg.table(seen, names=["Ann", "Ben", "Cem", "Dot"])
    assert "Ann, Ben and Dot win" in words_in(picture)
    drawn = svg.table(attrs.evolve(seen, winners=(0, 1, 2, 3)))
    assert "Nobody wins" in words_in(drawn)
    facts, cards = TableFacts(seen, ["Ann"] * 4), tws.cards("2C 3C")
    assert [seat.hand for seat in facts.with_hand_of(1, cards).seats][:2] == [(), cards]
    for hands in ((5, 4, 3, 2, 1, 0), (4,)):
        other = attrs.evolve(tws.view(positions("oh_hell")[3], 0), hand_sizes=hands)
        picture = svg.table(other)
        assert all(f"hand {number}:" in picture for number in range(len(hands)))
        facts = TableFacts(other, ["Ann"] * 4, hands=(None,) * len(hands))
        assert facts.with_hand_of(1, tws.cards("2C")) is facts
        found = facts.seats
        assert sorted(filter(None, found[0].hand)) == sorted(other.hand or ())
        assert not any(seat.hand for seat in found[1:])


def test_heaps_lie_side_by_side_where_there_is_room_for_one_row() -> None:
    heaps = tws.cards("2C 3C"), tws.cards("4C")
    seen = attrs.evolve(tws.view(shapes.GAME.new_game(), 0), heaps=heaps)
    items = {item.name: item for item in scene(seen).items}
    assert items["row-0"].y == items["row-1"].y and items["row-0"].x < items["row-1"].x


def test_a_scene_of_another_size_is_new_as_a_whole() -> None:
    seen = tws.view(street.new_game(), 0)
    small, large = scene(seen, 360), scene(seen, 720)
    assert difference(small, large) == difference(None, large) != difference(large, large)


def test_a_large_picture_has_larger_cards() -> None:
    seen = tws.view(positions("street")[3], 0)
    for size in (360, 720, 900, 2000):
        picture = parsed(svg.table(seen, size=size))
        width, height = (float(length) for length in picture.attrib["viewBox"].split()[2:])
        assert float(picture.attrib["width"]) == size and width == min(size, 900)
        assert float(picture.attrib["height"]) == pytest.approx(height * size / width, abs=0.2)


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


@pytest.mark.parametrize("viewer", [0, 2])
@pytest.mark.parametrize("size", [360, 720])
@pytest.mark.parametrize("seats", [7, 8, 10])
def test_players_sit_in_the_order_of_turns(viewer: int, size: int, seats: int) -> None:
    for state in [*play(tws.GAMES["street"], 1, 30, players=seats)][1::9]:
        shown = scene(tws.view(state, viewer), size)
        items = shown.by_name()
        plates = [items[f"plate-{(viewer + step) % seats}"] for step in range(seats)]
        cards = [name for name in items if 100 <= items[name].z < 150]
        assert sum(name.startswith("note-") for name in items) == len(cards)  # each has a name
        assert plates[0].y > max(plate.y for plate in plates[1:])
        others = [(plate.x, plate.y) for plate in plates[1:]]
        if size == 360:  # in rows: each sits beside the one before
            assert all({*one} & {*other} for one, other in pairwise(others))
            assert others[0] == (min(x for x, _ in others), max(y for _, y in others))
            continue
        middle, high = shown.places.whole.width / 2, shown.places.whole.height
        angles = [atan2(x - middle, high - y) for x, y in others]
        assert angles == sorted(angles)


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
        found = [each.get("class", "") for each in parsed(svg.table(seen)).iter()]
        assert found.count("t-idle") == sum(item.dim for item in scene(seen).items)
    assert raised > 10


@pytest.mark.parametrize("game", OURS)
def test_text_and_picture_show_a_hand_in_the_order_of_the_game(game: str) -> None:
    for state in positions(game):
        seen = tws.view(state, 0 if state.actor is None else state.actor)
        if not seen.hand:
            continue
        hand = sorted(seen.hand, key=display_of(seen).place_of)
        shown = str(seen).rpartition("\nHand")[2].splitlines()[0].split()
        assert shown == list(map(str, hand))
        words = parsed(svg.table(seen)).findtext(f"{SVG}desc", "")
        assert f"holds {' '.join(map(sign_text, hand))};" in words.replace(".", ";")
        texts = re.findall(r"\((\w+\*?)\)", words.partition("You can play:")[2])
        plays = [*tws.cards(" ".join(texts))]
        assert plays == sorted(plays, key=display_of(seen).place_of)


def test_a_game_with_tricks_of_its_own_marks_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tws.view([*play(twos.GAME, 1, 2)][-1], 0)
    assert best_so_far(seen) == 0
    own = Mock(return_value=None)
    for method, other in {"_trumps_of": classmethod(own), "_wins": own}.items():
        with monkeypatch.context() as patch:
            patch.setattr(twos.State, method, other)
            assert best_so_far(seen) is None
    assert best_so_far(tws.view([*play(whist.GAME, 1, 2)][-1], 0)) is None  # it shows no trumps


# Single games.


WORDS = Path(__file__).parent / "golden" / "words.txt"
SIZES = (360, (1280, 800), (844, 390), (390, 844))
OPTIONS: dict[str, dict[str, Any]] = {
    "duel": {"bid_markers": "cards"},
    "street": {"exchange": "optional"},
    "spades": {"renege": "penalised"},
}


def words_of_pictures(name: str) -> str:
    """Return the words and cards of pictures, and the digest of another size, where all counts."""
    own = [*play(tws.GAMES[name], 1, 90, **OPTIONS.get(name, {}))]
    every = [*states(name)][::8] + own[:16:2] + own[16::12]
    if name == "spades":  # rare facts
        every += [[*play(spades.GAME, 5, 347, renege="penalised")][-1]]
        every += [[*play(spades.GAME, 0, 522)][-1]]
    named = {card_words(card): str(card) for card in tws.CARDS}
    found = list[str]()
    for place, state in enumerate(every):
        seen = tws.view(state, 0 if place % 3 else None)
        picture, other = svg.table(seen), svg.table(seen, size=SIZES[place % len(SIZES)])
        digest = hashlib.sha256(other.encode()).hexdigest()[:8]
        cards = [named[words] for each in titles(picture) if (words := each.split(",")[0]) in named]
        found.append(f"{name} {place}: {words_in(picture)}; {' '.join(cards)}; {digest}")
    return "\n".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_the_facts_and_open_cards_of_its_game(name: str) -> None:
    stored = WORDS.read_text(encoding="utf-8").splitlines()
    found = words_of_pictures(name).splitlines()
    assert found == [line for line in stored if line.startswith(f"{name} ")]


@pytest.mark.parametrize("name", ["street", "duel"])
def test_the_suit_of_a_joker_and_cards_put_away_are_to_be_seen(name: str) -> None:
    """ST-16: the suit is named in words and drawn."""
    seen = tws.view([*play(tws.GAMES[name], 0, 34 if name == "street" else 9)][-1], 0)
    assert isinstance(seen, tws.TrickView)
    led = seen.trick.led
    assert led and seen.trick.cards[0].joker
    picture = svg.table(seen)
    assert f"led for {led.word}." in picture and "led for" in words_in(picture)
    elements = list(parsed(picture).iter())
    at = [element.tag for element in elements].index(f"{SVG}circle")
    assert elements[at + 1].attrib["href"][-1].upper() == led
    # ST-9: the seat knows until the play which cards it has put under the stock.
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
