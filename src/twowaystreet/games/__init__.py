"""The games, one module each.

A module with an underscore is a part of the game that it is named after: its moves, its scoring.
Of Two Way Street and its Duel both are ``_twoway_cards``, ``_twoway`` and ``_twoway_moves``.
"""
