"""Sphinx configuration of the documentation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from docutils.nodes import Text, literal_block

import twowaystreet

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "twowaystreet"
author = "The twowaystreet contributors"
project_copyright = "2026, The twowaystreet contributors"
release = twowaystreet.__version__
version = release

extensions = [
    "docs._ext.built_links",
    "docs._ext.layouts",
    "docs._ext.messages",
    "docs._ext.page_list",
    "docs._ext.pictures",
    "docs._ext.play_page",
    "docs._ext.public_links",
    "docs._ext.rule_index_page",
    "docs._ext.terms",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.extlinks",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_reredirects",
]
extlinks = {"source": ("https://github.com/twowaystreet/twowaystreet/blob/main/%s", "%s")}
exclude_patterns = ["_build", "_ext"]

# Addresses of pages that are parts of other pages now.
redirects = {
    "comparison": "performance.html",
    "embedding": "tables.html",
    "observations": "train-a-player.html#numbers-of-moves",
    "ratings": "score-real-cards.html#ratings",
    "review-a-game": "saving.html#review-a-game",
    "test-your-bot": "write-a-bot.html#test-it",
    "tests-of-frameworks": "train-a-player.html#environments-of-other-projects",
    "tune-a-rule": "compiled-playouts.html#tune-a-rule-of-thumb",
}

html_theme = "furo"
html_title = f"twowaystreet {release}"
html_logo = "_static/logo.svg"
html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["pages.css", "rules.css"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "groupwise"
# Show a default as in the source: a table by its name, without its content.
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "show-inheritance": True}
python_maximum_signature_line_length = 90

napoleon_google_docstring = True
napoleon_numpy_docstring = False
# Do not document an attribute again if the docstring of its class describes it.
napoleon_use_ivar = True

# The build uses no network, so it knows no other documentation to link to.
nitpick_ignore_regex: list[tuple[str, str]] = [
    # The language and its standard library.
    (r"py:func", r"(hash|len|max|min|print|repr|sorted|str|sum)"),
    (r"py:data", r"Ellipsis"),
    # Annotations of fields, which the pages show as they stand in the code.
    (
        r"py:class",
        r"(Role|T|PLAYERS|BOOKS|TRICKS|most_\w+|MOST_\w+|(Per|Card|Seat|Annotated|AtMost|Between).*)",
    ),
    # Aliases, which the pages show as they stand in the code.
    (r"py:class", r"AnyView|Bot|Engine|Mask|Prior|Searched|ViewValue|Weights|np\..+|npt\..+"),
    (r"py:class", r"starlette\..+"),
    (
        r"py:.*",
        r"(abc|collections|concurrent|datetime|enum|fractions|functools|importlib|os|random|secrets|types"
        r"|typing)"
        r"(\..+)?",
    ),
    # The libraries that the package uses.
    (r"py:.*", r"(attr|attrs|cattrs|gymnasium|numpy|pettingzoo|typing_extensions)(\..+)?"),
    (r"py:.*", r"((hypothesis|unittest)(\..+)?|InvalidArgument)"),
    # Private modules and classes, and type variables (with names in T), have no page.
    (r"py:.*", r"twowaystreet(\.\w+)*\._\w+(\..+)?"),
    (r"py:(class|obj)", r"(twowaystreet(\.\w+)*\.)?([A-Z]\w*T|[TEP])"),
    (r"py:class", r"twowaystreet\.games(\.\w+)+\.(HandData|ToldState)"),
    (
        r"py:class",
        r"Captured|Hands|(twowaystreet\.testing\.playouts\.)?Playout|twowaystreet\.fast\.kernel\.Tables",
    ),
]


def trim_code(app: Sphinx, page: document) -> None:
    """Remove the empty line at the end of an example, which only doctest needs."""
    for block in page.findall(literal_block):
        text = block.astext()
        if text == block.rawsource and text.endswith("\n"):
            block.rawsource = text.rstrip("\n")
            block[:] = [Text(block.rawsource)]


def skip_linked_view(
    app: Sphinx, owner: str, name: str, member: object, skip: bool, options: object
) -> bool | None:
    """Skip the view class that a state class links to; the module describes it."""
    return True if owner == "class" and name == "View" else None


def setup(app: Sphinx) -> None:
    """Connect the functions to Sphinx."""
    app.connect("doctree-read", trim_code)
    app.connect("autodoc-skip-member", skip_linked_view)
