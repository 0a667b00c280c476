"""The time of the page without a server, in headless Chromium: its start, and its clicks."""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.web import static

GAME: Final = "twos"
"""A game of four, in which most moves are one card: one person and three simple players."""
CARD: Final = "#table [data-card][role=button]"
SHOWN: Final = """card => new Promise(done => {
    const log = document.querySelector("#log");
    const [begun, before] = [performance.now(), log.childElementCount];
    new MutationObserver((_, seen) => {
        if (log.childElementCount === before) return;
        const next = "#table [data-card][role=button], #buttons button, #result:not([hidden])";
        if (!document.querySelector(next)) return;
        seen.disconnect();
        requestAnimationFrame(() => done(performance.now() - begun));
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    card.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
"""The milliseconds from a click on a card to the picture in which the person is to move again."""


def main() -> None:
    """Print the seconds from the navigation to the first move, and the milliseconds of a click."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="cold and warm starts (default: 7)")
    rounds: int = parser.parse_args().rounds
    found, chromium = static.pyodide(), shutil.which("chromium")
    if found is None or chromium is None:
        parser.error(static.NEEDED if chromium else "chromium is not in the path")
    cold: list[float] = []
    warm: list[float] = []
    clicks: list[float] = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as running:
        folder = Path(place, "page")
        static.write(folder)
        with static.published(folder) as address:
            for number in range(rounds):
                # A browser keeps more in a profile on disk than in a private window.
                context = running.chromium.launch_persistent_context(
                    Path(place, str(number)), executable_path=chromium, args=["--no-sandbox"]
                )
                for seconds in (cold, warm):
                    page, taken = _first_move(context, f"{address}?pace=0")
                    seconds.append(taken)
                    clicks += _clicks(page)
                    static.wait_until_kept(page)
                    page.close()
                context.close()
    print("Seconds from the navigation to the first own move: median, and extremes")
    for title, times in (("cold", cold), ("warm", warm)):
        print(f"  {title}   {statistics.median(times):.1f}   {min(times):.1f} to {max(times):.1f}")
    late = statistics.quantiles(clicks, n=20)[-1]
    print("Milliseconds from a click to the final picture: median, and 95th percentile")
    print(f"  {statistics.median(clicks):.0f}   {late:.0f}, of {len(clicks)} clicks")


def _first_move(context: BrowserContext, address: str) -> tuple[Page, float]:
    """Open the page, begin a game, deal, and make a move as fast as possible."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    static.forget_first(page)
    begun = perf_counter()
    page.goto(address, wait_until="commit")
    static.begin(page, GAME)
    page.wait_for_selector(CARD)
    page.locator(CARD).first.evaluate(SHOWN)
    return page, perf_counter() - begun


def _clicks(page: Page) -> list[float]:
    """Play the rest of the hand, and return the milliseconds of each click."""
    return [page.locator(CARD).first.evaluate(SHOWN) for _ in range(11)]


if __name__ == "__main__":
    main()
