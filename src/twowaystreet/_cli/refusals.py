"""Refusals of the command line."""

from __future__ import annotations

import click


class Refusal(click.ClickException):
    """An error in the command line: a message of one line, and exit status 2."""

    exit_code = 2
