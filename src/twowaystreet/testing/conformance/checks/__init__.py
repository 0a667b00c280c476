"""Checks, one module for each subject; :data:`PROMISES` in ``promises.py`` lists them."""
