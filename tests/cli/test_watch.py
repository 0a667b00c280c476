import random
import re

import pytest

import twowaystreet as tws
from tests.cli.helpers import CARD, golden, output
from tests.helpers import give_rule
from twowaystreet.games import duel, street

FIVE = ("play", "street", "--auto", "--seed", "7", "--players", "5")
GOLDEN = {
    "street-seed-7.txt": FIVE,
    "twos-seed-3.txt": ("play", "twos", "--auto", "--seed", "3"),
    "spades-seed-3.txt": ("play", "spades", "--auto", "--seed", "3"),
    "twenty_down-seed-3.txt": ("play", "twenty_down", "--auto", "--seed", "3"),
    "tien_len-seed-3.txt": ("play", "tien_len", "--auto", "--seed", "3"),
    "brag-seed-3.txt": ("play", "brag", "--auto", "--seed", "3"),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_hand_matches_its_golden_output(name: str) -> None:
    assert output(*GOLDEN[name]) == golden(name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("more", [(), ("--game",), ("--hands", "2"), ("--plain",)])
def test_the_same_seed_gives_the_same_bytes(name: str, more: tuple[str, ...]) -> None:
    words = ("play", name, "--auto", "--seed", "11", *more)
    assert output(*words).encode() == output(*words).encode()


def test_plain_output_has_no_colours() -> None:
    for words in (FIVE, ("games",), ("play", "duel", "--auto", "--seed", "1", "--game")):
        assert output(*words).isascii()
        assert "\x1b" not in output(*words)
        assert output(*words) == output(*words, "--plain")


def test_other_seeds_give_other_hands() -> None:
    assert output("play", "street", "--auto") != output("play", "street", "--auto")
    assert output(*FIVE) != output(*FIVE, "--dealer", "4")


def test_the_seed_gives_the_first_deal() -> None:
    printed = output("play", "street", "--auto", "--seed", "5", "--dealer", "0")
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(5)))
    for seat, hand in enumerate(state.hands):
        line = next(line for line in printed.splitlines() if line.startswith(f"Seat {seat}"))
        assert sorted(tws.cards(line.removeprefix(f"Seat {seat}"))) == list(hand)


def test_every_card_of_a_hand_appears_in_the_output() -> None:
    tricks = [line for line in output(*FIVE).splitlines() if line.startswith("Trick")]
    played = [card for line in tricks for card in CARD.findall(line)]
    assert len(tricks) == 10
    assert len(set(played)) == len(played) == 50


def test_the_given_number_of_hands_is_played() -> None:
    def hands(*more: str) -> int:
        return output("play", "street", "--auto", "--seed", "7", *more).count("\nHand ")

    assert hands() == 1
    assert hands("--hands", "3") == 3
    assert hands("--game", "--set", "max_hands=2") == 2
    assert hands("--hands", "5", "--set", "max_hands=2") == 2
    whole = output("play", "street", "--auto", "--seed", "7", "--game", "--target", "5")
    assert " the game" in whole.splitlines()[-2]


def test_forced_players_are_shown() -> None:
    printed = output(
        "play", "street", "--auto", "--seed", "1", "--hands", "9", "--set", "exchange=optional"
    )
    assert re.search(r"exchanges .*, drawing .*, forced to go (low|high)$", printed, re.MULTILINE)


def test_a_duel_shows_thrown_in_deals() -> None:
    printed = [
        output("play", "duel", "--auto", "--hands", "5", "--seed", str(seed), "--target", "99")
        for seed in range(12)
    ]
    assert any("The deal is thrown in." in text for text in printed)
    assert any("Captured" in text for text in printed)
    assert all("Direction  " in text for text in printed)


def test_a_duel_shows_cards_as_markers() -> None:
    printed = output(
        "play", "duel", "--auto", "--seed", "2", "--hands", "9", "--set", "bid_markers=cards"
    )
    assert "Markers" in printed


def test_naming_is_shown_with_its_trick() -> None:
    printed = [output("play", "duel", "--auto", "--seed", str(seed)) for seed in range(12)]
    assert any("as the suit led)" in text for text in printed)


@pytest.mark.rule("ST-20", "ST-21", "ST-23")
def test_points_are_explained_in_words() -> None:
    printed = "\n".join(
        output(
            "play", "street", "--auto", "--hands", "30", "--target", "999", "--seed", seed, *more
        )
        for seed, *more in (("1",), ("2", "--players", "3"))
    )
    found = re.findall(
        r": (?:(\d+) minus )?(\d+) tricks? (minus|plus) penalty (\d+) is (-?\d+)(.*)", printed
    )
    notes: set[str] = set()
    for minuend, tricks, sign, penalty, rest, note in found:
        count = int(minuend) - int(tricks) if minuend else int(tricks)
        assert int(rest) == count - int(penalty) * (1 if sign == "minus" else -1)
        notes.add(note.partition(" (")[0])
    assert len(found) == 30 * 7
    assert notes == {
        "",
        ", times 2",
        ", times 3, forced",
        ", which counts as 0",
        "; forced and in the tie: 1 point",
    }


@pytest.mark.rule("DU-11")
def test_points_of_a_duel_are_explained_in_words() -> None:
    printed = output("play", "duel", "--auto", "--hands", "40", "--target", "999", "--seed", "1")
    assert "level, 1 point to the dealer (DU-11)" in printed
    for better in ("more", "fewer"):
        assert re.search(rf": \d+ {better}, times 2 \(DU-11\)", printed)


@pytest.mark.rule("ST-25")
@pytest.mark.parametrize("name", tws.GAMES)
def test_the_sheet_has_the_points_of_each_hand_and_the_totals(name: str) -> None:
    words = ("play", name, "--auto", "--hands", "3", "--seed", "7")
    printed = output(*words).splitlines()
    _, *rows = printed[next(i for i, line in enumerate(printed) if "Score sheet" in line) : -1]
    sums = [[int(number) for number in row.split()[-2:]] for row in rows]
    assert [row.split()[0] for row in rows][-4:] == ["Hand", "Hand", "Hand", "Total"]
    assert sums[-1] == [sum(column) for column in zip(*sums[:-1], strict=True)]


def test_ties_share_the_win() -> None:
    printed = [
        output("play", "street", "--auto", "--game", "--seed", str(seed), "--set", "max_hands=1")
        for seed in range(12)
    ]
    assert any("the win is shared" in text for text in printed)
    assert any(" wins the game." in text for text in printed)


def test_every_game_shows_all_played_cards() -> None:
    for name, cards in {"twos": 52, "spades": 52}.items():
        printed = output("play", name, "--auto", "--seed", "3").splitlines()
        tricks = [line.partition("taken by")[0] for line in printed if " led " in line]
        played = [card for line in tricks for card in CARD.findall(line)]
        assert len(tricks) == 13
        assert len(set(played)) == len(played) == cards


def test_a_hand_without_play_is_shown() -> None:
    printed = [
        output("play", "twenty_down", "--auto", "--hands", "4", "--seed", str(seed))
        for seed in range(6)
    ]
    assert any(" in: nothing is played" in text for text in printed)


def test_hands_are_shown_only_after_a_change() -> None:
    printed = output("play", "twenty_down", "--auto", "--seed", "3").splitlines()
    rows = [line for line in printed if re.match(r"Seat 0 +[^ ]+[CDHS]", line)]
    assert [len(CARD.findall(row)) for row in rows[:2]] == [2, 5]
    printed = output("play", "spades", "--auto", "--seed", "3").splitlines()
    looks = [place for place, line in enumerate(printed) if line.endswith("looks at the cards")]
    hands = [place for place, line in enumerate(printed) if len(CARD.findall(line)) == 13]
    assert len(looks) == len(hands) == 2
    assert max(looks) < min(hands)


def test_calls_of_a_renege_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a rule of thumb a player sometimes reneges.
    give_rule(monkeypatch, "spades", None)
    words = ("play", "spades", "--auto", "--set", "renege=penalised", "--hands", "3", "--seed")
    printed = "\n".join(output(*words, str(seed)) for seed in range(6))
    assert re.search(r"^Book .*Seat [01] calls a renege and so gains? [123]", printed, re.MULTILINE)
    assert re.search(
        r"^Seat [01] calls (a|no) renege", printed, re.MULTILINE
    )  # after the last book


def test_the_duel_module_is_the_one_of_the_registry() -> None:
    assert tws.GAMES["duel"] is duel.GAME
