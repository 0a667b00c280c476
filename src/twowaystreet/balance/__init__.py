"""Reports for inventors of games: who is better off, what is chosen, and what a rule changes.

The extra ``analysis`` installs what this package needs. The page :doc:`/balance` defines the
measures.
"""

from __future__ import annotations

from twowaystreet._util.faults import needing
from twowaystreet._util.publishing import publish

with needing("analysis", __name__):
    from twowaystreet.balance.hands import Rows
    from twowaystreet.balance.page import page
    from twowaystreet.balance.reports import Comparison, Report, document
    from twowaystreet.balance.running import Settings, compare, report
    from twowaystreet.balance.sums import Measure

__all__ = [
    "Comparison",
    "Measure",
    "Report",
    "Rows",
    "Settings",
    "compare",
    "document",
    "page",
    "report",
]
publish(__name__)
