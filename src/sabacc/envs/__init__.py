"""Bridges to other people's programs that play games. Optional: `pip install 'sabacc[openspiel]'`."""
