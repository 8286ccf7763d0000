"""How much play one server can bear, beside a bare echo of the same framework with the same fan-out."""
