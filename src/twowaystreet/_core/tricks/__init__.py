"""Trick-taking on top of the core."""
