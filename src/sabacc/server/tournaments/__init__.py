"""Tournaments on the server: their directors, each with a durable log, and the tables that they run."""
