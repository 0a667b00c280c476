"""The public names: where each stands, and what each offers, as one text."""
