"""The HTTP side: the application, its routes, and what stands before them."""
