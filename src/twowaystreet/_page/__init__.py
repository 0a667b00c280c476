"""A table in the browser: one page, and an engine that answers its messages.

The page knows no rules. It shows pictures and words, and sends the text of moves. The engine needs
nothing but this library, so it also runs in the browser, without a server.
"""
