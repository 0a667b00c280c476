"""Requests to an ASGI application, one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.web.hosting import Answer, Site
from twowaystreet.web.server import TELLS  # hosting skips where the extra is missing

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["Answer", "Asker"]


class Asker:
    """A person with a token who sends requests; an empty one stands for none."""

    def __init__(self, app: Starlette, token: str = "") -> None:
        self._site = Site(app)
        self.token = token

    def ask(self, method: str, path: str, body: object = None, query: str = "") -> Answer:
        """Send a request with JSON, or with bytes as they are."""

        async def asked() -> Answer:
            answer = await self._site.answer(method, path, self.token, body, query)
            telling = [each for each in asyncio.all_tasks() if each.get_name() == TELLS]
            await asyncio.gather(*telling)  # their threads would go on beside the test
            return answer

        return asyncio.run(asked())
