"""The page of reports and comparisons: one file without scripts, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from twowaystreet.balance.figures import figure
from twowaystreet.balance.measures import Measure, rounded
from twowaystreet.balance.reports import Comparison, Report

_TITLES: Final = {
    "seats": "Seats",
    "places": "Order of speaking",
    "points": "Points of a hand",
    "length": "Length of hands",
    "matches": "Matches",
    "moves": "Legal moves",
    "information": "What the seat to move does not know",
    "skill": "Luck and skill",
}
_MOST: Final = 12  # sentences that a page shows at once
_UNITS: Final = {"points": "share of hands", "information": "bits"}
_PLAIN: Final = ("length", "matches", "moves")  # without figures
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c1c1c; --faint: #b4b4b4; --paper: #fcfcfa;
  --first: #1f6fb4; --second: #c2571a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e2; --faint: #5c5c5c; --paper: #181a1b;
  --first: #6cb2ee; --second: #f0965a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 0 auto; padding: 1rem; max-width: 72rem; }
h1, h2 { line-height: 1.2; } h1 { margin-bottom: 0; } section section { break-inside: avoid; }
.groups { display: grid; gap: 1rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
svg { width: 100%; height: auto; max-width: 36rem; }
.plain { grid-column: 1 / -1; } figure { margin: 0; } .wide { overflow-x: auto; }
summary { cursor: pointer; padding: .5rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--faint);
  vertical-align: top; } td { white-space: nowrap; }
.first::before, .second::before { content: "\\25cf\\a0"; }
.first::before { color: var(--first); } .second::before { color: var(--second); }
"""


def page(*found: Report | Comparison) -> str:
    """Return a page about reports and comparisons, as a file of HTML that needs nothing else.

    Args:
        *found: the reports and the comparisons, in this order.

    >>> from twowaystreet import balance
    >>> text = page(balance.report("twos", hands=100, matches=1, information=0))
    >>> "<script" in text, text.count("<svg")
    (False, 2)
    """
    first = found[0].first if isinstance(found[0], Comparison) else found[0]
    title = f"Balance of {first.title}"
    body = "\n".join(line for number, each in enumerate(found) for line in _about(number, each))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def _about(number: int, found: Report | Comparison) -> Iterator[str]:
    reports = [found.first, found.second] if isinstance(found, Comparison) else [found]
    first = reports[0]
    labels = [each.label or f"{each.seats} players" for each in reports]
    yield f"<section><p>{first.hands} hands of {escape(first.player)}, "
    yield f"{first.seats} players, seed {first.seed}, version {first.version}. "
    yield "Each measure has its standard error; figures show intervals of 95 %.</p>"
    if len(reports) > 1:
        keys = zip(("first", "second"), labels, strict=True)
        yield f"<p>{'; '.join(f'<b class={key}>{escape(text)}</b>' for key, text in keys)}</p>"
    told = [*found.sentences()]
    yield from _list(told[:_MOST])
    if more := told[_MOST:]:
        yield from (f"<details><summary>{len(more)} more</summary>", *_list(more), "</details>")
    yield '<div class="groups">'
    parts = [each.in_groups() for each in reports]
    groups = dict.fromkeys(group for part in parts for group in part)
    drawn = {
        group: [[each for each in part.get(group, []) if _is_drawn(each)] for part in parts]
        for group in groups
    }
    for group in sorted(groups, key=lambda group: not any(drawn[group])):
        table = _table(labels, [part.get(group, []) for part in parts])
        title = escape(_TITLES.get(group, group.capitalize()))
        yield f"<section{'' if any(drawn[group]) else ' class=plain'}><h2>{title}</h2>"
        if any(drawn[group]):
            series, unit = zip(labels, drawn[group], strict=True), _UNITS.get(group, "payoff")
            yield f"<figure>{figure(group, [*series], unit, title, number)}</figure>"
            yield from (f"<details><summary>{title} as data</summary>", *table, "</details>")
        else:
            yield from table
        yield "</section>"
    yield "</div></section>"


def _list(sentences: Iterable[str]) -> Iterator[str]:
    yield from ("<ul>", *(f"<li>{escape(each)}</li>" for each in sentences), "</ul>")


def _is_drawn(each: Measure) -> bool:
    return each.name != "skill" and each.group not in _PLAIN and each.name[:5] not in _SHARES


_SHARES: Final = ("share", "wins.")  # of choices, which stand in the table


def _table(labels: Sequence[str], series: Sequence[Sequence[Measure]]) -> Iterator[str]:
    named = [{each.name: each for each in measures} for measures in series]
    yield '<div class="wide"><table><thead><tr><th scope="col">measure</th>'
    for text in labels:
        yield f'<th scope="col">{escape(text)}</th><th scope="col">95 %</th><th scope="col">of</th>'
    yield "</tr></thead><tbody>"
    for name in dict.fromkeys(name for each in named for name in each):
        words = next(each[name].words for each in named if name in each)
        yield f'<tr><th scope="row">{escape(words)}</th>'
        for each in named:
            if (found := each.get(name)) is None:
                yield '<td colspan="3">never</td>'
                continue
            of = f"{found.count} {found.of}" if found.of != "hands" else f"{found.count}"
            yield f"<td>{rounded(found.value, found.error)}</td>"
            yield f"<td>{found.low:.3g} to {found.high:.3g}</td><td>{of}</td>"
        yield "</tr>"
    yield "</tbody></table></div>"
