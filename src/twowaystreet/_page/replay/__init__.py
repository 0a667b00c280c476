"""Replays as pictures: a page that steps through a game, in one file."""
