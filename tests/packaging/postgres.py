"""What the extra postgres gives: a store, here one that finds no database."""

from contextlib import suppress

from twowaystreet.table import PostgresStore, StoreError

with suppress(StoreError):
    PostgresStore("host=/nowhere")
