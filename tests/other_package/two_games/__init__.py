"""Two games of another author."""
