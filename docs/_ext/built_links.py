"""The links of the built pages: where the source of a thing leads back to, and which are dead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from sphinx.util.logging import getLogger

from docs._ext.public_names import public_path

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

SOURCES: Final = "_modules/"
_BACK: Final = re.compile(
    r'(<div class="viewcode-block" id="(?P<name>[^"]*)">\n)<a class="viewcode-back".*?</a>\n'
)
_LINK: Final = re.compile(r'(?:<a\b[^>]*?\shref="|; ?url=)([^"]*)"')  # also of a page that moved
_PLACE: Final = re.compile(r'<[^>]*?\s(?:id|name)="([^"]*)"')


def leave_out(app: Sphinx, env: BuildEnvironment) -> None:
    """Take modules without source out of the list of sources, where Sphinx links to them."""
    sources = vars(env).get("_viewcode_modules", {})
    for module in [name for name, entry in sources.items() if not entry]:
        del sources[module]


# Any: what the template of a page may use.
def lead_back(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: document | None
) -> None:
    """Let the source of each thing lead to the entry of its first public name.

    Sphinx takes all things of a file for those of one public module.
    """
    if not page.startswith(SOURCES):
        return
    module = page.removeprefix(SOURCES).replace("/", ".")
    entries = app.env.domains.python_domain.objects

    def to_entry(found: re.Match[str]) -> str:
        entry = entries.get(public_path(f"{module}.{found['name']}") or "")
        if entry is None:
            return found[0]
        place = f"{app.builder.get_relative_uri(page, entry.docname)}#{entry.node_id}"
        return f'{found[1]}<a class="viewcode-back" href="{place}">[docs]</a>\n'

    context["body"] = _BACK.sub(to_entry, context["body"])


def dead(folder: Path) -> list[str]:
    """Return the links of the pages in a folder that lead to no file, or to no place of a page."""
    pages = {path: path.read_text("utf-8") for path in folder.rglob("*.html")}
    places = {path: set(_PLACE.findall(text)) for path, text in pages.items()}
    found: list[str] = []
    for path, text in pages.items():
        for link in sorted(set(_LINK.findall(text))):
            parts = urlsplit(unquote(link))
            goal = (path.parent / parts.path).resolve() if parts.path else path
            if parts.scheme or parts.netloc or (goal.exists() and not parts.fragment):
                continue
            if goal not in places or parts.fragment not in places[goal]:
                found.append(f"{path.relative_to(folder)}: {link}")
    return found


def check(app: Sphinx, error: Exception | None) -> None:
    """Warn about dead links after a build of HTML without errors."""
    if error is None and app.builder.format == "html":
        for link in dead(Path(app.outdir).resolve()):
            getLogger(__name__).warning("a dead link: %s", link)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the functions to Sphinx; the check comes after what other extensions write."""
    app.connect("env-updated", leave_out)
    app.connect("html-page-context", lead_back)
    app.connect("build-finished", check, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
