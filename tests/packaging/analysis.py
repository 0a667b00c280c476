"""What the extra analysis gives: reports about a game, with its tables and pictures."""

import matplotlib
import pandas

from twowaystreet import balance

print(matplotlib, pandas, balance)
