"""The public names, written into their page when the documentation is built.

Three lines of the page are replaced before it is read: ``{public-names}`` by a table for each
public module, ``{hooks}`` by what games of one's own fill in, ``{other-modules}`` by the rest.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from tests.public_api.listing import hooks
from tests.public_api.names import (
    PUBLIC,
    ROOT,
    Name,
    first_sentence,
    modules,
    public_names,
    said_of,
)
from twowaystreet._engine.state import GameState
from twowaystreet._views.views import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PAGE: Final = "public-api"

_DIRECTIVE: Final = re.compile(r"^\.\. auto(?:module|function|class|data):: ([\w.]+)$", re.M)
_ROLE: Final = re.compile(r":\w+:`~?([^`]+)`")
_LITERAL: Final = re.compile(r"``(.+?)``")


def as_markdown(text: str) -> str:
    """A sentence of a docstring, which is reStructuredText, as Markdown without its links."""
    return _LITERAL.sub(r"`\1`", _ROLE.sub(r"`\1`", text)).replace("|", r"\|")


def is_private(module: str) -> bool:
    """Whether a part of a module's name begins with an underscore."""
    return any(part.startswith("_") for part in module.split("."))


def first_names() -> dict[str, Name]:
    """The first public name of everything that has one, by where it is defined."""
    found: dict[str, Name] = {}
    for module in PUBLIC:
        for name in public_names(module):
            found.setdefault(name.defined_as, name)
    return found


@cache
def described() -> frozenset[str]:
    """The modules that some page describes, and the single things besides."""
    pages = (page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    return frozenset(name for page in pages for name in _DIRECTIVE.findall(page))


def link(name: Name, first: Name) -> str:
    """The name, as a link to where it is described; what nothing is said of is nowhere."""
    target = str(first) if is_private(name.home) else name.defined_as
    module = target if name.is_module else target.rpartition(".")[0]
    if not name.said or not {target, module} & described():
        return f"`{name.name}`"
    return f"{{py:{'mod' if name.is_module else 'obj'}}}`{name.name} <{target}>`"


def table(heading: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of two columns: names, and what they are."""
    lines = [f"| {heading} | what it is |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {name} | {told} |" for name, told in rows), ""])


def names() -> str:
    """For each public module a table of its names."""
    first = first_names()
    return "\n".join(
        f"### `{module}`\n\n{as_markdown(first_sentence(said_of(module)))}.\n\n"
        + table(
            "name",
            (
                (link(name, first[name.defined_as]), as_markdown(name.summary))
                for name in public_names(module)
            ),
        )
        for module in PUBLIC
    )


def hooks_of_games() -> str:
    """What games of one's own fill in or call, by the class that has it."""
    return "".join(
        f"- of {{py:class}}`{cls.__name__} <{cls.__module__}.{cls.__name__}>`: "
        + ", ".join(f"`{name}`" for name in sorted(hooks()) if name in hooks_in(cls))
        + "\n"
        for cls in (GameState, View)
    )


def hooks_in(cls: type[object]) -> set[str]:
    """What a class itself has, set or only announced."""
    return {*vars(cls), *cls.__annotations__}


def other_modules() -> str:
    """A table of the modules that are not meant for users; those that are private are left out."""
    rest = [
        module
        for module in modules()
        if module not in PUBLIC
        and not is_private(module)
        and not any(module.startswith(f"{one}.") for one in PUBLIC[1:])
        and said_of(module)
    ]
    return table(
        "module", ((f"`{module}`", as_markdown(first_sentence(said_of(module)))) for module in rest)
    )


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the names into their page."""
    if page == PAGE:
        app.env.note_reread()  # the code changes without the page
        for placeholder, text in (
            ("{public-names}\n", names()),
            ("{hooks}\n", hooks_of_games()),
            ("{other-modules}\n", other_modules()),
        ):
            source[0] = source[0].replace(placeholder, text)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what is defined here."""
    app.connect("source-read", complete)
    return {"parallel_read_safe": True}
