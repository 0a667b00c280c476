"""A table in the browser: a page that knows no rules, and an engine that answers its messages."""
