"""How the documentation is built."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from docutils.nodes import Text, literal_block

import twowaystreet

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement, document
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# The index of rules is read from code and tests, by a module of the tests.
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

project = "twowaystreet"
author = "The twowaystreet contributors"
project_copyright = "2026, The twowaystreet contributors"
release = twowaystreet.__version__
version = release

extensions = [
    "module_map",
    "myst_parser",
    "names_page",
    "overloads",  # before sphinx_autodoc_typehints, which hides them
    "pictures",
    "rule_index_page",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_autodoc_typehints",
]
# Said once for each object: that the extension must change before a later Sphinx comes.
warnings.filterwarnings("ignore", module="sphinx_autodoc_typehints", category=DeprecationWarning)
warnings.filterwarnings(
    "ignore", module="sphinx_autodoc_typehints", category=PendingDeprecationWarning
)
exclude_patterns = ["_build", "_ext"]

html_theme = "furo"
html_title = f"twowaystreet {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
# Defaults as the source says them: a table by its name, not by all that is in it.
autodoc_preserve_defaults = True
autodoc_default_options = {
    "members": True,
    "show-inheritance": True,
    # Modules import it; that it is not theirs is seen only after its docstring has been read, which
    # is no reStructuredText.
    "exclude-members": "override",
}

napoleon_google_docstring = True
napoleon_numpy_docstring = False
# An attribute that is described in the docstring of its class is not documented a second time.
napoleon_use_ivar = True

always_use_bars_union = True
typehints_defaults = "comma"
# The parameters that a generated constructor inherits have types which are named in the module of
# the base class, and need not be known in that of the class.
suppress_warnings = ["sphinx_autodoc_typehints.forward_reference"]

# The documentation is built without a network, so nothing outside it can be linked to.
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
    (r"py:(class|obj)", r"twowaystreet(\.\w+)*\.([A-Z]\w*T|[TE])"),
    (r"py:class", r"twowaystreet\.games\.\w+\.(Settled|Table)"),
]


def find_by_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: TextElement
) -> Element | None:
    """Link a name of the public face, however short, to the module that describes it."""
    target = str(node.get("reftarget", ""))
    name = target.removeprefix("twowaystreet.")
    if node.get("refdomain") != "py" or not name.isidentifier():
        return None
    python = env.domains.python_domain
    modules = [known.rpartition(".")[0] for known in python.objects if known.endswith(f".{name}")]
    public = [module for module in modules if module in python.modules]
    if len(public) != 1:
        return None
    page, kind = str(node["refdoc"]), str(node["reftype"])
    return python.resolve_xref(env, page, app.builder, kind, f"{public[0]}.{name}", node, shown)


def trim_code(app: Sphinx, page: document) -> None:
    """Take away the empty line at the end of an example, by which doctest knows that it ends."""
    for block in page.findall(literal_block):
        text = block.astext()
        if text == block.rawsource and text.endswith("\n"):
            block.rawsource = text.rstrip("\n")
            block[:] = [Text(block.rawsource)]


def setup(app: Sphinx) -> None:
    """Connect what is defined here."""
    app.connect("missing-reference", find_by_name)
    app.connect("doctree-read", trim_code)
