"""Reviews: losses, reasons in words, luck, comments, refusals, and their page."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import attrs
import pytest

from tests.cli.helpers import in_file, loaded, output, refusal, run
from tests.cli.test_replay_pages import cards_in, data_of, scenes
from tests.games import OURS
from tests.players.test_review import FEW, played
from tests.web.axe import findings
from tests.web.clicks import Browser, Page
from twowaystreet._cli import lookups
from twowaystreet._cli.prompt import Refusal
from twowaystreet._core.display.lines import plain
from twowaystreet._page.replays import MOST_VALUES, SIZES, review_page
from twowaystreet.players import Hindsight, MonteCarlo, Review, ReviewedMove, review

TEN = ("--worlds", "10")
NAMES = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture(autouse=True)
def _plain_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out hands without compilation, and without hindsight."""
    monkeypatch.setattr("twowaystreet.players._searches.compiled", lambda: None)


def random_hand(folder: Path) -> str:
    return in_file(folder / "game.txt", played("twos").annotated({"Seat 3": "Ann"}))


def test_a_review_has_a_table_a_sum_luck_and_the_costliest_decisions(tmp_path: Path) -> None:
    path = random_hand(tmp_path)
    lines = output("review", path, "--seat", "ann", *TEN).splitlines()
    assert lines[0] == "Twos: review of Ann's decisions"
    assert lines[3].split() == ["move", "value", "loss"]
    assert any(line.startswith("Trick 1 ") for line in lines)
    assert any(line.startswith("Lost ") and line.endswith(" best moves") for line in lines)
    (result,) = (line for line in lines if line.startswith("Lead "))
    assert " in hand 1: " in result and " luck of the deal, " in result
    told = lines[lines.index("Costliest decisions") + 1]
    assert told.startswith("1.         Trick ") and " You played " in told
    assert [line for line in lines if len(line) > 79] == []
    assert any("as no difference" in line for line in lines)
    assert not any("hindsight" in line for line in lines)


def test_all_seats_of_several_hands_are_reviewed(tmp_path: Path) -> None:
    text = output("review", in_file(tmp_path / "game", played("brag", 1, hands=2)), *TEN)
    told = ("review of all decisions", "Seat 0\n", "Seat 1\n", " in hand 2: ")
    assert all(each in text for each in told)


def test_a_stopped_review_tells_seats_without_decisions_from_others(tmp_path: Path) -> None:
    path = random_hand(tmp_path)
    with mock.patch.object(lookups.Progress, "see", side_effect=KeyboardInterrupt):
        told = run("review", path, "--worlds", "1").output
    assert "Trick 1 " in told and "Stopped." in told and "There was no decision" not in told
    assert told.count("No decision is judged yet.") == 3
    found = review(played("twos"), player=FEW)
    second = attrs.evolve(found, moves=found.of_seat(1))
    for is_whole, words in ((True, "There was no decision to make."), (False, "No decision is ")):
        lines = [plain(line) for line in lookups.review_lines(second, NAMES, is_whole=is_whole)]
        assert lines[lines.index("Ann") + 1] == "There was no decision to make."
        assert all(lines[lines.index(each) + 1].startswith(words) for each in ("Cem", "Dora"))


def test_a_review_is_saved_as_comments_on_the_moves(tmp_path: Path) -> None:
    path, new = random_hand(tmp_path), tmp_path / "new.json"
    arguments, before = ("review", path, *TEN, "--save", str(new)), Path(path).read_bytes()
    for place in ("twowaystreet.players.review", "os.fsync"):  # at work, while it writes
        with mock.patch(place, side_effect=KeyboardInterrupt):
            assert "Stopped." in run(*arguments).output
        assert [*tmp_path.iterdir()] == [Path(path)] and Path(path).read_bytes() == before
    assert output(*arguments).endswith("new.json.\n")
    again, first = loaded(new), loaded(Path(path))
    assert (again.moves, again.headers) == (first.moves, first.headers)
    assert again.comments and all("points better." in each for each in again.comments.values())
    assert "cannot save" in refusal(*arguments)
    told = output("replay", str(new))
    assert "           [Review, Ann: You played " in told and "  Ann\n" in told


def test_a_seat_record_is_reviewed_for_its_seat_alone(tmp_path: Path) -> None:
    record = loaded(Path(random_hand(tmp_path)))
    path = tmp_path / "seat.json"
    path.write_text(record.for_seat(3).to_json(), encoding="utf-8")
    for seat in ((), ("--seat", "ann")):
        text = output("review", str(path), *seat, *TEN)
        assert text.startswith("Twos: review of Ann's decisions")
    assert "this is the record of seat 3" in refusal("review", str(path), "--seat", "2")
    assert "whole game" in refusal("review", str(path), "--save", str(tmp_path / "new"))
    path.write_text(record.for_seat(None).to_json(), encoding="utf-8")
    assert "whole game" in refusal("review", str(path))


def test_other_input_is_refused(tmp_path: Path) -> None:
    path = random_hand(tmp_path)
    assert "there is no player 'Zoe'" in refusal("review", path, "--seat", "Zoe")
    for name in ("1", "ann"):
        with pytest.raises(Refusal, match=f"several players are '{name}'.*, Ann [(]2[)], "):
            lookups.seat_of(name, ("1", "Bo", "Ann", "ANN"))
    assert "cannot load" in refusal("review", str(tmp_path / "nothing"))


def test_a_long_review_shows_its_progress_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lookups, "monotonic", mock.Mock(side_effect=[0.0, 0.5, 1.5, 2.0]))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = lookups.Progress()
    for done in (1, 2, 3):
        progress.see(done, 3)
    shown = capsys.readouterr().err
    assert shown == "\r2 of 3 decisions\r3 of 3 decisions\r                \r"


# The page.


def reviewed(name: str, worlds: int = 12) -> Review:
    return review(played(name, 4), 0, MonteCarlo(worlds=worlds, engine="python"))


def page_of(found: Review) -> str:
    seats = 2 if found.game in ("Duel", "Spades for two") else 4
    return review_page(found, NAMES[:seats])


def choices(found: Review) -> list[ReviewedMove]:
    every = [each for seat in found.seats for each in found.choices(seat)]
    return sorted(every, key=lambda each: each.number)


@pytest.mark.parametrize("name", OURS)
def test_each_game_has_a_page_with_a_scene_of_each_decision(name: str) -> None:
    found = review(played(name), 1, FEW)
    text, judged = page_of(found), choices(found)
    data = data_of(text)
    assert [each["part"] for each in data["moves"]] == [each.part for each in judged]
    assert len(data["scenes"]) == len(SIZES)
    for changes in data["scenes"]:
        for items, move in zip(scenes(changes), judged, strict=True):
            assert {str(card) for card in move.view.hand or ()} <= cards_in(items)
    for each in data["moves"]:
        assert each["words"] and len(each["values"]) <= MOST_VALUES + 1
        assert [made for *_, made in each["values"]].count(True) == 1
        not_judged = each["words"][0].startswith("This decision is not judged, as")
        assert not_judged is (each["verdict"] == "not judged")
    assert f"<h1>{found.game}: review of Ben&#x27;s decisions</h1>" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_costliest_decisions_have_their_rank_and_their_sentences() -> None:
    found = reviewed("duel")
    moves = data_of(page_of(found))["moves"]
    ranked = sorted((each for each in moves if each["rank"]), key=lambda each: int(each["rank"]))
    costliest = found.costliest(0)
    assert len(ranked) == len(costliest) > 1
    for shown, real in zip(ranked, costliest, strict=True):
        assert " ".join(shown["words"]).replace("\xa0", " ") == " ".join(real.reasons)
        assert shown["loss"] == pytest.approx(real.loss, abs=1e-4) and shown["verdict"] == "fault"
    kinds = {each["verdict"]: " ".join(each["words"]) for each in moves}
    assert kinds["best"].startswith("No other move was better than ")
    assert "no difference to" in kinds["no difference"]
    late = Hindsight(number=20, seat=0, text="Q", best_texts=("K",), value=1, best_value=2)
    assert page_of(attrs.evolve(found, hindsight=(late,))) == page_of(found)  # without hindsight


def test_the_parts_of_the_result_are_those_of_the_review() -> None:
    found = reviewed("duel", 1)  # a single world gives no errors
    data = data_of(page_of(found))
    (luck,) = data["luck"]
    parts = luck["deal"] + luck["decisions"] + luck["play"]
    assert (parts, data["totals"][0][1]) == (pytest.approx(luck["result"], abs=1e-3), None)
    assert luck["result"] == found.luck[0].result


def test_no_name_ends_the_script() -> None:
    names = ("</script><b>", "<!--", "$data", "Ann & Ben")
    text = review_page(review(played("twos"), 0, FEW), names)
    assert text.count("</script>") == 2 and "<!--" not in text
    assert data_of(text)["names"] == list(names)


def test_the_command_writes_a_page_to_a_new_file(tmp_path: Path) -> None:
    saved, file = in_file(tmp_path / "game.txt", played("duel")), tmp_path / "review.html"
    command = ("review", saved, "--worlds", "2", "--html", str(file))
    assert output(*command) == f"Saved in {file}\n"
    assert data_of(file.read_text("utf-8"))["seats"] == [0, 1]
    assert "File exists" in refusal(*command)


@contextmanager
def opened(
    browser: Browser, path: Path, found: Review, width: int = 1280, scheme: str = "light"
) -> Generator[Page]:
    """Open the page of a review; a fault of its script ends the test."""
    faults: list[str] = []
    (path / "review.html").write_text(page_of(found), "utf-8")
    window = browser.new_page(viewport={"width": width, "height": 800})
    window.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    window.on("pageerror", lambda error: faults.append(str(error)))
    window.goto((path / "review.html").as_uri())
    yield window
    window.close()
    assert faults == []


def test_keys_clicks_and_graph_step_through_decisions(browser: Browser, tmp_path: Path) -> None:
    found = reviewed("duel")
    judged = choices(found)
    every, worst = len(judged), judged.index(found.costliest(0)[0])
    faults = [place for place, each in enumerate(judged) if each.is_fault]
    with opened(browser, tmp_path, found) as window:

        def place() -> int:
            number, _, most = window.inner_text("#count").partition(" of ")
            assert int(most) == every
            assert judged[int(number) - 1].part in window.inner_text("#decision h2")
            return int(number) - 1

        assert place() == worst
        assert "Your costliest decision" in window.inner_text("#decision")
        expected = {"Home": 0, "ArrowRight": 1, "ArrowLeft": 0, "End": every - 1}
        for key, at in {**expected, "ArrowUp": faults[-1]}.items():
            before = window.inner_html("#table")
            window.keyboard.press(key)
            assert place() == at, key
            assert window.inner_html("#table") != before
        window.click("#list button >> nth=0")
        assert place() == 0
        window.keyboard.press("ArrowDown")
        assert place() == next(each for each in faults if each)
        window.click("#back")
        hits = window.locator("#graph .hit")
        assert hits.count() == every
        hits.nth(every - 1).hover()
        assert judged[-1].part in (window.text_content("#graph .said") or "")
        assert place() != every - 1
        hits.nth(every - 1).click()
        assert place() == every - 1 and window.is_disabled("#next")


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("duel", 1280, "light"), ("brag", 390, "dark"), ("spades", 390, "light")],
)
def test_a_review_fits_its_window_and_is_accessible(
    browser: Browser, tmp_path: Path, name: str, width: int, scheme: str
) -> None:
    with opened(browser, tmp_path, reviewed(name, 4), width, scheme) as window:
        for key in ("Home", "End"):
            window.keyboard.press(key)
            assert window.evaluate("document.documentElement.scrollWidth") <= width
            assert window.is_visible("#table svg") and window.is_visible("#controls")
            assert findings(window) == []
        for button in window.locator("button:visible").all():
            box = button.bounding_box()
            assert box and box["height"] >= (28 if width > 900 else 40)
