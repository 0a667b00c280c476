import pytest

from tests.cli.helpers import output, refusal
from twowaystreet._core.display.options import SettingError, rules_of
from twowaystreet.games import duel, spades, street, twenty_down, twos

NO_SHORTCUTS: dict[str, int | None] = {"players": None, "target": None}


def test_options_set_the_rules() -> None:
    settings = ["exchange=optional", " max_hands = 3", "jokers=one"]
    rules = rules_of(street.GAME, settings, {"players": 5, "target": 12})
    assert rules == street.Rules(
        players=5,
        target=12,
        exchange=street.ExchangeRule.OPTIONAL,
        max_hands=3,
        jokers=street.Jokers.ONE,
    )


@pytest.mark.parametrize("none", ["none", "None"])
def test_none_is_accepted_by_optional_limits(none: str) -> None:
    assert rules_of(street.GAME, [f"max_hands={none}"], NO_SHORTCUTS).max_hands is None


def test_flags_and_negative_numbers_are_read() -> None:
    assert not rules_of(twenty_down.GAME, ["must_trump=false"], NO_SHORTCUTS).must_trump
    assert rules_of(twenty_down.GAME, ["must_trump=true"], NO_SHORTCUTS).must_trump
    assert rules_of(spades.GAME, ["boston_failed=-200"], NO_SHORTCUTS).boston_failed == -200
    assert "must_trump" in refusal("play", "twenty_down", "--set", "must_trump=yes")
    assert "-1000000000 to 0" in refusal("play", "spades", "--set", "boston_failed=5")
    assert "its options: must_trump" in refusal("play", "twenty_down", "--target", "5")


def test_a_game_without_target_and_limit_is_refused() -> None:
    assert "TW-11" in refusal("play", "twos", "--set", "max_hands=none")
    rules = rules_of(twos.GAME, ["max_hands=none"], {"players": None, "target": 30})
    assert (rules.target, rules.max_hands) == (30, None)


@pytest.mark.parametrize(
    "setting",
    [
        "jokers=three",
        "target=none",
        "target=ten",
        "target=",
        "target=1_0",
        "target=٣",
        "target=-1",
        "target=" + "9" * 5000 + ".",
        "players=2",
        "decks=0",
        "target",
        "=",
        "",
        "colour=red",
        "seats=4",
    ],
)
def test_invalid_settings_are_refused_in_one_line(setting: str) -> None:
    with pytest.raises(SettingError) as refused:
        rules_of(street.GAME, [setting], NO_SHORTCUTS)
    assert len(str(refused.value).splitlines()) == 1
    assert refusal("play", "street", "--auto", "--set", setting) == f"Error: {refused.value}"


def test_refusals_list_the_valid_values() -> None:
    assert "one of red_and_black, two_alike, one, none" in refusal(
        "play", "street", "--set", "jokers=three"
    )
    assert "players, decks, jokers, exchange" in refusal("play", "street", "--set", "colour=red")
    assert "twowaystreet.games.duel" in refusal("play", "street", "--players", "2")
    assert "no option 'players'; its options: jokers" in refusal("play", "duel", "--players", "2")
    assert "there are: street, duel" in refusal("play", "poker")


def test_an_option_given_twice_is_refused() -> None:
    words = ("play", "street", "--target", "5", "--set", "target=6")
    assert refusal(*words) == "Error: the option target is given twice"


@pytest.mark.parametrize("switch", ["--seat", "--dealer"])
@pytest.mark.parametrize("seat", ["4", "-1"])
def test_invalid_seats_are_refused(switch: str, seat: str) -> None:
    assert "is not a seat here" in refusal("play", "street", switch, seat)


def test_two_limits_of_hands_are_refused() -> None:
    assert "exclude each other" in refusal("play", "street", "--game", "--hands", "2")
    assert "exclude each other" in refusal("play", "street", "--practice", "--auto")
    assert "--game needs --auto" in refusal("play", "street", "--game")


def test_contradicting_rules_are_refused() -> None:
    assert "max_strength=9" in refusal(
        "play", "duel", "--set", "bid_markers=cards", "--set", "max_strength=9"
    )
    assert rules_of(duel.GAME, ["bid_markers=cards"], NO_SHORTCUTS).max_strength == 8


def test_the_given_dealer_deals() -> None:
    assert "Hand 1, dealer Seat 3" in output("play", "street", "--auto", "--dealer", "3")
