"""A cluster: gateways that hold sockets, workers that play tables, PostgreSQL for all that lasts, NATS between them."""
