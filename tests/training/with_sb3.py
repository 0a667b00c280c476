"""A short run of MaskablePPO, of Stable-Baselines3, for one seat among three simple players.

pip install 'twowaystreet[rl]' sb3-contrib
python -m tests.training.with_sb3
"""

import torch
from sb3_contrib import MaskablePPO

from twowaystreet.rl.gymnasium import SeatEnv

STEPS = 8192
HANDS = 100

torch.set_num_threads(1)
env = SeatEnv("twos", opponents="simple")
model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=1)
model.learn(STEPS)

total = 0.0
for seed in range(HANDS):
    seen, info = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        number, _ = model.predict(seen, action_masks=env.action_masks())
        assert info["action_mask"][number]
        seen, reward, over, _, info = env.step(number)
    total += reward
print(f"SB3: {total / HANDS:+.2f} points a hand beside simple, after {STEPS} choices")
