"""Train a player: deep Monte Carlo by self-play, on the CPU.

All seats play hands with one network, which values each number of a move. After each hand the value
of every choice is drawn towards what the hand was worth to the seat that chose. A tenth of the
choices is random at first, so that all are tried. This share and the rate of learning fall to zero.
Needs the extras ``rl`` and ``fast``, and PyTorch:

    pip install 'twowaystreet[rl,fast]' torch
    python examples/train.py twos twos.npz --seconds 300
    twowaystreet arena twos network:path=twos.npz simple simple simple

Searches take the file as their value of a view and as their chances of moves:

    twowaystreet arena twos treesearch:iterations=70,prior=twos.npz treesearch:iterations=120
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from twowaystreet import players, rl
from twowaystreet.rl import Arrays

STEPS = 64
"""The number of choices of each hand in play between two lessons."""
BATCH = 1024
"""The number of choices in each step of a lesson."""
RATE = 1e-3
"""The rate of learning at the beginning."""


def network(inputs: int, hidden: int, outputs: int) -> torch.nn.Sequential:
    """Return a network with two hidden layers."""
    sizes = (inputs, hidden, hidden, outputs)
    layers: list[torch.nn.Module] = []
    for before, after in pairwise(sizes):
        layers += [torch.nn.Linear(before, after), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])


class Student:
    """A network that learns from hands that it plays against itself.

    Args:
        game: the name of the game.
        hands: the number of hands in play at once.
        hidden: the width of the hidden layers.
        seed: the seed of deals, choices and first weights.
    """

    def __init__(self, game: str, hands: int, hidden: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.table = rl.vector(game, hands, seed=seed)
        self.seen = self.table.reset()
        observation = self.table.observation
        self.net = network(sum(observation.sizes), hidden, self.table.actions.size)
        self.optimiser = torch.optim.Adam(self.net.parameters(), RATE)
        self.unit = 1.0

    def inputs(self, arrays: Arrays) -> torch.Tensor:
        """Return the input of the network for some views."""
        return torch.from_numpy(self.table.observation.scaled(arrays))

    def choose(self, explore: float) -> np.ndarray[Any, Any]:
        """Return a legal number for each hand: mostly the best, sometimes any."""
        mask = self.seen.mask
        with torch.no_grad():
            values = self.net(self.inputs(self.seen.observation)).numpy()
        best = np.where(mask, values, -np.inf).argmax(axis=1)
        chance = self.rng.random(mask.shape, np.float32) * mask
        tries = self.rng.random(len(mask)) < explore
        found: np.ndarray[Any, Any] = np.where(tries, chance.argmax(axis=1), best)
        return found

    def play(self, explore: float) -> list[tuple[Any, ...]]:
        """Play for some steps, and return what was seen, chosen and won at each."""
        steps: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            numbers, before = self.choose(explore), self.seen
            hand, match = before.observation
            views = Arrays(hand.copy(), match.copy())
            actor = before.actor.copy()
            self.seen = self.table.step(numbers)
            steps.append((views, numbers, actor, self.seen.rewards.copy(), self.seen.done.copy()))
        return steps

    def learn(self, steps: list[tuple[Any, ...]]) -> float:
        """Draw values towards the results of hands that are over; return the mean error."""
        rows = np.arange(self.table.n)
        worth, known = np.zeros_like(steps[0][3]), np.zeros(self.table.n, bool)
        hands, matches, chosen, targets = [], [], [], []
        for views, numbers, actor, rewards, done in reversed(steps):
            worth = np.where(done[:, None], rewards, worth)
            known |= done
            hands.append(views.hand[known])
            matches.append(views.match[known])
            chosen.append(numbers[known])
            targets.append(worth[rows, actor][known])
        inputs = self.inputs(Arrays(np.concatenate(hands), np.concatenate(matches)))
        wanted = np.concatenate(targets)
        self.unit = max(self.unit, float(wanted.std()))
        target = torch.from_numpy(wanted.astype(np.float32) / self.unit)
        number = torch.from_numpy(np.concatenate(chosen).astype(np.int64))
        error = 0.0
        order = torch.randperm(len(target))
        for part in order.split(BATCH):
            found = self.net(inputs[part]).gather(1, number[part, None])[:, 0]
            loss = torch.nn.functional.mse_loss(found, target[part])
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            error += loss.item() * len(part)
        return error / max(1, len(target))

    def save(self, path: str) -> None:
        """Write the network to a file."""
        linear = [each for each in self.net if isinstance(each, torch.nn.Linear)]
        layers = [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in linear]
        table = self.table
        scale = table.observation.scale
        players.Network.save(path, table.actions.game, layers, scale=scale, unit=self.unit)


def main() -> None:
    """Train for some seconds, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("path", help="the .npz file to write")
    parser.add_argument("--seconds", type=float, default=300, help="time on one processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=512, help="hands in play at once")
    parser.add_argument("--hidden", type=int, default=192, help="width of the hidden layers")
    parser.add_argument("--explore", type=float, default=0.1, help="share of random choices")
    options = parser.parse_args()
    torch.set_num_threads(1)
    student = Student(options.game, options.hands, options.hidden, options.seed)
    student.play(1)  # the steps are compiled before the clock begins
    began = time.process_time()
    lesson = 0
    while (spent := time.process_time() - began) < options.seconds:
        left = 1 - spent / options.seconds
        student.optimiser.param_groups[0]["lr"] = RATE * left
        error = student.learn(student.play(options.explore * left))
        lesson += 1
        if lesson % 50 == 1:
            print(f"{spent:6.0f} s, lesson {lesson}: mean squared error {error:.3f}")
    student.save(options.path)
    print(f"{options.path}: {lesson} lessons of {STEPS} choices in each of {options.hands} hands")


if __name__ == "__main__":
    main()
