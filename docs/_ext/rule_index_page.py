"""The index of rules, written into its page when the documentation is built.

It works on the text of the pages before they are read: the line ``{rule-index}`` becomes a table,
and each rule on the other pages becomes a target that the table links to. So the modules of Sphinx
are needed for the types alone.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from tests.rule_index import PAGES, RULE, Place, Rule, rules

if TYPE_CHECKING:
    from docutils.nodes import TextElement
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

PAGE: Final = "rules-index"
PLACEHOLDER: Final = "{rule-index}\n"


def _code(place: Place) -> str:
    """The place, as a reference: a link if there is something about it to link to."""
    return f"{{py:obj}}`{str(place).removeprefix('twowaystreet.')} <{place}>`"


def _tests(places: tuple[Place, ...]) -> str:
    """The tests, by the file that they stand in."""
    return "; ".join(
        f"{path}: " + ", ".join(f"`{place.name}`" if place.name else "all" for place in group)
        for path, group in groupby(places, key=lambda place: place.path)
    )


def _row(rule: Rule) -> str:
    # Whole modules only speak of a rule; they are shown if nothing in them does.
    code = [place for place in rule.code if place.name] or rule.code
    cells = (f"[{rule.name}](#{rule.name.lower()})", rule.mark, ", ".join(map(_code, code)))
    return f"| {' | '.join(cells)} | {_tests(rule.tests)} |"


def table() -> str:
    """The index, in Markdown: rule, mark, code, tests."""
    return "\n".join(
        ("| rule | mark | code | tests |", "| --- | --- | --- | --- |", *map(_row, rules()), "")
    )


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the index into its page, and targets before the rules of the others."""
    if page == PAGE:
        app.env.note_reread()  # code and tests change without the page
        source[0] = source[0].replace(PLACEHOLDER, table())
    elif page in PAGES.values():
        source[0] = RULE.sub(lambda rule: f"({rule['name'].lower()})=\n{rule[0]}", source[0])


def without_link(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: TextElement
) -> TextElement | None:
    """Show the name of what the reference leaves out, such as private names, without a link."""
    return shown if node.get("refdoc") == PAGE and node.get("refdomain") == "py" else None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what is defined here."""
    app.connect("source-read", complete)
    app.connect("missing-reference", without_link)
    return {"parallel_read_safe": True}
