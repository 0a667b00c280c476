"""A table in the browser: one page, an engine that answers its messages, and a server.

The page knows no rules. It shows pictures and words, and sends the text of moves. The engine needs
nothing but this library, so it also runs without a server. The server is the extra ``web``.
"""
