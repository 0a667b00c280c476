"""How the documentation is built."""

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
    "docs._ext.pictures",
    "docs._ext.public_links",
    "docs._ext.rule_index_page",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.extlinks",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
extlinks = {"source": ("https://github.com/twowaystreet/twowaystreet/blob/main/%s", "%s")}
exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = f"twowaystreet {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css", "rules.css"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "groupwise"
# Show a default as the source writes it: a table by its name, not by everything in it.
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "show-inheritance": True}
python_maximum_signature_line_length = 90

napoleon_google_docstring = True
napoleon_numpy_docstring = False
# An attribute that is described in the docstring of its class is not documented a second time.
napoleon_use_ivar = True

# The build uses no network, so it knows no other documentation to link to.
nitpick_ignore_regex: list[tuple[str, str]] = [
    # The language and its standard library.
    (r"py:func", r"(hash|len|max|min|print|repr|sorted|str|sum)"),
    (r"py:data", r"Ellipsis"),
    (r"py:.*", r"(collections|enum|functools|importlib|random|secrets|types|typing)(\..+)?"),
    # The libraries on which the classes are built.
    (r"py:.*", r"(attr|attrs|cattrs|typing_extensions)(\..+)?"),
    (r"py:.*", r"((hypothesis|unittest)(\..+)?|InvalidArgument)"),
    # What is private has no page: modules, classes, and type variables, whose names end in T.
    (r"py:.*", r"twowaystreet(\.\w+)*\._\w+(\..+)?"),
    (r"py:(class|obj)", r"(twowaystreet(\.\w+)*\.)?([A-Z]\w*T|[TEP])"),
    (r"py:class", r"twowaystreet\.games\.\w+\.(HandData|Table)"),
    (r"py:class", r"Captured|OngoingMatch"),
]


def trim_code(app: Sphinx, page: document) -> None:
    """Take away the empty line at the end of an example, by which doctest knows that it ends."""
    for block in page.findall(literal_block):
        text = block.astext()
        if text == block.rawsource and text.endswith("\n"):
            block.rawsource = text.rstrip("\n")
            block[:] = [Text(block.rawsource)]


def setup(app: Sphinx) -> None:
    """Connect what is defined here."""
    app.connect("doctree-read", trim_code)
