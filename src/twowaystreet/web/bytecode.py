"""The compiled modules of a folder as one archive, which the page keeps for its next start."""

from __future__ import annotations

import io
import sys
import zipfile
from importlib.util import source_from_cache
from pathlib import Path


def archive_of(folder: str) -> bytes:
    """Return a zip archive with the bytecode of all modules in a folder that were imported.

    Python imports the modules from the archive without the folder, and compiles nothing. Another
    version of Python does not use the archive.

    Args:
        folder: the folder with the packages. Imports have written the bytecode into it.
    """
    root, buffer = Path(folder), io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(root.rglob(f"*.{sys.implementation.cache_tag}.pyc")):
            source = Path(source_from_cache(str(path)))
            name = source.relative_to(root).with_suffix(".pyc").as_posix()
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return buffer.getvalue()
