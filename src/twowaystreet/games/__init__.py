"""The games, one package each; ``_twoway`` is the common part of Two Way Street and the Duel.

The package itself exports the public names; ``CONTRIBUTING.md`` says what its modules have.
"""
