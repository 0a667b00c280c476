"""Pictures of tables, and those whose cards are buttons: by keys, and one card after the other."""

import random
import re
from collections import Counter
from collections.abc import Generator, Sequence
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

import twowaystreet as tws
from tests.hostile import Hostile
from tests.svg.positions import (
    CARD_WORDS,
    NAMES,
    OWN,
    SVG,
    attributes,
    boxes_of,
    contains,
    overlap,
    parsed,
    play,
    positions,
    titles,
    viewers,
)
from tests.web import axe, clicks
from tests.web.clicks import Browser
from twowaystreet import svg
from twowaystreet._core.display import Display, display_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.words import card_words
from twowaystreet._core.engine.moves import groups_of
from twowaystreet._page.engine import room_of
from twowaystreet.games import spades, street, tien_len, twenty_down, twos
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.planning import layout
from twowaystreet.svg.seating import FACT_LINE
from twowaystreet.svg.stage import needs_of, scene_of

BY_WORDS = {card_words(card): card for card in tws.CARDS}
EVERY_GAME = [*NAMES, *OWN]


def cards_in(picture: str) -> set[tws.Card]:
    found = map(CARD_WORDS.match, titles(picture))
    return {BY_WORDS[each[0]] for each in found if each}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_picture_names_no_card_that_its_view_does_not(name: str) -> None:
    for state in positions(name):
        for seat in viewers(state):
            seen = tws.view(state, seat)
            known = set(re.findall(r"(?:10|[2-9JQKA])[CDHS]|[RBX]\*", seen.to_json()))
            picture = svg.table(seen)
            assert {str(card) for card in cards_in(picture)} <= known
            without_paths = re.sub(r' d="[^"]*"', "", picture)
            words = set(re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*", without_paths))
            assert words <= known


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_picture_has_its_own_shapes_and_the_moves_of_its_cards(name: str) -> None:
    for state in positions(name)[::2]:
        for seat in viewers(state):
            seen = tws.view(state, seat)
            picture = svg.table(seen, size=360 if seat == 1 else 720)
            ids = attributes(picture, "id")
            used = {target.removeprefix("#") for target in attributes(picture, "href")}
            assert len(ids) == len(set(ids)) and used <= set(ids)
            assert not re.search(r"None|twowaystreet|<Seat|0x", picture)
            texts = attributes(picture, "data-move")
            if seat != state.actor or seat is None:
                assert texts == []
                continue
            # A move that draws may also name several cards, so its cards are chosen one by one.
            alone = {move for move in tws.legal_moves(state) if len(tws.cards_of(move)) == 1}
            wanted = {move for move in alone if not isinstance(move, twenty_down.Draw)}
            assert {tws.parse_move(state, text) for text in texts} == wanted
            dummy = seen.face_up[seat] if isinstance(seen, spades.View) else ()
            own = [*(seen.hand or ()), *dummy]
            assert sorted(attributes(picture, "data-card")) == sorted(map(str, own))
            for element in parsed(picture).iter():
                if "data-move" in element.attrib:
                    move = tws.parse_move(state, element.attrib["data-move"])
                    card = tws.Card.parse(element.attrib["data-card"])
                    assert tws.cards_of(move) == (card,)
                    assert element.findtext(f"{SVG}title") == card_words(card)


def test_different_pictures_share_no_identifier() -> None:
    pictures = {svg.table(tws.view(state, 0)) for state in positions("street")}
    ids = [set(attributes(picture, "id")) for picture in pictures]
    assert all(one.isdisjoint(other) for one, other in combinations(ids, 2))


@pytest.mark.parametrize("name", NAMES)
def test_open_hands_show_every_card_and_a_table_takes_few_kilobytes(name: str) -> None:
    for state in positions(name)[1::3]:
        for seat in (0, None):
            picture = svg.table(tws.view(state, seat), hands=state.hands)
            assert cards_in(picture) >= {card for hand in state.hands for card in hand}
            assert seat == 0 or "data-card" not in picture
    sizes = [len(svg.table(tws.view(state, state.actor or 0))) for state in positions(name)]
    assert sum(sizes) / len(sizes) < 17_000 and max(sizes) < 23_000


@pytest.mark.parametrize(
    "size", [(360, None), (720, None), (360, 360), (360, 640), (540, 360)], ids=str
)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_nothing_overlaps_in_any_game(name: str, size: tuple[int, int | None]) -> None:
    if size[1] and name in ("duel", "spades"):
        pytest.skip("there are many open cards")
    for state in positions(name)[::2]:
        hidden = (None,) * len(state.hand_sizes)
        for seat in range(len(state.scores) if size[1] else 1):
            for hands in (hidden,) if size[1] else (hidden, state.hands):
                names = ["Ann"] * len(state.scores)
                facts = TableFacts(tws.view(state, seat), names, game="Game", hands=hands)
                places, items = layout(needs_of(facts), *size), scene_of(facts, *size).items
                told = [each.y for each in items if each.name.startswith("fact-")]
                lowest = places.facts.bottom - FACT_LINE
                assert all(places.facts.y <= y <= lowest for y in told), (told, places)
                for (one, box), (other, second) in combinations(boxes_of(places).items(), 2):
                    assert not overlap(box, second), (one, box, other, second)
                frame = Box(-0.01, -0.01, places.whole.width + 0.02, places.whole.height + 0.02)
                assert all(contains(frame, box) for box in boxes_of(places).values()), places


def test_cards_of_a_fan_leave_a_finger_of_each_other_free() -> None:
    state = next(state for state in play(tws.GAMES["twos"], 1, 1) if state.actor is not None)
    facts = TableFacts(tws.view(state, 0), ["Ann"] * 4, game="Game", display=Display[tws.View]())
    fan = [item for item in scene_of(facts, 360).items if item.card]
    assert len(fan) == 13 and max(item.y for item in fan) - min(item.y for item in fan) < 20
    assert min(after.x - before.x for before, after in pairwise(fan)) > 20


HOSTILE_NAMES = [
    *("</text><script>alert(1)</script>", "<![CDATA[", ']]> & " \' {} #{} id="{} class="x"'),
    *("\x00\x07\ud800\ufffe", "a\nb\u202e\u2028c", "\u0301" * 400, "W" * 400, "漢字" * 40, ""),
]


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_text_and_nothing_else(name: str, viewer: int) -> None:
    state = positions("street")[6]
    plain = svg.table(tws.view(state, viewer), names=["Ann", "Ben", "Cem", "Dot"])
    picture = svg.table(tws.view(state, viewer), names=["Ann", name, "Cem", "Dot"])
    assert parsed(picture).attrib.keys() == parsed(plain).attrib.keys()
    wanted = [each.tag for each in parsed(plain).iter() if not each.tag.endswith("title")]
    found = [each.tag for each in parsed(picture).iter() if not each.tag.endswith("title")]
    assert sorted(set(found)) == sorted(set(wanted)) and "script>" not in picture
    assert "\u202e" not in picture and len(picture) < len(plain) + 3000
    assert set(attributes(picture, "class")) <= {*attributes(plain, "class")} | {""}


def test_a_cut_name_stands_in_full_in_its_title() -> None:
    name = "Bartholomew Featherstonehaugh the Third of Somewhere"
    picture = svg.table(tws.view(street.new_game(), 0), names=["Ann", name, "Cem", "Dot"])
    assert any(title.startswith(f"{name}: ") for title in titles(picture))


def test_cards_of_a_trick_in_a_line_have_the_names_of_their_players() -> None:
    game, display = spades.GAME, display_of(spades.GAME)
    views = (tws.view(state, 0) for state in play(game, 1, 300))
    seen = next(each for each in views if isinstance(each, spades.View) and each.trick.cards[2:])
    facts = TableFacts(seen, ("Ann", "Ben"), game=game.title)
    scene = scene_of(facts, 844, 348, room=room_of(display, watches=False))
    found = [item.art for item in scene.items if item.name.startswith("note-")]
    assert len(found) == 2
    assert sum("Ann" in art for art in found) == sum("Ben" in art for art in found) == 1
    own, (other,) = scene.places.own_slot, scene.places.slots
    assert own.y > other.y or own.x > other.right


def test_wrong_arguments_are_refused() -> None:
    seen = tws.view(street.new_game(), 0)
    wrong: list[tuple[dict[str, Any], str]] = [
        *(({"names": ["Ann"]}, "4 names"), ({"names": [1, 2, 3, 4]}, "4 names")),
        *(({"hands": [tws.cards("QS")] * 4}, "0, 0, 0, 0 cards"), ({"size": 10}, "360 to 2000")),
    ]
    for arguments, message in wrong:
        with pytest.raises(tws.RulesError, match=message):
            svg.table(seen, **arguments)
    for thing in (street.new_game(), "view", Hostile()):
        with pytest.raises(TypeError, match="expected a View"):
            svg.table(thing)  # type: ignore[arg-type]  # the test is about that


# Cards that are buttons

GUIDE = Path(__file__).parents[2] / "docs" / "pictures.md"
PLAIN = {*map(card_words, tws.CARDS)}
BUTTON = {"role": "button", "tabindex": "0"}


def own(picture: str) -> list[Element]:
    return [each for each in parsed(picture).iter(f"{SVG}g") if "data-card" in each.attrib]


def having(picture: str, name: str) -> Counter[str]:
    return Counter(each.attrib["data-card"] for each in own(picture) if name in each.attrib)


def texts(cards: Sequence[tws.Card]) -> Counter[str]:
    return Counter(map(str, cards))


def dealt(game: tws.Game, seed: int) -> tws.AnyState:
    state: tws.AnyState = game.new_game()
    return tws.apply(state, tws.shuffle(state, random.Random(seed)))


@pytest.mark.parametrize("name", [*NAMES, *OWN])
def test_with_keys_the_cards_with_moves_are_buttons(name: str) -> None:
    for state in positions(name)[::3]:
        for seat in (state.actor, 0, None):
            seen = tws.view(state, seat)
            usual, picture = svg.table(seen), svg.table(seen, keys=True)
            assert not re.search(r"tabindex|aria-pressed|data-choose|button|t-key", usual)
            assert having(picture, "data-move") == having(usual, "data-move")
            for each in own(picture):
                title = each.findtext(f"{SVG}title")
                assert title in PLAIN
                can = "data-move" in each.attrib
                assert (BUTTON.items() <= each.attrib.items()) is can is ("tabindex" in each.attrib)
                assert each.attrib["role"] == ("button" if can else "img")
            assert titles(picture) == titles(usual)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*NAMES, *OWN])
def test_every_move_with_cards_can_be_chosen_card_by_card(name: str) -> None:
    """Its next card always fits, nothing fits that no move has, and in the end it is to be seen."""
    rng, found = random.Random(5), 0
    for state in positions(name, 2)[1 :: 6 if name == "brag" else 3]:
        seen = tws.view(state, state.actor)
        legal = [move for move in seen.legal_moves or () if groups_of(move)]
        alone = set[str]()
        for move in rng.sample(legal, min(len(legal), 2)):
            order = [card for group in groups_of(move) for card in rng.sample(group, len(group))]
            for number, card in enumerate(order):
                chosen = order[:number]
                picture = svg.table(seen, chosen=chosen)
                pressed = {
                    value: Counter(
                        each.attrib["data-card"]
                        for each in own(picture)
                        if each.attrib.get("aria-pressed") == value
                    )
                    for value in ("true", "false")
                }
                assert pressed["true"] == texts(chosen)
                assert picture.count('class="t-mark"') >= len(chosen)
                assert having(picture, "data-choose") == pressed["true"] + pressed["false"]
                if not chosen:
                    often = Counter(card for each in legal for card in {*tws.cards_of(each)})
                    single = [tws.cards_of(each) for each in legal if len(tws.cards_of(each)) == 1]
                    alone = {str(cards[0]) for cards in single if often[cards[0]] == 1}
                    assert {*having(picture, "data-move")} == alone
                assert pressed["false"][str(card)] or (not chosen and str(card) in alone)
                if len(groups_of(move)) == 1:
                    rest = [
                        Counter(tws.cards_of(each)) - Counter(chosen)
                        for each in legal
                        if not Counter(chosen) - Counter(tws.cards_of(each))
                    ]
                    fitting = {str(card) for cards in rest for card in cards}
                    assert {*pressed["false"]} == fitting - (alone if not chosen else set())
                for each in own(picture):
                    can = "data-choose" in each.attrib or "data-move" in each.attrib
                    assert (BUTTON.items() <= each.attrib.items()) is can
                    assert ("t-idle" in "".join(str(part.attrib) for part in each)) is not can
            picture = svg.table(seen, chosen=order)
            assert having(picture, "data-move") == texts(order)
            assert picture.count(f'data-move="{move}"') == len(order)
            found += 1
    assert found > 1


def test_cards_that_are_no_move_fit_nothing_and_others_wait_for_their_turn() -> None:
    state = dealt(tien_len.GAME, 0)
    seen = tws.view(state, state.actor)
    assert seen.hand
    picture = svg.table(seen, chosen=tws.cards("JD 2C"))
    assert (
        having(picture, "data-choose")
        == having(picture, "aria-pressed")
        == texts(tws.cards("JD 2C"))
    )
    assert not having(picture, "data-move")
    waiting = tws.view(state, (state.actor or 0) - 1 if state.actor else 1)
    assert waiting.hand
    picture = svg.table(waiting, chosen=waiting.hand[:2])
    assert having(picture, "aria-pressed") == texts(waiting.hand[:2])
    assert "t-idle" not in picture and "data-move" not in picture


def test_the_cards_of_a_move_in_groups_are_chosen_group_by_group() -> None:
    state = next(each for each in positions("brag") if each.actor is not None)
    move, other = tws.legal_moves(state)[:2]
    order, first = tws.cards_of(move), Counter(groups_of(move)[0])
    assert first == Counter(groups_of(other)[0]) and move != other
    for number in range(1, 10):
        picture = svg.table(tws.view(state, state.actor), chosen=order[:number])
        assert picture.count('aria-pressed="true"') == number
        assert having(picture, "aria-pressed") == texts(order)
        assert having(picture, "data-move") == texts(order if number == 9 else ())


def test_of_two_equal_cards_one_is_chosen() -> None:
    state = [*play(tws.GAMES["street"], 0, 8, players=15)][-1]
    seen = tws.view(state, state.actor)
    joker, ace = tws.cards("B* AC")
    assert (seen.hand or ()).count(joker) == 2
    one, two, both = (svg.table(seen, chosen=some) for some in ([joker], [joker] * 2, [joker, ace]))
    assert having(one, "data-choose")["B*"] == having(two, "data-move")["B*"] == 2
    assert [each.count('aria-pressed="true"') for each in (one, two, both)] == [1, 2, 2]
    assert having(both, "data-choose") == having(both, "data-move") == Counter(["B*", "AC"])
    for wrong in ([joker] * 3, [joker, ace, joker, joker]):
        with pytest.raises(tws.RulesError, match="chosen"):
            svg.table(seen, chosen=wrong)


def test_only_cards_of_the_own_hand_can_be_chosen() -> None:
    state = dealt(twos.GAME, 3)
    seen = tws.view(state, 0)
    assert seen.hand
    foreign = next(card for card in tws.CARDS if card not in seen.hand)
    for wrong in ([foreign], [seen.hand[0]] * 2, ["QS"], "QS", 5, [None]):
        with pytest.raises(tws.RulesError, match=r"chosen=.*: expected cards of the own hand, "):
            svg.table(seen, chosen=wrong)  # type: ignore[arg-type]  # the test is about that
    with pytest.raises(tws.RulesError, match="expected no cards"):
        svg.table(tws.view(state, None), chosen=[foreign])
    assert "data-card" not in svg.table(tws.view(state, None), chosen=[])


# In Chromium

PAGE = """<!doctype html><html lang="en"><head><title>A table</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-a'"></head>
<body><main><h1>A table</h1><div id="table" tabindex="-1"></div></main>
<script nonce="a">{}</script></body>"""


class Guest:
    """A person without a mouse on a page with the listener of the guide."""

    def __init__(self, browser: Browser) -> None:
        self.page = clicks.watched(browser.new_page())
        self.sent: list[tuple[str, str]] = []
        for name in ("send", "choose"):
            noted = partial(self._note, name)
            self.page.expose_function(name, noted)  # pyright: ignore[reportUnknownMemberType]
        (script,) = re.findall(r"```js\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
        self.page.set_content(PAGE.format(f"{script}; globalThis.show = show;"))

    def _note(self, name: str, text: str, is_chosen: bool | None = None) -> None:
        assert not is_chosen
        self.sent.append((name, text))

    def show(self, picture: str) -> None:
        self.page.evaluate("picture => show(picture)", picture)
        assert axe.findings(self.page) == []

    def press(self, card: tws.Card, key: str) -> tuple[str, str]:
        """Go to a card with the Tab key, press a key, and return what the page asks for."""
        name = card_words(card)
        goal = f"""document.activeElement.matches("[role=button][data-card='{card}']")"""
        clicks.tab_to(self.page, goal)
        clicks.expect(self.page.get_by_role("button", name=name, exact=True)).to_be_focused()
        self.page.keyboard.press(key)
        clicks.until(self.page, lambda: bool(self.sent))
        return self.sent.pop()


@pytest.fixture
def guest(browser: Browser) -> Generator[Guest]:
    found = Guest(browser)
    yield found
    found.page.close()


@pytest.mark.nightly
@pytest.mark.parametrize("is_choosing", [False, True])
def test_a_trick_of_twos_is_played_by_keys_alone(guest: Guest, is_choosing: bool) -> None:
    state = dealt(twos.GAME, 3)
    for key in ("Enter", " ", "Enter", " "):
        seen = tws.view(state, state.actor)
        guest.show(svg.table(seen, keys=True, chosen=() if is_choosing else None))
        for other in ("Tab", "a", "Escape", "ArrowRight"):  # these do nothing
            guest.page.keyboard.press(other)
        card = tws.cards_of(tws.legal_moves(state)[-1])[0]
        assert guest.press(card, key) == ("send", str(card))
        state = tws.apply(state, tws.parse_move(state, str(card)))
    after = tws.view(state, state.actor)
    assert isinstance(after, twos.View) and len(after.tricks) == 1 and not guest.sent
    guest.show(svg.table(tws.view(state, None), keys=True))
    clicks.expect(guest.page.locator("#table")).to_be_focused()
    guest.show(svg.table(after, keys=True))
    clicks.expect(guest.page.locator("[role=button]").first).to_be_focused()
    guest.page.locator("[role=button]").first.click()  # the same listener serves a mouse
    clicks.until(guest.page, lambda: len(guest.sent) == 1)


@pytest.mark.nightly
def test_a_pair_is_chosen_by_keys_and_the_focus_stays_where_it_is(guest: Guest) -> None:
    state = dealt(tien_len.GAME, 0)
    seen, chosen = tws.view(state, state.actor), list[tws.Card]()
    three, other, ten = tws.cards("3S 3D 10D")
    for card in (three, other):
        guest.show(svg.table(seen, chosen=chosen))
        assert guest.press(card, " ") == ("choose", str(card))
        chosen.append(card)
    guest.show(svg.table(seen, chosen=chosen))
    focused = guest.page.evaluate("document.activeElement.dataset.card")
    assert focused == str(other)
    clicks.expect(guest.page.get_by_role("button", pressed=True)).to_have_count(2)
    clicks.expect(guest.page.locator(f"[data-card='{ten}'][tabindex]")).to_have_count(0)
    assert guest.press(three, "Enter") == ("send", "3D 3S")
    tws.apply(state, tws.parse_move(state, "3D 3S"))
