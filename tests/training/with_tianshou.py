"""A short run of Tianshou: a deep Q network for each seat, over PettingZoo's environment.

pip install 'twowaystreet[rl]' tianshou
python -m tests.training.with_tianshou
"""

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from twowaystreet.rl import pettingzoo

STEPS = 1024
HAND = 52


def made() -> PettingZooEnv:
    return PettingZooEnv(pettingzoo.env("twos"))


def learner(env: PettingZooEnv) -> DQN:
    inputs = env.observation_space["observation"].shape
    net = Net(state_shape=inputs, action_shape=env.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(
        model=net,
        action_space=env.action_space,
        observation_space=env.observation_space,
        eps_training=0.1,
    )
    # The next view in the buffer is that of another seat, so that only whole hands have a worth.
    optim = AdamOptimizerFactory(lr=1e-3)
    return DQN(policy=policy, optim=optim, gamma=1.0, n_step_return_horizon=HAND)


torch.set_num_threads(1)
torch.manual_seed(1)
env = made()
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner(env) for _ in env.agents], env=env)
tables = DummyVectorEnv([made for _ in range(8)])
collector = Collector(algorithm, tables, VectorReplayBuffer(4096, 8), exploration_noise=True)
collector.reset()
collector.collect(n_step=512)
algorithm.run_training(
    OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=STEPS,
        collection_step_num_env_steps=256,
        update_step_num_gradient_steps_per_sample=0.05,
        batch_size=256,
        verbose=False,
        show_progress=False,
    )
)
rewards = collector.collect(n_episode=16).returns
print(f"Tianshou: {STEPS} choices; the rewards of 16 hands: {rewards.mean(axis=0).round(2)}")
