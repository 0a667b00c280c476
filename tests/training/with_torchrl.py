"""TorchRL's own check of PettingZoo's environment, and one hand of random choices.

pip install 'twowaystreet[rl]' torchrl
python -m tests.training.with_torchrl
"""

import torch
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from twowaystreet.rl import pettingzoo

torch.set_num_threads(1)
env = PettingZooWrapper(pettingzoo.env("twos"), use_mask=True)
check_env_specs(env)
hand = env.rollout(60)
assert len(hand) == 52
print(f"TorchRL: the specs hold, and a hand has {len(hand)} steps")
