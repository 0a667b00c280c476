"""What the build knows about all pages: their words, and ``llms.txt``, the list for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils.nodes import paragraph
from sphinx.addnodes import toctree
from sphinx.util.logging import getLogger

from twowaystreet._core.engine.game import OURS

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

README: Final = "../README"
MOST: Final = {README: 600}
"""The most words of single pages; other pages have at most ``PAGE``, rules of games any number."""
PAGE: Final = 1_400
ALL: Final = 18_200 + 1_400 * len(OURS)
"""The most words of all pages together, with the README."""

_NOT_WORDS: Final = re.compile(
    r"^\s*(?P<fence>[`~]{3,}).*?^\s*(?P=fence)\s*$|<!--.*?-->|(?<=\])\([^)]*\)",
    re.MULTILINE | re.DOTALL,
)
"""Blocks of code and directives, comments, and the places to which links lead."""


def words(text: str) -> int:
    """Count the words of a page in Markdown, with its tables, without its code.

    >>> words("A [link](https://example.org) to `code`.")
    4
    """
    return len(re.findall(r"\w[\w'’.,-]*", _NOT_WORDS.sub("", text)))


def count(app: Sphinx, env: BuildEnvironment) -> None:
    """Print the words of all pages, and warn about those with too many."""
    folder, logger = Path(app.srcdir), getLogger(__name__)
    pages = sorted(each for each in env.found_docs if not each.startswith("reference"))
    found = {each: words((folder / f"{each}.md").read_text("utf-8")) for each in (README, *pages)}
    for name, number in sorted(found.items(), key=lambda each: -each[1]):
        logger.info("%6d words in %s", number, name.removeprefix("../"))
        if not name.startswith("games/") and number > (most := MOST.get(name, PAGE)):
            logger.warning("%d words: expected at most %d", number, most, location=name)
    logger.info("%6d words in %d pages", total := sum(found.values()), len(found))
    if total > ALL:
        logger.warning("%d words in all pages: expected at most %d", total, ALL)


def write(app: Sphinx, error: Exception | None) -> None:
    """Write ``llms.txt`` after a build of HTML without errors."""
    if error is None and app.builder.format == "html":
        (Path(app.outdir) / "llms.txt").write_text("\n".join(_lines(app)), "utf-8")


def _lines(app: Sphinx) -> Iterator[str]:
    env = app.env
    yield from (f"# {app.config.project}", "", f"> {_first(env, 'index')}")
    for tree in env.get_doctree("index").findall(toctree):
        yield from ("", f"## {tree['caption']}", "")
        for name, page in tree["entries"]:
            if page in env.titles:
                title = name or env.titles[page].astext()
                place = app.builder.get_target_uri(page)
                yield f"- [{title}]({app.config.html_baseurl}{place}): {_first(env, page)}"
    yield ""


def _first(env: BuildEnvironment, page: str) -> str:
    """Return the first paragraph of a page in one line."""
    found = next(iter(env.get_doctree(page).findall(paragraph)), None)
    return "" if found is None else " ".join(found.astext().split())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the functions to Sphinx."""
    app.connect("env-updated", count)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
