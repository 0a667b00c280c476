"""Whole hands by keys, by clicks at coordinates, by touch and by drags, on both pages."""

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.web import clicks, static
from tests.web.clicks import Browser, Page
from tests.web.direct import Host

HANDS: Final[dict[str, tuple[clicks.Press, dict[str, Any]]]] = {
    "keys": (clicks.by_keys, {}),
    "clicks": (clicks.by_mouse, {}),
    "touch": (
        clicks.by_touch,
        {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}},
    ),
    "drags": (clicks.by_drags, {}),
}
"""The hands, each with the options of its window. Any: those of Playwright."""
SMOKE: Final = [pytest.mark.smoke]


def play_a_hand(page: Page, how: str) -> None:
    clicks.play_a_hand(page, HANDS[how][0])
    clicks.expect(page.locator("#result h2")).to_be_visible()
    clicks.expect(page.locator("#sheet svg")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        pytest.param(game, how, marks=[pytest.mark.nightly] * late + SMOKE * (game == "twos"))
        for place, game in enumerate(tws.GAMES)
        for each, how in enumerate(HANDS)
        if (late := (place - each) % 4) < 2
    ],
)
def test_a_hand_of_each_game_is_played_by_one_kind_of_hands(
    game: str, how: str, browser: Browser
) -> None:
    host = Host(browser, game, max_hands=1)
    play_a_hand(host.open(**HANDS[how][1]).page, how)
    host.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    written: Path = tmp_path_factory.mktemp("page") / "play"
    static.write(written)
    with static.published(written) as place:
        yield f"{place}?pace=0"


@pytest.mark.nightly
@pytest.mark.parametrize("how", HANDS)
def test_a_hand_is_played_without_a_server(how: str, browser: Browser, address: str) -> None:
    page = clicks.window(browser, **HANDS[how][1])
    page.goto(address)
    static.begin(page, {"keys": "twos", "clicks": "brag", "touch": "tien_len"}.get(how, "street"))
    play_a_hand(page, how)
    page.context.close()
