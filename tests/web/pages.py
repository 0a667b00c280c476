"""A page without a browser: it takes the messages of the engine, and knows what a page shows."""

import json
from collections.abc import Mapping
from typing import Any

from tests.web.wire import checked
from twowaystreet._page.engine import Engine, read
from twowaystreet._page.viewers import PageLook, Viewer, message_text
from twowaystreet.table import Table

WIDE = PageLook(width=1280, height=700)
PHONE = PageLook(width=360, height=596)


def moves_in(facts: Mapping[str, Any]) -> list[str]:
    """Return the moves that a page offers. Any: JSON."""
    form: dict[str, list[Any]] = facts.get("form") or {}
    cards = [each if isinstance(each, str) else each["move"] for each in form.get("moves", [])]
    return [each["move"] for each in form.get("options", [])] + cards


class FakePage:
    """A page that applies the differences of scenes."""

    def __init__(self, engine: Engine, token: str, look: PageLook = WIDE) -> None:
        self.engine = engine
        self.token = token
        self.viewer = Viewer()
        self.viewer.change(look)
        self.items: dict[str, dict[str, Any]] = {}
        self.arts: dict[str, str] = {}
        self.facts: dict[str, Any] = {}
        self.log: list[str] = []
        self.holds: list[str] = []
        self.scenes = 0
        self.size = (0.0, 0.0)
        self.update()

    @property
    def table(self) -> Table:
        return self.engine.table

    def update(self) -> dict[str, Any] | None:
        """Get the news, and apply them; return the message."""
        found = self.engine.news(self.token, self.viewer)
        if found is None:
            return None
        message: dict[str, Any] = checked(message_text(found))
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        for step in message["steps"]:
            self.log += step.get("log", [])
            self.holds.append(step.get("hold", ""))
            if scene := step.get("scene"):
                self.scenes += 1
                if scene.get("new"):
                    self.items = {}
                    self.size = scene["width"], scene["height"]
                self.arts |= scene.get("arts", {})
                for name in scene.get("gone", []):
                    del self.items[name]
                for name, values in scene.get("set", {}).items():
                    self.items[name] = {**self.items.get(name, {}), **values}
                    if "art" in values:
                        self.items[name]["art"] = self.arts[str(values["art"])]
        facts = {key: value for key, value in message.items() if key != "steps"}
        if "tricks" in facts:
            kept = self.facts.get("tricks", [])[: facts["tricks"]["at"]]
            facts["tricks"] = [*kept, *facts["tricks"]["list"]]
        self.facts |= facts

    def send(self, move: str) -> str | None:
        """Make a move; return the refusal, if there is one."""
        about = {"do": "play", "move": move, "seen": self.table.last_number}
        return self.receive(json.dumps(about))

    def receive(self, text: str) -> str | None:
        """Send any text; return the refusal, if there is one."""
        refusal = self.engine.carry_out(self.token, self.viewer, read(text))
        self.update()
        return refusal

    @property
    def moves(self) -> list[str]:
        return moves_in(self.facts)

    def shown(self) -> str:
        return json.dumps([self.items, self.facts, self.log], sort_keys=True)
