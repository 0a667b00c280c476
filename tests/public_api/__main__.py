"""Write down the public face as it is now: ``python -m tests.public_api``."""

from __future__ import annotations

from tests.public_api.listing import FILE, listing

if __name__ == "__main__":
    FILE.write_text(listing(), encoding="utf-8")
    print(f"written: {FILE}")
