"""Use both games in every part of the library; print what people see as JSON."""

from __future__ import annotations

import json
import random

from click.testing import CliRunner

import twowaystreet as tws
from twowaystreet import arena, svg
from twowaystreet._cli.commands import command
from twowaystreet._page.engine import Engine
from twowaystreet._page.viewers import PageLook, Viewer
from twowaystreet.players import MonteCarlo, has_rule_of_thumb, simple
from twowaystreet.table import Table

seen = {}
for name in ("knaves", "last_trick"):
    game = tws.GAMES[name]
    rng = random.Random(1)
    record = tws.Record(game.new_game())
    while not record.state.hand_over:
        state = record.state
        view = None if state.needs_deal else tws.view(state, state.actor)
        move = tws.shuffle(state, rng) if view is None else simple(view, rng)
        record = record.play(move)
    assert tws.Record.from_text(record.to_text()) == record
    middle = record.state_at(20 if name == "knaves" else 7)
    view = tws.view(middle, middle.actor)
    worlds = tws.worlds(view)
    assert tws.view(worlds.sample(rng), middle.actor) == view
    assert MonteCarlo(worlds=3)(view, rng) in tws.legal_moves(view)
    results = arena.play(game, {"simple": simple, "at_random": "at_random"}, deals=4)
    bots = dict.fromkeys(range(1, record.start.rules.seats), "simple")
    table = Table(game, bots=bots)
    engine, ann = Engine(table), table.join("Ann")
    page = Viewer()
    page.change(PageLook())
    shown = engine.news(ann, page) or {}
    command_line = CliRunner()
    outputs = {}
    for words in (["play", name, "--auto", "--seed", "3"], ["games", name]):
        outputs[words[0]] = command_line.invoke(command, words).output
    words = ["play", name, "--seed", "3"]
    rules = command_line.invoke(command, words, input="deal\nrules\nhint\n")
    seen[name] = {
        "rule": has_rule_of_thumb(game),
        "text": str(view),
        "picture": svg.table(view),
        "ahead": results.difference("simple", "at_random")[0],
        "page": shown["title"],
        "help": shown["help"],
        "played": outputs["play"],
        "game": outputs["games"],
        "rules": rules.output,
    }
    try:
        from twowaystreet import fast
        from twowaystreet.fast.openings import OpeningFinder
    except ImportError:
        continue
    start = game.new_game()
    seen[name]["compiled"] = OpeningFinder("random").of(start) is not None
    for policy in ("random", "simple"):
        points = fast.playouts(start, 3, seed=5, policy=policy).points
        for playout in range(3):
            last = start
            for move in fast.playout_moves(start, playout, seed=5, policy=policy):
                last = tws.apply(last, move)
            assert tuple(points[0][playout]) == tws.score_hand(last).points
print(json.dumps(seen))
