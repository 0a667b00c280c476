"""Measure all parts, or one of them: ``python -m benchmarks PART``; Ctrl-C ends quietly."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from benchmarks.parts import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
