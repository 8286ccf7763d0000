"""The table server: people, tables, a durable log and a protocol, in one process on one machine."""
