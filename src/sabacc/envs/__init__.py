"""Bridges to other people's programs that play games. Some need an extra, such as `pip install 'sabacc[openspiel]'`."""
