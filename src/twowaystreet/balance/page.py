"""The page of reports and comparisons: one file without scripts, light and dark.

Matplotlib draws its figures, whose colours are those of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from io import StringIO
from os.path import commonprefix
from string import Template
from typing import Any, Final

import numpy as np

from twowaystreet._util.faults import needing
from twowaystreet.balance.reports import Comparison, Report
from twowaystreet.balance.sums import Measure, rounded
from twowaystreet.errors import RulesError

_PAYOFF, _SHARE = "payoff", "share of seats"
_GROUPS: Final = {
    "places": ("Order of speaking", _PAYOFF),
    "points": ("Points of a hand", _SHARE),
    "length": ("Length of hands", ""),
    "moves": ("Legal moves", ""),
    "information": ("What the seat to move does not know", "bits"),
    "skill": ("Luck and skill", _PAYOFF),
}
"""The titles of groups, if they have no usual ones, and the units of their figures."""
_DRAWN: Final = ("payoff.", "points.", "information.", "gain.")  # other names stand in the table
_COLOURS: Final = {"#010203": "ink", "#010204": "faint", "#010205": "first", "#010206": "second"}
"""Colours that stand for variables of the style sheet, which differ in the dark."""
_INK, _FAINT, *_SERIES = _COLOURS


def page(*found: Report | Comparison) -> str:
    """Return a page about reports and comparisons, as a file of HTML that needs nothing else.

    Args:
        *found: the reports and the comparisons, in this order.

    Raises:
        RulesError: if there is none.

    >>> from twowaystreet import balance
    >>> text = page(balance.report("twos", hands=100, matches=1, information=0))
    >>> "<script" in text, text.count("<svg")
    (False, 2)
    """
    if not found:
        raise RulesError("found", found, "a report or a comparison")
    first = found[0].first if isinstance(found[0], Comparison) else found[0]
    body = "\n".join(line for number, each in enumerate(found) for line in _about(number, each))
    text = (resources.files("twowaystreet.balance") / "page.html").read_text("utf-8")
    return Template(text).substitute(title=escape(f"Balance of {first.title}"), body=body)


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
    told = dict.fromkeys([*found.sentences(), *(one for each in reports for one in each.unused)])
    yield f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in told)}</ul>"
    yield '<div class="groups">'
    groups = dict.fromkeys(each.group for report in reports for each in report.measures)
    for at, group in enumerate(groups):
        series = [[each for each in report.measures if each.group == group] for report in reports]
        drawn = [[each for each in one if each.name.startswith(_DRAWN)] for one in series]
        table = "".join(_table(labels, series))
        title, unit = _GROUPS.get(group, (escape(group.capitalize()), _PAYOFF))
        if any(drawn):
            figure = _figure(drawn, unit, title, f"figure-{number}-{at}")
            yield f"<section><h2>{title}</h2><figure>{figure}</figure><details>"
            yield f"<summary>{title} as data</summary>{table}</details></section>"
        else:
            yield f"<section class=plain><h2>{title}</h2>{table}</section>"
    yield "</div></section>"


def _table(labels: Sequence[str], series: Sequence[Sequence[Measure]]) -> Iterator[str]:
    named = [{each.name: each for each in measures} for measures in series]
    both, more = " class=both" * (len(labels) > 1), 'scope="col" class=more'
    yield f'<div class="wide"><table{both}><thead><tr><th scope="col">measure</th>'
    for text in labels:
        yield f'<th scope="col">{escape(text)}</th><th {more}>95 %</th><th {more}>of</th>'
    yield "</tr></thead><tbody>"
    for name in dict.fromkeys(name for each in named for name in each):
        words = next(each[name].words for each in named if name in each)
        yield f'<tr><th scope="row">{escape(words)}</th>'
        for each in named:
            value, ends, of = "never", "", ""
            if found := each.get(name):
                value = rounded(found.value, found.error)
                ends = f"{found.low:.3g} to {found.high:.3g}" if found.low < found.high else "–"
                of = f"{found.count} {found.of}".removesuffix(" hands")
            yield f"<td>{value}</td><td class=more>{ends}</td><td class=more>{of}</td>"
        yield "</tr>"
    yield "</tbody></table></div>"


def _figure(series: Sequence[Sequence[Measure]], unit: str, words: str, start: str) -> str:
    """Return a figure as SVG with the measures of a group; the names in it have a start."""
    names = {each.name: each.words for measures in series for each in measures}
    shared = commonprefix([*names.values()]).rfind(" ") + 1  # noqa: RUF071 - of characters
    with needing("analysis", "page"):  # processes, and reports without a page, lack it
        import matplotlib  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415

    plots: Any = matplotlib  # Any: it lists the words of all settings
    look = resources.files("twowaystreet.balance") / "page.mplstyle"
    with resources.as_file(look) as path, plots.rc_context(fname=path):
        size = 4.6, max(1.6, 0.5 + 0.24 * len(names))
        drawn: Any = Figure(figsize=size, layout="constrained")  # Any: its methods have few types
        axes = drawn.add_subplot()
        for number, (colour, measures) in enumerate(zip(_SERIES, series, strict=False)):
            shift = (number - (len(series) - 1) / 2) * 0.36
            places = [[*names].index(each.name) + shift for each in measures]
            values = [each.value for each in measures]
            ends = [[each.value - each.low, each.high - each.value] for each in measures]
            form = {"fmt": "o", "color": colour}
            if unit == _SHARE:
                axes.barh(places, values, 0.8 / len(series), color=colour)
                form = {"fmt": "none", "ecolor": _INK}
            axes.errorbar(values, places, xerr=np.nan_to_num(np.transpose(ends)), **form)
        axes.set_yticks(range(len(names)), [each[shared:] for each in names.values()])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(unit)
        if unit == _PAYOFF:
            axes.axvline(0, color=_FAINT, linewidth=1)
        found = StringIO()
        drawn.savefig(found, format="svg", transparent=True, metadata={"Date": None})
    text = found.getvalue()
    for colour, variable in _COLOURS.items():
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r'id="|"#|url\(#', lambda each: f"{each[0]}{start}-", text)
    text = text[text.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
