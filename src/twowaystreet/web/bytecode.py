"""The modules of a folder as one archive with bytecode, which the page keeps for its next start."""

from __future__ import annotations

import io
import zipfile
from importlib.util import cache_from_source
from pathlib import Path


def archive_of(folder: str) -> bytes:
    """Return a zip archive of all modules in a folder, those that were imported as bytecode.

    Python imports bytecode faster, as it compiles nothing. Another version of Python cannot import
    it.

    Args:
        folder: the folder with the packages. Imports have written the bytecode into it.
    """
    root, buffer = Path(folder), io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for source in sorted(root.rglob("*.py")):
            compiled = Path(cache_from_source(str(source)))
            found = compiled if compiled.exists() else source
            name = source.relative_to(root).with_suffix(found.suffix)
            archive.writestr(zipfile.ZipInfo(name.as_posix()), found.read_bytes())
    return buffer.getvalue()
