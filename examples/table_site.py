"""A site in FastAPI: our page of a table in a frame, and beside it a panel of the site's own.

Both show the same table: a move in one is at once in the other. The panel is a WebSocket of the
site, `panel` below, which follows the table and sends what people click. The tables are in memory;
with `TableHost(SQLiteStore("tables.sqlite"))` they survive a restart. Install fastapi and the extra
web.

python examples/table_site.py --port 8000
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress
from typing import Final

import uvicorn
from fastapi import FastAPI, HTTPException, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse

from twowaystreet.games import street
from twowaystreet.table import Table, TableError, TokenError
from twowaystreet.web import TableHost, application

PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The club</title>
<link rel="icon" href="data:,">
<style>
body { margin: 1rem; font: 1rem/1.5 sans-serif; }
#room { display: flex; flex-wrap: wrap; gap: 1rem; }
#room[hidden] { display: none; }
iframe { flex: 3 1 20rem; height: 36rem; border: 0; }
section { flex: 1 1 14rem; }
ol { max-height: 16rem; overflow: auto; }
</style>
<main><h1>The club</h1>
<form id="door">
  <label>Your name <input id="name" required maxlength="20"></label> <button>Sit down</button>
</form>
<p id="refused" role="alert"></p>
<div id="room" hidden>
  <iframe id="frame" title="The table"></iframe>
  <section aria-label="The panel of the club">
    <p id="task"></p>
    <div id="moves"></div>
    <ol id="log" reversed tabindex="0" aria-label="What happened"></ol>
    <p><a id="invite">A link for a friend</a></p>
  </section>
</div></main>
<script>
const at = (id) => document.getElementById(id);
const make = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });

at("door").addEventListener("submit", async (event) => {
  event.preventDefault();
  const table = new URLSearchParams(location.search).get("table") ?? "";
  const asked = new URLSearchParams({ name: at("name").value, table });
  const answer = await fetch(`/seats?${asked}`, { method: "POST" });
  const found = await answer.json();
  at("refused").textContent = answer.ok ? "" : found.detail;
  if (answer.ok) enter(found);
});

function enter({ table, token }) {
  at("door").hidden = true;
  at("room").hidden = false;
  at("invite").href = `/?table=${table}`;
  at("frame").src = `/cards/table/#${table}.${token}&compact`;
  const socket = new WebSocket(new URL(`/panel/${table}`, location.href.replace("http", "ws")));
  socket.addEventListener("open", () => socket.send(token));
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    at("refused").textContent = message.type === "refused" ? message.text : "";
    if (message.type === "facts") draw(message, socket);
  });
}

function draw({ task, offers, events, all, number }, socket) {
  at("task").textContent = task;
  at("moves").replaceChildren(...offers.flatMap(({ moves }) => moves).map(({ move, words }) => {
    const button = make("button", words);
    const message = JSON.stringify({ do: "play", move, seen: number });
    button.addEventListener("click", () => socket.send(message));
    return button;
  }));
  if (all) at("log").replaceChildren();
  at("log").prepend(...events.map((each) => make("li", each.sentences.join(" "))).reverse());
}
</script>
</html>
"""

host = TableHost()
app = FastAPI()
app.mount("/cards", application(host, embed_in=["self"]))


@app.get("/")
async def page() -> HTMLResponse:
    return HTMLResponse(PAGE)


@app.post("/seats")
async def take_seat(name: str, table: str = "") -> dict[str, str]:
    """Let a person join a table, or a new one of two people and two bots."""
    try:
        if not table:
            rules = street.Rules(players=4)
            table = host.add(Table(street.GAME, rules, bots={2: "simple", 3: "simple"}))
        found = host.find(table)
        if found is None:
            raise HTTPException(404, "There is no such table.")
        return {"table": table, "token": found.join(name)}
    except TableError as error:
        raise HTTPException(409, str(error)) from error


@app.websocket("/panel/{table}")
async def panel(socket: WebSocket, table: str) -> None:
    """Show a table, and carry out what the person at it does; the first message is the token."""
    await socket.accept()
    with suppress(WebSocketDisconnect, TokenError, ValueError):  # it left, or sends no JSON
        token = await socket.receive_text()
        showing = asyncio.create_task(show(socket, table, token))
        try:
            while True:
                refused = await host.send(token, await socket.receive_json(), table=table)
                if refused is not None:
                    await socket.send_json(refused)
        finally:
            showing.cancel()


async def show(socket: WebSocket, table: str, token: str) -> None:
    with suppress(WebSocketDisconnect):
        try:
            async for facts in host.follow(token, table=table):
                await socket.send_json(facts)
        except TokenError as error:
            await socket.close(4401, str(error))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    uvicorn.run(app, port=parser.parse_args().port, access_log=False, ws_max_size=2000)
