"""Players, which choose among the legal moves of their own view and know nothing else."""

from twowaystreet._core.players import Player, RuleOfThumb, at_random
from twowaystreet._util.publishing import publish
from twowaystreet.players._hints import Hint, hint
from twowaystreet.players._luck import Hindsight, Luck
from twowaystreet.players._monte_carlo import Level, MonteCarlo, level
from twowaystreet.players._names import by_name
from twowaystreet.players._network import Network
from twowaystreet.players._review import Review, ReviewedMove, review
from twowaystreet.players._searches import Estimate
from twowaystreet.players._seated import Factory, PlayerError, fresh
from twowaystreet.players._simple import has_rule_of_thumb, simple
from twowaystreet.players._tree_search import TreeSearch
from twowaystreet.players._tuning import Gain, Tuned, tune

__all__ = [
    "Estimate",
    "Factory",
    "Gain",
    "Hindsight",
    "Hint",
    "Level",
    "Luck",
    "MonteCarlo",
    "Network",
    "Player",
    "PlayerError",
    "Review",
    "ReviewedMove",
    "RuleOfThumb",
    "TreeSearch",
    "Tuned",
    "at_random",
    "by_name",
    "fresh",
    "has_rule_of_thumb",
    "hint",
    "level",
    "review",
    "simple",
    "tune",
]

publish("twowaystreet.authoring", RuleOfThumb)
publish(__name__)
