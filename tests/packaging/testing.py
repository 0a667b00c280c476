"""What the extra testing gives: the check of a game, without any other test.

The conftest of the tests needs a newer pytest than the lowest that the extra allows.
"""

import os
import sys

import pytest

OPTIONS = ("--noconftest", "--pyargs", "pytest_twowaystreet", "--twowaystreet-game=twos")
sys.exit(pytest.main(["-c", os.devnull, "-p", "no:cacheprovider", *OPTIONS]))
