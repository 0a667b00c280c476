"""The moving picture of a hand: one SVG that its style sheet moves.

Players by a rule of thumb play the first tricks of a deal. The picture has each card once; key
frames take it from place to place. Readers who prefer no motion see the picture of one moment.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import twowaystreet as tws
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.sentences import Happening, sentences_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.records.seat_records import event_of
from twowaystreet.players import simple
from twowaystreet.svg.elements import at, document, number, text
from twowaystreet.svg.geometry import LARGE, SMALL, CardPlace, fitted
from twowaystreet.svg.scene import Item, Scene
from twowaystreet.svg.stage import MostCards, scene_of

SIZES: Final = {"wide": (720, 480), "narrow": (400, 520)}
"""The sizes for screens and for phones."""
SEED: Final = 7
SEAT: Final = 0
_FLIGHT: Final = 0.55
"""The seconds that a card is on its way."""
_BRIEF: Final = 0.02
_READ: Final = 1.5
_LAST: Final = 3.0
_WORDS: Final = 14.0
_DEALT: Final = "The cards are dealt."


class Frame(NamedTuple):
    """A moment: what lies on the table, with a sentence and the seconds until the next one."""

    items: Mapping[str, Item]
    words: str
    seconds: float = _READ
    taken: bool = False


class Pose(NamedTuple):
    """Where a drawing is, and whether it is seen."""

    x: float
    y: float
    angle: float
    scale: float
    seen: bool = True

    @property
    def css(self) -> str:
        """The place as a value of the style sheet."""
        x, y, turn = map(number, (self.x, self.y, self.angle))
        return f"translate({x}px,{y}px) rotate({turn}deg) scale({self.scale:.3g})"


def moving(game: str, names: Sequence[str], tricks: int) -> str:
    """Return the pictures of the first tricks of a hand, one of each size."""
    return "".join(
        f'<div class="{name}">{_picture(name, game, names, tricks)}</div>' for name in SIZES
    )


def _picture(size: str, game: str, names: Sequence[str], tricks: int) -> str:
    scene, frames = _frames(game, names, tricks, SIZES[size])
    tracks = list(_tracks(frames))
    still = next(place for place, frame in enumerate(frames) if frame.taken)
    starts = [0.0]
    for frame in frames:
        starts.append(starts[-1] + frame.seconds)
    styles: list[str] = []
    parts: list[str] = []
    for order, (item, poses) in enumerate(tracks):
        mark = f"move-{size}{order}"
        pose = poses[still]
        changes = len({*poses}) > 1
        name = f' class="{mark}"' if changes else ""
        place = at(CardPlace(pose.x, pose.y, pose.angle), pose.scale)
        hidden = "" if pose.seen else ' opacity="0"'
        parts.append(f"<g{name}{place}{hidden}>{_art(item)}</g>")
        if changes:
            styles.append(_keyframes(mark, poses, starts))
    picture = document(
        scene.places.whole,
        parts,
        title=f"{tws.GAMES[game].title}: the first {tricks} tricks of a hand",
        words=" ".join(dict.fromkeys(frame.words for frame in frames)),
    )
    every = f'[class^="t-move-{size}"]{{animation:{number(starts[-1])}s ease-in-out infinite}}'
    rules = "".join((*styles, every))
    motion = f"<style>@media (prefers-reduced-motion:no-preference){{{rules}}}</style>"
    return picture.replace("<defs>", f"{motion}<defs>", 1)


def _art(item: Item) -> str:
    return item.art.replace('class="card"', 'class="idle"') if item.dim else item.art


def _frames(
    game: str, names: Sequence[str], tricks: int, size: tuple[int, int]
) -> tuple[Scene, list[Frame]]:
    """Play the first tricks of a hand, and return its last scene and its moments."""
    player = tws.GAMES[game]
    display = display_of(player)
    rng = random.Random(SEED)
    rules = (
        player.Rules() if player.Rules().seats == len(names) else player.Rules(players=len(names))
    )
    state: tws.AnyState = player.new_game(rules)
    seen = tws.view(state, SEAT)
    scene = _scene(TableFacts(seen, names), display, size)
    frames = [Frame(scene.by_name(), _DEALT)]
    state = tws.apply(state, tws.shuffle(state, rng))
    seen = tws.view(state, SEAT)
    scene = _scene(TableFacts(seen, names), display, size)
    frames.append(Frame(scene.by_name(), _DEALT))
    while (seat := state.actor) is not None and len(display.tricks(seen)) < tricks:
        before = seen
        move = simple(tws.view(state, seat), rng)
        event = event_of(state, move, SEAT)
        state, seen = tws.apply(state, move), event.view
        told = sentences_of(display, Happening(before, event), names, None)
        facts = TableFacts(seen, names)
        scene = _scene(facts, display, size)
        frames.append(Frame(scene.by_name(), told[0]))
        if facts.taker is not None:
            frames.append(Frame(scene.by_name(), told[1], taken=True))
            scene = _scene(facts.without_past(), display, size)
            frames.append(Frame(scene.by_name(), told[1], 0.9))
    frames[-1] = frames[-1]._replace(seconds=_LAST)
    return scene, [_with_words(frame, scene) for frame in frames]


def _scene(facts: TableFacts, display: AnyDisplay, size: tuple[int, int]) -> Scene:
    room = MostCards(
        hand=display.hand_size,
        shelf=display.shelf_size,
        own_shelf=display.own_shelf_size,
        slot=display.slot_size,
        plays_from_shelf=len(display.hand_names) > 1,
    )
    return scene_of(facts, *size, room=room)


def _with_words(frame: Frame, scene: Scene) -> Frame:
    """Return a moment with its sentence on the table."""
    box = scene.places.prompt
    shown = fitted(frame.words, box.width, _WORDS, bold=True)
    art = text(shown, 0, 0, "name lit m")
    x, y = box.center
    words = Item(name="words", x=x, y=y + 5, z=400, art=art)
    return frame._replace(items={**frame.items, "words": words})


def _tracks(frames: Sequence[Frame]) -> Iterator[tuple[Item, list[Pose]]]:
    """Yield each drawing with its poses in all moments, the lowest drawings first."""
    drawings: dict[tuple[str, str], Item] = {}
    for frame in frames:
        for name, item in frame.items.items():
            known = drawings.setdefault((name, _art(item)), item)
            if item.z > known.z:
                drawings[name, _art(item)] = item
    for (name, art), item in sorted(drawings.items(), key=lambda pair: pair[1].z):
        yield item, _poses(name, art, frames)


def _poses(name: str, art: str, frames: Sequence[Frame]) -> list[Pose]:
    """Return where a drawing is in each moment: before it comes, and when it has gone, too."""
    own = _height(art)
    found: list[Pose | None] = []
    for frame in frames:
        item = frame.items.get(name)
        if item is None:
            found.append(None)
        else:
            scale = item.scale * _height(_art(item)) / own
            found.append(Pose(item.x, item.y, item.angle, scale, _art(item) == art))
    first = next(place for place, pose in enumerate(found) if pose)
    start = _gone(frames[first].items[name].origin, found[first], frames[first])
    poses = [start] * first
    last = frames[first].items[name]
    for frame, pose in zip(frames[first:], found[first:], strict=True):
        if pose:
            last = frame.items[name]
            poses.append(pose)
        else:
            here = poses[-1]
            poses.append(_gone(last.goal, here, frame) if here.seen else here)
    return poses


def _gone(place: str, pose: Pose | None, frame: Frame) -> Pose:
    """Return an unseen pose at the place that a card comes from or goes to."""
    assert pose
    there = frame.items.get(place)
    if there is None:
        return pose._replace(seen=False)
    return Pose(there.x, there.y, 0, pose.scale * 0.5, seen=False)


def _height(art: str) -> float:
    return (SMALL if 'href="#{}m' in art else LARGE).height


def _keyframes(name: str, poses: Sequence[Pose], starts: Sequence[float]) -> str:
    """Return the key frames of a drawing: two for each change, before and after it."""
    places = [(0.0, poses[0].css)]
    sights = [(0.0, poses[0].seen)]
    for (before, after), begin in zip(pairwise(poses), starts[1:], strict=False):
        end = begin + _FLIGHT
        stays = before.css == after.css
        if not stays:
            places += [(begin, before.css), (end, after.css)]
        if before.seen != after.seen:
            change = begin if after.seen or stays else end - _BRIEF
            sights += [(change, before.seen), (change + _BRIEF, after.seen)]
    whole = starts[-1]
    frames = [f"{_percent(when, whole)}{{transform:{css}}}" for when, css in places]
    frames += [f"{_percent(when, whole)}{{opacity:{seen:d}}}" for when, seen in sights]
    frames += [f"100%{{transform:{places[-1][1]};opacity:{sights[-1][1]:d}}}"]
    return f"@keyframes {name}{{{''.join(frames)}}}.t-{name}{{animation-name:{name}!important}}"


def _percent(when: float, whole: float) -> str:
    return f"{100 * when / whole:.4g}%"
