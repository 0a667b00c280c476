"""Write pictures of each phase of each game: python -m tests.web.screens FOLDER [GAME ...]."""

import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import twowaystreet as tws
from tests.web.clicks import script
from tests.web.direct import Host
from twowaystreet._core.engine.moves import groups_of
from twowaystreet.players import simple

SIZES: Final = ((1280, 800), (844, 390), (390, 844), (360, 640))
_LATER: Final = (1, 5)  # the decisions of a phase, besides the first one, that get pictures
PICK: Final = script("pick.js")  # clicks on cards with these texts


def moments(host: Host, hands: int = 2) -> Iterator[str]:
    """Play some hands, and yield a name for each moment that deserves a picture."""
    rng = random.Random(1)
    seen: dict[str, int] = {}
    yield "0-start"
    for hand in range(1, hands + 1):
        host.play("deal")
        while (view := host.table.view(host.token)).actor is not None:
            host.update()
            turn = seen.get(view.phase, -1) + 1
            seen[view.phase] = turn
            wanted = hand == 1 and (turn == 0 or turn in _LATER)
            name = f"{hand}-{view.phase}-{turn}"
            if wanted:
                yield name
            move = simple(view, rng)
            cards = [str(card) for group in groups_of(move) for card in group]
            if wanted and len(cards) > 1:
                for watched in host.pages:
                    watched.page.evaluate(PICK, cards)
                yield f"{name}-chosen"
            host.play(str(move))
        host.update()
        yield f"{hand}-result"


def main(folder: Path, *games: str) -> None:
    # Tests import this module where playwright is missing, and then skip.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game in games or tws.GAMES:
            host = Host(browser, game, max_hands=2)
            for width, height in SIZES:
                host.open(viewport={"width": width, "height": height}, has_touch=width < 900)
            for moment in moments(host):
                for (width, _), watched in zip(SIZES, host.pages, strict=True):
                    watched.page.screenshot(path=folder / f"{game}-{moment}-{width}.png")
            host.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
