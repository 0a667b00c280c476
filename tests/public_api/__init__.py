"""Public names and their page."""
