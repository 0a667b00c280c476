import codecs
import re

import pytest
from click.testing import CliRunner

from tests.cli.helpers import EARLIER, SEED_7, fail_on_input, output, run
from tests.helpers import give_rule
from twowaystreet._cli.commands import command

# The first hand of seed 7 from seat 0: the first trick is led with hearts.
BEFORE_PLAY = ["low", "exchange AC B*"]


def offered(session: str) -> str:
    """Return the last line that lists the choices."""
    lines = session.splitlines()
    return next(line[len("Your move") :].strip() for line in lines[::-1] if "Your move" in line)


def first_of(choice: str) -> str:
    """Return the first move of a choice."""
    if number := re.search(r"\[(\d+)\]", choice):
        return number[1]
    if "such as " in choice:
        return choice.partition("such as ")[2]
    parts = re.split(r",| to \d", choice, maxsplit=1)
    is_whole = len(parts) > 1 or choice.startswith("renege")
    return parts[0] if is_whole else choice.split(maxsplit=1)[0]


def played_out(*words: str, typed: list[str]) -> tuple[str, list[str]]:
    """Play the first card offered until the session ends."""
    typed = list(typed)
    for _ in range(40):
        session = output(*words, typed=typed)
        if "You leave the game." not in session:
            return session, typed
        typed.append(first_of(offered(session).rpartition(": ")[2]))
    raise AssertionError("the hand does not end")


def test_a_hand_is_played_to_its_end_after_an_illegal_card() -> None:
    session, _ = played_out(*SEED_7, typed=[*BEFORE_PLAY, "KC"])
    assert "! KC: hearts were led: expected one of 2H 3H 4H 7H 9H (ST-13)" in session
    assert session.count("! ") == 1
    assert "Trick 10 " in session
    assert "penalty" in session and "Score sheet" in session
    assert session.endswith("Seed 7\n")


def test_the_same_input_gives_the_same_session() -> None:
    session, typed = played_out(*SEED_7, typed=BEFORE_PLAY)
    assert output(*SEED_7, typed=typed) == session
    assert session.isascii()


def test_a_duel_is_played_to_its_end() -> None:
    words = ("play", "duel", "--seed", "4", "--hands", "1", "--dealer", "0")
    session, _ = played_out(*words, typed=["bid 3 high"])
    assert "Hand 1, you deal" in session
    assert "> You " in session
    assert "Trick 10 " in session


def test_a_whole_game_is_played_to_its_winner() -> None:
    words = ("play", "street", "--seed", "7", "--target", "1")
    session, _ = played_out(*words, typed=BEFORE_PLAY)
    assert re.search(r"^(You win|Seat \d wins|.* and .* win) the game", session, re.MULTILINE)


def test_a_thrown_in_deal_is_dealt_again() -> None:
    for seed in range(60):
        words = ("play", "duel", "--seed", str(seed), "--dealer", "0", "--practice")
        for bid in ("bid 1 high", "bid 1 low"):
            session = output(*words, typed=[bid, "undo"])
            if "The deal is thrown in." in session:
                # The same player deals again, and decisions about other cards cannot be undone.
                assert session.count("Hand 1, you deal") == 2
                assert "! nothing to take back" in session
                return
    raise AssertionError("no deal was thrown in")


def test_undo_in_a_practice_game() -> None:
    words = (*SEED_7, "--practice")
    session = output(*words, typed=["undo", "low", "undo", "high", "exchange AC B*", "9H"])
    assert "! nothing to take back" in session
    undone = output(*words, typed=["low", "undo"])
    assert offered(undone) == "[1] high  [2] low"
    after = output(*words, typed=[*BEFORE_PLAY, "2H", "undo"])
    assert offered(after) == "[1] 2H  [2] 3H  [3] 4H  [4] 7H  [5] 9H"
    again, _ = played_out(*words, typed=[*BEFORE_PLAY, "2H", "undo", "9H"])
    assert again.count("Trick 1  ") >= 2


def test_no_undo_in_other_games() -> None:
    session = output(*SEED_7, typed=["low", "undo"])
    assert "! no undo in this game: you could use what you have seen since" in session
    assert offered(session).startswith("exchange")


def test_help_shows_the_rules_of_the_phase_and_the_input_to_type() -> None:
    declaring = output(*SEED_7, typed=["help"])
    assert "High wants tricks, low avoids them." in declaring
    assert "in practice games only" in declaring
    exchanging = output(*SEED_7, "--practice", typed=["low", "HELP"])
    assert "under the stock" in exchanging
    assert "take back your last decision" in exchanging


def test_unreadable_input_is_refused_and_asked_again() -> None:
    session = output(*SEED_7, typed=["hihg", "exchange AC", "QQ", "", "high"])
    assert "! cannot read 'hihg': expected high or low (or help, hint, quit)\n" in session
    assert session.count("expected high or low (or help, hint, quit)") == 3
    assert session.count("Your move  [1] high  [2] low") == 2
    assert offered(session).startswith("exchange")


@pytest.mark.parametrize(
    ("more", "typed", "message"),
    [
        ((), [*BEFORE_PLAY, "hihg"], "'hihg': expected a card (or help, hint, quit)"),
        (
            ("--practice",),
            [*BEFORE_PLAY, "hihg"],
            "'hihg': expected a card (or help, hint, undo, quit)",
        ),
        ((), [*BEFORE_PLAY, "exchange AC"], "'exchange AC': expected a card (or help, hint, quit)"),
        ((), [*BEFORE_PLAY, "2H 3H"], "'2H 3H': found '3H', expected the end"),
        ((), ["low", "9Z"], "'9Z': expected exchange and two cards (or arrange, help, hint,"),
        (
            (),
            ["low", "exchange AC"],
            "'exchange AC': found the end, expected two cards to exchange",
        ),
    ],
)
def test_errors_expect_only_moves_of_the_current_decision(
    more: tuple[str, ...], typed: list[str], message: str
) -> None:
    refused = [line for line in output(*SEED_7, *more, typed=typed).splitlines() if "! " in line]
    assert refused == [f"! cannot read {message}"]


def test_errors_list_the_move_types_of_a_decision_as_alternatives() -> None:
    session = output(*SEED_7, "--set", "exchange=optional", typed=["low", "hihg"])
    expected = "'hihg': expected exchange and two cards, or keep (or arrange,"
    assert f"{expected}\n  help, hint, quit)" in session


@pytest.mark.parametrize(
    ("words", "explanation"),
    [
        (("twos",), "or th."),
        (("twenty_down",), "or th."),
        (("street",), "or th. Jokers: R* (red), B* (black)."),
        (("street", "--set", "jokers=none"), "or th."),
        (("street", "--set", "jokers=one"), "or th. Joker: X*."),
        (("street", "--set", "jokers=two_alike"), "or th. Joker: X*."),
    ],
)
def test_help_mentions_only_jokers_of_the_pack(words: tuple[str, ...], explanation: str) -> None:
    session = " ".join(output("play", *words, "--seed", "7", typed=["help"]).split())
    assert f"such as QS, 10C {explanation} Your move" in session


def test_moves_out_of_turn_are_refused() -> None:
    session = output(*SEED_7, typed=["AC", "name H", "deal AC", "exchange AC AC", "keep"])
    assert session.count("! ") == 5
    assert "! AC: not now: expected a declaration" in session


def test_input_ignores_case() -> None:
    assert "You        exchange AC Black Joker" in output(*SEED_7, typed=["LOW", "EXCHANGE b* aC"])


def test_the_hand_can_be_kept_if_the_rules_allow_it() -> None:
    session = output(*SEED_7, "--set", "exchange=optional", typed=["low", "keep"])
    assert "or         [1] keep" in session
    assert offered(session) == "[1] 2H  [2] 3H  [3] 4H  [4] 7H  [5] 9H" or "Trick 1 " in session


@pytest.mark.parametrize("typed", [[], ["quit"], ["QUIT", "high"], ["high"]])
def test_leaving_is_not_a_failure(typed: list[str]) -> None:
    session = output(*SEED_7, typed=typed)
    assert session.endswith("You leave the game.\nSeed 7\n")


def test_ctrl_c_ends_the_session_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on_input(monkeypatch, KeyboardInterrupt)
    result = run(*SEED_7)
    assert result.exit_code == 130
    assert result.output.endswith("\nStopped.\n")


def test_undecodable_bytes_are_refused_as_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([b"\xff", b"quit"])

    def answer(prompt: str) -> str:
        return next(answers).decode()

    monkeypatch.setattr("builtins.input", answer)
    assert "! cannot read '?'" in output(*SEED_7)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_byte_order_mark_before_the_first_line_does_not_matter(encoding: str) -> None:
    # The program of a pipe reads the mark in the encoding of its system.
    program = CliRunner(charset=encoding)
    typed = codecs.BOM_UTF8 + b"high\nquit\n"
    session = program.invoke(command, SEED_7, input=typed, prog_name="twowaystreet").output
    assert "> high\n" in session and "cannot read" not in session


def test_the_seed_is_shown_only_after_the_game() -> None:
    session = output("play", "street")
    seed = session.splitlines()[-1].removeprefix("Seed ")
    again = output("play", "street", "--seed", seed)
    assert again == session
    assert seed not in session.splitlines()[0]


def test_a_person_can_take_another_seat() -> None:
    session = output("play", "street", "--seed", "7", "--seat", "2")
    assert "Hand 1, you deal" in session
    assert "Seat 2" not in session


def test_a_hand_of_twos_is_played_to_its_end() -> None:
    session, _ = played_out("play", "twos", "--seed", "5", "--hands", "1", typed=["help"])
    assert "The first two in a trick takes it" in session.replace("\n", " ")
    assert "Trick 13 " in session and "Score sheet" in session


SPADES = ("play", "spades", "--seed", "3", "--hands", "1")
BIDDING = ["look", "bid 7", "bid 8", "stand"]


@pytest.mark.nightly
def test_a_hand_of_spades_is_played_from_both_hands_to_its_end() -> None:
    words = (*SPADES, "--ask-always", *EARLIER)
    session, _ = played_out(*words, typed=[*BIDDING, "2S", "10C", "5C", "AD", "QC"])
    assert "! 2S: clubs were led: expected one of 5C (SP-13); your dummy hand is to" in session
    assert "! 10C: 10C is not in hand: expected cards among 5C" in session
    assert "! AD: clubs were led: expected one of 2C 4C 10C QC (SP-10); your actual" in session
    assert "Your move  from your dummy hand: [1] 5C" in session
    assert "Your move  from your actual hand: [1] 2C   [2] 4C   [3] 10C  [4] QC" in session
    told = " ".join(session.split())
    assert "Book 1 Seat 1 leads JC from the dummy hand and plays 7C from the actual hand." in told
    assert "Book 1     You take the book." in session
    assert "Book 13 " in session and "Score sheet" in session
    assert re.search(r"You +\d+  8 +made", session)


def test_no_card_is_shown_before_looking() -> None:
    session = output(*SPADES, typed=["AS", "help"])
    assert "Hand       not seen yet" in session
    assert "! AS: not now: expected look, nil" in session
    assert "Nobody has seen a card." in session
    assert "Dummy" not in session


def test_bids_and_raises_are_offered_in_short_form() -> None:
    session = output(*SPADES, typed=["look"])
    assert offered(session) == "bid 4 to 13, bemo, big bemo, naught, double naught"
    assert offered(output(*SPADES, typed=BIDDING[:2])) == "bid 8 to 13"
    assert "or         stand" in output(*SPADES, typed=BIDDING[:2])


def test_a_blind_bid_is_accepted() -> None:
    session = output(*SPADES, typed=["double nil"])
    assert "  double nil" in session
    assert "or         stand" not in session or offered(session) == "stand"


def test_an_opponent_calls_a_renege() -> None:
    words = (*SPADES, "--set", "renege=penalised", "--practice")
    # A club was led and the hand has clubs; it shows one when it leads to the third book.
    reneged = [*BIDDING, "5C", "AD"]
    session, typed = played_out(*words, typed=reneged)
    assert "Called     your renege in book 1" in session
    assert output(*words, typed=typed) == session


def test_a_person_calls_a_renege(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a rule of thumb a player sometimes reneges.
    give_rule(monkeypatch, "spades", None)
    words = ("play", "spades", "--seed", "4", "--hands", "1", "--set", "renege=penalised")
    session, typed = played_out(*words, typed=["look", "bid 4", "stand", "stand"])
    assert "renege 1" in typed
    assert "Your move  renege 1 to " in session
    assert "Called     Seat 1's renege in book" in session
    helped = output(*words, typed=[*typed[: typed.index("renege 1")], "help"])
    assert "take one to three of your opponent's books" in " ".join(helped.split())


def test_a_hand_of_twenty_down_is_played_to_its_end() -> None:
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "3")
    typed = ["trump H", "draw 7C AH", "AS", "draw QD 9S", "7C"]
    session, _ = played_out(*words, typed=typed)
    assert (
        "! draw 7C AH: 7C AH are not in hand: expected cards among 9S QS 7H 8H QD (TD-3)" in session
    )
    assert "! draw AS: AS is not in hand: expected cards among 9S QS 7H 8H QD (TD-3)" in session
    assert "You        discard 9S QD, drawing JH 8C" in session
    assert "! 7C: 7C is not in hand" in session
    assert "Trumps     hearts, everything counts double" in session
    assert "Trick 5 " in session
    assert "\n  Start " in session  # the first line of the score sheet


def test_a_person_can_be_out_of_a_hand() -> None:
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "0")
    session = output(*words, typed=["draw", "help", "out"])
    assert "You        keep all" in session
    assert "You say in turn if you are in or out." in session
    assert "Score sheet" in session and "You leave" not in session


def test_a_misspelt_command_is_recognised() -> None:
    session = output("play", "twos", "--seed", "3", typed=["hnt", "scroe", "QQQ"])
    assert "! cannot read 'hnt': did you mean hint? Else expected a card" in session
    assert "did you mean score?" in session
    assert "! cannot read 'QQQ': expected a card" in session
