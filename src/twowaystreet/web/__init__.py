"""Tables in browsers: the server, as an application for any ASGI server or site.

It is the extra ``web``. A :class:`TableHost` has the tables, and :func:`application` serves them:

>>> from twowaystreet.games import duel
>>> from twowaystreet.table import Table
>>> host = TableHost()
>>> table = Table(duel.GAME, bots={1: "simple"})
>>> name, ann = host.add(table), table.join("Ann")
>>> app = application(host)  # uvicorn.run(app), and the page of Ann is /table/#NAME.TOKEN
"""

from twowaystreet._util.faults import needing
from twowaystreet._util.publishing import publish

with needing("web", __name__):
    from twowaystreet.web.clocks import Clock
    from twowaystreet.web.hosts import TableHost
    from twowaystreet.web.limits import Limits
    from twowaystreet.web.server import application

__all__ = ["Clock", "Limits", "TableHost", "application"]
publish(__name__)
